// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/explain_front.hpp>
#include <filigree/detail/recommend_problem.hpp>
#include <filigree/recommend.hpp>

namespace filigree::tool {

/// What measuring a machine takes a second for, kept from call to call in the user's cache folder.
/// Where there is none, or it cannot be written, each call measures.
class MachineCache {
 public:
  /// \param machine as identify_machine() has it
  explicit MachineCache(const Machine& machine);

  /// Completes `machine` by what has been measured earlier. Returns false where nothing has.
  bool find(Machine& machine) const;
  void keep(const Machine& machine) const;

 private:
  std::string key_;   ///< of this machine
  std::string path_;  ///< of the file; empty: there is none
};

/// describe_machine(), measured only where it was not before, or `again`. Expected times of plans
/// follow it.
template <class Exec>
Machine known_machine(const Exec& exec, bool again) {
  Machine machine = detail::identify_machine(exec);
  const MachineCache cache(machine);
  if (!again && cache.find(machine)) {
    detail::assume_bandwidth(exec, machine.bandwidth);
    return machine;
  }
  machine = describe_machine(exec);
  cache.keep(machine);
  return machine;
}

}  // namespace filigree::tool
