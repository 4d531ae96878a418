// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/detail/structured_problem.hpp>

#include "structured/epilogue.hpp"
#include "structured/layout.hpp"

namespace filigree::structured {

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

/// Those that only ScaledMatmul computes.
#define FILIGREE_STRUCTURED_PACKED_PRODUCTS(f) \
  f(float4_e2m1, half) f(float4_e2m1, bfloat16) f(float4_e2m1, float) f(float4_e2m1, float4_e2m1)

}  // namespace filigree::structured
