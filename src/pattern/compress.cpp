// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>

#include "core/execution_spaces.hpp"
#include "pattern/choose_lists.hpp"
#include "pattern/compress_kernels.hpp"
#include "pattern/compressed.hpp"
#include "pattern/dictionary_kernels.hpp"
#include "pattern/list_table.hpp"

namespace filigree::detail {
namespace {

/// One build: its memory and its steps. Allocations are few because they are what costs on a
/// device.
template <class Exec, class Offset, class Index>
struct PatternCompressor {
  using Memory = typename Exec::memory_space;
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Rows = RowAccess<Offset, Index>;
  using Words = Kokkos::View<std::uint64_t*, Memory>;
  using HostWords = Kokkos::View<std::uint64_t*, Kokkos::HostSpace>;
  using Scan = ScanRows<Exec, Offset, Index>;
  using Encode = EncodeBlocks<Exec, Offset, Index>;

  const Exec& exec;
  const CompressionOptions& options;
  Rows rows;
  std::int64_t nnz;
  std::int64_t num_blocks;
  int lanes;

  Words scratch;
  ListTable table{};
  DictionaryPlan dictionary{};
  BlockFacts* facts = nullptr;
  std::uint16_t* row_slots = nullptr;
  std::uint64_t* samples = nullptr;
  EncodedPattern<Memory> result{};

  PatternCompressor(const Exec& exec_, const GatherPattern<Offset, Index>& pattern,
                    const CompressionOptions& options_)
      : exec(exec_),
        options(options_),
        rows{pattern.row_offsets, pattern.col_indices, pattern.num_rows, std::int64_t(pattern.base),
             options_.rows_per_block},
        nnz(pattern.nnz),
        num_blocks((pattern.num_rows + options_.rows_per_block - 1) / options_.rows_per_block),
        lanes(1) {
    // About eight entries a lane: adding up what lanes found costs more than an entry does.
    const double mean = double(nnz) / double(std::max<std::int64_t>(1, rows.num_rows));
    lanes = int(std::bit_ceil(unsigned(std::min(mean, 62.0) / 8 + 1)));
    result.rows_per_block = options.rows_per_block;
    result.num_blocks = num_blocks;
  }

  EncodedPattern<Memory> run() {
    if (nnz == 0 ||
        (!options.allow_dictionary && !options.allow_shared_lists && !options.allow_narrow))
      return uncompressed(0);
    allocate();
    const std::vector<ListCandidate> lists = find_lists();
    make_dictionary(lists);
    const CompressionTotals totals = encode();
    if (totals.entries_of[int(IndexEncoding::raw)] == nnz)
      return uncompressed(totals.max_block_entries);
    fill(totals);
    // The scratch memory may go when the kernels are done with it.
    exec.fence("filigree::compress_pattern");
    return result;
  }

  /// All blocks raw.
  EncodedPattern<Memory> uncompressed(std::int64_t max_block_entries) const {
    EncodedPattern<Memory> raw;
    raw.rows_per_block = options.rows_per_block;
    raw.num_blocks = num_blocks;
    raw.blocks_of[int(IndexEncoding::raw)] = num_blocks;
    raw.entries_of[int(IndexEncoding::raw)] = nnz;
    raw.max_block_entries = max_block_entries;
    raw.index_bytes = double(nnz) * double(sizeof(Index));
    return raw;
  }

  template <class Functor>
  typename Functor::Policy team_policy() const {
    if constexpr (is_host_execution_v<Exec>) {
      return typename Functor::Policy(exec, int(num_blocks), 1, 1);
    } else {
      // A thread has four rows or more: what a team adds up costs by its warps.
      const int lanes_in_team = std::clamp(rows.rows_per_block * lanes / 4, 64, 256);
      return typename Functor::Policy(exec, int(num_blocks), lanes_in_team / lanes, lanes);
    }
  }

  void allocate() {
    const auto words_for = [](std::int64_t bytes) { return (bytes + 7) / 8; };
    const std::int64_t fact_words = words_for(num_blocks * std::int64_t(sizeof(BlockFacts)));
    const std::int64_t slot_words = words_for(rows.num_rows * std::int64_t(sizeof(std::uint16_t)));
    const std::int64_t fixed_words = ListTable::num_words + DictionaryPlan::num_words + max_samples;
    scratch =
        Words(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::pattern::scratch"),
              fixed_words + fact_words + slot_words);
    std::uint64_t* next = scratch.data();
    const auto take = [&](std::int64_t words) { return std::exchange(next, next + words); };
    table.words = take(ListTable::num_words);
    dictionary.words = take(DictionaryPlan::num_words);
    samples = take(max_samples);
    facts = reinterpret_cast<BlockFacts*>(take(fact_words));
    row_slots = reinterpret_cast<std::uint16_t*>(take(slot_words));

    // Ids and encodings, both of bytes, share an allocation.
    const auto id_bytes = options.allow_dictionary ? rows.num_rows : std::int64_t(0);
    const Kokkos::View<std::uint8_t*, Memory> bytes(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::pattern::ids"),
        id_bytes + num_blocks);
    result.pattern_ids =
        Kokkos::subview(bytes, Kokkos::pair<std::int64_t, std::int64_t>(0, id_bytes));
    result.block_encoding = Kokkos::subview(
        bytes, Kokkos::pair<std::int64_t, std::int64_t>(id_bytes, id_bytes + num_blocks));
  }

