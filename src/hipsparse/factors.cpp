// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/factor_state.hpp>
#include <hipsparse/support.hpp>

/// Incomplete Cholesky factorizations, of which cuSPARSE has all but what counts as a zero pivot.

namespace filigree::hipsparse {

void CreateCsric02Info(csric02Info_t* info) {
  *info = new csric02Info;
  (*info)->negative_is_zero = false;
}
void CreateBsric02Info(bsric02Info_t* info) {
  *info = new bsric02Info;
  (*info)->negative_is_zero = false;
}

}  // namespace filigree::hipsparse
