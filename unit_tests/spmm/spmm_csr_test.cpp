// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm_support.hpp"

/// Csr, Csc and Coo in all scalar types, ops, layouts and matrix types.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
template <class T, class Index = std::int32_t, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

constexpr bool on_host = detail::is_host_execution_v<Exec>;

/// Has a full row, empty ones and duplicates.
template <class T>
Triplets some_matrix(std::int64_t rows, std::int64_t cols) {
  std::mt19937 random(3);
  return random_triplets<T>(random, {rows, cols, 3, 5, true});
}

template <class T>
constexpr bool has_host_kernel = on_host&& std::is_floating_point_v<T>;

template <class A, class B, class C>
void test_scalars() {
  SCOPED_TRACE(std::string("A ") + scalar_name<A> + ", C " + scalar_name<C>);
  using Compute = spmm_compute_t<A, B, C>;
  SpmmTest<Exec, Csr<A>, B, C> test(some_matrix<A>(40, 33), {}, Order::shuffled);
  for_all_ops([&](const SpmmSetup& setup) {
    const auto one_shot = test.one_shot(setup, {.backend = Backend::generic});
    if (setup.op_a == Op::none)
      EXPECT_EQ(one_shot.name, "spmm_csr_generic");
    else if (std::is_same_v<C, Compute>)
      EXPECT_EQ(one_shot.name, "spmm_scatter");
    EXPECT_EQ(test.one_shot(setup, {.deterministic = true, .backend = Backend::generic}).name,
              "spmm_csr_generic");
    const auto automatic = test.one_shot(setup);
    if (on_host && setup.op_a == Op::none) {
      EXPECT_EQ(automatic.name, has_host_kernel<A> ? "spmm_csr_host" : "spmm_csr_generic");
    }
    const auto planned = test.planned(setup);
    if (on_host && !has_host_kernel<A>) {
      EXPECT_EQ(planned.name, "spmm_csr_generic");
    } else if (on_host) {
      // The sums of so small a matrix are more than its entries where there are many threads.
      const bool may_gather = setup.op_a == Op::none || Exec().concurrency() > 4;
      EXPECT_TRUE((may_gather && planned.name == "spmm_csr_host") ||
                  (setup.op_a != Op::none && planned.name == "spmm_csr_transposed_host"))
          << planned.name;
    }
  });
}

TEST(SpmmCsr, all_scalar_types) {
  for_each_scalars([]<class A, class B, class C> { test_scalars<A, B, C>(); });
}

/// Every number of columns around the widths of vectors and tiles, each pair of layouts with some.
template <class T>
void test_columns() {
  SpmmTest<Exec, Csr<T>, T, T> test(some_matrix<T>(40, 30), {}, Order::sorted);
  for (std::int64_t n = 0; n <= 70; n += n < 20 ? 1 : 7)
    for (const Layout b : all_layouts) {
      const Layout c = all_layouts[(std::size_t(b) + std::size_t(n)) % std::size(all_layouts)];
      const auto kernel = test.planned({Op::none, Op::none, b, c, n, n % 2 == 0 ? 1 : 0});
      if (on_host && n > 1) EXPECT_EQ(kernel.name, "spmm_csr_host");
    }
  // Column-major B without a plan: it is copied to rows.
  const SpmmSetup columns{Op::none, Op::none, Layout::column_major, Layout::column_major, 11, 0};
  const auto kernel = test.one_shot(columns);
  if (on_host) EXPECT_EQ(kernel.name, "spmm_csr_host");
}

TEST(SpmmCsr, columns_and_layouts_double) { test_columns<double>(); }
TEST(SpmmCsr, columns_and_layouts_float) { test_columns<float>(); }

template <class Matrix>
void test_index_types() {
  using T = typename Matrix::scalar_type;
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    SpmmTest<Exec, Matrix, T, T> test(some_matrix<T>(30, 41), {base}, Order::shuffled);
    for (const Op op : {Op::none, Op::transpose})
      for (const Layout layout : {Layout::row_major, Layout::padded_column_major}) {
        const SpmmSetup setup{op, Op::none, layout, layout, 6, 1};
        test.one_shot(setup);
        test.planned(setup);
        test.planned(setup, {.backend = Backend::generic});
      }
  }
}

TEST(SpmmCsr, index_types) {
  test_index_types<Csr<double, std::int64_t, std::int32_t>>();
  test_index_types<Csr<double, std::int32_t, std::int64_t>>();
  test_index_types<Csr<double, std::int64_t, std::int64_t>>();
  test_index_types<CscMatrix<double, std::int32_t, std::int64_t, Space>>();
  test_index_types<CooMatrix<double, std::int64_t, Space>>();
  test_index_types<CooAosMatrix<double, std::int32_t, Space>>();
}

