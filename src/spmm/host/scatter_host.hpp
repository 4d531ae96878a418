// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <filigree/detail/spmm_problem.hpp>
#include <spmm/generic.hpp>

#include "spmv/host/own_sums.hpp"
#include "spmv/host/partition.hpp"

/// One-shot products of a sparse with a dense matrix on a host whose entries do not lie row by row
/// of op(A). A part of the matrix adds to C itself in its share of C's rows, and to sums of its own
/// (spmv/host/own_sums.hpp) in those of others; these are added in the order of the parts.

namespace filigree::detail {

/// C = alpha op(A) B + beta C.
template <class Exec, class Index, class Operands>
class SpmmScatterHost {
 public:
  using Compute = typename Operands::compute_type;
  static_assert(std::is_same_v<typename Operands::c_scalar, Compute>, "C holds sums");

  SpmmScatterHost(const OneShotWalk<Index>& walk, const Operands& operands)
      : walk_(walk),
        operands_(operands),
        results_(walk.matrix.rows.num_rows),
        blocks_(groups_of(results_, own_sums_block)) {}

  void launch(const Exec& exec) {
    parts_ = own_sums_parts(exec, results_, walk_.matrix.nnz);
    const std::int64_t tile = parts_ == 1 ? widest : narrow;
    if (parts_ > 1) sums_ = {"spmm", exec, parts_, results_, narrow};
    for (batch_ = 0; batch_ < operands_.batch_count; ++batch_)
      for (first_ = 0; first_ < operands_.num_columns; first_ += tile) {
        count_ = std::min(tile, operands_.num_columns - first_);
        run_parts("filigree::spmm::scatter_host", exec, parts_,
                  [this](std::int64_t part) { add_part(part); });
        if (parts_ > 1)
          run_parts("filigree::spmm::scatter_host_add", exec, parts_,
                    [this](std::int64_t part) { add_sums_of_others(part); });
      }
  }

 private:
  /// Columns of a tile: the sums of a result fill a cache line or two; without sums, more.
  static constexpr std::int64_t narrow = 8, widest = 32;

  /// Where a part adds to a result.
  struct Row {
    Compute* data;
    std::int64_t stride;
  };
  class Rows {
   public:
    KOKKOS_INLINE_FUNCTION Rows(const SpmmScatterHost& product, std::int64_t part)
        : C_(&product.row_of_c(0)),
          row_stride_(product.operands_.C.row_stride),
          col_stride_(product.operands_.C.col_stride),
          first_(product.first_result(part)),
          count_(product.first_result(part + 1) - first_),
          sums_(product.sums_.of_part(part)) {}

    KOKKOS_FORCEINLINE_FUNCTION Row operator[](std::int64_t result) const {
      if (std::uint64_t(result - first_) < std::uint64_t(count_))
        return {C_ + result * row_stride_, col_stride_};
      return {sums_.at(result), 1};
    }

   private:
    Compute* C_;
    std::int64_t row_stride_;
    std::int64_t col_stride_;
    std::int64_t first_;
    std::int64_t count_;
    OwnSums<Compute> sums_;
  };

  KOKKOS_INLINE_FUNCTION void add_part(std::int64_t part) const {
    if (parts_ > 1) sums_.of_part(part).clear();
    const std::int64_t last = first_result(part + 1);
    for (std::int64_t row = first_result(part); row < last; ++row) begin_row(row);
    // Where alpha is 0 nothing of A and B may reach the result, not even a NaN.
    if (operands_.alpha.get() == Compute{}) return;
    is_plain() ? add_lines<true>(part) : add_lines<false>(part);
  }

  /// Whether it is the usual product: rows of 8 columns or a multiple that lie side by side,
  /// nothing left out, nothing conjugated.
  KOKKOS_INLINE_FUNCTION bool is_plain() const {
    const auto& B = operands_.B;
    const bool conjugates = walk_.matrix.conjugate != operands_.conjugate;
    return count_ % narrow == 0 && B.col_stride == 1 && operands_.C.col_stride == 1 &&
           !B.conjugate && walk_.filter.keeps_all() && !conjugates && !walk_.conjugate_mirror;
  }

  template <bool Plain>
  KOKKOS_INLINE_FUNCTION void add_lines(std::int64_t part) const {
    if (walk_.mirrored) return add_lines<Plain, true, true>(part);
    return line_is_row() ? add_lines<Plain, true, false>(part)
                         : add_lines<Plain, false, true>(part);
  }

