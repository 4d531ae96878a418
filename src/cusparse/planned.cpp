// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/planned.hpp>

#include <atomic>
#include <cstdlib>
#include <new>

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

/// A number in pinned memory of the host.
class PinnedNumber {
 public:
  PinnedNumber() {
    const detail::AllowAllocation allowed;
    void* memory = nullptr;
    if (cudaMallocHost(&memory, sizeof(std::uint64_t)) == cudaSuccess)
      number_ = static_cast<std::uint64_t*>(memory);
  }
  PinnedNumber(const PinnedNumber&) = delete;
  ~PinnedNumber() {
    const detail::AllowAllocation allowed;
    cudaFreeHost(number_);
  }

  /// Null where there was no memory.
  std::uint64_t* get() const { return number_; }

 private:
  std::uint64_t* number_ = nullptr;
};

/// Where this thread has a checksum written, one at a time.
std::uint64_t* checksum_place() {
  thread_local const PinnedNumber number;
  return number.get();
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

std::uint64_t checksum_of(const PlannedCall& call) {
  std::uint64_t* const place = checksum_place();
  if (place == nullptr) throw std::bad_alloc();
  runtime::make_checksum(call.handle.target, call.matrix, call.watched, place);
  call.handle.target.fence();
  return *place;
}

bool has_checksum(const PlannedCall& call, std::uint64_t expected) {
  std::uint64_t* const place = checksum_place();
  if (place == nullptr) return false;
  const detail::AllowAllocation allowed;
  // No half of it is right before it is written, by a device perhaps in halves.
  const std::atomic_ref<std::uint64_t> found(*place);
  found.store(~expected);
  runtime::make_checksum(call.handle.target, call.matrix, call.watched, place);
  // The number is here some microseconds before the stream is said to be done.
  constexpr int looks = 1024;
  for (int i = 1; found.load() != expected; ++i) {
    if (i % looks != 0) continue;
    if (cudaStreamQuery(call.handle.stream) != cudaErrorNotReady) break;
    static_cast<void>(cudaGetLastError());  // which that is none of
  }
  return found.load() == expected;
}

}  // namespace filigree::cusparse
