// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/sddmm_op.hpp>
#include <filigree/spmm_op.hpp>
#include <filigree/spmv_op.hpp>

#include "spmm/spmm_support.hpp"

/// Products over semirings of complex numbers, which ops conjugate, and of 16-bit and 8-bit storage
/// types. Entries are small whole numbers, so that sums are exact in every type.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;

constexpr I64 rows = 40, cols = 30, width = 5;

/// The storage types of a product's operands: the sparse matrix (sddmm_op: A), the dense one and
/// the result; and the value type of the semiring.
template <class A_, class B_, class C_, class T_>
struct Kind {
  using A = A_;
  using B = B_;
  using C = C_;
  using T = T_;
};

template <class K>
class OperandTypes : public ::testing::Test {};
using Kinds =
    ::testing::Types<Kind<complex_double, complex_double, complex_double, complex_double>,
                     Kind<complex_float, complex_double, complex_float, complex_double>,
                     Kind<float, complex_float, complex_float, complex_float>,
                     Kind<half, half, half, float>, Kind<bfloat16, half, float, float>,
                     Kind<complex_half, complex_half, complex_half, complex_float>,
                     Kind<complex_bfloat16, complex_float, complex_bfloat16, complex_float>,
                     Kind<std::int8_t, bfloat16, half, float>>;
TYPED_TEST_SUITE(OperandTypes, Kinds);

/// From -2 to 2, of real and imaginary part.
template <class T, class Random>
Wide small_number(Random& random) {
  const auto part = [&] { return static_cast<long double>(int(random() % 5) - 2); };
  const long double re = part(), im = part();
  return {re, is_complex_v<T> ? im : 0};
}

template <class T>
Triplets small_triplets(I64 num_rows, I64 num_cols) {
  std::mt19937 random(7);
  Triplets result = random_triplets<std::int8_t>(random, {num_rows, num_cols, 3, num_rows / 2});
  for (Entry& e : result.entries) e.value = small_number<T>(random);
  return result;
}

template <class T>
HostDense<T> small_dense(I64 num_rows, I64 num_cols, unsigned seed) {
  std::mt19937 random(seed);
  HostDense<T> result{1, num_rows, num_cols, {}};
  for (I64 k = 0; k < num_rows * num_cols; ++k)
    result.entries.push_back(narrow<T>(small_number<T>(random)));
  return result;
}

Wide conjugate_if(bool conjugated, const Wide& value) {
  return conjugated ? std::conj(value) : value;
}

/// op(A) B where A is num_rows x num_cols before its op, B after its own.
template <class B>
std::vector<Wide> plain_product(Op op_a, const Triplets& A, const HostDense<B>& b,
                                bool conjugate_b) {
  const bool turned = op_a != Op::none;
  std::vector<Wide> result(std::size_t((turned ? A.num_cols : A.num_rows) * b.cols));
  for (const Entry& e : A.entries)
    for (I64 j = 0; j < b.cols; ++j)
      result[std::size_t((turned ? e.col : e.row) * b.cols + j)] +=
          conjugate_if(op_a == Op::conjugate_transpose, e.value) *
          conjugate_if(conjugate_b, widen(b.at(0, turned ? e.row : e.col, j)));
  return result;
}

template <class C>
void expect_equal(const std::vector<C>& found, const std::vector<Wide>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k)
    ASSERT_EQ(widen(found[k]), expected[k]) << "entry " << k;
}

/// Rows of op(A) are stored: of a Csr matrix for op none, of a Csc matrix for the other ops. `test`
/// gets the op, the matrix, and its entries.
template <class A, class Test>
void for_ops(const Test& test) {
  const Triplets by_row = small_triplets<A>(rows, cols), by_column = small_triplets<A>(cols, rows);
  const MatrixProperties one{.index_base = IndexBase::one};
  test(Op::none, MatrixFrom<CsrMatrix<A, I32, I32, Space>>::make(by_row, one, Order::shuffled),
       by_row);
  const auto csc = MatrixFrom<CscMatrix<A, I32, I64, Space>>::make(by_column, {}, Order::shuffled);
  for (const Op op : {Op::transpose, Op::conjugate_transpose}) test(op, csc, by_column);
}

