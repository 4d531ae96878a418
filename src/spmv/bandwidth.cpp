// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spmv/bandwidth.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>

#include <filigree/detail/allocate.hpp>
#include <spmv/tuned.hpp>

namespace filigree::detail {
namespace triad {

// 3 x 64 MiB: past the last-level cache of the machines that this is meant for.
constexpr std::int64_t length = std::int64_t(1) << 23;
constexpr int repetitions = 4;

template <class Exec>
double seconds(const Exec& exec) {
  using Vector = Kokkos::View<double*, typename Exec::memory_space>;
  const auto array = [&] {
    const auto result = allocate<double, typename Exec::memory_space>(
        "spmv", exec, "filigree::spmv::triad", length);
    Kokkos::deep_copy(exec, result, 0.0);
    return result;
  };
  const Vector a = array(), b = array(), c = array();
  exec.fence("filigree::spmv::triad");
  double best = 1e30;
  for (int i = 0; i < repetitions; ++i) {
    const Kokkos::Timer timer;
    Kokkos::parallel_for(
        "filigree::spmv::triad", Kokkos::RangePolicy<Exec>(exec, 0, length),
        KOKKOS_LAMBDA(const std::int64_t k) { a(k) = b(k) + 0.5 * c(k); });
    exec.fence("filigree::spmv::triad");
    best = std::min(best, timer.seconds());
  }
  return best;
}

template <class Exec>
double measure(const Exec& exec) {
  try {
    return 3.0 * sizeof(double) * double(length) / seconds(exec);
  } catch (const std::exception&) {
    return 0;
  }
}

}  // namespace triad

template <class Exec>
double measured_bandwidth(const Exec& exec) {
  static const double bandwidth = triad::measure(exec);
  return bandwidth;
}

#define FILIGREE_INSTANTIATE(Exec, ...) template double measured_bandwidth(const Exec&);
FILIGREE_SPMV_FOR_EACH_EXEC(FILIGREE_INSTANTIATE, )
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
