// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/guard.hpp>
#include <runtime/types.hpp>

#include <cusparse/entry_points.inc>
