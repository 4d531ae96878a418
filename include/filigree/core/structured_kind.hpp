// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace filigree {

/// N:M sparsity: of each `group` of consecutive entries `kept` are stored, in units of `unit`
/// entries that stay or go together. There are the kinds below.
struct StructuredKind {
  int kept = 0;   ///< entries of a group that are stored
  int group = 0;  ///< consecutive entries of which some are stored
  int unit = 1;   ///< entries that stay or go together; divides both
  /// Whether all members are equal.
  friend constexpr bool operator==(const StructuredKind&, const StructuredKind&) = default;
};

///@{
/// One entry of two, two of four, one of four, two of eight.
inline constexpr StructuredKind structured_1_2{1, 2};
inline constexpr StructuredKind structured_2_4{2, 4};
inline constexpr StructuredKind structured_1_4{1, 4};
inline constexpr StructuredKind structured_2_8{2, 8};
///@}
/// Two of the four pairs that 8 entries make up.
inline constexpr StructuredKind structured_paired_4_8{4, 8, 2};
/// All that there are.
inline constexpr StructuredKind structured_kinds[] = {
    structured_1_2, structured_2_4, structured_1_4, structured_2_8, structured_paired_4_8};

}  // namespace filigree
