// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/core/file_path.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/sparse_vector.hpp>
#include <filigree/io/options.hpp>

namespace filigree {

/// \file
/// Matrix Market exchange format, all kinds. Source: R. Boisvert, R. Pozo, K. Remington, "The
/// Matrix Market Exchange Formats: Initial Design", NISTIR 5935, 1996; the `vector` object is the
/// extension that several readers of the field know.
///
/// What the readers take beyond the letter of that document: any letter case; comments and blank
/// lines anywhere; blanks and tabs around numbers; CR LF and CR line ends; a byte order mark; inf
/// and nan; a D for the E of an exponent; a last line without a line end; the field
/// unsigned-integer. Each entry is one line. ReadOptions::lenient takes more; docs/io.md lists it.
///
/// Real numbers are rounded once, to the nearest value of the scalar's precision; what is too small
/// becomes zero. An integer that the scalar does not hold exactly is an error, unless
/// ReadOptions::round_integers. Duplicate entries are kept as they are.
///
/// Errors of all readers here (`Error`, nothing is leaked, nothing printed):
/// - mapping_error: the file cannot be opened or read
/// - invalid_value: malformed content; the message has the line number, what stands there, what was
///   expected and what to do. Sizes in the header are checked against the length of the file before
///   anything is allocated.
/// - not_supported: complex values for a real scalar (see ReadOptions::discard_imaginary), real
/// ones
///   for an integer scalar, an object that is neither matrix nor vector, content that another
///   program has to unpack first, a .gz file where the library was built without zlib
/// - insufficient_resources: a compressed file, or a pipe, of more than ReadOptions::max_bytes
/// - alloc_failed: no memory
/// - not_initialized: Kokkos is not initialised
///
/// A regular file is mapped, so it must not be shortened while it is read. A .gz file is known by
/// its content, not by its name.

/// What a file holds. `vector` is an extension: such a file has one size fewer, and one column.
enum class MatrixMarketObject { matrix, vector };
/// Whether a file names the entries that it holds, or holds all of an array, column by column.
enum class MatrixMarketFormat { coordinate, array };
/// `double` in a file is the same as `real`.
/// `unsigned_integer` (`unsigned-integer` in a file) is an extension that several readers know.
enum class MatrixMarketField { real, integer, complex, pattern, unsigned_integer };
/// Whether a file holds all entries, or one triangle, of which the other one is the mirror image as
/// it is, negated or conjugated.
enum class MatrixMarketSymmetry { general, symmetric, skew_symmetric, hermitian };

/// What the first lines of a Matrix Market file say.
struct MatrixMarketHeader {
  ///@{
  /// The words of the first line.
  MatrixMarketObject object = MatrixMarketObject::matrix;
  MatrixMarketFormat format = MatrixMarketFormat::coordinate;
  MatrixMarketField field = MatrixMarketField::real;
  MatrixMarketSymmetry symmetry = MatrixMarketSymmetry::general;
  ///@}
  std::int64_t num_rows = 0;  ///< of the matrix, or the length of a vector
  std::int64_t num_cols = 0;  ///< 1 for a vector
  std::int64_t num_entries =
      0;                       ///< entries that the file holds: one triangle of a symmetric matrix
  std::int64_t size_line = 0;  ///< the line of the sizes, from 1

