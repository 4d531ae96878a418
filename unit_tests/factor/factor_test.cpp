// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "factor_support.hpp"

/// All scalar types, index types, bases and orders; patterns of every kind.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

constexpr IncompleteFactorOptions generic{.backend = Backend::generic};

TEST(IncompleteFactor, lu_by_hand) {
  // [2 1 .; 4 5 3; . 6 10] = [1 . .; 2 1 .; . 2 1] [2 1 .; . 3 3; . . 4], rows in any order.
  const Exec exec;
  const Csr<double> A(3, 3, upload<Space>(std::vector<I32>{0, 2, 5, 7}),
                      upload<Space>(std::vector<I32>{1, 0, 2, 0, 1, 2, 1}),
                      upload<Space>(std::vector<double>{1, 2, 3, 4, 5, 10, 6}));
  const auto factors = upload<Space>(std::vector<double>(7, poison<double>()));
  ilu0(exec, A, factors);
  EXPECT_EQ(download(factors), (std::vector<double>{1, 2, 3, 2, 3, 4, 2}));
}

TEST(IncompleteFactor, cholesky_by_hand) {
  // [4 . .; 2 10 .; . 6 29] = L L^T with L = [2 . .; 1 3 .; . 2 5]; the upper triangle is ignored.
  const Exec exec;
  const Csr<double> A(3, 3, upload<Space>(std::vector<I32>{0, 2, 4, 6}),
                      upload<Space>(std::vector<I32>{0, 2, 0, 1, 1, 2}),
                      upload<Space>(std::vector<double>{4, 77, 2, 10, 6, 29}));
  const auto factors = upload<Space>(std::vector<double>{0, 99, 0, 0, 0, 0});
  ic0(exec, A, factors);
  EXPECT_EQ(download(factors), (std::vector<double>{2, 99, 1, 3, 2, 5}));
}

/// Fill that the pattern has no place for is dropped: (1, 2) and (2, 1) here.
TEST(IncompleteFactor, fill_is_dropped) {
  const Exec exec;
  const Csr<double> A(3, 3, upload<Space>(std::vector<I32>{0, 3, 5, 7}),
                      upload<Space>(std::vector<I32>{0, 1, 2, 0, 1, 0, 2}),
                      upload<Space>(std::vector<double>{2, 4, 6, 8, 30, 10, 70}));
  ilu0(exec, A, A.values());
  EXPECT_EQ(download(A.values()), (std::vector<double>{2, 4, 6, 4, 14, 5, 40}));
}

template <class Matrix>
void test_matrix_type() {
  using T = typename Matrix::scalar_type;
  for (const FactorKind kind : both_kinds)
    for (const IndexBase base : {IndexBase::zero, IndexBase::one})
      for (const Order order : {Order::sorted, Order::shuffled}) {
        std::mt19937 random(3);
        const auto triplets = random_system<T>(random, kind, {70, 70, 4, 61});
        const MatrixProperties properties{base};
        EXPECT_EQ((test_factors<Exec, Matrix>(kind, triplets, properties, order, generic)),
                  "factor_generic");
        test_factors<Exec, Matrix>(kind, triplets, properties, order);
      }
}

TEST(IncompleteFactor, all_types) {
  test_matrix_type<Csr<double>>();
#if !defined(FILIGREE_TEST_FEW_TYPES)
  test_matrix_type<Csr<float, I64, I32>>();
  test_matrix_type<Csr<complex_float, I32, I64>>();
#endif
  test_matrix_type<Csr<complex_double, I64>>();
}

TEST(IncompleteFactor, types_of_matrix_that_hold_the_lower_triangle) {
  std::mt19937 random(3);
  const auto lower = FactorKind::cholesky;
  const auto real = random_system<double>(random, lower, {50, 50, 4});
  const auto complex = random_system<complex_double>(random, lower, {50, 50, 4});
  MatrixProperties properties;
  for (const MatrixType type : {MatrixType::hermitian, MatrixType::triangular}) {
    properties.type = type;
    test_factors<Exec, Csr<complex_double>>(lower, complex, properties, Order::sorted);
  }
  properties.type = MatrixType::symmetric;
  test_factors<Exec, Csr<double>>(lower, real, properties, Order::sorted);
}

void test_patterns(FactorKind kind, const std::vector<Triplets>& patterns) {
  for (const Triplets& each : patterns) {
    test_factors<Exec, Csr<double>>(kind, each, {}, Order::sorted);
    test_factors<Exec, Csr<double>>(kind, each, {}, Order::sorted, generic);
  }
}

/// What stands right of the diagonal, where it does not count for Cholesky.
long double upper_value(FactorKind kind) {
  return kind == FactorKind::lu ? 0x1p-8L : std::numeric_limits<long double>::quiet_NaN();
}

