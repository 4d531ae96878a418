// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/format/bsr.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/ell.hpp>

#include "geam_support.hpp"

/// Sums of all kinds against sums made place by place.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;
template <class T, class Index = I32, class Offset = Index>
using Csc = CscMatrix<T, Index, Offset, Space>;

const GeamOptions generic{.backend = Backend::generic};

template <class T>
GeamSide random_side(unsigned seed, std::int64_t rows, std::int64_t cols, double per_row,
                     bool duplicates = false, std::int64_t long_row = -1) {
  std::mt19937 random(seed);
  GeamSide side;
  side.triplets = random_triplets<T>(random, {rows, cols, per_row, long_row, duplicates});
  return side;
}

template <class T>
GeamSide turned_to(Op op, GeamSide side) {
  side.op = op;
  if (op == Op::none) return side;
  std::swap(side.triplets.num_rows, side.triplets.num_cols);
  for (Entry& e : side.triplets.entries) std::swap(e.row, e.col);
  return side;
}

/// [1 2 .]   [. 5 .]
/// [. . 3] + [6 . 7], by hand.
TEST(Geam, worked_example) {
  const Exec exec;
  const auto A =
      MatrixFrom<Csr<double>>::make({2, 3, {{0, 0, 1}, {0, 1, 2}, {1, 2, 3}}}, {}, Order::sorted);
  const auto B =
      MatrixFrom<Csr<double>>::make({2, 3, {{0, 1, 5}, {1, 0, 6}, {1, 2, 7}}}, {}, Order::sorted);
  const auto C = geam(exec, 2.0, A, 10.0, B);
  exec.fence();
  EXPECT_EQ(download(C.row_offsets()), (std::vector<I32>{0, 2, 4}));
  EXPECT_EQ(download(C.col_indices()), (std::vector<I32>{0, 1, 0, 2}));
  EXPECT_EQ(download(C.values()), (std::vector<double>{2, 54, 60, 76}));
  const auto one = geam(exec, 1.0, A, -1.0, A, {.index_base = IndexBase::one});
  exec.fence();
  EXPECT_EQ(download(one.row_offsets()), (std::vector<I32>{1, 3, 4}));
  EXPECT_EQ(download(one.col_indices()), (std::vector<I32>{1, 2, 3}));
  EXPECT_EQ(download(one.values()), (std::vector<double>{0, 0, 0}));  // what cancels stays
}

/// Where a factor is 0, NaNs and infinities of that operand reach nothing.
TEST(Geam, values_of_an_operand_with_factor_zero_are_not_read) {
  const Exec exec;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto A = MatrixFrom<Csr<double>>::make({1, 3, {{0, 0, 1}, {0, 1, 2}}}, {}, Order::sorted);
  const auto B =
      MatrixFrom<Csr<double>>::make({1, 3, {{0, 1, nan}, {0, 2, nan}}}, {}, Order::sorted);
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    const auto left = geam(exec, 3.0, A, 0.0, B, {.backend = backend});
    const auto right = geam(exec, 0.0, B, 3.0, A, {.backend = backend});
    exec.fence();
    EXPECT_EQ(download(left.values()), (std::vector<double>{3, 6, 0}));
    EXPECT_EQ(download(right.values()), (std::vector<double>{3, 6, 0}));
  }
}

template <class AB, class C>
void test_scalars() {
  SCOPED_TRACE(std::string("A ") + scalar_name<AB> + ", C " + scalar_name<C>);
  const GeamSide a = random_side<AB>(1, 60, 50, 5), b = random_side<AB>(2, 60, 50, 7);
  EXPECT_EQ((test_sum<Csr<AB>, Csr<AB>, C>(Exec(), a, b, generic)).name, "geam_generic");
  GeamSide h = turned_to<AB>(Op::conjugate_transpose, random_side<AB>(3, 60, 50, 4, true));
  h.order = Order::shuffled;
  test_sum<Csr<AB>, Csr<AB>, C>(Exec(), h, b);
}

