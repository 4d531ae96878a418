// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

/// Whether entries of one strided array share memory.

namespace filigree::detail {

struct StridedExtent {
  std::int64_t extent = 1;
  std::int64_t stride = 0;  ///< between neighbours, in entries; not negative
};

/// Whether no two entries of an array of up to three dimensions lie at one place. Exact: strides in
/// any order, interleaved ones too. O(1) where dimensions are nested in each other, as leading
/// dimensions make them; else O(smallest extent) for three dimensions, O(1) for two.
bool entries_are_apart(std::span<const StridedExtent> dimensions);

/// Throws invalid_value where entries of an array that is written share memory: two threads may not
/// write one.
void check_entries_apart(std::string_view operation, std::string_view argument,
                         std::span<const StridedExtent> dimensions);

}  // namespace filigree::detail
