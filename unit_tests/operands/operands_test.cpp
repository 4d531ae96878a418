// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <span>
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
  std::vector<std::int32_t> offsets = roomy({0, 2, 3, 5}), columns = roomy({0, 1, 1, 0, 2}),
                            rows = roomy({0, 0, 1, 2, 2});
  std::vector<double> values = roomy<double>({1, 2, 3, 4, 5});
  Kokkos::View<double*, Space> x{"x", 3}, y{"y", 3};
  Kokkos::View<double**, Kokkos::LayoutRight, Space> b{"b", 3, 3}, c{"c", 3, 3};
  Csr A = csr();
  const void* arrays[3] = {offsets.data(), columns.data(), values.data()};
  const char* names[3] = {"A.row_offsets()", "A.col_indices()", "A.values()"};

  /// With so much room behind the entries that a result which begins there reaches no other array.
  template <class T = std::int32_t>
  static std::vector<T> roomy(const std::vector<T>& entries) {
    std::vector<T> result;
    result.reserve(64);
    result.assign(entries.begin(), entries.end());
    return result;
  }

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

// --- plans for the same pattern in other arrays --------------------------------------------------

/// Csr matrices of one pattern that have nothing else in common.
struct Reassembled {
  std::vector<std::int32_t> offsets, columns;
  std::vector<double> values;

  Csr matrix(MatrixProperties properties = {.sorted = true, .unique = true}) {
    return Csr::wrap(3, 3, 5, offsets.data(), columns.data(), values.data(), properties);
  }
};

class Reassembly : public Operands {
 protected:
  /// The right results: those of a plan of the other matrix's own.
  std::vector<double> y_of(const Kokkos::View<double*, Space>& view) {
    return {view(0), view(1), view(2)};
  }
  Reassembled other{offsets, columns, {6, 7, 8, 9, 10}};
  Reassembled changed{offsets, {0, 2, 1, 0, 2}, values};

  void SetUp() override {
    for (int i = 0; i < 3; ++i) x(i) = i + 1;
    for (int i = 0; i < 9; ++i) b.data()[i] = i;
  }
  /// What another pattern, and the same one in other arrays, get from a plan by content, by
  /// identity, and bound to them.
  template <class MakePlan, class Call>
  void check(const char* what, const MakePlan& make, const Call& call) {
    SCOPED_TRACE(what);
    const auto expected = [&] {
      const Csr B = other.matrix();
      return call(make(B, PatternCheck::identity), B);
    }();
    const auto by_content = make(A, PatternCheck::content);
    const auto by_identity = make(A, PatternCheck::identity);
    // What the plan was made from is gone.
    columns.assign(5, 77);
    offsets.assign(4, 77);
    EXPECT_EQ(call(by_content, other.matrix()), expected);
    EXPECT_EQ(call(by_content.bound_to(exec, other.matrix()), other.matrix()), expected);
    EXPECT_EQ(call(by_identity.bound_to(exec, other.matrix()), other.matrix()), expected);
    const auto stale = [&](const char* argument, const auto& f) {
      expect_refusals({{what, Status::stale_plan, argument, "plan", f}});
    };
    stale("A", [&] { call(by_identity, other.matrix()); });
    stale("A", [&] { call(by_content, changed.matrix()); });
    stale("A", [&] { by_content.bound_to(exec, changed.matrix()); });
    stale("A", [&] { by_identity.bound_to(exec, other.matrix({.unique = true})); });
    columns = other.columns;
    offsets = other.offsets;
  }
};

TEST_F(Reassembly, products_with_vectors) {
  for (const Op op : {Op::none, Op::transpose})
    check(
        "spmv",
        [&](const Csr& of, PatternCheck pattern_check) {
          return spmv_plan(exec, op, of, {.pattern_check = pattern_check});
        },
        [&](const auto& plan, const Csr& of) {
          plan.apply(exec, 1.0, of, x, 0.0, y);
          return y_of(y);
        });
}

