// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/matrix_fragments.hpp"

#include <gtest/gtest.h>

#include "cuda/shared_address.hpp"
#include "device_array.hpp"

namespace filigree::cuda {
namespace {

/// Entry 64 q + 8 i + j of memory is entry (i, j) of matrix q.
template <bool transposed>
__global__ void load_one(const std::uint16_t* from, std::uint32_t* words) {
  __shared__ __align__(128) std::uint16_t shared[4][8][8];
  const int lane = int(threadIdx.x);
  for (int i = 0; i < 8; ++i) shared[lane / 8][lane % 8][i] = from[8 * lane + i];
  __syncwarp();
  std::uint32_t loaded[4];
  load_matrices<transposed>(shared_address(shared[lane / 8][lane % 8]), loaded);
  for (int q = 0; q < 4; ++q) words[4 * lane + q] = loaded[q];
}

template <bool transposed>
void check_load() {
  std::vector<std::uint16_t> entries(256);
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = std::uint16_t(i * 40503u);
  const DeviceArray<std::uint16_t> from(entries);
  const DeviceArray<std::uint32_t> words(std::vector<std::uint32_t>(128, 0));
  load_one<transposed><<<1, 32>>>(from.data(), words.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = words.host();
  for (std::size_t lane = 0; lane < 32; ++lane)
    for (std::size_t q = 0; q < 4; ++q) {
      const std::size_t row = lane / 4, col = 2 * (lane % 4);
      const auto entry = [&](std::size_t j) -> std::uint32_t {
        return entries[64 * q + (transposed ? 8 * j + row : 8 * row + j)];
      };
      EXPECT_EQ(result[4 * lane + q], entry(col) | entry(col + 1) << 16) << lane << ", " << q;
    }
}

TEST(LoadMatrices, Rows) { check_load<false>(); }
TEST(LoadMatrices, Columns) { check_load<true>(); }

template <bool transposed>
__global__ void store_one(std::uint16_t* result) {
  __shared__ __align__(128) std::uint16_t shared[4][8][8];
  const int lane = int(threadIdx.x);
  std::uint32_t words[4];
  for (int q = 0; q < 4; ++q) {
    const int at = 64 * q + lane / 4 * 8 + 2 * (lane % 4);
    words[q] = std::uint32_t(at) | std::uint32_t(at + 1) << 16;
  }
  store_matrices<transposed>(shared_address(shared[lane / 8][lane % 8]), words[0], words[1],
                             words[2], words[3]);
  __syncwarp();
  for (int i = 0; i < 8; ++i) result[8 * lane + i] = shared[lane / 8][lane % 8][i];
}

template <bool transposed>
void check_store() {
  const DeviceArray<std::uint16_t> result(std::vector<std::uint16_t>(256, 999));
  store_one<transposed><<<1, 32>>>(result.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto host = result.host();
  for (int q = 0; q < 4; ++q)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        EXPECT_EQ(host[std::size_t(64 * q + 8 * i + j)],
                  64 * q + (transposed ? 8 * j + i : 8 * i + j));
}

TEST(StoreMatrices, Rows) { check_store<false>(); }
TEST(StoreMatrices, Columns) { check_store<true>(); }

}  // namespace
}  // namespace filigree::cuda
