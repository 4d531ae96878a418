// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstring>
#include <thread>

#include "factor_support.hpp"
#include "spmv/event_counts.hpp"
#include "spmv/expect_error.hpp"

/// What plans promise: any values, pivots that are noticed, repeatable bits, no allocation, no
/// waiting; and solves with the factors.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Vector = Kokkos::View<double*, Space>;
using Report = PivotReport<Space>;

constexpr std::int64_t size = 60;
constexpr Backend both_backends[] = {Backend::generic, Backend::automatic};

Triplets some_triplets(FactorKind kind) {
  std::mt19937 random(3);
  return random_system<double>(random, kind, {size, size, 5});
}

Matrix make_matrix(const Triplets& triplets, IndexBase base = IndexBase::zero) {
  return MatrixFrom<Matrix>::make(triplets, {base}, Order::sorted);
}

std::vector<double> factors_of(
    const Exec& exec, const Matrix& A,
    const IncompleteFactorPlan<Exec, detail::const_matrix_t<Matrix>>& plan,
    const Report& report = {}) {
  const Vector factors("factors", A.nnz());
  Kokkos::deep_copy(factors, poison<double>());
  plan.apply(exec, A, factors, report);
  exec.fence();
  return download(factors);
}

/// The places of the factors that count.
std::vector<double> without_upper(const Matrix& A, const std::vector<double>& factors) {
  std::vector<double> result;
  const auto offsets = download(A.row_offsets());
  const auto columns = download(A.col_indices());
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    for (auto k = std::size_t(offsets[i]); k < std::size_t(offsets[i + 1]); ++k)
      if (columns[k] <= std::int32_t(i)) result.push_back(factors[k]);
  return result;
}

/// Fifty sets of values: one plan for the factors and one for each of the two solves serve all.
TEST(IncompleteFactorPlan, new_values_need_no_call) {
  const Exec exec;
  for (const FactorKind kind : both_kinds) {
    const bool is_lu = kind == FactorKind::lu;
    Triplets triplets = some_triplets(kind);
    const auto A = make_matrix(triplets);
    const auto plan = factor_plan(exec, kind, A);
    const auto lower = triangular_solve_plan(
        exec, Op::none, A,
        {.fill = FillMode::lower, .diagonal = is_lu ? DiagonalType::unit : DiagonalType::non_unit});
    const auto upper = triangular_solve_plan(exec, is_lu ? Op::none : Op::conjugate_transpose, A,
                                             {.fill = is_lu ? FillMode::upper : FillMode::lower});
    const Vector factors("factors", A.nnz()), x("x", size);
    std::mt19937 random(5);
    const auto b = random_dense<double>(random, 1, size, 1);
    for (int round = 0; round < 50; ++round) {
      for (Entry& e : triplets.entries) e.value *= e.row == e.col ? 1.125L : -0.75L;
      Kokkos::deep_copy(A.values(), values_of<double, Space>(triplets.entries));
      plan.apply(exec, A, factors);
      const auto LU = A.with_values(factors);
      lower.apply(exec, 1.0, LU, upload<Space>(b.entries), x);
      upper.apply(exec, 1.0, LU, x, x);
      exec.fence();
      const HostRows rows = host_rows(A, download(factors));
      ASSERT_TRUE(is_product<double>(kind, host_rows(A, download(A.values())), rows, rows.size()));
      // L (U x) against b.
      const auto solution = download(x);
      std::vector<Wide> between(rows.size(), 0), found(rows.size(), 0);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (const auto& [j, value] : rows[i]) {
          const auto col = std::size_t(j);
          if (is_lu && col >= i) between[i] += value * widen(solution[col]);
          if (!is_lu && col <= i) between[col] += std::conj(value) * widen(solution[i]);
        }
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (is_lu) found[i] += between[i];
        for (const auto& [j, value] : rows[i])
          if (std::size_t(j) < i || (!is_lu && std::size_t(j) == i))
            found[i] += value * between[std::size_t(j)];
        ASSERT_NEAR(double(found[i].real()), b.entries[i], 1e-12) << "row " << i;
      }
    }
  }
}

// --- pivots --------------------------------------------------------------------------------------

