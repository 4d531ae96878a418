// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <filigree/detail/spmv_gather.hpp>
#include <spmm/kernel_names.hpp>
#include <spmv/scatter.hpp>

/// The generic kernels: every format, layout, type and matrix type, on every execution space.

namespace filigree::detail {

/// An entry of B as it takes part.
template <class Compute, class B>
KOKKOS_INLINE_FUNCTION Compute dense_entry(const B& stored, bool conjugated) {
  const Compute value = convert<Compute>(stored);
  return conjugated ? detail::conjugate(value) : value;
}

/// A stored value as it takes part: a negative place stands for the conjugate of values[~place].
template <class Compute, class A>
KOKKOS_INLINE_FUNCTION Compute matrix_entry(const A* values, std::int64_t place, bool conjugated) {
  if (place < 0) {
    place = ~place;
    conjugated = !conjugated;
  }
  const Compute value = convert<Compute>(values[place]);
  return conjugated ? detail::conjugate(value) : value;
}

/// Calls f(column, place) for the entries of stored row k of matrix `batch`.
template <class Rows, class F>
KOKKOS_INLINE_FUNCTION void for_each_entry(const SpmmRows<Rows>& matrix, std::int64_t /*batch*/,
                                           std::int64_t k, const F& f) {
  matrix.rows.for_each(k, f);
}
template <class Index, class F>
KOKKOS_INLINE_FUNCTION void for_each_entry(const SpmmRows<GatherRows<Index>>& matrix,
                                           std::int64_t batch, std::int64_t k, const F& f) {
  GatherRows<Index> rows = matrix.rows;
  rows.col_indices += batch * matrix.strides.indices;
  rows.for_each(k + batch * matrix.strides.offsets, f);
}
/// A block row further on is block.rows rows further on.
template <class Index, class F>
KOKKOS_INLINE_FUNCTION void for_each_entry(const SpmmRows<BsrxRows<Index>>& matrix,
                                           std::int64_t batch, std::int64_t k, const F& f) {
  BsrxRows<Index> rows = matrix.rows;
  rows.col_indices += batch * matrix.strides.indices;
  rows.for_each(k + batch * matrix.strides.offsets * rows.block.rows, f);
}

/// Threads share the stored rows and, within them, groups of columns. On a device a thread has one
/// column, so that its neighbours read the same entry of A and, row-major, neighbouring ones of B.
template <class Exec, class Problem>
class SpmmGather {
 public:
  using Compute = typename Problem::compute_type;
  using C = typename Problem::c_scalar;

  explicit SpmmGather(const Problem& problem)
      : problem_(problem),
        stored_rows_(num_stored_rows(problem.matrix.rows)),
        groups_(groups_of(problem.num_columns, columns_per_item)) {}

  void launch(const Exec& exec) const {
    using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    const std::int64_t items = problem_.batch_count * stored_rows_ * groups_;
    Kokkos::parallel_for("filigree::spmm::generic", light_weight(Range(exec, 0, items)), *this);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const auto& matrix = problem_.matrix;
    const std::int64_t first = item % groups_ * columns_per_item;
    const std::int64_t k = item / groups_ % stored_rows_;
    const std::int64_t batch = item / groups_ / stored_rows_;
    const std::int64_t row = matrix.rows.row_of(k);
    if (row >= matrix.rows.num_rows) return;  // a cut-off block row in a mask
    const std::int64_t left = problem_.num_columns - first;
    const int count = int(left < columns_per_item ? left : columns_per_item);
    const Compute alpha = problem_.alpha.get();
    Compute sums[columns_per_item] = {};
    if (alpha != Compute{}) add_row(k, row, batch, first, count, sums);
    const Compute beta = problem_.beta.get();
    for (int j = 0; j < count; ++j) {
      C& c = problem_.C.at(batch, row, first + j);
      Compute value = alpha == Compute{} ? Compute{} : alpha * sums[j];
      if (beta != Compute{}) value += beta * convert<Compute>(c);
      c = convert<C>(value);
    }
  }

 private:
  static constexpr std::int64_t columns_per_item = is_host_execution_v<Exec> ? 8 : 1;

