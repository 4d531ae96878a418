// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/core/file_path.hpp>

namespace filigree::detail {

/// Writes a text to a file that appears under its name when it is complete; a former one stays as
/// it was until then. Names of something else than a regular file are written to directly.
/// \throws Error mapping_error where that fails
FILIGREE_EXPORT void write_file(std::string_view operation, const FilePath& path,
                                std::string_view text);

/// Removes what has been written of a file that is not complete. For handlers of signals that end
/// the program: it calls nothing that is not allowed there.
FILIGREE_EXPORT void remove_unfinished_file() noexcept;

}  // namespace filigree::detail
