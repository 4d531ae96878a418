// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <filigree/detail/spmv_problem.hpp>

/// How the rows of a product are shared out among the host's threads.

namespace filigree::detail {

/// What a row costs beside its entries (x, y, offset), in entries.
inline constexpr std::int64_t row_weight = 2;

/// The first row of part `part` of `parts`: parts have about the same weight and begin at multiples
/// of `granularity`.
template <class Offset, class Index>
std::int64_t first_row_of_part(const GatherPattern<Offset, Index>& pattern, std::int64_t part,
                               std::int64_t parts, std::int64_t granularity) {
  if (part >= parts) return pattern.num_rows;
  const double total = double(pattern.nnz) + double(row_weight) * double(pattern.num_rows);
  const auto target = std::int64_t(total * (double(part) / double(parts)));
  const auto comes_before = [&](std::int64_t row) {
    return std::int64_t(pattern.row_offsets[row]) - pattern.base + row_weight * row < target;
  };
  std::int64_t first = 0;
  for (std::int64_t end = pattern.num_rows; first < end;) {
    const std::int64_t middle = first + (end - first) / 2;
    if (comes_before(middle))
      first = middle + 1;
    else
      end = middle;
  }
  return std::min(pattern.num_rows, (first + granularity / 2) / granularity * granularity);
}

/// The first rows of `parts` parts and, last, the number of rows.
template <class Offset, class Index>
void fill_host_partition(const GatherPattern<Offset, Index>& pattern, std::int64_t granularity,
                         std::int64_t parts, std::int64_t* first_rows) {
  for (std::int64_t part = 0; part <= parts; ++part)
    first_rows[part] = first_row_of_part(pattern, part, parts, granularity);
}

}  // namespace filigree::detail
