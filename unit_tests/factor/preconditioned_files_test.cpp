// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdlib>
#include <map>

#include <filigree/convert.hpp>
#include <filigree/io/read.hpp>

#include "factor_support.hpp"
#include "gmres.hpp"
#include "io/matrix_files.hpp"
#include "preconditioned_cg.hpp"
#include "preconditioners.hpp"

/// Systems with real matrices, solved by GMRES with ilu0, or why they are not: on the device as on
/// the host.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
template <class E>
using Matrix = CsrMatrix<complex_double, std::int32_t, std::int32_t, typename E::memory_space>;

/// A file's rows and columns, all entries of them, sums of those that are stored twice.
struct Entries {
  std::vector<std::int32_t> offsets{0}, columns;
  std::vector<complex_double> values;
  std::int64_t num_rows = 0, num_cols = 0;
};

Entries read(const std::filesystem::path& file) {
  const auto coo = read_matrix<complex_double>(file, {.expand_symmetry = true});
  std::vector<std::map<std::int64_t, complex_double>> rows(std::size_t(coo.num_rows()));
  for (std::int64_t k = 0; k < coo.nnz(); ++k)
    rows[std::size_t(coo.row_indices()(k))][coo.col_indices()(k)] += coo.values()(k);
  Entries entries;
  entries.num_rows = coo.num_rows();
  entries.num_cols = coo.num_cols();
  for (const auto& row : rows) {
    for (const auto& [col, value] : row) {
      entries.columns.push_back(std::int32_t(col));
      entries.values.push_back(value);
    }
    entries.offsets.push_back(std::int32_t(entries.columns.size()));
  }
  return entries;
}

struct Solved {
  std::string reason;  ///< why there are no factors
  std::int64_t zero_pivot = -1;
  example::SolveResult result;
};

template <class E>
Solved solve(const Entries& entries) {
  using Space = typename E::memory_space;
  const E exec;
  const Matrix<E> A(entries.num_rows, entries.num_cols, upload<Space>(entries.offsets),
                    upload<Space>(entries.columns), upload<Space>(entries.values));
  Solved solved;
  try {
    const example::Ilu0 ilu0(exec, A);
    solved.zero_pivot = ilu0.first_zero_pivot();
    if (solved.zero_pivot >= 0) return solved;
    const example::LinearSystem<E, Matrix<E>> system(exec, A, ilu0);
    const Kokkos::View<complex_double*, Space> ones("ones", A.num_rows()), b("b", A.num_rows()),
        x("x", A.num_rows());
    Kokkos::deep_copy(ones, complex_double(1));
    system.multiply(ones, b);
    example::Gmres gmres(system, 50);
    solved.result = example::solve(gmres, system, b, x, {.tolerance = 1e-8, .max_iterations = 600},
                                   [](int, double) {});
  } catch (const Error& error) {
    solved.reason = error.what();
  }
  return solved;
}

class PreconditionedFiles : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(PreconditionedFiles, solved_in_the_iterations_of_the_host) {
  const Entries entries = read(GetParam());
  const Solved expected = solve<Host>(entries);
  const Solved found = std::is_same_v<Exec, Host> ? expected : solve<Exec>(entries);
  EXPECT_EQ(found.reason, expected.reason);
  EXPECT_EQ(found.zero_pivot, expected.zero_pivot);
  EXPECT_EQ(found.result.outcome, expected.result.outcome);
  RecordProperty("iterations", std::to_string(found.result.iterations));
  if (!expected.reason.empty()) {
    // Not square, or a row without a diagonal, which is named.
    const bool is_named = expected.reason.find("row ") != std::string::npos;
    EXPECT_TRUE(is_named || entries.num_rows != entries.num_cols) << expected.reason;
    return;
  }
  if (expected.zero_pivot >= 0 || expected.result.outcome != example::Outcome::converged) return;
  EXPECT_LE(expected.result.residual, 1e-8);
  EXPECT_LE(found.result.residual, 1e-8);
  // Sums are rounded in another order.
  const int more = std::max(1, expected.result.iterations / 20);
  EXPECT_LE(std::abs(found.result.iterations - expected.result.iterations), more);
}

/// Makes the diagonal of a Hermitian matrix ones, from both sides.
void scale_to_ones(Entries& entries) {
  std::vector<double> roots(std::size_t(entries.num_rows), 1);
  const auto each = [&](const auto& call) {
    for (std::size_t i = 0; i < roots.size(); ++i)
      for (auto k = std::size_t(entries.offsets[i]); k < std::size_t(entries.offsets[i + 1]); ++k)
        call(i, std::size_t(entries.columns[k]), entries.values[k]);
  };
  each([&](std::size_t i, std::size_t j, const complex_double& value) {
    if (i == j) roots[i] = std::sqrt(value.real());
  });
  each([&](std::size_t i, std::size_t j, complex_double& value) {
    value = value * complex_double(1 / (roots[i] * roots[j]));
  });
}

/// A stiffness matrix whose incomplete Cholesky factorization breaks down: with pivots that are too
/// small replaced, conjugate gradients converge, and not with those that it has.
TEST(BoostedFactors, conjugate_gradients) {
  using Space = Exec::memory_space;
  const auto files = matrix_files();
  const auto file = std::find_if(files.begin(), files.end(), [](const auto& path) {
    return path.filename() == "bcsstk13.mtx";
  });
  if (file == files.end()) GTEST_SKIP() << "bcsstk13.mtx is not there";
  Entries entries = read(*file);
  scale_to_ones(entries);
  const Exec exec;
  const Matrix<Exec> A(entries.num_rows, entries.num_cols, upload<Space>(entries.offsets),
                       upload<Space>(entries.columns), upload<Space>(entries.values));
  const Kokkos::View<complex_double*, Space> ones("ones", A.num_rows()), b("b", A.num_rows()),
      x("x", A.num_rows());
  Kokkos::deep_copy(ones, complex_double(1));
  const auto solve_with = [&](const IncompleteFactorOptions& options) {
    const example::Ic0<Exec, Matrix<Exec>> ic0(exec, A, options);
    EXPECT_GE(ic0.first_zero_pivot(), 0);  // it is reported either way
    const example::LinearSystem<Exec, Matrix<Exec>> system(exec, A, ic0);
    system.multiply(ones, b);
    Kokkos::deep_copy(x, complex_double(0));
    example::PreconditionedCg cg(system);
    return example::solve(cg, system, b, x, {.tolerance = 1e-6, .max_iterations = 2000},
                          [](int, double) {});
  };
  EXPECT_NE(solve_with({}).outcome, example::Outcome::converged);
  const auto boosted = solve_with({.pivot_tolerance = 0.3, .pivot_boost = 1});
  EXPECT_EQ(boosted.outcome, example::Outcome::converged)
      << boosted.iterations << " iterations, " << boosted.residual << ' ' << boosted.breakdown;
}

INSTANTIATE_TEST_SUITE_P(All, PreconditionedFiles, ::testing::ValuesIn(matrix_files()),
                         MatrixFileName());

}  // namespace
}  // namespace filigree::test
