// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <hipsparse/hipsparse.h>

#include <cusparse_interface/support.hpp>

/// The calls that cuSPARSE has no longer, and what differs between twins: small cases that were
/// worked out by hand.

namespace filigree::test::hipsparse {
namespace {

using cusparse::Array;
using complex = std::complex<double>;

constexpr auto as_stored = HIPSPARSE_OPERATION_NON_TRANSPOSE;
constexpr auto transposed = HIPSPARSE_OPERATION_TRANSPOSE;

void must(hipsparseStatus_t status) {
  ASSERT_EQ(status, HIPSPARSE_STATUS_SUCCESS) << hipsparseGetErrorName(status);
}

class HipsparseCalls : public ::testing::Test {
 protected:
  HipsparseCalls() {
    must(hipsparseCreate(&handle));
    must(hipsparseCreateMatDescr(&description));
  }
  ~HipsparseCalls() override {
    must(hipsparseDestroyMatDescr(description));
    must(hipsparseDestroy(handle));
  }

  hipsparseHandle_t handle = nullptr;
  hipsparseMatDescr_t description = nullptr;
  const double one = 1, two = 2, zero = 0, minus = -1;

  /// 1 . 2 .
  /// . 3 . .
  /// 4 . . 5
  const Array<int> offsets{{0, 2, 3, 5}}, columns{{0, 2, 1, 0, 3}};
  const Array<double> values{{1, 2, 3, 4, 5}};
  /// 2 . .
  /// 1 1 .
  /// . 3 4
  const Array<int> square_offsets{{0, 1, 3, 5}}, square_columns{{0, 0, 1, 1, 2}};
  const Array<double> square_values{{2, 1, 1, 3, 4}};
};

TEST_F(HipsparseCalls, TellsItsVersion) {
  int version = 0;
  char revision[256] = "";
  must(hipsparseGetVersion(handle, &version));
  must(hipsparseGetGitRevision(handle, revision));
  EXPECT_EQ(version, 400200);
  EXPECT_NE(std::string(revision), "");
}

TEST_F(HipsparseCalls, CopiesADescription) {
  hipsparseMatDescr_t copy = nullptr;
  must(hipsparseCreateMatDescr(&copy));
  must(hipsparseSetMatIndexBase(description, HIPSPARSE_INDEX_BASE_ONE));
  must(hipsparseCopyMatDescr(copy, description));
  EXPECT_EQ(hipsparseGetMatIndexBase(copy), HIPSPARSE_INDEX_BASE_ONE);
  must(hipsparseDestroyMatDescr(copy));
}

TEST_F(HipsparseCalls, SparseVectors) {
  const Array<int> indices{{1, 3}};
  const Array<double> x{{10, 20}}, y{{1, 2, 3, 4}};
  must(hipsparseDaxpyi(handle, 2, &two, x.data(), indices.data(), y.data(),
                       HIPSPARSE_INDEX_BASE_ONE));
  EXPECT_EQ(y.to_host(), (std::vector<double>{21, 2, 43, 4}));
  double dot = 0;
  must(hipsparseDdoti(handle, 2, x.data(), indices.data(), y.data(), &dot,
                      HIPSPARSE_INDEX_BASE_ZERO));
  EXPECT_EQ(dot, 10 * 2 + 20 * 4);
  must(hipsparseDgthrz(handle, 2, y.data(), x.data(), indices.data(), HIPSPARSE_INDEX_BASE_ZERO));
  EXPECT_EQ(x.to_host(), (std::vector<double>{2, 4}));
  EXPECT_EQ(y.to_host(), (std::vector<double>{21, 0, 43, 0}));
  must(hipsparseDsctr(handle, 2, x.data(), indices.data(), y.data(), HIPSPARSE_INDEX_BASE_ONE));
  EXPECT_EQ(y.to_host(), (std::vector<double>{2, 0, 4, 0}));
  must(hipsparseDgthr(handle, 2, y.data(), x.data(), indices.data(), HIPSPARSE_INDEX_BASE_ONE));
  EXPECT_EQ(x.to_host(), (std::vector<double>{2, 4}));
  must(hipsparseDroti(handle, 2, x.data(), indices.data(), y.data(), &zero, &one,
                      HIPSPARSE_INDEX_BASE_ZERO));
  EXPECT_EQ(x.to_host(), (std::vector<double>{0, 0}));
  EXPECT_EQ(y.to_host(), (std::vector<double>{2, -2, 4, -4}));
}

/// With scalars and results where the arrays are nothing is waited for: a stream may record them.
TEST_F(HipsparseCalls, SparseVectorsWithScalarsOnTheDevice) {
  const std::vector<double> first_x{10, 20}, first_y{1, 2, 3, 4};
  const Array<int> indices{{1, 3}};
  const Array<double> scalars{{0, 1, 2}}, dot(std::size_t(1));
  Array<double> x(first_x), y(first_y);
  hipStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  must(hipsparseSetStream(handle, stream));
  must(hipsparseSetPointerMode(handle, HIPSPARSE_POINTER_MODE_DEVICE));
  const auto calls = [&] {
    must(hipsparseDdoti(handle, 2, x.data(), indices.data(), y.data(), dot.data(),
                        HIPSPARSE_INDEX_BASE_ZERO));
    // x, y are y, -x then
    must(hipsparseDroti(handle, 2, x.data(), indices.data(), y.data(), scalars.data(),
                        scalars.data() + 1, HIPSPARSE_INDEX_BASE_ZERO));
    must(hipsparseDgthrz(handle, 2, y.data(), x.data(), indices.data(), HIPSPARSE_INDEX_BASE_ZERO));
    must(hipsparseDsctr(handle, 2, x.data(), indices.data(), y.data(), HIPSPARSE_INDEX_BASE_ONE));
    must(hipsparseDaxpyi(handle, 2, scalars.data() + 2, x.data(), indices.data(), y.data(),
                         HIPSPARSE_INDEX_BASE_ZERO));
  };
  const auto expect_results = [&] {
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(dot.to_host(), std::vector<double>{100});
    EXPECT_EQ(x.to_host(), (std::vector<double>{-10, -20}));
    EXPECT_EQ(y.to_host(), (std::vector<double>{-10, -20, -20, -40}));
  };
  calls();
  expect_results();
#ifdef CUDART_VERSION
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  calls();
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), cudaSuccess);
  x.assign(first_x);
  y.assign(first_y);
  ASSERT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
  expect_results();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
#endif
  must(hipsparseSetStream(handle, nullptr));
  cudaStreamDestroy(stream);
}

