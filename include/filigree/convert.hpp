// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/convert_types.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/sparse_vector.hpp>

/// \file
/// Conversions among Csr, Csc and Coo, in storage order, index type, index base and memory space.
///
/// All storage scalars and all index and offset types are taken. Results own their arrays, in the
/// memory space of the matrix (which `exec` must reach), unless a function says that it shares
/// them. They keep the matrix's type, fill and diagonal, and their flags are set to what is known:
/// `sorted` where the conversion sorts, `unique` where the matrix was flagged so or duplicates were
/// dealt with. The same matrix gives the same result, bit by bit, for any number of threads and on
/// every back end.
///
/// Every function here throws Error alloc_failed where there is no memory for the result, and,
/// where it validates, invalid_value with the first wrong row, column and position. After an error
/// nothing has changed.

namespace filigree {

/// What a conversion makes of the index base, and whether it checks first.
struct ConvertOptions {
  /// The index base of the result; that of the matrix where empty.
  std::optional<IndexBase> index_base{};
  /// Checks offsets and index ranges first, which reads the pattern once and waits for the device.
  /// Without it a wrong index is undefined behaviour, and conversions that need no size from the
  /// device do not wait for it.
  bool validate = true;
};

/// What becomes of entries that are stored more than once.
enum class Duplicates {
  keep,    ///< they stay, next to each other in the order in which they were stored
  sum,     ///< they become one: their sum in the order in which they were stored
  reject,  ///< an error that names the first entry that repeats an earlier one
};

/// For conversions from Coo, whose entries may come in any order and more than once.
struct CooOptions {
  /// What becomes of entries of one row and column.
  Duplicates duplicates = Duplicates::sum;
  /// The index base of the result; that of the matrix where empty.
  std::optional<IndexBase> index_base{};
  /// As ConvertOptions::validate.
  bool validate = true;
};

/// The pattern of a Csr matrix in Csc order, made once and used for any number of values: symbolic
/// and numeric conversion apart. Shallow and immutable; may be used by many threads at once.
///
/// Source: a stable sort by column, as cusparseCsr2cscEx2 (cuSPARSE 13 guide) makes it, with the
/// permutation that it keeps to itself.
template <index_integer Index, index_integer Offset = Index, class MemorySpace = DefaultMemorySpace>
class CsrToCsc {
 public:
  /// An empty conversion, to be assigned later; applying it is an error, of sizes that do not
  /// match.
  CsrToCsc() = default;
  /// O(nnz + num_cols) time, on CUDA O(nnz log num_cols); scratch memory of a few integers an
  /// entry. Reads no values.
  template <execution_space Exec, class Scalar>
  CsrToCsc(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
           const ConvertOptions& options = {});

  /// Values in Csr order into values in Csc order: Views of rank 1 of one scalar type, nnz entries
  /// each, that do not overlap. Allocates nothing and does not wait.
  /// \throws Error invalid_value where a length is not nnz or the arrays overlap
  template <execution_space Exec, class FromView, class ToView>
  void apply(const Exec& exec, const FromView& csr_values, const ToView& csc_values) const;

  /// A, whose pattern this was made for, as a Csc matrix. It shares the pattern arrays of this
  /// object; the values are new.
  /// \throws Error stale_plan where A has other sizes, properties or pattern arrays. Indices that
  ///   were changed in place are not noticed.
  template <execution_space Exec, class Scalar>
  CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> apply(
      const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A) const;

  ///@{
  /// The pattern in Csc order: num_cols + 1 offsets and the row of each entry, both from the index
  /// base of the result. Matrices that apply() returns share these arrays.
  const Kokkos::View<const Offset*, MemorySpace>& col_offsets() const noexcept {
    return transposed_.offsets;
  }
  const Kokkos::View<const Index*, MemorySpace>& row_indices() const noexcept {
    return transposed_.indices;
  }
  ///@}
  /// permutation[k]: where entry k of the Csc matrix lies in the Csr matrix, counted from 0.
  const Kokkos::View<const Offset*, MemorySpace>& permutation() const noexcept {
    return transposed_.permutation;
  }
  /// The implementation that ordered the pattern.
  KernelId kernel() const noexcept { return transposed_.kernel; }

 private:
  detail::TransposedPattern<Index, Offset, MemorySpace> transposed_;
};

/// From Csc to Csr, as CsrToCsc.
template <index_integer Index, index_integer Offset = Index, class MemorySpace = DefaultMemorySpace>
class CscToCsr {
 public:
  /// An empty conversion, to be assigned later; applying it is an error, of sizes that do not
  /// match.
  CscToCsr() = default;
  /// O(nnz + num_rows) time, on CUDA O(nnz log num_rows); scratch memory of a few integers an
  /// entry. Reads no values.
  template <execution_space Exec, class Scalar>
  CscToCsr(const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
           const ConvertOptions& options = {});

