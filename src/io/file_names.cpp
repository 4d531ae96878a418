// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file_names.hpp"

#include <string>
#include <string_view>

namespace filigree::detail {

std::optional<MatrixFileFormat> format_of_name(std::filesystem::path path) {
  if (path.extension() == ".gz") path.replace_extension();
  std::string extension = path.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (extension == ".mtx" || extension == ".mm") return MatrixFileFormat::matrix_market;
  const auto one_of = [](char letter, std::string_view letters) {
    return letters.find(letter) != std::string_view::npos;
  };
  const bool typed = extension.size() == 4 && one_of(extension[1], "rcpi") &&
                     one_of(extension[2], "usrhz") && one_of(extension[3], "ae");
  if (typed || extension == ".rb" || extension == ".hb") return MatrixFileFormat::harwell_boeing;
  if (extension == ".bin") return MatrixFileFormat::binary;
  return std::nullopt;
}

}  // namespace filigree::detail
