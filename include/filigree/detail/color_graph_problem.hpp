// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/detail/format_rows.hpp>

/// Graph colouring as the compiled library takes it.

namespace filigree::detail {

template <class Index>
struct ColoringProblem : CsrRows<Index, AnyOffsets> {
  std::int64_t num_entries = 0;
  std::int32_t* colors = nullptr;
  double fraction = 1;
  bool keep_given = false;
  int distance = 1;
};

/// Whether row a is coloured before row b, which have so many entries off the diagonal, mirrored
/// ones counted too. Neighbours of as many entries come in no order of their numbers, so that few
/// rows wait for each other.
KOKKOS_INLINE_FUNCTION bool colored_before(std::int64_t degree_a, std::int64_t a,
                                           std::int64_t degree_b, std::int64_t b) {
  const auto hash = [](std::int64_t row) {
    std::uint64_t h = std::uint64_t(row) + 0x9e3779b97f4a7c15u;  // the mixer of splitmix64
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
  };
  if (degree_a != degree_b) return degree_a > degree_b;
  const std::uint64_t hash_a = hash(a), hash_b = hash(b);
  return hash_a != hash_b ? hash_a > hash_b : a > b;
}

/// \throws Error as color_graph
FILIGREE_EXPORT void check_coloring(std::string_view operation, std::int64_t num_rows,
                                    std::int64_t num_cols, double fraction, int distance);

/// Colours the rows; returns the number of colours. Waits for the device.
template <class Exec, class Index>
FILIGREE_EXPORT std::int64_t color_rows(const Exec& exec, const ColoringProblem<Index>& problem);

}  // namespace filigree::detail
