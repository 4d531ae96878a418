// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include <filigree/core/export.hpp>

namespace filigree::detail {

/// Throws invalid_value.
[[noreturn]] FILIGREE_EXPORT void throw_empty_plan(std::string_view plan);

/// The state that the copies of a plan share; none in a plan that was declared without one, whose
/// use is an error.
template <class State>
class PlanPointer {
 public:
  /// \param plan the plan's class, for the error
  PlanPointer(const char* plan, std::shared_ptr<const State> state)
      : plan_(plan), state_(std::move(state)) {}
  explicit PlanPointer(const char* plan) : plan_(plan) {}

  const State& operator*() const {
    if (state_ == nullptr) throw_empty_plan(plan_);
    return *state_;
  }
  const State* operator->() const { return &**this; }
  const std::shared_ptr<const State>& shared() const {
    if (state_ == nullptr) throw_empty_plan(plan_);
    return state_;
  }
  explicit operator bool() const noexcept { return state_ != nullptr; }

 private:
  const char* plan_;
  std::shared_ptr<const State> state_;
};

}  // namespace filigree::detail
