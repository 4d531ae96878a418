// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <c/operands.hpp>

/// Triangular solves by the C API against plain loops.

namespace c_tests {

/// Few entries, and a diagonal by which integers are divided without rounding.
inline Paper random_square(std::int64_t size, bool with_imaginary, unsigned seed) {
  Paper result = random_paper(size, size, 0.05, with_imaginary, seed);
  for (std::int64_t i = 0; i < size; ++i) result.at(i, i) = i % 3 == 0 ? 2 : (i % 3 == 1 ? -1 : 1);
  return result;
}

/// The triangle of a matrix that a solve is with.
inline Paper triangle_of(Paper a, filigree_fill_t fill, filigree_diagonal_t diagonal) {
  for (std::int64_t i = 0; i < a.rows; ++i)
    for (std::int64_t j = 0; j < a.cols; ++j) {
      if (i == j && diagonal == FILIGREE_DIAGONAL_UNIT) a.at(i, j) = 1;
      if (fill == FILIGREE_FILL_LOWER ? j > i : j < i) a.at(i, j) = 0;
    }
  return a;
}

struct SolveCase {
  filigree_op_t op, op_b;
  filigree_fill_t fill;
  filigree_diagonal_t diagonal;
  filigree_layout_t layout_b, layout_x;
};

template <class Space>
class SolveTest {
 public:
  SolveTest(filigree_handle_t handle, const Types& types, const Widths& widths,
            filigree_format_t format, const SolveCase& how)
      : handle_(handle),
        types_(types),
        widths_(widths),
        format_(format),
        how_(how),
        with_imaginary_(is_complex(types.a)),
        a_(random_square(size, with_imaginary_, 7)),
        x_(random_paper(size, columns, 1, with_imaginary_, 8)),
        A_(a_, format, widths, FILIGREE_BASE_ONE, types.a) {
    pack(alpha_, Number(2), types.compute);
  }

  void run() {
    filigree_triangular_solve_plan_t plan = nullptr;
    C_OK(filigree_triangular_solve_plan_create(handle_, &plan, how_.op, A_.matrix, how_.fill,
                                               how_.diagonal, FILIGREE_ZERO_PIVOT_REPORT, 1));
    in_one_call();
    by_plan(plan, a_);
    in_place(plan);
    // other values for the plan
    Paper negated = a_;
    for (Number& entry : negated.entries) entry = -entry;
    const Sparse<Space> other(negated, format_, widths_, FILIGREE_BASE_ONE, types_.a);
    C_OK(filigree_sparse_matrix_set_values(A_.matrix, other.values.data()));
    by_plan(plan, negated);
    C_OK(filigree_triangular_solve_plan_destroy(plan));
  }

 private:
  static constexpr std::int64_t size = 71, columns = 5;

  /// The right-hand sides of x_.
  Paper right_sides(const Paper& a) const {
    const Paper nothing(size, columns);
    return product(1, triangle_of(a, how_.fill, how_.diagonal).op(how_.op), x_, 0, nothing);
  }
  Paper twice_x() const {
    Paper result = x_;
    for (Number& entry : result.entries) entry *= 2;
    return result;
  }

  void in_one_call() const {
    const Dense<Space> B(right_sides(a_), how_.layout_b, types_.y);
    const Dense<Space> X(Paper(size, columns), how_.layout_x, types_.y);
    C_OK(filigree_triangular_solve(handle_, how_.op, alpha_, A_.matrix, B.matrix, X.matrix,
                                   how_.fill, how_.diagonal, FILIGREE_ZERO_PIVOT_REPORT, 1));
    X.expect(twice_x());
  }

  void by_plan(filigree_const_triangular_solve_plan_t plan, const Paper& a) const {
    const Dense<Space> B(right_sides(a).op(how_.op_b), how_.layout_b, types_.y);
    const Dense<Space> X(Paper(size, columns), how_.layout_x, types_.y);
    const auto position = Array<Space>::of_indices({5}, FILIGREE_INDEX_INT64, 0);
    std::size_t bytes = 0;
    C_OK(filigree_triangular_solve_plan_get_workspace_bytes(plan, X.matrix, &bytes));
    const Array<Space> workspace{std::vector<char>(bytes)};
    C_OK(filigree_triangular_solve_plan_run(handle_, plan, how_.op_b, alpha_, A_.matrix, B.matrix,
                                            X.matrix, position.data(), workspace.data(), bytes));
    C_OK(filigree_synchronize(handle_));
    X.expect(twice_x());
    EXPECT_EQ(position.indices(FILIGREE_INDEX_INT64)[0], -1);
  }

