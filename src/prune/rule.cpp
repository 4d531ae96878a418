// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <filigree/core/error.hpp>
#include <filigree/detail/prune_problem.hpp>

namespace filigree::detail {

MagnitudeKey threshold_key(std::string_view operation, double threshold) {
  if (!(threshold >= 0))
    throw_error(Status::invalid_value, {operation, "threshold", std::to_string(threshold),
                                        "0 or more", "pass the magnitude to exceed"});
  // -0 is a threshold too.
  return Kokkos::bit_cast<MagnitudeKey>(std::fabs(threshold));
}

std::int64_t percentage_position(std::string_view operation, double percentage,
                                 std::int64_t count) {
  if (!(percentage >= 0 && percentage <= 100))
    throw_error(Status::invalid_value, {operation, "percentage", std::to_string(percentage),
                                        "0 to 100", "pass the share of entries to drop"});
  // Divided last: percentage / 100 is not exact, and a rounding upwards would take one more entry.
  const double share = std::ceil(double(count) * percentage / 100);
  return std::max<std::int64_t>(std::min(std::int64_t(share) - 1, count - 1), 0);
}

}  // namespace filigree::detail
