// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/recommendation.hpp>

/// What kernels reach of a machine: the measured numbers that the cost model rests on.

namespace filigree::detail {

/// Of one kind of kernel.
struct KernelCost {
  double efficiency = 1;       ///< of the bandwidth that a triad reaches
  double seconds_a_place = 0;  ///< of one thread, data in the nearest cache
  double seconds_a_row = 0;    ///< likewise, beyond that of the row's places
  double seconds_a_step = 0;   ///< of a thread that walks the longest row alone
};

/// A gain below this share of Csr's time is not worth a conversion. A host's times are less
/// certain.
inline double least_gain(bool on_host) { return on_host ? 0.2 : 0.03; }

/// A piece of x that is not where the last one was, of one thread. A device has other threads to
/// run meanwhile.
inline double seconds_a_piece(bool on_host) { return on_host ? 4e-9 : 0; }

/// How much faster than memory the last-level cache is.
inline double cached_speedup(const Machine& machine) { return machine.on_host ? 2.5 : 1.7; }

/// By the format, and by whether its kernel is a generic one.
inline KernelCost kernel_cost(Format format, std::string_view kernel, bool on_host) {
  const bool is_generic = kernel.ends_with("_generic");
  if (on_host) {
    // Measured with two threads of an EPYC on grids, diagonals and blocks of 7 to 10 million
    // entries.
    switch (format) {
      case Format::csr:
        return is_generic ? KernelCost{0.8, 1.5e-9, 2e-9} : KernelCost{1, 0.66e-9, 1.85e-9};
      case Format::bsr:
        return {1, 4.3e-9, 2e-9};
      case Format::blocked_ell:
        return {1, 3e-9, 2e-9};
      case Format::hdia:
        return {1, 4.2e-9, 2e-9};
      default:
        return {1, 3.4e-9, 2e-9};
    }
  }
  // A warp or more walks a long row of Csr, a thread or a few those of other formats.
  if (format == Format::csr) return is_generic ? KernelCost{0.4} : KernelCost{0.92};
  switch (format) {
    case Format::bsr:
      return is_generic ? KernelCost{0.3, 0, 0, 2e-8} : KernelCost{0.92, 0, 0, 1e-9};
    case Format::blocked_ell:
      return {0.3, 0, 0, 2e-8};
    default:
      return is_generic ? KernelCost{0.8, 0, 0, 2e-8} : KernelCost{0.92, 0, 0, 1e-8};
  }
}

}  // namespace filigree::detail
