// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <filigree/core/float8.hpp>
#include <filigree/core/half.hpp>
#include <filigree/detail/structured_problem.hpp>

/// What happens to a sum of products before it is stored. Hosts and kernels share it.

namespace filigree::structured {

/// Sums of 8-bit integers are exact; with int32 results the epilogue's arithmetic is in double, so
/// that integers stay exact there too.
template <class Out>
using EpilogueScalar = std::conditional_t<std::is_same_v<Out, std::int32_t>, double, float>;

template <class Scalar>
FILIGREE_FUNCTION inline Scalar activate(const Epilogue& epilogue, Scalar x) {
  if (epilogue.activation == Activation::relu) {
    // A NaN stays one.
    if (x <= Scalar(epilogue.relu_threshold)) return Scalar(0);
    return x > Scalar(epilogue.relu_bound) ? Scalar(epilogue.relu_bound) : x;
  }
  if (epilogue.activation == Activation::gelu) {
    // tanh form of GELU (Hendrycks and Gimpel, 2016)
    const float v = float(x);
    const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
    return Scalar(epilogue.gelu_scale * 0.5f * v * (1.0f + tanhf(inner)));
  }
  return x;
}

/// Rounds once to the type of D: integers to nearest even within their range, NaN to 0.
template <class Out, class Scalar>
FILIGREE_FUNCTION inline Out round_result(Scalar x) {
  if constexpr (std::is_same_v<Out, std::int8_t> || std::is_same_v<Out, std::int32_t>) {
    constexpr Scalar lowest = Scalar(std::is_same_v<Out, std::int8_t> ? -128.0 : -2147483648.0);
    constexpr Scalar highest = Scalar(std::is_same_v<Out, std::int8_t> ? 127.0 : 2147483647.0);
    if (!(x == x)) return Out(0);
    const Scalar bounded = x < lowest ? lowest : x > highest ? highest : x;
    // The sum with 1.5 2^23 (2^52) has the rounded integer in its low bits: arithmetic has several
    // times the rate of conversions on GPUs.
    constexpr bool wide = sizeof(Scalar) == 8;
    constexpr auto shift = Scalar(wide ? 6755399441055744.0 : 12582912.0);
    using Bits = std::conditional_t<wide, std::uint64_t, std::uint32_t>;
    return Out(__builtin_bit_cast(Bits, Scalar(bounded + shift)));
  } else {
    return Out(float(x));
  }
}

/// `channel` and `batch` of an entry, its sum, and its c, which is c[at], read only where beta is
/// not 0.
template <class Out, class Sum>
FILIGREE_FUNCTION inline Out finish(const Epilogue& epilogue, std::int64_t channel,
                                    std::int64_t batch, Sum sum, const Out* c, std::int64_t at) {
  using Scalar = EpilogueScalar<Out>;
  const Scalar beta = epilogue.beta_at(channel);
  const Out old = beta != 0 ? c[at] : Out(0);
  const Scalar alpha = epilogue.alpha_at(channel);
  Scalar x = alpha == 0 ? Scalar(0) : alpha * Scalar(sum);
  if (beta != 0) x += beta * Scalar(old);
  if (epilogue.bias) x += Scalar(epilogue.bias[channel + batch * epilogue.bias_stride]);
  return round_result<Out>(activate(epilogue, x) * Scalar(epilogue.scale));
}

}  // namespace filigree::structured
