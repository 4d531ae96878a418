// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/gemvi.hpp>
#include <filigree/masked_spgemm.hpp>
#include <filigree/sddmm.hpp>
#include <filigree/sddmm_op.hpp>
#include <filigree/spmm.hpp>
#include <filigree/spmm_op.hpp>
#include <filigree/spmv_op.hpp>
#include <filigree/structured.hpp>
#include <filigree/structured_matmul.hpp>
#include <filigree/vector_operations.hpp>

#include "graph_replay.hpp"
#include "spmv_formats/format_from.hpp"

/// Every operation that may be captured in a CUDA graph, but for products with vectors of Csr, by
/// lists of the transpose and by the tuned kernels of products with matrices, whose own tests do
/// so.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
using Index = std::int32_t;
using Vector = Kokkos::View<double*, Space>;
using Scalar = Kokkos::View<double, Space>;
using Workspace = Kokkos::View<std::byte*, Space>;
using Left = Kokkos::View<double**, Kokkos::LayoutLeft, Space>;
using Right = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
using Csr = CsrMatrix<double, Index, Index, Space>;
using Csc = CscMatrix<double, Index, Index, Space>;
using Coo = CooMatrix<double, Index, Space>;
using CooAos = CooAosMatrix<double, Index, Space>;
using Ell = EllMatrix<double, Index, Space>;
using Sell = SellMatrix<double, Index, Index, Space>;
using Bsr = BsrMatrix<double, Index, Index, Space>;
using Bsc = BscMatrix<double, Index, Index, Space>;
using Bsrx = BsrxView<double, Index, Index, Space>;
using BlockedEll = BlockedEllMatrix<double, Index, Space>;
using Hyb = HybMatrix<double, Index, Space>;
using Dia = DiaMatrix<double, Index, Space>;
using Hdia = HdiaMatrix<double, Index, Index, Space>;

constexpr std::int64_t size = 300;

template <class Matrix>
Matrix random_matrix() {
  std::mt19937 random(4);
  return MatrixFrom<Matrix>::make(random_triplets<double>(random, {size, size, 4}),
                                  {.unique = true}, Order::sorted);
}

/// expect_replay with the values of A among the inputs.
template <class Matrix, class Call, class Output, class... Inputs>
void expect_replay_of(const Matrix& A, std::string_view what, const Call& call,
                      const Output& output, const Inputs&... inputs) {
  SCOPED_TRACE(Matrix::format_name);
  if constexpr (std::is_same_v<Matrix, Hyb>)
    expect_replay(what, call, output, inputs..., A.ell().values(), A.coo().values());
  else
    expect_replay(what, call, output, inputs..., A.values());
}

template <class Matrix>
void test_vectors() {
  const auto A = random_matrix<Matrix>();
  const Vector x("x", size), y("y", size), z("z", size), sums("sums", 2);
  const Scalar alpha("alpha");
  for (const Op op : {Op::none, Op::transpose}) {
    SCOPED_TRACE(name(op));
    const auto plan = spmv_plan(Exec(), op, A);
    const Workspace workspace("workspace", plan.workspace_bytes());
    expect_replay_of(
        A, "planned", [&](const Exec& exec) { plan.apply(exec, alpha, A, x, 2.0, y, workspace); },
        y, x, alpha);
    expect_replay_of(
        A, "reductions",
        [&](const Exec& exec) {
          plan.apply(exec, alpha, A, x, 2.0, y, z, SpmvReductions<double, double, Space>{x, sums},
                     workspace);
        },
        sums, x, y, alpha);
    expect_replay_of(
        A, "one-shot", [&](const Exec& exec) { spmv(exec, op, alpha, A, x, 2.0, y); }, y, x, alpha);
  }
}

TEST(CudaGraphs, spmv) {
  test_vectors<Csc>();
  test_vectors<Coo>();
  test_vectors<CooAos>();
  test_vectors<Ell>();
  test_vectors<Sell>();
  test_vectors<Bsr>();
  test_vectors<Bsc>();
  test_vectors<Bsrx>();
  test_vectors<BlockedEll>();
  test_vectors<Hyb>();
  test_vectors<Dia>();
  test_vectors<Hdia>();
}

template <class Matrix>
void test_matrices(const SpmmOptions& options = {}) {
  constexpr std::int64_t columns = 6;
  const auto A = random_matrix<Matrix>();
  const Left B("B", size, columns);
  const Right C("C", size, columns);
  const Scalar alpha("alpha");
  for (const Op op : {Op::none, Op::transpose}) {
    SCOPED_TRACE(name(op));
    const auto plan = spmm_plan(Exec(), op, A, options);
    const Workspace workspace("workspace", plan.workspace_bytes(columns));
    expect_replay_of(
        A, "planned", [&](const Exec& exec) { plan.apply(exec, alpha, A, B, 2.0, C, workspace); },
        C, B, alpha);
  }
  expect_replay_of(
      A, "one-shot", [&](const Exec& exec) { spmm(exec, Op::none, alpha, A, B, 2.0, C, options); },
      C, B, alpha);
}

TEST(CudaGraphs, spmm) {
  test_matrices<Csr>({.backend = Backend::generic});
  test_matrices<Coo>();
  test_matrices<Ell>();
  test_matrices<Sell>();
  test_matrices<Bsr>();
  test_matrices<BlockedEll>();
  test_matrices<Hyb>();
  test_matrices<Dia>();
  test_matrices<Hdia>();
}

