// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <select/kernel_list.hpp>

/// The choice among kernels that every operation makes.

namespace filigree::detail {
namespace {

constexpr std::array<KernelCandidate, 3> three{{{"slow", 3}, {"fast", 1}, {"as_fast", 1}}};

std::string_view choose(std::span<const KernelCandidate> candidates,
                        Backend backend = Backend::automatic, std::string_view asked = {}) {
  return choose_kernel("operation", backend, asked, "generic", candidates);
}

TEST(Select, takes_the_fastest_and_of_equals_the_first) {
  EXPECT_EQ(choose(three), "fast");
  EXPECT_EQ(choose(std::span(three).first(1)), "slow");
  EXPECT_EQ(choose({}), "generic");
}

TEST(Select, does_as_it_is_told) {
  EXPECT_EQ(choose(three, Backend::generic), "generic");
  EXPECT_EQ(choose(three, Backend::generic, "slow"), "slow");
  EXPECT_EQ(choose(three, Backend::automatic, "generic"), "generic");
}

TEST(Select, refuses_what_is_not_there) {
  EXPECT_THROW(choose({}, Backend::tuned), Error);
  EXPECT_THROW(choose(three, Backend::automatic, "other"), Error);
}

struct Size {
  int rows = 0;
};
struct ForAll {
  static constexpr std::string_view name = "for_all";
  template <class Exec, class Problem>
  static constexpr bool takes = true;
  static bool can_implement(const Size&) { return true; }
  static double seconds(const Size& size) { return size.rows; }
  static std::size_t workspace_bytes(const Size&) { return 0; }
};
struct ForManyDoubles {
  static constexpr std::string_view name = "for_many_doubles";
  template <class Exec, class Problem>
  static constexpr bool takes = std::is_same_v<Problem, double>;
  static bool can_implement(const Size& size) { return size.rows > 10; }
  static double seconds(const Size&) { return 5; }
  static std::size_t workspace_bytes(const Size&) { return 0; }
};
using Kernels = KernelList<ForAll, ForManyDoubles>;
using Exec = Kokkos::DefaultHostExecutionSpace;

TEST(Select, candidates_take_the_types_and_the_problem) {
  const auto names = [](const KernelCandidates& candidates) {
    return candidates.count() == 1 ? candidates.span()[0].name : std::string_view("several");
  };
  EXPECT_EQ(names(kernel_candidates<Exec, float>(Kernels{}, Size{100})), "for_all");
  EXPECT_EQ(names(kernel_candidates<Exec, double>(Kernels{}, Size{10})), "for_all");
  const auto both = kernel_candidates<Exec, double>(Kernels{}, Size{100});
  EXPECT_EQ(both.count(), 2u);
  EXPECT_EQ(choose(both.span()), "for_many_doubles");
}

TEST(Select, a_kernel_is_found_by_its_name_where_its_types_are) {
  std::string_view found;
  const auto visit = [&]<class Kernel>() { found = Kernel::name; };
  EXPECT_TRUE((visit_kernel<Exec, double>(Kernels{}, "for_many_doubles", visit)));
  EXPECT_EQ(found, "for_many_doubles");
  EXPECT_FALSE((visit_kernel<Exec, float>(Kernels{}, "for_many_doubles", visit)));
  EXPECT_FALSE((visit_kernel<Exec, double>(Kernels{}, "generic", visit)));
}

}  // namespace
}  // namespace filigree::detail
