// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several threads in the interface at once: each with a handle of its own, and all with one.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "products.hpp"

namespace filigree::test::cusparse {
namespace {

constexpr int num_threads = 8, rounds = 20;

/// f(the thread's number) in all threads at once: how many of its answers were wrong.
std::vector<int> wrong_answers(const std::function<int(int)>& f) {
  std::vector<int> wrong(num_threads, -1);
  std::vector<std::thread> threads;
  for (int t = 0; t < num_threads; ++t)
    threads.emplace_back([&, t] { wrong[std::size_t(t)] = f(t); });
  for (std::thread& thread : threads) thread.join();
  return wrong;
}

/// Products with a matrix of the thread's own, by formats and ops in turn.
int wrong_products(const Handle& handle, int thread) {
  const Coordinates<double> A(40 + thread, 50, unsigned(thread));
  int wrong = 0;
  for (int i = 0; i < rounds; ++i) {
    const SparseMatrix<double> matrix(A, formats[(i + thread) % 3], i % 2);
    const Op op = ops[i % 3];
    const VectorProduct<double> vector(A, op);
    wrong += vector.run(handle, matrix.get(), i % 4 == 0) != vector.expected(A);
    const MatrixProduct<double> dense{op, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_ORDER_ROW,
                                      CUSPARSE_ORDER_COL};
    wrong += dense.run(handle, A, matrix.get(), i % 4 == 0) != dense.expected(A);
  }
  return wrong;
}

/// Factorizations of a tridiagonal matrix of the thread's own, 4 on its diagonal, 2 beside it.
int wrong_factors(const Handle& handle, int thread) {
  const int size = 20 + thread;
  std::vector<int> offsets{0}, columns;
  std::vector<double> values, expected;
  double pivot = 0;
  for (int row = 0; row < size; ++row) {
    const double multiple = row == 0 ? 0 : 2 / pivot;
    pivot = 4 - 2 * multiple;
    for (int column = std::max(0, row - 1); column < std::min(size, row + 2); ++column) {
      columns.push_back(column);
      values.push_back(column == row ? 4 : 2);
      expected.push_back(column < row ? multiple : column == row ? pivot : 2);
    }
    offsets.push_back(int(columns.size()));
  }
  const Array<int> offset_array(offsets), column_array(columns);
  cusparseMatDescr_t description = nullptr;
  csrilu02Info_t info = nullptr;
  must(cusparseCreateMatDescr(&description));
  must(cusparseCreateCsrilu02Info(&info));
  int wrong = 0;
  for (int i = 0; i < rounds; ++i) {
    const Array<double> value_array(values);
    must(cusparseDcsrilu02_analysis(handle.get(), size, int(columns.size()), description,
                                    value_array.data(), offset_array.data(), column_array.data(),
                                    info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
    must(cusparseDcsrilu02(handle.get(), size, int(columns.size()), description, value_array.data(),
                           offset_array.data(), column_array.data(), info,
                           CUSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
    const std::vector<double> factors = value_array.to_host();
    for (std::size_t k = 0; k < factors.size(); ++k)
      wrong += std::abs(factors[k] - expected[k]) > 1e-14;
    int position = 7;
    wrong +=
        cusparseXcsrilu02_zeroPivot(handle.get(), info, &position) != CUSPARSE_STATUS_SUCCESS ||
        position != -1;
  }
  must(cusparseDestroyCsrilu02Info(info));
  must(cusparseDestroyMatDescr(description));
  return wrong;
}

TEST(CusparseThreads, EachWithItsHandle) {
  EXPECT_EQ(wrong_answers([](int thread) {
              const Handle handle;
              return wrong_products(handle, thread) + wrong_factors(handle, thread);
            }),
            std::vector<int>(num_threads, 0));
}

TEST(CusparseThreads, AllWithOneHandle) {
  const Handle handle;
  EXPECT_EQ(wrong_answers([&](int thread) {
              return wrong_products(handle, thread) + wrong_factors(handle, thread);
            }),
            std::vector<int>(num_threads, 0));
}

#if defined(_OPENMP) && !defined(CUDART_VERSION)
/// In a parallel region Kokkos would end the program where an instance is made or ends.
TEST(CusparseThreads, HandlesComeAndGoInParallelRegions) {
  std::vector<cusparseHandle_t> made(num_threads, nullptr);
  for (cusparseHandle_t& handle : made) must(cusparseCreate(&handle));
#pragma omp parallel for num_threads(2)
  for (int t = 0; t < num_threads; ++t) {
    must(cusparseDestroy(made[std::size_t(t)]));
    must(cusparseCreate(&made[std::size_t(t)]));
  }
  const Coordinates<double> A(40, 50, 1);
  const SparseMatrix<double> matrix(A, CUSPARSE_FORMAT_CSR, 0);
  const VectorProduct<double> product(A, CUSPARSE_OPERATION_NON_TRANSPOSE);
  const Handle handle;
  EXPECT_EQ(product.run(handle, matrix.get()), product.expected(A));
  for (const cusparseHandle_t own : made) must(cusparseDestroy(own));
}

/// What a plan keeps must not keep the instance that it was made by.
TEST(CusparseThreads, PlansWithoutTheirHandleEndInParallelRegions) {
  const Coordinates<double> A(200, 100, 1);
  for (const Op op : ops) {
    auto matrix = std::make_unique<SparseMatrix<double>>(A, CUSPARSE_FORMAT_CSR, 0);
    const VectorProduct<double> product(A, op);
    {
      const Handle handle;
      EXPECT_EQ(product.run(handle, matrix->get(), true), product.expected(A));
    }
#pragma omp parallel num_threads(2)
    {
#pragma omp single
      matrix.reset();
    }
  }
}
#endif

}  // namespace
}  // namespace filigree::test::cusparse