  /// Values in Csc order into values in Csr order: Views of rank 1 of one scalar type, nnz entries
  /// each, that do not overlap. Allocates nothing and does not wait.
  /// \throws Error invalid_value where a length is not nnz or the arrays overlap
  template <execution_space Exec, class FromView, class ToView>
  void apply(const Exec& exec, const FromView& csc_values, const ToView& csr_values) const;

  /// A, whose pattern this was made for, as a Csr matrix. It shares the pattern arrays of this
  /// object; the values are new.
  /// \throws Error stale_plan where A has other sizes, properties or pattern arrays. Indices that
  ///   were changed in place are not noticed.
  template <execution_space Exec, class Scalar>
  CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> apply(
      const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A) const;

  ///@{
  /// The pattern in Csr order: num_rows + 1 offsets and the column of each entry, both from the
  /// index base of the result. Matrices that apply() returns share these arrays.
  const Kokkos::View<const Offset*, MemorySpace>& row_offsets() const noexcept {
    return transposed_.offsets;
  }
  const Kokkos::View<const Index*, MemorySpace>& col_indices() const noexcept {
    return transposed_.indices;
  }
  ///@}
  /// permutation[k]: where entry k of the Csr matrix lies in the Csc matrix, counted from 0.
  const Kokkos::View<const Offset*, MemorySpace>& permutation() const noexcept {
    return transposed_.permutation;
  }
  /// The implementation that ordered the pattern.
  KernelId kernel() const noexcept { return transposed_.kernel; }

