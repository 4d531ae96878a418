// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <cuda/launch_device.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/statistics.hpp>
#include <spmv/cuda/partition.hpp>
#include <spmv/cuda/select.hpp>
#include <spmv/cuda/warp_tile.hpp>
#include <spmv/long_rows.hpp>

/// The rows that CUDA kernels cut into segments, as plans find them and kernels take them.

namespace filigree::detail {

/// Room for a pair of partials a thread block, in the widest compute type.
inline std::size_t partials_bytes(std::int64_t blocks) {
  return std::size_t(blocks) * 2 * sizeof(complex_double);
}

template <class Offset>
struct CountLongRows {
  const Offset* row_offsets;
  std::int64_t limit;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& sum) const {
    sum += row_offsets[row + 1] - row_offsets[row] > limit;
  }
};

template <class Offset>
struct ListLongRows {
  const Offset* row_offsets;
  std::int64_t limit;
  std::int64_t* rows;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& position, bool last) const {
    if (row_offsets[row + 1] - row_offsets[row] <= limit) return;
    if (last) rows[position] = row;
    ++position;
  }
};

/// Behind the listed rows: the segments before each.
template <class Offset>
struct CountSegments {
  const Offset* row_offsets;
  std::int64_t count;
  std::int64_t* rows;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& sum, bool last) const {
    constexpr std::int64_t segment = cuda::segment_entries;
    if (last) rows[count + i] = sum;
    if (i < count) sum += (row_offsets[rows[i] + 1] - row_offsets[rows[i]] + segment - 1) / segment;
  }
};

/// The rows with more than \c limit entries, ascending, in the first of \c size places.
template <class Exec, class Offset>
Kokkos::View<std::int64_t*, typename Exec::memory_space> list_long_rows(const Exec& exec,
                                                                        std::int64_t num_rows,
                                                                        const Offset* row_offsets,
                                                                        std::int64_t limit,
                                                                        std::int64_t size) {
  const Kokkos::View<std::int64_t*, typename Exec::memory_space> rows(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::spmv::long_rows"), size);
  Kokkos::parallel_scan(
      "filigree::spmv::list_long_rows",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows),
      ListLongRows<Offset>{row_offsets, limit, rows.data()});
  return rows;
}

/// The plan's rows with more than prepared.limit entries. Waits for the device.
template <class Exec, class Offset>
void find_long_rows(const Exec& exec, std::int64_t num_rows, const Offset* row_offsets,
                    PreparedLongRows<typename Exec::memory_space>& prepared) {
  using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  std::int64_t count = 0;
  Kokkos::parallel_reduce("filigree::spmv::count_long_rows", Rows(exec, 0, num_rows),
                          CountLongRows<Offset>{row_offsets, prepared.limit}, count);
  if (count == 0) return;
  const auto rows = list_long_rows(exec, num_rows, row_offsets, prepared.limit, 2 * count + 1);
  std::int64_t segments = 0;
  Kokkos::parallel_scan("filigree::spmv::count_segments", Rows(exec, 0, count + 1),
                        CountSegments<Offset>{row_offsets, count, rows.data()}, segments);
  prepared.rows = rows;
  prepared.count = count;
  prepared.num_segments = segments;
}

/// The plan's long rows, with room for their segments' sums in the workspace. `staged`: rows of so
/// many entries may be in a row block's shared memory, whose walk does not tell them from others,
/// and are no long rows.
template <class Exec, class Offset, class Index>
void prepare_long_rows(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                       const PatternStatistics& statistics,
                       PreparedLongRows<typename Exec::memory_space>& prepared,
                       std::int64_t staged = 0) {
  prepared.limit =
      std::max(staged, cuda::longest_whole_row(pattern.nnz, statistics.mean_row_length));
  if (statistics.max_row_length > prepared.limit)
    find_long_rows(exec, pattern.num_rows, pattern.row_offsets, prepared);
  prepared.workspace_bytes = std::size_t(prepared.num_segments) * sizeof(complex_double);
  prepared.reduction_workspace_bytes =
      partials_bytes((prepared.count + cuda::warp_tile_warps - 1) / cuda::warp_tile_warps);
}

/// The long rows of a plan. A one-shot product, which has prepared nothing, has them searched for
/// where it is large enough to pay for that, or its rows are long on average.
template <class Pattern, class MemorySpace>
cuda::LongRows long_rows(const Kokkos::Cuda& exec, const Pattern& pattern,
                         const PreparedLongRows<MemorySpace>* prepared, void* workspace) {
  cuda::LongRows result;
  const bool worth_a_search =
      pattern.nnz >= many_entries || rows_are_long(pattern.nnz, pattern.num_rows);
  if (prepared == nullptr && worth_a_search && compute_capability(exec) >= 90) {
    result.limit = cuda::huge_row_entries;
    result.unlisted = true;
  }
  if (prepared == nullptr || prepared->count == 0) return result;
  result.limit = prepared->limit;
  result.count = prepared->count;
  result.num_segments = prepared->num_segments;
  result.rows = prepared->rows.data();
  result.first_segment = prepared->rows.data() + prepared->count;
  result.sums = workspace;
  return result;
}

/// Where a product's partials of reductions lie in its workspace.
inline std::size_t partials_at(const PreparedKernel* prepared) {
  return prepared == nullptr ? 0 : prepared->workspace_bytes;
}

}  // namespace filigree::detail
