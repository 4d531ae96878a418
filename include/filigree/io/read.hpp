// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <filesystem>

#include <filigree/format/coo.hpp>
#include <filigree/io/harwell_boeing.hpp>
#include <filigree/io/matrix_market.hpp>
#include <filigree/io/options.hpp>

namespace filigree {

/// Reads a sparse matrix from a file of any format that the library reads: Matrix Market (.mtx),
/// Harwell-Boeing (.rua, .rsa, .pse, ...), Rutherford-Boeing (.rb), compressed (.gz) or not. The
/// content decides; where it is in doubt the name does.
///
/// The result is that of read_matrix_market or read_harwell_boeing: indices from 0, a symmetric or
/// Hermitian matrix as its lower triangle with the matrix type set, unless
/// ReadOptions::expand_symmetry.
///
/// \throws Error as those readers do; not_supported where the file is of no known format.
template <io_scalar Scalar, index_integer Index = std::int32_t>
CooMatrix<Scalar, Index, Kokkos::HostSpace> read_matrix(const std::filesystem::path& path,
                                                        const ReadOptions& options = {});

}  // namespace filigree
