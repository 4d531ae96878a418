// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv_matrix_test.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

using I32 = std::int32_t;
using I64 = std::int64_t;

TEST(SpmvCoo, all_scalars) {
  for_each_scalars(
      []<class S>() { test_all_properties<Exec, S, CooMatrix<typename S::A, I32, Space>>(); });
}

TEST(SpmvCoo, index_types) {
  for_some_scalars(
      []<class S>() { test_all_properties<Exec, S, CooMatrix<typename S::A, I64, Space>>(); });
}

TEST(SpmvCoo, large) {
  for_each_scalars([]<class S>() { test_large<Exec, S, CooMatrix<typename S::A, I32, Space>>(); });
}

TEST(SpmvCoo, empty) {
  for_some_scalars([]<class S>() {
    test_empty<Exec, S, CooMatrix<typename S::A, I32, Space>>();
    test_empty<Exec, S, CooMatrix<typename S::A, I64, Space>>();
  });
}

TEST(SpmvCoo, host_execution) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  if constexpr (!std::is_same_v<Host, Exec>)
    for_some_scalars([]<class S>() {
      test_all_properties<Host, S, CooMatrix<typename S::A, I32, Kokkos::HostSpace>>();
    });
}

}  // namespace
}  // namespace filigree::test
