// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE as a second opinion on sorting, conversions and pruning, where it has them.
#include <cusparse/comparisons.hpp>

namespace filigree::test::cusparse {
namespace {

constexpr IndexBase both_bases[] = {IndexBase::zero, IndexBase::one};

/// Random matrices: one row and one column, more rows than columns and fewer, sizes that blocks
/// divide and that they do not. Where there are more rows, a full one is in the middle, and every
/// fourth has no entries.
template <class S>
std::vector<HostMatrix<S>> random_matrices() {
  std::vector<HostMatrix<S>> matrices;
  unsigned seed = 1;
  for (const auto& [rows, cols, nnz] :
       {std::tuple{1, 300, 40}, {300, 1, 120}, {48, 64, 600}, {90, 701, 1500}, {701, 90, 1500}}) {
    auto entries = random_entries<S>(rows, cols, nnz, true, seed++);
    if (rows > 1) {
      std::erase_if(entries,
                    [&](const auto& entry) { return entry.row % 4 == 3 || entry.row == rows / 2; });
      for (int64_t j = 0; j < cols; ++j) entries.push_back({rows / 2, j, value_of<S>(j % 127 + 1)});
    }
    matrices.push_back({entries, rows, cols});
  }
  return matrices;
}

/// compare(attempt, matrix, base) for each of them, in both bases.
template <class S, class Compare>
void for_each_matrix(const std::vector<HostMatrix<S>>& matrices, Compare compare) {
  for (const HostMatrix<S>& A : matrices) {
    for (const IndexBase base : both_bases) {
      SCOPED_TRACE(std::to_string(A.rows) + " x " + std::to_string(A.cols) + ", indices from " +
                   std::to_string(int(base)));
      Attempts attempt(false);
      compare(attempt, A, base);
    }
  }
}

template <class S>
class CusparseConvert : public ::testing::Test {
 protected:
  const Comparison<S> with{};
};
using ConvertTypes = ::testing::Types<float, double, complex_float, complex_double>;
TYPED_TEST_SUITE(CusparseConvert, ConvertTypes);

TYPED_TEST(CusparseConvert, Orders) {
  for_each_matrix(random_matrices<TypeParam>(), [&](auto& attempt, const auto& A, IndexBase base) {
    compare_orders(attempt, this->with, A, base);
  });
}

TYPED_TEST(CusparseConvert, Blocks) {
  const std::vector<BlockLayout> layouts{{1, 1}, {2, 2}, {3, 5}, {5, 3}, {4, 1}, {7, 7}, {16, 16}};
  for_each_matrix(random_matrices<TypeParam>(), [&](auto& attempt, const auto& A, IndexBase base) {
    compare_blocks(attempt, this->with, A, base, layouts);
  });
}

TYPED_TEST(CusparseConvert, Dense) {
  for_each_matrix(random_matrices<TypeParam>(), [&](auto& attempt, const auto& A, IndexBase base) {
    compare_dense(attempt, this->with, A, base);
  });
}

TYPED_TEST(CusparseConvert, Compression) {
  auto matrices = random_matrices<TypeParam>();
  for (auto& A : matrices)
    for (std::size_t k = 0; k < A.entries.size(); k += 5) A.entries[k].value = TypeParam{};
  for_each_matrix(matrices, [&](auto& attempt, const auto& A, IndexBase base) {
    compare_compression(attempt, this->with, A, base);
  });
}

template <class S>
class CusparsePrune : public ::testing::Test {
 protected:
  const PruneComparison<S> with{};
};
using PruneTypes = ::testing::Types<half, float, double>;
TYPED_TEST_SUITE(CusparsePrune, PruneTypes);

TYPED_TEST(CusparsePrune, RandomMatrices) {
  // Magnitudes are distinct (of half as far as it can tell them apart) in random order, with either
  // sign.
  auto matrices = random_matrices<TypeParam>();
  for (auto& A : matrices) {
    std::vector<int> magnitudes(A.entries.size());
    std::iota(magnitudes.begin(), magnitudes.end(), 1);
    std::shuffle(magnitudes.begin(), magnitudes.end(), std::mt19937_64(2));
    for (std::size_t k = 0; k < magnitudes.size(); ++k)
      A.entries[k].value = TypeParam(float(k % 3 == 0 ? -magnitudes[k] : magnitudes[k]));
  }
  for_each_matrix(matrices, [&](auto& attempt, const auto& A, IndexBase base) {
    compare_pruning(attempt, this->with, A, base);
  });
}

// Last, and what cuSPARSE refuses is told: a matrix without entries is an edge of its own.
TEST(CusparseEmpty, WithoutEntries) {
  const HostMatrix<double> A{{}, 5, 7};
  const Comparison<double> with;
  const PruneComparison<double> prune;
  Attempts attempt(true);
  for (const IndexBase base : both_bases) {
    compare_orders(attempt, with, A, base);
    compare_blocks(attempt, with, A, base, {{2, 2}, {3, 5}});
    compare_dense(attempt, with, A, base);
    compare_compression(attempt, with, A, base);
    compare_pruning(attempt, prune, A, base);
  }
  if (!attempt.refused().empty()) GTEST_SKIP() << "cuSPARSE refuses: " << attempt.refused();
}

}  // namespace
}  // namespace filigree::test::cusparse
