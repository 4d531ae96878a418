// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <cuda_fp16.h>
#include <cusparse.h>

#include "block_matrices.hpp"

/// The plans that products make on their own: results stay right whatever changes between calls.
/// CTest runs this with and without times, of which the plan's fate depends.

namespace filigree::test::cusparse {
namespace {

constexpr int several = 12;

/// Before the library reads them; CTest's own stay.
const int environment_set = [] {
  setenv("FILIGREE_CUSPARSE_PLAN_AFTER", "2", 0);
  return setenv("FILIGREE_CUSPARSE_PLAN_TIMED", "0", 0);
}();

int plans_made = 0;
void count_plans(int, const char* function, const char*) {
  const std::string name = function;
  plans_made += name == "spmv_plan" || name == "spmm_plan" || name == "sddmm_plan";
}

/// The number of plans that f() makes the library make.
template <class F>
int plans_of(const F& f) {
  must(cusparseLoggerSetCallback(count_plans));
  must(cusparseLoggerSetMask(31));
  plans_made = 0;
  f();
  must(cusparseLoggerSetMask(0));
  must(cusparseLoggerSetCallback(nullptr));
  return plans_made;
}

/// f(A in a format), for each format.
template <class F>
void for_each_format(const Coordinates<double>& A, const F& f) {
  for (const cusparseFormat_t format :
       {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO}) {
    SCOPED_TRACE("format " + std::to_string(format));
    const SparseMatrix<double> matrix(A, format, 0);
    f(matrix.get());
  }
  for (const BlockLayout& layout :
       {BlockLayout{CUSPARSE_FORMAT_BSR, 4, 4}, BlockLayout{CUSPARSE_FORMAT_SLICED_ELLPACK, 4},
        BlockLayout{CUSPARSE_FORMAT_BLOCKED_ELL, 4, 4}}) {
    SCOPED_TRACE("format " + std::to_string(layout.format));
    const BlockMatrix<double> matrix(A, layout, 0);
    f(matrix.get());
  }
}

TEST(CusparseOwnPlans, OneIsMadeAfterSomeCalls) {
  ASSERT_EQ(environment_set, 0);
  const Handle handle;
  const Coordinates<double> A(60, 60, 31);
  const SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  const VectorProduct<double> product(A, CUSPARSE_OPERATION_TRANSPOSE);
  const auto run = [&](int calls) {
    return plans_of([&] {
      for (int i = 0; i < calls; ++i)
        ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A));
    });
  };
  EXPECT_EQ(run(2), 0);
  EXPECT_EQ(run(several), 1);
  EXPECT_EQ(run(several), 0);
}

/// Calls of two algorithms by turns: the one whose results repeat always runs the same kernel.
TEST(CusparseOwnPlans, AlgorithmsMayChange) {
  const Handle handle;
  const Coordinates<double> A(60, 60, 45);
  for (const Op op : ops) {
    const SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
    VectorProduct<double> product(A, op);
    for (int i = 0; i < 3 * several; ++i) {
      product.algorithm = i % 3 == 0 ? CUSPARSE_SPMV_CSR_ALG2 : CUSPARSE_SPMV_ALG_DEFAULT;
      ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
    }
  }
}

TEST(CusparseOwnPlans, NoneWhereResultsRepeat) {
  const Handle handle;
  const Coordinates<double> A(60, 60, 46);
  const SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  VectorProduct<double> product(A, CUSPARSE_OPERATION_NON_TRANSPOSE);
  const auto run = [&](cusparseSpMVAlg_t algorithm) {
    product.algorithm = algorithm;
    return plans_of([&] {
      for (int i = 0; i < several; ++i)
        ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
    });
  };
  EXPECT_EQ(run(CUSPARSE_SPMV_CSR_ALG2), 0);
  EXPECT_EQ(run(CUSPARSE_SPMV_CSR_ALG1), 1);
}

TEST(CusparseOwnPlans, ValuesMayChange) {
  const Handle handle;
  for (const Op op : ops) {
    Coordinates<double> A(60, 60, 32);
    SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
    const VectorProduct<double> product(A, op);
    for (int i = 0; i < several; ++i) {
      for (double& value : A.value) value += 1;
      if (i % 2 == 0) {
        matrix.values().assign(A.value);
      } else {
        matrix.values() = Array<double>(A.value);
        must(cusparseSpMatSetValues(matrix.get(), matrix.values().data()));
      }
      ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
    }
  }
}

