// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/convert.hpp>
#include <filigree/detail/prune_problem.hpp>
#include <filigree/prune.hpp>

/// \file
/// Between dense and sparse matrices. Dense matrices are Kokkos Views of rank 2 with any layout
/// (LayoutLeft, LayoutRight, LayoutStride, any leading dimension) of any storage scalar, in memory
/// that `exec` reaches. Results are the same, bit by bit, for any number of threads and on every
/// back end.

namespace filigree {

/// What count_nonzeros counts entries of.
enum class CountBy { row, column };

/// counts(i) = the entries of row (column) i that are not zero; returns their sum. NaN is not zero,
/// -0 is. `counts` is a contiguous View of rank 1 of int32_t or int64_t. O(rows * columns) time, 3
/// bits of scratch memory an entry. Waits for the device.
/// \throws Error invalid_value where `counts` is strided or of another length than rows (columns)
template <execution_space Exec, class DenseView, class CountView>
std::int64_t count_nonzeros(const Exec& exec, const DenseView& A, CountBy by,
                            const CountView& counts);
/// With the sum written to `total`, a View of rank 0 of int64_t. Does not wait.
template <execution_space Exec, class DenseView, class CountView, class TotalView>
void count_nonzeros(const Exec& exec, const DenseView& A, CountBy by, const CountView& counts,
                    const TotalView& total);

/// What becomes of a dense matrix on its way to a sparse format.
struct DenseOptions {
  IndexBase index_base = IndexBase::zero;  ///< of the result
  /// What becomes an entry: by default whatever is not zero (NaN is not).
  PruneRule rule = Threshold{0};
};

/// The pattern of a dense matrix, found once, and its values taken from any matrix of the same
/// layout any number of times: symbolic and numeric conversion apart.
///
/// `Matrix` is a CsrMatrix, CscMatrix or CooMatrix of the dense matrix's scalar and memory. The
/// entries come out sorted (Coo: by row) and unique. Shallow and immutable; may be used by many
/// threads at once. Source: cusparseDenseToSparse (cuSPARSE 13 guide, 6.6.15).
template <class Matrix>
class DenseToSparse {
 public:
  ///@{
  /// Those of Matrix.
  using scalar_type = typename Matrix::scalar_type;
  using index_type = typename Matrix::index_type;
  using offset_type = typename Matrix::offset_type;
  using memory_space = typename Matrix::memory_space;
  ///@}

  /// An empty conversion, to be assigned later; applying it is an error, of sizes that do not
  /// match.
  DenseToSparse() = default;
  /// O(rows * columns) time, 3 bits of scratch memory an entry, and 64 bits an entry that stays,
  /// which are held. Waits for the device.
  /// \throws Error invalid_value where sizes do not fit Index or Offset, and as the rule says
  template <execution_space Exec, class DenseView>
  DenseToSparse(const Exec& exec, const DenseView& A, const DenseOptions& options = {});

  /// The entries that A holds at the pattern's places, zeros too. `values` is a contiguous View of
  /// nnz() scalars. Allocates nothing and does not wait.
  /// \throws Error stale_plan where A has other sizes or strides than the matrix before;
  ///   invalid_value where `values` has another length than nnz()
  template <execution_space Exec, class DenseView, class ValueView>
  void apply(const Exec& exec, const DenseView& A, const ValueView& values) const;

  /// Those entries as a matrix. It shares the pattern arrays of this object; the values are new.
  template <execution_space Exec, class DenseView>
  Matrix apply(const Exec& exec, const DenseView& A) const;

  /// Entries of the pattern, which apply() wants room for.
  std::int64_t nnz() const noexcept { return std::int64_t(places_.extent(0)); }

 private:
  detail::StridedShape shape_{};
  MatrixProperties properties_{};
  Kokkos::View<offset_type*, memory_space> offsets_;
  Kokkos::View<index_type*, memory_space> majors_;
  Kokkos::View<index_type*, memory_space> minors_;
  Kokkos::View<std::int64_t*, memory_space> places_;
};

///@{
/// One-shot DenseToSparse.
template <class Index = std::int32_t, class Offset = Index, execution_space Exec, class DenseView>
auto dense_to_csr(const Exec& exec, const DenseView& A, const DenseOptions& options = {})
    -> CsrMatrix<typename DenseView::non_const_value_type, Index, Offset,
                 typename DenseView::memory_space>;
template <class Index = std::int32_t, class Offset = Index, execution_space Exec, class DenseView>
auto dense_to_csc(const Exec& exec, const DenseView& A, const DenseOptions& options = {})
    -> CscMatrix<typename DenseView::non_const_value_type, Index, Offset,
                 typename DenseView::memory_space>;
template <class Index = std::int32_t, execution_space Exec, class DenseView>
auto dense_to_coo(const Exec& exec, const DenseView& A, const DenseOptions& options = {})
    -> CooMatrix<typename DenseView::non_const_value_type, Index, typename DenseView::memory_space>;
///@}

/// What a conversion to a dense matrix may take for granted.
struct ToDenseOptions {
  /// Checks offsets and index ranges first, and that no entry is stored twice where the matrix is
  /// not flagged unique. Without it a wrong index is undefined behaviour, one of several equal
  /// entries arrives, and the call neither allocates nor waits (for a general matrix).
  bool validate = true;
};

///@{
/// All of B: the entries of A at their places, zeros elsewhere; what lies between B's strides is
/// not touched. B is a View of rank 2 of A's scalar and sizes. Indices may be unsorted. Of a
/// symmetric, hermitian or triangular matrix B becomes the general one that it stands for
/// (expand_to_general). O(rows * columns + nnz log rows) time on a device.
/// \throws Error invalid_value where B has other sizes, its entries overlap, or A is invalid or
///   holds an entry twice (sum them first: coo_to_csr)
/// Source: cusparseSparseToDense (cuSPARSE 13 guide, 6.6.14).
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace,
          class DenseView>
void csr_to_dense(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                  const DenseView& B, const ToDenseOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace,
          class DenseView>
void csc_to_dense(const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
                  const DenseView& B, const ToDenseOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class MemorySpace, class DenseView>
void coo_to_dense(const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
                  const DenseView& B, const ToDenseOptions& options = {});
///@}

}  // namespace filigree

#include <filigree/detail/dense_front.hpp>
