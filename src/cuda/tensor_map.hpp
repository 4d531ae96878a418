// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include <filigree/core/half.hpp>

#include "cuda/tf32.hpp"

namespace filigree::cuda {

/// A tensor of up to 3 dimensions, the first contiguous, cut into boxes.
struct TensorShape {
  const void* data;
  std::int64_t sizes[3];
  std::int64_t strides[2];  ///< of the second and third dimension, in bytes
  int box[3];               ///< 0: 1
  CUtensorMapSwizzle swizzle;
};

/// The type of entries; the copy of tf32 to shared memory rounds.
template <class T>
constexpr CUtensorMapDataType tensor_type() {
  if constexpr (std::is_same_v<T, tf32>) return CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
  if constexpr (std::is_same_v<T, half>) return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  if constexpr (std::is_same_v<T, bfloat16>) return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
  if constexpr (std::is_same_v<T, float>) return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  if constexpr (std::is_same_v<T, double>) return CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
  if constexpr (std::is_same_v<T, std::int32_t>) return CU_TENSOR_MAP_DATA_TYPE_INT32;
  return CU_TENSOR_MAP_DATA_TYPE_UINT8;
}

/// The driver's function, found at run time: the library does not link the driver. It wants a
/// context, which a thread that has not used CUDA yet does not have: setting its device gives it.
inline decltype(&cuTensorMapEncodeTiled) tensor_map_encoder() {
  thread_local const cudaError_t bound = [] {
    int device = 0;
    const cudaError_t error = cudaGetDevice(&device);
    return error == cudaSuccess ? cudaSetDevice(device) : error;
  }();
  if (bound != cudaSuccess) return nullptr;
  static const auto encoder = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found;
    const cudaError_t error = cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function,
                                                               12000, cudaEnableDefault, &found);
    if (error != cudaSuccess || found != cudaDriverEntryPointSuccess) function = nullptr;
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
  }();
  return encoder;
}

/// A dimension of size 1 may have any stride.
template <class T>
cudaError_t encode_tensor_map(CUtensorMap& map, const TensorShape& shape) {
  const auto encode = tensor_map_encoder();
  if (encode == nullptr) return cudaErrorNotSupported;
  cuuint64_t sizes[3], strides[2];
  for (int i = 0; i < 3; ++i) sizes[i] = cuuint64_t(shape.sizes[i]);
  // A dimension of size 1 continues the one before it, as the interface wants strides to do.
  cuuint64_t extent = (sizes[0] * sizeof(T) + 15) / 16 * 16;
  for (int i = 0; i < 2; ++i) {
    strides[i] = shape.sizes[i + 1] == 1 ? extent : cuuint64_t(shape.strides[i]);
    if (strides[i] >= cuuint64_t(1) << 40) strides[i] = 16;
    extent = strides[i] * sizes[i + 1];
  }
  const cuuint32_t box[3] = {cuuint32_t(shape.box[0]), cuuint32_t(shape.box[1]),
                             cuuint32_t(shape.box[2] == 0 ? 1 : shape.box[2])};
  const cuuint32_t steps[3] = {1, 1, 1};
  const CUresult result =
      encode(&map, tensor_type<T>(), 3, const_cast<void*>(shape.data), sizes, strides, box, steps,
             CU_TENSOR_MAP_INTERLEAVE_NONE, shape.swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace filigree::cuda
