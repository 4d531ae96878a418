// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/format/rsb.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <filigree/core/log.hpp>
#include <filigree/spmm.hpp>
#include <filigree/spmv.hpp>

#include "core/refusals.hpp"
#include "format/test_matrix.hpp"

namespace filigree::test {
namespace {

using Space = Kokkos::HostSpace;

/// Small integers, so that every sum of these tests is exact in every type and every order.
template <class S>
S small(std::mt19937& random) {
  const auto part = [&random] { return int(random() % 9) - 4; };
  if constexpr (is_complex_v<S>) {
    const int real = part();
    return S(real, part());
  } else {
    return S(part());
  }
}

template <class S>
CooMatrix<S, int32_t, Space> coo_of(int64_t num_rows, int64_t num_cols, const Entries<S>& entries,
                                    MatrixProperties properties) {
  std::vector<int32_t> rows, columns;
  std::vector<S> values;
  for (const auto& entry : entries) {
    rows.push_back(int32_t(entry.row) + int32_t(properties.index_base));
    columns.push_back(int32_t(entry.column) + int32_t(properties.index_base));
    values.push_back(entry.value);
  }
  return {num_rows,  num_cols, array<Space>(rows), array<Space>(columns), array<Space>(values),
          properties};
}

/// Each place once, in random order, with empty rows and one full one.
template <class S>
Entries<S> random_entries(int64_t num_rows, int64_t num_cols, double density, int seed) {
  std::mt19937 random(seed);
  Entries<S> entries;
  for (int64_t i = 0; i < num_rows; ++i)
    for (int64_t j = 0; j < num_cols; ++j)
      if (i == num_rows / 2 || (i % 5 != 3 && double(random()) < density * 4294967296.0))
        entries.push_back({i, j, small<S>(random)});
  std::shuffle(entries.begin(), entries.end(), random);
  return entries;
}

template <class S>
std::vector<S> random_vector(int64_t length, int seed) {
  std::mt19937 random(seed);
  std::vector<S> result(length);
  for (S& value : result) value = small<S>(random);
  return result;
}

template <class Coo>
Entries<typename Coo::scalar_type> entries_of_coo(const Coo& A) {
  Entries<typename Coo::scalar_type> entries;
  for (int64_t k = 0; k < A.nnz(); ++k)
    entries.push_back({A.row_indices()(k) - int(A.index_base()),
                       A.col_indices()(k) - int(A.index_base()), A.values()(k)});
  return entries;
}

/// alpha op(A) x + beta y, entry by entry.
template <class S>
std::vector<S> product(Op op, S alpha, const Entries<S>& entries,
                       const MatrixProperties& properties, int64_t order, const std::vector<S>& x,
                       S beta, const std::vector<S>& y) {
  std::vector<S> result(y.size(), S(0));
  const auto add = [&](int64_t row, int64_t column, S value) {
    if (op != Op::none) std::swap(row, column);
    if (op == Op::conjugate_transpose) value = detail::conjugate(value);
    result[row] += alpha * value * x[column];
  };
  const bool general = properties.type == MatrixType::general;
  const bool unit = !general && properties.diagonal == DiagonalType::unit;
  for (const auto& [row, column, value] : entries) {
    if (!general) {
      if (row == column && unit) continue;
      if (row != column && (column < row) != (properties.fill == FillMode::lower)) continue;
    }
    add(row, column, value);
    if (row == column) continue;
    if (properties.type == MatrixType::symmetric) add(column, row, value);
    if (properties.type == MatrixType::hermitian) add(column, row, detail::conjugate(value));
  }
  if (unit)
    for (int64_t i = 0; i < order; ++i) add(i, i, S(1));
  for (std::size_t i = 0; i < y.size(); ++i)
    if (!(beta == S(0))) result[i] += beta * y[i];
  return result;
}

template <class S>
class Rsb : public ::testing::Test {
 protected:
  const Host exec{};
};
using Scalars = ::testing::Types<float, double, complex_float, complex_double>;
TYPED_TEST_SUITE(Rsb, Scalars);

TYPED_TEST(Rsb, WorkedExample) {
  using S = TypeParam;
  const std::vector<int32_t> offsets{1, 4, 6, 9}, columns{1, 2, 4, 2, 3, 1, 4, 5};
  std::vector<S> values;
  for (int k = 1; k <= 8; ++k) values.push_back(value_of<S>(k));
  const CsrMatrix<const S, int32_t, int32_t, Space> A(3, 5, array<Space>(offsets),
                                                      array<Space>(columns), array<Space>(values),
                                                      {.index_base = IndexBase::one});
  const auto rsb = csr_to_rsb(this->exec, A);
  static_assert(std::is_same_v<decltype(rsb), const RsbMatrix<S>>);
  EXPECT_EQ(rsb.num_rows(), 3);
  EXPECT_EQ(rsb.num_cols(), 5);
  EXPECT_EQ(rsb.nnz(), 8);
  EXPECT_EQ(rsb.index_base(), IndexBase::one);
  EXPECT_NE(rsb.handle(), nullptr);
  EXPECT_GE(rsb.num_blocks(), 1);
  const auto csr = rsb_to_csr(this->exec, rsb);
  EXPECT_EQ(entries_of(csr.row_offsets()), offsets);
  EXPECT_EQ(entries_of(csr.col_indices()), columns);
  EXPECT_EQ(entries_of(csr.values()), values);
  const auto coo = rsb_to_coo(this->exec, rsb, {.index_base = IndexBase::zero});
  EXPECT_EQ(entries_of(coo.row_indices()), (std::vector<int32_t>{0, 0, 0, 1, 1, 2, 2, 2}));
  EXPECT_EQ(entries_of(coo.col_indices()), (std::vector<int32_t>{0, 1, 3, 1, 2, 0, 3, 4}));
  EXPECT_EQ(entries_of(coo.values()), values);
}

TYPED_TEST(Rsb, RoundTripsAreExact) {
  using S = TypeParam;
  struct Shape {
    int64_t rows, cols;
    double density;
  };
  for (const Shape shape : {Shape{1, 1, 1},
                            {17, 23, 0.3},
                            {200, 1, 0.5},
                            {1, 200, 0.5},
                            {600, 500, 0.2},
                            {900, 900, 0.002}})
    for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
      SCOPED_TRACE(std::to_string(shape.rows) + " x " + std::to_string(shape.cols));
      const auto entries = random_entries<S>(shape.rows, shape.cols, shape.density, 1);
      const auto expected = sorted_by_row(entries);
      const auto A = coo_of<S>(shape.rows, shape.cols, entries, {.index_base = base});
      const auto check = [&](const RsbMatrix<S>& rsb) {
        EXPECT_EQ(rsb.index_base(), base);
        const auto coo = rsb_to_coo(this->exec, rsb);
        EXPECT_EQ(coo.index_base(), base);
        EXPECT_TRUE(coo.properties().sorted && coo.properties().unique);
        EXPECT_EQ(coo.num_rows(), shape.rows);
        EXPECT_EQ(coo.num_cols(), shape.cols);
        expect_same(expected, entries_of_coo(coo));
        const auto csr = rsb_to_csr(this->exec, rsb);
        EXPECT_TRUE(bool(validate(this->exec, csr)));
        expect_same(expected, entries_of_coo(csr_to_coo(this->exec, csr)));
      };
      check(coo_to_rsb(this->exec, A));
      check(coo_to_rsb(this->exec, cast_indices<int64_t>(this->exec, A)));
      const auto sorted = coo_to_csr(this->exec, A);  // flagged sorted and unique
      ASSERT_TRUE(sorted.properties().unique);
      check(csr_to_rsb(this->exec, sorted));
      check(csr_to_rsb(this->exec, cast_indices<int32_t, int64_t>(this->exec, sorted)));
      check(csr_to_rsb(this->exec, cast_indices<int64_t>(this->exec, sorted)));
      check(csr_to_rsb(this->exec, sorted.with_properties({.index_base = base})));
    }
}

TYPED_TEST(Rsb, KeepsZerosAndSumsDuplicates) {
  using S = TypeParam;
  const S nan(std::numeric_limits<float>::quiet_NaN()), zero(0);
  S minus_zero = zero;
  minus_zero = -minus_zero;
  const Entries<S> entries{{2, 1, nan},  {0, 1, zero}, {1, 0, S(2)}, {1, 1, minus_zero},
                           {1, 0, S(3)}, {0, 0, S(1)}, {1, 0, S(4)}};
  const auto rsb = coo_to_rsb(this->exec, coo_of<S>(3, 2, entries, {}));
  EXPECT_EQ(rsb.nnz(), 5);
  expect_same({{0, 0, S(1)}, {0, 1, zero}, {1, 0, S(9)}, {1, 1, minus_zero}, {2, 1, nan}},
              entries_of_coo(rsb_to_coo(this->exec, rsb)));
}

TYPED_TEST(Rsb, HoldsTheEntriesThatCount) {
  using S = TypeParam;
  const Entries<S> entries{{0, 0, S(1)}, {0, 1, S(2)}, {1, 0, S(3)}, {1, 1, S(4)}};
  for (const auto type : {MatrixType::symmetric, MatrixType::hermitian, MatrixType::triangular})
    for (const auto fill : {FillMode::lower, FillMode::upper})
      for (const auto diagonal : {DiagonalType::non_unit, DiagonalType::unit}) {
        const MatrixProperties properties{.type = type, .fill = fill, .diagonal = diagonal};
        const auto rsb = coo_to_rsb(this->exec, coo_of<S>(2, 2, entries, properties));
        const auto coo = rsb_to_coo(this->exec, rsb);
        EXPECT_EQ(coo.properties().type, type);
        EXPECT_EQ(coo.properties().fill, fill);
        EXPECT_EQ(coo.properties().diagonal, diagonal);
        Entries<S> expected{entries[fill == FillMode::lower ? 2 : 1]};
        if (diagonal == DiagonalType::non_unit)
          expected = sorted_by_row(Entries<S>{entries[0], expected[0], entries[3]});
        expect_same(expected, entries_of_coo(coo));
      }
}

TYPED_TEST(Rsb, ProductsOfVectors) {
  using S = TypeParam;
  struct Case {
    int64_t rows, cols;
    double density;
    MatrixProperties properties;
  };
  std::vector<Case> cases{{1, 1, 1, {}},
                          {13, 29, 0.3, {.index_base = IndexBase::one}},
                          {700, 500, 0.2, {}},
                          {500, 700, 0.01, {}},
                          {3, 4, 0, {}}};
  for (const auto type : {MatrixType::symmetric, MatrixType::hermitian, MatrixType::triangular})
    for (const auto fill : {FillMode::lower, FillMode::upper})
      for (const auto diagonal : {DiagonalType::non_unit, DiagonalType::unit})
        for (const int64_t order : {7, 600})
          cases.push_back({order,
                           order,
                           order == 7 ? 0.5 : 0.2,
                           {.type = type, .fill = fill, .diagonal = diagonal}});
  const S nan(std::numeric_limits<float>::quiet_NaN());
  bool had_many_blocks = false;
  for (const Case& c : cases) {
    auto entries = random_entries<S>(c.rows, c.cols, c.density, 2);
    for (auto& entry : entries)  // the diagonal of a Hermitian matrix is real
      if (c.properties.type == MatrixType::hermitian && entry.row == entry.column)
        entry.value = S(entry.row % 5);
    const auto A = coo_to_rsb(this->exec, coo_of<S>(c.rows, c.cols, entries, c.properties));
    had_many_blocks |= A.num_blocks() > 1;
    for (const Op op : {Op::none, Op::transpose, Op::conjugate_transpose}) {
      SCOPED_TRACE(std::string(name(c.properties.type)) + " " +
                   std::string(name(c.properties.fill)) + " " +
                   std::string(name(c.properties.diagonal)) + " " + std::string(name(op)) + " " +
                   std::to_string(c.rows));
      const auto x = random_vector<S>(op == Op::none ? c.cols : c.rows, 3);
      const auto y = random_vector<S>(op == Op::none ? c.rows : c.cols, 4);
      const std::vector<S> poison(y.size(), nan);
      std::vector<std::array<S, 2>> scalars{{S(1), S(0)}, {S(-2), S(1)}, {S(3), S(-2)}};
      if constexpr (is_complex_v<S>) scalars.push_back({S(1, -2), S(0, 3)});
      for (const auto& [alpha, beta] : scalars) {
        const bool overwrites = beta == S(0);
        const auto in = array<Space>(x);
        const auto out = array<Space>(overwrites ? poison : y);
        const Kokkos::View<const S*, Space> const_in = in;
        EXPECT_EQ(spmv(this->exec, op, alpha, A, const_in, beta, out).name, "rsb_librsb");
        EXPECT_EQ(entries_of(out),
                  product<S>(op, alpha, entries, c.properties, c.rows, x, beta, y));
      }
      // alpha == 0: y = beta y, whatever A and x hold
      for (const S beta : {S(0), S(3)}) {
        const auto in = array<Space>(std::vector<S>(x.size(), nan));
        const auto out = array<Space>(beta == S(0) ? poison : y);
        spmv(this->exec, op, 0, A, in, beta, out);
        std::vector<S> expected = y;
        for (S& value : expected) value = value * beta;
        EXPECT_EQ(entries_of(out), expected);
      }
    }
  }
  EXPECT_TRUE(had_many_blocks) << "no case was large enough for a recursion";
}

TYPED_TEST(Rsb, MatricesWithoutEntries) {
  using S = TypeParam;
  for (const auto& [rows, cols] : {std::pair<int64_t, int64_t>{0, 0}, {0, 3}, {3, 0}, {3, 2}}) {
    const auto A = csr_to_rsb(
        this->exec,
        coo_to_csr(this->exec, coo_of<S>(rows, cols, {}, {.index_base = IndexBase::one})));
    EXPECT_EQ(A.handle(), nullptr);
    EXPECT_EQ(A.num_blocks(), 0);
    const auto csr = rsb_to_csr(this->exec, A);
    EXPECT_EQ(entries_of(csr.row_offsets()), std::vector<int32_t>(rows + 1, 1));
    EXPECT_EQ(rsb_to_coo(this->exec, A).num_cols(), cols);
    const auto x = array<Space>(std::vector<S>(cols, S(1))),
               y = array<Space>(std::vector<S>(rows, S(2)));
    spmv(this->exec, Op::none, 1, A, x, 4, y);
    EXPECT_EQ(entries_of(y), std::vector<S>(rows, S(8)));
  }
  const auto unit = coo_to_rsb(
      this->exec, coo_of<S>(3, 3, {{1, 1, S(5)}},
                            {.type = MatrixType::triangular, .diagonal = DiagonalType::unit}));
  const auto x = array<Space>(std::vector<S>{S(1), S(2), S(3)}), y = poisoned<S, Space>(3);
  spmv(this->exec, Op::none, 2, unit, x, 0, y);
  EXPECT_EQ(entries_of(y), (std::vector<S>{S(2), S(4), S(6)}));
}

/// A matrix of `rows` x `cols` in a layout, with room between columns and rows where asked for.
template <class S, class Layout>
Kokkos::View<S**, Layout, Space> dense(int64_t rows, int64_t cols) {
  return Kokkos::View<S**, Layout, Space>("dense", rows, cols);
}
template <class S>
Kokkos::View<S**, Kokkos::LayoutStride, Space> strided(int64_t rows, int64_t cols,
                                                       int64_t row_stride, int64_t col_stride) {
  return Kokkos::View<S**, Kokkos::LayoutStride, Space>(
      "strided", Kokkos::LayoutStride(rows, row_stride, cols, col_stride));
}

template <class S, class BView, class CView>
void check_spmm(const Host& exec, Op op, Op op_b, const RsbMatrix<S>& A, const Entries<S>& entries,
                const BView& b, const CView& c) {
  const bool transposed = op_b != Op::none;
  const int64_t k = int64_t(c.extent(1)), in = op == Op::none ? A.num_cols() : A.num_rows();
  std::vector<std::vector<S>> columns;
  for (const S beta : {S(0), S(2)}) {
    for (std::size_t place = 0; place < c.span(); ++place) c.data()[place] = S(99.5f);
    for (int64_t j = 0; j < k; ++j) {
      const auto x = random_vector<S>(in, int(j));
      for (int64_t i = 0; i < in; ++i) (transposed ? b(j, i) : b(i, j)) = x[i];
      for (int64_t i = 0; i < int64_t(c.extent(0)); ++i)
        c(i, j) = beta == S(0) ? S(std::numeric_limits<float>::quiet_NaN()) : S(i % 3);
    }
    EXPECT_EQ(spmm(exec, op, op_b, 3, A, b, beta, c).name, "rsb_librsb");
    for (int64_t j = 0; j < k; ++j) {
      std::vector<S> y(c.extent(0));
      for (std::size_t i = 0; i < y.size(); ++i) y[i] = S(int(i) % 3);
      const auto expected =
          product<S>(op, S(3), entries, {}, 0, random_vector<S>(in, int(j)), beta, y);
      for (std::size_t i = 0; i < y.size(); ++i) ASSERT_EQ(c(i, j), expected[i]) << i << " " << j;
    }
    // what lies between is not written
    std::size_t others = 0;
    for (std::size_t place = 0; place < c.span(); ++place) others += c.data()[place] == S(99.5f);
    EXPECT_EQ(others, c.span() - c.extent(0) * c.extent(1));
  }
}

TYPED_TEST(Rsb, ProductsOfMatrices) {
  using S = TypeParam;
  using Left = Kokkos::LayoutLeft;
  using Right = Kokkos::LayoutRight;
  for (const auto& [rows, cols] : {std::pair<int64_t, int64_t>{1, 40}, {40, 1}, {300, 200}}) {
    const auto entries = random_entries<S>(rows, cols, 0.2, 5);
    const auto A = coo_to_rsb(this->exec, coo_of<S>(rows, cols, entries, {}));
    for (const Op op : {Op::none, Op::transpose, Op::conjugate_transpose})
      for (const int64_t k : {0, 1, 2, 9}) {
        SCOPED_TRACE(std::to_string(rows) + " " + std::string(name(op)) + " " + std::to_string(k));
        const int64_t in = op == Op::none ? cols : rows, out = op == Op::none ? rows : cols;
        const auto check = [&](Op op_b, const auto& b, const auto& c) {
          check_spmm<S>(this->exec, op, op_b, A, entries, b, c);
        };
        check(Op::none, dense<S, Left>(in, k), dense<S, Left>(out, k));
        check(Op::none, dense<S, Right>(in, k), dense<S, Right>(out, k));
        check(Op::none, dense<S, Left>(in, k), dense<S, Right>(out, k));
        check(Op::none, dense<S, Right>(in, k), dense<S, Left>(out, k));
        check(Op::transpose, dense<S, Right>(k, in), dense<S, Left>(out, k));
        check(Op::transpose, dense<S, Left>(k, in), dense<S, Left>(out, k));
        if (k == 0) continue;
        check(Op::none, strided<S>(in, k, 1, in + 3), strided<S>(out, k, 1, out + 1));
        check(Op::none, strided<S>(in, k, k + 2, 1), strided<S>(out, k, k + 1, 1));
        check(Op::none, strided<S>(in, k, 2, 2 * in), strided<S>(out, k, 3 * k, 3));
      }
  }
  const auto A = coo_to_rsb(this->exec, coo_of<S>(2, 2, {{0, 0, S(1)}}, {}));
  const auto b = dense<S, Left>(2, 2), c = dense<S, Left>(2, 2);
  EXPECT_EQ(spmm(this->exec, Op::none, 1, A, b, 0, c).name, "rsb_librsb");  // without op_b
  if constexpr (is_complex_v<S>)
    expect_refusals({{"conjugate B", Status::not_supported, "op_b", "conjugate_transpose", [&] {
                        spmm(this->exec, Op::none, Op::conjugate_transpose, 1, A, b, 0, c);
                      }}});
}

TEST(RsbMatrices, MoveAndOutliveEverything) {
  const Host exec;
  auto A = coo_to_rsb(exec, coo_of<double>(2, 3, {{1, 2, 4.0}}, {.index_base = IndexBase::one}));
  const auto* const handle = A.handle();
  RsbMatrix<double> moved(std::move(A));
  EXPECT_EQ(moved.handle(), handle);
  EXPECT_EQ(moved.num_cols(), 3);
  EXPECT_EQ(A.handle(), nullptr);
  EXPECT_EQ(A.nnz() + A.num_rows() + A.num_cols(), 0);
  A = std::move(moved);
  EXPECT_EQ(A.handle(), handle);
  EXPECT_EQ(moved.num_rows(), 0);
  static_assert(!std::is_copy_constructible_v<RsbMatrix<double>>);
  // Constructed before librsb was started, perhaps, and destroyed after main.
  static RsbMatrix<double> kept;
  kept = std::move(A);
  EXPECT_EQ(kept.handle(), handle);
}

TEST(RsbMatrices, Validate) {
  const Host exec;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto A = coo_to_rsb(exec, coo_of<double>(3, 3, {{2, 0, 1.0}, {1, 2, nan}}, {}));
  EXPECT_TRUE(bool(validate(exec, A)));
  const auto report = validate(exec, A, {.finite = true});
  EXPECT_EQ(report.reason, Offence::not_a_number);
  EXPECT_EQ(report.row, 1);
  EXPECT_EQ(report.column, 2);
  EXPECT_THROW(validate_or_throw(exec, A, {.finite = true}), Error);
}

TEST(RsbMatrices, Log) {
  std::string line;
  set_log_callback([&](LogKind, std::string_view message) { line = message; });
  set_log_level(2);
  const Host exec;
  const auto A = coo_to_rsb(exec, coo_of<double>(2, 2, {{1, 0, 1.0}}, {}));
  const auto x = poisoned<double, Space>(2), y = poisoned<double, Space>(2);
  spmv(exec, Op::transpose, 0, A, x, 0, y);
  set_log_level(0);
  set_log_callback({});
  EXPECT_NE(line.find("rsb_librsb, op transpose, 2 x 2, nnz 1"), std::string::npos) << line;
}

TEST(RsbMatrices, BadArguments) {
  const Host exec;
  const auto coo = coo_of<double>(2, 3, {{1, 2, 4.0}}, {});
  const auto A = coo_to_rsb(exec, coo);
  const auto two = poisoned<double, Space>(2), three = poisoned<double, Space>(3);
  using Matrix = Kokkos::View<double**, Kokkos::LayoutLeft, Space>;
  const Matrix b("b", 3, 4), c("c", 2, 4);
  const int64_t zero_offsets[2] = {};
  const auto wide = CsrMatrix<double, int64_t, int64_t, Space>::wrap(
      1, int64_t(3) << 30, 0, zero_offsets, nullptr, nullptr);
  const auto tall =
      CooMatrix<double, int64_t, Space>::wrap(int64_t(3) << 30, 1, 0, nullptr, nullptr, nullptr);
  const int64_t many_offsets[2] = {0, int64_t(3) << 30};
  const int64_t never_read = 0;
  double never_read_value = 0;
  const auto many = CsrMatrix<double, int64_t, int64_t, Space>::wrap(
      1, 1, many_offsets[1], many_offsets, &never_read, &never_read_value);
  expect_refusals({
      {"x too short", Status::invalid_value, "x", "length 2",
       [&] { spmv(exec, Op::none, 1, A, two, 0, two); }},
      {"y too long", Status::invalid_value, "y", "length 3",
       [&] { spmv(exec, Op::none, 1, A, three, 0, three); }},
      {"x of the transpose", Status::invalid_value, "x", "length 3",
       [&] { spmv(exec, Op::transpose, 1, A, three, 0, three); }},
      {"overlap", Status::invalid_value, "x", "",
       [&] { spmv(exec, Op::none, 1, A, three, 0, Kokkos::subview(three, Kokkos::pair(1, 3))); }},
      {"rows of B", Status::invalid_value, "b", "length 2",
       [&] { spmm(exec, Op::none, 1, A, c, 0, c); }},
      {"rows of C", Status::invalid_value, "c", "length 3",
       [&] { spmm(exec, Op::none, 1, A, b, 0, Matrix("c", 3, 4)); }},
      {"columns of C", Status::invalid_value, "c", "length 3",
       [&] { spmm(exec, Op::none, 1, A, b, 0, Matrix("c", 2, 3)); }},
      {"overlap of matrices", Status::invalid_value, "b", "",
       [&] { spmm(exec, Op::none, 1, A, b, 0, Matrix(b.data() + 1, 2, 4)); }},
      {"too many columns", Status::invalid_value, "A's num_cols", "3221225472",
       [&] { csr_to_rsb(exec, wide); }},
      {"too many rows", Status::invalid_value, "A's num_rows", "3221225472",
       [&] { coo_to_rsb(exec, tall); }},
      {"too many entries", Status::invalid_value, "A's nnz", "3221225472",
       [&] { csr_to_rsb(exec, many); }},
  });
  EXPECT_THROW(coo_to_rsb(exec, coo_of<double>(2, 3, {{1, 3, 4.0}}, {})), Error);
  EXPECT_THROW(coo_to_rsb(exec, coo_of<double>(2, 3, {{-1, 2, 4.0}}, {})), Error);
}

TEST(RsbMatrices, ErrorsOfLibrsb) {
  detail::check_rsb("spmv", "A", RSB_ERR_NO_ERROR);
  const struct {
    rsb_err_t error;
    Status status;
    const char* part;
  } cases[] = {{RSB_ERR_ENOMEM, Status::alloc_failed, "memory"},
               {RSB_ERR_LIMITS, Status::insufficient_resources, "overflow"},
               {RSB_ERR_UNSUPPORTED_TYPE, Status::not_supported, "type"},
               {RSB_ERR_UNIMPLEMENTED_YET, Status::not_supported, "not implemented"},
               {RSB_ERR_BADARGS, Status::invalid_value, "argument"},
               {RSB_ERR_INTERNAL_ERROR, Status::internal_error, "internal"},
               {RSB_ERR_GENERIC_ERROR, Status::execution_failed, "unspecified"},
               {RSB_ERR_ENOMEM | RSB_ERR_NO_ERROR, Status::alloc_failed, "memory"}};
  for (const auto& c : cases)
    expect_refusals(
        {{c.part, c.status, "A", c.part, [&] { detail::check_rsb("spmv", "A", c.error); }}});
}

}  // namespace
}  // namespace filigree::test
