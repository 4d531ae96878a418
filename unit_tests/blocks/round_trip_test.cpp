// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <blocks/reference.hpp>

namespace filigree::test {
namespace {

constexpr BlockOrder orders[] = {BlockOrder::row_major, BlockOrder::col_major};

template <class T>
class Blocks : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  using Index = typename T::Index;
  using Offset = typename T::Offset;
  using Space = typename T::Space;
  const typename T::Exec exec{};

  /// Csr to every block format and back; `entries` row by row.
  void round_trip(const Entries<Scalar>& entries, int64_t num_rows, int64_t num_cols,
                  const BlockLayout& block, IndexBase base) {
    const MatrixProperties properties{.index_base = base, .sorted = true, .unique = true};
    const auto expected = make_csr<T>(sorted_by_row(entries), num_rows, num_cols, properties);
    const auto A = make_csr<T>(entries, num_rows, num_cols, {.index_base = base});
    const BsrOptions options{.memory_limit_bytes = int64_t(1) << 30, .block = block};
    const auto B = csr_to_bsr(exec, A, options);
    EXPECT_EQ(B.properties(), properties);
    expect_bsr(entries, block, B);
    expect_same_csr(expected, bsr_to_csr(exec, B));
    const auto C = bsr_to_bsc(exec, B);
    expect_bsc(entries, block, C);
    expect_bsr(entries, block, bsc_to_bsr(exec, C));
    expect_same_csr(expected, bsc_to_csr(exec, C));
    expect_bsc(entries, block,
               convert_to<BscMatrix<Scalar, Index, Offset, Space>>(exec, A, options));
    const BlockedEllOptions ell{.memory_limit_bytes = int64_t(1) << 30, .block_size = block.rows};
    const auto D = csr_to_blocked_ell(exec, A, ell);
    expect_same_csr(expected, blocked_ell_to_csr<Offset>(exec, D));
  }

  void random_round_trips() {
    const auto entries = sorted_by_row(random_entries<Scalar>(101, 83, 900, true, 1));
    for (const auto& [rows, cols] : {std::pair{1, 1}, {2, 2}, {3, 2}, {4, 7}, {16, 16}, {200, 100}})
      for (const BlockOrder order : orders)
        round_trip(entries, 101, 83, {rows, cols, order},
                   rows % 2 == 0 ? IndexBase::one : IndexBase::zero);
  }
};
TYPED_TEST_SUITE(Blocks, SizedTypes);

TYPED_TEST(Blocks, RandomRoundTrips) { this->random_round_trips(); }

template <class T>
class BlocksOfScalars : public Blocks<T> {};
TYPED_TEST_SUITE(BlocksOfScalars, OtherScalars);

TYPED_TEST(BlocksOfScalars, RandomRoundTrips) { this->random_round_trips(); }

TYPED_TEST(Blocks, UnsortedRowsAndAFullRow) {
  using Scalar = typename TypeParam::Scalar;
  auto entries = random_entries<Scalar>(40, 50, 300, true, 2);
  std::erase_if(entries, [](const auto& entry) { return entry.row == 7 || entry.row >= 30; });
  for (int64_t j = 49; j >= 0; --j) entries.push_back({7, j, value_of<Scalar>(int(j) + 1)});
  std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.row < b.row; });
  this->round_trip(entries, 40, 50, {3, 3}, IndexBase::one);
  this->round_trip(entries, 40, 50, {2, 5, BlockOrder::col_major}, IndexBase::zero);
}

TYPED_TEST(Blocks, Empty) {
  for (const auto& [rows, cols] : {std::pair{0, 0}, {0, 7}, {7, 0}, {5, 4}})
    this->round_trip({}, rows, cols, {2, 3}, IndexBase::one);
}

TYPED_TEST(Blocks, OtherBlocks) {
  using Scalar = typename TypeParam::Scalar;
  const auto entries = sorted_by_row(random_entries<Scalar>(60, 45, 200, true, 3));
  const auto A = make_csr<TypeParam>(entries, 60, 45, sorted_unique);
  const BlockLayout from{3, 4, BlockOrder::col_major};
  const auto B = csr_to_bsr(this->exec, A, {.block = from});
  // The new blocks cover the old ones, zeros too.
  const auto all = entries_of(bsr_to_csr(this->exec, B, {.zeros = ZeroEntries::keep}));
  for (const BlockLayout& to : {BlockLayout{5, 2}, {1, 1}, {3, 4}, {6, 8, BlockOrder::col_major}}) {
    const auto C = bsr_to_bsr(this->exec, B, {.index_base = IndexBase::one, .block = to});
    expect_bsr(all, to, C);
    expect_bsc(all, to, bsr_to_bsc(this->exec, B, {.block = to}));
    expect_bsr(all, to, bsc_to_bsr(this->exec, bsr_to_bsc(this->exec, B), {.block = to}));
    expect_same_csr(A, bsr_to_csr(this->exec, C, {.index_base = IndexBase::zero}));
  }
}

// One pattern, any values; the result shares the pattern.
TYPED_TEST(Blocks, PlansTakeNewValues) {
  using Scalar = typename TypeParam::Scalar;
  using Space = typename TypeParam::Space;
  using Bsr = BsrMatrix<Scalar, typename TypeParam::Index, typename TypeParam::Offset, Space>;
  using Bsc = BscMatrix<Scalar, typename TypeParam::Index, typename TypeParam::Offset, Space>;
  auto entries = sorted_by_row(random_entries<Scalar>(33, 27, 150, true, 4));
  const auto A = make_csr<TypeParam>(entries, 33, 27);
  const BlockLayout block{4, 3};
  const auto to_bsr = conversion_plan<Bsr>(this->exec, A, {.block = block});
  const auto to_bsc = conversion_plan<Bsc>(this->exec, to_bsr.apply(this->exec, A));
  std::vector<Scalar> values;
  for (auto& entry : entries)
    values.push_back(entry.value = value_of<Scalar>(int(values.size() % 100) + 1));
  const auto B = to_bsr.apply(this->exec, A.with_values(array<Space>(values)));
  expect_bsr(entries, block, B);
  EXPECT_EQ(B.col_indices().data(), to_bsr.pattern().col_indices().data());
  const auto result = poisoned<Scalar, Space>(B.nnz());
  to_bsc.apply_values(this->exec, B.values(), result);
  this->exec.fence();
  const auto C = to_bsc.pattern();
  expect_blocks(entries, block, false, 0, C.num_block_cols(), C.col_offsets(), C.row_indices(),
                result);
}

