// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <filigree/detail/spmv_gather.hpp>
#include <filigree/detail/spmv_row_gather.hpp>
#include <spmv/normalise.hpp>
#include <spmv/scatter.hpp>

#include "spmv/host/own_sums.hpp"
#include "spmv/host/scatter_walks.hpp"
#include "spmv/host/vector_rows.hpp"

/// One-shot products of every format and type on a host whose entries do not lie row by row of
/// op(A), from the entries as they are stored (own_sums.hpp).

namespace filigree::detail {

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
        begin_result(exec);
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
  /// Some items at a time: what they may add to is cleared before, so that no addition asks.
  void add_part(std::int64_t part) const {
    const auto sums = sums_.of_part(part);
    sums.clear();
    // Where alpha is 0 nothing of A and x may reach the result, not even a NaN.
    if (operands_.alpha.get() == Compute{}) return;
    const std::int64_t last = walk_.first_item(part + 1, parts_);
    bool uses_all = false;
    for (std::int64_t first = walk_.first_item(part, parts_), end; first < last; first = end) {
      end = std::min(last, first + Walk::items_at_a_time);
      if (!uses_all) {
        const ResultRange range = results_of(first, end);
        // What stands over the matrix's end is padding.
        if (!range.is_empty()) sums.use(range.first(), std::min(range.last(), results_ - 1));
        uses_all = range.size() > results_ / 2 && sums.uses_all();
      }
      Compute* const to = sums.data();
      if constexpr (adds_by_itself<Walk>)
        walk_.add(operands_.values, Compute(1), operands_.x, first, end, to);
      else
        accumulate_into(to, first, end);
    }
  }

