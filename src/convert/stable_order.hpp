// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace filigree::detail {

/// Orders the positions of `keys` by key: `permutation` lists them key by key ascending, and in
/// ascending order within a key (stable); key k's part is [offsets[k], offsets[k + 1]). Transposing
/// a pattern, assembling and sorting all come down to this.
///
/// The result does not depend on the number of threads. Host: a counting sort in parallel chunks
/// or, where its histograms would dwarf the data, a radix sort by digits (Knuth, TAOCP 3, 5.2.5).
/// CUDA: a radix sort over the bits that num_keys needs (Adinets and Merrill, "Onesweep", 2022, in
/// CUB). Other devices: a radix sort bit by bit. O(nnz + num_keys) time and scratch memory on the
/// host, O(nnz + num_keys log nnz) time on CUDA, O(nnz log num_keys + num_keys log nnz) elsewhere.
///
/// Instantiated for Key and Position in {int32, int64} and the default device and host spaces.
///
/// \param num_keys    keys run from `base` to base + num_keys - 1; others are undefined behaviour
/// \param offsets     num_keys + 1, zero-based
/// \param permutation keys.extent(0) positions, zero-based; their number must fit Position
/// \throws Error internal_error where the lengths do not agree; execution_failed from the device
template <class Exec, class Key, class Position>
void stable_order_by_key(const Exec& exec, std::int64_t num_keys, Key base,
                         Kokkos::View<const Key*, typename Exec::memory_space> keys,
                         Kokkos::View<Position*, typename Exec::memory_space> offsets,
                         Kokkos::View<Position*, typename Exec::memory_space> permutation);

/// The order of stable_order_by_key without the offsets of the keys.
template <class Exec, class Key, class Position>
void stable_permutation_by_key(const Exec& exec, std::int64_t num_keys, Key base,
                               Kokkos::View<const Key*, typename Exec::memory_space> keys,
                               Kokkos::View<Position*, typename Exec::memory_space> permutation);

}  // namespace filigree::detail