TYPED_TEST(Blocks, WindowsAndMasks) {
  using Scalar = typename TypeParam::Scalar;
  using Index = typename TypeParam::Index;
  using Space = typename TypeParam::Space;
  const auto entries = sorted_by_row(random_entries<Scalar>(50, 60, 400, true, 5));
  const BlockLayout block{4, 5};
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const auto A = csr_to_bsr(
        this->exec, make_csr<TypeParam>(entries, 50, 60, {.index_base = base}), {.block = block});
    const auto part =
        bsr_window(this->exec, A, {.first_row = 2, .num_rows = 6, .first_col = 3, .num_cols = 4});
    auto inside = entries;
    std::erase_if(inside, [](const auto& e) {
      return e.row / 4 < 2 || e.row / 4 >= 8 || e.column / 5 < 3 || e.column / 5 >= 7;
    });
    expect_bsr(inside, block, bsrx_to_bsr(this->exec, part));
    std::vector<Index> mask{Index(7 + int(base)), Index(3 + int(base)), Index(12 + int(base))};
    std::erase_if(inside, [](const auto& e) { return e.row / 4 != 3 && e.row / 4 != 7; });
    const auto masked = bsrx_to_bsr(this->exec, part.with_mask(array<Space>(mask)));
    expect_bsr(inside, block, masked);
    expect_same(inside, entries_of(format_to_csr(this->exec, part.with_mask(array<Space>(mask)))));
    EXPECT_EQ(bsrx_to_bsr(this->exec, part.with_mask({})).num_blocks(), 0);
    EXPECT_EQ(bsrx_to_bsr(this->exec, part, {.block = BlockLayout{2, 2}}).block(),
              (BlockLayout{2, 2}));
  }
}

TYPED_TEST(Blocks, Dense) {
  using Scalar = typename TypeParam::Scalar;
  using Index = typename TypeParam::Index;
  using Space = typename TypeParam::Space;
  const auto entries = sorted_by_row(random_entries<Scalar>(37, 41, 160, true, 6));
  const auto csr = make_csr<TypeParam>(entries, 37, 41, sorted_unique);
  const Kokkos::View<Scalar**, Kokkos::LayoutLeft, Space> A("A", 37, 41), B("B", 37, 41);
  csr_to_dense(this->exec, csr, A);
  const auto found = dense_to_blocked_ell<Index>(this->exec, A, {.block_size = 5});
  expect_same(entries, entries_of(blocked_ell_to_csr(this->exec, found)));
  format_to_dense(this->exec, found, B);
  expect_same(entries, entries_of(dense_to_csr(this->exec, B)));
  format_to_dense(this->exec, csr_to_bsr(this->exec, csr, {.block = BlockLayout{3, 2}}), B);
  expect_same(entries, entries_of(dense_to_csr(this->exec, B)));
  // Blocks that the caller names: 41 columns make 9 blocks of 5.
  std::vector<Index> named;
  for (int i = 0; i < 8; ++i) named.insert(named.end(), {Index(8), Index(-1), Index(i)});
  const BlockedEllMatrix<Scalar, Index, Space> C(37, 41, 5, 15, array<Space>(named),
                                                 poisoned<Scalar, Space>(37 * 15));
  dense_to_blocked_ell(this->exec, A, C);
  this->exec.fence();
  auto expected = entries;
  std::erase_if(expected,
                [](const auto& e) { return e.column / 5 != 8 && e.column / 5 != e.row / 5; });
  expect_same(expected, sorted_by_row(entries_of(blocked_ell_to_csr(this->exec, C))));
}

TYPED_TEST(Blocks, AnyFormat) {
  using Scalar = typename TypeParam::Scalar;
  using Space = typename TypeParam::Space;
  const auto entries = sorted_by_row(random_entries<Scalar>(30, 30, 90, true, 7));
  const auto A = make_csr<TypeParam>(entries, 30, 30);
  const auto ell = csr_to_ell(this->exec, A);
  const BlockLayout block{2, 3};
  const auto bsr =
      convert_to<BsrMatrix<Scalar, int64_t, int32_t, Space>>(this->exec, ell, {.block = block});
  expect_bsr(entries, block, bsr);
  expect_same(entries,
              entries_of(convert_to<CsrMatrix<Scalar, int32_t, int64_t, Space>>(this->exec, bsr)));
  const auto bsc =
      convert_to<BscMatrix<Scalar, int32_t, int32_t, Space>>(this->exec, bsr, {.block = block});
  expect_bsc(entries, block, bsc);
  const auto back = convert_to<EllMatrix<Scalar, int32_t, Space>>(this->exec, bsc);
  expect_same(entries, sorted_by_row(visited_entries(back)));
  const auto blocked =
      convert_to<BlockedEllMatrix<Scalar, int32_t, Space>>(this->exec, bsc, {.block_size = 4});
  expect_same(entries, entries_of(blocked_ell_to_csr(this->exec, blocked)));
}

}  // namespace
}  // namespace filigree::test
