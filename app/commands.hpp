// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "description.hpp"

namespace filigree::tool {

extern const Command info_command;
extern const Command spy_command;
extern const Command convert_command;
extern const Command multiply_command;
extern const Command add_command;
extern const Command solve_command;
extern const Command bench_command;

}  // namespace filigree::tool
