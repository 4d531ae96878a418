// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/validate.hpp>

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <convert/formats.hpp>
#include <filigree/convert_blocks.hpp>

/// validate() on padded, block and diagonal formats.

namespace filigree::test {
namespace {

using T = Types<Device, double, int32_t, int64_t>;
using Space = T::Space;
using Ell = EllMatrix<double, int32_t, Space>;
using Sell = SellMatrix<double, int32_t, int64_t, Space>;
using Bsr = BsrMatrix<double, int32_t, int64_t, Space>;
using Bsc = BscMatrix<double, int32_t, int64_t, Space>;
using Bsrx = BsrxView<double, int32_t, int64_t, Space>;
using BlockedEll = BlockedEllMatrix<double, int32_t, Space>;
using Dia = DiaMatrix<double, int32_t, Space>;
using Hdia = HdiaMatrix<double, int32_t, int64_t, Space>;
using Indices = std::vector<int32_t>;
using Offsets = std::vector<int64_t>;

const ValidateOptions all{
    .order = Check::always, .duplicates = Check::always, .fill = true, .finite = true};
const ValidateOptions distinct{.duplicates = Check::always};
const MatrixProperties sorted{.sorted = true}, unique{.unique = true};
const MatrixProperties lower{.type = MatrixType::triangular},
    upper{.type = MatrixType::triangular, .fill = FillMode::upper};

auto ones(std::size_t count) { return array<Space>(std::vector<double>(count, 1.0)); }

struct Case {
  Offence reason;
  int64_t row;
  int64_t column;
  int64_t position;
  std::string words{};
};

template <class Matrix>
void expect_offence(const Matrix& A, const Case& expected, const ValidateOptions& options = {}) {
  const ValidateReport report = validate(Device{}, A, options);
  SCOPED_TRACE(report.message);
  EXPECT_FALSE(report.ok);
  EXPECT_EQ(name(report.reason), name(expected.reason));
  EXPECT_EQ(report.row, expected.row);
  EXPECT_EQ(report.column, expected.column);
  EXPECT_EQ(report.position, expected.position);
  EXPECT_NE(report.message.find(expected.words), std::string::npos) << expected.words;
}

/// 3 x 4, two places a row in rows of stride 4.
Ell ell(const Indices& columns, int64_t nnz = 5, MatrixProperties properties = {}) {
  return {3, 4, nnz, 2, 4, array<Space>(columns), ones(8), properties};
}

TEST(ValidateFormats, Ell) {
  const Indices valid{0, 1, 2, 77, 3, -1, 3, 77};
  EXPECT_TRUE(validate(Device{}, ell(valid), all));
  expect_offence(ell({0, 4, 2, 77, 3, -1, 3, 77}),
                 {Offence::column_index, 1, 4, 1,
                  "place 1, row 1, column 4: column index 4, expected 0 to 3"});
  expect_offence(ell({0, -2, 2, 77, 3, -1, 3, 77}), {Offence::column_index, 1, -2, 1, "index -2"});
  expect_offence(ell({0, -1, 2, 77, 3, 1, 3, 77}), {Offence::padding, 1, 1, 5, "behind padding"});
  expect_offence(ell(valid, 6),
                 {Offence::entry_count, -1, -1, -1, "5 places are no padding, expected nnz = 6"});
  EXPECT_TRUE(validate(Device{}, ell(valid, 6), {.padding = false}));
  expect_offence(ell({0, 1, 3, 77, 3, -1, 2, 77}, 5, sorted), {Offence::order, 2, 2, 6});
  expect_offence(ell({0, 1, 3, 77, 3, -1, 3, 77}, 5, unique), {Offence::duplicate, 2, 3, 6});
  // Not neighbours, and with an order that is wrong elsewhere.
  const Ell wide(2, 4, 6, 3, 2, array<Space>(Indices{2, 3, 1, 0, 2, 1}), ones(6));
  expect_offence(wide, {Offence::duplicate, 0, 2, 4, "stored before"}, distinct);
  // One-based: 0 is no column, -1 is padding all the same.
  const Ell one_based(2, 2, 2, 1, 2, array<Space>(Indices{0, -1}), ones(2),
                      {.index_base = IndexBase::one});
  expect_offence(one_based, {Offence::column_index, 1, 0, 0, "expected 1 to 2"});
  const Ell triangle(2, 2, 2, 1, 2, array<Space>(Indices{1, 0}), ones(2), lower);
  expect_offence(triangle, {Offence::fill, 0, 1, 0}, all);
  EXPECT_TRUE(validate(Device{}, triangle));
}

TEST(ValidateFormats, EllValues) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               inf = std::numeric_limits<double>::infinity();
  const auto with = [&](const std::vector<double>& values) {
    return Ell(3, 4, 5, 2, 4, array<Space>(Indices{0, 1, 2, 77, 3, -1, 3, 77}),
               array<Space>(values));
  };
  EXPECT_TRUE(validate(Device{}, with({1, 1, 1, nan, 1, nan, 1, inf}), all));
  expect_offence(with({1, 1, 1, nan, -inf, nan, nan, inf}),
                 {Offence::infinite, 0, 3, 4, "place 4, row 0, column 3"}, all);
}

Sell sell(const Offsets& offsets, const Indices& columns, int64_t nnz,
          const Indices& permutation = {}) {
  return {3,
          4,
          nnz,
          2,
          array<Space>(offsets),
          array<Space>(columns),
          ones(columns.size()),
          {},
          array<Space>(permutation)};
}

TEST(ValidateFormats, Sell) {
  const Indices columns{0, 1, 2, -1, 3, -1};
  EXPECT_TRUE(validate(Device{}, sell({0, 4, 6}, columns, 4), all));
  EXPECT_TRUE(validate(Device{}, sell({0, 4, 6}, columns, 4, {2, 0, 1}), all));
  expect_offence(sell({1, 4, 6}, columns, 4),
                 {Offence::first_offset, -1, -1, -1, "the first slice offset is 1, expected 0"});
  expect_offence(sell({0, 7, 6}, columns, 4),
                 {Offence::offset_order, -1, -1, -1,
                  "slice 1: the slice ends at offset 6, before it begins at 7"});
  expect_offence(sell({0, 4, 5}, columns, 4),
                 {Offence::last_offset, -1, -1, -1, "expected the places = 6"});
  expect_offence(sell({0, 3, 6}, columns, 4),
                 {Offence::slice_width, -1, -1, -1,
                  "slice 0: the slice has 3 places, expected a multiple of its 2 rows"});
  expect_offence(sell({0, 4, 6}, columns, 4, {2, 0, 3}),
                 {Offence::row_permutation, 3, -1, 2,
                  "position 2: the row permutation names row 3, expected 0 to 2"});
  expect_offence(sell({0, 4, 6}, columns, 4, {2, 0, 2}),
                 {Offence::row_permutation, 2, -1, 2, "a second time"});
  expect_offence(sell({0, 4, 6}, {0, 1, 4, -1, 3, -1}, 4, {2, 0, 1}),
                 {Offence::column_index, 2, 4, 2});
  expect_offence(sell({0, 4, 6}, {0, 1, 0, -1, 3, -1}, 4), {Offence::duplicate, 0, 0, 2}, distinct);
  expect_offence(sell({0, 4, 6}, columns, 3), {Offence::entry_count, -1, -1, -1});
  EXPECT_TRUE(validate(Device{}, Sell(), all));
}

TEST(ValidateFormats, Hyb) {
  const auto hyb = [](const Indices& columns, const Indices& coo_rows, const Indices& coo_columns) {
    return HybMatrix<double, int32_t, Space>(
        Ell(3, 4, 3, 1, 3, array<Space>(columns), ones(3)),
        CooMatrix<double, int32_t, Space>(3, 4, array<Space>(coo_rows), array<Space>(coo_columns),
                                          ones(coo_rows.size())));
  };
  EXPECT_TRUE(validate(Device{}, hyb({0, 1, 2}, {0, 2}, {3, 1}), all));
  expect_offence(hyb({0, 5, 2}, {0, 2}, {3, 1}),
                 {Offence::column_index, 1, 5, 1, "Ell part: place 1"});
  expect_offence(hyb({0, 1, 2}, {0, 3}, {3, 1}),
                 {Offence::row_index, 3, 1, 1, "Coo part: entry 1"});
  expect_offence(hyb({0, 1, 2}, {0, 2}, {3, 2}), {Offence::duplicate, 2, 2, 4}, distinct);
}

/// 3 x 5 with blocks of 2 x 3: two block rows, two block columns.
Bsr bsr(const Offsets& offsets, const Indices& columns, MatrixProperties properties = {},
        std::vector<double> values = {}) {
  values.resize(6 * columns.size(), 1.0);
  return {3,         5, {2, 3}, array<Space>(offsets), array<Space>(columns), array<Space>(values),
          properties};
}

TEST(ValidateFormats, Bsr) {
  EXPECT_TRUE(validate(Device{}, bsr({0, 2, 3}, {0, 1, 1}), all));
  expect_offence(bsr({0, 3, 2}, {0, 1}),
                 {Offence::offset_order, 1, -1, -1,
                  "block row 1: the block row ends at offset 2, before it begins at 3"});
  expect_offence(bsr({0, 2, 4}, {0, 1, 1}),
                 {Offence::last_offset, -1, -1, -1, "expected the index base + the blocks = 3"});
  expect_offence(bsr({0, 2, 3}, {0, 1, 2}),
                 {Offence::column_index, 1, 2, 2,
                  "block 2, block row 1, block column 2: block column index 2, expected 0 to 1"});
  expect_offence(bsr({0, 2, 3}, {1, 0, 0}, sorted),
                 {Offence::order, 0, 0, 1, "the block before it"});
  expect_offence(bsr({0, 2, 3}, {1, 1, 0}),
                 {Offence::duplicate, 0, 1, 1, "the block is stored before"}, distinct);
  // The 4th row of the matrix does not exist, nor does the 6th column.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(validate(Device{}, bsr({0, 0, 1}, {1}, {}, {1, 1, nan, nan, nan, nan}), all));
  expect_offence(bsr({0, 0, 1}, {1}, {}, {1, nan, nan, nan, nan, nan}),
                 {Offence::not_a_number, 2, 4, 1, "row 2, column 4: the value is NaN"}, all);
}

TEST(ValidateFormats, BlocksOutsideTheTriangle) {
  const auto square = [](const Indices& columns, MatrixProperties properties) {
    return Bsr(4, 4, {1, 2}, array<Space>(Offsets{0, 1, 1, 1, 2}), array<Space>(columns), ones(4),
               properties);
  };
  // Row 0: columns 0 and 1, of which one is in the lower triangle; columns 2 and 3 are not.
  EXPECT_TRUE(validate(Device{}, square({0, 1}, lower), all));
  expect_offence(square({1, 1}, lower), {Offence::fill, 0, 1, 0}, all);
  EXPECT_TRUE(validate(Device{}, square({0, 1}, upper), all));
  expect_offence(square({0, 0}, upper), {Offence::fill, 3, 0, 1, "upper triangle"}, all);
}

TEST(ValidateFormats, Bsc) {
  const auto bsc = [](const Offsets& offsets, const Indices& rows,
                      std::vector<double> values = {}) {
    values.resize(6 * rows.size(), 1.0);
    return Bsc(3, 5, {2, 3}, array<Space>(offsets), array<Space>(rows), array<Space>(values));
  };
  EXPECT_TRUE(validate(Device{}, bsc({0, 2, 3}, {0, 1, 1}), all));
  expect_offence(bsc({0, 3, 2}, {0, 1}),
                 {Offence::offset_order, -1, 1, -1, "block column 1: the block column ends"});
  expect_offence(bsc({0, 2, 3}, {0, 1, 2}), {Offence::row_index, 2, 1, 2, "block row index 2"});
  expect_offence(bsc({0, 2, 3}, {1, 1, 0}), {Offence::duplicate, 1, 0, 1}, distinct);
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(validate(Device{}, bsc({0, 0, 1}, {1}, {1, 1, inf, inf, inf, inf}), all));
  expect_offence(bsc({0, 0, 1}, {1}, {1, inf, inf, inf, inf, inf}), {Offence::infinite, 2, 4, 1},
                 all);
}

TEST(ValidateFormats, Bsrx) {
  const auto view = [](const Offsets& begin, const Offsets& end, const Indices& columns) {
    return Bsrx(3, 5, {2, 3}, array<Space>(begin), array<Space>(end), array<Space>(columns),
                ones(18));
  };
  EXPECT_TRUE(validate(Device{}, view({0, 1}, {1, 3}, {0, 0, 1}), all));
  // What the view leaves out is not looked at.
  EXPECT_TRUE(validate(Device{}, view({0, 2}, {1, 3}, {0, 9, 1}), all));
  expect_offence(view({0, 2}, {1, 1}, {0, 0, 1}),
                 {Offence::offset_order, 1, -1, -1, "ends at offset 1, before it begins at 2"});
  expect_offence(view({0, 2}, {1, 4}, {0, 0, 1}), {Offence::offset_range, 1, -1, -1, "offset 4"});
  expect_offence(view({-1, 2}, {1, 3}, {0, 0, 1}), {Offence::offset_range, 0, -1, -1, "offset -1"});
  expect_offence(view({0, 1}, {1, 3}, {0, 0, 2}),
                 {Offence::column_index, 1, 2, 2, "block column index 2"});
  const auto valid = view({0, 1}, {1, 3}, {0, 0, 1});
  EXPECT_TRUE(validate(Device{}, valid.with_mask(array<Space>(Indices{1})), all));
  expect_offence(valid.with_mask(array<Space>(Indices{2})),
                 {Offence::mask, 2, -1, 0, "the mask names block row 2, expected 0 to 1"});
  expect_offence(valid.with_mask(array<Space>(Indices{1, 1})),
                 {Offence::mask, 1, -1, 1, "a second time"});
}

TEST(ValidateFormats, BlockedEll) {
  const auto blocked = [](const Indices& columns, std::vector<double> values = {}) {
    values.resize(12, 1.0);
    return BlockedEll(3, 5, 2, 4, array<Space>(columns), array<Space>(values));
  };
  EXPECT_TRUE(validate(Device{}, blocked({0, 2, -1, 1}), all));
  expect_offence(blocked({0, 3, -1, 1}),
                 {Offence::column_index, 0, 3, 1,
                  "block 1, block row 0, block column 3: block column index 3, expected 0 to 2"});
  expect_offence(blocked({1, 1, -1, 1}), {Offence::duplicate, 0, 1, 1}, distinct);
  // An empty block, and the column past the last one.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(validate(Device{},
                       blocked({0, 2, -1, 1}, {1, 1, 1, nan, 1, 1, 1, nan, nan, nan, 1, 1}), all));
  expect_offence(blocked({0, 2, -1, 1}, {1, 1, 1, nan, 1, 1, 1, nan, nan, nan, 1, nan}),
                 {Offence::not_a_number, 2, 3, 11}, all);
}

