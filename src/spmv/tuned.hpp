// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of spmv that knows which tuned kernels there are, and that CUDA exists.

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/compressed.hpp>
#include <select/kernel_list.hpp>
#include <spmv/cuda/select.hpp>
#include <spmv/host_kernels.hpp>
#include <spmv/prepared.hpp>
#include <spmv/select.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <spmv/cuda/kernels.hpp>
#include <spmv/cuda/transposed_kernels.hpp>
#endif

namespace filigree::detail {

// A tuned kernel is one struct in a list below. To choose it (TunedKernel, select/kernel_list.hpp):
//
//     static constexpr std::string_view name = "csr_stream_cuda";
//     /// Whether it takes this pattern; input.planned says if a plan will be there.
//     static bool can_implement(const SpmvInput& input);
//     static double seconds(const SpmvInput& input);
//     /// Why it may be the fastest, in words, for plan.explain().
//     static std::string reason(const SpmvInput& input);
//
// (CUDA's kernels have these in a base that the host's compiler sees too: cuda/select.hpp.) And:
//
//     /// Whether it sums SpmvOperands::reductions itself; where not, a pass over z follows.
//     static constexpr bool fuses_reductions = true;
//     /// Whether it reads CompressedIndices; where not, a plan does not keep them.
//     static constexpr bool reads_compressed = false;
//     /// Whether it is there for these types; Problem is an SpmvProblem.
//     template <class Exec, class Problem>
//     static constexpr bool takes = ...;
//     /// What it keeps in a plan: a type of its own that derives from PreparedKernel.
//     template <class Exec>
//     using Prepared = ...;
//     /// A std::shared_ptr<Prepared<Exec>>. Called once, when the kernel was chosen for the plan.
//     template <class Exec, class Offset, class Index>
//     static auto prepare(const Exec&, const GatherPattern<Offset, Index>&, const SpmvInput&,
//                         const PatternFindings<typename Exec::memory_space>&);
//     /// z = alpha A x + beta y. Allocates nothing, waits for nothing. Where alpha is 0 nothing of
//     /// A and x reaches the result, where beta is 0 nothing of y. problem.workspace has
//     /// workspace_bytes. One-shot: `compressed` is empty, `prepared` null.
//     template <class Exec, class Problem>
//     static void launch(const Exec&, const Problem&, const CompressedIndices& compressed,
//                        const Prepared<Exec>* prepared);

/// The tuned kernels of an execution space.
template <class Exec>
struct TunedKernels {
  using type = KernelList<>;
};

/// The encodings that the space's kernels decode.
template <class Exec>
CompressionOptions compression_options(const Exec&, const PatternStatistics&) {
  return {};
}

/// How many columns' entries of x a kernel of this space can keep close by; 0: it has no such
/// kernel.
template <class Exec>
std::int64_t hot_column_capacity(const Exec&, const ScalarKind&) {
  return 0;
}

/// Stored rows of a tile of a kernel that multiplies by the transpose of rows in the dictionary; 0:
/// the space has no such kernel.
template <class Exec>
int transposed_tile_rows(const Exec&, const ScalarKind&) {
  return 0;
}

template <>
struct TunedKernels<Kokkos::DefaultHostExecutionSpace> {
  using type =
      KernelList<CompressedHostKernel, RawHostKernel, TransposedHostKernel, SymmetricHostKernel>;
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TunedKernels<Kokkos::Cuda> {
  using type =
      KernelList<CsrStreamCuda, CsrCompressedCuda, CsrWarpTileCuda, CsrSubwarpCuda, CsrPermutedCuda,
                 CsrHotColumnsCuda, CsrTwoPassCuda, CsrCollectCuda, CsrWindowsCuda>;
};

template <>
inline std::int64_t hot_column_capacity(const Kokkos::Cuda& exec, const ScalarKind& scalar) {
  const bool fits = scalar.bytes == 4 || scalar.bytes == 8;
  const DeviceLimits device = device_limits(exec);
  const bool has_room = device.compute_capability >= 90 &&
                        device.shared_bytes_per_block >= std::size_t(cuda::hot_column_shared_bytes);
  return fits && has_room ? cuda::hot_column_capacity(std::int64_t(scalar.bytes)) : 0;
}

template <>
inline int transposed_tile_rows(const Kokkos::Cuda&, const ScalarKind& scalar) {
  return cuda::window_rows(widest_compute_bytes(scalar.bytes));
}

template <>
inline CompressionOptions compression_options(const Kokkos::Cuda&,
                                              const PatternStatistics& statistics) {
  return cuda_compression_options(statistics);
}
#endif

/// The tuned kernels of a one-shot product whose entries do not lie row by row of op(A). The struct
/// has `names`, the first of which is the library's choice, `takes<Problem>`, can_implement(input)
/// and launch(exec, problem, name), where problem.pattern walks A as it is stored and problem.z
/// holds beta y.
struct NoTunedScatter {
  static constexpr std::array<std::string_view, 0> names{};
  template <class Problem>
  static constexpr bool takes = false;
};

template <class Exec>
struct TunedScatter {
  using type = NoTunedScatter;
};

template <>
struct TunedScatter<Kokkos::DefaultHostExecutionSpace> {
  using type = ScatterHostKernel;
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TunedScatter<Kokkos::Cuda> {
  using type = CsrScatterCuda;
};
#endif

/// The name, in memory of the library, of the kernel that a one-shot product which scatters runs
/// where it is asked for this one, or for none; empty where there is none.
template <class Exec>
std::string_view tuned_scatter(std::string_view asked) {
  for (const std::string_view name : TunedScatter<Exec>::type::names)
    if (asked.empty() || name == asked) return name;
  return {};
}

template <class Exec>
using tuned_kernels_t = typename TunedKernels<Exec>::type;

/// Calls visit.operator()<A, X, Y, Compute>() for a product of vectors of the matrix's own scalar
/// type (of int8: with an int32 result).
template <class Visit>
void visit_own_scalars(std::string_view scalar, const Visit& visit) {
  const auto test = [&]<class A, class X, class Y, class Compute>() {
    if constexpr (std::is_same_v<A, X> && (std::is_same_v<A, Y> || std::is_integral_v<Y>))
      if (scalar == scalar_name<A>) visit.template operator()<A, X, Y, Compute>();
  };
#define FILIGREE_SPMV_TYPES(...) test.template operator()<__VA_ARGS__>()
#include <filigree/detail/spmv_types.inc>
#undef FILIGREE_SPMV_TYPES
}

/// Whether a kernel takes such a product.
template <class Kernel, class Exec, class Offset, class Index>
bool takes_own_scalar(std::string_view scalar) {
  bool result = false;
  visit_own_scalars(scalar, [&]<class A, class X, class Y, class Compute>() {
    result = Kernel::template takes<Exec, SpmvProblem<A, X, Y, Compute, Offset, Index>>;
  });
  return result;
}

/// Whether any kernel for this scalar reads compressed indices, so that making them can be of use.
template <class Exec, class Offset, class Index, class... Kernels>
bool reads_compressed(KernelList<Kernels...>, [[maybe_unused]] std::string_view scalar) {
  return ((Kernels::reads_compressed && takes_own_scalar<Kernels, Exec, Offset, Index>(scalar)) ||
          ...);
}

/// Whether the kernel of that name does.
template <class... Kernels>
bool reads_compressed(KernelList<Kernels...>, [[maybe_unused]] std::string_view kernel) {
  return ((Kernels::reads_compressed && Kernels::name == kernel) || ...);
}

/// The tuned kernels that a plan for this pattern and scalar may choose.
template <class Exec, class Offset, class Index, class Kernels>
KernelCandidates planned_candidates(Kernels kernels, const SpmvInput& input,
                                    std::string_view scalar) {
  return kernel_candidates(kernels, input, [&]<class Kernel>() {
    return takes_own_scalar<Kernel, Exec, Offset, Index>(scalar);
  });
}

/// The choice for a plan.
/// \throws Error not_supported as choose_kernel does
template <class Kernels>
KernelChoice choose_planned(Kernels kernels, const SpmvInput& input,
                            const KernelCandidates& candidates) {
  KernelChoice choice;
  choice.kernel =
      choose_kernel("spmv_plan", input.backend, input.kernel, csr_generic, candidates.span());
  choice.reason = generic_reason(input);
  for_each_kernel(kernels, [&]<class Kernel>() {
    if (Kernel::name == choice.kernel) choice.reason = Kernel::reason(input);
  });
  if (!input.kernel.empty()) choice.reason = "asked for by name";
  return choice;
}

template <class Exec, class Offset, class Index, class Kernels>
std::shared_ptr<const PreparedKernel> prepare_tuned(
    Kernels kernels, std::string_view chosen, const Exec& exec,
    const GatherPattern<Offset, Index>& pattern, const SpmvInput& input,
    const PatternFindings<typename Exec::memory_space>& findings) {
  std::shared_ptr<const PreparedKernel> prepared;
  for_each_kernel(kernels, [&]<class Kernel>() {
    if (Kernel::name == chosen) prepared = Kernel::prepare(exec, pattern, input, findings);
  });
  return prepared;
}

/// Whether `chosen` is a tuned kernel that is there for the types of Problem.
template <class Exec, class Problem, class Kernels>
bool takes_types(Kernels kernels, std::string_view chosen) {
  return visit_kernel<Exec, Problem>(kernels, chosen, [&]<class Kernel>() {});
}

/// Runs `chosen`, which takes_types said is there, with what it prepared, if anything; returns
/// whether it made the reductions too.
template <class Exec, class Problem, class Kernels>
bool launch_tuned(Kernels kernels, std::string_view chosen, const Exec& exec,
                  const Problem& problem, const CompressedIndices& compressed,
                  const PreparedKernel* prepared) {
  bool fused = false;
  visit_kernel<Exec, Problem>(kernels, chosen, [&]<class Kernel>() {
    Kernel::launch(exec, problem, compressed,
                   static_cast<const typename Kernel::template Prepared<Exec>*>(prepared));
    fused = Kernel::fuses_reductions;
  });
  return fused;
}

}  // namespace filigree::detail
