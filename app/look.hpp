// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <filigree/format/csr.hpp>

/// What `filigree info` says of a matrix beyond example/matrix_report.hpp and the statistics of
/// recommend(). Rows are sorted, indices count from 0.

namespace filigree::tool {

struct MatrixLook {
  std::int64_t empty_cols = 0;
  std::int64_t median_row = 0;
  std::int64_t long_row = 0;           ///< 99% of the rows are no longer
  std::int64_t missing_diagonals = 0;  ///< rows i without an entry (i, i), i < rows, columns
  std::int64_t zeros = 0;              ///< stored entries whose value is zero
};

template <class Exec>
using LookRows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

template <class Marks>
struct CountMark {
  Marks marks;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& sum) const {
    sum += marks(i) != 0;
  }
};

template <class Matrix, class Marks>
struct LookAtRow {
  typename Matrix::offset_view offsets;
  typename Matrix::index_view columns;
  typename Matrix::value_view values;
  Marks cols;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& zeros,
                                  std::int64_t& on_diagonal) const {
    using Scalar = typename Matrix::scalar_type;
    for (std::int64_t k = offsets(row); k < std::int64_t(offsets(row + 1)); ++k) {
      const std::int64_t col = columns(k);
      Kokkos::atomic_store(&cols(col), static_cast<unsigned char>(1));
      zeros += values(k) == Scalar(0);
      on_diagonal += col == row;
    }
  }
};

/// How many entries of `marks` are not zero.
template <class Exec, class Marks>
std::int64_t count_marks(const Exec& exec, const Marks& marks) {
  std::int64_t count = 0;
  Kokkos::parallel_reduce("filigree::info::count_marks",
                          LookRows<Exec>(exec, 0, std::int64_t(marks.extent(0))),
                          CountMark<Marks>{marks}, count);
  return count;
}

/// Marks which columns hold an entry; counts zeros and diagonal entries.
template <class Exec, class Matrix>
void look_at_entries(const Exec& exec, const Matrix& A, MatrixLook& look) {
  using Marks = Kokkos::View<unsigned char*, typename Exec::memory_space>;
  const std::int64_t num_rows = A.num_rows(), num_cols = A.num_cols();
  look.empty_cols = num_cols;
  if (num_rows == 0 || num_cols == 0) return;
  const Marks cols("marked_cols", num_cols);
  std::int64_t diagonal_entries = 0;
  Kokkos::parallel_reduce(
      "filigree::info::entries", LookRows<Exec>(exec, 0, num_rows),
      LookAtRow<Matrix, Marks>{A.row_offsets(), A.col_indices(), A.values(), cols},
      Kokkos::Sum<std::int64_t>(look.zeros), Kokkos::Sum<std::int64_t>(diagonal_entries));
  look.missing_diagonals = std::min(num_rows, num_cols) - diagonal_entries;
  look.empty_cols = num_cols - count_marks(exec, cols);
}

template <class Exec, class Matrix>
MatrixLook look_at(const Exec& exec, const Matrix& A) {
  MatrixLook look;
  look_at_entries(exec, A, look);
  const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, A.row_offsets());
  std::vector<std::int64_t> lengths(std::size_t(A.num_rows()));
  if (lengths.empty()) return look;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    lengths[i] = std::int64_t(offsets(i + 1)) - std::int64_t(offsets(i));
  const auto quantile = [&](double part) {
    const auto place = std::ptrdiff_t(part * double(lengths.size() - 1));
    std::nth_element(lengths.begin(), lengths.begin() + place, lengths.end());
    return lengths[std::size_t(place)];
  };
  look.median_row = quantile(0.5);
  look.long_row = quantile(0.99);
  return look;
}

}  // namespace filigree::tool
