// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <core/device_limits.hpp>
#include <filigree/recommendation.hpp>

/// What kernels reach of a machine: the measured numbers that the cost model rests on.

namespace filigree::detail {

/// What one kind of kernel costs.
struct KernelCost {
  double efficiency = 1;       ///< of the bandwidth that a triad reaches
  double seconds_a_place = 0;  ///< of one thread, data in the nearest cache
  double seconds_a_row = 0;    ///< likewise, beyond that of the row's places
  double seconds_a_step = 0;   ///< of a thread that walks the longest row alone
  double x_efficiency = 0;     ///< of that bandwidth, for sectors of x; 0: these are no limit
  bool leaves_l1_to_x = false;
  double launch = 1;  ///< in launches by Kokkos
};

/// A gain below this share of Csr's time is not worth a conversion. A host's times are less
/// certain.
inline double least_gain(bool on_host) { return on_host ? 0.2 : 0.04; }

/// A piece of x that is not where the last one was, of one thread, where neighbouring rows read so
/// many bytes of x: from the first- or second-level cache, or from further away. A device has other
/// threads to run meanwhile.
inline double seconds_a_piece(bool on_host, double window_bytes) {
  if (!on_host || window_bytes <= 32 * 1024) return 0;
  return window_bytes <= 1024 * 1024 ? 1.5e-9 : 4e-9;
}

/// A window of x of so many bytes is read from a device's first-level cache, if that is left to it.
inline constexpr double window_in_l1_bytes = 208 * 1024;

/// The efficiency of compressed row blocks whose rows gather from different places. Measured with
/// 20 and 40 random columns a row within a band.
inline constexpr double efficiency_of_unlike_rows = 0.55;

/// How much faster than memory the last-level cache is.
inline double cached_speedup(const Machine& machine) { return machine.on_host ? 2.5 : 1.7; }

namespace kernel_costs {

/// Costs on a host: generic kernels measured with two threads of an EPYC on grids, diagonals and
/// blocks of 7 to 10 million entries; others with one of a Xeon on matrices of 4 million
/// (host-formats-1-threads-2026-11-26.txt) and on small ones in the first-level cache.
inline KernelCost of_host(Format format, bool is_generic) {
  switch (format) {
    case Format::csr:
      return is_generic ? KernelCost{0.8, 1.5e-9, 2e-9} : KernelCost{1, 0.4e-9, 1e-9};
    case Format::bsr:
      return is_generic ? KernelCost{1, 4.3e-9, 2e-9} : KernelCost{1, 1.1e-9, 1e-9};
    case Format::blocked_ell:
      return is_generic ? KernelCost{1, 3e-9, 2e-9} : KernelCost{1, 1.1e-9, 1e-9};
    case Format::dia:
    case Format::hdia:
      return is_generic ? KernelCost{1, 4e-9, 2e-9} : KernelCost{1, 0.4e-9, 1e-9};
    default:
      return is_generic ? KernelCost{1, 3.4e-9, 2e-9} : KernelCost{1, 0.75e-9, 1e-9};
  }
}

/// A thread, or a few, walk a row of blocks: its steps are blocks, and each waits for its piece of
/// x.
inline KernelCost of_device_blocks(bool is_generic, bool is_small, std::int64_t block) {
  KernelCost cost;
  cost.seconds_a_step = 3e-7 / double(block);
  cost.x_efficiency = 0.6;
  if (is_generic)
    cost.efficiency = 0.25;
  else if (block <= 3)
    cost.efficiency = block == 3 ? (is_small ? 0.70 : 0.73) : (is_small ? 0.67 : 0.68);
  else
    cost.efficiency = is_small && block < 8 ? 0.80 : 0.88;
  return cost;
}

/// Row blocks take the first-level cache for what they stage; tiles of a warp, or more for a long
/// row, leave it to x. Hot columns are read from shared memory.
inline KernelCost of_device_csr(std::string_view kernel, bool is_generic, bool is_small) {
  if (is_generic) return {0.33};
  const bool is_compressed = kernel.starts_with("csr_compressed");
  const bool is_row_block = is_compressed || kernel.starts_with("csr_stream");
  KernelCost cost;
  cost.efficiency = is_compressed ? (is_small ? 0.70 : 0.76) : 0.94;
  cost.x_efficiency = is_row_block ? 0.9 : kernel.starts_with("csr_hot_columns") ? 1.2 : 1;
  cost.leaves_l1_to_x = !is_row_block;
  return cost;
}

/// A thread a row. Of Hyb the other entries' x is another kernel's.
inline KernelCost of_device_rows(Format format, bool is_generic, bool is_small) {
  KernelCost cost;
  cost.efficiency = is_generic ? 0.66 : is_small ? 0.92 : 0.97;
  cost.seconds_a_step = 6e-8;
  cost.x_efficiency = format == Format::hyb ? 0.5 : is_small ? 1.1 : 1;
  cost.leaves_l1_to_x = format != Format::hyb;
  return cost;
}

/// Measured on an H200 (filigree_perf_recommend, filigree_perf_spmv): grids, meshes of blocks, one
/// of permuted nodes, rows of random columns; f64, and f32 (is_small), where indices and steps
/// count for more.
inline KernelCost of_device(Format format, std::string_view kernel, bool is_generic, bool is_small,
                            std::int64_t block) {
  switch (format) {
    case Format::csr:
      return of_device_csr(kernel, is_generic, is_small);
    case Format::bsr:
      return of_device_blocks(is_generic, is_small, block);
    case Format::blocked_ell:
      return {block <= 2 ? 0.3 : 0.43, 0, 0, 6e-8};
    case Format::dia:
      return {is_generic ? 0.66 : is_small ? 0.90 : 1.03, 0, 0, 6e-8};
    case Format::hdia:
      return {is_generic ? 0.66 : is_small ? 0.86 : 0.98, 0, 0, 6e-8};
    default:
      return of_device_rows(format, is_generic, is_small);
  }
}

}  // namespace kernel_costs

/// By the format, by whether its kernel is a generic one, by the bytes of a value and the rows of a
/// block (1: no blocks).
inline KernelCost kernel_cost(Format format, std::string_view kernel, bool on_host,
                              std::size_t scalar_bytes, std::int64_t block) {
  const bool is_generic = kernel.ends_with("_generic");
  if (on_host) return kernel_costs::of_host(format, is_generic);
  KernelCost cost = kernel_costs::of_device(format, kernel, is_generic, scalar_bytes <= 4, block);
  if (!is_generic) cost.launch = 0.6;
  return cost;
}

}  // namespace filigree::detail