TEST(ValidateFormats, Dia) {
  const auto dia = [](const Indices& diagonals, MatrixProperties properties = {},
                      int64_t cols = 4) {
    return Dia(3, cols, 0, 3, array<Space>(diagonals), ones(3 * diagonals.size()), properties);
  };
  EXPECT_TRUE(validate(Device{}, dia({-2, 0, 3}), all));
  expect_offence(dia({0, 4}),
                 {Offence::diagonal, -1, -1, 1, "diagonal 1: the offset is 4, expected -2 to 3"});
  expect_offence(dia({-3, 0}), {Offence::diagonal, -1, -1, 0});
  expect_offence(dia({0, -1}, sorted), {Offence::order, -1, -1, 1, "the diagonal before it"});
  expect_offence(dia({1, 0, 1}), {Offence::duplicate, -1, -1, 2, "the diagonal is stored before"});
  EXPECT_TRUE(validate(Device{}, dia({1, 0, 1}), {.duplicates = Check::never}));
  expect_offence(dia({-1, 1}, lower, 3), {Offence::fill, -1, -1, 1}, all);
  // Positions outside the matrix hold anything.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto with = [&](const std::vector<double>& values) {
    return Dia(3, 3, 0, 3, array<Space>(Indices{-1, 1}), array<Space>(values));
  };
  EXPECT_TRUE(validate(Device{}, with({nan, 1, 1, 1, 1, nan}), all));
  expect_offence(with({nan, 1, 1, 1, nan, nan}), {Offence::not_a_number, 1, 2, 4}, all);
}

