// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <filigree/ilut.hpp>
#include <filigree/triangular_solve.hpp>

#include "core/refusals.hpp"
#include "factor_support.hpp"
#include "spmv/expect_error.hpp"

/// Factors by threshold beside the algorithm of the book on maps.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

/// Algorithm 10.6 in long double.
HostRows reference(const HostRows& A, const IlutOptions& options) {
  HostRows factors(A.size());
  for (std::size_t i = 0; i < A.size(); ++i) {
    const auto row = std::int64_t(i);
    std::map<std::int64_t, Wide> w = A[i];
    long double square = 0;
    for (const auto& [j, value] : w) square += std::norm(value);
    const long double tolerance = options.tolerance * std::sqrt(square);
    for (auto at = w.begin(); at != w.end() && at->first < row;) {
      const auto& other = factors[std::size_t(at->first)];
      at->second /= other.at(at->first);
      if (!(std::abs(at->second) > tolerance)) {
        at = w.erase(at);
        continue;
      }
      for (const auto& [j, value] : other)
        if (j > at->first) w[j] -= at->second * value;
      ++at;
    }
    std::vector<std::pair<long double, std::int64_t>> sides[2];
    for (const auto& [j, value] : w)
      if (j != row && std::abs(value) > tolerance) sides[j > row].push_back({-std::abs(value), j});
    for (auto& side : sides) {
      std::sort(side.begin(), side.end());
      if (std::int64_t(side.size()) > options.fill) side.resize(std::size_t(options.fill));
      for (const auto& [size, j] : side) factors[i][j] = w[j];
    }
    factors[i][row] = w[row];
  }
  return factors;
}

template <class Matrix>
void test_against_reference(IndexBase base, Order order, const IlutOptions& options) {
  using T = typename Matrix::scalar_type;
  SCOPED_TRACE(std::string(scalar_name<T>) + ", tolerance " + std::to_string(options.tolerance) +
               ", fill " + std::to_string(options.fill));
  const Exec exec;
  std::mt19937 random(12);
  const auto A = MatrixFrom<Matrix>::make(random_system<T>(random, FactorKind::lu, {150, 150, 5}),
                                          {base}, order);
  const HostRows expected = reference(host_rows(A, download(A.values())), options);
  const auto found = ilut(exec, A, options);
  EXPECT_EQ(found.first_zero_pivot, -1);
  EXPECT_EQ(found.matrix.index_base(), base);
  EXPECT_TRUE(found.matrix.properties().sorted);
  const auto columns = download(found.matrix.col_indices());
  const auto offsets = download(found.matrix.row_offsets());
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    EXPECT_TRUE(std::is_sorted(columns.begin() + offsets[i] - I64(base),
                               columns.begin() + offsets[i + 1] - I64(base)));
  const HostRows rows = host_rows(found.matrix, download(found.matrix.values()));
  std::size_t differ = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const auto& [j, value] : expected[i]) {
      const auto here = rows[i].find(j);
      if (here == rows[i].end())
        ++differ;
      else
        EXPECT_LE(std::abs(here->second - value), 200 * epsilon<T>() * (1 + std::abs(value)))
            << "row " << i << ", column " << j;
    }
  // Rounding may decide between entries of nearly one size.
  EXPECT_LE(differ, 3u);
}

TEST(Ilut, is_that_of_the_book) {
  for (const IlutOptions& options :
       {IlutOptions{}, IlutOptions{.tolerance = 0.02, .fill = 4}, IlutOptions{.tolerance = 0.1},
        IlutOptions{.tolerance = 0, .fill = 3}, IlutOptions{.tolerance = 0, .fill = 0},
        IlutOptions{.tolerance = 1e-5, .fill = 1000}}) {
    test_against_reference<Csr<double>>(IndexBase::zero, Order::sorted, options);
    test_against_reference<Csr<complex_double, I32, I64>>(IndexBase::one, Order::shuffled, options);
    test_against_reference<Csr<float, I64, I64>>(IndexBase::one, Order::shuffled, options);
    test_against_reference<Csr<complex_float>>(IndexBase::zero, Order::sorted, options);
  }
}

/// Without anything dropped L U is A, and both solves give x.
TEST(Ilut, is_exact_where_nothing_is_dropped) {
  const Exec exec;
  std::mt19937 random(5);
  const std::int64_t n = 120;
  const auto triplets = random_system<double>(random, FactorKind::lu, {n, n, 4});
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  const auto M = ilut(exec, A, {.tolerance = 0, .fill = n}).matrix;
  std::vector<double> b(std::size_t(n), 0);
  for (const Entry& e : triplets.entries)
    b[std::size_t(e.row)] += double(e.value.real()) * double(1 + e.col % 3);
  const auto x = upload<Space>(b);
  triangular_solve(exec, Op::none, 1.0, M, x, x,
                   {.fill = FillMode::lower, .diagonal = DiagonalType::unit});
  triangular_solve(exec, Op::none, 1.0, M, x, x, {.fill = FillMode::upper});
  const auto found = download(x);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], double(1 + i % 3), 1e-12);
}

