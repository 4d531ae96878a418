// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

#include <filigree/detail/format_rows.hpp>

/// A pattern on the host, for algorithms that work there.

namespace filigree::detail {

/// An array of `length` entries. Waits for the device.
template <class Exec, class T>
std::vector<T> copied_to_host(const Exec& exec, const T* data, std::int64_t length) {
  std::vector<T> result(static_cast<std::size_t>(length));
  if (length == 0) return result;
  Kokkos::deep_copy(
      exec,
      Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(result.data(), result.size()),
      Kokkos::View<const T*, typename Exec::memory_space, Kokkos::MemoryUnmanaged>(data,
                                                                                   result.size()));
  exec.fence("filigree::copied_to_host");
  return result;
}

/// Offsets of either width, counted from 0.
template <class Exec>
std::vector<std::int64_t> offsets_from_zero(const Exec& exec, const AnyOffsets& offsets,
                                            std::int64_t length, std::int64_t base) {
  std::vector<std::int64_t> result;
  const auto take = [&](const auto& found) { result.assign(found.begin(), found.end()); };
  if (offsets.is_wide())
    take(copied_to_host(exec, static_cast<const std::int64_t*>(offsets.data()), length));
  else
    take(copied_to_host(exec, static_cast<const std::int32_t*>(offsets.data()), length));
  for (std::int64_t& offset : result) offset -= base;
  return result;
}

}  // namespace filigree::detail
