// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::detail {

/// What the choice of a kernel rests on: a pure function of it is Kernel::can_implement.
struct SddmmInput {
  bool planned = true;          ///< a workspace may be had
  bool is_blocked = false;      ///< Bsr, Bsc
  std::int64_t num_rows = 0;    ///< of the left matrix
  std::int64_t num_cols = 0;    ///< rows of the right matrix
  std::int64_t num_places = 0;  ///< of C's values
  std::int64_t inner = 0;
  bool left_is_contiguous = true;  ///< along the sum
  bool right_is_contiguous = true;
  std::int64_t left_stride = 0;  ///< entries from row to row
  std::int64_t right_stride = 0;
  std::int64_t left_col_stride = 1;
  std::int64_t right_col_stride = 1;
  bool dense_is_aligned = true;  ///< both matrices of all batches, to 16 bytes
  std::int64_t block_rows = 1;
  std::int64_t block_cols = 1;
  int compute_capability = 0;  ///< 90 for 9.0; of a host 0
};

}  // namespace filigree::detail
