// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of spmv that knows which tuned kernels there are, and that CUDA exists.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/compressed.hpp>
#include <select/kernel_list.hpp>
#include <spmv/host_kernels.hpp>
#include <spmv/select.hpp>
#include <spmv/tuned_arrays.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <spmv/cuda/kernels.hpp>
#include <spmv/cuda/transposed_kernels.hpp>
#endif

/// Names the execution spaces to instantiate for: the device, and the host where that is another.
#if defined(KOKKOS_ENABLE_CUDA)
#define FILIGREE_SPMV_FOR_EACH_EXEC(apply, ...)     \
  apply(Kokkos::DefaultExecutionSpace, __VA_ARGS__) \
      apply(Kokkos::DefaultHostExecutionSpace, __VA_ARGS__)
#else
#define FILIGREE_SPMV_FOR_EACH_EXEC(apply, ...) apply(Kokkos::DefaultExecutionSpace, __VA_ARGS__)
#endif

namespace filigree::detail {

// A tuned kernel is one struct:
//
//   struct CsrStreamCuda {
//     static constexpr SpmvKernel kernel = SpmvKernel::csr_stream_cuda;
//     /// Whether it sums SpmvOperands::reductions itself; where not, a pass over z follows.
//     static constexpr bool fuses_reductions = true;
//     /// Whether it reads CompressedIndices; where not, a plan does not keep them.
//     static constexpr bool reads_compressed = false;
//     /// Whether it is there for these types; Problem is an SpmvProblem.
//     template <class Exec, class Problem>
//     static constexpr bool takes = ...;
//     /// Whether it takes this pattern; input.planned says if a plan's arrays will be there.
//     static bool can_implement(const SelectInput& input);
//     /// Fills the plan's arrays. Called once, when the kernel was chosen for the plan.
//     template <class Exec, class Offset, class Index>
//     static void prepare(const Exec&, const GatherPattern<Offset, Index>&, const SelectInput&,
//                         const CompressedIndices&, TunedArrays<typename Exec::memory_space>&);
//     /// z = alpha A x + beta y. Allocates nothing, waits for nothing. Where alpha is 0 nothing of
//     /// A and x reaches the result, where beta is 0 nothing of y. problem.workspace has
//     /// workspace_bytes. One-shot: `compressed` and `arrays` are empty.
//     template <class Exec, class Problem>
//     static void launch(const Exec&, const Problem&, const CompressedIndices& compressed,
//                        const TunedArrays<typename Exec::memory_space>& arrays);
//   };

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
  using type = KernelList<CompressedHostKernel, RawHostKernel, TransposedHostKernel>;
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
                        device.shared_bytes_per_block >= cuda::hot_column_shared_bytes;
  return fits && has_room ? cuda::hot_column_capacity(std::int64_t(scalar.bytes)) : 0;
}

template <>
inline int transposed_tile_rows(const Kokkos::Cuda&, const ScalarKind& scalar) {
  return cuda::window_rows(widest_compute_bytes(scalar.bytes));
}

template <>
inline CompressionOptions compression_options(const Kokkos::Cuda&,
                                              const PatternStatistics& statistics) {
  CompressionOptions options;
  options.rows_per_block = cuda::compressed_rows_per_block(statistics.mean_row_length);
  options.longest_whole_row = cuda::longest_whole_row(statistics.nnz, statistics.mean_row_length);
  return options;
}
#endif

