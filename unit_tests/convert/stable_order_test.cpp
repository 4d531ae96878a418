// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/stable_order.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <convert/generic_order.hpp>
#include <format/test_matrix.hpp>

namespace filigree::test {
namespace {

template <class Exec_, class Key_, class Position_>
struct Order {
  using Exec = Exec_;
  using Key = Key_;
  using Position = Position_;
};

template <class T>
class StableOrder : public ::testing::Test {
 public:
  using Exec = typename T::Exec;
  using Key = typename T::Key;
  using Position = typename T::Position;
  using Space = typename Exec::memory_space;

  static void check(const std::vector<Key>& keys, std::int64_t num_keys, Key base) {
    const auto count = std::int64_t(keys.size());
    std::vector<Position> expected(count);
    std::iota(expected.begin(), expected.end(), Position(0));
    std::stable_sort(expected.begin(), expected.end(),
                     [&](Position a, Position b) { return keys[a] < keys[b]; });
    std::vector<Position> expected_offsets(num_keys + 1, Position(0));
    for (const Key key : keys) ++expected_offsets[key - base + 1];
    for (std::int64_t k = 0; k < num_keys; ++k) expected_offsets[k + 1] += expected_offsets[k];

    const auto offsets = poisoned<Position, Space>(num_keys + 1);
    auto permutation = poisoned<Position, Space>(count);
    const Kokkos::View<const Key*, Space> device_keys = array<Space>(keys);
    detail::stable_order_by_key<Exec, Key, Position>(Exec{}, num_keys, base, device_keys, offsets,
                                                     permutation);
    ASSERT_EQ(entries_of(offsets), expected_offsets);
    ASSERT_EQ(entries_of(permutation), expected);
    ASSERT_EQ(entries_of(device_keys), keys);

    permutation = poisoned<Position, Space>(count);
    detail::stable_permutation_by_key<Exec, Key, Position>(Exec{}, num_keys, base, device_keys,
                                                           permutation);
    ASSERT_EQ(entries_of(permutation), expected);
  }

  /// As check, of what devices without an ordering of their own run, on this space.
  static void check_generic(const std::vector<Key>& keys, std::int64_t num_keys, Key base) {
    const auto count = std::int64_t(keys.size());
    const Kokkos::View<const Key*, Space> device_keys = array<Space>(keys);
    const auto expected_offsets = poisoned<Position, Space>(num_keys + 1);
    const auto expected = poisoned<Position, Space>(count);
    detail::stable_order_by_key<Exec, Key, Position>(Exec{}, num_keys, base, device_keys,
                                                     expected_offsets, expected);
    const auto offsets = poisoned<Position, Space>(num_keys + 1);
    auto permutation = poisoned<Position, Space>(count);
    detail::generic_order(Exec{}, num_keys, base, count, device_keys.data(), offsets.data(),
                          permutation.data());
    ASSERT_EQ(entries_of(offsets), entries_of(expected_offsets));
    ASSERT_EQ(entries_of(permutation), entries_of(expected));
    permutation = poisoned<Position, Space>(count);
    detail::generic_order(Exec{}, num_keys, base, count, device_keys.data(),
                          static_cast<Position*>(nullptr), permutation.data());
    ASSERT_EQ(entries_of(permutation), entries_of(expected));
  }