TEST_F(HipsparseCalls, ConjugatesTheSparseVector) {
  const Array<int> indices{std::vector<int>{1}};
  const Array<complex> x{std::vector<complex>{{1, 2}}}, y{std::vector<complex>{{0, 0}, {3, 4}}};
  hipDoubleComplex plain = {0, 0}, conjugated = {0, 0};
  const auto* const x_data = reinterpret_cast<const hipDoubleComplex*>(x.data());
  const auto* const y_data = reinterpret_cast<const hipDoubleComplex*>(y.data());
  must(
      hipsparseZdoti(handle, 1, x_data, indices.data(), y_data, &plain, HIPSPARSE_INDEX_BASE_ZERO));
  must(hipsparseZdotci(handle, 1, x_data, indices.data(), y_data, &conjugated,
                       HIPSPARSE_INDEX_BASE_ZERO));
  EXPECT_EQ(complex(plain.x, plain.y), complex(-5, 10));
  EXPECT_EQ(complex(conjugated.x, conjugated.y), complex(11, -2));
}

TEST_F(HipsparseCalls, Products) {
  const Array<double> x{{1, 2, 3, 4}}, y{{1, 1, 1}};
  must(hipsparseDcsrmv(handle, as_stored, 3, 4, 5, &one, description, values.data(), offsets.data(),
                       columns.data(), x.data(), &two, y.data()));
  EXPECT_EQ(y.to_host(), (std::vector<double>{9, 8, 26}));
  const Array<double> z{{0, 0, 0, 0}};
  must(hipsparseDcsrmv(handle, transposed, 3, 4, 5, &one, description, values.data(),
                       offsets.data(), columns.data(), y.data(), &zero, z.data()));
  EXPECT_EQ(z.to_host(), (std::vector<double>{9 + 4 * 26, 24, 18, 130}));

  // two columns, the second of twice the first
  const Array<double> B{{1, 2, 3, 4, 2, 4, 6, 8}}, C{{9, 9, 9, 9, 9, 9}};
  const std::vector<double> product{7, 6, 24, 14, 12, 48};
  must(hipsparseDcsrmm(handle, as_stored, 3, 2, 4, 5, &one, description, values.data(),
                       offsets.data(), columns.data(), B.data(), 4, &zero, C.data(), 3));
  EXPECT_EQ(C.to_host(), product);
  const Array<double> B_by_rows{{1, 2, 2, 4, 3, 6, 4, 8}}, C2{{9, 9, 9, 9, 9, 9}};
  must(hipsparseDcsrmm2(handle, as_stored, transposed, 3, 2, 4, 5, &one, description, values.data(),
                        offsets.data(), columns.data(), B_by_rows.data(), 2, &zero, C2.data(), 3));
  EXPECT_EQ(C2.to_host(), product);
}

