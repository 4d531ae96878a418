// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace filigree::detail {

/// Block columns of columns from 0 to `num_cols` - 1, by a product: a division takes as long as all
/// else that is done to an entry. It is exact below 2^31, since multiplier * cols exceeds
/// 2^shift by at most 2^(shift - 31).
class BlockColumns {
 public:
  BlockColumns(std::int64_t num_cols, std::int64_t cols)
      : cols_(std::min(cols, std::max<std::int64_t>(num_cols, 1))) {
    if (num_cols > std::int64_t(1) << 31) return;
    shift_ = 31 + int(std::bit_width(std::uint64_t(cols_ - 1)));
    multiplier_ = (std::uint64_t(1) << shift_) / std::uint64_t(cols_) + 1;
  }
  std::int64_t operator()(std::int64_t col) const {
    if (multiplier_ == 0) return col / cols_;
    return std::int64_t((std::uint64_t(col) * multiplier_) >> shift_);
  }
  /// The first column of a block column.
  std::int64_t first(std::int64_t block_col) const { return block_col * cols_; }

 private:
  std::int64_t cols_;
  int shift_ = 0;
  std::uint64_t multiplier_ = 0;  ///< 0: divide
};

}  // namespace filigree::detail
