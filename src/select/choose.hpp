// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <filigree/core/operation.hpp>

/// How every operation chooses a kernel: the candidates are the tuned kernels that take a product,
/// each with its name and the time that it is expected to take.

namespace filigree::detail {

/// A tuned kernel that takes the problem.
struct KernelCandidate {
  std::string_view name;
  double seconds = 0;  ///< expected
};

/// The candidates for one problem.
class KernelCandidates {
 public:
  void add(std::string_view name, double seconds) { kernels_.at(count_++) = {name, seconds}; }
  std::span<const KernelCandidate> span() const { return {kernels_.data(), count_}; }
  std::size_t count() const { return count_; }

 private:
  std::array<KernelCandidate, 16> kernels_{};
  std::size_t count_ = 0;
};

/// The kernel that an operation runs: the one `asked` for by name (empty: none), else `generic`, or
/// the fastest of the candidates (of equal ones, the first).
/// \throws Error not_supported where the backend is tuned and there is no candidate, or where the
///   kernel that is asked for is not there
std::string_view choose_kernel(std::string_view operation, Backend backend, std::string_view asked,
                               std::string_view generic,
                               std::span<const KernelCandidate> candidates);

/// Why choose_kernel chooses what it does, of so many candidates.
std::string choice_reason(Backend backend, std::string_view asked, std::size_t candidates);

}  // namespace filigree::detail
