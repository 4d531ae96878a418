// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <c/operands.hpp>

/// Banded solves by the C API against products on paper.

namespace c_tests {

struct BandedCase {
  filigree_scalar_type_t type;
  int diagonals;
  std::int64_t rows, systems;
  filigree_layout_t layout;
  filigree_op_t op;
  filigree_pivoting_t pivoting;
  bool periodic;
};

/// Diagonally dominant systems on paper, and their diagonals in the memory of a target: one after
/// the other, or interleaved where the layout is row-major.
template <class Space>
class BandedTest {
 public:
  BandedTest(filigree_handle_t handle, const BandedCase& how) : handle_(handle), how_(how) {
    const auto places = std::size_t(how.rows * how.systems);
    std::vector<std::vector<Number>> diagonals(std::size_t(how.diagonals),
                                               std::vector<Number>(places, outside));
    const bool interleaved = how.layout == FILIGREE_LAYOUT_ROW_MAJOR;
    const std::int64_t row_stride = interleaved ? how.systems : 1;
    const std::int64_t system_stride = interleaved ? 1 : how.rows;
    for (std::int64_t s = 0; s < how.systems; ++s) {
      Paper system(how.rows, how.rows);
      const Paper entries =
          random_paper(how.rows, how.diagonals, 1, is_complex(how.type), unsigned(s) + 11);
      for (std::int64_t i = 0; i < how.rows; ++i)
        for (int d = 0; d < how.diagonals; ++d) {
          std::int64_t column = i + d - how.diagonals / 2;
          if (how.periodic) column = (column + how.rows) % how.rows;
          if (column < 0 || column >= how.rows) continue;
          const Number entry = column == i ? Number(30) : entries.at(i, d);
          system.at(i, column) += entry;
          diagonals[std::size_t(d)][std::size_t(i * row_stride + s * system_stride)] = entry;
        }
      systems_.push_back(system);
    }
    std::vector<const void*> pointers;
    for (const auto& diagonal : diagonals) {
      arrays_.push_back(Array<Space>::of_numbers(diagonal, how.type));
      pointers.push_back(arrays_.back().data());
    }
    const std::vector<const void*> none(pointers.size(), nullptr);
    C_EXPECT_OK(filigree_banded_matrix_create(&A_, how.rows, how.systems, how.diagonals,
                                              none.data(), row_stride, system_stride, how.type));
    C_EXPECT_OK(filigree_banded_matrix_set_diagonals(A_, pointers.data()));
  }
  ~BandedTest() { filigree_banded_matrix_destroy(A_); }
  BandedTest(const BandedTest&) = delete;
  BandedTest& operator=(const BandedTest&) = delete;

  void run() {
    const std::int64_t columns = how_.systems == 1 ? 3 : how_.systems;
    const Paper x = random_paper(how_.rows, columns, 1, is_complex(how_.type), 5);
    const Paper b = right_sides(x);
    {
      const Dense<Space> B(b, how_.layout, how_.type);
      const Dense<Space> X(Paper(how_.rows, columns), how_.layout, how_.type);
      C_OK(filigree_banded_solve(handle_, how_.op, A_, B.matrix, X.matrix, how_.pivoting,
                                 how_.periodic, nullptr));
      C_OK(filigree_synchronize(handle_));
      expect_near(X, x);
    }
    const Dense<Space> X(b, how_.layout, how_.type);
    filigree_banded_solve_plan_t plan = nullptr;
    C_OK(filigree_banded_solve_plan_create(handle_, &plan, how_.op, A_, X.matrix, X.matrix,
                                           how_.pivoting, how_.periodic));
    std::size_t bytes = 0;
    C_OK(filigree_banded_solve_plan_get_workspace_bytes(plan, &bytes));
    const Array<Space> workspace{std::vector<char>(bytes)};
    const auto positions = Array<Space>::of_indices(
        std::vector<std::int64_t>(std::size_t(how_.systems), 7), FILIGREE_INDEX_INT64, 0);
    C_OK(filigree_banded_solve_plan_run(handle_, plan, A_, X.matrix, X.matrix, positions.data(),
                                        workspace.data(), bytes));
    C_OK(filigree_synchronize(handle_));
    expect_near(X, x);
    for (const std::int64_t position : positions.indices(FILIGREE_INDEX_INT64))
      EXPECT_EQ(position, -1);
    C_OK(filigree_banded_solve_plan_destroy(plan));
  }

