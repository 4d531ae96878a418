// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <cmath>
#include <cstring>
#include <functional>
#include <thread>

#include "solve_support.hpp"
#include "spmv/event_counts.hpp"

/// What plans promise: any values and numbers of right-hand sides, zero pivots that are noticed,
/// repeatable bits, no allocation, no waiting.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Vector = Kokkos::View<double*, Space>;
using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
using Report = PivotReport<Space>;

constexpr std::int64_t size = 400;
constexpr Backend both_backends[] = {Backend::generic, Backend::automatic};

Triplets some_triplets(DiagonalType diagonal = DiagonalType::non_unit) {
  std::mt19937 random(3);
  return random_triangle<double>(random, {size, size, 5}, FillMode::lower, diagonal);
}

Matrix make_matrix(const Triplets& triplets = some_triplets(), IndexBase base = IndexBase::zero) {
  return MatrixFrom<Matrix>::make(
      triplets, triangular(FillMode::lower, DiagonalType::non_unit, base), Order::sorted);
}

/// Numbers that do not divide without rounding.
Dense right_hand_sides(std::int64_t columns) {
  const Dense result("B", size, columns);
  const auto host = Kokkos::create_mirror_view(result);
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t j = 0; j < columns; ++j) host(i, j) = 1.0 / double(3 + i * columns + j);
  Kokkos::deep_copy(result, host);
  return result;
}

std::vector<double> entries(const Dense& X) { return download(Vector(X.data(), X.size())); }

TEST(TriangularSolvePlan, new_values_need_no_call) {
  const Exec exec;
  Triplets triplets = some_triplets();
  const auto A = make_matrix(triplets);
  const auto plan = triangular_solve_plan(exec, Op::transpose, A);
  const Vector x("x", size);
  std::mt19937 random(5);
  const auto b = random_dense<double>(random, 1, size, 1);
  for (int round = 0; round < 3; ++round) {
    for (Entry& e : triplets.entries) e.value *= e.row == e.col ? 2.0L : -0.75L;
    Kokkos::deep_copy(A.values(), values_of<double, Space>(triplets.entries));
    plan.apply(exec, 1.0, A, upload<Space>(b.entries), x);
    exec.fence();
    EXPECT_TRUE(solves(Op::transpose, triplets, A.properties(), 1.0, b,
                       HostDense<double>{1, size, 1, download(x)}));
  }
}

TEST(TriangularSolvePlan, one_plan_serves_any_number_of_right_hand_sides) {
  const Exec exec;
  const auto A = make_matrix();
  for (const Backend backend : both_backends) {
    const auto plan = triangular_solve_plan(exec, Op::none, A, {.backend = backend});
    const auto solution = [&](std::int64_t columns) {
      const Dense X("X", size, columns);
      plan.apply(exec, 1.0, A, right_hand_sides(columns), X);
      exec.fence();
      return entries(X);
    };
    const auto first = solution(1);
    for (const std::int64_t columns : {1, 32, 33, 64, 1, 500}) {
      const auto X = solution(columns);
      const auto b = entries(right_hand_sides(columns));
      EXPECT_TRUE(solves(Op::none, some_triplets(), A.properties(), 1.0,
                         HostDense<double>{1, size, columns, b},
                         HostDense<double>{1, size, columns, X}));
    }
    EXPECT_EQ(solution(1), first);
  }
}

/// From two threads, each with an instance of its own.
TEST(TriangularSolvePlan, shared_by_threads) {
  const auto A = make_matrix();
  const auto plan = triangular_solve_plan(Exec(), Op::none, A);
  const auto expected = [&](std::int64_t columns) {
    const Dense X("X", size, columns);
    plan.apply(Exec(), 1.0, A, right_hand_sides(columns), X);
    Kokkos::fence();
    return entries(X);
  };
  const std::int64_t columns[] = {1, 33};
  const std::vector<double> right[] = {expected(1), expected(33)};
  const auto instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  const Dense B[] = {right_hand_sides(1), right_hand_sides(33)};
  const Dense X[] = {Dense("X", size, 1), Dense("X", size, 33)};
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 20; ++round)
        plan.apply(instances[std::size_t(t)], 1.0, A, B[t], X[t]);
    });
  for (auto& thread : threads) thread.join();
  Kokkos::fence();
  for (int t = 0; t < 2; ++t) EXPECT_EQ(entries(X[t]), right[t]) << columns[t] << " columns";
}

