// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <vector>

#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <cuda/offset_array.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/compressed.hpp>
#include <pattern/hot_columns.hpp>
#include <spmv/cuda/call_arguments.hpp>
#include <spmv/cuda/hot_columns.hpp>
#include <spmv/cuda/partition.hpp>
#include <spmv/cuda/row_block.hpp>
#include <spmv/cuda/scatter.hpp>
#include <spmv/cuda/subwarp.hpp>
#include <spmv/cuda/warp_tile.hpp>
#include <spmv/select.hpp>
#include <spmv/tuned_arrays.hpp>

/// The tuned CUDA kernels as tuned.hpp lists them: the step from Kokkos types to the kernels' own.

namespace filigree::detail {

/// The scalar types that src/spmv/cuda/instances.hpp names.
template <class Problem>
constexpr bool has_cuda_scalars() {
  using A = typename Problem::matrix_scalar;
  using X = typename Problem::x_scalar;
  using Y = typename Problem::y_scalar;
  constexpr bool uniform = std::is_same_v<A, X> && std::is_same_v<X, Y> &&
                           (std::is_same_v<A, float> || std::is_same_v<A, double> ||
                            std::is_same_v<A, complex_float> || std::is_same_v<A, complex_double>);
  constexpr bool widened =
      std::is_same_v<A, float> && std::is_same_v<X, double> && std::is_same_v<Y, double>;
  constexpr bool sixteen =
      (std::is_same_v<A, half> || std::is_same_v<A, bfloat16>)&&std::is_same_v<X, A> &&
      (std::is_same_v<Y, A> || std::is_same_v<Y, float>);
  return uniform || widened || sixteen;
}

/// All the types that it names.
template <class Problem>
constexpr bool has_cuda_instance() {
  return has_cuda_scalars<Problem>() &&
         sizeof(typename Problem::offset_type) >= sizeof(typename Problem::index_type);
}

template <class Problem>
auto cuda_arguments(const Problem& problem, std::size_t partials_at) {
  using A = cuda_scalar_t<typename Problem::matrix_scalar>;
  using X = cuda_scalar_t<typename Problem::x_scalar>;
  using Y = cuda_scalar_t<typename Problem::y_scalar>;
  using C = cuda_scalar_t<typename Problem::compute_type>;
  const auto& pattern = problem.pattern;
  return cuda::SpmvArguments<A, X, Y, C, typename Problem::offset_type,
                             typename Problem::index_type>{
      pattern.num_rows,
      pattern.num_cols,
      pattern.nnz,
      pattern.row_offsets,
      pattern.col_indices,
      pattern.value_index,
      pattern.base,
      pattern.conjugate,
      reinterpret_cast<const A*>(problem.values),
      cuda_argument(problem.alpha),
      reinterpret_cast<const X*>(problem.x),
      cuda_argument(problem.beta),
      reinterpret_cast<const Y*>(problem.y),
      reinterpret_cast<Y*>(problem.z),
      reinterpret_cast<const Y*>(problem.dot_with),
      reinterpret_cast<C*>(problem.reductions),
      problem.reductions == nullptr
          ? nullptr
          : reinterpret_cast<C*>(static_cast<std::byte*>(problem.workspace) + partials_at)};
}

inline void check_launch(const char* kernel, cudaError_t error) {
  check_launch("spmv", kernel, error);
}

/// Room for a pair of partials a thread block, in the widest compute type.
inline std::size_t partials_bytes(std::int64_t blocks) {
  return std::size_t(blocks) * 2 * sizeof(complex_double);
}

/// Rows to launch blocks for, and nothing about them that only the generic kernel knows.
inline bool is_plain(const SelectInput& input) {
  return input.statistics.num_rows > 0 && !input.filtered && !input.unit_diagonal;
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

/// The plan's rows with more than \c limit entries, then the segments before each. Waits for the
/// device.
template <class Exec, class Offset>
void find_long_rows(const Exec& exec, std::int64_t num_rows, const Offset* row_offsets,
                    std::int64_t limit, TunedArrays<typename Exec::memory_space>& arrays) {
  using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  std::int64_t count = 0;
  Kokkos::parallel_reduce("filigree::spmv::count_long_rows", Rows(exec, 0, num_rows),
                          CountLongRows<Offset>{row_offsets, limit}, count);
  if (count == 0) return;
  const auto rows = list_long_rows(exec, num_rows, row_offsets, limit, 2 * count + 1);
  std::int64_t segments = 0;
  Kokkos::parallel_scan("filigree::spmv::count_segments", Rows(exec, 0, count + 1),
                        CountSegments<Offset>{row_offsets, count, rows.data()}, segments);
  arrays.row_starts = rows;
  arrays.counts[0] = count;
  arrays.counts[1] = segments;
}

/// Counts rows by their number of entries, none of which passes the last class's bound.
template <class Exec, class Offset>
struct CountRowLengths {
  using value_type = cuda::RowLengthCounts;
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  const Offset* row_offsets;

  KOKKOS_FUNCTION void init(value_type& counts) const { counts = value_type{}; }

  KOKKOS_FUNCTION void operator()(const std::int64_t row, value_type& counts) const {
    const std::int64_t length = row_offsets[row + 1] - row_offsets[row];
    int length_class = 0;
    for (std::int64_t bound = cuda::subwarp_loads;
         bound < length && length_class + 1 < value_type::num_classes; bound *= 2)
      ++length_class;
    ++counts.rows[length_class];
  }

  KOKKOS_FUNCTION void join(value_type& counts, const value_type& other) const {
    for (int c = 0; c < value_type::num_classes; ++c) counts.rows[c] += other.rows[c];
  }
};

/// The plan's long rows, with room for their segments' sums in the workspace. row_starts: the long
/// rows, then where each one's segments start; counts: long rows, segments, the longest row that is
/// not one. `staged`: rows of so many entries may be in a row block's shared memory, whose walk
/// does not tell them from others, and are no long rows.
template <class Exec, class Offset, class Index>
void prepare_long_rows(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                       const PatternStatistics& statistics,
                       TunedArrays<typename Exec::memory_space>& arrays, std::int64_t staged = 0) {
  const std::int64_t limit =
      std::max(staged, cuda::longest_whole_row(pattern.nnz, statistics.mean_row_length));
  arrays.counts[2] = limit;
  if (statistics.max_row_length > limit)
    find_long_rows(exec, pattern.num_rows, pattern.row_offsets, limit, arrays);
  arrays.workspace_bytes = std::size_t(arrays.counts[1]) * sizeof(complex_double);
  arrays.reduction_workspace_bytes =
      partials_bytes((arrays.counts[0] + cuda::warp_tile_warps - 1) / cuda::warp_tile_warps);
}

/// The long rows of a plan. A one-shot product, whose arrays are empty, has them searched for where
/// it is large enough to pay for that, or its rows are long on average.
template <class Pattern, class MemorySpace>
cuda::LongRows long_rows(const Kokkos::Cuda& exec, const Pattern& pattern,
                         const TunedArrays<MemorySpace>& arrays, void* workspace) {
  cuda::LongRows result;
  const bool planned = arrays.counts[2] > 0;
  const bool worth_a_search =
      pattern.nnz >= many_entries || rows_are_long(pattern.nnz, pattern.num_rows);
  if (!planned && worth_a_search && compute_capability(exec) >= 90) {
    result.limit = cuda::huge_row_entries;
    result.unlisted = true;
  }
  if (arrays.counts[0] == 0) return result;
  result.limit = arrays.counts[2];
  result.count = arrays.counts[0];
  result.num_segments = arrays.counts[1];
  result.rows = arrays.row_starts.data();
  result.first_segment = arrays.row_starts.data() + arrays.counts[0];
  result.sums = workspace;
  return result;
}

/// Row blocks over raw columns.
struct CsrStreamCuda {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_stream_cuda;
  static constexpr bool fuses_reductions = true;
  static constexpr bool reads_compressed = false;
  template <class Exec, class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>();

  static bool can_implement(const SelectInput& input) {
    return is_plain(input) && !input.has_value_index && input.device.compute_capability >= 90 &&
           input.statistics.mean_row_length <= 1024;
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SelectInput& input, const CompressedIndices&,
                      TunedArrays<typename Exec::memory_space>& arrays) {
    const double mean = input.statistics.mean_row_length;
    const int rows = cuda::rows_per_block(mean);
    prepare_long_rows(exec, pattern, input.statistics, arrays, cuda::block_capacity(mean, rows));
    arrays.reduction_workspace_bytes += partials_bytes((pattern.num_rows + rows - 1) / rows);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices&,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    const auto& pattern = problem.pattern;
    const double mean = double(pattern.nnz) / double(std::max<std::int64_t>(1, pattern.num_rows));
    cuda::RowBlocks blocks{};
    blocks.rows_per_block = cuda::rows_per_block(mean);
    blocks.capacity = cuda::block_capacity(mean, blocks.rows_per_block);
    blocks.lanes_a_row = cuda::lanes_per_row(blocks.rows_per_block);
    const cuda::LongRows rows = long_rows(exec, pattern, arrays, problem.workspace);
    blocks.limit = rows.limit;
    blocks.stages_raw = true;
    check_launch("csr_stream_cuda",
                 cuda::launch_row_block(cuda_arguments(problem, arrays.workspace_bytes), blocks,
                                        false, rows, launch_stream(exec)));
  }
};

/// Row blocks over compressed indices.
struct CsrCompressedCuda {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_compressed_cuda;
  static constexpr bool fuses_reductions = true;
  static constexpr bool reads_compressed = true;
  template <class Exec, class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>();

  /// Entries that a block stages. More would leave a multiprocessor too few blocks; larger blocks
  /// go unstaged.
  static int capacity(const CompressedIndices& compressed) {
    constexpr std::int64_t most = 4096;
    return int(std::min(compressed.max_block_entries, most));
  }

  static bool can_implement(const SelectInput& input) {
    return is_plain(input) && !input.has_value_index && input.is_compressed() &&
           input.device.compute_capability >= 90;
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SelectInput& input, const CompressedIndices& compressed,
                      TunedArrays<typename Exec::memory_space>& arrays) {
    prepare_long_rows(exec, pattern, input.statistics, arrays, capacity(compressed));
    arrays.reduction_workspace_bytes +=
        partials_bytes(compressed.num_blocks + cuda::group_blocks(compressed.num_groups));
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    cuda::RowBlocks blocks{};
    blocks.rows_per_block = compressed.rows_per_block;
    blocks.capacity = capacity(compressed);
    blocks.block_encoding = compressed.block_encoding;
    blocks.pattern_ids = compressed.pattern_ids;
    blocks.list_offsets = compressed.list_offsets;
    blocks.lists = compressed.lists;
    blocks.group_rows = compressed.group_rows;
    blocks.narrow = compressed.narrow;
    blocks.block_base = compressed.block_base;
    blocks.lanes_a_row = cuda::lanes_per_row(compressed.rows_per_block);
    const cuda::LongRows rows = long_rows(exec, problem.pattern, arrays, problem.workspace);
    blocks.limit = rows.limit;
    blocks.num_groups = compressed.num_groups;
    blocks.only_groups = compressed.only_shared_lists;
    blocks.stages_raw = compressed.has_raw_blocks;
    blocks.stages_narrow = compressed.narrow != nullptr;
    check_launch("csr_compressed_cuda",
                 cuda::launch_row_block(cuda_arguments(problem, arrays.workspace_bytes), blocks,
                                        true, rows, launch_stream(exec)));
  }
};

/// Warp tiles, over stored values or, in CsrPermutedCuda, over values in a plan's order.
struct CsrWarpTileCuda {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_warp_tile_cuda;
  static constexpr bool fuses_reductions = true;
  static constexpr bool reads_compressed = false;
  template <class Exec, class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>();

  static bool can_implement(const SelectInput& input) {
    return is_plain(input) && !input.has_value_index && input.device.compute_capability >= 80;
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SelectInput& input, const CompressedIndices&,
                      TunedArrays<typename Exec::memory_space>& arrays) {
    prepare_long_rows(exec, pattern, input.statistics, arrays);
    const int rows = cuda::warp_tile_warps * cuda::rows_per_warp(pattern.nnz, pattern.num_rows);
    arrays.reduction_workspace_bytes += partials_bytes((pattern.num_rows + rows - 1) / rows);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices&,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    check_launch("csr_warp_tile_cuda",
                 cuda::launch_warp_tile(cuda_arguments(problem, arrays.workspace_bytes),
                                        long_rows(exec, problem.pattern, arrays, problem.workspace),
                                        launch_stream(exec)));
  }
};

/// A few lanes a row, and a thread block for a long one.
struct CsrSubwarpCuda {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_subwarp_cuda;
  static constexpr bool fuses_reductions = true;
  static constexpr bool reads_compressed = false;
  template <class Exec, class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>();

  /// A thread block takes as long for so many entries as two more launches do, which warp tiles
  /// cut them up with.
  static constexpr std::int64_t max_row_length =
      cuda::RowLengthCounts::bound(cuda::RowLengthCounts::num_classes - 1);

  static bool can_implement(const SelectInput& input) {
    return is_plain(input) && !input.has_value_index && input.device.compute_capability >= 80 &&
           input.statistics.max_row_length <= max_row_length;
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SelectInput&, const CompressedIndices&,
                      TunedArrays<typename Exec::memory_space>& arrays) {
    using Count = CountRowLengths<Exec, Offset>;
    cuda::RowLengthCounts counts;
    if (pattern.nnz > 0)  // else the arrays may be null
      Kokkos::parallel_reduce("filigree::spmv::count_row_lengths",
                              typename Count::Policy(exec, 0, pattern.num_rows),
                              Count{pattern.row_offsets}, counts);
    exec.fence("filigree::spmv::count_row_lengths");
    const cuda::SubwarpShape shape = cuda::subwarp_shape(counts);
    arrays.counts[0] = counts.longer_than(shape.limit);
    arrays.counts[1] = shape.lanes;
    arrays.counts[2] = shape.limit;
    if (arrays.counts[0] > 0)
      arrays.row_starts = list_long_rows(exec, pattern.num_rows, pattern.row_offsets, shape.limit,
                                         arrays.counts[0]);
    arrays.reduction_workspace_bytes +=
        partials_bytes(cuda::subwarp_blocks(pattern.num_rows, rows(pattern, arrays)));
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices&,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    check_launch("csr_subwarp_cuda",
                 cuda::launch_subwarp(cuda_arguments(problem, arrays.workspace_bytes),
                                      rows(problem.pattern, arrays), launch_stream(exec)));
  }

 private:
  /// A plan's counts: long rows, lanes, limit (0: there is no plan).
  template <class Pattern, class MemorySpace>
  static cuda::SubwarpRows rows(const Pattern& pattern, const TunedArrays<MemorySpace>& arrays) {
    const double mean = double(pattern.nnz) / double(std::max<std::int64_t>(1, pattern.num_rows));
    cuda::SubwarpRows result{};
    result.is_listed = arrays.counts[2] > 0;
    result.shape = result.is_listed ? cuda::SubwarpShape{int(arrays.counts[1]), arrays.counts[2]}
                                    : cuda::subwarp_shape(pattern.num_rows, mean);
    result.num_long = arrays.counts[0];
    result.long_rows = arrays.row_starts.data();
    return result;
  }
};

/// Warp tiles with the most frequent columns' x in shared memory.
struct CsrHotColumnsCuda {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_hot_columns_cuda;
  static constexpr bool fuses_reductions = true;
  static constexpr bool reads_compressed = false;
  template <class Exec, class Problem>
  static constexpr bool takes =
      has_cuda_instance<Problem>() &&
      std::is_same_v<typename Problem::matrix_scalar, typename Problem::x_scalar> &&
      (sizeof(typename Problem::x_scalar) == 4 || sizeof(typename Problem::x_scalar) == 8);

  static bool can_implement(const SelectInput& input) {
    return is_plain(input) && input.hot_coverage > 0;
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SelectInput& input, const CompressedIndices&,
                      TunedArrays<typename Exec::memory_space>& arrays) {
    prepare_long_rows(exec, pattern, input.statistics, arrays);
    arrays.reduction_workspace_bytes += partials_bytes(exec.cuda_device_prop().multiProcessorCount);
    arrays.column_codes = encode_hot_columns(exec, pattern, arrays.hot_columns);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices&,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    const cuda::HotColumnCodes hot{arrays.column_codes.data(), arrays.hot_columns.data(),
                                   int(arrays.hot_columns.extent(0))};
    check_launch(
        "csr_hot_columns_cuda",
        cuda::launch_hot_columns(cuda_arguments(problem, arrays.workspace_bytes), hot,
                                 long_rows(exec, problem.pattern, arrays, problem.workspace),
                                 exec.cuda_device_prop().multiProcessorCount, launch_stream(exec)));
  }
};

/// The one-shot transposed product: z += alpha A^T x, by atomics; A's own rows are in
/// problem.pattern.
struct CsrScatterCuda {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_scatter_cuda;
  // its atomics add to y, whose type must have them
  template <class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>() &&
                                sizeof(typename Problem::y_scalar) >= 4;

  static bool can_implement(const SelectInput& input) {
    return is_plain(input) && !input.has_value_index && input.device.compute_capability >= 80;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    const cudaDeviceProp& device = exec.cuda_device_prop();
    check_launch("csr_scatter_cuda",
                 cuda::launch_scatter(cuda_arguments(problem, 0),
                                      {device.multiProcessorCount, device.sharedMemPerBlockOptin},
                                      launch_stream(exec)));
  }
};

/// The planned transposed product: rows of the transposed pattern, values through value_index.
struct CsrPermutedCuda : CsrWarpTileCuda {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_permuted_cuda;

  static bool can_implement(const SelectInput& input) {
    return is_plain(input) && input.has_value_index && input.device.compute_capability >= 80;
  }
};

}  // namespace filigree::detail
