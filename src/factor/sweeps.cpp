// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <core/execution_spaces.hpp>
#include <core/fill_words.hpp>
#include <factor/messages.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/incomplete_factor_front.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/spmm_problem.hpp>

/// Factors by iteration: every sweep computes each entry from those before it.

namespace filigree::detail {
namespace {

template <class Exec>
using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// What both kinds of kernels read.
template <class Problem>
struct SweepRows {
  using T = typename Problem::scalar_type;

  Problem problem;

  KOKKOS_FUNCTION bool is_lu() const { return problem.kind == FactorKind::lu; }
  KOKKOS_FUNCTION T value(std::int64_t k) const { return problem.values[problem.rows.place(k)]; }
  /// Behind the row's last entry that counts.
  KOKKOS_FUNCTION std::int64_t end(std::int64_t row) const {
    return is_lu() ? problem.rows.end(row) : problem.rows.diagonal(row) + 1;
  }
  /// An absolute value; infinite for what is no number, which no maximum would keep.
  KOKKOS_FUNCTION static double size(const T& value) {
    const double result = double(Kokkos::abs(value));
    return result <= Kokkos::Experimental::finite_max_v<double>
               ? result
               : Kokkos::Experimental::infinity_v<double>;
  }
};

/// Writes A's triangles, L's columns divided by pivots of A's diagonal; the largest size of A's
/// entries.
template <class Problem>
struct StartSweeps : SweepRows<Problem> {
  using T = typename Problem::scalar_type;

  bool writes;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, double& largest) const {
    const auto& rows = this->problem.rows;
    const std::int64_t diagonal = rows.diagonal(row);
    for (std::int64_t k = rows.begin(row); k < this->end(row); ++k) {
      const T value = this->value(k);
      largest = Kokkos::max(largest, this->size(value));
      if (!writes) continue;
      const std::int64_t col = rows.column(k);
      T& factor = this->problem.factors[rows.place(k)];
      if (k < diagonal)
        factor = value / pivot(col);
      else
        factor = k == diagonal ? pivot(row) : value;
    }
  }

  KOKKOS_FUNCTION T pivot(std::int64_t row) const {
    return pivot_of_factor(this->problem, this->problem.kind, row,
                           this->value(this->problem.rows.diagonal(row)));
  }
};

/// Writes the factors that follow from `from`; the largest size of what these leave of A.
template <class Problem>
struct Sweep : SweepRows<Problem> {
  using T = typename Problem::scalar_type;

  const T* from;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, double& worst) const {
    const auto& rows = this->problem.rows;
    const std::int64_t diagonal = rows.diagonal(row);
    for (std::int64_t k = rows.begin(row); k < this->end(row); ++k) {
      const T rest = this->value(k) - sum_of_products(row, k);
      T next = rest, left = rest - factor(k);
      if (k < diagonal) {
        const T pivot = factor(rows.diagonal(rows.column(k)));
        next = rest / pivot;
        left = rest - factor(k) * pivot;
      } else if (k == diagonal) {
        next = pivot_of_factor(this->problem, this->problem.kind, row, rest);
        if (!this->is_lu()) left = T(Kokkos::real(rest)) - factor(k) * factor(k);
      }
      this->problem.factors[rows.place(k)] = next;
      worst = Kokkos::max(worst, this->size(left));
    }
  }

 private:
  KOKKOS_FUNCTION T factor(std::int64_t k) const { return from[this->problem.rows.place(k)]; }

  /// The row's entries before entry `k`, left of the diagonal, times those of U in its column, or
  /// with L L^H times those of L in the row of its column.
  KOKKOS_FUNCTION T sum_of_products(std::int64_t row, std::int64_t k) const {
    const auto& rows = this->problem.rows;
    const std::int64_t col = rows.column(k), last = Kokkos::min(k, rows.diagonal(row));
    T sum{};
    for (std::int64_t p = rows.begin(row); p < last; ++p) {
      const std::int64_t middle = rows.column(p);
      if (this->is_lu())
        with_entry(col, rows.diagonal(middle) + 1, rows.end(middle),
                   [&](std::int64_t q) { sum += factor(p) * factor(q); });
      else
        with_entry(middle, rows.begin(col), rows.diagonal(col),
                   [&](std::int64_t q) { sum += factor(p) * conjugate(factor(q)); });
    }
    return sum;
  }

