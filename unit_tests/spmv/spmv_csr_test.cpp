// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string_view>

#include "spmv_matrix_test.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

using I32 = std::int32_t;
using I64 = std::int64_t;

void test_all_scalars() {
  for_each_scalars(
      []<class S>() { test_all_properties<Exec, S, CsrMatrix<typename S::A, I32, I32, Space>>(); });
}

void test_all_large() {
  for_each_scalars(
      []<class S>() { test_large<Exec, S, CsrMatrix<typename S::A, I32, I32, Space>>(); });
  for_some_scalars(
      []<class S>() { test_large<Exec, S, CsrMatrix<typename S::A, I32, I64, Space>>(); });
}

bool every_tuned_kernel_ran() {
  return std::all_of(named_kernels.begin(), named_kernels.end(),
                     [](std::string_view name) { return kernels_that_ran().contains(name); });
}

TEST(SpmvCsr, all_scalars) { test_all_scalars(); }

TEST(SpmvCsr, index_types) {
  for_some_scalars([]<class S>() {
    test_all_properties<Exec, S, CsrMatrix<typename S::A, I32, I64, Space>>();
    test_all_properties<Exec, S, CsrMatrix<typename S::A, I64, I32, Space>>();
    test_all_properties<Exec, S, CsrMatrix<typename S::A, I64, I64, Space>>();
  });
}

TEST(SpmvCsr, large) { test_all_large(); }

TEST(SpmvCsr, empty) {
  for_some_scalars([]<class S>() {
    test_empty<Exec, S, CsrMatrix<typename S::A, I32, I32, Space>>();
    test_empty<Exec, S, CsrMatrix<typename S::A, I64, I64, Space>>();
  });
}

TEST(SpmvCsr, host_execution) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  if constexpr (!std::is_same_v<Host, Exec>)
    for_some_scalars([]<class S>() {
      test_all_properties<Host, S, CsrMatrix<typename S::A, I32, I32, Kokkos::HostSpace>>();
    });
}

/// Alone or before the tests that run them, it runs them itself.
TEST(SpmvCsr, every_tuned_kernel_ran) {
  if (!every_tuned_kernel_ran()) test_all_scalars();
  if (!every_tuned_kernel_ran()) test_all_large();
  for (const std::string_view name : named_kernels)
    EXPECT_TRUE(kernels_that_ran().contains(name)) << name;
}

}  // namespace
}  // namespace filigree::test
