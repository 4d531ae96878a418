// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert_any.hpp>

#include "core/refusals.hpp"
#include "spmm_support.hpp"

/// Values in the order of a plan's rows, in the place of the matrix.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Index = std::int32_t;
template <class T>
using Csr = CsrMatrix<T, Index, Index, Space>;
template <class T>
using Csc = CscMatrix<T, Index, Index, Space>;
template <class T>
using Coo = CooMatrix<T, Index, Space>;

constexpr bool on_host = detail::is_host_execution_v<Exec>;

/// Has a full row, empty ones and duplicates.
template <class T>
Triplets some_matrix(std::int64_t rows, std::int64_t cols, bool duplicates = true) {
  std::mt19937 random(3);
  return random_triplets<T>(random, {rows, cols, 3, 5, duplicates});
}

/// Triplets with other values, real ones on the diagonal, as Hermitian matrices have them.
template <class T>
Triplets with_new_values(Triplets triplets, unsigned seed = 12) {
  std::mt19937 random(seed);
  for (Entry& e : triplets.entries) {
    e.value = widen(random_scalar<T>(random));
    if (e.row == e.col) e.value = e.value.real();
  }
  return triplets;
}

/// Values in order are gathered by the kernel for rows, which reads none of a plan's other ways to
/// the values.
void expect_kernel_for_rows(std::string_view ordered, std::string_view planned) {
  if (!on_host) return;  // named kernels: spmm_cuda_values_test.cpp
  EXPECT_EQ(ordered, planned == "spmm_csr_transposed_host" ? "spmm_csr_host" : planned);
}

template <class A, class B, class C>
void test_scalars() {
  SCOPED_TRACE(std::string("A ") + scalar_name<A> + ", C " + scalar_name<C>);
  SpmmTest<Exec, Csr<A>, B, C> test(some_matrix<A>(40, 33), {}, Order::shuffled);
  for_all_ops([&](const SpmmSetup& setup) {
    expect_kernel_for_rows(test.ordered(setup).name, test.planned(setup).name);
    EXPECT_EQ(test.ordered(setup, {.backend = Backend::generic}).name, "spmm_csr_generic");
  });
}

TEST(SpmmValues, scalar_types) {
  for_some_scalars([]<class A, class B, class C> { test_scalars<A, B, C>(); });
}

template <class Matrix>
void test_matrix_types() {
  using T = typename Matrix::scalar_type;
  for (const MatrixProperties& properties : all_properties(IndexBase::one)) {
    SpmmTest<Exec, Matrix, T, T> test(some_matrix<T>(25, 25), properties, Order::shuffled);
    for (const Op op : all_ops)
      for (const Layout b : {Layout::row_major, Layout::padded_column_major}) {
        const SpmmSetup setup{op, Op::none, b, Layout::column_major, 3, 1};
        expect_kernel_for_rows(test.ordered(setup).name, test.planned(setup).name);
      }
  }
}

TEST(SpmmValues, matrix_types) {
  test_matrix_types<Csr<complex_double>>();
  test_matrix_types<Csc<complex_float>>();
  test_matrix_types<Coo<double>>();
  test_matrix_types<CooAosMatrix<complex_double, Index, Space>>();
}

TEST(SpmmValues, layouts_and_indices) {
  SpmmTest<Exec, CsrMatrix<double, std::int64_t, Index, Space>, double, double> wide_indices(
      some_matrix<double>(300, 190), {}, Order::sorted);
  SpmmTest<Exec, CsrMatrix<float, Index, std::int64_t, Space>, float, float> wide_offsets(
      some_matrix<float>(300, 190), {IndexBase::one}, Order::shuffled);
  for (const std::int64_t n : {2, 7, 40})
    for (const Layout b : all_layouts)
      for (const Layout c : all_layouts) {
        const SpmmSetup setup{Op::transpose, Op::none, b, c, n, int(n % 2)};
        expect_kernel_for_rows(wide_indices.ordered(setup).name, wide_indices.planned(setup).name);
        expect_kernel_for_rows(wide_offsets.ordered(setup).name, wide_offsets.planned(setup).name);
      }
}

