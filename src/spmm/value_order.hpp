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
};

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
  const auto slots = result.slots;
  const auto sources = result.sources;
  const auto target_slots = result.target_slots;
  // Both orders are by tile, and stable: entries by their values' tile, then what lies between the
  // passes by its entry's tile.
  const auto keys = plan_array<std::int32_t>(exec, "filigree::spmm::value_tiles", count);
  const auto entries = plan_array<std::int32_t>(exec, "filigree::spmm::tiled_entries", count);
  Kokkos::parallel_for(
      "filigree::spmm::value_tiles", EntryRange<Exec>(exec, 0, count),
      KOKKOS_LAMBDA(const std::int64_t q) { keys(q) = std::int32_t(places[q] / tile); });
  stable_permutation_by_key<Exec, std::int32_t, std::int32_t>(exec, num_tiles, 0, keys, entries);
  Kokkos::parallel_for(
      "filigree::spmm::value_slots", EntryRange<Exec>(exec, 0, count),
      KOKKOS_LAMBDA(const std::int64_t between) {
        const std::int32_t entry = entries(between);
        slots(places[entry]) = std::uint16_t(between % tile);
        keys(between) = std::int32_t(entry / tile);
      });
  stable_permutation_by_key<Exec, std::int32_t, std::int32_t>(exec, num_tiles, 0, keys, sources);
  Kokkos::parallel_for(
      "filigree::spmm::target_slots", EntryRange<Exec>(exec, 0, count),
      KOKKOS_LAMBDA(const std::int64_t k) {
        target_slots(k) = std::uint16_t(entries(sources(k)) % tile);
      });
  exec.fence("filigree::spmm::order_values");  // scratch arrays go out of scope
  return result;
}

}  // namespace filigree::detail
