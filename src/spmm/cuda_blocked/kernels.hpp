// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/types.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <spmm/cuda/kernels.hpp>
#include <spmm/cuda_blocked/launch.hpp>
#include <spmm/prepared.hpp>
#include <spmm/select.hpp>
#include <spmv/tuned.hpp>

/// The Tensor-Core kernels of Blocked-ELL and Bsr as tuned.hpp lists them: the step from Kokkos
/// types to the kernels' own.

namespace filigree::detail {

/// The most blocks that a block row has, and how many blocks there are.
struct BlockRowSizes {
  AnyOffsets offsets;
  std::int64_t base;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& longest,
                                  std::int64_t& end) const {
    const std::int64_t next = offsets[row + 1], size = next - offsets[row];
    if (size > longest) longest = size;
    if (next - base > end) end = next - base;
  }
};

/// The schedule of steps lies in the plan; a one-shot product of Blocked-ELL makes it in its
/// workspace. Of Bsr the longest block row has to be known: planned products only.
template <bool of_bsr>
struct SpmmBlocksCuda {
 private:
  template <class A, class B, class C, class Compute>
  static constexpr bool takes_types() {
    if (!std::is_same_v<A, B>) return false;
    if (std::is_same_v<A, half> || std::is_same_v<A, bfloat16>)
      return std::is_same_v<Compute, float> && (std::is_same_v<C, A> || std::is_same_v<C, float>);
    if (std::is_same_v<A, std::int8_t>)
      return std::is_same_v<Compute, std::int32_t> && std::is_same_v<C, std::int32_t>;
    const bool is_real = std::is_same_v<A, float> || std::is_same_v<A, double>;
    return is_real && std::is_same_v<C, A> && std::is_same_v<Compute, A>;
  }

 public:
  /// Floats are multiplied as tf32, if at all.
  template <class Scalar>
  using factor_t = std::conditional_t<std::is_same_v<Scalar, float>, cuda::tf32, Scalar>;

  static constexpr std::string_view name =
      of_bsr ? "spmm_bsr_tensor_cuda" : "spmm_blocked_ell_tensor_cuda";

  template <class Exec, class Problem>
  static constexpr bool takes =
      takes_types<typename Problem::matrix_scalar, typename Problem::b_scalar,
                  typename Problem::c_scalar, typename Problem::compute_type>();

  static bool can_implement(const SpmmInput& input) {
    if (input.filtered || input.unit_diagonal || input.device.compute_capability != 90)
      return false;
    if (input.b_layout == DenseLayout::strided || input.c_layout == DenseLayout::strided)
      return false;
    if (input.scalar_bytes == sizeof(float) && input.math_mode != MathMode::tf32) return false;
    if (!(input.planned ? input.has_block_steps : !of_bsr)) return false;
    // The copy engine's maps are of lines that lie apart.
    const std::int64_t line =
        input.b_layout == DenseLayout::row_major ? input.num_columns : input.statistics.num_cols;
    return input.aligned && input.b_ld >= line && cuda::blocked_ell_takes(sizes_of(input));
  }

  static double seconds(const SpmmInput&) { return 1; }

  static std::size_t workspace_bytes(const SpmmInput& input) {
    return input.planned ? 0 : cuda::blocked_ell_bytes(sizes_of(input));
  }

  /// The schedule names block columns; indices are read when it is made.
  template <class Exec>
  static PatternRead pattern_read(const SpmmInput&, const SpmmPrepared<Exec>& prepared,
                                  const PatternRead&) {
    return {"schedule", double(prepared.block_steps.extent(0))};
  }

  template <class Exec, class Rows>
  static void prepare(const Exec& exec, const Rows& rows, const ScalarKind& of_A,
                      SpmmPrepared<Exec>& prepared) {
    const std::string_view scalar = of_A.name;
    const bool as_tf32 = scalar == scalar_name<float> && prepared.math_mode == MathMode::tf32;
    if (scalar != scalar_name<half> && scalar != scalar_name<bfloat16> &&
        scalar != scalar_name<double> && scalar != scalar_name<std::int8_t> && !as_tf32)
      return;
    if (prepared.device.compute_capability != 90 ||
        !cuda::blocked_ell_takes_blocks(prepared.block_size, int(of_A.bytes)))
      return;
    if constexpr (of_bsr) count_blocks(exec, rows, prepared);
    cuda::BlockedEllArguments arguments = pattern_of(rows, prepared, of_A.bytes);
    arguments.n = 1;
    if (!cuda::blocked_ell_takes(arguments)) return;
    prepared.block_steps = allocate<std::byte, typename Exec::memory_space>(
        "spmm_plan", exec, "filigree::spmm::block_steps",
        std::int64_t(cuda::blocked_ell_bytes(arguments)));
    check_launch(
        "spmm_plan", name.data(),
        cuda::prepare_blocked_ell(arguments, prepared.block_steps.data(), launch_stream(exec)));
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const SpmmPrepared<Exec>& prepared) {
    using A = typename Problem::matrix_scalar;
    using C = typename Problem::c_scalar;
    cuda::BlockedEllArguments arguments = arguments_of(problem, prepared);
    const auto factors = factors_of(problem);
    const bool planned = prepared.block_steps.extent(0) > 0;
    void* const steps = planned ? prepared.block_steps.data() : problem.workspace;
    const DeviceLimits device = planned ? prepared.device : device_limits(exec);
    if (!planned)
      check_launch("spmm", name.data(),
                   cuda::prepare_blocked_ell(arguments, steps, launch_stream(exec)));
    for (std::int64_t i = 0; i < problem.batch_count; ++i) {
      take_matrix(problem, i, arguments);
      check_launch("spmm", name.data(),
                   cuda::launch_blocked_ell<factor_t<A>, C>(
                       arguments, factors, steps, device.multiprocessors, launch_stream(exec)));
    }
  }

