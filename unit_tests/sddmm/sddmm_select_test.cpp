// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <tuple>
#include <utility>

#include <sddmm/cuda/shape.hpp>
#include <sddmm/cuda_blocked/select.hpp>
#include <sddmm/host/kernel.hpp>
#include <sddmm/pattern_rows.hpp>

#include "spmv/grid_triplets.hpp"

/// When the host kernel is a candidate, and what it asks for; how the CUDA kernel shares out work;
/// what its plans find out about rows; what the Tensor-Core kernel takes.

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

constexpr SddmmRows grid27{27, 160, 160 * 160}, grid5{5, 2500, 0};

cuda::SddmmTile tile_of_grid(const SddmmRows& grid, std::int64_t num_rows, std::int64_t row_bytes,
                             int groups = 16) {
  return cuda::sddmm_tile(grid, num_rows, num_rows * grid.longest, row_bytes, groups, 132);
}

TEST(SddmmSelect, patches_of_large_grids) {
  for (const std::int64_t row_bytes : {64, 128, 200, 256, 512, 1024}) {
    const auto wanted = cuda::sddmm_patch_size(row_bytes, true);
    const auto tile = tile_of_grid(grid27, 160 * 160 * 160, row_bytes);
    EXPECT_EQ(tile.rows, wanted.rows()) << row_bytes;
    EXPECT_EQ(tile.patch.run, wanted.run);
    EXPECT_EQ(tile.patch.lines, wanted.lines);
    EXPECT_EQ(tile.patch.planes, wanted.planes);
    EXPECT_EQ(tile.patch.line_stride, 160);
    EXPECT_EQ(tile.patch.plane_stride, 160 * 160);
    EXPECT_EQ(tile.patch.across, 160 / wanted.run);
    EXPECT_EQ(tile.patch.down, 160 / wanted.lines);
    if (row_bytes > 512) continue;
    const auto flat = tile_of_grid(grid5, 2500 * 2500, row_bytes);
    EXPECT_EQ(flat.rows, cuda::sddmm_patch_size(row_bytes, false).rows()) << row_bytes;
    EXPECT_EQ(flat.patch.planes, 1);
    EXPECT_EQ(flat.patch.plane_stride, 2500 * 2500);
  }
}

TEST(SddmmSelect, no_patches_where_they_do_not_pay) {
  constexpr std::int64_t rows = 160 * 160 * 160;
  EXPECT_EQ(tile_of_grid({}, rows, 256).rows, 0);
  for (const auto& [row_bytes, of_planes, of_plane] : {std::tuple(63, false, false),
                                                       {64, true, true},
                                                       {512, true, true},
                                                       {513, true, false},
                                                       {1024, true, false},
                                                       {1025, false, false}}) {
    EXPECT_EQ(tile_of_grid(grid27, rows, row_bytes).rows > 0, of_planes) << row_bytes;
    EXPECT_EQ(tile_of_grid(grid5, rows, row_bytes).rows > 0, of_plane) << row_bytes;
  }
  const SddmmRows small{27, 40, 800};
  EXPECT_GT(tile_of_grid(small, 132 * 8 * 32, 256, 32).rows, 0);
  EXPECT_EQ(tile_of_grid(small, 132 * 8 * 32 - 1, 256, 32).rows, 0);
}

