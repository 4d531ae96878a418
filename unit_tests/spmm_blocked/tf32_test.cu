// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "../cuda/device_array.hpp"
#include "cuda/round.hpp"
#include "cuda/tensor_copy.cuh"
#include "cuda/tensor_map.hpp"
#include "nearest_tf32.hpp"

/// The two ways that floats become tf32, against scalar code.

namespace filigree::cuda {
namespace {

/// 256 floats by the copy engine as tf32, and by round_to_tf32.
__global__ void round_both_ways(const __grid_constant__ CUtensorMap map, const float* from,
                                std::uint32_t* copied, std::uint32_t* rounded) {
  __shared__ __align__(1024) std::uint32_t box[256];
  __shared__ TransactionBarrier full;
  const int i = int(threadIdx.x);
  if (i == 0) {
    init_barrier<1>(full);
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

}  // namespace
}  // namespace filigree::cuda
