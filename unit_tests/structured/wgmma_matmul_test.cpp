// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/cuda/wgmma_matmul.hpp"

#include "device_product.hpp"

namespace filigree::structured {
namespace {

template <class P>
class WgmmaMatmul : public testing::Test {
 protected:
  using In = typename P::In;
  using Out = typename P::Out;

  /// On few multiprocessors, so that a thread block computes several tiles.
  static void check(const ProductCase& product, int multiprocessors = 4) {
    RandomProduct<In, Out>(product, 7).check([&](const MatmulArguments& arguments) {
      EXPECT_TRUE(cuda::wgmma_matmul_takes<In>(arguments));
      return cuda::launch_wgmma_matmul<In, Out>(arguments, multiprocessors, nullptr);
    });
  }
};
TYPED_TEST_SUITE(WgmmaMatmul, AllProducts);

TYPED_TEST(WgmmaMatmul, ManyTilesOfOneSize) {
  this->check({.m = 512, .n = 768, .k = 512});
  this->check({.m = 512, .n = 768, .k = 512, .d_along_m = false});
}

TYPED_TEST(WgmmaMatmul, OddShapes) {
  for (const bool d_along_m : {true, false}) {
    this->check({.m = 1, .n = 1, .k = 1, .d_along_m = d_along_m});
    this->check({.m = 333, .n = 301, .k = 487, .d_along_m = d_along_m, .padding = 16});
    this->check({.m = 129, .n = 600, .k = 70, .d_along_m = d_along_m, .every_epilogue = true});
  }
}

TYPED_TEST(WgmmaMatmul, Batches) {
  this->check({.m = 200, .n = 100, .k = 300, .batches = 5, .every_epilogue = true});
  this->check({.m = 200, .n = 300, .k = 90, .batches = 3, .d_along_m = false, .shares_a = true});
}

TYPED_TEST(WgmmaMatmul, BAlongItsColumns) {
  if constexpr (sizeof(typename TypeParam::In) == 2) {
    for (const bool d_along_m : {true, false}) {
      this->check({.m = 300, .n = 520, .k = 300, .b_along_k = false, .d_along_m = d_along_m});
      this->check({.m = 70,
                   .n = 100,
                   .k = 90,
                   .batches = 2,
                   .b_along_k = false,
                   .d_along_m = d_along_m,
                   .every_epilogue = true});
    }
  } else {
    MatmulArguments arguments{};
    arguments.m = arguments.n = arguments.k = 64;
    arguments.b_stride_k = 64;
    arguments.b_stride_n = 1;
    EXPECT_FALSE(cuda::wgmma_matmul_takes<typename TypeParam::In>(arguments));
  }
}

}  // namespace
}  // namespace filigree::structured