 private:
  /// Where the matrix has no entry, which nothing reads.
  static constexpr double outside = 1e30;

  Paper right_sides(const Paper& x) const {
    Paper result(x.rows, x.cols);
    for (std::int64_t j = 0; j < x.cols; ++j) {
      const Paper a = systems_[std::size_t(how_.systems == 1 ? 0 : j)].op(how_.op);
      for (std::int64_t i = 0; i < x.rows; ++i)
        for (std::int64_t k = 0; k < x.rows; ++k) result.at(i, j) += a.at(i, k) * x.at(k, j);
    }
    return result;
  }

  void expect_near(const Dense<Space>& X, const Paper& x) const {
    const auto numbers = X.array.numbers(how_.type);
    const bool is_single =
        how_.type == FILIGREE_SCALAR_FLOAT || how_.type == FILIGREE_SCALAR_COMPLEX_FLOAT;
    for (std::int64_t i = 0; i < x.rows; ++i)
      for (std::int64_t j = 0; j < x.cols; ++j)
        ASSERT_LE(std::abs(numbers[X.place(i, j)] - x.at(i, j)), is_single ? 2e-5 : 1e-13)
            << "entry " << i << ", " << j;
  }

  filigree_handle_t handle_;
  BandedCase how_;
  std::vector<Paper> systems_;
  std::vector<Array<Space>> arrays_;
  filigree_banded_matrix_t A_ = nullptr;
};

template <class Space>
void banded_all(filigree_handle_t handle) {
  unsigned turn = 0;
  for (const auto type : {FILIGREE_SCALAR_FLOAT, FILIGREE_SCALAR_DOUBLE,
                          FILIGREE_SCALAR_COMPLEX_FLOAT, FILIGREE_SCALAR_COMPLEX_DOUBLE})
    for (const int diagonals : {3, 5})
      for (const std::int64_t rows : {1, 2, 7, 300})
        for (const std::int64_t systems : {1, 4, 37})
          for (const auto layout : {FILIGREE_LAYOUT_COLUMN_MAJOR, FILIGREE_LAYOUT_ROW_MAJOR}) {
            ++turn;
            const BandedCase how{
                type,
                diagonals,
                rows,
                systems,
                layout,
                all_ops[turn % 3],
                turn / 3 % 2 == 0 ? FILIGREE_PIVOTING_PARTIAL : FILIGREE_PIVOTING_NONE,
                rows >= diagonals && turn % 4 == 0};
            SCOPED_TRACE(testing::Message()
                         << "type " << type << ", " << diagonals << " diagonals, " << rows
                         << " rows, " << systems << " systems, layout " << layout << ", op "
                         << how.op << ", periodic " << how.periodic);
            BandedTest<Space>(handle, how).run();
            if (testing::Test::HasFatalFailure()) return;
          }
}

/// The second of three systems has a row of zeros; the others are solved.
template <class Space>
void singular_system(filigree_handle_t handle) {
  const auto type = FILIGREE_SCALAR_DOUBLE;
  const auto off = Array<Space>::of_numbers(std::vector<Number>(9, 0.0), type);
  const auto middle = Array<Space>::of_numbers({2, 2, 2, 2, 0, 2, 2, 2, 2}, type);
  const void* const pointers[] = {off.data(), middle.data(), off.data()};
  filigree_banded_matrix_t A = nullptr;
  C_OK(filigree_banded_matrix_create(&A, 3, 3, 3, pointers, 1, 3, type));
  Paper ones(3, 3);
  for (Number& entry : ones.entries) entry = 1;
  const Dense<Space> X(ones, FILIGREE_LAYOUT_COLUMN_MAJOR, type);
  const auto positions = Array<Space>::of_indices({7, 7, 7}, FILIGREE_INDEX_INT64, 0);
  C_OK(filigree_banded_solve(handle, FILIGREE_OP_NONE, A, X.matrix, X.matrix,
                             FILIGREE_PIVOTING_PARTIAL, 0, positions.data()));
  C_OK(filigree_synchronize(handle));
  EXPECT_EQ(positions.indices(FILIGREE_INDEX_INT64), (std::vector<std::int64_t>{-1, 1, -1}));
  const auto numbers = X.array.numbers(type);
  for (const std::int64_t system : {0, 2})
    for (std::int64_t i = 0; i < 3; ++i) EXPECT_EQ(numbers[X.place(i, system)], 0.5);
  C_OK(filigree_banded_matrix_destroy(A));
}

}  // namespace c_tests
