// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spgemm_front.hpp>

/// The generic kernels' workers: as many threads as may have memory of their own each. Worker w
/// does rows w, w + workers, ...

namespace filigree::detail {

/// What the workers of a device may have where the caller sets no limit.
inline constexpr std::int64_t most_worker_bytes = std::int64_t(256) << 20;

/// How many workers fit in `limit` bytes; 0 where not even one does.
template <class Exec>
std::int64_t spgemm_workers(const Exec& exec, std::int64_t num_rows, std::int64_t bytes_each,
                            std::int64_t limit) {
  std::int64_t workers =
      std::min<std::int64_t>(exec.concurrency(), std::max<std::int64_t>(num_rows, 1));
  if (bytes_each == 0) return workers;
  if (!is_host_execution_v<Exec>)
    workers = std::min(workers, std::max<std::int64_t>(most_worker_bytes / bytes_each, 1));
  return std::min(workers, limit / bytes_each);
}

}  // namespace filigree::detail
