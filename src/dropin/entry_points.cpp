// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dropin/function_names.hpp>
#include <dropin/route.hpp>

/// The functions of the drop-in library. Filigree's own have other names in it:
/// renamed_cusparse.txt.

using filigree::dropin::end_object;
using filigree::dropin::route;

#include "entry_points.inc"
