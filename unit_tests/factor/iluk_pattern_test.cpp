// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <map>

#include <filigree/iluk_pattern.hpp>

#include "core/refusals.hpp"
#include "factor_support.hpp"

/// Fill by levels beside the definition on a full matrix of levels.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

constexpr std::int64_t never = 1'000'000;

std::vector<std::vector<std::int64_t>> levels_of(const HostRows& A) {
  const std::size_t n = A.size();
  std::vector<std::vector<std::int64_t>> levels(n, std::vector<std::int64_t>(n, never));
  for (std::size_t i = 0; i < n; ++i)
    for (const auto& [j, value] : A[i]) levels[i][std::size_t(j)] = 0;
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j < n; ++j)
        levels[i][j] = std::min(levels[i][j], levels[i][k] + levels[k][j] + 1);
  return levels;
}

template <class Matrix>
void test_levels(IndexBase base, Order order) {
  using T = typename Matrix::scalar_type;
  const Exec exec;
  std::mt19937 random(12);
  const std::int64_t n = 60;
  const auto triplets = random_system<T>(random, FactorKind::lu, {n, n, 3});
  const auto A = MatrixFrom<Matrix>::make(triplets, {base}, order);
  const HostRows rows = host_rows(A, download(A.values()));
  const auto levels = levels_of(rows);
  for (const std::int64_t level : {0, 1, 2, 3, 100}) {
    SCOPED_TRACE("level " + std::to_string(level));
    const auto filled = iluk_pattern(exec, A, level);
    EXPECT_TRUE(filled.matrix.properties().sorted);
    EXPECT_EQ(filled.matrix.index_base(), base);
    const HostRows found = host_rows(filled.matrix, download(filled.matrix.values()));
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        const auto here = found[i].find(j);
        ASSERT_EQ(here != found[i].end(), levels[i][std::size_t(j)] <= level)
            << "row " << i << ", column " << j;
        if (here == found[i].end()) continue;
        const auto of_A = rows[i].find(j);
        EXPECT_EQ(here->second, of_A == rows[i].end() ? Wide(0) : of_A->second);
      }
    const auto places = download(filled.places);
    const auto values = download(A.values()), wider = download(filled.matrix.values());
    ASSERT_EQ(places.size(), values.size());
    for (std::size_t k = 0; k < places.size(); ++k)
      EXPECT_EQ(wider[std::size_t(places[k])], values[k]);
  }
}

TEST(IlukPattern, is_that_of_the_definition) {
  for (const Order order : {Order::sorted, Order::shuffled}) {
    test_levels<Csr<double>>(IndexBase::zero, order);
    test_levels<Csr<complex_float, I32, I64>>(IndexBase::one, order);
    test_levels<Csr<float, I64, I64>>(IndexBase::one, order);
  }
}

/// A 5-point grid of these sides.
template <class Matrix>
Matrix grid(std::int64_t side) {
  Triplets result{side * side, side * side, {}};
  for (std::int64_t p = 0; p < side * side; ++p)
    for (const std::int64_t to :
         {-side, std::int64_t(-1), std::int64_t(0), std::int64_t(1), side}) {
      const bool leaves_line = (to == -1 && p % side == 0) || (to == 1 && p % side == side - 1);
      if (p + to >= 0 && p + to < side * side && !leaves_line)
        result.entries.push_back({p, p + to, to == 0 ? 4 : -1});
    }
  return MatrixFrom<Matrix>::make(result, {}, Order::sorted);
}

/// The largest entry of L U - A (L L^T - A).
long double distance_of_product(FactorKind kind, const HostRows& A, const HostRows& factors) {
  const std::size_t n = A.size();
  long double largest = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      Wide sum(0);
      for (const auto& [k, left] : factors[i]) {
        if (k > std::int64_t(std::min(i, j))) continue;
        const bool is_lu = kind == FactorKind::lu;
        const auto& row = factors[is_lu ? std::size_t(k) : j];
        const auto right = row.find(is_lu ? std::int64_t(j) : k);
        if (right == row.end()) continue;
        sum += (is_lu && k == std::int64_t(i) ? Wide(1) : left) * right->second;
      }
      const auto of_A = A[i].find(std::int64_t(j));
      largest = std::max(largest, std::abs(sum - (of_A == A[i].end() ? Wide(0) : of_A->second)));
    }
  return largest;
}

/// The more levels, the closer the product; with all of them it is A.
TEST(IlukPattern, factors_come_closer) {
  const Exec exec;
  const auto A = grid<Csr<double>>(9);
  const HostRows rows = host_rows(A, download(A.values()));
  for (const FactorKind kind : both_kinds) {
    long double before = 1;
    for (const std::int64_t level : {0, 1, 2, 4, 100}) {
      const auto filled = iluk_pattern(exec, A, level).matrix;
      factor_plan(exec, kind, filled).apply(exec, filled, filled.values());
      exec.fence();
      const long double distance =
          distance_of_product(kind, rows, host_rows(filled, download(filled.values())));
      EXPECT_LT(distance, before) << kind_name(kind) << ", level " << level;
      before = distance;
    }
    EXPECT_LT(before, 1e-14L);
  }
}

TEST(IlukPattern, new_values) {
  const Exec exec;
  const auto A = grid<Csr<double>>(6);
  const auto filled = iluk_pattern(exec, A, 2);
  auto values = download(A.values());
  for (double& value : values) value *= 3;
  const Kokkos::View<double*, Space> wider("wider", filled.matrix.nnz());
  unpermute_values(exec, filled.places, upload<Space>(values), wider);
  exec.fence();
  const auto once = download(filled.matrix.values()), thrice = download(wider);
  for (std::size_t k = 0; k < once.size(); ++k) EXPECT_EQ(thrice[k], 3 * once[k]);
}

TEST(IlukPattern, bad_arguments) {
  const Exec exec;
  const Csr<double> none;
  EXPECT_EQ(iluk_pattern(exec, none, 2).matrix.nnz(), 0);
  const auto A = grid<Csr<double>>(3);
  const Csr<double> wide(9, 10, A.row_offsets(), A.col_indices(), A.values());
  MatrixProperties symmetric;
  symmetric.type = MatrixType::symmetric;
  MatrixProperties one;
  one.index_base = IndexBase::one;
  const Csr<double> twice(2, 2, upload<Space>(std::vector<I32>{0, 1, 3}),
                          upload<Space>(std::vector<I32>{0, 1, 1}),
                          upload<Space>(std::vector<double>{1, 1, 1}));
  constexpr Status invalid = Status::invalid_value;
  expect_refusals({
      {"not square", invalid, "A", "9 x 10", [&] { iluk_pattern(exec, wide, 1); }},
      {"half a matrix", Status::matrix_type_not_supported, "A", "symmetric",
       [&] { iluk_pattern(exec, A.with_properties(symmetric), 1); }},
      {"another base", invalid, "A.row_offsets()", "index base 1",
       [&] { iluk_pattern(exec, A.with_properties(one), 1); }},
      {"an entry twice", invalid, "A", "row 1", [&] { iluk_pattern(exec, twice, 1); }},
      {"a negative level", invalid, "level", "-1", [&] { iluk_pattern(exec, A, -1); }},
  });
}

}  // namespace
}  // namespace filigree::test
