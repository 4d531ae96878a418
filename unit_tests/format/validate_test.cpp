// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/validate.hpp>

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>

namespace filigree::test {
namespace {

using T = Types<Device, double, int32_t, int64_t>;
using Space = T::Space;

const ValidateOptions all{
    .order = Check::always, .duplicates = Check::always, .fill = true, .finite = true};

struct Case {
  Offence reason;
  int64_t row;
  int64_t column;
  int64_t position;
};

void expect_report(const ValidateReport& report, const Case& expected) {
  EXPECT_FALSE(report.ok);
  EXPECT_EQ(name(report.reason), name(expected.reason)) << report.message;
  EXPECT_EQ(report.row, expected.row) << report.message;
  EXPECT_EQ(report.column, expected.column) << report.message;
  EXPECT_EQ(report.position, expected.position) << report.message;
  EXPECT_FALSE(report.message.empty());
}

auto csr(const std::vector<int64_t>& offsets, const std::vector<int32_t>& columns,
         MatrixProperties properties = {}, std::vector<double> values = {}) {
  values.resize(columns.size(), 1.0);
  return CsrMatrix<double, int32_t, int64_t, Space>(
      int64_t(offsets.size()) - 1, int64_t(offsets.size()) - 1, array<Space>(offsets),
      array<Space>(columns), array<Space>(values), properties);
}

auto coo(const std::vector<int32_t>& rows, const std::vector<int32_t>& columns,
         MatrixProperties properties = {}) {
  return CooMatrix<double, int32_t, Space>(4, 4, array<Space>(rows), array<Space>(columns),
                                           array<Space>(std::vector<double>(rows.size(), 1.0)),
                                           properties);
}

TEST(Validate, Offsets) {
  const Device exec{};
  expect_report(validate(exec, csr({1, 2, 3}, {0, 1, 1})), {Offence::first_offset, -1, -1, -1});
  expect_report(validate(exec, csr({0, 2, 1, 3}, {0, 1, 1})), {Offence::offset_order, 1, -1, -1});
  expect_report(validate(exec, csr({0, 1, 2}, {0, 1, 1})), {Offence::last_offset, -1, -1, -1});
  expect_report(validate(exec, csr({0, 1, 2}, {1, 2}, {.index_base = IndexBase::one})),
                {Offence::first_offset, -1, -1, -1});
}

TEST(Validate, EntriesOfCsr) {
  const Device exec{};
  const MatrixProperties one_based{.index_base = IndexBase::one};
  expect_report(validate(exec, csr({0, 1, 3}, {0, 1, 2})), {Offence::column_index, 1, 2, 2});
  expect_report(validate(exec, csr({1, 2, 4}, {1, 0, 3}, one_based)),
                {Offence::column_index, 2, 0, 1});
  expect_report(validate(exec, csr({0, 2, 3}, {1, 0, 0}), all), {Offence::order, 0, 0, 1});
  expect_report(validate(exec, csr({0, 0, 2}, {1, 1}), all), {Offence::duplicate, 1, 1, 1});
  expect_report(validate(exec, csr({0, 2, 2}, {0, 1}, {.type = MatrixType::symmetric}), all),
                {Offence::fill, 0, 1, 1});
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               inf = std::numeric_limits<double>::infinity();
  expect_report(validate(exec, csr({0, 1, 3}, {0, 0, 1}, {}, {1.0, nan, inf}), all),
                {Offence::not_a_number, 1, 0, 1});
  expect_report(validate(exec, csr({0, 1, 3}, {0, 0, 1}, {}, {1.0, 2.0, -inf}), all),
                {Offence::infinite, 1, 1, 2});
}

TEST(Validate, CscTellsRowsFromColumns) {
  const CscMatrix<double, int32_t, int32_t, Space> A(
      3, 2, array<Space>(std::vector<int32_t>{0, 1, 3}),
      array<Space>(std::vector<int32_t>{0, 1, 3}), array<Space>(std::vector<double>(3, 1.0)));
  expect_report(validate(Device{}, A), {Offence::row_index, 3, 1, 2});
}

TEST(Validate, EntriesOfCoo) {
  const Device exec{};
  expect_report(validate(exec, coo({0, 4}, {0, 0})), {Offence::row_index, 4, 0, 1});
  expect_report(validate(exec, coo({0, 3}, {0, -2})), {Offence::column_index, 3, -2, 1});
  expect_report(validate(exec, coo({1, 0}, {0, 0}, {.sorted = true})), {Offence::order, 0, 0, 1});
  // Not neighbours: found by the lowest position that repeats an earlier one.
  expect_report(validate(exec, coo({3, 1, 0, 3, 1}, {2, 1, 0, 2, 1}, {.unique = true})),
                {Offence::duplicate, 3, 2, 3});
}

TEST(Validate, FlagsDecideWhatIsChecked) {
  const Device exec{};
  const auto unsorted = csr({0, 2, 2}, {1, 0}), repeated = csr({0, 2, 2}, {1, 1});
  EXPECT_TRUE(validate(exec, unsorted));
  EXPECT_TRUE(validate(exec, repeated));
  EXPECT_EQ(validate(exec, unsorted.with_properties({.sorted = true})).reason, Offence::order);
  EXPECT_EQ(validate(exec, repeated.with_properties({.unique = true})).reason, Offence::duplicate);
  EXPECT_TRUE(validate(exec, unsorted.with_properties({.sorted = true}), {.order = Check::never}));
  EXPECT_TRUE(
      validate(exec, repeated.with_properties({.unique = true}), {.duplicates = Check::never}));
}

TEST(Validate, SparseVectors) {
  const auto vector = [](const std::vector<int32_t>& indices) {
    return SparseVector<double, int32_t, Space>(
        5, array<Space>(indices), array<Space>(std::vector<double>(indices.size(), 1.0)));
  };
  EXPECT_TRUE(validate(Device{}, vector({4, 0, 4})));
  expect_report(validate(Device{}, vector({4, 5})), {Offence::column_index, -1, 5, 1});
  expect_report(validate(Device{}, vector({4, 0}), all), {Offence::order, -1, 0, 1});
  expect_report(validate(Device{}, vector({3, 0, 3}), {.duplicates = Check::always}),
                {Offence::duplicate, -1, 3, 2});
}

TEST(Validate, EmptyIsValid) {
  const Device exec{};
  EXPECT_TRUE(validate(exec, CsrMatrix<double, int32_t, int64_t, Space>(), all));
  EXPECT_TRUE(validate(exec, coo({}, {}), all));
  EXPECT_TRUE(validate(exec, SparseVector<double, int32_t, Space>(), all));
  EXPECT_TRUE(validate(exec, csr({0, 0, 0}, {}), all));
}

// More entries than a block or a thread's share; the first of several offences is named.
TEST(Validate, LowestPositionOfMany) {
  const auto entries = sorted_by_row(random_entries<double>(500, 500, 30000, true, 1));
  auto broken = entries;
  for (const int k : {29999, 20000, 777}) broken[k].column = 500 + k;
  EXPECT_TRUE(validate(Device{}, make_csr<T>(entries, 500, 500), all));
  expect_report(validate(Device{}, make_csr<T>(broken, 500, 500)),
                {Offence::column_index, broken[777].row, 1277, 777});
}

TEST(Validate, ThrowsWithTheMessage) {
  expect_error(Status::invalid_value, "A", {"entry 2, row 1, column 2", "column index 2", "0 to 1"},
               [] {
                 validate_or_throw(Device{}, csr({0, 1, 3}, {0, 1, 2}));
               });
  EXPECT_NO_THROW(validate_or_throw(Device{}, csr({0, 1, 3}, {0, 0, 1}), all));
}

}  // namespace
}  // namespace filigree::test
