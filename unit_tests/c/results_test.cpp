// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <string>
#include <thread>

#include <c/banded_tests.hpp>
#include <c/owned_matrix_tests.hpp>
#include <c/product_tests.hpp>
#include <c/relaxation_tests.hpp>
#include <c/solve_tests.hpp>
#include <c/sparse_result_tests.hpp>
#include <c/vector_tests.hpp>

namespace {

using Space = Kokkos::HostSpace;

class CProducts : public testing::Test {
 protected:
  void SetUp() override { C_OK(filigree_handle_create(&handle, FILIGREE_TARGET_HOST, -1)); }
  void TearDown() override { C_OK(filigree_handle_destroy(handle)); }

  filigree_handle_t handle = nullptr;
};

TEST_F(CProducts, SpmvIsThatOfPlainLoops) { c_tests::spmv_all<Space>(handle); }

TEST_F(CProducts, MatricesOfTheLibraryAreThoseThatWereConverted) {
  c_tests::owned_all<Space>(handle);
}

TEST_F(CProducts, EntriesThatRepeatStayWhereTheFormatTakesThem) {
  const std::int32_t rows[] = {0, 0}, cols[] = {1, 1};
  const double values[] = {1, 2};
  filigree_const_sparse_matrix_t A = nullptr;
  C_OK(filigree_const_coo_create(&A, 2, 2, 2, rows, cols, values, FILIGREE_INDEX_INT32,
                                 FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE));
  filigree_sparse_matrix_t B = nullptr;
  C_OK(
      filigree_sparse_matrix_convert(handle, A, FILIGREE_FORMAT_CSR, 0, 0, FILIGREE_BASE_ZERO, &B));
  std::int64_t num_rows = 0, num_cols = 0, nnz = 0;
  C_OK(filigree_sparse_matrix_get_size(B, &num_rows, &num_cols, &nnz));
  EXPECT_EQ(nnz, 2);
  C_OK(filigree_sparse_matrix_destroy(B));
  for (const auto format : {FILIGREE_FORMAT_BSR, FILIGREE_FORMAT_BLOCKED_ELL}) {
    B = nullptr;
    EXPECT_EQ(filigree_sparse_matrix_convert(handle, A, format, 2, 2, FILIGREE_BASE_ZERO, &B),
              FILIGREE_STATUS_INVALID_VALUE);
    EXPECT_EQ(B, nullptr);
  }
  C_OK(filigree_sparse_matrix_destroy(A));
}

TEST_F(CProducts, MemoryIsCopiedThereAndBack) { c_tests::memory_there_and_back(handle); }

TEST_F(CProducts, SpmmIsThatOfPlainLoops) { c_tests::spmm_all<Space>(handle); }

TEST_F(CProducts, SddmmIsThatOfPlainLoops) { c_tests::sddmm_all<Space>(handle); }

TEST_F(CProducts, TriangularSolvesInvertProducts) { c_tests::triangular_solve_all<Space>(handle); }

TEST_F(CProducts, SpgemmIsThatOfPlainLoops) { c_tests::spgemm_all<Space>(handle); }

TEST_F(CProducts, GeamIsThatOfPlainLoops) { c_tests::geam_all<Space>(handle); }

TEST_F(CProducts, ConversionsKeepTheMatrix) { c_tests::convert_all<Space>(handle); }

TEST_F(CProducts, IncompleteFactorsMultiplyToTheMatrix) {
  c_tests::incomplete_factor_all<Space>(handle);
}

TEST_F(CProducts, VectorsAreThoseOfPlainLoops) { c_tests::vectors_all<Space>(handle); }

TEST_F(CProducts, FillColoursAndOrdersAreThoseOfPlainLoops) {
  c_tests::relaxation_all<Space>(handle);
}

TEST_F(CProducts, BandedSolvesInvertProducts) { c_tests::banded_all<Space>(handle); }

TEST_F(CProducts, SingularSystemsAreReported) { c_tests::singular_system<Space>(handle); }

TEST_F(CProducts, ZeroPivotsAreReported) { c_tests::zero_pivots<Space>(handle); }

/// The matrix 2 . ; . 3 with its vectors.
struct Small {
  std::int32_t offsets[3] = {0, 1, 2};
  std::int32_t columns[2] = {0, 1};
  double values[2] = {2, 3};
  double x_array[2] = {10, 100};
  double y_array[2] = {std::nan(""), std::nan("")};
  double one = 1, zero = 0;
  filigree_sparse_matrix_t A = nullptr;
  filigree_dense_vector_t x = nullptr, y = nullptr;