  void in_place(filigree_const_triangular_solve_plan_t plan) const {
    const Dense<Space> X(right_sides(a_), how_.layout_x, types_.y);
    C_OK(filigree_triangular_solve_plan_run(handle_, plan, FILIGREE_OP_NONE, alpha_, A_.matrix,
                                            X.matrix, X.matrix, nullptr, nullptr, 0));
    C_OK(filigree_synchronize(handle_));
    X.expect(twice_x());
  }

  filigree_handle_t handle_;
  Types types_;
  Widths widths_;
  filigree_format_t format_;
  SolveCase how_;
  bool with_imaginary_;
  Paper a_, x_;
  Sparse<Space> A_;
  char alpha_[16];  // wherever in memory
};

template <class Space>
void triangular_solve_all(filigree_handle_t handle) {
  constexpr filigree_layout_t layouts[] = {FILIGREE_LAYOUT_ROW_MAJOR, FILIGREE_LAYOUT_COLUMN_MAJOR};
  const auto each = [&](const Types& types, const Widths& widths, filigree_format_t format,
                        unsigned turn) {
    if (types.a == FILIGREE_SCALAR_INT8) return;
    for (const auto op : all_ops) {
      const unsigned choice = 3 * turn + unsigned(op);
      SCOPED_TRACE(testing::Message() << "op " << op << ", choice " << choice);
      SolveTest<Space>(
          handle, types, widths, format,
          {op, all_ops[choice / 2 % 3], filigree_fill_t(choice % 2),
           filigree_diagonal_t(choice / 3 % 2), layouts[choice / 2 % 2], layouts[choice / 4 % 2]})
          .run();
      if (testing::Test::HasFatalFailure()) return;
    }
  };
  for_each_matrix(each);
  for_each_matrix(each, block_formats);
}

/// The matrix 2 . . ; 1 0 . ; . 3 5, whose second pivot is zero, and one that lacks it.
template <class Space>
void zero_pivots(filigree_handle_t handle) {
  const auto type = FILIGREE_SCALAR_DOUBLE;
  const auto values = Array<Space>::of_numbers({2, 1, 0, 3, 5}, type);
  const auto offsets = Array<Space>::of_indices({0, 1, 3, 5}, FILIGREE_INDEX_INT32, 1);
  const auto columns = Array<Space>::of_indices({0, 0, 1, 1, 2}, FILIGREE_INDEX_INT32, 1);
  const auto others = Array<Space>::of_indices({0, 0, 2, 1, 2}, FILIGREE_INDEX_INT32, 1);
  filigree_sparse_matrix_t zero = nullptr, missing = nullptr;
  const auto make = [&](filigree_sparse_matrix_t* matrix, const Array<Space>& of_columns) {
    C_OK(filigree_csr_create(matrix, 3, 3, 5, offsets.data(), of_columns.data(), values.data(),
                             FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32, FILIGREE_BASE_ONE, type));
  };
  make(&zero, columns);
  make(&missing, others);
  const Dense<Space> B(random_paper(3, 1, 1, false, 1), FILIGREE_LAYOUT_COLUMN_MAJOR, type);
  const Dense<Space> X(Paper(3, 1), FILIGREE_LAYOUT_COLUMN_MAJOR, type);
  const auto alpha = 1.0;
  EXPECT_EQ(filigree_triangular_solve(handle, FILIGREE_OP_NONE, &alpha, zero, B.matrix, X.matrix,
                                      FILIGREE_FILL_LOWER, FILIGREE_DIAGONAL_NON_UNIT,
                                      FILIGREE_ZERO_PIVOT_REPORT, 1),
            FILIGREE_STATUS_ZERO_PIVOT);
  filigree_triangular_solve_plan_t plan = nullptr;
  EXPECT_EQ(filigree_triangular_solve_plan_create(handle, &plan, FILIGREE_OP_NONE, missing,
                                                  FILIGREE_FILL_LOWER, FILIGREE_DIAGONAL_NON_UNIT,
                                                  FILIGREE_ZERO_PIVOT_REPORT, 1),
            FILIGREE_STATUS_ZERO_PIVOT);
  std::int64_t row = 0;
  for (const auto matrix : {zero, missing}) {
    C_OK(filigree_triangular_solve_plan_create(handle, &plan, FILIGREE_OP_NONE, matrix,
                                               FILIGREE_FILL_LOWER, FILIGREE_DIAGONAL_NON_UNIT,
                                               FILIGREE_ZERO_PIVOT_SKIP_ROW, 1));
    C_OK(filigree_triangular_solve_plan_get_missing_pivot(plan, &row));
    EXPECT_EQ(row, matrix == missing ? 2 : -1);
    const auto position = Array<Space>::of_indices({7}, FILIGREE_INDEX_INT64, 0);
    C_OK(filigree_triangular_solve_plan_run(handle, plan, FILIGREE_OP_NONE, &alpha, matrix,
                                            B.matrix, X.matrix, position.data(), nullptr, 0));
    C_OK(filigree_synchronize(handle));
    EXPECT_EQ(position.indices(FILIGREE_INDEX_INT64)[0], 2);
    EXPECT_EQ(X.array.numbers(type)[1], 0.0);
    C_OK(filigree_triangular_solve_plan_destroy(plan));
  }
  C_OK(filigree_sparse_matrix_destroy(zero));
  C_OK(filigree_sparse_matrix_destroy(missing));
}

/// Tridiagonal matrices, whose incomplete factors are the complete ones, made of these factors.
struct Factored {
  Paper lower{size, size}, upper{size, size};
  static constexpr std::int64_t size = 43;

