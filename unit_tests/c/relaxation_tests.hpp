// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include <c/owned_matrix_tests.hpp>

/// Factors with fill, Gauss-Seidel, colours and orders by the C API against plain loops.

namespace c_tests {

/// Factors of small integers, whose pivots are powers of two: elimination is exact.
struct IntegerFactors {
  Paper lower, upper;

  IntegerFactors(std::int64_t size, bool with_imaginary)
      : lower(random_paper(size, size, 0.1, with_imaginary, 11)),
        upper(random_paper(size, size, 0.1, with_imaginary, 12)) {
    for (std::int64_t i = 0; i < size; ++i)
      for (std::int64_t j = 0; j < size; ++j) {
        if (j >= i) lower.at(i, j) = i == j ? 1 : 0;
        if (j <= i) upper.at(i, j) = i == j ? 1 + i % 2 : 0;
      }
  }
  Paper matrix() const { return product(1, lower, upper, 0, lower); }
  /// L left of the diagonal, and U.
  Paper together() const {
    Paper result = upper;
    for (std::int64_t i = 0; i < result.rows; ++i)
      for (std::int64_t j = 0; j < i; ++j) result.at(i, j) = lower.at(i, j);
    return result;
  }
};

/// With room for all fill both are the complete factors.
template <class Space>
void fill_case(filigree_handle_t handle, filigree_scalar_type_t type, const Widths& widths,
               filigree_index_base_t base) {
  constexpr std::int64_t size = 23;
  const IntegerFactors factors(size, is_complex(type));
  const Sparse<Space> A(factors.matrix(), FILIGREE_FORMAT_CSR, widths, base, type);
  filigree_sparse_matrix_t B = nullptr;
  std::int64_t first_zero_pivot = 7;
  C_OK(filigree_ilut(handle, A.matrix, 0, size, 0, nullptr, &B, &first_zero_pivot));
  EXPECT_EQ(first_zero_pivot, -1);
  expect_matrix<Space>(handle, B, FILIGREE_FORMAT_CSR, factors.together(), type);
  C_OK(filigree_sparse_matrix_destroy(B));

  C_OK(filigree_iluk_pattern(handle, A.matrix, size, &B));
  expect_matrix<Space>(handle, B, FILIGREE_FORMAT_CSR, factors.matrix(), type);
  void* values = nullptr;
  C_OK(filigree_sparse_matrix_get_values(B, &values));
  filigree_incomplete_factor_plan_t plan = nullptr;
  C_OK(filigree_incomplete_factor_plan_create(handle, &plan, FILIGREE_INCOMPLETE_FACTOR_LU, B, 0,
                                              nullptr));
  C_OK(filigree_incomplete_factor_plan_run(handle, plan, B, values, nullptr, nullptr, 0));
  expect_matrix<Space>(handle, B, FILIGREE_FORMAT_CSR, factors.together(), type);
  C_OK(filigree_incomplete_factor_plan_destroy(plan));
  C_OK(filigree_sparse_matrix_destroy(B));
}

/// Sweeps with a triangle, which end at the solution, and a zero on the diagonal.
template <class Space>
void gauss_seidel_case(filigree_handle_t handle, filigree_scalar_type_t type, const Widths& widths,
                       filigree_index_base_t base) {
  constexpr std::int64_t size = 29, columns = 3;
  Paper a = random_paper(size, size, 0.1, is_complex(type), 21);
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t j = i; j < size; ++j) a.at(i, j) = i == j ? 1 + i % 2 : 0;
  const Paper x = random_paper(size, columns, 1, is_complex(type), 22);
  const Sparse<Space> A(a, FILIGREE_FORMAT_CSR, widths, base, type);
  const Dense<Space> B(product(1, a, x, 0, x), FILIGREE_LAYOUT_ROW_MAJOR, type);
  Paper nothing(size, columns);
  for (Number& entry : nothing.entries) entry = std::numeric_limits<double>::quiet_NaN();
  const Dense<Space> X(nothing, FILIGREE_LAYOUT_COLUMN_MAJOR, type);
  const auto position = Array<Space>::of_indices({5}, FILIGREE_INDEX_INT64, 0);
  filigree_gauss_seidel_plan_t plan = nullptr;
  C_OK(filigree_gauss_seidel_plan_create(handle, &plan, A.matrix));
  std::int64_t num_colors = 0;
  C_OK(filigree_gauss_seidel_plan_get_num_colors(plan, &num_colors));
  EXPECT_GT(num_colors, 1);
  EXPECT_LT(num_colors, size);
  for (const auto direction :
       {FILIGREE_SWEEP_FORWARD, FILIGREE_SWEEP_BACKWARD, FILIGREE_SWEEP_SYMMETRIC}) {
    C_OK(filigree_gauss_seidel_plan_run(handle, plan, A.matrix, B.matrix, X.matrix, direction, 1,
                                        2 * size, 1, position.data()));
    C_OK(filigree_synchronize(handle));
    X.expect(x);
    EXPECT_EQ(position.indices(FILIGREE_INDEX_INT64)[0], -1);
  }
  // the solution stays, whatever omega
  C_OK(filigree_gauss_seidel_plan_run(handle, plan, A.matrix, B.matrix, X.matrix,
                                      FILIGREE_SWEEP_FORWARD, 1.5, 1, 0, nullptr));
  C_OK(filigree_synchronize(handle));
  X.expect(x);
  auto numbers = A.values.numbers(type);
  numbers[0] = 0;
  const auto values = Array<Space>::of_numbers(numbers, type);
  C_OK(filigree_sparse_matrix_set_values(A.matrix, values.data()));
  C_OK(filigree_gauss_seidel_plan_run(handle, plan, A.matrix, B.matrix, X.matrix,
                                      FILIGREE_SWEEP_FORWARD, 1, 1, 0, position.data()));
  C_OK(filigree_synchronize(handle));
  EXPECT_EQ(position.indices(FILIGREE_INDEX_INT64)[0], std::int64_t(base));
  C_OK(filigree_gauss_seidel_plan_destroy(plan));
}

