// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/kept_plans.hpp>

#include <algorithm>

namespace filigree::cusparse {
namespace {

/// The least of so many times decides; a plan, or the other kernel, stays where it takes at most
/// this part of what is there without it.
constexpr int num_timed = 3;
constexpr double part_that_stays = 0.95;

}  // namespace

KeptPlans::Next KeptPlans::next(PlannedProduct product, Op op, std::int64_t columns,
                                const PlanPolicy& policy, bool has_other) {
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[place(product, op)];
  if (slot.columns != columns) {
    const Pointer promised = slot.promised;
    slot = {};
    slot.promised = promised;
    slot.columns = columns;
  }
  switch (slot.state) {
    case State::counting:
      if (++slot.calls >= policy.first * slot.wait) slot.state = State::timing_once;
      break;
    case State::timing_once:
      if (policy.is_timed && slot.timed < (has_other ? 2 : 1) * num_timed)
        return {PlanStep::time_once, slot.timed++ >= num_timed};
      slot.other = slot.once_seconds[1] < part_that_stays * slot.once_seconds[0];
      slot.state = State::making;
      return {PlanStep::make, slot.other};
    case State::timing_planned:
      return {PlanStep::time_planned, slot.other, slot.tried};
    case State::kept:
      return {PlanStep::planned, slot.other, slot.tried};
    case State::making:  // by another thread
    case State::declined:
      break;
  }
  return {PlanStep::once, slot.other};
}

void KeptPlans::report_once(PlannedProduct product, Op op, bool other, double seconds) {
  const std::lock_guard lock(mutex_);
  double& least = slots_[place(product, op)].once_seconds[other ? 1 : 0];
  least = std::min(least, seconds);
}

void KeptPlans::try_plan(PlannedProduct product, Op op, const PlanPolicy& policy, Pointer plan) {
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[place(product, op)];
  slot.tried.swap(plan);
  slot.state = policy.is_timed ? State::timing_planned : State::kept;
  slot.timed = 0;
}

void KeptPlans::report_planned(PlannedProduct product, Op op, double seconds) {
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[place(product, op)];
  if (slot.state != State::timing_planned) return;
  slot.planned_seconds = std::min(slot.planned_seconds, seconds);
  if (++slot.timed < num_timed) return;
  const double without = std::min(slot.once_seconds[0], slot.once_seconds[1]);
  const bool stays = slot.planned_seconds <= part_that_stays * without;
  slot.state = stays ? State::kept : State::declined;
  if (!stays) slot.tried = nullptr;
}

void KeptPlans::decline(PlannedProduct product, Op op) {
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[place(product, op)];
  slot.tried = nullptr;
  slot.state = State::declined;
}

void KeptPlans::stale(PlannedProduct product, Op op) {
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[place(product, op)];
  const std::int64_t columns = slot.columns, wait = slot.wait;
  const Pointer promised = slot.promised;
  const bool other = slot.other;
  slot = {};
  slot.promised = promised;
  slot.other = other;
  slot.columns = columns;
  slot.wait = std::min<std::int64_t>(2 * wait, 1 << 20);
}

}  // namespace filigree::cusparse
