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

/// The Tensor-Core kernel of Blocked-ELL as tuned.hpp lists it: the step from Kokkos types to the
/// kernel's own.

namespace filigree::detail {

/// The schedule of steps lies in the plan; a one-shot product makes it in its workspace.
struct SpmmBlockedEllCuda {
 private:
  template <class A, class B, class C, class Compute>
  static constexpr bool takes_types() {
    if (!std::is_same_v<A, B>) return false;
    if (std::is_same_v<A, half> || std::is_same_v<A, bfloat16>)
      return std::is_same_v<Compute, float> && (std::is_same_v<C, A> || std::is_same_v<C, float>);
    if (std::is_same_v<A, std::int8_t>)
      return std::is_same_v<Compute, std::int32_t> && std::is_same_v<C, std::int32_t>;
    return std::is_same_v<A, double> && std::is_same_v<C, double> &&
           std::is_same_v<Compute, double>;
  }

 public:
  static constexpr std::string_view name = "spmm_blocked_ell_tensor_cuda";

  template <class Exec, class Problem>
  static constexpr bool takes =
      takes_types<typename Problem::matrix_scalar, typename Problem::b_scalar,
                  typename Problem::c_scalar, typename Problem::compute_type>();

  static bool can_implement(const SpmmInput& input) {
    if (input.filtered || input.unit_diagonal || input.device.compute_capability != 90)
      return false;
    if (input.b_layout == DenseLayout::strided || input.c_layout == DenseLayout::strided)
      return false;
    if (input.planned && !input.has_block_steps) return false;
    return input.aligned && cuda::blocked_ell_takes(sizes_of(input));
  }

  static double cost(const SpmmInput&) { return 1; }

  static std::size_t workspace_bytes(const SpmmInput& input) {
    return input.planned ? 0 : cuda::blocked_ell_bytes(sizes_of(input));
  }

  template <class Exec, class Index>
  static void prepare(const Exec& exec, const BlockedEllRows<Index>& rows, const ScalarKind& of_A,
                      SpmmPrepared<Exec>& prepared) {
    const std::string_view scalar = of_A.name;
    if (scalar != scalar_name<half> && scalar != scalar_name<bfloat16> &&
        scalar != scalar_name<double> && scalar != scalar_name<std::int8_t>)
      return;
    cuda::BlockedEllArguments arguments = pattern_of(rows, of_A.bytes);
    arguments.n = 1;
    if (prepared.device.compute_capability != 90 || !cuda::blocked_ell_takes(arguments)) return;
    prepared.block_steps = allocate<std::byte, typename Exec::memory_space>(
        "spmm_plan", exec, "filigree::spmm::block_steps",
        std::int64_t(cuda::blocked_ell_bytes(arguments)));
    check_launch(
        "spmm_plan", name.data(),
        cuda::prepare_blocked_ell(arguments, prepared.block_steps.data(), exec.cuda_stream()));
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const SpmmPrepared<Exec>& prepared) {
    using A = typename Problem::matrix_scalar;
    using C = typename Problem::c_scalar;
    cuda::BlockedEllArguments arguments = pattern_of(problem.matrix.rows, sizeof(A));
    const auto b = cuda_dense<const A>(problem.B, problem.num_columns);
    const auto c = cuda_dense<C>(problem.C, problem.num_columns);
    arguments.n = problem.num_columns;
    arguments.b_ld = b.ld;
    arguments.b_row_major = b.row_major;
    arguments.c_ld = c.ld;
    arguments.c_row_major = c.row_major;
    const cuda::BlockedEllFactors<typename Problem::compute_type> factors{
        cuda_argument(problem.alpha), cuda_argument(problem.beta)};
    const bool planned = prepared.block_steps.extent(0) > 0;
    void* const steps = planned ? prepared.block_steps.data() : problem.workspace;
    const DeviceLimits device = planned ? prepared.device : device_limits(exec);
    if (!planned)
      check_launch("spmm", name.data(),
                   cuda::prepare_blocked_ell(arguments, steps, exec.cuda_stream()));
    for (std::int64_t i = 0; i < problem.batch_count; ++i) {
      arguments.values = problem.values + i * problem.values_stride;
      arguments.b = b.data + i * b.batch_stride;
      arguments.c = c.data + i * c.batch_stride;
      check_launch("spmm", name.data(),
                   cuda::launch_blocked_ell<A, C>(arguments, factors, steps, device.multiprocessors,
                                                  exec.cuda_stream()));
    }
  }

 private:
  static cuda::BlockedEllArguments sizes_of(const SpmmInput& input) {
    cuda::BlockedEllArguments arguments;
    arguments.m = input.statistics.num_rows;
    arguments.k = input.statistics.num_cols;
    arguments.n = input.num_columns;
    arguments.scalar_bytes = int(input.scalar_bytes);
    arguments.block_size = input.block_size;
    arguments.ell_cols = input.ell_cols;
    arguments.b_ld = input.b_ld;
    return arguments;
  }

  template <class Index>
  static cuda::BlockedEllArguments pattern_of(const BlockedEllRows<Index>& rows,
                                              std::size_t scalar_bytes) {
    cuda::BlockedEllArguments arguments;
    arguments.scalar_bytes = int(scalar_bytes);
    arguments.m = rows.num_rows;
    arguments.k = rows.num_cols;
    arguments.block_size = rows.block_size;
    arguments.ell_cols = rows.ell_cols;
    arguments.col_indices = rows.col_indices;
    arguments.wide_indices = sizeof(Index) == 8;
    arguments.index_base = rows.base;
    return arguments;
  }
};

}  // namespace filigree::detail
