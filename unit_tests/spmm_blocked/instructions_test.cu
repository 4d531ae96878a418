// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>

#include "../cuda/device_array.hpp"
#include "cuda/tensor_copy.cuh"
#include "cuda/tensor_map.hpp"
#include "cuda/warp_mma.cuh"
#include "cuda/wgmma_dense.cuh"
#include "nearest_tf32.hpp"

/// Each instruction, and each kind of copy that computes, once, on operands that threads have
/// placed in shared memory, against scalar code.

namespace filigree::cuda {
namespace {

/// Multiples of 1/8, or integers: products and sums of a few are exact.
template <class T>
std::vector<T> random_entries(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> result(static_cast<std::size_t>(count));
  for (auto& x : result) {
    const float entry = float(int(random() % 33) - 16) / (std::is_integral_v<T> ? 1.0f : 8.0f);
    if constexpr (std::is_same_v<T, tf32>)
      x.value = entry;
    else
      x = T(entry);
  }
  return result;
}

template <class T>
float float_of(const T& x) {
  if constexpr (std::is_same_v<T, tf32>)
    return x.value;
  else
    return float(x);
}

template <class In>
using SumOf = std::conditional_t<std::is_same_v<In, std::int8_t>, std::int32_t, float>;

/// sums = 1 + 2 A B, with A 64 x K and B K x N row-major.
template <class In, int N, bool trans_b, bool trans_a>
__global__ void one_wgmma(const In* a, const In* b, SumOf<In>* d) {
  using Mma = WgmmaDense<In, N, trans_b, trans_a>;
  constexpr int K = Mma::K, bytes = sizeof(In);
  extern __shared__ __align__(1024) unsigned char shared[];
  unsigned char* const shared_b = shared + 8192;
  for (int e = int(threadIdx.x); e < 64 * K; e += 128) {
    const int line = trans_a ? e % K : e / K, byte = (trans_a ? e / K : e % K) * bytes;
    reinterpret_cast<In&>(shared[line * 128 + (byte ^ ((line & 7) << 4))]) = a[e];
  }
  for (int e = int(threadIdx.x); e < K * N; e += 128) {
    const int k = e / N, n = e % N;
    const int at = trans_b ? n / 64 * 16 * 128 + k * 128 + ((n % 64 * 2) ^ ((k & 7) << 4))
                           : n * 128 + ((k * bytes) ^ ((n & 7) << 4));
    reinterpret_cast<In&>(shared_b[at]) = b[e];
  }
  fence_async_shared();
  __syncthreads();
  SumOf<In> sums[N / 2];
#pragma unroll
  for (auto& x : sums) x = 1;
  const auto at_a = wgmma_descriptor(shared_address(shared), Swizzle::bytes_128, 1024);
  const auto at_b =
      wgmma_descriptor(shared_address(shared_b), Swizzle::bytes_128, 1024, trans_b ? 16 * 128 : 16);
  wgmma_fence();
  Mma::mma(sums, at_a, at_b);
  Mma::mma(sums, at_a, at_b);
  wgmma_commit();
  wgmma_wait<0>();
  wgmma_keep_order(sums);
  const int row = int(threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4);
  const int col = int(threadIdx.x % 4 * 2);
#pragma unroll
  for (int i = 0; i < N / 2; ++i)
    d[(row + 8 * (i / 2 % 2)) * N + col + 8 * (i / 4) + i % 2] = sums[i];
}

template <class In, int N, bool trans_b, bool trans_a = false>
void check_wgmma() {
  constexpr int K = WgmmaDense<In, N, trans_b>::K;
  const auto a = random_entries<In>(64 * K, 1), b = random_entries<In>(K * N, 2);
  const DeviceArray<In> device_a(a), device_b(b);
  const DeviceArray<SumOf<In>> d(std::vector<SumOf<In>>(64 * N, 12345));
  const auto kernel = one_wgmma<In, N, trans_b, trans_a>;
  const int bytes = 8192 + 128 * 256;
  ASSERT_EQ(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
            cudaSuccess);
  kernel<<<1, 128, bytes>>>(device_a.data(), device_b.data(), d.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = d.host();
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < N; ++j) {
      float sum = 1;
      for (int k = 0; k < K; ++k)
        sum += 2 * float_of(a[std::size_t(i * K + k)]) * float_of(b[std::size_t(k * N + j)]);
      ASSERT_EQ(float(result[std::size_t(i * N + j)]), sum) << "row " << i << ", column " << j;
    }
}

TEST(WgmmaDense, Half) {
  check_wgmma<half, 16, false>();
  check_wgmma<half, 32, false>();
  check_wgmma<half, 64, false>();
  check_wgmma<half, 64, true>();
  check_wgmma<half, 128, true>();
  check_wgmma<half, 256, false>();
  check_wgmma<half, 256, true>();
}
TEST(WgmmaDense, Bfloat16) {
  check_wgmma<bfloat16, 128, false>();
  check_wgmma<bfloat16, 256, false>();
  check_wgmma<bfloat16, 256, true>();
}

TEST(WgmmaDense, TransposedA) {
  check_wgmma<half, 16, false, true>();
  check_wgmma<half, 64, true, true>();
  check_wgmma<bfloat16, 32, false, true>();
  check_wgmma<bfloat16, 128, true, true>();
}

TEST(WgmmaDense, Int8) { check_wgmma<std::int8_t, 256, false>(); }
TEST(WgmmaDense, Tf32) { check_wgmma<tf32, 256, false>(); }

/// d = 1 + A B, with A 16 x 16 and B 16 x 16 row-major, or B given by its columns. The copies are
/// asynchronous; the last row of A is not copied and counts as 0.
template <class In, bool b_row_major>
__global__ void one_warp(const In* a, const In* b, float* d) {
  __shared__ __align__(128) In shared_a[16][16];
  __shared__ __align__(128) In shared_b[16][16];
  const int lane = int(threadIdx.x), row = lane / 2, chunk = lane % 2 * 8;
  copy_16(shared_address(&shared_a[row][chunk]), a + row * 16 + chunk, row < 15);
  copy_commit();
  copy_16(shared_address(&shared_b[row][chunk]), b + row * 16 + chunk, true);
  copy_commit();
  copy_wait<1>();
  __syncwarp();
  std::uint32_t fragment[4], columns[4];
  const int in_half = lane % 8, first = lane / 8 % 2, second = lane / 16;
  load_matrices<false>(shared_address(&shared_a[8 * first + in_half][8 * second]), fragment);
  copy_wait<0>();
  __syncwarp();
  load_matrices<b_row_major>(b_row_major
                                 ? shared_address(&shared_b[8 * first + in_half][8 * second])
                                 : shared_address(&shared_b[8 * second + in_half][8 * first]),
                             columns);
  float sums[8];
  for (auto& x : sums) x = 1;
  warp_mma<In>(sums, fragment, columns[0], columns[1]);
  warp_mma<In>(sums + 4, fragment, columns[2], columns[3]);
  for (int i = 0; i < 8; ++i)
    d[(lane / 4 + 8 * (i / 2 % 2)) * 16 + 8 * (i / 4) + lane % 4 * 2 + i % 2] = sums[i];
}

template <class In, bool b_row_major>
void check_warp() {
  const auto a = random_entries<In>(256, 3), b = random_entries<In>(256, 4);
  const DeviceArray<In> device_a(a), device_b(b);
  const DeviceArray<float> d(std::vector<float>(256, 12345));
  one_warp<In, b_row_major><<<1, 32>>>(device_a.data(), device_b.data(), d.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = d.host();
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      float sum = 1;
      for (int k = 0; k < 16 && i < 15; ++k)
        sum += float(a[std::size_t(i * 16 + k)]) *
               float(b[std::size_t(b_row_major ? k * 16 + j : j * 16 + k)]);
      ASSERT_EQ(result[std::size_t(i * 16 + j)], sum) << "row " << i << ", column " << j;
    }
}

TEST(WarpMma, Half) {
  check_warp<half, true>();
  check_warp<half, false>();
}
TEST(WarpMma, Bfloat16) {
  check_warp<bfloat16, true>();
  check_warp<bfloat16, false>();
}

/// d = 1 + A B with A 16 x 16 and B 16 x 8 row-major, as warp_mma_double says who has what.
__global__ void one_warp_of_doubles(const double* a, const double* b, double* d) {
  __shared__ __align__(16) double pairs[64];
  const int lane = int(threadIdx.x), g = lane / 4, t = lane % 4;
  double rows[8], columns[4], sums[4] = {1, 1, 1, 1};
  for (int s = 0; s < 4; ++s) {
    for (int r = 0; r < 2; ++r) rows[2 * s + r] = a[(g + 8 * r) * 16 + 4 * s + t];
    columns[s] = b[(4 * s + t) * 8 + g];
  }
  warp_mma_double(sums, rows, columns);
  // to d by way of shared memory, for load_pair
  for (int h = 0; h < 2; ++h) {
    for (int e = 0; e < 2; ++e) pairs[8 * g + 2 * t + e] = sums[2 * h + e];
    __syncwarp();
    double first, second;
    load_pair(shared_address(&pairs[2 * lane]), first, second);
    d[64 * h + 2 * lane] = first;
    d[64 * h + 2 * lane + 1] = second;
    __syncwarp();
  }
}

TEST(WarpMma, Double) {
  const auto a = random_entries<double>(256, 5), b = random_entries<double>(128, 6);
  const DeviceArray<double> device_a(a), device_b(b), d(std::vector<double>(128, 12345));
  one_warp_of_doubles<<<1, 32>>>(device_a.data(), device_b.data(), d.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = d.host();
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < 8; ++j) {
      double sum = 1;
      for (std::size_t k = 0; k < 16; ++k) sum += a[i * 16 + k] * b[k * 8 + j];
      ASSERT_EQ(result[i * 8 + j], sum) << "row " << i << ", column " << j;
    }
}

/// d = 1 + A B with A 16 x 8 and B 8 x 8 row-major, as warp_mma_tf32 says who has what.
__global__ void one_warp_of_tf32(const std::uint32_t* a, const std::uint32_t* b, float* d) {
  __shared__ __align__(16) std::uint32_t rows[128];
  const int lane = int(threadIdx.x), g = lane / 4, t = lane % 4;
  std::uint32_t four[4], fragment[4];
  for (int i = 0; i < 4; ++i) rows[4 * lane + i] = a[4 * lane + i];
  __syncwarp();
  float sums[4] = {1, 1, 1, 1};
  // Row lane / 2, half of it lane % 2.
  for (int i = 0; i < 4; i += 2)
    load_two(shared_address(&rows[4 * lane + i]), four[i], four[i + 1]);
  for (int q = 0; q < 4; ++q) {
    const int from = 2 * (g + q % 2 * 8) + q / 2;
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t x = __shfl_sync(0xffffffffu, four[i], from);
      if (i == t) fragment[q] = x;
    }
  }
  warp_mma_tf32(sums, fragment, b[t * 8 + g], b[(t + 4) * 8 + g]);
  for (int i = 0; i < 4; ++i) d[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = sums[i];
}

TEST(WarpMma, Tf32) {
  const auto a = random_entries<float>(128, 8), b = random_entries<float>(64, 9);
  const DeviceArray<float> device_a(a), device_b(b), d(std::vector<float>(128, 12345));
  one_warp_of_tf32<<<1, 32>>>(reinterpret_cast<const std::uint32_t*>(device_a.data()),
                              reinterpret_cast<const std::uint32_t*>(device_b.data()), d.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = d.host();
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < 8; ++j) {
      float sum = 1;
      for (std::size_t k = 0; k < 8; ++k) sum += a[i * 8 + k] * b[k * 8 + j];
      ASSERT_EQ(result[i * 8 + j], sum) << "row " << i << ", column " << j;
    }
}

/// 256 floats by the copy engine as tf32, and by round_to_tf32.
__global__ void round_both_ways(const __grid_constant__ CUtensorMap map, const float* from,
                                std::uint32_t* copied, std::uint32_t* rounded) {
  __shared__ __align__(1024) std::uint32_t box[256];
  __shared__ ClusterBarrier full;
  const int i = int(threadIdx.x);
  if (i == 0) {
    full.init(1);
    fence_barrier_init();
  }
  __syncthreads();
  if (i == 0) {
    full.arrive_and_expect(sizeof(box));
    tensor_load(shared_address(box), map, 0, 0, 0, full);
  }
  full.wait(0);
  copied[i] = box[i];
  rounded[i] = round_to_tf32(__float_as_uint(from[i]));
}

/// Numbers around ties of both parities, the largest and the smallest, infinity and NaN.
TEST(Tf32, RoundsToNearestTiesToEven) {
  std::vector<std::uint32_t> bits{0,          0x80000000, 0x00000001, 0x00001000, 0x007fffff,
                                  0x00800fff, 0x7f7fefff, 0x7f7fffff, 0xff7fffff, 0x7f800000,
                                  0xff800000, 0x7fc00000, 0x7fffffff, 0xffffffff};
  for (const std::uint32_t odd : {0x3f800000u, 0x3f802000u, 0xbf804000u, 0xc1236000u})
    for (const std::uint32_t low : {0x0u, 0x1u, 0xfffu, 0x1000u, 0x1001u, 0x1fffu})
      bits.push_back(odd | low);
  std::mt19937 random(10);
  while (bits.size() < 256) {
    const std::uint32_t any = random();
    if ((any & 0x7f800000u) != 0x7f800000u) bits.push_back(any);
  }
  std::vector<float> numbers;
  for (const std::uint32_t x : bits) numbers.push_back(__builtin_bit_cast(float, x));
  const DeviceArray<float> from(numbers);
  const DeviceArray<std::uint32_t> copied(std::vector<std::uint32_t>(256, 0)), rounded(bits);
  CUtensorMap map;
  ASSERT_EQ(encode_tensor_map<tf32>(map, {.data = from.data(),
                                          .sizes = {32, 8, 1},
                                          .strides = {128, 0},
                                          .box = {32, 8},
                                          .swizzle = CU_TENSOR_MAP_SWIZZLE_NONE}),
            cudaSuccess);
  round_both_ways<<<1, 256>>>(map, from.data(), copied.data(), rounded.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto by_copy = copied.host(), by_warp = rounded.host();
  for (std::size_t i = 0; i < 256; ++i)
    for (const bool copy : {true, false}) {
      // What the Tensor Cores read.
      const std::uint32_t read = (copy ? by_copy[i] : by_warp[i]) & 0xffffe000u;
      if (numbers[i] != numbers[i])
        EXPECT_GT(read & 0x7fffffffu, 0x7f800000u) << std::hex << bits[i];
      else
        EXPECT_EQ(read, __builtin_bit_cast(std::uint32_t, nearest_tf32(numbers[i])))
            << std::hex << bits[i] << (copy ? " copied" : " rounded");
    }
}

/// d = 1 + A B with A 16 x K row-major and B K x 8 by its columns.
template <int K>
__global__ void one_warp_of_int8(const std::int8_t* a, const std::int8_t* b, std::int32_t* d) {
  const int lane = int(threadIdx.x), g = lane / 4, t = lane % 4;
  const auto four = [](const std::int8_t* from) {
    return *reinterpret_cast<const std::uint32_t*>(from);
  };
  std::int32_t sums[4] = {1, 1, 1, 1};
  std::uint32_t rows[4], columns[2];
  for (int h = 0; h < K / 16; ++h) {
    for (int r = 0; r < 2; ++r) rows[2 * h + r] = four(a + (g + 8 * r) * K + 16 * h + 4 * t);
    columns[h] = four(b + g * K + 16 * h + 4 * t);
  }
  if constexpr (K == 32)
    warp_mma_int8(sums, rows, columns[0], columns[1]);
  else
    warp_mma_int8(sums, rows[0], rows[1], columns[0]);
  for (int i = 0; i < 4; ++i) d[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = sums[i];
}

template <int K>
void check_int8() {
  std::mt19937 random(7);
  std::vector<std::int8_t> a(16 * K), b(8 * K);
  for (auto* const of : {&a, &b})
    for (auto& x : *of) x = std::int8_t(int(random() % 256) - 128);
  const DeviceArray<std::int8_t> device_a(a), device_b(b);
  const DeviceArray<std::int32_t> d(std::vector<std::int32_t>(128, 12345));
  one_warp_of_int8<K><<<1, 32>>>(device_a.data(), device_b.data(), d.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = d.host();
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < 8; ++j) {
      int sum = 1;
      for (std::size_t k = 0; k < K; ++k) sum += int(a[i * K + k]) * int(b[j * K + k]);
      ASSERT_EQ(result[i * 8 + j], sum) << "row " << i << ", column " << j;
    }
}

TEST(WarpMma, Int8) {
  check_int8<16>();
  check_int8<32>();
}

}  // namespace
}  // namespace filigree::cuda
