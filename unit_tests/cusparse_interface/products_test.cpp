// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <complex>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <cusparse.h>

#include "support.hpp"

/// Products through cuSPARSE's interface, against plain loops.

namespace filigree::test::cusparse {
namespace {

using Op = cusparseOperation_t;

/// A random matrix in coordinates by rows, with an empty row and a full one.
template <class T>
struct Coordinates {
  int rows, cols;
  std::vector<int> row, col;
  std::vector<T> value;

  Coordinates(int num_rows, int num_cols, unsigned seed) : rows(num_rows), cols(num_cols) {
    std::mt19937 random(seed);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j)
        if (i != 2 && (i == 3 || random() % 8 == 0)) {
          row.push_back(i);
          col.push_back(j);
          value.push_back(small_number<T>(random));
        }
  }

  int nnz() const { return int(value.size()); }
  int result_rows(Op op) const { return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? rows : cols; }
  int result_cols(Op op) const { return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? cols : rows; }

  /// f(row, column, value) of each entry of op(A)
  template <class F>
  void for_each(Op op, const F& f) const {
    for (int k = 0; k < nnz(); ++k) {
      if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
        f(row[k], col[k], value[k]);
      else
        f(col[k], row[k],
          op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(value[k]) : value[k]);
    }
  }
};

/// The matrix on the device, and its description.
template <class T>
class SparseMatrix {
 public:
  SparseMatrix(const Coordinates<T>& A, cusparseFormat_t format, int base) {
    std::vector<int> first, second;
    std::vector<T> values;
    const bool by_columns = format == CUSPARSE_FORMAT_CSC;
    const auto& major = by_columns ? A.col : A.row;
    const auto& minor = by_columns ? A.row : A.col;
    const int lines = by_columns ? A.cols : A.rows;
    std::vector<int> offsets(lines + 1, base);
    for (int line = 0; line < lines; ++line) {
      for (int k = 0; k < A.nnz(); ++k)
        if (major[k] == line) {
          first.push_back(line + base);
          second.push_back(minor[k] + base);
          values.push_back(A.value[k]);
        }
      offsets[line + 1] = int(values.size()) + base;
    }
    first_ = Array<int>(format == CUSPARSE_FORMAT_COO ? first : offsets);
    second_ = Array<int>(second);
    values_ = Array<T>(values);
    const auto index_base = cusparseIndexBase_t(base);
    if (format == CUSPARSE_FORMAT_COO)
      must(cusparseCreateCoo(&description_, A.rows, A.cols, A.nnz(), first_.data(), second_.data(),
                             values_.data(), CUSPARSE_INDEX_32I, index_base, data_type<T>));
    else
      must((by_columns ? cusparseCreateCsc : cusparseCreateCsr)(
          &description_, A.rows, A.cols, A.nnz(), first_.data(), second_.data(), values_.data(),
          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, index_base, data_type<T>));
  }
  SparseMatrix(const SparseMatrix&) = delete;
  ~SparseMatrix() { cusparseDestroySpMat(description_); }

  cusparseSpMatDescr_t get() const { return description_; }
  Array<int>& first() { return first_; }
  Array<int>& second() { return second_; }
  Array<T>& values() { return values_; }

 private:
  Array<int> first_, second_;
  Array<T> values_;
  cusparseSpMatDescr_t description_ = nullptr;
};

/// y = alpha op(A) x + beta y
template <class T>
struct VectorProduct {
  Op op;
  T alpha = T(2), beta = T(3);
  std::vector<T> x, y;

  VectorProduct(const Coordinates<T>& A, Op product_op) : op(product_op) {
    std::mt19937 random(7);
    for (int i = 0; i < A.result_cols(op); ++i) x.push_back(small_number<T>(random));
    for (int i = 0; i < A.result_rows(op); ++i) y.push_back(small_number<T>(random));
  }

  std::vector<T> expected(const Coordinates<T>& A) const {
    std::vector<T> result(y.size());
    A.for_each(op, [&](int i, int j, T value) { result[i] += value * x[j]; });
    for (std::size_t i = 0; i < y.size(); ++i)
      result[i] = alpha * result[i] + (beta == T(0) ? T(0) : beta * y[i]);
    return result;
  }

