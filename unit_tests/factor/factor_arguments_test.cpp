// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/refusals.hpp"
#include "factor_support.hpp"

/// Each argument of each call wrong in turn.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Vector = Kokkos::View<double*, Space>;

constexpr Status invalid = Status::invalid_value;
constexpr Status of_type = Status::matrix_type_not_supported;

/// A diagonal, and a second entry a row.
template <class M = Matrix>
M make(const MatrixProperties& properties = {}, std::int64_t cols = 30) {
  Triplets triplets{30, cols, {}};
  for (std::int64_t i = 0; i < 30; ++i) {
    if (i > 0) triplets.entries.push_back({i, i - 1, 1});
    triplets.entries.push_back({i, i, 4});
  }
  return MatrixFrom<M>::make(triplets, properties, Order::sorted);
}

class IncompleteFactorArguments : public ::testing::Test {
 protected:
  static std::function<void()> plan(FactorKind kind, const Matrix& A,
                                    const IncompleteFactorOptions& options = {}) {
    return [=] { factor_plan(Exec(), kind, A, options); };
  }

  Exec exec;
  Matrix A = make();
  static constexpr FactorKind lu = FactorKind::lu, cholesky = FactorKind::cholesky;
};

TEST_F(IncompleteFactorArguments, matrices) {
  const auto of = [](MatrixType type, FillMode fill = FillMode::lower,
                     DiagonalType diagonal = DiagonalType::non_unit) {
    MatrixProperties properties;
    properties.type = type;
    properties.fill = fill;
    properties.diagonal = diagonal;
    return make(properties);
  };
  MatrixProperties one;
  one.index_base = IndexBase::one;
  const Matrix wrong(30, 30, A.row_offsets(), A.col_indices(), A.values(), one);
  using Complex = CsrMatrix<complex_double, std::int32_t, std::int32_t, Space>;
  MatrixProperties symmetric;
  symmetric.type = MatrixType::symmetric;
  expect_refusals({
      {"not square", invalid, "A", "30 x 31", plan(lu, make({}, 31))},
      {"half a matrix", of_type, "A", "symmetric", plan(lu, of(MatrixType::symmetric))},
      {"upper triangle", of_type, "A", "upper",
       plan(cholesky, of(MatrixType::hermitian, FillMode::upper))},
      {"unit diagonal", of_type, "A", "unit diagonal",
       plan(cholesky, of(MatrixType::triangular, FillMode::lower, DiagonalType::unit))},
      {"complex symmetric", of_type, "A", "symmetric",
       [&] { ic0_plan(exec, make<Complex>(symmetric)); }},
      {"base", invalid, "A.row_offsets()", "index base 1", plan(lu, wrong)},
  });
}

TEST_F(IncompleteFactorArguments, entries) {
  for (const FactorKind kind : both_kinds)
    for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
      Triplets missing{5, 5, {{0, 0, 1}, {1, 1, 1}, {2, 1, 1}, {3, 3, 1}, {4, 0, 1}}};
      Triplets twice{3, 3, {{0, 0, 1}, {1, 0, 1}, {1, 0, 1}, {1, 1, 1}, {2, 2, 1}}};
      const MatrixProperties properties{base};
      const auto of = [&](const Triplets& triplets) {
        return plan(kind, MatrixFrom<Matrix>::make(triplets, properties, Order::shuffled));
      };
      const std::string row = std::to_string(2 + int(base)), first = std::to_string(1 + int(base));
      expect_refusals({
          {"missing, where", Status::zero_pivot, "A", ("row " + row).c_str(), of(missing)},
          {"missing, a remedy", Status::zero_pivot, "A", "shift", of(missing)},
          {"missing, the other remedy", Status::zero_pivot, "A", "pivot_boost", of(missing)},
          {"twice", invalid, "A", ("twice in row " + first).c_str(), of(twice)},
      });
    }
}

TEST_F(IncompleteFactorArguments, options) {
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  constexpr const char* boost = "options.pivot_boost";
  constexpr const char* tolerance = "options.pivot_tolerance";
  expect_refusals({
      {"tolerance", invalid, tolerance, "-1", plan(lu, A, {.pivot_tolerance = -1})},
      {"NaN", invalid, tolerance, "nan", plan(cholesky, A, {.pivot_tolerance = nan})},
      {"boost of 0", invalid, boost, "0", plan(lu, A, {.pivot_boost = 0})},
      {"imaginary boost", invalid, boost, "2.000000 + 1.000000 i",
       plan(cholesky, A, {.pivot_boost = std::complex<double>(2, 1)})},
      {"negative boost", invalid, boost, "-2", plan(cholesky, A, {.pivot_boost = -2})},
      {"infinite boost", invalid, boost, "inf",
       plan(lu, A, {.pivot_boost = std::numeric_limits<double>::infinity()})},
      {"kernel", Status::not_supported, "options.kernel", "factor_generic",
       [&] { ilu0(exec, A, A.values(), {.kernel = "factor_by_magic"}); }},
  });
  EXPECT_NO_THROW(plan(lu, A, {.pivot_boost = -2})());
}

TEST_F(IncompleteFactorArguments, arrays) {
  const auto p = ilu0_plan(exec, A);
  const Vector memory("memory", 200);
  const auto part = [&](std::size_t from, std::size_t length) {
    return Vector(memory.data() + from, length);
  };
  const Matrix shared(30, 30, A.row_offsets(), A.col_indices(), part(10, 59));
  const auto apply = [&](const Matrix& of, const Vector& factors) {
    return [=, this] { p.apply(exec, of, factors); };
  };
  const Vector before = part(80, 59);
  Kokkos::deep_copy(before, poison<double>());
  expect_refusals({
      {"length", invalid, "factors", "58", apply(A, part(80, 58))},
      {"overlap", invalid, "A.values()", "factors", apply(shared, part(11, 59))},
      {"report", invalid, "report", "2 systems",
       [&] { p.apply(exec, A, before, PivotReport<Space>(exec, 2)); }},
      {"workspace", invalid, "workspace", "bytes",
       [&] { p.apply(exec, A, before, {}, Kokkos::View<std::byte*, Space>("workspace", 8)); }},
      {"stale", Status::stale_plan, "A", "another pattern", apply(make(), before)},
  });
  for (const double value : download(before)) EXPECT_TRUE(std::isnan(value));
  EXPECT_NO_THROW(apply(A.with_values(part(10, 59)), part(10, 59))());
  static_assert(incomplete_factor_supports<Matrix>);
  static_assert(!incomplete_factor_supports<CscMatrix<double, std::int32_t, std::int32_t, Space>>);
}

}  // namespace
}  // namespace filigree::test
