// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include <filigree/core/execution.hpp>
#include <filigree/detail/format_problem.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>

/// Patterns as triangular solves analyse them, and how a format's becomes one.

namespace filigree::detail {

/// The pattern of A as the library analyses it: rows, columns or single entries.
template <class Index>
struct SolveSource {
  std::string_view format;
  MatrixProperties properties{};  ///< those of the matrix; `base` is that of the arrays here
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  std::int64_t base = 0;
  AnyOffsets offsets;  ///< of rows or columns; of null data: single entries
  bool by_columns = false;
  const Index* row_indices = nullptr;  ///< of columns and single entries
  const Index* col_indices = nullptr;  ///< of rows and single entries
  std::int64_t index_stride = 1;       ///< from one entry's index to the next one's
  AnyOffsets places;                   ///< of values; of null data: entry k's value is values[k]
  bool has_places = false;
  std::int64_t num_places = 0;
  /// Where they are not 1 x 1, all else here counts blocks, and `matrix_rows` those of the matrix.
  BlockLayout block;
  std::int64_t matrix_rows = 0;
};

/// What owns a SolveSource's arrays where a format had to be listed entry by entry.
template <class Exec, class Index>
struct ListedSource {
  using index_type = Index;
  using Integers = Kokkos::View<std::int64_t*, typename Exec::memory_space>;

  SolveSource<Index> source;
  Integers offsets;
  Kokkos::View<Index*, typename Exec::memory_space> indices;
  Integers places;
};

template <class Exec, class Offset, class Index>
ListedSource<Exec, Index> list_solve_source(const Exec&,
                                            const StoredPattern<Offset, Index>& stored) {
  ListedSource<Exec, Index> result;
  auto& source = result.source;
  source.format = format_name(stored.format);
  source.properties = stored.properties;
  source.num_rows = stored.num_rows;
  source.num_cols = stored.num_cols;
  source.nnz = source.num_places = stored.nnz;
  source.base = std::int64_t(stored.properties.index_base);
  source.offsets = stored.offsets;
  source.by_columns = stored.format == StoredFormat::csc;
  source.row_indices = stored.row_indices;
  source.col_indices = stored.col_indices;
  source.index_stride = stored.index_stride();
  return result;
}

/// Waits for the device.
template <class Exec, class Rows>
auto list_rows_entry_by_entry(const Exec& exec, const StoredRows<Rows>& stored) {
  using Index = typename Rows::index_type;
  using Space = typename Exec::memory_space;
  const auto& rows = stored.rows;
  ListedSource<Exec, Index> result;
  auto& source = result.source;
  source.format = stored.format;
  source.properties = stored.properties;
  source.num_rows = stored.num_rows;
  source.num_cols = stored.num_cols;
  source.num_places = stored.num_places;
  result.offsets = allocate<std::int64_t, Space>(
      "", exec, "filigree::triangular_solve::listed_offsets", rows.num_rows + 1);
  source.nnz = count_row_entries("triangular_solve_plan", exec, rows, {}, result.offsets.data());
  result.indices =
      allocate<Index, Space>("", exec, "filigree::triangular_solve::listed_indices", source.nnz);
  result.places = allocate<std::int64_t, Space>(
      "", exec, "filigree::triangular_solve::listed_places", source.nnz);
  fill_row_entries(exec, rows, {}, result.offsets.data(), IndexBase::zero, result.indices.data(),
                   result.places.data());
  source.offsets = result.offsets.data();
  source.by_columns = stored.by_columns;
  (stored.by_columns ? source.row_indices : source.col_indices) = result.indices.data();
  source.places = result.places.data();
  source.has_places = true;
  return result;
}

template <class Exec, class Rows>
auto list_solve_source(const Exec& exec, const StoredRows<Rows>& stored) {
  return list_rows_entry_by_entry(exec, stored);
}

/// Square blocks of a Bsr or Bsc matrix as entries of their own, in the matrix's arrays.
template <class Exec, class Index, class Offset>
auto list_solve_source(const Exec& exec, const StoredRows<BsrRows<Index, Offset>>& stored) {
  const auto& rows = stored.rows;
  const std::int64_t size = rows.block.rows;
  const std::int64_t largest =
      is_host_execution_v<Exec> ? largest_solve_block : largest_device_solve_block;
  if (size != rows.block.cols || stored.num_rows != stored.num_cols || size > largest)
    return list_rows_entry_by_entry(exec, stored);
  ListedSource<Exec, Index> result;
  auto& source = result.source;
  source.format = stored.format;
  source.properties = stored.properties;
  source.num_rows = source.num_cols = groups_of(stored.num_rows, size);
  source.nnz = stored.num_places / (size * size);
  source.num_places = source.nnz;
  source.base = rows.base;
  source.offsets = rows.begin_offsets;
  source.by_columns = stored.by_columns;
  (stored.by_columns ? source.row_indices : source.col_indices) = rows.col_indices;
  source.block = rows.block;
  source.matrix_rows = stored.num_rows;
  return result;
}

}  // namespace filigree::detail
