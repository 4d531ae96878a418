// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/structured.hpp>

#include <vector>

#include "core/refusals.hpp"
#include "structured_support.hpp"

/// Dense matrices of 4-bit entries, and their compressed form.

namespace filigree::test {
namespace {

using Packed = PackedMatrix<float4_e2m1, Space>;
using Bytes = Kokkos::View<std::uint8_t*, Space>;

TEST(PackedMatrix, LinesBeginWithAByteAndTheEvenEntryIsLow) {
  using Host = PackedMatrix<float4_e2m1, Kokkos::HostSpace>;
  EXPECT_EQ(Host::num_bytes(3, 5), 9);
  EXPECT_EQ(Host::num_bytes(3, 5, PackedOrder::column_major), 10);
  EXPECT_EQ(Host::num_bytes(3, 5, PackedOrder::row_major, 2, 8, 30), 27);
  EXPECT_EQ(Host::num_bytes(0, 5), 0);
  EXPECT_EQ(Host::num_bytes(1, 1), 1);
  const Kokkos::View<std::uint8_t*, Kokkos::HostSpace> bytes("bytes", 27);
  const Host by_rows(3, 5, bytes, PackedOrder::row_major, 2, 8, 30);
  by_rows.set(0, 0, 0, float4_e2m1(1.0f));
  by_rows.set(0, 0, 1, float4_e2m1(-1.0f));
  by_rows.set(1, 2, 4, float4_e2m1(6.0f));
  EXPECT_EQ(bytes(0), 0xa2);
  EXPECT_EQ(bytes(15 + 8 + 2), 0x07);
  EXPECT_EQ(float(by_rows(1, 2, 4)), 6);
  const Host by_columns(3, 5, bytes, PackedOrder::column_major);
  EXPECT_EQ(float(by_columns(0, 1, 0)), -1);
  const PackedMatrix<const float4_e2m1, Kokkos::HostSpace> constant = by_rows;
  EXPECT_EQ(float(constant(0, 0, 1)), -1);
  EXPECT_EQ(constant.batch_count(), 2);
}

TEST(PackedMatrix, BadArguments) {
  const Bytes bytes("bytes", 8);
  constexpr auto by_rows = PackedOrder::row_major;
  constexpr Status invalid = Status::invalid_value;
  constexpr int64_t huge = int64_t(1) << 59;
  expect_refusals({
      {"rows", invalid, "num_rows", "-1", [&] { Packed(-1, 4, bytes); }},
      {"cols", invalid, "num_cols", "-1", [&] { Packed::num_bytes(4, -1); }},
      {"batch", invalid, "batch_count", "-2", [&] { Packed(4, 4, bytes, by_rows, -2); }},
      {"sizes", invalid, "num_rows", "", [&] { Packed::num_bytes(huge, huge); }},
      {"batches", invalid, "batch_count", "",
       [&] { Packed::num_bytes(4, huge >> 19, by_rows, huge >> 19); }},
      {"too few bytes", invalid, "bytes", "8, expected at least 9", [&] { Packed(3, 5, bytes); }},
      {"odd stride", invalid, "line_stride", "5, expected an even number",
       [&] { Packed(3, 4, bytes, by_rows, 1, 5); }},
      {"short stride", invalid, "line_stride", "at least 6",
       [&] { Packed(2, 5, bytes, by_rows, 1, 4); }},
      {"odd batch stride", invalid, "batch_stride", "even",
       [&] { Packed(1, 4, bytes, by_rows, 2, 4, 5); }},
      {"short batch stride", invalid, "batch_stride", "at least 8",
       [&] { Packed(2, 4, bytes, by_rows, 2, 4, 6); }},
  });
  EXPECT_NO_THROW(Packed(4, 4, bytes));
}

/// Pruning, checking and what is kept are as with entries of a byte, which have tests of their own.
void test_as_bytes(const StructuredKind& kind, GroupDirection direction, StructuredPruneRule rule,
                   Order order) {
  const Exec exec;
  Dense<float4_e2m1> A(2, 45, 67, order), pruned(2, 45, 67, Order::row_major);
  Dense<float8_e4m3> wide(2, 45, 67, Order::row_major);
  A.randomise(4);
  wide.for_each([&](int64_t b, int64_t i, int64_t j, float8_e4m3& value) {
    value = float8_e4m3(float(A.value(b, i, j)));
  });
  wide.upload();
  EXPECT_EQ(structured_check(exec, A.batch(), direction, kind),
            structured_check(exec, wide.batch(), direction, kind));
  structured_prune(exec, A.batch(), pruned.batch(), rule, direction, kind);
  structured_prune(exec, A.batch(), A.batch(), rule, direction, kind);
  structured_prune(exec, wide.batch(), wide.batch(), rule, direction, kind);
  exec.fence();
  A.download();
  A.expect_gaps_untouched();
  pruned.download();
  wide.download();
  wide.for_each([&](int64_t b, int64_t i, int64_t j, float8_e4m3& value) {
    ASSERT_EQ(pruned.value(b, i, j), float(value)) << b << ' ' << i << ' ' << j;
    ASSERT_EQ(A.value(b, i, j), float(value)) << "in place";
  });
  const auto narrow = structured_compress(exec, A.batch(), direction, {.kind = kind});
  const auto bytes = structured_compress(exec, wide.batch(), direction, {.kind = kind});
  // Padding differs, whole blocks of metadata are the same: 16 cells of 64 rows.
  const auto a = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, narrow.metadata(1));
  const auto b = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, bytes.metadata(1));
  EXPECT_EQ(std::memcmp(a.data(), b.data(), 512), 0);
}

