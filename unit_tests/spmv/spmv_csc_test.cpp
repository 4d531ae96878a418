// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv_matrix_test.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

using I32 = std::int32_t;
using I64 = std::int64_t;

TEST(SpmvCsc, all_scalars) {
  for_each_scalars(
      []<class S>() { test_all_properties<Exec, S, CscMatrix<typename S::A, I32, I32, Space>>(); });
}

TEST(SpmvCsc, index_types) {
  for_some_scalars([]<class S>() {
    test_all_properties<Exec, S, CscMatrix<typename S::A, I32, I64, Space>>();
    test_all_properties<Exec, S, CscMatrix<typename S::A, I64, I32, Space>>();
    test_all_properties<Exec, S, CscMatrix<typename S::A, I64, I64, Space>>();
  });
}

TEST(SpmvCsc, large) {
  for_each_scalars(
      []<class S>() { test_large<Exec, S, CscMatrix<typename S::A, I32, I32, Space>>(); });
  for_some_scalars(
      []<class S>() { test_large<Exec, S, CscMatrix<typename S::A, I32, I64, Space>>(); });
}

TEST(SpmvCsc, empty) {
  for_some_scalars([]<class S>() {
    test_empty<Exec, S, CscMatrix<typename S::A, I32, I32, Space>>();
    test_empty<Exec, S, CscMatrix<typename S::A, I64, I64, Space>>();
  });
}

TEST(SpmvCsc, host_execution) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  if constexpr (!std::is_same_v<Host, Exec>)
    for_some_scalars([]<class S>() {
      test_all_properties<Host, S, CscMatrix<typename S::A, I32, I32, Kokkos::HostSpace>>();
    });
}

}  // namespace
}  // namespace filigree::test
