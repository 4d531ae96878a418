// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The tuned kernels of the formats that row visitors walk, as spmv/tuned.hpp is for CSR.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <spmv/host/format_host.hpp>
#include <spmv/tuned.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <spmv/cuda/format_kernels.hpp>
#endif

namespace filigree::detail {

/// What a format's tuned kernel may want to know beside the visitor.
struct FormatInput {
  bool planned = true;
  bool on_host = true;
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< asked for by name; empty: the best one

  std::int64_t nnz = 0;  ///< as the container counts them
  bool filtered = false;
  bool unit_diagonal = false;
  bool conjugate = false;
  std::size_t scalar_bytes = 8;

  DeviceLimits device;
};

// A tuned kernel multiplies with the matrix as its format stores it: op none, general or triangular
// (of Bsc: op transposed). All else a plan rewrites into rows of op(A), for the CSR kernels. One
// struct a kernel, listed in FormatKernels<Exec, Rows> below; the first that takes the types and
// the matrix runs. Rows is EllRows<Index>, SellRows<Index, AnyOffsets>, BsrxRows<Index> (Bsr, Bsc
// and Bsrx; unless it is `masked`, all block rows take part), BlockedEllRows<Index>, DiaRows<Index>
// or HdiaRows<Index, AnyOffsets>. AnyOffsets says by is_wide() whether its data() are 64-bit
// offsets, so that one struct serves both widths.
//
//   struct SellCuda {
//     /// As apply returns it; stable.
//     static constexpr std::string_view name = "sell_cuda";
//     /// Whether it sums SpmvOperands::reductions itself; where not, a pass over z follows.
//     static constexpr bool fuses_reductions = false;
//     /// Whether it is there for these types; Problem is an SpmvRowsProblem.
//     template <class Problem>
//     static constexpr bool takes = ...;
//     /// Whether it takes this matrix. It must refuse what it does not do: a filter, a unit
//     /// diagonal, conjugation, a mask, a row permutation, padded blocks, ...
//     template <class Rows>
//     static bool can_implement(const FormatInput& input, const Rows& rows);
//     /// z = alpha A x + beta y. Allocates nothing, waits for nothing. Where alpha is 0 nothing of
//     /// A and x reaches the result, where beta is 0 nothing of y; padding is never multiplied. It
//     /// needs no workspace, and a plan keeps nothing for it.
//     template <class Exec, class Problem>
//     static void launch(const Exec&, const Problem& problem);
//   };

/// The tuned kernels of a format on an execution space.
template <class Exec, class Rows>
struct FormatKernels {
  using type = KernelList<>;
};

template <class Index>
struct FormatKernels<Kokkos::DefaultHostExecutionSpace, EllRows<Index>> {
  using type = KernelList<EllHost>;
};
template <class Index>
struct FormatKernels<Kokkos::DefaultHostExecutionSpace, SellRows<Index, AnyOffsets>> {
  using type = KernelList<SellHost>;
};
template <class Index>
struct FormatKernels<Kokkos::DefaultHostExecutionSpace, BsrxRows<Index>> {
  using type = KernelList<BsrHost>;
};
template <class Index>
struct FormatKernels<Kokkos::DefaultHostExecutionSpace, BlockedEllRows<Index>> {
  using type = KernelList<BlockedEllHost>;
};
template <class Index>
struct FormatKernels<Kokkos::DefaultHostExecutionSpace, DiaRows<Index>> {
  using type = KernelList<DiaHost>;
};
template <class Index>
struct FormatKernels<Kokkos::DefaultHostExecutionSpace, HdiaRows<Index, AnyOffsets>> {
  using type = KernelList<HdiaHost>;
};

#if defined(KOKKOS_ENABLE_CUDA)
template <class Index>
struct FormatKernels<Kokkos::Cuda, EllRows<Index>> {
  using type = KernelList<EllCuda>;
};
template <class Index>
struct FormatKernels<Kokkos::Cuda, SellRows<Index, AnyOffsets>> {
  using type = KernelList<SellCuda>;
};
template <class Index>
struct FormatKernels<Kokkos::Cuda, BsrxRows<Index>> {
  using type = KernelList<BsrCuda>;
};
template <class Index>
struct FormatKernels<Kokkos::Cuda, DiaRows<Index>> {
  using type = KernelList<DiaCuda>;
};
template <class Index>
struct FormatKernels<Kokkos::Cuda, HdiaRows<Index, AnyOffsets>> {
  using type = KernelList<HdiaCuda>;
};
#endif

template <class Exec, class Rows>
using format_kernels_t = typename FormatKernels<Exec, Rows>::type;

/// Whether a kernel takes a product of vectors of the matrix's own scalar type.
template <class Kernel, class Rows>
bool takes_own_scalar(std::string_view scalar) {
  bool result = false;
  visit_own_scalars(scalar, [&]<class A, class X, class Y, class Compute>() {
    result = Kernel::template takes<SpmvRowsProblem<Rows, A, X, Y, Compute>>;
  });
  return result;
}

/// The name of the kernel to run; `takes` says whether one is there for the scalar types.
/// \throws Error not_supported as choose_kernel does
template <class Rows, class Takes, class... Kernels>
std::string_view select_format_kernel(KernelList<Kernels...> kernels, const FormatInput& input,
                                      const Rows& rows, std::string_view generic,
                                      const Takes& takes) {
  KernelCandidates candidates;
  for_each_kernel(kernels, [&]<class Kernel>() {
    constexpr double alone = 0;  // a format has one tuned kernel
    if (takes.template operator()<Kernel>() && Kernel::can_implement(input, rows))
      candidates.add(Kernel::name, alone);
  });
  return choose_kernel(input.planned ? "spmv_plan" : "spmv", input.backend, input.kernel, generic,
                       candidates.span());
}

/// Calls visit.operator()<Kernel>() for the kernel of that name.
template <class Visit, class... Kernels>
void visit_format_kernel(KernelList<Kernels...> kernels, std::string_view name,
                         const Visit& visit) {
  for_each_kernel(kernels, [&]<class Kernel>() {
    if (Kernel::name == name) visit.template operator()<Kernel>();
  });
}

}  // namespace filigree::detail
