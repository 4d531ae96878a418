// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/block_spgemm_front.hpp>
#include <filigree/detail/partition_point.hpp>
#include <spgemm/host/pieces.hpp>
#include <spgemm/host/places.hpp>
#include <spgemm/workers.hpp>

/// Products of matrices of blocks. An entry of C is one sum in the order of A's block row,
/// whichever kernel runs.

namespace filigree::detail {

/// The blocks of op(A) or op(B): block k of its rows is one that is stored, or the sum of several.
template <class T>
struct BlockFactor {
  const T* values = nullptr;
  const std::int64_t* sources = nullptr;  ///< as SpgemmOperand has them
  const std::int64_t* segments = nullptr;
  std::int64_t entries = 1;                     ///< of a block
  std::int64_t row_stride = 1, col_stride = 1;  ///< in a block of op(A)
  bool conjugate = false;

  /// Calls visit(values of a stored block) for those that make block k.
  template <class Visit>
  KOKKOS_FUNCTION void for_each(std::int64_t k, const Visit& visit) const {
    if (sources == nullptr)
      visit(values + k * entries);
    else if (segments == nullptr)
      visit(values + sources[k] / 2 * entries);
    else
      for (std::int64_t s = segments[k]; s < segments[k + 1]; ++s)
        visit(values + sources[s] / 2 * entries);
  }
};

template <class Index, class AB, class C_, class Compute>
struct BlockSpgemmProblem {
  using index_type = Index;
  using ab_scalar = AB;
  using c_scalar = C_;
  using compute_type = Compute;

  SpgemmPattern<Index> pattern;  ///< of blocks
  SpgemmRows<Index> c;           ///< of blocks, sorted
  BlockFactor<AB> a, b;
  BlockLayout block;  ///< of C
  std::int64_t inner_block = 1;
  std::int64_t num_rows = 0, inner = 0, num_cols = 0;  ///< of entries: blocks stand over the edge

  ScalarArgument<Compute> alpha;
  ScalarArgument<Compute> beta;  ///< the old C is not read where it is 0
  C_* values = nullptr;

  std::int64_t longest_row = 0;  ///< blocks of a block row of C
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;

