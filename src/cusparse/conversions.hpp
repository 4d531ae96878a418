// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cusparse/objects.hpp>

namespace filigree::cusparse {

/// Between CSR, CSC and COO; without values the pattern alone. Waits where it is without.
void convert_entries(const cusparseContext& handle, runtime::SparseOperand from,
                     runtime::SparseOperand to, bool with_values);

}  // namespace filigree::cusparse
