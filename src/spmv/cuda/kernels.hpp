// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <cuda/offset_array.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/compressed.hpp>
#include <pattern/hot_columns.hpp>
#include <spmv/cuda/call_arguments.hpp>
#include <spmv/cuda/find_long_rows.hpp>
#include <spmv/cuda/hot_columns.hpp>
#include <spmv/cuda/partition.hpp>
#include <spmv/cuda/row_block.hpp>
#include <spmv/cuda/scatter.hpp>
#include <spmv/cuda/select.hpp>
#include <spmv/cuda/subwarp.hpp>
#include <spmv/cuda/warp_tile.hpp>

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

/// What kernels have in common that cut long rows.
struct LongRowsCuda {
  static constexpr bool fuses_reductions = true;
  template <class Exec>
  using Prepared = PreparedLongRows<typename Exec::memory_space>;
  template <class Exec, class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>();
};

/// Row blocks over raw columns.
struct CsrStreamCuda : CsrStreamChoice, LongRowsCuda {
  static constexpr bool reads_compressed = false;

  template <class Exec, class Offset, class Index>
  static auto prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SpmvInput& input, const PatternFindings<typename Exec::memory_space>&) {
    const auto prepared = std::make_shared<Prepared<Exec>>();
    const double mean = input.statistics.mean_row_length;
    const int rows = cuda::rows_per_block(mean);
    prepare_long_rows(exec, pattern, input.statistics, *prepared, cuda::block_capacity(mean, rows));
    prepared->reduction_workspace_bytes += partials_bytes((pattern.num_rows + rows - 1) / rows);
    return prepared;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices&,
                     const Prepared<Exec>* prepared) {
    const auto& pattern = problem.pattern;
    const double mean = double(pattern.nnz) / double(std::max<std::int64_t>(1, pattern.num_rows));
    cuda::RowBlocks blocks{};
    blocks.rows_per_block = cuda::rows_per_block(mean);
    blocks.capacity = cuda::block_capacity(mean, blocks.rows_per_block);
    blocks.lanes_a_row = cuda::lanes_per_row(blocks.rows_per_block);
    const cuda::LongRows rows = long_rows(exec, pattern, prepared, problem.workspace);
    blocks.limit = rows.limit;
    blocks.stages_raw = true;
    check_launch("csr_stream_cuda",
                 cuda::launch_row_block(cuda_arguments(problem, partials_at(prepared)), blocks,
                                        false, rows, launch_stream(exec)));
  }
};

/// Row blocks over compressed indices.
struct CsrCompressedCuda : CsrCompressedChoice, LongRowsCuda {
  static constexpr bool reads_compressed = true;

  /// Entries that a block stages. More would leave a multiprocessor too few blocks; larger blocks
  /// go unstaged.
  static int capacity(const CompressedIndices& compressed) {
    constexpr std::int64_t most = 4096;
    return int(std::min(compressed.max_block_entries, most));
  }

  template <class Exec, class Offset, class Index>
  static auto prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SpmvInput& input,
                      const PatternFindings<typename Exec::memory_space>& findings) {
    const auto prepared = std::make_shared<Prepared<Exec>>();
    const CompressedIndices compressed = findings.compressed.indices();
    prepare_long_rows(exec, pattern, input.statistics, *prepared, capacity(compressed));
    prepared->reduction_workspace_bytes +=
        partials_bytes(compressed.num_blocks + cuda::group_blocks(compressed.num_groups));
    return prepared;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const Prepared<Exec>* prepared) {
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
    const cuda::LongRows rows = long_rows(exec, problem.pattern, prepared, problem.workspace);
    blocks.limit = rows.limit;
    blocks.num_groups = compressed.num_groups;
    blocks.only_groups = compressed.only_shared_lists;
    blocks.stages_raw = compressed.has_raw_blocks;
    blocks.stages_narrow = compressed.narrow != nullptr;
    check_launch("csr_compressed_cuda",
                 cuda::launch_row_block(cuda_arguments(problem, partials_at(prepared)), blocks,
                                        true, rows, launch_stream(exec)));
  }
};

/// Warp tiles, over values as they lie or through a plan's value_index.
struct WarpTilesCuda : LongRowsCuda {
  static constexpr bool reads_compressed = false;

  template <class Exec, class Offset, class Index>
  static auto prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SpmvInput& input, const PatternFindings<typename Exec::memory_space>&) {
    const auto prepared = std::make_shared<Prepared<Exec>>();
    prepare_long_rows(exec, pattern, input.statistics, *prepared);
    const int rows = cuda::warp_tile_warps * cuda::rows_per_warp(pattern.nnz, pattern.num_rows);
    prepared->reduction_workspace_bytes += partials_bytes((pattern.num_rows + rows - 1) / rows);
    return prepared;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices&,
                     const Prepared<Exec>* prepared) {
    check_launch(
        "csr_warp_tile_cuda",
        cuda::launch_warp_tile(cuda_arguments(problem, partials_at(prepared)),
                               long_rows(exec, problem.pattern, prepared, problem.workspace),
                               launch_stream(exec)));
  }
};

struct CsrWarpTileCuda : CsrWarpTileChoice, WarpTilesCuda {};

/// A few lanes a row, and a thread block for a long one.
struct CsrSubwarpCuda : CsrSubwarpChoice {
  static constexpr bool fuses_reductions = true;
  static constexpr bool reads_compressed = false;
  template <class Exec, class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>();

  template <class Exec>
  struct Prepared : PreparedKernel {
    cuda::SubwarpShape shape{};
    std::int64_t num_long = 0;
    Kokkos::View<std::int64_t*, typename Exec::memory_space> long_rows;

