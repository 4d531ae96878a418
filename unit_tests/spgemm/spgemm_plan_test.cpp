// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include "core/peak_bytes.hpp"
#include "spgemm_support.hpp"
#include "spmv/event_counts.hpp"

/// What plans promise: new values, repeatable bits, no allocation, no waiting, a limit kept.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Values = Kokkos::View<double*, Space>;

/// The entries of an operand with a matrix's values; of sorted operands.
Operand with_values_of(Operand operand, const Matrix& A) {
  const auto values = download(A.values());
  for (std::size_t k = 0; k < values.size(); ++k) operand.stored.entries[k].value = values[k];
  return operand;
}

TEST(SpgemmPlan, new_values_again_and_again) {
  const Exec exec;
  Operand A = random_operand<double>(90, 70, 4, 1), B = random_operand<double>(80, 70, 4, 2);
  B.op = Op::transpose;
  const auto a = make<Matrix>(A), b = make<Matrix>(B);
  const auto plan = spgemm_plan(exec, Op::none, Op::transpose, a, b);
  const auto C = plan.make_result(exec);
  for (int seed = 0; seed < 3; ++seed) {
    const auto new_a = with_rounding_values(a, seed), new_b = with_rounding_values(b, 3 * seed);
    poison_values(C);
    plan.apply(exec, 0.5, new_a, new_b, C);
    exec.fence();
    EXPECT_TRUE(is_product<double>(
        C, sparse_product(0.5, with_values_of(A, new_a), with_values_of(B, new_b))));
  }
}

TEST(SpgemmPlan, d_with_the_pattern_of_c) {
  const Exec exec;
  const Operand A = random_operand<double>(60, 60, 4, 1);
  const auto a = make<Matrix>(A);
  const auto plan = spgemm_plan(exec, a, a);
  const auto C = plan.make_result(exec), D = plan.make_result(exec);
  plan.apply(exec, 1.0, a, a, D);
  plan.apply(exec, 2.0, a, a, -0.5, D, C);  // 1.5 A A
  exec.fence();
  EXPECT_TRUE(is_product<double>(C, sparse_product(1.5, A, A)));
  plan.apply(exec, 1.0, a, a, 1.0, C, C);  // in place: 2.5 A A
  exec.fence();
  EXPECT_TRUE(is_product<double>(C, sparse_product(2.5, A, A)));
}

TEST(SpgemmPlan, d_of_a_plan_that_was_made_with_it) {
  const Exec exec;
  const Operand A = random_operand<double>(60, 60, 4, 1), D = random_operand<double>(60, 60, 2, 2);
  const auto a = make<Matrix>(A), d = make<Matrix>(D);
  const auto plan = spgemm_plan(exec, Op::none, Op::none, a, a, d);
  const auto C = plan.make_result(exec);
  for (int seed = 0; seed < 3; ++seed) {
    const auto new_d = with_rounding_values(d, seed);
    const auto expected = with_values_of(D, new_d);
    poison_values(C);
    plan.apply(exec, 1.0, a, a, 3.0, new_d, C);
    exec.fence();
    EXPECT_TRUE(is_product<double>(C, sparse_product(1, A, A, 3, &expected)));
  }
  plan.apply(exec, 1.0, a, a, C);
  exec.fence();
  EXPECT_TRUE(is_product<double>(C, sparse_product(1, A, A, 0, &D)));
}

/// Products whose rows are of all lengths, with the library's choice of a kernel and without.
std::vector<std::pair<Operand, Operand>> some_products() {
  Operand unsorted = random_operand<double>(300, 400, 7, 5, true);
  unsorted.order = Order::shuffled;
  return {{random_operand<double>(200, 300, 5, 6, true), unsorted},
          {skewed(300, 400, 400, 1), skewed(400, 3000, 2000, 2)},
          {stencil27(6), stencil27(6)},
          {random_operand<double>(500, 500, 6, 3), random_operand<double>(500, 500, 6, 4)}};
}

