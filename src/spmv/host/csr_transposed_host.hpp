// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <filigree/detail/spmv_gather.hpp>
#include <filigree/detail/spmv_problem.hpp>

#include "pattern/compressed.hpp"
#include "spmv/host/column_windows.hpp"
#include "spmv/host/partition.hpp"
#include "spmv/host/store_rows.hpp"
#include "spmv/host/vector_scatter.hpp"

/// Products with the transposed matrix on the host, from the rows as they are stored, and with a
/// symmetric one, from one triangle: each part of the rows adds to the sums of its columns (and of
/// its rows, column_windows.hpp); then what parts share is added in their order. No atomics: the
/// bits of a result depend on the parts only.

namespace filigree::detail {

/// z = alpha A^T x + beta y, A the rows of the problem's pattern, or where these are mirrored
/// z = alpha (A + A^T - D) x + beta y, D the diagonal of A.
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
class CsrTransposedHost {
 public:
  using Problem = SpmvProblem<A, X, Y, Compute, Offset, Index>;
  using Reduction = SpmvReduction<Compute>;
  using value_type = Reduction;

  /// What a part leaves in the workspace for all to read.
  struct alignas(64) Result {
    ColumnWindow window;
    Reduction reduction;
  };

  /// The workspace of `parts` parts whose windows hold `sums` sums.
  static std::size_t workspace_bytes(std::int64_t parts, std::int64_t sums) {
    return std::size_t(parts) * sizeof(Result) + std::size_t(sums) * sizeof(Compute) + 64;
  }

  /// `windows` are a plan's. Without a plan there are none, and each part sums all columns.
  CsrTransposedHost(const Problem& problem, const CompressedIndices& compressed,
                    const ColumnWindows& windows, std::int64_t parts, Mirroring mirroring = {})
      : problem_(problem),
        rows_{problem.pattern.row_offsets,
              problem.pattern.col_indices,
              std::int64_t(problem.pattern.base),
              problem.values,
              problem.x,
              problem.pattern.conjugate,
              compressed,
              problem.pattern.num_rows,
              problem.pattern.nnz,
              mirroring},
        store_(problem),
        scatter_(mirroring.mirrored
                     ? range_scatter_for<true, A, X, Compute, Offset, Index>(host_isa())
                     : range_scatter_for<false, A, X, Compute, Offset, Index>(host_isa())),
        windows_(windows),
        parts_(parts) {
    const auto address = reinterpret_cast<std::uintptr_t>(problem.workspace);
    auto* aligned = static_cast<std::byte*>(problem.workspace) + (64 - address % 64) % 64;
    results_ = reinterpret_cast<Result*>(aligned);
    sums_ = reinterpret_cast<Compute*>(aligned + std::size_t(parts) * sizeof(Result));
  }

  void launch(const Exec& exec) const {
    Kokkos::parallel_for("filigree::spmv::csr_transposed_host", policy<Accumulate>(exec), *this);
    if (problem_.reductions == nullptr) {
      Kokkos::parallel_for("filigree::spmv::csr_transposed_host_add", policy<AddShared>(exec),
                           *this);
      return;
    }
    if constexpr (!std::is_integral_v<Compute>)
      reduce_into("filigree::spmv::csr_transposed_host_reduce", exec, policy<AddShared>(exec),
                  parts_, *this, problem_.reductions);
  }

  struct Accumulate {};
  struct AddShared {};

  void operator()(Accumulate, const std::int64_t part) const {
    Result result;
    if (store_.needs_sums()) {
      if (windows_.numbers == nullptr)
        result.window = accumulate_all(part);
      else if (problem_.reductions == nullptr)
        result.window = accumulate<false>(part, result.reduction);
      else
        result.window = accumulate<true>(part, result.reduction);
      store_.finish();
    }
    results_[part] = result;
  }
  void operator()(AddShared, const std::int64_t part) const {
    Reduction unused;
    add_shared<false>(part, unused);
  }
  void operator()(AddShared, const std::int64_t part, Reduction& reduction) const {
    reduction += results_[part].reduction;
    add_shared<true>(part, reduction);
  }

  static void init(Reduction& reduction) { reduction = Reduction{}; }
  static void join(Reduction& reduction, const Reduction& other) { reduction += other; }

 private:
  template <class Tag>
  auto policy(const Exec& exec) const {
    return Kokkos::RangePolicy<Exec, Tag, Kokkos::IndexType<std::int64_t>>(exec, 0, parts_,
                                                                           Kokkos::ChunkSize(1));
  }

  RowRange range_of(std::int64_t block, std::int64_t last_row) const {
    const std::int64_t first = block * host_range_rows;
    const auto encoding = rows_.indices.block_encoding == nullptr
                              ? IndexEncoding::raw
                              : IndexEncoding(rows_.indices.block_encoding[block]);
    return {block, first, std::min(first + host_range_rows, last_row), encoding};
  }

  /// A part of a plan: adds up, and stores what is complete and its own.
  template <bool Reduce>
  ColumnWindow accumulate(std::int64_t part, Reduction& reduction) const {
    const ColumnWindow window = windows_.windows()[part];
    const std::int64_t last_row = windows_.first_rows()[part + 1];
    accumulate_part(
        windows_, part, WindowSums<Compute>(window, 1, sums_),
        [&](std::int64_t block, Compute* sums, std::int64_t first) {
          scatter_(rows_, range_of(block, last_row), {sums, first});
        },
        [&](std::int64_t first, std::int64_t last, const Compute* sums) {
          store_.template apply<Reduce>(first, last, sums, reduction);
        });
    return window;
  }

  /// A part without a plan: its buffer holds all columns.
  ColumnWindow accumulate_all(std::int64_t part) const {
    const auto& pattern = problem_.pattern;
    const ColumnWindow window = whole_window(part, pattern.num_cols);
    Compute* const buffer = sums_ + window.offset;
    std::fill_n(buffer, window.capacity, Compute{});
    const std::int64_t last_row = first_row_of_part(pattern, part + 1, parts_, host_range_rows);
    std::int64_t row = first_row_of_part(pattern, part, parts_, host_range_rows);
    for (; row < last_row; row += host_range_rows)
      scatter_(rows_, range_of(row / host_range_rows, last_row), {buffer, 0});
    return window;
  }

  /// Stores this part's share of the columns that no part has stored.
  template <bool Reduce>
  void add_shared(std::int64_t part, Reduction& reduction) const {
    for_each_shared(
        parts_, part, problem_.pattern.num_cols,
        [&](std::int64_t p) -> const ColumnWindow& { return results_[p].window; },
        [&](std::int64_t first, std::int64_t last) {
          alignas(64) Compute total[host_range_rows] = {};
          for (std::int64_t p = 0; p < parts_; ++p)
            WindowSums<Compute>(results_[p].window, 1, sums_).add_kept(first, last, total);
          store_.template apply<Reduce>(first, last, total, reduction);
        });
    store_.finish();
  }

  Problem problem_;
  HostRows<A, X, Offset, Index> rows_;
  StoreRows<X, Y, Compute> store_;
  RangeScatter<A, X, Compute, Offset, Index> scatter_;
  ColumnWindows windows_;
  std::int64_t parts_;
  Result* results_ = nullptr;
  Compute* sums_ = nullptr;
};

}  // namespace filigree::detail
