// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include <gtest/gtest.h>

#include <convert/formats/block_columns.hpp>

namespace filigree::detail {
namespace {

/// Around every multiple that is tried, and both ends.
void expect_quotients(std::int64_t num_cols, std::int64_t cols) {
  const BlockColumns block_cols(num_cols, cols);
  const auto expect = [&](std::int64_t col) {
    if (col < 0 || col >= num_cols) return;
    ASSERT_EQ(block_cols(col), col / cols) << col << " of " << num_cols << ", blocks of " << cols;
    ASSERT_LE(block_cols.first(block_cols(col)), col);
    ASSERT_GE(block_cols.first(block_cols(col) + 1), std::min(col + 1, num_cols));
  };
  const std::int64_t last = (num_cols - 1) / cols;
  for (std::int64_t step = 0; step <= 64; ++step)
    for (const std::int64_t multiple : {step, last - step, last / 64 * step}) {
      if (multiple < 0 || multiple > last) continue;  // whose columns might be no int64_t
      for (std::int64_t near = -1; near <= 1; ++near) expect(multiple * cols + near);
    }
  expect(0);
  expect(num_cols - 1);
}

TEST(BlockColumns, quotients_of_every_size) {
  const std::int64_t limit = std::int64_t(1) << 31;
  for (const std::int64_t num_cols : {std::int64_t(1), std::int64_t(1000), limit - 1, limit,
                                      limit + 1, 3 * limit, std::int64_t(1) << 62}) {
    for (std::int64_t cols = 1; cols <= 1100; ++cols) expect_quotients(num_cols, cols);
    for (int bits = 11; bits < 61; ++bits)
      for (std::int64_t near = -1; near <= 1; ++near)
        expect_quotients(num_cols, (std::int64_t(1) << bits) + near);
    for (const std::int64_t cols : {715827883, 1431655765, 2147483629})  // thirds, a prime
      expect_quotients(num_cols, cols);
  }
}

TEST(BlockColumns, no_columns) { EXPECT_EQ(BlockColumns(0, 4)(0), 0); }

}  // namespace
}  // namespace filigree::detail
