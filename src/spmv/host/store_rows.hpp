// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/detail/spmv_gather.hpp>
#include <filigree/detail/spmv_problem.hpp>

#include "spmv/host/block_rows.hpp"
#include "spmv/host/isa.hpp"

namespace filigree::detail {

/// Past this many bytes a result does not stay in a cache for whoever reads it next: it is written
/// around the caches, which saves reading it first.
inline constexpr std::int64_t streaming_bytes = std::int64_t(4) << 20;

/// z = alpha sums + beta y for a range of rows, and the reductions of z.
template <class X, class Y, class Compute>
class StoreRows {
 public:
  template <class Operands>
  StoreRows(const Operands& operands, std::int64_t result_length, bool unit_diagonal)
      : alpha_(operands.alpha.get()),
        beta_(operands.beta.get()),
        y_(operands.y),
        z_(operands.z),
        dot_with_(operands.dot_with),
        unit_x_(unit_diagonal ? operands.x : nullptr),
        streams_(beta_ == Compute{} && result_length * std::int64_t(sizeof(Y)) >= streaming_bytes) {
  }
  /// For the result of an SpmvProblem.
  template <class Problem>
  explicit StoreRows(const Problem& problem)
      : StoreRows(problem, result_length(problem.pattern), problem.pattern.unit_diagonal) {}

  /// Where alpha is 0 nothing of A and x may reach the result, not even a NaN.
  bool needs_sums() const { return alpha_ != Compute{}; }

  template <bool Reduce>
  void apply(std::int64_t first, std::int64_t last, const Compute* sums,
             SpmvReduction<Compute>& reduction) const {
    const std::int64_t count = last - first;
    if (!Reduce && !streams_ && beta_ == Compute{} && unit_x_ == nullptr) {
      Y* const to = z_ + first;
      for (std::int64_t i = 0; i < count; ++i) to[i] = convert<Y>(Compute(alpha_ * sums[i]));
      return;
    }
    alignas(64) Y stored[host_range_rows];
    if (beta_ == Compute{} && unit_x_ == nullptr) {
      for (std::int64_t i = 0; i < count; ++i) stored[i] = convert<Y>(Compute(alpha_ * sums[i]));
    } else {
      for (std::int64_t i = 0; i < count; ++i) stored[i] = convert<Y>(value(first + i, sums[i]));
    }
    if constexpr (Reduce) {
      for (std::int64_t i = 0; i < count; ++i) reduce(first + i, stored[i], reduction);
    }
    write(z_ + first, stored, count);
  }

  /// Stores one row, whose neighbours lie elsewhere.
  template <bool Reduce>
  void apply_row(std::int64_t row, const Compute& sum, SpmvReduction<Compute>& reduction) const {
    const Y stored = convert<Y>(value(row, sum));
    if constexpr (Reduce) reduce(row, stored, reduction);
    z_[row] = stored;
  }

  /// Makes streamed results visible to other threads.
  void finish() const {
#if FILIGREE_HOST_SIMD
    if (streams_) _mm_sfence();
#endif
  }

 private:
  Compute value(std::int64_t row, Compute sum) const {
    if (unit_x_ != nullptr && needs_sums()) sum += convert<Compute>(unit_x_[row]);
    Compute result = alpha_ * sum;
    if (beta_ != Compute{}) result += beta_ * convert<Compute>(y_[row]);
    return result;
  }

  void reduce(std::int64_t row, const Y& stored, SpmvReduction<Compute>& reduction) const {
    const auto wide = convert<Compute>(stored);
    if (dot_with_ != nullptr)
      reduction.dot += detail::conjugate(convert<Compute>(dot_with_[row])) * wide;
    reduction.norm += detail::conjugate(wide) * wide;
  }

  void write(Y* to, const Y* from, std::int64_t count) const {
    std::int64_t i = 0;
#if FILIGREE_HOST_SIMD
    if constexpr (16 % sizeof(Y) == 0) {
      if (streams_) {
        constexpr std::int64_t step = 16 / sizeof(Y);
        while (i < count && reinterpret_cast<std::uintptr_t>(to + i) % 16 != 0) {
          to[i] = from[i];
          ++i;
        }
        for (; i + step <= count; i += step)
          _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                           _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i)));
      }
    }
#endif
    for (; i < count; ++i) to[i] = from[i];
  }

  Compute alpha_;
  Compute beta_;
  const Y* y_;
  Y* z_;
  const Y* dot_with_;
  const X* unit_x_;
  bool streams_;
};

}  // namespace filigree::detail
