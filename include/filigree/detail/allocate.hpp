// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <exception>
#include <limits>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/huge_pages.hpp>

namespace filigree::detail {

[[noreturn]] FILIGREE_EXPORT void throw_alloc_failed(std::string_view operation,
                                                     const std::string& label, std::int64_t length,
                                                     std::size_t entry_bytes);
/// The same in the handler of what an allocation has thrown, which it throws again where that is
/// not about memory. \throws Error execution_failed where the device has failed before
[[noreturn]] FILIGREE_EXPORT void rethrow_alloc_failed(std::string_view operation,
                                                       const std::string& label,
                                                       std::int64_t length,
                                                       std::size_t entry_bytes);

/// An array whose contents are undefined, made on `exec` without waiting for other instances.
/// \throws Error alloc_failed without that memory; where `operation` is empty, see
/// rethrow_as_error.
template <class T, class MemorySpace, class Exec>
Kokkos::View<T*, MemorySpace> allocate(std::string_view operation, const Exec& exec,
                                       const std::string& label, std::int64_t length) {
  // Kokkos multiplies without a look at the range.
  if (length > std::numeric_limits<std::int64_t>::max() / std::int64_t(2 * sizeof(T)))
    throw_alloc_failed(operation, label, length, sizeof(T));
  try {
    const Kokkos::View<T*, MemorySpace> result(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), length);
    advise_huge_pages(result);
    return result;
  } catch (const std::exception&) {
    rethrow_alloc_failed(operation, label, length, sizeof(T));
  }
}

/// The same, of zeros, for what outlives the call. A View that Kokkos fills holds the instance for
/// as long as it lives: that of a handle, which must not end in a parallel region.
template <class T, class MemorySpace, class Exec>
Kokkos::View<T*, MemorySpace> allocate_zeros(std::string_view operation, const Exec& exec,
                                             const std::string& label, std::int64_t length) {
  const auto result = allocate<T, MemorySpace>(operation, exec, label, length);
  Kokkos::deep_copy(exec, result, T(0));
  return result;
}

}  // namespace filigree::detail
