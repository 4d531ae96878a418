// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>

#include <cusparse.h>

/// The line at the end of a program that FILIGREE_CUSPARSE_REPORT asks for.

namespace filigree::dropin {

enum class Outcome { here, forwarded, refused };

bool reports() noexcept;
void count_call(int number, Outcome outcome, std::chrono::nanoseconds time) noexcept;

/// Measures a call where a report is wanted.
class CallTimer {
 public:
  explicit CallTimer(int number) noexcept : number_(number) {
    if (reports()) begin_ = std::chrono::steady_clock::now();
  }
  /// The status, counted.
  cusparseStatus_t ended(cusparseStatus_t status, Outcome outcome) const noexcept {
    if (reports())
      count_call(number_, status == CUSPARSE_STATUS_NOT_SUPPORTED ? Outcome::refused : outcome,
                 std::chrono::steady_clock::now() - begin_);
    return status;
  }

 private:
  int number_;
  std::chrono::steady_clock::time_point begin_{};
};

}  // namespace filigree::dropin
