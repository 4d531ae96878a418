// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/banded_problem.hpp>
#include <filigree/format/dia.hpp>

/// \file
/// Tridiagonal and pentadiagonal matrices from their diagonals, Kokkos Views in any layout: of rank
/// 1 for one system of m rows, of rank 2, systems x rows, for a batch (LayoutRight: one system
/// after the other; LayoutLeft: interleaved).
///
/// Diagonals of m entries are counted by rows, as cuSPARSE has them: entry i of each stands in row
/// i, and entries outside of the matrix are not read, or, where the system is periodic, are those
/// of the unknowns around its end. Diagonals of which entry 0 is the first one in the matrix, as
/// LAPACK has them, are given by trimmed_tridiagonal() and trimmed_pentadiagonal(). The values of a
/// DiaMatrix that has just these diagonals are taken where they lie.
///
/// Diagonals of blocks have two more indices, those within a block: block_tridiagonal().

namespace filigree {

/// How many entries the diagonals beside the main one have: as many as there are rows, or only
/// those that are in the matrix.
enum class DiagonalStorage { by_row, trimmed };

/// Whether banded_solve takes this scalar type.
template <class T>
inline constexpr bool banded_solve_supports =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, complex_float> ||
    std::is_same_v<T, complex_double>;

/// The diagonals of a batch of systems, the lowest first. Shallow: it does not keep the arrays
/// alive.
template <class T, class MemorySpace, int HalfBandwidth, DiagonalStorage Storage>
struct BandedMatrix {
  ///@{
  /// The template's arguments; a band has half_bandwidth diagonals on each side of the main one.
  using scalar_type = T;
  using memory_space = MemorySpace;
  static constexpr int half_bandwidth = HalfBandwidth;
  static constexpr DiagonalStorage storage = Storage;
  ///@}

  std::int64_t num_rows = 0;     ///< of each system
  std::int64_t num_systems = 1;  ///< 1 where it is no batch
  bool is_batch = false;         ///< whether the diagonals are of rank 2
  /// Where the entries of each diagonal lie.
  std::array<detail::BandDiagonal<T>, 2 * HalfBandwidth + 1> diagonals;
};

namespace detail {

FILIGREE_EXPORT void check_band_diagonal(int number, std::int64_t systems, std::int64_t length,
                                         std::int64_t expected_systems,
                                         std::int64_t expected_length);

template <int HalfBandwidth, DiagonalStorage Storage, class View, class... Views>
auto make_banded(const View& first, const Views&... others) {
  static_assert(
      ((View::rank() == Views::rank()) && ...) && (View::rank() == 1 || View::rank() == 2),
      "diagonals are Kokkos Views of rank 1, of batches of rank 2 (systems x rows)");
  using T = typename View::non_const_value_type;
  static_assert(
      banded_solve_supports<T> && (std::is_same_v<T, typename Views::non_const_value_type> && ...),
      "diagonals are all float, double, complex_float or complex_double");
  BandedMatrix<T, typename View::memory_space, HalfBandwidth, Storage> result;
  result.is_batch = View::rank() == 2;
  int d = 0;
  std::int64_t lengths[2 * HalfBandwidth + 1], systems[2 * HalfBandwidth + 1];
  const auto take = [&](const auto& view) {
    constexpr std::size_t rows = View::rank() - 1;
    auto& diagonal = result.diagonals[std::size_t(d)];
    diagonal.data = view.data();
    diagonal.row_stride = std::int64_t(view.stride(rows));
    if constexpr (View::rank() == 2) diagonal.system_stride = std::int64_t(view.stride(0));
    if (Storage == DiagonalStorage::trimmed && d < HalfBandwidth)
      diagonal.row_shift = d - HalfBandwidth;
    lengths[d] = std::int64_t(view.extent(rows));
    systems[d++] = View::rank() == 2 ? std::int64_t(view.extent(0)) : 1;
  };
  take(first);
  (take(others), ...);
  result.num_rows = lengths[HalfBandwidth];
  result.num_systems = systems[HalfBandwidth];
  for (d = 0; d <= 2 * HalfBandwidth; ++d) {
    const std::int64_t away = d < HalfBandwidth ? HalfBandwidth - d : d - HalfBandwidth;
    const std::int64_t missing = Storage == DiagonalStorage::trimmed ? away : 0;
    check_band_diagonal(d - HalfBandwidth, systems[d], lengths[d], result.num_systems,
                        result.num_rows > missing ? result.num_rows - missing : 0);
  }
  return result;
}

}  // namespace detail

/// A tridiagonal matrix of diagonals by rows: row i is lower(i), diagonal(i), upper(i).
/// \throws Error invalid_value where lengths differ
template <class View, class DiagonalView, class UpperView>
auto tridiagonal(const View& lower, const DiagonalView& diagonal, const UpperView& upper) {
  return detail::make_banded<1, DiagonalStorage::by_row>(lower, diagonal, upper);
}
/// A tridiagonal matrix whose lower and upper diagonal have m - 1 entries.
template <class View, class DiagonalView, class UpperView>
auto trimmed_tridiagonal(const View& lower, const DiagonalView& diagonal, const UpperView& upper) {
  return detail::make_banded<1, DiagonalStorage::trimmed>(lower, diagonal, upper);
}
/// A pentadiagonal matrix of diagonals by rows, the lowest first.
template <class View, class View1, class View2, class View3, class View4>
auto pentadiagonal(const View& lower2, const View1& lower1, const View2& diagonal,
                   const View3& upper1, const View4& upper2) {
  return detail::make_banded<2, DiagonalStorage::by_row>(lower2, lower1, diagonal, upper1, upper2);
}
/// A pentadiagonal matrix of diagonals of m - 2, m - 1, m, m - 1 and m - 2 entries.
template <class View, class View1, class View2, class View3, class View4>
auto trimmed_pentadiagonal(const View& lower2, const View1& lower1, const View2& diagonal,
                           const View3& upper1, const View4& upper2) {
  return detail::make_banded<2, DiagonalStorage::trimmed>(lower2, lower1, diagonal, upper1, upper2);
}

/// The diagonals of a batch of block-tridiagonal systems, the lowest first: blocks of up to 4 x 4
/// entries. Shallow: it does not keep the arrays alive.
template <class T, class MemorySpace, DiagonalStorage Storage>
struct BlockTridiagonalMatrix {
  using scalar_type = T;             ///< of the blocks' entries
  using memory_space = MemorySpace;  ///< of the diagonals
  /// Whether the lower and upper diagonals have a block for every row, or one less.
  static constexpr DiagonalStorage storage = Storage;