/// Entries whose pivots are all 2 but that of `row`, which is `pivot`: a diagonal, and behind
/// `row`, where nothing else depends on it, entries in its column.
Triplets with_pivot(FactorKind kind, std::int64_t row, long double pivot) {
  Triplets result{size, size, {}};
  for (std::int64_t i = 0; i < size; ++i) {
    if (i > 0 && i - 1 != row) result.entries.push_back({i, i - 1, 1});
    result.entries.push_back({i, i, 4});
    if (kind == FactorKind::lu && i + 1 < size) result.entries.push_back({i, i + 1, 0});
  }
  // ilu0: the row before has only zeros right of its diagonal. ic0: l^2 of the row before.
  const auto is_it = [&](const Entry& e) { return e.row == row && e.col == row; };
  long double subtracted = 0;
  if (kind == FactorKind::cholesky) {
    long double before = 4;  // the pivot of row 0
    for (std::int64_t i = 1; i <= row; ++i) {
      subtracted = 1 / before;
      before = 4 - subtracted;
    }
  }
  for (Entry& e : result.entries)
    if (is_it(e)) e.value = pivot + subtracted;
  return result;
}

/// Zero, near zero and, of ic0, negative; in the first row, in the middle and in the last one.
TEST(IncompleteFactorPlan, pivots_that_count_as_zero) {
  const Exec exec;
  struct Case {
    long double pivot;
    double tolerance;
    bool is_lu, is_cholesky;  ///< whether it counts as zero
  };
  const Case cases[] = {{0, 1e-14, true, true},
                        {1e-8L, 1e-6, true, true},
                        {-1e-8L, 1e-6, true, true},
                        {-3, 1e-6, false, true},
                        {1e-8L, 1e-10, false, false}};
  for (const FactorKind kind : both_kinds)
    for (const Backend backend : both_backends)
      for (const IndexBase base : {IndexBase::zero, IndexBase::one})
        for (const std::int64_t row : {std::int64_t(0), size / 2, size - 1})
          for (const Case& c : cases) {
            SCOPED_TRACE(kind_name(kind) + ", row " + std::to_string(row) + ", pivot " +
                         std::to_string(double(c.pivot)));
            const bool counts = kind == FactorKind::lu ? c.is_lu : c.is_cholesky;
            const auto A = make_matrix(with_pivot(kind, row, c.pivot), base);
            IncompleteFactorOptions options;
            options.pivot_tolerance = c.tolerance;
            options.backend = backend;
            const Report report(exec);
            const auto as_it_is = factors_of(exec, A, factor_plan(exec, kind, A, options), report);
            EXPECT_EQ(report.position(exec), counts ? row + int(base) : -1);
            if (kind == FactorKind::cholesky && c.pivot != 0)
              EXPECT_NEAR(host_rows(A, as_it_is)[std::size_t(row)].at(row).real(),
                          std::sqrt(std::abs(c.pivot)), 1e-6);
            options.pivot_boost = 0.25;
            const auto boosted = factors_of(exec, A, factor_plan(exec, kind, A, options), report);
            EXPECT_EQ(report.position(exec), counts ? row + int(base) : -1);
            const auto rows = host_rows(A, boosted);
            const double pivot = double(rows[std::size_t(row)].at(row).real());
            if (counts) {
              EXPECT_EQ(pivot, kind == FactorKind::lu ? 0.25 : 0.5);
            } else {
              EXPECT_EQ(boosted, as_it_is);
            }
            // The rows before are what they are without it.
            const HostRows given = host_rows(A, download(A.values()));
            EXPECT_TRUE(is_product<double>(kind, given, rows, std::size_t(row)));
            for (const double value : boosted) EXPECT_TRUE(std::isfinite(value));
          }
}

/// Negative pivots of ic0 count by their absolute value where that is asked for; zeros still do.
TEST(IncompleteFactorPlan, negative_pivots_that_do_not_count) {
  const Exec exec;
  for (const Backend backend : both_backends)
    for (const long double pivot : {-3.0L, -1e-8L, 0.0L}) {
      SCOPED_TRACE(double(pivot));
      const std::int64_t row = size / 2;
      const auto A = make_matrix(with_pivot(FactorKind::cholesky, row, pivot));
      IncompleteFactorOptions options;
      options.negative_is_zero = false;
      options.pivot_tolerance = 1e-6;
      options.backend = backend;
      const Report report(exec);
      const auto factors =
          factors_of(exec, A, factor_plan(exec, FactorKind::cholesky, A, options), report);
      EXPECT_EQ(report.position(exec), pivot == -3 ? Report::none : row);
      EXPECT_NEAR(host_rows(A, factors)[std::size_t(row)].at(row).real(),
                  std::sqrt(std::abs(double(pivot))), 1e-6);
    }
}

