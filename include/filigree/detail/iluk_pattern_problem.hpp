// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

#include <filigree/core/export.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/reorder_problem.hpp>

/// Fill by levels as the library finds it.

namespace filigree::detail {

/// Rows with ascending columns, all counted from the matrix's base.
struct FilledPattern {
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> columns;
  std::vector<std::int64_t> places;  ///< of A's entries, from 0
};

/// Throws invalid_value or matrix_type_not_supported.
FILIGREE_EXPORT void check_iluk_pattern(std::int64_t num_rows, std::int64_t num_cols,
                                        const MatrixProperties& properties, std::int64_t level);

/// \param max_entries of the result
/// \throws Error as iluk_pattern
template <class Exec, class Index>
FILIGREE_EXPORT FilledPattern fill_by_levels(const Exec& exec, const ReorderProblem<Index>& problem,
                                             std::int64_t level, std::int64_t max_entries);

/// An array of the host, perhaps as one of another type.
template <class T, class MemorySpace, class Exec, class From>
Kokkos::View<T*, MemorySpace> uploaded(std::string_view operation, const Exec& exec,
                                       const std::vector<From>& from) {
  const auto result =
      allocate<T, MemorySpace>(operation, exec, "filigree::uploaded", std::int64_t(from.size()));
  if (from.empty()) return result;
  const std::vector<T> narrowed(from.begin(), from.end());
  Kokkos::deep_copy(exec, result,
                    Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                        narrowed.data(), narrowed.size()));
  exec.fence("filigree::uploaded");
  return result;
}

}  // namespace filigree::detail
