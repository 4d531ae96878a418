// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>
#include <filigree/detail/spmv_gather.hpp>
#include <filigree/detail/spmv_row_gather.hpp>
#include <spmv/normalise.hpp>
#include <spmv/scatter.hpp>

#include "spmv/host/own_sums.hpp"
#include "spmv/host/scatter_walks.hpp"
#include "spmv/host/vector_rows.hpp"
#include "spmv/host/windowed_product.hpp"

/// Products of every format and type on a host whose entries do not lie row by row of op(A), from
/// the entries as they are stored: one-shot (own_sums.hpp) and planned (windowed_product.hpp).

namespace filigree::detail {

/// Where items first .. last - 1 of a walk add to lies among these.
template <class Walk>
ResultRange results_of(const NormalisedOp& op, const Walk& walk, std::int64_t first,
                       std::int64_t last) {
  ResultRange range;
  const bool to_rows = op.mirrored || !op.transposed, to_cols = op.mirrored || op.transposed;
  if (to_rows) walk.extend_by_rows(range, first, last);
  if (to_cols) walk.extend_by_columns(range, first, last);
  return range;
}

/// z = alpha op(A) x + beta y.
template <class Exec, class Walk, class A, class X, class Y, class Compute>
class ScatterHost {
 public:
  using Operands = SpmvOperands<A, X, Y, Compute>;

  /// `results`: places of z.
  ScatterHost(const NormalisedOp& op, const Walk& walk, const Operands& operands,
              std::int64_t results, std::int64_t parts)
      : op_(op), walk_(walk), operands_(operands), results_(results), parts_(parts) {}

  /// One-shot.
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

  /// By a plan's windows of stored rows.
  void launch(const Exec& exec, const ColumnWindows& windows) const {
    WindowedProduct<Exec, ScatterHost, X, Y, Compute>(*this, operands_, results_, op_.unit_diagonal,
                                                      windows, parts_)
        .launch(exec);
  }

