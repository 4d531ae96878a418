// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include <core/execution_spaces.hpp>
#include <filigree/core/log.hpp>
#include <select/choose.hpp>
#include <spgemm/adjoint.hpp>
#include <spgemm/messages.hpp>

/// Gradients of products: the choice of a kernel, and the instances.

namespace filigree::detail {
namespace {

using AdjointKernels = KernelList<SpgemmAdjointHost>;

}  // namespace

template <class Exec, class Index>
SpgemmAdjointChoice choose_spgemm_adjoint(const Exec& exec, Backend backend, std::string_view asked,
                                          const SpgemmRows<Index>& places,
                                          const SpgemmRows<Index>& left, std::int64_t limit) {
  const SpgemmInput input{places.num_rows, places.num_cols, left.num_cols,
                          places.nnz,      left.nnz,        device_limits(exec)};
  auto candidates = kernel_candidates<Exec, SpgemmRows<Index>>(AdjointKernels{}, input);
  SpgemmAdjointChoice choice;
  if constexpr (is_host_execution_v<Exec>) {
    // Not even one worker's array fits: entries need none.
    const std::int64_t bytes =
        SpgemmAdjointHost::workspace_bytes(exec, places.num_rows, left.num_cols, limit);
    if (bytes <= SpgemmAdjointHost::counter_bytes || bytes > limit) candidates = {};
    choice.kernel = choose_kernel("spgemm_adjoint", backend, asked, SpgemmAdjointGeneric::name,
                                  candidates.span());
    if (choice.kernel == SpgemmAdjointHost::name) choice.workspace_bytes = bytes;
  } else {
    choice.kernel = choose_kernel("spgemm_adjoint", backend, asked, SpgemmAdjointGeneric::name,
                                  candidates.span());
  }
  return choice;
}

template <class Exec, class Index, class AB, class C, class Compute>
KernelId run_spgemm_adjoint(const Exec& exec,
                            const SpgemmAdjointProblem<Index, AB, C, Compute>& problem,
                            std::string_view kernel) {
  using Problem = SpgemmAdjointProblem<Index, AB, C, Compute>;
  const auto launch = [&]<class Kernel>() { Kernel::launch(exec, problem); };
  if (problem.places.nnz > 0 && !visit_kernel<Exec, Problem>(AdjointKernels{}, kernel, launch))
    launch.template operator()<SpgemmAdjointGeneric>();
  if (logs_kernels())
    log_spgemm(kernel, problem.places.num_rows, problem.places.num_cols, problem.places.nnz);
  return {kernel};
}

#define FILIGREE_ADJOINT_INDEX(Exec, Index)                                                  \
  template SpgemmAdjointChoice choose_spgemm_adjoint(const Exec&, Backend, std::string_view, \
                                                     const SpgemmRows<Index>&,               \
                                                     const SpgemmRows<Index>&, std::int64_t);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_ADJOINT_INDEX)
#undef FILIGREE_ADJOINT_INDEX

#define FILIGREE_ADJOINT_PRODUCT(Exec, AB, C, Compute)                                           \
  template KernelId run_spgemm_adjoint(                                                          \
      const Exec&, const SpgemmAdjointProblem<std::int32_t, AB, C, Compute>&, std::string_view); \
  template KernelId run_spgemm_adjoint(                                                          \
      const Exec&, const SpgemmAdjointProblem<std::int64_t, AB, C, Compute>&, std::string_view);
#define FILIGREE_SPGEMM_TYPES(...) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_ADJOINT_PRODUCT, __VA_ARGS__)
#include <filigree/detail/spgemm_types.inc>
#undef FILIGREE_SPGEMM_TYPES
#undef FILIGREE_ADJOINT_PRODUCT

}  // namespace filigree::detail