  /// Line by line: rows, columns, or successive coordinates of a row. Whether their entries add to
  /// the result of the line (op(A) has it as a row), of their other index, or of both.
  template <bool Plain, bool ToLine, bool ToOther>
  KOKKOS_INLINE_FUNCTION void add_lines(std::int64_t part) const {
    const auto& entries = walk_.entries;
    const Rows rows(*this, part);
    const std::int64_t last = first_major(part + 1);
    std::int64_t major = first_major(part);
    const auto add = [&](std::int64_t line, std::int64_t begin, std::int64_t end) {
      if constexpr (Plain)
        add_plain_line<ToLine, ToOther>(rows, line, begin, end);
      else
        add_line<ToLine, ToOther>(rows, line, begin, end);
    };
    if (!entries.by_entry) {
      const std::int64_t shift = batch_ * entries.strides.offsets;
      for (; major < last; ++major)
        add(major, entries.offsets[shift + major] - entries.base,
            entries.offsets[shift + major + 1] - entries.base);
      return;
    }
    const Index* const lines = entries.row_indices + batch_ * entries.strides.indices;
    for (std::int64_t end; major < last; major = end) {
      const Index line = lines[major * entries.index_stride];
      for (end = major + 1; end < last; ++end)
        if (lines[end * entries.index_stride] != line) break;
      add(std::int64_t(line) - entries.base, major, end);
    }
  }

  template <bool ToLine, bool ToOther>
  KOKKOS_INLINE_FUNCTION void add_plain_line(const Rows& rows, std::int64_t line,
                                             std::int64_t begin, std::int64_t end) const {
    const Index* const others = this->others();
    const auto* const values = operands_.values + batch_ * operands_.values_stride;
    const std::int64_t index_stride = walk_.entries.index_stride, base = walk_.entries.base;
    const auto* const B = &operands_.B.at(batch_, 0, first_);
    const std::int64_t b_stride = operands_.B.row_stride;
    const Compute alpha = operands_.alpha.get();
    const std::int64_t count = count_;
    if constexpr (!ToOther) {
      Compute* const to = rows[line].data;
      for (std::int64_t j = 0; j < count; j += narrow) {
        Compute sums[narrow] = {};  // in registers
        for (std::int64_t k = begin; k < end; ++k) {
          const auto* const from = B + (others[k * index_stride] - base) * b_stride + j;
          const Compute value = convert<Compute>(values[k]);
#pragma GCC unroll 8
          for (int i = 0; i < narrow; ++i) sums[i] += value * convert<Compute>(from[i]);
        }
        add_eights(to + j, alpha, sums, narrow);
      }
      return;
    }
    Compute b[widest], of_line[widest];
    load_row(line, b);
    if (ToLine) std::fill_n(of_line, count, Compute{});
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int64_t other = std::int64_t(others[k * index_stride]) - base;
      const Compute value = alpha * convert<Compute>(values[k]);
      if (ToLine) add_eights(of_line, value, B + other * b_stride, count);
      if (!(ToLine && other == line)) add_eights(rows[other].data, value, b, count);
    }
    if (ToLine) add_eights(rows[line].data, Compute(1), of_line, count);
  }

