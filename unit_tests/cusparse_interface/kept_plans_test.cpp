// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <memory>

#include <cusparse/kept_plans.hpp>

/// What the description of a matrix makes of the times that products report.

namespace filigree::test {
namespace {

using cusparse::KeptPlan;
using cusparse::KeptPlans;
using cusparse::PlannedProduct;
using cusparse::PlanPolicy;
using cusparse::PlanStep;

constexpr PlanPolicy policy{.first = 4, .is_timed = true};

KeptPlans::Pointer some_plan() {
  return std::make_shared<const KeptPlan>(
      KeptPlan{{Op::none, runtime::Target::host(), {}, nullptr}, {}, nullptr});
}

/// Products of one description, whose kernels and plan take what it is told.
struct Products {
  KeptPlans plans;
  double seconds[2] = {1, 1};
  double planned_seconds = 1;
  int made = 0;

  KeptPlans::Next next(bool has_other = true) {
    return plans.next(PlannedProduct::spmv, Op::none, 1, policy, has_other);
  }
  /// One product; whether it ran the plan, and if not, the other kernel.
  KeptPlans::Next run(bool has_other = true) {
    const KeptPlans::Next now = next(has_other);
    if (now.step == PlanStep::time_once) {
      plans.report_once(PlannedProduct::spmv, Op::none, now.other, seconds[now.other ? 1 : 0]);
    } else if (now.step == PlanStep::make) {
      plans.try_plan(PlannedProduct::spmv, Op::none, policy, some_plan());
      ++made;
    } else if (now.step == PlanStep::time_planned) {
      plans.report_planned(PlannedProduct::spmv, Op::none, planned_seconds);
    }
    return now;
  }
  void run_all(bool has_other = true) {
    for (int i = 0; i < 20; ++i) run(has_other);
  }
};

TEST(CusparseKeptPlans, each_is_timed_three_times) {
  for (const bool has_other : {false, true}) {
    Products products;
    for (int i = 0; i < 4; ++i) EXPECT_EQ(products.run(has_other).step, PlanStep::once) << i;
    for (int i = 0; i < (has_other ? 6 : 3); ++i) {
      const KeptPlans::Next now = products.run(has_other);
      EXPECT_EQ(now.step, PlanStep::time_once) << i;
      EXPECT_EQ(now.other, i >= 3) << i;
    }
    EXPECT_EQ(products.run(has_other).step, PlanStep::make);
    for (int i = 0; i < 3; ++i) {
      const KeptPlans::Next now = products.run(has_other);
      EXPECT_EQ(now.step, PlanStep::time_planned) << i;
      EXPECT_NE(now.plan, nullptr);
    }
    EXPECT_EQ(products.run(has_other).step, PlanStep::once) << "the plan was no faster";
  }
}

TEST(CusparseKeptPlans, the_other_kernel_stays_where_it_is_faster) {
  for (const double seconds : {0.9, 0.94, 0.96, 2.0}) {
    Products products;
    products.seconds[1] = seconds;
    products.run_all();
    const KeptPlans::Next now = products.run();
    EXPECT_EQ(now.step, PlanStep::once);
    EXPECT_EQ(now.other, seconds < 0.95) << seconds;
    EXPECT_EQ(products.plans.prefers_other(PlannedProduct::spmv, Op::none), seconds < 0.95);
    EXPECT_FALSE(products.plans.prefers_other(PlannedProduct::spmv, Op::transpose));
  }
}

TEST(CusparseKeptPlans, what_is_not_timed_makes_a_plan_at_once) {
  KeptPlans plans;
  const PlanPolicy untimed{.first = 2, .is_timed = false};
  const auto next = [&] { return plans.next(PlannedProduct::spmm, Op::none, 8, untimed, true); };
  for (int i = 0; i < 2; ++i) EXPECT_EQ(next().step, PlanStep::once);
  const KeptPlans::Next now = next();
  EXPECT_EQ(now.step, PlanStep::make);
  EXPECT_FALSE(now.other);
  plans.try_plan(PlannedProduct::spmm, Op::none, untimed, some_plan());
  EXPECT_EQ(next().step, PlanStep::planned);
}

TEST(CusparseKeptPlans, a_plan_has_to_beat_both_kernels) {
  for (const double seconds : {0.5, 0.8}) {
    Products products;
    products.seconds[1] = 0.6;
    products.planned_seconds = seconds;
    products.run_all();
    EXPECT_EQ(products.run().step, seconds < 0.57 ? PlanStep::planned : PlanStep::once);
  }
}

TEST(CusparseKeptPlans, other_indices_leave_the_kernel_and_put_off_the_next_plan) {
  Products products;
  products.seconds[1] = 0.6;
  products.planned_seconds = 0.1;
  products.run_all();
  ASSERT_EQ(products.run().step, PlanStep::planned);
  products.plans.stale(PlannedProduct::spmv, Op::none);
  for (int i = 0; i < 8; ++i) {
    const KeptPlans::Next now = products.run();
    EXPECT_EQ(now.step, PlanStep::once) << i;
    EXPECT_TRUE(now.other) << i;
  }
  EXPECT_EQ(products.run().step, PlanStep::time_once);
  EXPECT_EQ(products.made, 1);
  products.run_all();
  EXPECT_EQ(products.made, 2);
  EXPECT_EQ(products.run().step, PlanStep::planned);

  products.plans.drop();
  const KeptPlans::Next now = products.run();
  EXPECT_EQ(now.step, PlanStep::once);
  EXPECT_FALSE(now.other);
}

}  // namespace
}  // namespace filigree::test