TEST(Geam, all_scalar_types) {
#if defined(FILIGREE_TEST_FEW_TYPES)
  test_scalars<double, double>();
  test_scalars<complex_float, complex_float>();
  test_scalars<half, float>();
#else
#define FILIGREE_GEAM_TYPES(ab, c, compute) test_scalars<ab, c>()
#include <filigree/detail/geam_types.inc>
#undef FILIGREE_GEAM_TYPES
#endif
}

template <class AMatrix, class BMatrix>
void test_integers(IndexBase a_base, IndexBase b_base) {
  for (const Order order : {Order::sorted, Order::shuffled}) {
    GeamSide a = random_side<double>(1, 40, 70, 5), b = random_side<double>(2, 40, 70, 6, true);
    a.properties.index_base = a_base;
    b.properties.index_base = b_base;
    a.order = b.order = order;
    test_sum<AMatrix, BMatrix, double>(Exec(), a, b);
  }
}

TEST(Geam, integer_types_and_bases_in_any_mix) {
  test_integers<Csr<double>, Csr<double>>(IndexBase::zero, IndexBase::one);
  test_integers<Csr<double, I64>, Csr<double>>(IndexBase::one, IndexBase::zero);
  test_integers<Csr<double, I32, I64>, Csr<double>>(IndexBase::one, IndexBase::one);
  test_integers<Csr<double, I64, I32>, Csr<double, I32, I64>>(IndexBase::zero, IndexBase::zero);
  test_integers<Csr<double, I64, I32>, Csr<double>>(IndexBase::zero, IndexBase::one);
}

template <class AMatrix, class BMatrix>
void test_ops() {
  for (const Op op_a : all_ops)
    for (const Op op_b : all_ops)
      for (const bool duplicates : {false, true})
        for (const Order order : {Order::sorted, Order::shuffled}) {
          GeamSide a = turned_to<complex_double>(
              op_a, random_side<complex_double>(5, 33, 47, 4, duplicates));
          GeamSide b = turned_to<complex_double>(
              op_b, random_side<complex_double>(6, 33, 47, 4, duplicates));
          a.order = b.order = order;
          // The flag makes a promise: test_sum's matrices keep it only without duplicates.
          a.properties.unique = !duplicates && order == Order::sorted;
          test_sum<AMatrix, BMatrix, complex_double>(Exec(), a, b);
        }
}

TEST(Geam, ops_unsorted_rows_and_duplicates) {
  test_ops<Csr<complex_double>, Csr<complex_double>>();
  test_ops<Csc<complex_double>, Csr<complex_double>>();
  test_ops<Csr<complex_double>, Csc<complex_double>>();
}

/// Symmetric, Hermitian and triangular storage stands for the whole matrix.
TEST(Geam, matrix_types) {
  for (const Op op : all_ops)
    for (const MatrixProperties& properties : all_properties(IndexBase::one)) {
      GeamSide a = random_side<complex_double>(7, 40, 40, 5, true);
      a.properties = properties;
      a.op = op;
      a.order = Order::shuffled;
      const GeamSide b = random_side<complex_double>(8, 40, 40, 3);
      test_sum<Csr<complex_double>, Csr<complex_double>, complex_double>(Exec(), a, b);
      test_sum<Csr<complex_double>, Csc<complex_double>, complex_double>(Exec(), b, a);
    }
}

