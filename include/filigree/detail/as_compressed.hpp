// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <filigree/convert_any.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/detail/format_types.hpp>
#include <filigree/format/any_matrix.hpp>

namespace filigree::detail {

/// A matrix of any format as one that sums and products of sparse matrices take: as it is, or
/// converted to Csr.
template <class Exec, class Matrix>
auto as_compressed(const Exec& exec, const Matrix& A) {
  if constexpr (is_compressed<Matrix>)
    return A;
  else
    return convert_to<csr_of_t<Matrix, void>>(exec, A);
}
template <class Exec, class S, class I, class O, class M>
auto as_compressed(const Exec& exec, const AnyMatrix<S, I, O, M>& A) {
  return any_to<CsrMatrix<std::remove_const_t<S>, I, O, M>>(exec, A, {});
}

}  // namespace filigree::detail
