// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <random>
#include <vector>

#include "support.hpp"

/// Matrices of tests and products with them, through cuSPARSE's interface and as plain loops.

namespace filigree::test::cusparse {

using Op = cusparseOperation_t;

/// The formats that every product takes.
inline constexpr cusparseFormat_t formats[] = {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC,
                                               CUSPARSE_FORMAT_COO};

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
  cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_ALG_DEFAULT;
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
                data_type<T>, algorithm, last));
    };
    arguments(cusparseSpMV_bufferSize, &bytes);
    const Array<char> buffer(bytes);
    if (preprocess) arguments(cusparseSpMV_preprocess, static_cast<void*>(buffer.data()));
    arguments(cusparseSpMV, static_cast<void*>(buffer.data()));
    return y_array.to_host();
  }
};

inline constexpr Op ops[] = {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
                             CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};

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

}  // namespace filigree::test::cusparse
