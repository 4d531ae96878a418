// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/types.hpp>
#include <filigree/format/matrix_base.hpp>

/// The conversions as the compiled library sees them: plain structs of pointers and sizes. All
/// arrays are reachable from Exec. Instantiated for both execution spaces, all index and offset
/// types and all storage scalars.

namespace filigree::detail {

/// A Csr pattern (major = row, minor = column) or a Csc pattern (major = column, minor = row).
template <class Index, class Offset>
struct CompressedPattern {
  std::int64_t num_major = 0;
  std::int64_t num_minor = 0;
  std::int64_t nnz = 0;
  IndexBase base = IndexBase::zero;
  const Offset* offsets = nullptr;
  const Index* indices = nullptr;
};

/// The entries of a Coo matrix, to be put in order by their primary, then their secondary index.
template <class Index>
struct EntryList {
  std::int64_t num_primary = 0;
  std::int64_t num_secondary = 0;
  std::int64_t count = 0;
  IndexBase base = IndexBase::zero;
  const Index* primary = nullptr;
  const Index* secondary = nullptr;
};

/// Entries in order: the k-th is entry permutation[k] (k itself where `identity`). Equal entries
/// that become one are [segments[u], segments[u + 1]) of that order (`merged`; one each otherwise).
template <class Exec>
struct EntryOrder {
  using Positions = Kokkos::View<std::int64_t*, typename Exec::memory_space>;
  std::int64_t num_entries = 0;  ///< after merging
  bool identity = true;
  bool merged = false;
  Positions permutation;
  Positions segments;  ///< num_entries + 1
  std::int64_t first_duplicate =
      -1;  ///< lowest position that repeats an earlier one; -1: not looked for, or none
};

/// major_indices[k] = the row (Csr) or column (Csc) of entry k, counted from `base`.
/// O(nnz + num_major).
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void expand_offsets(const Exec& exec,
                                    const CompressedPattern<Index, Offset>& pattern, IndexBase base,
                                    Index* major_indices);

/// Offsets and indices of the other orientation, and where each of its entries lies in `pattern`.
/// Returns the implementation that ordered the entries.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT KernelId transpose_pattern(const Exec& exec,
                                           const CompressedPattern<Index, Offset>& pattern,
                                           IndexBase base, Offset* offsets, Index* indices,
                                           Offset* permutation);

/// The entries themselves in the other orientation, values of 1, 2, 4, 8 or 16 bytes included: what
/// transpose_pattern() and gather_bytes() make.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void transpose_entries(const Exec& exec,
                                       const CompressedPattern<Index, Offset>& pattern,
                                       IndexBase base, Offset* offsets, Index* indices,
                                       std::size_t entry_bytes, const void* from, void* to);

enum class EqualEntries { keep, find, merge };

/// Stable order by (primary, secondary); waits for the device.
template <class Exec, class Index>
FILIGREE_EXPORT EntryOrder<Exec> order_entries(const Exec& exec, const EntryList<Index>& entries,
                                               EqualEntries equal);

/// The indices of the entries in order, counted from `base`; null pointers are left out.
template <class Exec, class Index>
FILIGREE_EXPORT void gather_entries(const Exec& exec, const EntryList<Index>& entries,
                                    const EntryOrder<Exec>& order, IndexBase base, Index* primary,
                                    Index* secondary);

/// offsets[i] = base + the number of sorted keys below i; keys count from `key_base`.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void compress_sorted(const Exec& exec, std::int64_t num_keys, std::int64_t count,
                                     IndexBase key_base, const Index* sorted_keys, IndexBase base,
                                     Offset* offsets);

/// positions[k] = k.
template <class Exec, class Position>
FILIGREE_EXPORT void fill_positions(const Exec& exec, std::int64_t count, Position* positions);

/// to[k] = from[k] + shift.
template <class Exec, class To, class From>
FILIGREE_EXPORT void shift_integers(const Exec& exec, std::int64_t count, const From* from,
                                    std::int64_t shift, To* to);

/// Plain bytes within the memory that Exec reaches. Does not wait.
template <class Exec>
FILIGREE_EXPORT void copy_bytes(const Exec& exec, std::size_t bytes, const void* from, void* to);

