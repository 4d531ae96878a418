// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/detail/operator_entries.hpp>
#include <filigree/detail/operator_front.hpp>
#include <filigree/product_output.hpp>
#include <filigree/semiring.hpp>

namespace filigree {

/// Sparse times sparse matrix over a semiring, where the Csr matrix C has entries:
///
///     t(i, j) = the semiring's sum over the k that are stored in row i of op_a(A) and in column j
///     of
///               op_b(B) of multiply(A(i, k), B(k, j))
///     C(i, j) = epilogue(i, j, accumulate(C(i, j), t(i, j)))
///               where (i, j) is stored in C and the mask keeps it
///
/// C's pattern is a structural mask, which stays as it is: an entry without a term is the
/// semiring's zero. ProductOutput says what its mask (of the size of C), accumulator, epilogue and
/// replacement do. Without an accumulator C's values are not read; C may share its pattern with A
/// and B, but not its values.
///
/// op_a(A) is stored by rows (Csr and Op::none, Csc and a transpose), A and B are flagged sorted
/// and unique. Where op_b(B) is stored by columns (Csc and Op::none, Csr and a transpose), an entry
/// is the dot product of two lists; where it is stored by rows (Csr and Op::none, ...), the column
/// is looked up in each row of B that the row of A names. With A = B = C = L, the strict lower
/// triangle of a graph's symmetric adjacency matrix, op_b a transpose and semirings::plus_pair, the
/// values of C add up to the number of triangles.
///
/// Allocates nothing, waits for nothing, bitwise repeatable. For each entry of C work in the sum of
/// the two lists' lengths, or, where one is much longer, in the other's times its logarithm; with B
/// by rows in the length of A's row times the logarithms of those of B. Returns the kernel that
/// ran, "masked_spgemm_generic". \throws Error invalid_value where sizes do not agree, A or B is
/// not flagged sorted and unique,
///   C's values overlap A's, B's or another mask; not_supported where op_a(A) is not stored by
///   rows; matrix_type_not_supported where one of the three is symmetric, Hermitian or triangular.
///
/// Source: the masked dot product of T. A. Davis, Algorithm 1000: SuiteSparse:GraphBLAS, ACM
/// Transactions on Mathematical Software 45 (4), 2019, for GrB_mxm with C as its mask.
template <execution_space Exec, class Semiring, class AMatrix, class BMatrix, class CMatrix,
          class Output = ProductOutput<>>
KernelId masked_spgemm(const Exec& exec, Op op_a, Op op_b, const Semiring& semiring,
                       const AMatrix& A, const BMatrix& B, const CMatrix& C,
                       const Output& output = {}) try {
  static_assert(detail::check_matrix<Exec, AMatrix>() && detail::check_matrix<Exec, BMatrix>() &&
                detail::check_matrix<Exec, CMatrix>() &&
                detail::check_result<typename CMatrix::value_view>() &&
                detail::check_semiring<Exec, Semiring, typename AMatrix::scalar_type,
                                       typename BMatrix::scalar_type>());
  constexpr const char* operation = "masked_spgemm";
  const detail::ScopedRegion region("filigree::masked_spgemm");
  const auto pattern = detail::operator_rows(operation, "C", Op::none, C);
  const auto a = detail::operator_rows(operation, "A", op_a, A);
  detail::check_general(operation, "B", B.properties());
  const auto b = detail::stored_lists(B, op_b);
  const bool by_columns = detail::is_stored_by_columns(op_b, B);
  detail::check_size(operation, "A", a.num_rows, a.num_cols, C.num_rows(), a.num_cols,
                     "op(A) having the rows of C");
  detail::check_size(operation, "B", by_columns ? b.num_cols : b.num_rows,
                     by_columns ? b.num_rows : b.num_cols, a.num_cols, C.num_cols(),
                     "op(B) having the columns of op(A) for rows and the columns of C");
  detail::check_sorted(operation, "A", A.properties(), true);
  detail::check_sorted(operation, "B", B.properties(), true);
  const detail::ResultShape result = detail::result_shape(C);
  const detail::ResultMemory memory = detail::result_memory("C", C.values());
  detail::check_operand(operation, "A", exec, A, memory);
  detail::check_operand(operation, "B", exec, B, memory);
  detail::check_operand(operation, "C", exec, C, memory, false);
  const auto store = detail::result_store<Exec, false>(operation, semiring, result, output);
  const auto run = [&](const auto& entry) {
    detail::OperatorEntries<Exec, typename CMatrix::value_type, decltype(pattern),
                            std::remove_cvref_t<decltype(entry)>, decltype(store)>{
        pattern, C.values().data(), entry, store}
        .launch("filigree::masked_spgemm::generic", exec);
  };
  if (by_columns)
    run(detail::SparseDot<Semiring, decltype(a), decltype(b)>{semiring, a, b});
  else
    run(detail::SparseLookup<Semiring, decltype(a), decltype(b)>{semiring, a, b});
  constexpr KernelId kernel{"masked_spgemm_generic"};
  detail::log_operators(operation, kernel.name, C.num_rows(), C.num_cols(), C.nnz(), a.num_cols);
  return kernel;
} catch (...) {
  detail::rethrow_as_error("masked_spgemm");
}

}  // namespace filigree
