// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <limits>
#include <string_view>
#include <type_traits>

#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <spmv/cuda/block_lanes.hpp>
#include <spmv/cuda/blocks.hpp>
#include <spmv/cuda/diagonals.hpp>
#include <spmv/cuda/kernels.hpp>
#include <spmv/cuda/slices.hpp>

/// The tuned CUDA kernels of formats other than Csr, as formats/tuned.hpp lists them: the step from
/// row visitors to the kernels' own structs.

namespace filigree::detail {

template <class Problem>
auto cuda_format_arguments(const Problem& problem) {
  using A = cuda_scalar_t<typename Problem::matrix_scalar>;
  using X = cuda_scalar_t<typename Problem::x_scalar>;
  using Y = cuda_scalar_t<typename Problem::y_scalar>;
  using C = cuda_scalar_t<typename Problem::compute_type>;
  return cuda::FormatArguments<A, X, Y, C>{problem.rows.num_rows,
                                           problem.rows.num_cols,
                                           problem.conjugate,
                                           reinterpret_cast<const A*>(problem.values),
                                           cuda_argument(problem.alpha),
                                           reinterpret_cast<const X*>(problem.x),
                                           cuda_argument(problem.beta),
                                           reinterpret_cast<const Y*>(problem.y),
                                           reinterpret_cast<Y*>(problem.z)};
}

/// What the kernels of this file have in common.
struct FormatCudaKernel {
  static constexpr bool fuses_reductions = false;
  template <class Problem>
  static constexpr bool takes = has_cuda_scalars<Problem>();

 protected:
  /// A number of rows to launch blocks for, and nothing that only the generic kernel does.
  template <class Input>
  static bool is_plain(const Input& input, std::int64_t num_rows) {
    return num_rows > 0 && num_rows <= std::numeric_limits<std::int32_t>::max() &&
           !input.filtered && !input.unit_diagonal && input.device.compute_capability >= 80;
  }

  /// Whether kernels can count the groups of stored entries of a row: blocks, or parts of
  /// diagonals.
  static bool counts_in_int(std::int64_t nnz, std::int64_t group) {
    return nnz / group <= std::numeric_limits<std::int32_t>::max();
  }

  template <class Problem>
  static double mean_row_length(const Problem& problem) {
    return double(problem.nnz) / double(std::max<std::int64_t>(1, problem.rows.num_rows));
  }
};

struct EllCuda : FormatCudaKernel {
  static constexpr std::string_view name = "ell_cuda";

  template <class Input, class Rows>
  static bool can_implement(const Input& input, const Rows& rows) {
    return is_plain(input, rows.num_rows) &&
           rows.ell_width <= std::numeric_limits<std::int32_t>::max();
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    using Index = typename Problem::rows_type::index_type;
    const auto& rows = problem.rows;
    const cuda::Slices<Index> slices{rows.row_stride,       {},      rows.ell_width,
                                     rows.col_indices,      nullptr, Index(rows.base),
                                     double(rows.ell_width)};
    check_launch(name.data(),
                 cuda::launch_slices(cuda_format_arguments(problem), slices, launch_stream(exec)));
  }
};

struct SellCuda : FormatCudaKernel {
  static constexpr std::string_view name = "sell_cuda";

  template <class Input, class Rows>
  static bool can_implement(const Input& input, const Rows& rows) {
    return is_plain(input, rows.num_rows);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    using Index = typename Problem::rows_type::index_type;
    const auto& rows = problem.rows;
    const cuda::Slices<Index> slices{rows.slice_size,
                                     cuda_offsets(rows.slice_offsets),
                                     0,
                                     rows.col_indices,
                                     rows.row_permutation,
                                     Index(rows.base),
                                     mean_row_length(problem)};
    check_launch(name.data(),
                 cuda::launch_slices(cuda_format_arguments(problem), slices, launch_stream(exec)));
  }
};

struct DiaCuda : FormatCudaKernel {
  static constexpr std::string_view name = "dia_cuda";

  template <class Input, class Rows>
  static bool can_implement(const Input& input, const Rows& rows) {
    return is_plain(input, rows.num_rows) &&
           rows.num_diagonals <= std::numeric_limits<std::int32_t>::max();
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    const auto& rows = problem.rows;
    const cuda::Diagonals<typename Problem::rows_type::index_type> diagonals{
        rows.row_stride, {}, rows.num_diagonals, rows.diagonal_offsets, double(rows.num_diagonals)};
    check_launch(name.data(), cuda::launch_diagonals(cuda_format_arguments(problem), diagonals,
                                                     launch_stream(exec)));
  }
};

struct HdiaCuda : FormatCudaKernel {
  static constexpr std::string_view name = "hdia_cuda";

  template <class Input, class Rows>
  static bool can_implement(const Input& input, const Rows& rows) {
    return is_plain(input, rows.num_rows) && counts_in_int(input.nnz, rows.hack_size);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    const auto& rows = problem.rows;
    const cuda::Diagonals<typename Problem::rows_type::index_type> diagonals{
        rows.hack_size, cuda_offsets(rows.hack_offsets), 0, rows.diagonal_offsets,
        mean_row_length(problem)};
    check_launch(name.data(), cuda::launch_diagonals(cuda_format_arguments(problem), diagonals,
                                                     launch_stream(exec)));
  }
};

/// Bsr, Bsc and Bsrx, masked or not.
struct BsrCuda : FormatCudaKernel {
  static constexpr std::string_view name = "bsr_cuda";

  template <class Input, class Rows>
  static bool can_implement(const Input& input, const Rows& rows) {
    return is_plain(input, rows.num_rows) &&
           counts_in_int(input.nnz, rows.block.rows * rows.block.cols) &&
           cuda::can_lay_lanes(rows.block.rows, rows.block.cols);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    const auto& rows = problem.rows;
    using Index = typename Problem::rows_type::index_type;
    cuda::BlockRows<Index> blocks{};
    const std::int64_t all = groups_of(rows.num_rows, rows.block.rows);
    blocks.num_block_rows = rows.masked ? rows.num_stored / rows.block.rows : all;
    blocks.num_blocks = problem.nnz / (rows.block.rows * rows.block.cols);
    blocks.rows = int(rows.block.rows);
    blocks.cols = int(rows.block.cols);
    blocks.row_major = rows.block.order == BlockOrder::row_major;
    blocks.begin_offsets = cuda_offsets(rows.begin_offsets);
    blocks.end_offsets = cuda_offsets(rows.end_offsets);
    blocks.contiguous = is_next(rows.begin_offsets, rows.end_offsets);
    blocks.mask = rows.masked ? rows.mask : nullptr;
    blocks.col_indices = rows.col_indices;
    blocks.base = Index(rows.base);
    blocks.mean_blocks = double(blocks.num_blocks) / double(all);
    if (compute_capability(exec) >= 90)
      blocks.staging_bytes = exec.cuda_device_prop().sharedMemPerBlockOptin;
    check_launch(name.data(),
                 cuda::launch_blocks(cuda_format_arguments(problem), blocks, launch_stream(exec)));
  }

 private:
  /// Whether `end` is `begin` from its second offset on: block rows that follow each other.
  static bool is_next(const AnyOffsets& begin, const AnyOffsets& end) {
    const std::size_t bytes = begin.is_wide() ? sizeof(std::int64_t) : sizeof(std::int32_t);
    return begin.data() != nullptr && begin.is_wide() == end.is_wide() &&
           static_cast<const char*>(begin.data()) + bytes == end.data();
  }
};

}  // namespace filigree::detail
