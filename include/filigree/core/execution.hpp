// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

namespace filigree {

/// The execution spaces that the library is built for: the default device and the default host
/// space of the Kokkos that it was built against (one and the same on a host-only Kokkos).
template <class Exec>
concept execution_space = std::same_as<Exec, Kokkos::DefaultExecutionSpace> ||
    std::same_as<Exec, Kokkos::DefaultHostExecutionSpace>;

/// Whether kernels on `Exec` may read and write memory of `MemorySpace`.
template <class Exec, class MemorySpace>
inline constexpr bool is_accessible_v = Kokkos::SpaceAccessibility<Exec, MemorySpace>::accessible;

/// Where containers keep their arrays if they are not told otherwise: the memory of the default
/// device, which is the host's on a host-only Kokkos.
using DefaultMemorySpace = Kokkos::DefaultExecutionSpace::memory_space;

namespace detail {

/// Whether `Exec` runs on the host.
template <class Exec>
inline constexpr bool is_host_execution_v =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible&&
        std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;

/// A Kokkos Tools region that covers a scope.
class ScopedRegion {
 public:
  explicit ScopedRegion(const char* label) { Kokkos::Profiling::pushRegion(label); }
  ~ScopedRegion() { Kokkos::Profiling::popRegion(); }
  ScopedRegion(const ScopedRegion&) = delete;
  ScopedRegion& operator=(const ScopedRegion&) = delete;
};

}  // namespace detail
}  // namespace filigree
