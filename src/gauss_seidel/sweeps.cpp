// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>

#include <core/execution_spaces.hpp>
#include <core/fill_words.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/gauss_seidel_front.hpp>

namespace filigree::detail {
namespace {

template <class Exec>
using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// How places of a dense matrix are numbered, so that neighbours lie beside each other.
struct ColumnsOfRows {
  std::int64_t num_rows;
  std::int64_t num_columns;
  bool by_rows;

  KOKKOS_FUNCTION std::int64_t row(std::int64_t i) const {
    return num_columns == 1 ? i : by_rows ? i / num_columns : i % num_rows;
  }
  KOKKOS_FUNCTION std::int64_t column(std::int64_t i) const {
    return num_columns == 1 ? 0 : by_rows ? i % num_columns : i / num_rows;
  }
};

/// Block rows of one colour, of which none reads what another writes; their rows one after the
/// other in the direction of the sweep, columns each for themselves.
template <class Rows, class T>
struct RelaxRows {
  GaussSeidelProblem<Rows, T> problem;
  const std::int32_t* block_rows;
  ColumnsOfRows places;
  bool backward;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    const std::int64_t column = places.column(i), size = problem.rows_of_block;
    const std::int64_t first = block_rows[places.row(i)] * size;
    const std::int64_t count = Kokkos::min(size, problem.num_rows - first);
    for (std::int64_t r = 0; r < count; ++r) relax(first + (backward ? count - 1 - r : r), column);
  }

 private:
  KOKKOS_FUNCTION void relax(std::int64_t row, std::int64_t column) const {
    T rest = problem.b.at(0, row, column), diagonal{};
    problem.for_each(row, [&](std::int64_t col, std::int64_t place) {
      if (col == row)
        diagonal += problem.values[place];
      else
        rest -= problem.values[place] * problem.x.at(0, col, column);
    });
    if (diagonal == T{}) {
      report_pivot(problem.pivot_position, row + problem.base);
      return;
    }
    T& x = problem.x.at(0, row, column);
    const T relaxed = rest / diagonal;
    x = problem.omega == T(1) ? relaxed : x + problem.omega * (relaxed - x);
  }
};

template <class T>
struct SetToZero {
  DenseOperand<T> x;
  ColumnsOfRows places;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    x.at(0, places.row(i), places.column(i)) = T{};
  }
};

}  // namespace

template <class Exec, class Rows, class T>
void run_gauss_seidel(const Exec& exec,
                      const GaussSeidelState<Exec, typename Rows::index_type>& state,
                      const GaussSeidelProblem<Rows, T>& problem, const GaussSeidelSweep& sweep) {
  if (problem.pivot_position != nullptr)
    fill_words(exec, problem.pivot_position, 1, PivotReport<typename Exec::memory_space>::none);
  const std::int64_t num_columns = problem.num_columns;
  const auto places = [&](std::int64_t num_rows) {
    return ColumnsOfRows{num_rows, num_columns, problem.x.col_stride < problem.x.row_stride};
  };
  if (sweep.from_zero)
    Kokkos::parallel_for("filigree::gauss_seidel::set_to_zero",
                         Range<Exec>(exec, 0, problem.num_rows * num_columns),
                         SetToZero<T>{problem.x, places(problem.num_rows)});
  const std::int64_t num_colors = state.num_colors();
  const auto relax = [&](std::int64_t color, bool backward) {
    const std::int64_t begin = state.color_begins[std::size_t(color)];
    const std::int64_t end = state.color_begins[std::size_t(color) + 1];
    Kokkos::parallel_for(
        "filigree::gauss_seidel::relax_rows", Range<Exec>(exec, 0, (end - begin) * num_columns),
        RelaxRows<Rows, T>{problem, state.rows.data() + begin, places(end - begin), backward});
  };
  for (std::int64_t round = 0; round < sweep.count; ++round) {
    if (sweep.direction != SweepDirection::backward)
      for (std::int64_t color = 0; color < num_colors; ++color) relax(color, false);
    if (sweep.direction != SweepDirection::forward)
      for (std::int64_t color = num_colors - 1; color >= 0; --color) relax(color, true);
  }
  if (logs_kernels())
    log_kernel("gauss_seidel", "gauss_seidel_generic",
               std::to_string(problem.num_rows) + " rows, " + std::to_string(state.source.nnz) +
                   " entries or blocks, " + std::to_string(num_colors) + " colours, " +
                   std::to_string(sweep.count) + " sweeps, " + std::to_string(num_columns) +
                   " columns");
}

#define FILIGREE_INSTANTIATE_ROWS(Exec, Rows, T)                                               \
  template void run_gauss_seidel(const Exec&, const GaussSeidelState<Exec, Rows::index_type>&, \
                                 const GaussSeidelProblem<Rows, T>&, const GaussSeidelSweep&);
#define FILIGREE_INSTANTIATE(Exec, T)                                  \
  FILIGREE_INSTANTIATE_ROWS(Exec, GaussSeidelCsrRows<std::int32_t>, T) \
  FILIGREE_INSTANTIATE_ROWS(Exec, GaussSeidelCsrRows<std::int64_t>, T) \
  FILIGREE_INSTANTIATE_ROWS(Exec, GaussSeidelBsrRows<std::int32_t>, T) \
  FILIGREE_INSTANTIATE_ROWS(Exec, GaussSeidelBsrRows<std::int64_t>, T)
FILIGREE_FOR_EACH_SPACE_AND_SCALAR(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_ROWS

}  // namespace filigree::detail