  Factored(filigree_incomplete_factor_t kind, bool with_imaginary) {
    const bool is_lu = kind == FILIGREE_INCOMPLETE_FACTOR_LU;
    for (std::int64_t i = 0; i < size; ++i) {
      const double diagonal = i % 3 == 0 ? 2 : 1;
      lower.at(i, i) = is_lu ? 1 : diagonal;
      upper.at(i, i) = diagonal;
      if (i == 0) continue;
      lower.at(i, i - 1) = Number(1 + double(i % 2), with_imaginary ? 1 : 0);
      upper.at(i - 1, i) = 1 + double(i % 3);
    }
    if (!is_lu) upper = lower.op(FILIGREE_OP_CONJUGATE_TRANSPOSE);
  }
  Paper matrix() const { return product(1, lower, upper, 0, lower); }
  /// As they stand in the matrix's pattern. Of Cholesky what is right of the diagonal stays.
  Paper factors(filigree_incomplete_factor_t kind) const {
    Paper result = matrix();
    for (std::int64_t i = 0; i < size; ++i)
      for (std::int64_t j = 0; j < size; ++j)
        if (kind == FILIGREE_INCOMPLETE_FACTOR_LU)
          result.at(i, j) = j < i ? lower.at(i, j) : upper.at(i, j);
        else if (j <= i)
          result.at(i, j) = lower.at(i, j);
    return result;
  }
};

template <class Space>
void incomplete_factor_case(filigree_handle_t handle, const Types& types, const Widths& widths,
                            filigree_index_base_t base, filigree_incomplete_factor_t kind) {
  const Factored factored(kind, is_complex(types.a));
  const Sparse<Space> A(factored.matrix(), FILIGREE_FORMAT_CSR, widths, base, types.a);
  const Sparse<Space> expected(factored.factors(kind), FILIGREE_FORMAT_CSR, widths, base, types.a);
  filigree_incomplete_factor_plan_t plan = nullptr;
  C_OK(filigree_incomplete_factor_plan_create(handle, &plan, kind, A.matrix, 0, nullptr));
  std::size_t bytes = 0;
  C_OK(filigree_incomplete_factor_plan_get_workspace_bytes(plan, &bytes));
  const Array<Space> workspace{std::vector<char>(bytes)};
  const auto position = Array<Space>::of_indices({5}, FILIGREE_INDEX_INT64, 0);
  const Array<Space> apart(A.values.bytes());
  for (void* const factors : {apart.data(), A.values.data()}) {
    C_OK(filigree_incomplete_factor_plan_run(handle, plan, A.matrix, factors, position.data(),
                                             workspace.data(), bytes));
    C_OK(filigree_synchronize(handle));
    const Array<Space>& found = factors == apart.data() ? apart : A.values;
    ASSERT_EQ(found.numbers(types.a), expected.values.numbers(types.a));
    ASSERT_EQ(position.indices(FILIGREE_INDEX_INT64)[0], -1);
  }
  // other values: none are left of the first pivot
  auto numbers = expected.values.numbers(types.a);
  numbers[0] = 0;
  const auto values = Array<Space>::of_numbers(numbers, types.a);
  C_OK(filigree_sparse_matrix_set_values(A.matrix, values.data()));
  C_OK(filigree_incomplete_factor_plan_run(handle, plan, A.matrix, apart.data(), position.data(),
                                           nullptr, 0));
  C_OK(filigree_synchronize(handle));
  ASSERT_EQ(position.indices(FILIGREE_INDEX_INT64)[0], std::int64_t(base));
  C_OK(filigree_incomplete_factor_plan_destroy(plan));
}

template <class Space>
void incomplete_factor_all(filigree_handle_t handle) {
  for_each_matrix(
      [&](const Types& types, const Widths& widths, filigree_format_t format, unsigned turn) {
        if (types.a > FILIGREE_SCALAR_COMPLEX_DOUBLE || format != FILIGREE_FORMAT_CSR) return;
        for (const auto kind : {FILIGREE_INCOMPLETE_FACTOR_LU, FILIGREE_INCOMPLETE_FACTOR_CHOLESKY})
          incomplete_factor_case<Space>(handle, types, widths, all_bases[turn % 2], kind);
      });
}

}  // namespace c_tests
