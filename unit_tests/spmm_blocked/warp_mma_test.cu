// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/warp_mma.cuh"

#include <gtest/gtest.h>

#include <cstring>

#include "../cuda/device_array.hpp"
#include "cuda/matrix_fragments.hpp"
#include "cuda/shared_address.hpp"
#include "exact_entries.hpp"

/// Each instruction once, against scalar code.

namespace filigree::cuda {
namespace {

/// d += A B, all row-major, through registers as warp_mma.cuh says which entries they hold.
template <class Mma>
__global__ void one_mma(const typename Mma::In* a, const typename Mma::In* b,
                        typename Mma::Sum* d) {
  using In = typename Mma::In;
  constexpr int p = int(sizeof(typename Mma::Register) / sizeof(In));
  const int g = int(threadIdx.x) / 4, t = int(threadIdx.x) % 4;
  typename Mma::A rows;
  for (int r = 0; r < Mma::a_registers; ++r) {
    In entries[p];
    for (int i = 0; i < p; ++i)
      entries[i] = a[(g + 8 * (r % 2)) * Mma::K + 4 * p * (r / 2) + p * t + i];
    memcpy(&rows[r], entries, sizeof(entries));
  }
  typename Mma::B columns;
  for (int r = 0; r < Mma::b_registers; ++r) {
    In entries[p];
    for (int i = 0; i < p; ++i) entries[i] = b[(4 * p * r + p * t + i) * Mma::N + g];
    memcpy(&columns[r], entries, sizeof(entries));
  }
  const auto place = [&](int r) { return (g + 8 * (r / 2)) * Mma::N + 2 * t + r % 2; };
  typename Mma::Sum sums[Mma::d_registers];
  for (int r = 0; r < Mma::d_registers; ++r) sums[r] = d[place(r)];
  Mma::mma(sums, rows, columns);
  for (int r = 0; r < Mma::d_registers; ++r) d[place(r)] = sums[r];
}

/// \param before D's entries, to which their numbers are added
template <class Mma>
void check_mma(const std::vector<typename Mma::In>& a, const std::vector<typename Mma::In>& b,
               typename Mma::Sum before) {
  using Sum = typename Mma::Sum;
  std::vector<Sum> expected(Mma::M * Mma::N);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = before + Sum(i);
  const DeviceArray<typename Mma::In> device_a(a), device_b(b);
  const DeviceArray<Sum> d(expected);
  one_mma<Mma><<<1, 32>>>(device_a.data(), device_b.data(), d.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = d.host();
  for (int i = 0; i < Mma::M; ++i)
    for (int j = 0; j < Mma::N; ++j) {
      Sum& sum = expected[std::size_t(i * Mma::N + j)];
      for (int k = 0; k < Mma::K; ++k) {
        const auto& x = a[std::size_t(i * Mma::K + k)];
        const auto& y = b[std::size_t(k * Mma::N + j)];
        if constexpr (std::is_integral_v<Sum>)
          sum = Sum(std::uint32_t(sum) + std::uint32_t(x * y));
        else
          sum += Sum(float_of(x)) * Sum(float_of(y));
      }
      ASSERT_EQ(result[std::size_t(i * Mma::N + j)], sum) << "row " << i << ", column " << j;
    }
}

template <class Mma>
void check_mma() {
  check_mma<Mma>(exact_entries<typename Mma::In>(Mma::M * Mma::K, 3),
                 exact_entries<typename Mma::In>(Mma::K * Mma::N, 4), 1);
}

TEST(WarpMma, Half) { check_mma<WarpMma<half, 16>>(); }
TEST(WarpMma, Bfloat16) { check_mma<WarpMma<bfloat16, 16>>(); }
TEST(WarpMma, Double) { check_mma<WarpMma<double, 16>>(); }
TEST(WarpMma, Tf32) { check_mma<WarpMma<tf32, 8>>(); }

/// The low bits of floats, which a product as float would not be the same without.
TEST(WarpMma, Tf32TakesNoLowBits) {
  using Mma = WarpMma<tf32, 8>;
  const auto a = exact_entries<tf32>(Mma::M * Mma::K, 5), b = exact_entries<tf32>(Mma::K * 8, 6);
  auto more = a;
  for (auto& x : more)
    x.value = __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, x.value) | 0x1fffu);
  const DeviceArray<tf32> device_a(more), device_b(b);
  const DeviceArray<float> d(std::vector<float>(128, 0));
  one_mma<Mma><<<1, 32>>>(device_a.data(), device_b.data(), d.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = d.host();
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < 8; ++j) {
      float sum = 0;
      for (std::size_t k = 0; k < 8; ++k) sum += a[i * 8 + k].value * b[k * 8 + j].value;
      ASSERT_EQ(result[i * 8 + j], sum) << "row " << i << ", column " << j;
    }
}

/// All values of the type; sums also near the largest number, past which they wrap around.
template <int K>
void check_int8() {
  using Mma = WarpMma<std::int8_t, K>;
  std::mt19937 random(7);
  std::vector<std::int8_t> a(Mma::M * K), b(K * Mma::N);
  for (auto* const of : {&a, &b})
    for (auto& x : *of) x = std::int8_t(int(random() % 256) - 128);
  check_mma<Mma>(a, b, 1);
  check_mma<Mma>(a, b, INT32_MAX - 1000);
  check_mma<Mma>(a, b, INT32_MIN + 1000);
}

TEST(WarpMma, Int8) {
  check_int8<16>();
  check_int8<32>();
}

/// d = 1 + A B with A 16 x 16 row-major and B 16 x 16 row-major, or given by its columns, through
/// load_matrices, as kernels do.
template <class In, bool b_row_major>
__global__ void multiply_loaded(const In* a, const In* b, float* d) {
  __shared__ __align__(128) In shared_a[16][16], shared_b[16][16];
  const int lane = int(threadIdx.x);
  for (int e = lane; e < 256; e += 32) {
    shared_a[e / 16][e % 16] = a[e];
    shared_b[e / 16][e % 16] = b[e];
  }
  __syncwarp();
  std::uint32_t rows[4], columns[4];
  const int in_half = lane % 8, first = lane / 8 % 2, second = lane / 16;
  load_matrices<false>(shared_address(&shared_a[8 * first + in_half][8 * second]), rows);
  load_matrices<b_row_major>(b_row_major
                                 ? shared_address(&shared_b[8 * first + in_half][8 * second])
                                 : shared_address(&shared_b[8 * second + in_half][8 * first]),
                             columns);
  float sums[8];
  for (auto& x : sums) x = 1;
  WarpMma<In, 16>::mma(sums, rows, {columns[0], columns[1]});
  WarpMma<In, 16>::mma(sums + 4, rows, {columns[2], columns[3]});
  for (int i = 0; i < 8; ++i)
    d[(lane / 4 + 8 * (i / 2 % 2)) * 16 + 8 * (i / 4) + lane % 4 * 2 + i % 2] = sums[i];
}

template <class In, bool b_row_major>
void check_loaded() {
  const auto a = exact_entries<In>(256, 8), b = exact_entries<In>(256, 9);
  const DeviceArray<In> device_a(a), device_b(b);
  const DeviceArray<float> d(std::vector<float>(256, 12345));
  multiply_loaded<In, b_row_major><<<1, 32>>>(device_a.data(), device_b.data(), d.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = d.host();
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      float sum = 1;
      for (int k = 0; k < 16; ++k)
        sum += float(a[std::size_t(i * 16 + k)]) *
               float(b[std::size_t(b_row_major ? k * 16 + j : j * 16 + k)]);
      ASSERT_EQ(result[std::size_t(i * 16 + j)], sum) << "row " << i << ", column " << j;
    }
}

TEST(WarpMma, OperandsOfLoadMatrices) {
  check_loaded<half, true>();
  check_loaded<half, false>();
  check_loaded<bfloat16, true>();
  check_loaded<bfloat16, false>();
}

}  // namespace
}  // namespace filigree::cuda
