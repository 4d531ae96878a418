// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cmath>

#include <core/execution_spaces.hpp>
#include <core/explanation.hpp>
#include <spmv/plan_state.hpp>

namespace filigree {

std::string SpmvExplanation::text() const {
  std::string result = detail::kernel_text(*this) +
                       detail::formatted(" (plain CSR %.3g MB), ", 1e-6 * double(csr_bytes_moved)) +
                       detail::cost_text(*this);
  if (pays_after > 0) result += detail::formatted(", pays after %.0f products", pays_after);
  return result;
}

namespace detail {
namespace {

template <class MemorySpace>
std::string_view encoding_name(const EncodedPattern<MemorySpace>& compressed) {
  constexpr std::array<std::string_view, num_index_encodings> names{"raw", "narrow", "shared_lists",
                                                                    "dictionary"};
  if (!compressed.is_compressed()) return names[0];
  for (std::size_t i = 0; i < names.size(); ++i)
    if (compressed.entries_of[i] == compressed.total_entries()) return names[i];
  return "mixed";
}

/// The first product after which building the smaller encoding has paid back.
double break_even(double seconds_spent, double saved_bytes, double bandwidth) {
  if (seconds_spent <= 0 || saved_bytes <= 0 || bandwidth <= 0) return 0;
  return std::ceil(seconds_spent * bandwidth / saved_bytes);
}

}  // namespace

template <class Exec, class Offset, class Index>
SpmvExplanation explain_plan(const SpmvPlanState<Exec, Offset, Index>& state) {
  const auto& pattern = state.pattern;
  const double nnz = double(pattern.nnz);
  const double offset_bytes = double(sizeof(Offset)) * double(pattern.num_rows + 1);
  const double place_bytes = pattern.value_index == nullptr ? 0 : nnz * sizeof(Offset);
  const double raw_bytes = nnz * sizeof(Index);
  const double index_bytes =
      state.compressed.is_compressed() ? state.compressed.index_bytes : raw_bytes;
  const double moved = state.prepared != nullptr && state.prepared->bytes_moved > 0
                           ? state.prepared->bytes_moved
                           : offset_bytes + place_bytes + index_bytes;
  const double others =
      double(state.scalar.bytes) * (nnz + double(pattern.num_cols) + double(pattern.num_rows));
  SpmvExplanation result;
  result.format = stored_format(state.stored);
  result.kernel = state.choice.kernel;
  result.encoding = encoding_name(state.compressed);
  result.reason = state.choice.reason;
  result.index_bytes_per_nnz = pattern.nnz == 0 ? 0 : moved / nnz;
  result.bytes_moved = std::int64_t(others + moved);
  result.csr_bytes_moved = std::int64_t(others + offset_bytes + raw_bytes);
  result.plan_bytes = state.memory_bytes();
  result.build_seconds = state.build_seconds;
  set_expected_time(Exec(), result);
  result.pays_after = break_even(state.compress_seconds, raw_bytes - index_bytes, result.bandwidth);
  return result;
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index) \
  template SpmvExplanation explain_plan(const SpmvPlanState<Exec, Offset, Index>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace detail
}  // namespace filigree
