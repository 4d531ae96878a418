// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <cusparse.h>

#include "support.hpp"

/// Operations other than SpMV and SpMM through cuSPARSE's interface: small cases that were worked
/// out by hand. What they compute is tested with the operations themselves.

namespace filigree::test::cusparse {
namespace {

constexpr auto as_stored = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr auto transposed = CUSPARSE_OPERATION_TRANSPOSE;

/// A CSR matrix of doubles in arrays of its own, of which there may be more than it needs.
class Csr {
 public:
  Csr(int rows, int cols, const std::vector<int>& offsets, const std::vector<int>& columns,
      const std::vector<double>& values, int nnz = -1, int base = 0)
      : offsets_(offsets), columns_(columns), values_(values) {
    must(cusparseCreateCsr(&description_, rows, cols, nnz < 0 ? int(values.size()) : nnz,
                           offsets_.data(), columns_.data(), values_.data(), CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, cusparseIndexBase_t(base), CUDA_R_64F));
  }
  Csr(const Csr&) = delete;
  ~Csr() { cusparseDestroySpMat(description_); }

  cusparseSpMatDescr_t get() const { return description_; }
  const Array<int>& offsets() const { return offsets_; }
  const Array<int>& columns() const { return columns_; }
  Array<double>& values() { return values_; }
  const Array<double>& values() const { return values_; }

 private:
  Array<int> offsets_, columns_;
  Array<double> values_;
  cusparseSpMatDescr_t description_ = nullptr;
};

class SparseVector {
 public:
  SparseVector(int size, const std::vector<int>& indices, const std::vector<double>& values)
      : indices_(indices), values_(values) {
    must(cusparseCreateSpVec(&description_, size, std::int64_t(values.size()), indices_.data(),
                             values_.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE,
                             CUDA_R_64F));
  }
  SparseVector(const SparseVector&) = delete;
  ~SparseVector() { cusparseDestroySpVec(description_); }

  cusparseSpVecDescr_t get() const { return description_; }
  Array<double>& values() { return values_; }
  const Array<double>& values() const { return values_; }

 private:
  Array<int> indices_;
  Array<double> values_;
  cusparseSpVecDescr_t description_ = nullptr;
};

// --- vectors -------------------------------------------------------------------------------------

TEST(CusparseVectors, Axpby) {
  const Handle handle;
  const SparseVector x(4, {2, 4}, {10, 20});
  const Array<double> y(std::vector<double>{1, 2, 3, 4});
  const DenseVector<double> description(y);
  const double alpha = 2, beta = 3;
  must(cusparseAxpby(handle.get(), &alpha, x.get(), &beta, description.get()));
  EXPECT_EQ(y.to_host(), (std::vector<double>{3, 26, 9, 52}));
}

TEST(CusparseVectors, GatherAndScatter) {
  const Handle handle;
  const SparseVector x(4, {4, 1}, {0, 0});
  const Array<double> y(std::vector<double>{1, 2, 3, 4});
  const DenseVector<double> description(y);
  must(cusparseGather(handle.get(), description.get(), x.get()));
  EXPECT_EQ(x.values().to_host(), (std::vector<double>{4, 1}));
  const SparseVector z(4, {2, 3}, {7, 8});
  must(cusparseScatter(handle.get(), z.get(), description.get()));
  EXPECT_EQ(y.to_host(), (std::vector<double>{1, 7, 8, 4}));
}

TEST(CusparseVectors, Rot) {
  const Handle handle;
  const SparseVector x(3, {1, 3}, {1, 2});
  const Array<double> y(std::vector<double>{3, 4, 5});
  const DenseVector<double> description(y);
  const double c = 2, s = 10;
  must(cusparseRot(handle.get(), &c, &s, x.get(), description.get()));
  EXPECT_EQ(x.values().to_host(), (std::vector<double>{32, 54}));
  EXPECT_EQ(y.to_host(), (std::vector<double>{-4, 4, -10}));
}

TEST(CusparseVectors, SpVVInHostAndDeviceMemory) {
  const Handle handle;
  const SparseVector x(4, {2, 4}, {10, 20});
  const Array<double> y(std::vector<double>{1, 2, 3, 4}), on_device(std::size_t(1));
  const DenseVector<double> description(y);
  double result = 0;
  std::size_t bytes = 0;
  must(cusparseSpVV_bufferSize(handle.get(), as_stored, x.get(), description.get(), &result,
                               CUDA_R_64F, &bytes));
  const Array<char> buffer(bytes);
  must(cusparseSpVV(handle.get(), as_stored, x.get(), description.get(), &result, CUDA_R_64F,
                    buffer.data()));
  EXPECT_EQ(result, 100);
  must(cusparseSetPointerMode(handle.get(), CUSPARSE_POINTER_MODE_DEVICE));
  must(cusparseSpVV(handle.get(), as_stored, x.get(), description.get(), on_device.data(),
                    CUDA_R_64F, buffer.data()));
  EXPECT_EQ(on_device.to_host(), std::vector<double>{100});
}

#ifdef CUDART_VERSION
/// A stream records it with the result in either memory, which each launch of the graph writes.
TEST(CusparseVectors, SpVVInAGraph) {
  const Handle handle;
  const SparseVector x(4, {2, 4}, {10, 20});
  Array<double> y(std::vector<double>{1, 2, 3, 4});
  const Array<double> on_device(std::size_t(1));
  const DenseVector<double> description(y);
  double result = 0;
  std::size_t bytes = 0;
  must(cusparseSpVV_bufferSize(handle.get(), as_stored, x.get(), description.get(), &result,
                               CUDA_R_64F, &bytes));
  const Array<char> buffer(bytes);
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  must(cusparseSetStream(handle.get(), stream));
  const auto run = [&](cusparsePointerMode_t mode, double* where) {
    must(cusparseSetPointerMode(handle.get(), mode));
    must(cusparseSpVV(handle.get(), as_stored, x.get(), description.get(), where, CUDA_R_64F,
                      buffer.data()));
  };
  run(CUSPARSE_POINTER_MODE_HOST, &result);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  run(CUSPARSE_POINTER_MODE_HOST, &result);
  run(CUSPARSE_POINTER_MODE_DEVICE, on_device.data());
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), cudaSuccess);
  for (const double factor : {1, 2}) {
    y.assign({factor, 2 * factor, 3 * factor, 4 * factor});
    result = 0;
    ASSERT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(result, 100 * factor);
    EXPECT_EQ(on_device.to_host(), std::vector<double>{100 * factor});
  }
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  must(cusparseSetStream(handle.get(), nullptr));
  cudaStreamDestroy(stream);
}
#endif

