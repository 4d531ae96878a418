// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>

namespace filigree::detail {

/// An allocation that failed where it is not known for which public call: rethrow_as_error, which
/// knows, makes it an Error. what() says what there was no memory for.
struct NoMemory : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace filigree::detail
