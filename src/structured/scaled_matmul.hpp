// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/format/matrix_base.hpp>

#include "structured/compressed_matrix.hpp"
#include "structured/matmul_arguments.hpp"

namespace filigree::structured {

/// The largest finite value.
template <class T>
inline constexpr float largest_value = detail::is_packed<T> ? 6.0f : 448.0f;

FILIGREE_FUNCTION inline float scale_value(ScaleMode mode, std::uint8_t bits) {
  return mode == ScaleMode::vec32_ue4m3 ? float(float8_ue4m3::from_bits(bits))
                                        : float(float8_ue8m0::from_bits(bits));
}

FILIGREE_FUNCTION inline std::uint8_t round_up_scale(ScaleMode mode, float value) {
  return mode == ScaleMode::vec32_ue4m3 ? float8_ue4m3::round_up(value).bits
                                        : float8_ue8m0::round_up(value).bits;
}

/// The factor of entry `at` of a line of an operand: 1 without blocks.
FILIGREE_FUNCTION inline float block_factor(const Scale& scale, std::int64_t batch,
                                            std::int64_t length, std::int64_t line,
                                            std::int64_t at) {
  if (scale_block_size(scale.mode) == 0) return 1;
  return scale_value(
      scale.mode,
      scale.factors[batch * scale.batch_stride + scale_offset(scale.mode, length, line, at)]);
}

FILIGREE_FUNCTION inline float scalar_factor(const Scale& scale) {
  return scale.mode == ScaleMode::scalar ? *scale.scalar : 1.0f;
}

/// Products of narrow types with packed operands, factors, or both: the sum of each block of k, in
/// order, times the two factors that it has. A work item makes a piece of D that shares neither a
/// byte nor a factor with another: a block of D, where its factors are to be found, of one line or,
/// where bytes lie across it, of two.
template <class In, class Out>
struct ScaledMatmul {
  static constexpr int most_lines = detail::is_packed<Out> ? 2 : 1;
  static constexpr int longest = 64;

  MatmulArguments arguments;
  Scales scales;
  std::int64_t k_step;  ///< entries of k that share both factors
  bool along_n;         ///< where pieces are long
  int lines;
  int length;

  ScaledMatmul(const MatmulArguments& all, const Scales& factors)
      : arguments(all),
        scales(factors),
        k_step(all.k),
        along_n(all.d_stride_n <= all.d_stride_m),
        lines(1),
        length(most_lines) {
    for (const Scale* scale : {&scales.a, &scales.b}) {
      const std::int64_t block = scale_block_size(scale->mode);
      if (block > 0 && block < k_step) k_step = block;
    }
    if (scales.d_out_mode == ScaleMode::none) return;
    along_n = scales.along_n;
    length = int(scale_block_size(scales.d_out_mode));
    if ((along_n ? all.d_stride_n : all.d_stride_m) != 1) lines = most_lines;
  }

  std::int64_t pieces_of_a_line() const {
    return detail::groups_of(along_n ? arguments.n : arguments.m, length);
  }
  std::int64_t groups_of_lines() const {
    return detail::groups_of(along_n ? arguments.m : arguments.n, lines);
  }

  template <class Exec>
  void launch(const Exec& exec) const {
    Kokkos::parallel_for("filigree::structured_matmul_generic",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                             exec, 0, arguments.batches * groups_of_lines() * pieces_of_a_line()),
                         *this);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t num_lines = along_n ? arguments.m : arguments.n;
    const std::int64_t line_length = along_n ? arguments.n : arguments.m;
    const std::int64_t pieces = detail::groups_of(line_length, length);
    const std::int64_t groups = detail::groups_of(num_lines, lines);
    const std::int64_t begin = item % pieces * length;
    const std::int64_t first = item / pieces % groups * lines;
    const std::int64_t batch = item / pieces / groups;
    const int height = int(num_lines - first < lines ? num_lines - first : lines);
    const int width = int(line_length - begin < length ? line_length - begin : length);
    // C may be D: all of it is read before anything is written.
    float values[most_lines][longest];
    for (int line = 0; line < height; ++line)
      for (int at = 0; at < width; ++at)
        values[line][at] = along_n ? value(batch, first + line, begin + at)
                                   : value(batch, begin + at, first + line);
    auto* const d = static_cast<detail::storage_t<Out>*>(arguments.d);
    for (int line = 0; line < height; ++line) {
      const float factor =
          store_factor(batch, line_length, first + line, begin, values[line], width);
      for (int at = 0; at < width; ++at) {
        const float stored = factor == 0 ? 0.0f : values[line][at] / factor;
        detail::store_entry<Out>(d,
                                 along_n ? place(batch, first + line, begin + at)
                                         : place(batch, begin + at, first + line),
                                 Out(stored));
      }
    }
  }

