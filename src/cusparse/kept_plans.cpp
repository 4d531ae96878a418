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
  Pointer gone;
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[place(product, op)];
  if (slot.columns != columns) gone = slot.restart(columns, 1);
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
  if (slot.state != State::making) return;  // another thread has begun anew, for other columns
  slot.tried.swap(plan);
  slot.state = policy.is_timed ? State::timing_planned : State::kept;
  slot.timed = 0;
}

void KeptPlans::report_planned(PlannedProduct product, Op op, double seconds) {
  Pointer gone;
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[place(product, op)];
  if (slot.state != State::timing_planned) return;
  slot.planned_seconds = std::min(slot.planned_seconds, seconds);
  if (++slot.timed < num_timed) return;
  const bool stays = slot.planned_seconds <= part_that_stays * slot.once_seconds;
  slot.state = stays ? State::kept : State::declined;
  if (!stays) gone.swap(slot.tried);
}

void KeptPlans::decline(PlannedProduct product, Op op) {
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[place(product, op)];
  if (slot.state == State::making) slot.state = State::declined;
}

void KeptPlans::stale(PlannedProduct product, Op op) {
  Pointer gone;
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[place(product, op)];
  if (slot.tried == nullptr) return;  // another thread has said so
  gone = slot.restart(slot.columns, std::min<std::int64_t>(2 * slot.wait, 1 << 20));
}

void KeptPlans::drop() {
  std::array<Slot, 9> gone;
  const std::lock_guard lock(mutex_);
  gone.swap(slots_);
}

KeptPlans::Pointer KeptPlans::Slot::restart(std::int64_t new_columns, std::int64_t new_wait) {
  Slot fresh;
  fresh.promised = promised;
  fresh.columns = new_columns;
  fresh.wait = new_wait;
  std::swap(*this, fresh);
  return fresh.tried;
}

}  // namespace filigree::cusparse
