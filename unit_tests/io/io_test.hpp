// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include <unistd.h>

#include <filigree/io/read.hpp>

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

/// Entries by position, duplicates summed: what a sparse matrix is, whatever its order.
template <class Matrix>
auto entries(const Matrix& matrix) {
  std::map<std::pair<std::int64_t, std::int64_t>, typename Matrix::scalar_type> result;
  for (std::int64_t k = 0; k < matrix.nnz(); ++k)
    result[{matrix.row_indices()(k), matrix.col_indices()(k)}] += matrix.values()(k);
  return result;
}

template <class Scalar>
using Entries = std::map<std::pair<std::int64_t, std::int64_t>, Scalar>;

/// The status and message of the Error that a call throws; success where it throws none.
template <class Call>
std::pair<Status, std::string> outcome(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return {error.status(), error.what()};
  }
  return {Status::success, ""};
}

inline bool have_zlib() {
  return outcome([] { parse_matrix_market<double>("\x1f\x8b"); }).first != Status::not_supported;
}

}  // namespace filigree::test
