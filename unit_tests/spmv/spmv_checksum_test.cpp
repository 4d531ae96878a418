// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <spmv/checksum.hpp>

/// The checksum by which plans tell that a pattern has changed, of hosts and of devices, whose
/// steps any processor can take.

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

/// What the steps add up to, one after the other.
template <class Steps, class T, class U>
std::uint64_t in_order(const std::vector<T>& first, const std::vector<U>& second) {
  const Steps steps{{first.data(), std::int64_t(first.size())},
                    {second.data(), std::int64_t(second.size())}};
  std::uint64_t sum = 0;
  for (std::int64_t k = 0; k < steps.count; ++k) steps(k, sum);
  return sum;
}

template <class T>
std::vector<T> numbers(std::int64_t length, T first) {
  std::vector<T> result(std::size_t(length), first);
  for (std::int64_t k = 0; k < length; ++k) result[k] += T(k / 2);
  return result;
}

/// Entries of 32 bits in the steps of a host and of a device that lie together.
constexpr std::int64_t block = 512;
static_assert(detail::ChecksumBlocks::bytes_a_block == block * 4);
static_assert(detail::ChecksumThreads::entries_a_thread *
                  detail::ChecksumThreads::threads_by_turns ==
              block);

TEST(SpmvChecksum, is_that_of_a_plain_loop) {
  const auto expect_equal = [](const auto& first, const auto& second) {
    const auto a = on_device(first);
    const auto b = on_device(second);
    using Steps = detail::checksum_steps_t<Exec>;
    EXPECT_EQ(detail::checksum(Exec(), entries(a), entries(b)), in_order<Steps>(first, second))
        << first.size() << ", " << second.size();
  };
  const std::int64_t lengths[] = {0, 1, 31, 32, 33, 255, 256, 257, 511, 512, 513, 5 * block + 77};
  for (const std::int64_t length : lengths)
    for (const std::int64_t other : lengths) {
      expect_equal(numbers<std::int64_t>(length, 3), numbers<std::int32_t>(other, 5));
      expect_equal(numbers<std::int32_t>(length, 3), numbers<std::int32_t>(other, 5));
    }
}

/// The same entries wherever they lie: an array may begin at any of them.
TEST(SpmvChecksum, does_not_depend_on_addresses) {
  const auto array = numbers<std::int32_t>(2 * block + 5, 7);
  std::vector<std::int32_t> moved(array.size() + 1);
  std::copy(array.begin(), array.end(), moved.begin() + 1);
  const auto a = on_device(array);
  const auto b = on_device(moved);
  const std::int64_t length = std::int64_t(array.size());
  EXPECT_EQ(detail::checksum(Exec(), entries(a), {}),
            detail::checksum(Exec(), {b.data() + 1, length}, {}));
}

/// A matrix without rows may have an array of offsets without entries, behind which lies anything.
TEST(SpmvChecksum, reads_no_offsets_where_there_are_no_lines) {
  const auto a = on_device<std::int32_t>({1}), b = on_device<std::int32_t>({2});
  EXPECT_EQ(detail::checksum(Exec(), detail::line_offsets(a.data(), 0), {}),
            detail::checksum(Exec(), detail::line_offsets(b.data(), 0), {}));
}

/// Each entry changed by itself, in each of its bits, changes places with one near or far or with
/// one of the other array; a pair changes in the same way: no two of these have one checksum.
template <class Steps, class T>
void changes_differ(std::int64_t length) {
  const auto first = numbers<T>(length, 1), second = numbers<T>(length, 2);
  std::set<std::uint64_t> seen{in_order<Steps>(first, second)};
  std::size_t count = 1;
  const auto look = [&](const std::vector<T>& a, const std::vector<T>& b) {
    seen.insert(in_order<Steps>(a, b));
    ++count;
  };
  constexpr int bits = std::numeric_limits<T>::digits;
  for (std::int64_t k = 0; k < length; ++k) {
    const int step = length < 64 ? 1 : bits - 1;  // all bits of few entries, two bits of many
    for (int bit = 0; bit < bits; bit += step) {
      auto a = first, b = second;
      a[k] ^= T(1) << bit;
      look(a, second);
      b[k] ^= T(1) << bit;
      look(first, b);
    }
    for (const std::int64_t far : {2, 16, 32, 256, 512}) {
      if (k + far >= length) continue;
      auto a = first;
      std::swap(a[k], a[k + far]);
      look(a, second);
      a = first;
      a[k] += 1;
      a[k + far] += 1;
      look(a, second);
      a = first;
      a[k] += 3;
      a[k + far] -= 3;
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
    changes_differ<detail::ChecksumBlocks, std::int32_t>(length);
    changes_differ<detail::ChecksumBlocks, std::int64_t>(length);
    changes_differ<detail::ChecksumThreads, std::int32_t>(length);
    changes_differ<detail::ChecksumThreads, std::int64_t>(length);
  }
}

/// One change of one entry is always found, whatever the length.
TEST(SpmvChecksum, tells_one_change_at_every_length) {
  for (std::int64_t length = 1; length <= 2 * block + 2; ++length) {
    auto array = numbers<std::int32_t>(length, 9);
    const std::vector<std::int32_t> none;
    const std::uint64_t host = in_order<detail::ChecksumBlocks>(array, none);
    const std::uint64_t device = in_order<detail::ChecksumThreads>(array, none);
    for (const std::int64_t k : {std::int64_t(0), length / 2, length - 1}) {
      ++array[k];
      EXPECT_NE(in_order<detail::ChecksumBlocks>(array, none), host) << k << " of " << length;
      EXPECT_NE(in_order<detail::ChecksumThreads>(array, none), device) << k << " of " << length;
      --array[k];
    }
    if (length < 2) continue;
    std::swap(array[0], array[length - 1]);
    if (array[0] == array[length - 1]) continue;
    EXPECT_NE(in_order<detail::ChecksumBlocks>(array, none), host) << length;
    EXPECT_NE(in_order<detail::ChecksumThreads>(array, none), device) << length;
  }
}

}  // namespace
}  // namespace filigree::test
