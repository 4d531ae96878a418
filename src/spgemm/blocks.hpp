// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <filigree/core/execution.hpp>
#include <filigree/detail/block_spgemm_front.hpp>
#include <filigree/detail/partition_point.hpp>
#include <spgemm/host/pieces.hpp>
#include <spgemm/workers.hpp>

/// Products of matrices of blocks. An entry of C is one sum in the order of A's block row,
/// whichever kernel runs.

namespace filigree::detail {

/// Where a block row has a block column, from place `from` on; the row's end where it has not.
template <class Index>
KOKKOS_FUNCTION std::int64_t block_place(const SpgemmRows<Index>& rows, std::int64_t from,
                                         std::int64_t end, std::int64_t column) {
  const std::int64_t place =
      partition_point(from, end, [&](std::int64_t k) { return rows.column(k) < column; });
  return place < end && rows.column(place) == column ? place : end;
}

/// An entry of C a thread: its column's block is looked up in each block row of B.
template <class Problem>
struct BlockSpgemmEntries {
  using Compute = typename Problem::compute_type;
  using AB = typename Problem::ab_scalar;

  Problem problem;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    const auto& block = problem.block;
    const std::int64_t place = item / (block.rows * block.cols);
    const std::int64_t in_block = item % (block.rows * block.cols);
    const std::int64_t i = in_block / block.cols, j = in_block % block.cols;
    const std::int64_t row = partition_point(
        0, problem.c.num_rows, [&](std::int64_t other) { return problem.c.end(other) <= place; });
    const bool adds = problem.alpha.get() != Compute{};
    problem.store(place, row, i, j, adds ? sum(row, problem.c.column(place), i, j) : Compute{});
  }

 private:
  KOKKOS_FUNCTION Compute sum(std::int64_t row, std::int64_t col, std::int64_t i,
                              std::int64_t j) const {
    const auto &a = problem.pattern.a, &b = problem.pattern.b;
    Compute result{};
    for (std::int64_t k = a.begin(row), end = a.end(row); k < end; ++k) {
      const std::int64_t inner = a.column(k), b_end = b.end(inner);
      const std::int64_t q = block_place(b, b.begin(inner), b_end, col);
      if (q == b_end) continue;
      const std::int64_t depth = problem.depth(inner);
      problem.a.for_each(k, [&](const AB* left) {
        problem.b.for_each(q, [&](const AB* right) {
          for (std::int64_t d = 0; d < depth; ++d)
            result +=
                spgemm_value<Compute>(left[i * problem.a.row_stride + d * problem.a.col_stride],
                                      problem.a.conjugate) *
                spgemm_value<Compute>(right[d * problem.b.row_stride + j * problem.b.col_stride],
                                      problem.b.conjugate);
        });
      });
    }
    return result;
  }
};

struct BlockSpgemmGeneric {
  static constexpr std::string_view name = "block_spgemm_generic";

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    const std::int64_t entries = problem.c.nnz * problem.block.rows * problem.block.cols;
    Kokkos::parallel_for(
        "filigree::spgemm::blocks",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, entries),
        BlockSpgemmEntries<Problem>{problem});
  }
};

/// A factor of a block product on a host: entry (x, d), x the direction that leaves the product.
template <class T>
struct BlockSide {
  const T* values;
  std::int64_t stride, depth_stride;
  std::int64_t count;
  bool conjugate;
};

/// sums(x, y) += the sum over d of left(x, d) right(y, d), y being `width` consecutive sums (0: as
/// many as right.count says) and, where `contiguous`, consecutive values of right.
template <int width, bool contiguous, class T, class Compute>
void add_block_product(const BlockSide<T>& left, const BlockSide<T>& right, std::int64_t depth,
                       Compute* sums) {
  const std::int64_t count = width > 0 ? width : right.count;
  const std::int64_t stride = contiguous ? 1 : right.stride;
  for (std::int64_t x = 0; x < left.count; ++x, sums += count)
    for (std::int64_t d = 0; d < depth; ++d) {
      const Compute factor = spgemm_value<Compute>(
          left.values[x * left.stride + d * left.depth_stride], left.conjugate);
      const T* const values = right.values + d * right.depth_stride;
      for (std::int64_t y = 0; y < count; ++y)
        sums[y] += factor * spgemm_value<Compute>(values[y * stride], right.conjugate);
    }
}

