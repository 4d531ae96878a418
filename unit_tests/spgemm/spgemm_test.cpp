// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spgemm_support.hpp"

/// Products of all kinds against a plain loop in long double.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
template <class T, class Index = std::int32_t, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

/// C = alpha A B in one call, by the generic kernel and by the library's choice.
template <class Matrix, class OtherMatrix = Matrix>
void expect_product(const Operand& A, const Operand& B) {
  SCOPED_TRACE("A " + A.text() + "; B " + B.text());
  using T = typename Matrix::scalar_type;
  using Compute = spgemm_compute_t<T, T, T>;
  const auto alpha = narrow<Compute>({1.5, is_complex_v<Compute> ? -0.5 : 0});
  const auto a = make<Matrix>(A);
  const auto b = make<OtherMatrix>(B);
  const auto expected = sparse_product(widen(alpha), A, B);
  for (const Backend backend : {Backend::generic, Backend::automatic})
    EXPECT_TRUE(is_product<Compute>(spgemm(Exec(), A.op, B.op, alpha, a, b, {.backend = backend}),
                                    expected));
}

TEST(Spgemm, a_product_by_hand) {
  // [1 2 0]   [4 0]   [4 10]
  // [0 0 3] * [0 5] = [ .  .]
  //           [. .]
  const Operand A{{2, 3, {{0, 0, 1}, {0, 1, 2}, {1, 2, 3}}}}, B{{3, 2, {{0, 0, 4}, {1, 1, 5}}}};
  const auto C = spgemm(Exec(), make<Csr<double>>(A), make<Csr<double>>(B));
  EXPECT_EQ(download(C.row_offsets()), (std::vector<std::int32_t>{0, 2, 2}));
  EXPECT_EQ(download(C.col_indices()), (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(download(C.values()), (std::vector<double>{4, 10}));
}

TEST(Spgemm, entries_that_cancel_stay) {
  const Operand A{{1, 2, {{0, 0, 1}, {0, 1, -1}}}}, B{{2, 1, {{0, 0, 3}, {1, 0, 3}}}};
  const auto C = spgemm(Exec(), make<Csr<double>>(A), make<Csr<double>>(B));
  EXPECT_EQ(download(C.values()), (std::vector<double>{0}));
}

template <class T>
class SpgemmScalars : public ::testing::Test {};
#if defined(FILIGREE_TEST_FEW_TYPES)
using Scalars = ::testing::Types<double, half>;
#else
using Scalars = ::testing::Types<float, double, complex_float, complex_double, half, bfloat16>;
#endif
TYPED_TEST_SUITE(SpgemmScalars, Scalars);

TYPED_TEST(SpgemmScalars, random_products_with_every_op) {
  using T = TypeParam;
  for (const Op op_a : all_ops)
    for (const Op op_b : all_ops)
      expect_product<Csr<T>>(turned_operand<T>(70, 50, 4, 1, op_a),
                             turned_operand<T>(50, 90, 3, 2, op_b));
}

TYPED_TEST(SpgemmScalars, a_union_with_d) {
  using T = TypeParam;
  using Compute = spgemm_compute_t<T, T, T>;
  const auto A = random_operand<T>(60, 40, 3, 3), B = random_operand<T>(40, 70, 3, 4);
  auto D = random_operand<T>(60, 70, 2, 5, true);
  D.order = Order::shuffled;
  const auto alpha = narrow<Compute>({2, 0}), beta = narrow<Compute>({-0.5, 0});
  const auto C = spgemm(Exec(), Op::none, Op::none, alpha, make<Csr<T>>(A), make<Csr<T>>(B), beta,
                        make<Csr<T>>(D));
  EXPECT_TRUE(is_product<Compute>(C, sparse_product(widen(alpha), A, B, widen(beta), &D)));
}

TEST(Spgemm, bases_orders_and_duplicates) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one})
    for (const Order order : {Order::sorted, Order::shuffled})
      for (const Op op : {Op::none, Op::transpose}) {
        auto A = turned_operand<double>(80, 60, 5, 1, op, true);
        auto B = turned_operand<double>(60, 50, 5, 2, op, true);
        A.properties.index_base = base;
        A.order = B.order = order;
        expect_product<Csr<double>>(A, B);
        B.properties.index_base = base;
        expect_product<Csr<double>>(A, B);
      }
}

TEST(Spgemm, index_types_in_any_mix) {
  const auto A = random_operand<double>(80, 60, 5, 1), B = random_operand<double>(60, 50, 5, 2);
  using I32 = std::int32_t;
  using I64 = std::int64_t;
  expect_product<Csr<double, I32, I64>, Csr<double, I64, I32>>(A, B);
  expect_product<Csr<double, I64, I64>, Csr<double, I32, I32>>(A, B);
  const auto C = spgemm<I64>(Exec(), make<Csr<double>>(A), make<Csr<double>>(B));
  static_assert(std::is_same_v<decltype(C)::offset_type, I64>);
  static_assert(std::is_same_v<decltype(C)::index_type, I32>);
  EXPECT_TRUE(is_product<double>(C, sparse_product(1, A, B)));
}

