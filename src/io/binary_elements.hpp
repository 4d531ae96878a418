// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "host_arrays.hpp"

/// Elements of a binary file's arrays, wherever these lie in memory.

namespace filigree::detail::binary {

template <class T>
T load(const char* data, std::int64_t k) {
  T value;
  std::memcpy(&value, data + std::size_t(k) * sizeof(T), sizeof(T));
  return value;
}

/// An array of 32- or 64-bit integers at any address.
struct Integers {
  const char* data = nullptr;
  bool wide = false;
  std::int64_t operator()(std::int64_t k) const {
    return wide ? load<std::int64_t>(data, k) : load<std::int32_t>(data, k);
  }
};

inline constexpr std::int64_t nowhere = std::numeric_limits<std::int64_t>::max();

/// The least k in [0, n) for which wrong(k); nowhere where there is none.
template <class Wrong>
std::int64_t first_wrong(std::int64_t n, Wrong wrong) {
  std::int64_t first = nowhere;
  Kokkos::parallel_reduce(
      "filigree::binary::check", HostPolicy(0, n),
      [=](std::int64_t k, std::int64_t& least) {
        if (k < least && wrong(k)) least = k;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

}  // namespace filigree::detail::binary
