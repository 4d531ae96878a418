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
#include <filigree/detail/ilut_problem.hpp>
#include <filigree/detail/incomplete_factor_front.hpp>
#include <filigree/format/csr.hpp>

/// \file
/// Incomplete factorization with two thresholds, ILUT(p, tau): L U is about A, and what a row keeps
/// is decided by the size of its entries, not by A's pattern. Ginkgo and Kokkos Kernels have an
/// iterative relative of it (ParILUT).
///
/// Source: Y. Saad, "Iterative Methods for Sparse Linear Systems", 2nd ed., 10.4.1.

namespace filigree {

/// Both factors as one matrix, as triangular_solve takes them: L, whose unit diagonal is not
/// stored, left of the diagonal, and U.
template <class Matrix>
struct IlutFactors {
  /// Sorted rows, all with their diagonal.
  Matrix matrix;
  /// The first row whose pivot counted as zero and was replaced, counted from A's index base; -1:
  /// none.
  std::int64_t first_zero_pivot = -1;
};

/// Factors A, a square general Csr matrix of float, double, complex_float or complex_double; rows
/// in any order, entries that are stored twice add up. The result has A's types and base. Reads
/// A's values, so that new ones need a new call: the pattern may be another. Works on the host, on
/// one thread, and waits for the device; the result is the same on every execution space.
/// \throws Error invalid_value where A is not square or an option makes no sense;
///   matrix_type_not_supported unless A is general; zero_pivot where a pivot counts as zero and
///   there is no options.pivot_boost; insufficient_resources where the result has more entries than
///   its offsets count; alloc_failed
template <execution_space Exec, class S, class I, class O, class M>
IlutFactors<CsrMatrix<std::remove_const_t<S>, I, O, M>> ilut(const Exec& exec,
                                                             const CsrMatrix<S, I, O, M>& A,
                                                             const IlutOptions& options = {}) try {
  using T = std::remove_const_t<S>;
  static_assert(detail::is_factor_scalar<S>,
                "ilut takes float, double, complex_float or complex_double: convert the values");
  static_assert(is_accessible_v<Exec, M>,
                "the execution space cannot read the matrix's memory: copy it there first");
  constexpr const char* operation = "ilut";
  const detail::ScopedRegion region("filigree::ilut");
  detail::check_ilut(A.num_rows(), A.num_cols(), A.properties(), options);
  detail::check_operand(operation, "A", exec, A);
  const detail::ThresholdFactors<T> factors = detail::factor_by_threshold<Exec, I, T>(
      exec, detail::reorder_problem(A), A.values().data(), options,
      std::int64_t(std::numeric_limits<O>::max()) - 1);
  const Kokkos::View<O*, M> offsets = detail::uploaded<O, M>(operation, exec, factors.offsets);
  const Kokkos::View<I*, M> columns = detail::uploaded<I, M>(operation, exec, factors.columns);
  const Kokkos::View<T*, M> values = detail::uploaded<T, M>(operation, exec, factors.values);
  MatrixProperties properties = A.properties();
  properties.sorted = properties.unique = true;
  return {CsrMatrix<T, I, O, M>(A.num_rows(), A.num_cols(), offsets, columns, values, properties),
          factors.first_zero_pivot};
} catch (...) {
  detail::rethrow_as_error("ilut");
}

}  // namespace filigree