/// Columns change in their array, row lengths and addresses do not.
TEST(CusparseOwnPlans, IndicesMayChangeWhereTheyLie) {
  const Handle handle;
  for (const cusparseFormat_t format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_COO})
    for (const Op op : ops) {
      SCOPED_TRACE("format " + std::to_string(format) + ", op " + std::to_string(op));
      Coordinates<double> A(50, 50, 33);
      SparseMatrix<double> matrix(A, format, 0);
      const VectorProduct<double> product(A, op);
      const MatrixProduct<double> many{op, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_ORDER_COL,
                                       CUSPARSE_ORDER_COL};
      for (int change = 0; change < 4; ++change) {
        for (int i = 0; i < several; ++i) {
          ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << change << i;
          ASSERT_EQ(many.run(handle, A, matrix.get(), false), many.expected(A)) << change << i;
        }
        // one column alone, or all of them
        if (change % 2 == 0)
          A.col[A.nnz() / 2] = A.col[A.nnz() / 2] == 0 ? 49 : 0;
        else
          for (int& column : A.col) column = 49 - column;
        matrix.second().assign(A.col);
      }
    }
}

/// Other row lengths, where the offsets lie: the sum is the same.
TEST(CusparseOwnPlans, OffsetsMayChangeWhereTheyLie) {
  const Handle handle;
  for (const Op op : ops) {
    Coordinates<double> A(50, 50, 34);
    SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
    const VectorProduct<double> product(A, op);
    for (int i = 0; i < several; ++i)
      ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
    // the first entry of row 4 becomes the last one of row 3, which is full
    const auto first = std::find(A.row.begin(), A.row.end(), 4);
    ASSERT_NE(first, A.row.end());
    *first = 3;
    std::vector<int> offsets = matrix.first().to_host();
    ++offsets[4];
    matrix.first().assign(offsets);
    for (int i = 0; i < several; ++i)
      ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
  }
}

/// Where a plan knows which rows are long: another one is.
TEST(CusparseOwnPlans, OtherRowsMayBecomeLong) {
  constexpr int rows = 40, long_row = 5, cols = 3000;
  const Handle handle;
  for (const Op op : ops) {
    Coordinates<double> A(0, cols, 42);
    A.rows = rows;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < (i == long_row ? cols : 2); ++j) {
        A.row.push_back(i);
        A.col.push_back(j);
        A.value.push_back(1 + (i + j) % 3);
      }
    SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
    const VectorProduct<double> product(A, op);
    for (int i = 0; i < several; ++i)
      ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
    // the row keeps two entries, the next one has the others
    std::vector<int> offsets = matrix.first().to_host();
    offsets[long_row + 1] = offsets[long_row] + 2;
    for (int k = offsets[long_row + 1]; k < offsets[long_row + 2]; ++k)
      A.row[std::size_t(k)] = long_row + 1;
    matrix.first().assign(offsets);
    for (int i = 0; i < several; ++i)
      ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
  }
}

/// Of A x a plan reads the columns where they lie: others are not noticed, nor need they be.
TEST(CusparseOwnPlans, OfRowsStayWithOtherColumns) {
  const Handle handle;
  Coordinates<double> A(50, 50, 43);
  SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 1);
  const VectorProduct<double> product(A, CUSPARSE_OPERATION_NON_TRANSPOSE);
  int made = 0;
  for (int change = 0; change < 3; ++change) {
    made += plans_of([&] {
      for (int i = 0; i < several; ++i)
        ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << change << i;
    });
    for (int& column : A.col) column = 49 - column;
    std::vector<int> columns = A.col;
    for (int& column : columns) ++column;  // from base one
    matrix.second().assign(columns);
  }
  EXPECT_EQ(made, 1);
}

/// A triangle that stands for a symmetric matrix: an entry that leaves it counts no longer.
TEST(CusparseOwnPlans, OfTrianglesNoticeOtherColumns) {
  constexpr int size = 50;
  const Handle handle;
  Coordinates<double> triangle(0, size, 44), A(0, size, 44);
  triangle.rows = A.rows = size;
  const auto add = [](Coordinates<double>& to, int row, int col, double value) {
    to.row.push_back(row);
    to.col.push_back(col);
    to.value.push_back(value);
  };
  for (int i = 0; i < size; ++i)
    for (int j = std::max(0, i - 2); j <= i; ++j) {
      add(triangle, i, j, 1 + (i + j) % 3);
      add(A, i, j, 1 + (i + j) % 3);
      if (i != j) add(A, j, i, 1 + (i + j) % 3);
    }
  SparseMatrix<double> matrix(triangle, CUSPARSE_FORMAT_CSR, 0);
  cusparseSpMatStorage_t storage = CUSPARSE_STORE_LOWER;
  cusparseSymmetryType_t symmetry = CUSPARSE_SYMMETRIC;
  must(cusparseSpMatSetAttribute(matrix.get(), CUSPARSE_SPMAT_STORAGE, &storage, sizeof storage));
  must(cusparseSpMatSetAttribute(matrix.get(), CUSPARSE_SPMAT_SYMMETRY_TYPE, &symmetry,
                                 sizeof symmetry));
  const VectorProduct<double> product(A, CUSPARSE_OPERATION_NON_TRANSPOSE);
  for (int i = 0; i < several; ++i)
    ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
  const int moved = size / 2;  // its entries: two before the diagonal, and that one
  const auto first = std::find(triangle.row.begin(), triangle.row.end(), moved);
  triangle.col[std::size_t(first - triangle.row.begin())] = moved + 1;
  matrix.second().assign(triangle.col);
  for (int k = 0; k < A.nnz(); ++k)
    if (std::min(A.row[k], A.col[k]) == moved - 2 && std::max(A.row[k], A.col[k]) == moved)
      A.value[k] = 0;
  for (int i = 0; i < several; ++i)
    ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
}

