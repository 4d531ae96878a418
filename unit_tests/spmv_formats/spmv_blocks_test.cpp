// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "format_product_test.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(SpmvBsr, all_scalars) {
  for_each_scalars([]<class S>() {
    test_format_properties<Exec, S, BsrMatrix<typename S::A, I32, I32, Space>>();
  });
}

TEST(SpmvBsr, index_types_and_sizes) {
  for_some_scalars([]<class S>() {
    test_format_properties<Exec, S, BsrMatrix<typename S::A, I32, I64, Space>>();
    test_format_properties<Exec, S, BsrMatrix<typename S::A, I64, I32, Space>>();
    test_format_properties<Exec, S, BsrMatrix<typename S::A, I64, I64, Space>>();
    test_format_sizes<Exec, S, BsrMatrix<typename S::A, I32, I32, Space>>();
  });
}

TEST(SpmvBsc, some_scalars) {
  for_some_scalars([]<class S>() {
    test_format_properties<Exec, S, BscMatrix<typename S::A, I32, I32, Space>>();
    test_format_properties<Exec, S, BscMatrix<typename S::A, I64, I64, Space>>();
    test_format_sizes<Exec, S, BscMatrix<typename S::A, I32, I32, Space>>();
  });
}

TEST(SpmvBlockedEll, all_scalars) {
  for_each_scalars([]<class S>() {
    test_format_properties<Exec, S, BlockedEllMatrix<typename S::A, I32, Space>>();
  });
}

TEST(SpmvBlockedEll, index_types_and_sizes) {
  for_some_scalars([]<class S>() {
    test_format_properties<Exec, S, BlockedEllMatrix<typename S::A, I64, Space>>();
    test_format_sizes<Exec, S, BlockedEllMatrix<typename S::A, I32, Space>>();
  });
}

template <class M>
using HostBsr = BsrMatrix<double, I32, I32, M>;
template <class M>
using HostBlockedEll = BlockedEllMatrix<double, I32, M>;

TEST(SpmvBsr, host_execution) {
  test_format_on_host<Scalars<double, double, double>, HostBsr>();
  test_format_on_host<Scalars<double, double, double>, HostBlockedEll>();
}

}  // namespace
}  // namespace filigree::test
