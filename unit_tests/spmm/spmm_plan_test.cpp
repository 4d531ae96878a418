// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include "spmm_support.hpp"
#include "spmv/event_counts.hpp"

/// What plans promise: repeatable bits, new values, no allocation.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
template <class Layout>
using Dense = Kokkos::View<double**, Layout, Space>;

constexpr std::int64_t rows = 300, cols = 200, columns = 7;

Matrix make_matrix() {
  std::mt19937 random(3);
  return MatrixFrom<Matrix>::make(random_triplets<double>(random, {rows, cols, 5, 5, true}), {},
                                  Order::shuffled);
}

/// Values whose sums round.
template <class View>
View filled(const char* label, std::int64_t a, std::int64_t b) {
  const View view(label, a, b);
  const auto host = Kokkos::create_mirror_view(view);
  for (std::int64_t i = 0; i < a; ++i)
    for (std::int64_t j = 0; j < b; ++j)
      host(i, j) = typename View::non_const_value_type(1.0 / double(1 + i * b + j));
  Kokkos::deep_copy(view, host);
  return view;
}

template <class View>
std::vector<double> contents(const View& view) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  return {host.data(), host.data() + host.span()};
}

template <class Layout>
void test_same_bits(Op op, const Matrix& A) {
  const Exec exec;
  const bool turned = op != Op::none;
  const auto b = filled<Dense<Layout>>("B", turned ? rows : cols, columns);
  const Dense<Layout> c("C", turned ? cols : rows, columns);
  const auto plan = spmm_plan(exec, op, A);
  std::vector<double> first;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto test_planned = [&](const auto& a) {
    for (int i = 0; i < 100; ++i) {
      Kokkos::deep_copy(exec, c, nan);
      plan.apply(exec, 1.0, a, b, 0.0, c);
      exec.fence();
      if (i == 0) first = contents(c);
      const auto now = contents(c);
      ASSERT_EQ(std::memcmp(now.data(), first.data(), first.size() * sizeof(double)), 0);
    }
  };
  test_planned(A);
  test_planned(plan.order_values(exec, A));
  for (int i = 0; i < 3; ++i) {
    Kokkos::deep_copy(exec, c, nan);
    spmm(exec, op, 1.0, A, b, 0.0, c, {.deterministic = true, .backend = Backend::generic});
    exec.fence();
    if (i == 0) first = contents(c);
    const auto now = contents(c);
    ASSERT_EQ(std::memcmp(now.data(), first.data(), first.size() * sizeof(double)), 0);
  }
}

TEST(SpmmPlan, same_bits_every_time) {
  const Matrix A = make_matrix();
  for (const Op op : all_ops) {
    test_same_bits<Kokkos::LayoutRight>(op, A);
    test_same_bits<Kokkos::LayoutLeft>(op, A);
  }
}

/// Csr has no kernel that rounds to tf32.
TEST(SpmmPlan, math_mode_leaves_other_kernels_alone) {
  using Floats = CsrMatrix<float, std::int32_t, std::int32_t, Space>;
  std::mt19937 random(3);
  const auto A = MatrixFrom<Floats>::make(random_triplets<float>(random, {rows, cols, 5, 5, true}),
                                          {}, Order::sorted);
  const Exec exec;
  const auto b = filled<Kokkos::View<float**, Kokkos::LayoutRight, Space>>("B", cols, columns);
  const Kokkos::View<float**, Kokkos::LayoutRight, Space> c("C", rows, columns);
  const SpmmOptions as_tf32{.math_mode = MathMode::tf32};
  const KernelId standard = spmm_plan(exec, Op::none, A).apply(exec, 1.0f, A, b, 0.0f, c);
  exec.fence();
  const auto expected = contents(c);
  EXPECT_EQ(spmm_plan(exec, Op::none, A, as_tf32).apply(exec, 1.0f, A, b, 0.0f, c).name,
            standard.name);
  exec.fence();
  EXPECT_EQ(contents(c), expected);
}