  template <bool ToLine, bool ToOther>
  KOKKOS_INLINE_FUNCTION void add_line(const Rows& rows, std::int64_t line, std::int64_t begin,
                                       std::int64_t end) const {
    const Index* const others = this->others();
    const auto* const values = operands_.values + batch_ * operands_.values_stride;
    const EntryFilter filter = filter_by_line();
    const bool conjugated = walk_.matrix.conjugate != operands_.conjugate;
    const bool mirror_conjugated = conjugated != walk_.conjugate_mirror;
    const bool of_line_conjugated = ToOther && !line_is_row() ? mirror_conjugated : conjugated;
    const bool of_other_conjugated = ToLine && line_is_row() ? mirror_conjugated : conjugated;
    const Compute alpha = operands_.alpha.get();
    Compute b[widest], of_line[widest], of_other[widest];
    if (ToOther) load_row(line, b);
    if (ToLine) std::fill_n(of_line, count_, Compute{});
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int64_t other =
          std::int64_t(others[k * walk_.entries.index_stride]) - walk_.entries.base;
      if (!filter.keeps(line, other)) continue;
      const bool is_diagonal = ToLine && ToOther && other == line;  // once: as it is stored
      const auto value = [&](bool conjugates) -> Compute {
        return alpha * matrix_entry<Compute>(values, k, conjugates);
      };
      if (ToLine) {
        load_row(other, of_other);
        add({of_line, 1}, value(is_diagonal ? conjugated : of_line_conjugated), of_other);
      }
      if (ToOther && !is_diagonal) add(rows[other], value(of_other_conjugated), b);
    }
    if (ToLine) add(rows[line], Compute(1), of_line);
  }

  KOKKOS_INLINE_FUNCTION void add_sums_of_others(std::int64_t part) const {
    const std::int64_t last = first_result(part + 1);
    for (std::int64_t first = first_result(part); first < last; first += own_sums_block)
      for (std::int64_t other = 0; other < parts_; ++other) {
        const auto sums = sums_.of_part(other);
        if (other == part || !sums.uses(first)) continue;
        const std::int64_t end = std::min(first + own_sums_block, last);
        for (std::int64_t row = first; row < end; ++row)
          add({&row_of_c(row), operands_.C.col_stride}, Compute(1), sums.data() + row * narrow);
      }
  }

  /// A part's share of the results begins where a block of sums does.
  KOKKOS_INLINE_FUNCTION std::int64_t first_result(std::int64_t part) const {
    return std::min(results_, even_share(blocks_, part, parts_) * own_sums_block);
  }

  KOKKOS_INLINE_FUNCTION std::int64_t first_major(std::int64_t part) const {
    const auto& entries = walk_.entries;
    if (entries.by_entry) return even_share(entries.num_majors, part, parts_);
    const std::int64_t shift = batch_ * entries.strides.offsets;
    return first_of_part(
        entries.num_majors, part, parts_, double(walk_.matrix.nnz), double(row_weight),
        [&](std::int64_t major) { return entries.offsets[shift + major] - entries.base; });
  }

  /// The filter of (line, other index).
  KOKKOS_INLINE_FUNCTION EntryFilter filter_by_line() const {
    EntryFilter result = walk_.filter;
    if (walk_.entries.by_columns) {
      result.below = walk_.filter.above;
      result.above = walk_.filter.below;
    }
    return result;
  }

  KOKKOS_INLINE_FUNCTION Compute& row_of_c(std::int64_t row) const {
    return operands_.C.at(batch_, row, first_);
  }

  /// C = beta C, plus alpha B where the diagonal is 1.
  KOKKOS_INLINE_FUNCTION void begin_row(std::int64_t row) const {
    const Compute alpha = operands_.alpha.get(), beta = operands_.beta.get();
    Compute* const c = &row_of_c(row);
    const std::int64_t stride = operands_.C.col_stride;
    if (beta == Compute{} && stride == 1)
      std::fill_n(c, count_, Compute{});
    else
      for (std::int64_t j = 0; j < count_; ++j)
        c[j * stride] = beta == Compute{} ? Compute{} : Compute(beta * c[j * stride]);
    if (!walk_.matrix.unit_diagonal || alpha == Compute{}) return;
    Compute b[widest];
    load_row(row, b);
    add({c, stride}, alpha, b);
  }

  /// A row of B as it takes part.
  KOKKOS_INLINE_FUNCTION void load_row(std::int64_t row, Compute* b) const {
    const auto* const from = &operands_.B.at(batch_, row, first_);
    const std::int64_t stride = operands_.B.col_stride;
    for (std::int64_t j = 0; j < count_; ++j)
      b[j] = dense_entry<Compute>(from[j * stride], operands_.B.conjugate);
  }

  KOKKOS_INLINE_FUNCTION void add(const Row& row, const Compute& value, const Compute* b) const {
    const std::int64_t count = count_;
    Compute* const KOKKOS_RESTRICT to = row.data;
    if (row.stride == 1)
      for (std::int64_t j = 0; j < count; ++j) to[j] += value * b[j];
    else
      for (std::int64_t j = 0; j < count; ++j) to[j * row.stride] += value * b[j];
  }

  /// Adds to `count` entries side by side, a multiple of 8: loops of known length.
  template <class B>
  KOKKOS_INLINE_FUNCTION static void add_eights(Compute* KOKKOS_RESTRICT to, const Compute& value,
                                                const B* b, std::int64_t count) {
    for (; count > 0; count -= narrow, to += narrow, b += narrow)
      for (int j = 0; j < narrow; ++j) to[j] += value * convert<Compute>(b[j]);
  }

  /// Whether lines are rows of op(A).
  KOKKOS_INLINE_FUNCTION bool line_is_row() const {
    return walk_.entries.by_columns == walk_.transposed;
  }
  /// The indices beside that of the line.
  KOKKOS_INLINE_FUNCTION const Index* others() const {
    const auto& entries = walk_.entries;
    return (entries.by_columns ? entries.row_indices : entries.col_indices) +
           batch_ * entries.strides.indices;
  }

  OneShotWalk<Index> walk_;
  Operands operands_;
  std::int64_t results_;
  std::int64_t blocks_;
  std::int64_t parts_ = 1;
  std::int64_t batch_ = 0;
  std::int64_t first_ = 0;  ///< column of the tile
  std::int64_t count_ = 0;  ///< columns in it
  AllOwnSums<Compute, typename Exec::memory_space> sums_;
};

}  // namespace filigree::detail