 private:
  KOKKOS_FUNCTION std::int64_t place(std::int64_t batch, std::int64_t i, std::int64_t j) const {
    return batch * arguments.d_batch_stride + i * arguments.d_stride_m + j * arguments.d_stride_n;
  }

  /// The factor of a block of D; 1 where D has no factors.
  KOKKOS_FUNCTION float store_factor(std::int64_t batch, std::int64_t line_length,
                                     std::int64_t line, std::int64_t begin,
                                     const float (&values)[longest], int width) const {
    if (scales.d_out_mode == ScaleMode::none) return 1;
    float largest = 0;
    for (int at = 0; at < width; ++at) {
      const float size = values[at] < 0 ? -values[at] : values[at];
      if (!(size <= largest)) largest = size;
      if (largest != largest) break;
    }
    const std::uint8_t bits = round_up_scale(scales.d_out_mode, largest / largest_value<Out>);
    scales.d_out[batch * scales.d_out_batch_stride +
                 scale_offset(scales.d_out_mode, line_length, line, begin)] = bits;
    return scale_value(scales.d_out_mode, bits);
  }

  /// Entry (i, j) of a matrix of D, before it is rounded.
  KOKKOS_FUNCTION float value(std::int64_t batch, std::int64_t i, std::int64_t j) const {
    const Epilogue& epilogue = arguments.epilogue;
    const std::int64_t channel = epilogue.channel_is_col ? j : i;
    float old = 0;
    if (epilogue.beta_at(channel) != 0) {
      old = float(detail::load_entry<Out>(static_cast<const detail::storage_t<Out>*>(arguments.c),
                                          place(batch, i, j)));
      old *= scalar_factor(scales.c) * (scales.along_n
                                            ? block_factor(scales.c, batch, arguments.n, i, j)
                                            : block_factor(scales.c, batch, arguments.m, j, i));
    }
    const float total = sum(batch, i, j) * scalar_factor(scales.a) * scalar_factor(scales.b);
    const float result = finish<float>(epilogue, channel, batch, total, &old, 0);
    return scales.d_scalar != nullptr ? result * *scales.d_scalar : result;
  }

  KOKKOS_FUNCTION float sum(std::int64_t batch, std::int64_t i, std::int64_t j) const {
    const CompressedMatrix<In> a(
        {arguments.m, arguments.k, arguments.kind},
        static_cast<const char*>(arguments.a) + batch * arguments.a_batch_bytes);
    const auto* const b = static_cast<const detail::storage_t<In>*>(arguments.b);
    const std::int64_t b_begin = batch * arguments.b_batch_stride + j * arguments.b_stride_n;
    float total = 0, part = 0;
    std::int64_t step = 0, end = k_step;  // the part of k that is being added up
    const auto add_part = [&] {
      // In double, where the product of two factors is neither 0 nor infinite.
      const std::int64_t at = step * k_step;
      total += float(double(part) * double(block_factor(scales.a, batch, arguments.k, i, at)) *
                     double(block_factor(scales.b, batch, arguments.k, j, at)));
      part = 0;
    };
    a.for_each_kept(i, [&](std::int64_t col, In value) {
      if (col >= end) {
        add_part();
        step = col / k_step;
        end = (step + 1) * k_step;
      }
      part += float(value) * float(detail::load_entry<In>(b, b_begin + col * arguments.b_stride_k));
    });
    if (arguments.k > 0) add_part();
    return total;
  }
};

}  // namespace filigree::structured