template <class Matrix, class A>
void test_sampled(Backend backend) {
  constexpr std::int64_t inner = 37;
  const auto C = random_matrix<Matrix>();
  const A a("A", size, inner), b("B", inner, size);
  const Scalar alpha("alpha");
  const auto plan = sddmm_plan(Exec(), C, {.backend = backend});
  const Workspace workspace("workspace", plan.workspace_bytes(inner));
  expect_replay(
      "planned", [&](const Exec& exec) { plan.apply(exec, alpha, a, b, 2.0, C, workspace); },
      C.values(), a, b, alpha);
  expect_replay(
      "one-shot",
      [&](const Exec& exec) {
        sddmm(exec, Op::none, Op::none, alpha, a, b, 2.0, C, {.backend = backend});
      },
      C.values(), a, b, alpha);
}

TEST(CudaGraphs, sddmm) {
  for (const Backend backend : {Backend::automatic, Backend::generic}) {
    test_sampled<Csr, Right>(backend);
    test_sampled<Csr, Left>(backend);
    test_sampled<Bsr, Right>(backend);
  }
}

SparseVector<double, Index, Space> every_third_entry() {
  std::vector<Index> indices;
  for (Index i = size - 1; i >= 0; i -= 3) indices.push_back(i);
  return {size, upload<Space>(indices), Vector("values", indices.size())};
}

TEST(CudaGraphs, gemvi) {
  const auto x = every_third_entry();
  const Left A("A", size, size);
  const Vector y("y", size);
  const Scalar alpha("alpha");
  for (const Op op : {Op::none, Op::transpose})
    expect_replay(
        name(op), [&](const Exec& exec) { gemvi(exec, op, alpha, A, x, 2.0, y); }, y, A, x.values(),
        alpha);
}

TEST(CudaGraphs, vector_operations) {
  const auto x = every_third_entry();
  const Vector y("y", size);
  const Scalar alpha("alpha"), dot("dot");
  expect_replay(
      "axpby", [&](const Exec& exec) { axpby(exec, alpha, x, 2.0, y); }, y, x.values(), alpha);
  expect_replay(
      "gather", [&](const Exec& exec) { gather(exec, y, x); }, x.values(), y);
  expect_replay(
      "scatter", [&](const Exec& exec) { scatter(exec, x, y); }, y, x.values());
  expect_replay(
      "rot", [&](const Exec& exec) { rot(exec, alpha, 2.0, x, y); }, y, x.values(), alpha);
  expect_replay(
      "spvv", [&](const Exec& exec) { spvv(exec, Op::none, x, y, dot); }, dot, x.values(), y);
}

TEST(CudaGraphs, operators) {
  const auto A = random_matrix<Csr>();
  const auto C = A.with_values(Vector("values", A.nnz()));
  const auto semiring = semirings::plus_times<double>();
  const Vector x("x", size), y("y", size);
  const Left B("B", size, 6);
  const Right D("D", size, 6);
  const Right E("E", 6, size);
  expect_replay(
      "spmv_op", [&](const Exec& exec) { spmv_op(exec, Op::none, semiring, A, x, y); }, y,
      A.values(), x);
  expect_replay(
      "spmm_op", [&](const Exec& exec) { spmm_op(exec, Op::none, semiring, A, B, D); }, D,
      A.values(), B);
  expect_replay(
      "sddmm_op", [&](const Exec& exec) { sddmm_op(exec, Op::none, Op::none, semiring, D, E, C); },
      C.values(), D, E);
  expect_replay(
      "masked_spgemm",
      [&](const Exec& exec) { masked_spgemm(exec, Op::none, Op::transpose, semiring, A, A, C); },
      C.values(), A.values());
}

/// By every kernel that takes the product, with C and without.
TEST(CudaGraphs, structured_matmul) {
  const Exec exec;
  using Half = Kokkos::View<half**, Kokkos::LayoutLeft, Space>;
  using Float = Kokkos::View<float**, Kokkos::LayoutLeft, Space>;
  const Half dense("A", 64, 2048), B("B", 2048, 24);
  const Float C("C", 64, 24), D("D", 64, 24);
  const Kokkos::View<float, Space> alpha("alpha"), beta("beta");
  fill(dense, 3);
  structured_prune(exec, dense, dense, StructuredPruneRule::strip);
  const auto A = structured_compress(exec, dense);
  for (const auto kernel : structured_matmul_kernels(exec, Op::none, Op::none, A, B, D)) {
    SCOPED_TRACE(kernel);
    const auto plan = structured_matmul_plan(exec, Op::none, Op::none, A, B, D, {.kernel = kernel});
    const Workspace workspace("workspace", plan.workspace_bytes());
    expect_replay(
        "planned",
        [&](const Exec& on) {
          EXPECT_EQ(plan.apply(on, alpha, A, B, beta, C, D, {}, workspace).name, kernel);
        },
        D, B, C, alpha, beta);
    expect_replay(
        "alpha alone", [&](const Exec& on) { plan.apply(on, alpha, A, B, D, {}, workspace); }, D, B,
        alpha);
  }
  expect_replay(
      "one-shot",
      [&](const Exec& on) { structured_matmul(on, Op::none, Op::none, 1, A, B, beta, C, D); }, D, B,
      C, beta);
}

}  // namespace
}  // namespace filigree::test
