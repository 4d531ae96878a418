// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/huge_pages.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <filigree/detail/allocate.hpp>

namespace filigree {
namespace {

constexpr std::int64_t large = std::int64_t(16) << 20;

/// Whether the kernel has been asked for huge pages at this address (proc(5), smaps: VmFlags, hg).
bool is_advised(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0, last = 0;
    char dash = 0;
    if (std::istringstream range(line); range >> std::hex >> first >> dash >> last && dash == '-')
      inside = first <= wanted && wanted < last;
    else if (inside && line.starts_with("VmFlags:"))
      return line.find(" hg") != std::string::npos;
  }
  return false;
}

/// Whether this system knows huge pages on request, and says what was asked for.
bool has_huge_pages() {
  std::ifstream maps("/proc/self/smaps");
  bool has_flags = false;
  for (std::string line; !has_flags && std::getline(maps, line);)
    has_flags = line.starts_with("VmFlags:");
  return has_flags && std::filesystem::exists("/sys/kernel/mm/transparent_hugepage/enabled");
}

TEST(HugePages, AreAskedForWholeLargeArrays) {
  const Kokkos::View<double*, Kokkos::HostSpace> array(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "array"), large);
  advise_huge_pages(array);
  Kokkos::deep_copy(array, 3.0);
  EXPECT_EQ(array(0), 3.0);
  EXPECT_EQ(array(large - 1), 3.0);
  EXPECT_EQ(is_advised(&array(large / 2)), has_huge_pages());
}

TEST(HugePages, KeepWhatIsThere) {
  const Kokkos::View<int*, Kokkos::HostSpace> array("array", large);
  Kokkos::parallel_for("fill", Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, large),
                       [=](std::int64_t i) { array(i) = int(i); });
  Kokkos::fence();
  advise_huge_pages(array);
  for (std::int64_t i = 0; i < large; i += 997) ASSERT_EQ(array(i), int(i));
}

TEST(HugePages, AreTheLibrarysOwnArrays) {
  const auto array = detail::allocate<std::byte, Kokkos::HostSpace>(
      "test", Kokkos::DefaultHostExecutionSpace{}, "array", large);
  EXPECT_EQ(is_advised(array.data() + large / 2), has_huge_pages());
}

TEST(HugePages, SmallAndNoArraysAreLeftAlone) {
  const Kokkos::View<char*, Kokkos::HostSpace> small("small", 4096), none;
  advise_huge_pages(small);
  advise_huge_pages(none);
  EXPECT_FALSE(is_advised(small.data()));
}

}  // namespace
}  // namespace filigree
