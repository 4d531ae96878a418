// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert_any.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/geam.hpp>
#include <filigree/spgemm_adjoint.hpp>

#include "core/refusals.hpp"
#include "spgemm_support.hpp"

/// Operands that are not Csr: Csc in plans, any format in one call.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class S, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<S, Index, Offset, Space>;
template <class S, class Index = I32, class Offset = Index>
using Csc = CscMatrix<S, Index, Offset, Space>;

template <class AMatrix, class BMatrix>
void expect_product(const Operand& A, const Operand& B) {
  SCOPED_TRACE(std::string(AMatrix::format_name) + " A " + A.text() + "; " + BMatrix::format_name +
               " B " + B.text());
  using S = typename AMatrix::scalar_type;
  const auto alpha = narrow<S>({1.5, is_complex_v<S> ? -0.5 : 0});
  const auto C = spgemm(Exec(), A.op, B.op, alpha, make<AMatrix>(A), make<BMatrix>(B));
  EXPECT_TRUE(is_product<S>(C, sparse_product(widen(alpha), A, B)));
}

TEST(SpgemmCsc, every_op_and_matrix_type) {
  using S = complex_double;
  for (const auto& properties : all_properties(IndexBase::one))
    for (const Op op : all_ops) {
      auto A = random_operand<S>(40, 40, 4, 1, true);
      A.properties = properties;
      A.op = op;
      A.order = Order::shuffled;
      for (const Op op_b : all_ops) {
        const auto B = turned_operand<S>(40, 30, 3, 2, op_b);
        expect_product<Csc<S>, Csr<S>>(A, B);
        expect_product<Csc<S>, Csc<S>>(A, B);
        auto Bt = turned_operand<S>(30, 40, 3, 2, op_b);
        expect_product<Csr<S>, Csc<S>>(Bt, A);
      }
    }
}

TEST(SpgemmCsc, index_types_bases_and_shapes) {
  auto A = random_operand<double>(80, 60, 5, 1), B = random_operand<double>(60, 50, 5, 2);
  expect_product<Csc<double, I32, I64>, Csr<double, I64, I32>>(A, B);
  B.properties.index_base = IndexBase::one;
  expect_product<Csr<double, I32, I32>, Csc<double, I64, I64>>(A, B);
  const auto shape = [](std::int64_t rows, std::int64_t cols) { return Operand{{rows, cols, {}}}; };
  for (const auto& [left, right] :
       {std::pair{shape(0, 5), shape(5, 3)}, std::pair{shape(4, 5), shape(5, 0)},
        std::pair{shape(7, 0), shape(0, 4)}})
    expect_product<Csc<double>, Csc<double>>(left, right);
}

TEST(SpgemmCsc, plans_take_new_values) {
  const Exec exec;
  const auto A = random_operand<double>(60, 50, 4, 1), B = random_operand<double>(50, 60, 4, 2);
  const auto D = random_operand<double>(60, 60, 2, 3, true);
  const auto a = make<Csc<double>>(A), b = make<Csc<double>>(B), d = make<Csc<double>>(D);
  const auto plan = spgemm_plan(exec, Op::none, Op::none, a, b, d);
  const auto C = plan.make_result(exec);
  for (const double factor : {1.0, 2.0, -3.0}) {
    auto values = download(a.values());
    for (double& value : values) value *= factor;
    plan.apply(exec, 1, a.with_values(upload<Space>(values)), b, 0.5, d, C);
    exec.fence();
    EXPECT_TRUE(is_product<double>(C, sparse_product(factor, A, B, 0.5, &D)));
  }
  const auto other = make<Csc<double>>(A);
  expect_refusals({
      {"other arrays", Status::stale_plan, "A", "plan",
       [&] { plan.apply(exec, 1, other, b, 0.5, d, C); }},
      {"the same arrays as rows", Status::stale_plan, "D", "plan",
       [&] { plan.apply(exec, 1, a, b, 0.5, transposed(d), C); }},
      {"D as columns where it has to be C's", Status::stale_plan, "D", "plan",
       [&] {
         const auto without = spgemm_plan(exec, Op::none, Op::none, a, b);
         const auto result = without.make_result(exec);
         without.apply(exec, 1, a, b, 0.5, transposed(result), result);
       }},
  });
}