  std::int64_t num_rows = 0;     ///< of blocks
  std::int64_t num_systems = 1;  ///< of the batch
  int block_size = 1;            ///< rows of a block
  bool is_batch = false;         ///< whether the diagonals have an index for the system
  std::array<detail::BlockDiagonal<T>, 3> diagonals;  ///< the lowest first
};

namespace detail {

/// Throws invalid_value unless blocks are square, of one size up to max_block_size, and there are
/// as many as expected. \param extents systems, blocks, their rows and columns
FILIGREE_EXPORT void check_block_diagonal(int number, const std::int64_t (&extents)[4],
                                          const std::int64_t (&expected)[4]);

template <DiagonalStorage Storage, class View, class... Views>
auto make_block_tridiagonal(const View& first, const Views&... others) {
  static_assert(
      ((View::rank() == Views::rank()) && ...) && (View::rank() == 3 || View::rank() == 4),
      "diagonals of blocks are Kokkos Views of rank 3 (blocks x rows x columns of a block), of "
      "batches of rank 4 (systems first)");
  using T = typename View::non_const_value_type;
  static_assert(
      banded_solve_supports<T> && (std::is_same_v<T, typename Views::non_const_value_type> && ...),
      "diagonals are all float, double, complex_float or complex_double");
  constexpr bool is_batch = View::rank() == 4;
  BlockTridiagonalMatrix<T, typename View::memory_space, Storage> result;
  result.is_batch = is_batch;
  int d = 0;
  std::int64_t extents[3][4];
  const auto take = [&](const auto& view) {
    constexpr std::size_t rows = is_batch ? 1 : 0;
    extents[d][0] = is_batch ? std::int64_t(view.extent(0)) : 1;
    for (std::size_t i = 0; i < 3; ++i) extents[d][i + 1] = std::int64_t(view.extent(rows + i));
    result.diagonals[std::size_t(d)] = {view.data(),
                                        Storage == DiagonalStorage::trimmed && d == 0 ? -1 : 0,
                                        std::int64_t(view.stride(rows)),
                                        is_batch ? std::int64_t(view.stride(0)) : 0,
                                        std::int64_t(view.stride(rows + 1)),
                                        std::int64_t(view.stride(rows + 2))};
    ++d;
  };
  take(first);
  (take(others), ...);
  for (d = 0; d < 3; ++d) {
    const std::int64_t missing = Storage == DiagonalStorage::trimmed && d != 1 ? 1 : 0;
    const std::int64_t blocks = extents[1][1], size = extents[1][2];
    check_block_diagonal(d - 1, extents[d],
                         {extents[1][0], blocks > missing ? blocks - missing : 0, size, size});
  }
  result.num_systems = extents[1][0];
  result.num_rows = extents[1][1];
  result.block_size = int(extents[1][2]);
  return result;
}

}  // namespace detail

/// A block-tridiagonal matrix of diagonals by rows of blocks: Views of blocks x R x R, of batches
/// systems x blocks x R x R, in any layout; R is at most 4. The first lower block and the last
/// upper one, which are outside of the matrix, are not read, or, where the system is periodic, are
/// those of the unknowns around its end.
/// \throws Error invalid_value where sizes differ, or blocks are not square or too large
template <class View, class DiagonalView, class UpperView>
auto block_tridiagonal(const View& lower, const DiagonalView& diagonal, const UpperView& upper) {
  return detail::make_block_tridiagonal<DiagonalStorage::by_row>(lower, diagonal, upper);
}
/// A block-tridiagonal matrix whose lower and upper diagonal have a block less than the main one.
template <class View, class DiagonalView, class UpperView>
auto trimmed_block_tridiagonal(const View& lower, const DiagonalView& diagonal,
                               const UpperView& upper) {
  return detail::make_block_tridiagonal<DiagonalStorage::trimmed>(lower, diagonal, upper);
}

namespace detail {

/// Throws invalid_value unless the matrix is square and its diagonals are those of the band, each
/// once, in any order. \returns where each of them is, the lowest first
FILIGREE_EXPORT std::array<std::int64_t, max_band_diagonals> band_diagonals_of_dia(
    std::int64_t num_rows, std::int64_t num_cols, int half_bandwidth,
    const std::vector<std::int64_t>& offsets);

template <int HalfBandwidth, class Exec, class Scalar, class Index, class MemorySpace>
auto banded_from_dia(const Exec& exec, const DiaMatrix<Scalar, Index, MemorySpace>& A) {
  static_assert(is_accessible_v<Exec, MemorySpace>,
                "the execution space cannot reach the memory of the matrix");
  exec.fence("filigree::BandedMatrix");
  const auto offsets =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), A.diagonal_offsets());
  const auto places = band_diagonals_of_dia(
      A.num_rows(), A.num_cols(), HalfBandwidth,
      std::vector<std::int64_t>(offsets.data(), offsets.data() + offsets.extent(0)));
  const auto diagonal = [&](int d) {
    const std::int64_t first = places[std::size_t(d)] * A.row_stride();
    return Kokkos::subview(A.values(), std::pair(first, first + A.num_rows()));
  };
  if constexpr (HalfBandwidth == 1)
    return tridiagonal(diagonal(0), diagonal(1), diagonal(2));
  else
    return pentadiagonal(diagonal(0), diagonal(1), diagonal(2), diagonal(3), diagonal(4));
}

}  // namespace detail

/// A tridiagonal matrix over the values of a DiaMatrix that has the diagonals -1, 0 and 1, in any
/// order. Waits for `exec`, as it reads the offsets.
/// \throws Error invalid_value where the matrix is not square or has other diagonals
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
auto tridiagonal(const Exec& exec, const DiaMatrix<Scalar, Index, MemorySpace>& A) try {
  return detail::banded_from_dia<1>(exec, A);
} catch (...) {
  detail::rethrow_as_error("BandedMatrix");
}
/// A pentadiagonal matrix of one that has the diagonals -2 to 2.
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
auto pentadiagonal(const Exec& exec, const DiaMatrix<Scalar, Index, MemorySpace>& A) try {
  return detail::banded_from_dia<2>(exec, A);
} catch (...) {
  detail::rethrow_as_error("BandedMatrix");
}

}  // namespace filigree
