// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <c/operands.hpp>

/// Products by the C API against plain loops.

namespace c_tests {

template <class Space>
void spmv_case(filigree_handle_t handle, const Types& types, const Widths& widths,
               filigree_format_t format, filigree_index_base_t base, filigree_op_t op) {
  const bool with_imaginary = is_complex(types.a);
  const Paper a = random_paper(153, 97, 0.1, with_imaginary, 1);
  const Paper op_a = a.op(op);
  const Paper x = random_paper(op_a.cols, 1, 1, with_imaginary, 2);
  const Paper y = random_paper(op_a.rows, 1, 1, with_imaginary, 3);
  const Number alpha(2, with_imaginary ? 1 : 0), beta(-1, 0);
  char packed_alpha[16], packed_beta[16];
  pack(packed_alpha, alpha, types.compute);
  pack(packed_beta, beta, types.compute);
  const Paper expected = product(alpha, op_a, x, beta, y);
  const Sparse<Space> A(a, format, widths, base, types.a);
  const auto x_array = Array<Space>::of_numbers(x.entries, types.x);
  filigree_const_dense_vector_t x_vector = nullptr;
  C_OK(filigree_const_dense_vector_create(&x_vector, x.rows, x_array.data(), types.x));
  filigree_spmv_plan_t plan = nullptr;
  C_OK(filigree_spmv_plan_create(handle, &plan, op, A.matrix));
  std::size_t bytes = 0;
  C_OK(filigree_spmv_plan_get_workspace_bytes(plan, &bytes));
  const Array<Space> workspace{std::vector<char>(bytes)};
  for (int way = 0; way < 3; ++way) {
    const auto y_array = Array<Space>::of_numbers(y.entries, types.y);
    filigree_dense_vector_t y_vector = nullptr;
    C_OK(filigree_dense_vector_create(&y_vector, y.rows, y_array.data(), types.y));
    if (way == 2)
      C_OK(filigree_spmv_plan_run(handle, plan, packed_alpha, A.matrix, x_vector, packed_beta,
                                  y_vector, workspace.data(), bytes));
    else
      C_OK(filigree_spmv(handle, op, packed_alpha, A.matrix, x_vector, packed_beta, y_vector,
                         filigree_algorithm_t(way), nullptr, 0));
    C_OK(filigree_synchronize(handle));
    ASSERT_EQ(y_array.numbers(types.y), expected.entries) << "way " << way;
    C_OK(filigree_dense_vector_destroy(y_vector));
  }
  C_OK(filigree_spmv_plan_destroy(plan));
  C_OK(filigree_dense_vector_destroy(x_vector));
}

template <class Space>
void spmv_all(filigree_handle_t handle) {
  const auto each = [&](const Types& types, const Widths& widths, filigree_format_t format,
                        unsigned turn) {
    for (const auto op : all_ops) {
      SCOPED_TRACE(testing::Message() << "op " << op << ", turn " << turn);
      // bases take turns, so that each meets each type, width and format
      spmv_case<Space>(handle, types, widths, format, all_bases[(turn + unsigned(op)) % 2], op);
    }
  };
  for_each_matrix(each);
  for_each_matrix(each, block_formats);
}

template <class Space>
void spmm_case(filigree_handle_t handle, const Types& types, const Widths& widths,
               filigree_format_t format, filigree_op_t op_a, filigree_op_t op_b,
               filigree_layout_t layout_b, filigree_layout_t layout_c) {
  constexpr std::int64_t columns = 7;
  const bool with_imaginary = is_complex(types.a);
  const Paper a = random_paper(75, 61, 0.1, with_imaginary, 4);
  const Paper of_a = a.op(op_a);
  const Paper b = op_b == FILIGREE_OP_NONE ? random_paper(of_a.cols, columns, 1, with_imaginary, 5)
                                           : random_paper(columns, of_a.cols, 1, with_imaginary, 5);
  const Paper c = random_paper(of_a.rows, columns, 1, with_imaginary, 6);
  const Number alpha(2, with_imaginary ? 1 : 0), beta(-1, 0);
  char packed_alpha[16], packed_beta[16];
  pack(packed_alpha, alpha, types.compute);
  pack(packed_beta, beta, types.compute);
  const Paper expected = product(alpha, of_a, b.op(op_b), beta, c);
  const Sparse<Space> A(a, format, widths, FILIGREE_BASE_ONE, types.a);
  const Dense<Space> B(b, layout_b, types.x);
  filigree_spmm_plan_t plan = nullptr;
  C_OK(filigree_spmm_plan_create(handle, &plan, op_a, A.matrix));
  std::size_t bytes = 0;
  C_OK(filigree_spmm_plan_get_workspace_bytes(plan, columns, &bytes));
  const Array<Space> workspace{std::vector<char>(bytes)};
  for (int way = 0; way < 3; ++way) {
    const Dense<Space> C(c, layout_c, types.y);
    if (way == 2)
      C_OK(filigree_spmm_plan_run(handle, plan, op_b, packed_alpha, A.matrix, B.matrix, packed_beta,
                                  C.matrix, workspace.data(), bytes));
    else
      C_OK(filigree_spmm(handle, op_a, op_b, packed_alpha, A.matrix, B.matrix, packed_beta,
                         C.matrix, filigree_algorithm_t(way), nullptr, 0));
    C_OK(filigree_synchronize(handle));
    C.expect(expected);
    if (testing::Test::HasFatalFailure()) return;
  }
  C_OK(filigree_spmm_plan_destroy(plan));
}

template <class Space>
void spmm_all(filigree_handle_t handle) {
  constexpr filigree_layout_t layouts[] = {FILIGREE_LAYOUT_ROW_MAJOR, FILIGREE_LAYOUT_COLUMN_MAJOR};
  const auto each = [&](const Types& types, const Widths& widths, filigree_format_t format,
                        unsigned turn) {
    for (const auto op_a : all_ops) {
      const unsigned choice = 3 * turn + unsigned(op_a);
      const auto op_b = all_ops[choice / 2 % 3];
      SCOPED_TRACE(testing::Message() << "op_a " << op_a << ", choice " << choice);
      spmm_case<Space>(handle, types, widths, format, op_a, op_b, layouts[choice % 2],
                       layouts[choice / 3 % 2]);
    }
  };
  for_each_matrix(each);
  for_each_matrix(each, block_formats);
}

/// alpha (a b) o spy(c) + beta c
inline Paper sampled(Number alpha, const Paper& a, const Paper& b, Number beta, const Paper& c) {
  Paper result = product(alpha, a, b, beta, c);
  for (std::size_t i = 0; i < result.entries.size(); ++i)
    if (c.entries[i] == 0.0) result.entries[i] = 0;
  return result;
}

template <class Space>
void sddmm_case(filigree_handle_t handle, const Types& types, const Widths& widths,
                filigree_format_t format, filigree_op_t op_a, filigree_op_t op_b,
                filigree_layout_t layout) {
  constexpr std::int64_t inner = 9;
  const bool with_imaginary = is_complex(types.a);
  const Number alpha(2, with_imaginary ? 1 : 0), beta(-1, 0);
  char packed_alpha[16], packed_beta[16];
  pack(packed_alpha, alpha, types.compute);
  pack(packed_beta, beta, types.compute);
  const Paper c = random_paper(53, 47, 0.15, with_imaginary, 9);
  const auto dense = [&](filigree_op_t op, std::int64_t rows, std::int64_t cols) {
    return op == FILIGREE_OP_NONE ? random_paper(rows, cols, 1, with_imaginary, 10)
                                  : random_paper(cols, rows, 1, with_imaginary, 10);
  };
  const Paper a = dense(op_a, c.rows, inner), b = dense(op_b, inner, c.cols);
  const Paper expected = sampled(alpha, a.op(op_a), b.op(op_b), beta, c);
  const Dense<Space> A(a, layout, types.a), B(b, FILIGREE_LAYOUT_ROW_MAJOR, types.a);
  for (const bool by_plan : {false, true}) {
    const Sparse<Space> C(c, format, widths, FILIGREE_BASE_ONE, types.y);
    const Sparse<Space> like(expected, format, widths, FILIGREE_BASE_ONE, types.y);
    if (by_plan) {
      filigree_sddmm_plan_t plan = nullptr;
      C_OK(filigree_sddmm_plan_create(handle, &plan, C.matrix));
      std::size_t bytes = 0;
      C_OK(filigree_sddmm_plan_get_workspace_bytes(plan, inner, &bytes));
      const Array<Space> workspace{std::vector<char>(bytes)};
      C_OK(filigree_sddmm_plan_run(handle, plan, op_a, op_b, packed_alpha, A.matrix, B.matrix,
                                   packed_beta, C.matrix, workspace.data(), bytes));
      C_OK(filigree_synchronize(handle));
      C_OK(filigree_sddmm_plan_destroy(plan));
    } else {
      C_OK(filigree_sddmm(handle, op_a, op_b, packed_alpha, A.matrix, B.matrix, packed_beta,
                          C.matrix));
      C_OK(filigree_synchronize(handle));
    }
    std::vector<Number> entries;
    for (const Number& number : C.values.numbers(types.y))
      if (number != 0.0) entries.push_back(number);  // as `like` stores none
    ASSERT_EQ(entries, like.values.numbers(types.y));
  }
}

template <class Space>
void sddmm_all(filigree_handle_t handle) {
  for_each_matrix(
      [&](const Types& types, const Widths& widths, filigree_format_t format, unsigned turn) {
        if (types.a == FILIGREE_SCALAR_INT8 || format == FILIGREE_FORMAT_COO) return;
        for (const auto op : all_ops) {
          const unsigned choice = turn + unsigned(op);
          SCOPED_TRACE(testing::Message() << "op_a " << op << ", choice " << choice);
          sddmm_case<Space>(handle, types, widths, format, op, all_ops[choice % 3],
                            filigree_layout_t(choice % 2));
          if (testing::Test::HasFatalFailure()) return;
        }
      });
}

}  // namespace c_tests
