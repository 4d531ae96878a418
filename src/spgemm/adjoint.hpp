// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <filigree/core/execution.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/spgemm_adjoint_front.hpp>
#include <select/kernel_list.hpp>
#include <spgemm/host/pieces.hpp>
#include <spgemm/host/places.hpp>
#include <spgemm/select.hpp>
#include <spgemm/workers.hpp>

/// Gradients of products: an entry is the product of a row of the left matrix and one of the right
/// matrix, added up in the order of the columns by every kernel.

namespace filigree::detail {

/// One gradient as kernels take it.
template <class Index, class AB, class C_, class Compute>
struct SpgemmAdjointProblem {
  using index_type = Index;
  using ab_scalar = AB;
  using c_scalar = C_;
  using compute_type = Compute;

  SpgemmRows<Index> places;  ///< those of the gradient, in any order
  SpgemmRows<Index> left;    ///< sorted, no column twice; so is right
  SpgemmRows<Index> right;
  // Where an entry of `places` is stored: as SpgemmOperand has it.
  const std::int64_t* sources = nullptr;
  const std::int64_t* segments = nullptr;
  bool conjugate_right = false;   ///< the stored values of right
  bool conjugate_result = false;  ///< the whole formula: of an operand that is conjugated

  ScalarArgument<Compute> alpha;  ///< nothing of left and right reaches the result where it is 0
  ScalarArgument<Compute> beta;   ///< the gradient is not read where it is 0
  const C_* left_values = nullptr;
  const AB* right_values = nullptr;
  AB* gradient = nullptr;

  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;

  KOKKOS_FUNCTION void store(std::int64_t k, const Compute& sum) const {
    const Compute factor = alpha.get();
    Compute value = factor == Compute{} ? Compute{} : detail::conjugate(factor) * sum;
    if (conjugate_result) value = detail::conjugate(value);
    if (sources == nullptr)
      write(k, value);
    else if (segments == nullptr)
      write(sources[k] / 2, value);
    else
      for (std::int64_t s = segments[k]; s < segments[k + 1]; ++s) write(sources[s] / 2, value);
  }

  /// A term of the sum: of two entries of one column.
  KOKKOS_FUNCTION Compute term(std::int64_t in_left, std::int64_t in_right) const {
    return convert<Compute>(left_values[in_left]) *
           spgemm_value<Compute>(right_values[in_right], !conjugate_right);
  }

 private:
  KOKKOS_FUNCTION void write(std::int64_t place, Compute value) const {
    const Compute factor = beta.get();
    if (factor != Compute{}) value += factor * convert<Compute>(gradient[place]);
    gradient[place] = convert<AB>(value);
  }
};

/// The sum of an entry of two ascending rows.
template <class Problem>
KOKKOS_FUNCTION typename Problem::compute_type spgemm_adjoint_dot(const Problem& problem,
                                                                  std::int64_t row,
                                                                  std::int64_t right_row) {
  const auto &left = problem.left, &right = problem.right;
  std::int64_t q = left.begin(row);
  const std::int64_t q_end = left.end(row), p_end = right.end(right_row);
  // Going through the longer row reads all of it, searching about its logarithm a column.
  const bool searches = left.length(row) > 16 * right.length(right_row);
  typename Problem::compute_type sum{};
  for (std::int64_t p = right.begin(right_row); p < p_end; ++p) {
    const std::int64_t column = right.column(p);
    if (searches)
      q = partition_point(q, q_end, [&](std::int64_t k) { return left.column(k) < column; });
    else
      while (q < q_end && left.column(q) < column) ++q;
    if (q == q_end) break;
    if (left.column(q) == column) sum += problem.term(q, p);
  }
  return sum;
}

/// An entry a thread.
template <class Problem>
struct SpgemmAdjointEntries {
  using Compute = typename Problem::compute_type;
  Problem problem;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const {
    const auto& places = problem.places;
    const std::int64_t row = partition_point(
        0, places.num_rows, [&](std::int64_t other) { return places.end(other) <= k; });
    const bool adds = problem.alpha.get() != Compute{};
    problem.store(k, adds ? spgemm_adjoint_dot(problem, row, places.column(k)) : Compute{});
  }
};

struct SpgemmAdjointGeneric {
  static constexpr std::string_view name = "spgemm_adjoint_generic";

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    Kokkos::parallel_for(
        "filigree::spgemm::adjoint",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, problem.places.nnz),
        SpgemmAdjointEntries<Problem>{problem});
  }
};

/// A row at a time: all entries of the row look up where in the left matrix's row a column is.
template <class Problem>
struct SpgemmAdjointRows {
  using Index = typename Problem::index_type;
  using Compute = typename Problem::compute_type;

  Problem problem;
  HostPieces pieces;
  std::int64_t width = 0;  ///< of a worker's array
  std::int32_t* arrays = nullptr;

  void operator()(const std::int64_t worker) const {
    HostPlaces<Index> of_left(problem.left, arrays + worker * width);
    pieces.take([&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) add_row(row, of_left);
    });
  }

 private:
  void add_row(std::int64_t row, HostPlaces<Index>& of_left) const {
    const auto &places = problem.places, &right = problem.right;
    const bool adds = problem.alpha.get() != Compute{};
    if (adds) of_left.enter(row);
    for (std::int64_t k = places.begin(row), end = places.end(row); k < end; ++k) {
      const std::int64_t right_row = places.column(k), right_end = right.end(right_row);
      Compute sum{};
      for (std::int64_t p = right.begin(right_row); adds && p < right_end; ++p)
        if (const std::int64_t q = of_left.find(right.column(p)); q >= 0) sum += problem.term(q, p);
      problem.store(k, sum);
    }
    if (adds) of_left.leave();
  }
};

struct SpgemmAdjointHost {
  static constexpr std::string_view name = "spgemm_adjoint_host";

  template <class Exec, class Places>
  static constexpr bool takes = is_host_execution_v<Exec>;
  static bool can_implement(const SpgemmInput& input) { return input.num_rows > 0; }
  static double seconds(const SpgemmInput&) { return 1; }

  /// The pieces' counter, with a cache line of its own.
  static constexpr std::int64_t counter_bytes = 64;
  template <class Exec>
  static std::int64_t workspace_bytes(const Exec& exec, std::int64_t num_rows,
                                      std::int64_t num_cols, std::int64_t limit) {
    const std::int64_t each = 4 * HostPlaces<std::int32_t>::width(num_cols);
    return counter_bytes + each * spgemm_workers(exec, num_rows, each, limit - counter_bytes);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    const std::int64_t num_rows = problem.places.num_rows;
    const std::int64_t array = HostPlaces<std::int32_t>::width(problem.left.num_cols);
    const std::int64_t given = std::int64_t(problem.workspace_bytes) - counter_bytes;
    const std::int64_t workers = spgemm_workers(exec, num_rows, 4 * array, given);
    auto* const memory = static_cast<std::byte*>(problem.workspace);
    const SpgemmAdjointRows<Problem> rows{
        problem, HostPieces(num_rows, workers, reinterpret_cast<std::int64_t*>(memory)), array,
        reinterpret_cast<std::int32_t*>(memory + counter_bytes)};
    Kokkos::parallel_for(
        "filigree::spgemm::adjoint_host",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, workers), rows);
  }
};

}  // namespace filigree::detail
