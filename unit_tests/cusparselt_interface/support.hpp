// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <filigree/core/float8.hpp>
#include <filigree/core/half.hpp>
#include <filigree/core/types.hpp>

#include <cusparseLt.h>
#include <cusparse_interface/support.hpp>

/// A product by cuSPARSELt's interface beside a plain loop in double.

namespace filigree::test::cusparselt {

using cusparse::Array;

inline void must(cusparseStatus_t status) {
  ASSERT_EQ(status, CUSPARSE_STATUS_SUCCESS) << cusparseLtGetErrorName(status);
}

template <class T>
inline constexpr cudaDataType data_type = CUDA_R_32F;
template <>
inline constexpr cudaDataType data_type<float16> = CUDA_R_16F;
template <>
inline constexpr cudaDataType data_type<bfloat16> = CUDA_R_16BF;
template <>
inline constexpr cudaDataType data_type<std::int8_t> = CUDA_R_8I;
template <>
inline constexpr cudaDataType data_type<std::int32_t> = CUDA_R_32I;
template <>
inline constexpr cudaDataType data_type<float8_e4m3> = CUDA_R_8F_E4M3;
template <>
inline constexpr cudaDataType data_type<float8_e5m2> = CUDA_R_8F_E5M2;

/// Small integers, so that sums are exact in every type of sums.
template <class T>
std::vector<T> numbers(std::size_t count, std::mt19937& random) {
  std::vector<T> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(T(float(int(random() % 5) - 2)));
  return result;
}

/// A matrix as it is stored.
struct Shape {
  std::int64_t rows = 0, cols = 0, ld = 0;
  cusparseOrder_t order = CUSPARSE_ORDER_ROW;
  int batches = 1;
  std::int64_t batch_stride = 0;

  std::size_t at(std::int64_t batch, std::int64_t row, std::int64_t col) const {
    return std::size_t(batch * batch_stride +
                       (order == CUSPARSE_ORDER_ROW ? row * ld + col : row + col * ld));
  }
  std::size_t size() const {
    return at(batch_stride == 0 ? 0 : batches - 1, rows - 1, cols - 1) + 1;
  }
};

struct Case {
  std::int64_t m, n, k;
  cusparseOperation_t op_a = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseOperation_t op_b = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseOrder_t order = CUSPARSE_ORDER_ROW;
  bool structured_is_a = true;
  int batches = 1;
  bool broadcast = false;  ///< of the structured operand
  cusparseLtPruneAlg_t rule = CUSPARSELT_PRUNE_SPMMA_STRIP;
  float alpha = 1, beta = 0;
  bool vectors = false;  ///< alpha and beta one a channel
  bool relu = false, gelu = false, bias = false, bias_of_each = false;
  bool search = false;
  std::int32_t config = -1;  ///< -1: as it is
};

inline Shape shape_of(std::int64_t rows, std::int64_t cols, const Case& test, bool is_shared) {
  Shape shape{rows, cols, 0, test.order, test.batches, 0};
  shape.ld = (test.order == CUSPARSE_ORDER_ROW ? cols : rows) + 16;
  const std::int64_t lines = test.order == CUSPARSE_ORDER_ROW ? rows : cols;
  if (test.batches > 1 && !is_shared) shape.batch_stride = lines * shape.ld + 32;
  return shape;
}

/// The objects of a product, all on the stack.
class Objects {
 public:
  cusparseLtHandle_t handle;
  cusparseLtMatDescriptor_t A, B, C;
  cusparseLtMatmulDescriptor_t product;
  cusparseLtMatmulAlgSelection_t selection;
  cusparseLtMatmulPlan_t plan;

  template <class T>
  void set(cusparseLtMatmulDescAttribute_t attribute, T value) {
    must(cusparseLtMatmulDescSetAttribute(&handle, &product, attribute, &value, sizeof value));
  }
  std::int32_t selected(cusparseLtMatmulAlgAttribute_t attribute) {
    std::int32_t value = -7;
    must(cusparseLtMatmulAlgGetAttribute(&handle, &selection, attribute, &value, sizeof value));
    return value;
  }
  void describe(cusparseLtMatDescriptor_t& matrix, const Shape& shape, cudaDataType type,
                bool is_structured) {
    if (is_structured)
      must(cusparseLtStructuredDescriptorInit(&handle, &matrix, shape.rows, shape.cols, shape.ld,
                                              16, type, shape.order,
                                              CUSPARSELT_SPARSITY_50_PERCENT));
    else
      must(cusparseLtDenseDescriptorInit(&handle, &matrix, shape.rows, shape.cols, shape.ld, 16,
                                         type, shape.order));
    must(cusparseLtMatDescSetAttribute(&handle, &matrix, CUSPARSELT_MAT_NUM_BATCHES, &shape.batches,
                                       sizeof shape.batches));
    must(cusparseLtMatDescSetAttribute(&handle, &matrix, CUSPARSELT_MAT_BATCH_STRIDE,
                                       &shape.batch_stride, sizeof shape.batch_stride));
  }
};

/// alpha op(A) op(B) + beta C and what follows, for one entry.
inline double epilogue(const Case& test, double sum, double c, std::int64_t row, double bias) {
  const double alpha = test.vectors ? double(row % 3) - 1 : test.alpha;
  const double beta = test.vectors ? double(row % 2) : test.beta;
  double value = alpha * sum + beta * c + bias;
  if (test.relu) value = value <= 1 ? 0 : value > 15 ? 15 : value;
  if (test.gelu)
    value = 0.5 * value *
            (1 + std::tanh(0.7978845608028654 * (value + 0.044715 * value * value * value)));
  return value;
}

template <class In, class Out>
class ProductTest {
 public:
  using Bias = std::conditional_t<std::is_same_v<In, std::int8_t>, float, Out>;

