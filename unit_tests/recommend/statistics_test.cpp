// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/recommend.hpp>

#include <gtest/gtest.h>

#include <map>
#include <set>

#include <filigree/convert_formats.hpp>

#include "format/test_matrix.hpp"

/// The statistics against counts on the host, and against the conversions that they predict.

namespace filigree::test {
namespace {

template <class T>
class Statistics : public ::testing::Test {
 protected:
  using Csr = CsrMatrix<float, typename T::Index, typename T::Offset, DefaultMemorySpace>;

  static Csr make(const Entries<float>& entries, int64_t rows, int64_t cols, IndexBase base) {
    return make_csr<Types<Device, float, typename T::Index, typename T::Offset>>(
        entries, rows, cols, {.index_base = base});
  }
};
using IndexTypes = ::testing::Types<Types<Device, float, int32_t, int32_t>,
                                    Types<Device, float, int64_t, int64_t>>;
TYPED_TEST_SUITE(Statistics, IndexTypes);

/// Distinct keys of the entries of each group of rows, summed, and the most of a group.
template <class Key>
std::pair<int64_t, int64_t> count_keys(const Entries<float>& entries, int64_t group_rows,
                                       const Key& key) {
  std::map<int64_t, std::set<int64_t>> groups;
  for (const auto& e : entries) groups[e.row / group_rows].insert(key(e));
  std::pair<int64_t, int64_t> result{0, 0};
  for (const auto& [group, keys] : groups) {
    result.first += int64_t(keys.size());
    result.second = std::max(result.second, int64_t(keys.size()));
  }
  return result;
}

TYPED_TEST(Statistics, of_random_matrices) {
  for (const auto& [rows, cols, nnz] :
       {std::tuple{300, 200, 2000}, {70, 900, 3000}, {500, 40, 60}, {1, 1, 1}}) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(cols));
    auto entries = sorted_by_row(random_entries<float>(rows, cols, nnz, true, 3));
    const auto A = this->make(entries, rows, cols, rows == 70 ? IndexBase::one : IndexBase::zero);
    const MatrixStatistics s = matrix_statistics(Device{}, A);
    std::vector<int64_t> lengths(rows);
    int64_t lower = 0, upper = 0;
    for (const auto& e : entries) {
      ++lengths[e.row];
      lower = std::max(lower, e.row - e.column);
      upper = std::max(upper, e.column - e.row);
    }
    EXPECT_EQ(s.num_rows, rows);
    EXPECT_EQ(s.num_cols, cols);
    EXPECT_EQ(s.nnz, nnz);
    EXPECT_EQ(s.max_row_length, *std::max_element(lengths.begin(), lengths.end()));
    EXPECT_EQ(s.min_row_length, *std::min_element(lengths.begin(), lengths.end()));
    EXPECT_EQ(s.empty_rows, std::count(lengths.begin(), lengths.end(), 0));
    EXPECT_EQ(s.lower_bandwidth, lower);
    EXPECT_EQ(s.upper_bandwidth, upper);
    EXPECT_FALSE(s.is_sampled);
    const auto diagonal = [](const auto& e) { return e.column - e.row; };
    EXPECT_EQ(s.num_diagonals, count_keys(entries, rows, diagonal).first);
    EXPECT_EQ(s.hdia_diagonals, count_keys(entries, 64, diagonal).first);
    EXPECT_EQ(s.x_pieces,
              count_keys(entries, 32, [](const auto& e) { return e.column / 8; }).first);
    for (std::size_t i = 0; i < s.blocks.size(); ++i) {
      const int64_t size = MatrixStatistics::block_sizes[i];
      const auto found = count_keys(entries, size, [&](const auto& e) { return e.column / size; });
      EXPECT_EQ(s.blocks[i], found.first) << size;
      EXPECT_EQ(s.longest_block_row[i], found.second) << size;
    }
  }
}

TYPED_TEST(Statistics, foresee_what_conversions_make) {
  const Device exec;
  const auto entries = sorted_by_row(random_entries<float>(400, 300, 2500, true, 9));
  const auto A = this->make(entries, 400, 300, IndexBase::zero);
  const MatrixStatistics s = matrix_statistics(exec, A);
  EXPECT_EQ(s.sell_places, int64_t(csr_to_sell(exec, A).values().extent(0)));
  EXPECT_EQ(s.sorted_sell_places,
            int64_t(csr_to_sell(exec, A, {.sort_window = MatrixStatistics::sell_sort_window})
                        .values()
                        .extent(0)));
  const auto hyb = csr_to_hyb(exec, A);
  EXPECT_EQ(s.hyb_width, hyb.ell().ell_width());
  EXPECT_EQ(s.hyb_coo_entries, hyb.coo().nnz());
  EXPECT_EQ(s.num_diagonals, csr_to_dia(exec, A).num_diagonals());
  EXPECT_EQ(s.hdia_diagonals, int64_t(csr_to_hdia(exec, A).diagonal_offsets().extent(0)));
}

TYPED_TEST(Statistics, of_matrices_without_entries) {
  for (const auto& [rows, cols] : {std::pair{0, 0}, {0, 7}, {7, 0}, {40, 30}}) {
    const MatrixStatistics s =
        matrix_statistics(Device{}, this->make({}, rows, cols, IndexBase::zero));
    EXPECT_EQ(s.num_rows, rows);
    EXPECT_EQ(s.num_cols, cols);
    EXPECT_EQ(s.nnz, 0);
    EXPECT_EQ(s.empty_rows, rows);
    EXPECT_EQ(s.num_diagonals, 0);
    EXPECT_EQ(s.blocks[0], 0);
  }
}

TYPED_TEST(Statistics, large_matrices_are_sampled) {
  // Every group looks like the others, so the estimate is nearly exact.
  const int64_t rows = 70000;
  Entries<float> entries;
  for (int64_t i = 0; i < rows; ++i)
    for (const int64_t distance : {0, 1, 500})
      if (i + distance < rows) entries.push_back({i, i + distance, 1});
  const auto A = this->make(entries, rows, rows, IndexBase::zero);
  const MatrixStatistics s = matrix_statistics(Device{}, A);
  EXPECT_TRUE(s.is_sampled);
  EXPECT_EQ(s.num_diagonals, 3) << "always all of them";
  const auto exact = count_keys(entries, 2, [](const auto& e) { return e.column / 2; }).first;
  EXPECT_NEAR(double(s.blocks[0]), double(exact), 0.01 * double(exact));
}

TYPED_TEST(Statistics, samples_do_not_miss_the_longest_row) {
  const int64_t rows = 1000000, length = 20000;
  Entries<float> entries;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t k = 0; k < (i == 456789 ? length : 1); ++k) entries.push_back({i, i + k, 1});
  const auto A = this->make(entries, rows, rows, IndexBase::zero);
  const MatrixStatistics s = matrix_statistics(Device{}, A);
  EXPECT_TRUE(s.is_sampled);
  for (std::size_t i = 0; i < s.blocks.size(); ++i)
    EXPECT_GE(s.longest_block_row[i], length / MatrixStatistics::block_sizes[i]);
}

}  // namespace
}  // namespace filigree::test
