// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/core/file_path.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/io/options.hpp>

namespace filigree {

/// \file
/// Harwell-Boeing and Rutherford-Boeing files. Sources: I. Duff, R. Grimes, J. Lewis, "Users' Guide
/// for the Harwell-Boeing Sparse Matrix Collection", RAL 92-086, 1992; "The Rutherford-Boeing
/// Sparse Matrix Collection", RAL-TR-97-031, 1997. The two share one layout; a Rutherford-Boeing
/// file lacks the count of right-hand side lines. Both are read by the functions below.
///
/// Numbers stand in the columns that the file's Fortran formats name: I, F, E, D, G (ES, EN),
/// repeat counts, groups, scale factors and X are understood, a missing decimal point and a missing
/// exponent letter are read as Fortran reads them.

/// What the values are: the first letter of a file's matrix type, R, C, I or P.
enum class HarwellBoeingField { real, complex, integer, pattern };
/// The second letter of a file's matrix type: U, S, H, Z or R.
enum class HarwellBoeingSymmetry { unsymmetric, symmetric, hermitian, skew_symmetric, rectangular };

/// What the first lines of a Harwell-Boeing or Rutherford-Boeing file say.
struct HarwellBoeingHeader {
  std::string title;  ///< without blanks at the end
  std::string key;    ///< at most 8 characters, without blanks around
  ///@{
  /// The first two letters of the matrix type.
  HarwellBoeingField field = HarwellBoeingField::real;
  HarwellBoeingSymmetry symmetry = HarwellBoeingSymmetry::unsymmetric;
  ///@}
  bool assembled = true;         ///< false: a list of element matrices
  std::int64_t num_rows = 0;     ///< variables of a list of element matrices
  std::int64_t num_cols = 0;     ///< elements of such a list
  std::int64_t num_entries = 0;  ///< row indices that the file holds
  /// Values that a list of element matrices holds; 0 where the line does not say.
  std::int64_t num_element_values = 0;
  std::int64_t num_right_hand_sides = 0;  ///< 0 where the file has none
};

/// A matrix with what comes along in its file. The dense ones have num_rows rows and a column for
/// each right-hand side; they are empty where the file has none or they were not asked for.
template <class Scalar, class Index>
struct HarwellBoeingMatrix {
  /// Column-major, in host memory.
  using dense_matrix = Kokkos::View<Scalar**, Kokkos::LayoutLeft, Kokkos::HostSpace>;

  HarwellBoeingHeader header;  ///< of the file as it is, not as it was read
  CscMatrix<Scalar, Index, Index, Kokkos::HostSpace> matrix;  ///< indices from 0
  ///@{
  /// num_rows x right-hand sides each, or empty.
  dense_matrix right_hand_sides;
  dense_matrix guesses;
  dense_matrix solutions;
  ///@}
};

/// The header of a file.
FILIGREE_EXPORT HarwellBoeingHeader read_harwell_boeing_header(const FilePath& path);
/// The header of a file that is in memory.
FILIGREE_EXPORT HarwellBoeingHeader parse_harwell_boeing_header(std::string_view text);

/// Reads a Harwell-Boeing (.rua, .rsa, .pse, ...) or Rutherford-Boeing (.rb) file, compressed or
/// not: indices from 0, pattern values 1, the order of the file within each column.
///
/// Symmetric and Hermitian files give the lower triangle and the matrix type, unless
/// ReadOptions::expand_symmetry; skew-symmetric ones are expanded. Entries above the diagonal,
/// integers and Hermitian diagonals are taken as by the Matrix Market readers. Unassembled files
/// (lists of element matrices) are assembled: entries that coincide are summed, or united for a
/// pattern, and rows ascend in each column.
///
/// \throws Error as the Matrix Market readers do (matrix_market.hpp): mapping_error, invalid_value
///   with the line number, not_supported (complex into real; values in a second file),
///   insufficient_resources (ReadOptions::max_bytes), or alloc_failed.
/// Cost: one pass over the text, sequential; assembly sorts the elements' entries.
template <io_scalar Scalar, index_integer Index = std::int32_t>
HarwellBoeingMatrix<Scalar, Index> read_harwell_boeing(const FilePath& path,
                                                       const ReadOptions& options = {});
/// From memory, text or gzip-compressed text.
template <io_scalar Scalar, index_integer Index = std::int32_t>
HarwellBoeingMatrix<Scalar, Index> parse_harwell_boeing(std::string_view text,
                                                        const ReadOptions& options = {});

}  // namespace filigree
