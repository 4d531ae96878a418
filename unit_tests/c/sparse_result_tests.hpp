// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <c/operands.hpp>

/// Operations with sparse results by the C API against plain loops.

namespace c_tests {

/// Arrays for a compressed or COO result, and its description.
template <class Space>
struct Result {
  std::int64_t rows, cols;
  filigree_format_t format;
  Widths widths;
  filigree_index_base_t base;
  filigree_scalar_type_t scalar;
  Array<Space> first, second, values;
  filigree_sparse_matrix_t matrix = nullptr;

  Result(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
         filigree_format_t of_format, Widths of_widths, filigree_index_base_t of_base,
         filigree_scalar_type_t type)
      : rows(num_rows),
        cols(num_cols),
        format(of_format),
        widths(of_widths),
        base(of_base),
        scalar(type) {
    const std::vector<std::int64_t> entries(std::size_t(nnz), 99);
    second = Array<Space>::of_indices(entries, widths.index, 0);
    values = Array<Space>::of_numbers(std::vector<Number>(std::size_t(nnz), 99.0), scalar);
    if (format == FILIGREE_FORMAT_COO) {
      first = Array<Space>::of_indices(entries, widths.index, 0);
      C_EXPECT_OK(filigree_coo_create(&matrix, rows, cols, nnz, first.data(), second.data(),
                                      values.data(), widths.index, base, scalar));
      return;
    }
    const bool by_columns = format == FILIGREE_FORMAT_CSC;
    first = Array<Space>::of_indices(
        std::vector<std::int64_t>(std::size_t(by_columns ? cols : rows) + 1, 99), widths.offset, 0);
    C_EXPECT_OK((by_columns ? filigree_csc_create : filigree_csr_create)(
        &matrix, rows, cols, nnz, first.data(), second.data(), values.data(), widths.offset,
        widths.index, base, scalar));
  }
  ~Result() { filigree_sparse_matrix_destroy(matrix); }
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;

  /// Whether it is that matrix, with sorted lines that name no place twice.
  void expect(const Paper& paper) const {
    const auto firsts = first.indices(format == FILIGREE_FORMAT_COO ? widths.index : widths.offset);
    const auto seconds = second.indices(widths.index);
    const auto numbers = values.numbers(scalar);
    Paper found(rows, cols);
    std::int64_t line = 0, last = -1;
    for (std::int64_t k = 0; k < std::int64_t(numbers.size()); ++k) {
      const std::int64_t line_before = line;
      if (format == FILIGREE_FORMAT_COO)
        line = firsts[std::size_t(k)] - base;
      else
        while (k >= firsts[std::size_t(line) + 1] - base) ++line;
      const std::int64_t place = seconds[std::size_t(k)] - base;
      if (line == line_before) {
        ASSERT_GT(place, last) << "entry " << k;
      }
      last = place;
      (format == FILIGREE_FORMAT_CSC ? found.at(place, line) : found.at(line, place)) =
          numbers[std::size_t(k)];
    }
    ASSERT_EQ(found.entries, paper.entries);
  }
};

inline Paper doubled(Paper a) {
  for (Number& entry : a.entries) entry *= 2;
  return a;
}

/// alpha a + beta b
inline Paper sum(Number alpha, const Paper& a, Number beta, const Paper& b) {
  Paper result(a.rows, a.cols);
  for (std::size_t i = 0; i < a.entries.size(); ++i)
    result.entries[i] = alpha * a.entries[i] + beta * b.entries[i];
  return result;
}

/// Types in which products and sums of sparse matrices are there.
inline bool has_sparse_results(const Types& types) { return types.a != FILIGREE_SCALAR_INT8; }

struct Scalars {
  Number alpha, beta;
  char packed_alpha[16], packed_beta[16];