TEST(CusparseOwnPlans, PointersMayChange) {
  const Handle handle;
  for (const Op op : ops) {
    const Coordinates<double> A(60, 60, 35), B(60, 60, 36);
    const SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
    SparseMatrix<double> other(A, CUSPARSE_FORMAT_CSR, 0);
    const VectorProduct<double> product(A, op);
    for (int change = 0; change < 3; ++change) {
      for (int i = 0; i < several; ++i)
        ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
      must(cusparseCsrSetPointers(matrix.get(), other.first().data(), other.second().data(),
                                  other.values().data()));
    }
  }
}

/// A description with the sizes of another matrix in the same arrays.
TEST(CusparseOwnPlans, SizesMayChange) {
  const Handle handle;
  Coordinates<double> A(60, 60, 37);
  SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  for (int i = 0; i < several; ++i) {
    const VectorProduct<double> product(A, CUSPARSE_OPERATION_TRANSPOSE);
    ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A));
  }
  // its first 40 rows
  Coordinates<double> part = A;
  part.rows = 40;
  const auto end = std::find_if(A.row.begin(), A.row.end(), [](int row) { return row >= 40; });
  const auto kept = std::size_t(end - A.row.begin());
  part.row.resize(kept);
  part.col.resize(kept);
  part.value.resize(kept);
  cusparseSpMatDescr_t smaller = nullptr;
  must(cusparseCreateCsr(&smaller, 40, 60, std::int64_t(kept), matrix.first().data(),
                         matrix.second().data(), matrix.values().data(), CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  const VectorProduct<double> product(part, CUSPARSE_OPERATION_TRANSPOSE);
  for (int i = 0; i < several; ++i) {
    ASSERT_EQ(product.run(handle, smaller), product.expected(part));
    const MatrixProduct<double> many{CUSPARSE_OPERATION_TRANSPOSE,
                                     CUSPARSE_OPERATION_NON_TRANSPOSE,
                                     CUSPARSE_ORDER_COL,
                                     CUSPARSE_ORDER_COL,
                                     1,
                                     1 + i / 4};
    ASSERT_EQ(many.run(handle, part, smaller, false), many.expected(part));
  }
  must(cusparseDestroySpMat(smaller));
}

TEST(CusparseOwnPlans, OfEveryFormatAndOp) {
  const Handle handle;
  const Coordinates<double> A(60, 48, 38);
  for_each_format(A, [&](cusparseSpMatDescr_t matrix) {
    for (const Op op : ops) {
      const VectorProduct<double> product(A, op);
      const MatrixProduct<double> many{op, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_ORDER_ROW,
                                       CUSPARSE_ORDER_ROW};
      for (int i = 0; i < several; ++i) {
        ASSERT_EQ(product.run(handle, matrix), product.expected(A)) << "op " << op;
        ASSERT_EQ(many.run(handle, A, matrix, false), many.expected(A)) << "op " << op;
      }
    }
  });
}

template <class T>
void test_many_calls(Op op) {
  const Handle handle;
  const Coordinates<T> A(60, 60, 47);
  const SparseMatrix<T> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  const VectorProduct<T> product(A, op);
  for (int i = 0; i < 2 * several; ++i)
    ASSERT_EQ(product.run(handle, matrix.get()), product.expected(A)) << "call " << i;
}

TEST(CusparseOwnPlans, OfEveryType) {
  for (const Op op : ops) {
    SCOPED_TRACE("op " + std::to_string(op));
    test_many_calls<float>(op);
    test_many_calls<std::complex<float>>(op);
    test_many_calls<std::complex<double>>(op);
  }
}

std::vector<__half> halves_of(const std::vector<float>& numbers) {
  std::vector<__half> result;
  for (const float number : numbers) result.push_back(__float2half(number));
  return result;
}

/// Some of the kernels for one call are not there for results of 16 bits.
TEST(CusparseOwnPlans, OfHalves) {
  const Handle handle;
  const Coordinates<float> A(60, 60, 48);
  SparseMatrix<float> stored(A, CUSPARSE_FORMAT_CSR, 0);
  const Array<__half> values(halves_of(A.value));
  cusparseSpMatDescr_t matrix = nullptr;
  must(cusparseCreateCsr(&matrix, A.rows, A.cols, A.nnz(), stored.first().data(),
                         stored.second().data(), values.data(), CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_16F));
  for (const Op op : ops) {
    const VectorProduct<float> product(A, op);
    const Array<__half> x(halves_of(product.x));
    Array<__half> y(product.y.size());
    cusparseDnVecDescr_t X = nullptr, Y = nullptr;
    must(cusparseCreateDnVec(&X, std::int64_t(x.size()), x.data(), CUDA_R_16F));
    must(cusparseCreateDnVec(&Y, std::int64_t(y.size()), y.data(), CUDA_R_16F));
    for (int i = 0; i < 2 * several; ++i) {
      y.assign(halves_of(product.y));
      must(cusparseSpMV(handle.get(), op, &product.alpha, matrix, X, &product.beta, Y, CUDA_R_32F,
                        CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
      std::vector<float> found;
      for (const __half number : y.to_host()) found.push_back(__half2float(number));
      ASSERT_EQ(found, product.expected(A)) << "op " << op << ", call " << i;
    }
    must(cusparseDestroyDnVec(Y));
    must(cusparseDestroyDnVec(X));
  }
  must(cusparseDestroySpMat(matrix));
}

TEST(CusparseOwnPlans, OfSampledProducts) {
  const Handle handle;
  Coordinates<double> A(40, 40, 39);
  SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  std::vector<double> ones(40 * 2, 1);
  for (int i = 0; i < 40; ++i) ones[i] = i;
  const Array<double> dense(ones);
  const DenseMatrix<double> left(dense, 40, 2, 40, CUSPARSE_ORDER_COL);
  const double alpha = 1, beta = 0;
  const auto check = [&] {
    for (int i = 0; i < several; ++i) {
      must(cusparseSDDMM(handle.get(), CUSPARSE_OPERATION_NON_TRANSPOSE,
                         CUSPARSE_OPERATION_TRANSPOSE, &alpha, left.get(), left.get(), &beta,
                         matrix.get(), CUDA_R_64F, CUSPARSE_SDDMM_ALG_DEFAULT, nullptr));
      const std::vector<double> values = matrix.values().to_host();
      for (int k = 0; k < A.nnz(); ++k)
        ASSERT_EQ(values[k], A.row[k] * A.col[k] + 1) << "call " << i << ", entry " << k;
    }
  };
  const int made = plans_of(check);
  EXPECT_EQ(made, 1);
  for (int& column : A.col) column = 39 - column;
  matrix.second().assign(A.col);
  check();
}

TEST(CusparseOwnPlans, SeveralThreadsWithOneDescription) {
  const Coordinates<double> A(60, 60, 40);
  const SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  const VectorProduct<double> product(A, CUSPARSE_OPERATION_TRANSPOSE);
  const std::vector<double> expected = product.expected(A);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const Handle handle;
      for (int i = 0; i < several; ++i) wrong[t] += product.run(handle, matrix.get()) != expected;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

#ifdef CUDART_VERSION
/// What is recorded allocates nothing, waits for nothing, and reads the indices that are there when
/// it runs.
TEST(CusparseOwnPlans, RecordedProductsDoWithout) {
  const Handle handle;
  Coordinates<double> A(60, 60, 41);
  SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  VectorProduct<double> product(A, CUSPARSE_OPERATION_NON_TRANSPOSE);
  product.beta = 0;
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  must(cusparseSetStream(handle.get(), stream));
  const Array<double> x(product.x), y(product.y);
  const DenseVector<double> x_description(x), y_description(y);
  const auto run = [&] {
    return cusparseSpMV(handle.get(), product.op, &product.alpha, matrix.get(), x_description.get(),
                        &product.beta, y_description.get(), CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT,
                        nullptr);
  };
  for (const int before : {1, several}) {
    for (int i = 0; i < before; ++i) must(run());
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    for (int i = 0; i < several; ++i) must(run());
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), cudaSuccess);
    for (int& column : A.col) column = 59 - column;
    matrix.second().assign(A.col);
    ASSERT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(y.to_host(), product.expected(A));
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
  must(cusparseSetStream(handle.get(), nullptr));
  cudaStreamDestroy(stream);
}
#endif

}  // namespace
}  // namespace filigree::test::cusparse
