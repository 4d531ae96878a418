// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <filigree/banded_solve_options.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>

/// Banded systems as kernels take them: plain structs of pointers, sizes and strides. A single
/// system, strided and interleaved batches differ in the strides alone.

namespace filigree::detail {

inline constexpr int max_half_bandwidth = 2;
inline constexpr int max_band_diagonals = 2 * max_half_bandwidth + 1;

/// Entry `row` of system `system` lies at data[(row + row_shift) row_stride + system
/// system_stride].
template <class T>
struct BandDiagonal {
  const T* data = nullptr;
  std::int64_t row_shift = 0;
  std::int64_t row_stride = 1;
  std::int64_t system_stride = 0;
};

/// Entry (row, column) of system `system`.
template <class T>
struct BandedVectors {
  T* data = nullptr;
  std::int64_t row_stride = 1;
  std::int64_t system_stride = 0;
  std::int64_t column_stride = 0;

  KOKKOS_FUNCTION T& at(std::int64_t system, std::int64_t row, std::int64_t column) const {
    return data[row * row_stride + system * system_stride + column * column_stride];
  }
};

/// A X = B for each system. Diagonal d meets the unknown of row + d - half_bandwidth, counted
/// around the end of the system where it is periodic.
template <class T>
struct FILIGREE_EXPORT BandedProblem {
  using scalar_type = T;

  std::int64_t num_rows = 0;
  std::int64_t num_systems = 0;
  std::int64_t num_columns = 0;  ///< of B and X
  int half_bandwidth = 1;
  bool periodic = false;
  bool pivots = true;
  bool conjugate = false;  ///< the entries of A
  BandDiagonal<T> diagonals[max_band_diagonals];
  BandedVectors<const T> b;
  BandedVectors<T> x;                 ///< may be b
  std::int64_t* positions = nullptr;  ///< of the pivot report; null: nobody asks
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;
};

inline constexpr int max_block_size = 4;

/// Entry (i, j) of the block of row `row` of system `system` lies at data[(row + row_shift)
/// row_stride + system system_stride + i inner_row_stride + j inner_col_stride].
template <class T>
struct BlockDiagonal {
  const T* data = nullptr;
  std::int64_t row_shift = 0;
  std::int64_t row_stride = 0;
  std::int64_t system_stride = 0;
  std::int64_t inner_row_stride = 0;
  std::int64_t inner_col_stride = 0;
};

/// A X = B for each system of three diagonals of blocks, counted around the end of the system where
/// it is periodic.
template <class T>
struct FILIGREE_EXPORT BlockTridiagonalProblem {
  using scalar_type = T;

  std::int64_t num_rows = 0;  ///< of blocks
  std::int64_t num_systems = 0;
  std::int64_t num_columns = 0;  ///< of B and X
  int block_size = 1;
  bool periodic = false;
  bool pivots = true;
  bool conjugate = false;  ///< the entries of A
  BlockDiagonal<T> diagonals[3];
  BandedVectors<const T> b;           ///< by rows of entries
  BandedVectors<T> x;                 ///< may be b
  std::int64_t* positions = nullptr;  ///< of the pivot report; null: nobody asks
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;
};

struct BandedRun {
  Backend backend = Backend::automatic;
  std::string_view kernel = {};
};

/// The gradients of a diagonal, where a BlockDiagonal of no shift has its entries; of diagonals
/// without blocks the inner strides are 0.
template <class T>
struct BandedGradient {
  T* data = nullptr;
  std::int64_t row_stride = 0;
  std::int64_t system_stride = 0;
  std::int64_t inner_row_stride = 0;
  std::int64_t inner_col_stride = 0;
};

/// The gradients of the diagonals of a batch: entry (i, j) is - left(i) conj(right(j)), summed up
/// over columns; both are conjugated where `conjugate` says so.
template <class T>
struct BandedAdjoint {
  std::int64_t num_rows = 0;  ///< of blocks
  std::int64_t num_systems = 0;
  std::int64_t num_columns = 0;
  int half_bandwidth = 1;
  int block_size = 1;
  bool periodic = false;
  bool conjugate = false;
  BandedGradient<T> diagonals[max_band_diagonals];
  BandedVectors<const T> left;
  BandedVectors<const T> right;
};

template <class Exec, class T>
FILIGREE_EXPORT void run_banded_adjoint(const Exec& exec, const BandedAdjoint<T>& adjoint);

/// Solves, and returns the kernel that ran.
template <class Exec, class T>
FILIGREE_EXPORT KernelId run_banded(const Exec& exec, const BandedProblem<T>& problem,
                                    const BandedRun& run);
/// What run_banded would do.
template <class Exec, class T>
FILIGREE_EXPORT BandedExplanation explain_banded(const Exec& exec, const BandedProblem<T>& problem,
                                                 const BandedRun& run);
template <class Exec, class T>
FILIGREE_EXPORT KernelId run_banded(const Exec& exec, const BlockTridiagonalProblem<T>& problem,
                                    const BandedRun& run);
template <class Exec, class T>
FILIGREE_EXPORT BandedExplanation explain_banded(const Exec& exec,
                                                 const BlockTridiagonalProblem<T>& problem,
                                                 const BandedRun& run);

}  // namespace filigree::detail
