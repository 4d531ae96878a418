// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <filigree/core/types.hpp>
#include <filigree/format/csc.hpp>

#include "host_arrays.hpp"

namespace filigree::detail {

template <class Scalar, class Index>
using HostCsc = CscMatrix<Scalar, Index, Index, Kokkos::HostSpace>;

/// The arrays of a CSC matrix while it is built.
template <class Scalar, class Index>
struct CscArrays {
  Kokkos::View<Index*, Kokkos::HostSpace> col_offsets;
  Kokkos::View<Index*, Kokkos::HostSpace> row_indices;
  Kokkos::View<Scalar*, Kokkos::HostSpace> values;

  CscArrays(const ReadContext& context, std::int64_t num_cols, std::int64_t nnz)
      : col_offsets(allocate_host<Index*>(context, "filigree::csc::col_offsets", num_cols + 1)),
        row_indices(allocate_host<Index*>(context, "filigree::csc::row_indices", nnz)),
        values(allocate_host<Scalar*>(context, "filigree::csc::values", nnz)) {}
};

/// Both triangles of a matrix of which the lower one is stored. mirror(value) is the value on the
/// other side. Rows ascend where they did.
template <class Scalar, class Index, class Mirror>
CscArrays<Scalar, Index> expand_lower(const ReadContext& context,
                                      const CscArrays<Scalar, Index>& half, Mirror mirror) {
  const std::int64_t num_cols = std::int64_t(half.col_offsets.extent(0)) - 1;
  const std::int64_t stored = std::int64_t(half.row_indices.extent(0));
  std::vector<std::int64_t> next(std::size_t(num_cols) + 1, 0);
  for (std::int64_t j = 0; j < num_cols; ++j) {
    for (std::int64_t k = half.col_offsets(j); k < half.col_offsets(j + 1); ++k) {
      ++next[std::size_t(j) + 1];
      if (half.row_indices(k) != j) ++next[std::size_t(half.row_indices(k)) + 1];
    }
  }
  for (std::int64_t j = 0; j < num_cols; ++j) next[std::size_t(j) + 1] += next[std::size_t(j)];
  const std::int64_t nnz = num_cols == 0 ? stored : next[std::size_t(num_cols)];
  check_index_range<Index>(context, 3, "entries in both triangles", nnz,
                           std::numeric_limits<Index>::max() - 1);
  CscArrays<Scalar, Index> full(context, num_cols, nnz);
  for (std::int64_t j = 0; j <= num_cols; ++j) full.col_offsets(j) = Index(next[std::size_t(j)]);
  const auto put = [&](std::int64_t row, std::int64_t col, const Scalar& value) {
    const std::int64_t place = next[std::size_t(col)]++;
    full.row_indices(place) = Index(row);
    full.values(place) = value;
  };
  // Columns ascend, so what comes into a column from the others comes before its own entries.
  for (std::int64_t j = 0; j < num_cols; ++j) {
    for (std::int64_t k = half.col_offsets(j); k < half.col_offsets(j + 1); ++k) {
      const std::int64_t i = half.row_indices(k);
      put(i, j, half.values(k));
      if (i != j) put(j, i, mirror(half.values(k)));
    }
  }
  return full;
}

/// An entry of an unassembled matrix.
template <class Scalar>
struct ElementEntry {
  std::int64_t row;
  std::int64_t col;
  Scalar value;
};

template <class Scalar>
void add_entry(const ReadContext& context, Scalar& sum, const Scalar& value) {
  if constexpr (std::is_integral_v<Scalar>) {
    if (__builtin_add_overflow(sum, value, &sum))
      context.fail(3, "a sum of element values is beyond the range of its type",
                   "sums that the scalar type holds", "read into double");
  } else {
    sum += value;
  }
}

/// Sorts entries by column and row and adds up those that coincide (or keeps one of a pattern's).
template <class Scalar, class Index>
CscArrays<Scalar, Index> assemble(const ReadContext& context, std::int64_t size,
                                  std::vector<ElementEntry<Scalar>>& entries, bool pattern) {
  const auto position = [](const ElementEntry<Scalar>& e) { return std::pair(e.col, e.row); };
  // Stable: the order of summation is the order of the file.
  std::stable_sort(entries.begin(), entries.end(),
                   [position](const auto& a, const auto& b) { return position(a) < position(b); });
  std::size_t count = 0;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (count > 0 && position(entries[count - 1]) == position(entries[k])) {
      if (!pattern) add_entry(context, entries[count - 1].value, entries[k].value);
    } else {
      entries[count++] = entries[k];
    }
  }
  const std::int64_t nnz = std::int64_t(count);
  check_index_range<Index>(context, 3, "assembled entries", nnz,
                           std::numeric_limits<Index>::max() - 1);
  CscArrays<Scalar, Index> csc(context, size, nnz);
  std::int64_t k = 0;
  for (std::int64_t j = 0; j <= size; ++j) {
    csc.col_offsets(j) = Index(k);
    for (; k < nnz && entries[std::size_t(k)].col == j; ++k) {
      csc.row_indices(k) = Index(entries[std::size_t(k)].row);
      csc.values(k) = entries[std::size_t(k)].value;
    }
  }
  return csc;
}

}  // namespace filigree::detail
