// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <set>

#include "event_counts.hpp"
#include "graph_capture.hpp"
#include "spmv_support.hpp"

/// What only a CUDA device can show: products captured in a graph and replayed with new values.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;

template <class Matrix>
void test_capture(Op op, Backend backend) {
  using T = typename Matrix::scalar_type;
  std::mt19937 random(1);
  auto triplets = random_triplets<T>(random, {5000, 5000, 9, 100});
  const Matrix A = MatrixFrom<Matrix>::make(triplets, {}, Order::sorted);
  const Stream stream;
  const Exec exec(stream.stream);
  const auto plan = spmv_plan(exec, op, A, {.backend = backend});
  const auto x_host = random_vector<T>(random, 5000);
  const auto x = upload<Space>(x_host);
  const Kokkos::View<T*, Space> y("y", 5000), z("z", 5000), result("result", 2);
  const Kokkos::View<T, Space> alpha("alpha");
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  const auto calls = [&] {
    plan.apply(exec, alpha, A, x, 0.0, y, workspace);
    plan.apply(exec, alpha, A, x, 1.0, y, z, SpmvReductions<T, T, Space>{x, result}, workspace);
    spmv(exec, op, alpha, A, x, 1.0, z);
  };
  calls();  // the first launch of a kernel loads its code
  exec.fence();
  cudaGraphExec_t graph = nullptr;
  capture(stream, calls, graph);
  ASSERT_NE(graph, nullptr);
  // y = alpha A x, z = alpha A x + y, z += alpha A x: three times alpha A x.
  for (const double factor : {1.0, -2.0}) {
    for (Entry& e : triplets.entries) e.value *= factor;
    auto ordered = triplets.entries;
    Kokkos::deep_copy(A.values(), values_of<T, Space>(ordered));
    Kokkos::deep_copy(alpha, T(factor));
    EXPECT_CUDA(cudaGraphLaunch(graph, stream.stream));
    EXPECT_CUDA(cudaStreamSynchronize(stream.stream));
    const auto expected = reference_product(op, triplets, {}, Wide(3 * factor), x_host, 0, x_host);
    EXPECT_TRUE((is_close<T, T>(download(z), expected)));
  }
  EXPECT_CUDA(cudaGraphExecDestroy(graph));
}

TEST(SpmvCuda, captured_and_replayed_with_new_values) {
  for (const Op op : all_ops)
    for (const Backend backend : {Backend::generic, Backend::automatic}) {
      SCOPED_TRACE(std::string(name(op)) +
                   (backend == Backend::generic ? ", generic" : ", automatic"));
      test_capture<CsrMatrix<double, std::int32_t, std::int32_t, Space>>(op, backend);
      test_capture<CsrMatrix<float, std::int32_t, std::int64_t, Space>>(op, backend);
    }
}

/// A one-shot product, which knows no row lengths, of a matrix with rows far longer than the
/// others: neighbours, one at the end, and one just above the limit. Large enough for the scatter's
/// large shape.
template <class T>
void test_huge_rows() {
  constexpr std::int64_t rows = 48000, cols = 150000;  // 2.3 million entries
  std::mt19937 random(9);
  Triplets triplets = random_triplets<T>(random, {rows, cols, 40});
  std::erase_if(triplets.entries, [](const Entry& e) {
    return e.row == 7 || e.row == 8 || e.row == 9000 || e.row == rows - 1;
  });
  for (const auto& [row, length] :
       {std::pair(7, cols), std::pair(8, cols), std::pair(9000, std::int64_t(8193)),
        std::pair(int(rows - 1), std::int64_t(70000))})
    for (std::int64_t col = 0; col < length; ++col)
      triplets.entries.push_back({row, col, widen(random_scalar<T>(random))});
  using Matrix = CsrMatrix<T, std::int32_t, std::int32_t, Space>;
  const Matrix A = MatrixFrom<Matrix>::make(triplets, {IndexBase::one}, Order::sorted);
  const Exec exec;
  for (const Op op : all_ops) {
    SCOPED_TRACE(name(op));
    const auto x = random_vector<T>(random, op == Op::none ? cols : rows);
    const auto y = random_vector<T>(random, op == Op::none ? rows : cols);
    const auto expected = reference_product(op, triplets, A.properties(), 2, x, -1, y);
    const auto check = [&](std::string_view asked, std::string_view expected_kernel) {
      const auto z = upload<Space>(y);
      SpmvOptions options;
      options.kernel = asked;
      const KernelId kernel = spmv(exec, op, T(2), A, upload<Space>(x), T(-1), z, options);
      EXPECT_EQ(kernel.name, expected_kernel);
      EXPECT_TRUE((is_close<T, T>(download(z), expected)));
    };
    check("", op == Op::none ? "csr_stream_cuda" : "csr_scatter_cuda");
    if (op == Op::none) continue;
    check("csr_scatter_lanes_cuda", "csr_scatter_lanes_cuda");
    check("csr_scatter_runs_cuda", "csr_scatter_runs_cuda");
  }
}

