// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/spmv_problem.hpp>
#include <spmv/rewrite.hpp>

namespace filigree::detail {

/// A GatherPattern in 32 bits from base 0, so that one build of a plan serves all index types.
template <class Exec>
struct NarrowPattern {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  DeviceView<Exec, std::int32_t> row_offsets;
  DeviceView<Exec, std::int32_t> value_index;
  DeviceView<Exec, std::int32_t> stored_row;  ///< by place of a value: its column
};

template <class Offset>
struct NarrowOffsets {
  const Offset* row_offsets;
  Offset base;
  std::int32_t* narrow;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    narrow[i] = std::int32_t(row_offsets[i] - base);
  }
};

template <class Offset, class Index>
struct NarrowEntries {
  GatherPattern<Offset, Index> of;
  std::int32_t* value_index;
  std::int32_t* stored_row;

  KOKKOS_FUNCTION void operator()(const std::int64_t q) const {
    const Offset place = of.value_index[q];
    value_index[q] = std::int32_t(place);
    stored_row[place] = std::int32_t(of.col_indices[q] - of.base);
  }
};

/// The narrow form of a pattern that is the transpose of the stored one, with fewer than 2^31
/// entries, rows and columns.
template <class Exec, class Offset, class Index>
NarrowPattern<Exec> narrow_pattern(const Exec& exec, const GatherPattern<Offset, Index>& of) {
  NarrowPattern<Exec> result;
  result.num_rows = of.num_rows;
  result.num_cols = of.num_cols;
  result.nnz = of.nnz;
  result.row_offsets =
      plan_array<std::int32_t>(exec, "filigree::spmv::row_offsets", of.num_rows + 1);
  result.value_index = plan_array<std::int32_t>(exec, "filigree::spmv::value_index", of.nnz);
  result.stored_row = plan_array<std::int32_t>(exec, "filigree::spmv::stored_row", of.nnz);
  Kokkos::parallel_for(
      "filigree::spmv::narrow_offsets", EntryRange<Exec>(exec, 0, of.num_rows + 1),
      NarrowOffsets<Offset>{of.row_offsets, Offset(of.base), result.row_offsets.data()});
  Kokkos::parallel_for(
      "filigree::spmv::stored_row", EntryRange<Exec>(exec, 0, of.nnz),
      NarrowEntries<Offset, Index>{of, result.value_index.data(), result.stored_row.data()});
  return result;
}

}  // namespace filigree::detail
