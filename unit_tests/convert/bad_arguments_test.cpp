// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>
#include <filigree/validate.hpp>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>

namespace filigree::test {
namespace {

using T = Types<Device, double, int32_t, int32_t>;
using Space = T::Space;
using Csr = CsrMatrix<double, int32_t, int32_t, Space>;
using Csc = CscMatrix<double, int32_t, int32_t, Space>;
using Coo = CooMatrix<double, int32_t, Space>;

/// Anew each time: an instance must not outlive Kokkos.
Device exec() { return {}; }

Csr csr(const std::vector<int32_t>& offsets, const std::vector<int32_t>& columns) {
  return {int64_t(offsets.size()) - 1, 4, array<Space>(offsets), array<Space>(columns),
          array<Space>(std::vector<double>(columns.size(), 1.0))};
}
Csc csc(const std::vector<int32_t>& offsets, const std::vector<int32_t>& rows) {
  return {4, int64_t(offsets.size()) - 1, array<Space>(offsets), array<Space>(rows),
          array<Space>(std::vector<double>(rows.size(), 1.0))};
}
Coo coo(const std::vector<int32_t>& rows, const std::vector<int32_t>& columns) {
  return {3, 4, array<Space>(rows), array<Space>(columns),
          array<Space>(std::vector<double>(rows.size(), 1.0))};
}

/// More entries than 32-bit offsets count, in arrays that must never be read.
CooMatrix<double, int32_t, Space> enormous_coo() {
  static double nothing = 0;
  return CooMatrix<double, int32_t, Space>::wrap(
      3, 3, int64_t(1) << 31, reinterpret_cast<const int32_t*>(&nothing),
      reinterpret_cast<const int32_t*>(&nothing), &nothing);
}
CsrMatrix<double, int32_t, int64_t, Space> enormous_csr() {
  static double nothing = 0;
  return CsrMatrix<double, int32_t, int64_t, Space>::wrap(
      3, 3, int64_t(1) << 31, reinterpret_cast<const int64_t*>(&nothing),
      reinterpret_cast<const int32_t*>(&nothing), &nothing);
}

struct BadCall {
  std::string name;
  Status status;
  const char* argument;
  std::vector<const char*> words;
  std::function<void()> call;
};

/// Every conversion that validates, on a matrix with one wrong index or offset.
std::vector<BadCall> invalid_matrices() {
  const Status invalid = Status::invalid_value;
  const std::vector<const char*> column{"entry 1", "row 0", "column index 4", "0 to 3"};
  const std::vector<const char*> row{"entry 1", "column 0", "row index -1", "0 to 3"};
  const auto A = [] { return csr({0, 2, 3}, {0, 4, 1}); };
  const auto B = [] { return csc({0, 2, 3}, {0, -1, 1}); };
  const auto C = [] { return coo({0, 3}, {0, 0}); };
  const std::vector<const char*> entry{"entry 1", "row index 3", "0 to 2"};
  return {
      {"csr_to_csc", invalid, "A", column, [=] { csr_to_csc(exec(), A()); }},
      {"CsrToCsc", invalid, "A", column, [=] { CsrToCsc(exec(), A()); }},
      {"csr_to_coo", invalid, "A", column, [=] { csr_to_coo(exec(), A()); }},
      {"sort_csr", invalid, "A", column, [=] { sort_entries(exec(), A()); }},
      {"expand_csr", invalid, "A", column, [=] { expand_to_general(exec(), A()); }},
      {"csc_to_csr", invalid, "A", row, [=] { csc_to_csr(exec(), B()); }},
      {"CscToCsr", invalid, "A", row, [=] { CscToCsr(exec(), B()); }},
      {"csc_to_coo", invalid, "A", row, [=] { csc_to_coo(exec(), B()); }},
      {"sort_csc", invalid, "A", row, [=] { sort_entries(exec(), B()); }},
      {"expand_csc", invalid, "A", row, [=] { expand_to_general(exec(), B()); }},
      {"coo_to_csr", invalid, "A", entry, [=] { coo_to_csr(exec(), C()); }},
      {"coo_to_csc", invalid, "A", entry, [=] { coo_to_csc(exec(), C()); }},
      {"sort_coo", invalid, "A", entry, [=] { sort_entries(exec(), C()); }},
      {"expand_coo", invalid, "A", entry, [=] { expand_to_general(exec(), C()); }},
      {"validate_or_throw_csr", invalid, "A", column, [=] { validate_or_throw(exec(), A()); }},
      {"validate_or_throw_csc", invalid, "A", row, [=] { validate_or_throw(exec(), B()); }},
      {"validate_or_throw_coo", invalid, "A", entry, [=] { validate_or_throw(exec(), C()); }},
      {"offset_order",
       invalid,
       "A",
       {"row 1", "ends at offset 1", "begins at 2"},
       [] {
         csr_to_csc(exec(), csr({0, 2, 1, 3}, {0, 1, 2}));
       }},
      {"first_offset",
       invalid,
       "A",
       {"first row offset is 1", "index base 0"},
       [] {
         csr_to_coo(exec(), csr({1, 2, 3}, {0, 1, 2}));
       }},
      {"last_offset",
       invalid,
       "A",
       {"last column offset is 2", "3"},
       [] {
         csc_to_csr(exec(), csc({0, 2, 2}, {0, 1, 2}));
       }},
  };
}

std::vector<BadCall> others() {
  const Status invalid = Status::invalid_value, stale = Status::stale_plan;
  const auto A = csr({0, 2, 3}, {0, 3, 1});
  const auto B = csc({0, 2, 3}, {0, 3, 1});
  const auto repeated = coo({2, 0, 1, 0, 2}, {3, 1, 1, 1, 3});
  const Kokkos::View<double*, Space> three("three", 3), two("two", 2), many("many", 6);
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> table("table", 3, 2);
  const CsrToCsc to_csc(exec(), A);
  const CscToCsr to_csr(exec(), B);
  const std::vector<const char*> duplicate{"entry 3", "row 0", "column 1", "Duplicates::sum"};
  const std::vector<const char*> overflow{"2147483648", "2147483646", "64-bit"};
  return {
      {"reject_csr", invalid, "A", duplicate,
       [=] { coo_to_csr(exec(), repeated, {.duplicates = Duplicates::reject}); }},
      {"reject_csc", invalid, "A", duplicate,
       [=] { coo_to_csc(exec(), repeated, {.duplicates = Duplicates::reject}); }},
      {"overflow_csr", invalid, "A.nnz", overflow,
       [] {
         coo_to_csr(exec(), enormous_coo(), {.duplicates = Duplicates::keep, .validate = false});
       }},
      {"overflow_csc", invalid, "A.nnz", overflow,
       [] {
         coo_to_csc(exec(), enormous_coo(), {.duplicates = Duplicates::reject, .validate = false});
       }},
      {"overflow_cast", invalid, "A.nnz", overflow,
       [] { cast_indices<int32_t, int32_t>(exec(), enormous_csr()); }},
      {"cast_rows",
       invalid,
       "A.num_rows",
       {"3000000000", "2147483647"},
       [] {
         cast_indices<int32_t>(exec(),
                               CooMatrix<double, int64_t, Space>(3000000000, 1, {}, {}, {}));
       }},
      {"cast_columns",
       invalid,
       "A.num_cols",
       {"3000000000", "2147483647"},
       [] {
         cast_indices<int32_t, int64_t>(
             exec(), CsrMatrix<double, int64_t, int64_t, Space>(0, 3000000000, {}, {}, {}));
       }},
      {"offsets_that_no_memory_holds",
       Status::alloc_failed,
       "",
       {"filigree::offsets"},
       [] {
         coo_to_csr(exec(), CooMatrix<double, int64_t, Space>(
                                std::numeric_limits<int64_t>::max() / 2, 1, {}, {}, {}));
       }},
      {"short_from",
       invalid,
       "csr_values",
       {"length 2", "length 3"},
       [=] { to_csc.apply(exec(), two, three); }},
      {"short_to",
       invalid,
       "csc_values",
       {"length 2", "length 3"},
       [=] { to_csc.apply(exec(), three, two); }},
      {"in_place",
       invalid,
       "csc_values",
       {"overlaps 'csr_values'"},
       [=] { to_csc.apply(exec(), three, three); }},
      {"overlapping",
       invalid,
       "csr_values",
       {"overlaps 'csc_values'"},
       [=] {
         to_csr.apply(exec(), Kokkos::subview(many, std::pair(0, 3)),
                      Kokkos::subview(many, std::pair(2, 5)));
       }},
      {"strided",
       invalid,
       "csc_values",
       {"strided"},
       [=] { to_csr.apply(exec(), Kokkos::subview(table, Kokkos::ALL, 0), three); }},
      {"short_back",
       invalid,
       "csr_values",
       {"length 2", "length 3"},
       [=] { to_csr.apply(exec(), three, two); }},
      {"stale_csr",
       stale,
       "A",
       {"pattern arrays"},
       [=] {
         to_csc.apply(exec(), csr({0, 2, 3}, {0, 3, 1}));
       }},
      {"stale_properties",
       stale,
       "A",
       {"properties"},
       [=] { to_csc.apply(exec(), A.with_properties({.sorted = true})); }},
      {"stale_csc",
       stale,
       "A",
       {"pattern arrays"},
       [=] {
         to_csr.apply(exec(), csc({0, 2, 3}, {0, 3, 1}));
       }},
  };
}

/// Results in arrays of the caller's.
std::vector<BadCall> given_arrays() {
  const Status invalid = Status::invalid_value;
  const auto A = csr({0, 2, 3}, {0, 3, 1});
  const auto B = csc({0, 2, 3}, {0, 3, 1});
  using Integers = Kokkos::View<int32_t*, Space>;
  const Integers offsets("offsets", 5), rows("rows", 4), short_offsets("short", 4), both("both", 7);
  const Kokkos::View<double*, Space> values("values", 3), two("two", 2);
  const Kokkos::View<int32_t**, Kokkos::LayoutRight, Space> table("table", 5, 2);
  const auto column = Kokkos::subview(table, Kokkos::ALL, 0);
  // A's own indices, which its arrays are made of.
  const Integers own("own", 3);
  const Csr of_own(2, 4, array<Space>(std::vector<int32_t>{0, 2, 3}), own,
                   array<Space>(std::vector<double>(3, 1.0)));
  return {
      {"short_offsets",
       invalid,
       "col_offsets",
       {"length 4", "length 5 or more", "A.num_cols + 1"},
       [=] { csr_to_csc(exec(), A, short_offsets, rows, values); }},
      {"short_indices",
       invalid,
       "row_indices",
       {"length 2", "length 3 or more", "A.nnz"},
       [=] { csr_to_csc(exec(), A, offsets, Kokkos::subview(rows, std::pair(0, 2)), values); }},
      {"short_values",
       invalid,
       "values",
       {"length 2", "length 3 or more", "A.nnz"},
       [=] { csr_to_csc(exec(), A, offsets, rows, two); }},
      {"short_offsets_back",
       invalid,
       "row_offsets",
       {"length 4", "length 5 or more", "A.num_rows + 1"},
       [=] { csc_to_csr(exec(), B, short_offsets, rows, values); }},
      {"strided_indices",
       invalid,
       "col_indices",
       {"strided"},
       [=] { csc_to_csr(exec(), B, offsets, column, values); }},
      {"own_values",
       invalid,
       "values",
       {"overlaps 'A'"},
       [=] { csr_to_csc(exec(), A, offsets, rows, A.values()); }},
      {"own_indices",
       invalid,
       "row_indices",
       {"overlaps 'A'"},
       [=] { csr_to_csc(exec(), of_own, offsets, own, values); }},
      {"one_array_twice",
       invalid,
       "row_indices",
       {"overlaps 'col_offsets'"},
       [=] {
         csr_to_csc(exec(), A, Kokkos::subview(both, std::pair(0, 5)),
                    Kokkos::subview(both, std::pair(4, 7)), values);
       }},
      {"wrong_column",
       invalid,
       "A",
       {"column index 4"},
       [=] {
         csr_to_csc(exec(), csr({0, 2, 3}, {0, 4, 1}), offsets, rows, values);
       }},
  };
}

class ConversionErrors : public ::testing::Test {};

TEST(ConversionErrors, InvalidMatrices) {
  for (const BadCall& bad : invalid_matrices()) {
    SCOPED_TRACE(bad.name);
    expect_error(bad.status, bad.argument, bad.words, bad.call);
  }
}

TEST(ConversionErrors, Others) {
  for (const BadCall& bad : others()) {
    SCOPED_TRACE(bad.name);
    expect_error(bad.status, bad.argument, bad.words, bad.call);
  }
}

TEST(ConversionErrors, GivenArrays) {
  for (const BadCall& bad : given_arrays()) {
    SCOPED_TRACE(bad.name);
    expect_error(bad.status, bad.argument, bad.words, bad.call);
  }
}

// After an error the same objects work.
TEST(ConversionErrors, NothingChanges) {
  const auto A = coo({2, 0, 1, 0, 2}, {3, 1, 1, 1, 3});
  expect_error(Status::invalid_value, "A", {},
               [&] { coo_to_csr(exec(), A, {.duplicates = Duplicates::reject}); });
  EXPECT_EQ(coo_to_csr(exec(), A).nnz(), 3);
}

// A sum of duplicates may fit where the entries do not, so only the result counts.
TEST(ConversionErrors, LargestOffsetsFit) {
  const auto A =
      CooMatrix<double, int32_t, Space>(std::numeric_limits<int32_t>::max(), 2, {}, {}, {});
  const auto B = coo_to_csc(exec(), A);
  EXPECT_EQ(B.num_rows(), std::numeric_limits<int32_t>::max());
  EXPECT_EQ(entries_of(B.col_offsets()), (std::vector<int32_t>{0, 0, 0}));
}

}  // namespace
}  // namespace filigree::test
