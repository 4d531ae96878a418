// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <spmm/host/pack.hpp>
#include <spmm/host/tile_columns.hpp>
#include <spmm/prepared.hpp>
#include <spmm/select.hpp>
#include <spmv/host/csr_host.hpp>

/// SpMM on the host: as many parts as threads, of equal weight. B is read by whole rows: where it
/// is not row-major, a tile of its columns is copied first, so that an entry of A costs one cache
/// line or a few instead of one a column.

namespace filigree::detail {

template <class Problem>
struct SpmmHostLaunch {
  using T = typename Problem::compute_type;
  using Index = typename Problem::rows_type::index_type;

  HostTile<T, Index> tile;
  TileRows<T, Index> run;
  std::int64_t nnz;
  std::int64_t parts;
  // From a matrix of the batch to the next.
  std::int64_t values_stride;
  std::int64_t panel_stride;
  std::int64_t c_stride;

  void operator()(const std::int64_t item) const {
    const std::int64_t batch = item / parts, part = item % parts;
    HostTile<T, Index> mine = tile;
    mine.values += batch * values_stride;
    mine.panel += batch * panel_stride;
    mine.C.data += batch * c_stride;
    run(mine, first_row(part), first_row(part + 1));
#if FILIGREE_HOST_SIMD
    if (mine.streams) _mm_sfence();
#endif
  }

 private:
  std::int64_t first_row(std::int64_t part) const {
    const auto& offsets = tile.rows.row_offsets;
    return offsets.is_wide() ? first_row(part, static_cast<const std::int64_t*>(offsets.data()))
                             : first_row(part, static_cast<const std::int32_t*>(offsets.data()));
  }
  template <class Offset>
  std::int64_t first_row(std::int64_t part, const Offset* row_offsets) const {
    GatherPattern<Offset, Index> pattern;
    pattern.num_rows = tile.rows.num_rows;
    pattern.nnz = nnz;
    pattern.row_offsets = row_offsets;
    pattern.base = Index(tile.rows.base);
    return first_row_of_part(pattern, part, parts, 1);
  }
};

/// Past this many bytes a B does not stay in the first caches.
inline constexpr std::int64_t prefetched_bytes = std::int64_t(1) << 20;

struct SpmmHostKernel {
  static constexpr std::string_view name = "spmm_csr_host";

  template <class Exec, class Problem>
  static constexpr bool takes =
      is_host_execution_v<Exec>&& std::is_floating_point_v<typename Problem::compute_type>&&
          std::is_same_v<typename Problem::matrix_scalar, typename Problem::compute_type>&&
              std::is_same_v<typename Problem::c_scalar, typename Problem::compute_type>;

  static bool can_implement(const SpmmInput& input) {
    return !input.filtered && !input.unit_diagonal;
  }
  static double seconds(const SpmmInput&) { return 1; }

  static std::size_t workspace_bytes(const SpmmInput& input) {
    const bool by_columns = input.b_layout == DenseLayout::column_major &&
                            input.c_layout == DenseLayout::column_major && input.has_row_lists &&
                            columns_pay(input.statistics);
    return input.b_layout == DenseLayout::row_major || by_columns ? 0 : panel_bytes(input);
  }

  template <class Exec>
  static PatternRead pattern_read(const SpmmInput&, const SpmmPrepared<Exec>& prepared,
                                  const PatternRead& as_stored) {
    if (!prepared.row_lists.exist()) return as_stored;
    PatternRead read = prepared.row_lists.pattern_read;  // instead of the columns
    read.bytes += as_stored.bytes - double(prepared.statistics.nnz) * double(prepared.index_bytes);
    return read;
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const ScalarKind& of_a, SpmmPrepared<Exec>& prepared) {
    if (takes_scalar(of_a) && pattern.filter.keeps_all() && !pattern.unit_diagonal &&
        !prepared.scattered.exist())
      prepared.row_lists = find_row_lists(exec, pattern);
  }

  static bool takes_scalar(const ScalarKind& scalar) {
    return !scalar.is_complex && (is_named<float>(scalar) || is_named<double>(scalar));
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const SpmmPrepared<Exec>& prepared) {
    using T = typename Problem::compute_type;
    const HostRowLists lists = prepared.row_lists.view();
    if (problem.num_columns > 1 && lists.ids != nullptr && problem.B.row_stride == 1 &&
        problem.C.row_stride == 1 && columns_pay(prepared.statistics))
      return multiply_columns<Exec, Problem, T>(exec, problem, lists);
    for_each_tile<T>(exec, problem, [&](const Part<T>& part, std::int64_t count) {
      multiply_rows(exec, problem, lists, part, count);
    });
  }

 protected:
  /// Columns of matrices from `batch` on; `panel` of null: rows of B as they lie.
  template <class T>
  struct Part {
    std::int64_t first = 0;
    std::int64_t width = 0;
    std::int64_t batch = 0;
    T* panel = nullptr;
  };

  /// Calls multiply(part, count) for each tile of columns: of `count` matrices of the batch, or
  /// where B is not row-major of one, whose tile was copied to rows.
  template <class T, class Exec, class Problem, class Multiply>
  static void for_each_tile(const Exec& exec, const Problem& problem, const Multiply& multiply) {
    const bool packs = problem.num_columns > 1 && problem.B.col_stride != 1;
    for (std::int64_t first = 0; first < problem.num_columns; first += host_tile_width<T>) {
      const std::int64_t width = std::min(host_tile_width<T>, problem.num_columns - first);
      if (!packs) {
        multiply(Part<T>{first, width}, problem.batch_count);
        continue;
      }
      T* const panel = static_cast<T*>(problem.workspace);
      // One B for all matrices of the batch is copied once.
      for (std::int64_t batch = 0; batch < problem.batch_count; ++batch) {
        if (batch == 0 || problem.B.batch_stride != 0)
          pack_columns(exec, tile_columns_of(problem.B, batch, first, width, panel),
                       problem.matrix.rows.num_cols);
        multiply(Part<T>{first, width, batch, panel}, 1);
      }
    }
  }

