// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/bandwidth.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>

#include <core/execution_spaces.hpp>
#include <core/explanation.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/explain_front.hpp>

namespace filigree::detail {
namespace triad {

// 3 x 64 MiB, on a device 3 x 128 MiB: past the last-level cache of the machines that this is meant
// for.
template <class Exec>
constexpr std::int64_t length = std::int64_t(1) << (is_host_execution_v<Exec> ? 23 : 24);
constexpr int repetitions = 4;
// A device reaches its bandwidth in less time than it takes to start a kernel and to wait for it.
template <class Exec>
constexpr int kernels = is_host_execution_v<Exec> ? 1 : 8;

struct Triad {
  double* a;
  const double* b;
  const double* c;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { a[i] = b[i] + 0.5 * c[i]; }
};

template <class Exec>
double seconds(const Exec& exec) {
  using Vector = Kokkos::View<double*, typename Exec::memory_space>;
  const auto array = [&] {
    const auto result = allocate<double, typename Exec::memory_space>(
        "measured_bandwidth", exec, "filigree::triad", length<Exec>);
    Kokkos::deep_copy(exec, result, 0.0);
    return result;
  };
  const Vector a = array(), b = array(), c = array();
  exec.fence("filigree::triad");
  double best = 1e30;
  for (int i = 0; i < repetitions; ++i) {
    const Kokkos::Timer timer;
    for (int k = 0; k < kernels<Exec>; ++k)
      Kokkos::parallel_for("filigree::triad", Kokkos::RangePolicy<Exec>(exec, 0, length<Exec>),
                           Triad{a.data(), b.data(), c.data()});
    exec.fence("filigree::triad");
    best = std::min(best, timer.seconds() / kernels<Exec>);
  }
  return best;
}

template <class Exec>
double measure(const Exec& exec) {
  try {
    return 3.0 * sizeof(double) * double(length<Exec>) / seconds(exec);
  } catch (const std::exception&) {
    return 0;
  }
}

}  // namespace triad

template <class Exec>
std::atomic<double>& assumed_bandwidth() {
  static std::atomic<double> bandwidth{0};
  return bandwidth;
}

template <class Exec>
void assume_bandwidth(const Exec&, double bandwidth) {
  assumed_bandwidth<Exec>() = bandwidth;
}

template <class Exec>
double measured_bandwidth(const Exec& exec) {
  if (const double assumed = assumed_bandwidth<Exec>(); assumed > 0) return assumed;
  static const double bandwidth = triad::measure(exec);
  return bandwidth;
}

template <class Exec>
void set_expected_time(const Exec& exec, ProductExplanation& explanation) {
  expect_at(measured_bandwidth(exec), explanation);
}

#define FILIGREE_INSTANTIATE(Exec)                     \
  template double measured_bandwidth(const Exec&);     \
  template void assume_bandwidth(const Exec&, double); \
  template void set_expected_time(const Exec&, ProductExplanation&);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
