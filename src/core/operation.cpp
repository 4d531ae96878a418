// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/operation.hpp>

namespace filigree {

std::string_view name(Op op) {
  switch (op) {
    case Op::none:
      return "none";
    case Op::transpose:
      return "transpose";
    case Op::conjugate_transpose:
      return "conjugate_transpose";
  }
  return "invalid";
}

std::string_view name(MatrixType type) {
  switch (type) {
    case MatrixType::general:
      return "general";
    case MatrixType::symmetric:
      return "symmetric";
    case MatrixType::hermitian:
      return "hermitian";
    case MatrixType::triangular:
      return "triangular";
  }
  return "invalid";
}

std::string_view name(FillMode fill) { return fill == FillMode::lower ? "lower" : "upper"; }

std::string_view name(DiagonalType diagonal) {
  return diagonal == DiagonalType::unit ? "unit" : "non_unit";
}

}  // namespace filigree
