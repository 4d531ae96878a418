// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>

namespace filigree {

/// Where solves and factorizations met a pivot that they could not divide by: for each system of a
/// batch the lowest such row, counted from the matrix's index base, or none (-1).
///
/// Kernels write it on the device in the order of their execution space; nothing waits until
/// somebody asks, so that a call that fills it can be captured in a CUDA graph. Every call that is
/// given a report overwrites it. Copies are shallow: they are one report. The memory is the
/// caller's to keep until the work that writes it has run.
template <class MemorySpace = DefaultMemorySpace>
class PivotReport {
 public:
  /// Where the positions lie.
  using memory_space = MemorySpace;
  /// What position() returns where a system has no pivot to report.
  static constexpr std::int64_t none = -1;

  /// No report: calls that take one write nothing.
  PivotReport() = default;

  /// A report that says none, for `num_systems` systems.
  /// \throws Error invalid_value below 0; alloc_failed
  template <execution_space Exec>
  explicit PivotReport(const Exec& exec, std::int64_t num_systems = 1) try {
    static_assert(is_accessible_v<Exec, MemorySpace>,
                  "the execution space cannot reach the report's memory");
    if (num_systems < 0)
      detail::throw_error(Status::invalid_value,
                          {"PivotReport", "num_systems", std::to_string(num_systems), "0 or more",
                           "pass the number of systems of the batch"});
    positions_ = detail::allocate<std::int64_t, MemorySpace>("PivotReport", exec,
                                                             "filigree::pivot_report", num_systems);
    clear(exec);
  } catch (...) {
    detail::rethrow_as_error("PivotReport");
  }

  /// Systems of the batch; 0 where this is no report.
  std::int64_t num_systems() const noexcept { return std::int64_t(positions_.extent(0)); }

  /// Makes it say none, in the order of `exec`.
  template <execution_space Exec>
  void clear(const Exec& exec) const {
    // Kokkos waits where a View to be filled is of nothing.
    if (num_systems() > 0) Kokkos::deep_copy(exec, positions_, none);
  }

  /// Waits for the work on `exec` and returns the position of a system.
  /// \throws Error invalid_value where there is no such system
  template <execution_space Exec>
  std::int64_t position(const Exec& exec, std::int64_t system = 0) const try {
    if (system < 0 || system >= num_systems())
      detail::throw_error(Status::invalid_value,
                          {"PivotReport::position", "system", std::to_string(system),
                           num_systems() == 0 ? "a report with systems"
                                              : "0 to " + std::to_string(num_systems() - 1),
                           "name a system of the report"});
    std::int64_t result = none;
    Kokkos::deep_copy(exec, Kokkos::View<std::int64_t, Kokkos::HostSpace>(&result),
                      Kokkos::subview(positions_, system));
    exec.fence("filigree::PivotReport::position");
    return result;
  } catch (...) {
    detail::rethrow_as_error("PivotReport::position");
  }

  /// The positions themselves, a word a system, for the caller's own kernels.
  const Kokkos::View<std::int64_t*, MemorySpace>& positions() const noexcept { return positions_; }

 private:
  Kokkos::View<std::int64_t*, MemorySpace> positions_;
};

namespace detail {

/// Notes a row, counted from the index base, as a report's position where it is the lowest so far.
/// (As an unsigned word, none is above every row.)
KOKKOS_INLINE_FUNCTION void report_pivot(std::int64_t* position, std::int64_t row) {
  if (position != nullptr)
    Kokkos::atomic_min(reinterpret_cast<unsigned long long*>(position),
                       static_cast<unsigned long long>(row));
}

}  // namespace detail
}  // namespace filigree
