// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of spmm that knows which tuned kernels there are, and that CUDA exists.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <filigree/detail/spmm_front.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <select/kernel_list.hpp>
#include <spmm/host/format_kernel.hpp>
#include <spmm/host/kernel.hpp>
#include <spmm/host/transposed_kernel.hpp>
#include <spmm/prepared.hpp>
#include <spmm/select.hpp>
#include <spmv/tuned.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <spmm/cuda/kernels.hpp>
#endif
#if defined(KOKKOS_ENABLE_CUDA) && defined(KOKKOS_ARCH_HOPPER90)
#include <spmm/cuda_blocked/densified_kernel.hpp>
#endif

namespace filigree::detail {

// A tuned kernel is one struct, listed in SpmmKernels<Exec, Rows> below:
//
//   struct SomeKernel {
//     /// As apply returns it; stable.
//     static constexpr std::string_view name = "spmm_csr_some_kernel";
//     /// Whether it is there for these types; Problem is an SpmmProblem.
//     template <class Exec, class Problem>
//     static constexpr bool takes = ...;
//     /// Whether it takes this product; input.planned says if prepare() was called.
//     static bool can_implement(const SpmmInput& input);
//     /// Expected, or in any unit that the list's kernels share: smaller is better.
//     static double seconds(const SpmmInput& input);
//     /// A one-shot product has a workspace too, but it is allocated each time.
//     static std::size_t workspace_bytes(const SpmmInput& input);
//     /// Adds to what a plan keeps. Called once a plan, whatever kernel its products will run.
//     template <class Exec, class Offset, class Index>
//     static void prepare(const Exec&, const GatherPattern<Offset, Index>&,
//                         const ScalarKind& of_A, SpmmPrepared<Exec>&);
//     /// What a kernel for a format's rows prepares; not where entries are dropped or added.
//     template <class Exec>
//     static void prepare(const Exec&, const Rows&, const ScalarKind& of_A, SpmmPrepared<Exec>&);
//     /// What a planned product reads of the pattern; `as_stored`: if as the rows have it.
//     template <class Exec>
//     static PatternRead pattern_read(const SpmmInput&, const SpmmPrepared<Exec>&,
//                                     const PatternRead& as_stored);
//     /// C = alpha A B + beta C. Allocates nothing, waits for nothing. Where alpha is 0 nothing of
//     /// A and B reaches the result, where beta is 0 nothing of C. problem.workspace has
//     /// workspace_bytes, 16-byte aligned; of a one-shot product nothing was prepared.
//     template <class Exec, class Problem>
//     static void launch(const Exec&, const Problem&, const SpmmPrepared<Exec>& prepared);
//   };

/// The tuned kernels for rows of a kind on an execution space. Rows is GatherRows<Index>, or a
/// format's visitor as FormatKernels has them (spmv/formats/tuned.hpp).
template <class Exec, class Rows>
struct SpmmKernels {
  using type = KernelList<>;
};
template <class Index>
struct SpmmKernels<Kokkos::DefaultHostExecutionSpace, GatherRows<Index>> {
  using type = KernelList<SpmmHostKernel, SpmmTransposedHostKernel>;
};
#define FILIGREE_SPMM_HOST_KERNEL(Kernel, ...)                         \
  struct SpmmKernels<Kokkos::DefaultHostExecutionSpace, __VA_ARGS__> { \
    using type = KernelList<Kernel>;                                   \
  }
template <class Index>
FILIGREE_SPMM_HOST_KERNEL(SpmmEllHost, EllRows<Index>);
template <class Index>
FILIGREE_SPMM_HOST_KERNEL(SpmmSellHost, SellRows<Index, AnyOffsets>);
template <class Index>
FILIGREE_SPMM_HOST_KERNEL(SpmmBsrHost, BsrxRows<Index>);
template <class Index>
FILIGREE_SPMM_HOST_KERNEL(SpmmBlockedEllHost, BlockedEllRows<Index>);
template <class Index>
FILIGREE_SPMM_HOST_KERNEL(SpmmDiaHost, DiaRows<Index>);
template <class Index>
FILIGREE_SPMM_HOST_KERNEL(SpmmHdiaHost, HdiaRows<Index, AnyOffsets>);
#undef FILIGREE_SPMM_HOST_KERNEL
#if defined(KOKKOS_ENABLE_CUDA)
template <class Index>
struct SpmmKernels<Kokkos::Cuda, GatherRows<Index>> {
  using type = KernelList<SpmmRowTileCuda, SpmmColumnWalkCuda, SpmmPackedRowTileCuda,
                          SpmmNodeTileCuda, SpmmPackedNodeTileCuda>;
};
#endif
#if defined(KOKKOS_ENABLE_CUDA) && defined(KOKKOS_ARCH_HOPPER90)
template <class Index>
struct SpmmKernels<Kokkos::Cuda, BlockedEllRows<Index>> {
  using type = KernelList<SpmmBlockedEllCuda, SpmmBlockedEllDensifiedCuda>;
};
template <class Index>
struct SpmmKernels<Kokkos::Cuda, BsrxRows<Index>> {
  using type = KernelList<SpmmBsrCuda, SpmmBsrDensifiedCuda>;
};
#endif

template <class Exec, class Rows>
using spmm_kernels_t = typename SpmmKernels<Exec, Rows>::type;

/// What the kernel of the list needs that would be chosen for a planned product.
template <class Kernels>
std::size_t chosen_workspace(Kernels kernels, const SpmmInput& input) {
  if (input.kernel.empty() && input.backend == Backend::generic) return 0;
  std::size_t bytes = 0;
  double lowest = std::numeric_limits<double>::infinity();
  for_each_kernel(kernels, [&]<class Kernel>() {
    if (!Kernel::can_implement(input)) return;
    const bool chosen =
        input.kernel.empty() ? Kernel::seconds(input) < lowest : Kernel::name == input.kernel;
    if (!chosen) return;
    lowest = Kernel::seconds(input);
    bytes = Kernel::workspace_bytes(input);
  });
  return bytes;
}

/// The most of that over the layouts that B and C may have.
template <class Kernels>
std::size_t largest_workspace(Kernels kernels, SpmmInput input) {
  std::size_t bytes = 0;
  for (const auto b : {DenseLayout::row_major, DenseLayout::column_major, DenseLayout::strided})
    for (const auto c : {DenseLayout::row_major, DenseLayout::column_major, DenseLayout::strided}) {
      input.b_layout = b;
      input.c_layout = c;
      bytes = std::max(bytes, chosen_workspace(kernels, input));
    }
  return bytes;
}

}  // namespace filigree::detail