TEST_F(Reassembly, products_with_matrices) {
  for (const Op op : {Op::none, Op::transpose})
    check(
        "spmm",
        [&](const Csr& of, PatternCheck pattern_check) {
          return spmm_plan(exec, op, of, {.pattern_check = pattern_check});
        },
        [&](const auto& plan, const Csr& of) {
          plan.apply(exec, 1.0, of, b, 0.0, c);
          return std::vector<double>(c.data(), c.data() + 9);
        });
}

TEST_F(Reassembly, solves) {
  const auto lower = [](const Csr& of) {
    auto properties = of.properties();
    properties.type = MatrixType::triangular;
    return of.with_properties(properties);
  };
  for (const Op op : {Op::none, Op::transpose})
    check(
        "triangular_solve",
        [&](const Csr& of, PatternCheck pattern_check) {
          auto plan = triangular_solve_plan(exec, op, lower(of), {.pattern_check = pattern_check});
          struct Bound {
            decltype(plan) held;
            Exec exec;
            Bound bound_to(const Exec&, const Csr& to) const {
              auto properties = to.properties();
              properties.type = MatrixType::triangular;
              return {held.bound_to(exec, to.with_properties(properties)), exec};
            }
          };
          return Bound{plan, exec};
        },
        [&](const auto& plan, const Csr& of) {
          plan.held.apply(exec, 1.0, lower(of), x, y);
          return y_of(y);
        });
}

TEST_F(Reassembly, factorizations) {
  check(
      "ilu0",
      [&](const Csr& of, PatternCheck pattern_check) {
        return ilu0_plan(exec, of, {.pattern_check = pattern_check});
      },
      [&](const auto& plan, const Csr& of) {
        const Kokkos::View<double*, Space> factors("factors", 5);
        plan.apply(exec, of, factors);
        return std::vector<double>(factors.data(), factors.data() + 5);
      });
}

TEST_F(Reassembly, sampled_products) {
  const auto plan = sddmm_plan(exec, A, {.pattern_check = PatternCheck::content});
  columns.assign(5, 77);
  const auto B = other.matrix();
  plan.apply(exec, 1.0, b, b, 0.0, B);
  const auto sampled = other.values;
  EXPECT_EQ(sampled[0], b(0, 0) * b(0, 0) + b(0, 1) * b(1, 0) + b(0, 2) * b(2, 0));
  plan.bound_to(exec, B).apply(exec, 1.0, b, b, 0.0, B);
  EXPECT_EQ(other.values, sampled);
  expect_refusals({{"other indices", Status::stale_plan, "C", "plan",
                    [&] { plan.apply(exec, 1.0, b, b, 0.0, changed.matrix()); }}});
}

TEST_F(Reassembly, sums_and_products_of_sparse_matrices) {
  const auto values_of = [](const auto& matrix) {
    return std::vector<double>(matrix.values().data(),
                               matrix.values().data() + matrix.values().extent(0));
  };
  const Csr B = other.matrix();
  const auto expected_sum = values_of(geam(exec, 1.0, B, 2.0, B));
  const auto expected_product = values_of(spgemm(exec, B, B));
  const auto sums =
      geam_plan(exec, Op::none, A, Op::none, A, {.pattern_check = PatternCheck::content});
  const auto products = spgemm_plan(exec, A, A, {.pattern_check = PatternCheck::content});
  columns.assign(5, 77);
  offsets.assign(4, 77);
  const auto sum = sums.result<double>(exec);
  sums.apply(exec, 1.0, B, 2.0, B, sum);
  EXPECT_EQ(values_of(sum), expected_sum);
  const auto product = products.make_result(exec);
  products.apply(exec, 1.0, B, B, product);
  EXPECT_EQ(values_of(product), expected_product);
  values.assign(5, 0);
  sums.bound_to(exec, B, B).apply(exec, 1.0, B, 2.0, B, sum);
  EXPECT_EQ(values_of(sum), expected_sum);
  products.bound_to(exec, B, B).apply(exec, 1.0, B, B, product);
  EXPECT_EQ(values_of(product), expected_product);
  expect_refusals({{"geam", Status::stale_plan, "A or B", "plan",
                    [&] { sums.apply(exec, 1.0, B, 2.0, changed.matrix(), sum); }},
                   {"spgemm", Status::stale_plan, "B", "plan",
                    [&] { products.apply(exec, 1.0, B, changed.matrix(), product); }}});
}

