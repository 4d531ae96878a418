// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "format_product_test.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(SpmvDia, all_scalars) {
  for_each_scalars(
      []<class S>() { test_format_properties<Exec, S, DiaMatrix<typename S::A, I32, Space>>(); });
}

TEST(SpmvDia, index_types_and_sizes) {
  for_some_scalars([]<class S>() {
    test_format_properties<Exec, S, DiaMatrix<typename S::A, I64, Space>>();
    test_format_sizes<Exec, S, DiaMatrix<typename S::A, I32, Space>>(just_past_a_block);
  });
}

TEST(SpmvHdia, all_scalars) {
  for_each_scalars([]<class S>() {
    test_format_properties<Exec, S, HdiaMatrix<typename S::A, I32, I32, Space>>();
  });
}

TEST(SpmvHdia, index_types_and_sizes) {
  for_some_scalars([]<class S>() {
    test_format_properties<Exec, S, HdiaMatrix<typename S::A, I32, I64, Space>>();
    test_format_properties<Exec, S, HdiaMatrix<typename S::A, I64, I32, Space>>();
    test_format_properties<Exec, S, HdiaMatrix<typename S::A, I64, I64, Space>>();
    test_format_sizes<Exec, S, HdiaMatrix<typename S::A, I32, I32, Space>>(just_past_a_block);
  });
}

template <class M>
using HostDia = DiaMatrix<double, I32, M>;
template <class M>
using HostHdia = HdiaMatrix<double, I32, I32, M>;

TEST(SpmvDia, host_execution) {
  test_format_on_host<Scalars<double, double, double>, HostDia>();
  test_format_on_host<Scalars<double, double, double>, HostHdia>();
}

}  // namespace
}  // namespace filigree::test