/// (1 2 3 4) times the transpose of the sparse matrix, whose columns are its rows.
TEST_F(HipsparseCalls, DenseTimesSparse) {
  const Array<double> A{{1, 2, 3, 4}}, C{{1, 1, 1}};
  must(hipsparseDgemmi(handle, 1, 3, 4, 5, &one, A.data(), 1, values.data(), offsets.data(),
                       columns.data(), &two, C.data(), 1));
  EXPECT_EQ(C.to_host(), (std::vector<double>{9, 8, 26}));
}

TEST_F(HipsparseCalls, SolvesForAVector) {
  csrsv2Info_t info = nullptr;
  must(hipsparseCreateCsrsv2Info(&info));
  int bytes = 0, position = 0;
  const Array<double> b{{2, 3, 18}}, x{{0, 0, 0}};
  must(hipsparseDcsrsv2_bufferSize(handle, as_stored, 3, 5, description, square_values.data(),
                                   square_offsets.data(), square_columns.data(), info, &bytes));
  must(hipsparseDcsrsv2_analysis(handle, as_stored, 3, 5, description, square_values.data(),
                                 square_offsets.data(), square_columns.data(), info,
                                 HIPSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
  must(hipsparseDcsrsv2_solve(handle, as_stored, 3, 5, &one, description, square_values.data(),
                              square_offsets.data(), square_columns.data(), info, b.data(),
                              x.data(), HIPSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
  EXPECT_EQ(x.to_host(), (std::vector<double>{1, 2, 3}));
  must(hipsparseXcsrsv2_zeroPivot(handle, info, &position));
  EXPECT_EQ(position, -1);

  const Array<double> with_zero{{2, 1, 0, 3, 4}};
  must(hipsparseDcsrsv2_solve(handle, as_stored, 3, 5, &one, description, with_zero.data(),
                              square_offsets.data(), square_columns.data(), info, b.data(),
                              x.data(), HIPSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
  EXPECT_EQ(hipsparseXcsrsv2_zeroPivot(handle, info, &position), HIPSPARSE_STATUS_ZERO_PIVOT);
  EXPECT_EQ(position, 1);
  must(hipsparseDestroyCsrsv2Info(info));
}

TEST_F(HipsparseCalls, SolvesForAMatrixInItsPlace) {
  csrsm2Info_t info = nullptr;
  must(hipsparseCreateCsrsm2Info(&info));
  int position = 0;
  // the right-hand sides as the rows of a matrix with two
  const Array<double> B{{2, 4, 3, 6, 18, 36}};
  must(hipsparseDcsrsm2_analysis(handle, 0, as_stored, transposed, 3, 2, 5, &one, description,
                                 square_values.data(), square_offsets.data(), square_columns.data(),
                                 B.data(), 2, info, HIPSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
  must(hipsparseDcsrsm2_solve(handle, 0, as_stored, transposed, 3, 2, 5, &one, description,
                              square_values.data(), square_offsets.data(), square_columns.data(),
                              B.data(), 2, info, HIPSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
  EXPECT_EQ(B.to_host(), (std::vector<double>{1, 2, 2, 4, 3, 6}));
  must(hipsparseXcsrsm2_zeroPivot(handle, info, &position));
  must(hipsparseDestroyCsrsm2Info(info));
}

/// The square of the matrix, and twice it less the matrix:
///  4 . .         6 . .
///  3 1 .   and   5 1 .
///  3 15 16       6 27 28
TEST_F(HipsparseCalls, ProductsOfSparseMatrices) {
  const Array<int> made_offsets{{0, 0, 0, 0}}, made_columns(9);
  const Array<double> made(9);
  int nnz = 0;
  must(hipsparseXcsrgemmNnz(handle, as_stored, as_stored, 3, 3, 3, description, 5,
                            square_offsets.data(), square_columns.data(), description, 5,
                            square_offsets.data(), square_columns.data(), description,
                            made_offsets.data(), &nnz));
  EXPECT_EQ(nnz, 6);
  must(hipsparseDcsrgemm(handle, as_stored, as_stored, 3, 3, 3, description, 5,
                         square_values.data(), square_offsets.data(), square_columns.data(),
                         description, 5, square_values.data(), square_offsets.data(),
                         square_columns.data(), description, made.data(), made_offsets.data(),
                         made_columns.data()));
  EXPECT_EQ(made_offsets.to_host(), (std::vector<int>{0, 1, 3, 6}));
  std::vector<double> found = made.to_host();
  found.resize(6);
  EXPECT_EQ(found, (std::vector<double>{4, 3, 1, 3, 15, 16}));
}

TEST_F(HipsparseCalls, SumsOfProductsOfSparseMatrices) {
  struct Case {
    const double* alpha;
    const double* beta;
    std::vector<double> expected;
  };
  const Case cases[] = {{&two, &minus, {6, 5, 1, 6, 27, 28}},
                        {&two, nullptr, {8, 6, 2, 6, 30, 32}},
                        {nullptr, &minus, {-2, -1, -1, -3, -4}}};
  for (const auto& [alpha, beta, expected] : cases) {
    csrgemm2Info_t info = nullptr;
    must(hipsparseCreateCsrgemm2Info(&info));
    const Array<int> made_offsets{{0, 0, 0, 0}}, made_columns(9);
    const Array<double> made(9);
    int nnz = 0;
    std::size_t bytes = 0;
    must(hipsparseDcsrgemm2_bufferSizeExt(
        handle, 3, 3, 3, alpha, description, 5, square_offsets.data(), square_columns.data(),
        description, 5, square_offsets.data(), square_columns.data(), beta, description, 5,
        square_offsets.data(), square_columns.data(), info, &bytes));
    must(hipsparseXcsrgemm2Nnz(
        handle, 3, 3, 3, description, 5, square_offsets.data(), square_columns.data(), description,
        5, square_offsets.data(), square_columns.data(), description, 5, square_offsets.data(),
        square_columns.data(), description, made_offsets.data(), &nnz, info, nullptr));
    EXPECT_EQ(nnz, int(expected.size()));
    must(hipsparseDcsrgemm2(handle, 3, 3, 3, alpha, description, 5, square_values.data(),
                            square_offsets.data(), square_columns.data(), description, 5,
                            square_values.data(), square_offsets.data(), square_columns.data(),
                            beta, description, 5, square_values.data(), square_offsets.data(),
                            square_columns.data(), description, made.data(), made_offsets.data(),
                            made_columns.data(), info, nullptr));
    std::vector<double> found = made.to_host();
    found.resize(expected.size());
    EXPECT_EQ(found, expected);
    must(hipsparseDestroyCsrgemm2Info(info));
  }
}

/// Without a buffer, the sum of the older call.
TEST_F(HipsparseCalls, Sums) {
  const Array<int> made_offsets{{0, 0, 0, 0}}, made_columns(5);
  const Array<double> made(5);
  int nnz = 0;
  must(hipsparseXcsrgeamNnz(handle, 3, 4, description, 5, offsets.data(), columns.data(),
                            description, 5, offsets.data(), columns.data(), description,
                            made_offsets.data(), &nnz));
  EXPECT_EQ(nnz, 5);
  must(hipsparseDcsrgeam(handle, 3, 4, &two, description, 5, values.data(), offsets.data(),
                         columns.data(), &one, description, 5, values.data(), offsets.data(),
                         columns.data(), description, made.data(), made_offsets.data(),
                         made_columns.data()));
  EXPECT_EQ(made.to_host(), (std::vector<double>{3, 6, 9, 12, 15}));
}

TEST_F(HipsparseCalls, FromRowsToColumns) {
  for (const auto action : {HIPSPARSE_ACTION_NUMERIC, HIPSPARSE_ACTION_SYMBOLIC}) {
    const Array<int> col_offsets{{0, 0, 0, 0, 0}}, rows(5);
    const Array<double> by_columns{{9, 9, 9, 9, 9}};
    must(hipsparseDcsr2csc(handle, 3, 4, 5, values.data(), offsets.data(), columns.data(),
                           by_columns.data(), rows.data(), col_offsets.data(), action,
                           HIPSPARSE_INDEX_BASE_ZERO));
    EXPECT_EQ(col_offsets.to_host(), (std::vector<int>{0, 2, 3, 4, 5}));
    EXPECT_EQ(rows.to_host(), (std::vector<int>{0, 2, 1, 0, 2}));
    const std::vector<double> moved{1, 4, 3, 2, 5}, untouched{9, 9, 9, 9, 9};
    EXPECT_EQ(by_columns.to_host(), action == HIPSPARSE_ACTION_NUMERIC ? moved : untouched);
  }
}

TEST_F(HipsparseCalls, ToDenseAndBack) {
  const Array<double> dense(12);
  must(hipsparseDcsr2dense(handle, 3, 4, description, values.data(), offsets.data(), columns.data(),
                           dense.data(), 3));
  EXPECT_EQ(dense.to_host(), (std::vector<double>{1, 0, 4, 0, 3, 0, 2, 0, 0, 0, 0, 5}));

  const Array<int> row_counts{{2, 1, 2}}, made_offsets(4), made_columns(5);
  const Array<double> made(5);
  must(hipsparseDdense2csr(handle, 3, 4, description, dense.data(), 3, row_counts.data(),
                           made.data(), made_offsets.data(), made_columns.data()));
  EXPECT_EQ(made_offsets.to_host(), offsets.to_host());
  EXPECT_EQ(made_columns.to_host(), columns.to_host());
  EXPECT_EQ(made.to_host(), values.to_host());

  const Array<int> col_counts{{2, 1, 1, 1}}, col_offsets(5), rows(5);
  must(hipsparseDdense2csc(handle, 3, 4, description, dense.data(), 3, col_counts.data(),
                           made.data(), rows.data(), col_offsets.data()));
  EXPECT_EQ(col_offsets.to_host(), (std::vector<int>{0, 2, 3, 4, 5}));
  const Array<double> again(12);
  must(hipsparseDcsc2dense(handle, 3, 4, description, made.data(), rows.data(), col_offsets.data(),
                           again.data(), 3));
  EXPECT_EQ(again.to_host(), dense.to_host());
}

/// hipSPARSE's default algorithm has another number than cuSPARSE's.
TEST_F(HipsparseCalls, DefaultAlgorithmOfTheTransposition) {
  const Array<int> col_offsets(5), rows(5);
  const Array<double> by_columns(5);
  std::size_t bytes = 0;
  for (const auto algorithm :
       {HIPSPARSE_CSR2CSC_ALG_DEFAULT, HIPSPARSE_CSR2CSC_ALG1, HIPSPARSE_CSR2CSC_ALG2})
    must(hipsparseCsr2cscEx2_bufferSize(handle, 3, 4, 5, values.data(), offsets.data(),
                                        columns.data(), by_columns.data(), col_offsets.data(),
                                        rows.data(), HIP_R_64F, HIPSPARSE_ACTION_NUMERIC,
                                        HIPSPARSE_INDEX_BASE_ZERO, algorithm, &bytes));
  EXPECT_EQ(hipsparseCsr2cscEx2_bufferSize(
                handle, 3, 4, 5, values.data(), offsets.data(), columns.data(), by_columns.data(),
                col_offsets.data(), rows.data(), HIP_R_64F, HIPSPARSE_ACTION_NUMERIC,
                HIPSPARSE_INDEX_BASE_ZERO, hipsparseCsr2CscAlg_t(3), &bytes),
            HIPSPARSE_STATUS_INVALID_VALUE);
}

/// 1 . 2 .
/// . 3 . .
/// 4 . . 5   as pairs of row and column
TEST_F(HipsparseCalls, InterleavedCoordinates) {
  for (const int base : {0, 1}) {
    std::vector<std::int64_t> side_by_side{0, 0, 0, 2, 1, 1, 2, 0, 2, 3};
    for (std::int64_t& index : side_by_side) index += base;
    const Array<std::int64_t> pairs(side_by_side);
    hipsparseSpMatDescr_t A = nullptr;
    must(hipsparseCreateCooAoS(&A, 3, 4, 5, pairs.data(), values.data(), HIPSPARSE_INDEX_64I,
                               hipsparseIndexBase_t(base), HIP_R_64F));
    hipsparseFormat_t format{};
    must(hipsparseSpMatGetFormat(A, &format));
    EXPECT_EQ(format, HIPSPARSE_FORMAT_COO_AOS);
    std::int64_t rows = 0, cols = 0, nnz = 0;
    void *found_pairs = nullptr, *found_values = nullptr;
    hipsparseIndexType_t index_type{};
    hipsparseIndexBase_t found_base{};
    hipDataType type{};
    must(hipsparseCooAoSGet(A, &rows, &cols, &nnz, &found_pairs, &found_values, &index_type,
                            &found_base, &type));
    EXPECT_EQ(rows * 100 + cols * 10 + nnz, 345);
    EXPECT_EQ(found_pairs, pairs.data());
    EXPECT_EQ(found_values, values.data());
    EXPECT_EQ(index_type, HIPSPARSE_INDEX_64I);
    EXPECT_EQ(int(found_base), base);
    EXPECT_EQ(type, HIP_R_64F);

    const Array<double> x{{1, 2, 3, 4}}, y{{1, 1, 1}};
    hipsparseDnVecDescr_t in = nullptr, out = nullptr;
    must(hipsparseCreateDnVec(&in, 4, x.data(), HIP_R_64F));
    must(hipsparseCreateDnVec(&out, 3, y.data(), HIP_R_64F));
    std::size_t bytes = 7;
    must(hipsparseSpMV_bufferSize(handle, as_stored, &one, A, in, &two, out, HIP_R_64F,
                                  HIPSPARSE_SPMV_ALG_DEFAULT, &bytes));
    EXPECT_EQ(bytes, 0U);
    must(hipsparseSpMV_preprocess(handle, as_stored, &one, A, in, &two, out, HIP_R_64F,
                                  HIPSPARSE_SPMV_ALG_DEFAULT, nullptr));
    must(hipsparseSpMV(handle, as_stored, &one, A, in, &two, out, HIP_R_64F,
                       HIPSPARSE_SPMV_COO_ALG1, nullptr));
    EXPECT_EQ(y.to_host(), (std::vector<double>{9, 8, 26}));
    must(hipsparseSpMV(handle, transposed, &one, A, out, &zero, in, HIP_R_64F,
                       HIPSPARSE_SPMV_ALG_DEFAULT, nullptr));
    EXPECT_EQ(x.to_host(), (std::vector<double>{9 + 104, 24, 18, 130}));

    // What does not know of pairs misses the columns.
    const Array<double> dense(std::size_t(12));
    hipsparseDnMatDescr_t B = nullptr;
    must(hipsparseCreateDnMat(&B, 3, 4, 3, dense.data(), HIP_R_64F, HIPSPARSE_ORDER_COL));
    EXPECT_EQ(hipsparseSparseToDense(handle, A, B, HIPSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr),
              HIPSPARSE_STATUS_INVALID_VALUE);

    // [1 1 1; 1 1 1; 1 1 1] [1 .. 1] at the entries, in the place of the values
    const Array<double> left(std::vector<double>(9, 1)), right(std::vector<double>(12, 2));
    const Array<double> sampled{{1, 0, 0, 0, 0}};
    hipsparseDnMatDescr_t L = nullptr, R = nullptr;
    must(hipsparseCreateDnMat(&L, 3, 3, 3, left.data(), HIP_R_64F, HIPSPARSE_ORDER_COL));
    must(hipsparseCreateDnMat(&R, 3, 4, 3, right.data(), HIP_R_64F, HIPSPARSE_ORDER_COL));
    must(hipsparseSpMatSetValues(A, sampled.data()));
    must(hipsparseSDDMM_bufferSize(handle, as_stored, as_stored, &one, L, R, &one, A, HIP_R_64F,
                                   HIPSPARSE_SDDMM_ALG_DEFAULT, &bytes));
    const Array<char> buffer(bytes);
    must(hipsparseSDDMM(handle, as_stored, as_stored, &one, L, R, &one, A, HIP_R_64F,
                        HIPSPARSE_SDDMM_ALG_DEFAULT, buffer.data()));
    EXPECT_EQ(sampled.to_host(), (std::vector<double>{7, 6, 6, 6, 6}));

    EXPECT_EQ(hipsparseSpMatSetStridedBatch(A, 0), HIPSPARSE_STATUS_INVALID_VALUE);
    must(hipsparseSpMatSetStridedBatch(A, 2));
    int count = 0;
    must(hipsparseSpMatGetStridedBatch(A, &count));
    EXPECT_EQ(count, 2);
    for (const auto matrix : {B, L, R}) must(hipsparseDestroyDnMat(matrix));
    for (const auto vector : {in, out}) must(hipsparseDestroyDnVec(vector));
    must(hipsparseDestroySpMat(A));
  }
}

/// Sizes are asked for without a look at the arrays, which may be anywhere.
TEST_F(HipsparseCalls, SizesOfInterleavedCoordinates) {
  void* const anywhere = reinterpret_cast<void*>(16);
  hipsparseSpMatDescr_t A = nullptr;
  must(hipsparseCreateCooAoS(&A, 3, 4, 5, anywhere, anywhere, HIPSPARSE_INDEX_32I,
                             HIPSPARSE_INDEX_BASE_ZERO, HIP_R_64F));
  hipsparseDnVecDescr_t x = nullptr, y = nullptr;
  must(hipsparseCreateDnVec(&x, 4, anywhere, HIP_R_64F));
  must(hipsparseCreateDnVec(&y, 3, anywhere, HIP_R_64F));
  std::size_t bytes = 7;
  must(hipsparseSpMV_bufferSize(handle, as_stored, &one, A, x, &zero, y, HIP_R_64F,
                                HIPSPARSE_SPMV_ALG_DEFAULT, &bytes));
  EXPECT_EQ(bytes, 0U);
  hipsparseDnMatDescr_t L = nullptr, R = nullptr;
  must(hipsparseCreateDnMat(&L, 3, 3, 3, anywhere, HIP_R_64F, HIPSPARSE_ORDER_COL));
  must(hipsparseCreateDnMat(&R, 3, 4, 3, anywhere, HIP_R_64F, HIPSPARSE_ORDER_COL));
  must(hipsparseSDDMM_bufferSize(handle, as_stored, as_stored, &one, L, R, &zero, A, HIP_R_64F,
                                 HIPSPARSE_SDDMM_ALG_DEFAULT, &bytes));
  EXPECT_EQ(bytes, 16U);  // the rows' offsets
  for (const auto matrix : {L, R}) must(hipsparseDestroyDnMat(matrix));
  for (const auto vector : {x, y}) must(hipsparseDestroyDnVec(vector));
  must(hipsparseDestroySpMat(A));
}

/// 4 2      the second pivot is 0 - 1, whose absolute value has the root 1
/// 2 0
TEST_F(HipsparseCalls, NegativePivotsAreNone) {
  const Array<int> rows{{0, 1, 3}}, cols{{0, 0, 1}};
  const Array<double> matrix{{4, 2, 0}};
  csric02Info_t info = nullptr;
  must(hipsparseCreateCsric02Info(&info));
  must(hipsparseDcsric02_analysis(handle, 2, 3, description, matrix.data(), rows.data(),
                                  cols.data(), info, HIPSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
  must(hipsparseDcsric02(handle, 2, 3, description, matrix.data(), rows.data(), cols.data(), info,
                         HIPSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
  EXPECT_EQ(matrix.to_host(), (std::vector<double>{2, 1, 1}));
  int position = 7;
  must(hipsparseXcsric02_zeroPivot(handle, info, &position));
  EXPECT_EQ(position, -1);
  must(hipsparseDestroyCsric02Info(info));

  const Array<int> block_rows{{0, 1}}, block_cols(std::vector<int>{0});
  const Array<double> block{{4, 2, 2, 0}};
  bsric02Info_t of_blocks = nullptr;
  must(hipsparseCreateBsric02Info(&of_blocks));
  must(hipsparseDbsric02_analysis(handle, HIPSPARSE_DIRECTION_ROW, 1, 1, description, block.data(),
                                  block_rows.data(), block_cols.data(), 2, of_blocks,
                                  HIPSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
  must(hipsparseDbsric02(handle, HIPSPARSE_DIRECTION_ROW, 1, 1, description, block.data(),
                         block_rows.data(), block_cols.data(), 2, of_blocks,
                         HIPSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
  must(hipsparseXbsric02_zeroPivot(handle, of_blocks, &position));
  EXPECT_EQ(block.to_host()[3], 1);
  EXPECT_EQ(position, -1);
  must(hipsparseDestroyBsric02Info(of_blocks));
}

TEST_F(HipsparseCalls, RefusesBadArguments) {
  EXPECT_EQ(hipsparseDcsrmv(handle, as_stored, -1, 4, 5, &one, description, values.data(),
                            offsets.data(), columns.data(), values.data(), &zero, values.data()),
            HIPSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(
      hipsparseDcsrmv(handle, hipsparseOperation_t(7), 3, 4, 5, &one, description, values.data(),
                      offsets.data(), columns.data(), values.data(), &zero, values.data()),
      HIPSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(hipsparseDcsrmv(handle, as_stored, 3, 4, 5, &one, nullptr, values.data(),
                            offsets.data(), columns.data(), values.data(), &zero, values.data()),
            HIPSPARSE_STATUS_INVALID_VALUE);
  must(hipsparseSetMatType(description, HIPSPARSE_MATRIX_TYPE_SYMMETRIC));
  EXPECT_EQ(hipsparseDcsrmv(handle, as_stored, 3, 4, 5, &one, description, values.data(),
                            offsets.data(), columns.data(), values.data(), &zero, values.data()),
            HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
}

}  // namespace
}  // namespace filigree::test::hipsparse
