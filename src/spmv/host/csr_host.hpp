// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <filigree/detail/spmv_gather.hpp>
#include <filigree/detail/spmv_problem.hpp>

#include "pattern/compressed.hpp"
#include "spmv/host/partition.hpp"
#include "spmv/host/store_rows.hpp"
#include "spmv/host/vector_rows.hpp"

/// SpMV on the host: as many parts as threads, of equal weight, each walked by one thread in row
/// blocks. The sums of a block stay in the first-level cache until alpha, beta, y and the
/// reductions have been applied. Rows are summed in an order that depends on their block only, so
/// results are the same in every run; with a compressed plan also with any number of threads.

namespace filigree::detail {

/// z = alpha A x + beta y, one part a call.
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
class CsrHost {
 public:
  using Problem = SpmvProblem<A, X, Y, Compute, Offset, Index>;
  using Reduction = SpmvReduction<Compute>;
  using value_type = Reduction;

  /// `first_rows` holds parts + 1 rows; null: the parts are found anew.
  CsrHost(const Problem& problem, const CompressedIndices& compressed,
          const std::int64_t* first_rows, std::int64_t parts)
      : problem_(problem),
        rows_{problem.pattern.row_offsets,
              problem.pattern.col_indices,
              std::int64_t(problem.pattern.base),
              problem.values,
              problem.x,
              problem.pattern.conjugate,
              compressed,
              problem.pattern.num_rows,
              problem.pattern.nnz},
        sums_(range_sums_for<A, X, Compute, Offset, Index>(host_isa())),
        first_rows_(first_rows),
        parts_(parts) {}

  void launch(const Exec& exec) const {
    if (problem_.reductions == nullptr)
      return run_parts("filigree::spmv::csr_host", exec, parts_, *this);
    if constexpr (!std::is_integral_v<Compute>)
      reduce_into("filigree::spmv::csr_host_reduce", exec, parts_policy(exec, parts_), parts_,
                  *this, problem_.reductions);
  }

  void operator()(const std::int64_t part) const {
    Reduction unused;
    run<false>(part, unused);
  }
  void operator()(const std::int64_t part, Reduction& reduction) const {
    run<true>(part, reduction);
  }

  static void init(Reduction& reduction) { reduction = Reduction{}; }
  static void join(Reduction& reduction, const Reduction& other) { reduction += other; }

 private:
  std::int64_t first_row(std::int64_t part) const {
    if (first_rows_ != nullptr) return first_rows_[part];
    return first_row_of_part(problem_.pattern, part, parts_,
                             std::max(rows_.indices.rows_per_block, 1));
  }

  template <bool Reduce>
  void run(std::int64_t part, Reduction& reduction) const {
    const std::int64_t end = first_row(part + 1);
    const std::int64_t rows_per_block =
        rows_.indices.block_encoding != nullptr ? rows_.indices.rows_per_block : host_range_rows;
    const StoreRows<X, Y, Compute> store(problem_);
    for (std::int64_t first = first_row(part); first < end;) {
      const std::int64_t block = first / rows_per_block;
      const auto encoding = rows_.indices.block_encoding != nullptr
                                ? IndexEncoding(rows_.indices.block_encoding[block])
                                : IndexEncoding::raw;
      const std::int64_t block_end = std::min((block + 1) * rows_per_block, end);
      const std::int64_t last = end_of_range(first, std::min(first + host_range_rows, block_end));
      alignas(64) Compute sums[host_range_rows];
      if (!store.needs_sums())
        std::fill_n(sums, last - first, Compute{});
      else if (problem_.pattern.value_index == nullptr)
        sums_(rows_, {block, first, last, encoding}, sums);
      else
        sum_elsewhere({block, first, last, encoding}, sums);
      store.template apply<Reduce>(first, last, sums, reduction);
      first = last;
    }
    store.finish();
  }

  // Where values lie in another order than the rows, those of a range are copied first.

  static constexpr std::int64_t copied_values = 16384 / std::int64_t(sizeof(A));

  std::int64_t end_of_range(std::int64_t first, std::int64_t last) const {
    if (problem_.pattern.value_index == nullptr) return last;
    const std::int64_t begin = rows_.begin(first);
    while (last > first + 1 && rows_.begin(last) - begin > copied_values)
      last = first + (last - first) / 2;
    return last;
  }

  void sum_elsewhere(const RowRange& range, Compute* sums) const {
    alignas(64) A values[copied_values];
    const std::int64_t begin = rows_.begin(range.first), end = rows_.begin(range.last);
    if (end - begin > copied_values) {  // one long row
      sums[0] = Compute{};
      for (std::int64_t k = begin; k < end; ++k)
        sums[0] += multiply<Compute>(value_of(k), rows_.based_x()[rows_.cols[k]], rows_.conjugate);
      return;
    }
    for (std::int64_t k = begin; k < end; ++k) values[k - begin] = value_of(k);
    HostRows<A, X, Offset, Index> copied = rows_;
    copied.values = values - begin;
    sums_(copied, range, sums);
  }

  A value_of(std::int64_t entry) const {
    const auto place = std::int64_t(problem_.pattern.value_index[entry]);
    return place >= 0 ? problem_.values[place] : detail::conjugate(problem_.values[~place]);
  }

  Problem problem_;
  HostRows<A, X, Offset, Index> rows_;
  RangeSums<A, X, Compute, Offset, Index> sums_;
  const std::int64_t* first_rows_;
  std::int64_t parts_;
};

/// Launches for a plan (`first_rows` and `parts` from it) or for a single product (none: the parts
/// are made for exec's threads).
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
void launch_csr_host(const Exec& exec, const SpmvProblem<A, X, Y, Compute, Offset, Index>& problem,
                     const CompressedIndices& compressed, const std::int64_t* first_rows,
                     std::int64_t parts) {
  if (first_rows == nullptr)
    parts = host_parts(exec, problem.pattern.nnz + problem.pattern.num_rows);
  CsrHost<Exec, A, X, Y, Compute, Offset, Index>(problem, compressed, first_rows, parts)
      .launch(exec);
}

}  // namespace filigree::detail
