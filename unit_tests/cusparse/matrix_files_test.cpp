// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE as a second opinion on sorting, conversions and pruning of real matrices.
#include <filigree/io/read.hpp>

#include <filesystem>

#include <cusparse/comparisons.hpp>
#include <io/matrix_files.hpp>

namespace filigree::test::cusparse {
namespace {

class CusparseMatrixFiles : public ::testing::TestWithParam<std::filesystem::path> {
 protected:
  HostMatrix<complex_double> read() const {
    const auto coo = read_matrix<complex_double>(GetParam(), {.expand_symmetry = true});
    return {entries_of(coo_to_csr(Host{}, coo)), coo.num_rows(), coo.num_cols()};
  }
  static HostMatrix<double> real_parts(const HostMatrix<complex_double>& A) {
    HostMatrix<double> result{{}, A.rows, A.cols};
    for (const auto& entry : A.entries)
      result.entries.push_back({entry.row, entry.column, entry.value.real()});
    return result;
  }
  /// Its first rows and columns: a dense matrix need not have gigabytes.
  static HostMatrix<double> corner(HostMatrix<double> A) {
    constexpr int64_t limit = 1000;
    std::erase_if(A.entries,
                  [](const auto& entry) { return entry.row >= limit || entry.column >= limit; });
    A.rows = std::min(A.rows, limit);
    A.cols = std::min(A.cols, limit);
    return A;
  }

  /// compare(attempt, base) for both bases.
  template <class S, class Compare>
  void run(const HostMatrix<S>& A, Compare compare) const {
    if (A.rows == 0 || A.cols == 0)
      GTEST_SKIP() << "cuSPARSE writes nothing for a matrix of " << A.rows << " x " << A.cols;
    Attempts attempt(A.entries.empty());
    for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
      SCOPED_TRACE("indices from " + std::to_string(int(base)));
      compare(attempt, base);
    }
    if (!attempt.refused().empty()) GTEST_SKIP() << "cuSPARSE refuses: " << attempt.refused();
  }
};

TEST_P(CusparseMatrixFiles, Orders) {
  const auto A = read();
  const Comparison<complex_double> with;
  run(A, [&](Attempts& attempt, IndexBase base) { compare_orders(attempt, with, A, base); });
}

TEST_P(CusparseMatrixFiles, Blocks) {
  const auto A = real_parts(read());
  const Comparison<double> with;
  run(A, [&](Attempts& attempt, IndexBase base) {
    compare_blocks(attempt, with, A, base, {{2, 2}, {3, 5}});
  });
}

TEST_P(CusparseMatrixFiles, Dense) {
  const auto A = corner(real_parts(read()));
  const Comparison<double> with;
  run(A, [&](Attempts& attempt, IndexBase base) { compare_dense(attempt, with, A, base); });
}

TEST_P(CusparseMatrixFiles, Pruning) {
  const auto A = corner(real_parts(read()));
  const Comparison<double> with;
  const PruneComparison<double> prune;
  run(A, [&](Attempts& attempt, IndexBase base) {
    compare_compression(attempt, with, A, base);
    compare_pruning(attempt, prune, A, base);
  });
}

INSTANTIATE_TEST_SUITE_P(All, CusparseMatrixFiles, ::testing::ValuesIn(matrix_files()),
                         MatrixFileName());

}  // namespace
}  // namespace filigree::test::cusparse
