// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "solve/cuda/arguments.hpp"

namespace filigree::cuda {

/// The row that is solved as number `step`.
template <class T, class Index>
__device__ std::int64_t row_of(const SolveArguments<T, Index>& a, std::int64_t step) {
  if (!a.order.is_null()) return a.order[step];
  return a.lower ? step : a.num_rows - 1 - step;
}

/// The correctly rounded inverse and one correction give what the division gives (Markstein, 1990),
/// unless something left the range of normal numbers.
template <class T>
__device__ T over_pivot_by_inverse(T rest, T pivot, T inverse) {
  const T first = rest * inverse;
  return fma(fma(-first, pivot, rest), inverse, first);
}
/// Whether over_pivot_by_inverse(...) gave the division's result: nothing left that range.
template <class T>
__device__ bool is_quotient(T quotient, T inverse) {
  constexpr T unlimited = sizeof(T) == 8 ? T(1.7e308) : T(3.4e38f);
  constexpr T smallest = sizeof(T) == 8 ? T(1e-290) : T(1e-30f);
  return fabs(quotient) < unlimited / 4 && fabs(quotient) > smallest && fabs(inverse) < unlimited &&
         fabs(inverse) > smallest;
}

/// Whether a quotient is in the range of is_quotient(), by its exponent: sooner known, for what is
/// waited for.
__device__ inline bool has_quotient_exponent(double quotient) {
  const int exponent = (__double2hiint(quotient) >> 20) & 0x7ff;
  return unsigned(exponent - 64) < 0x7ff - 128;
}
__device__ inline bool has_quotient_exponent(float quotient) {
  const int exponent = (__float_as_int(quotient) >> 23) & 0xff;
  return unsigned(exponent - 28) < 253 - 28;
}

/// What is left of a right-hand side, over the pivot.
/// \param row of the matrix
/// \param inverse of the pivot; 0: not known
template <class T, class Index>
__device__ T over_pivot(const SolveArguments<T, Index>& a, std::int64_t row, T rest, T pivot,
                        T inverse) {
  if (a.unit_diagonal) return rest;
  if (pivot == T(0)) {
    if (a.position != nullptr)
      atomicMin(reinterpret_cast<unsigned long long*>(a.position),
                static_cast<unsigned long long>(row + a.index_base));
    if (a.policy == PivotPolicy::skip) return T(0);
    return rest / (a.policy == PivotPolicy::substitute ? a.substitute : pivot);
  }
  const T quotient = over_pivot_by_inverse(rest, pivot, inverse);
  return is_quotient(quotient, inverse) ? quotient : rest / pivot;
}

}  // namespace filigree::cuda
