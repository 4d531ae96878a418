// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <string_view>
#include <vector>

#include "event_counts.hpp"
#include "graph_capture.hpp"
#include "grid_triplets.hpp"
#include "spmv_support.hpp"

/// The tuned kernels of planned products with the transpose of what is stored, each asked for by
/// name.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;

template <class S, class O = std::int32_t, class I = std::int32_t>
using Csr = CsrMatrix<S, I, O, Space>;

/// z = alpha op(A) x + beta y by the kernel, against the reference: beta 0 and not, in place, with
/// reductions, twice with the same bits.
template <class Matrix, class X, class Y, class Compute>
void check_kernel(std::string_view kernel, Op op, const Triplets& triplets,
                  MatrixProperties properties, Order order) {
  SCOPED_TRACE(std::string(kernel) + " " + describe(op, properties) + ", " +
               MatrixFrom<Matrix>::format);
  const Exec exec;
  std::mt19937 random(4);
  const Matrix A = MatrixFrom<Matrix>::make(triplets, properties, order);
  const auto plan = spmv_plan(exec, op, A, {.kernel = kernel});
  EXPECT_EQ(plan.kernel().name, kernel);
  const auto x_host = random_vector<X>(random, op == Op::none ? A.num_cols() : A.num_rows());
  const auto y_host = random_vector<Y>(random, op == Op::none ? A.num_rows() : A.num_cols());
  const auto x = upload<Space>(x_host);
  const GuardedVector<Y, Space> z(std::vector<Y>(y_host.size(), poison<Y>()));
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  EXPECT_EQ(plan.apply(exec, Compute(2), A, x, Compute(0), z.view, workspace).name, kernel);
  const auto once = z.get();
  EXPECT_TRUE((is_close<Y, Compute>(
      once, reference_product(op, triplets, properties, 2, x_host, 0, y_host))));

  Kokkos::deep_copy(z.view, poison<Y>());
  plan.apply(exec, Compute(2), A, x, Compute(0), z.view, workspace);
  const auto again = z.get();
  for (std::size_t i = 0; i < once.size(); ++i)
    ASSERT_EQ(widen(once[i]), widen(again[i])) << "another result, row " << i;

  const auto in_place = upload<Space>(y_host);
  const Kokkos::View<Compute*, Space> result("result", 2);
  plan.apply(exec, Compute(-1), A, x, Compute(3), in_place, in_place,
             SpmvReductions<Compute, Y, Space>{{}, result}, workspace);
  const auto updated = download(in_place);
  EXPECT_TRUE((is_close<Y, Compute>(
      updated, reference_product(op, triplets, properties, -1, x_host, 3, y_host))));
  long double norm = 0;
  for (const Y& value : updated) norm += std::norm(widen(value));
  EXPECT_NEAR(double(widen(download(result)[1]).real()), double(norm), 1e-3 * double(norm));

  plan.apply(exec, Compute(0), A, x, Compute(1), in_place, workspace);
  const auto kept = download(in_place);
  for (std::size_t i = 0; i < kept.size(); ++i) ASSERT_EQ(widen(kept[i]), widen(updated[i]));
}

template <class S, class X = S, class Y = S, class Compute = Y>
void check_scalars(std::string_view kernel, const Triplets& triplets, Order order = Order::sorted) {
  for (const Op op : {Op::transpose, Op::conjugate_transpose})
    check_kernel<Csr<S>, X, Y, Compute>(kernel, op, triplets, {}, order);
}

template <class O, class I>
void check_indices(std::string_view kernel, const Triplets& triplets, Order order = Order::sorted) {
  check_kernel<Csr<double, O, I>, double, double, double>(kernel, Op::transpose, triplets,
                                                          {IndexBase::one}, order);
  check_kernel<CscMatrix<float, I, O, Space>, float, float, float>(kernel, Op::none, triplets, {},
                                                                   order);
}

template <class T>
Triplets random_matrix(std::int64_t rows, std::int64_t cols, double mean,
                       std::int64_t long_row = -1) {
  std::mt19937 random(21);
  return random_triplets<T>(random, {rows, cols, mean, long_row, true});
}

constexpr std::string_view two_pass = "csr_two_pass_cuda";

