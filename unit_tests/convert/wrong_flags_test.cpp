// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>
#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>

#include <gtest/gtest.h>

#include <convert/formats.hpp>

/// Matrices that are said to be sorted and free of duplicates, and are not: conversions look at the
/// entries themselves, so that results are those of matrices that say nothing, and nothing outside
/// of an array is read or written (which sanitizers see).

namespace filigree::test {
namespace {

using T = Types<Device, double, int32_t, int32_t>;
using Space = T::Space;
using Bsr = BsrMatrix<double, int32_t, int32_t, Space>;

constexpr int64_t num_rows = 900, num_cols = 700;
constexpr MatrixProperties honest{}, wrong{.sorted = true, .unique = true};

/// More than one thread takes: rows of any length, columns in any order.
Entries<double> disordered(bool distinct, bool row_by_row) {
  auto entries = random_entries<double>(num_rows, num_cols, 30'000, distinct, 1);
  if (row_by_row)
    std::stable_sort(entries.begin(), entries.end(),
                     [](auto& a, auto& b) { return a.row < b.row; });
  return entries;
}

auto csr(bool distinct, const MatrixProperties& properties) {
  return make_csr<T>(disordered(distinct, true), num_rows, num_cols, properties);
}
auto coo(const MatrixProperties& properties) {
  return make_coo<T>(disordered(false, false), num_rows, num_cols, properties);
}

template <class Matrix>
void expect_same_values(const Matrix& expected, const Matrix& found) {
  EXPECT_EQ(entries_of(expected.values()), entries_of(found.values()));
}

TEST(WrongFlags, CsrToCsc) {
  const T::Exec exec;
  const auto expected = sorted_by_column(disordered(false, true));
  const auto A = csr(false, wrong);
  expect_same(expected, entries_of(csr_to_csc(exec, A)));
  const CsrToCsc conversion(exec, A);
  expect_same(expected, entries_of(conversion.apply(exec, A)));
  expect_same(entries_of(csc_to_csr(exec, csr_to_csc(exec, A))),
              sorted_by_row(disordered(false, true)));
}

TEST(WrongFlags, CscToCsr) {
  auto by_column = disordered(false, false);
  std::stable_sort(by_column.begin(), by_column.end(),
                   [](auto& a, auto& b) { return a.column < b.column; });
  expect_same(sorted_by_row(by_column),
              entries_of(csc_to_csr(T::Exec{}, make_csc<T>(by_column, num_rows, num_cols, wrong))));
}

TEST(WrongFlags, CooToCsrAndCsc) {
  const T::Exec exec;
  const auto keep = CooOptions{.duplicates = Duplicates::keep};
  const auto entries = disordered(false, false);
  expect_same(sorted_by_row(entries), entries_of(coo_to_csr<int32_t>(exec, coo(wrong), keep)));
  expect_same(sorted_by_column(entries), entries_of(coo_to_csc<int32_t>(exec, coo(wrong), keep)));
  expect_same(entries_of(coo_to_csr<int32_t>(exec, coo(honest))),
              entries_of(coo_to_csr<int32_t>(exec, coo(wrong))));
  EXPECT_TRUE(coo_to_csr<int32_t>(exec, coo(wrong)).properties().unique);
  const auto reject = [&] {
    coo_to_csr<int32_t>(exec, coo(wrong), {.duplicates = Duplicates::reject});
  };
  expect_error(Status::invalid_value, "A", {"coo_to_csr", "repeats"}, reject);
}

TEST(WrongFlags, CsrToSlices) {
  const T::Exec exec;
  const auto expected = disordered(false, true);
  const auto A = csr(false, wrong);
  expect_same(expected, visited_entries(csr_to_ell(exec, A)));
  expect_same(expected, visited_entries(csr_to_sell<int32_t>(exec, A)));
  expect_same_values(csr_to_sell<int32_t>(exec, csr(false, honest), {.sort_window = 64}),
                     csr_to_sell<int32_t>(exec, A, {.sort_window = 64}));
  expect_same(expected, entries_of(format_to_csr<int32_t>(exec, csr_to_hyb(exec, A))));
}

TEST(WrongFlags, CsrToBlocks) {
  const T::Exec exec;
  const BsrOptions options{.memory_limit_bytes = int64_t(1) << 30, .block = BlockLayout{4, 3}};
  const BlockedEllOptions ell{.memory_limit_bytes = int64_t(1) << 30, .block_size = 4};
  const auto A = csr(true, wrong);
  const auto B = csr_to_bsr(exec, A, options);
  EXPECT_EQ(B.properties(), wrong);  // which holds of blocks
  expect_same(sorted_by_row(disordered(true, true)), entries_of(bsr_to_csr(exec, B)));
  expect_same_values(B, conversion_plan<Bsr>(exec, A, options).apply(exec, A));
  expect_same(sorted_by_row(disordered(true, true)),
              entries_of(blocked_ell_to_csr(exec, csr_to_blocked_ell(exec, A, ell))));
  // A block has one place for both.
  const auto repeats = csr(false, wrong);
  expect_error(Status::invalid_value, "A", {"csr_to_bsr", "repeats"},
               [&] { csr_to_bsr(exec, repeats, options); });
  expect_error(Status::invalid_value, "A", {"csr_to_blocked_ell", "repeats"},
               [&] { csr_to_blocked_ell(exec, repeats, ell); });
}

// Ascending but for one pair of entries, which is in the last row.
TEST(WrongFlags, OneEntryRepeats) {
  auto entries = sorted_by_row(disordered(true, true));
  entries.back().column = entries[entries.size() - 2].column;
  const auto A = make_csr<T>(entries, num_rows, num_cols, wrong);
  expect_error(Status::invalid_value, "A", {"entry 29999 repeats row 899"}, [&] {
    csr_to_bsr(T::Exec{}, A, {.memory_limit_bytes = int64_t(1) << 30, .block = BlockLayout{4, 3}});
  });
}

TEST(WrongFlags, CsrToDiagonals) {
  const T::Exec exec;
  const DiaOptions options{.memory_limit_bytes = int64_t(1) << 30};
  expect_same(sorted_by_row(disordered(true, true)),
              entries_of(dia_to_csr<int32_t>(exec, csr_to_dia(exec, csr(true, wrong), options))));
  expect_error(Status::invalid_value, "A", {"csr_to_dia", "repeats"},
               [&] { csr_to_dia(exec, csr(false, wrong), options); });
}

}  // namespace
}  // namespace filigree::test
