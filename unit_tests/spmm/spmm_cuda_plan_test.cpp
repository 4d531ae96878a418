// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "spmm_cuda_support.hpp"
#include "spmv/graph_capture.hpp"

/// What plans with the tuned CUDA kernels promise, and what a product chooses by itself.

namespace filigree::test {
namespace {

using namespace spmm_cuda;

/// 100 runs.
TEST(SpmmCuda, same_bits_every_time) {
  const Exec exec;
  const auto check = [&](std::string_view kernel, const Triplets& triplets, Op op) {
    const auto A = MatrixFrom<Csr<float>>::make(triplets, {}, Order::sorted);
    std::mt19937 random(8);
    HostDense<float> b{1, op == Op::none ? A.num_cols() : A.num_rows(), 12, {}};
    std::uniform_real_distribution<float> any(-1, 1);  // sums of these round
    for (std::int64_t i = 0; i < b.rows * b.cols; ++i) b.entries.push_back(any(random));
    const HostDense<float> c{1, op == Op::none ? A.num_rows() : A.num_cols(), 12,
                             std::vector<float>(std::size_t((A.num_rows() + A.num_cols()) * 12))};
    const DeviceDense<float, Space> b_view(b, layout_for(kernel, false), 0);
    const DeviceDense<float, Space> c_view(c, Layout::row_major, 7);
    const auto plan = spmm_plan(exec, op, A, {.kernel = kernel});
    std::vector<float> first;
    for (int i = 0; i < 100; ++i) {
      Kokkos::deep_copy(exec, c_view.single(), std::numeric_limits<float>::quiet_NaN());
      plan.apply(exec, 1.0f, A, b_view.single(), 0.0f, c_view.single());
      exec.fence();
      const auto now = c_view.get().entries;
      if (i == 0) first = now;
      ASSERT_EQ(std::memcmp(now.data(), first.data(), first.size() * sizeof(float)), 0)
          << kernel << ", op " << name(op);
    }
  };
  for (const Op op : {Op::none, Op::transpose}) {
    for (const auto kernel : all_kernels) check(kernel, grid27<float>(), op);
    check(row_tile, skewed<float>(), op);
    check(packed_row_tile, skewed<float>(), op);
    for (const auto kernel : node_kernels) check(kernel, mesh_of_nodes<float>(3), op);
  }
}

/// Captured in a graph without an allocation or a wait, and replayed with new values.
void test_capture(std::string_view kernel, Triplets triplets) {
  SCOPED_TRACE(kernel);
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  const Stream stream;
  const Exec exec(stream.stream);
  const auto plan = spmm_plan(exec, Op::none, A, {.kernel = kernel});
  std::mt19937 random(6);
  const auto b = random_dense<double>(random, 1, A.num_cols(), 8);
  const auto before = random_dense<double>(random, 1, A.num_rows(), 8);
  const DeviceDense<double, Space> b_view(b, layout_for(kernel, false), 0);
  const DeviceDense<double, Space> c_view(before, Layout::column_major, 7);
  const Kokkos::View<double, Space> alpha("alpha");
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(8));
  const auto call = [&] {
    plan.apply(exec, alpha, A, b_view.single(), 0.0, c_view.single(), workspace);
  };
  call();  // the first launch of a kernel loads its code
  exec.fence();
  cudaGraphExec_t graph = nullptr;
  capture(stream, call, graph);
  ASSERT_NE(graph, nullptr);
  for (Entry& e : triplets.entries) e.value *= -3;
  Kokkos::deep_copy(A.values(),
                    MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted).values());
  Kokkos::deep_copy(alpha, 2.0);
  EXPECT_CUDA(cudaGraphLaunch(graph, stream.stream));
  EXPECT_CUDA(cudaStreamSynchronize(stream.stream));
  EXPECT_TRUE(is_product(Op::none, triplets, {}, 2.0, b, 0, 0.0, before, c_view.get(), 0));
  EXPECT_CUDA(cudaGraphExecDestroy(graph));
}

TEST(SpmmCuda, captured_and_replayed_with_new_values) {
  for (const auto kernel : all_kernels) test_capture(kernel, grid5<double>());
  test_capture(row_tile, skewed<double>());
  test_capture(packed_row_tile, skewed<double>());
  for (const auto kernel : node_kernels) test_capture(kernel, mesh_of_nodes<double>(3));
}