/// to[k] = from[permutation[k]] for entries of 1, 2, 4, 8 or 16 bytes.
template <class Exec, class Position>
FILIGREE_EXPORT void gather_bytes(const Exec& exec, std::size_t entry_bytes, std::int64_t count,
                                  const Position* permutation, const void* from, void* to);

/// to[permutation[k]] = from[k] for entries of 1, 2, 4, 8 or 16 bytes; no position comes twice.
template <class Exec, class Position>
FILIGREE_EXPORT void scatter_bytes(const Exec& exec, std::size_t entry_bytes, std::int64_t count,
                                   const Position* permutation, const void* from, void* to);

/// The sum over each segment, in storage order: 16-bit types in float, rounded once; integers wrap.
template <class Exec, class Scalar>
FILIGREE_EXPORT void sum_segments(const Exec& exec, const EntryOrder<Exec>& order,
                                  const Scalar* from, Scalar* to);

/// The number of entries that the full matrix of a symmetric, hermitian or triangular one has.
/// Waits for the device.
template <class Exec, class Index>
FILIGREE_EXPORT std::int64_t count_expanded(const Exec& exec, const EntryList<Index>& entries,
                                            const MatrixProperties& properties);

/// The full matrix: each entry of the triangle, followed by its mirror image; then a unit diagonal.
/// sources[k] is 2 * entry, + 1 for a mirror image, -1 for a 1 on a unit diagonal.
template <class Exec, class Index>
FILIGREE_EXPORT void expand_entries(const Exec& exec, const EntryList<Index>& entries,
                                    const MatrixProperties& properties, std::int64_t count,
                                    Index* primary, Index* secondary, std::int64_t* sources);

/// The values that belong to `sources`; mirror images conjugated on request.
template <class Exec, class Scalar>
FILIGREE_EXPORT void expand_values(const Exec& exec, std::int64_t count,
                                   const std::int64_t* sources, bool conjugate_mirror,
                                   const Scalar* from, Scalar* to);

/// Logs a public call with its matrix (LogKind::api_trace).
FILIGREE_EXPORT void log_matrix_call(std::string_view operation, const MatrixBase& A,
                                     std::string_view format, const char* scalar,
                                     std::size_t index_bytes, std::size_t offset_bytes);

/// Throws invalid_value where two arrays overlap.
FILIGREE_EXPORT void check_disjoint(std::string_view operation, std::string_view from_argument,
                                    const void* from, std::size_t from_bytes,
                                    std::string_view to_argument, const void* to,
                                    std::size_t to_bytes);
/// Throws invalid_value where two arrays of one length overlap.
inline void check_disjoint(std::string_view operation, std::string_view from_argument,
                           const void* from, std::string_view to_argument, const void* to,
                           std::size_t bytes) {
  check_disjoint(operation, from_argument, from, bytes, to_argument, to, bytes);
}

/// An array of an argument.
struct ArgumentArray {
  std::string_view argument;
  const void* data;
  std::size_t bytes;
};

/// Throws invalid_value where two arrays of a result overlap, or one of them and one of the source.
FILIGREE_EXPORT void check_result_arrays(std::string_view operation,
                                         const ArgumentArray (&source)[3],
                                         const ArgumentArray (&result)[3]);

/// Throws invalid_value for an array with less than `needed` entries.
FILIGREE_EXPORT void check_room(std::string_view operation, std::string_view argument,
                                std::int64_t length, std::int64_t needed,
                                std::string_view needed_meaning);

/// Throws invalid_value for a strided array.
FILIGREE_EXPORT void check_contiguous(std::string_view operation, std::string_view argument,
                                      bool contiguous);

[[noreturn]] FILIGREE_EXPORT void throw_stale_conversion(std::string_view operation);

/// Throws invalid_value for Coo entry `position`, which repeats an earlier one.
template <class Exec, class Index>
[[noreturn]] FILIGREE_EXPORT void throw_duplicate(std::string_view operation, const Exec& exec,
                                                  std::int64_t position, const Index* rows,
                                                  const Index* columns);

}  // namespace filigree::detail
