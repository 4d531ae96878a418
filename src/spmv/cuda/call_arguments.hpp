// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <cuda/offset_array.hpp>
#include <cuda/scalar.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/format_rows.hpp>
#include <spmv/cuda/arguments.hpp>

/// The arguments of a call in the types of CUDA kernels.

namespace filigree::detail {

/// The CUDA kernels' name for a scalar type.
template <class T>
struct CudaScalar {
  using type = T;
};
template <class T>
struct CudaScalar<Kokkos::complex<T>> {
  using type = cuda::Complex<T>;
};
template <class T>
using cuda_scalar_t = typename CudaScalar<T>::type;

template <class T>
cuda::Scalar<cuda_scalar_t<T>> cuda_argument(const ScalarArgument<T>& argument) {
  using C = cuda_scalar_t<T>;
  C value;
  const T host_value = argument.host_value();
  static_assert(sizeof(C) == sizeof(T));
  std::copy_n(reinterpret_cast<const char*>(&host_value), sizeof(T),
              reinterpret_cast<char*>(&value));
  return {value, reinterpret_cast<const C*>(argument.device_pointer())};
}

inline cuda::OffsetArray cuda_offsets(const AnyOffsets& offsets) {
  return offsets.is_wide() ? cuda::OffsetArray(static_cast<const std::int64_t*>(offsets.data()))
                           : cuda::OffsetArray(static_cast<const std::int32_t*>(offsets.data()));
}

}  // namespace filigree::detail
