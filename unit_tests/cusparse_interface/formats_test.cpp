// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <cusparse.h>

#include "block_matrices.hpp"

/// Every operation of the generic interface with matrices of blocks and slices, against plain
/// loops.

namespace filigree::test::cusparse {
namespace {

/// Blocks that divide 60 x 48, slices and square blocks that do not.
const BlockLayout layouts[] = {
    {CUSPARSE_FORMAT_BSR, 4, 4, CUSPARSE_ORDER_ROW},
    {CUSPARSE_FORMAT_BSR, 5, 3, CUSPARSE_ORDER_COL},
    {CUSPARSE_FORMAT_SLICED_ELLPACK, 2, 1},
    {CUSPARSE_FORMAT_SLICED_ELLPACK, 7, 1},
    {CUSPARSE_FORMAT_BLOCKED_ELL, 4, 4},
    {CUSPARSE_FORMAT_BLOCKED_ELL, 7, 7},
};
constexpr int rows = 60, cols = 48;

std::string name(const BlockLayout& layout) {
  return "format " + std::to_string(layout.format) + ", " + std::to_string(layout.rows) + " x " +
         std::to_string(layout.cols);
}

/// Whether there are such blocks for the base: offsets of slices count from 0, whatever it is.
bool takes(const BlockLayout& layout, int base) {
  return base == 0 || layout.format != CUSPARSE_FORMAT_SLICED_ELLPACK;
}

template <class T>
class CusparseFormats : public ::testing::Test {};
#ifdef FILIGREE_TEST_FEW_TYPES
using Scalars = ::testing::Types<double>;
#else
using Scalars = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
#endif
TYPED_TEST_SUITE(CusparseFormats, Scalars);

TYPED_TEST(CusparseFormats, SpmvOfEveryOpAndBase) {
  const Handle handle;
  const Coordinates<TypeParam> A(rows, cols, 21);
  for (const BlockLayout& layout : layouts)
    for (const int base : {0, 1})
      for (const Op op : ops)
        for (const bool preprocess : {false, true}) {
          if (!takes(layout, base)) continue;
          SCOPED_TRACE(name(layout) + ", base " + std::to_string(base) + ", op " +
                       std::to_string(op) + (preprocess ? ", planned" : ""));
          const BlockMatrix<TypeParam> matrix(A, layout, base);
          const VectorProduct<TypeParam> product(A, op);
          EXPECT_EQ(product.run(handle, matrix.get(), preprocess), product.expected(A));
        }
}

TYPED_TEST(CusparseFormats, SpmmOfEveryOpAndOrder) {
  const Handle handle;
  const Coordinates<TypeParam> A(rows, cols, 22);
  for (const BlockLayout& layout : layouts)
    for (const Op op_a : ops)
      for (const Op op_b : ops)
        for (const cusparseOrder_t order : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) {
          SCOPED_TRACE(name(layout) + ", ops " + std::to_string(op_a) + std::to_string(op_b) +
                       ", order " + std::to_string(order));
          const BlockMatrix<TypeParam> matrix(A, layout, takes(layout, 1) ? 1 : 0);
          const MatrixProduct<TypeParam> product{op_a, op_b, order, order};
          const bool preprocess = op_a == op_b;
          EXPECT_EQ(product.run(handle, A, matrix.get(), preprocess), product.expected(A));
        }
}

/// C = alpha (A B) o spy(C) + beta C, A and B by rows, of blocks.
TEST(CusparseBlocks, SddmmOfBlocks) {
  const Handle handle;
  const Coordinates<double> pattern(rows, cols, 23);
  constexpr int inner = 6;
  std::mt19937 random(24);
  std::vector<double> a(rows * inner), b(inner * cols);
  for (double& value : a) value = small_number<double>(random);
  for (double& value : b) value = small_number<double>(random);
  const Array<double> a_array(a), b_array(b);
  const DenseMatrix<double> A(a_array, rows, inner, inner, CUSPARSE_ORDER_ROW);
  const DenseMatrix<double> B(b_array, inner, cols, cols, CUSPARSE_ORDER_ROW);
  const double alpha = 2, beta = 3;
  for (const BlockLayout& layout : layouts) {
    if (layout.format != CUSPARSE_FORMAT_BSR) continue;
    for (const bool preprocess : {false, true}) {
      SCOPED_TRACE(name(layout));
      const BlockMatrix<double> C(pattern, layout, 1);
      const std::vector<double> before = C.values().to_host();
      const auto run = [&](const auto& call) {
        must(call(handle.get(), CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE,
                  &alpha, A.get(), B.get(), &beta, C.get(), CUDA_R_64F, CUSPARSE_SDDMM_ALG_DEFAULT,
                  nullptr));
      };
      if (preprocess) run(cusparseSDDMM_preprocess);
      run(cusparseSDDMM);
      // the blocks one after the other, as the matrix was made
      const std::vector<int> columns = C.indices().to_host();
      const std::vector<double> after = C.values().to_host();
      const int places = layout.rows * layout.cols;
      int block_row = 0, last = 0;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        if (k > 0 && columns[k] <= last) ++block_row;
        last = columns[k];
        for (int p = 0; p < places; ++p) {
          const bool by_rows = layout.order == CUSPARSE_ORDER_ROW;
          const int i = block_row * layout.rows + (by_rows ? p / layout.cols : p % layout.rows);
          const int j =
              (columns[k] - 1) * layout.cols + (by_rows ? p % layout.cols : p / layout.rows);
          double sum = 0;
          for (int t = 0; t < inner; ++t) sum += a[i * inner + t] * b[t * cols + j];
          ASSERT_EQ(after[k * places + p], alpha * sum + beta * before[k * places + p])
              << "block " << k << ", place " << p;
        }
      }
    }
  }
}

/// A lower triangle with ones on its diagonal and small numbers below: solutions are exact.
Coordinates<double> unit_triangle(int size) {
  Coordinates<double> A(0, 0, 0);
  A.rows = A.cols = size;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j <= i; ++j)
      if (i == j || (i + 3 * j) % 11 == 0) {
        A.row.push_back(i);
        A.col.push_back(j);
        A.value.push_back(i == j ? 1 : (i + j) % 3 - 1);
      }
  return A;
}