TEST(ValidateFormats, Hdia) {
  const auto hdia = [](const Offsets& offsets, const Indices& diagonals) {
    return Hdia(3, 4, 0, 2, array<Space>(offsets), array<Space>(diagonals),
                ones(2 * diagonals.size()));
  };
  EXPECT_TRUE(validate(Device{}, hdia({0, 2, 3}, {0, 1, 0}), all));
  expect_offence(hdia({0, 4, 3}, {0, 1, 0}),
                 {Offence::offset_order, -1, -1, -1,
                  "hack 1: the hack ends at offset 3, before it begins at 4"});
  expect_offence(
      hdia({0, 2, 2}, {0, 1, 0}),
      {Offence::last_offset, -1, -1, -1, "the last hack offset is 2, expected the diagonals = 3"});
  expect_offence(hdia({0, 2, 3}, {0, 1, 5}),
                 {Offence::diagonal, -1, -1, 2, "diagonal 2, hack 1: the offset is 5"});
  expect_offence(hdia({0, 2, 3}, {1, 1, 0}), {Offence::duplicate, -1, -1, 1});
}

/// One matrix, diag(1, 1, 1) and an entry in the corner, in each format with base one; then
/// with one index too small, which would be right with base zero.
TEST(ValidateFormats, OneBased) {
  const MatrixProperties one{.index_base = IndexBase::one};
  const auto sell = [&](const Indices& columns) {
    return Sell(3, 3, 4, 2, array<Space>(Offsets{0, 4, 6}), array<Space>(columns), ones(6), one,
                array<Space>(Indices{2, 1, 3}));
  };
  EXPECT_TRUE(validate(Device{}, sell({2, 1, -1, 3, 3, -1}), all));
  expect_offence(sell({2, 1, -1, 0, 3, -1}),
                 {Offence::column_index, 1, 0, 3, "place 3, row 1, column 0: column index 0"});
  const auto bsr = [&](const Offsets& offsets, const Indices& columns) {
    return Bsr(3, 3, {2, 2}, array<Space>(offsets), array<Space>(columns), ones(4 * columns.size()),
               one);
  };
  EXPECT_TRUE(validate(Device{}, bsr({1, 3, 4}, {1, 2, 2}), all));
  expect_offence(bsr({0, 3, 4}, {1, 2, 2}),
                 {Offence::first_offset, -1, -1, -1, "offset is 0, expected the index base 1"});
  expect_offence(bsr({1, 3, 4}, {1, 2, 0}),
                 {Offence::column_index, 2, 0, 2, "block 2, block row 2, block column 0"});
  expect_offence(
      Bsc(3, 3, {2, 2}, array<Space>(Offsets{1, 2, 3}), array<Space>(Indices{1, 0}), ones(8), one),
      {Offence::row_index, 0, 2, 1, "block row index 0, expected 1 to 2"});
  const auto bsrx = [&](const Offsets& begin, const Indices& mask) {
    return Bsrx(3, 3, {2, 2}, array<Space>(begin), array<Space>(Offsets{2, 4}),
                array<Space>(Indices{1, 2, 2}), ones(12), one)
        .with_mask(array<Space>(mask));
  };
  EXPECT_TRUE(validate(Device{}, bsrx({1, 3}, {2}), all));
  expect_offence(bsrx({0, 3}, {2}), {Offence::offset_range, 1, -1, -1, "reaches offset 0"});
  expect_offence(bsrx({1, 3}, {0}), {Offence::mask, 0, -1, 0, "block row 0, expected 1 to 2"});
  const auto blocked = [&](const Indices& columns) {
    return BlockedEll(3, 3, 2, 4, array<Space>(columns), ones(12), one);
  };
  EXPECT_TRUE(validate(Device{}, blocked({1, 2, -1, 2}), all));
  expect_offence(blocked({1, 2, -1, 0}), {Offence::column_index, 2, 0, 3, "expected 1 to 2"});
  // Diagonals count from the main one, whatever the base.
  EXPECT_TRUE(validate(Device{}, Dia(3, 3, 0, 3, array<Space>(Indices{-2, 0, 2}), ones(9), one)));
  const CooMatrix<double, int32_t, Space> coo(3, 3, array<Space>(Indices{1, 0}),
                                              array<Space>(Indices{1, 2}), ones(2), one);
  expect_offence(coo, {Offence::row_index, 0, 2, 1, "row index 0, expected 1 to 3"});
}