TEST(SpgemmPlan, same_bits_every_time_and_with_any_limit) {
  const Exec exec;
  for (const auto& [A, B] : some_products())
    for (const Backend backend : {Backend::generic, Backend::automatic}) {
      const auto a = with_rounding_values(make<Matrix>(A), 1);
      const auto b = with_rounding_values(make<Matrix>(B), 2);
      const auto plan = spgemm_plan(exec, a, b, {.backend = backend});
      const auto C = plan.make_result(exec);
      std::vector<double> first;
      for (int i = 0; i < 100; ++i) {
        poison_values(C);
        plan.apply(exec, 1.0, a, b, C);
        exec.fence();
        const auto now = download(C.values());
        if (i == 0) first = now;
        ASSERT_TRUE(same_bits(now, first)) << "run " << i;
      }
      int kept = 0;
      for (std::int64_t limit = 1 << 20;; limit /= 2) try {
          const auto limited = spgemm(exec, Op::none, Op::none, 1, a, b,
                                      {.backend = backend, .memory_limit_bytes = limit});
          ASSERT_TRUE(same_bits(download(limited.values()), first)) << limit << " bytes";
          ASSERT_EQ(download(limited.col_indices()), download(C.col_indices())) << limit;
          ++kept;
        } catch (const Error& error) {
          EXPECT_EQ(error.status(), Status::insufficient_resources) << error.what();
          break;
        }
      EXPECT_GE(kept, 2) << "limits were too low for any product";
    }
}

TEST(SpgemmPlan, all_kernels_make_one_pattern) {
  const Exec exec;
  for (const auto& [A, B] : some_products()) {
    const auto a = make<Matrix>(A), b = make<Matrix>(B);
    const auto generic = spgemm_plan(exec, a, b, {.backend = Backend::generic});
    const auto chosen = spgemm_plan(exec, a, b);
    EXPECT_EQ(download(generic.row_offsets()), download(chosen.row_offsets()));
    EXPECT_EQ(download(generic.col_indices()), download(chosen.col_indices()));
  }
}

constexpr bool on_host = detail::is_host_execution_v<Exec>;

TEST(SpgemmPlan, hosts_have_a_kernel_of_their_own) {
  const Exec exec;
  for (const auto& [A, B] : some_products()) {
    const auto a = with_rounding_values(make<Matrix>(A), 1);
    const auto b = with_rounding_values(make<Matrix>(B), 2);
    const auto plan = spgemm_plan(exec, a, b);
    const auto generic = spgemm_plan(exec, a, b, {.backend = Backend::generic});
    const auto C = plan.make_result(exec), expected = generic.make_result(exec);
    EXPECT_EQ(plan.apply(exec, 0.75, a, b, C).name,
              on_host ? "spgemm_hash_host" : "spgemm_hash_cuda");
    EXPECT_EQ(generic.apply(exec, 0.75, a, b, expected).name, "spgemm_generic");
    exec.fence();
    if (on_host) {
      EXPECT_TRUE(same_bits(download(C.values()), download(expected.values())));
    }
  }
}

/// A bit a column would be more than the matrices.
TEST(SpgemmPlan, few_rows_of_very_many_columns_are_left_to_the_generic_kernel) {
  const Exec exec;
  const auto a = make<Matrix>({{1, 1, {{0, 0, 2}}}}), b = make<Matrix>({{1, 1 << 20, {{0, 7, 3}}}});
  const auto plan = spgemm_plan(exec, a, b);
  const auto C = plan.make_result(exec);
  EXPECT_EQ(plan.apply(exec, 1.0, a, b, C).name, on_host ? "spgemm_generic" : "spgemm_hash_cuda");
  EXPECT_THROW(spgemm_plan(exec, a, b, {.kernel = "spgemm_hash_host"}), Error);
}

/// Rows too wide for an array of sums beside narrow ones, with little memory (all rows are hashed),
/// and both with D.
TEST(SpgemmPlan, rows_on_both_sides_of_the_widest_array) {
  const Exec exec;
  const std::int64_t cols = (1 << 19) + 2;
  Operand B = random_operand<double>(300, cols, 40, 2);
  for (Entry& e : B.stored.entries)
    if (e.row < 100) e.col %= 1000;
  B.stored.entries.push_back({100, cols - 1, 1});
  B.stored.entries.push_back({101, 0, 1});
  B.order = Order::shuffled;
  Operand A{{8, 300, {{0, 100, 1}, {0, 101, 2}, {1, 5, 3}, {1, 7, 1}, {3, 5, 1}, {3, 290, 2}}}};
  A.stored.entries.push_back({5, 101, 1});
  const Operand D = random_operand<double>(8, cols, 30, 3);
  const auto a = make<Matrix>(A), b = make<Matrix>(B), d = make<Matrix>(D);
  std::vector<double> first;
  for (const auto limit : {std::int64_t(1) << 30, std::int64_t(1) << 20}) {
    const auto C =
        spgemm(exec, Op::none, Op::none, 1.5, a, b, 0.5, d, {.memory_limit_bytes = limit});
    EXPECT_TRUE(is_product<double>(C, sparse_product(1.5, A, B, 0.5, &D)));
    if (first.empty()) first = download(C.values());
    EXPECT_TRUE(same_bits(download(C.values()), first));
  }
}

