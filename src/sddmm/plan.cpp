// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include <core/execution_spaces.hpp>
#include <filigree/detail/sddmm_front.hpp>
#include <sddmm/tuned.hpp>
#include <spmv/checksum.hpp>

namespace filigree::detail {

template <class Exec, class Index>
std::uint64_t sddmm_checksum(const Exec& exec, const SddmmPattern<Index>& pattern) {
  return checksum(exec, line_offsets(pattern.begin_offsets, pattern.num_block_rows()),
                  {pattern.col_indices, pattern.num_blocks});
}

namespace {

template <class Exec, class Stored>
sddmm_prepared_t<Exec> prepare_sddmm(const Exec& exec, const Stored& stored) {
  return TunedSddmm<Exec>::prepare(exec, sddmm_pattern(stored));
}
/// No tuned kernel takes patterns of their own.
template <class Exec, class Stored>
sddmm_prepared_t<Exec> prepare_sddmm(const Exec&, const StoredBatch<Stored>&) {
  return {};
}

}  // namespace

template <class Exec, class Stored>
std::shared_ptr<const SddmmPlanState<Exec, Stored>> make_sddmm_plan(const Exec& exec,
                                                                    const Stored& stored,
                                                                    std::size_t scalar_bytes,
                                                                    const SddmmOptions& options) {
  const Kokkos::Timer timer;
  const auto state = std::make_shared<SddmmPlanState<Exec, Stored>>();
  state->stored = stored;
  state->options = without_kernel(options);
  state->kernel = options.kernel;
  state->scalar_bytes = scalar_bytes;
  if (options.pattern_check == PatternCheck::content)
    state->checksum = stored_checksum(exec, stored);
  if (options.backend != Backend::generic) state->prepared = prepare_sddmm(exec, stored);
  state->build_seconds = timer.seconds();
  log_new_plan("sddmm_plan", stored_format(stored), state->prepared.memory_bytes(),
               state->build_seconds);
  return state;
}

template <class Exec>
std::size_t sddmm_workspace_bytes(std::int64_t num_rows, std::int64_t num_cols, std::int64_t inner,
                                  std::size_t scalar_bytes) {
  return TunedSddmm<Exec>::workspace_bytes(num_rows, num_cols, inner, scalar_bytes);
}

#define FILIGREE_INSTANTIATE(Exec)                                                           \
  template std::uint64_t sddmm_checksum(const Exec&, const SddmmPattern<std::int32_t>&);     \
  template std::uint64_t sddmm_checksum(const Exec&, const SddmmPattern<std::int64_t>&);     \
  template std::size_t sddmm_workspace_bytes<Exec>(std::int64_t, std::int64_t, std::int64_t, \
                                                   std::size_t);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#define FILIGREE_STORED(Exec, ...)                                                   \
  template std::shared_ptr<const SddmmPlanState<Exec, __VA_ARGS__>> make_sddmm_plan( \
      const Exec&, const __VA_ARGS__&, std::size_t, const SddmmOptions&);
#define FILIGREE_INSTANTIATE(Exec, Offset, Index)                  \
  FILIGREE_STORED(Exec, StoredPattern<Offset, Index>)              \
  FILIGREE_STORED(Exec, StoredRows<BsrRows<Index, Offset>>)        \
  FILIGREE_STORED(Exec, StoredBatch<StoredPattern<Offset, Index>>) \
  FILIGREE_STORED(Exec, StoredBatch<StoredRows<BsrRows<Index, Offset>>>)
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_STORED

}  // namespace filigree::detail
