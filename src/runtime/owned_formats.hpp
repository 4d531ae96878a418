// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <type_traits>

#include <runtime/owned_matrix.hpp>

/// What owned_matrix.hpp does for one type of values. Its operands were checked; owned_formats.inc
/// has the definitions, of which owned_<scalar>.cpp makes the instances.

namespace filigree::runtime {

template <class Scalar>
OwnedMatrix convert_values(std::type_identity<Scalar>, const Target& target, const SparseOperand& A,
                           Format format, const FormatOptions& options);

/// `shape` has the types of the file's matrix.
template <class Scalar>
OwnedMatrix read_values(std::type_identity<Scalar>, const Target& target,
                        const SparseOperand& shape, const std::string& path,
                        const FileMatrixTypes& types, const ReadOptions& options);

template <class Scalar>
void write_values(std::type_identity<Scalar>, const Target& target, const SparseOperand& A,
                  const std::string& path, const WriteOptions& options);

}  // namespace filigree::runtime
