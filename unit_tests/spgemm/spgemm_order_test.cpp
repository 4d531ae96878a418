// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <numeric>
#include <type_traits>

#include "spgemm_support.hpp"

/// Results whose rows need not be sorted: the entries and bits of those that are, in another order.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
constexpr bool on_host = detail::is_host_execution_v<Exec>;

/// The matrix with its rows sorted.
Matrix in_order(const Matrix& C) {
  const auto offsets = download(C.row_offsets());
  const auto columns = download(C.col_indices());
  const auto values = download(C.values());
  auto new_columns = columns;
  auto new_values = values;
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  const auto base = std::int64_t(C.index_base());
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
    std::sort(order.begin() + (offsets[row] - base), order.begin() + (offsets[row + 1] - base),
              [&](std::size_t i, std::size_t j) { return columns[i] < columns[j]; });
  for (std::size_t k = 0; k < order.size(); ++k) {
    new_columns[k] = columns[order[k]];
    new_values[k] = values[order[k]];
  }
  MatrixProperties properties = C.properties();
  properties.sorted = true;
  return Matrix(C.num_rows(), C.num_cols(), C.row_offsets(), upload<Space>(new_columns),
                upload<Space>(new_values), properties);
}

bool is_sorted(const Matrix& C) {
  const auto offsets = download(C.row_offsets());
  const auto columns = download(C.col_indices());
  const auto base = std::int64_t(C.index_base());
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
    if (!std::is_sorted(columns.begin() + (offsets[row] - base),
                        columns.begin() + (offsets[row + 1] - base)))
      return false;
  return true;
}

void expect_same_bits(const Matrix& C, const Matrix& expected) {
  EXPECT_EQ(download(C.row_offsets()), download(expected.row_offsets()));
  EXPECT_EQ(download(C.col_indices()), download(expected.col_indices()));
  const auto values = download(C.values()), wanted = download(expected.values());
  ASSERT_EQ(values.size(), wanted.size());
  EXPECT_EQ(std::memcmp(values.data(), wanted.data(), values.size() * sizeof(double)), 0);
}

/// Values whose sums round.
Matrix rounding(const Operand& operand, int seed) {
  const auto A = make<Matrix>(operand);
  std::vector<double> values;
  for (std::int64_t k = 0; k < A.nnz(); ++k)
    values.push_back(1.0 / double(1 + (k * 7 + seed) % 97));
  return A.with_values(upload<Space>(values));
}

/// Rows of all lengths, rows that repeat, unsorted rows of B with duplicates, and base 1.
std::vector<std::pair<Operand, Operand>> products() {
  Operand unsorted = random_operand<double>(500, 700, 6, 4, true);
  unsorted.order = Order::shuffled;
  Operand from_one = random_operand<double>(90, 200, 6, 5);
  from_one.properties.index_base = IndexBase::one;
  return {{skewed(300, 400, 400, 1), skewed(400, 3000, 2000, 2)},
          {stencil27(6), stencil27(6)},
          {random_operand<double>(500, 500, 6, 3), unsorted},
          {from_one, random_operand<double>(200, 150, 9, 6)}};
}

TEST(SpgemmOrder, any_order_has_the_entries_and_bits_of_sorted_rows) {
  const Exec exec;
  int number = 0;
  for (const auto& [A, B] : products()) {
    SCOPED_TRACE(number++);
    const auto a = rounding(A, 1), b = rounding(B, 2);
    const auto plan = spgemm_plan(exec, a, b, {.sorted = false});
    const auto C = plan.make_result(exec);
    const auto sorted_plan = spgemm_plan(exec, a, b);
    const auto sorted_c = sorted_plan.make_result(exec);
    EXPECT_TRUE(sorted_c.properties().sorted);
    for (const double alpha : {0.7, 0.0}) {
      plan.apply(exec, alpha, a, b, C);
      sorted_plan.apply(exec, alpha, a, b, sorted_c);
      exec.fence();
      expect_same_bits(in_order(C), sorted_c);
    }
    EXPECT_TRUE(C.properties().unique);
    EXPECT_EQ(C.properties().sorted, !on_host);
    EXPECT_TRUE(is_sorted(sorted_c));
    EXPECT_EQ(is_sorted(C), !on_host) << "the order was asked for, and something had to differ";
  }
}

