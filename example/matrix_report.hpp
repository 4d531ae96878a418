// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include <filigree/format/csr.hpp>

namespace example {

/// What a reader wants to know of a matrix before solving with it.
struct MatrixReport {
  std::int64_t shortest_row = 0;
  std::int64_t longest_row = 0;
  std::int64_t lower_bandwidth = 0;    ///< max (row - col)
  std::int64_t upper_bandwidth = 0;    ///< max (col - row)
  std::int64_t unmatched_entries = 0;  ///< entries (i, j) without an entry (j, i)
  std::int64_t unequal_entries = 0;  ///< matched entries whose values differ by more than rounding
  std::int64_t unconjugate_entries = 0;  ///< those whose value differs from the other's conjugate
  std::int64_t infinite_entries = 0;     ///< infinite or not a number
  std::int64_t non_positive_diagonals =
      0;  ///< entries (i, i) whose real part is not positive, or lacks
  std::int64_t first_non_positive_diagonal = 0;  ///< its row, where there is one

  bool symmetric_pattern() const { return unmatched_entries == 0; }
  bool symmetric_values() const { return symmetric_pattern() && unequal_entries == 0; }
  bool hermitian_values() const { return symmetric_pattern() && unconjugate_entries == 0; }
};

namespace detail {

template <class Real>
KOKKOS_FUNCTION Real real_part(const Real& value) {
  return value;
}
template <class Real>
KOKKOS_FUNCTION Real real_part(const Kokkos::complex<Real>& value) {
  return value.real();
}

template <class Real>
KOKKOS_FUNCTION Real conjugate(const Real& value) {
  return value;
}
template <class Real>
KOKKOS_FUNCTION Kokkos::complex<Real> conjugate(const Kokkos::complex<Real>& value) {
  return Kokkos::conj(value);
}

template <class Real>
KOKKOS_FUNCTION bool is_finite(const Real& value) {
  return Kokkos::isfinite(value);
}
template <class Real>
KOKKOS_FUNCTION bool is_finite(const Kokkos::complex<Real>& value) {
  return Kokkos::isfinite(value.real()) && Kokkos::isfinite(value.imag());
}

/// Whether two values differ by more than rounding; what is not finite equals just itself.
template <class Scalar>
KOKKOS_FUNCTION bool differ(const Scalar& a, const Scalar& b) {
  if (!is_finite(a) || !is_finite(b)) return !(a == b);
  return Kokkos::abs(a - b) > 1e-14 * (Kokkos::abs(a) + Kokkos::abs(b));
}

/// The position of `col` in the ascending columns [begin, end), or -1.
template <class Columns>
KOKKOS_FUNCTION std::int64_t find_column(const Columns& columns, std::int64_t begin,
                                         std::int64_t end, std::int64_t col) {
  while (begin < end) {
    const std::int64_t middle = begin + (end - begin) / 2;
    const std::int64_t found = columns(middle);
    if (found == col) return middle;
    if (found < col)
      begin = middle + 1;
    else
      end = middle;
  }
  return -1;
}

template <class Matrix>
struct RowStatistics {
  typename Matrix::offset_view offsets;
  typename Matrix::index_view columns;
  typename Matrix::value_view values;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& shortest,
                                  std::int64_t& longest, std::int64_t& lower, std::int64_t& upper,
                                  std::int64_t& bad_diagonals, std::int64_t& first_bad) const {
    const std::int64_t begin = offsets(row), end = offsets(row + 1);
    double diagonal = 0;
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int64_t distance = std::int64_t(columns(k)) - row;
      if (-distance > lower) lower = -distance;
      if (distance > upper) upper = distance;
      if (distance == 0) diagonal = real_part(values(k));
    }
    if (end - begin < shortest) shortest = end - begin;
    if (end - begin > longest) longest = end - begin;
    if (!(diagonal > 0)) {
      ++bad_diagonals;
      if (row < first_bad) first_bad = row;
    }
  }
};

