// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace filigree::detail {

/// Sets words of the workspace, or a report, in the order of `exec`.
struct FillWords {
  std::int64_t* words;
  std::int64_t value;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const { words[k] = value; }
};
template <class Exec>
void fill_words(const Exec& exec, std::int64_t* words, std::int64_t length, std::int64_t value) {
  Kokkos::parallel_for("filigree::fill_words",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, length),
                       FillWords{words, value});
}

}  // namespace filigree::detail
