// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/detail/structured_matmul_front.hpp>

#include "device_product.hpp"
#include "structured/cuda/wgmma_matmul.hpp"
#include "structured/select.hpp"

/// The CUDA kernels, each asked for by name and each as the library's own choice, against the host.

namespace filigree::structured {
namespace {

template <class P>
class StructuredCuda : public testing::Test {
 protected:
  using In = typename P::In;
  using Out = typename P::Out;

  /// The library's choice is `chosen`; every kernel from there on takes the product and is right.
  static void check(const ProductCase& product, std::string_view chosen) {
    const Kokkos::Cuda exec;
    const RandomProduct<In, Out> random(product, 7);
    random.check([&](const MatmulArguments& arguments) {
      EXPECT_EQ((detail::run_structured_matmul<Kokkos::Cuda, In, Out>(exec, arguments, {}).name),
                chosen);
      return cudaSuccess;
    });
    bool found = false;
    for (const std::string_view name : {small_n_name, wgmma_name, tiled_name}) {
      found = found || name == chosen;
      if (!found || name == chosen) continue;
      random.check([&](const MatmulArguments& arguments) {
        EXPECT_EQ(
            (detail::run_structured_matmul<Kokkos::Cuda, In, Out>(exec, arguments, {.kernel = name})
                 .name),
            name);
        return cudaSuccess;
      });
    }
  }
};
TYPED_TEST_SUITE(StructuredCuda, AllProducts);

TYPED_TEST(StructuredCuda, TunedShapes) {
  this->check({.m = 512, .n = 768, .k = 512}, wgmma_name);
  this->check({.m = 512, .n = 768, .k = 512, .d_along_m = false}, wgmma_name);
  for (const int n : {1, 8, 16, 17, 32}) {
    this->check({.m = 300, .n = n, .k = 2100}, small_n_name);
    this->check({.m = 130, .n = n, .k = 300, .d_along_m = false, .every_epilogue = true},
                small_n_name);
  }
  this->check({.m = 70, .n = 33, .k = 70}, wgmma_name);
}

TYPED_TEST(StructuredCuda, OddShapes) {
  for (const bool d_along_m : {true, false}) {
    this->check({.m = 1, .n = 1, .k = 1, .d_along_m = d_along_m}, small_n_name);
    this->check({.m = 333, .n = 301, .k = 487, .d_along_m = d_along_m, .padding = 16}, wgmma_name);
    this->check({.m = 129, .n = 600, .k = 70, .d_along_m = d_along_m, .every_epilogue = true},
                wgmma_name);
    this->check({.m = 77, .n = 81, .k = 71, .d_along_m = d_along_m, .aligned = false}, tiled_name);
  }
}

TYPED_TEST(StructuredCuda, Batches) {
  this->check({.m = 200, .n = 100, .k = 300, .batches = 5, .every_epilogue = true}, wgmma_name);
  this->check({.m = 200, .n = 300, .k = 90, .batches = 3, .d_along_m = false, .shares_a = true},
              wgmma_name);
  this->check({.m = 200, .n = 9, .k = 300, .batches = 3, .every_epilogue = true}, small_n_name);
  this->check({.m = 60, .n = 9, .k = 90, .batches = 4, .shares_a = true, .aligned = false},
              tiled_name);
}

TYPED_TEST(StructuredCuda, BAlongItsColumns) {
  constexpr bool is_16bit = sizeof(typename TypeParam::In) == 2;
  for (const bool d_along_m : {true, false}) {
    const auto check = [&](ProductCase product, std::string_view chosen) {
      product.b_along_k = false;
      product.d_along_m = d_along_m;
      this->check(product, is_16bit ? chosen : tiled_name);
    };
    check({.m = 300, .n = 520, .k = 300}, wgmma_name);
    check({.m = 70, .n = 100, .k = 90, .batches = 2, .every_epilogue = true}, wgmma_name);
    check({.m = 140, .n = 24, .k = 520}, small_n_name);
  }
}

/// On few multiprocessors, so that a thread block computes several tiles.
TYPED_TEST(StructuredCuda, ManyTilesAThreadBlock) {
  using In = typename TypeParam::In;
  using Out = typename TypeParam::Out;
  for (const bool every_epilogue : {false, true})
    RandomProduct<In, Out>({.m = 700, .n = 800, .k = 512, .every_epilogue = every_epilogue}, 9)
        .check([&](const MatmulArguments& arguments) {
          return cuda::launch_wgmma_matmul<In, Out>(arguments, 4, nullptr);
        });
}

}  // namespace
}  // namespace filigree::structured
