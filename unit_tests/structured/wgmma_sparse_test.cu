// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/wgmma_sparse.cuh"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../cuda/device_array.hpp"
#include "cuda/bulk_copy.hpp"
#include "random_entries.hpp"
#include "structured/layout.hpp"
#include "structured/matmul_arguments.hpp"

/// Each instruction once, on operands that threads have placed in shared memory, against scalar
/// code.

namespace filigree::cuda {
namespace {

using namespace structured;

template <class In, int N, bool trans_b, int selector>
__global__ void one_instruction(const In* a, const std::uint32_t* words, const In* b,
                                Accumulator<In>* d) {
  using Mma = WgmmaSparse<In, N, trans_b>;
  constexpr int K = Mma::K, size = sizeof(In);
  extern __shared__ __align__(1024) unsigned char shared[];
  unsigned char* const shared_b = shared + 4096;
  for (int e = int(threadIdx.x); e < 64 * K / 2; e += 128) {
    const int row = e / (K / 2), byte = e % (K / 2) * size;
    reinterpret_cast<In&>(shared[row * 64 + (byte ^ ((row >> 1 & 3) << 4))]) = a[e];
  }
  for (int e = int(threadIdx.x); e < K * N; e += 128) {
    const int k = e / N, n = e % N;
    const int at = trans_b ? n / 64 * K * 128 + k * 128 + ((n % 64 * size) ^ ((k & 7) << 4))
                           : n * 128 + ((k * size) ^ ((n & 7) << 4));
    reinterpret_cast<In&>(shared_b[at]) = b[e];
  }
  fence_async_shared();
  __syncthreads();
  Accumulator<In> sums[N / 2];
  for (auto& x : sums) x = 1;
  const auto at_a = wgmma_descriptor(shared_address(shared), Swizzle::bytes_64, 512);
  const auto at_b =
      wgmma_descriptor(shared_address(shared_b), Swizzle::bytes_128, 1024, trans_b ? K * 128 : 16);
  const std::uint32_t word = words[threadIdx.x];
  wgmma_fence();
  Mma::template mma<selector>(sums, at_a, at_b, word, false);
  Mma::template mma<selector>(sums, at_a, at_b, word, true);
  wgmma_commit();
  wgmma_wait<0>();
  wgmma_keep_order(sums);
  const int row = int(threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4);
  const int col = int(threadIdx.x % 4 * 2);
#pragma unroll
  for (int i = 0; i < N / 2; ++i)
    d[(row + 8 * (i / 2 % 2)) * N + col + 8 * (i / 4) + i % 2] = sums[i];
}

/// Twice the product of one instruction.
template <class In, int N, bool trans_b, int selector>
void check_instruction() {
  constexpr int K = WgmmaSparse<In, N, trans_b>::K;
  auto dense = random_matrix<In>(64, K, 1);
  const auto b = random_matrix<In>(K, N, 2);
  std::vector<In> a(64 * K / 2);
  std::vector<std::uint32_t> words(128, 0xeeeeeeeeu);
  using Kind = OwnKind<In>;
  constexpr int groups = K / group_size<In>;
  for (int row = 0; row < 64; ++row)
    for (int g = 0; g < groups; ++g) {
      In group[group_size<In>];
      In* const entries = &dense[std::size_t(row * K + g * group_size<In>)];
      std::copy_n(entries, group_size<In>, group);
      const unsigned mask = strip_mask<Kind>(group);
      for (int i = 0; i < group_size<In>; ++i)
        if (!(mask >> i & 1u)) entries[i] = In(0);
      const auto code = code_of_mask<Kind>(mask);
      const auto place = metadata_place(sizeof(In), row, g + selector * groups);
      auto& word = words[std::size_t(place.word)];
      word = (word & ~(0xfu << place.bit)) | code << place.bit;
      for (int s = 0; s < kept_entries<In>; ++s)
        a[std::size_t(row * K / 2 + g * kept_entries<In> + s)] = group[position<Kind>(code, s)];
    }
  const DeviceArray<In> device_a(a), device_b(b);
  const DeviceArray<std::uint32_t> device_words(words);
  const DeviceArray<Accumulator<In>> d(std::vector<Accumulator<In>>(64 * N, 12345));
  const auto kernel = one_instruction<In, N, trans_b, selector>;
  const int bytes = 4096 + 128 * 256;
  ASSERT_EQ(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
            cudaSuccess);
  kernel<<<1, 128, bytes>>>(device_a.data(), device_words.data(), device_b.data(), d.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = d.host();
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < N; ++j) {
      double sum = 0, size = 0;
      for (int k = 0; k < K; ++k) {
        float x = float(dense[std::size_t(i * K + k)]), y = float(b[std::size_t(k * N + j)]);
        if constexpr (sizeof(In) == 4) {
          x = truncate_to_tf32(x);
          y = truncate_to_tf32(y);
        }
        sum += 2.0 * x * y;
        size += std::abs(2.0 * x * y);
      }
      const double bound = sizeof(In) == 1 && std::is_integral_v<In> ? 0 : size * sum_tolerance<In>;
      ASSERT_NEAR(double(result[std::size_t(i * N + j)]), sum, bound)
          << "row " << i << ", column " << j << ", N " << N;
    }
}

template <class In, bool trans_b, int selector>
void check_widths() {
  check_instruction<In, 16, trans_b, selector>();
  check_instruction<In, 32, trans_b, selector>();
  check_instruction<In, 256, trans_b, selector>();
}

TEST(WgmmaSparse, Half) {
  check_widths<half, false, 0>();
  check_widths<half, false, 1>();
}
TEST(WgmmaSparse, HalfTransposed) {
  check_widths<half, true, 0>();
  check_widths<half, true, 1>();
}
TEST(WgmmaSparse, Bfloat16) {
  check_widths<bfloat16, false, 0>();
  check_widths<bfloat16, false, 1>();
}
TEST(WgmmaSparse, Bfloat16Transposed) {
  check_widths<bfloat16, true, 0>();
  check_widths<bfloat16, true, 1>();
}
TEST(WgmmaSparse, Tf32) {
  check_widths<float, false, 0>();
  check_widths<float, false, 1>();
}
TEST(WgmmaSparse, Int8) { check_widths<std::int8_t, false, 0>(); }
TEST(WgmmaSparse, E4m3) { check_widths<float8_e4m3, false, 0>(); }
TEST(WgmmaSparse, E5m2) { check_widths<float8_e5m2, false, 0>(); }

}  // namespace
}  // namespace filigree::cuda
