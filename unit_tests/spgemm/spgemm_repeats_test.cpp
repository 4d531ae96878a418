// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <limits>

#include "spgemm_support.hpp"

/// Rows of C that repeat others, which hosts add up by whole vectors.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;

/// A matrix whose rows have entries at these distances from the diagonal, where these are columns.
Operand band(std::int64_t rows, std::int64_t first, std::int64_t last, std::int64_t step) {
  Operand result{{rows, rows, {}}};
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = row + first; column <= row + last; column += step)
      if (column >= 0 && column < rows) result.stored.entries.push_back({row, column, 1});
  return result;
}

/// Plans keep which rows repeat others, of which hosts then add up whole vectors. Plans with a
/// limit of memory do not, so that they show what the bits are without.
template <class T>
void check_repeated_rows(const Operand& A, const Operand& B) {
  using M = CsrMatrix<T>;
  const Exec exec;
  const auto a = with_rounding_values(make<M>(A), 1), b = with_rounding_values(make<M>(B), 2);
  const auto plan = spgemm_plan(exec, a, b);
  const auto plain = spgemm_plan(exec, a, b, {.memory_limit_bytes = std::int64_t(1) << 30});
  if (detail::is_host_execution_v<Exec>) {
    EXPECT_EQ(plan.memory_bytes(), A.rows());
    EXPECT_EQ(plain.memory_bytes(), 0);
  }
  const auto C = plan.make_result(exec), expected = plain.make_result(exec);
  const auto d = with_rounding_values(C, 3), plain_d = with_rounding_values(expected, 3);
  const auto compare = [&](const std::string& text) {
    exec.fence();
    EXPECT_TRUE(same_bits(download(C.values()), download(expected.values()))) << text;
    poison_values(C);
  };
  poison_values(C);
  plan.apply(exec, 1, a, b, C);
  plain.apply(exec, 1, a, b, expected);
  compare("C = A B");
  plan.apply(exec, T(0.7), a, b, T(-1.1), d, C);
  plain.apply(exec, T(0.7), a, b, T(-1.1), plain_d, expected);
  compare("C = 0.7 A B - 1.1 D");
  plan.apply(exec, 0, a, b, C);
  plain.apply(exec, 0, a, b, expected);
  compare("C = 0");
  // What is not finite reaches the entries that it takes part in, and no other.
  auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), a.values());
  for (std::size_t k = 0; k < values.extent(0); k += 101)
    values(k) =
        k % 2 == 0 ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::quiet_NaN();
  Kokkos::deep_copy(a.values(), values);
  plan.apply(exec, 1, a, b, C);
  plain.apply(exec, 1, a, b, expected);
  exec.fence();
  const auto now = download(C.values()), wanted = download(expected.values());
  EXPECT_GT(std::count_if(wanted.begin(), wanted.end(), [](T v) { return std::isfinite(v); }), 0);
  for (std::size_t k = 0; k < now.size(); ++k)
    ASSERT_TRUE(now[k] == wanted[k] || (std::isnan(now[k]) && std::isnan(wanted[k]))) << k;
}

TEST(SpgemmRepeats, bits_of_the_plain_loop) {
  const Operand grid = stencil27(13), wide = band(400, -20, 21, 1), gaps = band(400, -30, 30, 3);
  for (const auto& [A, B] : {std::pair{grid, grid}, std::pair{wide, wide}, std::pair{gaps, wide},
                             std::pair{wide, gaps}, std::pair{gaps, gaps}}) {
    check_repeated_rows<double>(A, B);
    check_repeated_rows<float>(A, B);
  }
}

/// D's pattern is looked at where there is D alone.
TEST(SpgemmRepeats, d_of_the_plan_left_out) {
  using M = CsrMatrix<double>;
  const Exec exec;
  const Operand grid = stencil27(13), diagonal = band(13 * 13 * 13, 0, 0, 1);
  const auto a = with_rounding_values(make<M>(grid), 1);
  const auto d = with_rounding_values(make<M>(diagonal), 2);
  const auto plan = spgemm_plan(exec, Op::none, Op::none, a, a, d);
  const auto plain = spgemm_plan(exec, a, a);
  const auto C = plan.make_result(exec), expected = plain.make_result(exec);
  poison_values(C);
  plan.apply(exec, 1, a, a, C);
  plain.apply(exec, 1, a, a, expected);
  exec.fence();
  EXPECT_TRUE(same_bits(download(C.values()), download(expected.values())));
  plan.apply(exec, 1, a, a, 2, d, C);
  exec.fence();
  const auto values = download(C.values()), without = download(expected.values());
  const auto offsets = download(C.row_offsets());
  const auto columns = download(C.col_indices());
  const auto pivots = download(d.values());
  for (std::size_t row = 0; row < pivots.size(); ++row)
    for (auto k = std::size_t(offsets[row]); k < std::size_t(offsets[row + 1]); ++k) {
      const double added = std::size_t(columns[k]) == row ? 2 * pivots[row] : 0;
      EXPECT_NEAR(values[k], without[k] + added, 1e-12);
    }
}

}  // namespace
}  // namespace filigree::test
