// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "spmm_cuda_support.hpp"
#include "spmv/graph_capture.hpp"

/// Values in the order of a plan's rows with the tuned CUDA kernels.

namespace filigree::test {
namespace {

using namespace spmm_cuda;

template <class T>
void test_kernel(std::string_view kernel, const Triplets& triplets) {
  SpmmTest<Exec, Csr<T>, T, T> test(triplets, {}, Order::sorted);
  for (const Op op : all_ops)
    for (const Layout c : {Layout::row_major, Layout::padded_column_major})
      for (const std::int64_t n : {8, 20}) {
        const SpmmSetup setup{op, Op::none, layout_for(kernel, false), c, n, int(n / 20)};
        EXPECT_EQ(test.ordered(setup, {.kernel = kernel}).name, kernel);
      }
}

TEST(SpmmCudaValues, all_kernels) {
  for (const auto kernel : all_kernels) {
    test_kernel<double>(kernel, grid27<double>());
    test_kernel<complex_float>(kernel, grid5<complex_float>());
  }
  test_kernel<float>(row_tile, skewed<float>());
  test_kernel<double>(packed_row_tile, skewed<double>());
  for (const auto kernel : node_kernels) {
    test_kernel<double>(kernel, mesh_of_nodes<double>(3));
    test_kernel<complex_double>(kernel, mesh_of_nodes<complex_double>(2, true));
  }
}

/// So many values, from all over, that a product of the matrix puts them in order in its
/// workspace: with values in order it has no need to, and sums in the same order.
TEST(SpmmCudaValues, large_matrices) {
  const Exec exec;
  constexpr std::int64_t size = 120'000, row_length = 50, n = 8;
  Triplets triplets{size, size, {}};
  std::mt19937 random(4);
  std::uniform_int_distribution<std::int64_t> column(0, size - 1);
  std::uniform_real_distribution<double> any(-1, 1);
  for (std::int64_t row = 0; row < size; ++row)
    for (std::int64_t k = 0; k < row_length; ++k)
      triplets.entries.push_back({row, column(random), any(random)});
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  const auto plan = spmm_plan(exec, Op::transpose, A);
  auto values = plan.order_values(exec, A);
  EXPECT_EQ(values.memory_bytes(), 8 * A.nnz());
  EXPECT_LT(plan.workspace_bytes(n, values), plan.workspace_bytes(n));
  const auto b = random_dense<double>(random, 1, size, n);
  const DeviceDense<double, Space> b_view(b, Layout::row_major, 0);
  const auto product = [&](const auto& a, std::size_t workspace_bytes) {
    const DeviceDense<double, Space> c_view(
        HostDense<double>{1, size, n, std::vector<double>(std::size_t(size * n))},
        Layout::row_major, 7);
    Kokkos::deep_copy(exec, c_view.single(), std::numeric_limits<double>::quiet_NaN());
    const Kokkos::View<std::byte*, Space> workspace("workspace", workspace_bytes);
    EXPECT_EQ(plan.apply(exec, 1.0, a, b_view.single(), 0.0, c_view.single(), workspace).name,
              row_tile);
    exec.fence();
    return c_view.get().entries;
  };
  const auto expected = product(A, plan.workspace_bytes(n));
  for (int run = 0; run < 100; ++run) {
    const auto found = product(values, plan.workspace_bytes(n, values));
    ASSERT_EQ(std::memcmp(found.data(), expected.data(), found.size() * sizeof(double)), 0) << run;
  }
  for (Entry& e : triplets.entries) e.value *= -2;  // exact
  const auto B = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  plan.update_values(exec, A.with_values(B.values()), values);
  const auto found = product(values, plan.workspace_bytes(n, values));
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], -2 * expected[i]);
}

/// An update and a product in one graph, without an allocation or a wait.
TEST(SpmmCudaValues, captured_and_replayed_with_new_values) {
  Triplets triplets = random_matrix<double>(300, 250);
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  const Stream stream;
  const Exec exec(stream.stream);
  const auto plan = spmm_plan(exec, Op::transpose, A);
  auto values = plan.order_values(exec, A);
  std::mt19937 random(6);
  const auto b = random_dense<double>(random, 1, A.num_rows(), 8);
  const auto before = random_dense<double>(random, 1, A.num_cols(), 8);
  const DeviceDense<double, Space> b_view(b, Layout::row_major, 0);
  const DeviceDense<double, Space> c_view(before, Layout::row_major, 7);
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(8, values));
  const auto call = [&] {
    plan.update_values(exec, A, values);
    plan.apply(exec, 2.0, values, b_view.single(), 0.0, c_view.single(), workspace);
  };
  call();  // the first launch of a kernel loads its code
  exec.fence();
  cudaGraphExec_t graph = nullptr;
  capture(stream, call, graph);
  ASSERT_NE(graph, nullptr);
  for (Entry& e : triplets.entries) e.value *= -3;
  Kokkos::deep_copy(A.values(),
                    MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted).values());
  EXPECT_CUDA(cudaGraphLaunch(graph, stream.stream));
  EXPECT_CUDA(cudaStreamSynchronize(stream.stream));
  EXPECT_TRUE(is_product(Op::transpose, triplets, {}, 2.0, b, 0, 0.0, before, c_view.get(), 0));
  EXPECT_CUDA(cudaGraphExecDestroy(graph));
}

}  // namespace
}  // namespace filigree::test