TEST(PackedStructured, AsEntriesOfAByte) {
  for (const StructuredKind& kind : structured_kinds)
    for (const auto direction : {along_rows, along_columns})
      for (const auto rule : {StructuredPruneRule::strip, StructuredPruneRule::tile})
        for (const Order order : {Order::row_major, Order::column_major})
          test_as_bytes(kind, direction, rule, order);
}

/// Two lines of groups that share every byte, which threads must not take one each.
TEST(PackedStructured, LinesThatShareBytes) {
  const Exec exec;
  Dense<float4_e2m1> A(1, 2, 64, Order::column_major), pruned(1, 2, 64, Order::column_major);
  A.randomise(7);
  structured_prune(exec, A.batch(), A.batch(), StructuredPruneRule::strip);
  const auto compressed = structured_compress(exec, A.batch());
  A.download();
  for (int run = 0; run < 2000; ++run) {
    pruned.poison();
    if (run % 2 == 0)
      structured_prune(exec, A.batch(), pruned.batch(), StructuredPruneRule::strip);
    else
      structured_decompress(exec, compressed, pruned.batch());
    exec.fence();
    pruned.download();
    pruned.for_each([&](int64_t b, int64_t i, int64_t j, float4_e2m1& value) {
      ASSERT_EQ(float(value), A.value(b, i, j)) << i << ' ' << j;
    });
  }
}

/// The example of docs/structured.md.
TEST(PackedStructured, BytesOfTheDocumentedExample) {
  const Exec exec;
  Dense<float4_e2m1> A(1, 2, 16, Order::row_major);
  const float row[16] = {1, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 4, 0, 0, 0, -6};
  A.for_each([&](int64_t, int64_t i, int64_t j, float4_e2m1& value) {
    value = float4_e2m1(i == 0 ? row[j] : 0.0f);
  });
  A.upload();
  const auto compressed = structured_compress(exec, A.batch());
  EXPECT_EQ(compressed.kind(), structured_paired_4_8);
  EXPECT_EQ(compressed.bytes_of_a_matrix(), 10240);
  EXPECT_EQ(compressed.values().extent(0), 8192u);
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, compressed.values());
  const auto metadata =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, compressed.metadata());
  const int expected[4] = {0x02, 0x54, 0x60, 0xf0};
  for (std::size_t i = 0; i < values.extent(0); ++i)
    ASSERT_EQ(int(values(i)), i < 4 ? expected[i] : 0) << i;
  EXPECT_EQ(metadata(0), 0xeeeeeed8u);
  for (std::size_t i = 1; i < metadata.extent(0); ++i) ASSERT_EQ(metadata(i), 0xeeeeeeeeu) << i;
}

TEST(PackedStructured, BytesThatAreShared) {
  const Exec exec;
  Dense<float4_e2m1> A(1, 16, 16, Order::row_major);
  const Packed shifted(15, 14, Bytes(A.memory().data() + 1, A.memory().extent(0) - 1),
                       PackedOrder::row_major, 1, 20),
      narrow(15, 14, A.memory(), PackedOrder::row_major, 1, 20), wide(15, 15, A.memory());
  expect_refusals({
      {"overlap", Status::invalid_value, "A", "shared with pruned",
       [&] { structured_prune(exec, narrow, shifted, StructuredPruneRule::strip); }},
      {"size", Status::invalid_value, "pruned", "15 x 15",
       [&] { structured_prune(exec, narrow, wide, StructuredPruneRule::strip); }},
  });
}

}  // namespace
}  // namespace filigree::test