TEST_F(Reassembly, other_formats) {
  const Csr B = other.matrix();
  const auto same = [&](const char* what, const auto& from, const auto& to) {
    SCOPED_TRACE(what);
    spmv(exec, Op::none, 1.0, to, x, 0.0, y);
    const auto expected = y_of(y);
    const auto plan = spmv_plan(exec, Op::none, from, {.pattern_check = PatternCheck::content});
    plan.apply(exec, 1.0, to, x, 0.0, y);
    EXPECT_EQ(y_of(y), expected);
    plan.bound_to(exec, to).apply(exec, 1.0, to, x, 0.0, y);
    EXPECT_EQ(y_of(y), expected);
  };
  const HybOptions narrow{.partition = HybPartition::user, .ell_width = 1};
  same("sell", csr_to_sell(exec, A, {.slice_size = 2}), csr_to_sell(exec, B, {.slice_size = 2}));
  same("hyb", csr_to_hyb(exec, A, narrow), csr_to_hyb(exec, B, narrow));
  same("coo", csr_to_coo(exec, A), csr_to_coo(exec, B));
}

// --- plans as members ----------------------------------------------------------------------------

/// A class that declares its plans before it has anything to plan for.
struct Solver {
  SpmvPlan<Exec, Csr> product;
  SpmmPlan<Exec, Csr> products;
  SddmmPlan<Exec, Csr> samples;
  TriangularSolvePlan<Exec, Csr> solve;
  IncompleteFactorPlan<Exec, Csr> factors;
  GeamPlan<Exec, std::int32_t, std::int32_t> sums;
  SpgemmPlan<Exec, double, std::int32_t, std::int32_t> square;
  BandedSolvePlan<Exec, double> banded;
};

TEST_F(Reassembly, plans_are_declared_empty_and_assigned) {
  Solver solver;
  EXPECT_FALSE(solver.product);
  const auto refuses = [&](const char* what, const auto& call) {
    expect_refusals({{what, Status::invalid_value, "plan", "an empty plan", call}});
  };
  refuses("apply", [&] { solver.product.apply(exec, 1.0, A, x, 0.0, y); });
  refuses("kernel", [&] { solver.product.kernel(); });
  refuses("spmm", [&] { solver.products.apply(exec, 1.0, A, b, 0.0, c); });
  refuses("sddmm", [&] { solver.samples.apply(exec, 1.0, b, b, 0.0, A); });
  refuses("solve", [&] { solver.solve.apply(exec, 1.0, A, x, y); });
  refuses("factors", [&] { solver.factors.apply(exec, A, vector_at(values.data(), 5)); });
  refuses("sums", [&] { solver.sums.nnz(); });
  refuses("square", [&] { solver.square.nnz(); });
  const auto properties =
      MatrixProperties{.type = MatrixType::triangular, .sorted = true, .unique = true};
  solver.product = spmv_plan(exec, Op::none, A);
  solver.products = spmm_plan(exec, Op::none, A);
  solver.samples = sddmm_plan(exec, A);
  solver.solve = triangular_solve_plan(exec, Op::none, A.with_properties(properties));
  solver.factors = ilu0_plan(exec, A);
  solver.sums = geam_plan(exec, Op::none, A, Op::none, A);
  solver.square = spgemm_plan(exec, A, A);
  EXPECT_TRUE(solver.product);
  solver.product.apply(exec, 1.0, A, x, 0.0, y);
  EXPECT_EQ(y_of(y), (std::vector<double>{5, 6, 19}));
  const SpmvPlan<Exec, CsrMatrix<const double, std::int32_t, std::int32_t, Space>> of_const =
      spmv_plan(exec, Op::none, A);
  solver.product = of_const;
  EXPECT_EQ(solver.square.nnz(), 6);
}

