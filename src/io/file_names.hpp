// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>

#include <filigree/io/read.hpp>

namespace filigree::detail {

/// The format that a file's name promises, .gz left out; nothing where it tells none.
std::optional<MatrixFileFormat> format_of_name(std::filesystem::path path);

}  // namespace filigree::detail
