// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/spmv_problem.hpp>
#include <spmv/cuda/two_pass.hpp>

/// Products with the transpose in two passes that both stream. The first reads the values as they
/// are stored, a tile of consecutive entries at a time, and orders the products of a tile by row of
/// the result in fast memory; the second collects, for a bucket of consecutive rows of the result,
/// the runs that each tile has for it, and sums them row by row. docs/spmv.md describes it.

namespace filigree::detail {

/// The plan of both passes: owns what cuda::TwoPass points to, which says what the arrays mean.
template <class MemorySpace>
struct TwoPassPattern {
  template <class T>
  using Array = Kokkos::View<T*, MemorySpace>;

  int block_entries = 0;
  std::int64_t num_entries = 0;
  std::int64_t num_tiles = 0;
  std::int64_t num_partials = 0;
  std::int64_t num_buckets = 0;
  bool merged = false;

  Array<std::uint16_t> slots;
  Array<std::uint32_t> row_bits;
  Array<std::int32_t> word_rows;
  Array<std::int32_t> rows;
  Array<std::uint32_t> chunk_heads;
  Array<std::uint16_t> chunk_partials;
  Array<std::int32_t> tile_partials;
  Array<std::uint32_t> run_sources;
  Array<std::uint32_t> run_bits;
  Array<std::int32_t> word_runs;
  Array<std::int32_t> fill;
  Array<std::uint16_t> order;
  Array<std::int32_t> chunk_rows;

  cuda::TwoPass pointers() const {
    return {num_entries,
            num_tiles,
            num_buckets,
            num_partials,
            merged,
            slots.data(),
            row_bits.data(),
            word_rows.data(),
            rows.data(),
            chunk_heads.data(),
            chunk_partials.data(),
            tile_partials.data(),
            run_sources.data(),
            run_bits.data(),
            word_runs.data(),
            fill.data(),
            order.data(),
            chunk_rows.data()};
  }

  std::int64_t memory_bytes() const {
    return std::int64_t(2 * (slots.extent(0) + chunk_partials.extent(0) + order.extent(0)) +
                        4 * (row_bits.extent(0) + word_rows.extent(0) + rows.extent(0) +
                             chunk_heads.extent(0) + tile_partials.extent(0) +
                             run_sources.extent(0) + run_bits.extent(0) + word_runs.extent(0) +
                             fill.extent(0) + chunk_rows.extent(0)));
  }

  /// Sums that the first pass writes and the second reads, and two a bucket for rows that go on in
  /// the next one.
  std::int64_t num_sums() const { return num_partials + 2 * num_buckets; }
};

/// Entries (and sums) that a tile (and a bucket) has room for where a sum is this wide.
constexpr int two_pass_block_entries(std::size_t sum_bytes) {
  return cuda::two_pass_threads(sum_bytes) * cuda::chunk_entries_a_thread;
}

/// Plans both passes for a pattern that is the transpose of the stored one (`pattern.transposes`).
/// Below 2^31 entries and rows. Waits for the result, which is the same in every run.
template <class Exec, class Offset, class Index>
TwoPassPattern<typename Exec::memory_space> plan_two_passes(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern, int block_entries);

}  // namespace filigree::detail