  explicit ProductTest(const Case& test) : test_(test) {
    const bool turned_a = test.op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
    const bool turned_b = test.op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    a_ = shape_of(turned_a ? test.k : test.m, turned_a ? test.m : test.k, test,
                  test.broadcast && test.structured_is_a);
    b_ = shape_of(turned_b ? test.n : test.k, turned_b ? test.k : test.n, test,
                  test.broadcast && !test.structured_is_a);
    c_ = shape_of(test.m, test.n, test, false);
  }

  void run() {
    std::mt19937 random(7);
    A_ = Array<In>(numbers<In>(a_.size(), random));
    B_ = Array<In>(numbers<In>(b_.size(), random));
    C_ = Array<Out>(numbers<Out>(c_.size(), random));
    D_ = Array<Out>(std::vector<Out>(c_.size(), Out(3.0f)));
    init();
    prune();
    compress();
    multiply();
    compare();
    end();
  }

  Objects objects;

 private:
  Array<In>& structured() { return test_.structured_is_a ? A_ : B_; }
  const Shape& structured_shape() const { return test_.structured_is_a ? a_ : b_; }

  void init() {
    Objects& o = objects;
    must(cusparseLtInit(&o.handle));
    o.describe(o.A, a_, data_type<In>, test_.structured_is_a);
    o.describe(o.B, b_, data_type<In>, !test_.structured_is_a);
    o.describe(o.C, c_, data_type<Out>, false);
    must(cusparseLtMatmulDescriptorInit(
        &o.handle, &o.product, test_.op_a, test_.op_b, &o.A, &o.B, &o.C, &o.C,
        std::is_same_v<In, std::int8_t> ? CUSPARSE_COMPUTE_32I : CUSPARSE_COMPUTE_32F));
    set_epilogue();
    must(cusparseLtMatmulAlgSelectionInit(&o.handle, &o.selection, &o.product,
                                          CUSPARSELT_MATMUL_ALG_DEFAULT));
    if (test_.config >= 0)
      must(cusparseLtMatmulAlgSetAttribute(&o.handle, &o.selection, CUSPARSELT_MATMUL_ALG_CONFIG_ID,
                                           &test_.config, sizeof test_.config));
    must(cusparseLtMatmulPlanInit(&o.handle, &o.plan, &o.product, &o.selection));
  }

  void set_epilogue() {
    Objects& o = objects;
    if (test_.relu) {
      o.set(CUSPARSELT_MATMUL_ACTIVATION_RELU, std::int32_t(1));
      o.set(CUSPARSELT_MATMUL_ACTIVATION_RELU_UPPERBOUND, 15.0f);
      o.set(CUSPARSELT_MATMUL_ACTIVATION_RELU_THRESHOLD, 1.0f);
    }
    if (test_.gelu) o.set(CUSPARSELT_MATMUL_ACTIVATION_GELU, std::int32_t(1));
    if (test_.vectors) o.set(CUSPARSELT_MATMUL_BETA_VECTOR_SCALING, std::int32_t(1));
    if (!test_.bias) return;
    std::mt19937 random(9);
    const std::int64_t stride = test_.bias_of_each ? test_.m + 8 : 0;
    bias_ = numbers<Bias>(std::size_t(test_.m + (test_.batches - 1) * stride), random);
    device_bias_ = Array<Bias>(bias_);
    o.set(CUSPARSELT_MATMUL_BIAS_POINTER, static_cast<void*>(device_bias_.data()));
    o.set(CUSPARSELT_MATMUL_BIAS_STRIDE, stride);
  }

  void prune() {
    Objects& o = objects;
    Array<int> valid(std::vector<int>{7});
    must(cusparseLtSpMMAPruneCheck(&o.handle, &o.product, structured().data(), valid.data(),
                                   nullptr));
    EXPECT_EQ(valid.to_host()[0], 1) << "a dense matrix is not structured";
    must(cusparseLtSpMMAPrune(&o.handle, &o.product, structured().data(), structured().data(),
                              test_.rule, nullptr));
    must(cusparseLtSpMMAPruneCheck(&o.handle, &o.product, structured().data(), valid.data(),
                                   nullptr));
    EXPECT_EQ(valid.to_host()[0], 0);
  }

