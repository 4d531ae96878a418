// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>

#include <filigree/convert_formats.hpp>
#include <filigree/dense.hpp>
#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsc.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/bsrx.hpp>

/// \file
/// Conversions to, from and between the block formats. What convert_formats.hpp says of its
/// conversions holds here too; ConversionPlan and convert_to know these formats as well.
///
/// Blocks are those that hold an entry (also one whose value is zero), in ascending order, filled
/// up with zeros; where block sizes do not divide those of the matrix, the last blocks stand over.
/// A block has one place for each entry: duplicates throw Error invalid_value with the first one
/// that repeats another. Rows may be unsorted.

namespace filigree {

/// For conversions to Bsr and Bsc.
struct BsrOptions {
  ///@{
  /// Index base of the result, where empty that of the matrix; whether the matrix is validated
  /// first.
  std::optional<IndexBase> index_base{};
  bool validate = true;
  ///@}
  /// As for the padded formats: convert_formats.hpp.
  std::optional<std::int64_t> memory_limit_bytes{};
  /// The blocks of the result. Where empty: those of a matrix that has blocks, else 1 x 1.
  std::optional<BlockLayout> block{};
};

/// For conversions to Blocked-ELL.
struct BlockedEllOptions {
  ///@{
  /// Index base of the result, where empty that of the matrix; whether the matrix is validated
  /// first; the most bytes of the result and of a map with 8 bytes a place; where empty, the result
  /// alone may have 10 times those of the Csr matrix + 1 MiB.
  std::optional<IndexBase> index_base{};
  bool validate = true;
  std::optional<std::int64_t> memory_limit_bytes{};
  ///@}
  /// Rows and columns of a block.
  std::int64_t block_size = 16;
  /// Columns of the values. Where empty: what the block row with the most blocks needs; at least
  /// that.
  std::optional<std::int64_t> ell_cols{};
};

/// Csr to Bsr; rectangular blocks make it csr2gebsr. O(nnz + places) time, two stable sorts of the
/// entries by block (one where rows are sorted; then on a host none for blocks of up to 32 rows,
/// whose rows are merged), about 5 nnz 64-bit integers of scratch memory.
/// \throws Error insufficient_resources; invalid_value for duplicates, and where the blocks do not
///   fit the offset type
/// Source: csr2bsr, csr2gebsr (cuSPARSE 13 guide, 5.9.5).
template <class NewOffset = void, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto csr_to_bsr(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                const BsrOptions& options)
    -> BsrMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<NewOffset, Offset>,
                 MemorySpace>;

///@{
/// Bsr to Csr (bsr2csr, gebsr2csr), without the zeros that fill the blocks; ZeroEntries::keep makes
/// every place inside the matrix an entry, as the cuSPARSE functions do. Rows of a Bsr matrix come
/// in the order of its blocks. A Bsc matrix and a BsrxView (format_to_csr) go through Bsr.
template <class NewOffset = void, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto bsr_to_csr(const Exec& exec, const BsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                const ToCsrOptions& options = {}) {
  return format_to_csr<NewOffset>(exec, A, options);
}
template <class NewOffset = void, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto bsc_to_csr(const Exec& exec, const BscMatrix<Scalar, Index, Offset, MemorySpace>& A,
                const ToCsrOptions& options = {}) {
  return format_to_csr<NewOffset>(exec, A, options);
}
///@}

/// Other blocks, another order within them or another index base (gebsr2gebsr). The new blocks are
/// those that an old one, with its zeros, reaches into. Time and scratch memory as csr_to_bsr on
/// all places.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> bsr_to_bsr(
    const Exec& exec, const BsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const BsrOptions& options);

///@{
/// A's blocks block column by block column (gebsr2gebsc), and back. The entries of a block
/// keep their order, unless options.block is given. O(places) time and a sort of the blocks.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> bsr_to_bsc(
    const Exec& exec, const BsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const BsrOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> bsc_to_bsr(
    const Exec& exec, const BscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const BsrOptions& options = {});
///@}

/// Csr to Blocked-ELL; block rows with fewer blocks than others get empty ones (-1) last. Time and
/// scratch memory as csr_to_bsr.
/// \throws Error insufficient_resources; invalid_value for duplicates, and where ell_cols is less
///   than a block row needs
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BlockedEllMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csr_to_blocked_ell(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const BlockedEllOptions& options = {});

/// Blocked-ELL to Csr, without the zeros that fill the blocks unless ZeroEntries::keep.
template <class NewOffset = void, execution_space Exec, class Scalar, class Index,
          class MemorySpace>
auto blocked_ell_to_csr(const Exec& exec, const BlockedEllMatrix<Scalar, Index, MemorySpace>& A,
                        const ToCsrOptions& options = {}) {
  return format_to_csr<NewOffset>(exec, A, options);
}

/// A dense matrix (a View of rank 2) as a Blocked-ELL matrix of the blocks that hold what `rule`
/// keeps, which by default is what is not zero. The memory limit counts 10 times the bytes of the
/// Csr matrix of these entries. \throws Error as dense_to_csr and csr_to_blocked_ell
template <class Index = std::int32_t, execution_space Exec, class DenseView>
auto dense_to_blocked_ell(const Exec& exec, const DenseView& A,
                          const BlockedEllOptions& options = {},
                          const PruneRule& rule = Threshold{0})
    -> BlockedEllMatrix<typename DenseView::non_const_value_type, Index,
                        typename DenseView::memory_space>;

/// The values of B, at the blocks that it names, from a dense matrix: what cusparseDenseToSparse
/// does for Blocked-ELL. What lies outside the matrix and empty blocks become zero. Does not wait,
/// so does not refuse a block column outside the matrix (0 in base one): validate(exec, B) does.
/// \throws Error invalid_value where A has other sizes than B
template <execution_space Exec, class DenseView, class Scalar, class Index, class MemorySpace>
void dense_to_blocked_ell(const Exec& exec, const DenseView& A,
                          const BlockedEllMatrix<Scalar, Index, MemorySpace>& B);

/// All of B from a matrix of any format; from one without a conversion of its own by way of Csr.
template <execution_space Exec, class Matrix, class DenseView>
void format_to_dense(const Exec& exec, const Matrix& A, const DenseView& B,
                     const ToDenseOptions& options = {});

/// Block rows and block columns of a part of a block matrix, from 0.
struct BlockWindow {
  ///@{
  /// The first block and the number of them in each direction.
  std::int64_t first_row = 0;
  std::int64_t num_rows = 0;
  std::int64_t first_col = 0;
  std::int64_t num_cols = 0;
  ///@}
};

/// A, of whose blocks only those in `window` count: begin and end offsets of its own over the
/// arrays of A. O(block rows * log blocks); does not wait.
/// \throws Error invalid_value where A is not flagged sorted or the window reaches past A
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BsrxView<Scalar, Index, Offset, MemorySpace> bsr_window(
    const Exec& exec, const BsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const BlockWindow& window);

/// The blocks of a view that take part as a matrix of their own: without a mask those between begin
/// and end offsets, with one only those of its block rows. O(places). Waits for the device.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> bsrx_to_bsr(
    const Exec& exec, const BsrxView<Scalar, Index, Offset, MemorySpace>& A,
    const BsrOptions& options = {});

}  // namespace filigree

#include <filigree/detail/block_builders.hpp>
