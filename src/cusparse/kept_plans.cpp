// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/kept_plans.hpp>

#include <algorithm>

namespace filigree::cusparse {
namespace {

/// The least of so many times decides; a plan stays that takes at most this part of the others'.
constexpr int num_timed = 3;
constexpr double part_that_stays = 0.95;

}  // namespace

PlanStep KeptPlans::next(PlannedProduct product, Op op, std::int64_t columns,
                         const PlanPolicy& policy, Pointer& plan) {
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
      return PlanStep::once;
    case State::timing_once:
      if (policy.is_timed && slot.timed++ < num_timed) return PlanStep::time_once;
      slot.state = State::making;
      return PlanStep::make;
    case State::timing_planned:
      plan = slot.tried;
      return PlanStep::time_planned;
    case State::kept:
      plan = slot.tried;
      return PlanStep::planned;
    case State::making:  // by another thread
    case State::declined:
      break;
  }
  return PlanStep::once;
}

void KeptPlans::report_once(PlannedProduct product, Op op, double seconds) {
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[place(product, op)];
  slot.once_seconds = std::min(slot.once_seconds, seconds);
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
  const bool stays = slot.planned_seconds <= part_that_stays * slot.once_seconds;
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
  slot = {};
  slot.promised = promised;
  slot.columns = columns;
  slot.wait = std::min<std::int64_t>(2 * wait, 1 << 20);
}

}  // namespace filigree::cusparse