/// Patches reach over edges by little, and tiles and rows of all patches are counted by 32 bits.
TEST(SddmmSelect, patches_fit_their_grid) {
  for (const std::int64_t line : {2, 3, 7, 11, 20, 33, 50, 1000, 40'000})
    for (const std::int64_t lines : {1, 2, 5, 9, 30, 1000})
      for (const std::int64_t num_rows : {40'000, 1'000'003, INT32_MAX - 1})
        for (const bool has_planes : {false, true})
          for (const std::int64_t row_bytes : {64, 128, 256, 1024})
            for (const int groups : {8, 32, 128}) {
              const SddmmRows grid{27, line, has_planes ? line * lines : 0};
              if (2 * grid.line > num_rows || 2 * grid.plane > num_rows) continue;
              const auto tile = tile_of_grid(grid, num_rows, row_bytes, groups);
              if (tile.rows == 0) continue;
              const auto& patch = tile.patch;
              EXPECT_EQ(tile.rows, patch.run * patch.lines * patch.planes);
              EXPECT_EQ(patch.lines & (patch.lines - 1), 0);
              EXPECT_GE(tile.rows, groups);
              EXPECT_GE(num_rows, 8 * 132 * tile.rows);
              EXPECT_GE(patch.across * patch.run, line);
              EXPECT_GE(patch.down * patch.lines * line, patch.plane_stride);
              const std::int64_t tiles = cuda::number_of_tiles(tile, num_rows);
              const std::int64_t slabs = tiles / (patch.across * patch.down);
              EXPECT_GE(slabs * patch.planes * patch.plane_stride, num_rows);
              EXPECT_LE(slabs * patch.planes * patch.plane_stride, UINT32_MAX);
              EXPECT_LE(64 * tiles * tile.rows, 125 * (num_rows + patch.plane_stride));
            }
}

TEST(SddmmSelect, entries_of_a_patch_are_counted_by_32_bits) {
  constexpr std::int64_t line = 1000, plane = line * 1000, rows = plane * 1000;
  const auto tile = tile_of_grid({27, line, plane}, rows, 256);
  ASSERT_GT(tile.rows, 0);
  const auto& patch = tile.patch;
  const std::int64_t span = (patch.planes - 1) * plane + (patch.lines - 1) * line + patch.run;
  const std::int64_t longest = INT32_MAX / span;
  EXPECT_EQ(tile_of_grid({longest, line, plane}, rows, 256).rows, tile.rows);
  EXPECT_EQ(tile_of_grid({longest + 1, line, plane}, rows, 256).rows, 0);
}

TEST(SddmmSelect, rows_of_like_lengths_are_taken_whole) {
  const auto rows_of_tile = [](std::int64_t longest, std::int64_t num_rows, std::int64_t nnz,
                               int groups = 32) {
    const auto tile = cuda::sddmm_tile({longest, 0, 0}, num_rows, nnz, 256, groups, 132);
    EXPECT_EQ(tile.patch.run, 0);
    return tile.rows;
  };
  EXPECT_EQ(rows_of_tile(40, 100'000, 1'600'000), 64);
  EXPECT_EQ(rows_of_tile(41, 100'000, 1'600'000), 0);
  EXPECT_EQ(rows_of_tile(0, 100'000, 1'600'000), 0);  // nothing is known
  EXPECT_EQ(rows_of_tile(12, 100'000, 1'200'000), 64);
  EXPECT_EQ(rows_of_tile(12, 100'000, 1'199'999), 0);
  EXPECT_EQ(rows_of_tile(16, 132 * 8 * 64, 132 * 8 * 64 * 16), 64);
  EXPECT_EQ(rows_of_tile(16, 132 * 8 * 64 - 1, 132 * 8 * 64 * 16), 0);
  EXPECT_EQ(rows_of_tile(16, 100'000, 1'600'000, 64), 64);
  EXPECT_EQ(rows_of_tile(16, 100'000, 1'600'000, 128), 0);
  EXPECT_GT(cuda::sddmm_tile({16, 0, 0}, 100'000, 1'600'000, 512, 32, 132).rows, 0);
  EXPECT_EQ(cuda::sddmm_tile({16, 0, 0}, 100'000, 1'600'000, 513, 32, 132).rows, 0);
}

TEST(SddmmSelect, nodes_are_taken_whole) {
  const auto nodes_of_tile = [](const SddmmRows& rows, std::int64_t num_rows,
                                std::int64_t row_bytes, int groups = 32) {
    const auto tile = cuda::sddmm_node_tile(rows, num_rows, row_bytes, groups, 132);
    EXPECT_EQ(tile.patch.run, 0);
    return tile.rows;
  };
  EXPECT_EQ(nodes_of_tile({81, 0, 0, 3}, 100'000, 256), 32);
  EXPECT_EQ(nodes_of_tile({81, 30, 900, 3}, 100'000, 256), 32) << "a grid's or not";
  EXPECT_EQ(nodes_of_tile({81, 0, 0, 3}, 100'000, 1024, 8), 16) << "several for each group";
  EXPECT_EQ(nodes_of_tile({81, 0, 0, 1}, 100'000, 256), 0) << "no nodes";
  EXPECT_EQ(nodes_of_tile({81, 0, 0, 3}, 100'000, 127), 0);
  EXPECT_EQ(nodes_of_tile({81, 0, 0, 3}, 100'000, 1025), 0);
  EXPECT_EQ(nodes_of_tile({81, 0, 0, 3}, 3 * 2 * 132 * 32, 256), 32);
  EXPECT_EQ(nodes_of_tile({81, 0, 0, 3}, 3 * 2 * 132 * 32 - 3, 256), 0);
  EXPECT_EQ(nodes_of_tile({INT32_MAX / 96, 0, 0, 3}, 100'000, 256), 32);
  EXPECT_EQ(nodes_of_tile({INT32_MAX / 96 + 1, 0, 0, 3}, 100'000, 256), 0);
}

/// What a plan finds out about a pattern.
template <class Offset>
SddmmRows found_rows(const test::Triplets& triplets, IndexBase base,
                     test::Order order = test::Order::shuffled) {
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  using Matrix = CsrMatrix<float, std::int32_t, Offset, Space>;
  const auto C = test::MatrixFrom<Matrix>::make(triplets, {base}, order);
  SddmmPattern<std::int32_t> pattern;
  pattern.num_rows = C.num_rows();
  pattern.num_cols = C.num_cols();
  pattern.num_blocks = C.nnz();
  pattern.base = std::int64_t(base);
  pattern.begin_offsets = C.row_offsets().data();
  pattern.col_indices = C.col_indices().data();
  return prepare_pattern(Kokkos::DefaultExecutionSpace(), pattern, 50'000'000).rows;
}

TEST(SddmmSelect, plans_find_grids_of_even_rows) {
  auto triplets = test::grid<float>(40, 20, 15, true);
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    EXPECT_EQ(found_rows<std::int32_t>(triplets, base), (SddmmRows{27, 40, 800}));
    EXPECT_EQ(found_rows<std::int64_t>(triplets, base), (SddmmRows{27, 40, 800}));
  }
  EXPECT_EQ(found_rows<std::int32_t>(test::grid<float>(100, 60, 1, false), IndexBase::zero),
            (SddmmRows{5, 100, 0}));
  // One row that has far more entries than the others.
  std::erase_if(triplets.entries, [](const test::Entry& e) { return e.row == 6013; });
  for (std::int64_t col = 0; col < 12'000; col += 2) triplets.entries.push_back({6013, col, 1});
  EXPECT_EQ(found_rows<std::int32_t>(triplets, IndexBase::zero), (SddmmRows{6000, 0, 0}));
}

TEST(SddmmSelect, plans_find_nodes_of_even_rows) {
  auto nodes = test::nodes_of<float>(test::grid<float>(30, 20, 5, false), 3);
  const auto node_rows = [&](test::Order order) {
    return found_rows<std::int32_t>(nodes, IndexBase::one, order).node_rows;
  };
  EXPECT_EQ(node_rows(test::Order::sorted), 3);
  EXPECT_EQ(node_rows(test::Order::shuffled), 1) << "rows in orders of their own";
  nodes.entries.pop_back();
  EXPECT_EQ(node_rows(test::Order::sorted), 1);
}

TEST(SddmmSelect, plans_find_no_grid_elsewhere) {
  test::Triplets triplets{5000, 4000, {}};
  for (std::int64_t row = 0; row < 5000; ++row)
    for (std::int64_t k = 0; k <= row % 7; ++k)
      triplets.entries.push_back({row, (row * row + k * k * 37) % 4000, 1});
  EXPECT_EQ(found_rows<std::int32_t>(triplets, IndexBase::one), (SddmmRows{7, 0, 0}));
  EXPECT_EQ(found_rows<std::int32_t>({5, 5, {}}, IndexBase::zero), SddmmRows{});
  EXPECT_EQ(prepare_pattern(Kokkos::DefaultExecutionSpace(), SddmmPattern<std::int32_t>{}, 0).rows,
            SddmmRows{});
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