  /// Columns of block column `k` of op(A) that are inside.
  KOKKOS_FUNCTION std::int64_t depth(std::int64_t k) const {
    return Kokkos::min(inner_block, inner - k * inner_block);
  }
  /// Entry (i, j) of a block of C from the sum of its products.
  KOKKOS_FUNCTION void store(std::int64_t place, std::int64_t block_row, std::int64_t i,
                             std::int64_t j, const Compute& sum) const {
    C_& entry = values[place * block.rows * block.cols + block.place(i, j)];
    const bool is_inside =
        block_row * block.rows + i < num_rows && c.column(place) * block.cols + j < num_cols;
    const Compute factor = alpha.get(), old = beta.get();
    Compute value{};
    if (is_inside && factor != Compute{}) value = factor * sum;
    if (is_inside && old != Compute{}) value += old * convert<Compute>(entry);
    entry = convert<C_>(value);
  }
};

/// op(A)'s entries in a block.
inline BlockLayout turned(const BlockLayout& block, Op op) {
  if (op == Op::none) return block;
  return {block.cols, block.rows,
          block.order == BlockOrder::row_major ? BlockOrder::col_major : BlockOrder::row_major};
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
      const std::int64_t q = partition_point(
          b.begin(inner), b_end, [&](std::int64_t other) { return b.column(other) < col; });
      if (q == b_end || b.column(q) != col) continue;
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

/// A factor of all block products on a host: entry (x, d) of a block lies at x stride + d
/// depth_stride, x being the direction that leaves the product.
struct BlockSide {
  std::int64_t stride, depth_stride;
  std::int64_t count;
  bool conjugate;
};
struct BlockSides {
  BlockSide left, right;
};

/// sums(x, y) += the sum over d of left(x, d) right(y, d), y being consecutive sums.
template <class T, class Compute>
void add_any_block(const BlockSides& sides, const T* left_values, const T* right_values,
                   std::int64_t depth, Compute* sums) {
  const auto& [left, right] = sides;
  for (std::int64_t x = 0; x < left.count; ++x, sums += right.count)
    for (std::int64_t d = 0; d < depth; ++d) {
      const Compute factor = spgemm_value<Compute>(
          left_values[x * left.stride + d * left.depth_stride], left.conjugate);
      const T* const values = right_values + d * right.depth_stride;
      for (std::int64_t y = 0; y < right.count; ++y)
        sums[y] += factor * spgemm_value<Compute>(values[y * right.stride], right.conjugate);
    }
}

/// With as many y as `width` says, whose values lie side by side: sums stay in registers.
/// With square blocks all loops have that length.
template <int width, class T, class Compute>
void add_narrow_block(const BlockSides& sides, const T* left_values, const T* right_values,
                      std::int64_t depth, Compute* sums) {
  const BlockSide left = sides.left, right = sides.right;
  const auto add = [&](auto count, auto length) {
    for (std::int64_t x = 0; x < count; ++x) {
      Compute local[width];
      for (int y = 0; y < width; ++y) local[y] = sums[x * width + y];
      for (std::int64_t d = 0; d < length; ++d) {
        const Compute factor = spgemm_value<Compute>(
            left_values[x * left.stride + d * left.depth_stride], left.conjugate);
        const T* const values = right_values + d * right.depth_stride;
        for (int y = 0; y < width; ++y)
          local[y] += factor * spgemm_value<Compute>(values[y], right.conjugate);
      }
      for (int y = 0; y < width; ++y) sums[x * width + y] = local[y];
    }
  };
  constexpr std::integral_constant<std::int64_t, width> of_square;
  if (left.count == width && depth == width)
    add(of_square, of_square);
  else
    add(left.count, depth);
}

template <class T, class Compute>
using AddBlock = void (*)(const BlockSides&, const T*, const T*, std::int64_t, Compute*);

/// For right matrices of this kind.
template <class T, class Compute>
AddBlock<T, Compute> block_product(const BlockSide& right) {
  if (right.stride != 1 && right.count > 1) return add_any_block<T, Compute>;
  constexpr AddBlock<T, Compute> of_width[] = {
      add_any_block<T, Compute>,       add_narrow_block<1, T, Compute>,
      add_narrow_block<2, T, Compute>, add_narrow_block<3, T, Compute>,
      add_narrow_block<4, T, Compute>, add_narrow_block<5, T, Compute>,
      add_narrow_block<6, T, Compute>, add_any_block<T, Compute>,
      add_narrow_block<8, T, Compute>};
  return of_width[right.count <= 8 ? right.count : 0];
}

/// A block row at a time, which is added up in a worker's memory.
template <class Problem>
struct BlockSpgemmRows {
  using Index = typename Problem::index_type;
  using Compute = typename Problem::compute_type;
  using AB = typename Problem::ab_scalar;

  Problem problem;
  HostPieces pieces;
  std::int64_t stride = 0;  ///< bytes of a worker: sums, then an array of places
  std::int64_t sums_bytes = 0;
  std::byte* memory = nullptr;
  // The direction in which values lie side by side is the inner one: columns of B, or rows of A.
  bool along_rows = problem.b.col_stride != 1 && problem.a.row_stride == 1;
  BlockSides sides = along_rows ? BlockSides{of_b(), of_a()} : BlockSides{of_a(), of_b()};
  AddBlock<AB, Compute> add = block_product<AB, Compute>(sides.right);

  void operator()(const std::int64_t worker) const {
    auto* const sums = reinterpret_cast<Compute*>(memory + worker * stride);
    HostPlaces<Index> of_c(problem.c,
                           reinterpret_cast<std::int32_t*>(memory + worker * stride + sums_bytes));
    pieces.take([&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) add_row(row, of_c, sums);
    });
  }

 private:
  BlockSide of_a() const {
    return {problem.a.row_stride, problem.a.col_stride, problem.block.rows, problem.a.conjugate};
  }
  BlockSide of_b() const {
    return {problem.b.col_stride, problem.b.row_stride, problem.block.cols, problem.b.conjugate};
  }

  void add_row(std::int64_t row, HostPlaces<Index>& of_c, Compute* sums) const {
    const BlockLayout& block = problem.block;
    const auto &a = problem.pattern.a, &b = problem.pattern.b, &c = problem.c;
    const std::int64_t begin = c.begin(row), end = c.end(row), each = block.rows * block.cols;
    std::fill_n(sums, (end - begin) * each, Compute{});
    if (problem.alpha.get() != Compute{}) {
      of_c.enter(row);
      for (std::int64_t k = a.begin(row), a_end = a.end(row); k < a_end; ++k) {
        const std::int64_t inner = a.column(k), depth = problem.depth(inner);
        for (std::int64_t q = b.begin(inner), b_end = b.end(inner); q < b_end; ++q)
          add_blocks(k, q, depth, sums + (of_c.find(b.column(q)) - begin) * each);
      }
      of_c.leave();
    }
    for (std::int64_t place = begin; place < end; ++place, sums += each)
      for (std::int64_t i = 0; i < block.rows; ++i)
        for (std::int64_t j = 0; j < block.cols; ++j)
          problem.store(place, row, i, j,
                        sums[along_rows ? j * block.rows + i : i * block.cols + j]);
  }

  void add_blocks(std::int64_t k, std::int64_t q, std::int64_t depth, Compute* sums) const {
    problem.a.for_each(k, [&](const AB* left) {
      problem.b.for_each(q, [&](const AB* right) {
        add(sides, along_rows ? right : left, along_rows ? left : right, depth, sums);
      });
    });
  }
};

struct BlockSpgemmHost {
  static constexpr std::string_view name = "block_spgemm_host";
  /// The pieces' counter, with a cache line of its own.
  static constexpr std::int64_t counter_bytes = 64;

