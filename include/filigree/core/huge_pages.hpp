// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

#include <filigree/core/export.hpp>

namespace filigree {

/// Asks the operating system to keep these `bytes` of host memory in huge pages, where it does so
/// on request only (Linux: transparent huge pages in the mode `madvise`). A processor prefetches
/// up to the end of a page and has to translate each page's address, so that products, whose time
/// is that of reading memory, gain with large arrays. Contents do not change. To be
/// called before the memory is written for the first time; pages in use already stay as they are,
/// or are exchanged later. Less than 4 MiB and other systems: nothing happens.
///
/// Done already for the entries of matrices that Filigree reads, converts and rewrites on the host,
/// for workspaces and HostDevice; not for small parts of plans, such as ids of rows, nor for a
/// caller's own arrays, x and y say. See madvise(2), MADV_HUGEPAGE.
FILIGREE_EXPORT void advise_huge_pages(void* data, std::size_t bytes) noexcept;

/// Asks so for the memory of a contiguous view; does nothing where that is not the host's.
template <class T, class... Properties>
void advise_huge_pages(const Kokkos::View<T, Properties...>& view) noexcept {
  using View = Kokkos::View<T, Properties...>;
  if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>)
    advise_huge_pages(const_cast<std::remove_const_t<typename View::value_type>*>(view.data()),
                      view.span() * sizeof(typename View::value_type));
}

}  // namespace filigree
