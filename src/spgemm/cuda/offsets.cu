// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cub/device/device_scan.cuh>

#include "spgemm/cuda/launch.hpp"

/// Where rows begin, by their lengths.

namespace filigree::cuda {
namespace {

struct Plus {
  __host__ __device__ std::int64_t operator()(std::int64_t a, std::int64_t b) const {
    return a + b;
  }
};

/// Sums of the `count` lengths before each; without a workspace, sets its size.
template <class Sum>
cudaError_t scan(std::byte* workspace, std::size_t& bytes, const std::int64_t* lengths,
                 std::int64_t count, std::int64_t base, Sum* sums, cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveScan(workspace, bytes, lengths, sums, Plus{}, base, count,
                                        stream);
}

}  // namespace

cudaError_t spgemm_scan_bytes(std::int64_t num_rows, std::size_t& bytes) {
  std::int64_t* const none = nullptr;
  std::size_t narrow = 0, wide = 0;
  cudaError_t error =
      scan(nullptr, narrow, none, num_rows + 1, 0, static_cast<std::int32_t*>(nullptr), nullptr);
  if (error == cudaSuccess) error = scan(nullptr, wide, none, num_rows + 1, 0, none, nullptr);
  bytes = narrow > wide ? narrow : wide;
  return error;
}

template <class Offset>
cudaError_t launch_spgemm_offsets(const SpgemmScan& memory, const std::int64_t* lengths,
                                  std::int64_t num_rows, std::int64_t base, Offset* offsets,
                                  cudaStream_t stream) {
  std::size_t bytes = memory.bytes;
  return scan(memory.workspace, bytes, lengths, num_rows + 1, base, offsets, stream);
}

#define FILIGREE_INSTANTIATE(Offset)                                                               \
  template cudaError_t launch_spgemm_offsets(const SpgemmScan&, const std::int64_t*, std::int64_t, \
                                             std::int64_t, Offset*, cudaStream_t);
FILIGREE_INSTANTIATE(std::int32_t)
FILIGREE_INSTANTIATE(std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::cuda
