// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spgemm_cuda_support.hpp"

/// Runs of rows that repeat others, whose products are listed once for all that have the same.

namespace filigree::test {
namespace {

/// The kernel's values have the bits that sums have without runs, which a D of a pattern of its
/// own, inside C's, keeps rows out of.
template <class T, class Index = std::int32_t>
void expect_bits_without_runs(const Operand& A, const Operand& B) {
  const Exec exec;
  using Compute = spgemm_compute_t<T, T, T>;
  const auto a = make<Csr<T, Index>>(A), b = make<Csr<T, Index>>(B);
  const SpgemmOptions options{.kernel = kernel, .lists_products = false};
  const auto plan = spgemm_plan(exec, a, b, options);
  const auto C = plan.template make_result<T>(exec);
  Kokkos::deep_copy(C.values(), poison<T>());
  plan.apply(exec, Compute(0.7), a, b, C);
  EXPECT_TRUE((is_product<Compute>(C, sparse_product(0.7, A, B))));

  const auto once = spgemm_plan(exec, a, b, {.kernel = kernel, .used_once = true});
  const auto same = once.template make_result<T>(exec);
  once.apply(exec, Compute(0.7), a, b, same);
  EXPECT_TRUE(download(same.col_indices()) == download(C.col_indices()));
  EXPECT_TRUE(download(same.values()) == download(C.values()));

  Operand inside{{A.stored.num_rows, B.stored.num_cols, {}}};
  const auto offsets = download(C.row_offsets()), columns = download(C.col_indices());
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
    if (offsets[row] < offsets[row + 1])
      inside.stored.entries.push_back(
          {std::int64_t(row), std::int64_t(columns[std::size_t(offsets[row])]), 1});
  const auto D = make<Csr<T, Index>>(inside);
  const auto other = spgemm_plan(exec, Op::none, Op::none, a, b, D, options);
  const auto expected = other.template make_result<T>(exec);
  other.apply(exec, Compute(0.7), a, b, Compute(0), D, expected);
  EXPECT_TRUE(download(C.col_indices()) == download(expected.col_indices()));
  EXPECT_TRUE(download(C.values()) == download(expected.values()));
}

/// Runs longer and shorter than a tile, than a thread block's 256 rows, and than any run; tiles for
/// blocks of one, four and eight warps.
TEST(SpgemmRunsCuda, tiles_of_every_size) {
  for (const std::int64_t nx : {6, 7, 16, 36, 37, 68, 300})
    for (const std::int64_t reach : {1, 2}) {
      const Operand plane = grid({nx, 9, 1}, reach), line = grid({nx, 1, 1}, reach);
      expect_bits_without_runs<double>(plane, plane);
      expect_bits_without_runs<complex_double>(plane, plane);
      expect_bits_without_runs<float, std::int64_t>(line, line);
    }
  expect_bits_without_runs<double>(grid({80, 5, 4}, 1), grid({80, 5, 4}, 1));
  expect_bits_without_runs<complex_double>(grid({80, 5, 4}, 1), grid({80, 5, 4}, 1));
}

/// An empty row of B is both the row before it and the one two before it, moved.
TEST(SpgemmRunsCuda, empty_rows) {
  Operand A = grid({500, 1, 1}, 1), B = grid({500, 1, 1}, 2);
  std::erase_if(A.stored.entries, [](const Entry& e) { return e.row / 40 % 3 == 1; });
  std::erase_if(B.stored.entries, [](const Entry& e) { return e.row / 30 % 4 == 2; });
  expect_bits_without_runs<double>(A, B);
  expect_bits_without_runs<double>(grid({500, 1, 1}, 1), B);
}

/// Rows of A whose entries have the same order in every row, which is not that of columns: sums are
/// in this order.
TEST(SpgemmRunsCuda, rows_of_a_in_another_order) {
  const Exec exec;
  Operand A = grid({60, 8, 1}, 1);
  std::reverse(A.stored.entries.begin(), A.stored.entries.end());
  const auto a = make<Csr<double>>(A), b = make<Csr<double>>(grid({60, 8, 1}, 1));
  const Csr<double> turned(a.num_rows(), a.num_cols(), a.row_offsets(), a.col_indices(), a.values(),
                           {.sorted = false});
  const auto plan = spgemm_plan(exec, turned, b, {.kernel = kernel});
  const auto C = plan.make_result(exec);
  plan.apply(exec, 2.0, turned, b, C);
  EXPECT_TRUE((is_product<double>(C, sparse_product(2, A, grid({60, 8, 1}, 1)))));
}

/// Rows of A that are the one before moved by two columns, over rows of B of which every second one
/// is like no other: values do not lie equally far apart, and rows are groups'.
TEST(SpgemmRunsCuda, values_that_lie_unevenly) {
  std::vector<std::vector<std::int64_t>> a, b;
  for (std::int64_t row = 0; row < 400; ++row) a.push_back({2 * row, 2 * row + 4});
  for (std::int64_t row = 0; row < 900; ++row)
    b.push_back(row % 2 == 0 ? std::vector{row / 2, row / 2 + 3}
                             : counted(row * row % 300, 1 + row / 2 % 5));
  expect_bits_without_runs<double>(listed(900, a), listed(500, b));
}

/// Rows that repeat in pairs, of which one is another row from some row on, while the other goes
/// on: what is copied then has no row of its own to begin with.
TEST(SpgemmRunsCuda, pairs_of_which_one_changes) {
  std::vector<std::vector<std::int64_t>> a, p;
  for (std::int64_t row = 0; row < 700; ++row)
    p.push_back(row % 2 == 0 ? std::vector{row / 2} : std::vector{row / 2, row / 2 + 1});
  for (std::int64_t row = 0; row < 690; ++row)
    a.push_back(row % 2 == 1 && row / 60 % 2 == 1 ? std::vector{row, row + 1, row + 4}
                                                  : std::vector{row, row + 2});
  expect_bits_without_runs<double>(listed(700, a), listed(351, p));
}

/// More lists of products than a plan has room for: rows of the runs that find none are groups'.
TEST(SpgemmRunsCuda, more_lists_than_there_is_room_for) {
  constexpr std::int64_t runs = 1200, rows = 8;
  std::vector<std::vector<std::int64_t>> a, b;
  for (std::int64_t run = 0; run < runs; ++run)
    for (std::int64_t row = 0; row < rows; ++row) {
      std::vector<std::int64_t> columns{run * rows + row};  // others by the run's number
      for (int bit = 0; bit < 11; ++bit)
        if ((run * 37 % 2048 >> bit & 1) != 0) columns.push_back(run * rows + row + bit + 1);
      a.push_back(columns);
    }
  const std::int64_t inner = runs * rows + 40;
  for (std::int64_t row = 0; row < inner; ++row) b.push_back({row, row + 1, row + 5});
  expect_bits_without_runs<double>(listed(inner, a), listed(inner + 8, b));
}

/// A limit that leaves no room for all the lists that a plan may have, or for any: rows of runs
/// that find none are groups', with the same bits.
TEST(SpgemmRunsCuda, limits_that_leave_less_room_for_lists) {
  const Exec exec;
  const auto a = make<Csr<double>>(grid({40, 20, 1}, 1));
  const auto plan = spgemm_plan(exec, a, a, {.kernel = kernel});
  const auto expected = plan.make_result(exec);
  plan.apply(exec, 0.7, a, a, expected);
  for (const std::int64_t limit : {1'000'000, 100'000, 64'000}) {
    const SpgemmOptions limited{.kernel = kernel, .memory_limit_bytes = limit};
    const auto other = spgemm_plan(exec, a, a, limited);
    const auto C = other.make_result(exec);
    other.apply(exec, 0.7, a, a, C);
    exec.fence();
    EXPECT_TRUE(download(C.values()) == download(expected.values())) << limit;
    if (limit == 1'000'000) {
      EXPECT_EQ(other.memory_bytes(), plan.memory_bytes());
    }
  }
}

/// Rows that repeat in pairs whose entries of A are too many for runs: products are listed one by
/// one.
TEST(SpgemmRunsCuda, rows_that_repeat_but_are_in_no_run) {
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t row = 0; row < 600; ++row)
    rows.push_back(row % 2 == 0 ? std::vector{row / 2} : std::vector{row / 2, row / 2 + 1});
  const Operand P = listed(301, rows), A = grid({600, 1, 1}, 12);
  expect_bits_without_runs<double>(A, P);
  const Exec exec;
  const auto a = make<Csr<double>>(A), p = make<Csr<double>>(P);
  const auto plan = spgemm_plan(exec, a, p, {.kernel = kernel});
  EXPECT_GE(plan.memory_bytes(), 4 * plan.products());
}

/// A list stands for all runs that have it: a plan's memory does not grow with their number.
TEST(SpgemmRunsCuda, memory_of_a_plan) {
  const Exec exec;
  const auto bytes = [&](std::int64_t ny) {
    const auto A = make<Csr<double>>(grid({40, ny, 1}, 1));
    return spgemm_plan(exec, A, A, {.kernel = kernel}).memory_bytes();
  };
  const std::int64_t few = bytes(20), many = bytes(40), rows = 20 * 40;
  EXPECT_GT(few, 0);
  EXPECT_LE(many - few, 5 * rows);
}

}  // namespace
}  // namespace filigree::test