/// A single contiguous column goes to the product with a vector only where that reads the values
/// that are stored.
TEST(SpmmValues, one_column) {
  const SpmmSetup column{Op::none, Op::none, Layout::column_major, Layout::column_major, 1, 1};
  const SpmmOptions generic{.backend = Backend::generic};
  SpmmTest<Exec, Csr<double>, double, double> rows(some_matrix<double>(50, 40), {}, Order::sorted);
  EXPECT_EQ(rows.ordered(column, generic).name, "csr_generic");
  SpmmTest<Exec, Csr<double>, double, double> symmetric(
      some_matrix<double>(50, 50), {IndexBase::zero, MatrixType::symmetric}, Order::sorted);
  EXPECT_EQ(symmetric.ordered(column, generic).name, "spmm_csr_generic");
  SpmmSetup turned = column;
  turned.op_a = Op::transpose;
  EXPECT_EQ(rows.ordered(turned, generic).name, "spmm_csr_generic");
  SpmmTest<Exec, SellMatrix<double, Index, Index, Space>, double, double> sell(
      some_matrix<double>(50, 40, false), {}, Order::sorted);
  // A host's plan for a vector may add up what is stored, which no plan for several columns does.
  EXPECT_EQ(sell.planned(turned, generic).name, on_host ? "spmm_csr_generic" : "csr_generic");
  EXPECT_EQ(sell.ordered(turned, generic).name, "spmm_csr_generic");
  if (on_host) {
    EXPECT_EQ(rows.ordered(turned).name, "spmm_csr_host");
  }
}

/// Formats with a row visitor: op none refers to the stored values, other ops have a copy.
TEST(SpmmValues, every_format_that_an_any_matrix_holds) {
  using Any = AnyMatrix<complex_double, Index, Index, Space>;
  SpmmTest<Exec, Csr<complex_double>, complex_double, complex_double> test(
      some_matrix<complex_double>(31, 43, false), {}, Order::sorted);
  for (const Format format :
       {Format::csr, Format::csc, Format::coo, Format::coo_aos, Format::ell, Format::sell,
        Format::bsr, Format::bsc, Format::blocked_ell, Format::dia, Format::hdia}) {
    SCOPED_TRACE(name(format));
    const bool by_columns = format == Format::csc || format == Format::bsc;
    for (const Op op : all_ops) {
      const bool stored = by_columns ? op != Op::none : op == Op::none;
      std::string_view planned;
      const SpmmSetup setup{op, Op::none, Layout::row_major, Layout::column_major, 6, 1};
      const auto kernel =
          test.run(setup, [&](const Exec& exec, const auto& alpha, const Csr<complex_double>& csr,
                              const auto& b, const auto& beta, const auto& c) {
            const Any A = Any(csr).convert_to(exec, format);
            const auto plan = spmm_plan(exec, op, A);
            const auto values = plan.order_values(exec, A);
            EXPECT_EQ(values.memory_bytes() == 0, stored);
            planned = plan.explain(exec, A, b, c).kernel;
            return plan.apply(exec, alpha, values, b, beta, c);
          });
      EXPECT_EQ(kernel.name, planned);
    }
  }
}

TEST(SpmmValues, dense_times_sparse) {
  const Exec exec;
  const auto triplets = some_matrix<complex_double>(20, 30);
  const auto A = MatrixFrom<Csr<complex_double>>::make(triplets, {}, Order::shuffled);
  std::mt19937 random(1);
  const auto [alpha, beta] = alpha_beta<complex_double>(1);
  for (const Op op : all_ops) {
    SCOPED_TRACE(name(op));
    const std::int64_t inner = op == Op::none ? 20 : 30, outer = op == Op::none ? 30 : 20;
    const auto b = random_dense<complex_double>(random, 1, 5, inner);
    const auto before = random_dense<complex_double>(random, 1, 5, outer);
    const DeviceDense<complex_double, Space> b_view(b, Layout::row_major, {});
    const auto plan = spmm_plan(exec, op, A, {.backend = Backend::generic, .side = Side::right});
    const auto values = plan.order_values(exec, A);
    std::vector<complex_double> results[2];
    for (const bool ordered : {false, true}) {
      const DeviceDense<complex_double, Space> c_view(before, Layout::row_major, {});
      const auto c = c_view.single();
      const KernelId ran = ordered ? plan.apply(exec, alpha, values, b_view.single(), beta, c)
                                   : plan.apply(exec, alpha, A, b_view.single(), beta, c);
      EXPECT_EQ(ran.name, "spmm_csr_generic");
      exec.fence();
      results[ordered] = c_view.get().entries;
    }
    EXPECT_EQ(results[0], results[1]);
  }
}

