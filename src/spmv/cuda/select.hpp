// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <core/explanation.hpp>
#include <pattern/compressed.hpp>
#include <spmv/cuda/partition.hpp>
#include <spmv/select.hpp>

/// What the CUDA kernels for rows of op(A) take and how long they are expected to take. Nothing of
/// CUDA here: tests replay stored runs with it on any machine.
///
/// A product waits for memory, for the L2 cache, which hands out the matrix and the sectors of x
/// that the L1 caches do not hold, and for the instructions and latencies of its multiprocessors.
/// The shares below were fitted to times of 33 matrices in f32 and f64 on an H200
/// (filigree_perf_spmv_kernels); what they are shares of is the device's.

namespace filigree::detail {

/// What a plan may compress for CUDA's kernels.
inline CompressionOptions cuda_compression_options(const PatternStatistics& statistics) {
  CompressionOptions options;
  options.rows_per_block = cuda::compressed_rows_per_block(statistics.mean_row_length);
  options.longest_whole_row = cuda::longest_whole_row(statistics.nnz, statistics.mean_row_length);
  return options;
}

namespace cuda_cost {

/// Bytes a second that the L2 cache hands to a multiprocessor: about 21 a clock.
inline constexpr double l2_bandwidth = 42e9;

inline double multiprocessors(const DeviceLimits& device) {
  return std::max(device.multiprocessors, 1);
}

/// The time that several limits leave to a product, near the largest of theirs.
inline double combined(std::initializer_list<double> seconds) {
  constexpr double sharpness = 6;
  double sum = 0;
  for (const double each : seconds) sum += std::pow(each, sharpness);
  return std::pow(sum, 1 / sharpness);
}

/// What a product moves of the vectors and the row offsets.
inline double vector_bytes(const SpmvInput& input) {
  const PatternStatistics& s = input.statistics;
  return double(input.scalar_bytes) * double(s.num_rows + s.num_cols) +
         double(input.offset_bytes) * double(s.num_rows + 1);
}

inline double value_bytes(const SpmvInput& input) {
  return double(input.scalar_bytes) * double(input.statistics.nnz);
}

/// What a product moves that reads the columns as they are.
inline double raw_bytes(const SpmvInput& input) {
  return vector_bytes(input) + value_bytes(input) + input.raw_index_bytes();
}

/// A kernel's share of the nominal bandwidth of the memory.
inline double memory_seconds(const SpmvInput& input, double bytes, double share) {
  return bytes / (share * std::max(input.device.bandwidth, 1.));
}

inline double l2_seconds(const SpmvInput& input, double bytes) {
  return bytes / (l2_bandwidth * multiprocessors(input.device));
}

/// `count` things that a multiprocessor takes so many seconds for.
inline double spread_seconds(const SpmvInput& input, double count, double each) {
  return count * each / multiprocessors(input.device);
}

/// Whether all of x stays in what warp tiles leave of the L1 caches.
inline bool x_stays_in_l1(const SpmvInput& input) {
  return double(input.scalar_bytes) * double(input.statistics.num_cols) <=
         0.5 * double(input.device.shared_bytes_per_block);
}

/// Warp tiles wait for three loads, one behind the other, whatever they hold; 64 warps of a
/// multiprocessor wait at the same time.
inline double tile_seconds(const SpmvInput& input) {
  const PatternStatistics& s = input.statistics;
  const int rows = cuda::rows_per_warp(s.nnz, std::max<std::int64_t>(s.num_rows, 1));
  return spread_seconds(input, double(s.num_rows) / rows, 80e-9);
}

/// Rows that a thread loads at once, all that it needs of them, hide more latency than a walk.
inline bool are_loaded_at_once(const SpmvInput& input) {
  return input.planned && input.statistics.max_row_length <= 8;
}

/// How row blocks read the matrix.
struct RowBlockReads {
  double index_bytes = 0;
  double alike = 0;         ///< the share of entries whose rows gather side by side
  double memory_share = 1;  ///< of the memory's bandwidth
  double gather_cost = 1;   ///< of a sector of x to a sector of what is staged
};

/// Row blocks stage the matrix in shared memory, which leaves little of the L1 cache to x: of
/// unlike rows a block keeps 16 KB, and reads again what does not fit. Where a thread walks a row,
/// uneven ones wait for each other.
inline double row_block_seconds(const SpmvInput& input, const RowBlockReads& reads) {
  constexpr double kept_bytes = 16 * 1024, launch = 2e-6;
  const PatternStatistics& s = input.statistics;
  const double block_entries = cuda::rows_per_block(s.mean_row_length) * s.mean_row_length;
  const double sectors = input.x_sectors.of_blocks, nnz = double(std::max<std::int64_t>(s.nnz, 1));
  const double block_bytes = sectors / nnz * block_entries * sector_bytes;
  const double lost = block_bytes > kept_bytes ? 1 - kept_bytes / block_bytes : 0;
  double gathers = sectors + std::max(0., nnz - sectors) * lost * (1 - reads.alike);
  if (!are_loaded_at_once(input) && s.mean_row_length > 0) {
    const double deviation = std::sqrt(s.row_length_variance) / s.mean_row_length;
    gathers *= 1 + (1 - reads.alike) * std::min(0.5, 0.25 * deviation);
  }
  const double bytes = vector_bytes(input) + value_bytes(input) + reads.index_bytes;
  return launch + combined({memory_seconds(input, bytes, reads.memory_share),
                            l2_seconds(input, bytes + reads.gather_cost * gathers * sector_bytes)});
}

}  // namespace cuda_cost

/// Rows to launch blocks for, and nothing about them that only the generic kernel knows.
inline bool is_plain(const SpmvInput& input) {
  return input.statistics.num_rows > 0 && !input.filtered && !input.unit_diagonal;
}

/// Row blocks over raw columns.
struct CsrStreamChoice {
  static constexpr std::string_view name = "csr_stream_cuda";