// --- arrays and vectors as users have them -------------------------------------------------------

TEST(UserArrays, ranges_const_arrays_and_every_signed_integer) {
  const Exec exec;
  const std::vector<double> values{1, 2, 3, 4, 5}, x{1, 2, 3};
  const std::vector<long long> offsets{0, 2, 3, 5};
  const std::vector<long> columns{0, 1, 1, 0, 2};
  const std::vector<double> expected{5, 6, 19};
  using Wide = CsrMatrix<const double, std::int64_t, std::int64_t, Space>;
  const auto A = Wide::wrap(3, 3, 5, offsets, std::span<const long>(columns), values);
  const auto by_pointers = Wide::wrap(3, 3, 5, offsets.data(), columns.data(), values.data());
  EXPECT_EQ(static_cast<const void*>(A.row_offsets().data()), offsets.data());
  EXPECT_EQ(by_pointers.col_indices().data(), A.col_indices().data());
  std::vector<double> y(3), z(3);
  spmv(exec, Op::none, 1.0, A, x, 0.0, y);
  EXPECT_EQ(y, expected);
  spmv(exec, Op::none, 1.0, A, std::span(x), 0.0, std::span(z));
  EXPECT_EQ(z, expected);
  z.assign(3, 1);
  spmv_plan(exec, Op::none, A).apply(exec, 1.0, A, x, 1.0, z);
  EXPECT_EQ(z, (std::vector<double>{6, 7, 20}));
  expect_refusals({{"too short", Status::invalid_value, "values", "4 entries",
                    [&] { Wide::wrap(3, 3, 5, offsets, columns, std::span(values).first(4)); }}});
}

TEST(UserArrays, standard_complex_numbers) {
  const Exec exec;
  const std::vector<int> offsets{0, 1, 2}, columns{1, 0};
  std::vector<std::complex<double>> values{{0, 1}, {2, 0}}, x{{1, 0}, {0, 1}}, y(2);
  using Matrix = CsrMatrix<complex_double, std::int32_t, std::int32_t, Space>;
  const auto A = Matrix::wrap(2, 2, 2, offsets, columns, values);
  spmv(exec, Op::none, 1.0, A, x, 0.0, y);
  EXPECT_EQ(y, (std::vector<std::complex<double>>{{-1, 0}, {2, 0}}));
  static_assert(std::is_same_v<decltype(vector_view(x))::value_type, complex_double>);
}

// --- what the documentation promises -------------------------------------------------------------

TEST_F(Operands, format_to_dense_takes_every_format) {
  csr_to_dense(exec, A, c);
  const std::vector<double> expected(c.data(), c.data() + 9);
  EXPECT_EQ(expected, (std::vector<double>{1, 2, 0, 0, 3, 0, 4, 0, 5}));
  const auto check = [&](const char* what, const auto& matrix) {
    Kokkos::deep_copy(c, 9);
    format_to_dense(exec, matrix, c);
    EXPECT_EQ(std::vector<double>(c.data(), c.data() + 9), expected) << what;
  };
  check("csr", A);
  check("csc", csr_to_csc(exec, A));
  check("coo", csr_to_coo(exec, A));
  check("coo_aos", coo_to_coo_aos(exec, csr_to_coo(exec, A)));
  check("ell", csr_to_ell(exec, A));
  check("any", AnyMatrix<double, std::int32_t, std::int32_t, Space>(csr_to_csc(exec, A)));
}

#if defined(KOKKOS_ENABLE_OPENMP)
TEST_F(Operands, a_call_in_a_parallel_region_is_an_error_and_not_the_end) {
  std::string message;
#pragma omp parallel num_threads(2)
  {
    try {
      spmv_plan(exec, Op::none, A);
    } catch (const Error& error) {
#pragma omp critical
      message = error.what();
    }
  }
  EXPECT_NE(message.find("inside a parallel region"), std::string::npos) << message;
}
#endif

}  // namespace
}  // namespace filigree::test
