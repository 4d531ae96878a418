// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>

#include <filigree/core/operation.hpp>
#include <runtime/products.hpp>

#include <cusparse/memory.hpp>

/// The plans that the description of a sparse matrix keeps.

namespace filigree::cusparse {

enum class PlannedProduct { spmv, spmm, sddmm };

/// A plan, and on a device the memory that it works in, which belongs to one stream: products of
/// another stream, which may run at the same time, do without the plan.
struct KeptPlan {
  runtime::Plan plan;
  HeldMemory workspace;
  cudaStream_t stream = nullptr;
  std::uint64_t checksum = 0;  ///< of what is watched of the pattern; not of those promised
};

/// When products make a plan on their own.
struct PlanPolicy {
  std::int64_t first = 0;  ///< after so many calls; 0: never
  bool is_timed = true;    ///< and keep it only where it is faster
};

/// What the next call of a product without a plan does.
enum class PlanStep {
  once,          ///< runs without a plan, by the turn's kernel
  time_once,     ///< the same, and reports the seconds
  make,          ///< makes a plan and calls try_plan() or decline()
  time_planned,  ///< runs the plan and reports the seconds
  planned        ///< runs the plan
};

/// One plan for each product and op, of one of two kinds.
///
/// Those that are promised are made by the calls that end in _preprocess, whose contract is that
/// the pattern stays: they compare sizes and addresses, not indices.
///
/// The others are made by the products themselves. After a number of calls the next ones are timed
/// without a plan, three by each kernel that there is for one call; the fastest is what calls run
/// from then on. Then a plan is made, and three calls are timed with it. Each of them compares what
/// the plan depends on of the pattern with what that was, which counts as its time. Only a plan
/// that is faster stays. Where the pattern has changed it is dropped, and made again after twice as
/// many calls.
///
/// Whatever changes sizes or addresses in the description drops all of them. Several threads may
/// run products with one description at once: the lock is held while the slots are read or changed,
/// not while a plan is made, runs or ends, which may wait for a device. What comes of a step is
/// reported with the turn that next() gave; where the slot has begun anew meanwhile, it is not
/// heeded.
class KeptPlans {
 public:
  using Pointer = std::shared_ptr<const KeptPlan>;

  /// Null where none is promised.
  Pointer promised(PlannedProduct product, Op op) const {
    const std::lock_guard lock(mutex_);
    return slots_[place(product, op)].promised;
  }
  void promise(PlannedProduct product, Op op, Pointer plan) {
    const std::lock_guard lock(mutex_);
    slots_[place(product, op)].promised.swap(plan);
  }

  /// What one call does.
  struct Turn {
    PlanStep step = PlanStep::once;
    Pointer plan;    ///< of a planned step
    int kernel = 0;  ///< of those for one call; 0: the library's choice
    std::size_t slot = 0;
    std::int64_t beginning = 0;  ///< the slot's at that time
  };
  /// `columns`: of the dense matrices; another number of them begins anew. `kernels`: how many
  /// there are to be timed for one call, the library's choice among them.
  Turn next(PlannedProduct product, Op op, std::int64_t columns, int kernels,
            const PlanPolicy& policy);
  ///@{
  /// What came of it.
  void report_once(const Turn& turn, double seconds);
  void try_plan(const Turn& turn, const PlanPolicy& policy, Pointer plan);
  void report_planned(const Turn& turn, double seconds);
  void decline(const Turn& turn);
  void stale(const Turn& turn);
  ///@}

  void drop();

 private:
  enum class State { counting, timing_once, making, timing_planned, kept, declined };
  static constexpr double unknown = std::numeric_limits<double>::infinity();

  struct Slot {
    Pointer promised;
    Pointer tried;
    State state = State::counting;
    std::int64_t beginning = 0;  ///< another number each time that it begins anew
    std::int64_t columns = 0;
    std::int64_t calls = 0;
    std::int64_t wait = 1;  ///< how many times as many calls as at first
    int timed = 0;
    int kernel = 0;  ///< the fastest in one call
    double once_seconds = unknown;
    double planned_seconds = unknown;
  };

  static std::size_t place(PlannedProduct product, Op op) {
    return std::size_t(product) * 3 + std::size_t(op);
  }

  /// The turn's slot, null where it has begun anew.
  Slot* slot_of(const Turn& turn);
  /// Counts calls anew; what was promised stays. The plan that was tried, to end without the lock.
  Pointer restart(Slot& slot, std::int64_t columns, std::int64_t wait);

  mutable std::mutex mutex_;
  std::int64_t beginnings_ = 0;
  std::array<Slot, 9> slots_;
};

}  // namespace filigree::cusparse
