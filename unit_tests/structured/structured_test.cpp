// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/structured.hpp>

#include <array>
#include <cmath>
#include <vector>

#include "structured_support.hpp"

/// The public calls around the compressed form; what pruning keeps and where bits lie is tested
/// with the internals.

namespace filigree::test {
namespace {

template <class Scalar>
class StructuredForm : public testing::Test {};
#if defined(FILIGREE_TEST_FEW_TYPES)
using Scalars = testing::Types<half, float, std::int8_t, float4_e2m1>;
#else
using Scalars =
    testing::Types<half, bfloat16, float, std::int8_t, float8_e4m3, float8_e5m2, float4_e2m1>;
#endif
TYPED_TEST_SUITE(StructuredForm, Scalars);

template <class Scalar>
bool is_kept(double before, double after) {
  if constexpr (sizeof(Scalar) == 4)
    return std::abs(after - before) <= std::abs(before) / 2048;  // tf32
  else
    return after == before;
}

/// Tests with 67 x 131 matrices.
template <class S>
void test_form(const StructuredKind& kind, GroupDirection direction, StructuredPruneRule rule) {
  const Exec exec;
  const bool is_tile = rule == StructuredPruneRule::tile;
  const Order order = is_tile ? Order::row_major : Order::column_major;
  Dense<S> A(2, 67, 131, order), pruned(2, 67, 131, Order::row_major), back(2, 67, 131, order);
  A.randomise(1);
  EXPECT_FALSE(structured_check(exec, A.batch(), direction, kind).passed());
  structured_prune(exec, A.batch(), pruned.batch(), rule, direction, kind);
  exec.fence();
  pruned.download();
  pruned.expect_gaps_untouched();
  EXPECT_TRUE(structured_check(exec, pruned.batch(), direction, kind).passed());
  const auto other = direction == along_rows ? along_columns : along_rows;
  // Tiles of pairs keep two of four entries in the other direction.
  const auto other_kind = kind.unit == 1 ? kind : structured_2_4;
  EXPECT_EQ(structured_check(exec, pruned.batch(), other, other_kind).passed(), is_tile);
  const auto compressed = structured_compress(exec, pruned.batch(), direction, {.kind = kind});
  EXPECT_EQ(compressed.batch_count(), 2);
  structured_decompress(exec, compressed, back.batch());
  exec.fence();
  back.download();
  back.expect_gaps_untouched();
  std::int64_t kept = 0;
  back.for_each([&](int64_t b, int64_t i, int64_t j, S& value) {
    ASSERT_TRUE(is_kept<S>(pruned.value(b, i, j), float(value))) << i << ' ' << j;
    if (float(value) != 0) {
      ++kept;
      ASSERT_TRUE(is_kept<S>(A.value(b, i, j), float(value))) << i << ' ' << j;
    }
  });
  EXPECT_GT(kept, 2 * 67 * 131 * 9 / 10 * kind.kept / kind.group);
  structured_prune(exec, A.batch(), A.batch(), rule, direction, kind);
  exec.fence();
  A.download();
  A.for_each([&](int64_t b, int64_t i, int64_t j, S& value) {
    ASSERT_EQ(float(value), pruned.value(b, i, j)) << "in place";
  });
}

TYPED_TEST(StructuredForm, PruneCheckCompressDecompress) {
  for (const StructuredKind& kind : structured_kinds)
    for (const auto direction : {along_rows, along_columns})
      for (const auto rule : {StructuredPruneRule::strip, StructuredPruneRule::tile})
        test_form<TypeParam>(kind, direction, rule);
}

TEST(StructuredForm, CheckNamesTheFirstGroup) {
  const Exec exec;
  Dense<half> A(3, 9, 10, Order::column_major);
  A.for_each([](int64_t, int64_t, int64_t, half& value) { value = half(0.0f); });
  for (const int64_t i : {4, 6, 7}) A(1, i, 3) = half(1.0f);
  for (const int64_t j : {1, 2, 3}) A(2, 5, j) = half(1.0f);
  A.upload();
  EXPECT_EQ(structured_check(exec, A.batch()), (StructuredCheck{2, 5, 0}));
  EXPECT_EQ(structured_check(exec, A.batch(), along_columns), (StructuredCheck{1, 4, 3}));
  EXPECT_EQ(structured_check(exec, A.matrix(2)), (StructuredCheck{0, 5, 0}));
  EXPECT_TRUE(structured_check(exec, A.matrix(0)).passed());
}

TEST(StructuredForm, EmptyMatrices) {
  const Exec exec;
  for (const auto& [batches, rows, cols] :
       {std::array<int64_t, 3>{0, 3, 4}, {1, 0, 4}, {2, 3, 0}}) {
    Dense<half> A(batches, rows, cols, Order::row_major);
    structured_prune(exec, A.batch(), A.batch(), StructuredPruneRule::tile);
    EXPECT_TRUE(structured_check(exec, A.batch()).passed());
    const auto compressed = structured_compress(exec, A.batch());
    structured_decompress(exec, compressed, A.batch());
    EXPECT_EQ(compressed.bytes().extent(0), 0u);
  }
}

/// The example of docs/structured.md.
TEST(StructuredForm, BytesOfTheDocumentedExample) {
  const Exec exec;
  Dense<half> A(1, 2, 8, Order::row_major);
  const float entries[2][8] = {{0, 1, 0, 0, 2, 0, 3, 0}, {0, 0, 4, 5, 0, 0, 0, 0}};
  A.for_each([&](int64_t, int64_t i, int64_t j, half& value) { value = half(entries[i][j]); });
  A.upload();
  const auto compressed = structured_compress(exec, A.matrix());
  ASSERT_EQ(compressed.bytes_of_a_matrix(), 9216);
  ASSERT_EQ((StructuredMatrix<half>::compressed_bytes(2, 8)), 9216);
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, compressed.bytes());
  const auto byte = [&](int64_t at) { return int(host(at)); };
  const auto entry = [&](int64_t at) {
    return float(half::from_bits(std::uint16_t(byte(at) | byte(at + 1) << 8)));
  };
  const float values[2][4] = {{1, 0, 2, 3}, {4, 5, 0, 0}};
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t s = 0; s < 64; ++s)
      EXPECT_EQ(entry(128 * i + 2 * s), s < 4 ? values[i][s] : 0) << i << ' ' << s;
  const int row_0[4] = {0x8d, 0xee, 0xee, 0xee}, row_1[4] = {0xee, 0xee, 0xee, 0xee};
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(byte(8192 + i), row_0[i]) << i;
    EXPECT_EQ(byte(8192 + 16 + i), row_1[i]) << i;
  }
  EXPECT_EQ(compressed.values().extent(0), 4096u);
  EXPECT_EQ(compressed.metadata().extent(0), 256u);
}

