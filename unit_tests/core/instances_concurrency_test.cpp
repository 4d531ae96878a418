// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "thread_instances.hpp"

/// Kernels of a host's instances run at the same time.

namespace filigree::test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// Comes, and waits for `expected` others in kernels of their own, or for 20 seconds.
struct Meet {
  std::atomic<int>* present;
  int expected;

  void operator()(int) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    ++*present;
    while (present->load() < expected && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
  }
};

TEST(InstancesConcurrency, kernels_of_threads_meet) {
  constexpr int num_threads = 4;
  const auto instances = thread_instances<Host>(num_threads);
  std::atomic<int> present{0};
  std::vector<int> met(num_threads, 0);
  std::vector<std::thread> threads;
  for (int t = 0; t < num_threads; ++t)
    threads.emplace_back([&, t] {
      Kokkos::parallel_for("meet", Kokkos::RangePolicy<Host>(instances[std::size_t(t)], 0, 1),
                           Meet{&present, num_threads});
      met[std::size_t(t)] = present.load();
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(met, std::vector<int>(num_threads, num_threads)) << "a kernel waited for another's end";
}

TEST(InstancesConcurrency, each_has_all_threads) {
  for (const Host& instance : thread_instances<Host>(2))
    EXPECT_EQ(instance.concurrency(), Host().concurrency());
}

#if defined(_OPENMP)
/// Kokkos would end the program.
TEST(InstancesConcurrency, a_region_makes_none) {
#pragma omp parallel num_threads(2)
  {
    const auto instance = detail::own_instance<Host>();
    EXPECT_EQ(instance, Host());
  }
}
#endif

}  // namespace
}  // namespace filigree::test