TEST(TriangularSolvePlan, containers_made_anew_over_the_same_arrays) {
  const Exec exec;
  auto A = make_matrix();
  const auto plan = triangular_solve_plan(exec, Op::none, A);
  const auto offsets = A.row_offsets();
  const auto columns = A.col_indices();
  const auto values = A.values();
  const auto properties = A.properties();
  A = Matrix();
  const Matrix again(size, size, offsets, columns, values, properties);
  const Dense X("X", size, 1);
  EXPECT_NO_THROW(plan.apply(exec, 1.0, again, right_hand_sides(1), X));
}

// --- zero pivots ---------------------------------------------------------------------------------

/// Rows 7 and 300 have a pivot that is zero or, with `missing`, none.
Triplets singular_triplets(bool missing) {
  Triplets result = some_triplets();
  const auto is_pivot = [](const Entry& e) {
    return e.row == e.col && (e.row == 7 || e.row == 300);
  };
  if (missing) std::erase_if(result.entries, is_pivot);
  for (Entry& e : result.entries)
    if (is_pivot(e)) e.value = 0;
  return result;
}

/// The solution of the system whose pivots at 7 and 300 are `pivot`, by a plan: one call may take
/// another kernel, which adds up rows in another order.
std::vector<double> with_pivots(long double pivot, std::int64_t columns, Backend backend) {
  Triplets triplets = some_triplets();
  for (Entry& e : triplets.entries)
    if (e.row == e.col && (e.row == 7 || e.row == 300)) e.value = pivot;
  const Exec exec;
  const auto A = make_matrix(triplets);
  const auto B = right_hand_sides(columns);
  const Dense X("X", size, columns);
  triangular_solve_plan(exec, Op::none, A, {.backend = backend}).apply(exec, 1.0, A, B, X);
  exec.fence();
  return entries(X);
}

TEST(TriangularSolvePlan, zero_and_missing_pivots) {
  const Exec exec;
  constexpr auto infinity = std::numeric_limits<long double>::infinity();
  for (const Backend backend : both_backends)
    for (const bool missing : {false, true})
      for (const IndexBase base : {IndexBase::zero, IndexBase::one})
        for (const std::int64_t columns : {1, 40}) {
          const auto A = make_matrix(singular_triplets(missing), base);
          const auto B = right_hand_sides(columns);
          const Dense X("X", size, columns);
          const std::int64_t position = 7 + int(base);
          for (const ZeroPivot policy : {ZeroPivot::skip_row, ZeroPivot::substitute}) {
            const auto plan = triangular_solve_plan(
                exec, Op::none, A,
                {.on_zero_pivot = policy, .pivot_substitute = 0.5, .backend = backend});
            EXPECT_EQ(plan.missing_pivot(), missing ? position : -1);
            const Report report(exec);
            plan.apply(exec, 1.0, A, B, X, report);
            EXPECT_EQ(report.position(exec), position);
            EXPECT_EQ(report.position(exec), position);
            const auto expected =
                with_pivots(policy == ZeroPivot::skip_row ? infinity : 0.5L, columns, backend);
            EXPECT_EQ(entries(X), expected);
            plan.apply(exec, 1.0, A, B, X);  // without a report
            exec.fence();
            EXPECT_EQ(entries(X), expected);
          }
        }
}

TEST(TriangularSolvePlan, pivots_that_are_only_reported) {
  const Exec exec;
  const auto missing = make_matrix(singular_triplets(true), IndexBase::one);
  try {
    triangular_solve_plan(exec, Op::none, missing);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::zero_pivot);
    EXPECT_NE(std::string(error.what()).find("row 8"), std::string::npos) << error.what();
  }
  const auto zero = make_matrix(singular_triplets(false));
  const Dense X("X", size, 1), B = right_hand_sides(1);
  const auto plan = triangular_solve_plan(exec, Op::none, zero);
  EXPECT_EQ(plan.missing_pivot(), -1);
  const Report report(exec);
  plan.apply(exec, 1.0, zero, B, X, report);
  EXPECT_EQ(report.position(exec), 7);
  const auto found = entries(X), expected = with_pivots(2, 1, Backend::automatic);
  EXPECT_FALSE(std::isfinite(found[7]));
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(found[i], expected[i]);
  // The next solve overwrites the report.
  Kokkos::deep_copy(zero.values(), 1.0);
  plan.apply(exec, 1.0, zero, B, X, report);
  EXPECT_EQ(report.position(exec), Report::none);
  Kokkos::deep_copy(zero.values(), 0.0);
  try {
    triangular_solve(exec, Op::none, 1.0, zero, B, X);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::zero_pivot);
    EXPECT_NE(std::string(error.what()).find("row 0"), std::string::npos) << error.what();
  }
}

