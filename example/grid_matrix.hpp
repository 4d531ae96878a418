// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

#include <filigree/core/huge_pages.hpp>
#include <filigree/format/csr.hpp>

/// Matrices made row by row: a pattern says how long row i is and which columns it has, a value
/// functor what stands at (row, column). Both run where the execution space runs.

namespace example {

namespace detail {

template <class Pattern, class Offset, class Space>
struct SumRowLengths {
  Pattern pattern;
  Kokkos::View<Offset*, Space> offsets;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& sum,
                                  const bool final) const {
    sum += pattern.row_length(row);
    if (final) offsets(row + 1) = Offset(sum);
  }
};

template <class Pattern, class Value, class Scalar, class Index, class Offset, class Space>
struct FillRow {
  Pattern pattern;
  Value value;
  Kokkos::View<Offset*, Space> offsets;
  Kokkos::View<Index*, Space> columns;
  Kokkos::View<Scalar*, Space> values;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    const std::int64_t begin = offsets(row);
    const std::int64_t end = offsets(row + 1);
    pattern.fill_row(row, columns.data() + begin);
    for (std::int64_t k = begin; k < end; ++k)
      values(k) = Scalar(value(row, std::int64_t(columns(k))));
  }
};

}  // namespace detail

/// A CSR matrix from a pattern (num_rows, num_cols, row_length(row), fill_row(row, columns),
/// columns ascending and without repetition) and value(row, col).
template <class Scalar, class Index, class Offset, class Exec, class Pattern, class Value>
filigree::CsrMatrix<Scalar, Index, Offset, typename Exec::memory_space> build_csr(
    const Exec& exec, const Pattern& pattern, const Value& value) {
  using Space = typename Exec::memory_space;
  using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  const std::int64_t num_rows = pattern.num_rows;
  const Kokkos::View<Offset*, Space> offsets(Kokkos::view_alloc(exec, "row_offsets"), num_rows + 1);
  std::int64_t nnz = 0;
  Kokkos::parallel_scan("example::row_offsets", Rows(exec, 0, num_rows),
                        detail::SumRowLengths<Pattern, Offset, Space>{pattern, offsets}, nnz);

  const auto uninitialised = [&](const std::string& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  };
  const Kokkos::View<Index*, Space> columns(uninitialised("col_indices"), nnz);
  const Kokkos::View<Scalar*, Space> values(uninitialised("values"), nnz);
  filigree::advise_huge_pages(columns);
  filigree::advise_huge_pages(values);
  Kokkos::parallel_for("example::fill_rows", Rows(exec, 0, num_rows),
                       detail::FillRow<Pattern, Value, Scalar, Index, Offset, Space>{
                           pattern, value, offsets, columns, values});
  exec.fence("example::build_csr");
  return {num_rows, pattern.num_cols, offsets, columns, values, {.sorted = true, .unique = true}};
}

/// The 27-point neighbourhood on an n x n x n grid: each point is connected to all points whose
/// coordinates differ by at most one.
struct Grid27 {
  std::int64_t n = 0;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;

  explicit Grid27(std::int64_t side) : n(side), num_rows(side * side * side), num_cols(num_rows) {}

  /// How many of the coordinates c - 1, c, c + 1 lie on the grid, and the first of them.
  KOKKOS_FUNCTION std::int64_t width(std::int64_t c) const { return 1 + (c > 0) + (c + 1 < n); }
  KOKKOS_FUNCTION std::int64_t first(std::int64_t c) const { return c > 0 ? c - 1 : 0; }

  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    return width(row / (n * n)) * width(row / n % n) * width(row % n);
  }

  template <class Index>
  KOKKOS_FUNCTION void fill_row(std::int64_t row, Index* columns) const {
    const std::int64_t z = row / (n * n), y = row / n % n, x = row % n;
    for (std::int64_t k = first(z); k < first(z) + width(z); ++k)
      for (std::int64_t j = first(y); j < first(y) + width(y); ++j)
        for (std::int64_t i = first(x); i < first(x) + width(x); ++i)
          *columns++ = Index((k * n + j) * n + i);
  }
};

/// Poisson's equation on the 27-point neighbourhood with zero boundary values: symmetric positive
/// definite.
struct Poisson27 {
  KOKKOS_FUNCTION double operator()(std::int64_t row, std::int64_t col) const {
    return row == col ? 26 : -1;
  }
};

/// Diffusion with a wind towards higher numbers, zero boundary values: not symmetric unless the
/// wind is 0, diagonally dominant up to a wind of 1.
struct WindyPoisson27 {
  double wind = 0;

  KOKKOS_FUNCTION double operator()(std::int64_t row, std::int64_t col) const {
    if (row == col) return 26;
    return col < row ? -1 - wind : -1 + wind;
  }
};

}  // namespace example