  /// What WindowedProduct asks for.
  std::int64_t first_row(std::int64_t part, std::int64_t parts) const {
    return first_row_of_part(walk_, part, parts);
  }
  void add(std::int64_t first, std::int64_t last, const ColumnSums<Compute>& to) const {
    add_items(walk_.item_of_row(first), walk_.item_of_row(last), to.sums - to.first);
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
        const ResultRange range = results_of(op_, walk_, first, end);
        // What stands over the matrix's end is padding.
        if (!range.is_empty()) sums.use(range.first(), std::min(range.last(), results_ - 1));
        uses_all = range.size() > results_ / 2 && sums.uses_all();
      }
      add_items(first, end, sums.data());
    }
  }

  void add_items(std::int64_t first, std::int64_t last, Compute* to) const {
    if constexpr (adds_by_itself<Walk>)
      walk_.add(operands_.values, Compute(1), operands_.x, first, last, to);
    else
      accumulate_into(to, first, last);
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
    const bool conjugates_mirror = op_.conjugate != op_.conjugate_mirror;
    const bool line_first = walk_.by_rows() != op_.transposed;
    const bool of_line_conjugates = line_first ? op_.conjugate : conjugates_mirror;
    const bool other_conjugates = line_first ? conjugates_mirror : op_.conjugate;
    for (std::int64_t item = first; item < last; ++item) {
      if constexpr (requires { walk_.others(); }) {
        if (add_sorted_line<Below>(item, of_line_conjugates, other_conjugates, add)) continue;
      }
      add_line<Below>(item, of_line_conjugates, other_conjugates, add);
    }
  }
  template <bool Below, class Add>
  KOKKOS_INLINE_FUNCTION void add_line(std::int64_t item, bool of_line_conjugates,
                                       bool other_conjugates, Add add) const {
    const bool diagonal = op_.filter.diagonal;
    const A* const values = operands_.values;
    const X* const x = operands_.x;
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
  /// The same of a sorted line that lies within the triangle, which its end shows: only the
  /// diagonal is told apart. Returns whether it was one.
  template <bool Below, class Add>
  KOKKOS_INLINE_FUNCTION bool add_sorted_line(std::int64_t item, bool of_line_conjugates,
                                              bool other_conjugates, Add add) const {
    if (!walk_.stored.properties.sorted) return false;
    std::int64_t first = walk_.begin(item), last = walk_.begin(item + 1);
    const A* const values = operands_.values;
    const auto* const others = walk_.others();
    const std::int64_t base = walk_.base(), line = walk_.line_of(item);
    const auto end = [&] { return std::int64_t(others[Below ? last - 1 : first]) - base; };
    if (first < last && (Below ? end() > line : end() < line)) return false;
    prefetch_ahead(values + first, last - first);
    prefetch_ahead(others + first, last - first);
    const auto x_line = convert<Compute>(operands_.x[line]);
    Compute sums[2]{};
    for (; first < last && end() == line; Below ? --last : ++first)
      if (op_.filter.diagonal)
        sums[1] += spmv_term<Compute>(values[Below ? last - 1 : first], of_line_conjugates, x_line);
    const auto add_entry = [&](std::int64_t k, Compute& sum) {
      const std::int64_t other = std::int64_t(others[k]) - base;
      sum += spmv_term<Compute>(values[k], of_line_conjugates, operands_.x[other]);
      add(other, spmv_term<Compute>(values[k], other_conjugates, x_line));
    };
    std::int64_t k = first;
    for (; k + 2 <= last; k += 2) {
      add_entry(k, sums[0]);
      add_entry(k + 1, sums[1]);
    }
    if (k < last) add_entry(k, sums[0]);
    add(line, Compute(sums[0] + sums[1]));
    return true;
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

/// f(the walk of a format's stored rows): by loops that know the format where they take it.
template <class A, class X, class Compute, class Rows, class F>
auto visit_walk(const NormalisedOp& op, const Rows& rows, const F& f) {
  if constexpr (has_vector_rows<A, X, Compute>) {
    if (!op.mirrored && op.filter.keeps_all() && FormatSums<A, X, Rows>::takes(rows))
      return f(FormatWalk<A, X, Rows>(rows));
  }
  return f(RowsWalk<Rows>{rows});
}

template <class Exec, class Rows, class A, class X, class Y, class Compute>
void launch_scatter_host(const Exec& exec, const NormalisedOp& op,
                         const SpmvRowsProblem<Rows, A, X, Y, Compute>& problem) {
  const auto& rows = problem.rows;
  const std::int64_t results = op.transposed ? rows.num_cols : rows.num_rows;
  const std::int64_t parts = own_sums_parts(exec, results, problem.nnz);
  visit_walk<A, X, Compute>(op, rows, [&]<class Walk>(const Walk& walk) {
    ScatterHost<Exec, Walk, A, X, Y, Compute>(op, walk, problem, results, parts).launch(exec);
  });
}

// --- planned -------------------------------------------------------------------------------------

/// Columns that a format's last block has, or would have.
template <class Rows>
std::int64_t padded_cols(const Rows& rows) {
  std::int64_t group = 1;
  if constexpr (requires { rows.block; }) group = rows.block.cols;
  if constexpr (requires { rows.block_size; }) group = rows.block_size;
  return groups_of(rows.num_cols, group) * group;
}

/// The windows of a product with A^T of a format's stored rows.
/// \throws Error invalid_value for a column outside the matrix
template <class Exec, class Rows>
auto plan_scatter_host(std::string_view operation, const Exec& exec, const NormalisedOp& op,
                       const Rows& rows, std::int64_t parts) {
  const std::int64_t last_col = padded_cols(rows);
  std::atomic<bool> outside{false};
  const auto windows = visit_walk<double, double, double>(op, rows, [&](const auto& walk) {
    return plan_column_windows(
        exec, rows.num_rows, rows.num_cols, walk.block_rows(), parts,
        [&](std::int64_t first, std::int64_t last, std::int64_t& lowest, std::int64_t& end) {
          const auto range = results_of(op, walk, walk.item_of_row(first), walk.item_of_row(last));
          if (range.first() < 0 || range.last() >= last_col) outside = true;
          lowest = std::max<std::int64_t>(range.first(), 0);
          end = std::min(range.last() + 1, rows.num_cols);
        },
        [&](std::int64_t part) { return first_row_of_part(walk, part, parts); });
  });
  if (outside)
    throw_error(Status::invalid_value,
                {operation, "A", "a stored row names a place outside the matrix",
                 "columns of a " + std::to_string(rows.num_rows) + " x " +
                     std::to_string(rows.num_cols) + " matrix",
                 "validate(exec, A) tells which"});
  return windows;
}

template <class Exec, class Rows, class A, class X, class Y, class Compute>
void launch_planned_scatter_host(const Exec& exec, const NormalisedOp& op,
                                 const SpmvRowsProblem<Rows, A, X, Y, Compute>& problem,
                                 const ColumnWindows& windows) {
  visit_walk<A, X, Compute>(op, problem.rows, [&]<class Walk>(const Walk& walk) {
    ScatterHost<Exec, Walk, A, X, Y, Compute>(op, walk, problem, problem.rows.num_cols,
                                              windows.parts)
        .launch(exec, windows);
  });
}

}  // namespace filigree::detail