TEST(TriangularSolvePlan, a_unit_diagonal_is_never_read) {
  const Exec exec;
  Triplets triplets = some_triplets(DiagonalType::unit);
  std::erase_if(triplets.entries, [](const Entry& e) { return e.row == e.col && e.row % 2 == 0; });
  const auto A = make_matrix(triplets);
  const auto plan = triangular_solve_plan(exec, Op::none, A, {.diagonal = DiagonalType::unit});
  EXPECT_EQ(plan.missing_pivot(), -1);
  const Report report(exec);
  const Dense X("X", size, 1);
  plan.apply(exec, 1.0, A, right_hand_sides(1), X, report);
  EXPECT_EQ(report.position(exec), Report::none);
  for (const double value : entries(X)) EXPECT_TRUE(std::isfinite(value));
}

// --- cost ----------------------------------------------------------------------------------------

TEST(TriangularSolvePlan, same_bits_every_time) {
  const Exec exec;
  const auto A = make_matrix();
  for (const Backend backend : both_backends)
    for (const Op op : all_ops)
      for (const std::int64_t columns : {1, 7, 33}) {
        const auto plan = triangular_solve_plan(exec, op, A, {.backend = backend});
        const Dense X("X", size, columns), B = right_hand_sides(columns);
        std::vector<double> first;
        for (int round = 0; round < 100; ++round) {
          Kokkos::deep_copy(X, poison<double>());
          plan.apply(exec, 1.0, A, B, X);
          exec.fence();
          const auto now = entries(X);
          if (round == 0) first = now;
          ASSERT_EQ(std::memcmp(now.data(), first.data(), now.size() * sizeof(double)), 0);
        }
      }
}

TEST(TriangularSolvePlan, apply_allocates_and_waits_for_nothing) {
  const Exec exec;
  const auto A = make_matrix();
  for (const Backend backend : both_backends)
    for (const std::int64_t columns : {1, 33}) {
      const auto plan = triangular_solve_plan(exec, Op::none, A, {.backend = backend});
      const Dense X("X", size, columns), B = right_hand_sides(columns);
      const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(exec, X));
      const Report report(exec);
      plan.apply(exec, 1.0, A, B, X, report, workspace);
      exec.fence();
      const EventCounts counts;
      for (int i = 0; i < 3; ++i) plan.apply(exec, 1.0, A, B, X, report, workspace);
      EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
      EXPECT_EQ(counts.fences(), 0);
      EXPECT_EQ(counts.copies(), 0);
    }
}

/// A plan for stored rows that are nothing but the triangle holds at most their order, for kernels
/// that need no more.
TEST(TriangularSolvePlan, memory) {
  const Exec exec;
  const std::int64_t order = detail::is_host_execution_v<Exec> ? 0 : 4 * size;
  Triplets triplets = some_triplets();
  const auto full = make_matrix(triplets);
  std::erase_if(triplets.entries, [](const Entry& e) { return e.row < e.col; });
  const auto triangle = make_matrix(triplets);
  const auto bytes = [&](Op op, const auto& A) {
    return triangular_solve_plan(exec, op, A, {.backend = Backend::generic}).memory_bytes();
  };
  EXPECT_EQ(bytes(Op::none, triangle), order);
  EXPECT_EQ(bytes(Op::none, full), 4 * size + order);
  const auto lower = std::int64_t(triplets.entries.size());
  EXPECT_EQ(bytes(Op::transpose, full), 4 * (size + 2) + 8 * lower + order);
}

void expect_stale(const std::function<void()>& call) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::stale_plan) << error.what();
    EXPECT_EQ(error.argument(), "A") << error.what();
  }
}