/// Larger than a warp, a block and a grid: random rows, a chain, a diagonal.
TEST(IncompleteFactor, many_rows) {
  const std::int64_t n = 2'003;
  for (const FactorKind kind : both_kinds) {
    std::mt19937 random(5);
    const auto some = random_system<double>(random, kind, {n, n, 5});
    Triplets chain{n, n, {}}, diagonal{n, n, {}};
    for (std::int64_t i = 0; i < n; ++i) {
      if (i > 0) chain.entries.push_back({i, i - 1, 1});
      for (Triplets* const each : {&chain, &diagonal}) each->entries.push_back({i, i, 3});
      if (i + 1 < n) chain.entries.push_back({i, i + 1, upper_value(kind)});
    }
    test_patterns(kind, {some, chain, diagonal});
  }
}

/// Rows of every length, a full row and a full column, a full matrix.
TEST(IncompleteFactor, long_rows) {
  for (const FactorKind kind : both_kinds) {
    const std::int64_t n = 201;
    std::mt19937 random(5);
    Triplets arrow{n, n, {}}, lengths{n, n, {}}, full{90, 90, {}};
    for (std::int64_t i = 0; i < n; ++i) {
      if (i > 0) arrow.entries.push_back({i, 0, 0x1p-8L});
      arrow.entries.push_back({i, i, i == 0 ? 4 : 3});
      for (std::int64_t j = 1; i == 0 && j < n; ++j)
        arrow.entries.push_back({0, j, upper_value(kind)});
      for (std::int64_t j = i % 3; j < n; j += 1 + n / (1 + i % 97)) {
        if (j == i) continue;
        lengths.entries.push_back({i, j, j < i ? 0x1p-8L : upper_value(kind)});
      }
      lengths.entries.push_back({i, i, 2});
    }
    for (std::int64_t i = 0; i < 90; ++i)
      for (std::int64_t j = 0; j < 90; ++j)
        full.entries.push_back({i, j, j == i ? 2 : j < i ? 0x1p-8L : upper_value(kind)});
    std::sort(lengths.entries.begin(), lengths.entries.end(), [](const Entry& a, const Entry& b) {
      return a.row != b.row ? a.row < b.row : a.col < b.col;
    });
    test_patterns(kind,
                  {arrow, lengths, full, random_system<double>(random, kind, {n, n, 3, n / 2})});
  }
}

TEST(IncompleteFactor, nothing_to_do) {
  const Exec exec;
  const Csr<double> none(0, 0, Kokkos::View<I32*, Space>("offsets", 1), {}, {});
  const PivotReport<Space> report(exec);
  for (const auto& A : {none, Csr<double>()})
    for (const FactorKind kind : both_kinds) {
      Kokkos::deep_copy(report.positions(), 5);
      factor_plan(exec, kind, A).apply(exec, A, A.values(), report);
      EXPECT_EQ(report.position(exec), report.none);
    }
  EXPECT_NO_THROW(ilu0(exec, none, none.values()));
  EXPECT_NO_THROW(ic0(exec, Csr<double>(), Kokkos::View<double*, Space>()));
}

/// Arrays that begin one entry behind where an allocation does.
TEST(IncompleteFactor, arrays_that_are_not_aligned) {
  const Exec exec;
  const auto behind = [](const auto& view) {
    const std::remove_cvref_t<decltype(view)> whole("whole", view.extent(0) + 1);
    const auto part =
        Kokkos::subview(whole, std::pair<std::size_t, std::size_t>(1, whole.extent(0)));
    Kokkos::deep_copy(part, view);
    return std::remove_cvref_t<decltype(view)>(part);
  };
  for (const FactorKind kind : both_kinds) {
    std::mt19937 random(9);
    const auto triplets = random_system<float>(random, kind, {300, 300, 6});
    const auto A = MatrixFrom<Csr<float>>::make(triplets, {}, Order::sorted);
    const Kokkos::View<I32*, Space> offsets("offsets", 301), columns("columns", A.nnz());
    Kokkos::deep_copy(offsets, A.row_offsets());
    Kokkos::deep_copy(columns, A.col_indices());
    const Csr<float> B(300, 300, behind(offsets), behind(columns), behind(A.values()));
    const auto factors = behind(Kokkos::View<float*, Space>("factors", A.nnz()));
    factor_plan(exec, kind, B).apply(exec, B, factors);
    exec.fence();
    EXPECT_TRUE(is_product<float>(kind, host_rows(A, download(A.values())),
                                  host_rows(A, download(factors)), 300));
  }
}

}  // namespace
}  // namespace filigree::test
