// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/explanation.hpp>

#include <array>
#include <cstdarg>
#include <cstdio>

#include <filigree/core/log.hpp>

namespace filigree {
namespace detail {

std::string formatted(const char* format, ...) {
  std::array<char, 256> buffer{};
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer.data(), buffer.size(), format, arguments);
  va_end(arguments);
  return buffer.data();
}

std::string kernel_text(const ProductExplanation& explanation) {
  std::string result(explanation.format);
  result.append(", kernel ").append(explanation.kernel);
  result.append(" (").append(explanation.reason).append("), indices ");
  result.append(explanation.encoding);
  return result + formatted(": %.2f bytes per entry, %.3g MB per product",
                            explanation.index_bytes_per_nnz,
                            1e-6 * double(explanation.bytes_moved));
}

std::string plan_text(std::int64_t bytes, double build_seconds) {
  return formatted("plan %.3g MB built in %.3g ms", 1e-6 * double(bytes), 1e3 * build_seconds);
}

std::string cost_text(const ProductExplanation& explanation) {
  return plan_text(explanation.plan_bytes, explanation.build_seconds) +
         formatted(", expected %.3g ms at %.3g GB/s", 1e3 * explanation.expected_seconds,
                   1e-9 * explanation.bandwidth);
}

void log_new_plan(std::string_view operation, std::string_view format, std::int64_t plan_bytes,
                  double build_seconds) {
  if (!log_enabled(LogKind::info)) return;
  log(LogKind::info, operation, std::string(format) + ", " + plan_text(plan_bytes, build_seconds));
}

}  // namespace detail

std::string DenseProductExplanation::text() const {
  return detail::kernel_text(*this) +
         detail::formatted(" and %.3g operations, workspace %.3g MB, ", double(operations),
                           1e-6 * double(workspace_bytes)) +
         detail::cost_text(*this);
}

}  // namespace filigree
