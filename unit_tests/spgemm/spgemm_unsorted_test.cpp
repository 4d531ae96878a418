// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "spgemm_support.hpp"
#include "spmv/expect_error.hpp"

/// Rows of B and D that are said to be sorted and free of duplicates, and are not: C's pattern is
/// right, or the call throws; values may be wrong, and no kernel leaves its memory (which
/// compute-sanitizer and the address sanitizer see).

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
constexpr bool on_device = !detail::is_host_execution_v<Exec>;

/// Every row's second entry names the first one's column once more.
Operand with_duplicates(Operand operand) {
  auto& entries = operand.stored.entries;
  for (std::size_t k = 1; k < entries.size(); ++k)
    if (entries[k].row == entries[k - 1].row && (k == 1 || entries[k - 2].row != entries[k].row))
      entries[k].col = entries[k - 1].col;
  return operand;
}

Matrix make_unsorted(const Operand& operand) {
  MatrixProperties said;
  said.sorted = said.unique = true;
  return MatrixFrom<Matrix>::make(operand.stored, {}, Order::shuffled).with_properties(said);
}

/// Rows of so many entries, each the one before it moved by a column.
Operand band(std::int64_t rows, std::int64_t entries) {
  Operand result{{rows, rows + 3 * entries, {}}};
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t k = 0; k < entries; ++k)
      result.stored.entries.push_back({row, row + 3 * k, double(1 + k)});
  return result;
}

struct Product {
  const char* name;
  Operand A, B;
};

/// One for each kernel of values on CUDA.
std::vector<Product> products() {
  return {
      {"threads", random_operand<double>(500, 400, 3, 1), random_operand<double>(400, 900, 4, 2)},
      {"groups", random_operand<double>(300, 300, 5, 3), random_operand<double>(300, 900, 14, 4)},
      {"warps", random_operand<double>(200, 300, 8, 5), random_operand<double>(300, 5000, 20, 6)},
      {"blocks", random_operand<double>(60, 300, 25, 7), random_operand<double>(300, 9000, 30, 8)},
      {"pieces", skewed(20, 700, 700, 9), random_operand<double>(700, 30'000, 28, 10)},
      {"parts", skewed(4, 2600, 6000, 9), random_operand<double>(2600, 60'000, 40, 10)},
      {"dense", random_operand<double>(2, 60, 20, 11),
       random_operand<double>(60, 13'000, 2500, 12)},
      {"runs", band(200, 5), band(215, 6)}};
}

template <class C>
void expect_pattern(const C& matrix, const SparseSums& expected) {
  const auto offsets = download(matrix.row_offsets());
  const auto columns = download(matrix.col_indices());
  ASSERT_EQ(columns.size(), expected.size());
  std::size_t place = 0;
  for (const auto& [key, sum] : expected) {
    ASSERT_EQ(std::int64_t(columns[place]), key.second) << "place " << place;
    ASSERT_LE(std::size_t(offsets[std::size_t(key.first)]), place);
    ASSERT_GT(std::size_t(offsets[std::size_t(key.first) + 1]), place);
    ++place;
  }
  for (const double value : download(matrix.values())) ASSERT_TRUE(std::isfinite(value));
}

TEST(SpgemmUnsorted, patterns_are_right_and_kernels_stay_in_their_memory) {
  const Exec exec;
  for (const auto& [name, A, B] : products()) {
    SCOPED_TRACE(name);
    const auto a = make<Matrix>(A);
    for (const Operand& of_b : {B, with_duplicates(B)}) {
      const auto b = make_unsorted(of_b);
      const SparseSums expected = sparse_product(1, A, of_b);
      for (const Backend backend : {Backend::automatic, Backend::generic})
        for (const bool lists : {false, true}) {
          const auto plan = spgemm_plan(exec, Op::none, Op::none, a, b,
                                        {.backend = backend, .lists_products = lists});
          const auto C = plan.make_result(exec);
          plan.apply(exec, 1.0, a, b, C);
          exec.fence();
          expect_pattern(C, expected);
        }
      expect_pattern(spgemm(exec, a, b), expected);
    }
  }
}

TEST(SpgemmUnsorted, a_d_that_is_not_sorted) {
  const Exec exec;
  for (const auto& [name, A, B] : products()) {
    SCOPED_TRACE(name);
    const auto a = make<Matrix>(A), b = make<Matrix>(B);
    const Operand D = with_duplicates(random_operand<double>(A.rows(), B.cols(), 9, 13));
    const SparseSums expected = sparse_product(1, A, B, 1, &D);
    const auto d = make_unsorted(D);
    for (const Backend backend : {Backend::automatic, Backend::generic})
      expect_pattern(spgemm(exec, Op::none, Op::none, 1.0, a, b, 1.0, d, {.backend = backend}),
                     expected);
  }
}

/// There are more columns than a window of kernels has: on CUDA the plan looks at the order.
TEST(SpgemmUnsorted, many_columns) {
  const Exec exec;
  const Operand A = skewed(30, 800, 700, 1);
  const Operand B = with_duplicates(random_operand<double>(800, 2'000'000, 60, 2));
  const auto a = make<Matrix>(A), b = make_unsorted(B);
  if (on_device)
    expect_error(Status::invalid_value, "spgemm_plan: argument 'B'", [&] { spgemm(exec, a, b); });
  else
    expect_pattern(spgemm(exec, a, b), sparse_product(1, A, B));
  const Operand sorted = random_operand<double>(800, 2'000'000, 60, 2);
  const auto honest = make<Matrix>(sorted);
  expect_pattern(spgemm(exec, a, honest), sparse_product(1, A, sorted));
  const Operand D = with_duplicates(random_operand<double>(30, 2'000'000, 40, 3));
  const auto d = make_unsorted(D);
  const auto with_d = [&] { return spgemm(exec, Op::none, Op::none, 1.0, a, honest, 1.0, d); };
  if (on_device)
    expect_error(Status::invalid_value, "spgemm_plan: argument 'D'", with_d);
  else
    expect_pattern(with_d(), sparse_product(1, A, sorted, 1, &D));
}

}  // namespace
}  // namespace filigree::test