  template <class F>
  KOKKOS_FUNCTION void with_entry(std::int64_t col, std::int64_t begin, std::int64_t end,
                                  const F& f) const {
    const auto& rows = this->problem.rows;
    const std::int64_t k =
        partition_point(begin, end, [&](std::int64_t at) { return rows.column(at) < col; });
    if (k < end && rows.column(k) == col) f(k);
  }
};

/// Copies the entries that count.
template <class Problem>
struct CopyFactors : SweepRows<Problem> {
  const typename Problem::scalar_type* from;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    const auto& rows = this->problem.rows;
    for (std::int64_t k = rows.begin(row); k < this->end(row); ++k)
      this->problem.factors[rows.place(k)] = from[rows.place(k)];
  }
};

}  // namespace

template <class Exec, class Index, class T>
FactorHistory run_factor_sweeps(const Exec& exec, const FactorProblem<Index, T>& problem,
                                const FactorSweeps& sweeps) {
  using Problem = FactorProblem<Index, T>;
  using Space = typename Exec::memory_space;
  FactorHistory history;
  const auto clear = [&](std::int64_t* position) {
    if (position != nullptr) fill_words(exec, position, 1, PivotReport<Space>::none);
  };
  clear(problem.pivot_position);
  const std::int64_t n = problem.statistics.num_rows;
  if (n == 0) {
    history.residuals.push_back(0);
    history.converged = true;
    return history;
  }
  const Rows<Exec> rows(exec, 0, n);
  const std::string_view operation = factor_operation(problem.kind);
  const auto other = allocate<T, Space>(operation, exec, "filigree::factor::sweep",
                                        problem.statistics.num_entries);
  const auto other_position =
      allocate<std::int64_t, Space>(operation, exec, "filigree::factor::sweep_pivot", 1);
  double largest = 0;
  Kokkos::parallel_reduce("filigree::factor::start_sweeps", rows,
                          StartSweeps<Problem>{{problem}, !sweeps.from_given},
                          Kokkos::Max<double>(largest));
  // The factors that are returned are those that a sweep began with, and so is the report.
  T* from = problem.factors;
  std::int64_t* position = problem.pivot_position;
  Problem to = problem;
  to.factors = other.data();
  if (position != nullptr) to.pivot_position = other_position.data();
  for (int sweep = 0;; ++sweep) {
    clear(to.pivot_position);
    double worst = 0;
    Kokkos::parallel_reduce("filigree::factor::sweep", rows, Sweep<Problem>{{to}, from},
                            Kokkos::Max<double>(worst));
    const double residual = worst == 0 || std::isinf(worst) ? worst : worst / largest;
    history.residuals.push_back(residual);
    history.converged = residual <= sweeps.tolerance;
    if (history.converged || sweep == sweeps.count || !std::isfinite(residual)) break;
    std::swap(from, to.factors);
    std::swap(position, to.pivot_position);
  }
  if (from != problem.factors)
    Kokkos::parallel_for("filigree::factor::copy_factors", rows,
                         CopyFactors<Problem>{{problem}, from});
  if (position != problem.pivot_position)
    Kokkos::deep_copy(exec, UnmanagedView<std::int64_t, Space>(problem.pivot_position, 1),
                      UnmanagedView<std::int64_t, Space>(position, 1));
  exec.fence("filigree::factor_sweeps");  // `other` goes out of scope
  log_factor(problem.kind, "factor_sweeps_generic", problem.statistics);
  return history;
}

#define FILIGREE_INSTANTIATE(Exec, T)                                                          \
  template FactorHistory run_factor_sweeps(const Exec&, const FactorProblem<std::int32_t, T>&, \
                                           const FactorSweeps&);                               \
  template FactorHistory run_factor_sweeps(const Exec&, const FactorProblem<std::int64_t, T>&, \
                                           const FactorSweeps&);
FILIGREE_FOR_EACH_SPACE_AND_SCALAR(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
