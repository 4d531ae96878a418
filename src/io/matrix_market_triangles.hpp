// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <filigree/core/types.hpp>
#include <filigree/format/matrix_base.hpp>

#include "host_arrays.hpp"
#include "matrix_market_body.hpp"
#include "matrix_market_header.hpp"
#include "read_context.hpp"
#include "triangles.hpp"

/// Matrix Market files that store one triangle for both.

namespace filigree::detail {

template <class T>
using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;

/// The entry that mirrors `value`.
template <class Scalar>
Scalar mirrored(const Scalar& value, MatrixMarketSymmetry symmetry) {
  if (symmetry == MatrixMarketSymmetry::skew_symmetric) return Scalar(-value);
  return symmetry == MatrixMarketSymmetry::hermitian ? conjugate(value) : value;
}

/// Operations take the diagonal of a Hermitian matrix as it is, so it is made real. Coordinate
/// files are looked at by line; this is for what an array file stores, column by column.
template <class Scalar>
void make_diagonal_real(const ReadContext& context, const MatrixMarketHeader& header,
                        Scalar* triangle) {
  if constexpr (is_complex_v<Scalar>) {
    if (header.symmetry != MatrixMarketSymmetry::hermitian) return;
    bool dropped = false;
    for (std::int64_t j = 0, k = 0; j < header.num_rows; k += header.num_rows - j++) {
      if (triangle[k].imag() == 0) continue;
      triangle[k] = Scalar(triangle[k].real());
      dropped = true;
    }
    if (dropped) context.note("imaginary parts on the diagonal of a hermitian matrix are dropped");
  }
}

template <class Scalar, class Index>
struct Triplets {
  HostArray<Index> rows;
  HostArray<Index> cols;
  HostArray<Scalar> values;

  Triplets(const ReadContext& context, std::int64_t nnz)
      : rows(allocate_host<Index*>(context, "filigree::coo::row_indices", nnz)),
        cols(allocate_host<Index*>(context, "filigree::coo::col_indices", nnz)),
        values(allocate_host<Scalar*>(context, "filigree::coo::values", nnz)) {}
};

/// Both triangles: the entries as they are, then the mirrored ones in the same order.
template <class Scalar, class Index>
Triplets<Scalar, Index> expand(const ReadContext& context, MatrixMarketSymmetry symmetry,
                               const Triplets<Scalar, Index>& half) {
  const std::int64_t stored = std::int64_t(half.values.extent(0));
  std::int64_t num_mirrored = 0;
  const HostPolicy policy(0, stored);
  const auto rows = half.rows;
  const auto cols = half.cols;
  Kokkos::parallel_reduce(
      "filigree::read_matrix_market::count_mirrored", policy,
      [=](std::int64_t k, std::int64_t& sum) { sum += rows(k) != cols(k); }, num_mirrored);
  const Triplets<Scalar, Index> full(context, stored + num_mirrored);
  const auto values = half.values;
  Kokkos::parallel_scan("filigree::read_matrix_market::expand", policy,
                        [=](std::int64_t k, std::int64_t& place, bool final) {
                          const bool diagonal = rows(k) == cols(k);
                          if (final) {
                            full.rows(k) = rows(k);
                            full.cols(k) = cols(k);
                            full.values(k) = values(k);
                          }
                          if (final && !diagonal) {
                            full.rows(stored + place) = cols(k);
                            full.cols(stored + place) = rows(k);
                            full.values(stored + place) = mirrored(values(k), symmetry);
                          }
                          if (!diagonal) ++place;
                        });
  policy.space().fence("filigree::read_matrix_market::expand");
  return full;
}

template <class Scalar>
MatrixProperties stored_properties(MatrixMarketSymmetry symmetry) {
  MatrixProperties properties;
  if (symmetry == MatrixMarketSymmetry::symmetric) properties.type = MatrixType::symmetric;
  // The real part of a Hermitian matrix is symmetric.
  if (symmetry == MatrixMarketSymmetry::hermitian)
    properties.type = is_complex_v<Scalar> ? MatrixType::hermitian : MatrixType::symmetric;
  return properties;
}

/// Puts entries above the diagonal below it, as files of these kinds should have them.
template <class Scalar, class Index>
void fold(const ReadContext& context, const MatrixMarketHeader& header, std::string_view body,
          bool entry_in_each_line, Triplets<Scalar, Index>& entries) {
  const auto line_of = [&](std::int64_t k) {
    return entry_in_each_line ? header.size_line + 1 + k : line_of_entry(header, body, k);
  };
  const auto conflict = [&](std::int64_t below, std::int64_t above) {
    const std::string row = std::to_string(entries.rows(below) + 1);
    const std::string col = std::to_string(entries.cols(below) + 1);
    const bool known = entry_in_each_line || !body.empty();
    const std::string at = known ? " in line " + std::to_string(line_of(below)) : "";
    context.fail(known ? line_of(above) : header.size_line,
                 "the entry (" + col + ", " + row + ") is not the mirror image of (" + row + ", " +
                     col + ")" + at,
                 "one of the two, or both with values that a " +
                     std::string(name(header.symmetry)) + " matrix has there",
                 "correct one of the two, or declare the matrix general");
  };
  const auto folded = fold_triangles(
      entries.rows.data(), entries.cols.data(), entries.values.data(), header.num_entries,
      header.field == MatrixMarketField::pattern,
      [&](const Scalar& value) { return mirrored(value, header.symmetry); }, conflict);
  note_folded(context, folded, header.num_entries);
  const auto kept = std::pair<std::int64_t, std::int64_t>(0, folded.num_entries);
  entries.rows = Kokkos::subview(entries.rows, kept);
  entries.cols = Kokkos::subview(entries.cols, kept);
  entries.values = Kokkos::subview(entries.values, kept);
}

}  // namespace filigree::detail