/// Rows keep no more than they may, and entries that are stored twice add up.
TEST(Ilut, bounds_and_sums) {
  const Exec exec;
  std::mt19937 random(6);
  auto triplets = random_system<double>(random, FactorKind::lu, {300, 300, 12});
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  const auto M = ilut(exec, A, {.tolerance = 0, .fill = 5}).matrix;
  const HostRows rows = host_rows(M, download(M.values()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto left = std::count_if(rows[i].begin(), rows[i].end(),
                                    [&](const auto& e) { return e.first < std::int64_t(i); });
    EXPECT_LE(left, 5);
    EXPECT_LE(std::int64_t(rows[i].size()) - left, 6);
    EXPECT_EQ(rows[i].count(std::int64_t(i)), 1u);
  }
  const Csr<double> twice(2, 2, upload<Space>(std::vector<I32>{0, 3, 5}),
                          upload<Space>(std::vector<I32>{0, 1, 0, 0, 1}),
                          upload<Space>(std::vector<double>{1, 4, 1, 6, 20}));
  EXPECT_EQ(download(ilut(exec, twice).matrix.values()), (std::vector<double>{2, 4, 3, 8}));
  // The norm is that of the sums.
  const Csr<double> cancels(2, 2, upload<Space>(std::vector<I32>{0, 1, 4}),
                            upload<Space>(std::vector<I32>{0, 1, 1, 0}),
                            upload<Space>(std::vector<double>{1, 100, -99, 0.5}));
  EXPECT_EQ(download(ilut(exec, cancels, {.tolerance = 0.1}).matrix.values()),
            (std::vector<double>{1, 0.5, 1}));
}

TEST(Ilut, zero_pivots) {
  const Exec exec;
  for (const I32 row : {0, 3, 6}) {
    std::vector<double> diagonal(7, 4);
    diagonal[std::size_t(row)] = 0;
    const Csr<double> A(7, 7, upload<Space>(std::vector<I32>{1, 2, 3, 4, 5, 6, 7, 8}),
                        upload<Space>(std::vector<I32>{1, 2, 3, 4, 5, 6, 7}),
                        upload<Space>(diagonal), {IndexBase::one});
    expect_error(Status::zero_pivot, "row " + std::to_string(row + 1), [&] { ilut(exec, A); });
    const auto found = ilut(exec, A, {.pivot_boost = 9});
    EXPECT_EQ(found.first_zero_pivot, row + 1);
    EXPECT_EQ(download(found.matrix.values())[std::size_t(row)], 9);
  }
  // A diagonal that is not stored, but fills in, is a pivot.
  const Csr<double> fills(2, 2, upload<Space>(std::vector<I32>{0, 2, 3}),
                          upload<Space>(std::vector<I32>{0, 1, 0}),
                          upload<Space>(std::vector<double>{2, 4, 6}));
  EXPECT_EQ(download(ilut(exec, fills).matrix.values()), (std::vector<double>{2, 4, 3, -12}));
}

TEST(Ilut, bad_arguments) {
  const Exec exec;
  EXPECT_EQ(ilut(exec, Csr<double>()).matrix.nnz(), 0);
  std::mt19937 random(1);
  const auto A = MatrixFrom<Csr<double>>::make(
      random_system<double>(random, FactorKind::lu, {9, 9, 2}), {}, Order::sorted);
  const Csr<double> wide(9, 10, A.row_offsets(), A.col_indices(), A.values());
  MatrixProperties symmetric;
  symmetric.type = MatrixType::symmetric;
  const auto with = [&](const IlutOptions& options) {
    return [&exec, A, options] { ilut(exec, A, options); };
  };
  constexpr Status invalid = Status::invalid_value;
  expect_refusals({
      {"not square", invalid, "A", "9 x 10", [&] { ilut(exec, wide); }},
      {"half a matrix", Status::matrix_type_not_supported, "A", "symmetric",
       [&] { ilut(exec, A.with_properties(symmetric)); }},
      {"another base", invalid, "A.row_offsets()", "index base 1",
       [&] { ilut(exec, A.with_properties({IndexBase::one})); }},
      {"a negative tolerance", invalid, "options.tolerance", "-1", with({.tolerance = -1})},
      {"no number", invalid, "options.tolerance", "nan", with({.tolerance = NAN})},
      {"a negative fill", invalid, "options.fill", "-1", with({.fill = -1})},
      {"a negative pivot", invalid, "options.pivot_tolerance", "-2", with({.pivot_tolerance = -2})},
      {"a boost of 0", invalid, "options.pivot_boost", "0", with({.pivot_boost = 0})},
  });
}

/// Entries whose squares are no numbers of the type, and those that are none themselves, stay.
TEST(Ilut, norms_beyond_the_type) {
  const Exec exec;
  for (const double tolerance : {0.0, 1e-3})
    for (const float beside : {1e20f, NAN, INFINITY}) {
      const Csr<float> A(2, 2, upload<Space>(std::vector<I32>{0, 2, 3}),
                         upload<Space>(std::vector<I32>{0, 1, 1}),
                         upload<Space>(std::vector<float>{1e20f, beside, 1e20f}));
      const auto factors = ilut(exec, A, {.tolerance = tolerance, .fill = 5});
      EXPECT_EQ(factors.matrix.nnz(), 3) << beside << ", " << tolerance;
    }
}

}  // namespace
}  // namespace filigree::test
