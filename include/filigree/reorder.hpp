// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/convert.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/reorder_problem.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/permutation.hpp>

/// \file
/// Orders of the rows and columns of a square matrix, and the matrix in such an order. An order is
/// a View of A's index type: entry i is the row, from 0, that comes at place i.
///
/// Reverse Cuthill-McKee keeps rows that entries join close to each other: E. Cuthill, J. McKee,
/// Proc. 24th Nat. Conf. ACM (1969); from where to begin: A. George, J. W. H. Liu, ACM Trans. Math.
/// Softw. 5 (1979). docs/reorder.md has the whole contract.

namespace filigree {

/// Writes the reverse Cuthill-McKee order of A, a square Csr matrix of any scalar, to `order`, a
/// contiguous View of A's index type as long as A has rows. Rows i and j are joined where (i, j) or
/// (j, i) is stored. Depends on the pattern only. Works on the host, in
/// O(rows + entries log(longest row)) time for each of the few searches of a component, with copies
/// of the pattern there: 2 indices an entry. \throws Error invalid_value where A is not square or
///   `order` has another length; alloc_failed
template <execution_space Exec, class S, class I, class O, class M, class Order>
void reverse_cuthill_mckee(const Exec& exec, const CsrMatrix<S, I, O, M>& A,
                           const Order& order) try {
  static_assert(is_accessible_v<Exec, M> && is_accessible_v<Exec, typename Order::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  static_assert(std::is_same_v<typename Order::value_type, I>, "the order has A's index type");
  const detail::ScopedRegion region("filigree::reverse_cuthill_mckee");
  detail::check_reorder("reverse_cuthill_mckee", A.num_rows(), A.num_cols());
  detail::check_vector("reverse_cuthill_mckee", "order", order, A.num_rows(), "the number of rows");
  detail::check_operand("reverse_cuthill_mckee", "A", exec, A,
                        detail::result_memory("order", order));
  detail::find_cuthill_mckee(exec, detail::reorder_problem(A), order.data());
} catch (...) {
  detail::rethrow_as_error("reverse_cuthill_mckee");
}

/// P A P^T: the matrix whose entry (i, j) is A's entry (order(i), order(j)), of A's types and base;
/// its rows are sorted, whether A's are or not. Waits for the device. \throws Error
///   invalid_value where A is not square, `order` has another length or is no permutation;
///   matrix_type_not_supported unless A is general; alloc_failed
template <execution_space Exec, class S, class I, class O, class M, class Order>
CsrMatrix<std::remove_const_t<S>, I, O, M> reorder(const Exec& exec, const CsrMatrix<S, I, O, M>& A,
                                                   const Order& order) try {
  using T = std::remove_const_t<S>;
  static_assert(is_accessible_v<Exec, M> && is_accessible_v<Exec, typename Order::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  static_assert(std::is_same_v<typename Order::non_const_value_type, I>,
                "the order has A's index type");
  constexpr const char* operation = "reorder";
  const detail::ScopedRegion region("filigree::reorder");
  detail::check_reorder(operation, A.num_rows(), A.num_cols());
  detail::check_reorder_type(A.properties());
  detail::check_vector(operation, "order", order, A.num_rows(), "the number of rows");
  detail::check_operand(operation, "A", exec, A);
  const Kokkos::View<O*, M> offsets =
      detail::allocate<O, M>(operation, exec, "filigree::reorder::row_offsets", A.num_rows() + 1);
  const Kokkos::View<I*, M> columns =
      detail::allocate<I, M>(operation, exec, "filigree::reorder::col_indices", A.nnz());
  const Kokkos::View<std::int64_t*, M> places =
      detail::allocate<std::int64_t, M>(operation, exec, "filigree::reorder::places", A.nnz());
  const Kokkos::View<T*, M> values =
      detail::allocate<T, M>(operation, exec, "filigree::reorder::values", A.nnz());
  detail::reorder_pattern<Exec, I, O>(exec, detail::reorder_problem(A), order.data(),
                                      {offsets.data(), columns.data(), places.data()});
  permute_values(exec, places, A.values(), values);
  MatrixProperties properties = A.properties();
  properties.sorted = false;
  return sort_entries(exec, CsrMatrix<T, I, O, M>(A.num_rows(), A.num_cols(), offsets, columns,
                                                  values, properties))
      .matrix;
} catch (...) {
  detail::rethrow_as_error("reorder");
}

}  // namespace filigree