TEST(SpmvCuda, one_shot_with_huge_rows) {
  test_huge_rows<float>();
  test_huge_rows<complex_double>();
}

/// Rows of `length` entries; `alike`: in runs of so many rows with the same columns.
template <class T>
Triplets equal_rows(std::mt19937& random, std::int64_t length, int alike) {
  Triplets triplets{700, 5000, {}};
  std::set<std::int64_t> cols;
  for (std::int64_t row = 0; row < triplets.num_rows; ++row) {
    if (row % alike == 0) {
      cols.clear();
      while (std::int64_t(cols.size()) < length) cols.insert(random() % triplets.num_cols);
    }
    for (const std::int64_t col : cols)
      triplets.entries.push_back({row, col, widen(random_scalar<T>(random))});
  }
  return triplets;
}

template <class T, class Compute = T>
void test_equal_rows() {
  using Matrix = CsrMatrix<T, std::int32_t, std::int32_t, Space>;
  std::mt19937 random(10);
  const Exec exec;
  for (const std::int64_t length : {1, 6, 15, 16, 20, 32, 60, 64, 300})
    for (const int alike : {1, 2, 3, 40}) {
      SCOPED_TRACE(std::to_string(length) + " entries, " + std::to_string(alike) + " rows alike");
      const Triplets triplets = equal_rows<T>(random, length, alike);
      const Matrix A = MatrixFrom<Matrix>::make(triplets, {IndexBase::one}, Order::sorted);
      const auto x = random_vector<T>(random, triplets.num_cols);
      const auto y = random_vector<T>(random, triplets.num_rows);
      const auto expected = reference_product(Op::none, triplets, A.properties(), 2, x, -1, y);
      for (const char* kernel : {"csr_stream_cuda", "csr_compressed_cuda"}) {
        SCOPED_TRACE(kernel);
        const auto z = upload<Space>(y);
        const auto plan = spmv_plan(exec, Op::none, A, {.kernel = kernel});
        plan.apply(exec, 2.0, A, upload<Space>(x), -1.0, z);
        EXPECT_EQ(plan.kernel().name, kernel);
        EXPECT_TRUE((is_close<T, Compute>(download(z), expected)));
      }
    }
}

// Threads walk staged rows side by side: rows of the most different lengths, and of lengths that
// fall on the same banks of shared memory, with and without columns in common.
TEST(SpmvCuda, rows_of_equal_length_alike_and_not) {
  test_equal_rows<float>();
  test_equal_rows<double>();
  test_equal_rows<complex_float>();
  test_equal_rows<complex_double>();
  test_equal_rows<half, float>();
  test_equal_rows<bfloat16, float>();
}

/// Rows of A, of which a warp adds up those with the same columns before it adds them to A^H x.
template <class T>
void test_equal_rows_scattered() {
  using Matrix = CsrMatrix<T, std::int32_t, std::int32_t, Space>;
  std::mt19937 random(12);
  const Exec exec;
  const Op op = Op::conjugate_transpose;
  for (const std::int64_t length : {1, 60, 127, 128, 129, 300})
    for (const int alike : {1, 3, 40}) {
      SCOPED_TRACE(std::to_string(length) + " entries, " + std::to_string(alike) + " rows alike");
      const Triplets triplets = equal_rows<T>(random, length, alike);
      const Matrix A = MatrixFrom<Matrix>::make(triplets, {IndexBase::one}, Order::sorted);
      const auto x = random_vector<T>(random, triplets.num_rows);
      const auto y = random_vector<T>(random, triplets.num_cols);
      const auto expected = reference_product(op, triplets, A.properties(), 2, x, -1, y);
      for (const char* kernel : {"csr_scatter_lanes_cuda", "csr_scatter_runs_cuda"}) {
        SCOPED_TRACE(kernel);
        SpmvOptions options;
        options.kernel = kernel;
        const auto z = upload<Space>(y);
        EXPECT_EQ(spmv(exec, op, T(2), A, upload<Space>(x), T(-1), z, options).name, kernel);
        EXPECT_TRUE((is_close<T, T>(download(z), expected)));
      }
    }
}

TEST(SpmvCuda, scattered_rows_of_equal_length_alike_and_not) {
  test_equal_rows_scattered<float>();
  test_equal_rows_scattered<double>();
  test_equal_rows_scattered<complex_float>();
  test_equal_rows_scattered<complex_double>();
}

/// Bands of 8, random rows of 3, and some rows of hundreds and thousands among them.
template <class T>
Triplets rows_of_middle_length(std::mt19937& random, bool banded) {
  Triplets triplets{3000, 9000, {}};
  for (std::int64_t row = 0; row < triplets.num_rows; ++row) {
    std::int64_t length = banded ? 8 : 3;
    for (const auto& [special, its_length] :
         std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 511},
                                                            {70, 512},
                                                            {71, 513},
                                                            {700, 600},
                                                            {1500, 900},
                                                            {1501, 1100},
                                                            {2000, 1800},
                                                            {2100, 2600},
                                                            {2200, 4096},
                                                            {2300, 4097},
                                                            {2999, 8500}})
      if (row == special) length = its_length;
    const std::int64_t first =
        length < 10 && banded ? row : std::int64_t(random() % (triplets.num_cols - length + 1));
    for (std::int64_t k = 0; k < length; ++k)
      triplets.entries.push_back({row, first + k, widen(random_scalar<T>(random))});
  }
  return triplets;
}

// Rows that some kernels cut, and that others find in shared memory: each is summed once. (A row
// that is stored twice would have beta applied twice, and count twice in a reduction.)
template <class T, class Compute>
void test_rows_of_middle_length(double tolerance) {
  using Matrix = CsrMatrix<T, std::int32_t, std::int32_t, Space>;
  std::mt19937 random(11);
  const Exec exec;
  for (const bool banded : {true, false}) {
    const Triplets triplets = rows_of_middle_length<T>(random, banded);
    const Matrix A = MatrixFrom<Matrix>::make(triplets, {}, Order::sorted);
    const auto x = random_vector<T>(random, triplets.num_cols);
    const auto y = random_vector<T>(random, triplets.num_rows);
    const auto expected = reference_product(Op::none, triplets, {}, 2, x, -1, y);
    Wide square = 0;
    for (const Wide& entry : expected.value) square += entry * entry;
    for (const char* kernel :
         {"", "csr_stream_cuda", "csr_compressed_cuda", "csr_warp_tile_cuda"}) {
      SCOPED_TRACE(std::string(banded ? "banded, " : "random, ") + kernel);
      const auto z = upload<Space>(y);
      const Kokkos::View<Compute*, Space> result("result", 2);
      const auto plan = spmv_plan(exec, Op::none, A, {.kernel = kernel});
      plan.apply(exec, 2.0, A, upload<Space>(x), -1.0, z);
      EXPECT_TRUE((is_close<T, Compute>(download(z), expected))) << "in place";
      Kokkos::deep_copy(z, poison<T>());
      plan.apply(exec, 2.0, A, upload<Space>(x), -1.0, upload<Space>(y), z,
                 SpmvReductions<Compute, T, Space>{{}, result});
      EXPECT_TRUE((is_close<T, Compute>(download(z), expected)));
      EXPECT_NEAR(download(result)[1], double(square.real()), tolerance * double(square.real()));
    }
  }
}

TEST(SpmvCuda, rows_of_middle_length_count_once) {
  test_rows_of_middle_length<double, double>(1e-12);
  test_rows_of_middle_length<half, float>(1e-3);
  test_rows_of_middle_length<bfloat16, float>(1e-3);
}

}  // namespace
}  // namespace filigree::test
