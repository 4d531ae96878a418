// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparselt_interface/support.hpp>

/// Products against a plain loop: all types, ops, orders, sides; sizes whose compressed form is the
/// library's own, and others; batches; what follows the sum.

namespace filigree::test::cusparselt {
namespace {

constexpr auto none = CUSPARSE_OPERATION_NON_TRANSPOSE, transpose = CUSPARSE_OPERATION_TRANSPOSE;

template <class Types>
class CusparseltProducts : public testing::Test {};

template <class In_, class Out_>
struct Types {
  using In = In_;
  using Out = Out_;
};
using AllTypes = testing::Types<
    Types<float16, float16>, Types<float16, float>, Types<bfloat16, bfloat16>, Types<float, float>,
    Types<std::int8_t, std::int8_t>, Types<std::int8_t, std::int32_t>, Types<std::int8_t, float16>,
    Types<float8_e4m3, float16>, Types<float8_e4m3, float>, Types<float8_e5m2, bfloat16>>;
TYPED_TEST_SUITE(CusparseltProducts, AllTypes);

template <class T>
void run(const Case& test) {
  ProductTest<typename T::In, typename T::Out>(test).run();
}

TYPED_TEST(CusparseltProducts, EveryOpOrderAndSide) {
  for (const auto op_a : {none, transpose})
    for (const auto op_b : {none, transpose})
      for (const auto order : {CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL})
        for (const bool left : {true, false}) {
          SCOPED_TRACE(testing::Message() << op_a << op_b << order << left);
          run<TypeParam>({.m = 32,
                          .n = 48,
                          .k = 32,
                          .op_a = op_a,
                          .op_b = op_b,
                          .order = order,
                          .structured_is_a = left});
        }
}

TYPED_TEST(CusparseltProducts, CompressedInTheLibrarysLayout) {
  run<TypeParam>({.m = 64, .n = 16, .k = 256, .rule = CUSPARSELT_PRUNE_SPMMA_TILE, .beta = 1});
  run<TypeParam>({.m = 16, .n = 64, .k = 256, .structured_is_a = false, .beta = 1});
}

TYPED_TEST(CusparseltProducts, Batches) {
  for (const bool broadcast : {true, false})
    for (const std::int64_t size : {16, 64})
      run<TypeParam>({.m = size,
                      .n = 32,
                      .k = 4 * size,
                      .op_b = transpose,
                      .batches = 3,
                      .broadcast = broadcast,
                      .beta = 1,
                      .bias = true,
                      .bias_of_each = true});
}

TYPED_TEST(CusparseltProducts, WhatFollowsTheSum) {
  run<TypeParam>({.m = 32, .n = 32, .k = 64, .alpha = 2, .beta = -1, .relu = true, .bias = true});
  run<TypeParam>({.m = 32, .n = 32, .k = 64, .gelu = true, .bias = true});
  run<TypeParam>({.m = 32, .n = 32, .k = 64, .vectors = true});
  run<TypeParam>(
      {.m = 32, .n = 32, .k = 64, .structured_is_a = false, .vectors = true, .bias = true});
}

TYPED_TEST(CusparseltProducts, SearchAndEveryKernel) {
  using Test = ProductTest<typename TypeParam::In, typename TypeParam::Out>;
  const Case base{.m = 64, .n = 64, .k = 256};
  Case test = base;
  test.search = true;
  test.bias = true;
  Test(test).run();
  std::int32_t count = 1;
  for (test = base, test.config = 0; test.config < count; ++test.config) {
    Objects o;
    must(cusparseLtInit(&o.handle));
    o.describe(o.A, shape_of(64, 256, base, false), data_type<typename TypeParam::In>, true);
    o.describe(o.B, shape_of(256, 64, base, false), data_type<typename TypeParam::In>, false);
    o.describe(o.C, shape_of(64, 64, base, false), data_type<typename TypeParam::Out>, false);
    must(cusparseLtMatmulDescriptorInit(&o.handle, &o.product, none, none, &o.A, &o.B, &o.C, &o.C,
                                        std::is_same_v<typename TypeParam::In, std::int8_t>
                                            ? CUSPARSE_COMPUTE_32I
                                            : CUSPARSE_COMPUTE_32F));
    must(cusparseLtMatmulAlgSelectionInit(&o.handle, &o.selection, &o.product,
                                          CUSPARSELT_MATMUL_ALG_DEFAULT));
    count = o.selected(CUSPARSELT_MATMUL_ALG_CONFIG_MAX_ID);
    Test(test).run();
  }
  EXPECT_GE(count, 2) << "there are two kernels at least on every back end";
}

}  // namespace
}  // namespace filigree::test::cusparselt
