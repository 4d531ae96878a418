// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

/// The matrix files of the tests, as parameters of them.

namespace filigree::test {

inline std::vector<std::filesystem::path> matrix_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(FILIGREE_MATRICES_DIR))
    files.push_back(file.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// A file's name as that of a test.
inline std::string test_name(std::string name) {
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

/// Names the test of a file.
struct MatrixFileName {
  template <class Info>
  std::string operator()(const Info& info) const {
    return test_name(info.param.filename());
  }
};

}  // namespace filigree::test