TEST(SpmvTransposedCuda, two_pass_scalars) {
  check_scalars<float>(two_pass, random_matrix<float>(9000, 7000, 9));
  check_scalars<double>(two_pass, random_matrix<double>(9000, 7000, 9), Order::shuffled);
  check_scalars<complex_float>(two_pass, random_matrix<complex_float>(9000, 7000, 9));
  check_scalars<complex_double>(two_pass, random_matrix<complex_double>(9000, 7000, 9));
  check_scalars<float, double, double>(two_pass, random_matrix<float>(3000, 7000, 9));
  check_scalars<half, half, half, float>(two_pass, random_matrix<half>(3000, 7000, 9));
  check_scalars<bfloat16, bfloat16, bfloat16, float>(two_pass,
                                                     random_matrix<bfloat16>(3000, 7000, 9));
}

TEST(SpmvTransposedCuda, two_pass_indices) {
  const Triplets triplets = random_matrix<float>(20000, 9000, 6);
  check_indices<std::int32_t, std::int32_t>(two_pass, triplets);
  check_indices<std::int64_t, std::int32_t>(two_pass, triplets, Order::shuffled);
  check_indices<std::int64_t, std::int64_t>(two_pass, triplets);
}

TEST(SpmvTransposedCuda, two_pass_shapes) {
  // Neighbours of a mesh with three unknowns a node are added up in the first pass.
  Triplets nodes = grid<double>(12, 11, 10, true);
  Triplets nodes3{3 * nodes.num_rows, 3 * nodes.num_cols, {}};
  std::mt19937 random(5);
  for (const Entry& e : nodes.entries)
    for (int i = 0; i < 9; ++i)
      nodes3.entries.push_back(
          {3 * e.row + i / 3, 3 * e.col + i % 3, widen(random_scalar<double>(random))});
  check_scalars<double>(two_pass, nodes3);
  check_scalars<complex_double>(two_pass, nodes3);
  check_scalars<float>(two_pass,
                       random_matrix<float>(30, 100000, 4, 17));  // a full row, empty columns
  check_scalars<double>(two_pass,
                        random_matrix<double>(100000, 40000, 0.5));  // empty rows and columns
  Triplets full_column = random_matrix<double>(100000, 300000, 5);   // in many buckets
  for (std::int64_t row = 0; row < full_column.num_rows; ++row)
    full_column.entries.push_back({row, 5, widen(random_scalar<double>(random))});
  check_scalars<double>(two_pass, full_column);
  check_scalars<float>(two_pass, random_matrix<float>(60000, 3, 2));
  check_scalars<complex_double>(two_pass, random_matrix<complex_double>(60000, 2, 0.9));
  Triplets two{5, 70000, {{3, 1, 2}, {2, 65000, 3}}};
  check_scalars<double>(two_pass, two, Order::shuffled);
}

TEST(SpmvTransposedCuda, permuted_scalars) {
  check_scalars<double>("csr_permuted_cuda", random_matrix<double>(900, 700, 10));
  check_scalars<half, half, half, float>("csr_permuted_cuda", random_matrix<half>(900, 700, 10));
  check_scalars<bfloat16, bfloat16, bfloat16, float>("csr_permuted_cuda",
                                                     random_matrix<bfloat16>(900, 700, 10));
}

TEST(SpmvTransposedCuda, lists_of_a_grid) {
  for (const char* kernel : {"csr_collect_cuda", "csr_windows_cuda"}) {
    check_scalars<float>(kernel, grid<float>(21, 13, 11, true));
    check_scalars<double>(kernel, grid<double>(21, 13, 11, true));
    check_scalars<complex_float>(kernel, grid<complex_float>(40, 30, 1, false));
    check_scalars<complex_double>(kernel, grid<complex_double>(21, 13, 11, true));
    check_scalars<float, double, double>(kernel, grid<float>(150, 9, 3, true));
    check_scalars<half, half, half, float>(kernel, grid<half>(21, 13, 11, true));
    check_scalars<bfloat16, bfloat16, bfloat16, float>(kernel, grid<bfloat16>(40, 30, 1, false));
    const Triplets triplets = grid<float>(200, 40, 2, false);
    check_indices<std::int32_t, std::int32_t>(kernel, triplets);
    check_indices<std::int64_t, std::int32_t>(kernel, triplets);
    check_indices<std::int64_t, std::int64_t>(kernel, triplets);
  }
}

