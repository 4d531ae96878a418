// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/host_device.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include "spmv/event_counts.hpp"

namespace filigree {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;

template <class T>
class HostDevices : public ::testing::Test {
 public:
  const Exec exec{};
  /// The transfers that must have happened: none where both sides are one.
  static TransferCount transfers(int uploads, int downloads, int size) {
    if (HostDevice<T>::is_shared) return {};
    const std::int64_t bytes = size * std::int64_t(sizeof(T));
    return {uploads, downloads, uploads * bytes, downloads * bytes};
  }
};
using Scalars = ::testing::Types<float, double, complex_double, half, std::int8_t>;
TYPED_TEST_SUITE(HostDevices, Scalars);

template <class T>
T number(int value) {
  return detail::convert<T>(float(value));
}

template <class T>
bool is_number(const T& entry, int value) {
  const T expected = number<T>(value);
  return std::memcmp(&entry, &expected, sizeof(T)) == 0;
}

template <class View>
void fill_on_device(const Exec& exec, const View& view, int value) {
  const auto entry = number<typename View::non_const_value_type>(value);
  Kokkos::parallel_for(
      "fill", Kokkos::RangePolicy<Exec>(exec, 0, view.extent(0)),
      KOKKOS_LAMBDA(int i) { view(i) = entry; });
}

TYPED_TEST(HostDevices, StartsWithZerosAndNoTransfer) {
  HostDevice<TypeParam> x(5);
  EXPECT_EQ(x.size(), 5);
  EXPECT_EQ(x.device_read(this->exec).extent(0), 5u);
  const auto host = x.host_read(this->exec);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(is_number(host(i), 0));
  EXPECT_EQ(x.transfers(), TransferCount{});
}

TYPED_TEST(HostDevices, UploadsOnceWhenAsked) {
  HostDevice<TypeParam> x(3);
  const auto host = x.host_overwrite(this->exec);
  for (int i = 0; i < 3; ++i) host(i) = number<TypeParam>(i + 1);
  EXPECT_EQ(x.device_is_current(), HostDevice<TypeParam>::is_shared);
  x.device_read(this->exec);
  x.device_read(this->exec);
  EXPECT_TRUE(x.device_is_current());
  EXPECT_TRUE(x.host_is_current());
  EXPECT_EQ(x.transfers(), this->transfers(1, 0, 3));
}

TYPED_TEST(HostDevices, ResultsStayOnTheDevice) {
  HostDevice<TypeParam> x(4);
  for (int round = 1; round <= 5; ++round)
    fill_on_device(this->exec, x.device_update(this->exec), round);
  EXPECT_EQ(x.host_is_current(), HostDevice<TypeParam>::is_shared);
  EXPECT_EQ(x.transfers(), TransferCount{});
  const auto host = x.host_read(this->exec);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(is_number(host(i), 5));
  x.host_read(this->exec);
  EXPECT_EQ(x.transfers(), this->transfers(0, 1, 4));
}

TYPED_TEST(HostDevices, UpdateOnEachSideInTurn) {
  HostDevice<TypeParam> x(2);
  x.host_overwrite(this->exec)(0) = number<TypeParam>(1);
  fill_on_device(this->exec, x.device_update(this->exec), 7);
  const auto host = x.host_update(this->exec);
  EXPECT_TRUE(is_number(host(0), 7) && is_number(host(1), 7));
  host(1) = number<TypeParam>(9);
  x.sync_device(this->exec);
  EXPECT_EQ(x.transfers(), this->transfers(2, 1, 2));
  // Overwriting copies nothing.
  fill_on_device(this->exec, x.device_overwrite(this->exec), 3);
  x.sync_host(this->exec);
  EXPECT_TRUE(is_number(x.host_read(this->exec)(1), 3));
  EXPECT_EQ(x.transfers(), this->transfers(2, 2, 2));
}

TYPED_TEST(HostDevices, TakesArraysAsTheyAre) {
  const typename HostDevice<TypeParam>::host_view host("host", 3);
  HostDevice<TypeParam> x(host);
  EXPECT_EQ(x.host_read(this->exec).data(), host.data());
  x.device_read(this->exec);
  EXPECT_EQ(x.transfers(), this->transfers(1, 0, 3));
  const typename HostDevice<TypeParam>::device_view device("device", 3);
  HostDevice<TypeParam> y(device);
  EXPECT_EQ(y.device_read(this->exec).data(), device.data());
  EXPECT_EQ(y.host_is_current(), HostDevice<TypeParam>::is_shared);
  y.host_read(this->exec);
  EXPECT_EQ(y.transfers(), this->transfers(0, 1, 3));
}

TYPED_TEST(HostDevices, CopiesShare) {
  HostDevice<TypeParam> x(1);
  HostDevice<TypeParam> y = x;
  x.host_overwrite(this->exec)(0) = number<TypeParam>(4);
  EXPECT_TRUE(is_number(y.host_read(this->exec)(0), 4));
  y.device_read(this->exec);
  EXPECT_TRUE(x.device_is_current());
}

TYPED_TEST(HostDevices, OneAllocationWhereMemoryIsOne) {
  HostDevice<TypeParam> x(2);
  const void* const device = x.device_read(this->exec).data();
  const void* const host = x.host_read(this->exec).data();
  EXPECT_EQ(device == host, HostDevice<TypeParam>::is_shared);
}

/// Counted by Kokkos, not by the array itself: one each way, and none where both sides are one.
TYPED_TEST(HostDevices, KokkosMakesTheCopiesThatAreCounted) {
  HostDevice<TypeParam> x(6);
  x.device_read(this->exec);
  x.host_read(this->exec);  // both sides are there, and filled with zeros
  const test::EventCounts events;
  fill_on_device(this->exec, x.device_update(this->exec), 2);
  for (int repeat = 0; repeat < 2; ++repeat) x.host_read(this->exec);
  x.host_update(this->exec)(0) = number<TypeParam>(3);
  for (int repeat = 0; repeat < 2; ++repeat) x.device_read(this->exec);
  x.device_overwrite(this->exec);
  x.device_storage(this->exec);
  x.host_overwrite(this->exec);
  EXPECT_EQ(x.transfers(), this->transfers(1, 1, 6));
  EXPECT_EQ(events.copies(), x.transfers().uploads + x.transfers().downloads);
  EXPECT_EQ(events.allocations(), 0) << events.last_allocation();
}

/// What each access leaves current: both sides for good where they are one.
TYPED_TEST(HostDevices, FlagsAfterEachAccess) {
  constexpr bool is_shared = HostDevice<TypeParam>::is_shared;
  HostDevice<TypeParam> x(2);
  const auto expect = [&x](bool host, bool device, const char* access) {
    EXPECT_EQ(x.host_is_current(), is_shared || host) << access;
    EXPECT_EQ(x.device_is_current(), is_shared || device) << access;
  };
  expect(true, false, "new");
  x.device_storage(this->exec);
  expect(true, false, "device_storage");
  x.device_read(this->exec);
  expect(true, true, "device_read");
  x.host_update(this->exec);
  expect(true, false, "host_update");
  x.device_written();
  expect(false, true, "device_written");
  x.host_read(this->exec);
  expect(true, true, "host_read");
  x.device_update(this->exec);
  expect(false, true, "device_update");
  x.host_overwrite(this->exec);
  expect(true, false, "host_overwrite");
  x.device_overwrite(this->exec);
  expect(false, true, "device_overwrite");
  x.sync_host(this->exec);
  expect(true, true, "sync_host");
}

TYPED_TEST(HostDevices, EmptyAndNegative) {
  HostDevice<TypeParam> x;
  EXPECT_EQ(x.device_update(this->exec).extent(0), 0u);
  EXPECT_EQ(x.host_update(this->exec).extent(0), 0u);
  try {
    HostDevice<TypeParam> bad(-1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::invalid_value);
    EXPECT_EQ(error.argument(), "size");
  }
}

}  // namespace
}  // namespace filigree