/// Products with `a`, the plan's matrix or values of it, in a workspace of that size, each after
/// before().
template <class Layout, class Plan, class Argument, class Before>
void test_counts(const Plan& plan, const Argument& a, std::size_t workspace_bytes,
                 const Before& before) {
  const Exec exec;
  const bool turned = plan.op() != Op::none;
  const auto b = filled<Dense<Layout>>("B", turned ? rows : cols, columns);
  const Dense<Layout> c("C", turned ? cols : rows, columns);
  const typename Plan::workspace_view workspace("workspace", workspace_bytes);
  plan.apply(exec, 1.0, a, b, 0.0, c, workspace);
  exec.fence();
  const EventCounts counts;
  for (int i = 0; i < 3; ++i) {
    before();
    plan.apply(exec, 1.0, a, b, 1.0, c, workspace);
  }
  EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
  EXPECT_EQ(counts.fences(), 0);
  EXPECT_EQ(counts.copies(), 0);
}

/// Values in order ask for a workspace of their own size.
TEST(SpmmPlan, values_in_order_are_updated_without_allocating_or_waiting) {
  const Matrix A = make_matrix();
  for (const Op op : all_ops) {
    const auto plan = spmm_plan(Exec(), op, A);
    auto values = plan.order_values(Exec(), A);
    const auto update = [&] { plan.update_values(Exec(), A, values); };
    const std::size_t bytes = plan.workspace_bytes(columns, values);
    test_counts<Kokkos::LayoutRight>(plan, values, bytes, update);
    test_counts<Kokkos::LayoutLeft>(plan, values, bytes, update);
  }
}

TEST(SpmmPlan, apply_allocates_and_waits_for_nothing) {
  const Matrix A = make_matrix();
  for (const Op op : all_ops) {
    const auto plan = spmm_plan(Exec(), op, A);
    const std::size_t bytes = plan.workspace_bytes(columns);
    test_counts<Kokkos::LayoutRight>(plan, A, bytes, [] {});
    test_counts<Kokkos::LayoutLeft>(plan, A, bytes, [] {});
  }
}

TEST(SpmmPlan, one_shot_allocates_nothing) {
  const Matrix A = make_matrix();
  const Exec exec;
  // A host takes memory for a B that is not row-major, and for each thread's sums.
  constexpr bool on_host = detail::is_host_execution_v<Exec>;
  using LayoutB = std::conditional_t<on_host, Kokkos::LayoutRight, Kokkos::LayoutLeft>;
  const auto b = filled<Dense<LayoutB>>("B", cols, columns);
  const Dense<Kokkos::LayoutRight> c("C", rows, columns);
  spmm(exec, Op::none, 1.0, A, b, 0.0, c);
  exec.fence();
  const EventCounts counts;
  spmm(exec, Op::none, 1.0, A, b, 0.0, c);
  if (!on_host) spmm(exec, Op::transpose, 1.0, A, c, 0.0, b);
  EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
  EXPECT_EQ(counts.fences(), 0);
}

TEST(SpmmPlan, takes_new_values) {
  const Exec exec;
  std::mt19937 random(3);
  auto triplets = random_triplets<double>(random, {rows, cols, 4});
  const auto A = MatrixFrom<Matrix>::make(triplets, {}, Order::sorted);
  const auto plan = spmm_plan(exec, Op::transpose, A);
  for (Entry& e : triplets.entries) e.value = widen(random_scalar<double>(random));
  Kokkos::deep_copy(A.values(), values_of<double, Space>(triplets.entries));
  const auto b = random_dense<double>(random, 1, rows, columns);
  const HostDense<double> before{1, cols, columns, std::vector<double>(cols * columns, 1)};
  const DeviceDense<double, Space> b_view(b, Layout::row_major, 0),
      c_view(before, Layout::row_major, 7);
  plan.apply(exec, 1.0, A, b_view.single(), 2.0, c_view.single());
  exec.fence();
  EXPECT_TRUE(is_product(Op::transpose, triplets, {}, 1.0, b, 0, 2.0, before, c_view.get(), 0));
}

TEST(SpmmPlan, another_matrix_is_stale) {
  const Exec exec;
  const Matrix A = make_matrix(), other = make_matrix();
  const Dense<Kokkos::LayoutRight> b("B", cols, 2), c("C", rows, 2);
  const auto plan = spmm_plan(exec, Op::none, A);
  try {
    plan.apply(exec, 1.0, other, b, 0.0, c);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::stale_plan);
    EXPECT_EQ(std::string(error.what()).rfind("spmm: ", 0), 0u) << error.what();
    EXPECT_EQ(error.argument(), "A");
  }
}

}  // namespace
}  // namespace filigree::test