  /// Whether column-major B and C are better left as they lie than copied to rows: where rows are
  /// short the copy moves as much as the product does. With 5 entries a row copying took twice the
  /// time, with 27 down to half of it.
  static bool columns_pay(const PatternStatistics& statistics) {
    return statistics.mean_row_length < 12;
  }

  /// The bytes of a tile's sums of one row.
  static std::int64_t tile_row_bytes(const SpmmInput& input) {
    const auto scalar_bytes = std::int64_t(input.scalar_bytes);
    const std::int64_t bytes = std::min(input.num_columns * scalar_bytes, host_tile_bytes);
    const std::int64_t vector = tile_vector_bytes(host_isa(), bytes);
    return groups_of(bytes, vector) * vector;
  }

  /// The bytes of a tile of B's columns that is copied to rows.
  static std::size_t panel_bytes(const SpmmInput& input) {
    return std::size_t(input.statistics.num_cols * tile_row_bytes(input));
  }

  /// The part's tile: products with `rows`, B by rows.
  template <class Problem, class T, class Index>
  static HostTile<T, Index> row_tile(const Problem& problem, const GatherRows<Index>& rows,
                                     const HostRowLists& lists, const Part<T>& part) {
    auto tile = make_tile(problem, rows, lists, part);
    tile.is_padded = part.panel != nullptr;
    tile.panel = tile.is_padded ? part.panel
                                : problem.B.data + part.first + part.batch * problem.B.batch_stride;
    tile.panel_stride =
        tile.is_padded ? padded_tile_width<T>(host_isa(), part.width) : problem.B.row_stride;
    tile.prefetches = rows.num_cols * part.width * std::int64_t(sizeof(T)) >= prefetched_bytes;
    return tile;
  }

 private:
  template <class T>
  static bool is_named(const ScalarKind& scalar) {
    return std::string_view(scalar.name) == scalar_name<T>;
  }

  template <class Exec>
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

  /// Whether C is written around the caches: where it is large, and whole cache lines are written.
  template <class T, class Problem>
  static bool streams_result(const Problem& problem, std::int64_t width) {
    const auto& C = problem.C;
    const std::int64_t entries =
        problem.matrix.rows.num_rows * problem.num_columns * problem.batch_count;
    const bool fills_lines = C.col_stride != 1 || C.row_stride == width ||
                             (C.row_stride * sizeof(T) % 64 == 0 && width * sizeof(T) % 64 == 0);
    return fills_lines && entries * std::int64_t(sizeof(T)) >= streaming_bytes;
  }

  template <class Problem, class T, class Index>
  static HostTile<T, Index> make_tile(const Problem& problem, const GatherRows<Index>& rows,
                                      const HostRowLists& lists, const Part<T>& part) {
    HostTile<T, Index> tile;
    tile.rows = rows;
    tile.lists = lists;
    tile.nnz = problem.matrix.nnz;
    tile.values = problem.values + part.batch * problem.values_stride;
    tile.width = part.width;
    tile.alpha = problem.alpha.get();
    tile.beta = problem.beta.get();
    tile.C = problem.C;
    tile.C.data += part.batch * problem.C.batch_stride + part.first * problem.C.col_stride;
    tile.streams = tile.beta == T{} && streams_result<T>(problem, part.width);
    return tile;
  }

  template <class Exec, class Problem, class T>
  static void multiply_rows(const Exec& exec, const Problem& problem, const HostRowLists& lists,
                            const Part<T>& part, std::int64_t count) {
    using Index = typename Problem::rows_type::index_type;
    const auto tile = row_tile(problem, problem.matrix.rows, lists, part);
    run_parts(exec, problem, tile, tile_rows_for<T, Index>(host_isa(), part.width, tile.is_padded),
              count);
  }

  /// Column-major B and C, rows that share lists.
  template <class Exec, class Problem, class T>
  static void multiply_columns(const Exec& exec, const Problem& problem,
                               const HostRowLists& lists) {
    auto tile = make_tile(problem, problem.matrix.rows, lists, Part<T>{0, problem.num_columns});
    tile.panel = problem.B.data;
    tile.panel_stride = problem.B.col_stride;
    using Index = typename Problem::rows_type::index_type;
    run_parts(exec, problem, tile, tile_columns_for<T, Index>(host_isa()), problem.batch_count);
  }

  /// Runs a kernel on as many parts as threads, of `count` matrices of the batch.
  template <class Exec, class Problem, class T, class Index>
  static void run_parts(const Exec& exec, const Problem& problem, const HostTile<T, Index>& tile,
                        TileRows<T, Index> kernel, std::int64_t count) {
    const std::int64_t parts = exec.concurrency();
    const SpmmHostLaunch<Problem> launch{tile,
                                         kernel,
                                         problem.matrix.nnz,
                                         parts,
                                         problem.values_stride,
                                         problem.B.batch_stride,
                                         problem.C.batch_stride};
    Kokkos::parallel_for("filigree::spmm::host",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                             exec, 0, count * parts, Kokkos::ChunkSize(1)),
                         launch);
  }
};

}  // namespace filigree::detail
