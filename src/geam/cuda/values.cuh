// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "geam/cuda/launch.hpp"

/// The values of a sum: a warp takes a word of 32 entries of C, of which a lane has one. Which
/// entries of A and B they are is counted in the words' bits, so that all three arrays pass through
/// once, in order.

namespace filigree::cuda {

/// Entry k of an operand whose values are not in the order of its rows.
template <class C, class A>
__device__ inline C placed_value(const GeamPlaces& places, const A* values, std::int64_t k) {
  if (places.codes == nullptr) {
    const C value = widen<C>(values[places.places.is_null() ? k : places.places[k]]);
    return places.conjugate ? conjugate(value) : value;
  }
  const bool has_segments = places.segments != nullptr;
  const std::int64_t first = has_segments ? places.segments[k] : k;
  const std::int64_t last = has_segments ? places.segments[k + 1] : k + 1;
  C sum = zero<C>();
  for (std::int64_t s = first; s < last; ++s) {
    const std::int64_t code = places.codes[s];
    C value;
    if constexpr (is_complex_v<C>)
      value = C{1, 0};
    else
      value = C(1);
    if (code >= 0) {
      value = widen<C>(values[code / 2]);
      if (((code & 1) != 0) != places.conjugate) value = conjugate(value);
    }
    sum = add(sum, value);
  }
  return sum;
}

/// The whole number of which `low` are the lower 32 bits, not far above that of its group.
__device__ inline std::int64_t full_rank(std::int64_t at_group, unsigned low) {
  return at_group + std::int64_t(unsigned(low - unsigned(at_group)));
}

template <class Arguments, bool is_direct>
__global__ void __launch_bounds__(256) sum_values(const Arguments arguments) {
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  constexpr int words_a_warp = is_direct ? 4 : 1;
  const int lane = int(threadIdx.x) % 32;
  const std::int64_t first =
      (std::int64_t(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32) * words_a_warp;
  if (first * 32 >= arguments.nnz) return;
  const GeamGroup group = arguments.groups[first / GeamGroup::words];
  const C alpha = arguments.alpha.get(), beta = arguments.beta.get();
  const bool reads_a = !is_zero(alpha), reads_b = !is_zero(beta);
  const std::int64_t words = (arguments.nnz + 31) / 32;
  C a[words_a_warp], b[words_a_warp];
  bool has_a[words_a_warp], has_b[words_a_warp];
#pragma unroll
  for (int w = 0; w < words_a_warp; ++w) {
    has_a[w] = has_b[w] = false;
    if (first + w >= words) continue;
    const uint4 word = reinterpret_cast<const uint4*>(arguments.words)[first + w];
    const unsigned lower = (1u << lane) - 1u;
    has_a[w] = reads_a && (word.x >> lane & 1u) != 0;
    has_b[w] = reads_b && (word.y >> lane & 1u) != 0;
    if (has_a[w]) {
      const std::int64_t k = full_rank(group.a, word.z) + __popc(word.x & lower);
      if constexpr (is_direct)
        a[w] = widen<C>(arguments.a_values[k]);
      else
        a[w] = placed_value<C, A>(arguments.a_places, arguments.a_values, k);
    }
    if (has_b[w]) {
      const std::int64_t k = full_rank(group.b, word.w) + __popc(word.y & lower);
      if constexpr (is_direct)
        b[w] = widen<C>(arguments.b_values[k]);
      else
        b[w] = placed_value<C, A>(arguments.b_places, arguments.b_values, k);
    }
  }
#pragma unroll
  for (int w = 0; w < words_a_warp; ++w) {
    const std::int64_t place = (first + w) * 32 + lane;
    if (place >= arguments.nnz) continue;
    C sum = has_a[w] ? multiply_add(zero<C>(), alpha, a[w]) : zero<C>();
    if (has_b[w]) sum = multiply_add(sum, beta, b[w]);
    arguments.values[place] = narrow<typename Arguments::Y>(sum);
  }
}

template <class Arguments>
cudaError_t launch_geam_values(const Arguments& arguments, cudaStream_t stream) {
  constexpr int threads = 256;
  const std::int64_t words = (arguments.nnz + 31) / 32;
  const std::int64_t words_a_block = threads / 32 * (arguments.is_direct ? 4 : 1);
  const auto blocks = unsigned((words + words_a_block - 1) / words_a_block);
  if (arguments.is_direct)
    sum_values<Arguments, true><<<blocks, threads, 0, stream>>>(arguments);
  else
    sum_values<Arguments, false><<<blocks, threads, 0, stream>>>(arguments);
  return cudaGetLastError();
}

}  // namespace filigree::cuda

#define FILIGREE_GEAM_LAUNCH(A, Y, C) \
  template cudaError_t launch_geam_values(const GeamArguments<A, Y, C>&, cudaStream_t);
