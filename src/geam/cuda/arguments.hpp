// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/offset_array.hpp"
#include "spmv/cuda/arguments.hpp"

/// Sums of sparse matrices as the tuned kernels take them. Names and meanings are those of
/// detail/geam_problem.hpp.

namespace filigree::cuda {

/// Rows of an operand: sorted, each place once.
template <class Index>
struct GeamRows {
  std::int64_t count = 0;
  std::int64_t base = 0;
  OffsetArray offsets;  ///< num_rows + 1, counted from `base`
  const Index* columns = nullptr;

  __device__ std::int64_t begin(std::int64_t row) const { return offsets[row] - base; }
};

/// 32 entries of C.
struct alignas(16) GeamBits {
  std::uint32_t from_a;
  std::uint32_t from_b;
  std::uint32_t rank_a;
  std::uint32_t rank_b;
};

/// The entries of A and B before a group of words.
struct GeamGroup {
  static constexpr std::int64_t words = 65536;

  std::int64_t a;
  std::int64_t b;
};

/// Where a part of the merged entries begins.
struct GeamPart {
  std::int64_t a;          ///< entries of A before it
  std::int64_t row;        ///< the row that its first entry is in; num_rows where there is none
  std::int64_t first_row;  ///< the first row that begins in it or behind it
};

/// Both operands' entries in one sequence, row by row and in the order of columns, of equal places
/// A's first. It is cut into parts of equal length, however long the rows are.
template <class Index>
struct GeamMerge {
  static constexpr int threads = 256;
  static constexpr int per_thread = 8;
  static constexpr int part_entries = threads * per_thread;

  std::int64_t num_rows = 0;
  GeamRows<Index> a;
  GeamRows<Index> b;
  std::int64_t parts = 1;
  GeamPart* part = nullptr;  ///< parts + 1
  /// parts + 2: entries of C, then those before the part; last, other than 0 where the rows turn
  /// out not to be sorted as they are said to be.
  std::int64_t* counts = nullptr;
  /// For each of a thread's entries a bit whether it is B's, and one whether it repeats the place
  /// of the entry before it.
  std::uint16_t* bits = nullptr;

  __host__ __device__ std::int64_t total() const { return a.count + b.count; }
  __device__ std::int64_t& is_broken() const { return counts[parts + 1]; }
  __device__ std::int64_t begin(std::int64_t row) const { return a.begin(row) + b.begin(row); }
};

/// Where C's pattern is written.
template <class Index>
struct GeamPattern {
  std::int64_t base = 0;
  void* row_offsets = nullptr;
  bool wide_offsets = false;
  Index* columns = nullptr;
  GeamBits* words = nullptr;  ///< all 0 before
  GeamGroup* groups = nullptr;
};

/// As GeamSource.
struct GeamPlaces {
  OffsetArray places;
  const std::int64_t* codes = nullptr;
  const std::int64_t* segments = nullptr;
  bool conjugate = false;
};

/// The values of C.
/// \tparam A_ scalar of A and B, \tparam Y_ of C, \tparam C_ of sums and factors
template <class A_, class Y_, class C_>
struct GeamArguments {
  using A = A_;
  using Y = Y_;
  using C = C_;

  std::int64_t nnz = 0;
  const GeamBits* words = nullptr;
  const GeamGroup* groups = nullptr;
  Scalar<C> alpha{};
  Scalar<C> beta{};
  const A* a_values = nullptr;
  const A* b_values = nullptr;
  Y* values = nullptr;
  bool is_direct = true;  ///< entry k of either operand is value k
  GeamPlaces a_places{};
  GeamPlaces b_places{};
};

}  // namespace filigree::cuda
