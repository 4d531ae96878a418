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

// How a matrix is walked: by items. Where the walk has_lines, each is a row (by_rows) or a column,
// with the number line_of(item); else its entries may be of any rows and columns.

/// Rows of a Csr or columns of a Csc matrix.
template <class Offset, class Index>
struct LinesWalk {
  static constexpr bool has_lines = true;
  static constexpr bool is_by_entry = false;

  StoredPattern<Offset, Index> stored;

  KOKKOS_INLINE_FUNCTION bool by_rows() const { return stored.format == StoredFormat::csr; }
  KOKKOS_INLINE_FUNCTION std::int64_t num_items() const {
    return by_rows() ? stored.num_rows : stored.num_cols;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t line_of(std::int64_t item) const { return item; }

  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part, std::int64_t parts) const {
    return first_of_part(num_items(), part, parts, double(stored.nnz), double(row_weight),
                         [&](std::int64_t i) { return std::int64_t(stored.offsets[i]) - base(); });
  }

  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t item, const F& f) const {
    const std::int64_t from = base(), end = std::int64_t(stored.offsets[item + 1]) - from;
    std::int64_t k = std::int64_t(stored.offsets[item]) - from;
    if (by_rows())
      for (; k < end; ++k) f(item, std::int64_t(stored.col_indices[k]) - from, k);
    else
      for (; k < end; ++k) f(std::int64_t(stored.row_indices[k]) - from, item, k);
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t base() const {
    return stored.properties.index_base == IndexBase::one ? 1 : 0;
  }
};

/// Entries of a coordinate matrix.
template <class Offset, class Index>
struct EntriesWalk {
  static constexpr bool has_lines = false;
  static constexpr bool is_by_entry = true;

  StoredPattern<Offset, Index> stored;

  KOKKOS_INLINE_FUNCTION std::int64_t num_items() const { return stored.nnz; }
  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part, std::int64_t parts) const {
    return even_share(stored.nnz, part, parts);
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t item, const F& f) const {
    const std::int64_t from = stored.properties.index_base == IndexBase::one ? 1 : 0;
    const std::int64_t at = item * stored.index_stride();
    f(std::int64_t(stored.row_indices[at]) - from, std::int64_t(stored.col_indices[at]) - from,
      item);
  }
};

/// Stored rows of a format with a row visitor.
template <class Rows>
struct RowsWalk {
  static constexpr bool has_lines = true;
  static constexpr bool is_by_entry = false;

  Rows rows;

  KOKKOS_INLINE_FUNCTION bool by_rows() const { return true; }
  KOKKOS_INLINE_FUNCTION std::int64_t num_items() const { return rows.num_rows; }
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

/// Ell rows some at a time, as a row's entries lie far from each other.
template <class Index>
struct RowsWalk<EllRows<Index>> {
  static constexpr bool has_lines = false;
  static constexpr bool is_by_entry = false;
  static constexpr std::int64_t rows_of_item = 64;

  EllRows<Index> rows;

  KOKKOS_INLINE_FUNCTION std::int64_t num_items() const {
    return groups_of(rows.num_rows, rows_of_item);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part, std::int64_t parts) const {
    return even_share(num_items(), part, parts);
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t item, const F& f) const {
    const std::int64_t first = item * rows_of_item;
    const std::int64_t last = std::min(first + rows_of_item, rows.num_rows);
    for (std::int64_t j = 0; j < rows.ell_width; ++j)
      for (std::int64_t row = first; row < last; ++row) {
        const std::int64_t place = j * rows.row_stride + row;
        if (rows.col_indices[place] >= 0)
          f(row, std::int64_t(rows.col_indices[place]) - rows.base, place);
      }
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
    run_parts("filigree::spmv::scatter_host", exec, parts_,
              [this](std::int64_t part) { add_part(part); });
    run_parts("filigree::spmv::scatter_host_add", exec, parts_,
              [this](std::int64_t share) { add_shares(share); });
  }

 private:
  KOKKOS_INLINE_FUNCTION void add_part(std::int64_t part) const {
    const auto sums = sums_.of_part(part);
    sums.clear(sums_.blocks());
    // Where alpha is 0 nothing of A and x may reach the result, not even a NaN.
    if (operands_.alpha.get() == Compute{}) return;
    accumulate(walk_.first_item(part, parts_), walk_.first_item(part + 1, parts_),
               [&](std::int64_t to, const Compute& value) { *sums.at(to) += value; });
  }