  /// Whether all members are equal.
  friend bool operator==(const MatrixMarketHeader&, const MatrixMarketHeader&) = default;
};

///@{
/// Dense matrices and vectors as the readers return them.
template <class Scalar>
using HostDenseMatrix = Kokkos::View<Scalar**, Kokkos::LayoutLeft, Kokkos::HostSpace>;
template <class Scalar>
using HostDenseVector = Kokkos::View<Scalar*, Kokkos::HostSpace>;
///@}

/// The header of a file. Reads no further than the line of the sizes.
FILIGREE_EXPORT MatrixMarketHeader read_matrix_market_header(const FilePath& path,
                                                             const ReadOptions& options = {});
/// The header of a file that is in memory.
FILIGREE_EXPORT MatrixMarketHeader parse_matrix_market_header(std::string_view text,
                                                              const ReadOptions& options = {});

/// Reads a sparse matrix: indices from 0, entries in the order of the file, pattern values 1.
///
/// An array file gives all entries that it stores, zeros too. A symmetric or Hermitian file gives
/// its lower triangle and the matrix type, or both triangles (first the entries of the file, then
/// their mirrored ones). Entries above the diagonal of such a file are read as their mirror images;
/// where both of a pair stand there, they count once if they agree and are an error otherwise. An
/// imaginary part on a Hermitian file's diagonal is dropped, with a note: operations take the
/// diagonal as it is. A non-zero on the diagonal of a skew-symmetric one is an error.
///
/// Cost: two passes over the text, both in parallel on the default host execution space; a sort of
/// the entries where both triangles of a symmetric file hold some.
template <io_scalar Scalar, index_integer Index = std::int32_t>
CooMatrix<Scalar, Index, Kokkos::HostSpace> read_matrix_market(const FilePath& path,
                                                               const ReadOptions& options = {});
/// From memory, text or gzip-compressed text.
template <io_scalar Scalar, index_integer Index = std::int32_t>
CooMatrix<Scalar, Index, Kokkos::HostSpace> parse_matrix_market(std::string_view text,
                                                                const ReadOptions& options = {});

///@{
/// Reads an array file into a column-major matrix; symmetric ones are always expanded.
/// \throws Error not_supported for a coordinate file: read that as a sparse matrix.
template <io_scalar Scalar>
HostDenseMatrix<Scalar> read_matrix_market_dense(const FilePath& path,
                                                 const ReadOptions& options = {});
template <io_scalar Scalar>
HostDenseMatrix<Scalar> parse_matrix_market_dense(std::string_view text,
                                                  const ReadOptions& options = {});
///@}

///@{
/// Reads an array file with one column or one row (or the object `vector`).
/// \throws Error invalid_value where the file has several rows and columns, not_supported for a
///   coordinate file.
template <io_scalar Scalar>
HostDenseVector<Scalar> read_matrix_market_vector(const FilePath& path,
                                                  const ReadOptions& options = {});
template <io_scalar Scalar>
HostDenseVector<Scalar> parse_matrix_market_vector(std::string_view text,
                                                   const ReadOptions& options = {});
///@}

///@{
/// Reads a coordinate file with one column (or the object `vector`) as a sparse vector.
template <io_scalar Scalar, index_integer Index = std::int32_t>
SparseVector<Scalar, Index, Kokkos::HostSpace> read_matrix_market_sparse_vector(
    const FilePath& path, const ReadOptions& options = {});
template <io_scalar Scalar, index_integer Index = std::int32_t>
SparseVector<Scalar, Index, Kokkos::HostSpace> parse_matrix_market_sparse_vector(
    std::string_view text, const ReadOptions& options = {});
///@}

namespace detail {

template <class Scalar, class Index>
void write_matrix_market_coo(const FilePath& path,
                             const CooMatrix<const Scalar, Index, Kokkos::HostSpace>& matrix,
                             const WriteOptions& options);
template <class Scalar, class Index, class Offset>
void write_matrix_market_csr(
    const FilePath& path, const CsrMatrix<const Scalar, Index, Offset, Kokkos::HostSpace>& matrix,
    const WriteOptions& options);
template <class Scalar>
void write_matrix_market_array(
    const FilePath& path,
    const Kokkos::View<const Scalar**, Kokkos::LayoutStride, Kokkos::HostSpace>& matrix,
    const WriteOptions& options);

template <class View>
auto host_copy(const View& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
}

}  // namespace detail

/// Writes a matrix as a coordinate file. The numbers are the shortest that read back bit for bit.
///
/// The file stands for the same matrix: a symmetric or Hermitian matrix is written as such (lower
/// triangle; an upper one is mirrored), entries that its properties say are ignored are left out, a
/// unit diagonal is written out as ones. A name that ends in .gz is compressed.
///
/// The file appears under its name only when it is complete (it is written beside it and renamed),
/// so a failed call leaves a former file as it was. A name of something else than a regular file (a
/// pipe, a device) is written to directly.
/// \throws Error mapping_error where the file cannot be written; not_supported for .gz where the
///   library was built without zlib; invalid_value for an option out of range, and for a matrix
///   that the reader would refuse: offsets, index ranges, a Hermitian diagonal that is not real.
template <class Scalar, class Index, class MemorySpace>
void write_matrix_market(const FilePath& path, const CooMatrix<Scalar, Index, MemorySpace>& matrix,
                         const WriteOptions& options = {}) try {
  using Value = std::remove_const_t<Scalar>;
  static_assert(io_scalar<Value>, "files hold float, double, their complex types or integers");
  detail::write_matrix_market_coo<Value, Index>(
      path,
      {matrix.num_rows(), matrix.num_cols(), detail::host_copy(matrix.row_indices()),
       detail::host_copy(matrix.col_indices()), detail::host_copy(matrix.values()),
       matrix.properties()},
      options);
} catch (...) {
  detail::rethrow_as_error("write_matrix_market");
}

/// \copydoc write_matrix_market
template <class Scalar, class Index, class Offset, class MemorySpace>
void write_matrix_market(const FilePath& path,
                         const CsrMatrix<Scalar, Index, Offset, MemorySpace>& matrix,
                         const WriteOptions& options = {}) try {
  using Value = std::remove_const_t<Scalar>;
  static_assert(io_scalar<Value>, "files hold float, double, their complex types or integers");
  detail::write_matrix_market_csr<Value, Index, Offset>(
      path,
      {matrix.num_rows(), matrix.num_cols(), detail::host_copy(matrix.row_offsets()),
       detail::host_copy(matrix.col_indices()), detail::host_copy(matrix.values()),
       matrix.properties()},
      options);
} catch (...) {
  detail::rethrow_as_error("write_matrix_market");
}

/// Writes a dense matrix (rank 2) or vector (rank 1, as one column) of any layout as an array file,
/// `general`. The guarantees of write_matrix_market for sparse matrices hold here too.
template <class Type, class... Traits>
void write_matrix_market(const FilePath& path, const Kokkos::View<Type, Traits...>& dense,
                         const WriteOptions& options = {}) try {
  using Source = Kokkos::View<Type, Traits...>;
  using Value = typename Source::non_const_value_type;
  static_assert(io_scalar<Value>, "files hold float, double, their complex types or integers");
  static_assert(Source::rank == 1 || Source::rank == 2, "a vector or a matrix");
  const auto host = detail::host_copy(dense);
  const std::size_t num_cols = Source::rank == 2 ? host.extent(1) : 1;
  const std::size_t row_stride = host.stride(0);
  const std::size_t col_stride = Source::rank == 2 ? host.stride(1) : host.extent(0);
  detail::write_matrix_market_array<Value>(
      path,
      Kokkos::View<const Value**, Kokkos::LayoutStride, Kokkos::HostSpace>(
          host.data(), Kokkos::LayoutStride(host.extent(0), row_stride, num_cols, col_stride)),
      options);
} catch (...) {
  detail::rethrow_as_error("write_matrix_market");
}

}  // namespace filigree