TEST(CusparseBlocks, SolvesWithATriangle) {
  const Handle handle;
  const Coordinates<double> A = unit_triangle(60);
  for (const BlockLayout& layout : layouts)
    for (const Op op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
      if (60 % layout.rows != 0 && layout.format == CUSPARSE_FORMAT_BSR) continue;
      SCOPED_TRACE(name(layout) + ", op " + std::to_string(op));
      const BlockMatrix<double> matrix(A, layout, takes(layout, 1) ? 1 : 0);
      VectorProduct<double> product(A, op);
      product.alpha = 1;
      product.beta = 0;
      const std::vector<double> right = product.expected(A);  // = op(A) x
      const Array<double> b(right), x(right.size());
      const DenseVector<double> b_description(b), x_description(x);
      const double alpha = 1;
      cusparseSpSVDescr_t state = nullptr;
      must(cusparseSpSV_createDescr(&state));
      const auto run = [&](const auto& call, auto... last) {
        must(call(handle.get(), op, &alpha, matrix.get(), b_description.get(), x_description.get(),
                  CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, state, last...));
      };
      run(cusparseSpSV_analysis, nullptr);
      run(cusparseSpSV_solve);
      EXPECT_EQ(x.to_host(), product.x);
      must(cusparseSpSV_destroyDescr(state));

      cusparseSpSMDescr_t many = nullptr;
      must(cusparseSpSM_createDescr(&many));
      const Array<double> X(right.size());
      const int n = int(right.size());
      const DenseMatrix<double> B(b, n, 1, n, CUSPARSE_ORDER_COL),
          C(X, n, 1, n, CUSPARSE_ORDER_COL);
      const auto solve = [&](const auto& call, auto... last) {
        must(call(handle.get(), op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix.get(), B.get(),
                  C.get(), CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, many, last...));
      };
      solve(cusparseSpSM_analysis, nullptr);
      solve(cusparseSpSM_solve);
      EXPECT_EQ(X.to_host(), product.x);
      must(cusparseSpSM_destroyDescr(many));
    }
}

