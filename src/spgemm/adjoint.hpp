// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <filigree/core/execution.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/spgemm_adjoint_front.hpp>
#include <select/kernel_list.hpp>
#include <spgemm/host/pieces.hpp>
#include <spgemm/select.hpp>
#include <spgemm/workers.hpp>

/// Gradients of products: an entry is the product of a row of the left matrix and one of the right
/// matrix, added up in the order of the columns by every kernel.

namespace filigree::detail {

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

/// A row a time: an array says where in the left matrix's row each column is, which all entries of
/// the row look up. Rows that are wider than the array are gone through.
template <class Problem>
struct SpgemmAdjointRows {
  using Compute = typename Problem::compute_type;

  Problem problem;
  HostPieces pieces;
  std::int64_t width = 0;  ///< of the array of a worker
  std::int32_t* arrays = nullptr;

  void operator()(const std::int64_t worker) const {
    std::int32_t* const array = arrays + worker * width;
    std::fill_n(array, width, 0);
    pieces.take([&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) add_row(row, array);
    });
  }

 private:
  void add_row(std::int64_t row, std::int32_t* array) const {
    const auto &places = problem.places, &left = problem.left;
    const std::int64_t end = places.end(row);
    const std::int64_t from = left.begin(row), length = left.length(row);
    const bool adds = problem.alpha.get() != Compute{} && length > 0;
    const std::int64_t first = adds ? left.column(from) : 0;
    const std::int64_t span = adds ? left.column(from + length - 1) - first + 1 : 0;
    const bool looks_up = adds && span <= width;
    if (looks_up)
      for (std::int64_t k = 0; k < length; ++k)
        array[left.column(from + k) - first] = std::int32_t(k + 1);
    for (std::int64_t k = places.begin(row); k < end; ++k) {
      Compute sum{};
      if (looks_up)
        sum = look_up(places.column(k), array, from, first, span);
      else if (adds)
        sum = spgemm_adjoint_dot(problem, row, places.column(k));
      problem.store(k, sum);
    }
    if (looks_up)
      for (std::int64_t k = 0; k < length; ++k) array[left.column(from + k) - first] = 0;
  }

  Compute look_up(std::int64_t right_row, const std::int32_t* array, std::int64_t from,
                  std::int64_t first, std::int64_t span) const {
    const auto& right = problem.right;
    Compute sum{};
    for (std::int64_t p = right.begin(right_row), end = right.end(right_row); p < end; ++p) {
      const std::int64_t column = right.column(p) - first;
      if (column < 0 || column >= span) continue;
      if (const std::int64_t place = array[column]; place > 0)
        sum += problem.term(from + place - 1, p);
    }
    return sum;
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
  /// As SpgemmHostShape::narrow: beyond it an array would not stay in the caches.
  static constexpr std::int64_t widest = std::int64_t(1) << 19;

  static std::int64_t width(std::int64_t num_cols) {
    return std::min(groups_of(num_cols, 16) * 16, widest);
  }

  template <class Exec>
  static std::int64_t workspace_bytes(const Exec& exec, std::int64_t num_rows,
                                      std::int64_t num_cols, std::int64_t limit) {
    const std::int64_t each = 4 * width(num_cols);
    return counter_bytes + each * spgemm_workers(exec, num_rows, each, limit - counter_bytes);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    const std::int64_t num_rows = problem.places.num_rows, array = width(problem.left.num_cols);
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
