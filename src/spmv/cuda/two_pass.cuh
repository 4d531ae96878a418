// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/warp.hpp"
#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/two_pass.hpp"

/// A product with the transpose in two passes; TwoPass says what a plan holds for it. All that
/// leaves or enters device memory does so in streams: a product goes to its place by row through
/// shared memory, where random access is cheap.

namespace filigree::cuda {

template <class C>
inline constexpr int two_pass_width = two_pass_threads(sizeof(C));  ///< threads of a block

template <class C>
inline constexpr int two_pass_block = two_pass_width<C>* chunk_entries_a_thread;

/// Loads of a thread that are in flight at once.
template <class C>
inline constexpr int two_pass_loads = sizeof(C) <= 8 ? 8 : 4;

/// Blocks of a multiprocessor: what shared memory, and registers for these loads, allow.
template <class C>
inline constexpr int two_pass_occupancy = sizeof(C) <= 4 ? 3 : 2;

/// Bits of a word at and before this thread's lane.
__device__ inline unsigned lanes_up_to_mine() { return whole_warp >> (31 - threadIdx.x % 32); }

}  // namespace filigree::cuda