  std::vector<T> run(const Handle& handle, cusparseSpMatDescr_t A, bool preprocess = false) const {
    const Array<T> x_array(x), y_array(y);
    const DenseVector<T> x_description(x_array), y_description(y_array);
    std::size_t bytes = 1;
    const auto arguments = [&](const auto& call, auto last) {
      must(call(handle.get(), op, &alpha, A, x_description.get(), &beta, y_description.get(),
                data_type<T>, CUSPARSE_SPMV_ALG_DEFAULT, last));
    };
    arguments(cusparseSpMV_bufferSize, &bytes);
    const Array<char> buffer(bytes);
    if (preprocess) arguments(cusparseSpMV_preprocess, static_cast<void*>(buffer.data()));
    arguments(cusparseSpMV, static_cast<void*>(buffer.data()));
    return y_array.to_host();
  }
};

constexpr cusparseFormat_t formats[] = {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC,
                                        CUSPARSE_FORMAT_COO};
constexpr Op ops[] = {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
                      CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};

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

/// C = alpha op(A) op(B) + beta C for one or more matrices, of which `count` lie side by side.
template <class T>
struct MatrixProduct {
  Op op_a, op_b;
  cusparseOrder_t order_b, order_c;
  int count = 1;
  int columns = 5;
  T alpha = T(2), beta = T(3);

  struct Shape {
    int rows, cols, ld, order;
    std::size_t size() const {
      return std::size_t(ld) * (order == CUSPARSE_ORDER_ROW ? rows : cols);
    }
    std::size_t place(int i, int j) const {
      return order == CUSPARSE_ORDER_ROW ? std::size_t(i) * ld + j : std::size_t(j) * ld + i;
    }
  };

  static Shape shape(int rows, int cols, cusparseOrder_t order) {
    return {rows, cols, (order == CUSPARSE_ORDER_ROW ? cols : rows) + 3, order};
  }
  Shape b_shape(const Coordinates<T>& A) const {
    const int inner = A.result_cols(op_a);
    return op_b == CUSPARSE_OPERATION_NON_TRANSPOSE ? shape(inner, columns, order_b)
                                                    : shape(columns, inner, order_b);
  }
  Shape c_shape(const Coordinates<T>& A) const {
    return shape(A.result_rows(op_a), columns, order_c);
  }

  std::vector<T> numbers(std::size_t size, unsigned seed) const {
    std::mt19937 random(seed);
    std::vector<T> result(size * count);
    for (T& value : result) value = small_number<T>(random);
    return result;
  }

  std::vector<T> expected(const Coordinates<T>& A) const {
    const Shape b = b_shape(A), c = c_shape(A);
    const std::vector<T> B = numbers(b.size(), 3);
    std::vector<T> C = numbers(c.size(), 4);
    for (int member = 0; member < count; ++member) {
      const T* const from = B.data() + member * b.size();
      T* const to = C.data() + member * c.size();
      for (int i = 0; i < c.rows; ++i)
        for (int j = 0; j < columns; ++j) to[c.place(i, j)] *= beta;
      A.for_each(op_a, [&](int i, int k, T value) {
        for (int j = 0; j < columns; ++j) {
          const bool as_stored = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
          T factor = from[as_stored ? b.place(k, j) : b.place(j, k)];
          if (op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) factor = conjugate(factor);
          to[c.place(i, j)] += alpha * value * factor;
        }
      });
    }
    return C;
  }

  std::vector<T> run(const Handle& handle, const Coordinates<T>& A, cusparseSpMatDescr_t matrix,
                     bool preprocess) const {
    const Shape b = b_shape(A), c = c_shape(A);
    const Array<T> B(numbers(b.size(), 3)), C(numbers(c.size(), 4));
    const DenseMatrix<T> b_description(B, b.rows, b.cols, b.ld, order_b);
    const DenseMatrix<T> c_description(C, c.rows, c.cols, c.ld, order_c);
    if (count > 1) {
      must(cusparseDnMatSetStridedBatch(b_description.get(), count, std::int64_t(b.size())));
      must(cusparseDnMatSetStridedBatch(c_description.get(), count, std::int64_t(c.size())));
    }
    const auto arguments = [&](const auto& call, auto last) {
      must(call(handle.get(), op_a, op_b, &alpha, matrix, b_description.get(), &beta,
                c_description.get(), data_type<T>, CUSPARSE_SPMM_ALG_DEFAULT, last));
    };
    std::size_t bytes = 1;
    arguments(cusparseSpMM_bufferSize, &bytes);
    const Array<char> buffer(bytes);
    if (preprocess) arguments(cusparseSpMM_preprocess, static_cast<void*>(buffer.data()));
    arguments(cusparseSpMM, static_cast<void*>(buffer.data()));
    return C.to_host();
  }
};

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

/// Without _preprocess nothing is kept: the pattern may change where it lies.
TEST(CusparsePlans, ThePatternMayChangeInPlaceWithoutPreprocess) {
  const Handle handle;
  Coordinates<double> A(50, 50, 9);
  SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  for (const Op op : ops) {
    const VectorProduct<double> product(A, op);
    for (int i = 0; i < 20; ++i) ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A));
    for (int& column : A.col) column = 49 - column;
    matrix.second().assign(A.col);
    ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A));
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
