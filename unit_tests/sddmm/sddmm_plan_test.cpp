// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include "sddmm_support.hpp"
#include "spmv/event_counts.hpp"

/// What plans promise: repeatable bits, no allocation, no waiting.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
template <class Layout>
using Dense = Kokkos::View<double**, Layout, Space>;
using Values = Kokkos::View<double*, Space>;

constexpr std::int64_t rows = 300, cols = 200, inner = 77;

Triplets some_triplets() {
  std::mt19937 random(3);
  return random_triplets<double>(random, {rows, cols, 5, 5, true});
}

Matrix make_matrix(const Triplets& triplets = some_triplets()) {
  return MatrixFrom<Matrix>::make(triplets, {}, Order::sorted);
}

/// Values whose sums round.
template <class Layout>
Dense<Layout> filled(const char* label, std::int64_t a, std::int64_t b) {
  const Dense<Layout> view(label, a, b);
  const auto host = Kokkos::create_mirror_view(view);
  for (std::int64_t i = 0; i < a; ++i)
    for (std::int64_t j = 0; j < b; ++j) host(i, j) = 1.0 / double(1 + i * b + j);
  Kokkos::deep_copy(view, host);
  return view;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

template <class Layout>
std::vector<double> product(const Matrix& C, Backend backend) {
  const Exec exec;
  const auto a = filled<Layout>("A", rows, inner), b = filled<Layout>("B", inner, cols);
  const auto plan = sddmm_plan(exec, C, {.backend = backend});
  std::vector<double> first;
  for (int i = 0; i < 20; ++i) {
    Kokkos::deep_copy(exec, C.values(), std::numeric_limits<double>::quiet_NaN());
    plan.apply(exec, 1.0, a, b, 0.0, C);
    exec.fence();
    const auto now = download(C.values());
    if (i == 0) first = now;
    EXPECT_TRUE(same_bits(now, first));
  }
  return first;
}

/// Bits that neither the run nor the other entries have a say in.
template <class Layout>
void test_same_bits(Backend backend) {
  Triplets all = some_triplets(), some = all;
  some.entries.clear();
  std::vector<double> expected;
  const auto whole = product<Layout>(make_matrix(all), backend);
  for (std::size_t k = 0; k < all.entries.size(); k += 3) {
    some.entries.push_back(all.entries[k]);
    expected.push_back(whole[k]);
  }
  EXPECT_TRUE(same_bits(product<Layout>(make_matrix(some), backend), expected));
}

TEST(SddmmPlan, same_bits_every_time) {
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    test_same_bits<Kokkos::LayoutRight>(backend);
    test_same_bits<Kokkos::LayoutLeft>(backend);
  }
}

template <class Layout>
void test_counts() {
  const Exec exec;
  const Matrix C = make_matrix();
  const auto a = filled<Layout>("A", rows, inner), b = filled<Layout>("B", inner, cols);
  const auto plan = sddmm_plan(exec, C);
  const decltype(plan)::workspace_view workspace("workspace", plan.workspace_bytes(inner));
  plan.apply(exec, 1.0, a, b, 0.0, C, workspace);
  sddmm(exec, 1.0, a, b, 0.0, C);
  exec.fence();
  const EventCounts counts;
  for (int i = 0; i < 3; ++i) plan.apply(exec, 1.0, a, b, 1.0, C, workspace);
  sddmm(exec, 1.0, a, b, 0.0, C);
  EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
  EXPECT_EQ(counts.fences(), 0);
  EXPECT_EQ(counts.copies(), 0);
}

TEST(SddmmPlan, apply_and_one_shot_allocate_and_wait_for_nothing) {
  test_counts<Kokkos::LayoutRight>();
  test_counts<Kokkos::LayoutLeft>();
}

void expect_stale(const std::function<void()>& call) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::stale_plan) << error.what();
    EXPECT_EQ(error.argument(), "C") << error.what();
  }
}

TEST(SddmmPlan, another_pattern_is_stale_other_values_are_not) {
  const Exec exec;
  const Matrix C = make_matrix(), other = make_matrix();
  const auto a = filled<Kokkos::LayoutRight>("A", rows, 2),
             b = filled<Kokkos::LayoutRight>("B", 2, cols);
  const auto plan = sddmm_plan(exec, C);
  expect_stale([&] { plan.apply(exec, 1.0, a, b, 0.0, other); });
  const Values values("values", C.values().extent(0));
  EXPECT_NO_THROW(plan.apply(exec, 1.0, a, b, 0.0, C.with_values(values)));
  sddmm(exec, 1.0, a, b, 0.0, C);
  exec.fence();
  EXPECT_EQ(download(values), download(C.values()));
}

TEST(SddmmPlan, changed_contents_are_stale_where_they_are_looked_at) {
  const Exec exec;
  auto triplets = some_triplets();
  const auto offsets = upload<Space>(
      offsets_of<std::int32_t>(triplets.entries, rows, 0, [](const Entry& e) { return e.row; }));
  const auto columns =
      indices_of<std::int32_t, Space>(triplets.entries, 0, [](const Entry& e) { return e.col; });
  const Matrix C(rows, cols, offsets, columns, Values("values", triplets.entries.size()));
  const auto a = filled<Kokkos::LayoutRight>("A", rows, 2),
             b = filled<Kokkos::LayoutRight>("B", 2, cols);
  const auto plan = sddmm_plan(exec, C, {.pattern_check = PatternCheck::content});
  EXPECT_NO_THROW(plan.apply(exec, 1.0, a, b, 0.0, C));
  auto changed = download(columns);
  changed[10] = changed[10] == 0 ? 1 : 0;
  Kokkos::deep_copy(columns, upload<Space>(changed));
  expect_stale([&] { plan.apply(exec, 1.0, a, b, 0.0, C); });
}

}  // namespace
}  // namespace filigree::test
