// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/iluk_pattern_problem.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/permutation.hpp>

/// \file
/// Fill by levels for incomplete factorizations, ILU(k) and IC(k): A with zeros stored wherever the
/// elimination fills in at a level up to k, so that ilu0 and ic0 of this matrix are ILU(k) and
/// IC(k) of A. An entry of A has level 0; fill at (i, j) by way of row k level(i, k) + level(k, j)
/// + 1, the least of these.
///
/// Source: Y. Saad, "Iterative Methods for Sparse Linear Systems", 2nd ed., 10.3.3.

namespace filigree {

/// A matrix with places for fill, and where the entries of the one that it was made of went.
template <class Matrix>
struct LevelPattern {
  /// Sorted rows; zeros at places of fill.
  Matrix matrix;
  /// Entry k of A is entry places(k): new values go there by unpermute_values(exec, places,
  /// A.values(), values), into zeros.
  Kokkos::View<const std::int64_t*, typename Matrix::memory_space> places;
};

/// A with places for the fill of levels up to `level`, of A's types, base and properties. A is a
/// square Csr matrix of any scalar, general, its rows in any order. The pattern of A does not
/// change with `level` 0, but for the order of a row's entries. Works on the host, on one thread,
/// and waits for the device. \throws Error invalid_value where A is not square, an entry is stored
/// twice, or
///   `level` is below 0; matrix_type_not_supported unless A is general; insufficient_resources
///   where the result has more entries than its offsets count; alloc_failed
template <execution_space Exec, class S, class I, class O, class M>
LevelPattern<CsrMatrix<std::remove_const_t<S>, I, O, M>> iluk_pattern(
    const Exec& exec, const CsrMatrix<S, I, O, M>& A, std::int64_t level) try {
  using T = std::remove_const_t<S>;
  static_assert(is_accessible_v<Exec, M>,
                "the execution space cannot read the matrix's memory: copy it there first");
  constexpr const char* operation = "iluk_pattern";
  const detail::ScopedRegion region("filigree::iluk_pattern");
  detail::check_iluk_pattern(A.num_rows(), A.num_cols(), A.properties(), level);
  detail::check_operand(operation, "A", exec, A);
  const detail::FilledPattern filled = detail::fill_by_levels<Exec, I>(
      exec, detail::reorder_problem(A), level, std::int64_t(std::numeric_limits<O>::max()) - 1);
  const auto nnz = std::int64_t(filled.columns.size());
  const Kokkos::View<O*, M> offsets = detail::uploaded<O, M>(operation, exec, filled.offsets);
  const Kokkos::View<I*, M> columns = detail::uploaded<I, M>(operation, exec, filled.columns);
  const Kokkos::View<std::int64_t*, M> places =
      detail::uploaded<std::int64_t, M>(operation, exec, filled.places);
  const Kokkos::View<T*, M> values =
      detail::allocate<T, M>(operation, exec, "filigree::iluk_pattern::values", nnz);
  if (nnz > 0) Kokkos::deep_copy(exec, values, T{});
  unpermute_values(exec, places, A.values(), values);
  exec.fence("filigree::iluk_pattern");
  MatrixProperties properties = A.properties();
  properties.sorted = true;
  return {CsrMatrix<T, I, O, M>(A.num_rows(), A.num_cols(), offsets, columns, values, properties),
          places};
} catch (...) {
  detail::rethrow_as_error("iluk_pattern");
}

}  // namespace filigree
