// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/wgmma_dense.cuh"

#include <gtest/gtest.h>

#include "../cuda/device_array.hpp"
#include "cuda/bulk_copy.hpp"
#include "exact_entries.hpp"

/// Each instruction, with operands of every layout that kernels use, placed in shared memory by
/// threads, against scalar code.

namespace filigree::cuda {
namespace {

constexpr int line_bytes_of(Swizzle swizzle) {
  return swizzle == Swizzle::bytes_128 ? 128 : swizzle == Swizzle::bytes_64 ? 64 : 32;
}

/// An operand of `rows` x K entries in shared memory: lines of as many bytes as the swizzle has,
/// along k, or along the rows, then in slabs of so many rows with a line a k.
template <class In, int rows, int K, bool along_rows, Swizzle swizzle>
struct Operand {
  static constexpr int line_bytes = line_bytes_of(swizzle), size = sizeof(In);
  static constexpr int slab = line_bytes / size;
  static constexpr int bytes =
      along_rows ? (rows + slab - 1) / slab * K * line_bytes : rows * line_bytes;

  static __device__ int place(int row, int k) {
    const int line = along_rows ? k : row, byte = (along_rows ? row % slab : k) * size;
    const int turned = byte ^ ((line / (128 / line_bytes) & (line_bytes / 16 - 1)) << 4);
    return (along_rows ? row / slab * K * line_bytes : 0) + line * line_bytes + turned;
  }
  static __device__ std::uint64_t descriptor(const unsigned char* shared) {
    return wgmma_descriptor(shared_address(shared), swizzle, 8 * line_bytes,
                            along_rows ? K * line_bytes : 16);
  }
};

constexpr int operands_at_b = 8192, operand_bytes = operands_at_b + 256 * 128;

/// An instruction with its operands: A is M x K, B K x N, both row-major in global memory.
template <class Mma_, bool trans_b, bool trans_a, Swizzle swizzle>
struct WgmmaCase {
  using Mma = Mma_;
  using In = typename Mma::In;
  using A = Operand<In, Mma::M, Mma::K, trans_a, swizzle>;
  using B = Operand<In, Mma::N, Mma::K, trans_b, swizzle>;
  static_assert(A::bytes <= operands_at_b && operands_at_b + B::bytes <= operand_bytes);