TEST(TriangularSolvePlan, another_pattern_is_stale) {
  const Exec exec;
  const auto A = make_matrix(), other = make_matrix();
  const Dense X("X", size, 2), B = right_hand_sides(2);
  const auto plan = triangular_solve_plan(exec, Op::none, A);
  expect_stale([&] { plan.apply(exec, 1.0, other, B, X); });
  const Vector values("values", A.values().extent(0));
  Kokkos::deep_copy(values, A.values());
  EXPECT_NO_THROW(plan.apply(exec, 1.0, A.with_values(values), B, X));
}

template <class Changing>
void test_changed_contents(const Changing& A, const Kokkos::View<std::int32_t*, Space>& indices) {
  const Exec exec;
  const Dense X("X", size, 2), B = right_hand_sides(2);
  const auto plan =
      triangular_solve_plan(exec, Op::none, A, {.pattern_check = PatternCheck::content});
  EXPECT_NO_THROW(plan.apply(exec, 1.0, A, B, X));
  auto changed = download(indices);
  std::swap(changed[0], changed[1]);
  Kokkos::deep_copy(indices, upload<Space>(changed));
  expect_stale([&] { plan.apply(exec, 1.0, A, B, X); });
}

TEST(TriangularSolvePlan, changed_contents_are_stale_where_they_are_looked_at) {
  std::vector<std::int32_t> offsets(size + 1), columns(2 * size);
  for (std::size_t i = 0; i <= size; ++i) offsets[i] = std::int32_t(2 * i);
  for (std::size_t i = 0; i < size; ++i) {
    columns[2 * i] = std::int32_t(i);
    columns[2 * i + 1] = std::int32_t((i + 1) % size);
  }
  const auto indices = upload<Space>(columns);
  const Vector values("values", 2 * size);
  Kokkos::deep_copy(values, 1.0);
  const auto properties = triangular(FillMode::lower);
  const auto starts = upload<Space>(offsets);
  test_changed_contents(Matrix(size, size, starts, indices, values, properties), indices);
  using Bsr = BsrMatrix<double, std::int32_t, std::int32_t, Space>;
  Kokkos::deep_copy(indices, upload<Space>(columns));
  test_changed_contents(Bsr(size, size, BlockLayout{1, 1}, starts, indices, values, properties),
                        indices);
}

/// Bytes that Kokkos has handed out and not got back while this lives.
class LiveBytes {
 public:
  LiveBytes() {
    bytes_ = 0;
    using namespace Kokkos::Tools::Experimental;
    set_allocate_data_callback(
        [](Kokkos_Profiling_SpaceHandle, const char*, const void*, std::uint64_t bytes) {
          bytes_ += std::int64_t(bytes);
          total_ += std::int64_t(bytes);
        });
    set_deallocate_data_callback([](Kokkos_Profiling_SpaceHandle, const char*, const void*,
                                    std::uint64_t bytes) { bytes_ -= std::int64_t(bytes); });
  }
  ~LiveBytes() {
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  }
  static std::int64_t now() { return bytes_; }
  static std::int64_t total() { return total_; }

 private:
  static inline std::atomic<std::int64_t> bytes_ = 0;
  static inline std::atomic<std::int64_t> total_ = 0;
};

TEST(TriangularSolvePlan, many_plans_and_solves_leave_no_memory) {
  const Exec exec;
  Triplets triplets{30, 30, {}};
  for (std::int64_t i = 0; i < 30; ++i) triplets.entries.push_back({i, i, 2});
  const auto A = MatrixFrom<Matrix>::make(triplets, triangular(FillMode::upper), Order::sorted);
  const Vector b("b", 30), x("x", 30);
  const auto solve = [&](int i) {
    triangular_solve_plan(exec, all_ops[i % 3], A).apply(exec, 1.0, A, b, x);
  };
  for (int i = 0; i < 3; ++i) solve(i);  // Kokkos keeps memory of its own for reductions
  const LiveBytes live;
  for (int i = 0; i < 10'000; ++i) solve(i);
  exec.fence();
  EXPECT_GT(live.total(), 0);
  EXPECT_EQ(live.now(), 0);
}

}  // namespace
}  // namespace filigree::test
