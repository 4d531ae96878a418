// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/execution_spaces.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/format_problem.hpp>
#include <format/rows_list.hpp>
#include <spmv/listed_rows.hpp>

// Apart from the plans: conversions and plans use one name for patterns of their own.

namespace filigree::detail {

template <class Exec, class Rows>
ListedRows<Exec, typename Rows::index_type> list_rows(const Exec& exec, const Rows& rows) {
  using Index = typename Rows::index_type;
  using Space = typename Exec::memory_space;
  ListedRows<Exec, Index> listed;
  listed.num_rows = rows.num_rows;
  listed.num_cols = rows.num_cols;
  listed.row_offsets = allocate<std::int64_t, Space>(
      "spmv_plan", exec, "filigree::spmv::listed_offsets", rows.num_rows + 1);
  listed.count = count_row_entries("spmv_plan", exec, rows, {}, listed.row_offsets.data());
  listed.col_indices =
      allocate<Index, Space>("spmv_plan", exec, "filigree::spmv::listed_columns", listed.count);
  listed.places = allocate<std::int64_t, Space>("spmv_plan", exec, "filigree::spmv::listed_places",
                                                listed.count);
  fill_row_entries(exec, rows, {}, listed.row_offsets.data(), IndexBase::zero,
                   listed.col_indices.data(), listed.places.data());
  return listed;
}

#define FILIGREE_INSTANTIATE_ROWS(Exec, ...)                                         \
  template ListedRows<Exec, typename __VA_ARGS__::index_type> list_rows(const Exec&, \
                                                                        const __VA_ARGS__&);
#define FILIGREE_INSTANTIATE(Exec, Index)                                       \
  FILIGREE_ROWS_BY_INDEX(FILIGREE_INSTANTIATE_ROWS, Exec, Index)                \
  FILIGREE_ROWS_BY_OFFSET(FILIGREE_INSTANTIATE_ROWS, Exec, Index, std::int32_t) \
  FILIGREE_ROWS_BY_OFFSET(FILIGREE_INSTANTIATE_ROWS, Exec, Index, std::int64_t)
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_ROWS

}  // namespace filigree::detail
