// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <limits>
#include <string>

#include <convert/check_offsets.hpp>
#include <core/execution_spaces.hpp>
#include <core/refuse.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/reorder_problem.hpp>

namespace filigree::detail {

void check_reorder(std::string_view operation, std::int64_t num_rows, std::int64_t num_cols) {
  if (num_rows != num_cols)
    refuse(operation, "A", size_text(num_rows, num_cols), "a square matrix",
           "pass a square matrix");
}

void check_reorder_type(const MatrixProperties& properties) {
  if (properties.type == MatrixType::general) return;
  throw_error(Status::matrix_type_not_supported,
              {"reorder", "A", "a matrix of type " + std::string(name(properties.type)),
               "a general matrix, all of whose entries are stored", "expand the matrix"});
}

namespace {

template <class Exec>
using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// Writes where each row goes, -1 so far; finds the first place whose row is out of range. Of a row
/// that is named twice either place is kept: another row has none then.
template <class Index>
struct InvertOrder {
  std::int64_t num_rows;
  const Index* order;
  Index* places;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& first_wrong) const {
    const std::int64_t row = order[i];
    if (row >= 0 && row < num_rows)
      Kokkos::atomic_store(&places[row], Index(i));
    else
      first_wrong = Kokkos::min(first_wrong, i);
  }
};

template <class Index>
struct FindUnused {
  const Index* places;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& first) const {
    if (places[row] < 0) first = Kokkos::min(first, row);
  }
};

template <class Index, class Offset>
struct ScanLengths {
  ReorderProblem<Index> problem;
  const Index* order;
  Offset* offsets;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& sum, const bool final) const {
    if (final) offsets[i] = Offset(sum + problem.base);
    if (i == problem.num_rows) return;
    const std::int64_t row = order[i];
    sum += problem.length(row);
  }
};

template <class Index, class Offset>
struct MoveRows {
  ReorderProblem<Index> problem;
  const Index* order;
  const Index* places;
  ReorderedPattern<Index, Offset> result;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    const std::int64_t row = order[i], base = problem.base;
    std::int64_t to = std::int64_t(result.row_offsets[i]) - base;
    problem.for_each(row, [&](std::int64_t col, std::int64_t k) {
      result.col_indices[to] = Index(places[col] + base);
      result.places[to++] = k;
    });
  }
};

}  // namespace

template <class Exec, class Index, class Offset>
void reorder_pattern(const Exec& exec, const ReorderProblem<Index>& problem, const Index* order,
                     const ReorderedPattern<Index, Offset>& result) {
  constexpr std::string_view operation = "reorder";
  const std::int64_t n = problem.num_rows;
  if (n == 0) {
    Kokkos::parallel_scan("filigree::reorder::offsets", Rows<Exec>(exec, 0, 1),
                          ScanLengths<Index, Offset>{problem, order, result.row_offsets});
    return;
  }
  check_offsets(operation, "A.row_offsets()", exec, problem.row_offsets, n, problem.num_entries,
                problem.base);
  const auto places = allocate<Index, typename Exec::memory_space>(
      operation, exec, "filigree::reorder::places_of_rows", n);
  Kokkos::deep_copy(exec, places, Index(-1));
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t wrong = none, unused = none;
  Kokkos::parallel_reduce("filigree::reorder::invert", Rows<Exec>(exec, 0, n),
                          InvertOrder<Index>{n, order, places.data()},
                          Kokkos::Min<std::int64_t>(wrong));
  Kokkos::parallel_reduce("filigree::reorder::find_unused", Rows<Exec>(exec, 0, n),
                          FindUnused<Index>{places.data()}, Kokkos::Min<std::int64_t>(unused));
  if (wrong != none)
    refuse(operation, "order", "a row out of range at place " + std::to_string(wrong),
           "each row from 0 to " + std::to_string(n - 1) + " once", "count rows from 0");
  if (unused != none)
    refuse(operation, "order", "no place for row " + std::to_string(unused),
           "each row from 0 to " + std::to_string(n - 1) + " once", "pass a permutation");
  Kokkos::parallel_scan("filigree::reorder::offsets", Rows<Exec>(exec, 0, n + 1),
                        ScanLengths<Index, Offset>{problem, order, result.row_offsets});
  Kokkos::parallel_for("filigree::reorder::move_rows", Rows<Exec>(exec, 0, n),
                       MoveRows<Index, Offset>{problem, order, places.data(), result});
  exec.fence("filigree::reorder");  // the places go out of scope here
}

#define FILIGREE_INSTANTIATE(Exec, Index, Offset)                                        \
  template void reorder_pattern(const Exec&, const ReorderProblem<Index>&, const Index*, \
                                const ReorderedPattern<Index, Offset>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
