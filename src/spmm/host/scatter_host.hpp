// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <filigree/detail/spmm_problem.hpp>
#include <spmm/generic.hpp>

#include "spmv/host/own_sums.hpp"
#include "spmv/host/partition.hpp"

/// One-shot products of a sparse with a dense matrix on a host whose entries do not lie row by row
/// of op(A): spmv/host/scatter_host.hpp for tiles of columns.

namespace filigree::detail {

/// C = alpha op(A) B + beta C.
template <class Exec, class Index, class Operands>
class SpmmScatterHost {
 public:
  using Compute = typename Operands::compute_type;
  using C = typename Operands::c_scalar;

  SpmmScatterHost(const OneShotWalk<Index>& walk, const Operands& operands)
      : walk_(walk), operands_(operands) {}

  void launch(const Exec& exec) {
    const std::int64_t results = walk_.matrix.rows.num_rows;
    parts_ = own_sums_parts(exec, results, walk_.matrix.nnz);
    sums_ = {"spmm", exec, parts_, results, tile};
    for (batch_ = 0; batch_ < operands_.batch_count; ++batch_)
      for (first_ = 0; first_ < operands_.num_columns; first_ += tile) {
        count_ = std::min(tile, operands_.num_columns - first_);
        Kokkos::parallel_for("filigree::spmm::scatter_host", policy<Accumulate>(exec, parts_),
                             *this);
        Kokkos::parallel_for("filigree::spmm::scatter_host_add",
                             policy<AddParts>(exec, sums_.blocks()), *this);
      }
    exec.fence("filigree::spmm: own sums are freed");
  }

  struct Accumulate {};
  struct AddParts {};

  KOKKOS_INLINE_FUNCTION void operator()(Accumulate, const std::int64_t part) const {
    const auto sums = sums_.of_part(part);
    sums.clear();
    // Where alpha is 0 nothing of A and B may reach the result, not even a NaN.
    if (operands_.alpha.get() == Compute{}) return;
    const auto* const values = operands_.values + batch_ * operands_.values_stride;
    const bool conjugated = walk_.matrix.conjugate != operands_.conjugate;
    // Successive entries of coordinates may well be of one row: their sums are added once.
    const bool has_runs = walk_.entries.by_entry;
    std::int64_t run = -1;
    Compute of_run[tile] = {};
    const auto end_run = [&] {
      if (run < 0) return;
      Compute* const to = sums.at(run);
      for (int j = 0; j < tile; ++j) {
        to[j] += of_run[j];
        of_run[j] = Compute{};
      }
    };
    const std::int64_t last = first_major(part + 1);
    for (std::int64_t major = first_major(part); major < last; ++major)
      walk_.entries.for_each(
          batch_, major, [&](std::int64_t row, std::int64_t col, std::int64_t place) {
            if (!walk_.filter.keeps(row, col)) return;
            const std::int64_t to = walk_.transposed ? col : row;
            const std::int64_t from = walk_.transposed ? row : col;
            if (has_runs && to != run) {
              end_run();
              run = to;
            }
            add(has_runs ? of_run : sums.at(to), from,
                matrix_entry<Compute>(values, place, conjugated));
            if (walk_.mirrored && row != col)
              add(sums.at(from), to,
                  matrix_entry<Compute>(values, place, conjugated != walk_.conjugate_mirror));
          });
    end_run();
  }

  KOKKOS_INLINE_FUNCTION void operator()(AddParts, const std::int64_t block) const {
    const std::int64_t first = block * own_sums_block;
    const std::int64_t last = std::min(first + own_sums_block, walk_.matrix.rows.num_rows);
    Compute totals[own_sums_block * tile] = {};
    for (std::int64_t part = 0; part < parts_; ++part)
      sums_.of_part(part).add_to(totals, first, last);
    for (std::int64_t row = first; row < last; ++row) store(row, totals + (row - first) * tile);
  }

 private:
  /// Columns of a tile: the sums of a result fill a cache line or two.
  static constexpr std::int64_t tile = 8;

  template <class Tag>
  static auto policy(const Exec& exec, std::int64_t count) {
    return Kokkos::RangePolicy<Exec, Tag, Kokkos::IndexType<std::int64_t>>(exec, 0, count);
  }

  KOKKOS_INLINE_FUNCTION std::int64_t first_major(std::int64_t part) const {
    const auto& entries = walk_.entries;
    if (entries.by_entry) return even_share(entries.num_majors, part, parts_);
    const std::int64_t shift = batch_ * entries.strides.offsets;
    return first_of_part(
        entries.num_majors, part, parts_, double(walk_.matrix.nnz), double(row_weight),
        [&](std::int64_t major) { return entries.offsets[shift + major] - entries.base; });
  }

  KOKKOS_INLINE_FUNCTION void add(Compute* sums, std::int64_t from, const Compute& value) const {
    const auto* const b = &operands_.B.at(batch_, from, first_);
    const std::int64_t stride = operands_.B.col_stride;
    if (count_ == tile && stride == 1 && !operands_.B.conjugate) {
      for (int j = 0; j < tile; ++j) sums[j] += value * convert<Compute>(b[j]);
      return;
    }
    for (std::int64_t j = 0; j < count_; ++j)
      sums[j] += value * dense_entry<Compute>(b[j * stride], operands_.B.conjugate);
  }

  KOKKOS_INLINE_FUNCTION void store(std::int64_t row, const Compute* totals) const {
    const Compute alpha = operands_.alpha.get(), beta = operands_.beta.get();
    for (std::int64_t j = 0; j < count_; ++j) {
      C& c = operands_.C.at(batch_, row, first_ + j);
      Compute value{};
      if (alpha != Compute{}) {
        Compute sum = totals[j];
        if (walk_.matrix.unit_diagonal)
          sum +=
              dense_entry<Compute>(operands_.B.at(batch_, row, first_ + j), operands_.B.conjugate);
        value = alpha * sum;
      }
      if (beta != Compute{}) value += beta * convert<Compute>(c);
      c = convert<C>(value);
    }
  }

  OneShotWalk<Index> walk_;
  Operands operands_;
  std::int64_t parts_ = 1;
  std::int64_t batch_ = 0;
  std::int64_t first_ = 0;  ///< column of the tile
  std::int64_t count_ = 0;  ///< columns in it
  AllOwnSums<Compute, typename Exec::memory_space> sums_;
};

}  // namespace filigree::detail
