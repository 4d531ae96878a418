// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Made by src/dropin/generate.py of src/cusparse/functions.txt.
#pragma once

namespace filigree::dropin {

enum { num_functions = 481 };
/// Those that return a status; their places are the numbers of the calls.
extern const char* const function_names[num_functions];

}  // namespace filigree::dropin
