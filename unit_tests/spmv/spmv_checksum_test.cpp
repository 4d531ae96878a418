// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <spmv/checksum.hpp>

/// The checksum by which plans tell that a pattern has changed.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class T>
Kokkos::View<T*, Space> on_device(const std::vector<T>& array) {
  const Kokkos::View<T*, Space> result("array", array.size());
  Kokkos::deep_copy(result, Kokkos::View<const T*, Kokkos::HostSpace>(array.data(), array.size()));
  return result;
}

template <class T>
detail::ChecksumArray entries(const Kokkos::View<T*, Space>& array) {
  return {static_cast<const T*>(array.data()), std::int64_t(array.size())};
}

template <class T, class U>
std::uint64_t checksum(const std::vector<T>& first, const std::vector<U>& second) {
  const auto a = on_device(first);
  const auto b = on_device(second);
  return detail::checksum(Exec(), entries(a), entries(b));
}

/// What the same steps add up to, one after the other.
template <class T, class U>
std::uint64_t in_order(const std::vector<T>& first, const std::vector<U>& second) {
  const detail::ChecksumSteps steps{{first.data(), std::int64_t(first.size())},
                                    {second.data(), std::int64_t(second.size())}};
  std::uint64_t sum = 0;
  for (std::int64_t k = 0; k < steps.all_steps; ++k) steps(k, sum);
  return sum;
}

template <class T>
std::vector<T> numbers(std::int64_t length, T first) {
  std::vector<T> result(std::size_t(length), first);
  for (std::int64_t k = 0; k < length; ++k) result[k] += T(k / 2);
  return result;
}

constexpr std::int64_t block =
    detail::ChecksumSteps::entries_a_step * detail::ChecksumSteps::steps_by_turns;
const std::int64_t lengths[] = {0, 1, 31, 32, 33, block - 1, block, block + 1, 5 * block + 77};

TEST(SpmvChecksum, is_that_of_a_plain_loop) {
  for (const std::int64_t length : lengths)
    for (const std::int64_t other : lengths) {
      const auto offsets = numbers<std::int64_t>(length, 3);
      const auto indices = numbers<std::int32_t>(other, 5);
      EXPECT_EQ(checksum(offsets, indices), in_order(offsets, indices)) << length << ", " << other;
      EXPECT_EQ(checksum(indices, indices), in_order(indices, indices)) << other;
    }
}

/// Each entry changed by itself, in its lowest or its highest bit, changes places with one near or
/// far, or with one of the other array: no two of these have the same checksum.
template <class T>
void changes_differ(std::int64_t length) {
  const auto first = numbers<T>(length, 1), second = numbers<T>(length, 2);
  std::set<std::uint64_t> seen{in_order(first, second)};
  std::size_t count = 1;
  const auto look = [&](const std::vector<T>& a, const std::vector<T>& b) {
    seen.insert(in_order(a, b));
    ++count;
  };
  for (std::int64_t k = 0; k < length; ++k) {
    for (const int bit : {0, 1, int(8 * sizeof(T)) - 2}) {
      auto a = first, b = second;
      a[k] ^= T(1) << bit;
      look(a, second);
      b[k] ^= T(1) << bit;
      look(first, b);
    }
    for (const std::int64_t far : {std::int64_t(2), std::int64_t(32), block}) {
      if (k + far >= length) continue;
      auto a = first;
      std::swap(a[k], a[k + far]);
      look(a, second);
    }
    auto a = first, b = second;
    std::swap(a[k], b[k]);
    look(a, b);
  }
  if (length > 1) look(second, first);
  EXPECT_EQ(seen.size(), count) << length;
}

TEST(SpmvChecksum, tells_changes_apart) {
  for (const std::int64_t length : {std::int64_t(1), std::int64_t(40), block + 40}) {
    changes_differ<std::int32_t>(length);
    changes_differ<std::int64_t>(length);
  }
}

}  // namespace
}  // namespace filigree::test
