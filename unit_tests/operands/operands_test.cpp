// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <core/refusals.hpp>
#include <filigree/filigree.hpp>

/// What every operation refuses of its sparse operands: a result that shares memory with one of
/// their arrays, and arrays of another index base than the one that the matrix names.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Space = Kokkos::HostSpace;
using Csr = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Csc = CscMatrix<double, std::int32_t, std::int32_t, Space>;
using Coo = CooMatrix<double, std::int32_t, Space>;
using Vector = Kokkos::View<double*, Space, Kokkos::MemoryUnmanaged>;
using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Space, Kokkos::MemoryUnmanaged>;

/// 3 x 3: rows (1 2 .), (. 3 .), (4 . 5), and room around it.
class Operands : public ::testing::Test {
 protected:
  Vector vector_at(const void* place, std::size_t length = 3) const {
    return Vector(static_cast<double*>(const_cast<void*>(place)), length);
  }
  Dense dense_at(const void* place) const {
    return Dense(static_cast<double*>(const_cast<void*>(place)), 3, 3);
  }
  Csr csr(IndexBase base = IndexBase::zero) {
    return Csr::wrap(3, 3, 5, offsets.data(), columns.data(), values.data(),
                     {.index_base = base, .sorted = true, .unique = true});
  }

  Exec exec;
  std::vector<std::int32_t> offsets{0, 2, 3, 5}, columns{0, 1, 1, 0, 2}, rows{0, 0, 1, 2, 2};
  std::vector<double> values{1, 2, 3, 4, 5};
  Kokkos::View<double*, Space> x{"x", 3}, y{"y", 3};
  Kokkos::View<double**, Kokkos::LayoutRight, Space> b{"b", 3, 3}, c{"c", 3, 3};
  Csr A = csr();
  const void* arrays[3] = {offsets.data(), columns.data(), values.data()};
  const char* names[3] = {"A.row_offsets()", "A.col_indices()", "A.values()"};

  /// One case for each array of A.
  template <class Call>
  void refuse_each_array(const char* what, const Call& call, int count = 3) {
    for (int i = 0; i < count; ++i)
      expect_refusals(
          {{what, Status::invalid_value, names[i], "shared with", [&] { call(arrays[i]); }}});
    EXPECT_EQ(values, (std::vector<double>{1, 2, 3, 4, 5}));
  }
};

TEST_F(Operands, products_refuse_a_result_within_the_matrix) {
  const auto plan = spmv_plan(exec, Op::none, A);
  refuse_each_array("spmv", [&](auto* at) { spmv(exec, Op::none, 1.0, A, x, 0.0, vector_at(at)); });
  refuse_each_array("spmv, out of place",
                    [&](auto* at) { spmv(exec, Op::none, 1.0, A, x, 0.0, y, vector_at(at)); });
  refuse_each_array("spmv by plan",
                    [&](auto* at) { plan.apply(exec, 1.0, A, x, 0.0, vector_at(at)); });
  refuse_each_array("spmv_op", [&](auto* at) {
    spmv_op(exec, Op::none, semirings::plus_times<double>(), A, x, vector_at(at));
  });
  refuse_each_array("spmm", [&](auto* at) { spmm(exec, Op::none, 1.0, A, b, 0.0, dense_at(at)); });
  refuse_each_array("spmm_op", [&](auto* at) {
    spmm_op(exec, Op::none, semirings::plus_times<double>(), A, b, dense_at(at));
  });
}

TEST_F(Operands, batches_are_their_arrays_from_the_first_to_the_last) {
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> all("values", 2, 5);
  const Kokkos::View<double***, Kokkos::LayoutRight, Space> result("c", 2, 3, 3);
  const StridedBatch<Csr> batch(A, all);
  const Kokkos::View<double***, Kokkos::LayoutRight, Space, Kokkos::MemoryUnmanaged> inside(
      &all(1, 4), 2, 3, 3);
  expect_refusals({{"the last value", Status::invalid_value, "A.values", "shared with C",
                    [&] { spmm(exec, Op::none, 1.0, batch, b, 0.0, inside); }}});
  EXPECT_NO_THROW(spmm(exec, Op::none, 1.0, batch, b, 0.0, result));
}

