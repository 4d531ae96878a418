// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include <filigree/core/export.hpp>

/// \file
/// The machine that a program runs on: how many devices there are, which of them this process uses,
/// and what they are (the environment routines of PSBLAS-EXT, guide, section 3). Starting and
/// ending is Kokkos' own: Kokkos::initialize, Kokkos::finalize, Kokkos::fence.

namespace filigree {

/// A device, or the host where the library was built without one. What does not apply or is not
/// known is 0.
struct DeviceProperties {
  std::string name;  ///< of the device, or of the host's processor
  /// Whether this is the host, of which warps, registers, memory clock and bus say nothing.
  bool is_host = true;
  int multiprocessors = 0;  ///< of a host: the threads that run on it
  ///@{
  /// Threads of a warp, threads that a multiprocessor holds at once, 32-bit registers that a block
  /// may use. Of a host 1, 1 and 0.
  int warp_size = 1;
  int max_threads_per_multiprocessor = 1;
  int max_registers_per_block = 0;
  ///@}
  ///@{
  /// Clock and width of the device memory's bus; 0 on a host, and where the driver does not say.
  std::int64_t memory_clock_khz = 0;
  int memory_bus_bits = 0;
  ///@}
  /// Twice the clock times the bus width, in 10^6 bytes a second: what the memory could do.
  double peak_bandwidth_mb_per_s = 0;
  /// Whether one pointer value names memory of the host or the device, and says which.
  bool unified_addressing = true;
  std::int64_t memory_bytes = 0;  ///< of the device's memory, or all of the host's
  std::int64_t cache_bytes = 0;   ///< of the last level

  /// One "name: value" a line.
  FILIGREE_EXPORT std::string to_string() const;
};

/// The devices that this process sees; 0 where the library was built without a device back end.
/// Kokkos need not be initialised.
FILIGREE_EXPORT int device_count();

/// The device that Kokkos runs on; -1 on a host-only build. Kokkos must be initialised.
FILIGREE_EXPORT int current_device();

/// The device for a process of this rank among those of a node: rank mod device_count(), -1 where
/// there is none. \throws Error invalid_value for a negative rank
FILIGREE_EXPORT int device_of_rank(int rank);

///@{
/// Chooses the device on which initialize() will start Kokkos, by its number or by the rank of the
/// process; on a host-only build any rank will do. Returns the device.
/// \throws Error invalid_value where there is no such device; not_supported where Kokkos already
/// runs on another
FILIGREE_EXPORT int set_device(int device);
FILIGREE_EXPORT int set_device_by_rank(int rank);
///@}

/// Starts Kokkos on the device of set_device, or its own choice where there was none. Nothing
/// happens where Kokkos already runs.
FILIGREE_EXPORT void initialize();

/// Properties of the device that Kokkos, once initialised, runs on: in host-only builds the host.
FILIGREE_EXPORT DeviceProperties device_properties();
/// Properties of any device. \throws Error invalid_value where there is no such device
FILIGREE_EXPORT DeviceProperties device_properties(int device);
/// Properties of the host.
FILIGREE_EXPORT DeviceProperties host_properties();

/// Whether every call validates its sparse operands as validate() does, on devices too, where each
/// call then waits. On hosts calls look at the ends of the arrays in any case. The environment
/// variable FILIGREE_VALIDATE says it at first (anything but 0). Returns what was set before.
FILIGREE_EXPORT bool set_validation(bool on);

namespace detail {

/// As initialize(), without Kokkos' warnings.
FILIGREE_EXPORT void initialize_quietly();

/// Makes the device that Kokkos runs on the calling thread's. A thread that has not used a device
/// yet has no context, and Kokkos makes no instance on the default stream without one.
FILIGREE_EXPORT void bind_thread_to_device();

}  // namespace detail

}  // namespace filigree
