// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "cuda/round.hpp"
#include "cuda/vote.hpp"
#include "device_array.hpp"

/// Votes of a warp and roundings to 16 bits, against scalar code. (Roundings to tf32:
/// unit_tests/spmm_blocked.)

namespace filigree::cuda {
namespace {

__global__ void vote(const std::uint32_t* words, std::uint32_t mask, std::uint32_t* lanes) {
  lanes[threadIdx.x] = lanes_alike(words[threadIdx.x], mask);
}

TEST(LanesAlike, OneBitAndSeveral) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> words(32);
  for (auto& word : words) word = random();
  const DeviceArray<std::uint32_t> from(words), lanes(words);
  for (const std::uint32_t mask : {1u, 0x80000000u, 0x10u, 0x28u, 0u, 0xffffffffu}) {
    vote<<<1, 32>>>(from.data(), mask, lanes.data());
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const auto result = lanes.host();
    for (std::size_t lane = 0; lane < 32; ++lane) {
      std::uint32_t expected = 0;
      for (std::size_t other = 0; other < 32; ++other)
        if (((words[other] & mask) != 0) == ((words[lane] & mask) != 0)) expected |= 1u << other;
      EXPECT_EQ(result[lane], expected) << "mask " << mask << ", lane " << lane;
    }
  }
}

template <class Out>
__global__ void round_pairs(const float* from, std::uint32_t* words) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  words[i] = round_pair<Out>(from[2 * i], from[2 * i + 1]);
}

/// Random numbers of all sizes, and those around ties, largest and smallest ones.
template <class Out>
void check_round_pair() {
  constexpr std::size_t count = 4096;
  std::vector<std::uint32_t> bits{0,          0x80000000, 0x00000001, 0x807fffff, 0x7f7fffff,
                                  0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x477fefff,
                                  0x477ff000, 0x477fffff, 0x387fe000, 0x33000000, 0x33000001};
  for (const std::uint32_t from : {0x3f800000u, 0xbf802000u, 0x3f810000u, 0x38812000u, 0x33c00000u})
    for (const std::uint32_t low : {0xfffu, 0x1000u, 0x1001u, 0x7fffu, 0x8000u, 0x8001u})
      bits.push_back(from | low);
  std::mt19937 random(2);
  while (bits.size() < count) bits.push_back(random());
  std::vector<float> numbers;
  for (const std::uint32_t x : bits) numbers.push_back(__builtin_bit_cast(float, x));
  const DeviceArray<float> from(numbers);
  const DeviceArray<std::uint32_t> words(std::vector<std::uint32_t>(count / 2, 0));
  round_pairs<Out><<<count / 256, 128>>>(from.data(), words.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = words.host();
  for (std::size_t i = 0; i < count; ++i) {
    const Out rounded = Out::from_bits(std::uint16_t(result[i / 2] >> 16 * (i % 2)));
    if (numbers[i] != numbers[i])
      EXPECT_NE(float(rounded), float(rounded)) << std::hex << bits[i];
    else
      EXPECT_EQ(rounded.bits, Out(numbers[i]).bits) << std::hex << bits[i];
  }
}

TEST(RoundPair, Half) { check_round_pair<half>(); }
TEST(RoundPair, Bfloat16) { check_round_pair<bfloat16>(); }

__global__ void convert_halves(const float* numbers, std::uint16_t* rounded, float* widened) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  rounded[i] = half(numbers[i]).bits;
  widened[i] = float(half::from_bits(std::uint16_t(i)));
}

/// The instructions that a half is converted by on the device, against what the host does: all
/// halves to floats, and as many floats, some of them between two halves, to halves.
TEST(HalfConversions, DeviceAsHost) {
  constexpr std::size_t count = 1 << 16;
  std::mt19937 random(3);
  std::vector<float> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float exact = half::from_bits(std::uint16_t(i));
    const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, exact) + (random() & 0x3fffu);
    numbers[i] = i % 2 == 0 ? __builtin_bit_cast(float, bits)
                            : __builtin_bit_cast(float, std::uint32_t(random()));
  }
  const DeviceArray<float> from(numbers), widened(numbers);
  const DeviceArray<std::uint16_t> rounded(std::vector<std::uint16_t>(count, 0));
  convert_halves<<<count / 256, 256>>>(from.data(), rounded.data(), widened.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto halves = rounded.host();
  const auto floats = widened.host();
  for (std::size_t i = 0; i < count; ++i) {
    const float exact = half::from_bits(std::uint16_t(i));
    if (exact != exact)
      EXPECT_NE(floats[i], floats[i]) << i;
    else
      EXPECT_EQ(__builtin_bit_cast(std::uint32_t, floats[i]),
                __builtin_bit_cast(std::uint32_t, exact))
          << i;
    if (numbers[i] != numbers[i])
      EXPECT_NE(float(half::from_bits(halves[i])), float(half::from_bits(halves[i]))) << i;
    else
      EXPECT_EQ(halves[i], half(numbers[i]).bits) << numbers[i];
  }
}

}  // namespace
}  // namespace filigree::cuda
