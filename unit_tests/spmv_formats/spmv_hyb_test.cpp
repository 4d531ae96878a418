// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "format_product_test.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(SpmvHyb, all_scalars) {
  for_each_scalars(
      []<class S>() { test_format_properties<Exec, S, HybMatrix<typename S::A, I32, Space>>(); });
}

TEST(SpmvHyb, index_types_and_sizes) {
  for_some_scalars([]<class S>() {
    test_format_properties<Exec, S, HybMatrix<typename S::A, I64, Space>>();
    test_format_sizes<Exec, S, HybMatrix<typename S::A, I32, Space>>();
  });
}

TEST(SpmvCooAos, all_scalars) {
  for_each_scalars([]<class S>() {
    test_format_properties<Exec, S, CooAosMatrix<typename S::A, I32, Space>>();
  });
}

TEST(SpmvCooAos, index_types_and_sizes) {
  for_some_scalars([]<class S>() {
    test_format_properties<Exec, S, CooAosMatrix<typename S::A, I64, Space>>();
    test_format_sizes<Exec, S, CooAosMatrix<typename S::A, I32, Space>>();
  });
}

template <class M>
using HostHyb = HybMatrix<double, I32, M>;
template <class M>
using HostCooAos = CooAosMatrix<double, I32, M>;

TEST(SpmvHyb, host_execution) {
  test_format_on_host<Scalars<double, double, double>, HostHyb>();
  test_format_on_host<Scalars<double, double, double>, HostCooAos>();
}

}  // namespace
}  // namespace filigree::test
