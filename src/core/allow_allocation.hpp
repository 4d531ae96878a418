// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/export.hpp>

namespace filigree::detail {

/// While one lives, this thread may allocate, free and ask how far a stream is, though another
/// stream records a graph. CUDA refuses that otherwise, and the recording is lost.
class FILIGREE_EXPORT AllowAllocation {
 public:
  AllowAllocation();
  AllowAllocation(const AllowAllocation&) = delete;
  ~AllowAllocation();

 private:
  int mode_ = 0;
};

}  // namespace filigree::detail
