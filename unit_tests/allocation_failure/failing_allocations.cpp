// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "failing_allocations.hpp"

#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>

namespace filigree::test {
namespace {

std::atomic<std::int64_t> live{0};
/// How many more allocations come until the one that fails; 0 and less: none.
std::atomic<std::int64_t> remaining{0};

/// A function of Kokkos that makes strings for a View's record, in which nothing may fail.
bool keeps_records(std::string_view symbol) {
  const auto has = [symbol](std::string_view part) {
    return symbol.find(part) != std::string_view::npos;
  };
  const bool destroys =
      symbol.ends_with("D0Ev") || symbol.ends_with("D1Ev") || symbol.ends_with("D2Ev");
  return has("SharedAllocationRecordIvvEC") || (has("SharedAllocationRecord") && destroys) ||
         has("HostSpace10deallocate");
}

bool asked_for_by_a_record() {
  std::array<void*, 7> frames{};  // two of them are of this file; dladdr searches all symbols
  const int depth = ::backtrace(frames.data(), int(frames.size()));
  return std::any_of(frames.begin(), frames.begin() + depth, [](void* frame) {
    Dl_info info{};
    return ::dladdr(frame, &info) != 0 && info.dli_sname != nullptr &&
           keeps_records(info.dli_sname);
  });
}

/// How many more allocations of this thread may be parts of the record of a View that has its
/// memory: copies of the label, and of the execution space. Where one of them fails Kokkos loses
/// that memory. They are as small as no memory that is worth failing.
thread_local int parts_of_a_record = 0;
constexpr int most_parts_of_a_record = 6;
constexpr std::size_t largest_part_of_a_record = 64;

bool is_part_of_a_record(std::size_t size) {
  return size <= largest_part_of_a_record && parts_of_a_record > 0 && parts_of_a_record-- > 0;
}

bool fails() {
  return remaining.load(std::memory_order_relaxed) > 0 && --remaining == 0 &&
         !asked_for_by_a_record();
}

void* counted(void* memory) {
  if (memory != nullptr) ++live;
  return memory;
}

void* allocate(std::size_t size) {
  const bool spared = is_part_of_a_record(size);
  return fails() && !spared ? nullptr : counted(std::malloc(size));
}
void* allocate(std::size_t size, std::align_val_t alignment) {
  if (fails()) return nullptr;
  parts_of_a_record = most_parts_of_a_record;
  const auto step = std::size_t(alignment);
  return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}

void* or_throw(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* memory) {
  if (memory != nullptr) --live;
  std::free(memory);
}

}  // namespace

std::int64_t live_allocations() { return live; }

void fail_allocation(std::int64_t number) { remaining = number; }
bool stop_failing() { return remaining.exchange(0) <= 0; }

}  // namespace filigree::test

// All forms: AddressSanitizer has each of them too, and does not go by way of the simplest.
using filigree::test::allocate;
using filigree::test::or_throw;
using filigree::test::release;
using Alignment = std::align_val_t;
using std::nothrow_t;
using std::size_t;

void* operator new(size_t size) { return or_throw(allocate(size)); }
void* operator new[](size_t size) { return or_throw(allocate(size)); }
void* operator new(size_t size, const nothrow_t&) noexcept { return allocate(size); }
void* operator new[](size_t size, const nothrow_t&) noexcept { return allocate(size); }
void* operator new(size_t size, Alignment a) { return or_throw(allocate(size, a)); }
void* operator new[](size_t size, Alignment a) { return or_throw(allocate(size, a)); }
void* operator new(size_t size, Alignment a, const nothrow_t&) noexcept {
  return allocate(size, a);
}
void* operator new[](size_t size, Alignment a, const nothrow_t&) noexcept {
  return allocate(size, a);
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, size_t) noexcept { release(memory); }
void operator delete[](void* memory, size_t) noexcept { release(memory); }
void operator delete(void* memory, const nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const nothrow_t&) noexcept { release(memory); }
void operator delete(void* memory, Alignment) noexcept { release(memory); }
void operator delete[](void* memory, Alignment) noexcept { release(memory); }
void operator delete(void* memory, size_t, Alignment) noexcept { release(memory); }
void operator delete[](void* memory, size_t, Alignment) noexcept { release(memory); }
void operator delete(void* memory, Alignment, const nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, Alignment, const nothrow_t&) noexcept { release(memory); }