/// The table of kinds in docs/structured.md.
TEST(StructuredForm, BytesOfTheOtherKinds) {
  struct Example {
    StructuredKind kind;
    std::vector<int> entries;  ///< of row 0
    int64_t bytes, metadata;   ///< of the matrix; where metadata begin
    std::vector<int> values;   ///< that row 0 begins with
    std::vector<int> codes;    ///< bytes that the metadata begin with
  };
  const Exec exec;
  for (const Example& example : {Example{structured_1_4,
                                         {0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0},
                                         9216,
                                         8192,
                                         {1, 2, 3, 0},
                                         {0xf1, 0xff, 0xff, 0xff}},
                                 {structured_2_8,
                                  {0, 1, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0},
                                  10240,
                                  8192,
                                  {1, 2, 3, 0},
                                  {0x61, 0x70, 0x76, 0x76}},
                                 {structured_paired_4_8,
                                  {1, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0},
                                  8704,
                                  8192,
                                  {1, 0, 2, 3, 0, 4, 0, 0},
                                  {0xd8, 0xee, 0xee, 0xee}},
                                 {structured_1_2,
                                  {0, 1, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                                  10240,
                                  8192,
                                  {1, 2, 0, 3},
                                  {0x4e, 0x4e, 0xee, 0xee}}}) {
    SCOPED_TRACE(example.kind.group);
    Dense<half> A(1, 2, 16, Order::row_major);
    A.for_each([&](int64_t, int64_t i, int64_t j, half& value) {
      value = half(i == 0 ? float(example.entries[std::size_t(j)]) : 0.0f);
    });
    A.upload();
    const auto compressed =
        structured_compress(exec, A.matrix(), along_rows, {.kind = example.kind});
    EXPECT_EQ(compressed.bytes_of_a_matrix(), example.bytes);
    EXPECT_EQ(int64_t(compressed.values().extent(0)), example.metadata / 2);
    const auto values =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, compressed.values());
    const auto bytes = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, compressed.bytes());
    for (std::size_t s = 0; s < example.values.size(); ++s)
      EXPECT_EQ(float(values(s)), float(example.values[s])) << s;
    for (std::size_t s = 0; s < example.codes.size(); ++s)
      EXPECT_EQ(int(bytes(std::size_t(example.metadata) + s)), example.codes[s]) << s;
  }
}

