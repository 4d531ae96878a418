// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <string>

#include <cusparselt_interface/support.hpp>

/// Objects, attributes, and calls that are refused.

namespace filigree::test::cusparselt {
namespace {

static_assert(sizeof(cusparseLtHandle_t) == 512 && alignof(cusparseLtHandle_t) == 16);
static_assert(sizeof(cusparseLtMatDescriptor_t) == 512 && alignof(cusparseLtMatDescriptor_t) == 16);
static_assert(sizeof(cusparseLtMatmulDescriptor_t) == 512);
static_assert(sizeof(cusparseLtMatmulAlgSelection_t) == 512);
static_assert(sizeof(cusparseLtMatmulPlan_t) == 512);

constexpr auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;

/// Everything of a product of half, 64 x 128 times 128 x 32.
class CusparseltObjects : public testing::Test {
 protected:
  void SetUp() override {
    must(cusparseLtInit(&o.handle));
    must(cusparseLtStructuredDescriptorInit(&o.handle, &o.A, 64, 128, 128, 16, CUDA_R_16F,
                                            CUSPARSE_ORDER_ROW, CUSPARSELT_SPARSITY_50_PERCENT));
    must(cusparseLtDenseDescriptorInit(&o.handle, &o.B, 128, 32, 32, 16, CUDA_R_16F,
                                       CUSPARSE_ORDER_ROW));
    must(cusparseLtDenseDescriptorInit(&o.handle, &o.C, 64, 32, 32, 16, CUDA_R_16F,
                                       CUSPARSE_ORDER_ROW));
    must(cusparseLtMatmulDescriptorInit(&o.handle, &o.product, none, none, &o.A, &o.B, &o.C, &o.C,
                                        CUSPARSE_COMPUTE_32F));
    must(cusparseLtMatmulAlgSelectionInit(&o.handle, &o.selection, &o.product,
                                          CUSPARSELT_MATMUL_ALG_DEFAULT));
    must(cusparseLtMatmulPlanInit(&o.handle, &o.plan, &o.product, &o.selection));
  }