// --- old and new values --------------------------------------------------------------------------

/// One matrix's products with a plan, in which nothing rounds differently.
template <class Matrix>
class Products {
 public:
  using T = typename Matrix::scalar_type;

  Products(Op op, const MatrixProperties& properties)
      : op_(op), triplets_(some_matrix<T>(30, 30)), properties_(properties) {
    std::mt19937 random(9);
    b_ = random_dense<T>(random, 1, 30, 5);
  }

  Matrix matrix(unsigned seed) const {
    return MatrixFrom<Matrix>::make(with_new_values<T>(triplets_, seed), properties_,
                                    Order::shuffled);
  }

  /// The product of a matrix, a batch or values.
  template <class Plan, class A>
  std::vector<T> product(const Plan& plan, const A& a) const {
    const DeviceDense<T, Space> b(b_, Layout::row_major, poison<T>());
    const HostDense<T> before{1, 30, 5, std::vector<T>(150, poison<T>())};
    const DeviceDense<T, Space> c(before, Layout::row_major, narrow<T>(7));
    const auto alpha = spmm_compute_t<T, T, T>(1), beta = spmm_compute_t<T, T, T>(0);
    EXPECT_EQ(plan.apply(Exec(), alpha, a, b.single(), beta, c.single()).name, "spmm_csr_generic");
    Exec().fence();
    return c.get().entries;
  }

  /// The copy has the values of the last order or update; what refers to the matrix is only
  /// promised to have new ones after an update.
  void test(bool is_copy) const {
    SCOPED_TRACE(describe(op_, properties_));
    const Exec exec;
    const Matrix A = matrix(1), next = matrix(2);
    const auto plan = spmm_plan(exec, op_, A, {.backend = Backend::generic});
    auto values = plan.order_values(exec, A);
    EXPECT_FALSE(values.is_batch());
    EXPECT_EQ(values.count(), 1);
    EXPECT_EQ(values.memory_bytes() > 0, is_copy);
    const auto old_product = product(plan, A);
    EXPECT_EQ(product(plan, values), old_product);
    Kokkos::deep_copy(A.values(), next.values());
    const auto new_product = product(plan, A);
    EXPECT_NE(new_product, old_product);
    if (is_copy) {
      EXPECT_EQ(product(plan, values), old_product);
    }
    plan.update_values(exec, A, values);
    EXPECT_EQ(product(plan, values), new_product);
    // Other arrays of values, and a copy of the plan.
    const auto copy = plan;
    copy.update_values(exec, A.with_values(matrix(1).values()), values);
    EXPECT_EQ(product(copy, values), old_product);
    const auto moved = std::move(values);
    EXPECT_EQ(product(plan, moved), old_product);
  }

 private:
  Op op_;
  Triplets triplets_;
  MatrixProperties properties_;
  HostDense<T> b_;
};

TEST(SpmmValues, have_those_of_the_last_update) {
  for (const Op op : all_ops) {
    Products<Csr<double>>(op, {}).test(op != Op::none);
    Products<Csc<complex_float>>(op, {}).test(op == Op::none);
    Products<Coo<complex_double>>(op, {}).test(true);
    Products<Csr<complex_double>>(op, {IndexBase::zero, MatrixType::hermitian}).test(true);
    Products<Csr<double>>(
        op, {IndexBase::one, MatrixType::triangular, FillMode::upper, DiagonalType::unit})
        .test(op != Op::none);
  }
}

/// A value for each entry of the rows that the plan walks.
TEST(SpmmValues, memory) {
  const Exec exec;
  const MatrixProperties symmetric{.type = MatrixType::symmetric};
  const auto triplets = some_matrix<double>(30, 30);
  const auto A = MatrixFrom<Csr<double>>::make(triplets, symmetric, Order::sorted);
  const auto entries = std::int64_t(full_entries(triplets, symmetric).size());
  EXPECT_EQ(spmm_plan(exec, Op::none, A).order_values(exec, A).memory_bytes(), 8 * entries);
  const auto general = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  const auto plan = spmm_plan(exec, Op::transpose, general);
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> all("values", 4, general.nnz());
  EXPECT_EQ(plan.order_values(exec, StridedBatch(general, all)).memory_bytes(),
            4 * 8 * general.nnz());
}

