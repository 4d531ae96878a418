// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <complex>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <cusparse.h>

#include "products.hpp"

/// Products through cuSPARSE's interface, against plain loops.

namespace filigree::test::cusparse {
namespace {

template <class T>
class CusparseProducts : public ::testing::Test {};
#ifdef FILIGREE_TEST_FEW_TYPES
using Scalars = ::testing::Types<double, std::complex<float>>;
#else
using Scalars = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
#endif
TYPED_TEST_SUITE(CusparseProducts, Scalars);

TYPED_TEST(CusparseProducts, SpmvOfEveryFormatOpAndBase) {
  const Handle handle;
  const Coordinates<TypeParam> A(90, 70, 1);
  for (const cusparseFormat_t format : formats)
    for (const int base : {0, 1})
      for (const Op op : ops)
        for (const bool preprocess : {false, true}) {
          SCOPED_TRACE("format " + std::to_string(format) + ", base " + std::to_string(base) +
                       ", op " + std::to_string(op) + (preprocess ? ", planned" : ""));
          const SparseMatrix<TypeParam> matrix(A, format, base);
          const VectorProduct<TypeParam> product(A, op);
          EXPECT_EQ(product.run(handle, matrix.get(), preprocess), product.expected(A));
        }
}

TYPED_TEST(CusparseProducts, SpmvWithoutBetaDoesNotReadTheResult) {
  const Handle handle;
  const Coordinates<TypeParam> A(33, 40, 2);
  const SparseMatrix<TypeParam> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  VectorProduct<TypeParam> product(A, CUSPARSE_OPERATION_NON_TRANSPOSE);
  product.beta = TypeParam(0);
  product.y.assign(product.y.size(), TypeParam(std::numeric_limits<float>::quiet_NaN()));
  EXPECT_EQ(product.run(handle, matrix.get()), product.expected(A));
}

TYPED_TEST(CusparseProducts, SpmmOfEveryFormatOpAndOrder) {
  const Handle handle;
  const Coordinates<TypeParam> A(40, 30, 5);
  for (const cusparseFormat_t format : formats)
    for (const Op op_a : ops)
      for (const Op op_b : ops)
        for (const cusparseOrder_t order_b : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW})
          for (const cusparseOrder_t order_c : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) {
            SCOPED_TRACE("format " + std::to_string(format) + ", ops " + std::to_string(op_a) +
                         std::to_string(op_b) + ", orders " + std::to_string(order_b) +
                         std::to_string(order_c));
            const SparseMatrix<TypeParam> matrix(A, format, 1);
            const MatrixProduct<TypeParam> product{op_a, op_b, order_b, order_c};
            const bool preprocess = order_b == order_c;
            EXPECT_EQ(product.run(handle, A, matrix.get(), preprocess), product.expected(A));
          }
}

TYPED_TEST(CusparseProducts, SpmmOfABatchWithOneSparseMatrix) {
  const Handle handle;
  const Coordinates<TypeParam> A(25, 31, 6);
  const SparseMatrix<TypeParam> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  MatrixProduct<TypeParam> product{CUSPARSE_OPERATION_NON_TRANSPOSE,
                                   CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_ORDER_COL,
                                   CUSPARSE_ORDER_ROW};
  product.count = 4;
  for (const bool preprocess : {false, true})
    EXPECT_EQ(product.run(handle, A, matrix.get(), preprocess), product.expected(A));
}

// --- plans that a description keeps --------------------------------------------------------------

TEST(CusparsePlans, ValuesMayChangeAfterPreprocess) {
  const Handle handle;
  Coordinates<double> A(60, 60, 8);
  SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  const VectorProduct<double> product(A, CUSPARSE_OPERATION_TRANSPOSE);
  EXPECT_EQ(product.run(handle, matrix.get(), true), product.expected(A));
  for (double& value : A.value) value += 1;
  matrix.values() = Array<double>(A.value);
  must(cusparseSpMatSetValues(matrix.get(), matrix.values().data()));
  EXPECT_EQ(product.run(handle, matrix.get()), product.expected(A));
}

TEST(CusparsePlans, OtherPointersDropThePlan) {
  const Handle handle;
  for (const Op op : ops) {
    const Coordinates<double> A(60, 60, 8);
    SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_COO, 0);
    const VectorProduct<double> product(A, op);
    EXPECT_EQ(product.run(handle, matrix.get(), true), product.expected(A));
    // the same entries the other way round, in other arrays
    Coordinates<double> reversed = A;
    std::reverse(reversed.row.begin(), reversed.row.end());
    std::reverse(reversed.col.begin(), reversed.col.end());
    std::reverse(reversed.value.begin(), reversed.value.end());
    const Array<int> rows(reversed.row), cols(reversed.col);
    const Array<double> values(reversed.value);
    must(cusparseCooSetPointers(matrix.get(), rows.data(), cols.data(), values.data()));
    EXPECT_EQ(product.run(handle, matrix.get()), product.expected(A));
  }
}

// --- scalars in device memory --------------------------------------------------------------------

TEST(CusparseProducts, ScalarsInDeviceMemory) {
  const Handle handle;
  must(cusparseSetPointerMode(handle.get(), CUSPARSE_POINTER_MODE_DEVICE));
  const Coordinates<double> A(20, 20, 10);
  const SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  const VectorProduct<double> product(A, CUSPARSE_OPERATION_NON_TRANSPOSE);
  const Array<double> scalars(std::vector<double>{product.alpha, product.beta});
  const Array<double> x(product.x), y(product.y);
  const DenseVector<double> x_description(x), y_description(y);
  must(cusparseSpMV(handle.get(), product.op, scalars.data(), matrix.get(), x_description.get(),
                    scalars.data() + 1, y_description.get(), CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT,
                    nullptr));
  EXPECT_EQ(y.to_host(), product.expected(A));
}

}  // namespace
}  // namespace filigree::test::cusparse
