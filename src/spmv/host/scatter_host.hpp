// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <filigree/detail/spmv_gather.hpp>
#include <filigree/detail/spmv_row_gather.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <spmv/normalise.hpp>
#include <spmv/scatter.hpp>

#include "spmv/host/own_sums.hpp"
#include "spmv/host/partition.hpp"

/// One-shot products of every format and type on a host whose entries do not lie row by row of
/// op(A), from the entries as they are stored (own_sums.hpp).

namespace filigree::detail {

// How a matrix is walked: by items, each a row, a column or an entry. line_of(item) is the row and
// column number that its entries share as one of the two; below 0 where they do not.

template <class Offset, class Index>
struct StoredWalk {
  StoredPattern<Offset, Index> stored;

  KOKKOS_INLINE_FUNCTION std::int64_t num_items() const {
    if (stored.is_coo()) return stored.nnz;
    return stored.format == StoredFormat::csr ? stored.num_rows : stored.num_cols;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t line_of(std::int64_t item) const {
    return stored.is_coo() ? -1 : item;
  }

  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part, std::int64_t parts) const {
    if (stored.is_coo()) return even_share(stored.nnz, part, parts);
    return first_of_part(num_items(), part, parts, double(stored.nnz), double(row_weight),
                         [&](std::int64_t i) { return std::int64_t(stored.offsets[i]) - base(); });
  }

  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t item, const F& f) const {
    const std::int64_t from = base();
    if (stored.is_coo()) {
      const std::int64_t at = item * stored.index_stride();
      f(std::int64_t(stored.row_indices[at]) - from, std::int64_t(stored.col_indices[at]) - from,
        item);
      return;
    }
    const std::int64_t end = std::int64_t(stored.offsets[item + 1]) - from;
    std::int64_t k = std::int64_t(stored.offsets[item]) - from;
    if (stored.format == StoredFormat::csr)
      for (; k < end; ++k) f(item, std::int64_t(stored.col_indices[k]) - from, k);
    else
      for (; k < end; ++k) f(std::int64_t(stored.row_indices[k]) - from, item, k);
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t base() const {
    return stored.properties.index_base == IndexBase::one ? 1 : 0;
  }
};

/// Of a format with a row visitor.
template <class Rows>
struct RowsWalk {
  Rows rows;

  KOKKOS_INLINE_FUNCTION std::int64_t num_items() const { return num_stored_rows(rows); }
  KOKKOS_INLINE_FUNCTION std::int64_t line_of(std::int64_t item) const { return rows.row_of(item); }
  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part, std::int64_t parts) const {
    return even_share(num_items(), part, parts);
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t item, const F& f) const {
    const std::int64_t row = rows.row_of(item);
    rows.for_each(item, [&](std::int64_t col, std::int64_t place) { f(row, col, place); });
  }
};

/// z = alpha op(A) x + beta y.
template <class Exec, class Walk, class A, class X, class Y, class Compute>
class ScatterHost {
 public:
  using Operands = SpmvOperands<A, X, Y, Compute>;

  /// `results`: places of z.
  ScatterHost(const NormalisedOp& op, const Walk& walk, const Operands& operands,
              std::int64_t results, std::int64_t parts)
      : op_(op), walk_(walk), operands_(operands), results_(results), parts_(parts) {}

  void launch(const Exec& exec) {
    if constexpr (std::is_same_v<Y, Compute>) {
      if (parts_ == 1) {
        scale_result(exec, results_, op_.unit_diagonal, operands_);
        exec.fence("filigree::spmv: scaled");
        return add_to_result();
      }
    }
    sums_ = {"spmv", exec, parts_, results_, 1};
    Kokkos::parallel_for("filigree::spmv::scatter_host", policy<Accumulate>(exec, parts_), *this);
    Kokkos::parallel_for("filigree::spmv::scatter_host_add", policy<AddParts>(exec, sums_.blocks()),
                         *this);
    exec.fence("filigree::spmv: own sums are freed");
  }

  struct Accumulate {};
  struct AddParts {};

  KOKKOS_INLINE_FUNCTION void operator()(Accumulate, const std::int64_t part) const {
    const auto sums = sums_.of_part(part);
    sums.clear(sums_.blocks());
    // Where alpha is 0 nothing of A and x may reach the result, not even a NaN.
    if (operands_.alpha.get() == Compute{}) return;
    accumulate(walk_.first_item(part, parts_), walk_.first_item(part + 1, parts_),
               [&](std::int64_t to, const Compute& value) { *sums.at(to) += value; });
  }