TEST(SpmmValues, keep_alive_what_they_read) {
  const Exec exec;
  for (const Op op : {Op::none, Op::transpose}) {
    const Products<Csr<double>> products(op, {});
    Csr<double> A = products.matrix(1);
    const auto plan = spmm_plan(
        exec, op, A, {.backend = Backend::generic, .pattern_check = PatternCheck::content});
    const auto expected = products.product(plan, A);
    const auto values = plan.order_values(exec, A);
    A = {};
    EXPECT_EQ(products.product(plan, values), expected) << name(op);
  }
}

TEST(SpmmValues, empty_matrices) {
  for (const auto& [rows, cols] : {std::pair(0, 5), std::pair(5, 0), std::pair(0, 0)}) {
    SpmmTest<Exec, Csr<double>, double, double> test({rows, cols, {}}, {}, Order::sorted);
    for (const Op op : all_ops)
      test.ordered({op, Op::none, Layout::column_major, Layout::row_major, 3, 1},
                   {.backend = Backend::generic});
  }
}

// --- batches -------------------------------------------------------------------------------------

/// A B_i, A_i B and A_i B_i, with values that are then replaced.
template <class Matrix>
void test_batches(const MatrixProperties& properties) {
  using T = typename Matrix::scalar_type;
  constexpr std::int64_t count = 3, size = 25, n = 6;
  const Exec exec;
  const Triplets first = some_matrix<T>(size, size, false);
  std::vector<Triplets> all;
  for (unsigned b = 0; b < count; ++b) all.push_back(with_new_values<T>(first, b));
  const auto A = MatrixFrom<Matrix>::make(all[0], properties, Order::shuffled);
  const std::size_t length = A.values().extent(0);
  const auto stored = std::pair<std::size_t, std::size_t>(0, length);
  const Kokkos::View<T**, Kokkos::LayoutRight, Space> padded("values", count, length + 7);
  Kokkos::deep_copy(padded, poison<T>());
  const auto set_values = [&] {
    for (std::size_t b = 0; b < count; ++b)
      Kokkos::deep_copy(Kokkos::subview(padded, b, stored),
                        MatrixFrom<Matrix>::make(all[b], properties, Order::shuffled).values());
  };
  set_values();
  const StridedBatch<Matrix> many(A, Kokkos::subview(padded, Kokkos::ALL, stored));
  std::mt19937 random(9);
  const auto [alpha, beta] = alpha_beta<T>(1);
  for (const Op op : all_ops) {
    const auto plan = spmm_plan(exec, op, A);
    auto of_batch = plan.order_values(exec, many);
    EXPECT_TRUE(of_batch.is_batch());
    EXPECT_EQ(of_batch.count(), count);
    const auto of_one = plan.order_values(exec, A);
    const auto test = [&](bool many_a, bool many_b, Layout layout) {
      SCOPED_TRACE(describe(op, properties) + (many_a ? " A_i" : " A") +
                   (many_b ? " B_i " : " B ") + layout_name(layout));
      const auto b = random_dense<T>(random, many_b ? count : 1, size, n);
      const auto before = random_dense<T>(random, count, size, n);
      const DeviceDense<T, Space> b_view(b, layout, poison<T>());
      const DeviceDense<T, Space> c_view(before, layout, narrow<T>(7));
      const auto apply = [&](const auto& right) {
        const auto c = c_view.batch();
        const auto ran = plan.apply(exec, alpha, many_a ? of_batch : of_one, right, beta, c);
        expect_kernel_for_rows(ran.name, plan.explain(exec, many, right, c).kernel);
      };
      many_b ? apply(b_view.batch()) : apply(b_view.single());
      exec.fence();
      const auto after = c_view.get();
      for (std::int64_t i = 0; i < count; ++i)
        EXPECT_TRUE(is_product(op, all[std::size_t(many_a ? i : 0)], properties, alpha, b,
                               many_b ? i : 0, beta, before, after, i))
            << "matrix " << i;
    };
    for (const Layout layout : {Layout::padded_row_major, Layout::padded_column_major}) {
      test(false, true, layout);
      test(true, false, layout);
      test(true, true, layout);
    }
    for (Triplets& t : all) t = with_new_values<T>(t, 77);
    set_values();
    plan.update_values(exec, many, of_batch);
    test(true, true, Layout::row_major);
    all[0] = with_new_values<T>(first, 0);  // those of A
    set_values();
  }
}

