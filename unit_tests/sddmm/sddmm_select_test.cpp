// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <sddmm/host/kernel.hpp>

/// When the host kernel is a candidate, and what it asks for.

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

}  // namespace
}  // namespace filigree::detail
