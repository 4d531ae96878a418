// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/detail/same_pattern.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <filigree/spmv.hpp>
#include <spmv/checksum.hpp>
#include <spmv/messages.hpp>
#include <spmv/select.hpp>

namespace filigree::detail {

/// What every plan of a product with a vector holds: what it was made for, and what it chose.
/// Stored is a StoredPattern or StoredRows.
template <class Stored>
struct SpmvPlanBase {
  Op op = Op::none;
  Stored stored;
  ScalarKind scalar;
  SpmvOptions options;         ///< without the kernel's name, whose memory is the caller's
  bool named_kernel = false;   ///< whether the kernel was asked for by name
  std::uint64_t checksum = 0;  ///< of the stored pattern, with PatternCheck::content

  KernelChoice choice;  ///< not of a plan of another plan

  double build_seconds = 0;

  void made_for(Op which, const Stored& pattern, const ScalarKind& of, const SpmvOptions& by) {
    op = which;
    stored = pattern;
    scalar = of;
    options = without_kernel(by);
    named_kernel = !by.kernel.empty();
  }

  template <class Exec>
  void keep_checksum(const Exec& exec) {
    if (options.pattern_check == PatternCheck::content) checksum = pattern_checksum(exec, stored);
  }

  template <class Exec>
  bool has_other_content(const Exec& exec, const Stored& pattern) const {
    return options.pattern_check == PatternCheck::content &&
           pattern_checksum(exec, pattern) != checksum;
  }
};

/// Throws stale_plan unless `stored` is the pattern that the plan was made for.
template <class Exec, class Stored>
void check_pattern(std::string_view operation, const Exec& exec, const SpmvPlanBase<Stored>& plan,
                   const Stored& stored) {
  if (const char* difference = first_difference(plan.stored, stored, plan.options.pattern_check))
    throw_stale_plan(operation,
                     "another matrix than the plan's: its " + std::string(difference) + " changed");
  if (plan.has_other_content(exec, stored))
    throw_stale_plan(operation, "indices that changed since the plan was made");
}

/// Throws stale_plan unless the pattern is the plan's, in whatever arrays.
template <class Exec, class Stored>
void check_planned_contents(std::string_view operation, const Exec& exec,
                            const SpmvPlanBase<Stored>& plan, const Stored& stored) {
  if (!has_same_shape(plan.stored, stored))
    throw_stale_plan(operation, "a matrix of other sizes or properties");
  if (plan.has_other_content(exec, stored)) throw_stale_plan(operation, "other indices");
}

}  // namespace filigree::detail