/// Numbers that overflow where the base is taken off.
TEST(ValidateFormats, ExtremeIndices) {
  constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
  const MatrixProperties one{.index_base = IndexBase::one};
  const auto index = array<Space>(Offsets{lowest}), first = array<Space>(Offsets{1});
  using Coo64 = CooMatrix<double, int64_t, Space>;
  expect_offence(Coo64(2, 2, index, first, ones(1), one), {Offence::row_index, lowest, 1, 0});
  expect_offence(Coo64(2, 2, first, index, ones(1), one), {Offence::column_index, 1, lowest, 0});
  expect_offence(EllMatrix<double, int64_t, Space>(1, 2, 1, 1, 1, index, ones(1), one),
                 {Offence::column_index, 1, lowest, 0});
  expect_offence(DiaMatrix<double, int64_t, Space>(1, 2, 0, 1, index, ones(1), one),
                 {Offence::diagonal, -1, -1, 0});
  expect_offence(SellMatrix<double, int64_t, int64_t, Space>(
                     1, 2, 1, 1, array<Space>(Offsets{0, 1}), first, ones(1), one, index),
                 {Offence::row_permutation, lowest, -1, 0});
}

TEST(ValidateFormats, ValuesOfPermutedRowsAndOfBothParts) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto sell = [&](const std::vector<double>& values) {
    return Sell(3, 4, 4, 2, array<Space>(Offsets{0, 4, 6}),
                array<Space>(Indices{0, 1, 2, -1, 3, -1}), array<Space>(values), {},
                array<Space>(Indices{2, 0, 1}));
  };
  EXPECT_TRUE(validate(Device{}, sell({1, 1, 1, nan, 1, nan}), all));
  expect_offence(sell({1, 1, nan, nan, nan, nan}), {Offence::not_a_number, 2, 2, 2}, all);
  const auto hyb = [&](double in_ell, double in_coo) {
    return HybMatrix<double, int32_t, Space>(
        Ell(2, 3, 1, 1, 2, array<Space>(Indices{0, -1}),
            array<Space>(std::vector<double>{in_ell, nan})),
        CooMatrix<double, int32_t, Space>(2, 3, array<Space>(Indices{1}), array<Space>(Indices{2}),
                                          array<Space>(std::vector<double>{in_coo})));
  };
  EXPECT_TRUE(validate(Device{}, hyb(1, 1), all));
  expect_offence(hyb(nan, 1), {Offence::not_a_number, 0, 0, 0, "Ell part: place 0"}, all);
  expect_offence(hyb(1, nan), {Offence::not_a_number, 1, 2, 0, "Coo part: entry 0"}, all);
}