/// D with C's pattern is taken place by place.
TEST(SpgemmOrder, new_values_and_the_old_result) {
  const Exec exec;
  const auto [A, B] = products().front();
  const auto a = rounding(A, 1), b = rounding(B, 2);
  const auto new_a = a.with_values(rounding(A, 3).values());
  const auto plan = spgemm_plan(exec, a, b, {.sorted = false});
  const auto sorted_plan = spgemm_plan(exec, a, b);
  const auto C = plan.make_result(exec), sorted_c = sorted_plan.make_result(exec);
  plan.apply(exec, 1.0, a, b, C);
  sorted_plan.apply(exec, 1.0, a, b, sorted_c);
  plan.apply(exec, 0.3, new_a, b, 0.9, C, C);
  sorted_plan.apply(exec, 0.3, new_a, b, 0.9, sorted_c, sorted_c);
  exec.fence();
  expect_same_bits(in_order(C), sorted_c);
}

/// What says that it is not sorted is taken as such by the next call.
TEST(SpgemmOrder, results_are_operands) {
  const Exec exec;
  const auto [A, B] = products().back();
  const auto a = make<Matrix>(A), b = make<Matrix>(B);
  const auto C = spgemm(exec, Op::none, Op::none, 1.0, a, b, {.sorted = false});
  const auto sorted_c = spgemm(exec, a, b);
  const Operand D = random_operand<double>(150, 90, 5, 7);
  const auto d = make<Matrix>(D);
  expect_same_bits(spgemm(exec, d, C), spgemm(exec, d, sorted_c));
}

/// A permission: where the kernel has no use for it, rows are sorted and said to be.
TEST(SpgemmOrder, sorted_where_it_gains_nothing) {
  const Exec exec;
  const auto [A, B] = products().front();
  const auto a = rounding(A, 1), b = rounding(B, 2);
  const auto expected = spgemm(exec, a, b);
  const auto expect_sorted = [&](const Matrix& C) {
    EXPECT_TRUE(C.properties().sorted);
    EXPECT_TRUE(is_sorted(C));
  };
  const auto generic =
      spgemm(exec, Op::none, Op::none, 1.0, a, b, {.backend = Backend::generic, .sorted = false});
  expect_sorted(generic);
  const auto d = rounding(random_operand<double>(A.rows(), B.cols(), 9, 13), 4);
  expect_sorted(spgemm(exec, Op::none, Op::none, 1.0, a, b, 1.0, d, {.sorted = false}));
  const auto wide =
      make<Matrix>(random_operand<double>(B.rows(), (std::int64_t(1) << 19) + 1, 5, 14));
  expect_sorted(spgemm(exec, Op::none, Op::none, 1.0, a, wide, {.sorted = false}));
  const auto limited =
      spgemm(exec, Op::none, Op::none, 1.0, a, b, {.memory_limit_bytes = 1 << 20, .sorted = false});
  expect_same_bits(in_order(limited), expected);
}

/// More rows than a thread's marks have numbers: they begin again.
TEST(SpgemmOrder, more_rows_than_marks_have_numbers) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using HostMatrix = CsrMatrix<double, std::int32_t, std::int32_t, Host::memory_space>;
  constexpr std::int64_t rows = 140'000;
  Operand A{{rows, 64, {}}};
  for (std::int64_t row = 0; row < rows; ++row)
    for (const std::int64_t column : {row * 7 % 32, 32 + row * 5 % 32})
      A.stored.entries.push_back({row, column, double(1 + row % 3)});
  const Operand B = random_operand<double>(64, 200, 3, 2);
  const auto a = make<HostMatrix>(A), b = make<HostMatrix>(B);
  const auto exec = [] {
    if constexpr (std::is_constructible_v<Host, int>)
      return Host(1);
    else
      return Host();
  }();
  EXPECT_TRUE(is_product<double>(spgemm(exec, a, b), sparse_product(1, A, B)));
}

}  // namespace
}  // namespace filigree::test