TEST(SpmmCuda, what_a_product_chooses) {
  const auto planned = [](const Triplets& triplets, Layout b, Layout c, Op op = Op::none) {
    SpmmTest<Exec, Csr<float>, float, float> test(triplets, {}, Order::sorted);
    return test.planned({op, Op::none, b, c, 6, 0}).name;
  };
  const Triplets mesh = grid27<float>(), random = random_matrix<float>(300, 250);
  for (const Layout c : {Layout::row_major, Layout::column_major}) {
    EXPECT_EQ(planned(mesh, Layout::row_major, c), row_tile);
    EXPECT_EQ(planned(random, Layout::padded_row_major, c), row_tile);
    EXPECT_EQ(planned(mesh, Layout::column_major, c), column_walk);
    EXPECT_EQ(planned(mesh, Layout::column_major, c, Op::transpose), column_walk);
    EXPECT_EQ(planned(random, Layout::column_major, c), packed_row_tile);
    EXPECT_EQ(planned(skewed<float>(), Layout::padded_column_major, c), packed_row_tile);
    EXPECT_EQ(planned(mesh, Layout::strided, c), "spmm_csr_generic");
  }
  EXPECT_EQ(planned(mesh, Layout::row_major, Layout::strided), "spmm_csr_generic");
  SpmmTest<Exec, Csr<float>, float, float> test(mesh, {}, Order::sorted);
  EXPECT_EQ(test.one_shot({Op::none, Op::none, Layout::row_major, Layout::row_major, 6, 0}).name,
            row_tile);
  EXPECT_EQ(test.one_shot({Op::none, Op::none, Layout::column_major, Layout::row_major, 6, 0}).name,
            "spmm_csr_generic");
  // Without a list of long rows.
  SpmmTest<Exec, Csr<float>, float, float> long_rows(skewed<float>(), {}, Order::sorted);
  EXPECT_EQ(
      long_rows.one_shot({Op::none, Op::none, Layout::row_major, Layout::row_major, 40, 1}).name,
      row_tile);
  SpmmTest<Exec, Csr<std::int8_t>, std::int8_t, std::int32_t> integers(
      random_matrix<std::int8_t>(30, 20), {}, Order::sorted);
  EXPECT_EQ(integers.planned({Op::none, Op::none, Layout::row_major, Layout::row_major, 6, 0}).name,
            "spmm_csr_generic");
}

TEST(SpmmCuda, what_a_product_of_nodes_chooses) {
  const auto planned = [](const Triplets& triplets, Layout b, std::int64_t n, Op op = Op::none,
                          MatrixProperties properties = {}) {
    SpmmTest<Exec, Csr<double>, double, double> test(triplets, properties, Order::sorted);
    return test.planned({op, Op::none, b, Layout::row_major, n, 0}).name;
  };
  const Triplets nodes = mesh_of_nodes<double>(3), shuffled = mesh_of_nodes<double>(3, true);
  for (const Op op : {Op::none, Op::transpose}) {
    EXPECT_EQ(planned(nodes, Layout::row_major, 6, op), node_tile);
    EXPECT_EQ(planned(shuffled, Layout::row_major, 6, op), node_tile);
    EXPECT_EQ(planned(nodes, Layout::row_major, 5, op), row_tile) << "no workspace for a copy";
    EXPECT_EQ(planned(nodes, Layout::column_major, 5, op), packed_node_tile);
  }
  EXPECT_EQ(planned(nodes, Layout::row_major, 6, Op::none,
                    {IndexBase::zero, MatrixType::symmetric, FillMode::lower}),
            row_tile)
      << "mirrored values do not lie side by side";
  // One more column in one row, and a node whose rows are cut.
  Triplets broken = nodes;
  broken.entries.push_back({0, 400, 1.0});
  EXPECT_EQ(planned(broken, Layout::row_major, 6), row_tile);
  Triplets with_long_rows = nodes;
  for (std::int64_t row = 300; row < 303; ++row) {
    std::erase_if(with_long_rows.entries, [&](const Entry& e) { return e.row == row; });
    for (std::int64_t col = 0; col < 600; ++col) with_long_rows.entries.push_back({row, col, 0.5});
  }
  EXPECT_EQ(planned(with_long_rows, Layout::row_major, 6), row_tile);
}

