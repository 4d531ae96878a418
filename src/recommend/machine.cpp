// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <limits>

#include <core/bandwidth.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/core/environment.hpp>
#include <filigree/detail/recommend_problem.hpp>
#include <filigree/recommend.hpp>

namespace filigree {
namespace {

struct Nothing {
  KOKKOS_FUNCTION void operator()(const int) const {}
};

/// What one of many kernels in a row costs that do nothing: in the fastest of some rows, as a
/// machine that does other work would make every matrix look small.
template <class Exec>
double launch_seconds(const Exec& exec) {
  constexpr int launches = 50;
  const Kokkos::RangePolicy<Exec> policy(exec, 0, exec.concurrency());
  const auto run = [&] {
    for (int i = 0; i < launches; ++i)
      Kokkos::parallel_for("filigree::recommend::launch", policy, Nothing{});
    exec.fence("filigree::recommend::launch");
  };
  run();
  double fastest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 5; ++i) {
    const Kokkos::Timer timer;
    run();
    fastest = std::min(fastest, timer.seconds());
  }
  return fastest / launches;
}

}  // namespace

template <class Exec>
Machine detail::identify_machine(const Exec& exec) {
  constexpr bool on_host = detail::is_host_execution_v<Exec>;
  const DeviceProperties properties = on_host ? host_properties() : device_properties();
  Machine machine;
  machine.name = properties.name;
  machine.on_host = on_host;
  machine.threads = exec.concurrency();
  machine.cache_bytes = properties.cache_bytes;
  return machine;
}

template <execution_space Exec>
Machine describe_machine(const Exec& exec) try {
  static const double launch = launch_seconds(exec);
  Machine machine = detail::identify_machine(exec);
  machine.bandwidth = detail::measured_bandwidth(exec);
  machine.launch_seconds = launch;
  return machine;
} catch (...) {
  detail::rethrow_as_error("describe_machine");
}

#define FILIGREE_INSTANTIATE(Exec)                        \
  template Machine detail::identify_machine(const Exec&); \
  template Machine describe_machine(const Exec&);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree
