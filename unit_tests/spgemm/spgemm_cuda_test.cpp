// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spgemm_support.hpp"
#include "spmv/graph_capture.hpp"

/// The tuned CUDA kernel, asked for by name: rows of every share, and graphs.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
template <class T, class Index = std::int32_t, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

constexpr const char* kernel = "spgemm_hash_cuda";

/// A matrix whose row i has `length` columns, `step` apart, from one that depends on i.
Operand strided(std::int64_t rows, std::int64_t cols, std::int64_t length, std::int64_t step) {
  Operand result{{rows, cols, {}}};
  std::mt19937 random(11);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::vector<std::int64_t> columns;
    for (std::int64_t k = 0; k < length; ++k) columns.push_back((7 * row + k * step) % cols);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const std::int64_t col : columns)
      result.stored.entries.push_back({row, col, widen(random_scalar<double>(random))});
  }
  return result;
}

template <class T, class Index = std::int32_t>
void expect_by_name(const Operand& A, const Operand& B) {
  const Exec exec;
  using Compute = spgemm_compute_t<T, T, T>;
  const auto a = make<Csr<T, Index>>(A);
  const auto b = make<Csr<T, Index>>(B);
  const auto plan = spgemm_plan(exec, A.op, B.op, a, b, {.kernel = kernel});
  const auto C = plan.template make_result<T>(exec);
  Kokkos::deep_copy(C.values(), poison<T>());
  EXPECT_EQ(plan.apply(exec, Compute(2), a, b, C).name, kernel);
  EXPECT_EQ(plan.workspace_bytes(), 0u);
  EXPECT_TRUE((is_product<Compute>(C, sparse_product(2, A, B))));
}

/// Rows of C of 1 to 20,000 entries: a thread's, a warp's, cut into pieces; collected by threads,
/// in tables, in a block's bits, and in bits because their tables overflow.
TEST(SpgemmCuda, rows_of_every_share) {
  expect_by_name<double>(strided(300, 300, 3, 5), strided(300, 300, 4, 9));
  expect_by_name<double>(stencil27(7), stencil27(7));
  expect_by_name<double>(strided(40, 200, 30, 3), strided(200, 30'000, 60, 131));
  expect_by_name<double>(strided(5, 500, 400, 1), strided(500, 25'000, 300, 83));
  expect_by_name<double>(skewed(400, 400, 390, 3), skewed(400, 5000, 4000, 4));
  expect_by_name<float, std::int64_t>(skewed(400, 400, 390, 3), skewed(400, 5000, 4000, 4));
  // more columns than a block has bits for
  expect_by_name<double>(strided(2, 900, 800, 1), strided(900, 4'000'000, 40, 90'001));
}

TEST(SpgemmCuda, all_scalar_types) {
  const Operand A = stencil27(5), B = skewed(125, 2000, 900, 6);
  expect_by_name<float>(A, B);
  expect_by_name<complex_float>(A, B);
  expect_by_name<complex_double>(A, B);
  expect_by_name<half>(A, B);
  expect_by_name<bfloat16>(A, B);
}

TEST(SpgemmCuda, hundred_equal_runs) {
  const Exec exec;
  const auto A = make<Csr<double>>(skewed(400, 400, 390, 3));
  const auto B = make<Csr<double>>(skewed(400, 5000, 4000, 4));
  std::vector<double> first;
  for (int run = 0; run < 100; ++run) {
    const auto C = spgemm(exec, A, B, {.kernel = kernel});
    const auto values = download(C.values());
    if (run == 0) first = values;
    ASSERT_TRUE(values == first) << "run " << run;
  }
}

TEST(SpgemmCuda, values_again_in_a_graph) {
  const Stream stream;
  const Exec exec(stream.stream);
  const Operand A = stencil27(6), B = skewed(216, 3000, 900, 8);
  const auto a = make<Csr<double>>(A), b = make<Csr<double>>(B);
  const auto plan = spgemm_plan(exec, a, b, {.kernel = kernel});
  const auto C = plan.make_result(exec);
  plan.apply(exec, 1.0, a, b, C);
  exec.fence();
  cudaGraphExec_t graph = nullptr;
  capture(
      stream, [&] { plan.apply(exec, 2.0, a, b, C); }, graph);
  for (int i = 0; i < 3; ++i) {
    Operand changed = A;
    for (Entry& e : changed.stored.entries) e.value = 1.0 + i;
    Kokkos::deep_copy(a.values(), 1.0 + i);
    Kokkos::deep_copy(C.values(), poison<double>());
    ASSERT_EQ(cudaGraphLaunch(graph, stream.stream), cudaSuccess);
    exec.fence();
    EXPECT_TRUE((is_product<double>(C, sparse_product(2, changed, B))));
  }
  EXPECT_CUDA(cudaGraphExecDestroy(graph));
}

}  // namespace
}  // namespace filigree::test