// --- between formats -----------------------------------------------------------------------------

TEST(CusparseConversions, SparseToDenseAndBack) {
  const Handle handle;
  // 1 . 2
  // . . 3
  const Csr A(2, 3, {0, 2, 3}, {0, 2, 2}, {1, 2, 3});
  const Array<double> B(std::vector<double>{9, 9, 9, 9, 9, 9});
  const DenseMatrix<double> dense(B, 2, 3, 2, CUSPARSE_ORDER_COL);
  must(cusparseSparseToDense(handle.get(), A.get(), dense.get(), CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                             nullptr));
  EXPECT_EQ(B.to_host(), (std::vector<double>{1, 0, 0, 0, 2, 3}));

  const Csr C(2, 3, {7, 7, 7}, {}, {}, 0, 1);
  must(cusparseDenseToSparse_analysis(handle.get(), dense.get(), C.get(),
                                      CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
  std::int64_t rows = 0, cols = 0, nnz = 0;
  must(cusparseSpMatGetSize(C.get(), &rows, &cols, &nnz));
  ASSERT_EQ(nnz, 3);
  const Array<int> columns(std::size_t(3));
  const Array<double> values(std::size_t(3));
  must(cusparseCsrSetPointers(C.get(), C.offsets().data(), columns.data(), values.data()));
  must(cusparseDenseToSparse_convert(handle.get(), dense.get(), C.get(),
                                     CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
  EXPECT_EQ(C.offsets().to_host(), (std::vector<int>{1, 3, 4}));
  EXPECT_EQ(columns.to_host(), (std::vector<int>{1, 3, 3}));
  EXPECT_EQ(values.to_host(), (std::vector<double>{1, 2, 3}));

  // into another description than the one of the analysis, as CuPy does
  Csr again(2, 3, {7, 7, 7}, {7, 7, 7}, {7, 7, 7}, 3, 1);
  must(cusparseDenseToSparse_convert(handle.get(), dense.get(), again.get(),
                                     CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
  EXPECT_EQ(again.offsets().to_host(), (std::vector<int>{1, 3, 4}));
  EXPECT_EQ(again.columns().to_host(), (std::vector<int>{1, 3, 3}));
  EXPECT_EQ(again.values().to_host(), (std::vector<double>{1, 2, 3}));
  Csr small(2, 3, {7, 7, 7}, {7, 7}, {7, 7}, 2, 1);
  EXPECT_EQ(cusparseDenseToSparse_convert(handle.get(), dense.get(), small.get(),
                                          CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr),
            CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(small.values().to_host(), (std::vector<double>{7, 7}));
}

/// Who asks for sizes need not have arrays: JAX has one address for all of them, others none.
TEST(CusparseConversions, SizesWithoutArrays) {
  const Handle handle;
  double somewhere = 0;
  int offsets = 0;
  const double one = 1;
  for (double* dense : {&somewhere, static_cast<double*>(nullptr)}) {
    cusparseSpMatDescr_t A = nullptr;
    cusparseDnVecDescr_t x = nullptr;
    cusparseDnMatDescr_t B = nullptr;
    must(cusparseCreateCsr(&A, 3, 3, 2, &offsets, &offsets, &somewhere, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    must(cusparseCreateDnVec(&x, 3, dense, CUDA_R_64F));
    must(cusparseCreateDnMat(&B, 3, 3, 3, dense, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    std::size_t bytes = 1;
    must(cusparseSpMV_bufferSize(handle.get(), none, &one, A, x, &one, x, CUDA_R_64F,
                                 CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    must(cusparseSpMM_bufferSize(handle.get(), none, none, &one, A, B, &one, B, CUDA_R_64F,
                                 CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
    must(cusparseSDDMM_bufferSize(handle.get(), none, none, &one, B, B, &one, A, CUDA_R_64F,
                                  CUSPARSE_SDDMM_ALG_DEFAULT, &bytes));
    cusparseSpSVDescr_t one_solve = nullptr;
    must(cusparseSpSV_createDescr(&one_solve));
    must(cusparseSpSV_bufferSize(handle.get(), none, &one, A, x, x, CUDA_R_64F,
                                 CUSPARSE_SPSV_ALG_DEFAULT, one_solve, &bytes));
    must(cusparseSpSV_destroyDescr(one_solve));
    cusparseSpSMDescr_t solves = nullptr;
    must(cusparseSpSM_createDescr(&solves));
    must(cusparseSpSM_bufferSize(handle.get(), none, none, &one, A, B, B, CUDA_R_64F,
                                 CUSPARSE_SPSM_ALG_DEFAULT, solves, &bytes));
    must(cusparseSpSM_destroyDescr(solves));
    cusparseDestroyDnMat(B);
    cusparseDestroyDnVec(x);
    cusparseDestroySpMat(A);
  }
}

TEST(CusparseConversions, FromRowsToColumns) {
  const Handle handle;
  Csr A(2, 3, {1, 3, 4}, {1, 3, 3}, {1, 2, 3}, -1, 1);
  const Array<int> offsets(std::size_t(4)), rows(std::size_t(3));
  const Array<double> values(std::size_t(3));
  must(cusparseCsr2cscEx2(handle.get(), 2, 3, 3, A.values().data(), A.offsets().data(),
                          A.columns().data(), values.data(), offsets.data(), rows.data(),
                          CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ONE,
                          CUSPARSE_CSR2CSC_ALG1, nullptr));
  EXPECT_EQ(offsets.to_host(), (std::vector<int>{1, 2, 2, 4}));
  EXPECT_EQ(rows.to_host(), (std::vector<int>{1, 1, 2}));
  EXPECT_EQ(values.to_host(), (std::vector<double>{1, 2, 3}));
}

TEST(CusparseOrders, OffsetsAndIndices) {
  const Handle handle;
  const Array<int> rows(std::vector<int>{1, 1, 3, 4}), offsets(std::size_t(5)),
      again(std::size_t(4));
  must(cusparseXcoo2csr(handle.get(), rows.data(), 4, 4, offsets.data(), CUSPARSE_INDEX_BASE_ONE));
  EXPECT_EQ(offsets.to_host(), (std::vector<int>{1, 3, 3, 4, 5}));
  must(cusparseXcsr2coo(handle.get(), offsets.data(), 4, 4, again.data(), CUSPARSE_INDEX_BASE_ONE));
  EXPECT_EQ(again.to_host(), rows.to_host());
}

/// sort(the buffer); `bytes`: its size
template <class F>
void sorted(std::size_t bytes, const F& sort) {
  const Array<char> buffer(bytes);
  must(sort(buffer.data()));
}

TEST(CusparseOrders, CoordinatesByRowAndByColumn) {
  const Handle handle;
  const Array<int> rows(std::vector<int>{2, 0, 2, 1}), cols(std::vector<int>{1, 3, 0, 3});
  const Array<int> permutation(std::size_t(4));
  std::size_t bytes = 0;
  must(cusparseXcoosort_bufferSizeExt(handle.get(), 3, 4, 4, rows.data(), cols.data(), &bytes));
  must(cusparseCreateIdentityPermutation(handle.get(), 4, permutation.data()));
  sorted(bytes, [&](void* buffer) {
    return cusparseXcoosortByRow(handle.get(), 3, 4, 4, rows.data(), cols.data(),
                                 permutation.data(), buffer);
  });
  EXPECT_EQ(rows.to_host(), (std::vector<int>{0, 1, 2, 2}));
  EXPECT_EQ(cols.to_host(), (std::vector<int>{3, 3, 0, 1}));
  EXPECT_EQ(permutation.to_host(), (std::vector<int>{1, 3, 2, 0}));
  sorted(bytes, [&](void* buffer) {
    return cusparseXcoosortByColumn(handle.get(), 3, 4, 4, rows.data(), cols.data(),
                                    permutation.data(), buffer);
  });
  EXPECT_EQ(rows.to_host(), (std::vector<int>{2, 2, 0, 1}));
  EXPECT_EQ(cols.to_host(), (std::vector<int>{0, 1, 3, 3}));
  EXPECT_EQ(permutation.to_host(), (std::vector<int>{2, 0, 1, 3}));
}

TEST(CusparseOrders, RowsFromOne) {
  const Handle handle;
  const Array<int> offsets(std::vector<int>{1, 3, 3, 6}), columns(std::vector<int>{4, 1, 3, 2, 4});
  const Array<int> permutation(std::size_t(5));
  cusparseMatDescr_t description = nullptr;
  must(cusparseCreateMatDescr(&description));
  must(cusparseSetMatIndexBase(description, CUSPARSE_INDEX_BASE_ONE));
  std::size_t bytes = 0;
  must(cusparseXcsrsort_bufferSizeExt(handle.get(), 3, 4, 5, offsets.data(), columns.data(),
                                      &bytes));
  must(cusparseCreateIdentityPermutation(handle.get(), 5, permutation.data()));
  sorted(bytes, [&](void* buffer) {
    return cusparseXcsrsort(handle.get(), 3, 4, 5, description, offsets.data(), columns.data(),
                            permutation.data(), buffer);
  });
  EXPECT_EQ(columns.to_host(), (std::vector<int>{1, 4, 2, 3, 4}));
  EXPECT_EQ(permutation.to_host(), (std::vector<int>{1, 0, 3, 2, 4}));
  must(cusparseDestroyMatDescr(description));
}

// --- products ------------------------------------------------------------------------------------

TEST(CusparseSampled, SDDMMWithAndWithoutPreprocess) {
  const Handle handle;
  // C is stored at (0, 0), (0, 2), (1, 2); A = (1 2; 3 4) and B = (1 0 2; 0 1 3) by rows.
  Csr C(2, 3, {0, 2, 3}, {0, 2, 2}, {1, 1, 1});
  const Array<double> a(std::vector<double>{1, 2, 3, 4}), b(std::vector<double>{1, 0, 2, 0, 1, 3});
  const DenseMatrix<double> A(a, 2, 2, 2, CUSPARSE_ORDER_ROW), B(b, 2, 3, 3, CUSPARSE_ORDER_ROW);
  const double alpha = 2, beta = 1;
  const auto run = [&](const auto& call) {
    must(call(handle.get(), as_stored, as_stored, &alpha, A.get(), B.get(), &beta, C.get(),
              CUDA_R_64F, CUSPARSE_SDDMM_ALG_DEFAULT, nullptr));
  };
  run(cusparseSDDMM);
  EXPECT_EQ(C.values().to_host(), (std::vector<double>{3, 17, 37}));
  run(cusparseSDDMM_preprocess);
  run(cusparseSDDMM);
  EXPECT_EQ(C.values().to_host(), (std::vector<double>{5, 33, 73}));
}

/// Row offsets, which coordinates do not have, are made in the caller's buffer.
TEST(CusparseSampled, SDDMMOfCoordinates) {
  const Handle handle;
  const Array<int> rows(std::vector<int>{1, 1, 3}), columns(std::vector<int>{1, 3, 3});
  const Array<double> values(std::vector<double>{1, 1, 1});
  cusparseSpMatDescr_t C = nullptr;
  must(cusparseCreateCoo(&C, 3, 3, 3, rows.data(), columns.data(), values.data(),
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_64F));
  const Array<double> a(std::vector<double>{1, 2, 0, 0, 3, 4});
  const Array<double> b(std::vector<double>{1, 0, 2, 0, 1, 3});
  const DenseMatrix<double> A(a, 3, 2, 2, CUSPARSE_ORDER_ROW), B(b, 2, 3, 3, CUSPARSE_ORDER_ROW);
  const double alpha = 2, beta = 1;
  const auto run = [&](const auto& call, auto last) {
    return call(handle.get(), as_stored, as_stored, &alpha, A.get(), B.get(), &beta, C, CUDA_R_64F,
                CUSPARSE_SDDMM_ALG_DEFAULT, last);
  };
  std::size_t bytes = 0;
  must(run(cusparseSDDMM_bufferSize, &bytes));
  ASSERT_EQ(bytes, 4 * sizeof(int));
  const Array<char> buffer(bytes);
  EXPECT_EQ(run(cusparseSDDMM, static_cast<void*>(nullptr)), CUSPARSE_STATUS_INVALID_VALUE);
  must(run(cusparseSDDMM_preprocess, static_cast<void*>(buffer.data())));
  must(run(cusparseSDDMM, static_cast<void*>(buffer.data())));
  EXPECT_EQ(values.to_host(), (std::vector<double>{3, 17, 37}));
  must(cusparseDestroySpMat(C));
}

/// 1 . 2     . 1     . 7
/// . . 3  x  2 .  =  . 9
///           . 3
struct SparseFactors {
  Csr A{2, 3, {0, 2, 3}, {0, 2, 2}, {1, 2, 3}};
  Csr B{3, 2, {0, 1, 2, 3}, {1, 0, 1}, {1, 2, 3}};
  cusparseSpGEMMDescr_t state = nullptr;

  SparseFactors() { must(cusparseSpGEMM_createDescr(&state)); }
  ~SparseFactors() { cusparseSpGEMM_destroyDescr(state); }
};

/// call(bytes, buffer), first for the size of the buffer.
template <class F>
void with_buffer(const F& call) {
  std::size_t bytes = 0;
  must(call(&bytes, nullptr));
  const Array<char> buffer(bytes);
  must(call(&bytes, buffer.data()));
}

TEST(CusparseSpGEMM, ProductInFourSteps) {
  const Handle handle;
  const SparseFactors f;
  const Csr C(2, 2, {7, 7, 7}, {}, {}, 0, 1);
  const double alpha = 2, beta = 0;
  const auto run = [&](const auto& call, auto... last) {
    return call(handle.get(), as_stored, as_stored, &alpha, f.A.get(), f.B.get(), &beta, C.get(),
                CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, f.state, last...);
  };
  with_buffer([&](std::size_t* bytes, void* buffer) {
    return run(cusparseSpGEMM_workEstimation, bytes, buffer);
  });
  std::int64_t terms = 0;
  must(cusparseSpGEMM_getNumProducts(f.state, &terms));
  EXPECT_EQ(terms, 3);
  with_buffer(
      [&](std::size_t* bytes, void* buffer) { return run(cusparseSpGEMM_compute, bytes, buffer); });
  std::int64_t rows = 0, cols = 0, nnz = 0;
  must(cusparseSpMatGetSize(C.get(), &rows, &cols, &nnz));
  ASSERT_EQ(nnz, 2);  // 1 + 6 at (0, 1), 9 at (1, 1)
  const Array<int> columns(std::size_t(2));
  const Array<double> values(std::size_t(2));
  must(cusparseCsrSetPointers(C.get(), C.offsets().data(), columns.data(), values.data()));
  must(run(cusparseSpGEMM_copy));
  EXPECT_EQ(C.offsets().to_host(), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(columns.to_host(), (std::vector<int>{2, 2}));
  EXPECT_EQ(values.to_host(), (std::vector<double>{14, 18}));
}

TEST(CusparseSpGEMM, ProductsAreCountedWithoutHandleAndDescriptions) {
  const Array<int> offsets(std::vector<int>{0, 2, 3}), columns(std::vector<int>{0, 1, 1});
  const Array<double> values(std::vector<double>{1, 2, 3});
  cusparseSpGEMMDescr_t state = nullptr;
  must(cusparseSpGEMM_createDescr(&state));
  {
    const Handle handle;
    cusparseSpMatDescr_t A = nullptr;
    must(cusparseCreateCsr(&A, 2, 2, 3, offsets.data(), columns.data(), values.data(),
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                           CUDA_R_64F));
    const double one = 1;
    with_buffer([&](std::size_t* bytes, void* buffer) {
      return cusparseSpGEMM_workEstimation(handle.get(), as_stored, as_stored, &one, A, A, &one, A,
                                           CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, state, bytes,
                                           buffer);
    });
    must(cusparseDestroySpMat(A));
  }
  std::int64_t terms = 0;
  must(cusparseSpGEMM_getNumProducts(state, &terms));
  EXPECT_EQ(terms, 4);
  must(cusparseSpGEMM_destroyDescr(state));
}

TEST(CusparseSpGEMM, PatternOnceAndValuesAgain) {
  const Handle handle;
  SparseFactors f;
  Csr C(2, 2, {7, 7, 7}, {0, 0}, {0, 0}, 0);
  const auto run = [&](const auto& call, auto... last) {
    return call(handle.get(), as_stored, as_stored, f.A.get(), f.B.get(), C.get(),
                CUSPARSE_SPGEMM_DEFAULT, f.state, last...);
  };
  with_buffer([&](std::size_t* bytes, void* buffer) {
    return run(cusparseSpGEMMreuse_workEstimation, bytes, buffer);
  });
  with_buffer([&](std::size_t* bytes, void* buffer) {
    std::size_t bytes3 = 0, bytes4 = 0;
    return run(cusparseSpGEMMreuse_nnz, bytes, buffer, &bytes3, buffer, &bytes4, buffer);
  });
  with_buffer([&](std::size_t* bytes, void* buffer) {
    return run(cusparseSpGEMMreuse_copy, bytes, buffer);
  });
  EXPECT_EQ(C.columns().to_host(), (std::vector<int>{1, 1}));
  const double alpha = 1;
  for (const double beta : {0.0, 1.0}) {
    must(cusparseSpGEMMreuse_compute(handle.get(), as_stored, as_stored, &alpha, f.A.get(),
                                     f.B.get(), &beta, C.get(), CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT,
                                     f.state));
    f.A.values().assign({2, 4, 6});
  }
  EXPECT_EQ(C.values().to_host(), (std::vector<double>{7 + 14, 9 + 18}));
}

TEST(CusparseSums, SpGEAM) {
  const Handle handle;
  const SparseFactors f;
  const Csr C(2, 3, {7, 7, 7}, {}, {}, 0, 1);
  const double alpha = 2, beta = 10;
  cusparseSpGEAMDescr_t state = nullptr;
  must(cusparseSpGEAM_createDescr(&state));
  const auto run = [&](const auto& call) {
    must(call(handle.get(), as_stored, transposed, &alpha, f.A.get(), &beta, f.B.get(), C.get(),
              CUDA_R_64F, CUSPARSE_SPGEAM_ALG_DEFAULT, state, nullptr));
  };
  run(cusparseSpGEAM_nnz);
  std::int64_t rows = 0, cols = 0, nnz = 0;
  must(cusparseSpMatGetSize(C.get(), &rows, &cols, &nnz));
  ASSERT_EQ(nnz, 5);
  const Array<int> columns(std::size_t(5));
  const Array<double> values(std::size_t(5));
  must(cusparseCsrSetPointers(C.get(), C.offsets().data(), columns.data(), values.data()));
  run(cusparseSpGEAM);
  // 1 . 2 twice, and . 2 . ten times
  // . . 3            1 . 3
  EXPECT_EQ(C.offsets().to_host(), (std::vector<int>{1, 4, 6}));
  EXPECT_EQ(columns.to_host(), (std::vector<int>{1, 2, 3, 1, 3}));
  EXPECT_EQ(values.to_host(), (std::vector<double>{2, 20, 4, 10, 36}));
  must(cusparseSpGEAM_destroyDescr(state));
}

TEST(CusparseSums, Csrgeam2) {
  const Handle handle;
  SparseFactors f;
  cusparseMatDescr_t description = nullptr;
  must(cusparseCreateMatDescr(&description));
  const Array<int> offsets(std::size_t(3)), columns(std::size_t(3));
  const Array<double> values(std::size_t(3));
  int nnz = 0;
  must(cusparseXcsrgeam2Nnz(handle.get(), 2, 3, description, 3, f.A.offsets().data(),
                            f.A.columns().data(), description, 3, f.A.offsets().data(),
                            f.A.columns().data(), description, offsets.data(), &nnz, nullptr));
  ASSERT_EQ(nnz, 3);
  EXPECT_EQ(offsets.to_host(), (std::vector<int>{0, 2, 3}));
  const double alpha = 2, beta = 10;
  must(cusparseDcsrgeam2(handle.get(), 2, 3, &alpha, description, 3, f.A.values().data(),
                         f.A.offsets().data(), f.A.columns().data(), &beta, description, 3,
                         f.A.values().data(), f.A.offsets().data(), f.A.columns().data(),
                         description, values.data(), offsets.data(), columns.data(), nullptr));
  EXPECT_EQ(columns.to_host(), (std::vector<int>{0, 2, 2}));
  EXPECT_EQ(values.to_host(), (std::vector<double>{12, 24, 36}));
  must(cusparseDestroyMatDescr(description));
}

// --- solves and factors --------------------------------------------------------------------------

/// Both triangles, of which one counts:
/// 2 1 .
/// 4 2 3
/// . 6 3
struct Triangles {
  Csr A{3, 3, {0, 2, 5, 7}, {0, 1, 0, 1, 2, 1, 2}, {2, 1, 4, 2, 3, 6, 3}};

  void set(cusparseFillMode_t fill, cusparseDiagType_t diagonal) const {
    must(cusparseSpMatSetAttribute(A.get(), CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
    must(cusparseSpMatSetAttribute(A.get(), CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
  }
};

TEST(CusparseSolves, SpSVOfEitherTriangle) {
  const Handle handle;
  const Triangles triangles;
  struct Case {
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
    cusparseOperation_t op;
    std::vector<double> right, solution;
  };
  // with alpha = 2
  const Case cases[] = {
      {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT, as_stored, {1, 4, 9}, {1, 2, 2}},
      {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_UNIT, as_stored, {1, 5, 6}, {2, 2, 0}},
      {CUSPARSE_FILL_MODE_UPPER, CUSPARSE_DIAG_TYPE_NON_UNIT, as_stored, {2, 5, 3}, {1, 2, 2}},
      {CUSPARSE_FILL_MODE_UPPER, CUSPARSE_DIAG_TYPE_NON_UNIT, transposed, {1, 2.5, 6}, {1, 2, 2}},
  };
  for (const Case& c : cases) {
    triangles.set(c.fill, c.diagonal);
    const Array<double> b(c.right), x(std::vector<double>{9, 9, 9});
    const DenseVector<double> right(b), solution(x);
    const double alpha = 2;
    cusparseSpSVDescr_t state = nullptr;
    must(cusparseSpSV_createDescr(&state));
    const auto run = [&](const auto& call, auto... last) {
      must(call(handle.get(), c.op, &alpha, triangles.A.get(), right.get(), solution.get(),
                CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, state, last...));
    };
    run(cusparseSpSV_analysis, nullptr);
    run(cusparseSpSV_solve);
    EXPECT_EQ(x.to_host(), c.solution);
    must(cusparseSpSV_destroyDescr(state));
  }
}

TEST(CusparseSolves, SpSMOfTransposedRightHandSides) {
  const Handle handle;
  const Triangles triangles;
  triangles.set(CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT);
  // two right-hand sides as rows: (2, 8, 18) and (4, 16, 36)
  const Array<double> b(std::vector<double>{2, 8, 18, 4, 16, 36}), x(std::size_t(6));
  const DenseMatrix<double> B(b, 2, 3, 3, CUSPARSE_ORDER_ROW), X(x, 3, 2, 3, CUSPARSE_ORDER_COL);
  // the analysis is also for a solution of another layout
  const Array<double> y(std::size_t(6));
  const DenseMatrix<double> Y(y, 3, 2, 2, CUSPARSE_ORDER_ROW);
  const double alpha = 1;
  cusparseSpSMDescr_t state = nullptr;
  must(cusparseSpSM_createDescr(&state));
  const auto run = [&](const auto& call, const auto& solution, auto... last) {
    must(call(handle.get(), as_stored, transposed, &alpha, triangles.A.get(), B.get(),
              solution.get(), CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, state, last...));
  };
  run(cusparseSpSM_analysis, X, nullptr);
  run(cusparseSpSM_solve, X);
  run(cusparseSpSM_solve, Y);
  EXPECT_EQ(x.to_host(), (std::vector<double>{1, 2, 2, 2, 4, 4}));
  EXPECT_EQ(y.to_host(), (std::vector<double>{1, 2, 2, 4, 2, 4}));
  must(cusparseSpSM_destroyDescr(state));
}

TEST(CusparseFactors, Csrilu02AndItsZeroPivot) {
  const Handle handle;
  // 2 1      4 2 after the first step 2 0, so that the second pivot is zero where it is 2
  const Csr pattern(2, 2, {0, 2, 4}, {0, 1, 0, 1}, {0, 0, 0, 0});
  cusparseMatDescr_t description = nullptr;
  csrilu02Info_t info = nullptr;
  must(cusparseCreateMatDescr(&description));
  must(cusparseCreateCsrilu02Info(&info));
  const auto factor = [&](const std::vector<double>& values) {
    const Array<double> array(values);
    must(cusparseDcsrilu02_analysis(handle.get(), 2, 4, description, array.data(),
                                    pattern.offsets().data(), pattern.columns().data(), info,
                                    CUSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
    must(cusparseDcsrilu02(handle.get(), 2, 4, description, array.data(), pattern.offsets().data(),
                           pattern.columns().data(), info, CUSPARSE_SOLVE_POLICY_USE_LEVEL,
                           nullptr));
    return array.to_host();
  };
  int position = 7;
  EXPECT_EQ(factor({2, 1, 4, 5}), (std::vector<double>{2, 1, 2, 3}));
  EXPECT_EQ(cusparseXcsrilu02_zeroPivot(handle.get(), info, &position), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(position, -1);
  EXPECT_EQ(factor({2, 1, 4, 2}), (std::vector<double>{2, 1, 2, 0}));
  EXPECT_EQ(cusparseXcsrilu02_zeroPivot(handle.get(), info, &position), CUSPARSE_STATUS_ZERO_PIVOT);
  EXPECT_EQ(position, 1);
  double tolerance = 0.5, boost = 8;
  must(cusparseDcsrilu02_numericBoost(handle.get(), info, 1, &tolerance, &boost));
  EXPECT_EQ(factor({2, 1, 4, 2}), (std::vector<double>{2, 1, 2, 8}));
  const Array<double> tolerance_there(std::vector<double>{0.25}), boost_there(std::vector{16.0});
  must(cusparseSetPointerMode(handle.get(), CUSPARSE_POINTER_MODE_DEVICE));
  must(cusparseDcsrilu02_numericBoost(handle.get(), info, 1, tolerance_there.data(),
                                      boost_there.data()));
  EXPECT_EQ(factor({2, 1, 4, 2}), (std::vector<double>{2, 1, 2, 16}));
  must(cusparseDestroyCsrilu02Info(info));
  must(cusparseDestroyMatDescr(description));
}

TEST(CusparseFactors, Csric02WritesTheLowerTriangle) {
  const Handle handle;
  // 4 2      2
  // 2 5  =   1 2  times its transpose
  const Csr pattern(2, 2, {0, 1, 3}, {0, 0, 1}, {0, 0, 0});
  const Array<double> values(std::vector<double>{4, 2, 5});
  cusparseMatDescr_t description = nullptr;
  csric02Info_t info = nullptr;
  must(cusparseCreateMatDescr(&description));
  must(cusparseCreateCsric02Info(&info));
  must(cusparseDcsric02_analysis(handle.get(), 2, 3, description, values.data(),
                                 pattern.offsets().data(), pattern.columns().data(), info,
                                 CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
  must(cusparseDcsric02(handle.get(), 2, 3, description, values.data(), pattern.offsets().data(),
                        pattern.columns().data(), info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
  EXPECT_EQ(values.to_host(), (std::vector<double>{2, 1, 2}));
  must(cusparseDestroyCsric02Info(info));
  must(cusparseDestroyMatDescr(description));
}

/// What csrilu02 or csric02 reports of a matrix after its analysis and after its factorization.
struct Pivots {
  int missing = 7, first = 7;
  std::vector<double> values;  ///< after the factorization
};

#define FILIGREE_TEST_PIVOTS(name, Name)                                                     \
  Pivots pivots_of_##name(const Csr& A, int rows, int nnz, int base) {                       \
    const Handle handle;                                                                     \
    cusparseMatDescr_t description = nullptr;                                                \
    name##Info_t info = nullptr;                                                             \
    must(cusparseCreateMatDescr(&description));                                              \
    must(cusparseSetMatIndexBase(description, cusparseIndexBase_t(base)));                   \
    must(cusparseCreate##Name##Info(&info));                                                 \
    Pivots pivots;                                                                           \
    must(cusparseD##name##_analysis(handle.get(), rows, nnz, description, A.values().data(), \
                                    A.offsets().data(), A.columns().data(), info,            \
                                    CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));               \
    cusparseX##name##_zeroPivot(handle.get(), info, &pivots.missing);                        \
    must(cusparseD##name(handle.get(), rows, nnz, description, A.values().data(),            \
                         A.offsets().data(), A.columns().data(), info,                       \
                         CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));                          \
    EXPECT_EQ(cusparseX##name##_zeroPivot(handle.get(), info, &pivots.first),                \
              pivots.first < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT);      \
    pivots.values = A.values().to_host();                                                    \
    must(cusparseDestroy##Name##Info(info));                                                 \
    must(cusparseDestroyMatDescr(description));                                              \
    return pivots;                                                                           \
  }
FILIGREE_TEST_PIVOTS(csrilu02, Csrilu02)
FILIGREE_TEST_PIVOTS(csric02, Csric02)
#undef FILIGREE_TEST_PIVOTS

/// The third row has no pivot; with a second one of zero that comes first, once values were read,
/// as from cuSPARSE 12.6.3 on an H100.
TEST(CusparseFactors, TheFirstOfMissingAndZeroPivotsIsReported) {
  for (const int base : {0, 1})
    for (const double second : {0.0, 3.0}) {
      // 2 . 1 .
      // . s . .
      // . 1 . 5
      // . . . 4
      const std::vector<double> values{2, 1, second, 1, 5, 4};
      const std::vector<int> offsets{base, base + 2, base + 3, base + 5, base + 6};
      const std::vector<int> columns{base, base + 2, base + 1, base + 1, base + 3, base + 3};
      for (const auto& pivots_of : {pivots_of_csrilu02, pivots_of_csric02}) {
        const Csr A(4, 4, offsets, columns, values, 6, base);
        const Pivots pivots = pivots_of(A, 4, 6, base);
        EXPECT_EQ(pivots.missing, base + 2);
        EXPECT_EQ(pivots.first, base + (second == 0 ? 1 : 2));
        EXPECT_EQ(pivots.values, values);  // there are no factors
      }
    }
}

/// As cuSPARSE 12.6.3 does it on an H100: a position, and the root of the absolute value.
TEST(CusparseFactors, NegativePivotsOfCsric02) {
  // -4 2
  //  2 5
  const Csr A(2, 2, {0, 1, 3}, {0, 0, 1}, {-4, 2, 5});
  const Pivots pivots = pivots_of_csric02(A, 2, 3, 0);
  EXPECT_EQ(pivots.missing, -1);
  EXPECT_EQ(pivots.first, 0);
  EXPECT_EQ(pivots.values, (std::vector<double>{2, 1, 2}));
}

// --- the library ---------------------------------------------------------------------------------

TEST(CusparseLibrary, VersionAndNames) {
  const Handle handle;
  int version = 0, major = 0, minor = 0, patch = 0;
  must(cusparseGetVersion(handle.get(), &version));
  must(cusparseGetProperty(MAJOR_VERSION, &major));
  must(cusparseGetProperty(MINOR_VERSION, &minor));
  must(cusparseGetProperty(PATCH_LEVEL, &patch));
  EXPECT_EQ(version, 12904);
  EXPECT_EQ(version, major * 1000 + minor * 100 + patch);
  EXPECT_STREQ(cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT), "CUSPARSE_STATUS_ZERO_PIVOT");
  EXPECT_STRNE(cusparseGetErrorString(CUSPARSE_STATUS_NOT_SUPPORTED), "");
}

std::vector<std::pair<int, std::string>> logged;

void log_line(int level, const char* function, const char* message) {
  EXPECT_STRNE(message, "");
  logged.emplace_back(level, function);
}

TEST(CusparseLibrary, TheCallbackHasErrorsAndCalls) {
  const Handle handle;
  int version = 0;
  must(cusparseLoggerSetCallback(log_line));
  must(cusparseLoggerSetLevel(5));
  logged.clear();
  must(cusparseGetVersion(handle.get(), &version));
  EXPECT_EQ(cusparseGetVersion(handle.get(), nullptr), CUSPARSE_STATUS_INVALID_VALUE);
  must(cusparseLoggerSetLevel(0));
  must(cusparseLoggerSetCallback(nullptr));
  const std::pair<int, std::string> call(5, "cusparseGetVersion"), error(1, "cusparseGetVersion");
  ASSERT_GE(logged.size(), 3u);
  EXPECT_EQ(logged[0], call);
  EXPECT_EQ(logged[1], call);
  EXPECT_EQ(logged[2], error);
}

TEST(CusparseDescriptions, AccessorsReturnWhatWasGiven) {
  Csr A(2, 3, {1, 3, 4}, {1, 3, 3}, {1, 2, 3}, -1, 1);
  std::int64_t rows = 0, cols = 0, nnz = 0;
  void *offsets = nullptr, *columns = nullptr, *values = nullptr;
  cusparseIndexType_t offset_type{}, index_type{};
  cusparseIndexBase_t base{};
  cudaDataType type{};
  must(cusparseCsrGet(A.get(), &rows, &cols, &nnz, &offsets, &columns, &values, &offset_type,
                      &index_type, &base, &type));
  EXPECT_EQ((std::array{rows, cols, nnz}), (std::array<std::int64_t, 3>{2, 3, 3}));
  EXPECT_EQ(offsets, A.offsets().data());
  EXPECT_EQ(columns, A.columns().data());
  EXPECT_EQ(values, A.values().data());
  EXPECT_EQ(offset_type, CUSPARSE_INDEX_32I);
  EXPECT_EQ(index_type, CUSPARSE_INDEX_32I);
  EXPECT_EQ(base, CUSPARSE_INDEX_BASE_ONE);
  EXPECT_EQ(type, CUDA_R_64F);

  cusparseSpMatPointers_t pointers{};
  must(cusparseSpMatGetPointers(A.get(), &pointers));
  EXPECT_EQ(pointers.format, CUSPARSE_FORMAT_CSR);
  EXPECT_EQ(pointers.data.csr.colInd, A.columns().data());
  cusparseSpMatSizes_t sizes{};
  must(cusparseSpMatGetSizes(A.get(), &sizes));
  EXPECT_EQ(sizes.data.csr.nnz, 3);
}

TEST(CusparseDescriptions, SizesOfBlocks) {
  cusparseSpMatDescr_t matrix = nullptr;
  must(cusparseCreateBsr(&matrix, 2, 3, 4, 5, 6, nullptr, nullptr, nullptr, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F,
                         CUSPARSE_ORDER_ROW));
  cusparseSpMatSizes_t sizes{};
  must(cusparseSpMatGetSizes(matrix, &sizes));
  EXPECT_EQ(sizes.data.bsr.brows, 2);
  EXPECT_EQ(sizes.data.bsr.bcols, 3);
  EXPECT_EQ(sizes.data.bsr.bnnz, 4);
  EXPECT_EQ(sizes.data.bsr.rowBlockSize, 5);
  EXPECT_EQ(sizes.data.bsr.colBlockSize, 6);
  must(cusparseDestroySpMat(matrix));
}

}  // namespace
}  // namespace filigree::test::cusparse
