// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

using Space = Kokkos::DefaultExecutionSpace::memory_space;

class CProductsCuda : public testing::Test {
 protected:
  void SetUp() override { C_OK(filigree_handle_create(&handle, FILIGREE_TARGET_DEVICE, -1)); }
  void TearDown() override { C_OK(filigree_handle_destroy(handle)); }

  filigree_handle_t handle = nullptr;
};

/// The first thing that a thread does with the device.
TEST(CHandlesCuda, NewThreadsMakeThem) {
  std::thread([] {
    filigree_handle_t handle = nullptr;
    C_EXPECT_OK(filigree_handle_create(&handle, FILIGREE_TARGET_DEVICE, -1));
    C_EXPECT_OK(filigree_synchronize(handle));
    C_EXPECT_OK(filigree_handle_destroy(handle));
  }).join();
}

TEST_F(CProductsCuda, SpmvIsThatOfPlainLoops) { c_tests::spmv_all<Space>(handle); }

TEST_F(CProductsCuda, MatricesOfTheLibraryAreThoseThatWereConverted) {
  c_tests::owned_all<Space>(handle);
}

TEST_F(CProductsCuda, MemoryIsCopiedThereAndBack) { c_tests::memory_there_and_back(handle); }

TEST_F(CProductsCuda, SpmmIsThatOfPlainLoops) { c_tests::spmm_all<Space>(handle); }

TEST_F(CProductsCuda, SddmmIsThatOfPlainLoops) { c_tests::sddmm_all<Space>(handle); }

TEST_F(CProductsCuda, TriangularSolvesInvertProducts) {
  c_tests::triangular_solve_all<Space>(handle);
}

TEST_F(CProductsCuda, SpgemmIsThatOfPlainLoops) { c_tests::spgemm_all<Space>(handle); }

TEST_F(CProductsCuda, GeamIsThatOfPlainLoops) { c_tests::geam_all<Space>(handle); }

TEST_F(CProductsCuda, ConversionsKeepTheMatrix) { c_tests::convert_all<Space>(handle); }

TEST_F(CProductsCuda, IncompleteFactorsMultiplyToTheMatrix) {
  c_tests::incomplete_factor_all<Space>(handle);
}

TEST_F(CProductsCuda, VectorsAreThoseOfPlainLoops) { c_tests::vectors_all<Space>(handle); }

TEST_F(CProductsCuda, FillColoursAndOrdersAreThoseOfPlainLoops) {
  c_tests::relaxation_all<Space>(handle);
}

TEST_F(CProductsCuda, BandedSolvesInvertProducts) { c_tests::banded_all<Space>(handle); }

TEST_F(CProductsCuda, SingularSystemsAreReported) { c_tests::singular_system<Space>(handle); }

TEST_F(CProductsCuda, ZeroPivotsAreReported) { c_tests::zero_pivots<Space>(handle); }