  KOKKOS_INLINE_FUNCTION void add_shares(std::int64_t share) const {
    const std::int64_t last_block = even_share(sums_.blocks(), share + 1, parts_);
    for (std::int64_t block = even_share(sums_.blocks(), share, parts_); block < last_block;
         ++block) {
      const std::int64_t first = block * own_sums_block;
      const std::int64_t last = std::min(first + own_sums_block, results_);
      Compute totals[own_sums_block] = {};
      for (std::int64_t part = 0; part < parts_; ++part)
        sums_.of_part(part).add_to(totals, first, last);
      for (std::int64_t i = first; i < last; ++i)
        spmv_store(operands_, op_.unit_diagonal, StoreResult{}, i, totals[i - first]);
    }
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
    if constexpr (Walk::has_lines) {
      if (op_.mirrored) return accumulate_both(first, last, add);
    }
    const EntryFilter filter = op_.filter;
    const bool keeps_all = filter.keeps_all(), turned = op_.transposed, conjugates = op_.conjugate;
    [[maybe_unused]] const bool mirrored = op_.mirrored;
    [[maybe_unused]] const bool conjugates_mirror = op_.conjugate != op_.conjugate_mirror;
    const A* const values = operands_.values;
    const X* const x = operands_.x;
    // Successive coordinates may well be of one row: their sum is added once.
    const bool has_runs = Walk::is_by_entry && !turned;
    std::int64_t run = -1;
    Compute of_run{};
    for (std::int64_t item = first; item < last; ++item)
      walk_.for_each(item, [&](std::int64_t row, std::int64_t col, std::int64_t place) {
        if (!keeps_all && !filter.keeps(row, col)) return;
        const std::int64_t to = turned ? col : row, from = turned ? row : col;
        const Compute value = spmv_term<Compute>(values[place], conjugates, x[from]);
        if (!has_runs) {
          add(to, value);
        } else {
          if (to != run) {
            if (run >= 0) add(run, of_run);
            run = to;
            of_run = Compute{};
          }
          of_run += value;
        }
        if constexpr (!Walk::has_lines) {
          if (mirrored && to != from)
            add(from, spmv_term<Compute>(values[place], conjugates_mirror, x[to]));
        }
      });
    if (run >= 0) add(run, of_run);
  }

  /// Entries that act at (row, col) and, off the diagonal, at (col, row). What they add to the
  /// result of their own line is summed before.
  template <class Add>
  KOKKOS_INLINE_FUNCTION void accumulate_both(std::int64_t first, std::int64_t last,
                                              const Add& add) const {
    const EntryFilter filter = op_.filter;
    const A* const values = operands_.values;
    const X* const x = operands_.x;
    const bool by_rows = walk_.by_rows();
    const bool conjugates_mirror = op_.conjugate != op_.conjugate_mirror;
    const bool line_first = by_rows != op_.transposed;
    const bool of_line_conjugates = line_first ? op_.conjugate : conjugates_mirror;
    const bool other_conjugates = line_first ? conjugates_mirror : op_.conjugate;
    for (std::int64_t item = first; item < last; ++item) {
      const std::int64_t line = walk_.line_of(item);
      const X x_line = x[line];
      Compute of_line{};
      walk_.for_each(item, [&](std::int64_t row, std::int64_t col, std::int64_t place) {
        if (!filter.keeps(row, col)) return;
        const std::int64_t other = by_rows ? col : row;
        of_line += spmv_term<Compute>(values[place], of_line_conjugates, x[other]);
        if (other != line) add(other, spmv_term<Compute>(values[place], other_conjugates, x_line));
      });
      add(line, of_line);
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
  // Where no memory may be taken any more, z has the compute type.
  const std::int64_t parts = operands.may_allocate ? own_sums_parts(exec, results, stored.nnz) : 1;
  if (stored.is_coo())
    ScatterHost<Exec, EntriesWalk<Offset, Index>, A, X, Y, Compute>(op, {stored}, operands, results,
                                                                    parts)
        .launch(exec);
  else
    ScatterHost<Exec, LinesWalk<Offset, Index>, A, X, Y, Compute>(op, {stored}, operands, results,
                                                                  parts)
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