TEST(Spgemm, a_base_of_its_own) {
  const auto A = random_operand<double>(30, 30, 3, 1);
  const auto C = spgemm(Exec(), Op::none, Op::none, 1, make<Csr<double>>(A), make<Csr<double>>(A),
                        {.index_base = IndexBase::one});
  EXPECT_EQ(C.index_base(), IndexBase::one);
  EXPECT_TRUE(is_product<double>(C, sparse_product(1, A, A)));
}

TEST(Spgemm, symmetric_hermitian_and_triangular_matrices_stand_for_the_whole) {
  using T = complex_double;
  for (const auto& properties : all_properties(IndexBase::one))
    for (const Op op : all_ops) {
      auto A = random_operand<T>(40, 40, 4, 1);
      A.properties = properties;
      A.op = op;
      const auto B = random_operand<T>(40, 40, 3, 2);
      expect_product<Csr<T>>(A, B);
      expect_product<Csr<T>>(B, A);
    }
}

TEST(Spgemm, nothing_to_multiply) {
  const auto shape = [](std::int64_t rows, std::int64_t cols) { return Operand{{rows, cols, {}}}; };
  const auto full = random_operand<double>(5, 5, 3, 1);
  for (const Op op : {Op::none, Op::transpose})
    for (const auto& [A, B] :
         {std::pair{shape(0, 5), full}, std::pair{full, shape(5, 0)}, std::pair{shape(5, 5), full},
          std::pair{full, shape(5, 5)}, std::pair{shape(7, 0), shape(0, 4)},
          std::pair{shape(0, 0), shape(0, 0)}}) {
      Operand a = A, b = B;
      if (op != Op::none) {
        std::swap(a.stored.num_rows, a.stored.num_cols);
        std::swap(b.stored.num_rows, b.stored.num_cols);
        a.op = b.op = op;
      }
      expect_product<Csr<double>>(a, b);
    }
}

/// The sizes of a report on a peer that refused them.
TEST(Spgemm, three_entries_in_a_large_rectangle) {
  const Operand A{{2523, 13716, {{0, 13715, 1}, {7, 3, 2}, {2522, 0, 3}}}};
  Operand At = A;
  At.op = Op::transpose;
  expect_product<Csr<double>>(A, At);
}

TEST(Spgemm, rows_of_all_lengths) {
  expect_product<Csr<double>>(skewed(300, 400, 400, 1), skewed(400, 5000, 3000, 2));
  expect_product<Csr<double>>(stencil27(7), stencil27(7));
}

/// A report of rows of more than 8192 products: A's rows unsorted, B's unsorted with duplicates.
TEST(Spgemm, long_unsorted_rows_with_duplicates) {
  std::mt19937 random(3);
  Operand A{random_triplets<double>(random, {20, 300, 3, 4, true})};
  Operand B{random_triplets<double>(random, {300, 20000, 40, -1, true})};
  A.order = B.order = Order::shuffled;
  expect_product<Csr<double>>(A, B);
}

TEST(Spgemm, zero_factors_keep_not_a_number_out) {
  const auto A = random_operand<double>(40, 40, 4, 1), D = random_operand<double>(40, 40, 2, 2);
  const auto a = make<Csr<double>>(A), d = make<Csr<double>>(D);
  const auto bad = a.with_values(upload<Space>(
      std::vector<double>(std::size_t(a.nnz()), std::numeric_limits<double>::quiet_NaN())));
  const auto bad_d = d.with_values(upload<Space>(
      std::vector<double>(std::size_t(d.nnz()), std::numeric_limits<double>::quiet_NaN())));
  Operand none{{40, 40, {}}};
  const auto of_d = [&](const Wide& beta) {
    auto sums = sparse_product(0, A, A, beta, &D);
    return sums;
  };
  const Exec exec;
  EXPECT_TRUE(is_product<double>(spgemm(exec, Op::none, Op::none, 0.0, bad, a, 2.0, d), of_d(2)));
  EXPECT_TRUE(is_product<double>(spgemm(exec, Op::none, Op::none, 1.0, a, a, 0.0, bad_d),
                                 sparse_product(1, A, A, 0, &D)));
}

TEST(Spgemm, sixteen_bit_factors_with_a_float_result) {
  const auto A = random_operand<half>(50, 50, 4, 1), B = random_operand<half>(50, 60, 4, 2);
  const auto a = make<Csr<half>>(A), b = make<Csr<half>>(B);
  const Exec exec;
  const auto plan = spgemm_plan(exec, a, b);
  const auto C = plan.make_result<float>(exec);
  plan.apply(exec, 1, a, b, C);
  exec.fence();
  EXPECT_TRUE(is_product<float>(C, sparse_product(1, A, B)));
}

}  // namespace
}  // namespace filigree::test
