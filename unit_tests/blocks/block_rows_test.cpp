// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include <blocks/reference.hpp>

/// Conversions to blocks of rows that ascend, which hosts count and fill without sorting, and of
/// rows that do not: matrices of more entries than one thread takes.

namespace filigree::test {
namespace {

template <class S>
Entries<S> row_by_row(Entries<S> entries) {
  std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.row < b.row; });
  return entries;
}

/// The arrays of two matrices that are to be the same.
template <class Matrix>
void expect_same_arrays(const Matrix& expected, const Matrix& found) {
  EXPECT_EQ(expected.properties(), found.properties());
  EXPECT_EQ(entries_of(expected.col_indices()), entries_of(found.col_indices()));
  const auto a = entries_of(expected.values()), b = entries_of(found.values());
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]), 0);
}

/// Rows that ascend and rows in any order give the reference's blocks, in one call and by a plan.
template <class T>
void expect_blocks_of(const Entries<typename T::Scalar>& entries, int64_t num_rows,
                      int64_t num_cols, const BlockLayout& block) {
  using S = typename T::Scalar;
  using Bsr = BsrMatrix<S, typename T::Index, typename T::Offset, typename T::Space>;
  using BlockedEll = BlockedEllMatrix<S, typename T::Index, typename T::Space>;
  const typename T::Exec exec;
  const int64_t limit = int64_t(1) << 32;
  const auto any = make_csr<T>(row_by_row(entries), num_rows, num_cols, {});
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    SCOPED_TRACE(std::to_string(block.rows) + " x " + std::to_string(block.cols) + " from " +
                 std::to_string(int(base)));
    const auto A = make_csr<T>(sorted_by_row(entries), num_rows, num_cols,
                               {.index_base = base, .sorted = true, .unique = true});
    const BsrOptions options{.memory_limit_bytes = limit, .block = block};
    expect_bsr(entries, block, csr_to_bsr(exec, A, options));
    expect_bsr(entries, block, csr_to_bsr(exec, any, options));
    expect_bsr(entries, block, conversion_plan<Bsr>(exec, A, options).apply(exec, A));
    expect_bsr(entries, block, conversion_plan<Bsr>(exec, any, options).apply(exec, any));
    const BlockedEllOptions ell{
        .index_base = IndexBase::one, .memory_limit_bytes = limit, .block_size = block.rows};
    if (num_rows * num_cols > 2'000'000) continue;
    const auto D = csr_to_blocked_ell(exec, A, ell);
    expect_same(sorted_by_row(entries), entries_of(blocked_ell_to_csr(exec, D)));
    expect_same_arrays(D, csr_to_blocked_ell(exec, any, ell));
    expect_same_arrays(D, conversion_plan<BlockedEll>(exec, A, ell).apply(exec, A));
    BlockedEllOptions wider = ell;
    wider.ell_cols = D.ell_cols() + 1;
    expect_same_arrays(csr_to_blocked_ell(exec, A, wider), csr_to_blocked_ell(exec, any, wider));
  }
}

template <class T>
class BlockRows : public ::testing::Test {};
using BlockRowTypes = ::testing::Types<Types<Device, double, int32_t, int32_t>,
                                       Types<Device, bfloat16, int64_t, int32_t>,
                                       Types<Host, complex_double, int32_t, int64_t>>;
TYPED_TEST_SUITE(BlockRows, BlockRowTypes);

TYPED_TEST(BlockRows, MoreEntriesThanAThreadTakes) {
  const auto entries = random_entries<typename TypeParam::Scalar>(701, 603, 20'000, true, 1);
  for (const BlockLayout block :
       {BlockLayout{1, 1}, BlockLayout{2, 2}, BlockLayout{3, 5, BlockOrder::col_major},
        BlockLayout{8, 8, BlockOrder::col_major}, BlockLayout{40, 33}})
    expect_blocks_of<TypeParam>(entries, 701, 603, block);
}

TYPED_TEST(BlockRows, RowsOfAllLengths) {
  using Scalar = typename TypeParam::Scalar;
  Entries<Scalar> entries;
  for (int64_t row = 0; row < 200; ++row)  // every 50th is full, others are empty or short
    for (int64_t k = 0; k < (row % 50 == 7 ? 4000 : row % 3); ++k)
      entries.push_back({row, (k * 1237 + row) % 4000, value_of<Scalar>(int(k % 100) + 1)});
  for (const BlockLayout block : {BlockLayout{4, 4}, BlockLayout{7, 2, BlockOrder::col_major}})
    expect_blocks_of<TypeParam>(entries, 200, 4000, block);
}

TYPED_TEST(BlockRows, OneBlockRow) {
  using Scalar = typename TypeParam::Scalar;
  Entries<Scalar> entries;
  for (int64_t column = 0; column < 30'000; ++column)
    entries.push_back({column % 2, 29'999 - column, value_of<Scalar>(int(column % 100) + 1)});
  expect_blocks_of<TypeParam>(entries, 3, 30'000, {3, 4});
  expect_blocks_of<TypeParam>(entries, 3, 30'000, {20, 1});
}

// Too few for a mark for each block column.
TYPED_TEST(BlockRows, FewEntriesAmongManyColumns) {
  const auto entries = random_entries<typename TypeParam::Scalar>(1000, 2'000'000'000, 50, true, 2);
  expect_blocks_of<TypeParam>(entries, 1000, 2'000'000'000, {2, 3});
  expect_blocks_of<TypeParam>(entries, 1000, 2'000'000'000, {1, 1000});
}

TEST(BlockRowsOfManyColumns, MoreThan31Bits) {
  const int64_t num_cols = int64_t(1) << 40;
  const auto entries = random_entries<float>(64, num_cols, 30, true, 3);
  expect_blocks_of<Types<Device, float, int64_t, int32_t>>(entries, 64, num_cols, {1, 1000});
}

}  // namespace
}  // namespace filigree::test