  static __device__ void place(unsigned char* shared, const In* a, const In* b) {
    for (int i = int(threadIdx.x); i < Mma::M * Mma::K; i += Mma::threads)
      reinterpret_cast<In&>(shared[A::place(i / Mma::K, i % Mma::K)]) = a[i];
    for (int i = int(threadIdx.x); i < Mma::K * Mma::N; i += Mma::threads)
      reinterpret_cast<In&>(shared[operands_at_b + B::place(i % Mma::N, i / Mma::N)]) = b[i];
    fence_async_shared();
    __syncthreads();
  }
  static __device__ void multiply(typename Mma::D& d, const unsigned char* shared) {
    Mma::mma(d, A::descriptor(shared), B::descriptor(shared + operands_at_b));
  }
};

/// Between a warpgroup's sums and a row-major matrix: access(register, place).
template <class Mma, class Access>
__device__ inline void for_each_sum(const Access& access) {
  const int row = int(threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4);
  const int col = int(threadIdx.x % 4 * 2);
#pragma unroll
  for (int i = 0; i < Mma::d_registers; ++i)
    access(i, (row + 8 * (i / 2 % 2)) * Mma::N + col + 8 * (i / 4) + i % 2);
}

/// d += 2 A B.
template <class Case>
__global__ void multiply_twice(const typename Case::In* a, const typename Case::In* b,
                               typename Case::Mma::Sum* d) {
  using Mma = typename Case::Mma;
  extern __shared__ __align__(1024) unsigned char shared[];
  Case::place(shared, a, b);
  typename Mma::D sums;
  for_each_sum<Mma>([&](int i, int place) { sums[i] = d[place]; });
  wgmma_fence();
  Case::multiply(sums, shared);
  Case::multiply(sums, shared);
  wgmma_commit();
  wgmma_wait<0>();
  wgmma_keep_order(sums);
  for_each_sum<Mma>([&](int i, int place) { d[place] = sums[i]; });
}

/// Room for the operands, and a launch by one warpgroup.
template <class Case, class... Parameters>
void run_warpgroup(void (*kernel)(Parameters...), Parameters... parameters) {
  ASSERT_EQ(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, operand_bytes),
      cudaSuccess);
  kernel<<<1, Case::Mma::threads, operand_bytes>>>(parameters...);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

/// Entry (i, j) of A B.
template <class Mma>
float product_entry(const std::vector<typename Mma::In>& a, const std::vector<typename Mma::In>& b,
                    int i, int j) {
  float product = 0;
  for (int k = 0; k < Mma::K; ++k)
    product += float_of(a[std::size_t(i * Mma::K + k)]) * float_of(b[std::size_t(k * Mma::N + j)]);
  return product;
}

/// \param before D's entries
template <class In, int N, bool trans_b, bool trans_a = false, Swizzle swizzle = Swizzle::bytes_128>
void check_wgmma(typename WgmmaDense<In, N, trans_b, trans_a>::Sum before = 1) {
  using Mma = WgmmaDense<In, N, trans_b, trans_a>;
  using Sum = typename Mma::Sum;
  using Case = WgmmaCase<Mma, trans_b, trans_a, swizzle>;
  const auto a = exact_entries<In>(Mma::M * Mma::K, 1), b = exact_entries<In>(Mma::K * N, 2);
  const DeviceArray<In> device_a(a), device_b(b);
  const DeviceArray<Sum> d(std::vector<Sum>(Mma::M * N, before));
  run_warpgroup<Case, const In*, const In*, Sum*>(multiply_twice<Case>, device_a.data(),
                                                  device_b.data(), d.data());
  const auto result = d.host();
  for (int i = 0; i < Mma::M; ++i)
    for (int j = 0; j < N; ++j) {
      const float product = 2 * product_entry<Mma>(a, b, i, j);
      Sum expected;
      if constexpr (std::is_integral_v<Sum>)
        expected = Sum(std::uint32_t(before) + std::uint32_t(int(product)));
      else
        expected = before + product;
      ASSERT_EQ(result[std::size_t(i * N + j)], expected)
          << "row " << i << ", column " << j << ", N " << N;
    }
}

template <class In, int N, Swizzle swizzle = Swizzle::bytes_128>
void check_layouts() {
  check_wgmma<In, N, false, false, swizzle>();
  check_wgmma<In, N, true, false, swizzle>();
  if constexpr (N <= 128) {
    check_wgmma<In, N, false, true, swizzle>();
    check_wgmma<In, N, true, true, swizzle>();
  }
}

template <class In>
void check_widths() {
  check_layouts<In, 16>();
  check_layouts<In, 32>();
  check_layouts<In, 64>();
  check_layouts<In, 128>();
  check_layouts<In, 256>();
}

TEST(WgmmaDense, Half) { check_widths<half>(); }
TEST(WgmmaDense, Bfloat16) { check_widths<bfloat16>(); }
TEST(WgmmaDense, LinesOf64Bytes) {
  check_layouts<half, 32, Swizzle::bytes_64>();
  check_wgmma<half, 256, false, false, Swizzle::bytes_64>();
  check_wgmma<std::int8_t, 256, false, false, Swizzle::bytes_64>();
}
TEST(WgmmaDense, LinesOf32Bytes) {
  check_layouts<half, 16, Swizzle::bytes_32>();
  check_layouts<bfloat16, 64, Swizzle::bytes_32>();
}
TEST(WgmmaDense, Tf32) { check_wgmma<tf32, 256, false>(); }
TEST(WgmmaDense, Int8) {
  check_wgmma<std::int8_t, 256, false>();
  check_wgmma<std::int8_t, 256, false>(INT32_MAX - 100);  // wraps around
}

/// d += 2 A B in one group of instructions, e += A B in the next: d leaves the registers when only
/// its own group has been waited for.
template <class Case>
__global__ void multiply_in_groups(const typename Case::In* a, const typename Case::In* b,
                                   typename Case::Mma::Sum* d, typename Case::Mma::Sum* e) {
  using Mma = typename Case::Mma;
  extern __shared__ __align__(1024) unsigned char shared[];
  Case::place(shared, a, b);
  typename Mma::D first, second;
  for_each_sum<Mma>([&](int i, int place) {
    first[i] = d[place];
    second[i] = e[place];
  });
  wgmma_fence();
  Case::multiply(first, shared);
  Case::multiply(first, shared);
  wgmma_commit();
  Case::multiply(second, shared);
  wgmma_commit();
  wgmma_wait<1>();
  wgmma_keep_order(first);
  for_each_sum<Mma>([&](int i, int place) { d[place] = first[i]; });
  wgmma_wait<0>();
  wgmma_keep_order(second);
  for_each_sum<Mma>([&](int i, int place) { e[place] = second[i]; });
}

TEST(WgmmaGroups, EachIsWaitedForAlone) {
  using Mma = WgmmaDense<half, 64, false>;
  using Case = WgmmaCase<Mma, false, false, Swizzle::bytes_128>;
  const auto a = exact_entries<half>(Mma::M * Mma::K, 3), b = exact_entries<half>(Mma::K * 64, 4);
  const DeviceArray<half> device_a(a), device_b(b);
  const DeviceArray<float> d(std::vector<float>(64 * 64, 5)), e(std::vector<float>(64 * 64, 6));
  run_warpgroup<Case, const half*, const half*, float*, float*>(
      multiply_in_groups<Case>, device_a.data(), device_b.data(), d.data(), e.data());
  const auto first = d.host(), second = e.host();
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j) {
      const float product = product_entry<Mma>(a, b, i, j);
      ASSERT_EQ(first[std::size_t(64 * i + j)], 5 + 2 * product) << i << ", " << j;
      ASSERT_EQ(second[std::size_t(64 * i + j)], 6 + product) << i << ", " << j;
    }
}

}  // namespace
}  // namespace filigree::cuda
