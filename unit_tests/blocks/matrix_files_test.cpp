// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/read.hpp>

#include <filesystem>

#include <gtest/gtest.h>

#include <blocks/reference.hpp>
#include <io/matrix_files.hpp>

/// Block conversions of real matrices against plain loops.

namespace filigree::test {
namespace {

using T = Types<Device, double, int32_t, int32_t>;

class BlockMatrixFiles : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(BlockMatrixFiles, AgreeWithPlainLoops) {
  const Device exec;
  const auto read = copy_to<Kokkos::HostSpace>(
      coo_to_csr(Host{}, read_matrix<complex_double>(GetParam(), {.expand_symmetry = true})));
  // The real parts, none of them zero, so that fill and entries can be told apart.
  Entries<double> entries;
  for (const auto& entry : entries_of(read))
    entries.push_back(
        {entry.row, entry.column, entry.value.real() == 0 ? 1.0 : entry.value.real()});
  const int64_t rows = read.num_rows(), cols = read.num_cols();
  const auto A = make_csr<T>(entries, rows, cols, sorted_unique);
  for (const BlockLayout& block :
       {BlockLayout{2, 2}, {3, 5, BlockOrder::col_major}, {8, 8, BlockOrder::col_major}}) {
    const BsrOptions options{.memory_limit_bytes = int64_t(1) << 31, .block = block};
    const auto B = csr_to_bsr(exec, A, options);
    expect_bsr(entries, block, B);
    expect_same_csr(A, bsr_to_csr(exec, B));
    const auto C = bsr_to_bsc(exec, B);
    expect_bsc(entries, block, C);
    expect_same_csr(A, bsc_to_csr(exec, C));
    const auto D =
        bsr_to_bsr(exec, B, {.memory_limit_bytes = int64_t(1) << 31, .block = BlockLayout{4, 1}});
    expect_same_csr(A, bsr_to_csr(exec, D));
  }
  if (rows * cols > 100000000) return;
  const auto E =
      csr_to_blocked_ell(exec, A, {.memory_limit_bytes = int64_t(1) << 31, .block_size = 4});
  expect_same_csr(A, blocked_ell_to_csr<int32_t>(exec, E));
}

INSTANTIATE_TEST_SUITE_P(All, BlockMatrixFiles, ::testing::ValuesIn(matrix_files()),
                         MatrixFileName());

}  // namespace
}  // namespace filigree::test
