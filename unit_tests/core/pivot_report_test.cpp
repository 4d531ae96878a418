// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/pivot_report.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>

#include "refusals.hpp"

namespace filigree {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;

struct ReportMany {
  std::int64_t* positions;
  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    detail::report_pivot(positions + row % 3, row);
    detail::report_pivot(nullptr, row);
  }
};

TEST(PivotReport, says_none_until_a_kernel_reports) {
  const Exec exec;
  const PivotReport<> report(exec, 2);
  EXPECT_EQ(report.num_systems(), 2);
  EXPECT_EQ(report.position(exec, 0), -1);
  EXPECT_EQ(report.position(exec, 1), PivotReport<>::none);
}

TEST(PivotReport, keeps_the_lowest_row_of_each_system) {
  const Exec exec;
  const PivotReport<> report(exec, 4);
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(exec, 40, 4000),
                       ReportMany{report.positions().data()});
  EXPECT_EQ(report.position(exec, 0), 42);
  EXPECT_EQ(report.position(exec, 1), 40);
  EXPECT_EQ(report.position(exec, 2), 41);
  EXPECT_EQ(report.position(exec, 3), -1);
  report.clear(exec);
  EXPECT_EQ(report.position(exec, 1), -1);
}

TEST(PivotReport, rows_beyond_32_bits_are_kept) {
  const Exec exec;
  const PivotReport<> report(exec);
  const std::int64_t begin = std::int64_t(3) << 40;
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                           exec, begin / 3 * 3, begin / 3 * 3 + 1),
                       ReportMany{report.positions().data()});
  EXPECT_EQ(report.position(exec), begin / 3 * 3);
}

TEST(PivotReport, refuses_systems_that_are_not_there) {
  const Exec exec;
  const PivotReport<> report(exec, 2);
  test::expect_refusals({
      {"a negative number of systems", Status::invalid_value, "num_systems", "-1",
       [&] { PivotReport<>(exec, -1); }},
      {"a system past the last", Status::invalid_value, "system", "0 to 1",
       [&] { (void)report.position(exec, 2); }},
      {"a negative system", Status::invalid_value, "system", "-1",
       [&] { (void)report.position(exec, -1); }},
      {"a system of no report", Status::invalid_value, "system", "a report with systems",
       [&] { (void)PivotReport<>().position(exec); }},
  });
}

}  // namespace
}  // namespace filigree
