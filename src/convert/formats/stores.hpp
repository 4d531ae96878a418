// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace filigree::detail {

/// What conversions give a place beside its column: the entry that it takes its value from, or the
/// value.
struct StoreEntry {
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t place, std::int64_t entry) const {
    places[place] = entry;
  }
  KOKKOS_FUNCTION void pad(std::int64_t place) const { places[place] = -1; }
};

template <class Value>
struct StoreValue {
  const Value* from;
  Value* to;

  KOKKOS_FUNCTION void operator()(std::int64_t place, std::int64_t entry) const {
    to[place] = from[entry];
  }
  KOKKOS_FUNCTION void pad(std::int64_t place) const { to[place] = Value{}; }
};

}  // namespace filigree::detail
