// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmm/host/kernel.hpp"
#include "spmm/host/scattered_rows.hpp"
#include "spmm/host/tile_scatter.hpp"

/// Products with the transposed matrix on the host from the rows as they are stored: each part of
/// the rows adds to sums of its columns (spmv/host/column_windows.hpp), a tile of columns of B and
/// C at a time; then what parts share is added in their order. No atomics: the bits of a result
/// depend on the parts only.

namespace filigree::detail {

template <class Exec, class T, class Index>
struct SpmmTransposedHostLaunch {
  HostTile<T, Index> tile;
  TileScatter<T, Index> kernels;
  ColumnWindows windows;
  std::int64_t lanes;
  T* sums;
  // Where B is not row-major: each part copies the rows that it is about to add.
  PackRows<T> pack = nullptr;
  PackedColumns<T> columns;  ///< its panel: host_range_rows rows a part

  struct Accumulate {};
  struct AddShared {};

  void launch(const Exec& exec) const {
    Kokkos::parallel_for("filigree::spmm::transposed_host", policy<Accumulate>(exec), *this);
    Kokkos::parallel_for("filigree::spmm::transposed_host_add", policy<AddShared>(exec), *this);
  }

  void operator()(Accumulate, const std::int64_t part) const {
    const std::int64_t last_row = windows.first_rows()[part + 1];
    PackedColumns<T> rows = columns;
    HostTile<T, Index> mine = tile;
    accumulate_part(
        windows, part, sums_of(part),
        [&](std::int64_t block, T* first_sums, std::int64_t first) {
          // Where alpha is 0 nothing of A and B may reach the result, not even a NaN.
          if (tile.alpha == T{}) return;
          const std::int64_t row = block * host_range_rows;
          const std::int64_t end = std::min(row + host_range_rows, last_row);
          if (pack != nullptr) {
            rows.panel = columns.panel + (part * host_range_rows - row) * lanes;
            pack(rows, row, end);
            mine.panel = rows.panel;
          }
          kernels.add(mine, row, end, first_sums - first * lanes);
        },
        [&](std::int64_t first, std::int64_t last, const T* from) {
          kernels.store(tile, first, last, from);
        });
    finish();
  }

  void operator()(AddShared, const std::int64_t part) const {
    for_each_shared(
        windows.parts, part, tile.rows.num_cols,
        [&](std::int64_t p) -> const ColumnWindow& { return windows.windows()[p]; },
        [&](std::int64_t first, std::int64_t last) {
          for (; first < last; first += host_tile_rows)
            add_shared(first, std::min(first + host_tile_rows, last));
        });
    finish();
  }

 private:
  template <class Tag>
  auto policy(const Exec& exec) const {
    return Kokkos::RangePolicy<Exec, Tag, Kokkos::IndexType<std::int64_t>>(exec, 0, windows.parts,
                                                                           Kokkos::ChunkSize(1));
  }

  WindowSums<T> sums_of(std::int64_t part) const {
    return WindowSums<T>(windows.windows()[part], lanes, sums);
  }

  void add_shared(std::int64_t first, std::int64_t last) const {
    alignas(64) T total[host_tile_rows * host_tile_bytes / sizeof(T)];
    std::fill_n(total, (last - first) * lanes, T{});
    for (std::int64_t p = 0; p < windows.parts; ++p) sums_of(p).add_kept(first, last, total);
    kernels.store(tile, first, last, total);
  }

  void finish() const {
#if FILIGREE_HOST_SIMD
    if (tile.streams) _mm_sfence();
#endif
  }
};

struct SpmmTransposedHostKernel : private SpmmHostKernel {
  static constexpr std::string_view name = "spmm_csr_transposed_host";

  template <class Exec, class Problem>
  static constexpr bool takes = SpmmHostKernel::takes<Exec, Problem>;

  static bool can_implement(const SpmmInput& input) {
    return input.planned && input.column_sums > 0;
  }
  /// Below what it costs to gather values one by one.
  static double seconds(const SpmmInput&) { return 0.5; }

  static std::size_t workspace_bytes(const SpmmInput& input) {
    std::int64_t rows = input.column_sums;
    if (input.b_layout != DenseLayout::row_major) rows += input.row_parts * host_range_rows;
    return std::size_t(rows * tile_row_bytes(input) + 64);
  }

  template <class Exec>
  static PatternRead pattern_read(const SpmmInput&, const SpmmPrepared<Exec>& prepared,
                                  const PatternRead&) {
    return prepared.scattered.pattern_read(prepared.statistics.nnz, prepared.index_bytes);
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec&, const GatherPattern<Offset, Index>&, const ScalarKind&,
                      SpmmPrepared<Exec>&) {}

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const SpmmPrepared<Exec>& prepared) {
    using T = typename Problem::compute_type;
    using Index = typename Problem::rows_type::index_type;
    const auto& scattered = prepared.scattered;
    const auto rows = scattered.template rows<Index>();
    const HostRowLists lists = scattered.lists.view();
    const bool packs = problem.num_columns > 1 && problem.B.col_stride != 1;
    const auto address = reinterpret_cast<std::uintptr_t>(problem.workspace);
    T* const workspace = static_cast<T*>(problem.workspace) + (64 - address % 64) % 64 / sizeof(T);
    for (std::int64_t first = 0; first < problem.num_columns; first += host_tile_width<T>) {
      const std::int64_t width = std::min(host_tile_width<T>, problem.num_columns - first);
      SpmmTransposedHostLaunch<Exec, T, Index> launch;
      launch.lanes = padded_tile_width<T>(host_isa(), width);
      launch.windows = scattered.windows.windows();
      launch.sums = workspace;
      launch.tile = row_tile(problem, rows, lists, Part<T>{first, width});
      launch.tile.prefetches =
          scattered.largest_window * launch.lanes * std::int64_t(sizeof(T)) >= prefetched_bytes;
      if (packs) {
        launch.columns = tile_columns_of(problem.B, 0, first, width,
                                         workspace + scattered.windows.num_sums * launch.lanes);
        launch.pack = pack_rows_for(host_isa(), launch.columns);
        launch.tile.is_padded = true;
        launch.tile.panel_stride = launch.lanes;
      }
      launch.kernels = tile_scatter_for<T, Index>(host_isa(), width, launch.tile.is_padded);
      for (std::int64_t batch = 0; batch < problem.batch_count; ++batch) {
        launch.launch(exec);
        launch.tile.values += problem.values_stride;
        launch.tile.panel += problem.B.batch_stride;
        launch.columns.B += problem.B.batch_stride;
        launch.tile.C.data += problem.C.batch_stride;
      }
    }
  }
};

}  // namespace filigree::detail
