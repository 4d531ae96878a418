// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/core/operation.hpp>

namespace filigree {

enum class Pivoting {
  partial,
  none,  ///< rows need not be exchanged: for systems that do without, as diagonally dominant ones
};

struct BandedSolveOptions {
  Pivoting pivoting = Pivoting::partial;
  bool periodic = false;
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< by name, instead of the library's choice
};

}  // namespace filigree
