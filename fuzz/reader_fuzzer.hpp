// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <filigree/core/error.hpp>
#include <filigree/io/options.hpp>

namespace filigree::fuzz {

inline void start_kokkos() { static const Kokkos::ScopeGuard guard; }

/// The options take turns with the input's length, so that the corpus covers all of them. Little
/// memory: an input must not be able to ask for more than it is worth.
inline ReadOptions options_of(std::size_t size) {
  ReadOptions options;
  options.expand_symmetry = (size & 1) != 0;
  options.discard_imaginary = (size & 2) != 0;
  options.right_hand_sides = (size & 4) == 0;
  options.lenient = (size & 8) != 0;
  options.round_integers = (size & 16) != 0;
  options.max_bytes = 1 << 16;
  return options;
}

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// What every result must satisfy: indices within the sizes.
template <class Indices>
void require_in_range(const Indices& indices, std::int64_t limit) {
  for (std::size_t k = 0; k < indices.extent(0); ++k)
    require(indices(k) >= 0 && indices(k) < limit);
}

/// Malformed input may end in an Error that says what and where, and in nothing else.
template <class Read>
void read_or_refuse(Read read) {
  try {
    read();
  } catch (const Error& error) {
    const std::string_view message = error.what();
    require(message.size() > 20 && message.size() < 2000);
    require(error.status() == Status::invalid_value || error.status() == Status::not_supported ||
            error.status() == Status::insufficient_resources);
  }
}

}  // namespace filigree::fuzz