  /// Where items first .. last - 1 add to lies among these.
  ResultRange results_of(std::int64_t first, std::int64_t last) const {
    ResultRange range;
    const bool to_rows = op_.mirrored || !op_.transposed, to_cols = op_.mirrored || op_.transposed;
    if (to_rows) walk_.extend_by_rows(range, first, last);
    if (to_cols) walk_.extend_by_columns(range, first, last);
    return range;
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

  void begin_result(const Exec& exec) const {
    if (operands_.beta.get() == Compute{} && !op_.unit_diagonal) {
      exec.fence("filigree::spmv: before the result is cleared");
      std::fill_n(operands_.z, results_, Y{});
      return;
    }
    scale_result(exec, results_, op_.unit_diagonal, operands_);
    exec.fence("filigree::spmv: scaled");
  }

  /// By one thread.
  void add_to_result() const {
    const Compute alpha = operands_.alpha.get();
    if (alpha == Compute{}) return;
    if constexpr (adds_by_itself<Walk>)
      walk_.add(operands_.values, alpha, operands_.x, 0, walk_.num_items(), operands_.z);
    else
      accumulate_into_result(alpha);
  }

  KOKKOS_INLINE_FUNCTION void accumulate_into(Compute* to, std::int64_t first,
                                              std::int64_t last) const {
    accumulate(first, last, [to](std::int64_t i, const Compute& value) { to[i] += value; });
  }
  KOKKOS_INLINE_FUNCTION void accumulate_into_result(const Compute& alpha) const {
    Y* const z = operands_.z;
    if (alpha == Compute(1))
      accumulate(0, walk_.num_items(),
                 [=](std::int64_t to, const Compute& value) { z[to] += value; });
    else
      accumulate(0, walk_.num_items(),
                 [=](std::int64_t to, const Compute& value) { z[to] += Compute(alpha * value); });
  }

  /// Calls add(place, value) for what items first .. last - 1 add to op(A) x.
  template <class Add>
  KOKKOS_INLINE_FUNCTION void accumulate(std::int64_t first, std::int64_t last,
                                         const Add& add) const {
    if constexpr (Walk::has_lines) {
      if (op_.mirrored) return accumulate_both(first, last, add);
      return op_.filter.keeps_all() ? accumulate_lines<false>(first, last, add)
                                    : accumulate_lines<true>(first, last, add);
    } else {
      if (op_.mirrored || !op_.filter.keeps_all())
        return accumulate_entries<true>(first, last, add);
      return accumulate_entries<false>(first, last, add);
    }
  }

  /// Entries that add to the result of their other index: the line's x is read once.
  template <bool Filtered, class Add>
  KOKKOS_INLINE_FUNCTION void accumulate_lines(std::int64_t first, std::int64_t last,
                                               const Add& add) const {
    const EntryFilter filter = filter_by_line();
    const A* const values = operands_.values;
    const bool conjugates = op_.conjugate;
    for (std::int64_t item = first; item < last; ++item) {
      const std::int64_t line = walk_.line_of(item);
      const auto x_line = convert<Compute>(operands_.x[line]);
      walk_.for_each_other(item, [&](std::int64_t other, std::int64_t place) {
        if constexpr (Filtered) {
          if (!filter.keeps(line, other)) return;
        }
        add(other, spmv_term<Compute>(values[place], conjugates, x_line));
      });
    }
  }

  /// Entries of any rows and columns.
  template <bool Special, class Add>
  KOKKOS_INLINE_FUNCTION void accumulate_entries(std::int64_t first, std::int64_t last,
                                                 const Add& add) const {
    if (op_.transposed)
      accumulate_entries<Special, true>(first, last, add);
    else
      accumulate_entries<Special, false>(first, last, add);
  }
  template <bool Special, bool Transposed, class Add>
  KOKKOS_INLINE_FUNCTION void accumulate_entries(std::int64_t first, std::int64_t last,
                                                 const Add& add) const {
    const EntryFilter filter = op_.filter;
    const A* const values = operands_.values;
    const X* const x = operands_.x;
    const bool conjugates = op_.conjugate;
    // Successive coordinates may well be of one row: their sum is added once.
    constexpr bool has_runs = Walk::is_by_entry && !Transposed;
    std::int64_t run = -1;
    Compute of_run{};
    for (std::int64_t item = first; item < last; ++item)
      walk_.for_each(item, [&](std::int64_t row, std::int64_t col, std::int64_t place) {
        if constexpr (Special) {
          if (!filter.keeps(row, col)) return;
        }
        const std::int64_t to = Transposed ? col : row, from = Transposed ? row : col;
        const Compute value = spmv_term<Compute>(values[place], conjugates, x[from]);
        if constexpr (!has_runs) {
          add(to, value);
        } else {
          if (to != run) {
            if (run >= 0) add(run, of_run);
            run = to;
            of_run = Compute{};
          }
          of_run += value;
        }
        if constexpr (Special) {
          if (op_.mirrored && to != from)
            add(from, spmv_term<Compute>(values[place], conjugates != op_.conjugate_mirror, x[to]));
        }
      });
    if (run >= 0) add(run, of_run);
  }

  /// Entries of the triangle that is stored act at (row, col) and, off the diagonal, at (col, row).
  template <class Add>
  KOKKOS_INLINE_FUNCTION void accumulate_both(std::int64_t first, std::int64_t last,
                                              const Add& add) const {
    return filter_by_line().below ? accumulate_both<true>(first, last, add)
                                  : accumulate_both<false>(first, last, add);
  }
  /// What they add to the result of their own line is summed before.
  template <bool Below, class Add>
  KOKKOS_INLINE_FUNCTION void accumulate_both(std::int64_t first, std::int64_t last,
                                              Add add) const {
    const bool diagonal = op_.filter.diagonal;
    const A* const values = operands_.values;
    const X* const x = operands_.x;
    const bool conjugates_mirror = op_.conjugate != op_.conjugate_mirror;
    const bool line_first = walk_.by_rows() != op_.transposed;
    const bool of_line_conjugates = line_first ? op_.conjugate : conjugates_mirror;
    const bool other_conjugates = line_first ? conjugates_mirror : op_.conjugate;
    for (std::int64_t item = first; item < last; ++item) {
      const std::int64_t line = walk_.line_of(item);
      const auto x_line = convert<Compute>(x[line]);
      Compute of_line{};
      walk_.for_each_other(item, [&](std::int64_t other, std::int64_t place) {
        const bool mirrors = Below ? other < line : other > line;
        if (!mirrors && !(other == line && diagonal)) return;
        of_line += spmv_term<Compute>(values[place], of_line_conjugates, x[other]);
        if (mirrors) add(other, spmv_term<Compute>(values[place], other_conjugates, x_line));
      });
      add(line, of_line);
    }
  }

  /// The filter of (line, other index).
  KOKKOS_INLINE_FUNCTION EntryFilter filter_by_line() const {
    EntryFilter result = op_.filter;
    if (!walk_.by_rows()) {
      result.below = op_.filter.above;
      result.above = op_.filter.below;
    }
    return result;
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
  const std::int64_t parts = own_sums_parts(exec, results, problem.nnz);
  const auto launch = [&]<class Walk>(const Walk& walk) {
    ScatterHost<Exec, Walk, A, X, Y, Compute>(op, walk, problem, results, parts).launch(exec);
  };
  if constexpr (has_vector_rows<A, X, Compute>) {
    if (!op.mirrored && op.filter.keeps_all() && FormatSums<A, X, Rows>::takes(rows))
      return launch(FormatWalk<A, X, Rows>(rows));
  }
  launch(RowsWalk<Rows>{rows});
}

}  // namespace filigree::detail
