// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include "geam_support.hpp"
#include "spmv/event_counts.hpp"
#include "spmv/expect_error.hpp"

/// What plans promise: values again without analysis, allocation or waiting; repeatable bits; stale
/// patterns and bad arguments told.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Csr = CsrMatrix<double, std::int32_t, std::int32_t, Space>;

Csr some_matrix(unsigned seed, bool sorted_and_unique = true) {
  std::mt19937 random(seed);
  auto triplets = random_triplets<double>(random, {200, 150, 6, 17, !sorted_and_unique});
  for (Entry& e : triplets.entries) e.value /= 3;
  MatrixProperties properties;
  properties.unique = sorted_and_unique;
  return MatrixFrom<Csr>::make(triplets, properties,
                               sorted_and_unique ? Order::sorted : Order::shuffled);
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// New values of A and B through one plan give the bits of a call that starts anew.
TEST(GeamPlan, values_again) {
  const Exec exec;
  for (const bool plain : {true, false}) {
    const Csr A = some_matrix(1, plain), B = some_matrix(2, plain);
    const auto plan = geam_plan(exec, Op::none, A, Op::none, B);
    const auto C = plan.result<double>(exec);
    for (int i = 0; i < 4; ++i) {
      const auto a =
          A.with_values(upload<Space>(std::vector<double>(A.values().extent(0), i / 7.)));
      const auto b =
          B.with_values(upload<Space>(std::vector<double>(B.values().extent(0), i - 2.)));
      plan.apply(exec, 1.1, a, 0.3, b, C);
      const auto anew = geam(exec, 1.1, a, 0.3, b);
      exec.fence();
      EXPECT_TRUE(same_bits(download(C.values()), download(anew.values())));
      EXPECT_EQ(download(C.col_indices()), download(anew.col_indices()));
    }
  }
}

TEST(GeamPlan, hundred_equal_runs) {
  const Exec exec;
  const Csr A = some_matrix(1, false), B = some_matrix(2, false);
  std::vector<double> first;
  for (int i = 0; i < 100; ++i) {
    const auto C = geam(exec, Op::none, 0.7, A, Op::none, 1.3, B);
    exec.fence();
    const auto values = download(C.values());
    if (i == 0) first = values;
    ASSERT_TRUE(same_bits(values, first));
  }
}

TEST(GeamPlan, apply_allocates_and_waits_for_nothing) {
  const Exec exec;
  for (const bool plain : {true, false}) {
    const Csr A = some_matrix(1, plain), B = some_matrix(2, plain);
    const auto plan = geam_plan(exec, Op::none, A, Op::none, B);
    const auto C = plan.result<double>(exec);
    plan.apply(exec, 1.0, A, 1.0, B, C);
    exec.fence();
    const EventCounts counts;
    for (int i = 0; i < 3; ++i) plan.apply(exec, 1.0, A, 1.0, B, C);
    EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
    EXPECT_EQ(counts.fences(), 0);
    EXPECT_EQ(counts.copies(), 0);
  }
}

TEST(GeamPlan, factors_in_memory) {
  const Exec exec;
  const Csr A = some_matrix(1), B = some_matrix(2);
  const auto plan = geam_plan(exec, Op::none, A, Op::none, B);
  const auto C = plan.result<double>(exec);
  const Kokkos::View<double, Space> alpha("alpha"), beta("beta");
  Kokkos::deep_copy(alpha, 1.1);
  Kokkos::deep_copy(beta, 0.3);
  plan.apply(exec, alpha, A, beta, B, C);
  const auto expected = geam(exec, 1.1, A, 0.3, B);
  exec.fence();
  EXPECT_TRUE(same_bits(download(C.values()), download(expected.values())));
}

TEST(GeamPlan, other_patterns_are_stale) {
  const Exec exec;
  const Csr A = some_matrix(1), B = some_matrix(2), other = some_matrix(1);
  const auto plan = geam_plan(exec, Op::none, A, Op::none, B);
  const auto C = plan.result<double>(exec);
  const auto foreign = geam(exec, 1.0, A, 1.0, B);
  expect_error(Status::stale_plan, "'A'", [&] { plan.apply(exec, 1.0, other, 1.0, B, C); });
  expect_error(Status::stale_plan, "'B'", [&] { plan.apply(exec, 1.0, A, 1.0, other, C); });
  expect_error(Status::stale_plan, "'A'", [&] { plan.apply(exec, 1.0, B, 1.0, A, C); });
  expect_error(Status::stale_plan, "'C'", [&] { plan.apply(exec, 1.0, A, 1.0, B, foreign); });
}

TEST(GeamPlan, changed_contents_are_stale_where_they_are_looked_at) {
  const Exec exec;
  const Csr A = some_matrix(1), B = some_matrix(2);
  const auto plan =
      geam_plan(exec, Op::none, A, Op::none, B, {.pattern_check = PatternCheck::content});
  const auto C = plan.result<double>(exec);
  EXPECT_NO_THROW(plan.apply(exec, 1.0, A, 1.0, B, C));
  auto changed = download(B.col_indices());
  changed[3] += 1;
  Kokkos::deep_copy(Kokkos::View<std::int32_t*, Space>(
                        const_cast<std::int32_t*>(B.col_indices().data()), changed.size()),
                    upload<Space>(changed));
  expect_error(Status::stale_plan, "A or B", [&] { plan.apply(exec, 1.0, A, 1.0, B, C); });
}

TEST(GeamPlan, bad_arguments) {
  const Exec exec;
  const Csr A = some_matrix(1), B = some_matrix(2);
  expect_error(Status::invalid_value, "200 x 150, the size of op(A)",
               [&] { geam(exec, Op::none, 1.0, A, Op::transpose, 1.0, B); });
  expect_error(Status::invalid_value, "150 x 200, the size of op(A)",
               [&] { geam(exec, Op::transpose, 1.0, A, Op::none, 1.0, B); });
  expect_error(Status::not_supported, "no_such_kernel",
               [&] { geam(exec, 1.0, A, 1.0, B, {.kernel = "no_such_kernel"}); });
  if (std::is_same_v<Exec, Kokkos::DefaultHostExecutionSpace>) {
    expect_error(Status::not_supported, "Backend::tuned",
                 [&] { geam(exec, 1.0, A, 1.0, B, {.backend = Backend::tuned}); });
  }
  const auto plan = geam_plan(exec, Op::none, A, Op::none, B);
  const Kokkos::View<double*, Space> both("both", std::size_t(A.nnz() + plan.nnz()));
  const auto a = A.with_values(Kokkos::View<double*, Space>(both.data(), std::size_t(A.nnz())));
  const auto overlapping = plan.result_with(
      Kokkos::View<double*, Space>(both.data() + A.nnz() - 1, std::size_t(plan.nnz())));
  expect_error(Status::invalid_value, "memory shared with C",
               [&] { plan.apply(exec, 1.0, a, 1.0, B, overlapping); });
  expect_error(Status::invalid_value, "values", [&] {
    plan.result_with(Kokkos::View<double*, Space>("short", std::size_t(plan.nnz() - 1)));
  });
}

/// Offsets of 32 bits count up to 2^31 - 2 entries; the message names the type that counts more.
TEST(GeamPlan, too_many_entries_for_offsets) {
  EXPECT_NO_THROW(detail::check_geam_nnz("C", INT32_MAX - 1, 4));
  EXPECT_NO_THROW(detail::check_geam_nnz("C", std::int64_t(1) << 40, 8));
  expect_error(Status::insufficient_resources, "std::int64_t",
               [] { detail::check_geam_nnz("C", INT32_MAX, 4); });
  expect_error(Status::insufficient_resources, "2147483648 entries",
               [] { detail::check_geam_nnz("C", std::int64_t(1) << 31, 4); });
}

}  // namespace
}  // namespace filigree::test
