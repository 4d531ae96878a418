// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <convert/entries.hpp>
#include <core/refuse.hpp>
#include <filigree/detail/format_rows.hpp>

namespace filigree::detail {

/// Throws invalid_value unless the offsets of `num_major` rows (columns) begin and end where those
/// of `nnz` entries do. Waits for the device.
template <class Exec>
void check_offsets(std::string_view operation, std::string_view argument, const Exec& exec,
                   const AnyOffsets& offsets, std::int64_t num_major, std::int64_t nnz,
                   std::int64_t base) {
  const void* const data = offsets.data();
  if (data == nullptr || num_major == 0) return;
  const auto at = [&](std::int64_t k) {
    return offsets.is_wide()
               ? read_entry(exec, static_cast<const std::int64_t*>(data), k)
               : std::int64_t(read_entry(exec, static_cast<const std::int32_t*>(data), k));
  };
  const std::int64_t first = at(0), last = at(num_major);
  if (first == base && last == base + nnz) return;
  refuse(operation, argument, "from " + std::to_string(first) + " to " + std::to_string(last),
         "from " + std::to_string(base) + " to " + std::to_string(base + nnz) + " (index base " +
             std::to_string(base) + ", " + std::to_string(nnz) + " entries)",
         "give the matrix the index_base of its arrays; validate() checks all of them");
}

}  // namespace filigree::detail
