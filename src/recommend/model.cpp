// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <filigree/detail/recommend_problem.hpp>
#include <recommend/kernel_cost.hpp>

namespace filigree {

std::string Recommendation::text() const {
  std::array<char, 384> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%s, kernel %s: %.3g ms, %.3g MB per product (%s)",
                describe(format, parameters).c_str(), kernel.c_str(), 1e3 * expected_seconds,
                1e-6 * double(bytes_moved), reason.c_str());
  return buffer.data();
}

namespace detail {
namespace {

template <class... Values>
std::string text(const char* format, Values... values) {
  std::array<char, 160> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

/// A format's matrix in memory, and what walks it.
struct Stored {
  Format format;
  FormatParameters parameters{};
  double places = 0;        ///< values, padding included
  double index_bytes = 0;   ///< indices and offsets
  double extra_bytes = 0;   ///< that a product moves besides matrix, x and y
  int kernels = 1;          ///< that a product launches
  std::int64_t walked = 0;  ///< places of a row that a thread walks at most
};

std::vector<Stored> candidates(const CostInput& input) {
  const MatrixStatistics& s = input.statistics;
  const auto rows = double(s.num_rows);
  const auto v = double(input.scalar_bytes), i = double(input.index_bytes),
             o = double(input.offset_bytes);
  std::vector<Stored> result;
  const std::int64_t longest = s.max_row_length;
  const double ell = rows * double(s.max_row_length);
  result.push_back(
      {.format = Format::ell, .places = ell, .index_bytes = ell * i, .walked = longest});

  const double slices = std::ceil(rows / double(MatrixStatistics::sell_slice_size)) + 1;
  Stored sell{.format = Format::sell, .places = double(s.sell_places), .walked = longest};
  sell.parameters.slice_size = MatrixStatistics::sell_slice_size;
  sell.index_bytes = sell.places * i + slices * o;
  result.push_back(sell);
  if (s.sorted_sell_places < s.sell_places) {
    sell.parameters.sort_window = MatrixStatistics::sell_sort_window;
    sell.places = double(s.sorted_sell_places);
    sell.index_bytes = sell.places * i + slices * o + rows * i;
    sell.extra_bytes = rows * sector_bytes / 2;  // y, which a warp writes here and there
    result.push_back(sell);
  }
  // Else it is the Ell matrix.
  if (s.hyb_coo_entries > 0) {
    const auto coo = double(s.hyb_coo_entries), in_ell = rows * double(s.hyb_width);
    result.push_back({.format = Format::hyb,
                      .places = in_ell + coo,
                      .index_bytes = in_ell * i + coo * 2 * i,
                      .extra_bytes = 2 * rows * v + (rows + 1) * 8,  // y again, and row offsets
                      .kernels = 2,
                      .walked = s.hyb_width});
  }
  for (std::size_t k = 0; k < s.blocks.size(); ++k) {
    const std::int64_t size = MatrixStatistics::block_sizes[k];
    const double block_rows = std::ceil(rows / double(size)), entries = double(size * size);
    Stored bsr{.format = Format::bsr, .places = double(s.blocks[k]) * entries, .walked = longest};
    bsr.parameters.block = BlockLayout{size, size, BlockOrder::row_major};
    bsr.index_bytes = double(s.blocks[k]) * i + (block_rows + 1) * o;
    result.push_back(bsr);
    const double blocks = block_rows * double(s.longest_block_row[k]);
    Stored ell_of_blocks{
        .format = Format::blocked_ell, .places = blocks * entries, .walked = longest};
    ell_of_blocks.parameters.block_size = size;
    ell_of_blocks.index_bytes = blocks * i;
    result.push_back(ell_of_blocks);
  }
  result.push_back({.format = Format::dia,
                    .places = rows * double(s.num_diagonals),
                    .index_bytes = double(s.num_diagonals) * i,
                    .walked = s.num_diagonals});
  Stored hdia{.format = Format::hdia, .walked = longest};
  hdia.parameters.hack_size = MatrixStatistics::hdia_hack_size;
  hdia.places = double(s.hdia_diagonals) * double(MatrixStatistics::hdia_hack_size);
  hdia.index_bytes = double(s.hdia_diagonals) * i +
                     (std::ceil(rows / double(MatrixStatistics::hdia_hack_size)) + 1) * o;
  result.push_back(hdia);
  return result;
}

/// Bytes of the part of x that neighbouring rows read.
double window_bytes(const CostInput& input) {
  const MatrixStatistics& s = input.statistics;
  return double(std::min(s.num_cols, s.lower_bandwidth + s.upper_bandwidth + 1)) *
         double(input.scalar_bytes);
}

/// Bytes of x that come from memory: all of it once where what neighbouring rows read stays in the
/// cache, else what each group of rows reads.
double x_bytes(const CostInput& input) {
  const MatrixStatistics& s = input.statistics;
  const auto v = double(input.scalar_bytes);
  const double once = double(s.num_cols) * v;
  if (input.machine.cache_bytes == 0 ||
      window_bytes(input) <= 0.5 * double(input.machine.cache_bytes))
    return once;
  return std::max(once, double(s.x_pieces) * 8 * v);
}

/// The seconds in which a device's last-level cache hands out what is gathered of x.
double gather_seconds(const CostInput& input, const KernelCost& cost) {
  if (cost.x_efficiency == 0) return 0;
  if (cost.leaves_l1_to_x && window_bytes(input) <= window_in_l1_bytes) return 0;
  const MatrixStatistics& s = input.statistics;
  const double pieces = double(s.x_pieces) * 8 * double(input.scalar_bytes);
  const double sectors = double(s.nnz) * std::max(sector_bytes, double(input.scalar_bytes));
  return std::min(pieces, sectors) / (std::max(input.machine.bandwidth, 1.) * cost.x_efficiency);
}

/// The seconds of a product that moves `bytes`.
double product_seconds(const CostInput& input, const KernelCost& cost, double bytes,
                       const Stored& stored) {
  const Machine& machine = input.machine;
  const bool cached = machine.cache_bytes > 0 && bytes < 0.8 * double(machine.cache_bytes);
  const double bandwidth =
      std::max(machine.bandwidth, 1.) * cost.efficiency * (cached ? cached_speedup(machine) : 1);
  const MatrixStatistics& s = input.statistics;
  const double steps =
      (stored.places * cost.seconds_a_place + double(s.num_rows) * cost.seconds_a_row +
       double(s.x_pieces) * seconds_a_piece(machine.on_host, window_bytes(input))) /
      double(std::max(machine.threads, 1));
  const double longest = double(stored.walked) * cost.seconds_a_step;
  return double(stored.kernels) * cost.launch * machine.launch_seconds +
         std::max({bytes / bandwidth, steps, longest, gather_seconds(input, cost)});
}

/// Whether a compressed plan has columns of its own for most entries, and not lists that many rows
/// share.
bool rows_are_unlike(const CostInput& input) {
  if (!input.csr_kernel.starts_with("csr_compressed")) return false;
  const MatrixStatistics& s = input.statistics;
  const double vectors = double(s.num_rows + s.num_cols) * double(input.scalar_bytes);
  const double offsets = double(s.num_rows + 1) * double(input.offset_bytes);
  const double values = double(s.nnz) * double(input.scalar_bytes);
  return double(input.csr_bytes_moved) - vectors - offsets - values > 1.5 * double(s.nnz);
}

Recommendation csr_cost(const CostInput& input) {
  const MatrixStatistics& s = input.statistics;
  const auto v = double(input.scalar_bytes);
  const double once = double(s.num_cols) * v;
  const double bytes = double(input.csr_bytes_moved) - once + x_bytes(input);
  const double plain = double(s.nnz) * (v + double(input.index_bytes)) +
                       double(s.num_rows + 1) * double(input.offset_bytes);
  Recommendation result;
  result.format = Format::csr;
  result.kernel = input.csr_kernel;
  result.bytes_moved = std::llround(bytes);
  result.matrix_bytes = std::llround(plain);
  KernelCost cost =
      kernel_cost(Format::csr, input.csr_kernel, input.machine.on_host, input.scalar_bytes, 1);
  if (!input.machine.on_host && rows_are_unlike(input))
    cost.efficiency = std::min(cost.efficiency, efficiency_of_unlike_rows);
  result.expected_seconds =
      product_seconds(input, cost, bytes, {.format = Format::csr, .places = double(s.nnz)});
  result.reason =
      text("no padding, %.1f bytes per entry", bytes / double(std::max<std::int64_t>(1, s.nnz)));
  return result;
}

/// 1 where there are no blocks.
std::int64_t rows_of_block(const FormatParameters& parameters) {
  return parameters.block ? parameters.block->rows : parameters.block_size.value_or(1);
}

Recommendation cost_of(const CostInput& input, const Stored& stored) {
  const MatrixStatistics& s = input.statistics;
  const auto v = double(input.scalar_bytes), nnz = double(std::max<std::int64_t>(1, s.nnz));
  const double matrix = stored.places * v + stored.index_bytes;
  const double bytes = matrix + stored.extra_bytes + x_bytes(input) + double(s.num_rows) * v;
  Recommendation result;
  result.format = stored.format;
  result.parameters = stored.parameters;
  result.kernel = input.kernel_of(stored.format, stored.parameters);
  result.bytes_moved = std::llround(bytes);
  result.matrix_bytes = std::llround(matrix);
  const KernelCost cost = kernel_cost(stored.format, result.kernel, input.machine.on_host,
                                      input.scalar_bytes, rows_of_block(stored.parameters));
  result.expected_seconds = product_seconds(input, cost, bytes, stored);
  result.reason =
      text("%.0f%% padding, %.1f bytes per entry", 100 * (stored.places / nnz - 1), bytes / nnz);
  return result;
}

std::string limit_reason(double bytes, std::int64_t limit) {
  return text("would take %.3g MB; the limit is %.3g MB", 1e-6 * bytes, 1e-6 * double(limit));
}

}  // namespace

Recommendations rank_formats(const CostInput& input) {
  Recommendations result;
  result.statistics = input.statistics;
  result.machine = input.machine;
  result.ranked.push_back(csr_cost(input));
  if (input.statistics.nnz == 0) {
    result.ranked.front().reason = "no entries";
    return result;
  }
  for (const Stored& stored : candidates(input)) {
    const double bytes = stored.places * double(input.scalar_bytes) + stored.index_bytes;
    LeftOut left_out{stored.format, stored.parameters, std::int64_t(std::min(bytes, 9e18)), {}};
    if (input.is_mirrored)
      left_out.reason = "plans of symmetric storage read Csr whatever the format";
    else if (bytes > double(input.memory_limit_bytes))
      left_out.reason = limit_reason(bytes, input.memory_limit_bytes);
    if (left_out.reason.empty())
      result.ranked.push_back(cost_of(input, stored));
    else
      result.left_out.push_back(left_out);
  }
  // What a conversion would gain must be more than the model's noise.
  const double csr_share = 1 - least_gain(input.machine.on_host);
  const auto rank = [&](const Recommendation& r) {
    return r.expected_seconds * (r.format == Format::csr ? csr_share : 1);
  };
  std::stable_sort(result.ranked.begin(), result.ranked.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return result;
}

}  // namespace detail
}  // namespace filigree
