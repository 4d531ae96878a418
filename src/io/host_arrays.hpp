// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <exception>
#include <string>

#include <filigree/core/huge_pages.hpp>

#include "read_context.hpp"

namespace filigree::detail {

/// An array that a reader fills.
/// \throws Error alloc_failed
template <class T>
Kokkos::View<T, Kokkos::LayoutLeft, Kokkos::HostSpace> allocate_host(
    const ReadContext& context, const char* label, std::int64_t extent,
    std::int64_t second_extent = -1) {
  using View = Kokkos::View<T, Kokkos::LayoutLeft, Kokkos::HostSpace>;
  try {
    const auto properties = Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label));
    View result;
    if constexpr (View::rank == 2)
      result = View(properties, std::size_t(extent), std::size_t(second_extent));
    else
      result = View(properties, std::size_t(extent));
    advise_huge_pages(result);
    return result;
  } catch (const std::exception& failure) {
    throw_error(Status::alloc_failed,
                {context.operation, context.argument,
                 context.prefix() + "no memory for " + std::to_string(extent) +
                     (second_extent < 0 ? "" : " x " + std::to_string(second_extent)) + " entries",
                 "enough memory for the matrix", "read on a machine with more memory"});
  }
}

using HostPolicy =
    Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<std::int64_t>>;

/// Calls function(k) for k in [0, n); in parallel where that is worth a parallel region.
template <class Function>
void for_each_on_host(const char* label, std::int64_t n, Function function) {
  constexpr std::int64_t worthwhile = 1 << 15;
  if (n < worthwhile) {
    for (std::int64_t k = 0; k < n; ++k) function(k);
    return;
  }
  const Kokkos::DefaultHostExecutionSpace exec;
  Kokkos::parallel_for(label, HostPolicy(exec, 0, n), function);
  exec.fence(label);
}

/// Throws unless a size fits the index type.
template <class Index>
void check_index_range(const ReadContext& context, std::int64_t line, const char* what,
                       std::int64_t size, std::int64_t limit = std::numeric_limits<Index>::max()) {
  if (size <= limit) return;
  context.fail(line, std::to_string(size) + " " + what,
               "at most " + std::to_string(limit) + " for 32-bit indices",
               "read with std::int64_t indices");
}

}  // namespace filigree::detail
