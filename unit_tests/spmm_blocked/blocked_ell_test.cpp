// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_blocked.hpp"

namespace filigree::cuda {
namespace {

template <class T>
class BlockedEllCuda : public testing::Test {
 protected:
  /// As Blocked-ELL and as Bsr.
  static void check(BlockedCase product) {
    for (const bool bsr : {false, true}) {
      product.bsr = bsr;
      SCOPED_TRACE(bsr ? "Bsr" : "Blocked-ELL");
      RandomBlocked<typename T::In, typename T::Out>(product).check();
    }
  }
};
using AllBlocked =
    testing::Types<BlockedTypes<half, half>, BlockedTypes<half, float>,
                   BlockedTypes<bfloat16, bfloat16>, BlockedTypes<bfloat16, float>,
                   BlockedTypes<double, double>, BlockedTypes<std::int8_t, std::int32_t>,
                   BlockedTypes<tf32, float>>;
TYPED_TEST_SUITE(BlockedEllCuda, AllBlocked);

TYPED_TEST(BlockedEllCuda, BlocksThatDivide) {
  for (const std::int64_t bs : {16, 32, 64, 128, 256})
    for (const bool b : {true, false})
      for (const bool c : {true, false})
        this->check({.m = 768,
                     .n = b == c ? 264 : 320,
                     .k = 1024,
                     .block_size = bs,
                     .blocks_per_row = std::max<std::int64_t>(2, 192 / bs),
                     .b_row_major = b,
                     .c_row_major = c});
}

TYPED_TEST(BlockedEllCuda, CutOffRowsAndColumns) {
  for (const std::int64_t bs : {16, 32, 64, 128, 256})
    for (const bool b : {true, false}) {
      this->check({.m = 777,
                   .n = 301,
                   .k = 5 * bs - 7,
                   .block_size = bs,
                   .blocks_per_row = 5,
                   .b_row_major = b,
                   .c_row_major = !b,
                   .beta = 0.25f});
      this->check({.m = 1,
                   .n = 1,
                   .k = 1,
                   .block_size = bs,
                   .blocks_per_row = 3,
                   .b_row_major = b,
                   .c_row_major = b});
    }
}

TYPED_TEST(BlockedEllCuda, BlockColumnsThatComeTwice) {
  for (const std::int64_t bs : {16, 32, 64, 128, 256})
    for (const bool b : {true, false})
      this->check({.m = 600,
                   .n = 264,
                   .k = 6 * bs,
                   .block_size = bs,
                   .blocks_per_row = 6,
                   .b_row_major = b,
                   .beta = 1,
                   .twice = true});
}

TYPED_TEST(BlockedEllCuda, RowsOfDifferentLengths) {
  for (const std::int64_t bs : {16, 32, 64, 128, 256})
    for (const bool b : {true, false})
      this->check({.m = 8 * bs + 3,
                   .n = 267,
                   .k = 20 * bs - 1,
                   .block_size = bs,
                   .blocks_per_row = 20,
                   .b_row_major = b,
                   .c_row_major = b,
                   .uneven = true});
}

/// Aligned lines of C that end inside 16 bytes.
TYPED_TEST(BlockedEllCuda, LinesOfCThatEndAnywhere) {
  for (const std::int64_t bs : {16, 64})
    for (const bool b : {true, false})
      for (const bool c : {true, false})
        this->check({.m = 301,
                     .n = 269,
                     .k = 6 * bs,
                     .block_size = bs,
                     .blocks_per_row = 4,
                     .b_row_major = b,
                     .c_row_major = c});
}

/// A tile needs less than half of B.
TYPED_TEST(BlockedEllCuda, FewOfManyBlockColumns) {
  for (const std::int64_t bs : {16, 64})
    for (const bool b : {true, false})
      this->check({.m = 300,
                   .n = 136,
                   .k = 400 * bs - 5,
                   .block_size = bs,
                   .blocks_per_row = 5,
                   .b_row_major = b});
}

TYPED_TEST(BlockedEllCuda, AlphaZeroKeepsProductsOut) {
  for (const std::int64_t bs : {16, 64})
    this->check({.m = 300,
                 .n = 264,
                 .k = 6 * bs,
                 .block_size = bs,
                 .blocks_per_row = 4,
                 .alpha = 0,
                 .beta = 2});
}

/// Changes to a product that is taken, each of which makes it one that is not.
struct Refusals {
  BlockedEllArguments arguments;

  template <class Change>
  void operator()(const Change& change) const {
    BlockedEllArguments changed = arguments;
    change(changed);
    EXPECT_FALSE(blocked_ell_takes(changed));
  }
};

TEST(BlockedEllTakes, SizesAndAlignments) {
  BlockedEllArguments arguments;
  arguments.m = arguments.n = arguments.k = 256;
  arguments.block_size = 16;
  arguments.ell_cols = 64;
  arguments.b_ld = 256;
  EXPECT_TRUE(blocked_ell_takes(arguments));
  const Refusals refuses{arguments};
  refuses([](auto& a) { a.block_size = 24; });
  refuses([](auto& a) { a.ell_cols = 72; });
  refuses([](auto& a) { a.b_ld = 257; });
  refuses([](auto& a) { a.scalar_bytes = 3; });
  refuses([](auto& a) {
    a.scalar_bytes = 1;
    a.b_ld = 264;
  });
  refuses([](auto& a) { a.b = reinterpret_cast<const void*>(std::uintptr_t(2)); });
  refuses([](auto& a) { a.n = 0; });
}

TEST(BlockedEllTakes, BlocksOfBsr) {
  BlockedEllArguments arguments;
  arguments.m = arguments.n = arguments.k = 256;
  arguments.block_size = 16;
  arguments.is_bsr = true;
  arguments.num_blocks = 40;
  arguments.longest_block_row = 7;
  arguments.b_ld = 256;
  EXPECT_TRUE(blocked_ell_takes(arguments));
  const Refusals refuses{arguments};
  refuses([](auto& a) { a.block_size = 24; });
  refuses([](auto& a) { a.num_blocks = 0; });
  refuses([](auto& a) { a.num_blocks = std::int64_t(1) << 27; });
  refuses([](auto& a) { a.longest_block_row = max_blocks_per_row + 1; });
}

}  // namespace
}  // namespace filigree::cuda