 private:
  detail::TransposedPattern<Index, Offset, MemorySpace> transposed_;
};

///@{
/// One-shot CsrToCsc and CscToCsr: the same matrix in the other format, sorted; duplicates stay.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> csr_to_csc(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> csc_to_csr(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options = {});
///@}

///@{
/// Conversions into arrays that the caller owns, so that one that is repeated allocates no result:
/// contiguous Views of rank 1 in the memory space of A, at least num_cols (num_rows) + 1
/// offsets, nnz indices and nnz values, which neither overlap each other nor the arrays of A. The
/// matrix that comes back shares the leading part of them; what lies behind it is not touched.
/// Anything else that shares them, a matrix or a plan, has lost its pattern, which nobody notices.
/// \throws Error invalid_value where an array is too short, strided or overlaps another
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace,
          class OffsetView, class IndexView, class ValueView>
CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> csr_to_csc(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const OffsetView& col_offsets, const IndexView& row_indices, const ValueView& values,
    const ConvertOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace,
          class OffsetView, class IndexView, class ValueView>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> csc_to_csr(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const OffsetView& row_offsets, const IndexView& col_indices, const ValueView& values,
    const ConvertOptions& options = {});
///@}

///@{
/// A Coo matrix with its entries in any order as a sorted Csr or Csc matrix with offsets of type
/// Offset (void: Index). Sums of 16-bit types are made in float and rounded once, those of integers
/// wrap. Waits for the device.
///
/// Two stable sorts, or one where the entries ascend by column (by row for Csc), or none where they
/// are in order: O(nnz + num_rows log nnz) time, about 4 nnz 64-bit integers of scratch memory.
/// Equal entries are summed by one thread each. \throws Error invalid_value where nnz does not fit
/// Offset, and for Duplicates::reject
template <class Offset = void, execution_space Exec, class Scalar, class Index, class MemorySpace>
auto coo_to_csr(const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
                const CooOptions& options = {})
    -> CsrMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<Offset, Index>,
                 MemorySpace>;
template <class Offset = void, execution_space Exec, class Scalar, class Index, class MemorySpace>
auto coo_to_csc(const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
                const CooOptions& options = {})
    -> CscMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<Offset, Index>,
                 MemorySpace>;
///@}

///@{
/// A Csr or Csc matrix as a Coo matrix, its entries in the order in which they are stored. From Csc
/// they come column by column, so the result is not flagged sorted. O(nnz log num_rows) on a
/// device, O(nnz) on a host.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csr_to_coo(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csc_to_coo(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options = {});
///@}

/// A sorted matrix, and where each of its entries came from, counted from 0.
template <class Matrix>
struct Sorted {
  /// The entries in order; flagged sorted, but for a Coo matrix by column.
  Matrix matrix;
  /// Entry k was entry permutation[k].
  Kokkos::View<const std::int64_t*, typename Matrix::memory_space> permutation;
};

/// The order in which sort_entries puts the entries of a Coo matrix.
enum class CooOrder {
  by_row,     ///< then by column; the result is flagged sorted
  by_column,  ///< then by row; the result is not flagged sorted
};

/// The entries in order; equal ones stay in the order in which they were stored. Waits for the
/// device. Time and memory as coo_to_csr.
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
Sorted<CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace>> sort_entries(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
    CooOrder order = CooOrder::by_row, const ConvertOptions& options = {});
///@{
/// The entries of each row (column) in ascending order.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Sorted<CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>> sort_entries(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Sorted<CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>> sort_entries(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options = {});
///@}

///@{
/// The general matrix that a symmetric, hermitian or triangular one stands for: entries outside the
/// triangle are dropped, the others mirrored (conjugated for hermitian), a unit diagonal is stored.
/// Csr and Csc come out sorted; of Coo each entry is followed by its mirror image, and a unit
/// diagonal comes last. A general matrix is copied. Waits for the device.
/// \throws Error invalid_value where the entries no longer fit Offset
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> expand_to_general(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
    const ConvertOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> expand_to_general(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> expand_to_general(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options = {});
///@}

///@{
/// A with other index and offset types, or another index base.
/// \throws Error invalid_value where the sizes do not fit the types
template <index_integer NewIndex, index_integer NewOffset = NewIndex, execution_space Exec,
          class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<std::remove_const_t<Scalar>, NewIndex, NewOffset, MemorySpace> cast_indices(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    std::optional<IndexBase> index_base = {});
template <index_integer NewIndex, index_integer NewOffset = NewIndex, execution_space Exec,
          class Scalar, class Index, class Offset, class MemorySpace>
CscMatrix<std::remove_const_t<Scalar>, NewIndex, NewOffset, MemorySpace> cast_indices(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    std::optional<IndexBase> index_base = {});
template <index_integer NewIndex, execution_space Exec, class Scalar, class Index,
          class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, NewIndex, MemorySpace> cast_indices(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
    std::optional<IndexBase> index_base = {});
///@}

///@{
/// The transpose, in no time: the arrays are shared and read the other way round, so a Csr matrix
/// becomes a Csc one. Lower and upper fill change places. A transposed Coo matrix is not flagged
/// sorted.
template <class Scalar, class Index, class Offset, class MemorySpace>
CscMatrix<Scalar, Index, Offset, MemorySpace> transposed(
    const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A);
template <class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<Scalar, Index, Offset, MemorySpace> transposed(
    const CscMatrix<Scalar, Index, Offset, MemorySpace>& A);
template <class Scalar, class Index, class MemorySpace>
CooMatrix<Scalar, Index, MemorySpace> transposed(const CooMatrix<Scalar, Index, MemorySpace>& A);
///@}

namespace detail {

/// A format other than those that operations on single entries take.
template <class Matrix>
concept other_format = requires {
  Matrix::format_name;
  requires std::string_view(Matrix::format_name)
  != "csr";
  requires std::string_view(Matrix::format_name)
  != "csc";
  requires std::string_view(Matrix::format_name)
  != "coo";
};

/// Stops the compiler with a first line that says what to do.
template <class Matrix>
constexpr void refuse_format() {
  static_assert(!other_format<Matrix>,
                "the call takes Csr, Csc and Coo matrices: convert others first, to Csr by "
                "format_to_csr or convert_to");
}

}  // namespace detail

///@{
/// For formats that these calls do not take: an error that says so.
template <execution_space Exec, detail::other_format Matrix, class... Arguments>
void sort_entries(const Exec&, const Matrix&, const Arguments&...) {
  detail::refuse_format<Matrix>();
}
template <execution_space Exec, detail::other_format Matrix, class... Arguments>
void expand_to_general(const Exec&, const Matrix&, const Arguments&...) {
  detail::refuse_format<Matrix>();
}
template <class NewIndex, class NewOffset = NewIndex, execution_space Exec,
          detail::other_format Matrix, class... Arguments>
void cast_indices(const Exec&, const Matrix&, const Arguments&...) {
  detail::refuse_format<Matrix>();
}
template <detail::other_format Matrix>
void transposed(const Matrix&) {
  detail::refuse_format<Matrix>();
}
///@}

/// A deep copy in MemorySpace of a container of any format, whichever memory it lies in. Waits for
/// all work on both sides.
template <class MemorySpace, class Matrix>
auto copy_to(const Matrix& A);

/// A itself, sharing its arrays, where it lies in MemorySpace, and a copy otherwise. Values are
/// const in the result, since it depends on the machine whether they are shared.
template <class MemorySpace, class Matrix>
auto mirror_in(const Matrix& A);

}  // namespace filigree

#include <filigree/detail/convert_front.hpp>
