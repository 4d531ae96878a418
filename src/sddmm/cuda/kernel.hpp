// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/detail/sddmm_problem.hpp>
#include <sddmm/cuda/launch.hpp>
#include <sddmm/pattern_rows.hpp>
#include <sddmm/select.hpp>
#include <spmv/cuda/kernels.hpp>

/// The tuned CUDA kernel as tuned.hpp lists it: the step from Kokkos types to the kernel's own.

namespace filigree::detail {

/// Lane groups over tiles of C's rows, or over equal parts of its entries. Dense matrices whose
/// rows are not contiguous are copied to the workspace first.
struct SddmmCudaKernel {
  static constexpr std::string_view name = "sddmm_csr_lane_groups_cuda";
  static constexpr std::string_view blocked_name = name;  ///< blocks are never taken

  template <class Exec, class Problem>
  static constexpr bool takes = std::is_same_v<Exec, Kokkos::Cuda>;

  /// Copying a matrix does not pay where few of its rows are read.
  static bool can_implement(const SddmmInput& input) {
    constexpr std::int64_t most = INT32_MAX / std::int64_t(sizeof(complex_double)) - 16;
    const auto fits = [&](bool is_contiguous, std::int64_t rows, std::int64_t stride) {
      return is_contiguous ? stride <= most : input.planned && input.num_places >= rows / 4;
    };
    return !input.is_blocked && input.compute_capability >= 80 && input.num_rows < INT32_MAX &&
           input.inner <= most &&
           fits(input.left_is_contiguous, input.num_rows, input.left_stride) &&
           fits(input.right_is_contiguous, input.num_cols, input.right_stride);
  }

  /// What the contiguous copy of a dense matrix takes.
  static std::size_t copy_bytes(std::int64_t rows, std::int64_t inner, std::size_t scalar_bytes) {
    return std::size_t(rows * copy_stride(inner, std::int64_t(scalar_bytes))) * scalar_bytes;
  }
  static std::size_t workspace_bytes(const SddmmInput& input, std::size_t scalar_bytes) {
    const auto bytes = [&](bool is_contiguous, std::int64_t rows) {
      return is_contiguous ? std::size_t(0) : copy_bytes(rows, input.inner, scalar_bytes);
    };
    return bytes(input.left_is_contiguous, input.num_rows) +
           bytes(input.right_is_contiguous, input.num_cols);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    auto arguments = cuda_arguments(problem);
    const bool copies_left = problem.inner > 1 && problem.left.col_stride != 1;
    const bool copies_right = problem.inner > 1 && problem.right.col_stride != 1;
    if (!copies_left && !copies_right) return multiply(exec, arguments, problem);
    // One matrix of the batch after the other, as they share the copies.
    const auto given = arguments;
    auto* const room = static_cast<std::byte*>(problem.workspace);
    const std::size_t left_bytes =
        copies_left ? copy_bytes(given.num_rows, given.inner, sizeof(*given.left.data)) : 0;
    arguments.batches = 1;
    for (std::int64_t batch = 0; batch < given.batches; ++batch) {
      arguments.left = matrix_of(given.left, batch);
      arguments.right = matrix_of(given.right, batch);
      arguments.values = given.values + batch * given.values_stride;
      const bool is_new_left = batch == 0 || given.left.batch_stride != 0;
      const bool is_new_right = batch == 0 || given.right.batch_stride != 0;
      if (copies_left) copy(exec, arguments.left, room, given.num_rows, given.inner, is_new_left);
      if (copies_right)
        copy(exec, arguments.right, room + left_bytes, given.num_cols, given.inner, is_new_right);
      multiply(exec, arguments, problem);
    }
  }

 private:
  static std::int64_t copy_stride(std::int64_t inner, std::int64_t scalar_bytes) {
    return groups_of(inner * scalar_bytes, 16) * 16 / scalar_bytes;
  }

  template <class T>
  static cuda::StridedMatrix<const cuda_scalar_t<T>> strided(const DenseOperand<const T>& matrix) {
    return {reinterpret_cast<const cuda_scalar_t<T>*>(matrix.data), matrix.row_stride,
            matrix.col_stride, matrix.batch_stride};
  }

  template <class Problem>
  static auto cuda_arguments(const Problem& problem) {
    using A = cuda_scalar_t<typename Problem::dense_scalar>;
    using Y = cuda_scalar_t<typename Problem::c_scalar>;
    using C = cuda_scalar_t<typename Problem::compute_type>;
    using Index = typename Problem::index_type;
    const auto& pattern = problem.pattern;
    cuda::SddmmArguments<A, Y, C, Index> result;
    result.num_rows = pattern.num_rows;
    result.num_cols = pattern.num_cols;
    result.nnz = pattern.num_blocks;
    result.row_offsets = pattern.begin_offsets.data();
    result.offsets_are_64bit = pattern.begin_offsets.is_wide();
    result.col_indices = pattern.col_indices;
    result.base = Index(pattern.base);
    result.left = strided(problem.left);
    result.right = strided(problem.right);
    result.conjugate_left = problem.left.conjugate;
    result.conjugate_right = problem.right.conjugate;
    result.inner = problem.inner;
    result.alpha = cuda_argument(problem.alpha);
    result.beta = cuda_argument(problem.beta);
    result.values = reinterpret_cast<Y*>(problem.values);
    result.values_stride = problem.values_stride;
    result.batches = problem.batch_count;
    return result;
  }

  template <class T>
  static cuda::StridedMatrix<T> matrix_of(const cuda::StridedMatrix<T>& matrices,
                                          std::int64_t batch) {
    return {matrices.data + batch * matrices.batch_stride, matrices.row_stride, matrices.col_stride,
            0};
  }

  /// Makes `matrix` the copy in `room`, where it already is unless it is new.
  template <class T>
  static void copy(const Kokkos::Cuda& exec, cuda::StridedMatrix<const T>& matrix, std::byte* room,
                   std::int64_t rows, std::int64_t inner, bool is_new) {
    auto* const to = reinterpret_cast<T*>(room);
    const std::int64_t stride = copy_stride(inner, sizeof(T));
    if (is_new)
      check_launch(
          "sddmm", "contiguous_copy",
          cuda::launch_contiguous_copy(matrix, to, stride, rows, inner, launch_stream(exec)));
    matrix = {to, stride, 1, 0};
  }

  template <class Arguments, class Problem>
  static void multiply(const Kokkos::Cuda& exec, const Arguments& arguments,
                       const Problem& problem) {
    check_launch(
        "sddmm", name.data(),
        cuda::launch_lane_groups(arguments, problem.rows, problem.hot_columns,
                                 exec.cuda_device_prop().multiProcessorCount, launch_stream(exec)));
  }
};

}  // namespace filigree::detail
