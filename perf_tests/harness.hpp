// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

/// How a call is timed: always the same way, for Filigree and for its peers.

namespace perf {

/// Stamps points in time on an execution space.
template <class Exec>
class Clock {
 public:
  explicit Clock(const Exec& exec) : exec_(exec) {}
  void start() {
    exec_.fence("perf::start");
    timer_.reset();
  }
  double stop() {
    exec_.fence("perf::stop");
    return timer_.seconds();
  }

 private:
  Exec exec_;
  Kokkos::Timer timer_;
};

#ifdef KOKKOS_ENABLE_CUDA
inline void check_cuda(cudaError_t status) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
}

/// On the device's own clock: the host's calls run ahead of it and are not in the figure.
template <>
class Clock<Kokkos::Cuda> {
 public:
  explicit Clock(const Kokkos::Cuda& exec) : stream_(exec.cuda_stream()) {
    check_cuda(cudaEventCreate(&begin_));
    check_cuda(cudaEventCreate(&end_));
  }
  ~Clock() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  void start() { check_cuda(cudaEventRecord(begin_, stream_)); }
  double stop() {
    float milliseconds = 0;
    check_cuda(cudaEventRecord(end_, stream_));
    check_cuda(cudaEventSynchronize(end_));
    check_cuda(cudaEventElapsedTime(&milliseconds, begin_, end_));
    return milliseconds * 1e-3;
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t begin_{}, end_{};
};
#endif

/// The bytes of the last cache before memory, all of its instances. (The C library's
/// _SC_LEVEL3_CACHE_SIZE is eight times too large on some Zen processors.)
template <class Exec>
std::int64_t cache_bytes(const Exec& exec) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) return exec.cuda_device_prop().l2CacheSize;
#endif
  (void)exec;
  const auto& cpu = benchmark::CPUInfo::Get();
  std::int64_t bytes = 0;
  int last_level = 0;
  for (const auto& cache : cpu.caches) {
    if (cache.type == "Instruction" || cache.level <= last_level) continue;
    last_level = cache.level;
    bytes = std::int64_t(cache.size) * std::max(1, cpu.num_cpus / std::max(1, cache.num_sharing));
  }
  return bytes > 0 ? bytes : std::int64_t(32) << 20;
}

struct Timing {
  double median = 0;
  double fastest = 0;
  double slowest = 0;
  int samples = 0;
  bool flushed = false;  ///< the caches were emptied before each sample
};

/// How long a measurement may take.
struct TimingBudget {
  double seconds = 0.5;
  int min_samples = 7;
  int max_samples = 51;
};

template <class Array>
struct TouchArray {
  Array array;

  KOKKOS_FUNCTION void operator()(const std::size_t i) const { array(i) += 1; }
};

/// Times calls of `run` on data of `footprint` bytes. What fits in the cache is timed one call a
/// sample, with the cache emptied before each: an operation's data come from memory in every row of
/// the results. What does not fit is timed in batches of calls.
template <class Exec>
class Stopwatch {
 public:
  explicit Stopwatch(const Exec& exec)
      : exec_(exec),
        clock_(exec),
        cache_(cache_bytes(exec)),
        flush_("flush", std::size_t(2 * cache_) / sizeof(double)) {}

  template <class Run>
  Timing measure(const Run& run, std::int64_t footprint, const TimingBudget& budget) {
    Timing timing;
    timing.flushed = footprint < cache_;
    run();
    const double rough = sample(run, 1, timing.flushed);
    // Long enough for the clock, short enough for a median over many.
    const int calls = timing.flushed ? 1 : std::clamp(int(2e-3 / std::max(rough, 1e-7)), 1, 1000);
    const int samples = std::clamp(int(budget.seconds / std::max(rough * calls, 1e-5)),
                                   budget.min_samples, budget.max_samples);
    std::vector<double> seconds(static_cast<std::size_t>(samples));
    for (double& s : seconds) s = sample(run, calls, timing.flushed);
    std::sort(seconds.begin(), seconds.end());
    timing.median = seconds[seconds.size() / 2];
    timing.fastest = seconds.front();
    timing.slowest = seconds.back();
    timing.samples = samples;
    return timing;
  }

 private:
  using Array = Kokkos::View<double*, typename Exec::memory_space>;

  void empty_caches() {
    Kokkos::parallel_for("perf::flush", Kokkos::RangePolicy<Exec>(exec_, 0, flush_.extent(0)),
                         TouchArray<Array>{flush_});
  }

  template <class Run>
  double sample(const Run& run, int calls, bool flushed) {
    if (flushed) empty_caches();
    clock_.start();
    for (int i = 0; i < calls; ++i) run();
    return clock_.stop() / calls;
  }

  Exec exec_;
  Clock<Exec> clock_;
  std::int64_t cache_;
  Array flush_;
};

}  // namespace perf
