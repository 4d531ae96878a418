// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include <cusparse/kept_plans.hpp>

/// What the description of a matrix makes of what products report, in whatever order.

namespace filigree::test {
namespace {

using cusparse::KeptPlan;
using cusparse::KeptPlans;
using cusparse::PlannedProduct;
using cusparse::PlanPolicy;
using cusparse::PlanStep;
using Turn = KeptPlans::Turn;

constexpr PlanPolicy policy{.first = 4, .is_timed = true};

KeptPlans::Pointer some_plan() {
  return std::make_shared<const KeptPlan>(
      KeptPlan{{Op::none, runtime::Target::host(), {}, nullptr}, {}, nullptr});
}

/// Products with one description, which take as long as it is told.
struct Products {
  KeptPlans plans;
  std::vector<double> once_seconds{1};  ///< by each kernel
  double planned_seconds = 0.5;

  Turn next(std::int64_t columns = 1) {
    return plans.next(PlannedProduct::spmv, Op::none, columns, int(once_seconds.size()), policy);
  }
  void report(const Turn& turn) {
    if (turn.step == PlanStep::time_once)
      plans.report_once(turn, once_seconds.at(std::size_t(turn.kernel)));
    if (turn.step == PlanStep::make) plans.try_plan(turn, policy, some_plan());
    if (turn.step == PlanStep::time_planned) plans.report_planned(turn, planned_seconds);
  }
  PlanStep run(std::int64_t columns = 1) {
    const Turn turn = next(columns);
    report(turn);
    return turn.step;
  }
  /// The first turn of this step; those before it are run.
  Turn first(PlanStep step, std::int64_t columns = 1) {
    for (int i = 0; i < 100; ++i) {
      const Turn turn = next(columns);
      if (turn.step == step) return turn;
      report(turn);
    }
    ADD_FAILURE() << "no such step";
    return {};
  }
  PlanStep in_the_end(std::int64_t columns = 1) {
    for (int i = 0; i < 20; ++i) run(columns);
    return run(columns);
  }
};

TEST(CusparseKeptPlans, have_their_steps) {
  Products products;
  using enum PlanStep;
  const std::vector<PlanStep> expected{once,         once,      once,   once,         time_once,
                                       time_once,    time_once, make,   time_planned, time_planned,
                                       time_planned, planned,   planned};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(products.run(), expected[i]) << i;
}

TEST(CusparseKeptPlans, stay_where_they_are_faster) {
  for (const double seconds : {0.5, 0.94, 0.96, 2.0}) {
    Products products;
    products.planned_seconds = seconds;
    EXPECT_EQ(products.in_the_end(), seconds < 0.95 ? PlanStep::planned : PlanStep::once);
  }
}

TEST(CusparseKeptPlans, keep_the_fastest_kernel_for_one_call) {
  struct {
    std::vector<double> seconds;
    int expected;
  } const cases[] = {{{1, 0.5}, 1}, {{1, 0.94}, 1},     {{1, 0.96}, 0},     {{1, 2}, 0},
                     {{1}, 0},      {{1, 0.9, 0.8}, 2}, {{1, 0.8, 0.79}, 1}};
  for (const auto& [seconds, expected] : cases) {
    Products products;
    products.once_seconds = seconds;
    products.planned_seconds = 2;
    for (std::size_t k = 0; k < seconds.size(); ++k)
      for (int i = 0; i < 3; ++i) {
        const Turn turn = products.first(PlanStep::time_once);
        EXPECT_EQ(turn.kernel, int(k)) << "three times each";
        products.report(turn);
      }
    EXPECT_EQ(products.first(PlanStep::make).kernel, expected) << "beside the plan that is made";
    EXPECT_EQ(products.in_the_end(), PlanStep::once) << "another thread makes it";
    EXPECT_EQ(products.next().kernel, expected);
  }
}

TEST(CusparseKeptPlans, stay_where_they_are_faster_than_the_fastest_kernel) {
  for (const double seconds : {0.5, 0.47}) {
    Products products;
    products.once_seconds = {1, 0.5};
    products.planned_seconds = seconds;
    EXPECT_EQ(products.in_the_end(), seconds < 0.475 ? PlanStep::planned : PlanStep::once);
    EXPECT_EQ(products.next().kernel, 1);
    products.plans.drop();
    EXPECT_EQ(products.next().kernel, 0) << "another pattern, another kernel";
  }
}

TEST(CusparseKeptPlans, without_times_stay_at_once) {
  KeptPlans plans;
  const PlanPolicy untimed{.first = 2, .is_timed = false};
  const auto next = [&] { return plans.next(PlannedProduct::spmm, Op::none, 8, 2, untimed); };
  for (int i = 0; i < 2; ++i) EXPECT_EQ(next().step, PlanStep::once);
  const Turn turn = next();
  EXPECT_EQ(turn.step, PlanStep::make);
  EXPECT_EQ(next().step, PlanStep::once) << "another thread makes it";
  const auto plan = some_plan();
  plans.try_plan(turn, untimed, plan);
  EXPECT_EQ(next().step, PlanStep::planned);
  EXPECT_EQ(next().plan, plan);
  EXPECT_EQ(next().kernel, 0) << "which nobody has timed";
}

TEST(CusparseKeptPlans, that_cannot_be_made_are_not_tried_again) {
  Products products;
  products.plans.decline(products.first(PlanStep::make));
  EXPECT_EQ(products.in_the_end(), PlanStep::once);
  EXPECT_EQ(products.in_the_end(2), PlanStep::planned) << "other columns are another product";
}

TEST(CusparseKeptPlans, of_other_indices_are_put_off) {
  Products products;
  const Turn turn = products.first(PlanStep::planned);
  products.plans.stale(turn);
  products.plans.stale(turn);  // a thread that ran the same plan
  for (int i = 0; i < 8; ++i) EXPECT_EQ(products.run(), PlanStep::once) << i;
  EXPECT_EQ(products.run(), PlanStep::time_once) << "after twice as many calls, not four times";
}

TEST(CusparseKeptPlans, are_one_for_each_product_and_op) {
  Products products;
  ASSERT_EQ(products.in_the_end(), PlanStep::planned);
  EXPECT_EQ(products.plans.next(PlannedProduct::spmv, Op::transpose, 1, 1, policy).step,
            PlanStep::once);
  EXPECT_EQ(products.plans.next(PlannedProduct::spmm, Op::none, 1, 1, policy).step, PlanStep::once);
  EXPECT_EQ(products.run(), PlanStep::planned);
}

TEST(CusparseKeptPlans, leave_what_was_promised_until_all_are_dropped) {
  Products products;
  const auto plan = some_plan();
  products.plans.promise(PlannedProduct::spmv, Op::none, plan);
  products.plans.stale(products.first(PlanStep::planned));
  EXPECT_EQ(products.plans.promised(PlannedProduct::spmv, Op::none), plan);
  products.plans.drop();
  EXPECT_EQ(products.plans.promised(PlannedProduct::spmv, Op::none), nullptr);
}

/// What a thread reports of a step after another one has begun anew has no effect on the new count,
/// in which the same step may be under way.
TEST(CusparseKeptPlans, do_not_heed_turns_of_before_they_began_anew) {
  enum class Anew { columns, stale, drop };
  for (const Anew anew : {Anew::columns, Anew::stale, Anew::drop}) {
    SCOPED_TRACE(int(anew));
    const std::int64_t columns = anew == Anew::columns ? 2 : 1;
    const auto begin_anew = [&](Products& products) {
      if (anew == Anew::columns) products.next(columns);
      if (anew == Anew::stale) products.plans.stale(products.next());
      if (anew == Anew::drop) products.plans.drop();
    };
    {
      Products products;  // as fast as no plan is
      const Turn old = products.first(PlanStep::time_once);
      begin_anew(products);
      ASSERT_EQ(products.first(PlanStep::time_once, columns).step, PlanStep::time_once);
      products.plans.report_once(old, 0.1);
      EXPECT_EQ(products.in_the_end(columns), PlanStep::planned);
    }
    {
      Products products;  // a plan of other columns, or of what was dropped
      const Turn old = products.first(PlanStep::make);
      begin_anew(products);
      const Turn now = products.first(PlanStep::make, columns);
      products.plans.try_plan(old, policy, some_plan());
      EXPECT_EQ(products.next(columns).step, PlanStep::once) << "the new one is not made yet";
      products.plans.decline(old);
      products.report(now);
      EXPECT_EQ(products.in_the_end(columns), PlanStep::planned);
    }
    {
      Products products;
      products.planned_seconds = 2;
      const Turn old = products.first(PlanStep::time_planned);
      begin_anew(products);
      ASSERT_EQ(products.first(PlanStep::time_planned, columns).step, PlanStep::time_planned);
      for (int i = 0; i < 3; ++i) products.plans.report_planned(old, 0.1);
      EXPECT_EQ(products.in_the_end(columns), PlanStep::once);
    }
    {
      Products products;
      const Turn old = products.first(PlanStep::planned);
      begin_anew(products);
      ASSERT_EQ(products.in_the_end(columns), PlanStep::planned);
      products.plans.stale(old);
      EXPECT_EQ(products.run(columns), PlanStep::planned);
    }
  }
}

}  // namespace
}  // namespace filigree::test
