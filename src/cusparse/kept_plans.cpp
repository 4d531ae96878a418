// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/kept_plans.hpp>

#include <algorithm>

namespace filigree::cusparse {
namespace {

/// The least of so many times decides; what takes at most this part of it takes its place.
constexpr int num_timed = 3;
constexpr double part_that_stays = 0.95;

}  // namespace

KeptPlans::Turn KeptPlans::next(PlannedProduct product, Op op, std::int64_t columns, int kernels,
                                const PlanPolicy& policy) {
  Pointer gone;
  const std::lock_guard lock(mutex_);
  Turn turn;
  turn.slot = place(product, op);
  Slot& slot = slots_[turn.slot];
  if (slot.columns != columns) gone = restart(slot, columns, 1);
  turn.beginning = slot.beginning;
  turn.kernel = slot.kernel;
  switch (slot.state) {
    case State::counting:
      if (++slot.calls >= policy.first * slot.wait) slot.state = State::timing_once;
      break;
    case State::timing_once:
      if (policy.is_timed && slot.timed < num_timed * kernels) {
        turn.step = PlanStep::time_once;
        turn.kernel = slot.timed++ / num_timed;
      } else {
        slot.state = State::making;
        turn.step = PlanStep::make;
      }
      break;
    case State::timing_planned:
    case State::kept:
      turn.plan = slot.tried;
      turn.step = slot.state == State::kept ? PlanStep::planned : PlanStep::time_planned;
      break;
    case State::making:  // by another thread
    case State::declined:
      break;
  }
  return turn;
}

KeptPlans::Slot* KeptPlans::slot_of(const Turn& turn) {
  Slot& slot = slots_[turn.slot];
  return slot.beginning == turn.beginning ? &slot : nullptr;
}

void KeptPlans::report_once(const Turn& turn, double seconds) {
  const std::lock_guard lock(mutex_);
  Slot* const slot = slot_of(turn);
  if (slot == nullptr) return;
  const double part = turn.kernel == slot->kernel ? 1 : part_that_stays;
  if (seconds > part * slot->once_seconds) return;
  slot->kernel = turn.kernel;
  slot->once_seconds = seconds;
}

void KeptPlans::try_plan(const Turn& turn, const PlanPolicy& policy, Pointer plan) {
  const std::lock_guard lock(mutex_);
  Slot* const slot = slot_of(turn);
  if (slot == nullptr) return;
  slot->tried.swap(plan);
  slot->state = policy.is_timed ? State::timing_planned : State::kept;
  slot->timed = 0;
}

void KeptPlans::report_planned(const Turn& turn, double seconds) {
  Pointer gone;
  const std::lock_guard lock(mutex_);
  Slot* const slot = slot_of(turn);
  if (slot == nullptr || slot->state != State::timing_planned) return;  // others have timed enough
  slot->planned_seconds = std::min(slot->planned_seconds, seconds);
  if (++slot->timed < num_timed) return;
  const bool stays = slot->planned_seconds <= part_that_stays * slot->once_seconds;
  slot->state = stays ? State::kept : State::declined;
  if (!stays) gone.swap(slot->tried);
}

void KeptPlans::decline(const Turn& turn) {
  const std::lock_guard lock(mutex_);
  if (Slot* const slot = slot_of(turn)) slot->state = State::declined;
}

void KeptPlans::stale(const Turn& turn) {
  Pointer gone;
  const std::lock_guard lock(mutex_);
  Slot* const slot = slot_of(turn);
  if (slot == nullptr) return;  // another thread has said so
  gone = restart(*slot, slot->columns, std::min<std::int64_t>(2 * slot->wait, 1 << 20));
}

void KeptPlans::drop() {
  std::array<Slot, 9> gone;
  const std::lock_guard lock(mutex_);
  gone.swap(slots_);
  for (Slot& slot : slots_) slot.beginning = ++beginnings_;
}

KeptPlans::Pointer KeptPlans::restart(Slot& slot, std::int64_t columns, std::int64_t wait) {
  Slot fresh;
  fresh.promised = slot.promised;
  fresh.beginning = ++beginnings_;
  fresh.columns = columns;
  fresh.wait = wait;
  std::swap(slot, fresh);
  return fresh.tried;
}

}  // namespace filigree::cusparse