  KOKKOS_INLINE_FUNCTION void operator()(AddParts, const std::int64_t block) const {
    const std::int64_t first = block * own_sums_block;
    const std::int64_t last = std::min(first + own_sums_block, results_);
    Compute totals[own_sums_block] = {};
    for (std::int64_t part = 0; part < parts_; ++part)
      sums_.of_part(part).add_to(totals, first, last);
    for (std::int64_t i = first; i < last; ++i)
      spmv_store(operands_, op_.unit_diagonal, StoreResult{}, i, totals[i - first]);
  }

 private:
  template <class Tag>
  static auto policy(const Exec& exec, std::int64_t count) {
    return Kokkos::RangePolicy<Exec, Tag, Kokkos::IndexType<std::int64_t>>(exec, 0, count);
  }

  /// By one thread.
  KOKKOS_INLINE_FUNCTION void add_to_result() const {
    const Compute alpha = operands_.alpha.get();
    if (alpha == Compute{}) return;
    Y* const z = operands_.z;
    accumulate(0, walk_.num_items(),
               [=](std::int64_t to, const Compute& value) { z[to] += Compute(alpha * value); });
  }

  /// Calls add(place, value) for what items first .. last - 1 add to op(A) x.
  template <class Add>
  KOKKOS_INLINE_FUNCTION void accumulate(std::int64_t first, std::int64_t last,
                                         const Add& add) const {
    if (op_.mirrored) return accumulate_both(first, last, add);
    const EntryFilter filter = op_.filter;
    const bool keeps_all = filter.keeps_all(), turned = op_.transposed, conjugates = op_.conjugate;
    const A* const values = operands_.values;
    const X* const x = operands_.x;
    for (std::int64_t item = first; item < last; ++item)
      walk_.for_each(item, [&](std::int64_t row, std::int64_t col, std::int64_t place) {
        if (!keeps_all && !filter.keeps(row, col)) return;
        add(turned ? col : row,
            spmv_term<Compute>(values[place], conjugates, x[turned ? row : col]));
      });
  }

  /// Entries that act at (row, col) and, off the diagonal, at (col, row). What they add to the
  /// result of their own line is summed before.
  template <class Add>
  KOKKOS_INLINE_FUNCTION void accumulate_both(std::int64_t first, std::int64_t last,
                                              const Add& add) const {
    const bool conjugates_mirror = op_.conjugate != op_.conjugate_mirror;
    for (std::int64_t item = first; item < last; ++item) {
      const std::int64_t line = walk_.line_of(item);
      Compute of_line{};
      const auto add_one = [&](std::int64_t to, const Compute& value) {
        if (to == line)
          of_line += value;
        else
          add(to, value);
      };
      walk_.for_each(item, [&](std::int64_t row, std::int64_t col, std::int64_t place) {
        if (!op_.filter.keeps(row, col)) return;
        const A& value = operands_.values[place];
        const std::int64_t to = op_.transposed ? col : row, from = op_.transposed ? row : col;
        add_one(to, spmv_term<Compute>(value, op_.conjugate, operands_.x[from]));
        if (to != from)
          add_one(from, spmv_term<Compute>(value, conjugates_mirror, operands_.x[to]));
      });
      if (line >= 0) add(line, of_line);
    }
  }

  NormalisedOp op_;
  Walk walk_;
  Operands operands_;
  std::int64_t results_;
  std::int64_t parts_;
  AllOwnSums<Compute, typename Exec::memory_space> sums_;
};

template <class Exec, class Offset, class Index, class A, class X, class Y, class Compute>
void launch_scatter_host(const Exec& exec, const NormalisedOp& op,
                         const StoredPattern<Offset, Index>& stored,
                         const SpmvOperands<A, X, Y, Compute>& operands) {
  const std::int64_t results = op.transposed ? stored.num_cols : stored.num_rows;
  ScatterHost<Exec, StoredWalk<Offset, Index>, A, X, Y, Compute>(
      op, {stored}, operands, results, own_sums_parts(exec, results, stored.nnz))
      .launch(exec);
}

template <class Exec, class Rows, class A, class X, class Y, class Compute>
void launch_scatter_host(const Exec& exec, const NormalisedOp& op,
                         const SpmvRowsProblem<Rows, A, X, Y, Compute>& problem) {
  const auto& rows = problem.rows;
  const std::int64_t results = op.transposed ? rows.num_cols : rows.num_rows;
  ScatterHost<Exec, RowsWalk<Rows>, A, X, Y, Compute>(op, {rows}, problem, results,
                                                      own_sums_parts(exec, results, problem.nnz))
      .launch(exec);
}

}  // namespace filigree::detail
