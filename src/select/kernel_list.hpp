// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <string_view>

#include <select/choose.hpp>

/// The tuned kernels of an operation as types in a list.

namespace filigree::detail {

/// What select/ asks of a tuned kernel; Input is what the operation knows of a problem when it
/// chooses. An operation asks for more: `takes<Exec, Problem>`, a compile-time constant, `launch`,
/// and, where it has plans or a workspace, `prepare` and `workspace_bytes`.
template <class Kernel, class Input>
concept TunedKernel = requires(const Input& input) {
  /// As calls return it and logs show it. It never changes: saved choices hold it.
  { Kernel::name } -> std::convertible_to<std::string_view>;
  /// Whether it takes the problem, where it is there for its types.
  { Kernel::can_implement(input) } -> std::same_as<bool>;
  /// How long it is expected to take, from sizes and the device's properties (DeviceLimits). Of a
  /// kernel that is alone for its problems any number will do.
  { Kernel::seconds(input) } -> std::convertible_to<double>;
};

/// The kernels of an execution space, in the order in which equal ones are preferred.
template <class... Kernels>
struct KernelList {};

/// Calls visit.operator()<Kernel>() for each kernel of a list.
template <class Visit, class... Kernels>
void for_each_kernel(KernelList<Kernels...>, [[maybe_unused]] const Visit& visit) {
  (visit.template operator()<Kernels>(), ...);
}

/// The kernels of a list that are there, as is_there.operator()<Kernel>() says, and take a problem
/// with this input.
template <class Input, class IsThere, class... Kernels>
requires(TunedKernel<Kernels, Input>&&...) KernelCandidates
    kernel_candidates(KernelList<Kernels...>, [[maybe_unused]] const Input& input,
                      [[maybe_unused]] const IsThere& is_there) {
  KernelCandidates candidates;
  [[maybe_unused]] const auto add = [&]<class Kernel>() {
    if (is_there.template operator()<Kernel>() && Kernel::can_implement(input))
      candidates.add(Kernel::name, Kernel::seconds(input));
  };
  (add.template operator()<Kernels>(), ...);
  return candidates;
}

/// Those that take problems of type Problem.
template <class Exec, class Problem, class Input, class... Kernels>
KernelCandidates kernel_candidates(KernelList<Kernels...> kernels, const Input& input) {
  return kernel_candidates(kernels, input,
                           [&]<class Kernel>() { return Kernel::template takes<Exec, Problem>; });
}

/// Calls visit.operator()<Kernel>() for the kernel of this name, where it is there for the types of
/// Problem; returns whether it was.
template <class Exec, class Problem, class Visit, class... Kernels>
bool visit_kernel(KernelList<Kernels...>, [[maybe_unused]] std::string_view name,
                  [[maybe_unused]] const Visit& visit) {
  bool found = false;
  [[maybe_unused]] const auto run = [&]<class Kernel>() {
    if constexpr (Kernel::template takes<Exec, Problem>) {
      if (found || Kernel::name != name) return;
      found = true;
      visit.template operator()<Kernel>();
    }
  };
  (run.template operator()<Kernels>(), ...);
  return found;
}

}  // namespace filigree::detail
