// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <filigree/core/operation.hpp>

namespace filigree {

/// Whether rows are exchanged in the elimination.
enum class Pivoting {
  partial,  ///< the row with the largest entry of the column comes first
  none,  ///< rows need not be exchanged: for systems that do without, as diagonally dominant ones
};

/// What a solve with a banded matrix is asked for.
struct BandedSolveOptions {
  Pivoting pivoting = Pivoting::partial;  ///< partial: all but singular systems are solved
  /// Entries outside of the matrix are those of the unknowns around its end. Needs diagonals by
  /// rows, and as many rows (of blocks) as the matrix has diagonals.
  bool periodic = false;
  /// Kernels that may run; tuned throws not_supported where there is none for the systems.
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< by name, instead of the library's choice
};

/// What BandedSolvePlan::explain() says.
struct BandedExplanation {
  std::string_view kernel;          ///< the kernel's name, as apply returns it
  std::string reason;               ///< why this kernel
  std::size_t workspace_bytes = 0;  ///< with which apply allocates nothing
};

}  // namespace filigree