  /// Bytes from one worker's memory to the next one's: they share no cache line.
  static std::int64_t stride(std::int64_t bytes_of_longest_row, std::int64_t num_block_cols) {
    return groups_of(bytes_of_longest_row, 64) * 64 +
           4 * HostPlaces<std::int32_t>::width(num_block_cols);
  }
  /// 0 where not even one worker's memory fits.
  template <class Exec>
  static std::int64_t workspace_bytes(const Exec& exec, std::int64_t num_block_rows,
                                      std::int64_t num_block_cols,
                                      std::int64_t bytes_of_longest_row, std::int64_t limit) {
    if (bytes_of_longest_row == 0) return 0;
    const std::int64_t each = stride(bytes_of_longest_row, num_block_cols);
    const std::int64_t workers = spgemm_workers(exec, num_block_rows, each, limit - counter_bytes);
    return workers < 1 ? 0 : counter_bytes + workers * each;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    const std::int64_t row_bytes = problem.longest_row * problem.block.rows * problem.block.cols *
                                   std::int64_t(sizeof(typename Problem::compute_type));
    const std::int64_t each = stride(row_bytes, problem.c.num_cols);
    const std::int64_t workers = (std::int64_t(problem.workspace_bytes) - counter_bytes) / each;
    auto* const memory = static_cast<std::byte*>(problem.workspace);
    const BlockSpgemmRows<Problem> rows{
        problem, HostPieces(problem.c.num_rows, workers, reinterpret_cast<std::int64_t*>(memory)),
        each, groups_of(row_bytes, 64) * 64, memory + counter_bytes};
    Kokkos::parallel_for(
        "filigree::spgemm::blocks_host",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, workers), rows);
  }
};

}  // namespace filigree::detail