/// A complex pivot of ic0 counts with its real part alone, whose root the factor has.
TEST(IncompleteFactorPlan, imaginary_pivots) {
  const Exec exec;
  Triplets diagonal{4, 4, {}};
  for (std::int64_t i = 0; i < 4; ++i)
    diagonal.entries.push_back({i, i, i == 2 ? Wide(0, 1) : Wide(4)});
  using Complex = CsrMatrix<complex_double, std::int32_t, std::int32_t, Space>;
  const auto A = MatrixFrom<Complex>::make(diagonal, {}, Order::sorted);
  for (const bool counts : {true, false}) {
    IncompleteFactorOptions options;
    options.negative_is_zero = counts;
    const PivotReport<Space> report(exec);
    const Kokkos::View<complex_double*, Space> factors("factors", A.nnz());
    ic0_plan(exec, A, options).apply(exec, A, factors, report);
    EXPECT_EQ(report.position(exec), 2);
  }
}

/// A boost with an imaginary part, of a complex matrix; a real one has no room for it.
TEST(IncompleteFactorPlan, complex_boosts) {
  const Exec exec;
  IncompleteFactorOptions options;
  options.pivot_tolerance = 1e-6;
  options.pivot_boost = std::complex<double>(0.25, -2);
  const std::int64_t row = size / 2;
  const Triplets triplets = with_pivot(FactorKind::lu, row, 0);
  using Complex = CsrMatrix<complex_double, std::int32_t, std::int32_t, Space>;
  const auto A = MatrixFrom<Complex>::make(triplets, {}, Order::sorted);
  const PivotReport<Space> report(exec);
  const Kokkos::View<complex_double*, Space> factors("factors", A.nnz());
  ilu0_plan(exec, A, options).apply(exec, A, factors, report);
  EXPECT_EQ(report.position(exec), row);
  EXPECT_EQ(host_rows(A, download(factors))[std::size_t(row)].at(row), Wide(0.25, -2));
  const auto real = make_matrix(triplets);
  expect_error(Status::invalid_value, "-2",
               [&] { ilu0(exec, real, Kokkos::View<double*, Space>("f", real.nnz()), options); });
}

/// The lowest of several, whatever the order of rows; a later factorization overwrites it.
TEST(IncompleteFactorPlan, the_lowest_row_is_reported) {
  const Exec exec;
  for (const FactorKind kind : both_kinds) {
    Triplets triplets = some_triplets(kind);
    for (Entry& e : triplets.entries)
      if (e.row == e.col && (e.row == 7 || e.row == 50 || e.row == size - 1)) e.value = 0;
    std::erase_if(triplets.entries, [](const Entry& e) {
      const std::int64_t low = std::min(e.row, e.col), high = std::max(e.row, e.col);
      return low != high && (low == 7 || low == 50 || high == 7 || high == 50 || high == size - 1);
    });
    const auto A = make_matrix(triplets);
    const auto plan = factor_plan(exec, kind, A);
    const Report report(exec);
    factors_of(exec, A, plan, report);
    EXPECT_EQ(report.position(exec), 7);
    for (Entry& e : triplets.entries)
      if (e.row == e.col) e.value = 8;
    Kokkos::deep_copy(A.values(), values_of<double, Space>(triplets.entries));
    factors_of(exec, A, plan, report);
    EXPECT_EQ(report.position(exec), Report::none);
  }
}

