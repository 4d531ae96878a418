// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include <filigree/io/read.hpp>

#include "io/files.hpp"

namespace filigree::test {

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
