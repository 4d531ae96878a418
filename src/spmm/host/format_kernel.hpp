// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <filigree/detail/spmv_row_gather.hpp>

#include "spmm/host/kernel.hpp"
#include "spmm/host/row_buffer.hpp"
#include "spmv/host/partition.hpp"

/// SpMM on the host for formats with a row visitor, by the kernels of Csr: each part of the stored
/// rows writes a few of them out at a time.

namespace filigree::detail {

template <class Problem>
struct SpmmFormatHostLaunch {
  using T = typename Problem::compute_type;
  using Rows = typename Problem::rows_type;
  using Index = typename Rows::index_type;
  using Tile = HostTile<T, Index>;

  Rows rows;
  Tile tile;  ///< its values in the order of the format
  TileRows<T, Index> run;
  std::int64_t parts;
  // From a matrix of the batch to the next.
  std::int64_t values_stride;
  std::int64_t panel_stride;
  std::int64_t c_stride;

  void operator()(const std::int64_t item) const {
    const std::int64_t batch = item / parts, part = item % parts;
    Tile mine = tile;
    mine.values += batch * values_stride;
    mine.panel += batch * panel_stride;
    mine.C.data += batch * c_stride;
    RowBuffer<T, Index> buffer;
    const std::int64_t last = first_row(part + 1);
    for (std::int64_t first = first_row(part); first < last;) {
      if (most_entries(rows, first) > buffered_entries) {
        multiply_long_row(mine, first++, buffer);
        continue;
      }
      const std::int64_t end = end_of_rows(first, last);
      buffer.clear();
      if (!buffer_listed_rows(rows, mine.values, first, end, buffer))
        buffer_rows(rows, mine.values, first, end, buffer);
      multiply(mine, first, buffer);
      first = end;
    }
#if FILIGREE_HOST_SIMD
    if (mine.streams) _mm_sfence();
#endif
  }

 private:
  std::int64_t first_row(std::int64_t part) const {
    using Sums = FormatSums<T, T, Rows>;
    const std::int64_t stored = num_stored_rows(rows), group = Sums::granularity(rows);
    const std::int64_t groups = groups_of(stored, group);
    const auto weight_before = [&](std::int64_t g) {
      return stored == rows.num_rows ? Sums::weight_before(rows, g) : g;  // a mask: any rows
    };
    return std::min(stored,
                    group * first_of_part(groups, part, parts, double(weight_before(groups)),
                                          double(row_weight * group), weight_before));
  }

  std::int64_t end_of_rows(std::int64_t first, std::int64_t last) const {
    std::int64_t end = first, room = buffered_entries;
    for (; end < last && end - first < host_tile_rows; ++end)
      if ((room -= most_entries(rows, end)) < 0) break;
    return end;
  }

  /// Multiplies with stored rows `first` and on, runs of successive rows of C at a time.
  void multiply(const Tile& all, std::int64_t first, const RowBuffer<T, Index>& buffer) const {
    Tile mine = buffer.of(all);
    for (std::int64_t begin = 0, end; begin < buffer.count(); begin = end) {
      const std::int64_t row = rows.row_of(first + begin);
      for (end = begin + 1; end < buffer.count(); ++end)
        if (rows.row_of(first + end) != row + end - begin) break;
      const std::int64_t there = std::min(end, begin + rows.num_rows - row);  // a cut-off block row
      mine.C.data = all.C.data + (row - begin) * all.C.row_stride;
      if (begin < there) run(mine, begin, there);
    }
  }

  /// A row in pieces, of which those after the first add to C.
  void multiply_long_row(const Tile& all, std::int64_t k, RowBuffer<T, Index>& buffer) const {
    Tile mine = all;
    mine.streams = false;
    const auto multiply_piece = [&] {
      buffer.end_row();
      multiply(mine, k, buffer);
      buffer.clear();
      mine.beta = T{1};
    };
    buffer.clear();
    bool any = false;
    rows.for_each(k, [&](std::int64_t col, std::int64_t place) {
      any = true;
      buffer.add(col, mine.values[place]);
      if (buffer.is_full()) multiply_piece();
    });
    if (!any || !buffer.is_empty()) multiply_piece();
  }
};

/// `Name` has the kernel's name.
template <class Name>
struct SpmmFormatHostKernel : private SpmmHostKernel {
  static constexpr std::string_view name = Name::value;

  template <class Exec, class Problem>
  static constexpr bool takes = SpmmHostKernel::takes<Exec, Problem>;

  using SpmmHostKernel::can_implement;
  using SpmmHostKernel::seconds;

  static std::size_t workspace_bytes(const SpmmInput& input) {
    return input.b_layout == DenseLayout::row_major ? 0 : panel_bytes(input);
  }

  template <class Exec>
  static PatternRead pattern_read(const SpmmInput&, const SpmmPrepared<Exec>&,
                                  const PatternRead& as_stored) {
    return as_stored;
  }

  template <class Exec, class Rows>
  static void prepare(const Exec&, const Rows&, const ScalarKind&, SpmmPrepared<Exec>&) {}

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const SpmmPrepared<Exec>&) {
    using T = typename Problem::compute_type;
    using Index = typename Problem::rows_type::index_type;
    const auto& rows = problem.matrix.rows;
    GatherRows<Index> sizes;
    sizes.num_rows = rows.num_rows;
    sizes.num_cols = rows.num_cols;
    for_each_tile<T>(exec, problem, [&](const Part<T>& part, std::int64_t count) {
      const std::int64_t weight = (problem.matrix.nnz + rows.num_rows) * part.width;
      SpmmFormatHostLaunch<Problem> launch{rows,
                                           row_tile(problem, sizes, {}, part),
                                           nullptr,
                                           host_parts(exec, weight),
                                           problem.values_stride,
                                           problem.B.batch_stride,
                                           problem.C.batch_stride};
      launch.run = tile_rows_for<T, Index>(host_isa(), part.width, launch.tile.is_padded);
      // A few rows of a column are no whole cache lines.
      launch.tile.streams = launch.tile.streams && problem.C.col_stride == 1;
      detail::run_parts("filigree::spmm::format_host", exec, count * launch.parts, launch);
    });
  }
};

#define FILIGREE_SPMM_FORMAT_HOST_KERNEL(Kernel, kernel_name) \
  struct Kernel##Name {                                       \
    static constexpr std::string_view value = kernel_name;    \
  };                                                          \
  using Kernel = SpmmFormatHostKernel<Kernel##Name>
FILIGREE_SPMM_FORMAT_HOST_KERNEL(SpmmEllHost, "spmm_ell_host");
FILIGREE_SPMM_FORMAT_HOST_KERNEL(SpmmSellHost, "spmm_sell_host");
FILIGREE_SPMM_FORMAT_HOST_KERNEL(SpmmBsrHost, "spmm_bsr_host");
FILIGREE_SPMM_FORMAT_HOST_KERNEL(SpmmBlockedEllHost, "spmm_blocked_ell_host");
FILIGREE_SPMM_FORMAT_HOST_KERNEL(SpmmDiaHost, "spmm_dia_host");
FILIGREE_SPMM_FORMAT_HOST_KERNEL(SpmmHdiaHost, "spmm_hdia_host");
#undef FILIGREE_SPMM_FORMAT_HOST_KERNEL

}  // namespace filigree::detail
