// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/geam.hpp>

#include "spgemm_support.hpp"

/// Random products and sums: shapes, ops, matrix types, bases, orders, duplicates, formats,
/// factors, limits and integer types drawn together, against plain sums in long double.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
#if defined(FILIGREE_TEST_FEW_TYPES)
constexpr int rounds = 40;
#else
constexpr int rounds = 250;
#endif

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  int below(int count) { return int(random_() % unsigned(count)); }
  bool one_in(int count) { return below(count) == 0; }
  template <class T, std::size_t n>
  T one_of(const T (&choices)[n]) {
    return choices[below(int(n))];
  }
  unsigned seed() { return unsigned(random_()); }
  Wide factor(bool is_complex) {
    if (one_in(6)) return 0;
    return {0.5L * (below(9) - 4), is_complex ? 0.5L * (below(5) - 2) : 0};
  }

 private:
  std::mt19937 random_;
};

/// An operand whose op(matrix) is rows x cols. Of 16-bit types none has duplicates that are summed,
/// as sums are rounded to the type.
template <class S>
Operand draw_operand(Draw& draw, std::int64_t rows, std::int64_t cols) {
  const bool duplicates = sizeof(S) > 2 && draw.one_in(3);
  auto result = turned_operand<S>(rows, cols, 0.5 * draw.below(12), draw.seed(),
                                  draw.one_of(all_ops), duplicates);
  result.properties.index_base = draw.one_in(2) ? IndexBase::one : IndexBase::zero;
  if (rows == cols && draw.one_in(2)) {
    const auto types = all_properties(result.properties.index_base);
    result.properties = types[std::size_t(draw.below(int(types.size())))];
  }
  if (draw.one_in(2)) result.order = Order::shuffled;
  return result;
}

std::int64_t draw_size(Draw& draw) { return draw.one_in(12) ? draw.below(2) : 1 + draw.below(50); }

template <class AMatrix, class BMatrix, class DMatrix>
void test_products(unsigned seed) {
  using S = typename AMatrix::scalar_type;
  using Compute = spgemm_compute_t<S, S, S>;
  const Exec exec;
  Draw draw(seed);
  for (int round = 0; round < rounds; ++round) {
    const std::int64_t rows = draw_size(draw);
    const std::int64_t inner = draw.one_in(3) ? rows : draw_size(draw);
    const std::int64_t cols = draw.one_in(3) ? inner : draw_size(draw);
    const auto A = draw_operand<S>(draw, rows, inner), B = draw_operand<S>(draw, inner, cols);
    auto D = draw_operand<S>(draw, rows, cols);
    if (D.op != Op::none) D = random_operand<S>(rows, cols, 2, draw.seed());
    const Wide alpha = draw.factor(is_complex_v<S>), beta = draw.factor(is_complex_v<S>);
    SpgemmOptions options;
    if (draw.one_in(3)) options.backend = Backend::generic;
    if (draw.one_in(3)) options.index_base = draw.one_in(2) ? IndexBase::one : IndexBase::zero;
    if (draw.one_in(3)) options.memory_limit_bytes = 200'000;
    options.lists_products = draw.one_in(2);
    SCOPED_TRACE("round " + std::to_string(round) + ": " + std::to_string(rows) + " x " +
                 std::to_string(inner) + " x " + std::to_string(cols) + ", A " + A.text() + ", B " +
                 B.text() + ", D " + D.text());
    const auto a = make<AMatrix>(A);
    const auto b = make<BMatrix>(B);
    const auto factor = narrow<Compute>(alpha), of_d = narrow<Compute>(beta);
    const auto product = spgemm(exec, A.op, B.op, factor, a, b, options);
    EXPECT_TRUE(is_product<Compute>(product, sparse_product(alpha, A, B)));
    EXPECT_EQ(product.index_base(), options.index_base.value_or(A.properties.index_base));
    const auto sum = spgemm<I64>(exec, A.op, B.op, factor, a, b, of_d, make<DMatrix>(D), options);
    EXPECT_TRUE(is_product<Compute>(sum, sparse_product(alpha, A, B, beta, &D)));
    if (::testing::Test::HasFailure()) return;
  }
}

template <class AMatrix, class BMatrix>
void test_sums(unsigned seed) {
  using S = typename AMatrix::scalar_type;
  using Compute = geam_compute_t<S, S, S>;
  const Exec exec;
  Draw draw(seed);
  for (int round = 0; round < rounds; ++round) {
    const std::int64_t rows = draw_size(draw), cols = draw.one_in(2) ? rows : draw_size(draw);
    const auto A = draw_operand<S>(draw, rows, cols), B = draw_operand<S>(draw, rows, cols);
    const Wide alpha = draw.factor(is_complex_v<S>), beta = draw.factor(is_complex_v<S>);
    SCOPED_TRACE("round " + std::to_string(round) + ": " + std::to_string(rows) + " x " +
                 std::to_string(cols) + ", A " + A.text() + ", B " + B.text());
    SparseSums expected;
    for (const Entry& e : A.entries()) expected[{e.row, e.col}].add(alpha * e.value);
    for (const Entry& e : B.entries()) expected[{e.row, e.col}].add(beta * e.value);
    EXPECT_TRUE(is_product<Compute>(geam(exec, A.op, narrow<Compute>(alpha), make<AMatrix>(A), B.op,
                                         narrow<Compute>(beta), make<BMatrix>(B)),
                                    expected));
    if (::testing::Test::HasFailure()) return;
  }
}

template <class S, class Index, class Offset>
using Csr = CsrMatrix<S, Index, Offset, Space>;
template <class S, class Index, class Offset>
using Csc = CscMatrix<S, Index, Offset, Space>;

TEST(SpgemmFuzz, products) {
  test_products<Csr<double, I32, I32>, Csr<double, I32, I64>, Csc<double, I32, I32>>(1);
  test_products<Csc<double, I64, I32>, Csr<double, I32, I32>, Csr<double, I64, I64>>(2);
  test_products<Csr<complex_float, I32, I64>, Csc<complex_float, I64, I64>,
                Csr<complex_float, I32, I32>>(3);
  test_products<Csr<half, I32, I32>, Csr<half, I32, I32>, Csr<half, I32, I32>>(4);
}

TEST(SpgemmFuzz, sums) {
  test_sums<Csr<double, I32, I64>, Csc<double, I64, I32>>(5);
  test_sums<Csc<complex_float, I32, I32>, Csr<complex_float, I32, I32>>(6);
  test_sums<Csr<half, I64, I32>, Csr<half, I32, I32>>(7);
}

}  // namespace
}  // namespace filigree::test
