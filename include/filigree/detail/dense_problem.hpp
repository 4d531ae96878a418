// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <filigree/detail/prune_problem.hpp>

/// Sparse to dense as the compiled library sees it. All arrays are reachable from Exec.

namespace filigree::detail {

/// Logs a public call with its dense matrix (LogKind::api_trace).
FILIGREE_EXPORT void log_dense_call(std::string_view operation, const char* scalar,
                                    std::int64_t num_rows, std::int64_t num_cols);

/// Throws invalid_value where two entries of a dense matrix that is written lie at one place.
FILIGREE_EXPORT void check_injective(std::string_view operation, std::string_view argument,
                                     const StridedShape& shape);

/// Throws stale_plan unless a dense matrix has the sizes and strides of the one before.
FILIGREE_EXPORT void check_same_shape(std::string_view operation, std::string_view argument,
                                      const StridedShape& expected, const StridedShape& found);

/// Writes zeros between the strides, nowhere else.
template <class Exec>
FILIGREE_EXPORT void zero_dense(const Exec& exec, const StridedShape& shape,
                                std::size_t entry_bytes, void* to);

/// The entry k of a compressed matrix to its row and column of a dense one, whose `major` is that
/// of the pattern. Of duplicates one arrives.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void scatter_compressed(const Exec& exec,
                                        const CompressedPattern<Index, Offset>& pattern,
                                        const StridedShape& shape, std::size_t entry_bytes,
                                        const void* from, void* to);

/// As scatter_compressed, of entries that have a major index each.
template <class Exec, class Index>
FILIGREE_EXPORT void scatter_entries(const Exec& exec, const EntryList<Index>& entries,
                                     const StridedShape& shape, std::size_t entry_bytes,
                                     const void* from, void* to);

/// places[k]: where the entry k of a compressed matrix lies in a dense one.
template <class Exec, class Index>
FILIGREE_EXPORT void dense_places(const Exec& exec,
                                  const CompressedPattern<Index, std::int64_t>& pattern,
                                  const StridedShape& shape, std::int64_t* places);

}  // namespace filigree::detail
