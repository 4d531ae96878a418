// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include "structured/epilogue.hpp"
#include "structured/layout.hpp"

namespace filigree::structured {

/// D = epilogue(A B, C) for `batches` products, with A structured, m x k, in the layout of
/// layout.hpp, and B dense, k x n. Strides are in entries; a batch stride of 0 shares an operand.
/// C and D have the same strides and may be the same array. Where the structured operand stands on
/// the right, this is the transposed product: strides swap.
struct MatmulArguments {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  std::int64_t batches = 1;
  const void* a;                   ///< aligned to 128 bytes
  std::int64_t a_batch_bytes = 0;  ///< compressed_bytes(), or 0
  const void* b;
  std::int64_t b_stride_k;
  std::int64_t b_stride_n;
  std::int64_t b_batch_stride = 0;
  const void* c = nullptr;
  void* d;
  std::int64_t d_stride_m;
  std::int64_t d_stride_n;
  std::int64_t d_batch_stride = 0;
  Epilogue epilogue;
};

/// Type of the sums.
template <class In>
using Accumulator = std::conditional_t<std::is_same_v<In, std::int8_t>, std::int32_t, float>;

/// The types of A and B, and of C and D, that there are products for: f(In, Out).
#define FILIGREE_STRUCTURED_PRODUCTS(f)                                                 \
  f(half, half) f(half, float) f(bfloat16, bfloat16) f(bfloat16, float) f(float, float) \
      f(std::int8_t, std::int8_t) f(std::int8_t, std::int32_t) f(std::int8_t, half)     \
          f(std::int8_t, bfloat16) f(float8_e4m3, half) f(float8_e4m3, bfloat16)        \
              f(float8_e4m3, float) f(float8_e4m3, float8_e4m3) f(float8_e5m2, half)    \
                  f(float8_e5m2, bfloat16) f(float8_e5m2, float) f(float8_e5m2, float8_e5m2)

}  // namespace filigree::structured
