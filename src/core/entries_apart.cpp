// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/entries_apart.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

#include <core/refuse.hpp>

namespace filigree::detail {
namespace {

// Two entries lie at one place where their distance is nothing: where steps d_i, not all of them 0,
// with |d_i| < extent_i sum to 0 when multiplied by the strides.

std::int64_t floor_of_quotient(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

std::int64_t ceiling_of_quotient(std::int64_t a, std::int64_t b) {
  return -floor_of_quotient(-a, b);
}

/// a mod b, not negative.
std::int64_t remainder_of(std::int64_t a, std::int64_t b) {
  return a - floor_of_quotient(a, b) * b;
}

/// a's inverse modulo `modulus`, to which it is coprime, by Euclid's algorithm.
std::int64_t inverse(std::int64_t a, std::int64_t modulus) {
  std::int64_t r = remainder_of(a, modulus), next_r = modulus, x = 1, next_x = 0;
  while (next_r != 0) {
    const std::int64_t quotient = r / next_r;
    r = std::exchange(next_r, r - quotient * next_r);
    x = std::exchange(next_x, x - quotient * next_x);
  }
  return remainder_of(x, modulus);
}

/// The distances that steps within two dimensions reach; both strides are positive.
class Steps {
 public:
  Steps(const StridedExtent& a, const StridedExtent& b)
      : divisor_(std::gcd(a.stride, b.stride)),
        a_{a.extent, a.stride / divisor_},
        b_{b.extent, b.stride / divisor_},
        inverse_(inverse(a_.stride, b_.stride)) {}

  /// Whether steps that are not both 0 lead back to where they began: the smallest that could are
  /// the strides of each other.
  bool return_to_start() const { return b_.stride < a_.extent && a_.stride < b_.extent; }

  /// Whether some steps x and y have x * stride_a + y * stride_b == distance.
  bool reach(std::int64_t distance) const {
    if (distance % divisor_ != 0) return false;
    const std::int64_t to = distance / divisor_, span_b = (b_.extent - 1) * b_.stride;
    const std::int64_t least = std::max(1 - a_.extent, ceiling_of_quotient(to - span_b, a_.stride));
    const std::int64_t most = std::min(a_.extent - 1, floor_of_quotient(to + span_b, a_.stride));
    // All solutions x are one modulo stride_b.
    using Wide = unsigned __int128;
    const Wide product = Wide(remainder_of(to, b_.stride)) * Wide(inverse_);
    const auto x = std::int64_t(product % Wide(b_.stride));
    return least + remainder_of(x - least, b_.stride) <= most;
  }

 private:
  std::int64_t divisor_;
  StridedExtent a_, b_;   ///< their strides without the common divisor
  std::int64_t inverse_;  ///< of a_'s stride modulo b_'s
};

/// The dimensions of more than one entry, by stride; the others have an extent of 1 and come first.
std::array<StridedExtent, 3> by_stride(std::span<const StridedExtent> dimensions) {
  std::array<StridedExtent, 3> result{};
  for (std::size_t i = 0; i < dimensions.size(); ++i)
    if (dimensions[i].extent > 1) result.at(i) = dimensions[i];
  std::sort(result.begin(), result.end(),
            [](const StridedExtent& a, const StridedExtent& b) { return a.stride < b.stride; });
  return result;
}

/// Whether each step of a dimension passes over all entries of the smaller ones.
bool are_nested(const std::array<StridedExtent, 3>& sorted) {
  std::int64_t last = 0;
  for (const StridedExtent& dimension : sorted) {
    if (dimension.extent == 1) continue;
    if (dimension.stride <= last) return false;
    last += (dimension.extent - 1) * dimension.stride;
  }
  return true;
}

std::string layout_text(std::span<const StridedExtent> dimensions) {
  std::string sizes, strides;
  for (const StridedExtent& dimension : dimensions) {
    if (dimension.extent > 1 && dimension.stride == 0) return "a stride of 0";
    sizes += (sizes.empty() ? "" : " x ") + std::to_string(dimension.extent);
    strides += (strides.empty() ? "" : ", ") + std::to_string(dimension.stride);
  }
  return sizes + " with strides " + strides;
}

}  // namespace

bool entries_are_apart(std::span<const StridedExtent> dimensions) {
  for (const StridedExtent& dimension : dimensions)
    if (dimension.extent == 0) return true;
  auto sorted = by_stride(dimensions);
  if (are_nested(sorted)) return true;
  // What is not nested has at least two dimensions, the last ones.
  for (const StridedExtent& dimension : sorted)
    if (dimension.extent > 1 && dimension.stride == 0) return false;
  std::sort(sorted.begin(), sorted.end(),
            [](const StridedExtent& a, const StridedExtent& b) { return a.extent < b.extent; });
  const Steps steps(sorted[1], sorted[2]);
  if (steps.return_to_start()) return false;
  for (std::int64_t step = 1; step < sorted[0].extent; ++step)
    if (steps.reach(step * sorted[0].stride)) return false;
  return true;
}

void check_entries_apart(std::string_view operation, std::string_view argument,
                         std::span<const StridedExtent> dimensions) {
  if (entries_are_apart(dimensions)) return;
  refuse(operation, argument, layout_text(dimensions) + ", so that entries share memory",
         "entries apart from each other", "pass a View with other strides");
}

}  // namespace filigree::detail