/// The tuned kernel of a one-shot product whose entries do not lie row by row of op(A). Its struct
/// has `kernel`, `takes<Problem>`, can_implement(input) and launch(exec, problem), where
/// problem.pattern walks A as it is stored and problem.z holds beta y.
struct NoTunedScatter {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_scatter;
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

template <class Exec>
using tuned_kernels_t = typename TunedKernels<Exec>::type;

/// Calls visit.operator()<A, X, Y, Compute>() for a product of vectors of the matrix's own scalar
/// type (of int8: with an int32 result).
template <class Visit>
void visit_own_scalars(std::string_view scalar, const Visit& visit) {
  const auto test = [&]<class A, class Y, class Compute>(const char* name) {
    if (scalar == name) visit.template operator()<A, A, Y, Compute>();
  };
  test.template operator()<float, float, float>("float");
  test.template operator()<double, double, double>("double");
  test.template operator()<complex_float, complex_float, complex_float>("complex_float");
  test.template operator()<complex_double, complex_double, complex_double>("complex_double");
  test.template operator()<half, half, float>("half");
  test.template operator()<bfloat16, bfloat16, float>("bfloat16");
  test.template operator()<complex_half, complex_half, complex_float>("complex_half");
  test.template operator()<complex_bfloat16, complex_bfloat16, complex_float>("complex_bfloat16");
  test.template operator()<std::int8_t, std::int32_t, std::int32_t>("int8");
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

template <class... Kernels>
bool reads_compressed(KernelList<Kernels...>, [[maybe_unused]] SpmvKernel kernel) {
  return ((Kernels::reads_compressed && Kernels::kernel == kernel) || ...);
}

/// The tuned kernels that a plan for this pattern and scalar may choose.
template <class Exec, class Offset, class Index, class... Kernels>
SpmvKernelSet planned_kernels(KernelList<Kernels...>, [[maybe_unused]] const SelectInput& input,
                              [[maybe_unused]] std::string_view scalar) {
  SpmvKernelSet result;
  (result.set(
       std::size_t(Kernels::kernel),
       takes_own_scalar<Kernels, Exec, Offset, Index>(scalar) && Kernels::can_implement(input)),
   ...);
  return result;
}

/// The tuned kernels that a one-shot product may choose.
template <class Exec, class Problem, class... Kernels>
SpmvKernelSet one_shot_kernels(KernelList<Kernels...>, [[maybe_unused]] const SelectInput& input) {
  SpmvKernelSet result;
  (result.set(std::size_t(Kernels::kernel),
              Kernels::template takes<Exec, Problem> && Kernels::can_implement(input)),
   ...);
  return result;
}

template <class Exec, class Offset, class Index, class... Kernels>
void prepare_tuned(KernelList<Kernels...>, [[maybe_unused]] SpmvKernel chosen, const Exec& exec,
                   const GatherPattern<Offset, Index>& pattern, const SelectInput& input,
                   const CompressedIndices& compressed,
                   TunedArrays<typename Exec::memory_space>& arrays) {
  [[maybe_unused]] const auto prepare = [&]<class Kernel>() {
    if (Kernel::kernel == chosen) Kernel::prepare(exec, pattern, input, compressed, arrays);
  };
  (prepare.template operator()<Kernels>(), ...);
}

/// Whether `chosen` is a tuned kernel that is there for the types of Problem.
template <class Exec, class Problem, class... Kernels>
bool takes_types(KernelList<Kernels...>, [[maybe_unused]] SpmvKernel chosen) {
  return ((Kernels::kernel == chosen && Kernels::template takes<Exec, Problem>) || ...);
}

/// Runs `chosen`, which takes_types said is there; returns whether it made the reductions too.
template <class Exec, class Problem, class... Kernels>
bool launch_tuned(KernelList<Kernels...>, [[maybe_unused]] SpmvKernel chosen, const Exec& exec,
                  const Problem& problem, const CompressedIndices& compressed,
                  const TunedArrays<typename Exec::memory_space>& arrays) {
  bool fused = false;
  [[maybe_unused]] const auto launch = [&]<class Kernel>() {
    if constexpr (Kernel::template takes<Exec, Problem>) {
      if (Kernel::kernel != chosen) return;
      Kernel::launch(exec, problem, compressed, arrays);
      fused = Kernel::fuses_reductions;
    }
  };
  (launch.template operator()<Kernels>(), ...);
  return fused;
}

}  // namespace filigree::detail
