// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <filigree/core/types.hpp>

#include "read_context.hpp"

namespace filigree::detail {

/// An entry off the diagonal: where it lies, or its mirror image, below the diagonal.
struct MirroredEntry {
  std::int64_t row;
  std::int64_t col;
  std::int64_t entry;
  bool above;
};

/// Sorts by position; equal ones stay in the order of the file.
void sort_by_position(std::vector<MirroredEntry>& entries);

/// NaNs are equal to each other here.
template <class Scalar>
bool equal_values(const Scalar& a, const Scalar& b) {
  if constexpr (is_complex_v<Scalar>)
    return equal_values(a.real(), b.real()) && equal_values(a.imag(), b.imag());
  else
    return a == b || (a != a && b != b);
}

/// Integers wrap around.
template <class Scalar>
Scalar sum_of(const Scalar& a, const Scalar& b) {
  if constexpr (std::is_integral_v<Scalar>)
    return Scalar(std::make_unsigned_t<Scalar>(a) + std::make_unsigned_t<Scalar>(b));
  else
    return a + b;
}

/// What fold_triangles found.
struct FoldedTriangles {
  std::int64_t num_above = 0;  ///< entries that stood above the diagonal
  std::int64_t num_twice = 0;  ///< of these, entries whose mirror image stood below it
  std::int64_t num_entries = 0;
};

/// Where either triangle of a matrix stands for the other: puts entries above the diagonal below
/// it. Where both of a pair stand there they must agree, and the one above goes; several entries of
/// one position count together. Entries keep their order.
/// \param mirror      mirror(value): the value on the other side
/// \param conflict    conflict(k_below, k_above) throws
/// \param is_pattern  values are not compared
template <class Scalar, class Index, class Mirror, class Conflict>
FoldedTriangles fold_triangles(Index* rows, Index* cols, Scalar* values, std::int64_t num_entries,
                               bool is_pattern, Mirror mirror, Conflict conflict) {
  FoldedTriangles result{0, 0, num_entries};
  std::int64_t num_below = 0;
  for (std::int64_t k = 0; k < num_entries; ++k) {
    result.num_above += rows[k] < cols[k];
    num_below += rows[k] > cols[k];
  }
  std::vector<bool> dropped;
  if (num_below > 0 && result.num_above > 0) {
    std::vector<MirroredEntry> entries;
    entries.reserve(std::size_t(num_below + result.num_above));
    for (std::int64_t k = 0; k < num_entries; ++k)
      if (rows[k] != cols[k])
        entries.push_back(
            {std::max(rows[k], cols[k]), std::min(rows[k], cols[k]), k, rows[k] < cols[k]});
    sort_by_position(entries);
    dropped.assign(std::size_t(num_entries), false);
    for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
      Scalar below(0), above(0);
      std::int64_t first_below = -1, first_above = -1;
      for (end = begin; end < entries.size() && entries[end].row == entries[begin].row &&
                        entries[end].col == entries[begin].col;
           ++end) {
        const std::int64_t k = entries[end].entry;
        std::int64_t& first = entries[end].above ? first_above : first_below;
        Scalar& sum = entries[end].above ? above : below;
        sum = first < 0 ? values[k] : sum_of(sum, values[k]);
        if (first < 0) first = k;
      }
      if (first_below < 0 || first_above < 0) continue;
      if (!is_pattern && !equal_values(below, mirror(above))) conflict(first_below, first_above);
      for (std::size_t i = begin; i < end; ++i) {
        dropped[std::size_t(entries[i].entry)] = entries[i].above;
        result.num_twice += entries[i].above;
      }
    }
  }
  std::int64_t kept = 0;
  for (std::int64_t k = 0; k < num_entries; ++k) {
    if (!dropped.empty() && dropped[std::size_t(k)]) continue;
    const bool above = rows[k] < cols[k];
    const Index row = rows[k], col = cols[k];
    rows[kept] = above ? col : row;
    cols[kept] = above ? row : col;
    values[kept++] = above ? mirror(values[k]) : values[k];
  }
  result.num_entries = kept;
  return result;
}

/// Notes what was put below the diagonal.
void note_folded(const ReadContext& context, const FoldedTriangles& folded,
                 std::int64_t num_entries);

}  // namespace filigree::detail