TEST_F(Operands, solves_and_factorizations) {
  const Csr L = A.with_properties({.type = MatrixType::triangular, .fill = FillMode::lower});
  refuse_each_array("triangular_solve",
                    [&](auto* at) { triangular_solve(exec, Op::none, 1.0, L, x, vector_at(at)); });
  refuse_each_array(
      "ilu0", [&](auto* at) { ilu0(exec, A, vector_at(at, 5)); }, 2);  // in place is allowed
  const auto tridiagonal_matrix = tridiagonal(x, y, vector_at(values.data()));
  expect_refusals({{"a diagonal", Status::invalid_value, "A", "shared with X", [&] {
                      banded_solve(exec, Op::none, tridiagonal_matrix, x,
                                   vector_at(values.data() + 2));
                    }}});
}

TEST_F(Operands, sparse_results) {
  const auto sums = geam_plan(exec, Op::none, A, Op::none, A);
  const auto products = spgemm_plan(exec, A, A);
  for (const auto& [array, name] :
       {std::pair(arrays[0], names[0]), std::pair(arrays[2], names[2])}) {
    expect_refusals({{"geam", Status::invalid_value, name, "shared with C",
                      [&, at = array] {
                        const auto result =
                            sums.result_with<double>(vector_at(at, std::size_t(sums.nnz())));
                        sums.apply(exec, 1.0, A, 1.0, A, result);
                      }},
                     {"spgemm", Status::invalid_value, name, "shared with C", [&, at = array] {
                        const auto result =
                            products.matrix<double>(vector_at(at, std::size_t(products.nnz())));
                        products.apply(exec, 1.0, A, A, result);
                      }}});
  }
  // C's values over its own pattern.
  expect_refusals(
      {{"geam", Status::invalid_value, "C.row_offsets()", "shared",
        [&] {
          const auto result = sums.result_with<double>(
              vector_at(sums.row_offsets().data(), std::size_t(sums.nnz())));
          sums.apply(exec, 1.0, A, 1.0, A, result);
        }},
       {"sddmm", Status::invalid_value, "C.col_indices()", "shared",
        [&] { sddmm(exec, 1.0, b, c, 0.0, A.with_values(vector_at(columns.data(), 5))); }},
       {"sddmm_op", Status::invalid_value, "C.col_indices()", "shared",
        [&] {
          sddmm_op(exec, Op::none, Op::none, semirings::plus_times<double>(), b, c,
                   A.with_values(vector_at(columns.data(), 5)));
        }},
       {"spmm_adjoint_values", Status::invalid_value, "C.col_indices()", "shared",
        [&] {
          spmm_adjoint_values(exec, Op::none, Op::none, 1.0, b, c, 0.0,
                              A.with_values(vector_at(columns.data(), 5)));
        }},
       {"masked_spgemm", Status::invalid_value, "A.row_offsets()", "shared with C", [&] {
          masked_spgemm(exec, Op::none, Op::none, semirings::plus_times<double>(), A,
                        csr_to_csc(exec, A), A.with_values(vector_at(offsets.data(), 5)));
        }}});
  refuse_each_array("spmm_adjoint_dense", [&](auto* at) {
    spmm_adjoint_dense(exec, Op::none, Op::none, 1.0, A, b, 0.0, dense_at(at));
  });
  refuse_each_array("format_to_dense", [&](auto* at) { format_to_dense(exec, A, dense_at(at)); });
  refuse_each_array(
      "csr_to_dense", [&](auto* at) { csr_to_dense(exec, A, dense_at(at)); }, 2);
}

TEST_F(Operands, sparse_vectors) {
  const SparseVector<double, std::int32_t, Space> v =
      SparseVector<double, std::int32_t, Space>::wrap(3, 2, columns.data(), values.data());
  const auto inside = vector_at(columns.data());
  expect_refusals({{"gemvi", Status::invalid_value, "x.indices()", "shared with y",
                    [&] { gemvi(exec, Op::none, 1.0, b, v, 0.0, inside); }},
                   {"axpby", Status::invalid_value, "x.indices()", "shared with y",
                    [&] { axpby(exec, 1.0, v, 1.0, inside); }},
                   {"scatter", Status::invalid_value, "x.indices()", "shared with y",
                    [&] { scatter(exec, v, inside); }}});
}