  void compress() {
    Objects& o = objects;
    std::size_t bytes = 0, buffer_bytes = 0;
    must(cusparseLtSpMMACompressedSize(&o.handle, &o.plan, &bytes, &buffer_bytes));
    // what some callers take without asking
    const Shape& shape = structured_shape();
    const std::size_t entries = std::size_t(shape.rows * shape.cols) *
                                std::size_t(shape.batch_stride == 0 ? 1 : shape.batches);
    EXPECT_EQ(bytes, entries * sizeof(In) * (sizeof(In) == 1 ? 10 : 9) / 16);
    compressed_ = Array<unsigned char>(std::vector<unsigned char>(bytes + 16, 0xa5));
    buffer_ = Array<unsigned char>(buffer_bytes);
    must(cusparseLtSpMMACompress(&o.handle, &o.plan, structured().data(), compressed_.data(),
                                 buffer_bytes == 0 ? nullptr : buffer_.data(), nullptr));
    cudaDeviceSynchronize();
    const auto found = compressed_.to_host();
    for (std::size_t i = bytes; i < found.size(); ++i) EXPECT_EQ(found[i], 0xa5);
  }

  void multiply() {
    Objects& o = objects;
    std::vector<float> alphas(std::size_t(test_.m)), betas(std::size_t(test_.m));
    for (std::int64_t i = 0; i < test_.m; ++i) {
      alphas[std::size_t(i)] = float(i % 3) - 1;
      betas[std::size_t(i)] = float(i % 2);
    }
    const Array<float> device_alphas(alphas), device_betas(betas);
    const void* alpha = test_.vectors ? device_alphas.data() : &test_.alpha;
    const void* beta = test_.vectors ? device_betas.data() : &test_.beta;
    const void* A = test_.structured_is_a ? static_cast<void*>(compressed_.data()) : A_.data();
    const void* B = test_.structured_is_a ? static_cast<void*>(B_.data()) : compressed_.data();
    if (test_.search) {
      must(cusparseLtMatmulSearch(&o.handle, &o.plan, alpha, A, B, beta, C_.data(), D_.data(),
                                  nullptr, nullptr, 0));
      const std::int32_t config = o.selected(CUSPARSELT_MATMUL_ALG_CONFIG_ID);
      EXPECT_TRUE(config >= 0 && config < o.selected(CUSPARSELT_MATMUL_ALG_CONFIG_MAX_ID));
    }
    std::size_t bytes = 0;
    must(cusparseLtMatmulGetWorkspace(&o.handle, &o.plan, &bytes));
    const Array<unsigned char> workspace(bytes);
    must(cusparseLtMatmul(&o.handle, &o.plan, alpha, A, B, beta, C_.data(), D_.data(),
                          bytes == 0 ? nullptr : workspace.data(), nullptr, 0));
    cudaDeviceSynchronize();
  }

  void compare() {
    const auto A = A_.to_host(), B = B_.to_host();
    const auto C = C_.to_host(), D = D_.to_host();
    const bool turned_a = test_.op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
    const bool turned_b = test_.op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    int shown = 0;
    for (int batch = 0; batch < test_.batches; ++batch)
      for (std::int64_t i = 0; i < test_.m; ++i)
        for (std::int64_t j = 0; j < test_.n; ++j) {
          double sum = 0;
          for (std::int64_t l = 0; l < test_.k; ++l)
            sum += double(float(A[turned_a ? a_.at(batch, l, i) : a_.at(batch, i, l)])) *
                   double(float(B[turned_b ? b_.at(batch, j, l) : b_.at(batch, l, j)]));
          const std::int64_t of_batch = test_.bias_of_each ? batch * (test_.m + 8) : 0;
          const double bias = test_.bias ? double(float(bias_[std::size_t(of_batch + i)])) : 0;
          const std::size_t place = c_.at(batch, i, j);
          const double value = epilogue(test_, sum, double(float(C[place])), i, bias);
          const double expected = double(float(rounded(value)));
          // GELU is not exact in float
          const double tolerance = test_.gelu ? 0.02 * std::abs(value) + 0.02 : 0;
          if (std::abs(double(float(D[place])) - expected) > tolerance && ++shown < 5)
            ADD_FAILURE() << "batch " << batch << " (" << i << ", " << j << "): " << float(D[place])
                          << " instead of " << expected;
        }
  }

  static Out rounded(double value) {
    if constexpr (std::is_same_v<Out, std::int8_t>)
      return Out(std::nearbyint(std::min(127.0, std::max(-128.0, value))));
    else if constexpr (std::is_same_v<Out, std::int32_t>)
      return Out(std::nearbyint(value));
    else
      return Out(float(value));
  }

  void end() {
    Objects& o = objects;
    must(cusparseLtMatmulPlanDestroy(&o.plan));
    must(cusparseLtMatmulAlgSelectionDestroy(&o.selection));
    for (auto* matrix : {&o.A, &o.B, &o.C}) must(cusparseLtMatDescriptorDestroy(matrix));
    must(cusparseLtDestroy(&o.handle));
  }

  Case test_;
  Shape a_, b_, c_;
  Array<In> A_, B_;
  Array<Out> C_, D_;
  std::vector<Bias> bias_;
  Array<Bias> device_bias_;
  Array<unsigned char> compressed_, buffer_;
};

}  // namespace filigree::test::cusparselt