/// Repeats that are no neighbours, in lines that do not ascend.
TEST(ValidateFormats, DistantDuplicates) {
  expect_offence(bsr({0, 3, 3}, {1, 0, 1}), {Offence::duplicate, 0, 1, 2}, distinct);
  const BlockedEll blocked(2, 6, 2, 8, array<Space>(Indices{2, -1, 0, 2}), ones(16));
  expect_offence(blocked, {Offence::duplicate, 0, 2, 3}, distinct);
  EXPECT_TRUE(validate(Device{}, blocked));
  expect_offence(
      Sell(2, 4, 6, 2, array<Space>(Offsets{0, 6}), array<Space>(Indices{3, 0, 1, 1, 3, 2}),
           ones(6), {}, array<Space>(Indices{1, 0})),
      {Offence::duplicate, 1, 3, 4}, distinct);
  // The first block row has the blocks 0 to 2, the second one 1 to 3, which repeats a column.
  const Bsrx shared(4, 6, {2, 2}, array<Space>(Offsets{0, 1}), array<Space>(Offsets{3, 4}),
                    array<Space>(Indices{0, 2, 1, 2}), ones(16));
  expect_offence(shared, {Offence::duplicate, 1, 2, 3}, distinct);
}

TEST(ValidateFormats, CooAos) {
  const auto aos = [](const Indices& pairs, MatrixProperties properties = {}) {
    return CooAosMatrix<double, int32_t, Space>(3, 4, array<Space>(pairs), ones(pairs.size() / 2),
                                                properties);
  };
  EXPECT_TRUE(validate(Device{}, aos({0, 1, 2, 3}), all));
  expect_offence(aos({0, 1, 3, 3}), {Offence::row_index, 3, 3, 1});
  expect_offence(aos({1, 1, 0, 3}, sorted), {Offence::order, 0, 3, 1});
  expect_offence(aos({1, 1, 0, 3, 1, 1}), {Offence::duplicate, 1, 1, 2}, distinct);
}

