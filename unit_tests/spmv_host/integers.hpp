// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <random>

namespace filigree::test {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Memory = Exec::memory_space;
template <class T>
using Vector = Kokkos::View<T*, Memory>;

/// Small integers: sums of their products are exact in any order.
template <class T>
Vector<T> integers(std::int64_t size, unsigned seed) {
  Vector<T> result("integers", size);
  std::mt19937 random(seed);
  for (std::int64_t i = 0; i < size; ++i) result(i) = T(int(random() % 15) - 7);
  return result;
}

}  // namespace filigree::test