  static bool can_implement(const SpmvInput& input) {
    return is_plain(input) && !input.has_value_index && input.device.compute_capability >= 90 &&
           input.statistics.mean_row_length <= 1024;
  }
  static double seconds(const SpmvInput& input) {
    const double gather_cost = cuda_cost::are_loaded_at_once(input) ? 1.3 : 1.5;
    return cuda_cost::row_block_seconds(
        input,
        {.index_bytes = input.raw_index_bytes(), .memory_share = 0.85, .gather_cost = gather_cost});
  }
  static std::string reason(const SpmvInput& input) { return row_length_reason(input); }
};

/// Row blocks over compressed indices.
struct CsrCompressedChoice {
  static constexpr std::string_view name = "csr_compressed_cuda";

  static bool can_implement(const SpmvInput& input) {
    return is_plain(input) && !input.has_value_index && input.is_compressed() &&
           input.device.compute_capability >= 90;
  }
  /// Rows that share a list of columns gather side by side.
  static double seconds(const SpmvInput& input) {
    const auto in = [&](IndexEncoding encoding) {
      return double(input.entries_of.at(std::size_t(encoding)));
    };
    const double alike = (in(IndexEncoding::dictionary) + in(IndexEncoding::shared_lists)) /
                         double(std::max<std::int64_t>(input.statistics.nnz, 1));
    return cuda_cost::row_block_seconds(input, {.index_bytes = input.compressed_index_bytes,
                                                .alike = alike,
                                                .memory_share = 0.76,
                                                .gather_cost = 1.15 - 0.15 * alike});
  }
  static std::string reason(const SpmvInput& input) { return index_bytes_reason(input); }
};

/// Warp tiles.
struct CsrWarpTileChoice {
  static constexpr std::string_view name = "csr_warp_tile_cuda";

