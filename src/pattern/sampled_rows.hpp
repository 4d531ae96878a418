// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <cuda/grid_patch.hpp>
#include <filigree/detail/spmv_problem.hpp>

/// What a few rows tell of a pattern: whether neighbours share their columns, and whether it is a
/// grid's.

namespace filigree::detail {

/// The columns of a row and of the next one, ascending: of longer rows the first max_length.
struct SampledPair {
  static constexpr int max_length = 128;

  std::int64_t row = 0;
  std::vector<std::int64_t> columns;
  std::vector<std::int64_t> next;
};

/// Writes a length and up to max_length columns for each row.
template <class Offset, class Index, class Space>
struct CopySampledRows {
  static constexpr std::int64_t stride = SampledPair::max_length + 1;

  GatherPattern<Offset, Index> pattern;
  Kokkos::View<const std::int64_t*, Space> rows;
  Kokkos::View<std::int64_t*, Space> copies;  ///< stride a row

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t row = rows(item / SampledPair::max_length);
    const std::int64_t k = item % SampledPair::max_length;
    const std::int64_t begin = std::int64_t(pattern.row_offsets[row]) - pattern.base;
    const std::int64_t length = std::int64_t(pattern.row_offsets[row + 1]) - pattern.base - begin;
    std::int64_t* const copy = copies.data() + item / SampledPair::max_length * stride;
    if (k == 0) copy[0] = Kokkos::min(length, std::int64_t(SampledPair::max_length));
    if (k < length) copy[1 + k] = std::int64_t(pattern.col_indices[begin + k]) - pattern.base;
  }
};

/// Places in [0, count) that follow no period of the pattern.
inline std::vector<std::int64_t> scattered_places(std::int64_t count, int number) {
  constexpr double golden_ratio = 0.6180339887498949;
  std::vector<std::int64_t> places;
  for (int i = 1; i <= number; ++i) {
    const double turns = i * golden_ratio;
    places.push_back(std::min(count - 1, std::int64_t((turns - std::int64_t(turns)) * count)));
  }
  return places;
}

/// Some pairs of neighbouring rows; none of a pattern with fewer than two rows. Waits for the
/// device.
template <class Exec, class Offset, class Index>
std::vector<SampledPair> sample_rows(const Exec& exec,
                                     const GatherPattern<Offset, Index>& pattern) {
  using Space = typename Exec::memory_space;
  using Copy = CopySampledRows<Offset, Index, Space>;
  using View = Kokkos::View<std::int64_t*, Space>;
  using HostView = Kokkos::View<std::int64_t*, Kokkos::HostSpace>;
  constexpr int pairs = 16;
  if (pattern.num_rows < 2) return {};
  std::vector<SampledPair> sample;
  const HostView host_rows("filigree::pattern::sampled_rows", 2 * pairs);
  for (const std::int64_t row : scattered_places(pattern.num_rows - 1, pairs)) {
    host_rows(2 * sample.size()) = row;
    host_rows(2 * sample.size() + 1) = row + 1;
    sample.push_back({row, {}, {}});
  }
  const auto rows = Kokkos::create_mirror_view_and_copy(Space{}, host_rows);
  const View copies("filigree::pattern::sampled_columns", 2 * pairs * Copy::stride);
  Kokkos::parallel_for("filigree::pattern::sample_rows",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                           exec, 0, 2 * pairs * SampledPair::max_length),
                       Copy{pattern, rows, copies});
  exec.fence("filigree::pattern::sample_rows");
  const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, copies);
  const auto columns_of = [&](std::size_t i) {
    const std::int64_t* const copy = found.data() + std::int64_t(i) * Copy::stride;
    std::vector<std::int64_t> columns(copy + 1, copy + 1 + copy[0]);
    std::sort(columns.begin(), columns.end());
    return columns;
  };
  for (std::size_t i = 0; i < sample.size(); ++i) {
    sample[i].columns = columns_of(2 * i);
    sample[i].next = columns_of(2 * i + 1);
  }
  return sample;
}

/// The share of the sample's entries (i, j) for which (i + 1, j + 1) is an entry too.
inline double share_of_followed(const std::vector<SampledPair>& sample) {
  double followed = 0, entries = 0;
  for (const SampledPair& pair : sample) {
    const auto count = std::int64_t(pair.columns.size());
    followed +=
        double(count) * cuda::share_of_followed(pair.columns.data(), count, pair.next.data(),
                                                std::int64_t(pair.next.size()));
    entries += double(count);
  }
  return entries == 0 ? 0 : followed / entries;
}

/// The strides that half of the sampled rows or more have, unless they are too large for a grid of
/// num_rows.
inline cuda::GridStrides grid_of(const std::vector<SampledPair>& sample, std::int64_t num_rows) {
  std::vector<cuda::GridStrides> all;
  for (const SampledPair& pair : sample) {
    std::vector<std::int64_t> offsets;
    for (const std::int64_t column : pair.columns) offsets.push_back(column - pair.row);
    all.push_back(cuda::grid_strides(offsets.data(), int(offsets.size())));
  }
  for (const cuda::GridStrides& grid : all) {
    const auto agreeing = std::count(all.begin(), all.end(), grid);
    if (grid.line == 0 || 2 * agreeing < std::ptrdiff_t(all.size())) continue;
    if (2 * grid.line <= num_rows && 2 * grid.plane <= num_rows) return grid;
  }
  return {};
}

}  // namespace filigree::detail
