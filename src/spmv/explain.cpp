// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cmath>
#include <cstdio>

#include <spmv/bandwidth.hpp>
#include <spmv/plan_state.hpp>

namespace filigree {

std::string SpmvExplanation::text() const {
  std::array<char, 512> buffer{};
  std::snprintf(buffer.data(), buffer.size(),
                "%.*s, kernel %.*s (%s), indices %.*s: %.2f bytes an entry, %.3g MB a product "
                "(plain CSR %.3g MB), "
                "plan %.3g MB built in %.3g ms, expected %.3g ms at %.3g GB/s",
                int(format.size()), format.data(), int(kernel.size()), kernel.data(),
                reason.c_str(), int(encoding.size()), encoding.data(), index_bytes_per_nnz,
                1e-6 * double(bytes_moved), 1e-6 * double(csr_bytes_moved),
                1e-6 * double(plan_bytes), 1e3 * build_seconds, 1e3 * expected_seconds,
                1e-9 * bandwidth);
  std::string result = buffer.data();
  if (pays_after > 0) {
    std::snprintf(buffer.data(), buffer.size(), ", pays after %.0f products", pays_after);
    result += buffer.data();
  }
  return result;
}

namespace detail {
namespace {

std::string_view format_name(StoredFormat format) {
  switch (format) {
    case StoredFormat::csr:
      return "csr";
    case StoredFormat::csc:
      return "csc";
    case StoredFormat::coo:
      return "coo";
    case StoredFormat::coo_aos:
      return "coo_aos";
  }
  return "invalid";
}

template <class MemorySpace>
std::string_view encoding_name(const CompressedPattern<MemorySpace>& compressed) {
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
  const double moved = state.tuned.bytes_moved > 0 ? state.tuned.bytes_moved
                                                   : offset_bytes + place_bytes + index_bytes;
  const double others =
      double(state.scalar.bytes) * (nnz + double(pattern.num_cols) + double(pattern.num_rows));
  SpmvExplanation result;
  result.format = format_name(state.stored.format);
  result.kernel = kernel_id(state.choice.kernel).name;
  result.encoding = encoding_name(state.compressed);
  result.reason = state.choice.reason;
  result.index_bytes_per_nnz = pattern.nnz == 0 ? 0 : moved / nnz;
  result.bytes_moved = std::int64_t(others + moved);
  result.csr_bytes_moved = std::int64_t(others + offset_bytes + raw_bytes);
  result.plan_bytes = state.memory_bytes();
  result.build_seconds = state.build_seconds;
  result.bandwidth = measured_bandwidth(Exec());
  result.expected_seconds =
      result.bandwidth > 0 ? double(result.bytes_moved) / result.bandwidth : 0;
  result.pays_after = break_even(state.compress_seconds, raw_bytes - index_bytes, result.bandwidth);
  return result;
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index) \
  template SpmvExplanation explain_plan(const SpmvPlanState<Exec, Offset, Index>&);
FILIGREE_SPMV_FOR_EACH_EXEC(FILIGREE_INSTANTIATE, std::int32_t, std::int32_t)
FILIGREE_SPMV_FOR_EACH_EXEC(FILIGREE_INSTANTIATE, std::int32_t, std::int64_t)
FILIGREE_SPMV_FOR_EACH_EXEC(FILIGREE_INSTANTIATE, std::int64_t, std::int32_t)
FILIGREE_SPMV_FOR_EACH_EXEC(FILIGREE_INSTANTIATE, std::int64_t, std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace detail
}  // namespace filigree