/// The usual sizes of blocks are known to the compiler, which unrolls them.
template <class T, class Compute>
void add_block_product(const BlockSide<T>& left, const BlockSide<T>& right, std::int64_t depth,
                       Compute* sums) {
  if (right.stride != 1) return add_block_product<0, false>(left, right, depth, sums);
  switch (right.count) {
    case 1:
      return add_block_product<1, true>(left, right, depth, sums);
    case 2:
      return add_block_product<2, true>(left, right, depth, sums);
    case 3:
      return add_block_product<3, true>(left, right, depth, sums);
    case 4:
      return add_block_product<4, true>(left, right, depth, sums);
    case 5:
      return add_block_product<5, true>(left, right, depth, sums);
    case 6:
      return add_block_product<6, true>(left, right, depth, sums);
    case 8:
      return add_block_product<8, true>(left, right, depth, sums);
    default:
      return add_block_product<0, true>(left, right, depth, sums);
  }
}

/// A block row a time, which is added up in a worker's memory.
template <class Problem>
struct BlockSpgemmRows {
  using Compute = typename Problem::compute_type;
  using AB = typename Problem::ab_scalar;

  Problem problem;
  HostPieces pieces;
  std::int64_t stride = 0;  ///< sums of a worker
  Compute* sums = nullptr;

  void operator()(const std::int64_t worker) const {
    Compute* const mine = sums + worker * stride;
    pieces.take([&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) add_row(row, mine);
    });
  }

 private:
  void add_row(std::int64_t row, Compute* mine) const {
    const auto& block = problem.block;
    const auto &a = problem.pattern.a, &b = problem.pattern.b, &c = problem.c;
    const std::int64_t begin = c.begin(row), end = c.end(row), each = block.rows * block.cols;
    // The direction in which values lie side by side is the inner one: columns of B, or rows of A.
    const bool along_rows = problem.b.col_stride != 1 && problem.a.row_stride == 1;
    std::fill_n(mine, (end - begin) * each, Compute{});
    if (problem.alpha.get() != Compute{})
      for (std::int64_t k = a.begin(row), a_end = a.end(row); k < a_end; ++k) {
        const std::int64_t inner = a.column(k);
        std::int64_t place = begin;
        for (std::int64_t q = b.begin(inner), b_end = b.end(inner); q < b_end; ++q) {
          place = block_place(c, place, end, b.column(q));
          add(k, q, problem.depth(inner), along_rows, mine + (place - begin) * each);
        }
      }
    for (std::int64_t place = begin; place < end; ++place, mine += each)
      for (std::int64_t i = 0; i < block.rows; ++i)
        for (std::int64_t j = 0; j < block.cols; ++j)
          problem.store(place, row, i, j,
                        mine[along_rows ? j * block.rows + i : i * block.cols + j]);
  }

  void add(std::int64_t k, std::int64_t q, std::int64_t depth, bool along_rows, Compute* to) const {
    const auto &a = problem.a, &b = problem.b;
    a.for_each(k, [&](const AB* left) {
      b.for_each(q, [&](const AB* right) {
        const BlockSide<AB> of_a{left, a.row_stride, a.col_stride, problem.block.rows, a.conjugate};
        const BlockSide<AB> of_b{right, b.col_stride, b.row_stride, problem.block.cols,
                                 b.conjugate};
        if (along_rows)
          add_block_product(of_b, of_a, depth, to);
        else
          add_block_product(of_a, of_b, depth, to);
      });
    });
  }
};

struct BlockSpgemmHost {
  static constexpr std::string_view name = "block_spgemm_host";
  /// The pieces' counter, with a cache line of its own.
  static constexpr std::int64_t counter_bytes = 64;

  /// 0 where not even one worker's sums fit.
  template <class Exec>
  static std::int64_t workspace_bytes(const Exec& exec, std::int64_t num_rows,
                                      std::int64_t bytes_of_longest_row, std::int64_t limit) {
    if (bytes_of_longest_row == 0) return 0;
    const std::int64_t workers =
        spgemm_workers(exec, num_rows, bytes_of_longest_row, limit - counter_bytes);
    return workers < 1 ? 0 : counter_bytes + workers * bytes_of_longest_row;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    using Compute = typename Problem::compute_type;
    const std::int64_t stride = problem.longest_row * problem.block.rows * problem.block.cols;
    const std::int64_t workers = (std::int64_t(problem.workspace_bytes) - counter_bytes) /
                                 (stride * std::int64_t(sizeof(Compute)));
    auto* const memory = static_cast<std::byte*>(problem.workspace);
    const BlockSpgemmRows<Problem> rows{
        problem, HostPieces(problem.c.num_rows, workers, reinterpret_cast<std::int64_t*>(memory)),
        stride, reinterpret_cast<Compute*>(memory + counter_bytes)};
    Kokkos::parallel_for(
        "filigree::spgemm::blocks_host",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, workers), rows);
  }
};

}  // namespace filigree::detail