TEST(StructuredForm, ColumnsCompressAsRowsOfTheTranspose) {
  const Exec exec;
  Dense<std::int8_t> A(1, 37, 70, Order::row_major), transpose(1, 70, 37, Order::row_major);
  A.randomise(3);
  structured_prune(exec, A.matrix(), A.matrix(), StructuredPruneRule::strip, along_columns);
  exec.fence();
  A.download();
  transpose.for_each(
      [&](int64_t, int64_t i, int64_t j, std::int8_t& value) { value = A(0, j, i); });
  transpose.upload();
  const auto by_columns = structured_compress(exec, A.matrix(), along_columns);
  const auto by_rows = structured_compress(exec, transpose.matrix());
  const auto a = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, by_columns.bytes());
  const auto b = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, by_rows.bytes());
  ASSERT_EQ(a.extent(0), b.extent(0));
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.extent(0)), 0);
}

TEST(StructuredForm, WrapsAndIsConst) {
  using Matrix = StructuredMatrix<float, Space>;
  const int64_t bytes = Matrix::compressed_bytes(10, 20, along_columns);
  const Kokkos::View<std::byte*, Space> memory("bytes", 3 * bytes);
  const auto A = Matrix::wrap(10, 20, along_columns, memory.data(), 3);
  const StructuredMatrix<const float, Space> constant = A;
  EXPECT_EQ(constant.bytes().data(), memory.data());
  EXPECT_EQ(constant.batch_count(), 3);
  EXPECT_EQ(constant.direction(), along_columns);
  EXPECT_EQ(constant.kind(), structured_1_2);
  EXPECT_EQ(reinterpret_cast<const std::byte*>(constant.values(2).data()),
            memory.data() + 2 * bytes);
  EXPECT_EQ(reinterpret_cast<const std::byte*>(constant.metadata(1).data()),
            memory.data() + bytes + 4 * int64_t(A.values().extent(0)));
  EXPECT_EQ(Matrix().kind(), structured_1_2);
  static_assert(structured_kind<float8_e5m2> == structured_2_4);
  const int64_t fewer = Matrix::compressed_bytes(10, 200, along_columns, structured_1_4);
  EXPECT_LT(fewer, Matrix::compressed_bytes(10, 200, along_columns));
  const StructuredMatrix<const float, Space> sparser = Matrix(
      10, 200, along_columns, Kokkos::View<std::byte*, Space>("bytes", fewer), 1, structured_1_4);
  EXPECT_EQ(sparser.kind(), structured_1_4);
}

}  // namespace
}  // namespace filigree::test
