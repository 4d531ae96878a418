// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/detail/scratch.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <filigree/core/error.hpp>

#include "spmv/expect_error.hpp"

/// Memory of calls and plans, of a pool where the execution space has one.

namespace filigree::test {
namespace {

using detail::plan_array;
using detail::scratch_array;

template <class Exec>
class Scratch : public ::testing::Test {};
#if defined(KOKKOS_ENABLE_CUDA)
using Spaces = ::testing::Types<Kokkos::Cuda, Kokkos::DefaultHostExecutionSpace>;
#else
using Spaces = ::testing::Types<Kokkos::DefaultHostExecutionSpace>;
#endif
TYPED_TEST_SUITE(Scratch, Spaces);

template <class Exec, class Array>
std::int64_t first_after_fill(const Exec& exec, const Array& array, std::int64_t value) {
  Kokkos::deep_copy(exec, array.view(), value);
  std::int64_t found = 0;
  Kokkos::deep_copy(exec, Kokkos::View<std::int64_t, Kokkos::HostSpace>(&found),
                    Kokkos::subview(array.view(), 0));
  exec.fence();
  return found;
}

TYPED_TEST(Scratch, copies_share_an_array_and_keep_it) {
  const TypeParam exec;
  auto array = plan_array<std::int64_t>("test", exec, "filigree::test", 1000);
  auto copy = array;
  array = scratch_array<std::int64_t>("test", exec, "filigree::test", 10);
  EXPECT_NE(copy.data(), array.data());
  EXPECT_EQ(copy.extent(0), 1000u);
  EXPECT_EQ(bytes_of(copy), 8000);
  EXPECT_EQ(first_after_fill(exec, copy, 7), 7);
  EXPECT_EQ(first_after_fill(exec, array, 8), 8);
}

TYPED_TEST(Scratch, empty_arrays) {
  const TypeParam exec;
  EXPECT_EQ(scratch_array<double>("test", exec, "filigree::test", 0).extent(0), 0u);
  EXPECT_EQ(plan_array<double>("test", exec, "filigree::test", 0).extent(0), 0u);
  const detail::ScratchArray<double, typename TypeParam::memory_space> none;
  EXPECT_EQ(none.data(), nullptr);
  EXPECT_EQ(none.extent(0), 0u);
}

/// More than a length counts and, on a device, more than an address space has (on a host the
/// address sanitizer ends a program that asks for that); afterwards all is as before.
TYPED_TEST(Scratch, memory_that_is_not_there) {
  const TypeParam exec;
  std::vector<std::int64_t> lengths{std::numeric_limits<std::int64_t>::max()};
  if (!Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename TypeParam::memory_space>::accessible)
    lengths.push_back(std::int64_t(1) << 55);
  for (const std::int64_t length : lengths) {
    expect_error(Status::alloc_failed, "test: no memory for 'filigree::test'",
                 [&] { scratch_array<std::int64_t>("test", exec, "filigree::test", length); });
    expect_error(Status::alloc_failed, std::to_string(length) + " entries of 8 bytes",
                 [&] { plan_array<std::int64_t>("test", exec, "filigree::test", length); });
  }
  const auto array = scratch_array<std::int64_t>("test", exec, "filigree::test", 100);
  EXPECT_EQ(first_after_fill(exec, array, 5), 5);
}

std::int64_t held = 0, seen = 0;

TYPED_TEST(Scratch, kokkos_tools_see_what_is_taken_and_given_back) {
  const TypeParam exec;
  held = seen = 0;
  using namespace Kokkos::Tools::Experimental;
  set_allocate_data_callback(
      [](Kokkos_Profiling_SpaceHandle, const char* label, const void*, std::uint64_t bytes) {
        if (std::string(label) != "filigree::seen") return;
        held += std::int64_t(bytes);
        ++seen;
      });
  set_deallocate_data_callback(
      [](Kokkos_Profiling_SpaceHandle, const char* label, const void*, std::uint64_t bytes) {
        if (std::string(label) == "filigree::seen") held -= std::int64_t(bytes);
      });
  {
    const auto call = scratch_array<double>("test", exec, "filigree::seen", 100);
    const auto plan = plan_array<double>("test", exec, "filigree::seen", 100);
    EXPECT_EQ(seen, 2);
    EXPECT_GE(held, 1600);
  }
  set_allocate_data_callback(nullptr);
  set_deallocate_data_callback(nullptr);
  EXPECT_EQ(held, 0);
}

/// What a kernel did to the device before is often reported by the allocation after it.
TEST(AllocFailed, says_so_of_failed_allocations_only) {
  const auto fail = [](const std::exception& failure) {
    const auto throws = [&] { detail::rethrow_alloc_failed("call", "filigree::array", 3, 8); };
    try {
      if (dynamic_cast<const std::bad_alloc*>(&failure) != nullptr) throw std::bad_alloc();
      throw std::runtime_error(failure.what());
    } catch (const std::exception&) {
      throws();
    }
  };
  for (const std::string text : {"Kokkos ERROR: Host memory space failed to allocate 3 B", ""})
    expect_error(Status::alloc_failed,
                 "call: no memory for 'filigree::array', 3 entries of 8 bytes", [&] {
                   if (text.empty())
                     fail(std::bad_alloc());
                   else
                     fail(std::runtime_error(text));
                 });
  try {
    fail(std::runtime_error("cudaErrorIllegalAddress"));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    FAIL() << error.what();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "cudaErrorIllegalAddress");
  }
}

TEST(AllocFailed, whatever_the_caller_is_handling) {
  try {
    throw std::runtime_error("of the caller");
  } catch (const std::runtime_error&) {
    expect_error(Status::alloc_failed, "no memory for 'filigree::array'",
                 [] { detail::throw_alloc_failed("call", "filigree::array", 3, 8); });
  }
}

}  // namespace
}  // namespace filigree::test
