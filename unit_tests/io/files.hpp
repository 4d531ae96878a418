// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <unistd.h>

/// The files of unit_tests/data, and folders for those that tests write.

namespace filigree::test {

inline std::filesystem::path data_file(const std::string& name) {
  return std::filesystem::path(FILIGREE_TEST_DATA_DIR) / name;
}

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A folder that vanishes with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "filigree-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  std::size_t num_files() const {
    return std::size_t(std::distance(std::filesystem::directory_iterator(path_),
                                     std::filesystem::directory_iterator()));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace filigree::test
