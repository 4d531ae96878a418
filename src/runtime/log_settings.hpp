// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>

#include <filigree/core/export.hpp>

/// The log as programs set it that know no C++. Free of Kokkos.

namespace filigree::runtime {

///@{
/// As set_log_level and set_log_mask; after disable_log nothing.
FILIGREE_EXPORT void change_log_level(int level);
FILIGREE_EXPORT void change_log_mask(int mask);
///@}

///@{
/// Where lines go instead of a callback: to a file that is opened for them, or to one that is open;
/// null: stderr.
FILIGREE_EXPORT void log_to_path(const char* path);
FILIGREE_EXPORT void log_to_file(std::FILE* file);
///@}

/// Logs nothing until the program ends, whatever level and mask are asked for later.
FILIGREE_EXPORT void disable_log();

}  // namespace filigree::runtime