/// Gradients of Csc matrices are those of the Csr ones, in the places where these are stored.
TEST(SpgemmCsc, gradients) {
  const Exec exec;
  using S = complex_double;
  for (const Op op_a : all_ops)
    for (const Op op_b : all_ops) {
      SCOPED_TRACE(std::string(name(op_a)) + ", " + std::string(name(op_b)));
      const auto A = turned_operand<S>(30, 20, 3, 1, op_a);
      const auto B = turned_operand<S>(20, 40, 3, 2, op_b);
      const auto a = make<Csr<S>>(A), b = make<Csr<S>>(B);
      const auto a_cols = make<Csc<S>>(A), b_cols = make<Csc<S>>(B);
      const auto grad_C = spgemm(exec, op_a, op_b, 1, a, b);
      const auto grad_C_cols = csr_to_csc(exec, grad_C);
      const S alpha(1, 2);
      const auto grad_a = a.with_values(Kokkos::View<S*, Space>("rows", a.nnz()));
      const auto grad_b = b.with_values(Kokkos::View<S*, Space>("rows", b.nnz()));
      const auto cols_a = a_cols.with_values(Kokkos::View<S*, Space>("columns", a.nnz()));
      const auto cols_b = b_cols.with_values(Kokkos::View<S*, Space>("columns", b.nnz()));
      spgemm_adjoint_a(exec, op_a, op_b, alpha, b, grad_C, 0, grad_a);
      spgemm_adjoint_b(exec, op_a, op_b, alpha, a, grad_C, 0, grad_b);
      spgemm_adjoint_a(exec, op_a, op_b, alpha, b_cols, grad_C_cols, 0, cols_a);
      spgemm_adjoint_b(exec, op_a, op_b, alpha, a_cols, grad_C_cols, 0, cols_b);
      EXPECT_EQ(download(csr_to_csc(exec, grad_a).values()), download(cols_a.values()));
      EXPECT_EQ(download(csr_to_csc(exec, grad_b).values()), download(cols_b.values()));
    }
}

/// f(A converted to each of some formats): with and without padding, blocks, and one that is known
/// when the program runs.
template <class F>
void for_each_format(const Csr<double>& A, const F& f) {
  const Exec exec;
  f("coo", convert_to<CooMatrix<double, I32, Space>>(exec, A));
  f("coo_aos", convert_to<CooAosMatrix<double, I32, Space>>(exec, A));
  f("ell", convert_to<EllMatrix<double, I32, Space>>(exec, A));
  f("sell", convert_to<SellMatrix<double, I32, I64, Space>>(exec, A));
  f("hyb", convert_to<HybMatrix<double, I32, Space>>(exec, A));
  f("dia", convert_to<DiaMatrix<double, I32, Space>>(exec, A));
  f("hdia", convert_to<HdiaMatrix<double, I32, I32, Space>>(exec, A));
  f("bsr", convert_to<BsrMatrix<double, I32, I32, Space>>(
               exec, A, {.block = BlockLayout{3, 2, BlockOrder::col_major}}));
  f("bsc", convert_to<BscMatrix<double, I32, I32, Space>>(exec, A, {.block = BlockLayout{2, 2}}));
  f("blocked_ell", convert_to<BlockedEllMatrix<double, I32, Space>>(exec, A, {.block_size = 2}));
  const AnyMatrix<double, I32, I32, Space> any(A);
  f("any", any);
  f("any coo", any.convert_to(exec, Format::coo));
  f("any csc", any.convert_to(exec, Format::csc));
  f("any hdia", any.convert_to(exec, Format::hdia));
}

TEST(SpgemmFormats, go_through_csr) {
  const Exec exec;
  auto A = random_operand<double>(30, 30, 3, 1);
  const auto B = random_operand<double>(30, 30, 3, 2);
  // Some formats cannot tell a zero from their padding.
  std::erase_if(A.stored.entries, [](const Entry& e) { return e.value == Wide(0); });
  const auto b = make<Csr<double>>(B), a = make<Csr<double>>(A);
  for_each_format(a, [&](const char* format, const auto& in_format) {
    SCOPED_TRACE(format);
    EXPECT_TRUE(is_product<double>(spgemm(exec, in_format, b), sparse_product(1, A, B)));
    Operand turned = A;
    turned.op = Op::transpose;
    EXPECT_TRUE(is_product<double>(spgemm(exec, Op::none, Op::transpose, 2, b, in_format),
                                   sparse_product(2, B, turned)));
    EXPECT_TRUE(is_product<double>(spgemm(exec, Op::none, Op::none, 1, b, b, 3, in_format),
                                   sparse_product(1, B, B, 3, &A)));
    EXPECT_TRUE(is_product<double>(geam(exec, 1, in_format, 3, b), [&] {
      SparseSums sums;
      for (const Entry& e : A.entries()) sums[{e.row, e.col}].add(e.value);
      for (const Entry& e : B.entries()) sums[{e.row, e.col}].add(3.0L * e.value);
      return sums;
    }()));
  });
}

TEST(SpgemmFormats, two_of_them) {
  const Exec exec;
  const auto A = random_operand<double>(30, 20, 3, 1), B = random_operand<double>(20, 30, 3, 2);
  const auto coo = convert_to<CooMatrix<double, I32, Space>>(exec, make<Csr<double>>(A));
  const auto sell = convert_to<SellMatrix<double, I32, I32, Space>>(exec, make<Csr<double>>(B));
  EXPECT_TRUE(is_product<double>(spgemm(exec, coo, sell), sparse_product(1, A, B)));
  EXPECT_TRUE(
      (is_product<double>(spgemm<I64>(exec, coo, make<Csc<double>>(B)), sparse_product(1, A, B))));
}

}  // namespace
}  // namespace filigree::test