/// Values that the transpose would read from all over memory are put in order where there is a
/// workspace for them; the result has the same bits without.
TEST(SpmmCuda, values_in_order) {
  constexpr std::int64_t length = 13, n = 3;
  const Exec exec;
  // More values than the card's L2 holds: what stays there need not be in order.
  const std::int64_t num_rows =
      std::max<std::int64_t>(400'000, exec.cuda_device_prop().l2CacheSize / (8 * length));
  std::vector<std::int32_t> offsets{0}, columns;
  for (std::int64_t i = 0; i < num_rows; ++i) {
    // Twelve steps are less than a row: no column twice.
    const auto first = columns.size();
    for (std::int64_t k = 0; k < length; ++k)
      columns.push_back(std::int32_t((i * 7919 + k * 30'011) % num_rows));
    std::sort(columns.begin() + std::ptrdiff_t(first), columns.end());
    offsets.push_back(std::int32_t(columns.size()));
  }
  std::mt19937 random(12);
  const auto values = random_vector<double>(random, std::int64_t(columns.size()));
  const Csr<double> A(num_rows, num_rows, upload<Space>(offsets), upload<Space>(columns),
                      upload<Space>(values));
  const auto b = random_dense<double>(random, 1, num_rows, n);
  const auto c = random_dense<double>(random, 1, num_rows, n);
  const DeviceDense<double, Space> b_view(b, Layout::row_major, 0);
  const auto plan = spmm_plan(exec, Op::transpose, A, {.kernel = row_tile});
  ASSERT_GE(plan.workspace_bytes(n), 2 * values.size() * sizeof(double));
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(n));
  const DeviceDense<double, Space> c_sizes(c, Layout::row_major, 7);
  const auto indexed = plan.explain(exec, A, b_view.single(), c_sizes.single()),
             in_order = plan.explain(exec, A, b_view.single(), c_sizes.single(), workspace);
  EXPECT_EQ(in_order.workspace_bytes, std::int64_t(plan.workspace_bytes(n)));
  EXPECT_GE(in_order.workspace_bytes - indexed.workspace_bytes,
            std::int64_t(2 * values.size() * sizeof(double)));
  EXPECT_NEAR(in_order.index_bytes_per_nnz - indexed.index_bytes_per_nnz, 8 - 4, 1e-6);
  EXPECT_GE(in_order.plan_bytes, std::int64_t(8 * values.size()));
  std::vector<double> results[2];
  for (int ordered = 0; ordered < 2; ++ordered) {
    const DeviceDense<double, Space> c_view(c, Layout::row_major, 7);
    if (ordered == 1)
      plan.apply(exec, 1.0, A, b_view.single(), 0.0, c_view.single(), workspace);
    else
      plan.apply(exec, 1.0, A, b_view.single(), 0.0, c_view.single());
    exec.fence();
    results[ordered] = c_view.get().entries;
  }
  EXPECT_EQ(results[0], results[1]);
  std::vector<double> expected(std::size_t(num_rows * n));
  for (std::int64_t i = 0; i < num_rows; ++i)
    for (std::int32_t k = offsets[std::size_t(i)]; k < offsets[std::size_t(i) + 1]; ++k)
      for (std::int64_t j = 0; j < n; ++j)
        expected[std::size_t(columns[std::size_t(k)] * n + j)] +=
            values[std::size_t(k)] * b.at(0, i, j);
  for (std::size_t k = 0; k < expected.size(); ++k)
    ASSERT_NEAR(results[1][k], expected[k], 1e-10) << k;
}

/// A walk needs no copy of B; the kernel that makes one asks for room, once.
TEST(SpmmCuda, workspace) {
  const Exec exec;
  const auto A = MatrixFrom<Csr<double>>::make(grid27<double>(), {}, Order::sorted);
  const auto walking = spmm_plan(exec, Op::none, A).workspace_bytes(32);
  const auto packing =
      spmm_plan(exec, Op::none, A, {.kernel = packed_row_tile}).workspace_bytes(32);
  EXPECT_LT(walking, packing);
  EXPECT_GE(packing, std::size_t(A.num_cols()) * 32 * sizeof(double));
}

}  // namespace
}  // namespace filigree::test
