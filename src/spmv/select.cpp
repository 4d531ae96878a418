// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spmv/select.hpp>

#include <array>
#include <cmath>
#include <cstdio>

#include <filigree/core/error.hpp>

namespace filigree::detail {
namespace {

constexpr std::array<std::string_view, num_spmv_kernels> kernel_names{
    "csr_generic",        "csr_scatter",         "coo_scatter",       "csr_scatter_cuda",
    "csr_host",           "csr_compressed_host", "csr_stream_cuda",   "csr_compressed_cuda",
    "csr_warp_tile_cuda", "csr_subwarp_cuda",    "csr_permuted_cuda", "csr_hot_columns_cuda",
    "csr_two_pass_cuda",  "csr_collect_cuda",    "csr_windows_cuda",  "csr_transposed_host",
    "csr_scatter_host"};

template <class... Values>
std::string text(const char* format, Values... values) {
  std::array<char, 160> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

/// The kernels that suit the pattern, best first.
struct Candidates {
  std::array<SpmvKernel, 8> kernels{};
  std::size_t count = 0;

  void add(SpmvKernel kernel) { kernels.at(count++) = kernel; }
  const SpmvKernel* begin() const { return kernels.data(); }
  const SpmvKernel* end() const { return kernels.data() + count; }
};

Candidates candidates(const SelectInput& input) {
  Candidates result;
  if (input.scatters) {
    result.add(SpmvKernel::csr_transposed_host);
    return result;
  }
  if (input.on_host) {
    if (compression_pays(input)) result.add(SpmvKernel::csr_compressed_host);
    result.add(SpmvKernel::csr_host);
    return result;
  }
  if (input.has_value_index) {
    // Two passes, or windows and their sums, cost a launch or two more.
    const bool is_large = input.statistics.nnz >= many_entries;
    const bool is_short = has_short_rows(input);
    // Few rows meet a column: what they read beside their values still comes from caches.
    if (is_large && !is_short && input.has_windows) result.add(SpmvKernel::csr_windows_cuda);
    if (is_large && input.has_transposed_lists) result.add(SpmvKernel::csr_collect_cuda);
    if (is_large && !(is_short && input.values_nearby)) result.add(SpmvKernel::csr_two_pass_cuda);
    result.add(SpmvKernel::csr_permuted_cuda);
  }
  // Rows that a thread walks must be short, and about as long as their neighbours; there must be so
  // many of them that the steps of staging a block hide behind other blocks; and neighbours must
  // gather from the same lines of x, or what they gather wants the cache that staging takes. But
  // rows that a thread loads at once are as good as even, and coalesce with nothing else.
  const bool is_small = input.statistics.nnz < many_entries;
  const bool has_long_rows = rows_are_long(input.statistics.nnz, input.statistics.num_rows);
  const bool walks =
      !is_small && !has_long_rows &&
      (are_loaded_at_once(input) || (!is_uneven(input.statistics) && !input.columns_are_spread));
  if (!is_small && compression_pays(input)) result.add(SpmvKernel::csr_compressed_cuda);
  if (input.hot_coverage >= 0.1) result.add(SpmvKernel::csr_hot_columns_cuda);
  if (is_small && !has_long_rows) result.add(SpmvKernel::csr_subwarp_cuda);
  result.add(walks ? SpmvKernel::csr_stream_cuda : SpmvKernel::csr_warp_tile_cuda);
  result.add(walks ? SpmvKernel::csr_warp_tile_cuda : SpmvKernel::csr_stream_cuda);
  return result;
}

std::string tuned_reason(SpmvKernel kernel, const SelectInput& input) {
  const PatternStatistics& s = input.statistics;
  switch (kernel) {
    case SpmvKernel::csr_permuted_cuda:
      return "values are read through the plan's permutation";
    case SpmvKernel::csr_collect_cuda:
    case SpmvKernel::csr_windows_cuda:
      return text("%.2f bytes of index an entry: all stored rows are in the dictionary",
                  input.compressed_index_bytes / double(s.nnz));
    case SpmvKernel::csr_two_pass_cuda:
      return "products are ordered tile by tile, then summed row by row";
    case SpmvKernel::csr_transposed_host:
      return "the rows of A add to each thread's sums of columns";
    case SpmvKernel::csr_warp_tile_cuda:
      return text("long or uneven rows: %lld entries at most, %.1f on average",
                  static_cast<long long>(s.max_row_length), s.mean_row_length);
    case SpmvKernel::csr_subwarp_cuda:
      return text("few entries: %lld", static_cast<long long>(s.nnz));
    case SpmvKernel::csr_hot_columns_cuda:
      return text("%.0f%% of the entries lie in columns whose x fits shared memory",
                  100 * input.hot_coverage);
    case SpmvKernel::csr_compressed_host:
    case SpmvKernel::csr_compressed_cuda:
      return text("%.2f bytes of column index an entry instead of %d",
                  input.compressed_index_bytes / double(s.nnz), int(input.index_bytes));
    default:
      return text("%.1f entries a row", s.mean_row_length);
  }
}

std::string generic_reason(const SelectInput& input) {
  if (input.backend == Backend::generic) return "asked for";
  if (input.filtered) return "no tuned kernel skips stored entries outside the triangle";
  return "no tuned kernel takes this pattern and scalar type here";
}

SpmvKernel named_kernel(const SelectInput& input) {
  std::string there(kernel_names[std::size_t(SpmvKernel::csr_generic)]);
  if (input.kernel == there) return SpmvKernel::csr_generic;
  for (std::size_t i = 0; i < num_spmv_kernels; ++i) {
    if (!input.available.test(i)) continue;
    if (input.kernel == kernel_names.at(i)) return SpmvKernel(i);
    there.append(", ").append(kernel_names.at(i));
  }
  throw_error(
      Status::not_supported,
      {"spmv_plan", "options.kernel", "'" + std::string(input.kernel) + "'",
       "a kernel that takes this pattern and scalar type: " + there, "name one of these, or none"});
}

}  // namespace

KernelId kernel_id(SpmvKernel kernel) { return {kernel_names.at(std::size_t(kernel))}; }

bool compression_pays(const SelectInput& input) {
  // Below a tenth of the traffic of an entry the extra steps of decoding are not won back.
  const double saved = input.raw_index_bytes() - input.compressed_index_bytes;
  const double entry_bytes = double(input.scalar_bytes + input.index_bytes);
  return input.is_compressed() && saved > 0.1 * double(input.statistics.nnz) * entry_bytes;
}

bool has_short_rows(const SelectInput& input) {
  return input.statistics.mean_row_length <= (input.scalar_bytes > 4 ? 12 : 8);
}

bool are_loaded_at_once(const SelectInput& input) {
  return input.planned && input.statistics.max_row_length <= 8;
}

bool is_uneven(const PatternStatistics& s) {
  return s.row_length_variance > 0.25 * s.mean_row_length * s.mean_row_length;
}

SpmvKernel select_kernel(const SelectInput& input) {
  if (!input.kernel.empty()) return named_kernel(input);
  if (input.backend == Backend::generic) return SpmvKernel::csr_generic;
  for (const SpmvKernel kernel : candidates(input))
    if (input.available.test(std::size_t(kernel))) return kernel;
  if (input.backend == Backend::tuned)
    throw_error(Status::not_supported,
                {"spmv", "options.backend", "Backend::tuned, but " + generic_reason(input),
                 "a pattern and scalar types that a tuned kernel takes", "use Backend::automatic"});
  return SpmvKernel::csr_generic;
}

KernelChoice select(const SelectInput& input) {
  const SpmvKernel kernel = select_kernel(input);
  if (!input.kernel.empty()) return {kernel, "asked for by name"};
  return {kernel,
          kernel == SpmvKernel::csr_generic ? generic_reason(input) : tuned_reason(kernel, input)};
}

}  // namespace filigree::detail