/// The matrix as a column-major dense one whose columns are two entries longer.
std::vector<double> dense_of(const Coordinates<double>& A, double between) {
  std::vector<double> result(std::size_t(A.rows + 2) * A.cols, between);
  for (int j = 0; j < A.cols; ++j)
    for (int i = 0; i < A.rows; ++i) result[j * (A.rows + 2) + i] = 0;
  A.for_each(CUSPARSE_OPERATION_NON_TRANSPOSE,
             [&](int i, int j, double value) { result[j * (A.rows + 2) + i] = value; });
  return result;
}

TEST(CusparseBlocks, SparseToDense) {
  const Handle handle;
  const Coordinates<double> A(rows, cols, 25);
  for (const BlockLayout& layout : layouts) {
    SCOPED_TRACE(name(layout));
    const BlockMatrix<double> matrix(A, layout, takes(layout, 1) ? 1 : 0);
    const Array<double> dense(std::vector<double>(std::size_t(rows + 2) * cols, 9));
    const DenseMatrix<double> B(dense, rows, cols, rows + 2, CUSPARSE_ORDER_COL);
    must(cusparseSparseToDense(handle.get(), matrix.get(), B.get(),
                               CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
    EXPECT_EQ(dense.to_host(), dense_of(A, 9));
  }
}

/// The blocks are the caller's choice; padding stays.
TEST(CusparseBlocks, DenseToBlockedEll) {
  const Handle handle;
  const Coordinates<double> A(rows, cols, 26);
  Coordinates<double> zeros = A;
  for (double& value : zeros.value) value = 0;
  const Array<double> dense(dense_of(A, 9));
  const DenseMatrix<double> B(dense, rows, cols, rows + 2, CUSPARSE_ORDER_COL);
  for (const BlockLayout& layout : layouts) {
    if (layout.format != CUSPARSE_FORMAT_BLOCKED_ELL) continue;
    SCOPED_TRACE(name(layout));
    const BlockMatrix<double> expected(A, layout, 1), matrix(zeros, layout, 1);
    const auto run = [&](const auto& call, auto last) {
      must(call(handle.get(), B.get(), matrix.get(), CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, last));
    };
    std::size_t bytes = 1;
    run(cusparseDenseToSparse_bufferSize, &bytes);
    run(cusparseDenseToSparse_analysis, static_cast<void*>(nullptr));
    run(cusparseDenseToSparse_convert, static_cast<void*>(nullptr));
    EXPECT_EQ(matrix.values().to_host(), expected.values().to_host());
  }
}

TEST(CusparseBlocks, SlicesCountFromZero) {
  const Handle handle;
  const Array<int> offsets(std::vector<int>{1, 3}), columns(std::vector<int>{1, 2});
  const Array<double> values(std::vector<double>{1, 2}), x(std::size_t(2)), y(std::size_t(2));
  const DenseVector<double> in(x), out(y);
  const double one = 1;
  cusparseSpMatDescr_t A = nullptr;
  must(cusparseCreateSlicedEll(&A, 2, 2, 2, 2, 2, offsets.data(), columns.data(), values.data(),
                               CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE,
                               CUDA_R_64F));
  EXPECT_EQ(cusparseSpMV(handle.get(), CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, in.get(), &one,
                         out.get(), CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr),
            CUSPARSE_STATUS_NOT_SUPPORTED);
  must(cusparseDestroySpMat(A));
}

}  // namespace
}  // namespace filigree::test::cusparse
