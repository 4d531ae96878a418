// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spmv/select.hpp>

#include <core/explanation.hpp>

namespace filigree::detail {

bool compression_pays(const SpmvInput& input) {
  // Below a tenth of the traffic of an entry the extra steps of decoding are not won back.
  const double saved = input.raw_index_bytes() - input.compressed_index_bytes;
  const double entry_bytes = double(input.scalar_bytes + input.index_bytes);
  return input.is_compressed() && saved > 0.1 * double(input.statistics.nnz) * entry_bytes;
}

bool has_short_rows(const SpmvInput& input) {
  return input.statistics.mean_row_length <= (input.scalar_bytes > 4 ? 12 : 8);
}

std::string row_length_reason(const SpmvInput& input) {
  return formatted("%.1f entries per row", input.statistics.mean_row_length);
}

std::string index_bytes_reason(const SpmvInput& input) {
  return formatted("%.2f bytes of column index per entry instead of ",
                   input.compressed_index_bytes / double(input.statistics.nnz)) +
         std::to_string(input.index_bytes);
}

std::string generic_reason(const SpmvInput& input) {
  if (input.backend == Backend::generic) return "asked for";
  if (input.filtered) return "no tuned kernel skips stored entries outside the triangle";
  return "no tuned kernel takes this pattern and scalar type here";
}

}  // namespace filigree::detail
