// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <convert/stable_order.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <spmm/cuda/select.hpp>
#include <spmv/rewrite.hpp>

namespace filigree::detail {

/// How values come into the order of a plan's rows; cuda::ValueOrder says what the arrays mean.
/// Empty where rows read the values where they lie.
template <class MemorySpace>
struct ValueOrder {
  Kokkos::View<std::uint16_t*, MemorySpace> slots;
  Kokkos::View<std::int32_t*, MemorySpace> sources;
  Kokkos::View<std::uint16_t*, MemorySpace> target_slots;

  bool exists() const { return sources.extent(0) > 0; }
  /// What a product reads of it.
  std::int64_t memory_bytes() const {
    return std::int64_t(2 * slots.extent(0) + 4 * sources.extent(0) + 2 * target_slots.extent(0));
  }
};

/// The steps of order_values; an entry is a place in the plan's rows.
namespace value_order {

/// The tile of every entry's value.
template <class Offset>
struct FindTiles {
  const Offset* places;
  std::int32_t* tiles;

  KOKKOS_FUNCTION void operator()(const std::int64_t entry) const {
    tiles[entry] = std::int32_t(places[entry] / cuda::value_tile);
  }
};

/// Where in its tile each value goes between the passes, and the tile of the entry that it is for.
template <class Offset>
struct FindSlots {
  const Offset* places;
  const std::int32_t* entries;
  std::uint16_t* slots;
  std::int32_t* tiles;

  KOKKOS_FUNCTION void operator()(const std::int64_t between) const {
    const std::int32_t entry = entries[between];
    slots[places[entry]] = std::uint16_t(between % cuda::value_tile);
    tiles[between] = std::int32_t(entry / cuda::value_tile);
  }
};

struct FindTargetSlots {
  const std::int32_t* entries;
  const std::int32_t* sources;
  std::uint16_t* target_slots;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const {
    target_slots[k] = std::uint16_t(entries[sources[k]] % cuda::value_tile);
  }
};

}  // namespace value_order

/// For a pattern whose value_index names every place below nnz once, and nnz below 2^31.
template <class Exec, class Offset, class Index>
ValueOrder<typename Exec::memory_space> order_values(const Exec& exec,
                                                     const GatherPattern<Offset, Index>& pattern) {
  constexpr std::int64_t tile = cuda::value_tile;
  const std::int64_t count = pattern.nnz;
  const std::int64_t num_tiles = (count + tile - 1) / tile;
  const Offset* const places = pattern.value_index;
  ValueOrder<typename Exec::memory_space> result;
  result.slots = plan_array<std::uint16_t>(exec, "filigree::spmm::value_slots", count);
  result.sources = plan_array<std::int32_t>(exec, "filigree::spmm::value_sources", count);
  result.target_slots = plan_array<std::uint16_t>(exec, "filigree::spmm::target_slots", count);
  // Both orders are by tile, and stable: entries by their values' tile, then what lies between the
  // passes by its entry's tile.
  const auto keys = plan_array<std::int32_t>(exec, "filigree::spmm::value_tiles", count);
  const auto entries = plan_array<std::int32_t>(exec, "filigree::spmm::tiled_entries", count);
  const EntryRange<Exec> all(exec, 0, count);
  Kokkos::parallel_for("filigree::spmm::value_tiles", all,
                       value_order::FindTiles<Offset>{places, keys.data()});
  stable_permutation_by_key<Exec, std::int32_t, std::int32_t>(exec, num_tiles, 0, keys, entries);
  Kokkos::parallel_for(
      "filigree::spmm::value_slots", all,
      value_order::FindSlots<Offset>{places, entries.data(), result.slots.data(), keys.data()});
  stable_permutation_by_key<Exec, std::int32_t, std::int32_t>(exec, num_tiles, 0, keys,
                                                              result.sources);
  Kokkos::parallel_for("filigree::spmm::target_slots", all,
                       value_order::FindTargetSlots{entries.data(), result.sources.data(),
                                                    result.target_slots.data()});
  exec.fence("filigree::spmm::order_values");  // scratch arrays go out of scope
  return result;
}

}  // namespace filigree::detail
