// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <banded/generic.hpp>
#include <core/execution_spaces.hpp>
#include <core/refuse.hpp>
#include <filigree/banded_solve.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/allocate.hpp>
#include <select/choose.hpp>

namespace filigree::detail {
namespace {

/// f.operator()<P, Periodic>()
template <class T, class F>
auto visit_band(const BandedProblem<T>& problem, const F& f) {
  if (problem.half_bandwidth == 1)
    return problem.periodic ? f.template operator()<1, true>() : f.template operator()<1, false>();
  return problem.periodic ? f.template operator()<2, true>() : f.template operator()<2, false>();
}

bool is_empty(std::int64_t rows, std::int64_t systems, std::int64_t columns) {
  return rows == 0 || systems == 0 || columns == 0;
}

template <class Exec, class T, int P, bool Periodic>
void solve(const Exec& exec, const BandedProblem<T>& problem, void* workspace) {
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Factors = BandedFactors<T, P, Periodic>;
  Factors factors;
  factors.steps = Factors::num_steps(problem.num_rows);
  factors.num_systems = problem.num_systems;
  factors.values = static_cast<T*>(workspace);
  factors.pivots = reinterpret_cast<signed char*>(
      factors.values + (factors.steps * Factors::words + Factors::end_words) * problem.num_systems);
  Kokkos::parallel_for("filigree::banded_solve::factorize",
                       light_weight(Range(exec, 0, problem.num_systems)),
                       BandedFactorize<Exec, T, P, Periodic>{problem, factors});
  Kokkos::parallel_for("filigree::banded_solve::substitute",
                       light_weight(Range(exec, 0, problem.num_systems * problem.num_columns)),
                       BandedSubstitute<Exec, T, P, Periodic>{problem, factors});
}

}  // namespace

template <class Exec, class T>
std::size_t banded_workspace_bytes(const BandedProblem<T>& problem) {
  if (is_empty(problem.num_rows, problem.num_systems, problem.num_columns)) return 0;
  return visit_band(problem, [&]<int P, bool Periodic>() {
    return BandedFactors<T, P, Periodic>::bytes(problem.num_rows, problem.num_systems);
  });
}

template <class Exec, class T>
KernelId run_banded(const Exec& exec, const BandedProblem<T>& problem, const BandedRun& run) {
  const std::string_view kernel =
      choose_kernel("banded_solve", run.backend, run.kernel, "banded_generic", {});
  if (!is_empty(problem.num_rows, problem.num_systems, problem.num_columns)) {
    const std::size_t needed = banded_workspace_bytes<Exec>(problem);
    Kokkos::View<std::byte*, typename Exec::memory_space> own;
    void* workspace = problem.workspace;
    if (workspace != nullptr) {
      check_workspace("banded_solve", "BandedSolvePlan", workspace, problem.workspace_bytes,
                      needed);
    } else {
      own = allocate<std::byte, typename Exec::memory_space>(
          "banded_solve", exec, "filigree::banded_solve::workspace", std::int64_t(needed));
      workspace = own.data();
    }
    visit_band(problem, [&]<int P, bool Periodic>() {
      solve<Exec, T, P, Periodic>(exec, problem, workspace);
    });
  }
  if (logs_kernels())
    log_kernel("banded_solve", kernel,
               std::to_string(2 * problem.half_bandwidth + 1) + " diagonals, " +
                   std::to_string(problem.num_rows) + " rows, batch of " +
                   std::to_string(problem.num_systems) + ", " +
                   std::to_string(problem.num_columns) + " columns");
  return {kernel};
}

#define FILIGREE_INSTANTIATE(Exec, T)                                                   \
  template KernelId run_banded(const Exec&, const BandedProblem<T>&, const BandedRun&); \
  template std::size_t banded_workspace_bytes<Exec, T>(const BandedProblem<T>&);
#define FILIGREE_INSTANTIATE_ALL(Exec)      \
  FILIGREE_INSTANTIATE(Exec, float)         \
  FILIGREE_INSTANTIATE(Exec, double)        \
  FILIGREE_INSTANTIATE(Exec, complex_float) \
  FILIGREE_INSTANTIATE(Exec, complex_double)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE_ALL)
#undef FILIGREE_INSTANTIATE_ALL
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
