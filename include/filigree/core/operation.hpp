// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/core/export.hpp>

namespace filigree {

/// op(A): A itself, its transpose or its conjugate transpose.
enum class Op { none, transpose, conjugate_transpose };

/// Which entries of a stored matrix count, and what the others are taken for.
/// - general: every entry counts.
/// - symmetric, hermitian: the entries of the `fill` triangle count and are mirrored to the other
///   one (conjugated for hermitian, whose stored diagonal must be real); entries stored there are
///   ignored.
/// - triangular: the entries of the `fill` triangle count, the others are ignored.
enum class MatrixType { general, symmetric, hermitian, triangular };
/// The triangle of a symmetric, hermitian or triangular matrix that counts, its diagonal included.
enum class FillMode { lower, upper };
/// unit: the diagonal is 1; stored diagonal entries are neither read nor written. It applies to
/// symmetric, hermitian and triangular matrices.
enum class DiagonalType { non_unit, unit };
/// The index of the first row and column.
enum class IndexBase { zero = 0, one = 1 };

/// What a container knows of its matrix beyond the arrays.
struct MatrixProperties {
  ///@{
  /// How the arrays are to be read. Containers take it on trust, but for a type that needs a square
  /// matrix.
  IndexBase index_base = IndexBase::zero;
  MatrixType type = MatrixType::general;
  FillMode fill = FillMode::lower;
  DiagonalType diagonal = DiagonalType::non_unit;
  ///@}
  bool sorted =
      false;  ///< indices ascend within each row (column for CSC; by row, then column for COO)
  bool unique = false;  ///< no entry is stored twice

  /// Whether all members are equal.
  friend bool operator==(const MatrixProperties&, const MatrixProperties&) = default;
};

///@{
/// The identifier of the value, e.g. "conjugate_transpose", for messages and logs.
FILIGREE_EXPORT std::string_view name(Op op);
FILIGREE_EXPORT std::string_view name(MatrixType type);
FILIGREE_EXPORT std::string_view name(FillMode fill);
FILIGREE_EXPORT std::string_view name(DiagonalType diagonal);
///@}

/// Which implementation may run. `tuned` throws not_supported where no tuned kernel takes the
/// problem: there is no silent fallback.
enum class Backend { automatic, generic, tuned };

/// The kernel that ran, e.g. "csr_compressed_cuda". Names are stable: tests and logs rely on them.
struct KernelId {
  /// Memory of the library, valid for as long as the program runs.
  std::string_view name;
  /// Whether the names are equal.
  friend bool operator==(const KernelId&, const KernelId&) = default;
};

namespace detail {
/// Options as a plan keeps them: without the kernel's name, whose memory is the caller's.
template <class Options>
Options without_kernel(Options options) {
  options.kernel = {};
  return options;
}
}  // namespace detail

}  // namespace filigree
