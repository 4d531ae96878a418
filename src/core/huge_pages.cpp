// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/huge_pages.hpp>

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace filigree {

void advise_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::size_t worthwhile = std::size_t(4) << 20;
  if (bytes < worthwhile) return;
  // Whole pages only: the first and last may hold a neighbour's data.
  static const auto page = std::uintptr_t(sysconf(_SC_PAGESIZE));
  const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(data) + page - 1) / page * page;
  const std::uintptr_t last = (reinterpret_cast<std::uintptr_t>(data) + bytes) / page * page;
  // It may fail, in a kernel without huge pages for example: they are then not to be had.
  static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
#endif
}

}  // namespace filigree
