// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "bytes.hpp"
#include "cuda/cache_policy.hpp"
#include "cuda/copy_async.hpp"
#include "cuda/staged_slice.hpp"
#include "cuda/stream_load.hpp"
#include "device_array.hpp"

/// Copies from device to shared memory, loads of data that are read once, and prefetches, against
/// copies by the host.

namespace filigree::cuda {
namespace {

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
  const auto values = numbered_bytes<bytes>(copy_threads);
  const DeviceArray<Bytes<bytes>> from(values), to{numbered_bytes<bytes>(2 * copy_threads)};
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

/// Two groups of copies of 16 bytes, of which the first is read while the second may be under way;
/// every third thread's copies are zeros.
__global__ void copy_two_groups(const uint4* from, uint4* to) {
  __shared__ uint4 staged[2][copy_threads];
  const int thread = int(threadIdx.x);
  for (auto& group : staged) group[thread] = make_uint4(1, 2, 3, 4);
  __syncthreads();
  for (int group = 0; group < 2; ++group) {
    copy_16(shared_address(&staged[group][thread]), from + group * copy_threads + thread,
            thread % 3 != 0);
    copy_commit();
  }
  copy_wait<1>();
  __syncthreads();
  to[thread] = staged[0][copy_threads - 1 - thread];
  copy_wait<0>();
  __syncthreads();
  to[copy_threads + thread] = staged[1][copy_threads - 1 - thread];
}

TEST(CopyAsync, GroupsOf16BytesOrZeros) {
  const auto values = numbered_bytes<16>(2 * copy_threads);
  const DeviceArray<Bytes<16>> from(values), to(values);
  copy_two_groups<<<1, copy_threads>>>(reinterpret_cast<const uint4*>(from.data()),
                                       reinterpret_cast<uint4*>(to.data()));
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = to.host();
  for (std::size_t group = 0; group < 2; ++group)
    for (std::size_t i = 0; i < copy_threads; ++i) {
      const std::size_t source = copy_threads - 1 - i, at = group * copy_threads;
      ASSERT_EQ(result[at + i], source % 3 != 0 ? values[at + source] : Bytes<16>{})
          << "group " << group << ", entry " << i;
    }
}

template <class T>
__global__ void load_streaming(const T* from, T* to, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) to[i] = stream_load(from + i);
}

template <int bytes>
void check_stream_load() {
  constexpr int count = 1000;
  const auto values = numbered_bytes<bytes>(count);
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

struct Slice {
  int begin, end, at;
};
constexpr int slice_threads = 64, slice_capacity = 700;

/// A thread block a pair of slices, the second of which comes in the barrier's second phase.
template <class T>
__global__ void stage_slices(const T* array, int length, const Slice* slices, T* to) {
  __shared__ __align__(16) unsigned char stage[StagedSlice<T>::shared_bytes(slice_capacity)];
  __shared__ TransactionBarrier barrier;
  if (threadIdx.x == 0) {
    init_barrier<1>(barrier);
    fence_barrier_init();
  }
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
  const auto values = numbered_bytes<bytes>(std::size_t(length + shift));
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

/// Brings an array into the L2 cache in both ways, as a whole and from any address, then reads it.
__global__ void prefetch_and_read(const unsigned char* from, unsigned char* to, int bytes) {
  if (threadIdx.x == 0) bulk_prefetch(from, std::uint32_t(bytes));
  for (int i = int(threadIdx.x); i < bytes; i += int(blockDim.x)) {
    prefetch_sector(from + i);
    to[i] = from[i];
  }
}

TEST(Prefetch, AnyAddressAndNoChange) {
  constexpr int count = 1000;
  const auto values = numbered_bytes<16>(count);
  const DeviceArray<Bytes<16>> from(values), to{std::vector<Bytes<16>>(count)};
  for (int first : {0, 1, 7}) {
    prefetch_and_read<<<1, 128>>>(reinterpret_cast<const unsigned char*>(from.data() + first),
                                  reinterpret_cast<unsigned char*>(to.data() + first),
                                  16 * (count - first));
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess) << first;
  }
  EXPECT_EQ(from.host(), values);
  EXPECT_EQ(to.host(), values);
}

}  // namespace
}  // namespace filigree::cuda
