// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>

#include <filigree/core/error.hpp>
#include <spmm/select.hpp>

namespace filigree::detail {
namespace {

constexpr std::array<KernelCandidate, 3> three{{{"slow", 3}, {"fast", 1}, {"as_fast", 1}}};

TEST(SpmmSelect, takes_the_cheapest_and_of_equals_the_first) {
  EXPECT_EQ(select_spmm_kernel({}, "generic", three), "fast");
  EXPECT_EQ(select_spmm_kernel({}, "generic", std::span(three).first(1)), "slow");
  EXPECT_EQ(select_spmm_kernel({}, "generic", {}), "generic");
}

TEST(SpmmSelect, does_as_it_is_told) {
  SpmmInput input;
  input.backend = Backend::generic;
  EXPECT_EQ(select_spmm_kernel(input, "generic", three), "generic");
  input.kernel = "slow";
  EXPECT_EQ(select_spmm_kernel(input, "generic", three), "slow");
  input.kernel = "generic";
  input.backend = Backend::automatic;
  EXPECT_EQ(select_spmm_kernel(input, "generic", three), "generic");
}

TEST(SpmmSelect, refuses_what_is_not_there) {
  SpmmInput input;
  input.backend = Backend::tuned;
  EXPECT_THROW(select_spmm_kernel(input, "generic", {}), Error);
  input.kernel = "other";
  EXPECT_THROW(select_spmm_kernel(input, "generic", three), Error);
}

TEST(SpmmSelect, layouts_by_strides) {
  EXPECT_EQ(dense_layout(9, 1), DenseLayout::row_major);
  EXPECT_EQ(dense_layout(1, 9), DenseLayout::column_major);
  EXPECT_EQ(dense_layout(2, 9), DenseLayout::strided);
}

}  // namespace
}  // namespace filigree::detail
