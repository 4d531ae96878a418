// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <vector>

#include "../cuda/device_array.hpp"
#include "cuda/register_pool.hpp"

namespace filigree::cuda {
namespace {

constexpr int group_threads = 128, held = 160;

__device__ inline std::uint64_t nanoseconds() {
  std::uint64_t time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

/// The first group, late, gives registers and says when; the second takes them, says when it has
/// them, and then holds more values at once than it had registers at first. All that the block has
/// is given out, so that it has to wait.
__global__ void __launch_bounds__(2 * group_threads, 2)
    give_and_take(const int* values, int* sums, int* squares, std::uint64_t* times) {
  const int thread = int(threadIdx.x) % group_threads;
  if (threadIdx.x < group_threads) {
    for (int k = 0; k < 100; ++k) __nanosleep(10'000);
    if (thread == 0) times[0] = nanoseconds();
    give_registers<24>();
    squares[thread] = thread * thread;
  } else {
    take_registers<232>();
    if (thread == 0) times[1] = nanoseconds();
    int value[held];
#pragma unroll
    for (int i = 0; i < held; ++i) value[i] = values[group_threads * i + thread];
    // The last one first, so that all of them are there by then.
    std::uint32_t sum = 0;
#pragma unroll
    for (int i = held - 1; i >= 0; --i)
      sum = 3 * sum + std::uint32_t(value[i] ^ value[(i + held / 2) % held]);
    sums[thread] = int(sum);
  }
}

TEST(RegisterPool, OneGroupGivesWhatAnotherTakes) {
  std::vector<int> values(held * group_threads);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = int(i * 2654435761u >> 7);
  const DeviceArray<int> from(values), sums(std::vector<int>(group_threads, -1)),
      squares(std::vector<int>(group_threads, -1));
  const DeviceArray<std::uint64_t> times(std::vector<std::uint64_t>(2, 0));
  give_and_take<<<1, 2 * group_threads>>>(from.data(), sums.data(), squares.data(), times.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto when = times.host();
  EXPECT_GT(when[0], 0u);
  EXPECT_GE(when[1], when[0]) << "taken before they were given";
  const auto sum = sums.host(), square = squares.host();
  for (int thread = 0; thread < group_threads; ++thread) {
    const auto value = [&](int i) { return values[std::size_t(group_threads * i + thread)]; };
    std::uint32_t expected = 0;
    for (int i = held - 1; i >= 0; --i)
      expected = 3 * expected + std::uint32_t(value(i) ^ value((i + held / 2) % held));
    ASSERT_EQ(sum[std::size_t(thread)], int(expected)) << thread;
    ASSERT_EQ(square[std::size_t(thread)], thread * thread);
  }
}

}  // namespace
}  // namespace filigree::cuda