  // --- the dictionary
  // ---------------------------------------------------------------------------------------------

  /// Pass 1, and again with a sample's most frequent lists where there are too many different ones.
  std::vector<ListCandidate> find_lists() {
    clear_table();
    scan(options.allow_dictionary, true);
    if (!options.allow_dictionary) return {};
    HostWords found = read_table();
    if (ListTable{found.data()}.used() > std::uint64_t(table_limit)) {
      const std::vector<std::uint64_t> keys = frequent_keys(sample_keys(), table_limit / 2);
      if (keys.empty()) return {};
      write_table(keys);
      scan(true, false);
      found = read_table();
    }
    const ListTable on_host{found.data()};
    std::vector<ListCandidate> candidates;
    for (int slot = 0; slot < table_slots; ++slot) {
      if (on_host.keys()[slot] == 0 || on_host.counts()[slot] == 0) continue;
      candidates.push_back(
          {on_host.rows()[slot], on_host.counts()[slot], on_host.lengths()[slot], slot});
    }
    return choose_lists(std::move(candidates), options.least_rows_a_list);
  }

  void clear_table() {
    Kokkos::parallel_for("filigree::pattern::clear_table", Range(exec, 0, ListTable::num_words),
                         ClearTable{table});
  }

  void scan(bool use_table, bool insert) {
    const std::int64_t long_row = std::int64_t(1024) * lanes;
    auto policy = team_policy<Scan>();
    policy.set_scratch_size(0, Kokkos::PerTeam(Scan::scratch_bytes(rows.rows_per_block)));
    Kokkos::parallel_for("filigree::pattern::scan_rows", policy,
                         Scan{rows, table, options.hash_mask, use_table, insert, shares_lists(),
                              long_row, row_slots, facts});
  }

  bool shares_lists() const {  // groups are numbered in 32 bits
    return options.allow_shared_lists && rows.num_rows < std::numeric_limits<std::int32_t>::max();
  }

  HostWords read_table() {
    Kokkos::parallel_for("filigree::pattern::list_lengths", Range(exec, 0, table_slots),
                         StoreListLength<Offset, Index>{table, rows});
    return to_host(table.words, ListTable::num_words);
  }

  HostWords to_host(const std::uint64_t* words, std::int64_t count) {
    HostWords copy(Kokkos::view_alloc(Kokkos::WithoutInitializing, "filigree::pattern::host_copy"),
                   count);
    Kokkos::deep_copy(
        exec, copy,
        Kokkos::View<const std::uint64_t*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(words,
                                                                                            count));
    exec.fence("filigree::compress_pattern: copy to the host");
    return copy;
  }

  void from_host(std::uint64_t* words, const HostWords& copy) {
    Kokkos::deep_copy(exec,
                      Kokkos::View<std::uint64_t*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                          words, copy.extent(0)),
                      copy);
    exec.fence("filigree::compress_pattern: copy from the host");
  }

  std::vector<std::uint64_t> sample_keys() {
    const std::int64_t count = std::min(max_samples, rows.num_rows);
    Kokkos::parallel_for("filigree::pattern::sample", Range(exec, 0, count),
                         SampleKey<Offset, Index>{rows, count, options.hash_mask, samples});
    const HostWords copy = to_host(samples, count);
    return {copy.data(), copy.data() + count};
  }

  /// Makes a table with these keys and no rows yet.
  void write_table(const std::vector<std::uint64_t>& keys) {
    const HostWords words(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "filigree::pattern::host_table"),
        ListTable::num_words);
    const ListTable on_host{words.data()};
    for (std::int64_t i = 0; i < ListTable::num_words; ++i) on_host.clear(i);
    for (const std::uint64_t key : keys) {
      int slot = ListTable::first_slot(key);
      while (on_host.keys()[slot] != 0) slot = (slot + 1) % table_slots;
      on_host.keys()[slot] = key;
    }
    from_host(table.words, words);
  }

