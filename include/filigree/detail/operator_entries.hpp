// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/operator_problem.hpp>
#include <filigree/detail/spmv_gather.hpp>

namespace filigree::detail {

/// Row i of A times column j of B, both dense.
template <class Semiring, class A, class B>
struct DenseDot {
  Semiring semiring;
  DenseOperand<const A> a;
  DenseOperand<const B> b;
  std::int64_t depth = 0;

  KOKKOS_INLINE_FUNCTION typename Semiring::value_type operator()(std::int64_t row,
                                                                  std::int64_t col) const {
    auto sum = semiring.zero;
    for (std::int64_t k = 0; k < depth && !is_terminal(semiring, sum); ++k)
      add_term(semiring, sum, operand_entry(a, row, k), operand_entry(b, k, col));
    return sum;
  }
};

/// Row i of A times row j of B (a column of its transpose), both sparse and ascending.
template <class Semiring, class ARows, class BRows>
struct SparseDot {
  using T = typename Semiring::value_type;

  Semiring semiring;
  ARows a;
  BRows b;

  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t row, std::int64_t col) const {
    const std::int64_t a_length = a.length(row), b_length = b.length(col);
    // Merging reads both lists; searching reads about log2 of the longer one for each of the other.
    constexpr std::int64_t much_longer = 16;
    if (a_length > much_longer * b_length) return search<false>(b, a, col, row);
    if (b_length > much_longer * a_length) return search<true>(a, b, row, col);
    return merge(row, col);
  }

 private:
  KOKKOS_INLINE_FUNCTION T merge(std::int64_t row, std::int64_t col) const {
    T sum = semiring.zero;
    std::int64_t p = a.begin(row), q = b.begin(col);
    const std::int64_t a_end = p + a.length(row), b_end = q + b.length(col);
    while (p < a_end && q < b_end && !is_terminal(semiring, sum)) {
      const std::int64_t a_col = a.column(p), b_col = b.column(q);
      if (a_col == b_col) add_term(semiring, sum, a.value(p), b.value(q));
      p += a_col <= b_col;
      q += b_col <= a_col;
    }
    return sum;
  }

  /// Looks each entry of a list up in one that is much longer.
  template <bool short_is_a, class ShortRows, class LongRows>
  KOKKOS_INLINE_FUNCTION T search(const ShortRows& few, const LongRows& many, std::int64_t few_row,
                                  std::int64_t many_row) const {
    T sum = semiring.zero;
    std::int64_t q = many.begin(many_row);
    const std::int64_t p_end = few.begin(few_row + 1), q_end = q + many.length(many_row);
    for (std::int64_t p = few.begin(few_row); p < p_end && !is_terminal(semiring, sum); ++p) {
      const std::int64_t wanted = few.column(p);
      q = lower_bound_of(many.col_indices, q, q_end, wanted + many.base);
      if (q == q_end) break;
      if (many.column(q) != wanted) continue;
      if constexpr (short_is_a)
        add_term(semiring, sum, few.value(p), many.value(q));
      else
        add_term(semiring, sum, many.value(q), few.value(p));
    }
    return sum;
  }
};

/// Row i of A times column j of B, both stored by rows: j is looked up in the rows of B that row i
/// names, which ascend.
template <class Semiring, class ARows, class BRows>
struct SparseLookup {
  using T = typename Semiring::value_type;

  Semiring semiring;
  ARows a;
  BRows b;

  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t row, std::int64_t col) const {
    T sum = semiring.zero;
    const std::int64_t p_end = a.begin(row + 1);
    for (std::int64_t p = a.begin(row); p < p_end && !is_terminal(semiring, sum); ++p) {
      const std::int64_t b_row = a.column(p), q_end = b.begin(b_row + 1);
      const std::int64_t q = lower_bound_of(b.col_indices, b.begin(b_row), q_end, col + b.base);
      if (q < q_end && b.column(q) == col) add_term(semiring, sum, a.value(p), b.value(q));
    }
    return sum;
  }
};

/// The values of a Csr matrix C from dot(row, column), for its stored entries that the mask keeps.
/// Threads share the entries, however they are spread over the rows.
template <class Exec, class C, class Pattern, class Dot, class Store>
struct OperatorEntries {
  Pattern pattern;
  C* values;
  Dot dot;
  Store store;

  void launch(const char* label, const Exec& exec) const {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>,
                                       Kokkos::Schedule<Kokkos::Dynamic>>;
    Kokkos::parallel_for(
        label, light_weight(Policy(exec, 0, groups_of(pattern.nnz, entries_per_item))), *this);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t first = item * entries_per_item;
    const std::int64_t last = Kokkos::min(first + entries_per_item, pattern.nnz);
    std::int64_t row = pattern.row_of_entry(first);
    for (std::int64_t k = first; k < last; ++k) {
      while (pattern.begin(row + 1) <= k) ++row;
      const std::int64_t col = pattern.column(k);
      if (store.keeps(row, col))
        store.store(values[k], row, col, dot(row, col));
      else
        store.drop(values[k]);
    }
  }

 private:
  // On the host finding the row is shared by a few entries.
  static constexpr std::int64_t entries_per_item = is_host_execution_v<Exec> ? 64 : 1;
};

}  // namespace filigree::detail
