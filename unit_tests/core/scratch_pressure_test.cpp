// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/detail/scratch.hpp>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

/// What the pool of a device keeps is there for other allocations. Takes all of the device's memory
/// for a moment, and is built for CUDA only.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
constexpr std::int64_t kept_bytes = std::int64_t(1) << 30;  // as docs/environment.md says

std::int64_t free_bytes() {
  std::size_t free = 0, total = 0;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  return std::int64_t(free);
}

void take_and_give_back(const Exec& exec) {
  const auto array =
      detail::scratch_array<std::byte>("test", exec, "filigree::test::scratch", kept_bytes);
  Kokkos::deep_copy(exec, array.view(), std::byte(1));
}

TEST(ScratchPressure, other_allocations_get_what_the_pool_keeps) {
  const Exec exec;
  int has_pools = 0;
  ASSERT_EQ(
      cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, exec.cuda_device()),
      cudaSuccess);
  if (has_pools == 0) GTEST_SKIP() << "this driver has no memory pools";
  const std::int64_t before = free_bytes();
  take_and_give_back(exec);
  exec.fence();
  const std::int64_t left = free_bytes();
  ASSERT_LE(left, before - kept_bytes) << "the pool keeps nothing";
  {
    const auto all = detail::allocate<std::byte, Kokkos::CudaSpace>(
        "test", exec, "filigree::test::all", left + kept_bytes / 2);
    Kokkos::deep_copy(exec, all, std::byte(2));
    exec.fence();
  }
  EXPECT_NO_THROW(take_and_give_back(exec));  // the pool is as good as new
  exec.fence();
}

}  // namespace
}  // namespace filigree::test