  void make_dictionary(const std::vector<ListCandidate>& lists) {
    if (lists.empty()) {
      result.pattern_ids = {};
      return;
    }
    const HostWords words(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "filigree::pattern::host_dictionary"),
        DictionaryPlan::num_words);
    const DictionaryPlan plan{words.data()};
    std::fill_n(plan.id_of_slot(), table_slots, not_in_dictionary);
    plan.list_offsets()[0] = 0;
    const int count = int(lists.size());
    for (int id = 0; id < count; ++id) {
      plan.first_rows()[id] = lists[id].first_row;
      plan.list_offsets()[id + 1] = plan.list_offsets()[id] + std::int32_t(lists[id].length);
      plan.id_of_slot()[lists[id].slot] = std::uint8_t(id);
      result.max_list_length = std::max(result.max_list_length, std::int64_t(lists[id].length));
    }
    result.list_entries = plan.list_offsets()[count];
    from_host(dictionary.words, words);
    write_lists(count);
  }

  void write_lists(int count) {
    const Kokkos::View<std::int32_t*, Memory> both(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::pattern::lists"),
        count + 1 + result.list_entries);
    result.list_offsets =
        Kokkos::subview(both, Kokkos::pair<std::int64_t, std::int64_t>(0, count + 1));
    result.lists = Kokkos::subview(
        both, Kokkos::pair<std::int64_t, std::int64_t>(count + 1, count + 1 + result.list_entries));
    using Write = WriteList<Exec, Offset, Index>;
    Kokkos::parallel_for(
        "filigree::pattern::write_lists",
        typename Write::Policy(exec, count + 1, is_host_execution_v<Exec> ? 1 : 128),
        Write{dictionary, rows, count, result.list_offsets.data(), result.lists.data()});
  }

  // --- the blocks
  // -------------------------------------------------------------------------------------------------

  CompressionTotals encode() {
    CompressionOptions allowed = options;
    allowed.allow_shared_lists = shares_lists();
    const Encode kernel{rows,
                        allowed,
                        result.indices().num_lists,
                        dictionary.id_of_slot(),
                        result.list_offsets.data(),
                        result.lists.data(),
                        row_slots,
                        facts,
                        result.pattern_ids.data(),
                        result.block_encoding.data()};
    Kokkos::parallel_for("filigree::pattern::encode_blocks", team_policy<Encode>(), kernel);
    CompressionTotals totals;
    Kokkos::parallel_reduce("filigree::pattern::sum_blocks", Range(exec, 0, num_blocks),
                            SumBlocks<Exec, Offset, Index>{kernel, options.longest_whole_row},
                            totals);
    exec.fence("filigree::compress_pattern: totals");
    return totals;
  }

  void fill(const CompressionTotals& totals) {
    std::copy_n(totals.blocks_of, num_index_encodings, result.blocks_of);
    std::copy_n(totals.entries_of, num_index_encodings, result.entries_of);
    result.max_block_entries = totals.max_block_entries;
    result.rows_off_dictionary = totals.rows_off_dictionary;
    result.index_bytes = double(totals.index_bytes);
    const auto uninitialised = [&](const std::string& label) {
      return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
    };
    const bool shares = result.blocks_of[int(IndexEncoding::shared_lists)] > 0;
    const bool narrows = result.blocks_of[int(IndexEncoding::narrow)] > 0;
    if (result.blocks_of[int(IndexEncoding::dictionary)] == 0) {
      result.list_offsets = {};
      result.lists = {};
      result.list_entries = result.max_list_length = 0;
    }
    if (shares) {
      result.block_groups = Kokkos::View<std::int32_t*, Memory>(
          uninitialised("filigree::pattern::block_groups"), num_blocks + 1);
      result.group_rows = Kokkos::View<std::int64_t*, Memory>(
          uninitialised("filigree::pattern::group_rows"), totals.groups);
      Kokkos::parallel_scan("filigree::pattern::number_groups", Range(exec, 0, num_blocks + 1),
                            NumberGroups{facts, result.block_encoding.data(), num_blocks,
                                         result.block_groups.data()});
    }
    if (narrows) {
      result.narrow = detail::allocate<std::uint16_t, Memory>("spmv_plan", exec,
                                                              "filigree::pattern::narrow", nnz);
      result.block_base = Kokkos::View<std::int64_t*, Memory>(
          uninitialised("filigree::pattern::block_base"), num_blocks);
    }
    if (!shares && !narrows) return;
    using Fill = FillBlocks<Exec, Offset, Index>;
    const int threads = is_host_execution_v<Exec> ? 1 : 256;
    Kokkos::parallel_for(
        "filigree::pattern::fill_blocks", typename Fill::Policy(exec, int(num_blocks), threads),
        Fill{rows, result.block_encoding.data(), facts, row_slots, result.block_groups.data(),
             result.group_rows.data(), result.narrow.data(), result.block_base.data()});
  }
};

}  // namespace

template <class Exec, class Offset, class Index>
EncodedPattern<typename Exec::memory_space> compress_pattern(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern,
    const CompressionOptions& options) {
  return PatternCompressor<Exec, Offset, Index>(exec, pattern, options).run();
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index)                        \
  template EncodedPattern<typename Exec::memory_space> compress_pattern( \
      const Exec&, const GatherPattern<Offset, Index>&, const CompressionOptions&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
