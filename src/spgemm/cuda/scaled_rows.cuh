// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/scalar.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// Values of a C that is A with its columns scaled and renamed: entry k of C is A's, times entry
/// number `column` of B.

namespace filigree::cuda {

template <class Arguments>
__global__ void __launch_bounds__(256)
    scale_entries(const Arguments arguments, const std::int64_t entries) {
  using C = typename Arguments::C;
  constexpr int together = 4;  // loads that are under way at once
  const auto& a = arguments.pattern.a;
  const C alpha = arguments.alpha.get();
  const std::int64_t first = std::int64_t(blockIdx.x) * (256 * together) + threadIdx.x;
  C products[together];
#pragma unroll
  for (int u = 0; u < together; ++u) {
    const std::int64_t k = first + 256 * u;
    products[u] = zero<C>();
    if (k >= entries || is_zero(alpha)) continue;
    const C of_a = spgemm_value<C>(arguments.a_values[k], arguments.conjugate_a);
    const C of_b = spgemm_value<C>(arguments.b_values[a.column(k)], arguments.conjugate_b);
    products[u] = multiply_add(zero<C>(), alpha, multiply_add(zero<C>(), of_a, of_b));
  }
#pragma unroll
  for (int u = 0; u < together; ++u)
    if (first + 256 * u < entries) write_value(arguments, first + 256 * u, products[u]);
}

template <class Arguments>
cudaError_t launch_scaled_rows(const Arguments& arguments, cudaStream_t stream) {
  const std::int64_t entries = arguments.entries;
  scale_entries<<<unsigned((entries + 1023) / 1024), 256, 0, stream>>>(arguments, entries);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
