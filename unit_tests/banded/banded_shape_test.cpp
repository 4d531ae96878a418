// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <bit>

#include <banded/cuda/shape.hpp>

/// The choice of partitions: of sizes alone, so that it is tested without a device.

namespace filigree::test {
namespace {

using cuda::BandedShape;
using cuda::BandedSizes;

BandedShape shape_of(std::int64_t rows, std::int64_t systems, std::int64_t columns,
                     int half_bandwidth, std::int64_t scalar_bytes, bool by_system) {
  return cuda::banded_shape({rows, systems, columns, half_bandwidth, scalar_bytes, by_system});
}

TEST(BandedShape, the_fastest_of_those_measured) {
  const auto expect = [](const BandedShape& shape, int rows, int threads, int systems) {
    EXPECT_EQ(shape.rows, rows);
    EXPECT_EQ(shape.threads, threads);
    EXPECT_EQ(shape.systems, systems);
  };
  expect(shape_of(1 << 20, 1, 1, 1, 8, false), 17, 128, 1);
  expect(shape_of(1 << 24, 1, 1, 1, 8, false), 17, 32, 1);
  expect(shape_of(1 << 20, 1, 16, 1, 8, false), 15, 32, 1);
  expect(shape_of(1024, 1024, 16, 1, 8, false), 17, 64, 1);
  expect(shape_of(1 << 20, 1, 1, 2, 8, false), 17, 32, 1);
  expect(shape_of(1024, 1024, 1, 1, 8, false), 9, 128, 1);
  expect(shape_of(128, 65'536, 1, 1, 8, false), 17, 8, 4);
  expect(shape_of(65'536, 128, 1, 1, 8, false), 17, 32, 1);
  expect(shape_of(65'536, 4, 1, 1, 8, false), 9, 128, 1);
  expect(shape_of(512, 65'536, 1, 1, 8, true), 17, 32, 4);
  expect(shape_of(512, 32'768, 1, 2, 8, true), 33, 16, 2);
}

/// Several columns of 545 to 1,088 rows, more than a warp has, are solved by one tile of 64
/// threads; longer systems have small tiles, which are many. One column has the largest tiles.
TEST(BandedShape, several_columns_of_more_rows_than_a_warp_has) {
  const auto expect = [](std::int64_t num_rows, std::int64_t columns, int rows, int threads,
                         std::int64_t tiles) {
    const auto shape = shape_of(num_rows, 100, columns, 1, 8, false);
    EXPECT_EQ(shape.rows, rows) << num_rows << " rows, " << columns << " columns";
    EXPECT_EQ(shape.threads, threads) << num_rows << " rows, " << columns << " columns";
    EXPECT_EQ(shape.tiles, tiles) << num_rows << " rows, " << columns << " columns";
    EXPECT_EQ(shape.columns, columns > 1 ? 4 : 1);
  };
  expect(544, 6, 17, 32, 1);
  expect(545, 6, 9, 64, 1);
  expect(577, 6, 11, 64, 1);
  expect(1088, 6, 17, 64, 1);
  expect(1089, 6, 15, 32, 3);
  expect(1088, 1, 9, 128, 1);
  expect(1153, 1, 11, 128, 1);
  expect(2176, 1, 17, 128, 1);
  expect(2177, 1, 9, 128, 2);
  EXPECT_EQ(shape_of(577, 100, 1, 1, 16, false).tiles, 1);
}

/// What the kernels rest on: an odd number of rows, powers of two, whole warps that have the
/// system's rows, the limit of shared memory.
TEST(BandedShape, any_sizes) {
  for (const std::int64_t rows : {1, 2, 3, 5, 31, 33, 1000, 4097, 1'000'003})
    for (const std::int64_t systems : {1, 3, 100, 65'537})
      for (const std::int64_t columns : {1, 5})
        for (const int half_bandwidth : {1, 2})
          for (const std::int64_t bytes : {4, 8, 16})
            for (const bool by_system : {false, true}) {
              const auto shape = shape_of(rows, systems, columns, half_bandwidth, bytes, by_system);
              EXPECT_EQ(shape.rows % 2, 1);
              EXPECT_TRUE(std::has_single_bit(unsigned(shape.threads)));
              EXPECT_TRUE(std::has_single_bit(unsigned(shape.systems)));
              EXPECT_GE(shape.rows, 2 * half_bandwidth);
              EXPECT_EQ(shape.threads * shape.systems % 32, 0);
              EXPECT_LE(shape.threads * shape.systems, 1024);
              EXPECT_GE(shape.tiles * shape.rows * shape.threads, rows);
              EXPECT_LE(cuda::shared_bytes(half_bandwidth, shape, bytes), cuda::most_shared_bytes);
            }
}

TEST(BandedShape, workspace_where_a_system_has_several_tiles) {
  const auto small = shape_of(1000, 100, 1, 1, 8, false);
  EXPECT_EQ(small.tiles, 1);
  EXPECT_EQ(cuda::workspace_bytes(1, small, 100, 1, 8), 0);
  const auto large = shape_of(1 << 20, 1, 1, 1, 8, false);
  EXPECT_EQ(large.tiles, 482);
  EXPECT_EQ(cuda::num_groups(1, large, 8), 0);
  EXPECT_EQ(cuda::workspace_bytes(1, large, 1, 1, 8), (482 * 13 + 484 * 2) * 8);
  const auto larger = shape_of(1 << 24, 1, 1, 1, 8, false);
  EXPECT_EQ(larger.tiles, 30'841);
  EXPECT_EQ(cuda::num_groups(1, larger, 8), 241);
  EXPECT_EQ(cuda::workspace_bytes(1, larger, 1, 1, 8), ((30'841 + 241) * 13 + 31'084 * 2) * 8);
}

}  // namespace
}  // namespace filigree::test
