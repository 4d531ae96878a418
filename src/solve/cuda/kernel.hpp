// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <solve/cuda/launch.hpp>
#include <solve/cuda/select.hpp>
#include <solve/select.hpp>
#include <spmv/cuda/call_arguments.hpp>

/// The tuned CUDA kernels as tuned.hpp lists them: the step from Kokkos types to the kernels' own.

namespace filigree::detail {

/// What the tuned kernels have in common: their types and arguments.
template <class Derived>
struct SolveCudaKernel {
  template <class Exec, class Problem>
  static constexpr bool takes =
      std::is_same_v<Exec, Kokkos::Cuda> &&
      (std::same_as<typename Problem::compute_type, double> ||
       std::same_as<typename Problem::compute_type, float>)&&std::
          same_as<typename Problem::matrix_scalar, typename Problem::compute_type>&& std::same_as<
              typename Problem::x_scalar, typename Problem::compute_type>;

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const SolveInput& input, const Problem& problem) {
    check_launch("triangular_solve", Derived::name.data(),
                 Derived::launcher(arguments(input, problem), input.device.multiprocessors,
                                   problem.workspace, launch_stream(exec)));
  }

 protected:
  static bool is_there(const SolveInput& input) {
    return input.device.compute_capability >= 70 && input.num_columns > 0 &&
           input.statistics.num_rows > 0;
  }
  /// Workspace of kernels that hand on the unknowns of `at_once` right-hand sides, in words.
  /// \param tile that a row's words are a multiple of
  static std::size_t words_bytes(const SolveInput& input, std::int64_t at_once,
                                 std::int64_t tile = 1) {
    const std::int64_t columns = std::min(input.num_columns, at_once);
    return cuda::solve_workspace_bytes(input.statistics.num_rows,
                                       (columns + tile - 1) / tile * tile, input.scalar_bytes);
  }

 private:
  template <class Problem>
  static auto arguments(const SolveInput& input, const Problem& problem) {
    using T = typename Problem::compute_type;
    using Index = typename Problem::index_type;
    const auto& rows = problem.rows;
    cuda::SolveArguments<T, Index> arguments;
    arguments.num_rows = rows.num_rows;
    arguments.base = rows.base;
    arguments.index_base = rows.index_base;
    arguments.order = cuda_offsets(rows.order);
    arguments.num_entries = problem.statistics.num_entries;
    arguments.max_row_entries = problem.statistics.max_row_entries;
    arguments.num_levels = problem.statistics.num_levels;
    arguments.begins = cuda_offsets(rows.begin_offsets);
    arguments.ends = cuda_offsets(rows.end_offsets);
    if (rows.has_value_index) arguments.places = cuda_offsets(rows.value_index);
    arguments.cols = rows.col_indices;
    arguments.values = problem.values;
    arguments.lower = rows.lower;
    arguments.unit_diagonal = rows.unit_diagonal;
    arguments.block_size = int(rows.blocks.size);
    arguments.blocks_by_rows = rows.blocks.col_step == 1;
    arguments.num_unknowns = problem.statistics.num_rows;
    arguments.alpha = cuda_argument(problem.alpha);
    arguments.num_columns = problem.num_columns;
    arguments.b = problem.B.data;
    arguments.b_row_stride = problem.B.row_stride;
    arguments.b_col_stride = problem.B.col_stride;
    arguments.x = problem.X.data;
    arguments.x_row_stride = problem.X.row_stride;
    arguments.x_col_stride = problem.X.col_stride;
    arguments.policy = policy_of(problem.on_zero_pivot);
    arguments.substitute = T(problem.pivot_substitute);
    arguments.position = problem.pivot_position;
    arguments.chunks = problem.chunks;
    arguments.chunk_tile = solve_chunks_tile(input);
    return arguments;
  }

  static cuda::PivotPolicy policy_of(ZeroPivot policy) {
    if (policy == ZeroPivot::skip_row) return cuda::PivotPolicy::skip;
    return policy == ZeroPivot::substitute ? cuda::PivotPolicy::substitute
                                           : cuda::PivotPolicy::divide;
  }
};

