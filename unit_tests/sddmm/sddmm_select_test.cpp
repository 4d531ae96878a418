// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <utility>

#include <sddmm/cuda/shape.hpp>
#include <sddmm/cuda_blocked/select.hpp>
#include <sddmm/host/kernel.hpp>

/// When the host kernel is a candidate, and what it asks for; how the CUDA kernel shares out work;
/// what the Tensor-Core kernel takes.

namespace filigree::detail {
namespace {

SddmmInput strided_right() {
  SddmmInput input;
  input.num_cols = 1000;
  input.num_places = 5000;
  input.inner = 32;
  input.right_is_contiguous = false;
  return input;
}

TEST(SddmmSelect, takes_contiguous_rows_in_one_shot_calls_too) {
  SddmmInput input = strided_right();
  input.right_is_contiguous = true;
  input.planned = false;
  EXPECT_TRUE(SddmmHostKernel::can_implement(input));
  EXPECT_EQ(SddmmHostKernel::workspace_bytes(input, 8), 0u);
}

TEST(SddmmSelect, copies_strided_rows_with_a_plan_where_they_are_read_often) {
  SddmmInput input = strided_right();
  EXPECT_TRUE(SddmmHostKernel::can_implement(input));
  EXPECT_EQ(SddmmHostKernel::workspace_bytes(input, 8), 1000u * 32 * 8);
  input.planned = false;
  EXPECT_FALSE(SddmmHostKernel::can_implement(input));
  input.planned = true;
  input.num_places = 249;
  EXPECT_FALSE(SddmmHostKernel::can_implement(input));
}

TEST(SddmmSelect, a_panel_has_whole_cache_lines_and_a_limit) {
  EXPECT_EQ(SddmmHostKernel::panel_bytes(10, 3, 8), 10u * 64);
  EXPECT_EQ(SddmmHostKernel::panel_bytes(10, 17, 4), 10u * 128);
  EXPECT_EQ(SddmmHostKernel::panel_bytes(10, 1'000'000, 8), 10u * 512);
  EXPECT_EQ(SddmmHostKernel::panel_bytes(0, 5, 8), 0u);
}

TEST(SddmmSelect, lane_groups_cover_the_sums) {
  for (const int scalar_bytes : {2, 4, 8, 16})
    for (const int width : {1, 16 / scalar_bytes})
      for (std::int64_t inner = 0; inner <= 5000; inner += width) {
        const auto shape = cuda::sddmm_shape(inner, width, scalar_bytes);
        EXPECT_EQ(shape.width, width);
        EXPECT_EQ(32 % shape.lanes, 0);
        const std::int64_t vectors = std::int64_t(shape.lanes) * shape.chunks;
        EXPECT_EQ(shape.tiled, vectors * width < inner) << inner;
      }
}

TEST(SddmmSelect, eight_lanes_read_a_cache_line) {
  const auto shape = cuda::sddmm_shape(32, 4, 4);
  EXPECT_EQ(shape.lanes, 8);
  EXPECT_EQ(shape.chunks, 1);
  EXPECT_EQ(cuda::sddmm_shape(32, 2, 8).lanes, 8);
  EXPECT_EQ(cuda::sddmm_shape(128, 4, 4).lanes, 16);
  EXPECT_EQ(cuda::sddmm_shape(128, 4, 4).chunks, 2);
  EXPECT_EQ(cuda::sddmm_shape(128, 2, 8).lanes, 32);
}

TEST(SddmmSelect, vectors_need_aligned_rows) {
  EXPECT_EQ(cuda::sddmm_width(0x100 | 32, 4), 4);
  EXPECT_EQ(cuda::sddmm_width(0x100 | 32, 2), 8);
  EXPECT_EQ(cuda::sddmm_width(0x100 | 8, 4), 1);
  EXPECT_EQ(cuda::sddmm_width(0x100 | 16, 16), 1);
}

TEST(SddmmSelect, parts_fill_the_device_and_have_a_limit) {
  const auto part = [](std::int64_t nnz, std::int64_t row_bytes, int groups) {
    return cuda::sddmm_part(nnz, nnz / 5, row_bytes, groups, 132);
  };
  EXPECT_EQ(part(0, 256, 32), 256);
  EXPECT_EQ(part(10, 256, 32), 256);
  EXPECT_EQ(part(1'000'000, 256, 32), 768);
  EXPECT_EQ(part(100'000'000, 128, 32), 4096);
  EXPECT_EQ(part(100'000'000, 256, 32), 2510);
  EXPECT_EQ(part(100'000'000, 512, 16), 2048);
  EXPECT_EQ(part(100'000'000, 1024, 8), 1240);
}

TEST(SddmmSelect, parts_hold_whole_rounds_of_rows) {
  constexpr std::int64_t num_rows = 4'000'000, row_length = 27;
  const std::pair<int, std::int64_t> shapes[] = {{128, 32}, {64, 64},  {32, 128},
                                                 {32, 256}, {16, 512}, {8, 1024}};
  for (const auto& [groups, row_bytes] : shapes) {
    const int part = cuda::sddmm_part(num_rows * row_length, num_rows, row_bytes, groups, 132);
    const std::int64_t longest = cuda::sddmm_longest_part(row_bytes, groups);
    EXPECT_LE(part, longest + groups * row_length / 2);
    // The last row may begin at any of the part's entries.
    const std::int64_t rows = (part + row_length - 2) / row_length + 1;
    EXPECT_LE((rows + groups - 1) / groups * groups - rows, 1) << groups << ' ' << row_bytes;
  }
}

TEST(SddmmSelect, a_part_is_never_empty) {
  EXPECT_GE(cuda::sddmm_part(1'000'000'000, 1, 32, 128, 132), 1024);
  EXPECT_GE(cuda::sddmm_part(1'000'000, 1'000'000'000, 1024, 8, 132), 64);
}

SddmmInput square_blocks(std::int64_t size) {
  SddmmInput input;
  input.is_blocked = true;
  input.compute_capability = 90;
  input.block_rows = input.block_cols = size;
  input.num_rows = 1000;
  input.num_cols = 500;
  input.inner = 64;
  input.left_stride = input.right_stride = 64;
  return input;
}

TEST(SddmmSelect, tensor_cores_take_square_blocks) {
  for (const std::int64_t size : {16, 32, 64, 128})
    EXPECT_TRUE(cuda::bsr_sddmm_takes(square_blocks(size))) << size;
  for (const std::int64_t size : {1, 8, 24, 48, 256})
    EXPECT_FALSE(cuda::bsr_sddmm_takes(square_blocks(size))) << size;
  SddmmInput input = square_blocks(32);
  input.block_cols = 16;
  EXPECT_FALSE(cuda::bsr_sddmm_takes(input));
  input = square_blocks(16);
  input.is_blocked = false;
  EXPECT_FALSE(cuda::bsr_sddmm_takes(input));
}

TEST(SddmmSelect, tensor_cores_need_hopper_and_sizes_of_32_bits) {
  SddmmInput input = square_blocks(16);
  for (const int capability : {0, 80, 89, 100}) {
    input.compute_capability = capability;
    EXPECT_FALSE(cuda::bsr_sddmm_takes(input)) << capability;
  }
  input = square_blocks(16);
  input.planned = false;  // no workspace is needed
  EXPECT_TRUE(cuda::bsr_sddmm_takes(input));
  input.inner = 0;
  EXPECT_FALSE(cuda::bsr_sddmm_takes(input));
  input = square_blocks(16);
  input.num_rows = INT32_MAX;
  EXPECT_FALSE(cuda::bsr_sddmm_takes(input));
  input = square_blocks(16);
  input.num_cols = std::int64_t(1) << 40;
  EXPECT_FALSE(cuda::bsr_sddmm_takes(input));
}

TEST(SddmmSelect, tensor_cores_need_aligned_lines) {
  SddmmInput input = square_blocks(64);
  input.dense_is_aligned = false;
  EXPECT_FALSE(cuda::bsr_sddmm_takes(input));
  for (const std::int64_t stride : {65, 68, 72, 56, 0}) {
    input = square_blocks(64);
    input.right_stride = stride;
    EXPECT_EQ(cuda::bsr_sddmm_takes(input), stride == 72) << stride;
    input = square_blocks(64);
    input.left_stride = stride;
    EXPECT_EQ(cuda::bsr_sddmm_takes(input), stride == 72) << stride;
  }
  input = square_blocks(64);
  input.left_stride = 1;
  input.left_col_stride = 1000;
  EXPECT_TRUE(cuda::bsr_sddmm_takes(input));
  input.left_col_stride = 1004;
  EXPECT_FALSE(cuda::bsr_sddmm_takes(input));
  input.left_stride = 2;
  input.left_col_stride = 2000;
  EXPECT_FALSE(cuda::bsr_sddmm_takes(input));
}

TEST(SddmmSelect, lines_of_dense_matrices) {
  using cuda::DenseLines;
  EXPECT_EQ(cuda::bsr_sddmm_lines(100, 64, 64, 1), DenseLines::along_k);
  EXPECT_EQ(cuda::bsr_sddmm_lines(104, 64, 1, 104), DenseLines::along_rows);
  EXPECT_EQ(cuda::bsr_sddmm_lines(100, 64, 1, 100), DenseLines::none);
  EXPECT_EQ(cuda::bsr_sddmm_lines(100, 1, 1, 1), DenseLines::along_rows);
  EXPECT_EQ(cuda::bsr_sddmm_lines(100, 1, 8, 1), DenseLines::along_k);
  EXPECT_EQ(cuda::bsr_sddmm_lines(1, 64, 3, 1), DenseLines::along_k);
  EXPECT_EQ(cuda::bsr_sddmm_lines(100, 64, 128, 2), DenseLines::none);
}

}  // namespace
}  // namespace filigree::detail
