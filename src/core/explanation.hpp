// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <filigree/detail/explain_front.hpp>

/// The parts of an explanation's line that those of all plans share.

namespace filigree::detail {

/// Sets what follows from the bytes that a product moves.
template <class Explanation>
void expect_at(double bandwidth, Explanation& explanation) {
  explanation.bandwidth = bandwidth;
  explanation.expected_seconds = bandwidth > 0 ? double(explanation.bytes_moved) / bandwidth : 0;
}

/// As printf formats them.
[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...);

/// The kernel, why, and what it moves.
std::string kernel_text(const ProductExplanation& explanation);
/// What a plan of so many bytes costs.
std::string plan_text(std::int64_t bytes, double build_seconds);
/// What the plan costs and what a product is expected to take.
std::string cost_text(const ProductExplanation& explanation);

}  // namespace filigree::detail