TEST(SpmmValues, batches) {
  test_batches<Csr<double>>({});
  test_batches<Csc<float>>({});
  test_batches<Csr<complex_double>>({IndexBase::zero, MatrixType::hermitian});
  test_batches<CooMatrix<complex_float, Index, Space>>({});
  test_batches<BsrMatrix<float, Index, Index, Space>>({});
}

// --- errors --------------------------------------------------------------------------------------

TEST(SpmmValues, refusals) {
  using Matrix = Csr<double>;
  using Any = AnyMatrix<double, Index, Index, Space>;
  const Exec exec;
  const auto make = [] {
    return MatrixFrom<Matrix>::make(some_matrix<double>(30, 50), {}, Order::sorted);
  };
  const Matrix A = make(), other = make();
  const auto batch_of = [&](std::int64_t count) {
    return StridedBatch<Matrix>(
        A, Kokkos::View<double**, Kokkos::LayoutRight, Space>("values", count, A.nnz()));
  };
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> b("B", 30, 4), c("C", 50, 4);
  const Kokkos::View<double***, Kokkos::LayoutRight, Space> cs("Cs", 2, 50, 4);
  const auto plan = spmm_plan(exec, Op::transpose, A), same = spmm_plan(exec, Op::transpose, A);
  auto values = plan.order_values(exec, A), many = plan.order_values(exec, batch_of(3)),
       none = decltype(values)();
  const auto moved_from = [&] {
    auto from = plan.order_values(exec, A);
    const auto to = std::move(from);
    plan.apply(exec, 1.0, from, b, 0.0, c);
  };
  const Any hyb = Any(A).convert_to(exec, Format::hyb);
  constexpr Status invalid = Status::invalid_value, stale = Status::stale_plan;
  constexpr const char* of_another = "values in the order of another plan, or of none";
  expect_refusals({
      {"order: another matrix", stale, "A", "plan", [&] { plan.order_values(exec, other); }},
      {"order: Hyb", Status::not_supported, "A", "two arrays",
       [&] { spmm_plan(exec, Op::none, hyb).order_values(exec, hyb); }},
      {"apply: another plan", stale, "A", of_another,
       [&] { same.apply(exec, 1.0, values, b, 0.0, c); }},
      {"apply: no plan", stale, "A", of_another, [&] { plan.apply(exec, 1.0, none, b, 0.0, c); }},
      {"apply: moved from", stale, "A", of_another, moved_from},
      {"explain: another plan", stale, "A", of_another, [&] { same.explain(exec, values, b, c); }},
      {"apply: B", invalid, "B", "50 x 4, expected 30 rows",
       [&] { plan.apply(exec, 1.0, values, c, 0.0, c); }},
      {"apply: count", invalid, "A", "a batch of 3, expected a batch of 2",
       [&] { plan.apply(exec, 1.0, many, b, 0.0, cs); }},
      {"apply: C is no batch", invalid, "C", "as A is a batch",
       [&] { plan.apply(exec, 1.0, many, b, 0.0, c); }},
      {"update: another plan's", stale, "A", of_another,
       [&] { same.update_values(exec, A, values); }},
      {"update: of no plan", stale, "A", of_another, [&] { plan.update_values(exec, A, none); }},
      {"update: another matrix", stale, "A", "plan",
       [&] { plan.update_values(exec, other, values); }},
      {"update: a batch", invalid, "A", "a batch of 1, expected one matrix",
       [&] { plan.update_values(exec, batch_of(1), values); }},
      {"update: one of a batch", invalid, "A", "one matrix, expected a batch of 3",
       [&] { plan.update_values(exec, A, many); }},
      {"update: count", invalid, "A", "a batch of 4, expected a batch of 3",
       [&] { plan.update_values(exec, batch_of(4), many); }},
  });
  EXPECT_NO_THROW(plan.apply(exec, 1.0, values, b, 0.0, c)) << "as before";
  EXPECT_NO_THROW(plan.update_values(exec, batch_of(3), many));
}

}  // namespace
}  // namespace filigree::test