TEST(Geam, shapes_without_entries) {
  const auto empty = [](std::int64_t rows, std::int64_t cols) {
    return GeamSide{{rows, cols, {}}, {}, Op::none, Order::sorted};
  };
  for (const auto& [rows, cols] :
       {std::pair<std::int64_t, std::int64_t>(0, 0), {0, 5}, {5, 0}, {7, 9}, {1, 1}}) {
    test_sum<Csr<double>, Csr<double>, double>(Exec(), empty(rows, cols), empty(rows, cols));
    GeamSide turned = empty(cols, rows);
    turned.op = Op::transpose;
    test_sum<Csr<double>, Csr<double>, double>(Exec(), turned, empty(rows, cols));
  }
  const GeamSide full = random_side<double>(1, 7, 9, 4);
  test_sum<Csr<double>, Csr<double>, double>(Exec(), full, empty(7, 9));
  test_sum<Csr<double>, Csr<double>, double>(Exec(), empty(7, 9), full);
  // three entries in 2523 x 13716
  const GeamSide three{{2523, 13716, {{0, 13715, 1}, {1200, 7, 2}, {2522, 0, 3}}}};
  test_sum<Csr<float>, Csr<float>, float>(Exec(), three, three);
  test_sum<Csr<float>, Csr<float>, float>(Exec(), three, empty(2523, 13716));
}

/// Rows and sums larger than a word, a thread block's part and a group of ranks.
TEST(Geam, long_rows_and_large_matrices) {
  const GeamSide a = random_side<float>(1, 700, 9000, 20, false, 350);
  const GeamSide b = random_side<float>(2, 700, 9000, 9, false, 7);
  test_sum<Csr<float>, Csr<float>, float>(Exec(), a, b);
  test_sum<Csr<float>, Csr<float>, float>(Exec(), a, b, generic);
}

/// More than one group of 65,536 words, by patterns that are known beforehand: A has every even
/// place of two rows, B every third.
TEST(Geam, more_than_a_group_of_words) {
  const Exec exec;
  constexpr std::int64_t cols = 2'400'000;
  const auto every = [&](std::int64_t step, double value) {
    const auto length = std::int64_t(2 * (cols / step));
    std::vector<I32> columns;
    for (int row = 0; row < 2; ++row)
      for (std::int64_t k = 0; k < cols; k += step) columns.push_back(I32(k));
    const std::vector<double> values(std::size_t(length), value);
    return Csr<double>(2, cols, upload<Space>(std::vector<I32>{0, I32(length / 2), I32(length)}),
                       upload<Space>(columns), upload<Space>(values),
                       {.sorted = true, .unique = true});
  };
  const auto A = every(2, 1), B = every(3, 10);
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    const auto C = geam(exec, 1.0, A, 1.0, B, {.backend = backend});
    exec.fence();
    std::vector<I32> columns;
    std::vector<double> values;
    for (int row = 0; row < 2; ++row)
      for (I32 k = 0; k < cols; ++k)
        if (k % 2 == 0 || k % 3 == 0) {
          columns.push_back(k);
          values.push_back((k % 2 == 0 ? 1 : 0) + (k % 3 == 0 ? 10 : 0));
        }
    ASSERT_GT(columns.size(), std::size_t(65536 * 32));
    EXPECT_TRUE(download(C.col_indices()) == columns);
    EXPECT_TRUE(download(C.values()) == values);
  }
}

TEST(Geam, other_formats_go_through_csr) {
  const Exec exec;
  const GeamSide a = random_side<double>(1, 30, 20, 4), b = random_side<double>(2, 30, 20, 4);
  const auto A = matrix_of<Csr<double>>(a), B = matrix_of<Csr<double>>(b);
  GeamReference reference;
  add_to(reference, a, 2);
  add_to(reference, b, 3);
  const auto ell = convert_to<EllMatrix<double, I32, Space>>(exec, A);
  const auto coo = convert_to<CooMatrix<double, I32, Space>>(exec, B);
  EXPECT_TRUE((is_sum<double>(geam(exec, 2.0, ell, 3.0, coo), reference)));
  EXPECT_TRUE((is_sum<double>(geam(exec, 2.0, A, 3.0, coo), reference)));
  EXPECT_TRUE((is_sum<double>(geam<double, I64>(exec, 2.0, ell, 3.0, B), reference)));
}

}  // namespace
}  // namespace filigree::test
