// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <filigree/core/activation.hpp>
#include <filigree/core/block_scale.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/structured_kind.hpp>

/// \file
/// What the operations on structured matrices are asked for, and what they answer.

namespace filigree {

/// Which entries of a matrix make up its groups.
enum class GroupDirection {
  along_rows,     ///< consecutive entries of a row
  along_columns,  ///< consecutive entries of a column
};

/// How pruning chooses what stays. Magnitudes compare as doubles, NaN as infinity; that of a pair
/// is the sum of its entries'.
enum class StructuredPruneRule {
  /// Each group keeps its units of the largest magnitudes; of equal ones the first.
  strip,
  /// Square tiles, of as many rows as a group has units, keep as many units of each row and column
  /// as strip keeps of a group: the choice with the largest sum of magnitudes; of equal ones the
  /// one whose row masks, bit i for unit i, come first in lexicographic order (rows here are those
  /// that groups lie in). With 2^e the power of two at or below the tile's largest finite
  /// magnitude, magnitudes count in multiples of 2^(e - 50), cut off; an infinite one counts more
  /// than all finite ones together. But for pairs the tile is structured in both directions.
  tile,
};

/// Where a dense matrix breaks the rule that structured_check looks for: its first group with too
/// many entries that are not zero, by matrix of the batch, then along the lines that groups lie in.
struct StructuredCheck {
  std::int64_t batch = -1;  ///< -1 where there is no such group
  std::int64_t row = -1;    ///< of the group's first entry
  std::int64_t col = -1;    ///< of the group's first entry

  /// Whether there is no such group.
  bool passed() const { return batch < 0; }
  /// Whether all members are equal.
  friend bool operator==(const StructuredCheck&, const StructuredCheck&) = default;
};

/// How structured_compress chooses what to keep.
struct StructuredCompressOptions {
  /// Look for groups with too many entries first, and throw where there is one. Without it they
  /// lose all but the first that fit, and the call does not wait for the device.
  bool check = true;
  /// Which groups keep what; empty: structured_kind of the scalar.
  std::optional<StructuredKind> kind = {};
};

/// The operand that factors belong to: one that is read, D, which a scalar multiplies, or D as it
/// is stored (StructuredScales::d_out).
enum class ScaledOperand { a, b, c, d, d_out };

/// Factors of an operand. What is stored times its factor is what the product takes.
template <class MemorySpace>
struct StructuredScale {
  /// Which of the Views counts; none: neither, the entries are as they are stored.
  ScaleMode mode = ScaleMode::none;
  Kokkos::View<const float*, MemorySpace> scalar = {};  ///< one, for ScaleMode::scalar
  /// For modes with blocks: scale_bytes for each matrix of a batch, one after the other. They are
  /// float8_ue4m3 or float8_ue8m0, bit by bit. Padding is not read.
  Kokkos::View<const std::uint8_t*, MemorySpace> factors = {};
};

/// Factors that a product finds for its result.
template <class MemorySpace>
struct StructuredScaleOut {
  /// Blocks that get a factor each; none: no factors are found.
  ScaleMode mode = ScaleMode::none;
  /// scale_bytes for each matrix of the batch. Padding is not written.
  Kokkos::View<std::uint8_t*, MemorySpace> factors = {};
};

/// Factors of narrow matrices, float4_e2m1 and float8_e4m3: structured_supports_scale. Blocks of A
/// and B lie along k: lines are the rows of op(A) and the columns of op(B). Where a matrix is one
/// for a whole batch, so are its factors.
template <class MemorySpace>
struct StructuredScales {
  StructuredScale<MemorySpace> a = {};  ///< of the entries of A
  StructuredScale<MemorySpace> b = {};  ///< of the entries of B
  StructuredScale<MemorySpace> c = {};  ///< C counts with them: beta (factor c)
  StructuredScale<MemorySpace> d = {};  ///< a scalar; D is multiplied by it last
  /// D is stored divided by its factors: a block's is the smallest not below its largest magnitude
  /// divided by the type's largest value. A block with NaN has NaN for a factor.
  StructuredScaleOut<MemorySpace> d_out = {};
  /// Where blocks of C and D lie: their lines are rows, or columns.
  GroupDirection direction = GroupDirection::along_rows;
};

/// What happens to a sum of products before it is stored, in this order:
///
///     d = scale act(alpha sum + beta c + bias)
///
/// in float (where D is int32, in double but for GELU), rounded once: integers to nearest even
/// within their range, 8-bit floats to nearest even within their finite range. A *channel* is a row
/// of D. Views are read when the product runs.
template <class MemorySpace>
struct StructuredEpilogue {
  /// A float for each row of D, in memory of the execution space; no entries: not used.
  using channel_view = Kokkos::View<const float*, MemorySpace>;

  channel_view alpha = {};  ///< one a channel, instead of the call's alpha
  /// One a channel, instead of the call's beta; where it is 0, C is not read. Needs a C. It does
  /// not need an alpha for each channel, nor the other way round.
  channel_view beta = {};
  channel_view bias = {};        ///< one a channel, and again after each bias_stride entries
  std::int64_t bias_stride = 0;  ///< from the bias of a matrix to the next one's; 0: one for all
  /// The function act.
  Activation activation = Activation::none;
  ///@{
  /// For Activation::relu: what is at most the threshold becomes 0, what is above the bound the
  /// bound.
  float relu_threshold = 0;
  float relu_bound = std::numeric_limits<float>::infinity();
  ///@}
  /// For Activation::gelu: a factor of its result.
  float gelu_scale = 1;
  float scale = 1;  ///< of D
  /// Factors of A, B, C and D where these are narrow.
  StructuredScales<MemorySpace> scales = {};
};

/// What a plan chose and why, for people and for programs.
struct StructuredMatmulExplanation {
  std::string_view kernel;  ///< its name, as apply returns it
  std::string reason;       ///< why this kernel
  int k_parts = 1;          ///< parts of k whose sums go through the workspace; 1: it is not cut
  std::int64_t workspace_bytes = 0;  ///< that the kernel needs; 0: none
  /// Additions and multiplications: 2 for each kept entry (zeros that fill groups too) and column.
  std::int64_t operations = 0;
  /// The structured operand, the dense one and D once each, matrices that a whole batch shares
  /// once: the least that a product without C moves.
  std::int64_t bytes_moved = 0;
  double bandwidth = 0;         ///< bytes a second that the expectation assumes
  double expected_seconds = 0;  ///< bytes_moved at `bandwidth`: a floor, arithmetic may take longer

  /// All of it in one line.
  FILIGREE_EXPORT std::string text() const;
};

/// Which kernel a product with a structured matrix runs.
struct StructuredMatmulOptions {
  /// Kernels that may run; tuned throws not_supported where there is none for the product.
  Backend backend = Backend::automatic;
  /// The name of the kernel to run, as KernelId gives it, instead of the library's choice. Throws
  /// not_supported where that kernel does not take the product. A kernel that needs a workspace is
  /// for plans only: StructuredMatmulPlan::workspace_bytes.
  std::string_view kernel = {};
};

}  // namespace filigree
