// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/environment.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <string>

#include <filigree/core/error.hpp>

// Kokkos runs already, as everywhere in the tests: what is chosen now can only be what it runs on.

namespace filigree {
namespace {

template <class Call>
void expect_error(Status status, const std::string& argument, const std::string& part,
                  const Call& call) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), status) << error.what();
    EXPECT_EQ(error.argument(), argument);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Environment, host) {
  const DeviceProperties host = host_properties();
  EXPECT_TRUE(host.is_host);
  EXPECT_FALSE(host.name.empty());
  EXPECT_EQ(host.multiprocessors, Kokkos::DefaultHostExecutionSpace().concurrency());
  EXPECT_EQ(host.warp_size, 1);
  EXPECT_EQ(host.max_threads_per_multiprocessor, 1);
  EXPECT_TRUE(host.unified_addressing);
  EXPECT_GT(host.memory_bytes, std::int64_t(1) << 20);
  EXPECT_GE(host.cache_bytes, 0);
  EXPECT_EQ(host.memory_clock_khz, 0) << "not known";
}

TEST(Environment, devices_are_counted_and_one_is_used) {
#if defined(KOKKOS_ENABLE_CUDA)
  int expected = 0;
  ASSERT_EQ(cudaGetDeviceCount(&expected), cudaSuccess);
  EXPECT_EQ(device_count(), expected);
  EXPECT_GE(current_device(), 0);
  EXPECT_LT(current_device(), expected);
#else
  EXPECT_EQ(device_count(), 0);
  EXPECT_EQ(current_device(), -1);
#endif
}

TEST(Environment, ranks_take_devices_in_turn) {
  const int count = device_count();
  for (int rank = 0; rank < 5; ++rank)
    EXPECT_EQ(device_of_rank(rank), count == 0 ? -1 : rank % count);
  expect_error(Status::invalid_value, "rank", "-1", [] { device_of_rank(-1); });
  expect_error(Status::invalid_value, "rank", "-7", [] { set_device_by_rank(-7); });
}

TEST(Environment, a_device_that_is_not_there) {
  for (const int device : {-1, device_count(), device_count() + 3}) {
    const std::string number = std::to_string(device);
    expect_error(Status::invalid_value, "device", number, [&] { set_device(device); });
    expect_error(Status::invalid_value, "device", number, [&] { device_properties(device); });
  }
}

TEST(Environment, the_device_that_runs_can_be_chosen_again) {
  initialize();  // does nothing
  if (device_count() == 0) {
    EXPECT_EQ(set_device_by_rank(4), -1);
    return;
  }
  EXPECT_EQ(set_device(current_device()), current_device());
  for (int device = 0; device < device_count(); ++device)
    if (device != current_device())
      expect_error(Status::not_supported, "device", "before Kokkos is initialised",
                   [&] { set_device(device); });
}

TEST(Environment, properties_of_the_device) {
  const DeviceProperties found = device_properties();
#if defined(KOKKOS_ENABLE_CUDA)
  cudaDeviceProp expected{};
  ASSERT_EQ(cudaGetDeviceProperties(&expected, current_device()), cudaSuccess);
  EXPECT_FALSE(found.is_host);
  EXPECT_EQ(found.name, expected.name);
  EXPECT_EQ(found.multiprocessors, expected.multiProcessorCount);
  EXPECT_EQ(found.warp_size, 32);
  EXPECT_EQ(found.max_threads_per_multiprocessor, expected.maxThreadsPerMultiProcessor);
  EXPECT_EQ(found.max_registers_per_block, expected.regsPerBlock);
  EXPECT_EQ(found.memory_bytes, std::int64_t(expected.totalGlobalMem));
  EXPECT_EQ(found.cache_bytes, expected.l2CacheSize);
  EXPECT_TRUE(found.unified_addressing);
  // Any device of the last ten years: 10 GB/s to 100 TB/s.
  EXPECT_GT(found.peak_bandwidth_mb_per_s, 1e4);
  EXPECT_LT(found.peak_bandwidth_mb_per_s, 1e8);
  EXPECT_EQ(device_properties(current_device()).name, found.name);
#else
  EXPECT_TRUE(found.is_host);
  EXPECT_EQ(found.name, host_properties().name);
  EXPECT_EQ(found.multiprocessors, host_properties().multiprocessors);
#endif
}

TEST(Environment, text_has_a_line_for_each_property) {
  DeviceProperties properties;
  properties.name = "A 1";
  properties.warp_size = 32;
  properties.memory_bus_bits = 5120;
  const std::string text = properties.to_string();
  for (const char* const line : {"name: A 1\n", "host: yes\n", "warp size: 32\n",
                                 "memory bus width (bits): 5120\n", "unified addressing: yes\n"})
    EXPECT_NE(text.find(line), std::string::npos) << text;
}

}  // namespace
}  // namespace filigree