template <class Matrix>
struct CompareWithMirror {
  typename Matrix::offset_view offsets;
  typename Matrix::index_view columns;
  typename Matrix::value_view values;
  bool square;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& unmatched,
                                  std::int64_t& unequal, std::int64_t& unconjugate,
                                  std::int64_t& infinite) const {
    for (std::int64_t k = offsets(row); k < std::int64_t(offsets(row + 1)); ++k) {
      if (!is_finite(values(k))) ++infinite;
      const std::int64_t col = columns(k);
      const std::int64_t mirror =
          square ? find_column(columns, offsets(col), offsets(col + 1), row) : -1;
      if (mirror < 0) {
        ++unmatched;
      } else {
        if (differ(values(k), values(mirror))) ++unequal;
        if (differ(values(k), conjugate(values(mirror)))) ++unconjugate;
      }
    }
  }
};

}  // namespace detail

/// Reads the whole matrix twice. No entry of a matrix that is not square is matched. Rows must be
/// sorted, indices count from zero.
template <class Exec, class Matrix>
MatrixReport report_matrix(const Exec& exec, const Matrix& A) {
  const Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>> rows(exec, 0, A.num_rows());
  const bool square = A.num_rows() == A.num_cols();
  MatrixReport report;
  Kokkos::parallel_reduce(
      "example::row_statistics", rows,
      detail::RowStatistics<Matrix>{A.row_offsets(), A.col_indices(), A.values()},
      Kokkos::Min<std::int64_t>(report.shortest_row), Kokkos::Max<std::int64_t>(report.longest_row),
      Kokkos::Max<std::int64_t>(report.lower_bandwidth),
      Kokkos::Max<std::int64_t>(report.upper_bandwidth),
      Kokkos::Sum<std::int64_t>(report.non_positive_diagonals),
      Kokkos::Min<std::int64_t>(report.first_non_positive_diagonal));
  report.lower_bandwidth = std::max<std::int64_t>(report.lower_bandwidth, 0);
  report.upper_bandwidth = std::max<std::int64_t>(report.upper_bandwidth, 0);

  Kokkos::parallel_reduce(
      "example::symmetry", rows,
      detail::CompareWithMirror<Matrix>{A.row_offsets(), A.col_indices(), A.values(), square},
      Kokkos::Sum<std::int64_t>(report.unmatched_entries),
      Kokkos::Sum<std::int64_t>(report.unequal_entries),
      Kokkos::Sum<std::int64_t>(report.unconjugate_entries),
      Kokkos::Sum<std::int64_t>(report.infinite_entries));
  return report;
}

/// The largest error of y = A x against a plain loop in higher precision, each row's divided by
/// sum |a| |x|: a sum of m products rounded once each has at most about m roundings of it.
template <class Matrix, class Vector>
double product_error(const Matrix& A, const Vector& x, const Vector& y) {
  const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, A.row_offsets());
  const auto columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, A.col_indices());
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, A.values());
  const auto x_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, x);
  const auto y_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, y);
  using Scalar = typename Vector::non_const_value_type;
  using Wide = std::conditional_t<std::is_same_v<Scalar, float>, double, long double>;
  double worst = 0;
  for (std::int64_t row = 0; row < A.num_rows(); ++row) {
    Wide sum = 0, scale = 0;
    for (std::int64_t k = offsets(row); k < std::int64_t(offsets(row + 1)); ++k) {
      const Wide term = Wide(values(k)) * Wide(x_host(columns(k)));
      sum += term;
      scale += std::abs(term);
    }
    const Wide difference = std::abs(Wide(y_host(row)) - sum);
    const double error = scale > 0 ? double(difference / scale) : (difference > 0 ? INFINITY : 0.0);
    if (std::isnan(error)) return error;
    worst = std::max(worst, error);
  }
  return worst;
}

}  // namespace example