TYPED_TEST(OperandTypes, spmv_op) {
  using C = typename TypeParam::C;
  const auto x = small_dense<typename TypeParam::B>(cols, 1, 2);
  for_ops<typename TypeParam::A>([&](Op op, const auto& A, const Triplets& entries) {
    SCOPED_TRACE(name(op));
    const auto y = upload<Space>(std::vector<C>(rows, poison<C>()));
    spmv_op(Exec(), op, semirings::plus_times<typename TypeParam::T>(), A, upload<Space>(x.entries),
            y);
    Exec().fence();
    expect_equal(download(y), plain_product(op, entries, x, false));
  });
}

TYPED_TEST(OperandTypes, spmm_op) {
  using B = typename TypeParam::B;
  using C = typename TypeParam::C;
  const auto b = small_dense<B>(cols, width, 3);
  int variant = 0;
  for_ops<typename TypeParam::A>([&](Op op_a, const auto& A, const Triplets& entries) {
    for (const Op op_b : {Op::none, Op::transpose, Op::conjugate_transpose}) {
      SCOPED_TRACE(std::string(name(op_a)) + ", " + std::string(name(op_b)));
      const Layout layout = all_layouts[++variant % 5];
      // What op_b turns without a conjugation: the product conjugates.
      const auto stored = turned(b, op_b == Op::none ? Op::none : Op::transpose);
      const DeviceDense<B, Space> b_view(stored, layout, poison<B>());
      const DeviceDense<C, Space> c_view(
          HostDense<C>{1, rows, width, std::vector<C>(rows * width, poison<C>())}, layout,
          narrow<C>(7));
      spmm_op(Exec(), op_a, op_b, semirings::plus_times<typename TypeParam::T>(), A,
              b_view.single(), c_view.single());
      Exec().fence();
      expect_equal(c_view.get().entries,
                   plain_product(op_a, entries, b, op_b == Op::conjugate_transpose));
    }
  });
}

TYPED_TEST(OperandTypes, sddmm_op) {
  using A = typename TypeParam::A;
  using B = typename TypeParam::B;
  using C = typename TypeParam::C;
  const auto a = small_dense<A>(rows, width, 4);
  const auto b = small_dense<B>(width, cols, 5);
  const Triplets places = small_triplets<std::int8_t>(rows, cols);
  const auto pattern = MatrixFrom<CsrMatrix<C, I32, I32, Space>>::make(places, {}, Order::sorted);
  for (const Op op_a : {Op::none, Op::conjugate_transpose})
    for (const Op op_b : {Op::none, Op::conjugate_transpose}) {
      SCOPED_TRACE(std::string(name(op_a)) + ", " + std::string(name(op_b)));
      const auto plain = [](Op op) { return op == Op::none ? Op::none : Op::transpose; };
      const DeviceDense<A, Space> a_view(turned(a, plain(op_a)), Layout::row_major, poison<A>());
      const DeviceDense<B, Space> b_view(turned(b, plain(op_b)), Layout::column_major, poison<B>());
      const auto out =
          pattern.with_values(upload<Space>(std::vector<C>(places.entries.size(), poison<C>())));
      sddmm_op(Exec(), op_a, op_b, semirings::plus_times<typename TypeParam::T>(), a_view.single(),
               b_view.single(), out);
      Exec().fence();
      std::vector<Wide> expected;
      for (const Entry& e : places.entries) {
        Wide sum = 0;
        for (I64 l = 0; l < width; ++l)
          sum += conjugate_if(op_a != Op::none, widen(a.at(0, e.row, l))) *
                 conjugate_if(op_b != Op::none, widen(b.at(0, l, e.col)));
        expected.push_back(sum);
      }
      expect_equal(download(out.values()), expected);
    }
}

}  // namespace
}  // namespace filigree::test
