// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include <filigree/core/export.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/reorder_problem.hpp>
#include <filigree/ilut_options.hpp>

/// Incomplete factorizations by threshold as the compiled library takes them.

namespace filigree::detail {

/// Rows with ascending columns, all counted from the matrix's base: L without its unit diagonal,
/// and U.
template <class T>
struct ThresholdFactors {
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> columns;
  std::vector<T> values;
  std::int64_t first_zero_pivot = -1;  ///< counted from the base; -1: none
};

/// Throws invalid_value or matrix_type_not_supported.
FILIGREE_EXPORT void check_ilut(std::int64_t num_rows, std::int64_t num_cols,
                                const MatrixProperties& properties, const IlutOptions& options);

/// \param max_entries of the result
/// \throws Error as ilut
template <class Exec, class Index, class T>
FILIGREE_EXPORT ThresholdFactors<T> factor_by_threshold(const Exec& exec,
                                                        const ReorderProblem<Index>& pattern,
                                                        const T* values, const IlutOptions& options,
                                                        std::int64_t max_entries);

}  // namespace filigree::detail
