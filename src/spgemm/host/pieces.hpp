// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace filigree::detail {

/// Consecutive rows, of which a worker takes the next piece when it has done one: rows cost what
/// their products cost, which differs. Results do not depend on who does a row.
struct HostPieces {
  std::int64_t num_rows = 0;
  std::int64_t length = 1;  ///< rows a piece
  std::int64_t* next = nullptr;

  /// \param next a word of memory that lives as long as the work, which this sets
  HostPieces(std::int64_t rows, std::int64_t workers, std::int64_t* next_row)
      : num_rows(rows),
        length(std::clamp<std::int64_t>(rows / (32 * workers), 1, 1024)),
        next(next_row) {
    *next = 0;
  }

  /// Calls visit(begin, end) for the pieces of one worker.
  template <class Visit>
  void take(const Visit& visit) const {
    const std::atomic_ref<std::int64_t> shared(*next);
    for (;;) {
      const std::int64_t begin = shared.fetch_add(length, std::memory_order_relaxed);
      if (begin >= num_rows) return;
      visit(begin, std::min(begin + length, num_rows));
    }
  }
};

}  // namespace filigree::detail