/// The call that makes its own plan throws where nobody else would notice.
TEST(IncompleteFactorPlan, one_call_throws) {
  const Exec exec;
  for (const FactorKind kind : both_kinds) {
    const auto A = make_matrix(with_pivot(kind, size - 1, -0x1p-30L), IndexBase::one);
    const Vector factors("factors", A.nnz());
    const auto factor = [&](const IncompleteFactorOptions& options) {
      return kind == FactorKind::lu ? ilu0(exec, A, factors, options)
                                    : ic0(exec, A, factors, options);
    };
    try {
      factor({.pivot_tolerance = 0x1p-20});
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::zero_pivot);
      EXPECT_NE(std::string(error.what()).find("row 60"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("pivot_boost"), std::string::npos) << error.what();
    }
    EXPECT_NO_THROW(factor({.pivot_tolerance = 0x1p-20, .pivot_boost = 1}));
  }
}

// --- cost ----------------------------------------------------------------------------------------

TEST(IncompleteFactorPlan, same_bits_every_time) {
  const Exec exec;
  for (const FactorKind kind : both_kinds)
    for (const Backend backend : both_backends) {
      const auto A = make_matrix(some_triplets(kind));
      const auto plan = factor_plan(exec, kind, A, {.backend = backend});
      const auto first = without_upper(A, factors_of(exec, A, plan));
      for (int round = 0; round < 100; ++round) {
        const auto now = without_upper(A, factors_of(exec, A, plan));
        ASSERT_EQ(std::memcmp(now.data(), first.data(), now.size() * sizeof(double)), 0);
      }
    }
}

TEST(IncompleteFactorPlan, apply_allocates_and_waits_for_nothing) {
  const Exec exec;
  for (const FactorKind kind : both_kinds)
    for (const Backend backend : both_backends) {
      const auto A = make_matrix(some_triplets(kind));
      const auto plan = factor_plan(exec, kind, A, {.backend = backend});
      const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(exec));
      const Report report(exec);
      const Vector factors("factors", A.nnz());
      plan.apply(exec, A, factors, report, workspace);
      exec.fence();
      const EventCounts counts;
      for (int i = 0; i < 3; ++i) plan.apply(exec, A, factors, report, workspace);
      EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
      EXPECT_EQ(counts.fences(), 0);
      EXPECT_EQ(counts.copies(), 0);
    }
}

/// A plan for sorted rows holds where the diagonals are and, on devices, the order of the rows.
TEST(IncompleteFactorPlan, memory) {
  const Exec exec;
  const auto triplets = some_triplets(FactorKind::lu);
  const std::int64_t own = detail::is_host_execution_v<Exec> ? 4 * size : 8 * size;
  const auto nnz = std::int64_t(triplets.entries.size());
  EXPECT_EQ(ilu0_plan(exec, make_matrix(triplets)).memory_bytes(), own);
  EXPECT_EQ(ilu0_plan(exec, MatrixFrom<Matrix>::make(triplets, {}, Order::shuffled)).memory_bytes(),
            own + 8 * nnz);
}

/// From two threads, each with an instance of its own.
TEST(IncompleteFactorPlan, shared_by_threads) {
  const auto A = make_matrix(some_triplets(FactorKind::lu));
  const auto plan = ilu0_plan(Exec(), A);
  const auto expected = factors_of(Exec(), A, plan);
  const auto instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  const Vector factors[] = {Vector("factors", A.nnz()), Vector("factors", A.nnz())};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 20; ++round) plan.apply(instances[t], A, factors[t]);
    });
  for (auto& thread : threads) thread.join();
  Kokkos::fence();
  for (const Vector& each : factors) EXPECT_EQ(download(each), expected);
}

TEST(IncompleteFactorPlan, changed_contents_are_stale_where_they_are_looked_at) {
  const Exec exec;
  const auto columns = upload<Space>(std::vector<std::int32_t>{0, 2, 1, 1, 2});
  const auto offsets = upload<Space>(std::vector<std::int32_t>{0, 2, 3, 5});
  const auto values = upload<Space>(std::vector<double>{2, 1, 2, 1, 2});
  const Matrix A(3, 3, offsets, columns, values);
  const auto plan = ilu0_plan(exec, A, {.pattern_check = PatternCheck::content});
  EXPECT_NO_THROW(plan.apply(exec, A, values));
  Kokkos::deep_copy(columns, upload<Space>(std::vector<std::int32_t>{0, 1, 1, 1, 2}));
  try {
    plan.apply(exec, A, values);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::stale_plan) << error.what();
  }
}

}  // namespace
}  // namespace filigree::test