template <class Matrix>
void test_matrix_types() {
  using T = typename Matrix::scalar_type;
  for (const MatrixProperties& properties : all_properties(IndexBase::one)) {
    SpmmTest<Exec, Matrix, T, T> test(some_matrix<T>(25, 25), properties, Order::shuffled);
    for (const Op op : all_ops) {
      const SpmmSetup setup{op, Op::none, Layout::row_major, Layout::column_major, 3, 1};
      test.one_shot(setup);
      test.planned(setup);
    }
  }
}

TEST(SpmmCsr, matrix_types) {
  test_matrix_types<Csr<complex_double>>();
  test_matrix_types<CscMatrix<complex_float, std::int32_t, std::int32_t, Space>>();
  test_matrix_types<CooMatrix<double, std::int32_t, Space>>();
}

TEST(SpmmCsr, more_rows_than_a_tile) {
  std::mt19937 random(5);
  const auto triplets = random_triplets<double>(random, {1100, 900, 6, 17, false});
  SpmmTest<Exec, Csr<double>, double, double> test(triplets, {}, Order::sorted);
  for (const Op op : {Op::none, Op::transpose})
    for (const Layout layout : {Layout::row_major, Layout::column_major}) {
      test.one_shot({op, Op::none, layout, layout, 40, 0});
      test.planned({op, Op::none, layout, layout, 40, 0});
    }
}

TEST(SpmmCsr, empty_matrices) {
  for (const auto& [rows, cols] : {std::pair(0, 5), std::pair(5, 0), std::pair(0, 0)}) {
    SpmmTest<Exec, Csr<double>, double, double> test({rows, cols, {}}, {}, Order::sorted);
    for (const Op op : all_ops)
      for (const int variant : {0, 1}) {
        test.one_shot({op, Op::none, Layout::row_major, Layout::row_major, 3, variant});
        test.planned({op, Op::none, Layout::column_major, Layout::row_major, 3, variant});
      }
  }
}

/// A single column goes to the product with a vector where it is contiguous.
TEST(SpmmCsr, one_column) {
  SpmmTest<Exec, Csr<double>, double, double> test(some_matrix<double>(50, 40), {}, Order::sorted);
  const SpmmSetup contiguous{Op::none, Op::none, Layout::column_major, Layout::column_major, 1, 1};
  EXPECT_EQ(test.one_shot(contiguous, {.backend = Backend::generic}).name, "csr_generic");
  EXPECT_EQ(test.planned(contiguous, {.backend = Backend::generic}).name, "csr_generic");
  if (on_host) EXPECT_EQ(test.planned(contiguous).name, "csr_host");
  const SpmmSetup strided{Op::none, Op::none, Layout::padded_row_major, Layout::strided, 1, 1};
  EXPECT_EQ(test.one_shot(strided, {.backend = Backend::generic}).name, "spmm_csr_generic");
  test.planned(strided);
}

/// Where alpha is 0 nothing of A and B reaches C, where beta is 0 nothing of C.
TEST(SpmmCsr, zero_scalars_stop_nan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Triplets triplets{2, 2, {{0, 0, Wide(1)}, {1, 1, Wide(2)}}};
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  const Exec exec;
  const HostDense<double> bad{1, 2, 3, std::vector<double>(6, nan)};
  const HostDense<double> good{1, 2, 3, {1, 2, 3, 4, 5, 6}};
  for (const Backend backend : {Backend::generic, Backend::automatic})
    for (const Op op : {Op::none, Op::transpose}) {
      const DeviceDense<double, Space> b(bad, Layout::row_major, nan);
      const DeviceDense<double, Space> c(good, Layout::row_major, 7);
      spmm(exec, op, 0.0, A, b.single(), 2.0, c.single(), {.backend = backend});
      EXPECT_EQ(c.get().entries, (std::vector<double>{2, 4, 6, 8, 10, 12}));
      spmm(exec, op, 0.0, A, b.single(), 0.0, c.single(), {.backend = backend});
      EXPECT_EQ(c.get().entries, std::vector<double>(6, 0));
    }
}

