// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <core/bandwidth.hpp>
#include <core/execution_spaces.hpp>
#include <core/explanation.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/structured_matmul_front.hpp>

#include "structured/messages.hpp"
#include "structured/scaled_matmul.hpp"
#include "structured/tuned.hpp"

namespace filigree {

std::string StructuredMatmulExplanation::text() const {
  std::string result = "structured, kernel ";
  result.append(kernel).append(" (").append(reason).append(")");
  if (k_parts > 1) result += ", k in " + std::to_string(k_parts) + " parts";
  return result + detail::formatted(
                      ", %.3g MB and %.3g operations per product, workspace %.3g MB, "
                      "expected %.3g ms at %.3g GB/s",
                      1e-6 * double(bytes_moved), double(operations),
                      1e-6 * double(workspace_bytes), 1e3 * expected_seconds, 1e-9 * bandwidth);
}

}  // namespace filigree

namespace filigree::detail {

using structured::MatmulArguments;

namespace {

/// The tuned kernels that take the product; none does where there are factors or packed entries.
/// The library does not choose those that need a workspace where there is none.
template <class Exec, class In, class Out>
structured::Candidates candidates_of(const Exec& exec, const MatmulArguments& arguments,
                                     const StructuredRun& run) {
  structured::Candidates candidates;
  if constexpr (!is_packed<In>)
    if (!run.scales.any()) {
      const bool any = run.workspace_bytes > 0 || !run.kernel.empty();
      const auto all =
          structured::tuned_candidates<In, Out>(structured::Tuned<Exec>::machine(exec), arguments);
      for (const KernelCandidate& candidate : all.span())
        if (any || structured_workspace_bytes(candidate.name, arguments) == 0)
          candidates.add(candidate.name, candidate.seconds);
    }
  return candidates;
}

void check_structured_workspace(const StructuredRun& run, std::size_t needed) {
  if (needed == 0) return;
  const std::string plan = "StructuredMatmulPlan::workspace_bytes";
  if (run.workspace_bytes < needed)
    refuse("structured_matmul", "workspace", std::to_string(run.workspace_bytes) + " bytes",
           std::to_string(needed) + " bytes",
           "pass what " + plan + " says; without any, name no kernel that needs one");
  if (reinterpret_cast<std::uintptr_t>(run.workspace) % 16 != 0)
    refuse("structured_matmul", "workspace", "an address that is not a multiple of 16 bytes",
           "an aligned one", "pass a View as Kokkos allocates it");
}

/// The kernel that takes everything.
template <class Exec, class In, class Out>
void launch_generic(const Exec& exec, const MatmulArguments& arguments,
                    const structured::Scales& scales) {
  if constexpr (is_narrow<In>)
    if (is_packed<In> || scales.any())
      return structured::ScaledMatmul<In, Out>(arguments, scales).launch(exec);
  if constexpr (!is_packed<In>) structured::GenericMatmul<In, Out>(arguments).launch(exec);
}

}  // namespace

std::size_t structured_workspace_bytes(std::string_view kernel, const MatmulArguments& arguments) {
  return structured::workspace_bytes(kernel, arguments);
}

template <class Exec, class In, class Out>
KernelId select_structured_matmul(const Exec& exec, const MatmulArguments& arguments,
                                  const StructuredRun& run) {
  const auto candidates = candidates_of<Exec, In, Out>(exec, arguments, run);
  const bool has_tuned = !is_packed<In> && !run.scales.any();
  if (has_tuned && run.backend == Backend::tuned && run.kernel.empty() && candidates.count == 0)
    check_tuned_kind(arguments.kind, structured_kind<In>);
  return {choose_kernel("structured_matmul", run.backend, run.kernel,
                        structured::GenericMatmul<In, Out>::name, candidates.span())};
}

template <class Exec, class In, class Out>
KernelId run_structured_matmul(const Exec& exec, const MatmulArguments& arguments,
                               const StructuredRun& run) {
  const KernelId kernel = select_structured_matmul<Exec, In, Out>(exec, arguments, run);
  if (arguments.batches > 0 && arguments.m > 0 && arguments.n > 0) {
    if (kernel.name == structured::GenericMatmul<In, Out>::name) {
      launch_generic<Exec, In, Out>(exec, arguments, run.scales);
    } else if constexpr (!is_packed<In>) {
      check_structured_workspace(run, structured_workspace_bytes(kernel.name, arguments));
      structured::Tuned<Exec>::template launch<In, Out>(exec, kernel.name, arguments,
                                                        run.workspace);
    }
  }
  if (logs_kernels())
    log_kernel("structured_matmul", kernel.name, structured_problem_text(arguments));
  return kernel;
}

template <class Exec, class In, class Out>
std::vector<std::string_view> structured_kernels(const Exec& exec,
                                                 const MatmulArguments& arguments) {
  const StructuredRun any{.workspace_bytes = std::numeric_limits<std::size_t>::max()};
  std::vector<std::string_view> names{
      select_structured_matmul<Exec, In, Out>(exec, arguments, any).name};
  const auto add = [&names](std::string_view name) {
    if (name != names.front()) names.push_back(name);
  };
  const auto candidates = candidates_of<Exec, In, Out>(exec, arguments, any);
  for (const KernelCandidate& candidate : candidates.span()) add(candidate.name);
  add(structured::GenericMatmul<In, Out>::name);
  return names;
}

template <class Exec, class In, class Out>
StructuredMatmulExplanation explain_structured(const Exec& exec, const StructuredPlanState& plan) {
  const MatmulArguments& a = plan.arguments;
  constexpr int in_bits = storage_bits<In>, out_bits = storage_bits<Out>;
  const auto structured = structured_bytes("structured_matmul", a.m, a.k,
                                           GroupDirection::along_rows, 1, in_bits, a.kind);
  const StructuredRun run{.backend = plan.backend,
                          .kernel = plan.kernel,
                          .workspace_bytes = std::numeric_limits<std::size_t>::max()};
  StructuredMatmulExplanation result;
  result.kernel = plan.selected;
  result.reason =
      choice_reason(plan.backend, plan.kernel, candidates_of<Exec, In, Out>(exec, a, run).count);
  result.k_parts = structured::parts_of(plan.selected);
  result.workspace_bytes = std::int64_t(plan.workspace_bytes);
  result.operations = 2 * groups_of(a.k, a.kind.group) * a.kind.kept * a.m * a.n * a.batches;
  result.bytes_moved =
      (structured.values + structured.metadata) * matrices_read(a.a_batch_bytes, a.batches) +
      groups_of(a.k * a.n * in_bits, 8) * matrices_read(a.b_batch_stride, a.batches) +
      groups_of(a.m * a.n * out_bits, 8) * a.batches;
  expect_at(measured_bandwidth(exec), result);
  return result;
}

#define FILIGREE_INSTANTIATE(Exec, In, Out)                                                      \
  static_assert(structured_product_types<In, Out>);                                              \
  template KernelId run_structured_matmul<Exec, In, Out>(const Exec&, const MatmulArguments&,    \
                                                         const StructuredRun&);                  \
  template KernelId select_structured_matmul<Exec, In, Out>(const Exec&, const MatmulArguments&, \
                                                            const StructuredRun&);               \
  template StructuredMatmulExplanation explain_structured<Exec, In, Out>(                        \
      const Exec&, const StructuredPlanState&);                                                  \
  template std::vector<std::string_view> structured_kernels<Exec, In, Out>(                      \
      const Exec&, const MatmulArguments&);
#define FILIGREE_STRUCTURED_PRODUCT(In, Out) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE, In, Out)
FILIGREE_STRUCTURED_PRODUCTS(FILIGREE_STRUCTURED_PRODUCT)
FILIGREE_STRUCTURED_PACKED_PRODUCTS(FILIGREE_STRUCTURED_PRODUCT)
#undef FILIGREE_STRUCTURED_PRODUCT
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