    std::int64_t memory_bytes() const override {
      return std::int64_t(sizeof(std::int64_t) * long_rows.extent(0));
    }
  };

  template <class Exec, class Offset, class Index>
  static auto prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SpmvInput&, const PatternFindings<typename Exec::memory_space>&) {
    using Count = CountRowLengths<Exec, Offset>;
    const auto prepared = std::make_shared<Prepared<Exec>>();
    cuda::RowLengthCounts counts;
    if (pattern.nnz > 0)  // else the arrays may be null
      Kokkos::parallel_reduce("filigree::spmv::count_row_lengths",
                              typename Count::Policy(exec, 0, pattern.num_rows),
                              Count{pattern.row_offsets}, counts);
    exec.fence("filigree::spmv::count_row_lengths");
    prepared->shape = cuda::subwarp_shape(counts);
    prepared->num_long = counts.longer_than(prepared->shape.limit);
    if (prepared->num_long > 0)
      prepared->long_rows = list_long_rows(exec, pattern.num_rows, pattern.row_offsets,
                                           prepared->shape.limit, prepared->num_long);
    prepared->reduction_workspace_bytes =
        partials_bytes(cuda::subwarp_blocks(pattern.num_rows, rows(pattern, prepared.get())));
    return prepared;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices&,
                     const Prepared<Exec>* prepared) {
    check_launch("csr_subwarp_cuda",
                 cuda::launch_subwarp(cuda_arguments(problem, partials_at(prepared)),
                                      rows(problem.pattern, prepared), launch_stream(exec)));
  }

 private:
  template <class Pattern, class PreparedRows>
  static cuda::SubwarpRows rows(const Pattern& pattern, const PreparedRows* prepared) {
    if (prepared != nullptr)
      return {prepared->shape, true, prepared->num_long, prepared->long_rows.data()};
    const double mean = double(pattern.nnz) / double(std::max<std::int64_t>(1, pattern.num_rows));
    return {cuda::subwarp_shape(pattern.num_rows, mean), false, 0, nullptr};
  }
};

/// Warp tiles with the most frequent columns' x in shared memory.
struct CsrHotColumnsCuda : CsrHotColumnsChoice {
  static constexpr bool fuses_reductions = true;
  static constexpr bool reads_compressed = false;
  template <class Exec, class Problem>
  static constexpr bool takes =
      has_cuda_instance<Problem>() &&
      std::is_same_v<typename Problem::matrix_scalar, typename Problem::x_scalar> &&
      (sizeof(typename Problem::x_scalar) == 4 || sizeof(typename Problem::x_scalar) == 8);

  template <class Exec>
  struct Prepared : PreparedLongRows<typename Exec::memory_space> {
    Kokkos::View<std::int32_t*, typename Exec::memory_space> hot_columns;   ///< as HotColumns
    Kokkos::View<std::int32_t*, typename Exec::memory_space> column_codes;  ///< encode_hot_columns

    std::int64_t memory_bytes() const override {
      return PreparedLongRows<typename Exec::memory_space>::memory_bytes() +
             std::int64_t(sizeof(std::int32_t) * (hot_columns.extent(0) + column_codes.extent(0)));
    }
  };

  template <class Exec, class Offset, class Index>
  static auto prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SpmvInput& input,
                      const PatternFindings<typename Exec::memory_space>& findings) {
    const auto prepared = std::make_shared<Prepared<Exec>>();
    prepare_long_rows(exec, pattern, input.statistics, *prepared);
    prepared->reduction_workspace_bytes += partials_bytes(input.device.multiprocessors);
    prepared->hot_columns = findings.hot_columns.columns;
    prepared->column_codes = encode_hot_columns(exec, pattern, prepared->hot_columns);
    return prepared;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices&,
                     const Prepared<Exec>* prepared) {
    const cuda::HotColumnCodes hot{prepared->column_codes.data(), prepared->hot_columns.data(),
                                   int(prepared->hot_columns.extent(0))};
    const PreparedLongRows<typename Exec::memory_space>* const of_rows = prepared;
    check_launch(
        "csr_hot_columns_cuda",
        cuda::launch_hot_columns(cuda_arguments(problem, partials_at(prepared)), hot,
                                 long_rows(exec, problem.pattern, of_rows, problem.workspace),
                                 exec.cuda_device_prop().multiProcessorCount, launch_stream(exec)));
  }
};

/// The one-shot transposed product: z += alpha A^T x, by atomics; A's own rows are in
/// problem.pattern.
struct CsrScatterCuda {
  /// In the order of cuda::ScatterKernel.
  static constexpr std::array<std::string_view, 3> names{
      "csr_scatter_cuda", "csr_scatter_lanes_cuda", "csr_scatter_runs_cuda"};
  // its atomics add to y, whose type must have them
  template <class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>() &&
                                sizeof(typename Problem::y_scalar) >= 4;

  static bool can_implement(const SpmvInput& input) {
    return is_plain(input) && !input.has_value_index && input.device.compute_capability >= 80;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, std::string_view name) {
    const cudaDeviceProp& device = exec.cuda_device_prop();
    const auto which = std::find(names.begin(), names.end(), name) - names.begin();
    check_launch(name.data(),
                 cuda::launch_scatter(cuda_arguments(problem, 0),
                                      {device.multiProcessorCount, device.sharedMemPerBlockOptin},
                                      cuda::ScatterKernel(which), launch_stream(exec)));
  }
};

}  // namespace filigree::detail