TEST(SpmmCsr, scalars_in_device_memory) {
  SpmmTest<Exec, Csr<double>, double, double> test(some_matrix<double>(20, 20), {}, Order::sorted);
  const Kokkos::View<double, Space> alpha_view("alpha"), beta_view("beta");
  for (const Op op : {Op::none, Op::transpose})
    test.run({op, Op::none, Layout::row_major, Layout::row_major, 5, 1},
             [&](const Exec& exec, double alpha, const auto& A, const auto& b, double beta,
                 const auto& c) {
               Kokkos::deep_copy(exec, alpha_view, alpha);
               Kokkos::deep_copy(exec, beta_view, beta);
               exec.fence();
               return spmm(exec, op, alpha_view, A, b, beta_view, c);
             });
}

/// Views of the fixed layouts; both dense matrices columns of one array.
TEST(SpmmCsr, kokkos_layouts) {
  const Exec exec;
  const auto triplets = some_matrix<double>(30, 30);
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  std::mt19937 random(1);
  const auto b = random_dense<double>(random, 1, 30, 4);
  const HostDense<double> none{1, 30, 4, std::vector<double>(120, 0)};
  const Kokkos::View<double**, Kokkos::LayoutLeft, Space> left("left", 30, 4);
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> both("both", 30, 8);
  const auto host = Kokkos::create_mirror_view(left);
  for (std::int64_t i = 0; i < 30; ++i)
    for (std::int64_t j = 0; j < 4; ++j) host(i, j) = b.at(0, i, j);
  Kokkos::deep_copy(left, host);
  const auto first = Kokkos::subview(both, Kokkos::ALL, std::pair(0, 4));
  const auto second = Kokkos::subview(both, Kokkos::ALL, std::pair(4, 8));
  spmm(exec, Op::none, 1.0, A, left, 0.0, first);
  spmm(exec, Op::none, 1.0, A, first, 0.0, second);
  const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, both);
  HostDense<double> once = none, twice = none;
  for (std::int64_t i = 0; i < 30; ++i)
    for (std::int64_t j = 0; j < 4; ++j) {
      once.at(0, i, j) = result(i, j);
      twice.at(0, i, j) = result(i, j + 4);
    }
  EXPECT_TRUE(is_product(Op::none, triplets, {}, 1.0, b, 0, 0.0, none, once, 0));
  EXPECT_TRUE(is_product(Op::none, triplets, {}, 1.0, once, 0, 0.0, none, twice, 0));
}

/// C = alpha op(B) op(A) + beta C against the product of the transposes.
template <class T>
void test_dense_times_sparse() {
  using Compute = T;
  const Exec exec;
  const auto triplets = some_matrix<T>(20, 30);
  const auto A = MatrixFrom<Csr<T>>::make(triplets, {}, Order::shuffled);
  std::mt19937 random(1);
  const auto [alpha, beta] = alpha_beta<Compute>(1);
  for (const Op op_a : all_ops)
    for (const Op op_b : all_ops)
      for (const bool planned : {false, true}) {
        SCOPED_TRACE(std::string(name(op_a)) + ", " + std::string(name(op_b)));
        const std::int64_t inner = op_a == Op::none ? 20 : 30, outer = op_a == Op::none ? 30 : 20;
        const auto b = op_b == Op::none ? random_dense<T>(random, 1, 5, inner)
                                        : random_dense<T>(random, 1, inner, 5);
        const auto before = random_dense<T>(random, 1, 5, outer);
        const DeviceDense<T, Space> b_view(b, Layout::padded_column_major, poison<T>());
        const DeviceDense<T, Space> c_view(before, Layout::padded_row_major, narrow<T>(7));
        const SpmmOptions right{.side = Side::right};
        if (planned)
          spmm_plan(exec, op_a, A, right)
              .apply(exec, op_b, alpha, A, b_view.single(), beta, c_view.single());
        else
          spmm(exec, op_a, op_b, alpha, A, b_view.single(), beta, c_view.single(), right);
        exec.fence();
        // (op(B) op(A))^T = op(A)^T op(B)^T, and the transpose of A^H is the conjugate of A.
        Triplets conjugated = triplets;
        if (op_a == Op::conjugate_transpose)
          for (Entry& e : conjugated.entries) e.value = std::conj(e.value);
        EXPECT_TRUE(is_product(op_a == Op::none ? Op::transpose : Op::none, conjugated, {}, alpha,
                               turned(turned(b, op_b), Op::transpose), 0, beta,
                               turned(before, Op::transpose), turned(c_view.get(), Op::transpose),
                               0));
      }
}

TEST(SpmmCsr, dense_times_sparse) {
  test_dense_times_sparse<double>();
  test_dense_times_sparse<complex_float>();
}

}  // namespace
}  // namespace filigree::test
