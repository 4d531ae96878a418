// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <filigree/detail/spmv_gather.hpp>

#include "spmv/host/column_windows.hpp"
#include "spmv/host/partition.hpp"
#include "spmv/host/scatter_rows.hpp"
#include "spmv/host/store_rows.hpp"

/// Products on a host whose stored rows add to sums of columns: each part of the rows adds to sums
/// of its own (column_windows.hpp); then what parts share is added in their order. No atomics: the
/// bits of a result depend on the parts only.

namespace filigree::detail {

/// What a part leaves in the workspace for all to read.
template <class Compute>
struct alignas(64) WindowedResult {
  ColumnWindow window;
  SpmvReduction<Compute> reduction;
};

/// The workspace of `parts` parts whose windows hold `sums` sums.
template <class Compute>
std::size_t windowed_workspace_bytes(std::int64_t parts, std::int64_t sums) {
  return std::size_t(parts) * sizeof(WindowedResult<Compute>) +
         std::size_t(sums) * sizeof(Compute) + 64;
}

/// z = alpha A^T x + beta y, where rows.add(first, last, to) adds what rows first .. last - 1 of A,
/// at most windows.block_rows of them, add to A^T x to ColumnSums `to`. Without a plan
/// windows.numbers is null, each part sums all columns, and rows.first_row(part, parts) is its
/// first row, a multiple of block_rows.
template <class Exec, class Rows, class X, class Y, class Compute>
class WindowedProduct {
 public:
  using Reduction = SpmvReduction<Compute>;
  using value_type = Reduction;
  using Result = WindowedResult<Compute>;

  /// `operands` have the workspace.
  template <class Operands>
  WindowedProduct(const Rows& rows, const Operands& operands, std::int64_t num_cols,
                  bool unit_diagonal, const ColumnWindows& windows, std::int64_t parts)
      : rows_(rows),
        store_(operands, num_cols, unit_diagonal),
        reductions_(operands.reductions),
        num_cols_(num_cols),
        windows_(windows),
        parts_(parts) {
    const auto address = reinterpret_cast<std::uintptr_t>(operands.workspace);
    auto* aligned = static_cast<std::byte*>(operands.workspace) + (64 - address % 64) % 64;
    results_ = reinterpret_cast<Result*>(aligned);
    sums_ = reinterpret_cast<Compute*>(aligned + std::size_t(parts) * sizeof(Result));
  }

  void launch(const Exec& exec) const {
    run_parts("filigree::spmv::windowed", exec, parts_,
              [this](std::int64_t part) { add_up(part); });
    if (reductions_ == nullptr)
      return run_parts("filigree::spmv::windowed_add", exec, parts_, [this](std::int64_t part) {
        Reduction unused;
        add_shared<false>(part, unused);
      });
    if constexpr (!std::is_integral_v<Compute>)
      reduce_into("filigree::spmv::windowed_reduce", exec, parts_policy(exec, parts_), parts_,
                  *this, reductions_);
  }

  void operator()(const std::int64_t part, Reduction& reduction) const {
    reduction += results_[part].reduction;
    add_shared<true>(part, reduction);
  }
  static void init(Reduction& reduction) { reduction = Reduction{}; }
  static void join(Reduction& reduction, const Reduction& other) { reduction += other; }

 private:
  void add_up(std::int64_t part) const {
    Result result;
    if (store_.needs_sums()) {
      if (windows_.numbers == nullptr)
        result.window = add_up_all(part);
      else if (reductions_ == nullptr)
        result.window = add_up_and_store<false>(part, result.reduction);
      else
        result.window = add_up_and_store<true>(part, result.reduction);
      store_.finish();
    }
    results_[part] = result;
  }

  /// A part of a plan: adds up, and stores what is complete and its own.
  template <bool Reduce>
  ColumnWindow add_up_and_store(std::int64_t part, Reduction& reduction) const {
    const ColumnWindow window = windows_.windows()[part];
    const std::int64_t last_row = windows_.first_rows()[part + 1];
    accumulate_part(
        windows_, part, WindowSums<Compute>(window, 1, sums_),
        [&](std::int64_t block, Compute* sums, std::int64_t first) {
          add_block(block, last_row, {sums, first});
        },
        [&](std::int64_t first, std::int64_t last, const Compute* sums) {
          store_.template apply<Reduce>(first, last, sums, reduction);
        });
    return window;
  }

  /// A part without a plan: its buffer holds all columns.
  ColumnWindow add_up_all(std::int64_t part) const {
    const ColumnWindow window = whole_window(part, num_cols_);
    Compute* const buffer = sums_ + window.offset;
    std::fill_n(buffer, window.capacity, Compute{});
    const std::int64_t last_row = rows_.first_row(part + 1, parts_);
    // Where no rows are left, the first one is the number of rows: within the last block.
    for (std::int64_t block = groups_of(rows_.first_row(part, parts_), windows_.block_rows);
         block * windows_.block_rows < last_row; ++block)
      add_block(block, last_row, {buffer, 0});
    return window;
  }

  void add_block(std::int64_t block, std::int64_t last_row, const ColumnSums<Compute>& to) const {
    const std::int64_t first = block * windows_.block_rows;
    rows_.add(first, std::min(first + windows_.block_rows, last_row), to);
  }

  /// Stores this part's share of the columns that no part has stored.
  template <bool Reduce>
  void add_shared(std::int64_t part, Reduction& reduction) const {
    for_each_shared(
        parts_, part, num_cols_,
        [&](std::int64_t p) -> const ColumnWindow& { return results_[p].window; },
        [&](std::int64_t first, std::int64_t last) {
          alignas(64) Compute total[host_range_rows] = {};
          for (std::int64_t p = 0; p < parts_; ++p)
            WindowSums<Compute>(results_[p].window, 1, sums_).add_kept(first, last, total);
          store_.template apply<Reduce>(first, last, total, reduction);
        });
    store_.finish();
  }

  Rows rows_;
  StoreRows<X, Y, Compute> store_;
  Compute* reductions_;
  std::int64_t num_cols_;
  ColumnWindows windows_;
  std::int64_t parts_;
  Result* results_ = nullptr;
  Compute* sums_ = nullptr;
};

}  // namespace filigree::detail
