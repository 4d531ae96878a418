// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/format_rows.hpp>

/// Sparse times sparse products as kernels take them: plain structs of pointers and sizes.

namespace filigree::detail {

/// The compute type of C = alpha op(A) op(B) + beta D where A and B have one storage type, C and D
/// another; void where the combination is not supported.
template <class AB, class C>
struct SpgemmComputeType {
  using type = void;
};
#define FILIGREE_SPGEMM_TYPES(ab, c, compute) \
  template <>                                 \
  struct SpgemmComputeType<ab, c> {           \
    using type = compute;                     \
  }
#include <filigree/detail/spgemm_types.inc>
#undef FILIGREE_SPGEMM_TYPES

/// Rows of a matrix: of op(A), op(B), D or C.
template <class Index>
struct SpgemmRows {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  std::int64_t base = 0;
  AnyOffsets offsets;
  const Index* col_indices = nullptr;

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t row) const { return offsets[row] - base; }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t row) const { return offsets[row + 1] - base; }
  KOKKOS_FUNCTION std::int64_t length(std::int64_t row) const {
    return offsets[row + 1] - offsets[row];
  }
  KOKKOS_FUNCTION std::int64_t column(std::int64_t place) const {
    return std::int64_t(col_indices[place]) - base;
  }
};

/// What decides the pattern of C: row i has the columns of the rows of B that row i of A names, and
/// those of row i of D. The rows of B and D are sorted and name no column twice.
template <class Index>
struct SpgemmPattern {
  using index_type = Index;

  SpgemmRows<Index> a;
  SpgemmRows<Index> b;
  SpgemmRows<Index> d;  ///< without rows where there is no D of a pattern of its own

  KOKKOS_FUNCTION bool has_d() const { return d.num_rows > 0; }
  /// Products of row `row`, its entries of D included: no less than C's row has entries.
  KOKKOS_FUNCTION std::int64_t products(std::int64_t row) const {
    std::int64_t sum = has_d() ? d.length(row) : 0;
    for (std::int64_t k = a.begin(row), end = a.end(row); k < end; ++k)
      sum += b.length(a.column(k));
    return sum;
  }
};

/// A value of A or B as it takes part.
template <class Compute, class AB>
KOKKOS_INLINE_FUNCTION Compute spgemm_value(const AB& stored, bool conjugated) {
  const Compute value = convert<Compute>(stored);
  return conjugated ? detail::conjugate(value) : value;
}

/// Values of rows as kernels read them, with the rows' entries in order.
template <class Index, class AB, class C_, class Compute>
struct SpgemmProblem {
  using index_type = Index;
  using ab_scalar = AB;
  using c_scalar = C_;
  using compute_type = Compute;

  SpgemmPattern<Index> pattern;
  SpgemmRows<Index> c;  ///< no column twice; sorted where SpgemmPrepared says so

  ScalarArgument<Compute> alpha;  ///< nothing of A and B reaches the result where it is 0
  ScalarArgument<Compute> beta;   ///< nothing of D reaches the result where it is 0
  const AB* a_values = nullptr;
  const AB* b_values = nullptr;
  bool conjugate_a = false;
  bool conjugate_b = false;
  const C_* d_values = nullptr;  ///< of pattern.d's rows or, with `d_like_c`, of C's
  bool d_like_c = false;
  C_* values = nullptr;

  std::int64_t longest_row = 0;  ///< of C
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;
};

}  // namespace filigree::detail