/// A path whose rows stand in another order: rows that are 1, or 2, steps apart differ in colour,
/// and reordering gives a bandwidth of one.
template <class Space>
void order_case(filigree_handle_t handle, filigree_scalar_type_t type, const Widths& widths,
                filigree_index_base_t base) {
  constexpr std::int64_t size = 31;
  const auto row = [](std::int64_t k) { return 7 * k % size; };
  Paper a(size, size);
  for (std::int64_t k = 0; k < size; ++k) {
    a.at(row(k), row(k)) = k + 1;
    if (k > 0) a.at(row(k), row(k - 1)) = Number(-k, is_complex(type) ? 1 : 0);
    if (k > 0) a.at(row(k - 1), row(k)) = k + 2;
  }
  const Sparse<Space> A(a, FILIGREE_FORMAT_CSR, widths, base, type);
  for (const int distance : {1, 2}) {
    const auto colors =
        Array<Space>::of_indices(std::vector<std::int64_t>(size, 9), FILIGREE_INDEX_INT32, 0);
    std::int64_t num_colors = 0;
    C_OK(filigree_color_graph(handle, A.matrix, distance, colors.data(), &num_colors));
    const auto found = colors.indices(FILIGREE_INDEX_INT32);
    EXPECT_GT(num_colors, distance);
    EXPECT_EQ(*std::min_element(found.begin(), found.end()), 0);
    EXPECT_EQ(*std::max_element(found.begin(), found.end()), num_colors - 1);
    for (std::int64_t k = 0; k < size; ++k) {
      for (std::int64_t apart = 1; apart <= distance && apart <= k; ++apart)
        EXPECT_NE(found[std::size_t(row(k))], found[std::size_t(row(k - apart))]) << k;
    }
  }
  const auto order = Array<Space>::of_indices(std::vector<std::int64_t>(size, -1), widths.index, 0);
  C_OK(filigree_reverse_cuthill_mckee(handle, A.matrix, order.data()));
  filigree_sparse_matrix_t B = nullptr;
  C_OK(filigree_reorder(handle, A.matrix, order.data(), &B));
  const auto places = order.indices(widths.index);
  Paper expected(size, size);
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t j = 0; j < size; ++j) {
      expected.at(i, j) = a.at(places[std::size_t(i)], places[std::size_t(j)]);
      if (i > j + 1 || j > i + 1) {
        EXPECT_EQ(expected.at(i, j), 0.0) << i << ", " << j;
      }
    }
  expect_matrix<Space>(handle, B, FILIGREE_FORMAT_CSR, expected, type);
  C_OK(filigree_sparse_matrix_destroy(B));
}

template <class Space>
void relaxation_all(filigree_handle_t handle) {
  for_each_matrix(
      [&](const Types& types, const Widths& widths, filigree_format_t format, unsigned turn) {
        if (types.a > FILIGREE_SCALAR_COMPLEX_DOUBLE || format != FILIGREE_FORMAT_CSR) return;
        for (const auto run : {fill_case<Space>, gauss_seidel_case<Space>, order_case<Space>})
          run(handle, types.a, widths, all_bases[turn % 2]);
      });
}

}  // namespace c_tests
