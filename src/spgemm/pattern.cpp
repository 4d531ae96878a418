// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include <core/execution_spaces.hpp>
#include <select/choose.hpp>
#include <spgemm/generic.hpp>
#include <spgemm/tuned.hpp>

/// The pattern phase: which kernel, C's rows, their offsets and columns.

namespace filigree::detail {
namespace {

template <class Exec, class Index>
std::string_view choose_spgemm(const Exec& exec, const SpgemmPattern<Index>& pattern,
                               const SpgemmLimits& limits) {
  using Tuned = TunedSpgemm<Exec>;
  const SpgemmInput input{pattern.a.num_rows, pattern.b.num_rows, pattern.b.num_cols,
                          pattern.a.nnz,      pattern.b.nnz,      device_limits(exec)};
  const auto candidates =
      kernel_candidates<Exec, SpgemmPattern<Index>>(typename Tuned::kernels{}, input);
  return choose_kernel("spgemm", limits.backend, limits.kernel, SpgemmGeneric::name,
                       candidates.span());
}

/// Calls visit.operator()<Kernel>() for the kernel that the plan has chosen.
template <class Exec, class Index, class Visit>
void visit_spgemm_kernel(std::string_view name, const Visit& visit) {
  if (!visit_kernel<Exec, SpgemmPattern<Index>>(typename TunedSpgemm<Exec>::kernels{}, name, visit))
    visit.template operator()<SpgemmGeneric>();
}

}  // namespace

template <class Exec, class Index>
SpgemmCounts<Exec> count_spgemm(const Exec& exec, const SpgemmPattern<Index>& pattern,
                                const SpgemmLimits& limits, SpgemmPrepared<Exec, Index>& prepared) {
  prepared.kernel = choose_spgemm(exec, pattern, limits);
  SpgemmCounts<Exec> counts;
  visit_spgemm_kernel<Exec, Index>(prepared.kernel, [&]<class Kernel>() {
    counts = Kernel::count(exec, pattern, limits, prepared);
  });
  return counts;
}

template <class Exec, class Index, class Offset>
void fill_spgemm(const Exec& exec, const SpgemmPattern<Index>& pattern,
                 const SpgemmCounts<Exec>& counts, const SpgemmLimits& limits, IndexBase base,
                 Offset* offsets, Index* col_indices, SpgemmPrepared<Exec, Index>& prepared) {
  visit_spgemm_kernel<Exec, Index>(prepared.kernel, [&]<class Kernel>() {
    Kernel::fill(exec, pattern, counts, limits, base, offsets, col_indices, prepared);
  });
}

template <class Exec, class Index>
std::int64_t spgemm_kernel_workspace_bytes(const Exec& exec, const SpgemmRows<Index>& c,
                                           const SpgemmPrepared<Exec, Index>& prepared,
                                           std::int64_t compute_bytes, std::int64_t limit) {
  std::int64_t bytes = 0;
  visit_spgemm_kernel<Exec, Index>(prepared.kernel, [&]<class Kernel>() {
    bytes = Kernel::values_bytes(exec, c, prepared, compute_bytes, limit);
  });
  return bytes;
}

#define FILIGREE_INSTANTIATE_OFFSET(Exec, Index, Offset)                                         \
  template void fill_spgemm(const Exec&, const SpgemmPattern<Index>&, const SpgemmCounts<Exec>&, \
                            const SpgemmLimits&, IndexBase, Offset*, Index*,                     \
                            SpgemmPrepared<Exec, Index>&);
#define FILIGREE_INSTANTIATE_INDEX(Exec, Index)                                                \
  template SpgemmCounts<Exec> count_spgemm(const Exec&, const SpgemmPattern<Index>&,           \
                                           const SpgemmLimits&, SpgemmPrepared<Exec, Index>&); \
  template std::int64_t spgemm_kernel_workspace_bytes(const Exec&, const SpgemmRows<Index>&,   \
                                                      const SpgemmPrepared<Exec, Index>&,      \
                                                      std::int64_t, std::int64_t);             \
  FILIGREE_INSTANTIATE_OFFSET(Exec, Index, std::int32_t)                                       \
  FILIGREE_INSTANTIATE_OFFSET(Exec, Index, std::int64_t)
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE_INDEX)
#undef FILIGREE_INSTANTIATE_INDEX
#undef FILIGREE_INSTANTIATE_OFFSET

}  // namespace filigree::detail
