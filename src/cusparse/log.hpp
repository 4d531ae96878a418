// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// The log, as cuSPARSE's interface sets it.

namespace filigree::cusparse {

/// Does once what CUSPARSE_LOG_LEVEL, CUSPARSE_LOG_MASK and CUSPARSE_LOG_FILE say. What they say
/// wrongly is passed over: a program must not stop for it.
void honour_log_variables();

}  // namespace filigree::cusparse
