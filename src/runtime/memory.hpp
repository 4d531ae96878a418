// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <filigree/core/export.hpp>
#include <runtime/target.hpp>

/// Memory of a target, for programs in languages that have none of their own for a device.

namespace filigree::runtime {

/// Which of two places is in the target's memory; the other one is the host's.
enum class CopyKind { to_target, from_target, within_target };

/// Memory whose contents are undefined; null for no bytes. \throws Error alloc_failed
FILIGREE_EXPORT void* allocate_memory(const Target& target, std::size_t bytes);
/// Ends what allocate_memory gave on such a target, after all that was started there; null is
/// nothing. Where Kokkos has ended, the memory went with it.
FILIGREE_EXPORT void free_memory(const Target& target, void* memory);
/// Copies in the order of the target's stream and waits. The places do not overlap.
FILIGREE_EXPORT void copy_memory(const Target& target, CopyKind kind, void* to, const void* from,
                                 std::size_t bytes);
/// Sets each byte, in the order of the target's stream.
FILIGREE_EXPORT void fill_memory(const Target& target, void* memory, unsigned char byte,
                                 std::size_t bytes);

}  // namespace filigree::runtime