/// Rows of A that repeat the row before, or that row one column to the right, over rows of B that
/// do so and rows that do not; and what looks like it and is not.
TEST(SpgemmPlan, rows_that_repeat_or_shift) {
  const Exec exec;
  Operand B{{40, 60, {}}};
  for (std::int64_t row = 0; row < 40; ++row)
    for (const std::int64_t step : {0, 1, 9})
      B.stored.entries.push_back({row, row + step + (row == 20 && step == 9 ? 1 : 0), 1});
  Operand A{{60, 40, {}}}, D{{60, 60, {}}};
  for (std::int64_t row = 0; row < 60; ++row) {
    const std::int64_t from = row < 35 ? row : row / 5;
    for (const std::int64_t step : {0, 2, 4})
      if (row != 50) A.stored.entries.push_back({row, from + step, 1});
    D.stored.entries.push_back({row, row == 30 || row == 41 ? 2 : from, 1});
  }
  const auto a = make<Matrix>(A), b = make<Matrix>(B), d = make<Matrix>(D);
  EXPECT_TRUE(is_product<double>(spgemm(exec, a, b), sparse_product(1, A, B)));
  EXPECT_TRUE(is_product<double>(spgemm(exec, Op::none, Op::none, 1.0, a, b, 1.0, d),
                                 sparse_product(1, A, B, 1, &D)));
}

/// A line of points and its interpolation from every second one: rows of A P are those two before
/// them, those of R (A P) the ones before, where A's columns have moved by two; and rows that look
/// like it and are not.
TEST(SpgemmPlan, rows_that_repeat_in_pairs) {
  const Exec exec;
  constexpr std::int64_t fine = 300, coarse = fine / 2;
  Operand A{{fine, fine, {}}}, P{{fine, coarse, {}}}, D{{fine, coarse, {}}};
  for (std::int64_t row = 0; row < fine; ++row) {
    for (const std::int64_t column : {row - 1, row, row + 1})
      if (column >= 0 && column < fine && row != 120)
        A.stored.entries.push_back({row, column, 1 + double(row % 7)});
    P.stored.entries.push_back({row, row / 2, 2});
    if (row % 2 == 1 && row + 1 < fine && row != 201)
      P.stored.entries.push_back({row, row / 2 + (row == 77 ? 2 : 1), 3});
    D.stored.entries.push_back({row, row == 41 || row == 42 ? 3 : row / 2, 1});
  }
  Operand R = P;
  R.op = Op::transpose;
  const auto a = make<Matrix>(A), p = make<Matrix>(P), r = make<Matrix>(R), d = make<Matrix>(D);
  const auto ap = spgemm(exec, a, p);
  EXPECT_TRUE(is_product<double>(ap, sparse_product(1, A, P)));
  EXPECT_TRUE(is_product<double>(spgemm(exec, Op::none, Op::none, 1.0, a, p, 1.0, d),
                                 sparse_product(1, A, P, 1, &D)));
  Operand AP{{fine, coarse, {}}};
  for (const auto& [key, sum] : sparse_product(1, A, P))
    AP.stored.entries.push_back({key.first, key.second, sum.value});
  EXPECT_TRUE(is_product<double>(spgemm(exec, Op::transpose, Op::none, 1.0, r, make<Matrix>(AP)),
                                 sparse_product(1, R, AP)));
}

TEST(SpgemmPlan, the_peak_stays_below_the_limit) {
  const Exec exec;
  const auto a = with_rounding_values(make<Matrix>(random_operand<double>(3000, 3000, 12, 3)), 1);
  const auto unlimited = spgemm(exec, a, a);
  for (const std::int64_t limit : {std::int64_t(64) << 20, std::int64_t(1) << 20}) {
    const PeakBytes bytes;
    const auto C = spgemm(exec, Op::none, Op::none, 1, a, a, {.memory_limit_bytes = limit});
    const std::int64_t result = std::int64_t(C.nnz()) * 12 + (C.num_rows() + 1) * 4;
    EXPECT_LE(bytes.peak(), result + limit + 1024) << "and Kokkos' own headers";
    EXPECT_EQ(download(C.row_offsets()), download(unlimited.row_offsets()));
    EXPECT_EQ(download(C.col_indices()), download(unlimited.col_indices()));
    EXPECT_TRUE(same_bits(download(C.values()), download(unlimited.values())));
  }
}

