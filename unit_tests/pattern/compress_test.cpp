// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "pattern/compressed.hpp"
#include "pattern/host_pattern.hpp"

namespace filigree::test {
namespace {

using detail::CompressionOptions;
using detail::EncodedPattern;
using detail::IndexEncoding;
using Exec = Kokkos::DefaultExecutionSpace;
using Host = EncodedPattern<Kokkos::HostSpace>;

template <class View>
auto on_host(const View& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

/// A compressed pattern's arrays on the host.
Host copy(const EncodedPattern<Exec::memory_space>& device) {
  Host host;
  host.block_encoding = on_host(device.block_encoding);
  host.pattern_ids = on_host(device.pattern_ids);
  host.list_offsets = on_host(device.list_offsets);
  host.lists = on_host(device.lists);
  host.block_groups = on_host(device.block_groups);
  host.group_rows = on_host(device.group_rows);
  host.narrow = on_host(device.narrow);
  host.block_base = on_host(device.block_base);
  host.rows_per_block = device.rows_per_block;
  host.num_blocks = device.num_blocks;
  std::copy_n(device.blocks_of, detail::num_index_encodings, host.blocks_of);
  std::copy_n(device.entries_of, detail::num_index_encodings, host.entries_of);
  host.max_block_entries = device.max_block_entries;
  host.max_list_length = device.max_list_length;
  host.list_entries = device.list_entries;
  host.rows_off_dictionary = device.rows_off_dictionary;
  host.index_bytes = device.index_bytes;
  return host;
}

template <class Offset, class Index>
Host compress(const HostPattern& host, Index base = 0, const CompressionOptions& options = {}) {
  const DevicePattern<Exec::memory_space, Offset, Index> device(host, base);
  return copy(detail::compress_pattern(Exec(), device.pattern, options));
}

IndexEncoding encoding_of(const Host& plan, std::int64_t block) {
  return plan.block_encoding.extent(0) == 0 ? IndexEncoding::raw
                                            : IndexEncoding(plan.block_encoding(block));
}

/// The columns of every row, read as a kernel reads them. Raw columns come from `raw`.
std::vector<std::vector<std::int64_t>> decode(const Host& plan, const HostPattern& raw) {
  const auto view = plan.indices();
  std::vector<std::vector<std::int64_t>> rows(raw.rows.size());
  std::int64_t entry = 0;
  for (std::int64_t block = 0; block < view.num_blocks; ++block) {
    const std::int64_t first = block * view.rows_per_block;
    const std::int64_t last = std::min(first + view.rows_per_block, raw.num_rows());
    const IndexEncoding encoding = encoding_of(plan, block);
    std::int64_t group = encoding == IndexEncoding::shared_lists ? view.block_groups[block] : 0;
    for (std::int64_t row = first; row < last; ++row) {
      auto& cols = rows[std::size_t(row)];
      const auto& raw_cols = raw.rows[std::size_t(row)];
      if (encoding == IndexEncoding::dictionary &&
          view.pattern_ids[row] != detail::not_in_dictionary) {
        const int id = view.pattern_ids[row];
        for (int k = view.list_offsets[id]; k < view.list_offsets[id + 1]; ++k)
          cols.push_back(row + view.lists[k]);
      } else if (encoding == IndexEncoding::shared_lists) {
        if (group + 1 < view.block_groups[block + 1] && view.group_rows[group + 1] == row) ++group;
        const std::int64_t head = view.group_rows[group];
        EXPECT_LE(head, row);
        EXPECT_LT(row - head, 8);
        cols = raw.rows[std::size_t(head)];
      } else if (encoding == IndexEncoding::narrow) {
        for (std::size_t k = 0; k < raw_cols.size(); ++k)
          cols.push_back(view.block_base[block] + view.narrow[entry + std::int64_t(k)]);
      } else {
        cols = raw_cols;
      }
      entry += std::int64_t(raw_cols.size());
    }
  }
  return rows;
}

void expect_decodes(const Host& plan, const HostPattern& raw) {
  EXPECT_EQ(plan.total_entries(), raw.nnz());
  EXPECT_EQ(plan.num_blocks, (raw.num_rows() + plan.rows_per_block - 1) / plan.rows_per_block);
  EXPECT_TRUE(decode(plan, raw) == raw.rows);
  std::int64_t blocks_of[detail::num_index_encodings] = {};
  for (std::int64_t block = 0; block < plan.num_blocks; ++block)
    ++blocks_of[int(encoding_of(plan, block))];
  for (int e = 0; e < detail::num_index_encodings; ++e) EXPECT_EQ(plan.blocks_of[e], blocks_of[e]);
}

template <class View>
bool same(const View& a, const View& b) {
  return a.extent(0) == b.extent(0) && std::equal(a.data(), a.data() + a.extent(0), b.data());
}

/// Whether two plans hold the same, apart from narrow columns that no block uses.
bool same_plan(const Host& a, const Host& b) {
  return same(a.block_encoding, b.block_encoding) && same(a.pattern_ids, b.pattern_ids) &&
         same(a.list_offsets, b.list_offsets) && same(a.lists, b.lists) &&
         same(a.block_groups, b.block_groups) && same(a.group_rows, b.group_rows) &&
         a.narrow.extent(0) == b.narrow.extent(0);
}

HostPattern shuffled_nodes_with_three_unknowns(int nodes, unsigned seed) {
  std::mt19937 generator(seed);
  HostPattern result;
  result.num_cols = 3 * std::int64_t(nodes) + 200000;
  for (int node = 0; node < nodes; ++node) {
    std::vector<std::int64_t> cols;
    for (int neighbour = 0; neighbour < 9; ++neighbour) {
      const std::int64_t other = std::int64_t(generator() % std::uint64_t(result.num_cols / 3));
      for (int u = 0; u < 3; ++u) cols.push_back(3 * other + u);
    }
    for (int u = 0; u < 3; ++u) result.rows.push_back(cols);
  }
  return result;
}

/// Blocks of 256 rows for each encoding, the random ones last.
HostPattern mixed() {
  HostPattern result = grid5(64, 64);                          // 16 blocks: dictionary
  result.append(shuffled_nodes_with_three_unknowns(1024, 5));  // 12 blocks: shared lists
  result.append(random_rows(2048, 1000, 20, 6));               // 8 blocks: narrow
  result.append(random_rows(2048, 300000, 20, 7));             // 8 blocks: raw
  return result;
}

TEST(CompressPattern, FivePointGridHasNineLists) {
  const HostPattern host = grid5(64, 40);
  const Host plan = compress<std::int32_t, std::int32_t>(host);
  expect_decodes(plan, host);
  EXPECT_EQ(plan.blocks_of[int(IndexEncoding::dictionary)], plan.num_blocks);
  // Corners are lists of a single row: 5 lists are left, and 4 rows off the dictionary.
  EXPECT_EQ(plan.indices().num_lists, 5);
  EXPECT_EQ(plan.rows_off_dictionary, 4);
  EXPECT_EQ(plan.pattern_ids(0), detail::not_in_dictionary);
  EXPECT_EQ(plan.pattern_ids(65), 0);
  const std::vector<std::int32_t> interior(plan.lists.data(),
                                           plan.lists.data() + plan.list_offsets(1));
  EXPECT_EQ(interior, (std::vector<std::int32_t>{-64, -1, 0, 1, 64}));
  EXPECT_EQ(plan.max_list_length, 5);
  EXPECT_EQ(plan.list_entries, 5 + 4 * 4);
  EXPECT_EQ(plan.index_bytes, 64 * 40 + 4 * 3 * 4 + double(plan.num_blocks));
  EXPECT_EQ(plan.max_block_entries, 256 * 5 - 8);
}

TEST(CompressPattern, LargestBlockWithoutRowsThatAreCut) {
  HostPattern pattern = grid5(64, 64);
  std::vector<std::int64_t>& row = pattern.rows[1000];
  for (row.clear(); row.size() < 600;) row.push_back(std::int64_t(6 * row.size()));
  for (const std::int64_t longest : {599, 600, 100000}) {
    CompressionOptions options;
    options.longest_whole_row = longest;
    const auto plan = compress<std::int32_t, std::int32_t>(pattern, 0, options);
    EXPECT_EQ(plan.max_block_entries, longest < 600 ? 256 * 5 - 8 : 256 * 5 - 8 - 5 + 600);
    expect_decodes(plan, pattern);
  }
}

TEST(CompressPattern, TwentySevenPointGrid) {
  const HostPattern host = grid27(20, 18, 16);
  const Host plan = compress<std::int32_t, std::int32_t>(host);
  expect_decodes(plan, host);
  EXPECT_EQ(plan.blocks_of[int(IndexEncoding::dictionary)], plan.num_blocks);
  EXPECT_EQ(plan.indices().num_lists, 27 - 8);
  EXPECT_EQ(plan.max_list_length, 27);
}

TEST(CompressPattern, UnknownsOfANodeShareTheirList) {
  const HostPattern host = shuffled_nodes_with_three_unknowns(1000, 1);
  const Host plan = compress<std::int32_t, std::int32_t>(host);
  expect_decodes(plan, host);
  EXPECT_EQ(plan.blocks_of[int(IndexEncoding::shared_lists)], plan.num_blocks);
  // A block of 256 rows has 85 or 86 nodes and a part of one.
  EXPECT_EQ(std::int64_t(plan.group_rows.extent(0)),
            1000 + plan.num_blocks - 1 - (plan.num_blocks - 1) / 3);
}

TEST(CompressPattern, LongGroupsAreCut) {
  HostPattern host{100000, {}};
  host.rows.assign(600, {5, 99999, 7, 40000, 5, 80000});
  CompressionOptions options;
  options.allow_dictionary = false;
  const Host plan = compress<std::int32_t, std::int32_t>(host, 0, options);
  expect_decodes(plan, host);
  EXPECT_EQ(plan.group_rows.extent(0), 600u / 8u);
}

TEST(CompressPattern, IrregularRowsStayRawOrNarrow) {
  const HostPattern wide = random_rows(3000, 500000, 30, 2);
  const Host raw = compress<std::int32_t, std::int32_t>(wide);
  expect_decodes(raw, wide);
  EXPECT_FALSE(raw.is_compressed());
  EXPECT_EQ(raw.memory_bytes(), 0);
  EXPECT_EQ(raw.index_bytes, 4.0 * double(wide.nnz()));

  const HostPattern thin = random_rows(3000, 65536, 30, 2);
  const Host narrow = compress<std::int32_t, std::int32_t>(thin, 1);
  expect_decodes(narrow, thin);
  EXPECT_EQ(narrow.blocks_of[int(IndexEncoding::narrow)], narrow.num_blocks);
}

TEST(CompressPattern, EveryEncodingInOnePlan) {
  const HostPattern host = mixed();
  const Host plan = compress<std::int32_t, std::int32_t>(host);
  expect_decodes(plan, host);
  EXPECT_EQ(plan.blocks_of[int(IndexEncoding::dictionary)], 16);
  EXPECT_EQ(plan.blocks_of[int(IndexEncoding::shared_lists)], 12);
  EXPECT_EQ(plan.blocks_of[int(IndexEncoding::narrow)], 8);
  EXPECT_EQ(plan.blocks_of[int(IndexEncoding::raw)], 8);
}

TEST(CompressPattern, OptionsForbidEncodings) {
  const HostPattern host = mixed();
  for (int allowed = 0; allowed < 8; ++allowed) {
    CompressionOptions options;
    options.allow_dictionary = (allowed & 1) != 0;
    options.allow_shared_lists = (allowed & 2) != 0;
    options.allow_narrow = (allowed & 4) != 0;
    const Host plan = compress<std::int32_t, std::int32_t>(host, 0, options);
    expect_decodes(plan, host);
    if (!options.allow_dictionary) {
      EXPECT_EQ(plan.blocks_of[int(IndexEncoding::dictionary)], 0);
    }
    if (!options.allow_shared_lists) {
      EXPECT_EQ(plan.blocks_of[int(IndexEncoding::shared_lists)], 0);
    }
    if (!options.allow_narrow) {
      EXPECT_EQ(plan.blocks_of[int(IndexEncoding::narrow)], 0);
    }
  }
}

TEST(CompressPattern, SampleFindsTheCommonListsAmongMany) {
  // More different lists than the table holds, and a grid.
  HostPattern host = random_rows(20000, 300000, 12, 3);
  host.append(grid27(24, 24, 24));
  const Host plan = compress<std::int32_t, std::int32_t>(host);
  expect_decodes(plan, host);
  EXPECT_GE(plan.blocks_of[int(IndexEncoding::dictionary)], 24 * 24 * 24 / 256 * 8 / 10);
}

TEST(CompressPattern, MoreListsThanIds) {
  HostPattern host{5000, {}};  // row i holds i % 1000 and one more
  for (std::int64_t row = 0; row < 4000; ++row)
    host.rows.push_back({row + row % 400, row + 1 + row % 400});
  host.num_cols = 10000;
  const Host plan = compress<std::int32_t, std::int32_t>(host);
  expect_decodes(plan, host);
  EXPECT_LE(plan.indices().num_lists, detail::max_dictionary_lists);
}

TEST(CompressPattern, CollidingHashesStayRight) {
  const HostPattern host = mixed();
  for (const std::uint64_t mask : {std::uint64_t(0), std::uint64_t(6), std::uint64_t(1) << 40}) {
    CompressionOptions options;
    options.hash_mask = mask;
    expect_decodes(compress<std::int32_t, std::int32_t>(host, 0, options), host);
    const HostPattern cube = grid27(12, 12, 12);
    expect_decodes(compress<std::int32_t, std::int32_t>(cube, 0, options), cube);
  }
}

TEST(CompressPattern, SameInEveryRun) {
  HostPattern host = mixed();
  host.append(random_rows(20000, 400000, 3, 8));
  const Host first = compress<std::int32_t, std::int32_t>(host);
  for (int run = 0; run < 5; ++run)
    EXPECT_TRUE(same_plan(first, compress<std::int32_t, std::int32_t>(host)));
}

TEST(CompressPattern, ColumnsFarFromTheirRow) {
  // column - row does not fit in 32 bits: the dictionary and narrow rows must notice.
  HostPattern host{std::int64_t(1) << 40, {}};
  for (std::int64_t row = 0; row < 700; ++row) {
    const std::int64_t far = (std::int64_t(1) << 33) + row;
    if (row < 300)
      host.rows.push_back({far, row});
    else
      host.rows.push_back({far, far + 1});
  }
  const Host plan = compress<std::int64_t, std::int64_t>(host);
  expect_decodes(plan, host);
  EXPECT_EQ(plan.blocks_of[int(IndexEncoding::dictionary)], 0);
  EXPECT_EQ(encoding_of(plan, 0), IndexEncoding::raw);
  EXPECT_EQ(encoding_of(plan, 2), IndexEncoding::narrow);
}

TEST(CompressPattern, SpanOfNarrowColumns) {
  for (const std::int64_t span : {65535, 65536}) {
    HostPattern host{200000, {}};
    for (std::int64_t row = 0; row < 256; ++row)
      host.rows.push_back({1000 + (row * row) % span, 1000 + row % 7});
    host.rows[200] = {1000 + span, 1000};
    const Host plan = compress<std::int32_t, std::int32_t>(host);
    expect_decodes(plan, host);
    EXPECT_EQ(encoding_of(plan, 0), span < 65536 ? IndexEncoding::narrow : IndexEncoding::raw);
  }
}

TEST(CompressPattern, EdgeCases) {
  HostPattern only_empty{7, {}};
  only_empty.rows.resize(1000);
  HostPattern huge_row = grid5(50, 50);
  huge_row.rows[100].resize(20000);
  for (std::size_t k = 0; k < 20000; ++k) huge_row.rows[100][k] = std::int64_t(k % 2500);
  HostPattern long_lists{5000, {}};
  for (std::int64_t row = 0; row < 600; ++row) {
    long_lists.rows.emplace_back(row % 2 == 0 ? 1024 : 1025);
    for (std::size_t k = 0; k < long_lists.rows.back().size(); ++k)
      long_lists.rows.back()[k] = row + std::int64_t(k * 3);
  }
  HostPattern with_empty = grid5(40, 40);
  for (std::size_t row = 0; row < with_empty.rows.size(); row += 3) with_empty.rows[row].clear();
  HostPattern wide{100000, {}};  // as many columns as it likes, few rows
  wide.rows = {{99999}, {}, {0, 0, 0}};
  for (const HostPattern& host :
       {HostPattern{}, HostPattern{5, {}}, only_empty, huge_row, long_lists, with_empty, wide,
        random_rows(257, 10, 3, 4), grid27(6, 6, 6, 3)}) {
    for (const int rows_per_block : {1, 64, 256, 1000}) {
      CompressionOptions options;
      options.rows_per_block = rows_per_block;
      expect_decodes(compress<std::int32_t, std::int32_t>(host, 0, options), host);
      expect_decodes(compress<std::int64_t, std::int32_t>(host, 1, options), host);
      expect_decodes(compress<std::int32_t, std::int64_t>(host, 1, options), host);
      expect_decodes(compress<std::int64_t, std::int64_t>(host, 0, options), host);
    }
  }
}

TEST(CompressPattern, OffsetsBeyondThirtyTwoBits) {
  // Offsets that begin past 2^31: the kernels must not compute positions in 32 bits. Only positions
  // are made large; the columns lie where a base so large puts them.
  const HostPattern host = mixed();
  DevicePattern<Exec::memory_space, std::int64_t, std::int64_t> device(host);
  const std::int64_t base = std::int64_t(1) << 33;
  const auto offsets = on_host(device.row_offsets);
  const auto cols = on_host(device.col_indices);
  for (std::size_t i = 0; i < offsets.extent(0); ++i) offsets(i) += base;
  for (std::size_t i = 0; i < cols.extent(0); ++i) cols(i) += base;
  Kokkos::deep_copy(device.row_offsets, offsets);
  Kokkos::deep_copy(device.col_indices, cols);
  device.pattern.base = base;
  expect_decodes(copy(detail::compress_pattern(Exec(), device.pattern, {})), host);
}

}  // namespace
}  // namespace filigree::test
