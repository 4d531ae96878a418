// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/detail/format_rows.hpp>
#include <filigree/format/coo_aos.hpp>
#include <filigree/format/hyb.hpp>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>

/// The padded, blocked and diagonal containers: sizes, wrapping, and what their rows are.

namespace filigree::test {
namespace {

using Space = Kokkos::HostSpace;
using Ell = EllMatrix<double, int32_t, Space>;
using Sell = SellMatrix<double, int32_t, int64_t, Space>;
using Bsr = BsrMatrix<double, int32_t, int32_t, Space>;
using Bsc = BscMatrix<double, int32_t, int32_t, Space>;
using Bsrx = BsrxView<double, int32_t, int32_t, Space>;
using BlockedEll = BlockedEllMatrix<double, int32_t, Space>;
using Coo = CooMatrix<double, int32_t, Space>;
using CooAos = CooAosMatrix<double, int32_t, Space>;
using Hyb = HybMatrix<double, int32_t, Space>;
using Dia = DiaMatrix<double, int32_t, Space>;
using Hdia = HdiaMatrix<double, int32_t, int32_t, Space>;

const MatrixProperties one_based{.index_base = IndexBase::one};

template <class T>
Kokkos::View<T*, Space> of(int64_t length) {
  return Kokkos::View<T*, Space>("test", length);
}

/// What a visitor finds, row by row.
template <class Rows>
Entries<double> visited(const Rows& rows, const double* values) {
  Entries<double> entries;
  for (int64_t k = 0; k < rows.num_rows; ++k)
    rows.for_each(k, [&](int64_t column, int64_t place) {
      entries.push_back({rows.row_of(k), column, values[place]});
    });
  return entries;
}

/// 1 2 0 3 0 / 0 4 5 0 0 / 6 0 0 7 8
const Entries<double> small{{0, 0, 1}, {0, 1, 2}, {0, 3, 3}, {1, 1, 4},
                            {1, 2, 5}, {2, 0, 6}, {2, 3, 7}, {2, 4, 8}};
/// 1 0 0 2 0 / 3 0 4 0 0 / 5 6 0 7 0 / 0 0 8 0 9, with the zeros of its 2 x 3 blocks.
const Entries<double> blocked{{0, 0, 1}, {0, 1, 0}, {0, 2, 0}, {0, 3, 2}, {0, 4, 0},
                              {1, 0, 3}, {1, 1, 0}, {1, 2, 4}, {1, 3, 0}, {1, 4, 0},
                              {2, 0, 5}, {2, 1, 6}, {2, 2, 0}, {2, 3, 7}, {2, 4, 0},
                              {3, 0, 0}, {3, 1, 0}, {3, 2, 8}, {3, 3, 0}, {3, 4, 9}};

TEST(EllContainer, RowsOfTheWorkedExample) {
  const int32_t columns[] = {0, 1, 0, 1, 2, 3, 3, -1, 4};
  double values[] = {1, 4, 6, 2, 5, 7, 3, 0, 8};
  const Ell A = Ell::wrap(3, 5, 8, 3, 3, columns, values);
  EXPECT_EQ(A.col_indices().data(), columns);
  EXPECT_EQ(A.values().data(), values);
  expect_same(small, visited(detail::format_rows(A), values));
  const EllMatrix<const double, int32_t, Space> constant = A;
  EXPECT_EQ(constant.nnz(), 8);
}

TEST(EllContainer, StrideAndBaseOne) {
  const int32_t columns[] = {2, 1, -1, -1};
  double values[] = {5, 6, 0, 0};
  const Ell A = Ell::wrap(1, 2, 2, 2, 2, columns, values, one_based);
  expect_same({{0, 1, 5}}, visited(detail::format_rows(A), values));
}

TEST(SellContainer, PermutedRows) {
  // Stored rows 2 0 | 1, slices of 2 rows with 3 and 2 places a row.
  const int64_t offsets[] = {0, 6, 10};
  const int32_t columns[] = {1, 1, 4, 2, 5, 4, 2, -1, 3, -1}, rows[] = {3, 1, 2};
  double values[] = {6, 1, 7, 2, 8, 3, 4, -1, 5, -1};
  const Sell A = Sell::wrap(3, 5, 8, 2, 10, offsets, columns, values, one_based, rows);
  expect_same(small, sorted_by_row(visited(detail::format_rows(A), values)));
  EXPECT_EQ(A.num_slices(), 2);
  EXPECT_EQ(A.hack_size(), A.slice_size());
  EXPECT_EQ(A.hack_offsets().data(), offsets);
  EXPECT_EQ(A.row_index().data(), rows);
}

TEST(BsrContainer, BothOrdersOfTheWorkedExample) {
  const int32_t offsets[] = {0, 2, 4}, columns[] = {0, 1, 0, 1};
  double by_column[] = {1, 3, 0, 0, 0, 4, 2, 0, 0, 0, 0, 0, 5, 0, 6, 0, 0, 8, 7, 0, 0, 9, 0, 0};
  double by_row[] = {1, 0, 0, 3, 0, 4, 2, 0, 0, 0, 0, 0, 5, 6, 0, 0, 0, 8, 7, 0, 0, 0, 9, 0};
  const Bsr A = Bsr::wrap(4, 5, {2, 3, BlockOrder::col_major}, 4, offsets, columns, by_column);
  const Bsr B = Bsr::wrap(4, 5, {2, 3, BlockOrder::row_major}, 4, offsets, columns, by_row);
  EXPECT_EQ(A.num_block_rows(), 2);
  EXPECT_EQ(A.num_block_cols(), 2);
  EXPECT_EQ(A.num_blocks(), 4);
  EXPECT_EQ(A.nnz(), 24);
  expect_same(blocked, visited(detail::format_rows(A), by_column));
  expect_same(blocked, visited(detail::format_rows(B), by_row));
  expect_same(blocked, visited(detail::format_rows(Bsrx(A)), by_column));
}

TEST(BsrContainer, PartsOfRows) {
  const int32_t begin[] = {1, 3}, end[] = {2, 3}, columns[] = {1, 2, 1};
  double values[] = {1, 2, 3};
  const Bsrx A = Bsrx::wrap(2, 2, {}, 3, begin, end, columns, values, one_based);
  expect_same({{0, 0, 1}}, visited(detail::format_rows(A), values));
  EXPECT_FALSE(A.is_masked());
  const BsrxView<const double, int32_t, int32_t, Space> masked = A.with_mask(of<int32_t>(1));
  EXPECT_TRUE(masked.is_masked());
  EXPECT_EQ(masked.mask().extent(0), 1u);
}

TEST(BscContainer, ColumnsAreRowsOfTheTranspose) {
  const int32_t offsets[] = {0, 2, 4}, rows[] = {0, 1, 0, 1};
  double values[] = {1, 3, 0, 0, 0, 4, 5, 0, 6, 0, 0, 8, 2, 0, 0, 0, 0, 0, 7, 0, 0, 9, 0, 0};
  const Bsc A = Bsc::wrap(4, 5, {2, 3, BlockOrder::col_major}, 4, offsets, rows, values);
  Entries<double> found = visited(detail::format_columns(A), values);
  for (auto& entry : found) std::swap(entry.row, entry.column);
  expect_same(blocked, sorted_by_row(found));
}

TEST(BlockedEllContainer, RowsThatBlocksDoNotDivide) {
  // 3 x 5 in blocks of 2, two a block row; the last block column and the last block row are cut
  // off.
  const int32_t columns[] = {2, 0, 1, -1};
  double values[] = {5, -1, 1, 2, 6, -1, 3, 4, 7, 8, -1, -1};
  const BlockedEll A = BlockedEll::wrap(3, 5, 2, 4, columns, values);
  expect_same(
      {{0, 4, 5}, {0, 0, 1}, {0, 1, 2}, {1, 4, 6}, {1, 0, 3}, {1, 1, 4}, {2, 2, 7}, {2, 3, 8}},
      visited(detail::format_rows(A), values));
  EXPECT_EQ(A.blocks_per_row(), 2);
  EXPECT_EQ(A.num_block_cols(), 3);
}

TEST(DiaContainer, RowsAndPadding) {
  // 1 2 0 / 0 3 4
  const int32_t offsets[] = {0, 1};
  double values[] = {1, 3, -1, 2, 4, -1};
  const Dia A = Dia::wrap(2, 3, 4, 2, 3, offsets, values);
  expect_same({{0, 0, 1}, {0, 1, 2}, {1, 1, 3}, {1, 2, 4}},
              visited(detail::format_rows(A), values));
  const int32_t hacks[] = {0, 2, 3}, hack_diagonals[] = {0, 1, -1};
  double stacked[] = {1, 3, 2, 4, 5, -1};
  const Hdia B = Hdia::wrap(3, 3, 5, 2, 3, hacks, hack_diagonals, stacked);
  expect_same({{0, 0, 1}, {0, 1, 2}, {1, 1, 3}, {1, 2, 4}, {2, 1, 5}},
              visited(detail::format_rows(B), stacked));
  EXPECT_EQ(B.num_hacks(), 2);
}

TEST(HybContainer, PartsMustAgree) {
  const Ell ell(2, 3, 0, 0, 2, {}, {}, {.sorted = true});
  const Hyb A(ell, Coo(2, 3, {}, {}, {}));
  EXPECT_EQ(A.num_cols(), 3);
  EXPECT_FALSE(A.properties().sorted);
  const HybMatrix<const double, int32_t, Space> constant = A;
  EXPECT_EQ(constant.num_rows(), 2);
  expect_error(Status::invalid_value, "coo.num_cols", {"2", "3"},
               [=] { Hyb(ell, Coo(2, 2, {}, {}, {})); });
  expect_error(Status::invalid_value, "coo.properties", {"index base"},
               [=] { Hyb(ell, Coo(2, 3, {}, {}, {}, one_based)); });
}

TEST(MoreContainers, DefaultsAreEmpty) {
  EXPECT_EQ(
      Ell().nnz() + Sell().nnz() + Bsr().nnz() + Bsc().nnz() + Bsrx().nnz() + BlockedEll().nnz(),
      0);
  EXPECT_EQ(CooAos().nnz() + Hyb().nnz() + Dia().nnz() + Hdia().nnz(), 0);
  EXPECT_EQ(Sell().num_slices() + Bsr().num_block_rows() + Hdia().num_hacks(), 0);
  EXPECT_EQ(Ell::wrap(5, 0, 0, 0, 5, nullptr, nullptr).num_rows(), 5);
  EXPECT_EQ(Sell::wrap(0, 5, 0, 32, 0, nullptr, nullptr, nullptr).num_cols(), 5);
  EXPECT_EQ(Bsr::wrap(0, 5, {2, 2}, 0, nullptr, nullptr, nullptr).num_cols(), 5);
  EXPECT_EQ(CooAos::wrap(2, 2, 0, nullptr, nullptr).num_cols(), 2);
}

TEST(MoreContainers, WrongSizes) {
  const Status bad = Status::invalid_value;
  const int64_t huge = int64_t(1) << 40;
  expect_error(bad, "row_stride", {"2", "at least 3"}, [] { Ell(3, 2, 0, 0, 2, {}, {}); });
  expect_error(bad, "col_indices", {"length 5", "length 6"},
               [] { Ell(3, 2, 1, 2, 3, of<int32_t>(5), of<double>(6)); });
  expect_error(bad, "nnz", {"7", "0 to 6", "in that range"},
               [] { Ell(3, 2, 7, 2, 3, of<int32_t>(6), of<double>(6)); });
  expect_error(bad, "ell_width", {"1099511627776"},
               [=] { Ell::wrap(3, 2, 1, huge, huge, nullptr, nullptr); });
  expect_error(bad, "slice_size", {"0", "at least 1"}, [] { Sell(3, 2, 0, 0, {}, {}, {}); });
  expect_error(bad, "slice_offsets", {"length 2", "length 3"},
               [] { Sell(3, 2, 0, 2, of<int64_t>(2), {}, {}); });
  expect_error(bad, "row_permutation", {"length 2", "length 3"},
               [] { Sell(3, 2, 0, 2, of<int64_t>(3), {}, {}, {}, of<int32_t>(2)); });
  expect_error(bad, "block.cols", {"0"}, [] { Bsr(3, 2, {2, 0}, {}, {}, {}); });
  expect_error(bad, "row_offsets", {"length 4", "length 3"}, [] {
    Bsr(3, 2, {2, 1}, of<int32_t>(4), {}, {});
  });
  expect_error(bad, "values", {"length 5", "length 6"}, [] {
    Bsr(2, 3, {2, 3}, of<int32_t>(2), of<int32_t>(1), of<double>(5));
  });
  expect_error(bad, "col_offsets", {"length 4", "length 3"}, [] {
    Bsc(3, 2, {2, 1}, of<int32_t>(4), {}, {});
  });
  expect_error(bad, "end_offsets", {"length 1", "length 2"}, [] {
    Bsrx(3, 2, {2, 1}, of<int32_t>(2), of<int32_t>(1), {}, {});
  });
  expect_error(bad, "values", {"length 11", "length 12"},
               [] { BlockedEll(3, 5, 2, 4, of<int32_t>(4), of<double>(11)); });
  expect_error(bad, "indices", {"length 3", "length 4"},
               [] { CooAos(3, 5, of<int32_t>(3), of<double>(2)); });
  expect_error(bad, "values", {"length 5", "length 6"},
               [] { Dia(3, 5, 0, 3, of<int32_t>(2), of<double>(5)); });
  expect_error(bad, "hack_offsets", {"length 2", "length 3"},
               [] { Hdia(3, 5, 0, 2, of<int32_t>(2), {}, {}); });
  expect_error(bad, "values", {"null"}, [] {
    const int32_t column = 0;
    Ell::wrap(1, 1, 1, 1, 1, &column, nullptr);
  });
  expect_error(Status::matrix_type_not_supported, "properties.type", {"2 x 3"},
               [] { Dia(2, 3, 0, 2, {}, {}, {.type = MatrixType::symmetric}); });
}

}  // namespace
}  // namespace filigree::test
