// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/planned.hpp>

#include <cstdlib>

namespace filigree::cusparse {
namespace {

/// A plan takes as long as some ten to fifty products.
constexpr std::int64_t default_plan_after = 50;

/// A number that is not negative; what is none is as good as unset.
std::int64_t of_environment(const char* variable, std::int64_t unset) {
  const char* const text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return unset;
  char* end = nullptr;
  const std::int64_t value = std::strtoll(text, &end, 10);
  return *end == '\0' && value >= 0 ? value : unset;
}

}  // namespace

const PlanPolicy& plan_policy() {
  static const PlanPolicy policy{of_environment("FILIGREE_CUSPARSE_PLAN_AFTER", default_plan_after),
                                 of_environment("FILIGREE_CUSPARSE_PLAN_TIMED", 1) != 0};
  return policy;
}

bool is_captured(const cusparseContext& handle) {
  if (handle.target.is_host()) return false;
  auto status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(handle.stream, &status) != cudaSuccess ||
         status != cudaStreamCaptureStatusNone;
}

AllowAllocation::AllowAllocation() {
  auto mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  mode_ = mode;
}
AllowAllocation::~AllowAllocation() {
  auto mode = cudaStreamCaptureMode(mode_);
  cudaThreadExchangeStreamCaptureMode(&mode);
}

}  // namespace filigree::cusparse