/// What the conversions make is valid.
template <class T>
class ConvertedAreValid : public ::testing::Test {};
TYPED_TEST_SUITE(ConvertedAreValid, SizedTypes);

TYPED_TEST(ConvertedAreValid, InEveryFormat) {
  const typename TypeParam::Exec exec{};
  const auto entries =
      sorted_by_row(random_entries<typename TypeParam::Scalar>(70, 50, 600, true, 1));
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const auto A =
        make_csr<TypeParam>(entries, 70, 50, {.index_base = base, .sorted = true, .unique = true});
    const ValidateOptions options{
        .order = Check::always, .duplicates = Check::always, .finite = true};
    const auto expect_valid = [&](const auto& B) {
      EXPECT_EQ(validate(exec, B, options).message, "");
    };
    expect_valid(csr_to_ell(exec, A, {.row_alignment = 32}));
    expect_valid(csr_to_sell(exec, A, {.slice_size = 8}));
    expect_valid(csr_to_sell(exec, A, {.slice_size = 8, .sort_window = 16}));
    expect_valid(csr_to_hyb(exec, A));
    expect_valid(csr_to_dia(exec, A, {.memory_limit_bytes = 1 << 30}));
    expect_valid(csr_to_hdia(exec, A, {.memory_limit_bytes = 1 << 30, .hack_size = 16}));
    expect_valid(coo_to_coo_aos(exec, csr_to_coo(exec, A)));
    const auto B = csr_to_bsr(exec, A, {.block = BlockLayout{3, 4}});
    expect_valid(B);
    expect_valid(bsr_to_bsc(exec, B));
    expect_valid(
        bsr_window(exec, B, {.first_row = 1, .num_rows = 5, .first_col = 2, .num_cols = 3}));
    expect_valid(csr_to_blocked_ell(exec, A, {.block_size = 4}));
  }
}

}  // namespace
}  // namespace filigree::test
