// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/scaled_matmul.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace filigree::structured {
namespace {

/// 37 x 71, with two matrices in a batch, row-major or column-major.
struct Case {
  bool row_major;
  bool along_n;
  ScaleMode d_out;
};

/// Runs one work item after the other over memory that is all 0, and all 1: what differs from that
/// in one of the two was written.
void expect_apart(const Case& c) {
  constexpr std::int64_t m = 37, n = 71, batches = 2;
  const std::int64_t line = c.row_major ? 72 : 38, of_a_matrix = line * (c.row_major ? m : n);
  const std::int64_t factors = scale_bytes(c.d_out, c.along_n ? m : n, c.along_n ? n : m);
  // No k: D is the bias alone.
  const std::vector<float> bias(m, 1.0f);
  std::vector<std::uint8_t> d(std::size_t(batches * of_a_matrix / 2)),
      d_out(std::size_t(batches * factors));
  const std::uint32_t nothing[4] = {};
  MatmulArguments arguments{.m = m,
                            .n = n,
                            .k = 0,
                            .batches = batches,
                            .kind = structured_paired_4_8,
                            .a = nothing,
                            .b = nothing,
                            .b_stride_k = 1,
                            .b_stride_n = 2,
                            .d = d.data(),
                            .d_stride_m = c.row_major ? line : 1,
                            .d_stride_n = c.row_major ? 1 : line,
                            .d_batch_stride = of_a_matrix};
  arguments.epilogue.bias = bias.data();
  Scales scales;
  scales.d_out_mode = c.d_out;
  scales.d_out = d_out.data();
  scales.d_out_batch_stride = factors;
  scales.along_n = c.along_n;
  const ScaledMatmul<float4_e2m1, float4_e2m1> body(arguments, scales);
  std::vector<int> owner_of_d(d.size(), -1), owner_of_factor(d_out.size(), -1);
  const auto claim = [](std::vector<int>& owners, const std::vector<std::uint8_t>& bytes,
                        std::uint8_t before, int item) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (bytes[i] == before) continue;
      ASSERT_TRUE(owners[i] == -1 || owners[i] == item) << i << " of " << owners[i] << ", " << item;
      owners[i] = item;
    }
  };
  const int items = int(batches * body.groups_of_lines() * body.pieces_of_a_line());
  for (int item = 0; item < items; ++item)
    for (const std::uint8_t before : {0x00, 0xff}) {
      d.assign(d.size(), before);
      d_out.assign(d_out.size(), before);
      body(item);
      claim(owner_of_d, d, before, item);
      claim(owner_of_factor, d_out, before, item);
    }
  // All of D was written; each of its bytes has an entry.
  for (std::size_t i = 0; i < d.size(); ++i) EXPECT_NE(owner_of_d[i], -1) << i;
  std::set<std::int64_t> expected;
  const std::int64_t block = scale_block_size(c.d_out);
  for (std::int64_t b = 0; b < batches && block > 0; ++b)
    for (std::int64_t l = 0; l < (c.along_n ? m : n); ++l)
      for (std::int64_t at = 0; at < (c.along_n ? n : m); at += block)
        expected.insert(b * factors + scale_offset(c.d_out, c.along_n ? n : m, l, at));
  for (std::size_t i = 0; i < d_out.size(); ++i)
    EXPECT_EQ(owner_of_factor[i] != -1, expected.count(std::int64_t(i)) == 1) << i;
}

TEST(ScaledMatmul, WorkItemsShareNoByteAndNoFactor) {
  for (const bool row_major : {false, true})
    for (const bool along_n : {false, true})
      for (const auto mode : {ScaleMode::none, ScaleMode::vec32_ue4m3, ScaleMode::vec64_ue8m0}) {
        SCOPED_TRACE(testing::Message() << row_major << along_n << int(mode));
        expect_apart({row_major, along_n, mode});
      }
}

}  // namespace
}  // namespace filigree::structured