  static std::vector<Key> random_keys(std::int64_t count, std::int64_t num_keys, Key base,
                                      unsigned seed) {
    std::mt19937_64 generate(seed);
    std::vector<Key> keys(count);
    for (Key& key : keys) key = Key(base + Key(generate() % std::uint64_t(num_keys)));
    return keys;
  }
};

using OrderTypes = ::testing::Types<
    Order<Device, std::int32_t, std::int32_t>, Order<Device, std::int32_t, std::int64_t>,
    Order<Device, std::int64_t, std::int32_t>, Order<Device, std::int64_t, std::int64_t>,
    Order<Host, std::int32_t, std::int32_t>, Order<Host, std::int64_t, std::int64_t>>;
TYPED_TEST_SUITE(StableOrder, OrderTypes);

TYPED_TEST(StableOrder, HandChecked) {
  using Key = typename TestFixture::Key;
  using Position = typename TestFixture::Position;
  using Space = typename TestFixture::Space;
  const auto keys = array<Space>(std::vector<Key>{3, 1, 3, 4, 1, 1});
  const auto offsets = poisoned<Position, Space>(5);
  const auto permutation = poisoned<Position, Space>(6);
  detail::stable_order_by_key<typename TestFixture::Exec, Key, Position>({}, 4, 1, keys, offsets,
                                                                         permutation);
  EXPECT_EQ(entries_of(offsets), (std::vector<Position>{0, 3, 3, 5, 6}));
  EXPECT_EQ(entries_of(permutation), (std::vector<Position>{1, 4, 5, 0, 2, 3}));
}

TYPED_TEST(StableOrder, EmptyAndSingle) {
  using Key = typename TestFixture::Key;
  for (const Key base : {0, 1}) {
    TestFixture::check({}, 0, base);
    TestFixture::check({}, 5, base);
    TestFixture::check({base}, 1, base);
    TestFixture::check({Key(base + 6)}, 7, base);
  }
}

// One pass with all keys as its digits, few and many.
TYPED_TEST(StableOrder, FewKeys) {
  for (const std::int64_t num_keys : {1, 2, 3, 100, 2049, 60000})
    TestFixture::check(TestFixture::random_keys(300000, num_keys, 1, 1), num_keys, 1);
}

// An odd and an even number of passes.
TYPED_TEST(StableOrder, BitByBit) {
  for (const std::int64_t num_keys : {1, 2, 3, 4, 100, 2049, 60000})
    for (const std::int64_t count : {1, 5000})
      TestFixture::check_generic(TestFixture::random_keys(count, num_keys, 1, 4), num_keys, 1);
}

// More keys than the histograms of all threads may hold: digits.
TYPED_TEST(StableOrder, ManyMoreKeysThanEntries) {
  for (const std::int64_t num_keys : {100000, 3000000})
    for (const std::int64_t count : {2, 1000, 20000, 100000})
      TestFixture::check(TestFixture::random_keys(count, num_keys, 0, 2), num_keys, 0);
}

// Keys without locality: digits as well.
TYPED_TEST(StableOrder, ScatteredKeys) {
  TestFixture::check(TestFixture::random_keys(500000, 200000, 1, 3), 200000, 1);
}

// Keys that climb as the columns of a stencil do: one pass over many keys.
TYPED_TEST(StableOrder, ClimbingKeys) {
  using Key = typename TestFixture::Key;
  std::vector<Key> keys(700000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = Key((i / 7 + i % 7 * 3) % 100000);
  TestFixture::check(keys, 100000, 0);
}

TYPED_TEST(StableOrder, OneHugeKey) {
  using Key = typename TestFixture::Key;
  std::vector<Key> keys(400000, Key(70001));
  keys.front() = 0;
  keys[200000] = 99999;
  TestFixture::check(keys, 100000, 0);
}

// A permutation needs no array of num_keys entries, so keys may be anything.
TYPED_TEST(StableOrder, LargestKeys) {
  using Key = typename TestFixture::Key;
  using Position = typename TestFixture::Position;
  using Space = typename TestFixture::Space;
  const auto limit = std::numeric_limits<Key>::max();
  const auto keys = array<Space>(std::vector<Key>{limit, 1, Key(limit - 1), limit, 1});
  const auto permutation = poisoned<Position, Space>(5);
  detail::stable_permutation_by_key<typename TestFixture::Exec, Key, Position>({}, limit, 1, keys,
                                                                               permutation);
  EXPECT_EQ(entries_of(permutation), (std::vector<Position>{1, 4, 2, 0, 3}));
}

TYPED_TEST(StableOrder, WrongLengths) {
  using Key = typename TestFixture::Key;
  using Position = typename TestFixture::Position;
  using Space = typename TestFixture::Space;
  const auto keys = array<Space>(std::vector<Key>{0, 1});
  const auto order = [&](std::int64_t num_offsets, std::int64_t num_positions) {
    detail::stable_order_by_key<typename TestFixture::Exec, Key, Position>(
        {}, 2, 0, keys, poisoned<Position, Space>(num_offsets),
        poisoned<Position, Space>(num_positions));
  };
  expect_error(Status::internal_error, "offsets", {"length 2"}, [&] { order(2, 2); });
  expect_error(Status::internal_error, "permutation", {"length 3"}, [&] { order(3, 3); });
}

}  // namespace
}  // namespace filigree::test