  // The way from products to the kernels' arguments; densified_kernel.hpp goes it too.

  static cuda::BlockedEllArguments sizes_of(const SpmmInput& input) {
    cuda::BlockedEllArguments arguments;
    arguments.m = input.statistics.num_rows;
    arguments.k = input.statistics.num_cols;
    arguments.n = input.num_columns;
    arguments.scalar_bytes = int(input.scalar_bytes);
    arguments.block_size = input.block_size;
    arguments.ell_cols = input.ell_cols;
    arguments.is_bsr = of_bsr;
    arguments.num_blocks = input.num_blocks;
    arguments.longest_block_row = input.longest_block_row;
    arguments.b_ld = input.b_ld;
    return arguments;
  }

  /// All but where values, B and C lie.
  template <class Exec, class Problem>
  static cuda::BlockedEllArguments arguments_of(const Problem& problem,
                                                const SpmmPrepared<Exec>& prepared) {
    using A = typename Problem::matrix_scalar;
    cuda::BlockedEllArguments arguments = pattern_of(problem.matrix.rows, prepared, sizeof(A));
    const auto b = cuda_dense<const A>(problem.B, problem.num_columns);
    const auto c = cuda_dense<typename Problem::c_scalar>(problem.C, problem.num_columns);
    arguments.n = problem.num_columns;
    arguments.b_ld = b.ld;
    arguments.b_row_major = b.row_major;
    arguments.c_ld = c.ld;
    arguments.c_row_major = c.row_major;
    return arguments;
  }

  template <class Problem>
  static cuda::BlockedEllFactors<typename Problem::compute_type> factors_of(
      const Problem& problem) {
    return {cuda_argument(problem.alpha), cuda_argument(problem.beta)};
  }

  /// Matrix i of the batch.
  template <class Problem>
  static void take_matrix(const Problem& problem, std::int64_t i,
                          cuda::BlockedEllArguments& arguments) {
    arguments.values = problem.values + i * problem.values_stride;
    arguments.b = problem.B.data + i * problem.B.batch_stride;
    arguments.c = problem.C.data + i * problem.C.batch_stride;
  }

  template <class Exec, class Rows>
  static cuda::BlockedEllArguments pattern_of(const Rows& rows, const SpmmPrepared<Exec>& prepared,
                                              std::size_t scalar_bytes) {
    cuda::BlockedEllArguments arguments;
    arguments.scalar_bytes = int(scalar_bytes);
    arguments.m = rows.num_rows;
    arguments.k = rows.num_cols;
    if constexpr (of_bsr) {
      arguments.block_size = rows.block.rows;
      arguments.is_bsr = true;
      arguments.num_blocks = prepared.num_blocks;
      arguments.longest_block_row = prepared.longest_block_row;
      arguments.row_offsets = rows.begin_offsets.data();
      arguments.wide_offsets = rows.begin_offsets.is_wide();
    } else {
      arguments.block_size = rows.block_size;
      arguments.ell_cols = rows.ell_cols;
    }
    arguments.col_indices = rows.col_indices;
    arguments.wide_indices = sizeof(typename Rows::index_type) == 8;
    arguments.index_base = rows.base;
    return arguments;
  }

 private:
  template <class Exec, class Index>
  static void count_blocks(const Exec& exec, const BsrxRows<Index>& rows,
                           SpmmPrepared<Exec>& prepared) {
    const std::int64_t block_rows = groups_of(rows.num_rows, rows.block.rows);
    if (block_rows == 0) return;
    Kokkos::parallel_reduce(
        "filigree::spmm::count_blocks",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, block_rows),
        BlockRowSizes{rows.begin_offsets, rows.base},
        Kokkos::Max<std::int64_t>(prepared.longest_block_row),
        Kokkos::Max<std::int64_t>(prepared.num_blocks));
  }
};

using SpmmBlockedEllCuda = SpmmBlocksCuda<false>;
using SpmmBsrCuda = SpmmBlocksCuda<true>;

}  // namespace filigree::detail
