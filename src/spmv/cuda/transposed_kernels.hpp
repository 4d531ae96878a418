// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include <spmv/cuda/kernels.hpp>
#include <spmv/cuda/transposed_lists_launch.hpp>
#include <spmv/cuda/transposed_select.hpp>
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

/// The planned transposed product: rows of the transposed pattern, values through value_index.
struct CsrPermutedCuda : CsrPermutedChoice, WarpTilesCuda {};

/// What the kernels have in common that know the transpose by other arrays.
struct TransposedCuda {
  static constexpr bool fuses_reductions = false;
  template <class Exec, class Problem>
  static constexpr bool takes = has_cuda_instance<Problem>();
};

/// Two passes that stream: TwoPassPattern.
struct CsrTwoPassCuda : CsrTwoPassChoice, TransposedCuda {
  static constexpr bool reads_compressed = false;

  template <class Exec>
  struct Prepared : PreparedKernel {
    TwoPassPattern<typename Exec::memory_space> pattern;

    std::int64_t memory_bytes() const override { return pattern.memory_bytes(); }
  };

  template <class Exec, class Offset, class Index>
  static auto prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SpmvInput& input, const PatternFindings<typename Exec::memory_space>&) {
    const auto prepared = std::make_shared<Prepared<Exec>>();
    const std::size_t widest = widest_compute_bytes(input.scalar_bytes);
    auto& passes = prepared->pattern;
    passes = plan_two_passes(exec, pattern, two_pass_block_entries(widest));
    prepared->workspace_bytes = std::size_t(passes.num_sums()) * widest;
    prepared->bytes_moved = double(passes.memory_bytes()) +
                            2.0 * double(passes.num_partials) * double(input.scalar_bytes);
    return prepared;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices&,
                     const Prepared<Exec>* prepared) {
    check_launch(
        "csr_two_pass_cuda",
        cuda::launch_two_pass(pattern_free_arguments(problem), prepared->pattern.pointers(),
                              problem.workspace, launch_stream(exec)));
  }
};

/// What the kernels have in common that read stored rows which are all in the dictionary.
struct TransposedListsCuda : TransposedCuda {
  static constexpr bool reads_compressed = true;

  template <class Exec>
  struct Prepared : PreparedKernel {
    TransposedLists<typename Exec::memory_space> lists;

    std::int64_t memory_bytes() const override { return lists.memory_bytes(); }
  };

 protected:
  template <class Exec, class Offset, class Index>
  static auto prepare_lists(const GatherPattern<Offset, Index>& pattern, const SpmvInput& input,
                            const PatternFindings<typename Exec::memory_space>& findings) {
    const auto prepared = std::make_shared<Prepared<Exec>>();
    prepared->lists = findings.transposed_lists;
    prepared->bytes_moved =
        input.compressed_index_bytes + double(pattern.num_cols) * double(sizeof(Offset));
    return prepared;
  }
};

/// A thread a row of the result.
struct CsrCollectCuda : CsrCollectChoice, TransposedListsCuda {
  template <class Exec, class Offset, class Index>
  static auto prepare(const Exec&, const GatherPattern<Offset, Index>& pattern,
                      const SpmvInput& input,
                      const PatternFindings<typename Exec::memory_space>& findings) {
    return prepare_lists<Exec>(pattern, input, findings);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const Prepared<Exec>* prepared) {
    check_launch("csr_collect_cuda",
                 cuda::launch_collect(stored_row_arguments(problem),
                                      prepared->lists.pointers(compressed), launch_stream(exec)));
  }
};

/// By tiles of stored rows, whose sums go through windows of the result.
struct CsrWindowsCuda : CsrWindowsChoice, TransposedListsCuda {
  template <class Exec, class Offset, class Index>
  static auto prepare(const Exec&, const GatherPattern<Offset, Index>& pattern,
                      const SpmvInput& input,
                      const PatternFindings<typename Exec::memory_space>& findings) {
    const auto prepared = prepare_lists<Exec>(pattern, input, findings);
    const std::int64_t sums = prepared->lists.window_sums(pattern.num_cols);
    prepared->workspace_bytes = std::size_t(sums) * widest_compute_bytes(input.scalar_bytes);
    prepared->bytes_moved += 2.0 * double(sums) * double(input.scalar_bytes);
    return prepared;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const Prepared<Exec>* prepared) {
    check_launch("csr_windows_cuda", cuda::launch_windows(stored_row_arguments(problem),
                                                          prepared->lists.pointers(compressed),
                                                          problem.workspace, launch_stream(exec)));
  }
};

}  // namespace filigree::detail
