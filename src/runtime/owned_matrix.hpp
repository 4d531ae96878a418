// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <filigree/core/export.hpp>
#include <filigree/format/any_format.hpp>
#include <filigree/io/options.hpp>
#include <runtime/operands.hpp>
#include <runtime/target.hpp>

/// Matrices whose arrays are the library's: results of conversions to any format of SparseOperand,
/// whose sizes depend on the pattern, and matrices from files.

namespace filigree::runtime {

/// A matrix, and what holds its arrays.
struct OwnedMatrix {
  SparseOperand operand;
  std::shared_ptr<const void> arrays;
};

/// Arrays for a CSR, CSC or COO matrix of these sizes and types, in the target's memory; what is in
/// them is undefined. \throws Error not_supported for another format; as check()
FILIGREE_EXPORT OwnedMatrix allocate_matrix(const Target& target, const SparseOperand& shape);

/// A in a format, made anew; of float, double and their complex types. Entries that are stored more
/// than once stay so, and are invalid_value for formats of blocks; zeros of blocks are dropped.
/// Indices of sliced ELL are from 0. Waits.
FILIGREE_EXPORT OwnedMatrix convert_to(const Target& target, const SparseOperand& A, Format format,
                                       const FormatOptions& options);

/// How the matrix of a file is to be stored.
struct FileMatrixTypes {
  Format format = Format::csr;
  ScalarType scalar = ScalarType::float64;  ///< float, double or their complex types
  IndexType index = IndexType::int32;
  IndexType offset = IndexType::int32;
  IndexBase base = IndexBase::zero;
};

/// The matrix of a file of any format that read_matrix knows, whose errors it throws.
FILIGREE_EXPORT OwnedMatrix read_matrix(const Target& target, const std::string& path,
                                        const FileMatrixTypes& types, const ReadOptions& options);

/// Writes a Matrix Market file, as write_matrix_market does.
FILIGREE_EXPORT void write_matrix(const Target& target, const SparseOperand& A,
                                  const std::string& path, const WriteOptions& options);

}  // namespace filigree::runtime