  Small() {
    filigree_csr_create(&A, 2, 2, 2, offsets, columns, values, FILIGREE_INDEX_INT32,
                        FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE);
    filigree_dense_vector_create(&x, 2, x_array, FILIGREE_SCALAR_DOUBLE);
    filigree_dense_vector_create(&y, 2, y_array, FILIGREE_SCALAR_DOUBLE);
  }
  ~Small() {
    filigree_sparse_matrix_destroy(A);
    filigree_dense_vector_destroy(x);
    filigree_dense_vector_destroy(y);
  }
  filigree_status_t product(filigree_handle_t handle) {
    return filigree_spmv(handle, FILIGREE_OP_NONE, &one, A, x, &zero, y, FILIGREE_ALGORITHM_DEFAULT,
                         nullptr, 0);
  }
};

TEST_F(CProducts, ZeroBetaDoesNotReadTheResult) {
  Small small;
  C_OK(small.product(handle));
  EXPECT_EQ(small.y_array[0], 20);
  EXPECT_EQ(small.y_array[1], 300);
}

TEST_F(CProducts, AttributesAreHonoured) {
  Small small;
  small.columns[1] = 0;  // 2 . ; 3 .
  const int symmetric = FILIGREE_MATRIX_TYPE_SYMMETRIC;
  C_OK(filigree_sparse_matrix_set_attribute(small.A, FILIGREE_MATRIX_ATTRIBUTE_TYPE, &symmetric,
                                            sizeof symmetric));
  C_OK(small.product(handle));
  EXPECT_EQ(small.y_array[0], 320);
  EXPECT_EQ(small.y_array[1], 30);
}

TEST_F(CProducts, MatricesWithoutEntriesNeedNoArrays) {
  filigree_sparse_matrix_t A = nullptr;
  filigree_dense_vector_t empty = nullptr;
  const double one = 1;
  C_OK(filigree_csr_create(&A, 0, 0, 0, nullptr, nullptr, nullptr, FILIGREE_INDEX_INT32,
                           FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE));
  C_OK(filigree_dense_vector_create(&empty, 0, nullptr, FILIGREE_SCALAR_DOUBLE));
  C_OK(filigree_spmv(handle, FILIGREE_OP_NONE, &one, A, empty, &one, empty,
                     FILIGREE_ALGORITHM_DEFAULT, nullptr, 0));
  C_OK(filigree_sparse_matrix_destroy(A));
  C_OK(filigree_dense_vector_destroy(empty));
}

TEST_F(CProducts, OperandsAreLookedAt) {
  Small small;
  C_OK(filigree_dense_vector_destroy(small.y));
  C_OK(filigree_dense_vector_create(&small.y, 2, small.values, FILIGREE_SCALAR_DOUBLE));
  EXPECT_EQ(small.product(handle), FILIGREE_STATUS_INVALID_VALUE);
  EXPECT_NE(std::string(filigree_last_error_message()).find("A.values"), std::string::npos)
      << filigree_last_error_message();
  EXPECT_EQ(small.values[0], 2);
  C_OK(filigree_dense_vector_destroy(small.y));
  C_OK(filigree_dense_vector_create(&small.y, 2, small.y_array, FILIGREE_SCALAR_DOUBLE));
  small.offsets[2] = 3;  // behind the last entry
  EXPECT_EQ(small.product(handle), FILIGREE_STATUS_INVALID_VALUE);
  EXPECT_NE(std::string(filigree_last_error_message()).find("A.row_offsets"), std::string::npos)
      << filigree_last_error_message();
  EXPECT_TRUE(std::isnan(small.y_array[0]));
}

TEST_F(CProducts, TypesThatAreNotThereAreNamed) {
  Small small;
  filigree_dense_vector_t half = nullptr;
  C_OK(filigree_dense_vector_create(&half, 2, small.x_array, FILIGREE_SCALAR_HALF));
  EXPECT_EQ(filigree_spmv(handle, FILIGREE_OP_NONE, &small.one, small.A, half, &small.zero, small.y,
                          FILIGREE_ALGORITHM_DEFAULT, nullptr, 0),
            FILIGREE_STATUS_NOT_SUPPORTED);
  EXPECT_NE(std::string(filigree_last_error_message()).find("double times half to double"),
            std::string::npos)
      << filigree_last_error_message();
  C_OK(filigree_dense_vector_destroy(half));
}

TEST_F(CProducts, MessagesAreOfTheThread) {
  ASSERT_EQ(filigree_synchronize(nullptr), FILIGREE_STATUS_NOT_INITIALIZED);
  std::string of_other = "not asked";
  std::thread([&] { of_other = filigree_last_error_message(); }).join();
  EXPECT_EQ(of_other, "");
  EXPECT_NE(std::string(filigree_last_error_message()).find("filigree_synchronize"),
            std::string::npos);
}

TEST_F(CProducts, ThreadsShareAHandleAndAPlan) {
  filigree_spmv_plan_t plan = nullptr;
  Small of_plan;
  C_OK(filigree_spmv_plan_create(handle, &plan, FILIGREE_OP_NONE, of_plan.A));
  int failures[4] = {};
  std::thread threads[4];
  for (int t = 0; t < 4; ++t)
    threads[t] = std::thread([&, t] {
      double y_array[2];
      filigree_dense_vector_t y = nullptr;
      filigree_dense_vector_create(&y, 2, y_array, FILIGREE_SCALAR_DOUBLE);
      for (int i = 0; i < 50; ++i) {
        y_array[0] = y_array[1] = -1;
        const auto status = filigree_spmv_plan_run(handle, plan, &of_plan.one, of_plan.A, of_plan.x,
                                                   &of_plan.zero, y, nullptr, 0);
        failures[t] += status != FILIGREE_STATUS_SUCCESS || y_array[0] != 20 || y_array[1] != 300;
      }
      filigree_dense_vector_destroy(y);
    });
  for (auto& thread : threads) thread.join();
  for (const int count : failures) EXPECT_EQ(count, 0);
  C_OK(filigree_spmv_plan_destroy(plan));
}

}  // namespace