TEST(SpmvTransposedCuda, lists_with_empty_rows_and_other_widths) {
  // Every third row is empty; entries right of the diagonal, some rows shorter.
  std::mt19937 random(8);
  for (const std::int64_t cols : {5000, 5040}) {
    Triplets triplets{5000, cols, {}};
    for (std::int64_t row = 0; row < triplets.num_rows; ++row) {
      if (row % 3 == 1) continue;
      for (const std::int64_t delta : {0, 2, 40})
        if (row + delta < cols)
          triplets.entries.push_back({row, row + delta, widen(random_scalar<double>(random))});
    }
    check_scalars<double>("csr_collect_cuda", triplets);
    check_scalars<double>("csr_windows_cuda", triplets);
  }
}

/// Captured in a graph without an allocation or a wait, and replayed with new values.
void check_capture(std::string_view kernel) {
  Triplets triplets = grid<double>(21, 13, 11, true);
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  const Stream stream;
  const Exec exec(stream.stream);
  const auto plan = spmv_plan(exec, Op::transpose, A, {.kernel = kernel});
  std::mt19937 random(6);
  const auto x_host = random_vector<double>(random, A.num_rows());
  const auto x = upload<Space>(x_host);
  const Kokkos::View<double*, Space> z("z", A.num_cols());
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  const auto call = [&] { plan.apply(exec, 2.0, A, x, 0.0, z, workspace); };
  call();  // the first launch of a kernel loads its code
  exec.fence();
  cudaGraphExec_t graph = nullptr;
  capture(stream, call, graph);
  ASSERT_NE(graph, nullptr);
  for (Entry& e : triplets.entries) e.value *= -3;
  auto ordered = triplets.entries;
  Kokkos::deep_copy(A.values(), values_of<double, Space>(ordered));
  Kokkos::deep_copy(z, poison<double>());
  EXPECT_CUDA(cudaGraphLaunch(graph, stream.stream));
  EXPECT_CUDA(cudaStreamSynchronize(stream.stream));
  EXPECT_TRUE((is_close<double, double>(
      download(z), reference_product(Op::transpose, triplets, {}, 2, x_host, 0, x_host))));
  EXPECT_CUDA(cudaGraphExecDestroy(graph));
}

TEST(SpmvTransposedCuda, captured_and_replayed_with_new_values) {
  for (const char* kernel : {"csr_two_pass_cuda", "csr_collect_cuda", "csr_windows_cuda"}) {
    SCOPED_TRACE(kernel);
    check_capture(kernel);
  }
}

TEST(SpmvTransposedCuda, what_a_plan_chooses) {
  const auto chosen = [](const Triplets& triplets) {
    const auto A = MatrixFrom<Csr<float>>::make(triplets, {}, Order::sorted);
    return std::string(spmv_plan(Exec(), Op::transpose, A).kernel().name);
  };
  EXPECT_EQ(chosen(grid<float>(40, 40, 40, true)), "csr_windows_cuda");
  // it depends on the card's bandwidth which of the two is faster
  const std::string of_open_grid = chosen(grid<float>(70, 60, 60, false));
  EXPECT_TRUE(of_open_grid == "csr_collect_cuda" || of_open_grid == "csr_windows_cuda")
      << of_open_grid;
  EXPECT_EQ(chosen(random_matrix<float>(120000, 80000, 10)), "csr_two_pass_cuda");
  EXPECT_EQ(chosen(random_matrix<float>(900, 700, 10)), "csr_permuted_cuda");
  std::mt19937 random(3);
  Triplets band{300000, 300000, {}};
  for (std::int64_t row = 40; row < band.num_rows; ++row)
    for (int i = 0; i < 4; ++i) band.entries.push_back({row, row - std::int64_t(random() % 40), 1});
  EXPECT_EQ(chosen(band), "csr_permuted_cuda");
}

}  // namespace
}  // namespace filigree::test