  Objects o;
};

TEST_F(CusparseltObjects, Library) {
  int value = 0;
  must(cusparseLtGetVersion(&o.handle, &value));
  EXPECT_EQ(value, CUSPARSELT_VERSION);
  must(cusparseLtGetProperty(MINOR_VERSION, &value));
  EXPECT_EQ(value, CUSPARSELT_VER_MINOR);
  EXPECT_EQ(std::string(cusparseLtGetErrorName(CUSPARSE_STATUS_INVALID_VALUE)),
            "CUSPARSE_STATUS_INVALID_VALUE");
  EXPECT_GT(std::strlen(cusparseLtGetErrorString(CUSPARSE_STATUS_NOT_SUPPORTED)), 5u);
  EXPECT_EQ(cusparseLtGetVersion(nullptr, &value), CUSPARSE_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(cusparseLtGetVersion(&o.handle, nullptr), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseLtInit(nullptr), CUSPARSE_STATUS_INVALID_VALUE);
}

template <class T>
void check_attribute(Objects& o, cusparseLtMatmulDescAttribute_t attribute, T initial, T other) {
  SCOPED_TRACE(int(attribute));
  T value{};
  must(cusparseLtMatmulDescGetAttribute(&o.handle, &o.product, attribute, &value, sizeof value));
  EXPECT_EQ(value, initial);
  EXPECT_EQ(
      cusparseLtMatmulDescSetAttribute(&o.handle, &o.product, attribute, &other, sizeof other - 1),
      CUSPARSE_STATUS_INVALID_VALUE);
  o.set(attribute, other);
  must(cusparseLtMatmulDescGetAttribute(&o.handle, &o.product, attribute, &value, sizeof value));
  EXPECT_EQ(value, other);
  EXPECT_EQ(
      cusparseLtMatmulDescSetAttribute(&o.handle, &o.product, attribute, nullptr, sizeof value),
      CUSPARSE_STATUS_INVALID_VALUE);
}

TEST_F(CusparseltObjects, AttributesOfProducts) {
  using Int = std::int32_t;
  const auto at = [](int attribute) { return cusparseLtMatmulDescAttribute_t(attribute); };
  check_attribute<Int>(o, CUSPARSELT_MATMUL_ACTIVATION_RELU, 0, 1);
  check_attribute(o, CUSPARSELT_MATMUL_ACTIVATION_RELU_UPPERBOUND,
                  std::numeric_limits<float>::infinity(), 6.0f);
  check_attribute(o, CUSPARSELT_MATMUL_ACTIVATION_RELU_THRESHOLD, 0.0f, 1.0f);
  check_attribute<Int>(o, CUSPARSELT_MATMUL_ACTIVATION_GELU, 0, 1);
  o.set(CUSPARSELT_MATMUL_ACTIVATION_GELU, Int(0));
  check_attribute(o, CUSPARSELT_MATMUL_ACTIVATION_GELU_SCALING, 1.0f, 2.0f);
  Int is_on = 0;
  must(cusparseLtMatmulDescGetAttribute(&o.handle, &o.product, CUSPARSELT_MATMUL_ACTIVATION_GELU,
                                        &is_on, sizeof is_on));
  EXPECT_EQ(is_on, 1) << "the factor of GELU's result turns it on";
  check_attribute<Int>(o, CUSPARSELT_MATMUL_ALPHA_VECTOR_SCALING, 0, 1);
  o.set(CUSPARSELT_MATMUL_ALPHA_VECTOR_SCALING, Int(0));
  check_attribute<Int>(o, CUSPARSELT_MATMUL_BETA_VECTOR_SCALING, 0, 1);
  must(cusparseLtMatmulDescGetAttribute(
      &o.handle, &o.product, CUSPARSELT_MATMUL_ALPHA_VECTOR_SCALING, &is_on, sizeof is_on));
  EXPECT_EQ(is_on, 1) << "beta's vector turns alpha's on";
  check_attribute<std::int64_t>(o, CUSPARSELT_MATMUL_BIAS_STRIDE, 0, 64);
  check_attribute<void*>(o, CUSPARSELT_MATMUL_BIAS_POINTER, nullptr, &o);
  check_attribute<void*>(o, CUSPARSELT_MATMUL_SPARSE_MAT_POINTER, nullptr, &o);
  for (int i = CUSPARSELT_MATMUL_A_SCALE_MODE; i <= CUSPARSELT_MATMUL_D_OUT_SCALE_MODE; ++i)
    check_attribute<Int>(o, at(i), CUSPARSELT_MATMUL_SCALE_NONE,
                         CUSPARSELT_MATMUL_MATRIX_SCALE_SCALAR_32F);
  for (int i = CUSPARSELT_MATMUL_A_SCALE_POINTER; i <= CUSPARSELT_MATMUL_D_OUT_SCALE_POINTER; ++i)
    check_attribute<void*>(o, at(i), nullptr, &o);
  const std::int64_t wrong = -1;
  EXPECT_EQ(cusparseLtMatmulDescSetAttribute(&o.handle, &o.product, CUSPARSELT_MATMUL_BIAS_STRIDE,
                                             &wrong, sizeof wrong),
            CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseLtMatmulDescSetAttribute(&o.handle, &o.product, at(20), &wrong, sizeof wrong),
            CUSPARSE_STATUS_INVALID_VALUE);
}

TEST_F(CusparseltObjects, AttributesOfMatricesAndSelections) {
  std::int32_t count = 0;
  must(cusparseLtMatDescGetAttribute(&o.handle, &o.B, CUSPARSELT_MAT_NUM_BATCHES, &count, 4));
  EXPECT_EQ(count, 1);
  count = 0;
  EXPECT_EQ(cusparseLtMatDescSetAttribute(&o.handle, &o.B, CUSPARSELT_MAT_NUM_BATCHES, &count, 4),
            CUSPARSE_STATUS_INVALID_VALUE);
  must(cusparseLtMatDescGetAttribute(&o.handle, &o.B, CUSPARSELT_MAT_NUM_BATCHES, &count, 4));
  EXPECT_EQ(count, 1) << "a refused value changes nothing";
  EXPECT_EQ(o.selected(CUSPARSELT_MATMUL_ALG_CONFIG_ID), 0);
  EXPECT_EQ(o.selected(CUSPARSELT_MATMUL_SEARCH_ITERATIONS), 5);
  EXPECT_EQ(o.selected(CUSPARSELT_MATMUL_SPLIT_K), 1);
  const std::int32_t max = o.selected(CUSPARSELT_MATMUL_ALG_CONFIG_MAX_ID);
  EXPECT_GE(max, 2);
  const auto set = [&](cusparseLtMatmulAlgAttribute_t attribute, std::int32_t value) {
    return cusparseLtMatmulAlgSetAttribute(&o.handle, &o.selection, attribute, &value,
                                           sizeof value);
  };
  EXPECT_EQ(set(CUSPARSELT_MATMUL_ALG_CONFIG_ID, max), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(set(CUSPARSELT_MATMUL_ALG_CONFIG_MAX_ID, 1), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(set(CUSPARSELT_MATMUL_SEARCH_ITERATIONS, 0), CUSPARSE_STATUS_INVALID_VALUE);
  must(set(CUSPARSELT_MATMUL_SPLIT_K, 3));
  must(set(CUSPARSELT_MATMUL_SPLIT_K_MODE, CUSPARSELT_SPLIT_K_MODE_ONE_KERNEL));
  must(set(CUSPARSELT_MATMUL_SPLIT_K_BUFFERS, 2));
  EXPECT_EQ(o.selected(CUSPARSELT_MATMUL_SPLIT_K), 3);
  must(cusparseLtMatmulPlanInit(&o.handle, &o.plan, &o.product, &o.selection));
}

TEST_F(CusparseltObjects, RefusedMatrices) {
  cusparseLtMatDescriptor_t matrix;
  const auto dense = [&](std::int64_t rows, std::int64_t cols, std::int64_t ld, unsigned alignment,
                         cudaDataType type) {
    return cusparseLtDenseDescriptorInit(&o.handle, &matrix, rows, cols, ld, alignment, type,
                                         CUSPARSE_ORDER_ROW);
  };
  EXPECT_EQ(dense(0, 8, 8, 16, CUDA_R_16F), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(dense(8, 16, 8, 16, CUDA_R_16F), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(dense(8, 8, 8, 8, CUDA_R_16F), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(dense(8, 8, 8, 16, CUDA_R_64F), CUSPARSE_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(cusparseLtDenseDescriptorInit(&o.handle, nullptr, 8, 8, 8, 16, CUDA_R_16F,
                                          CUSPARSE_ORDER_ROW),
            CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseLtStructuredDescriptorInit(&o.handle, &matrix, 64, 100, 100, 16, CUDA_R_16F,
                                               CUSPARSE_ORDER_ROW, CUSPARSELT_SPARSITY_50_PERCENT),
            CUSPARSE_STATUS_NOT_SUPPORTED);
}

TEST_F(CusparseltObjects, RefusedProducts) {
  cusparseLtMatmulDescriptor_t product;
  const auto init = [&](cusparseLtMatDescriptor_t& A, cusparseLtMatDescriptor_t& B,
                        cusparseLtMatDescriptor_t& D, cusparseComputeType compute) {
    return cusparseLtMatmulDescriptorInit(&o.handle, &product, none, none, &A, &B, &D, &D, compute);
  };
  must(init(o.A, o.B, o.C, CUSPARSE_COMPUTE_16F));
  EXPECT_EQ(init(o.A, o.A, o.C, CUSPARSE_COMPUTE_32F), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(init(o.B, o.B, o.C, CUSPARSE_COMPUTE_32F), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(init(o.A, o.B, o.B, CUSPARSE_COMPUTE_32F), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(init(o.A, o.B, o.C, CUSPARSE_COMPUTE_32I), CUSPARSE_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(init(o.A, o.B, o.C, cusparseComputeType(9)), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(
      cusparseLtMatmulDescriptorInit(&o.handle, &product, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
                                     none, &o.A, &o.B, &o.C, &o.C, CUSPARSE_COMPUTE_32F),
      CUSPARSE_STATUS_INVALID_VALUE);
  cusparseLtMatDescriptor_t other;
  must(cusparseLtDenseDescriptorInit(&o.handle, &other, 64, 32, 32, 16, CUDA_R_8I,
                                     CUSPARSE_ORDER_ROW));
  EXPECT_EQ(init(o.A, o.B, other, CUSPARSE_COMPUTE_32F), CUSPARSE_STATUS_NOT_SUPPORTED);
}

TEST_F(CusparseltObjects, WhatHasEndedIsRefused) {
  cusparseLtMatmulAlgSelection_t made_of_nothing{};
  std::size_t bytes = 0, buffer = 0;
  EXPECT_EQ(cusparseLtMatmulPlanInit(&o.handle, &o.plan, &o.product, &made_of_nothing),
            CUSPARSE_STATUS_INVALID_VALUE);
  must(cusparseLtMatmulGetWorkspace(&o.handle, &o.plan, &bytes));
  must(cusparseLtMatDescriptorDestroy(&o.A));
  EXPECT_EQ(cusparseLtMatDescriptorDestroy(&o.A), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseLtSpMMACompressedSize2(&o.handle, &o.A, &bytes, &buffer),
            CUSPARSE_STATUS_INVALID_VALUE);
  // the plan has copies
  must(cusparseLtSpMMACompressedSize(&o.handle, &o.plan, &bytes, &buffer));
  EXPECT_EQ(bytes, 64u * 128 * 9 / 8);
  EXPECT_EQ(buffer == 0, false) << "B's direction would have padding";
  must(cusparseLtMatmulPlanDestroy(&o.plan));
  EXPECT_EQ(cusparseLtMatmulGetWorkspace(&o.handle, &o.plan, &bytes),
            CUSPARSE_STATUS_INVALID_VALUE);
  must(cusparseLtDestroy(&o.handle));
  EXPECT_EQ(cusparseLtDestroy(&o.handle), CUSPARSE_STATUS_NOT_INITIALIZED);
}

TEST_F(CusparseltObjects, RefusedPointers) {
  const float one = 1;
  const Array<float16> A(std::vector<float16>(64 * 128, float16(0.0f))),
      B(std::vector<float16>(128 * 32, float16(1.0f))),
      C(std::vector<float16>(64 * 32, float16(1.0f)));
  Array<float16> D(std::vector<float16>(64 * 32, float16(5.0f)));
  const auto multiply = [&](const void* a, void* d, std::int32_t streams) {
    return cusparseLtMatmul(&o.handle, &o.plan, &one, a, B.data(), &one, C.data(), d, nullptr,
                            nullptr, streams);
  };
  EXPECT_EQ(multiply(nullptr, D.data(), 0), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(multiply(A.data(), nullptr, 0), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(multiply(A.data(), D.data(), 1), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(multiply(A.data(), D.data(), -1), CUSPARSE_STATUS_INVALID_VALUE);
  for (const float16 value : D.to_host()) ASSERT_EQ(float(value), 5);
  EXPECT_EQ(cusparseLtSpMMAPrune(&o.handle, &o.product, nullptr, D.data(),
                                 CUSPARSELT_PRUNE_SPMMA_STRIP, nullptr),
            CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseLtSpMMAPrune(&o.handle, &o.product, A.data(), A.data(), cusparseLtPruneAlg_t(5),
                                 nullptr),
            CUSPARSE_STATUS_INVALID_VALUE);
}

/// The calls that take a matrix without a product do the same.
TEST_F(CusparseltObjects, WithoutAProduct) {
  std::mt19937 random(3);
  const Array<float16> dense(numbers<float16>(64 * 128, random));
  Array<float16> first(64 * 128), second(64 * 128);
  must(cusparseLtSpMMAPrune(&o.handle, &o.product, dense.data(), first.data(),
                            CUSPARSELT_PRUNE_SPMMA_TILE, nullptr));
  must(cusparseLtSpMMAPrune2(&o.handle, &o.A, 1, none, dense.data(), second.data(),
                             CUSPARSELT_PRUNE_SPMMA_TILE, nullptr));
  Array<int> valid(std::vector<int>{7});
  must(cusparseLtSpMMAPruneCheck2(&o.handle, &o.A, 1, none, second.data(), valid.data(), nullptr));
  EXPECT_EQ(valid.to_host()[0], 0);
  std::size_t bytes = 0, buffer_bytes = 0;
  must(cusparseLtSpMMACompressedSize2(&o.handle, &o.A, &bytes, &buffer_bytes));
  const Array<unsigned char> buffer(buffer_bytes);
  Array<unsigned char> one(bytes), two(bytes);
  must(cusparseLtSpMMACompress(&o.handle, &o.plan, first.data(), one.data(), buffer.data(),
                               nullptr));
  must(cusparseLtSpMMACompress2(&o.handle, &o.A, 1, none, second.data(), two.data(), buffer.data(),
                                nullptr));
  cudaDeviceSynchronize();
  EXPECT_EQ(one.to_host(), two.to_host());
}

}  // namespace
}  // namespace filigree::test::cusparselt
