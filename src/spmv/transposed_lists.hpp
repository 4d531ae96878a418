// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <pattern/compressed.hpp>
#include <spmv/cuda/transposed_lists.hpp>

namespace filigree::detail {

/// The dictionary of stored rows as products with the transpose read it. The rows' lists themselves
/// stay in the compressed pattern.
template <class MemorySpace>
struct TransposedLists {
  cuda::TransposedLists sizes{};  ///< all but the pointers
  Kokkos::View<std::int32_t*, MemorySpace> deltas;
  Kokkos::View<std::uint8_t*, MemorySpace> slots;
  Kokkos::View<std::uint32_t*, MemorySpace> entries;

  bool exists() const { return sizes.num_lists > 0; }
  /// The sums that tiles of stored rows keep in windows; 0 where there are no windows.
  std::int64_t window_sums(std::int64_t stored_rows) const {
    if (sizes.num_windows == 0) return 0;
    return (stored_rows + sizes.rows_a_tile - 1) / sizes.rows_a_tile * sizes.window_entries;
  }

  cuda::TransposedLists pointers(const CompressedIndices& compressed) const {
    cuda::TransposedLists result = sizes;
    result.list_of_row = compressed.pattern_ids;
    result.deltas = deltas.data();
    result.slots = slots.data();
    result.entries = entries.data();
    return result;
  }

  std::int64_t memory_bytes() const {
    return std::int64_t(4 * deltas.extent(0) + slots.extent(0) + 4 * entries.extent(0));
  }
};

/// What TransposedLists has, on the host.
struct HostTransposedLists {
  cuda::TransposedLists sizes{};
  std::vector<std::int32_t> deltas;
  std::vector<std::uint8_t> slots;
  std::vector<std::uint32_t> entries;
};

/// A pure function of a dictionary's lists: no lists (num_lists = 0) where they have too many
/// deltas or one of them twice, no windows where these or their table would be too large for fast
/// memory.
HostTransposedLists transpose_lists(const std::vector<std::vector<std::int32_t>>& lists,
                                    int rows_a_tile);

/// Lists from a compressed pattern; none where not every row is in the dictionary. Waits for
/// the device.
template <class MemorySpace>
TransposedLists<MemorySpace> transpose_lists(const EncodedPattern<MemorySpace>& compressed,
                                             int rows_a_tile) {
  TransposedLists<MemorySpace> result;
  if (!compressed.is_compressed() || compressed.rows_off_dictionary > 0 ||
      compressed.entries_of[int(IndexEncoding::dictionary)] != compressed.total_entries())
    return result;
  const auto copy = [](const auto& view) {
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  };
  const auto offsets = copy(compressed.list_offsets);
  const auto entries = copy(compressed.lists);
  std::vector<std::vector<std::int32_t>> lists;
  for (std::size_t list = 0; list + 1 < offsets.extent(0); ++list)
    lists.emplace_back(entries.data() + offsets(list), entries.data() + offsets(list + 1));
  const HostTransposedLists host = transpose_lists(lists, rows_a_tile);
  result.sizes = host.sizes;
  const auto upload = [](const auto& values, auto& view, const char* label) {
    using View = std::decay_t<decltype(view)>;
    view = View(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label)), values.size());
    Kokkos::deep_copy(
        view,
        Kokkos::View<const typename View::value_type*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
            values.data(), values.size()));
  };
  upload(host.deltas, result.deltas, "filigree::spmv::list_deltas");
  upload(host.slots, result.slots, "filigree::spmv::list_slots");
  upload(host.entries, result.entries, "filigree::spmv::window_entries");
  return result;
}

}  // namespace filigree::detail