  KOKKOS_INLINE_FUNCTION void add_row(std::int64_t k, std::int64_t row, std::int64_t batch,
                                      std::int64_t first, int count, Compute* sums) const {
    const auto& matrix = problem_.matrix;
    const auto* const values = problem_.values + batch * problem_.values_stride;
    const bool keeps_all = matrix.filter.keeps_all();
    const bool conjugated = matrix.conjugate != problem_.conjugate;
    for_each_entry(matrix, batch, k, [&](const std::int64_t col, const std::int64_t place) {
      if (!keeps_all && !matrix.filter.keeps(row, col)) return;
      const Compute a = matrix_entry<Compute>(values, place, conjugated);
      for (int j = 0; j < count; ++j)
        sums[j] +=
            a * dense_entry<Compute>(problem_.B.at(batch, col, first + j), problem_.B.conjugate);
    });
    if (!matrix.unit_diagonal) return;
    for (int j = 0; j < count; ++j)
      sums[j] += dense_entry<Compute>(problem_.B.at(batch, row, first + j), problem_.B.conjugate);
  }

  Problem problem_;
  std::int64_t stored_rows_;
  std::int64_t groups_;
};

/// C = beta C, plus alpha B where the diagonal is 1: what a scattered product begins with.
template <class Operands>
struct SpmmScale {
  using Compute = typename Operands::compute_type;
  using C = typename Operands::c_scalar;

  Operands operands;
  std::int64_t num_rows;
  bool unit_diagonal;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t col = item % operands.num_columns;
    const std::int64_t row = item / operands.num_columns % num_rows;
    const std::int64_t batch = item / operands.num_columns / num_rows;
    C& c = operands.C.at(batch, row, col);
    const Compute alpha = operands.alpha.get(), beta = operands.beta.get();
    Compute value{};
    if (beta != Compute{}) value = beta * convert<Compute>(c);
    if (unit_diagonal && alpha != Compute{})
      value += alpha * dense_entry<Compute>(operands.B.at(batch, row, col), operands.B.conjugate);
    c = convert<C>(value);
  }
};

/// C += alpha op(A) B on a device, each entry of A by itself, by atomics. (A host's threads have
/// sums of their own: host/scatter_host.hpp.)
template <class Exec, class Index, class Operands>
struct SpmmScatter {
  using Compute = typename Operands::compute_type;

  OneShotWalk<Index> walk;
  Operands operands;

  void launch(const Exec& exec) const {
    using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    const std::int64_t out = walk.matrix.rows.num_rows * operands.num_columns;
    Kokkos::parallel_for(
        "filigree::spmm::scale", light_weight(Range(exec, 0, operands.batch_count * out)),
        SpmmScale<Operands>{operands, walk.matrix.rows.num_rows, walk.matrix.unit_diagonal});
    const std::int64_t items = walk.entries.num_majors * groups();
    Kokkos::parallel_for("filigree::spmm::scatter",
                         light_weight(Range(exec, 0, operands.batch_count * items)), *this);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const Compute alpha = operands.alpha.get();
    if (alpha == Compute{}) return;
    const std::int64_t first = item % groups() * columns_per_item;
    const std::int64_t last = Kokkos::min(first + columns_per_item, operands.num_columns);
    const std::int64_t major = item / groups() % walk.entries.num_majors;
    const std::int64_t batch = item / groups() / walk.entries.num_majors;
    const auto* const values = operands.values + batch * operands.values_stride;
    const bool conjugated = walk.matrix.conjugate != operands.conjugate;
    walk.entries.for_each(
        batch, major, [&](std::int64_t row, std::int64_t col, std::int64_t place) {
          if (!walk.filter.keeps(row, col)) return;
          const std::int64_t to = walk.transposed ? col : row;
          const std::int64_t from = walk.transposed ? row : col;
          add(batch, to, from, first, last,
              alpha * matrix_entry<Compute>(values, place, conjugated));
          if (walk.mirrored && row != col)
            add(batch, from, to, first, last,
                alpha * matrix_entry<Compute>(values, place, conjugated != walk.conjugate_mirror));
        });
  }

 private:
  static constexpr std::int64_t columns_per_item = 1;

  KOKKOS_INLINE_FUNCTION std::int64_t groups() const {
    return groups_of(operands.num_columns, columns_per_item);
  }

  KOKKOS_INLINE_FUNCTION void add(std::int64_t batch, std::int64_t to, std::int64_t from,
                                  std::int64_t first, std::int64_t last,
                                  const Compute& value) const {
    for (std::int64_t j = first; j < last; ++j)
      atomic_accumulate(&operands.C.at(batch, to, j),
                        Compute(value * dense_entry<Compute>(operands.B.at(batch, from, j),
                                                             operands.B.conjugate)));
  }
};

}  // namespace filigree::detail
