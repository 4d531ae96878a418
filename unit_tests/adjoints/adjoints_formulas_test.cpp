// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/adjoints.hpp>

#include "sddmm/sddmm_support.hpp"
#include "spmv/event_counts.hpp"

/// Gradients against their formulas in long double: other formats, types, layouts and matrix types;
/// and what they allocate.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
constexpr std::int64_t rows = 31, cols = 23, width = 5;
constexpr Op N = Op::none, T = Op::transpose, H = Op::conjugate_transpose;

template <class S>
S conjugated(const S& value) {
  return narrow<S>(std::conj(widen(value)));
}

template <class Matrix>
void test_values(Op op_a, const std::string& kernel) {
  using S = typename Matrix::scalar_type;
  using Compute = sddmm_compute_t<S, S, S>;
  SCOPED_TRACE(std::string(Matrix::format_name) + ", " + std::string(name(op_a)));
  const Exec exec;
  std::mt19937 random(7);
  const auto [alpha, beta] = alpha_beta<Compute>(1);
  const auto a = MatrixFrom<Matrix>::make(random_triplets<S>(random, {rows, cols, 3, 5, false}),
                                          {IndexBase::one}, Order::shuffled);
  const auto e = random_dense<S>(random, 1, op_a == N ? cols : rows, width);
  const auto g = random_dense<S>(random, 1, op_a == N ? rows : cols, width);
  const auto places = places_of(a);
  auto before = random_vector<S>(random, std::int64_t(places.size()));
  for (std::size_t p = 0; p < places.size(); ++p)
    if (places[p].row < 0) before[p] = poison<S>();
  const DeviceDense<S, Space> e_view(e, Layout::padded_column_major, poison<S>());
  const DeviceDense<S, Space> g_view(g, Layout::padded_row_major, poison<S>());
  const GuardedVector<S, Space> values(before);
  const KernelId ran = spmm_adjoint_values(exec, op_a, N, alpha, e_view.single(), g_view.single(),
                                           beta, a.with_values(values.view));
  exec.fence();
  EXPECT_EQ(ran.name, kernel);
  const auto factor = op_a == H ? alpha : conjugated(alpha);
  const auto left = op_a == N ? g : (op_a == H ? e : turned(turned(e, H), T));
  const auto right = op_a == N ? turned(e, H) : turned(g, op_a);
  EXPECT_TRUE(is_sampled_product(places, factor, left, 0, right, 0, beta, before, values.get()));
}

TEST(AdjointFormulas, values_in_formats_and_types) {
  for (const Op op : all_ops) {
    test_values<CscMatrix<complex_float, I32, I32, Space>>(op, "sddmm_csr_generic");
    test_values<BsrMatrix<float, I32, I32, Space>>(
        op, detail::is_host_execution_v<Exec> && op != N ? "sddmm_bsr_host" : "sddmm_bsr_generic");
    test_values<BscMatrix<complex_double, I32, I32, Space>>(op, "sddmm_bsr_generic");
    test_values<CsrMatrix<half, I32, I32, Space>>(op, "sddmm_csr_generic");
  }
}

/// grad_B of op none is conj(alpha) op(A)^H grad_C; of op transpose the transpose of that.
template <class Matrix>
void test_dense(const MatrixProperties& properties, Op op_b) {
  using S = typename Matrix::scalar_type;
  using Compute = spmm_compute_t<S, S, S>;
  SCOPED_TRACE(Matrix::format_name + (", " + describe(op_b, properties)));
  const Exec exec;
  std::mt19937 random(7);
  const auto [alpha, beta] = alpha_beta<Compute>(1);
  const auto triplets = random_triplets<S>(random, {rows, rows, 3, 5, false});
  const auto a = MatrixFrom<Matrix>::make(triplets, properties, Order::shuffled);
  const auto grad_c = random_dense<S>(random, 1, rows, width);
  const auto before = random_dense<S>(random, 1, rows, width);
  const DeviceDense<S, Space> c_view(grad_c, Layout::padded_column_major, poison<S>());
  const DeviceDense<S, Space> b_view(turned(before, op_b), Layout::padded_row_major, narrow<S>(7));
  const auto plan = spmm_plan(exec, T, a);
  spmm_adjoint_dense(exec, plan, N, op_b, alpha, a, c_view.single(), beta, b_view.single());
  exec.fence();
  EXPECT_TRUE(is_product(H, triplets, properties, conjugated(alpha), grad_c, 0, beta, before,
                         turned(b_view.get(), op_b), 0));
}

TEST(AdjointFormulas, dense_in_formats_and_types) {
  for (const Op op_b : {N, T}) {
    test_dense<CooMatrix<complex_float, I32, Space>>({IndexBase::one}, op_b);
    test_dense<SellMatrix<complex_double, I32, I32, Space>>({}, op_b);
    test_dense<CsrMatrix<bfloat16, I32, I32, Space>>({}, op_b);
    for (const MatrixType type : {MatrixType::hermitian, MatrixType::triangular})
      test_dense<CsrMatrix<complex_double, I32, I32, Space>>(
          {IndexBase::zero, type, FillMode::upper, DiagonalType::unit}, op_b);
  }
}

/// Kokkos gives an empty View strides of 0, which is no reason to refuse it.
TEST(AdjointFormulas, of_nothing) {
  const Exec exec;
  std::mt19937 random(7);
  using Matrix = CsrMatrix<double, I32, I32, Space>;
  using Left = Kokkos::View<double**, Kokkos::LayoutLeft, Space>;
  const auto a =
      MatrixFrom<Matrix>::make(random_triplets<double>(random, {3, 0, 0}), {}, Order::sorted);
  EXPECT_NO_THROW(spmm_adjoint_dense(exec, N, N, 1.0, a, Left("C", 3, 2), 0.0, Left("B", 0, 2)));
}

/// Planned gradients, and those of values in any call, allocate nothing: memory is what the caller
/// has, O(nnz) for the values.
TEST(AdjointFormulas, allocate_nothing) {
  const Exec exec;
  std::mt19937 random(7);
  using Matrix = CsrMatrix<double, I32, I32, Space>;
  const auto a =
      MatrixFrom<Matrix>::make(random_triplets<double>(random, {rows, cols, 3}), {}, Order::sorted);
  const Kokkos::View<double**, Space> b("B", cols, width), c("C", rows, width);
  const auto of_values = sddmm_plan(exec, a);
  const auto forward = spmm_plan(exec, N, a), backward = spmm_plan(exec, T, a);
  const Kokkos::View<std::byte*, Space> workspace(
      "workspace", std::max({of_values.workspace_bytes(width), forward.workspace_bytes(width),
                             backward.workspace_bytes(width)}));
  const auto all = [&] {
    spmm_adjoint_values(exec, N, N, 1.0, b, c, 0.0, a);
    spmm_adjoint_values(exec, of_values, N, N, 1.0, b, c, 0.0, a, workspace);
    spmm_adjoint_dense(exec, backward, N, N, 1.0, a, c, 0.0, b, workspace);
    sddmm_adjoint_a(exec, forward, N, T, 1.0, a, b, 0.0, c, workspace);
    sddmm_adjoint_b(exec, backward, N, T, 1.0, a, c, 0.0, b, workspace);
  };
  all();
  exec.fence();
  const EventCounts counts;
  all();
  EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
  EXPECT_EQ(counts.fences(), 0);
}

}  // namespace
}  // namespace filigree::test