// --- index bases ---------------------------------------------------------------------------------

TEST_F(Operands, a_wrong_index_base_is_refused_by_each_call) {
  const Csr wrong = csr(IndexBase::one);
  const Csr L = wrong.with_properties(
      {.index_base = IndexBase::one, .type = MatrixType::triangular, .fill = FillMode::lower});
  const auto refuses = [&](const char* what, const char* argument, const auto& call) {
    expect_refusals({{what, Status::invalid_value, argument, "index_base", call}});
  };
  const char* const offsets_of_a = "A.row_offsets()";
  refuses("spmv", offsets_of_a, [&] { spmv(exec, Op::none, 1.0, wrong, x, 0.0, y); });
  refuses("spmv, transposed", offsets_of_a,
          [&] { spmv(exec, Op::transpose, 1.0, wrong, x, 0.0, y); });
  refuses("spmm", offsets_of_a, [&] { spmm(exec, Op::none, 1.0, wrong, b, 0.0, c); });
  refuses("sddmm", "C.row_offsets()", [&] { sddmm(exec, 1.0, b, b, 0.0, wrong); });
  refuses("spmv_op", offsets_of_a,
          [&] { spmv_op(exec, Op::none, semirings::plus_times<double>(), wrong, x, y); });
  refuses("geam", offsets_of_a, [&] { geam(exec, 1.0, wrong, 1.0, A); });
  refuses("spgemm", offsets_of_a, [&] { spgemm(exec, wrong, A); });
  refuses("triangular_solve", offsets_of_a,
          [&] { triangular_solve(exec, Op::none, 1.0, L, x, y); });
  refuses("ilu0_plan", offsets_of_a, [&] { ilu0_plan(exec, wrong); });
  refuses("spmv_plan", offsets_of_a, [&] { spmv_plan(exec, Op::none, wrong); });
  const auto wrong_csc =
      Csc::wrap(3, 3, 5, offsets.data(), columns.data(), values.data(), wrong.properties());
  refuses("csc", "A.col_offsets()", [&] { spmv(exec, Op::none, 1.0, wrong_csc, x, 0.0, y); });
  const auto wrong_coo =
      Coo::wrap(3, 3, 5, rows.data(), columns.data(), values.data(), wrong.properties());
  refuses("coo", "A.row_indices()", [&] { spmv(exec, Op::none, 1.0, wrong_coo, x, 0.0, y); });
  EXPECT_EQ(y(0), 0);
}

TEST_F(Operands, formats_with_offsets_of_their_own_are_looked_at) {
  const auto sell = csr_to_sell(exec, A, {.slice_size = 2});
  const auto bsr = csr_to_bsr(exec, A, {.block = BlockLayout{1, 1}});
  const auto ell = csr_to_ell(exec, A);
  const MatrixProperties one{.index_base = IndexBase::one};
  const auto refuses = [&](const char* argument, const auto& matrix) {
    expect_refusals({{argument, Status::invalid_value, argument, "index_base",
                      [&] { spmv(exec, Op::none, 1.0, matrix, x, 0.0, y); }}});
  };
  refuses("A.col_indices()", sell.with_properties(one));
  refuses("A.row_offsets()", bsr.with_properties(one));
  refuses("A.col_indices()", ell.with_properties(one));
}

TEST_F(Operands, validation_looks_at_everything) {
  columns[1] = 7;  // neither the first nor the last one
  EXPECT_FALSE(set_validation(true));
  const auto refuses = [&](const char* what, const auto& call) {
    expect_refusals({{what, Status::invalid_value, "A", "column 7", call}});
  };
  refuses("spmv", [&] { spmv(exec, Op::none, 1.0, A, x, 0.0, y); });
  refuses("spmm", [&] { spmm(exec, Op::none, 1.0, A, b, 0.0, c); });
  refuses("spgemm", [&] { spgemm(exec, A, A); });
  EXPECT_TRUE(set_validation(false));
}

}  // namespace
}  // namespace filigree::test
