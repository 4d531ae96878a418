// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsc.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/bsrx.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/coo_aos.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/dia.hpp>
#include <filigree/format/ell.hpp>
#include <filigree/format/hdia.hpp>
#include <filigree/format/hyb.hpp>
#include <filigree/format/sell.hpp>
#include <filigree/format/sparse_vector.hpp>

/// \file
/// Checks of what a container's arrays hold. Containers check sizes when they are made but never
/// read their arrays; validate() does, on the execution space, and names the first offence.

namespace filigree {

/// What is wrong with a matrix.
enum class Offence {
  none,
  first_offset,     ///< the first offset is not the index base (of slices and hacks: not 0)
  offset_order,     ///< an offset is smaller than the one before it
  last_offset,      ///< the last offset is not the index base + nnz (+ the blocks; the places)
  offset_range,     ///< a block row of a BsrxView begins or ends outside the arrays
  slice_width,      ///< the places of a Sell slice are no multiple of its rows
  row_index,        ///< a row index outside the matrix
  column_index,     ///< a column index outside the matrix (of a sparse vector: an index outside it)
  order,            ///< indices do not ascend though they must
  duplicate,        ///< an entry is stored twice though it must not
  fill,             ///< an entry lies outside the triangle that the fill mode names
  not_a_number,     ///< a value is NaN
  infinite,         ///< a value is infinite
  padding,          ///< an entry lies behind padding in its row
  entry_count,      ///< nnz is not the number of entries that are no padding
  diagonal,         ///< a diagonal outside the matrix
  row_permutation,  ///< a row of a Sell matrix's permutation is out of range or comes twice
  mask,             ///< a block row of a BsrxView's mask is out of range or comes twice
};

/// The offence as its identifier, e.g. "column_index".
FILIGREE_EXPORT std::string_view name(Offence offence);

/// When a property that a container may be flagged with is checked.
enum class Check {
  flagged,  ///< where the matrix is flagged `sorted` or `unique`, since algorithms trust the flag
  always,
  never,
};

/// What validate() checks beside offsets and index ranges.
struct ValidateOptions {
  ///@{
  /// Whether indices ascend, and whether an entry is stored twice.
  Check order = Check::flagged;
  Check duplicates = Check::flagged;
  ///@}
  /// Entries outside the `fill` triangle of a symmetric, hermitian or triangular matrix. They are
  /// ignored by every operation, so they are no offence unless asked for.
  bool fill = false;
  /// NaN and infinite values; those of padding are no offence.
  bool finite = false;
  /// That padding of Ell and Sell comes last in each row, and that nnz counts the rest.
  bool padding = true;
};

/// The first offence, the same for any number of threads and on every back end. The checks run in
/// three steps: offsets; then all entries, the lowest position first; then, where duplicates are to
/// be found among unsorted indices, those, the lowest position that repeats an earlier entry first.
/// For formats other than Csr, Csc, Coo and sparse vectors values come after all of these.
///
/// For block formats `row` and `column` name block rows and columns, `position` a block, but for
/// values; for diagonal formats `position` is that of a diagonal. The message says so.
struct ValidateReport {
  bool ok = true;                  ///< true where there is no offence
  Offence reason = Offence::none;  ///< the first offence; none where ok
  ///@{
  /// Counted from the matrix's index base; -1 where the offence has none. For offsets of a Csr
  /// (Csc) matrix, the row (column) that they begin.
  std::int64_t row = -1;
  std::int64_t column = -1;
  ///@}
  /// Where in the arrays, counted from 0; -1 for offsets.
  std::int64_t position = -1;
  /// One line with all of the above; empty where ok.
  std::string message;

  /// ok: if (validate(exec, A)) ...
  explicit operator bool() const noexcept { return ok; }
};

///@{
/// Checks offsets, index ranges and what `options` name. Waits for the result.
///
/// O(nnz + rows) time; for duplicates among unsorted indices O(nnz) scratch memory and the time of
/// a sort as well. The matrix's memory must be accessible from `exec`. \throws Error alloc_failed.
/// An invalid matrix is reported, not thrown.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options = {});

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options = {});
///@}

///@{
/// `sorted` means by row, then by column.
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options = {});

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const CooAosMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options = {});
///@}

///@{
/// Padding is the column -1 and comes last. `nnz` must be the number of the other places.
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const EllMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const SellMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options = {});
///@}
/// The Ell part, then the Coo part; the message says which. Where duplicates are checked, an entry
/// may not be in both: `position` counts through the places of the Ell part, then of the Coo part.
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const HybMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options = {});

///@{
/// `fill` means blocks that lie wholly outside the triangle. Empty blocks of a Blocked-ELL matrix
/// may come anywhere.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const BsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const BscMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options = {});
///@}
/// All block rows are checked, also those that the mask leaves out. Of a block that several of them
/// share, the last one is reported. Duplicates among unsorted blocks take time quadratic in the
/// length of a block row.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const BsrxView<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options = {});
/// `fill` means blocks that lie wholly outside the triangle; empty blocks (-1) may come anywhere.
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const BlockedEllMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options = {});

///@{
/// No diagonal (of a hack) may come twice, whatever the flags, unless Check::never. `fill` means
/// whole diagonals.
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const DiaMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const HdiaMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options = {});
///@}

/// A sparse vector carries no flags: order and duplicates are checked with Check::always only. Its
/// indices are reported as `column`.
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const SparseVector<Scalar, Index, MemorySpace>& x,
                        const ValidateOptions& options = {});

/// Checks a matrix or a sparse vector as validate() does.
/// \throws Error invalid_value with the report's message at the first offence; alloc_failed.
template <execution_space Exec, class Matrix>
void validate_or_throw(const Exec& exec, const Matrix& A, const ValidateOptions& options = {});

}  // namespace filigree

#include <filigree/detail/validate_front.hpp>