TEST_F(CProductsCuda, SpmvOnAStream) {
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  C_OK(filigree_set_stream(handle, stream));
  void* of_handle = nullptr;
  C_OK(filigree_get_stream(handle, &of_handle));
  EXPECT_EQ(of_handle, stream);
  c_tests::spmv_case<Space>(handle, c_tests::all_types[1], c_tests::all_widths[0],
                            FILIGREE_FORMAT_CSR, FILIGREE_BASE_ZERO, FILIGREE_OP_NONE);
  C_OK(filigree_set_stream(handle, nullptr));
  ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

/// A diagonal matrix on the device, and what a product with it needs.
struct Diagonal {
  static constexpr std::int64_t size = 1000;
  c_tests::Array<Space> offsets, columns, values, x_array, y_array, alpha, beta;
  filigree_sparse_matrix_t A = nullptr;
  filigree_dense_vector_t x = nullptr, y = nullptr;

  Diagonal() {
    std::vector<std::int64_t> counted(size + 1);
    for (std::int64_t i = 0; i <= size; ++i) counted[std::size_t(i)] = i;
    offsets = c_tests::Array<Space>::of_indices(counted, FILIGREE_INDEX_INT32, 0);
    counted.pop_back();
    columns = c_tests::Array<Space>::of_indices(counted, FILIGREE_INDEX_INT32, 0);
    values = numbers(2, size);
    x_array = numbers(3, size);
    y_array = numbers(1, size);
    alpha = numbers(5, 1);
    beta = numbers(-1, 1);
    filigree_csr_create(&A, size, size, size, offsets.data(), columns.data(), values.data(),
                        FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO,
                        FILIGREE_SCALAR_DOUBLE);
    filigree_dense_vector_create(&x, size, x_array.data(), FILIGREE_SCALAR_DOUBLE);
    filigree_dense_vector_create(&y, size, y_array.data(), FILIGREE_SCALAR_DOUBLE);
  }
  ~Diagonal() {
    filigree_sparse_matrix_destroy(A);
    filigree_dense_vector_destroy(x);
    filigree_dense_vector_destroy(y);
  }
  static c_tests::Array<Space> numbers(double value, std::int64_t count) {
    return c_tests::Array<Space>::of_numbers(
        std::vector<c_tests::Number>(std::size_t(count), value), FILIGREE_SCALAR_DOUBLE);
  }
  void expect(double value) const {
    for (const auto& number : y_array.numbers(FILIGREE_SCALAR_DOUBLE)) ASSERT_EQ(number, value);
  }
};

TEST_F(CProductsCuda, ScalarsInDeviceMemory) {
  Diagonal data;
  C_OK(filigree_set_pointer_mode(handle, FILIGREE_POINTER_MODE_DEVICE));
  C_OK(filigree_spmv(handle, FILIGREE_OP_NONE, data.alpha.data(), data.A, data.x, data.beta.data(),
                     data.y, FILIGREE_ALGORITHM_DEFAULT, nullptr, 0));
  C_OK(filigree_synchronize(handle));
  data.expect(29);
  const char* kernel = "";
  C_OK(filigree_get_last_kernel(handle, &kernel));
  EXPECT_NE(std::string(kernel), "");
}

TEST_F(CProductsCuda, PlansRunInACapturedGraph) {
  Diagonal data;
  filigree_spmv_plan_t plan = nullptr;
  C_OK(filigree_spmv_plan_create(handle, &plan, FILIGREE_OP_NONE, data.A));
  std::size_t bytes = 0;
  C_OK(filigree_spmv_plan_get_workspace_bytes(plan, &bytes));
  const c_tests::Array<Space> workspace{std::vector<char>(bytes)};
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  C_OK(filigree_set_stream(handle, stream));
  C_OK(filigree_set_pointer_mode(handle, FILIGREE_POINTER_MODE_DEVICE));
  cudaGraph_t graph;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  C_OK(filigree_spmv_plan_run(handle, plan, data.alpha.data(), data.A, data.x, data.beta.data(),
                              data.y, workspace.data(), bytes));
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  data.expect(1);  // captured, not run
  cudaGraphExec_t runnable;
  ASSERT_EQ(cudaGraphInstantiate(&runnable, graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(runnable, stream), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(runnable, stream), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  data.expect(1);  // 30 - 1 = 29, 30 - 29 = 1
  C_OK(filigree_set_stream(handle, nullptr));
  ASSERT_EQ(cudaGraphExecDestroy(runnable), cudaSuccess);
  ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  C_OK(filigree_spmv_plan_destroy(plan));
}

TEST_F(CProductsCuda, APlanKeepsToItsTarget) {
  Diagonal data;
  filigree_spmv_plan_t plan = nullptr;
  filigree_handle_t on_host = nullptr;
  const double one = 1;
  C_OK(filigree_spmv_plan_create(handle, &plan, FILIGREE_OP_NONE, data.A));
  C_OK(filigree_handle_create(&on_host, FILIGREE_TARGET_HOST, -1));
  EXPECT_EQ(filigree_spmv_plan_run(on_host, plan, &one, data.A, data.x, &one, data.y, nullptr, 0),
            FILIGREE_STATUS_INVALID_VALUE);
  EXPECT_NE(std::string(filigree_last_error_message()).find("a plan made on a device"),
            std::string::npos);
  C_OK(filigree_handle_destroy(on_host));
  C_OK(filigree_spmv_plan_destroy(plan));
}

}  // namespace