/// Rows level by level, in the order of tickets; unknowns are handed on by words that are their own
/// flags.
struct SolveLevelsCuda : SolveCudaKernel<SolveLevelsCuda> {
  static constexpr std::string_view name = "solve_levels_cuda";

  static bool can_implement(const SolveInput& input) {
    return is_there(input) && input.block_size == 1;
  }
  static double seconds(const SolveInput& input) { return solve_levels_seconds(input); }

  static std::size_t workspace_bytes(const SolveInput& input) {
    return words_bytes(input, cuda::solve_columns_at_once);
  }
  template <class T, class Index>
  static cudaError_t launcher(const cuda::SolveArguments<T, Index>& arguments, int multiprocessors,
                              void* workspace, cudaStream_t stream) {
    return cuda::launch_solve(arguments, multiprocessors, workspace, stream);
  }
};

/// Chunks of rows, where the plan has a schedule of them: right-hand sides by tiles, or one after
/// another.
struct SolveChunksCuda : SolveCudaKernel<SolveChunksCuda> {
  static constexpr std::string_view name = "solve_chunks_cuda";

  static bool can_implement(const SolveInput& input) {
    return is_there(input) && input.block_size == 1 && input.chunks.num_chunks > 0;
  }
  static double seconds(const SolveInput& input) { return solve_chunks_seconds(input); }

  static std::size_t workspace_bytes(const SolveInput& input) {
    const int tile = solve_chunks_tile(input);
    return words_bytes(input, tile == 1 ? 1 : cuda::solve_columns_at_once, tile);
  }
  template <class T, class Index>
  static cudaError_t launcher(const cuda::SolveArguments<T, Index>& arguments, int multiprocessors,
                              void* workspace, cudaStream_t stream) {
    return cuda::launch_solve_chunks(arguments, multiprocessors, workspace, stream);
  }
};

/// Many right-hand sides level by level: their lanes read rows of X, for which there are flags.
struct SolveColumnsCuda : SolveCudaKernel<SolveColumnsCuda> {
  static constexpr std::string_view name = "solve_columns_cuda";

  static bool can_implement(const SolveInput& input) {
    return is_there(input) && input.block_size == 1;
  }
  static double seconds(const SolveInput& input) { return solve_columns_seconds(input); }

  static std::size_t workspace_bytes(const SolveInput& input) {
    return cuda::solve_columns_workspace(input.statistics.num_rows, input.num_columns,
                                         input.x_col_stride, input.scalar_bytes)
        .bytes();
  }
  template <class T, class Index>
  static cudaError_t launcher(const cuda::SolveArguments<T, Index>& arguments, int multiprocessors,
                              void* workspace, cudaStream_t stream) {
    return cuda::launch_solve_columns(arguments, multiprocessors, workspace, stream);
  }
};

/// Square blocks level by level, a warp or a thread block for each block row and one right-hand
/// side, or a thread block for a tile of these.
struct SolveBlocksCuda : SolveCudaKernel<SolveBlocksCuda> {
  static constexpr std::string_view name = "solve_blocks_cuda";

  static bool can_implement(const SolveInput& input) {
    return is_there(input) && input.block_size > 1 && input.block_size <= cuda::largest_block;
  }
  /// The only one.
  static double seconds(const SolveInput&) { return 0; }

  static std::size_t workspace_bytes(const SolveInput& input) {
    SolveInput whole_blocks = input;
    whole_blocks.statistics.num_rows =
        groups_of(input.statistics.num_rows, input.block_size) * input.block_size;
    return words_bytes(whole_blocks, cuda::solve_columns_at_once);
  }
  template <class T, class Index>
  static cudaError_t launcher(const cuda::SolveArguments<T, Index>& arguments, int multiprocessors,
                              void* workspace, cudaStream_t stream) {
    return cuda::launch_solve_blocks(arguments, multiprocessors, workspace, stream);
  }
};

}  // namespace filigree::detail
