// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <filesystem>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <convert/formats.hpp>
#include <filigree/io/read.hpp>
#include <filigree/permutation.hpp>
#include <io/matrix_files.hpp>

/// Every matrix of the collection in every format: the entries are those of the file, and the
/// padding is as little as the format allows, both found by plain loops.

namespace filigree::test {
namespace {

using T = Types<Device, complex_double, int32_t, int64_t>;
using Space = T::Space;

class FormatsOfMatrices : public ::testing::TestWithParam<std::filesystem::path> {
 protected:
  void SetUp() override {
    const auto file = read_matrix<complex_double, int32_t>(GetParam(), {.expand_symmetry = true});
    A = coo_to_csr<int64_t>(exec, copy_to<Space>(file), {.index_base = IndexBase::zero});
    entries = entries_of(A);
    lengths.resize(A.num_rows());
    for (const auto& entry : entries) ++lengths[entry.row];
  }

  /// The stored zeros of a file do not outlive diagonals.
  Entries<complex_double> without_zeros() const {
    Entries<complex_double> result;
    std::copy_if(entries.begin(), entries.end(), std::back_inserter(result),
                 [](const auto& entry) { return entry.value != complex_double(0.0, 0.0); });
    return result;
  }
  static constexpr int64_t no_limit = std::numeric_limits<int64_t>::max();

  const Device exec{};
  CsrMatrix<complex_double, int32_t, int64_t, Space> A;
  Entries<complex_double> entries;
  std::vector<int64_t> lengths;
};

TEST_P(FormatsOfMatrices, Padded) {
  const int64_t longest = lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
  const auto ell = csr_to_ell(exec, A, {.memory_limit_bytes = no_limit});
  EXPECT_EQ(ell.ell_width(), longest);
  expect_same(entries, visited_entries(ell));
  expect_same_csr(A, ell_to_csr<int64_t>(exec, ell));

  for (const int64_t window : {int64_t(1), int64_t(256)}) {
    const auto sell = csr_to_sell(exec, A, {.slice_size = 16, .sort_window = window});
    std::vector<int64_t> order(lengths.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return std::pair(a / window, -lengths[a]) < std::pair(b / window, -lengths[b]);
    });
    std::vector<int64_t> offsets{0};
    for (std::size_t first = 0; first < order.size(); first += 16) {
      int64_t width = 0;
      for (std::size_t k = first; k < std::min(first + 16, order.size()); ++k)
        width = std::max(width, lengths[order[k]]);
      offsets.push_back(offsets.back() + 16 * width);
    }
    EXPECT_EQ(entries_of(sell.slice_offsets()), offsets);
    if (window > 1) {
      EXPECT_EQ(entries_of(sell.row_permutation()),
                std::vector<int32_t>(order.begin(), order.end()));
    }
    expect_same_csr(A, sell_to_csr(exec, sell));
    expect_same(entries, sorted_by_row(visited_entries(sell)));
  }

  const auto hyb = csr_to_hyb(exec, A);
  const auto width = hyb.ell().ell_width();
  const auto reach = [&](int64_t w) {
    return std::count_if(lengths.begin(), lengths.end(), [&](int64_t n) { return n >= w; });
  };
  EXPECT_TRUE(width == 0 || 3 * reach(width) >= A.num_rows());
  EXPECT_TRUE(width == longest || 3 * reach(width + 1) < A.num_rows());
  expect_same_csr(A, hyb_to_csr<int64_t>(exec, hyb));
}

TEST_P(FormatsOfMatrices, Diagonal) {
  std::set<int64_t> diagonals;
  std::vector<std::set<int64_t>> of_hack((A.num_rows() + 63) / 64);
  for (const auto& entry : entries) {
    diagonals.insert(entry.column - entry.row);
    of_hack[entry.row / 64].insert(entry.column - entry.row);
  }
  std::vector<int64_t> hack_offsets{0};
  std::vector<int32_t> stacked;
  for (const auto& hack : of_hack) {
    stacked.insert(stacked.end(), hack.begin(), hack.end());
    hack_offsets.push_back(int64_t(stacked.size()));
  }
  const auto hdia = csr_to_hdia(exec, A, {.memory_limit_bytes = no_limit});
  EXPECT_EQ(entries_of(hdia.hack_offsets()), hack_offsets);
  EXPECT_EQ(entries_of(hdia.diagonal_offsets()), stacked);
  expect_same(without_zeros(), entries_of(hdia_to_csr(exec, hdia)));

  const int64_t bytes = int64_t(diagonals.size()) * A.num_rows() * (16 + 8);  // and the map
  EXPECT_THROW(csr_to_dia(exec, A, {.memory_limit_bytes = bytes - 1}), Error);
  if (bytes > (int64_t(1) << 28)) return;
  const auto dia = csr_to_dia(exec, A, {.memory_limit_bytes = bytes});
  EXPECT_EQ(entries_of(dia.diagonal_offsets()),
            std::vector<int32_t>(diagonals.begin(), diagonals.end()));
  expect_same(without_zeros(), entries_of(dia_to_csr(exec, dia)));
}

TEST_P(FormatsOfMatrices, Compressed) {
  const auto by_column = sorted_by_column(entries);
  const auto csc = csr_to_csc(exec, A);
  expect_same(by_column, entries_of(csc));
  expect_same_csr(A, csc_to_csr(exec, csc));

  auto shuffled = entries;
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937_64(1));
  const auto coo = make_coo<T>(shuffled, A.num_rows(), A.num_cols());
  expect_same(entries, entries_of(coo_to_csr<int64_t>(exec, coo)));
  expect_same(by_column, entries_of(coo_to_csc<int64_t>(exec, coo)));
  const auto sorted = sort_entries(exec, coo);
  expect_same(entries, entries_of(sorted.matrix));
  expect_same(shuffled, entries_of(unsort_entries(exec, sorted)));
  expect_same(by_column, entries_of(sort_entries(exec, coo, CooOrder::by_column).matrix));
}

INSTANTIATE_TEST_SUITE_P(All, FormatsOfMatrices, ::testing::ValuesIn(matrix_files()),
                         MatrixFileName());

}  // namespace
}  // namespace filigree::test
