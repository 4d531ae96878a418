// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/format_rows.hpp>

/// Orders of rows as the library finds and applies them: plain pointers and sizes.

namespace filigree::detail {

template <class Index>
struct ReorderProblem : CsrRows<Index, AnyOffsets> {
  std::int64_t num_entries = 0;
};

template <class Matrix>
auto reorder_problem(const Matrix& A) {
  return ReorderProblem<typename Matrix::index_type>{{{A.num_rows(), A.num_cols()},
                                                      std::int64_t(A.index_base()),
                                                      A.row_offsets().data(),
                                                      A.col_indices().data()},
                                                     A.nnz()};
}

/// Throws invalid_value unless A is square.
FILIGREE_EXPORT void check_reorder(std::string_view operation, std::int64_t num_rows,
                                   std::int64_t num_cols);
/// Throws matrix_type_not_supported unless A is general.
FILIGREE_EXPORT void check_reorder_type(const MatrixProperties& properties);

/// Writes the reverse Cuthill-McKee order to `order`. Works on the host; waits for the device.
template <class Exec, class Index>
FILIGREE_EXPORT void find_cuthill_mckee(const Exec& exec, const ReorderProblem<Index>& problem,
                                        Index* order);

/// The pattern of the matrix whose row i is row order[i] of A, columns alike.
template <class Index, class Offset>
struct ReorderedPattern {
  Offset* row_offsets = nullptr;
  Index* col_indices = nullptr;    ///< in the order of A's entries
  std::int64_t* places = nullptr;  ///< of values in A
};

/// \throws Error invalid_value where `order` is no permutation
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void reorder_pattern(const Exec& exec, const ReorderProblem<Index>& problem,
                                     const Index* order,
                                     const ReorderedPattern<Index, Offset>& result);

}  // namespace filigree::detail