  explicit Scalars(const Types& types) : alpha(2, is_complex(types.a) ? 1 : 0), beta(-1, 0) {
    pack(packed_alpha, alpha, types.compute);
    pack(packed_beta, beta, types.compute);
  }
};

template <class Space>
void spgemm_case(filigree_handle_t handle, const Types& types, const Widths& widths,
                 filigree_index_base_t base, filigree_op_t op_a, filigree_op_t op_b) {
  const Scalars s(types);
  const bool with_imaginary = is_complex(types.a);
  const Paper a = random_paper(37, 29, 0.15, with_imaginary, 11);
  const Paper of_a = a.op(op_a);
  const Paper b = op_b == FILIGREE_OP_NONE ? random_paper(of_a.cols, 41, 0.15, with_imaginary, 12)
                                           : random_paper(41, of_a.cols, 0.15, with_imaginary, 12);
  const Paper d = random_paper(of_a.rows, 41, 0.1, with_imaginary, 13);
  const Paper ab = product(s.alpha, of_a, b.op(op_b), 0, d);
  const Sparse<Space> A(a, FILIGREE_FORMAT_CSR, widths, base, types.a);
  const Sparse<Space> B(b, FILIGREE_FORMAT_CSR, widths, FILIGREE_BASE_ZERO, types.a);
  const Sparse<Space> D(d, FILIGREE_FORMAT_CSR, widths, FILIGREE_BASE_ONE, types.y);
  for (const bool with_d : {false, true}) {
    filigree_spgemm_plan_t plan = nullptr;
    C_OK(filigree_spgemm_plan_create(handle, &plan, op_a, op_b, A.matrix, B.matrix,
                                     with_d ? D.matrix : nullptr, widths.offset, 0));
    std::int64_t rows = 0, cols = 0, nnz = 0;
    C_OK(filigree_spgemm_plan_get_size(plan, &rows, &cols, &nnz));
    ASSERT_EQ(rows, of_a.rows);
    ASSERT_EQ(cols, 41);
    std::size_t bytes = 0;
    C_OK(filigree_spgemm_plan_get_workspace_bytes(plan, &bytes));
    const Array<Space> workspace{std::vector<char>(bytes)};
    const Result<Space> C(rows, cols, nnz, FILIGREE_FORMAT_CSR, widths, base, types.y);
    C_OK(filigree_spgemm_plan_get_pattern(handle, plan, C.matrix));
    const auto run = [&](filigree_const_sparse_matrix_t of_a_values,
                         filigree_const_sparse_matrix_t other) {
      C_OK(filigree_spgemm_plan_run(handle, plan, s.packed_alpha, of_a_values, B.matrix,
                                    s.packed_beta, other, C.matrix, workspace.data(), bytes));
      C_OK(filigree_synchronize(handle));
    };
    run(A.matrix, nullptr);
    C.expect(ab);
    run(A.matrix, with_d ? D.matrix : C.matrix);
    C.expect(sum(1, ab, s.beta, with_d ? d : ab));
    const Sparse<Space> other(doubled(a), FILIGREE_FORMAT_CSR, widths, base, types.a);
    void* const old = A.values.data();
    C_OK(filigree_sparse_matrix_set_values(A.matrix, other.values.data()));
    run(A.matrix, nullptr);
    C.expect(doubled(ab));
    C_OK(filigree_sparse_matrix_set_values(A.matrix, old));
    C_OK(filigree_spgemm_plan_destroy(plan));
  }
}

template <class Space>
void geam_case(filigree_handle_t handle, const Types& types, const Widths& widths,
               filigree_format_t format, filigree_op_t op_a, filigree_op_t op_b) {
  const Scalars s(types);
  const bool with_imaginary = is_complex(types.a);
  const auto shaped = [&](filigree_op_t op, unsigned seed) {
    return op == FILIGREE_OP_NONE ? random_paper(83, 57, 0.1, with_imaginary, seed)
                                  : random_paper(57, 83, 0.1, with_imaginary, seed);
  };
  const Paper a = shaped(op_a, 21), b = shaped(op_b, 22);
  const Sparse<Space> A(a, format, widths, FILIGREE_BASE_ONE, types.a);
  const Sparse<Space> B(b, FILIGREE_FORMAT_CSR, widths, FILIGREE_BASE_ZERO, types.a);
  filigree_geam_plan_t plan = nullptr;
  C_OK(filigree_geam_plan_create(handle, &plan, op_a, A.matrix, op_b, B.matrix, widths.offset));
  std::int64_t rows = 0, cols = 0, nnz = 0;
  C_OK(filigree_geam_plan_get_size(plan, &rows, &cols, &nnz));
  const Result<Space> C(rows, cols, nnz, FILIGREE_FORMAT_CSR, widths, FILIGREE_BASE_ONE, types.y);
  C_OK(filigree_geam_plan_get_pattern(handle, plan, C.matrix));
  const auto run = [&] {
    C_OK(filigree_geam_plan_run(handle, plan, s.packed_alpha, A.matrix, s.packed_beta, B.matrix,
                                C.matrix));
    C_OK(filigree_synchronize(handle));
  };
  run();
  C.expect(sum(s.alpha, a.op(op_a), s.beta, b.op(op_b)));
  const Sparse<Space> other(doubled(a), format, widths, FILIGREE_BASE_ONE, types.a);
  C_OK(filigree_sparse_matrix_set_values(A.matrix, other.values.data()));
  run();
  C.expect(sum(s.alpha, doubled(a).op(op_a), s.beta, b.op(op_b)));
  C_OK(filigree_geam_plan_destroy(plan));
}

template <class Space>
void spgemm_all(filigree_handle_t handle) {
  for_each_matrix(
      [&](const Types& types, const Widths& widths, filigree_format_t format, unsigned turn) {
        if (!has_sparse_results(types) || format != FILIGREE_FORMAT_CSR) return;
        for (const auto op : all_ops) {
          const unsigned choice = turn + unsigned(op);
          SCOPED_TRACE(testing::Message() << "op_a " << op << ", choice " << choice);
          spgemm_case<Space>(handle, types, widths, all_bases[choice % 2], op, all_ops[choice % 3]);
          if (testing::Test::HasFatalFailure()) return;
        }
      });
}

template <class Space>
void geam_all(filigree_handle_t handle) {
  for_each_matrix(
      [&](const Types& types, const Widths& widths, filigree_format_t format, unsigned turn) {
        if (!has_sparse_results(types) || format == FILIGREE_FORMAT_COO) return;
        for (const auto op : all_ops) {
          const unsigned choice = turn + unsigned(op);
          SCOPED_TRACE(testing::Message() << "op_a " << op << ", choice " << choice);
          geam_case<Space>(handle, types, widths, format, op, all_ops[choice % 3]);
          if (testing::Test::HasFatalFailure()) return;
        }
      });
}

/// Each format into each other one, and into a dense matrix and back.
template <class Space>
void convert_case(filigree_handle_t handle, const Types& types, const Widths& widths,
                  filigree_format_t format, unsigned turn) {
  const Paper a = random_paper(67, 45, 0.1, is_complex(types.a), 31);
  const auto scalar = types.a == FILIGREE_SCALAR_BFLOAT16 ? FILIGREE_SCALAR_FLOAT : types.a;
  const Sparse<Space> A(a, format, widths, all_bases[turn % 2], scalar);
  std::int64_t rows = 0, cols = 0, nnz = 0;
  C_OK(filigree_sparse_matrix_get_size(A.matrix, &rows, &cols, &nnz));
  for (const auto to : {FILIGREE_FORMAT_CSR, FILIGREE_FORMAT_CSC, FILIGREE_FORMAT_COO}) {
    if (to == format) continue;
    SCOPED_TRACE(testing::Message() << "to " << to);
    const Result<Space> B(rows, cols, nnz, to, widths, all_bases[turn / 2 % 2], scalar);
    C_OK(filigree_convert(handle, A.matrix, B.matrix));
    C_OK(filigree_synchronize(handle));
    B.expect(a);
    if (testing::Test::HasFatalFailure()) return;
  }
  const auto layout = filigree_layout_t(turn % 2);
  const Dense<Space> dense(Paper(rows, cols), layout, scalar);
  C_OK(filigree_sparse_to_dense(handle, A.matrix, dense.matrix));
  C_OK(filigree_synchronize(handle));
  dense.expect(a);
  filigree_dense_to_sparse_plan_t plan = nullptr;
  const auto base = all_bases[turn / 2 % 2];
  C_OK(filigree_dense_to_sparse_plan_create(handle, &plan, dense.matrix, format, widths.offset,
                                            widths.index, base));
  std::int64_t found = 0;
  C_OK(filigree_dense_to_sparse_plan_get_size(plan, &rows, &cols, &found));
  ASSERT_EQ(found, nnz);
  const Result<Space> C(rows, cols, nnz, format, widths, base, scalar);
  C_OK(filigree_dense_to_sparse_plan_get_pattern(handle, plan, C.matrix));
  C_OK(filigree_dense_to_sparse_plan_run(handle, plan, dense.matrix, C.matrix));
  C_OK(filigree_synchronize(handle));
  C.expect(a);
  const Dense<Space> other(doubled(a), layout, scalar);
  C_OK(filigree_dense_to_sparse_plan_run(handle, plan, other.matrix, C.matrix));
  C_OK(filigree_synchronize(handle));
  C.expect(doubled(a));
  C_OK(filigree_dense_to_sparse_plan_destroy(plan));
}

template <class Space>
void convert_all(filigree_handle_t handle) {
  for_each_matrix([&](const Types& types, const Widths& widths, filigree_format_t format,
                      unsigned turn) { convert_case<Space>(handle, types, widths, format, turn); });
}

}  // namespace c_tests
