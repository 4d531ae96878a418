// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/execution_spaces.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/geam_front.hpp>
#include <geam/generic.hpp>
#include <geam/messages.hpp>
#include <geam/tuned.hpp>
#include <select/kernel_list.hpp>

namespace filigree::detail {

template <class Exec, class AB, class C, class Compute>
void run_geam_values(const Exec& exec, KernelId kernel, const GeamValues<AB, C, Compute>& values) {
  using Values = GeamValues<AB, C, Compute>;
  if (values.nnz > 0) {
    const bool is_tuned =
        visit_kernel<Exec, GeamProblem>(typename TunedGeam<Exec>::type{}, kernel.name,
                                        [&]<class Kernel>() { Kernel::launch(exec, values); });
    if (!is_tuned) GenericValues<Exec, Values>(values).launch(exec);
  }
  if (logs_kernels()) log_geam(kernel.name, values.nnz);
}

#define FILIGREE_GEAM_VALUES(Exec, AB, C, Compute) \
  template void run_geam_values(const Exec&, KernelId, const GeamValues<AB, C, Compute>&);
#define FILIGREE_GEAM_TYPES(...) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_GEAM_VALUES, __VA_ARGS__)
#include <filigree/detail/geam_types.inc>
#undef FILIGREE_GEAM_TYPES
#undef FILIGREE_GEAM_VALUES

}  // namespace filigree::detail
