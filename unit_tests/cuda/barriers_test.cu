// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "cuda/cluster.hpp"
#include "cuda/dependent_launch.hpp"
#include "cuda/launch.hpp"
#include "cuda/named_barrier.hpp"
#include "cuda/transaction_barrier.hpp"
#include "device_array.hpp"

/// What orders threads, thread blocks of a cluster, and kernels: who waits sees what the others
/// have written, late as they are.

namespace filigree::cuda {
namespace {

constexpr int ring_producers = 96, ring_stages = 2, ring_rounds = 7;

/// Three warps fill stages of a ring, each thread at another time; one empties them.
__global__ void fill_and_empty(const int* values, int* sums) {
  __shared__ int staged[ring_stages][ring_producers];
  __shared__ TransactionBarrier full[ring_stages], empty[ring_stages];
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < ring_stages; ++stage) {
      init_barrier<ring_producers>(full[stage]);
      init_barrier<32>(empty[stage]);
    }
    fence_barrier_init();
  }
  __syncthreads();
  StageRing<ring_stages> ring;
  const int thread = int(threadIdx.x);
  for (int round = 0; round < ring_rounds; ++round, ring.advance()) {
    int(&stage)[ring_producers] = staged[ring.stage];
    if (thread < ring_producers) {
      empty[ring.stage].wait(ring.parity ^ 1);
      __nanosleep(unsigned(1000 * ((thread + round) % 7)));
      stage[thread] = values[round * ring_producers + thread];
      full[ring.stage].arrive();
    } else {
      full[ring.stage].wait(ring.parity);
      std::uint32_t sum = 0;
      for (const int value : stage) sum = 3 * sum + std::uint32_t(value);
      sums[32 * round + thread - ring_producers] = int(sum);
      __nanosleep(unsigned(1000 * (round % 3)));
      empty[ring.stage].arrive();
    }
  }
}

TEST(TransactionBarrier, StagesAreFilledAndEmptiedInTurn) {
  std::vector<int> values(ring_rounds * ring_producers);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = int(i * 2654435761u >> 7);
  const DeviceArray<int> from(values), sums(std::vector<int>(32 * ring_rounds, -1));
  fill_and_empty<<<1, ring_producers + 32>>>(from.data(), sums.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = sums.host();
  for (std::size_t round = 0; round < ring_rounds; ++round) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < ring_producers; ++i)
      sum = 3 * sum + std::uint32_t(values[round * ring_producers + i]);
    for (std::size_t lane = 0; lane < 32; ++lane)
      ASSERT_EQ(result[32 * round + lane], int(sum)) << "round " << round << ", lane " << lane;
  }
}

constexpr int cluster_size = 4;

/// Every thread block sends a pair to every one of the cluster.
__global__ void exchange(float* pairs) {
  __shared__ __align__(8) float received[2 * cluster_size];
  __shared__ TransactionBarrier barrier;
  const std::uint32_t rank = cluster_rank();
  if (threadIdx.x == 0) {
    init_barrier<1>(barrier);
    fence_barrier_init();
    barrier.arrive_and_expect(sizeof(received));
  }
  __syncwarp();
  cluster_arrive_relaxed();
  cluster_wait();
  if (threadIdx.x < cluster_size) {
    const float from = float(10 * blockIdx.x), to = float(threadIdx.x);
    store_async(threadIdx.x, &received[2 * rank], from + to, -from - to, barrier);
  }
  barrier.wait_for_cluster(0);
  if (threadIdx.x < 2 * cluster_size)
    pairs[2 * cluster_size * blockIdx.x + threadIdx.x] = received[threadIdx.x];
  __syncwarp();
  cluster_sync();
}

TEST(Cluster, StoresReachEachBlock) {
  constexpr int clusters = 3, blocks = clusters * cluster_size;
  const DeviceArray<float> pairs(std::vector<float>(2 * cluster_size * blocks, 0.5f));
  ASSERT_EQ(launch_clusters(exchange, {blocks, 32, 0, cluster_size}, nullptr, pairs.data()),
            cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto received = pairs.host();
  for (int block = 0; block < blocks; ++block)
    for (int rank = 0; rank < cluster_size; ++rank) {
      const int sender = block / cluster_size * cluster_size + rank;
      const float sent = float(10 * sender + block % cluster_size);
      const std::size_t at = std::size_t(cluster_size * block + rank);
      EXPECT_EQ(received[2 * at], sent) << block << ", " << rank;
      EXPECT_EQ(received[2 * at + 1], -sent) << block << ", " << rank;
    }
}

constexpr int dependent_blocks = 64, dependent_threads = 128;

/// Lets the next kernel in at once, and is late with its result.
__global__ void write_late(int* values, int offset) {
  launch_dependents();
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 200; ++k) __nanosleep(10'000);
  values[i] = i + offset;
}
__global__ void read_reversed(const int* values, int* result) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  wait_for_primary();
  result[i] = values[int(gridDim.x * blockDim.x) - 1 - i];
}

TEST(DependentLaunch, SecondKernelSeesWhatTheFirstWrote) {
  constexpr int count = dependent_blocks * dependent_threads;
  const DeviceArray<int> values(std::vector<int>(count, -1)), result(std::vector<int>(count, -2));
  for (int offset : {5, 70'000}) {
    write_late<<<dependent_blocks, dependent_threads>>>(values.data(), offset);
    ASSERT_EQ(launch_dependent(read_reversed, {dependent_blocks, dependent_threads}, nullptr,
                               static_cast<const int*>(values.data()), result.data()),
              cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const auto read = result.host();
    for (int i = 0; i < count; ++i) ASSERT_EQ(read[std::size_t(i)], count - 1 - i + offset) << i;
  }
}

constexpr int group_threads = 64;

/// Threads of two groups: the first, late, writes what the second reads, and each group asks
/// whether any of its own threads is `odd_one`.
__global__ void two_groups(int odd_one, int* read, int* any) {
  __shared__ int written[group_threads];
  const int thread = int(threadIdx.x), group = thread / group_threads;
  if (group == 0) {
    for (int k = 0; k < 20; ++k) __nanosleep(10'000);
    written[thread] = 3 * thread;
    named_barrier_arrive<2 * group_threads>(1);
  } else {
    named_barrier<2 * group_threads>(1);
    read[thread - group_threads] = written[2 * group_threads - 1 - thread];
  }
  any[thread] = named_barrier_any<group_threads>(2 + group, thread == odd_one);
}

TEST(NamedBarrier, OrdersTwoGroupsAndAsksEach) {
  for (int odd_one : {-1, 17, group_threads + 40}) {
    const DeviceArray<int> read(std::vector<int>(group_threads, -1)),
        any(std::vector<int>(2 * group_threads, -1));
    two_groups<<<1, 2 * group_threads>>>(odd_one, read.data(), any.data());
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const auto values = read.host(), answers = any.host();
    for (int i = 0; i < group_threads; ++i)
      ASSERT_EQ(values[std::size_t(i)], 3 * (group_threads - 1 - i)) << i;
    for (int i = 0; i < 2 * group_threads; ++i)
      ASSERT_EQ(answers[std::size_t(i)],
                odd_one >= 0 && i / group_threads == odd_one / group_threads)
          << odd_one << ", " << i;
  }
}

}  // namespace
}  // namespace filigree::cuda