  static bool can_implement(const SpmvInput& input) {
    return is_plain(input) && !input.has_value_index && input.device.compute_capability >= 80;
  }
  static double seconds(const SpmvInput& input) {
    using namespace cuda_cost;
    constexpr double launch = 1.2e-6;
    const double bytes = raw_bytes(input);
    const double gathers = x_stays_in_l1(input) ? 0 : input.x_sectors.of_blocks;
    return launch + combined({memory_seconds(input, bytes, 0.69),
                              l2_seconds(input, bytes + gathers * sector_bytes),
                              spread_seconds(input, double(input.statistics.nnz), 0.31e-9),
                              tile_seconds(input)});
  }
  static std::string reason(const SpmvInput& input) {
    const PatternStatistics& s = input.statistics;
    return formatted("rows that are long, uneven or far apart in x: %.1f entries on average",
                     s.mean_row_length);
  }
};

/// A few lanes a row, and a thread block for a long one.
struct CsrSubwarpChoice {
  static constexpr std::string_view name = "csr_subwarp_cuda";

  /// A thread block takes as long for so many entries as two more launches do, which warp tiles
  /// cut them up with.
  static constexpr std::int64_t max_row_length =
      cuda::RowLengthCounts::bound(cuda::RowLengthCounts::num_classes - 1);

  /// One call does not know of long rows, and the other kernels look for them from many_entries on.
  static bool can_implement(const SpmvInput& input) {
    return is_plain(input) && !input.has_value_index && input.device.compute_capability >= 80 &&
           input.statistics.max_row_length <= max_row_length &&
           (input.planned || input.statistics.nnz < many_entries);
  }
  /// One launch without any step before it. Loads of one row wait for each other where a warp, or
  /// for the longest rows a thread block, does not hold all of them.
  static double seconds(const SpmvInput& input) {
    using namespace cuda_cost;
    constexpr double wait = 0.45e-6;
    constexpr double warp_entries = 32 * cuda::subwarp_loads;
    constexpr double block_entries = cuda::subwarp_threads * cuda::subwarp_loads;
    const PatternStatistics& s = input.statistics;
    const double waits =
        std::max(s.mean_row_length / warp_entries, double(s.max_row_length) / block_entries);
    const double bytes = raw_bytes(input);
    constexpr double l2_share = 0.8;
    return wait * waits +
           combined({memory_seconds(input, bytes, 0.6),
                     l2_seconds(input, bytes + input.x_sectors.of_blocks * sector_bytes) / l2_share,
                     spread_seconds(input, double(s.nnz), 0.5e-9)});
  }
  static std::string reason(const SpmvInput& input) {
    return "few entries: " + std::to_string(input.statistics.nnz);
  }
};

/// Warp tiles with the most frequent columns' x in shared memory.
struct CsrHotColumnsChoice {
  static constexpr std::string_view name = "csr_hot_columns_cuda";

  static bool can_implement(const SpmvInput& input) {
    return is_plain(input) && input.hot_coverage > 0;
  }
  /// Whether a plan should look for hot columns: most of what the L2 cache hands out is x.
  static bool may_pay(const SpmvInput& input) {
    return input.statistics.nnz >= 4 * many_entries && !cuda_cost::x_stays_in_l1(input) &&
           input.x_sectors.of_blocks * sector_bytes > 0.75 * cuda_cost::raw_bytes(input);
  }
  /// The thread block of a multiprocessor fills its shared memory first. Its 32 tiles at a time are
  /// rows side by side.
  static double seconds(const SpmvInput& input) {
    using namespace cuda_cost;
    constexpr double launch = 7e-6, l2_share = 0.92;
    const double bytes = raw_bytes(input);
    const double gathers = input.x_sectors.of_wide_blocks * (1 - input.hot_coverage);
    return launch + combined({memory_seconds(input, bytes, 0.63),
                              l2_seconds(input, bytes + gathers * sector_bytes) / l2_share,
                              spread_seconds(input, double(input.statistics.nnz), 0.42e-9),
                              tile_seconds(input)});
  }
  static std::string reason(const SpmvInput& input) {
    return formatted("%.0f%% of the entries lie in columns whose x fits shared memory",
                     100 * input.hot_coverage);
  }
};

}  // namespace filigree::detail
