// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/core/file_path.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/io/binary.hpp>
#include <filigree/io/harwell_boeing.hpp>
#include <filigree/io/matrix_market.hpp>
#include <filigree/io/options.hpp>

namespace filigree {

/// The formats that read_matrix tells apart.
enum class MatrixFileFormat { matrix_market, harwell_boeing, binary };

/// What the beginning of a file of any format says of its matrix.
struct MatrixFileHeader {
  /// A Rutherford-Boeing file counts as Harwell-Boeing.
  MatrixFileFormat format = MatrixFileFormat::matrix_market;
  bool complex = false;           ///< values are complex
  bool pattern = false;           ///< there are no values
  std::int64_t num_rows = 0;      ///< as read_matrix would return it
  std::int64_t num_cols = 0;      ///< as read_matrix would return it
  std::int64_t num_entries = 0;   ///< that the file holds: one triangle of a symmetric matrix
  bool integer = false;           ///< values are integers, of up to 64 bits
  bool unsigned_integer = false;  ///< they are declared without sign
};

/// The header of a file of any format: which scalar and index types it needs. The format is told as
/// by read_matrix, whose errors it throws. The file is opened more than once, so it must be a
/// regular one: mapping_error for a pipe or a device, which is not opened at all.
FILIGREE_EXPORT MatrixFileHeader read_matrix_header(const FilePath& path,
                                                    const ReadOptions& options = {});

/// Reads a sparse matrix from a file of any format that the library reads: Matrix Market (.mtx),
/// Harwell-Boeing (.rua, .rsa, .pse, ...), Rutherford-Boeing (.rb), binary (binary.hpp), compressed
/// (.gz) or not. The content decides; where it is in doubt the name does.
///
/// The result is that of read_matrix_market or read_harwell_boeing: indices from 0, a symmetric or
/// Hermitian matrix as its lower triangle with the matrix type set, unless
/// ReadOptions::expand_symmetry. A binary file gives the triangle and type that it holds, also
/// triangular ones and a unit diagonal, unless they are expanded.
///
/// \throws Error as those readers do; not_supported where the file is of no known format.
template <io_scalar Scalar, index_integer Index = std::int32_t>
CooMatrix<Scalar, Index, Kokkos::HostSpace> read_matrix(const FilePath& path,
                                                        const ReadOptions& options = {});

}  // namespace filigree
