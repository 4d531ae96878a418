// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/half.hpp>
#include <filigree/detail/sddmm_problem.hpp>
#include <sddmm/cuda_blocked/launch.hpp>
#include <sddmm/cuda_blocked/select.hpp>
#include <sddmm/select.hpp>
#include <spmv/cuda/kernels.hpp>

/// The Tensor-Core kernel of Bsr and Bsc as tuned.hpp lists it: the step from Kokkos types to the
/// kernel's own.

namespace filigree::detail {

struct SddmmBsrCudaKernel {
  static constexpr std::string_view blocked_name = "sddmm_bsr_tensor_cuda";

  template <class Exec, class Problem>
  static constexpr bool takes = std::is_same_v<Exec, Kokkos::Cuda> &&
                                (std::is_same_v<typename Problem::dense_scalar, half> ||
                                 std::is_same_v<typename Problem::dense_scalar, bfloat16>);

  static bool can_implement(const SddmmInput& input) { return cuda::bsr_sddmm_takes(input); }

  static std::size_t workspace_bytes(const SddmmInput&, std::size_t) { return 0; }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    using In = typename Problem::dense_scalar;
    using Out = typename Problem::c_scalar;
    static_assert(std::is_same_v<typename Problem::compute_type, float> &&
                  (std::is_same_v<Out, In> || std::is_same_v<Out, float>));
    const auto& pattern = problem.pattern;
    cuda::BsrSddmmArguments arguments;
    arguments.num_rows = pattern.num_rows;
    arguments.num_cols = pattern.num_cols;
    arguments.inner = problem.inner;
    arguments.block_size = int(pattern.block.rows);
    arguments.blocks_are_row_major = pattern.block.order == BlockOrder::row_major;
    arguments.num_blocks = pattern.num_blocks;
    arguments.rows.num_rows = pattern.num_block_rows();
    arguments.rows.row_offsets = pattern.begin_offsets.data();
    arguments.rows.wide_offsets = pattern.begin_offsets.is_wide();
    arguments.rows.col_indices = pattern.col_indices;
    arguments.rows.wide_indices = sizeof(typename Problem::index_type) == 8;
    arguments.rows.base = pattern.base;
    arguments.left = strided(problem.left);
    arguments.right = strided(problem.right);
    arguments.alpha = cuda_argument(problem.alpha);
    arguments.beta = cuda_argument(problem.beta);
    arguments.values = problem.values;
    arguments.values_stride = problem.values_stride;
    arguments.batches = problem.batch_count;
    check_launch("sddmm", blocked_name.data(),
                 cuda::launch_bsr_sddmm<In>(arguments, std::is_same_v<Out, float>,
                                            exec.cuda_device_prop().multiProcessorCount,
                                            launch_stream(exec)));
  }

 private:
  template <class T>
  static cuda::StridedMatrix<const void> strided(const DenseOperand<const T>& matrix) {
    return {matrix.data, matrix.row_stride, matrix.col_stride, matrix.batch_stride};
  }
};

}  // namespace filigree::detail
