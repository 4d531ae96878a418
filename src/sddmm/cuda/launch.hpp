// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "sddmm/cuda/arguments.hpp"
#include "sddmm/cuda/shape.hpp"

namespace filigree::cuda {

/// C = alpha (op(A) op(B)) o spy(C) + beta C where the rows of both dense matrices are contiguous,
/// the right one's less than 2 GiB apart, and there are fewer than 2^31 rows. `rows`: what is known
/// of C's rows, so that thread blocks take tiles of them where that pays. `hot_columns`: a bit for
/// each column, set of those that so many entries have that the L2 cache should keep their rows of
/// the right matrix (bit c % 32 of word c / 32); null: none. Every entry has the same bits whatever
/// is known, in every run, as long as no row is longer than it says. Allocates nothing, waits for
/// nothing. Works from compute capability 8.0 on.
template <class Arguments>
cudaError_t launch_lane_groups(const Arguments& arguments, const SddmmRows& rows,
                               const std::uint32_t* hot_columns, int multiprocessors,
                               cudaStream_t stream);

/// Copies a matrix to `to`, where row i begins at to[i to_stride].
template <class T>
cudaError_t launch_contiguous_copy(const StridedMatrix<const T>& from, T* to,
                                   std::int64_t to_stride, std::int64_t num_rows,
                                   std::int64_t inner, cudaStream_t stream);

}  // namespace filigree::cuda
