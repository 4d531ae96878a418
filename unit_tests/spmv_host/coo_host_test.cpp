// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include <filigree/format/coo.hpp>
#include <filigree/spmv.hpp>

#include "integers.hpp"
#include "spmv/host/sorted_rows.hpp"

/// Single products with coordinates, which are read as rows where they ascend. Values are small
/// integers, so that sums are exact in any order.

namespace filigree::test {
namespace {

template <class Index>
struct Entries {
  std::int64_t num_rows = 0, num_cols = 0;
  std::vector<Index> rows, cols;
};

/// Rows of `shortest` to `longest` entries, none in the first and the last `empty` ones; columns in
/// any order.
template <class Index>
Entries<Index> random_entries(std::int64_t num_rows, std::int64_t num_cols, std::int64_t empty,
                              std::int64_t shortest = 0, std::int64_t longest = 16) {
  std::mt19937 random(7);
  Entries<Index> result{num_rows, num_cols, {}, {}};
  for (std::int64_t row = empty; row < num_rows - empty; ++row)
    for (std::int64_t k = shortest + std::int64_t(random()) % (longest - shortest + 1); k > 0;
         --k) {
      result.rows.push_back(Index(row));
      result.cols.push_back(Index(std::int64_t(random()) % num_cols));
    }
  return result;
}

template <class T, class Index>
CooMatrix<T, Index, Memory> matrix_of(const Entries<Index>& entries, MatrixProperties properties) {
  const auto base = Index(int(properties.index_base));
  const Vector<Index> rows("rows", entries.rows.size()), cols("cols", entries.rows.size());
  for (std::size_t k = 0; k < entries.rows.size(); ++k) {
    rows(k) = entries.rows[k] + base;
    cols(k) = entries.cols[k] + base;
  }
  return {entries.num_rows,
          entries.num_cols,
          rows,
          cols,
          integers<T>(std::int64_t(entries.rows.size()), 3),
          properties};
}

/// y = 3 op(A) x + beta y by the kernel of that name.
template <class T, class Index>
void check(const Entries<Index>& entries, Op op, std::string_view kernel,
           MatrixProperties properties = {}, const SpmvOptions& options = {}) {
  const auto A = matrix_of<T>(entries, properties);
  const bool mirrored = properties.type == MatrixType::symmetric;
  const bool transposed = op != Op::none;
  const auto x = integers<T>(transposed ? entries.num_rows : entries.num_cols, 5);
  const std::int64_t results = transposed ? entries.num_cols : entries.num_rows;
  for (const T beta : {T(0), T(2)}) {
    const auto y = integers<T>(results, 9);
    std::vector<T> wanted;
    for (std::int64_t i = 0; i < results; ++i) wanted.push_back(beta * y(i));
    for (std::size_t k = 0; k < entries.rows.size(); ++k) {
      const auto row = std::size_t(entries.rows[k]), col = std::size_t(entries.cols[k]);
      const T value = T(3) * A.values()(k);
      if (mirrored && col > row) continue;
      wanted[transposed ? col : row] += value * x(transposed ? row : col);
      if (mirrored && col != row) wanted[col] += value * x(row);
    }
    if (beta == T(0)) Kokkos::deep_copy(y, std::numeric_limits<T>::quiet_NaN());
    EXPECT_EQ(spmv(Exec(), op, T(3), A, x, beta, y, options).name, kernel);
    for (std::int64_t i = 0; i < results; ++i)
      ASSERT_EQ(y(i), wanted[std::size_t(i)]) << "place " << i << ", beta " << beta;
  }
}

/// The kernel that runs where rows ascend and op scatters: one thread reads single entries.
std::string_view scatter_kernel(std::string_view of_rows) {
  return Exec().concurrency() > 1 ? of_rows : "coo_scatter";
}

template <class T, class Index>
void check_ascending() {
  // Short rows, rows of one length, long ones: each has a way of its own to find offsets.
  for (const auto& [shortest, longest] : {std::pair(0, 16), std::pair(7, 7), std::pair(0, 300)})
    for (const std::int64_t empty : {0, 1500}) {
      const auto entries = random_entries<Index>(6003, 2990, empty, shortest, longest);
      for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
        check<T>(entries, Op::none, "csr_host", {.index_base = base});
        check<T>(entries, Op::transpose, "coo_scatter", {.index_base = base});
      }
    }
}

TEST(CooHost, rows_that_ascend_are_read_as_rows) {
  check_ascending<double, std::int32_t>();
  check_ascending<float, std::int64_t>();
  const auto entries = random_entries<std::int32_t>(5003, 2990, 0);
  check<double>(entries, Op::none, "csr_host", {}, {.deterministic = true});
  check<double>(entries, Op::none, "coo_scatter", {}, {.backend = Backend::generic});
}

/// What is declared of the columns is not relied on.
TEST(CooHost, one_triangle_of_rows_that_ascend) {
  const auto entries = random_entries<std::int32_t>(4000, 4000, 0);
  for (const bool sorted : {false, true})
    check<double>(entries, Op::none, scatter_kernel("csr_scatter"),
                  {.type = MatrixType::symmetric, .fill = FillMode::lower, .sorted = sorted});
}

TEST(CooHost, one_row_out_of_order_is_seen_wherever_it_is) {
  const auto sorted = random_entries<std::int32_t>(5003, 2990, 1);
  const std::size_t count = sorted.rows.size();
  std::vector<std::size_t> places{1, 100, count / 2, count - 1};
  // The first entries of what a thread looks at together, and what is beside them.
  for (std::size_t k = 1; k < count; ++k)
    if (sorted.rows[k] % detail::offsets_at_a_time<Exec> <= 1 &&
        sorted.rows[k] != sorted.rows[k - 1])
      places.insert(places.end(), {k - 1, k, k + 1});
  ASSERT_GE(places.size(), 16u);
  for (const std::size_t k : places)
    for (const std::int32_t row : {0, 2500, 5002}) {
      auto entries = sorted;
      entries.rows[k] = row;
      const bool ascends = std::is_sorted(entries.rows.begin(), entries.rows.end());
      for (const bool declared : {false, true})
        check<double>(entries, Op::none, ascends ? "csr_host" : "coo_scatter",
                      {.sorted = declared});
      check<double>(entries, Op::transpose, "coo_scatter");
    }
}

TEST(CooHost, few_entries_and_many_empty_rows_are_read_as_they_are) {
  check<double>(random_entries<std::int32_t>(500, 300, 0), Op::none, "coo_scatter");
  auto entries = random_entries<std::int32_t>(5003, 2990, 0);
  entries.num_rows = std::int64_t(entries.rows.size());
  check<double>(entries, Op::none, "coo_scatter");
}

}  // namespace
}  // namespace filigree::test
