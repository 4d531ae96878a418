// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "cuda/bulk_copy.hpp"
#include "cuda/cluster_store.cuh"
#include "cuda/copy_async.hpp"
#include "cuda/dependent_launch.hpp"
#include "cuda/stream_load.hpp"
#include "device_array.hpp"

/// The instructions that move data between memories and order threads, one by one, against copies
/// by the host.

namespace filigree::cuda {
namespace {

/// So many bytes, all of which a copy must bring.
template <int bytes>
struct Bytes {
  unsigned char byte[bytes];
  bool operator==(const Bytes&) const = default;
};
template <int bytes>
using Word = std::conditional_t<
    bytes == 16, ulonglong2,
    std::conditional_t<
        bytes == 8, std::uint64_t,
        std::conditional_t<bytes == 4, std::uint32_t,
                           std::conditional_t<bytes == 2, std::uint16_t, std::uint8_t>>>>;

template <int bytes>
std::vector<Bytes<bytes>> numbered(std::size_t count) {
  std::vector<Bytes<bytes>> result(count);
  std::uint32_t next = 12345;
  for (auto& entry : result)
    for (auto& byte : entry.byte)
      byte = static_cast<unsigned char>((next = next * 1664525 + 1013904223) >> 24);
  return result;
}

// ---- cp.async ----

constexpr int copy_threads = 96;

template <class T>
__global__ void copy_through_shared(const T* from, T* to) {
  __shared__ T staged[copy_threads];
  copy_async(&staged[threadIdx.x], &from[(threadIdx.x * 7) % copy_threads]);
  wait_for_copies();
  __syncthreads();
  const int other = copy_threads - 1 - int(threadIdx.x);
  to[other] = staged[other];
}

template <int bytes>
void check_copy_async() {
  const auto values = numbered<bytes>(copy_threads);
  const DeviceArray<Bytes<bytes>> from(values), to{numbered<bytes>(2 * copy_threads)};
  using T = Word<bytes>;
  copy_through_shared<<<1, copy_threads>>>(reinterpret_cast<const T*>(from.data()),
                                           reinterpret_cast<T*>(to.data()));
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = to.host();
  for (std::size_t i = 0; i < copy_threads; ++i)
    ASSERT_EQ(result[i], values[i * 7 % copy_threads]) << bytes << " bytes, entry " << i;
}

TEST(CopyAsync, EachSize) {
  check_copy_async<4>();
  check_copy_async<8>();
  check_copy_async<16>();
}

// ---- ld.global.nc.L1::no_allocate ----

template <class T>
__global__ void load_streaming(const T* from, T* to, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) to[i] = stream_load(from + i);
}

template <int bytes>
void check_stream_load() {
  constexpr int count = 1000;
  const auto values = numbered<bytes>(count);
  const DeviceArray<Bytes<bytes>> from(values), to{std::vector<Bytes<bytes>>(count + 1)};
  using T = Word<bytes>;
  load_streaming<<<8, 128>>>(reinterpret_cast<const T*>(from.data()),
                             reinterpret_cast<T*>(to.data()), count);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = to.host();
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(result[i], values[i]) << bytes << ", " << i;
  ASSERT_EQ(result[count], Bytes<bytes>{}) << bytes << ": past the end";
}

TEST(StreamLoad, EachSize) {
  check_stream_load<1>();
  check_stream_load<2>();
  check_stream_load<4>();
  check_stream_load<8>();
  check_stream_load<16>();
}

// ---- cp.async.bulk and its barrier ----

struct Slice {
  int begin, end, at;
};
constexpr int slice_threads = 64, slice_capacity = 700;

/// A thread block a pair of slices, the second of which comes in the barrier's second phase.
template <class T>
__global__ void stage_slices(const T* array, int length, const Slice* slices, T* to) {
  __shared__ __align__(16) unsigned char stage[StagedSlice<T>::shared_bytes(slice_capacity)];
  __shared__ CopyBarrier barrier;
  if (threadIdx.x == 0) barrier.init();
  for (std::uint32_t phase = 0; phase < 2; ++phase) {
    const Slice slice = slices[2 * blockIdx.x + phase];
    const StagedSlice<T> staged(stage, array, length, slice.begin, slice.end);
    if (threadIdx.x == 0) {
      barrier.arrive_and_expect(staged.bulk_bytes());
      staged.start(barrier, evict_first_policy());
    }
    staged.copy_rest(threadIdx.x);
    __syncthreads();
    barrier.wait(phase);
    for (int i = int(threadIdx.x); i < slice.end - slice.begin; i += slice_threads)
      to[slice.at + i] = staged.entries()[i];
    __syncthreads();
  }
}

/// Slices of an array that begins `shift` entries behind a boundary of 256 bytes, and ends where
/// its memory does.
template <int bytes>
void check_staged_slices(int shift) {
  constexpr int length = 1500;
  const auto values = numbered<bytes>(std::size_t(length + shift));
  std::vector<Slice> slices;
  int total = 0;
  const auto add = [&](int begin, int end) {
    slices.push_back({begin, end, total});
    total += end - begin;
  };
  for (int begin = 0; begin < 34; ++begin)
    for (int count : {0, 1, 3, 16, 33, 650}) add(begin, begin + count);
  for (int count = 0; count < 40; ++count) add(length - count, length);
  const DeviceArray<Bytes<bytes>> from(values), to{std::vector<Bytes<bytes>>(std::size_t(total))};
  const DeviceArray<Slice> list(slices);
  using T = Word<bytes>;
  stage_slices<<<unsigned(slices.size() / 2), slice_threads>>>(
      reinterpret_cast<const T*>(from.data() + shift), length,
      static_cast<const Slice*>(list.data()), reinterpret_cast<T*>(to.data()));
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = to.host();
  for (const Slice& slice : slices)
    for (int i = 0; i < slice.end - slice.begin; ++i)
      ASSERT_EQ(result[std::size_t(slice.at + i)], values[std::size_t(shift + slice.begin + i)])
          << bytes << " bytes, slice from " << slice.begin << " to " << slice.end << ", entry "
          << i;
}

TEST(BulkCopy, SlicesAtEachAlignment) {
  for (int shift : {0, 1, 5}) {
    check_staged_slices<1>(shift);
    check_staged_slices<2>(shift);
    check_staged_slices<4>(shift);
    check_staged_slices<8>(shift);
    check_staged_slices<16>(shift);
  }
}

// ---- clusters ----

constexpr int cluster_size = 4;

/// Every thread block sends a pair to every one of the cluster.
__global__ void exchange(float* pairs) {
  __shared__ __align__(8) float received[2 * cluster_size];
  __shared__ ClusterBarrier barrier;
  const std::uint32_t rank = cluster_rank();
  if (threadIdx.x == 0) {
    barrier.init(1);
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
  wait_for_cluster(barrier, 0);
  if (threadIdx.x < 2 * cluster_size)
    pairs[2 * cluster_size * blockIdx.x + threadIdx.x] = received[threadIdx.x];
  __syncwarp();
  cluster_sync();
}

TEST(Cluster, StoresReachEachBlock) {
  constexpr int clusters = 3, blocks = clusters * cluster_size;
  const DeviceArray<float> pairs(std::vector<float>(2 * cluster_size * blocks, 0.5f));
  ASSERT_EQ(launch_dependent(exchange, {blocks, 32, 0, cluster_size}, nullptr, pairs.data()),
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

// ---- programmatic dependent launch ----

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

// ---- bar ----

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
