// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/dense.hpp>
#include <filigree/io/read.hpp>
#include <filigree/permutation.hpp>
#include <filigree/prune.hpp>

#include <filesystem>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>
#include <io/matrix_files.hpp>
#include <prune/reference.hpp>

/// Sorting, pruning and dense conversion of real matrices against plain loops.

namespace filigree::test {
namespace {

using T = Types<Device, complex_double, int32_t, int64_t>;

class MatrixFiles : public ::testing::TestWithParam<std::filesystem::path> {
 public:
  const Device exec{};

  Entries<complex_double> by_row() const {
    const auto read = read_matrix<complex_double>(GetParam(), {.expand_symmetry = true});
    num_rows = read.num_rows();
    num_cols = read.num_cols();
    return entries_of(coo_to_csr(Host{}, read));
  }
  mutable int64_t num_rows = 0, num_cols = 0;
};

TEST_P(MatrixFiles, PruneAgreesWithPlainLoops) {
  const auto entries = by_row();
  const auto A = make_csr<T>(entries, num_rows, num_cols, {.index_base = IndexBase::one});
  for (const int percentage : {0, 30, 90}) {
    const double threshold = reference_threshold(entries, percentage);
    const auto expected = reference_kept(entries, threshold);
    expect_same(expected, entries_of(prune(exec, A, Percentage{double(percentage)}).matrix));
    expect_same(expected, entries_of(prune(exec, A, Threshold{threshold}).matrix));
    const auto counts = poisoned<int32_t, Device::memory_space>(num_rows);
    EXPECT_EQ(count_kept(exec, A, Threshold{threshold}, counts), int64_t(expected.size()));
    std::vector<int32_t> expected_counts(num_rows, 0);
    for (const auto& entry : expected) ++expected_counts[entry.row];
    EXPECT_EQ(entries_of(counts), expected_counts);
  }
  expect_same(reference_kept(entries, 0), entries_of(compress(exec, A)));
}

TEST_P(MatrixFiles, UnsortedRowsAreSortedAndRestored) {
  auto entries = by_row();
  const auto expected = entries;
  std::shuffle(entries.begin(), entries.end(), std::mt19937_64(1));
  std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.row < b.row; });
  const auto sorted = sort_entries(exec, make_csr<T>(entries, num_rows, num_cols));
  expect_same(expected, entries_of(sorted.matrix));
  expect_same(entries, entries_of(unsort_entries(exec, sorted)));
}

TEST_P(MatrixFiles, DenseAndBack) {
  // Large matrices have their first rows and columns: a unit test need not have gigabytes.
  constexpr int64_t limit = 1500;
  auto entries = by_row();
  std::erase_if(entries,
                [](const auto& entry) { return entry.row >= limit || entry.column >= limit; });
  num_rows = std::min(num_rows, limit);
  num_cols = std::min(num_cols, limit);
  const Kokkos::View<complex_double**, Kokkos::LayoutLeft, Device::memory_space> dense(
      "dense", num_rows, num_cols);
  csr_to_dense(exec, make_csr<T>(entries, num_rows, num_cols), dense);
  expect_same(reference_kept(entries, 0), entries_of(dense_to_csr<int32_t, int64_t>(exec, dense)));
  expect_same(sorted_by_column(reference_kept(entries, 0)), entries_of(dense_to_csc(exec, dense)));
}

INSTANTIATE_TEST_SUITE_P(All, MatrixFiles, ::testing::ValuesIn(matrix_files()), MatrixFileName());

}  // namespace
}  // namespace filigree::test
