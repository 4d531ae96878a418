// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "format_product_test.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(SpmvEll, all_scalars) {
  for_each_scalars(
      []<class S>() { test_format_properties<Exec, S, EllMatrix<typename S::A, I32, Space>>(); });
}

TEST(SpmvEll, index_types_and_sizes) {
  for_some_scalars([]<class S>() {
    test_format_properties<Exec, S, EllMatrix<typename S::A, I64, Space>>();
    test_format_sizes<Exec, S, EllMatrix<typename S::A, I32, Space>>();
  });
}

TEST(SpmvSell, all_scalars) {
  for_each_scalars([]<class S>() {
    test_format_properties<Exec, S, SellMatrix<typename S::A, I32, I32, Space>>();
  });
}

TEST(SpmvSell, index_types_and_sizes) {
  for_some_scalars([]<class S>() {
    test_format_properties<Exec, S, SellMatrix<typename S::A, I32, I64, Space>>();
    test_format_properties<Exec, S, SellMatrix<typename S::A, I64, I32, Space>>();
    test_format_properties<Exec, S, SellMatrix<typename S::A, I64, I64, Space>>();
    test_format_sizes<Exec, S, HllMatrix<typename S::A, I32, I32, Space>>();
  });
}

template <class M>
using HostEll = EllMatrix<double, I32, M>;
template <class M>
using HostSell = SellMatrix<double, I32, I32, M>;

TEST(SpmvEll, host_execution) {
  test_format_on_host<Scalars<double, double, double>, HostEll>();
  test_format_on_host<Scalars<double, double, double>, HostSell>();
}

}  // namespace
}  // namespace filigree::test