/// A matrix that is full, as users of peers have run out of memory with.
TEST(SpgemmPlan, full_matrices_need_no_more_than_twice_the_result) {
  const Exec exec;
  const auto a = make<Matrix>(random_operand<double>(600, 600, 0, 1));
  Operand full{{600, 600, {}}};
  for (std::int64_t i = 0; i < 600; ++i)
    for (std::int64_t j = 0; j < 600; ++j) full.stored.entries.push_back({i, j, 1});
  const auto A = make<Matrix>(full);
  const PeakBytes bytes;
  const auto C = spgemm(exec, A, A);
  EXPECT_EQ(C.nnz(), 360000);
  EXPECT_LE(bytes.peak(), 3 * 12 * C.nnz());
  const auto values = download(C.values());
  EXPECT_TRUE(std::all_of(values.begin(), values.end(), [](double v) { return v == 600; }));
}

/// A column times a row: more entries than 32-bit offsets count are found before C is allocated,
/// and their products are counted in 64 bits.
TEST(SpgemmPlan, more_entries_than_offsets_count) {
  const Exec exec;
  constexpr std::int64_t n = 47'000;
  static_assert(n * n > std::int64_t(1) << 31);
  Operand column{{n, 1, {}}}, row{{1, n, {}}};
  for (std::int64_t i = 0; i < n; ++i) {
    column.stored.entries.push_back({i, 0, 1});
    row.stored.entries.push_back({0, i, 1});
  }
  const auto a = make<Matrix>(column), b = make<Matrix>(row);
  const PeakBytes bytes;
  try {
    spgemm(exec, a, b);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::insufficient_resources);
    const std::string text = error.what();
    EXPECT_NE(text.find(std::to_string(n * n) + " entries"), std::string::npos) << text;
    EXPECT_NE(text.find("spgemm<std::int64_t>"), std::string::npos) << text;
  }
  EXPECT_LE(bytes.peak(), std::int64_t(16) << 20);
}

/// X^T X of a tall X, whose rows are shared out by none of its few columns: sums of all entries.
TEST(SpgemmPlan, a_tall_matrix_s_transpose_times_itself) {
  const Exec exec;
  std::mt19937 random(7);
  Operand X{random_triplets<double>(random, {3000, 200, 10})};
  for (Entry& e : X.stored.entries) e.value = double(1 + random() % 9);
  const auto x = make<Matrix>(X);
  const auto C = spgemm(exec, Op::transpose, Op::none, 1, x, x);
  std::vector<double> row_sums(3000, 0);
  for (const Entry& e : X.stored.entries) row_sums[std::size_t(e.row)] += double(e.value.real());
  double expected = 0, sum = 0;
  for (const double value : row_sums) expected += value * value;
  for (const double value : download(C.values())) sum += value;
  EXPECT_EQ(sum, expected);
}

TEST(SpgemmPlan, apply_allocates_and_waits_for_nothing) {
  const Exec exec;
  for (const Op op : {Op::none, Op::transpose}) {
    const auto a = make<Matrix>(random_operand<double>(300, 300, 5, 1));
    const auto d = make<Matrix>(random_operand<double>(300, 300, 2, 2, true));
    const auto plan = spgemm_plan(exec, op, op, a, a, d);
    const auto C = plan.make_result(exec);
    const decltype(plan)::workspace_view workspace("workspace", plan.workspace_bytes());
    plan.apply(exec, 1.0, a, a, 1.0, d, C, workspace);
    exec.fence();
    const EventCounts counts;
    for (int i = 0; i < 3; ++i) plan.apply(exec, 1.0, a, a, 1.0, d, C, workspace);
    EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
    EXPECT_EQ(counts.fences(), 0);
    EXPECT_EQ(counts.copies(), 0);
  }
}

TEST(SpgemmPlan, numbers) {
  const Exec exec;
  const Operand A{{2, 2, {{0, 0, 1}, {0, 1, 1}, {1, 1, 1}}}};
  const auto a = make<Matrix>(A);
  const auto plan = spgemm_plan(exec, a, a);
  EXPECT_EQ(plan.products(), 4);
  EXPECT_EQ(plan.nnz(), 3);
  EXPECT_EQ(plan.num_rows(), 2);
  EXPECT_EQ(plan.num_cols(), 2);
}

}  // namespace
}  // namespace filigree::test
