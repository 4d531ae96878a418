// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>

#include "description.hpp"

namespace filigree::tool {

/// What validate or compare were asked to look for, and found.
struct Found : std::runtime_error {
  using std::runtime_error::runtime_error;
};

extern const Command info_command;
extern const Command spy_command;
extern const Command convert_command;
extern const Command validate_command;
extern const Command compare_command;
extern const Command multiply_command;
extern const Command add_command;
extern const Command solve_command;
extern const Command bench_command;

}  // namespace filigree::tool
