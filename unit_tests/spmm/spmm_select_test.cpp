// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pattern/node_rows.hpp>
#include <pattern/sampled_rows.hpp>
#include <spmm/cuda/select.hpp>
#include <spmm/cuda_blocked/densified_select.hpp>
#include <spmm/cuda_blocked/select.hpp>
#include <spmm/select.hpp>
#include <spmm/value_order.hpp>

#include "spmv/grid_triplets.hpp"

namespace filigree::detail {
namespace {

TEST(SpmmSelect, layouts_by_strides) {
  EXPECT_EQ(dense_layout(9, 1), DenseLayout::row_major);
  EXPECT_EQ(dense_layout(1, 9), DenseLayout::column_major);
  EXPECT_EQ(dense_layout(2, 9), DenseLayout::strided);
}

// --- what devices choose from: plain functions
// ----------------------------------------------------

constexpr std::int64_t h200_l2_bytes = 50 << 20;

/// A device's shape of a square matrix with rows of `length` entries, as regular as grids are.
cuda::SpmmShape regular(std::int64_t rows, std::int64_t length, std::int64_t n, bool by_row) {
  cuda::SpmmShape shape;
  shape.num_rows = shape.num_cols = rows;
  shape.nnz = rows * length;
  shape.max_row_length = length;
  shape.n = n;
  shape.b_row_major = by_row;
  shape.followed = 0.95;
  shape.multiprocessors = 132;
  shape.l2_bytes = h200_l2_bytes;
  return shape;
}

TEST(SpmmCudaSelect, kernel_by_layout_and_pattern) {
  using cuda::SpmmKernel;
  auto shape = regular(1'000'000, 27, 8, true);
  EXPECT_EQ(cuda::preferred_spmm_kernel(shape), SpmmKernel::row_tile);
  shape.b_row_major = false;
  EXPECT_EQ(cuda::preferred_spmm_kernel(shape), SpmmKernel::column_walk);
  auto other = shape;
  other.followed = 0.1;  // neighbouring rows gather from anywhere
  EXPECT_EQ(cuda::preferred_spmm_kernel(other), SpmmKernel::packed_row_tile);
  other = shape;
  other.row_length_variance = 400;
  EXPECT_EQ(cuda::preferred_spmm_kernel(other), SpmmKernel::packed_row_tile);
  other = shape;
  other.max_row_length = 0;  // not known
  EXPECT_EQ(cuda::preferred_spmm_kernel(other), SpmmKernel::packed_row_tile);
  other = regular(1'000'000, 100, 8, false);  // more than a walk has room for
  EXPECT_EQ(cuda::preferred_spmm_kernel(other), SpmmKernel::packed_row_tile);
}

TEST(SpmmCudaSelect, rows_shared_where_some_are_long) {
  const auto shares = [](const cuda::SpmmShape& shape) {
    return cuda::select_spmm(shape).tile.shares_rows;
  };
  auto shape = regular(1'000'000, 27, 8, true);
  EXPECT_FALSE(shares(shape));
  shape = regular(1'000'000, 81, 8, true);
  EXPECT_FALSE(shares(shape)) << "all of a length";
  shape.row_length_variance = 1e4;
  EXPECT_TRUE(shares(shape));
  shape.max_row_length = 32;
  EXPECT_FALSE(shares(shape)) << "uneven, none long";
  shape.max_row_length = 0;
  EXPECT_TRUE(shares(shape)) << "not known";
}

/// A list is for the rows of a tile, or for a block row where it has more: it holds whole blocks.
TEST(SpmmCudaSelect, blocked_ell_tiles) {
  using Choice = cuda::BlockedEllChoice;
  using cuda::choose_blocked_ell;
  for (const std::int64_t bs : {16, 32, 64, 128, 256}) {
    const std::int64_t at_least_128 = std::max<std::int64_t>(bs, 128);
    for (const bool b : {true, false}) {
      EXPECT_EQ(choose_blocked_ell(bs, 2, b),
                (bs == 16 ? Choice{true, 256} : Choice{false, at_least_128}));
      EXPECT_EQ(choose_blocked_ell(bs, 8, b), (Choice{true, at_least_128}));
    }
    for (const int bytes : {1, 4}) {
      EXPECT_EQ(choose_blocked_ell(bs, bytes, true), (Choice{true, 256}));
      EXPECT_EQ(choose_blocked_ell(bs, bytes, false),
                (bs < (bytes == 1 ? 64 : 32) ? Choice{true, 256} : Choice{false, at_least_128}));
    }
  }
}

TEST(SpmmCudaSelect, blocked_ell_blocks) {
  for (const int bytes : {1, 2, 4, 8})
    for (std::int64_t bs = 1; bs <= 512; ++bs)
      EXPECT_EQ(cuda::blocked_ell_takes_blocks(bs, bytes),
                bs == 16 || bs == 32 || bs == 64 || bs == 128 || bs == 256);
  EXPECT_FALSE(cuda::blocked_ell_takes_blocks(16, 16)) << "complex";
}

TEST(SpmmCudaSelect, blocks_that_densified_products_take) {
  for (const std::int64_t bs : {2, 16, 32, 64, 128, 256})
    for (const bool b : {true, false}) {
      const bool is_small = bs == 16 || bs == 32;
      EXPECT_EQ(cuda::densified_takes(bs, 2, b), is_small);
      EXPECT_EQ(cuda::densified_takes(bs, 1, b), is_small && !b);
      EXPECT_EQ(cuda::densified_takes(bs, 4, b), is_small && !b);
      EXPECT_FALSE(cuda::densified_takes(bs, 8, b));
    }
}

/// A product of the measured size with this share of blocks.
cuda::DensifiedShape share_of_blocks(double density, std::int64_t bs, int bytes, bool b_row_major) {
  const double blocks = density * double(8192 / bs) * double(8192 / bs);
  return {8192, 4096, 8192, bs, bytes, b_row_major, std::llround(blocks), 132};
}

TEST(SpmmCudaSelect, densified_model_has_the_measured_times) {
  constexpr double flops = 2.0 * 8192 * 8192 * 4096;
  for (const bool b : {true, false})
    for (const std::int64_t bs : {16, 32})
      for (const int bytes : {1, 2, 4}) {
        if (!cuda::densified_takes(bs, bytes, b)) continue;
        const auto at = [&](double density) { return share_of_blocks(density, bs, bytes, b); };
        const auto rates = cuda::densified_rates(at(0.1));
        EXPECT_NEAR(cuda::scheduled_seconds(at(0.1)), 0.1 * flops / rates.stored_at_10, 2e-6);
        EXPECT_NEAR(cuda::scheduled_seconds(at(0.3)), 0.3 * flops / rates.stored_at_30, 2e-6);
        EXPECT_NEAR(cuda::scheduled_seconds(at(0.7)), 0.7 * flops / rates.stored_at_70, 2e-6);
        const double dense = flops / rates.dense, writes = 1.3 * 8192 * 8192 * bytes / 4.2e12;
        EXPECT_NEAR(cuda::densified_seconds(at(0.3)), dense + writes + 4e-6, 2e-6);
      }
}

TEST(SpmmCudaSelect, densified_where_a_is_full_enough) {
  struct Case {
    int bytes;
    std::int64_t block_size;
    bool b_row_major;
    double stays;  ///< a density at which the schedule is taken
    double turns;  ///< one from which A becomes dense; above 1: never
  };
  for (const Case& c :
       {Case{1, 16, false, 0.06, 0.1}, Case{1, 32, false, 0.29, 0.33}, Case{2, 16, true, 0.3, 0.34},
        Case{2, 16, false, 0.3, 0.35}, Case{2, 32, true, 0.87, 0.95},
        Case{2, 32, false, 0.68, 0.75}, Case{4, 16, false, 0.43, 0.5}, Case{4, 32, false, 1, 2}}) {
    const auto pays = [&](double density) {
      return cuda::densified_pays(share_of_blocks(density, c.block_size, c.bytes, c.b_row_major));
    };
    SCOPED_TRACE(std::to_string(c.bytes) + " bytes, blocks of " + std::to_string(c.block_size));
    EXPECT_FALSE(pays(0.05));
    EXPECT_FALSE(pays(c.stays));
    if (c.turns > 1) continue;
    EXPECT_TRUE(pays(c.turns));
    EXPECT_TRUE(pays(1));
  }
}

/// With 140 x 128 rows and few columns, tiles of 128 rows take two waves, of 256 rows one.
TEST(SpmmCudaSelect, densified_model_counts_waves_of_tiles) {
  auto shape = share_of_blocks(0.5, 16, 2, true);
  const double full = cuda::scheduled_seconds(shape);
  const auto taller = [](cuda::DensifiedShape of) {
    of.stored_blocks = of.stored_blocks * 128 * 140 / of.m;
    of.m = 128 * 140;
    of.n = 16;
    return of;
  };
  EXPECT_NEAR(cuda::scheduled_seconds(taller(shape)), full / 8, 1e-9);
  EXPECT_NEAR(cuda::densified_seconds(taller(shape)), 0.8013e-3 / 4 + 0.1049e-3 + 4e-6, 1e-6);
  shape = share_of_blocks(0.5, 32, 2, true);
  EXPECT_NEAR(cuda::scheduled_seconds(taller(shape)), cuda::scheduled_seconds(shape) / 4, 1e-9);
  shape = share_of_blocks(0.5, 32, 1, false);
  EXPECT_NEAR(cuda::scheduled_seconds(taller(shape)), cuda::scheduled_seconds(shape) / 8, 1e-9);
}

TEST(SpmmCudaSelect, small_products_are_not_densified) {
  const cuda::DensifiedShape full{128, 128, 128, 16, 1, false, 64, 132};
  EXPECT_FALSE(cuda::densified_pays(full)) << "the second launch takes longer";
  EXPECT_TRUE(cuda::densified_pays({1024, 1024, 2048, 16, 1, false, 64 * 128, 132}));
}

TEST(SpmmCudaSelect, row_major_copies_where_they_pay) {
  using cuda::SpmmKernel;
  cuda::SpmmShape shape = regular(2'000'000, 16, 15, true);
  shape.scalar_bytes = shape.result_bytes = 4;
  shape.b_alignment = 4;
  shape.followed = 0.1;
  shape.has_workspace = true;
  EXPECT_EQ(cuda::preferred_spmm_kernel(shape), SpmmKernel::packed_row_tile);
  EXPECT_EQ(cuda::select_spmm(shape).packed_ld, 16);
  EXPECT_EQ(cuda::select_spmm(shape).tile.load, 4);
  auto other = shape;
  other.has_workspace = false;
  EXPECT_EQ(cuda::preferred_spmm_kernel(other), SpmmKernel::row_tile);
  other = shape;
  other.nnz = 10'000'000;
  EXPECT_EQ(cuda::preferred_spmm_kernel(other), SpmmKernel::row_tile);
}

/// The numbers of columns up to 40 for which B is copied.
std::vector<std::int64_t> copied_columns(cuda::SpmmShape shape, int scalar_bytes) {
  std::vector<std::int64_t> copied;
  shape.scalar_bytes = shape.result_bytes = scalar_bytes;
  shape.has_workspace = true;
  for (shape.n = 2; shape.n <= 40; ++shape.n) {
    shape.b_alignment = cuda::address_step(0, scalar_bytes * shape.n, 0);
    const bool copies = packs(cuda::preferred_spmm_kernel(shape));
    if (copies) copied.push_back(shape.n);
  }
  return copied;
}

TEST(SpmmCudaSelect, numbers_of_columns_that_are_copied) {
  using Columns = std::vector<std::int64_t>;
  auto shape = regular(2'000'000, 12, 1, true);
  EXPECT_EQ(copied_columns(shape, 4), Columns{}) << "too few rows are gathered";
  shape.followed = 0;
  EXPECT_EQ(copied_columns(shape, 4), (Columns{13, 14, 15, 25, 26, 27, 29, 30, 31})) << "lines";
  shape.num_cols = 100'000;
  shape.nnz = 12 * shape.num_cols;
  EXPECT_EQ(copied_columns(shape, 4), Columns{}) << "the L2 cache holds B";
  shape = regular(2'000'000, 27, 1, true);
  EXPECT_EQ(copied_columns(shape, 4),
            (Columns{7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39}));
  EXPECT_EQ(copied_columns(shape, 8), (Columns{9, 11, 13, 15, 31}));
  EXPECT_EQ(copied_columns(shape, 16), Columns{}) << "every row is aligned";
  EXPECT_EQ(copied_columns(shape, 2), Columns{}) << "not measured";
  shape.followed = 0;
  EXPECT_EQ(copied_columns(shape, 4),
            (Columns{11, 13, 14, 15, 17, 19, 21, 23, 25, 26, 27, 29, 30, 31, 33, 35, 37, 39}));
  EXPECT_EQ(copied_columns(shape, 8), (Columns{7, 13, 15, 31}));
}

TEST(SpmmCudaSelect, rows_of_copies) {
  EXPECT_EQ(cuda::packed_row_length(5, 4), 8);
  EXPECT_EQ(cuda::packed_row_length(13, 8), 16);  // a line
  EXPECT_EQ(cuda::packed_row_length(17, 8), 18);
  EXPECT_EQ(cuda::packed_row_length(3, 16), 3);
  EXPECT_EQ(cuda::packed_bytes(3, 5, 4), 96);
}

TEST(SpmmCudaSelect, sizes_that_kernels_take) {
  auto shape = regular(1'000'000, 5, 8, true);
  EXPECT_TRUE(cuda::takes_sizes(shape, 1'000'000));
  EXPECT_FALSE(cuda::takes_sizes(shape, 300'000'000));  // 8 bytes each
  shape.b_row_major = false;
  EXPECT_TRUE(cuda::takes_sizes(shape, 300'000'000));
  shape.n = 3'000'000;
  EXPECT_FALSE(cuda::takes_sizes(shape, 1'000'000));
  EXPECT_FALSE(cuda::takes_sizes(regular(3'000'000'000, 1, 8, false), 8));
}

/// Whatever the size: threads and lanes that exist, columns in whole vectors, every column taken.
TEST(SpmmCudaSelect, tiles_hold_together) {
  for (const int bytes : {2, 4, 8, 16})
    for (const bool by_row : {true, false})
      for (const bool is_grid : {true, false})
        for (std::int64_t n = 1; n <= 200; ++n) {
          auto shape = regular(640'000, 9, n, by_row);
          shape.scalar_bytes = shape.result_bytes = bytes;
          shape.b_alignment = cuda::address_step(0, n * bytes, 0);
          shape.followed = is_grid ? 0.95 : 0;
          if (is_grid) shape.grid = {800, 0};
          const auto choice = cuda::select_spmm(shape);
          const cuda::SpmmTile& tile = choice.tile;
          ASSERT_TRUE(tile.threads >= 32 && tile.threads <= 256 && tile.threads % 32 == 0);
          ASSERT_TRUE(tile.columns > 0 && tile.column_tiles > 0);
          ASSERT_TRUE(tile.patch.run == 0 ||
                      tile.patch.run * tile.patch.lines * tile.patch.planes == tile.rows);
          if (choice.kernel == cuda::SpmmKernel::column_walk) {
            ASSERT_GE(tile.capacity, 32 * shape.max_row_length);
            continue;
          }
          ASSERT_EQ(tile.columns % choice.width, 0);
          ASSERT_EQ(choice.width % tile.load, 0);
          ASSERT_TRUE(!by_row || tile.load * bytes <= shape.b_alignment);
          ASSERT_TRUE(tile.load == choice.width || n >= choice.width);
          ASSERT_TRUE(tile.load < choice.width || !by_row || n % choice.width == 0);
          ASSERT_TRUE(tile.lanes <= 32 && tile.vectors * tile.lanes * choice.width >= tile.columns);
          ASSERT_TRUE(tile.vectors == 1 ||
                      (tile.load * bytes == 16 && n % (2 * tile.lanes * choice.width) == 0));
          const int rows_of_warp = 32 / tile.lanes * tile.group_rows;
          ASSERT_EQ(tile.rows, tile.threads / 32 * rows_of_warp);
          ASSERT_EQ(tile.patch.run % rows_of_warp, 0);
          ASSERT_LE(choice.width * bytes, 16);
        }
}

TEST(SpmmCudaSelect, node_tiles_hold_together) {
  for (const int nodes : cuda::node_sizes)
    for (const int bytes : {4, 8, 16})
      for (const bool by_row : {true, false})
        for (const bool is_grid : {true, false})
          for (std::int64_t n = 2; n <= 400; ++n) {
            auto shape = regular(240'000, 27 * nodes, n, by_row);
            shape.node_rows = nodes;
            shape.scalar_bytes = shape.result_bytes = bytes;
            shape.b_alignment = cuda::address_step(0, n * bytes, 0);
            shape.has_workspace = true;
            shape.has_value_index = n % 3 == 0;
            if (is_grid) shape.grid = {60 * nodes, 2400 * nodes};
            const auto choice = cuda::select_spmm(shape);
            const cuda::SpmmTile& tile = choice.tile;
            ASSERT_EQ(choice.kernel, by_row && n * bytes % 16 == 0
                                         ? cuda::SpmmKernel::node_tile
                                         : cuda::SpmmKernel::packed_node_tile);
            ASSERT_EQ(choice.width * bytes, 16);
            ASSERT_EQ(tile.load, choice.width);
            ASSERT_EQ(tile.node_rows, nodes);
            const std::int64_t row = packs(choice.kernel) ? choice.packed_ld : n;
            ASSERT_GE(row, n);
            ASSERT_GE(tile.columns * tile.column_tiles, n);
            ASSERT_LT(tile.columns * (tile.column_tiles - 1), n);
            ASSERT_EQ(tile.columns, tile.vectors * tile.lanes * choice.width);
            ASSERT_TRUE(tile.lanes >= 1 && tile.lanes <= 32);
            ASSERT_TRUE(tile.vectors == 1 ||
                        (tile.vectors == 2 && tile.lanes >= 8 && row % tile.columns == 0));
            const int nodes_of_warp = 32 / tile.lanes;
            ASSERT_EQ(tile.rows, tile.threads / 32 * nodes_of_warp);
            ASSERT_TRUE(tile.capacity % 8 == 0 && tile.capacity <= 32 && 32 % tile.capacity == 0);
            ASSERT_EQ(tile.patch.run > 0, is_grid && 2 * nodes_of_warp <= 60);
            ASSERT_EQ(tile.patch.run % nodes_of_warp, 0);
            if (tile.patch.run > 0) {
              ASSERT_EQ(tile.patch.run * tile.patch.lines * tile.patch.planes, tile.rows);
            }
          }
}

TEST(SpmmCudaSelect, kernel_of_nodes) {
  using cuda::SpmmKernel;
  auto shape = regular(240'000, 81, 6, true);
  shape.node_rows = 3;
  EXPECT_EQ(cuda::preferred_spmm_kernel(shape), SpmmKernel::node_tile);
  shape.n = 5;
  shape.b_alignment = 8;
  EXPECT_EQ(cuda::preferred_spmm_kernel(shape), SpmmKernel::row_tile) << "a copy takes a workspace";
  shape.has_workspace = true;
  EXPECT_EQ(cuda::preferred_spmm_kernel(shape), SpmmKernel::packed_node_tile);
  shape.scalar_bytes = 2;
  EXPECT_EQ(cuda::preferred_spmm_kernel(shape), SpmmKernel::row_tile);
  shape = regular(240'000, 12, 8, false);
  EXPECT_EQ(cuda::preferred_spmm_kernel(shape), SpmmKernel::column_walk);
  shape.node_rows = 2;
  EXPECT_EQ(cuda::preferred_spmm_kernel(shape), SpmmKernel::packed_node_tile);
}

/// A pattern of rows of columns, counted from `base`, and the nodes that are found in it.
struct NodePattern {
  std::vector<std::vector<std::int32_t>> rows;
  std::vector<std::int32_t> places;  ///< of values; empty: none
  std::int32_t base = 0;

  int node_rows() const {
    std::vector<std::int32_t> offsets{base}, columns;
    for (const auto& row : rows) {
      for (const std::int32_t column : row) columns.push_back(column + base);
      offsets.push_back(std::int32_t(columns.size()) + base);
    }
    GatherPattern<std::int32_t, std::int32_t> pattern;
    pattern.num_rows = pattern.num_cols = std::int64_t(rows.size());
    pattern.nnz = std::int64_t(columns.size());
    pattern.row_offsets = offsets.data();
    pattern.col_indices = columns.data();
    pattern.base = base;
    if (!places.empty()) pattern.value_index = places.data();
    const Kokkos::DefaultHostExecutionSpace exec;
    return find_node_rows(exec, pattern, sample_rows(exec, pattern));
  }
};

/// `count` nodes of `size` rows; a node has its own columns and those of the next one.
NodePattern nodes_of(int size, int count) {
  NodePattern pattern;
  for (int node = 0; node < count; ++node)
    for (int row = 0; row < size; ++row) {
      auto& columns = pattern.rows.emplace_back();
      for (int k = 0; k < 2 * size; ++k) columns.push_back((node * size + k) % (size * count));
    }
  return pattern;
}

TEST(SpmmNodes, sizes) {
  for (const auto& [size, found] :
       {std::pair(1, 1), std::pair(2, 2), std::pair(3, 3), std::pair(4, 4), std::pair(5, 1),
        std::pair(6, 3), std::pair(8, 4), std::pair(9, 3), std::pair(10, 2)}) {
    auto pattern = nodes_of(size, 60);
    EXPECT_EQ(pattern.node_rows(), found) << size;
    pattern.base = 1;
    EXPECT_EQ(pattern.node_rows(), found) << size << ", base 1";
  }
  EXPECT_EQ(NodePattern{}.node_rows(), 1);
  EXPECT_EQ((NodePattern{{{0}}, {}, 0}).node_rows(), 1);
  EXPECT_EQ((NodePattern{std::vector<std::vector<std::int32_t>>(12), {}, 0}).node_rows(), 1)
      << "empty rows";
}

TEST(SpmmNodes, one_row_differs) {
  for (const std::size_t row : {0, 1, 2, 89, 178, 179}) {
    auto pattern = nodes_of(3, 60);
    pattern.rows[row].back() ^= 1;
    EXPECT_EQ(pattern.node_rows(), 1) << "a column of row " << row;
    pattern = nodes_of(3, 60);
    pattern.rows[row].pop_back();
    EXPECT_EQ(pattern.node_rows(), 1) << "the length of row " << row;
    pattern = nodes_of(3, 60);
    std::swap(pattern.rows[row][0], pattern.rows[row][1]);
    EXPECT_EQ(pattern.node_rows(), 1) << "the order of row " << row;
  }
  auto pattern = nodes_of(3, 60);
  pattern.rows.push_back({0});
  EXPECT_EQ(pattern.node_rows(), 1) << "a row too many";
  pattern = nodes_of(3, 60);
  pattern.rows.insert(pattern.rows.begin(), {0});
  pattern.rows.resize(180);
  EXPECT_EQ(pattern.node_rows(), 1) << "nodes begin at row 1";
}

TEST(SpmmNodes, values_lie_side_by_side) {
  auto pattern = nodes_of(2, 40);
  const auto length = std::int32_t(pattern.rows[0].size());
  for (int node = 0; node < 40; ++node)
    for (int row = 0; row < 2; ++row)
      for (std::int32_t k = 0; k < length; ++k)
        pattern.places.push_back(2 * (node * length + k) + row);
  EXPECT_EQ(pattern.node_rows(), 2);
  auto other = pattern;
  std::swap(other.places[5], other.places[6]);
  EXPECT_EQ(other.node_rows(), 1);
  other = pattern;
  for (std::int32_t& place : other.places) place = ~(place ^ 1);  // they ascend as well
  EXPECT_EQ(other.node_rows(), 1) << "conjugates";
}

/// Rows of B of `n` floats that follow each other, on a grid or not.
cuda::SpmmShape floats(std::int64_t length, std::int64_t n, bool is_grid) {
  auto shape = regular(1'000'000, length, n, true);
  shape.scalar_bytes = shape.result_bytes = 4;
  shape.b_alignment = shape.c_alignment = cuda::address_step(0, 4 * n, 0);
  if (is_grid) shape.grid = {100, 10'000};
  return shape;
}

TEST(SpmmCudaSelect, loads_of_rows_that_are_not_aligned) {
  const auto loads = [](std::int64_t length, std::int64_t n, bool is_grid) {
    const auto choice = cuda::select_spmm(floats(length, n, is_grid));
    return std::pair(choice.width, choice.tile.load);
  };
  using Loads = std::pair<int, int>;
  EXPECT_EQ(loads(27, 16, true), Loads(4, 4));
  for (const std::int64_t length : {5, 27}) {
    EXPECT_EQ(loads(length, 3, true), Loads(1, 1));  // fewer than a vector
    EXPECT_EQ(loads(length, 17, true), Loads(4, 1));
    EXPECT_EQ(loads(length, 17, false), Loads(4, 1));
    EXPECT_EQ(loads(length, 22, true), Loads(4, 2));
  }
  EXPECT_EQ(loads(27, 5, true), Loads(4, 1));
  EXPECT_EQ(loads(27, 5, false), Loads(1, 1));
  EXPECT_EQ(loads(27, 18, true), Loads(2, 2));
  EXPECT_EQ(loads(5, 18, true), Loads(4, 2));
}

TEST(SpmmCudaSelect, threads_of_a_row) {
  const auto tile = [](std::int64_t n, bool is_grid) {
    return cuda::select_spmm(floats(27, n, is_grid)).tile;
  };
  EXPECT_EQ(tile(17, true).lanes, 5);
  EXPECT_EQ(tile(20, true).lanes, 5);
  EXPECT_EQ(tile(28, true).lanes, 8);
  EXPECT_EQ(tile(40, true).lanes, 10);  // one part, though it is more than a line
  EXPECT_EQ(tile(44, true).lanes, 6);
  EXPECT_EQ(cuda::select_spmm(floats(5, 44, true)).tile.lanes, 11);
  EXPECT_EQ(tile(96, true).lanes, 8);    // whole lines
  EXPECT_EQ(tile(96, false).lanes, 24);  // one part
  EXPECT_EQ(tile(128, false).lanes, 16);
  EXPECT_EQ(tile(132, false).columns, 44);
}

TEST(SpmmCudaSelect, alignment_of_rows) {
  EXPECT_EQ(cuda::address_step(0, 32, 0), 16);
  EXPECT_EQ(cuda::address_step(8, 32, 0), 8);
  EXPECT_EQ(cuda::address_step(16, 36, 0), 4);
  EXPECT_EQ(cuda::address_step(16, 32, 6), 2);
}

TEST(SpmmCudaSelect, values_put_in_order_where_that_pays) {
  EXPECT_TRUE(cuda::pays_to_order_values(33'000'000, 8, false, h200_l2_bytes));
  EXPECT_TRUE(cuda::pays_to_order_values(33'000'000, 4, false, h200_l2_bytes));
  EXPECT_FALSE(
      cuda::pays_to_order_values(33'000'000, 8, true, h200_l2_bytes));  // read along with others
  EXPECT_FALSE(
      cuda::pays_to_order_values(5'000'000, 8, false, h200_l2_bytes));  // the L2 cache holds them
  EXPECT_FALSE(cuda::pays_to_order_values(3'000'000'000, 8, false,
                                          h200_l2_bytes));  // places are 32 bits wide
  const std::int64_t small_l2_bytes = 25 << 20;
  EXPECT_TRUE(cuda::pays_to_order_values(5'000'000, 4, false, small_l2_bytes));
  EXPECT_EQ(cuda::ordered_value_bytes(3, 4), 16);
  EXPECT_EQ(cuda::ordered_value_bytes(4, 16), 64);
}

using Space = Kokkos::DefaultExecutionSpace::memory_space;

template <class T>
std::vector<T> on_host(const Kokkos::View<T*, Space>& view) {
  const auto copy = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  return std::vector<T>(copy.data(), copy.data() + copy.extent(0));
}

/// Both passes, one value at a time.
TEST(SpmmValueOrder, brings_values_to_their_entries) {
  const Kokkos::DefaultExecutionSpace exec;
  constexpr std::int64_t tile = cuda::value_tile;
  std::mt19937 random(11);
  for (const std::int64_t count : {std::int64_t(1), tile, 3 * tile + 517}) {
    std::vector<std::int64_t> index(static_cast<std::size_t>(count));
    std::iota(index.begin(), index.end(), 0);
    std::shuffle(index.begin(), index.end(), random);
    const auto value_index = test::upload<Space>(index, "value_index");
    GatherPattern<std::int64_t, std::int32_t> pattern;
    pattern.nnz = count;
    pattern.value_index = value_index.data();
    const auto order = order_values(exec, pattern);
    ASSERT_TRUE(order.exists());
    const auto slots = on_host(order.slots);
    const auto sources = on_host(order.sources);
    const auto targets = on_host(order.target_slots);
    std::vector<std::int64_t> between(index.size(), -1), result(index.size(), -1);
    const auto place = [&](std::int64_t k, std::uint16_t slot) {
      return std::min(count - 1, k - k % tile + slot);
    };
    for (std::int64_t k = 0; k < count; ++k) between[place(k, slots[k])] = k;
    for (std::int64_t k = 0; k < count; ++k) {
      result[place(k, targets[k])] = between[sources[k]];
      EXPECT_TRUE(k % tile == 0 || sources[k - 1] < sources[k]);  // runs
    }
    EXPECT_EQ(result, index);
  }
}

/// A sample of the rows of a matrix.
std::vector<SampledPair> sample_of(const test::Triplets& triplets, IndexBase base) {
  using Matrix = CsrMatrix<float, std::int32_t, std::int64_t, Space>;
  const auto A = test::MatrixFrom<Matrix>::make(triplets, {base}, test::Order::shuffled);
  GatherPattern<std::int64_t, std::int32_t> pattern;
  pattern.num_rows = A.num_rows();
  pattern.num_cols = A.num_cols();
  pattern.nnz = A.nnz();
  pattern.row_offsets = A.row_offsets().data();
  pattern.col_indices = A.col_indices().data();
  pattern.base = std::int32_t(base);
  return sample_rows(Kokkos::DefaultExecutionSpace(), pattern);
}

TEST(SpmmSample, knows_grids) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    auto sample = sample_of(test::grid<float>(40, 20, 15, true), base);
    EXPECT_EQ(grid_of(sample, 12000), (cuda::GridStrides{40, 800}));
    EXPECT_GT(share_of_followed(sample), 0.8);
    sample = sample_of(test::grid<float>(100, 60, 1, false), base);
    EXPECT_EQ(grid_of(sample, 6000), (cuda::GridStrides{100, 0}));
    EXPECT_GT(share_of_followed(sample), 0.8);
  }
}

TEST(SpmmSample, knows_no_grid_elsewhere) {
  std::mt19937 random(4);
  auto sample = sample_of(test::random_triplets<float>(random, {5000, 4000, 6}), IndexBase::zero);
  EXPECT_EQ(grid_of(sample, 5000), cuda::GridStrides{});
  EXPECT_LT(share_of_followed(sample), 0.1);
  // Rows longer than what is looked at, empty ones, a single one.
  sample = sample_of(test::random_triplets<float>(random, {3, 1000, 0, 1}), IndexBase::one);
  EXPECT_EQ(grid_of(sample, 3), cuda::GridStrides{});
  sample = sample_of(test::random_triplets<float>(random, {1, 10, 3}), IndexBase::zero);
  EXPECT_TRUE(sample.empty());
  EXPECT_EQ(share_of_followed(sample), 0);
  EXPECT_EQ(grid_of(sample, 1), cuda::GridStrides{});
}

}  // namespace
}  // namespace filigree::detail
