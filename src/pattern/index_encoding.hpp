// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// How a block of rows of a compressed pattern keeps its columns (pattern/compressed.hpp). No
/// Kokkos here: .cu files include it too.

namespace filigree::detail {

enum class IndexEncoding : std::uint8_t { raw, narrow, shared_lists, dictionary };
inline constexpr int num_index_encodings = 4;

/// A row's id in the dictionary where its list is not there: its raw columns are read.
inline constexpr std::uint8_t not_in_dictionary = 255;

}  // namespace filigree::detail
