// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <filigree/core/huge_pages.hpp>

namespace example {

/// Seconds of one call, the median of `samples`. A sample is a batch of calls between two fences,
/// as long as `sample_seconds`, so that neither the clock nor the start of a kernel is what is
/// measured.
template <class Exec, class Call>
double median_seconds(const Exec& exec, const Call& call, int samples = 9,
                      double sample_seconds = 0.02) {
  const auto batch = [&](int calls) {
    exec.fence();
    const Kokkos::Timer timer;
    for (int i = 0; i < calls; ++i) call();
    exec.fence();
    return timer.seconds() / calls;
  };
  call();
  const int calls = std::clamp(int(sample_seconds / std::max(batch(1), 1e-7)), 1, 1000);
  std::vector<double> seconds(samples);
  for (double& s : seconds) s = batch(calls);
  std::nth_element(seconds.begin(), seconds.begin() + samples / 2, seconds.end());
  return seconds[samples / 2];
}

/// What the memory of an execution space sustains, in bytes a second read and written.
struct MemoryBandwidth {
  double copy = 0;   ///< a[i] = b[i]
  double triad = 0;  ///< a[i] = b[i] + s c[i]
  double best() const { return std::max(copy, triad); }
};

namespace detail {

template <class Vector>
struct FirstTouch {
  Vector a, b, c;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    a(i) = 0;
    b(i) = 1 + double(i & 7);
    c(i) = 2 - double(i & 3);
  }
};

template <class Vector>
struct Copy {
  Vector a, b;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { a(i) = b(i); }
};

template <class Vector>
struct Triad {
  Vector a, b, c;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { a(i) = b(i) + 0.5 * c(i); }
};

}  // namespace detail

/// The kernels of STREAM (J. McCalpin, 1995), counted as there: what a store reads to fill its
/// cache line does not count.
template <class Exec>
MemoryBandwidth measure_bandwidth(const Exec& exec) {
  using Vector = Kokkos::View<double*, typename Exec::memory_space>;
  constexpr bool host =
      Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;
  constexpr std::int64_t size =
      std::int64_t(1) << (host ? 24 : 26);  // arrays of 128 and 512 MiB: no cache holds them
  const auto uninitialised = [&](const std::string& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  };
  const Vector a(uninitialised("a"), size), b(uninitialised("b"), size),
      c(uninitialised("c"), size);
  for (const Vector& array : {a, b, c}) filigree::advise_huge_pages(array);
  const Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>> all(exec, 0, size);
  Kokkos::parallel_for("example::first_touch", all, detail::FirstTouch<Vector>{a, b, c});
  const double copy_seconds = median_seconds(exec, [&] {
    Kokkos::parallel_for("example::copy", all, detail::Copy<Vector>{a, b});
  });
  const double triad_seconds = median_seconds(exec, [&] {
    Kokkos::parallel_for("example::triad", all, detail::Triad<Vector>{a, b, c});
  });
  return {2. * sizeof(double) * size / copy_seconds, 3. * sizeof(double) * size / triad_seconds};
}

}  // namespace example
