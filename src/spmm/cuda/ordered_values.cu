// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda/ordered_values.hpp"

#include "cuda/shared_memory.hpp"
#include "cuda/stream_load.hpp"

namespace filigree::cuda {
namespace {

constexpr int order_threads = 768;

struct Bits16 {
  std::uint64_t low;
  std::uint64_t high;
};

/// A block a tile of the result: its values are put in order in shared memory. `sources`: where
/// each lies; null: value k is from[k].
template <bool HasSources, class Value>
__global__ void __launch_bounds__(order_threads, sizeof(Value) > 8 ? 1 : 2)
    ordered_values_kernel(std::int64_t count, const std::int32_t* sources,
                          const std::uint16_t* slots, const Value* from, Value* to) {
  constexpr int at_once = sizeof(Value) > 8 ? 4 : 8;
  constexpr int per_vector = int(16 / sizeof(Value));
  extern __shared__ __align__(16) unsigned char memory[];
  Value* const tile = reinterpret_cast<Value*>(memory);
  const std::int64_t begin = std::int64_t(blockIdx.x) * value_tile;
  const int length = int(min(count - begin, std::int64_t(value_tile)));
#pragma unroll 1
  for (int first = int(threadIdx.x); first < length; first += at_once * order_threads) {
    std::int32_t places[at_once];
    std::uint16_t targets[at_once];
    Value values[at_once];
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const std::int64_t k = begin + min(first + i * order_threads, length - 1);
      places[i] = std::int32_t(k);
      if constexpr (HasSources) places[i] = stream_load(sources + k);
      targets[i] = stream_load(slots + k);
    }
#pragma unroll
    for (int i = 0; i < at_once; ++i) values[i] = stream_load(from + places[i]);
#pragma unroll
    for (int i = 0; i < at_once; ++i)
      if (first + i * order_threads < length) tile[targets[i]] = values[i];
  }
  __syncthreads();
  to += begin;
  const int vectors = length / per_vector;
  for (int k = int(threadIdx.x); k < vectors; k += order_threads)
    reinterpret_cast<uint4*>(to)[k] = reinterpret_cast<const uint4*>(tile)[k];
  const int rest = vectors * per_vector + int(threadIdx.x);
  if (rest < length) to[rest] = tile[rest];
}

template <bool HasSources, class Value>
cudaError_t launch_pass(std::int64_t count, const std::int32_t* sources, const std::uint16_t* slots,
                        const void* from, void* to, cudaStream_t stream) {
  constexpr std::size_t shared_bytes = value_tile * sizeof(Value);
  const auto kernel = ordered_values_kernel<HasSources, Value>;
  const cudaError_t error = allow_shared_memory(kernel, shared_bytes);
  if (error != cudaSuccess) return error;
  kernel<<<unsigned((count + value_tile - 1) / value_tile), order_threads, shared_bytes, stream>>>(
      count, sources, slots, static_cast<const Value*>(from), static_cast<Value*>(to));
  return cudaGetLastError();
}

template <class Value>
cudaError_t launch(std::int64_t count, const ValueOrder& order, const void* from, void* between,
                   void* to, cudaStream_t stream) {
  const cudaError_t error =
      launch_pass<false, Value>(count, nullptr, order.slots, from, between, stream);
  if (error != cudaSuccess) return error;
  return launch_pass<true, Value>(count, order.sources, order.target_slots, between, to, stream);
}

}  // namespace

cudaError_t launch_ordered_values(std::size_t value_bytes, std::int64_t count,
                                  const ValueOrder& order, const void* from, void* between,
                                  void* to, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  switch (value_bytes) {
    case 2:
      return launch<std::uint16_t>(count, order, from, between, to, stream);
    case 4:
      return launch<std::uint32_t>(count, order, from, between, to, stream);
    case 8:
      return launch<std::uint64_t>(count, order, from, between, to, stream);
    case 16:
      return launch<Bits16>(count, order, from, between, to, stream);
    default:
      return cudaErrorInvalidValue;
  }
}

}  // namespace filigree::cuda
