// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <spmv/cuda/kernels.hpp>
#include <spmv/cuda/transposed_lists_launch.hpp>
#include <spmv/cuda/two_pass_launch.hpp>
#include <spmv/transposed_lists.hpp>
#include <spmv/two_pass.hpp>

/// The tuned CUDA kernels of planned products with the transpose of what is stored.

namespace filigree::detail {

/// Bytes of the widest compute type that a product of these stored scalars has.
inline std::size_t widest_compute_bytes(std::size_t scalar_bytes) {
  return std::max<std::size_t>(scalar_bytes, 8);
}

/// The arguments without the plan's pattern, which is not read.
template <class Problem>
auto pattern_free_arguments(const Problem& problem) {
  SpmvProblem<typename Problem::matrix_scalar, typename Problem::x_scalar,
              typename Problem::y_scalar, typename Problem::compute_type, std::int64_t,
              std::int64_t>
      result{problem, {}};
  result.pattern.num_rows = problem.pattern.num_rows;
  result.pattern.num_cols = problem.pattern.num_cols;
  result.pattern.nnz = problem.pattern.nnz;
  result.pattern.conjugate = problem.pattern.conjugate;
  result.reductions = nullptr;
  return cuda_arguments(result, 0);
}

/// The arguments with the stored rows' offsets in place of the plan's pattern.
template <class Problem>
auto stored_row_arguments(const Problem& problem) {
  using Offset = typename Problem::offset_type;
  SpmvProblem<typename Problem::matrix_scalar, typename Problem::x_scalar,
              typename Problem::y_scalar, typename Problem::compute_type, Offset, Offset>
      result{problem, {}};
  result.pattern.num_rows = problem.pattern.num_rows;
  result.pattern.num_cols = problem.pattern.num_cols;
  result.pattern.nnz = problem.pattern.nnz;
  result.pattern.row_offsets = problem.pattern.stored_offsets;
  result.pattern.base = Offset(problem.pattern.base);
  result.pattern.conjugate = problem.pattern.conjugate;
  result.reductions = nullptr;
  return cuda_arguments(result, 0);
}

/// Two passes that stream: TwoPassPattern.
struct CsrTwoPassCuda {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_two_pass_cuda;
  static constexpr bool fuses_reductions = false;
  static constexpr bool reads_compressed = false;
  template <class Exec, class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>();

  static bool can_implement(const SelectInput& input) {
    // Entries, rows and places are numbered by 32 bits.
    constexpr std::int64_t limit = std::int64_t(1) << 30;
    const PatternStatistics& s = input.statistics;
    return is_plain(input) && input.transposes && s.nnz > 0 && s.nnz < limit &&
           s.num_rows < limit && s.num_cols < limit && input.device.compute_capability >= 90;
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SelectInput& input, const CompressedIndices&,
                      TunedArrays<typename Exec::memory_space>& arrays) {
    const std::size_t widest = widest_compute_bytes(input.scalar_bytes);
    arrays.two_pass = plan_two_passes(exec, pattern, two_pass_block_entries(widest));
    arrays.workspace_bytes = std::size_t(arrays.two_pass.num_sums()) * widest;
    arrays.bytes_moved = double(arrays.two_pass.memory_bytes()) +
                         2.0 * double(arrays.two_pass.num_partials) * double(input.scalar_bytes);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices&,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    check_launch("csr_two_pass_cuda",
                 cuda::launch_two_pass(pattern_free_arguments(problem), arrays.two_pass.pointers(),
                                       problem.workspace, launch_stream(exec)));
  }
};

/// A thread a row of the result, over stored rows that are all in the dictionary.
struct CsrCollectCuda {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_collect_cuda;
  static constexpr bool fuses_reductions = false;
  static constexpr bool reads_compressed = true;
  template <class Exec, class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>();

  static bool can_implement(const SelectInput& input) {
    constexpr std::int64_t limit = std::int64_t(1) << 30;  // of rows
    return is_plain(input) && input.has_transposed_lists && input.statistics.num_rows < limit &&
           input.statistics.num_cols < limit && input.device.compute_capability >= 80;
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec&, const GatherPattern<Offset, Index>& pattern,
                      const SelectInput& input, const CompressedIndices&,
                      TunedArrays<typename Exec::memory_space>& arrays) {
    arrays.bytes_moved =
        input.compressed_index_bytes + double(pattern.num_cols) * double(sizeof(Offset));
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    check_launch(
        "csr_collect_cuda",
        cuda::launch_collect(stored_row_arguments(problem),
                             arrays.transposed_lists.pointers(compressed), launch_stream(exec)));
  }
};

/// The same by tiles of stored rows, whose sums go through windows of the result.
struct CsrWindowsCuda {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_windows_cuda;
  static constexpr bool fuses_reductions = false;
  static constexpr bool reads_compressed = true;
  template <class Exec, class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>();

  static bool can_implement(const SelectInput& input) {
    // With the longest lists, and the most of them, a tile takes some 140 KB.
    constexpr std::size_t shared_bytes = 160 * 1024;
    return CsrCollectCuda::can_implement(input) && input.has_windows &&
           input.device.compute_capability >= 90 &&
           input.device.shared_bytes_per_block >= shared_bytes;
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SelectInput& input, const CompressedIndices& compressed,
                      TunedArrays<typename Exec::memory_space>& arrays) {
    CsrCollectCuda::prepare(exec, pattern, input, compressed, arrays);
    const auto& sizes = arrays.transposed_lists.sizes;
    const std::int64_t tiles = (pattern.num_cols + sizes.rows_a_tile - 1) / sizes.rows_a_tile;
    const std::int64_t sums = tiles * sizes.window_entries;
    arrays.workspace_bytes = std::size_t(sums) * widest_compute_bytes(input.scalar_bytes);
    arrays.bytes_moved += 2.0 * double(sums) * double(input.scalar_bytes);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    check_launch("csr_windows_cuda",
                 cuda::launch_windows(stored_row_arguments(problem),
                                      arrays.transposed_lists.pointers(compressed),
                                      problem.workspace, launch_stream(exec)));
  }
};

}  // namespace filigree::detail
