// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <string_view>
#include <vector>

#include "spmm_cuda_support.hpp"

/// The products of the tuned CUDA kernels, each asked for by name.

namespace filigree::test {
namespace {

using namespace spmm_cuda;

/// Every number of columns that is near a vector's or a tile's width, in all pairs of layouts.
void test_columns(std::string_view kernel, const Triplets& triplets) {
  SpmmTest<Exec, Csr<double>, double, double> test(triplets, {}, Order::sorted);
  const std::int64_t columns[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 32, 33, 64, 100};
  int turn = 0;
  for (const std::int64_t n : columns) {
    if (n == 1 && kernel != row_tile) continue;  // one column has the layout that suits
    for (const bool padded : {false, true})
      for (const Layout c : {Layout::row_major, Layout::padded_column_major}) {
        const SpmmSetup setup{Op::none, Op::none, layout_for(kernel, padded), c, n, ++turn % 2};
        EXPECT_EQ(test.planned(setup, {.kernel = kernel}).name, kernel);
      }
  }
}

/// Products where a group of threads takes whole nodes. Rows of B must be whole vectors unless they
/// are copied.
void test_node_columns(const Triplets& triplets, const std::vector<std::int64_t>& columns) {
  SpmmTest<Exec, Csr<double>, double, double> test(triplets, {}, Order::sorted);
  int turn = 0;
  for (const std::int64_t n : columns)
    for (const Layout c :
         {Layout::row_major, Layout::padded_row_major, Layout::padded_column_major}) {
      const int variant = ++turn % 2;
      const auto kernel_for = [&](std::string_view kernel, Layout b) {
        return test.planned({Op::none, Op::none, b, c, n, variant}, {.kernel = kernel}).name;
      };
      if (n % 2 == 0) EXPECT_EQ(kernel_for(node_tile, Layout::row_major), node_tile);
      for (const Layout b : {Layout::row_major, Layout::padded_column_major})
        EXPECT_EQ(kernel_for(packed_node_tile, b), packed_node_tile);
    }
}
TEST(SpmmCuda, columns_nodes) {
  test_node_columns(mesh_of_nodes<double>(3), {2, 3, 4, 8, 9, 16, 24, 31, 32, 34, 64, 128});
  test_node_columns(mesh_of_nodes<double>(3, true), {5, 16, 64});
  for (const std::int64_t unknowns : {2, 4, 6})
    test_node_columns(mesh_of_nodes<double>(unknowns), {3, 8, 32});
}

TEST(SpmmCuda, columns_random) {
  for (const auto kernel : all_kernels) test_columns(kernel, random_matrix<double>(900, 700));
}
TEST(SpmmCuda, columns_grid27) {
  for (const auto kernel : all_kernels) test_columns(kernel, grid27<double>());
}
TEST(SpmmCuda, columns_grid5) {
  for (const auto kernel : all_kernels) test_columns(kernel, grid5<double>());
}
TEST(SpmmCuda, columns_skewed) {
  test_columns(row_tile, skewed<double>());
  test_columns(packed_row_tile, skewed<double>());
}

/// Rows whose entries a warp's groups share, among others that they do not.
TEST(SpmmCuda, columns_rows_of_many_entries) {
  std::mt19937 random(7);
  const auto triplets = random_triplets<double>(random, {90, 700, 130, 11, true});
  test_columns(row_tile, triplets);
  test_columns(packed_row_tile, triplets);
}

/// Every number of columns up to some vectors: rows of B that are not aligned for whole vectors, as
/// they lie and copied, and columns.
template <class T>
void test_every_number(const Triplets& triplets, bool can_walk = true) {
  SpmmTest<Exec, Csr<T>, T, T> test(triplets, {}, Order::sorted);
  for (const auto& [kernel, b] :
       {std::pair(row_tile, Layout::row_major), std::pair(packed_row_tile, Layout::row_major),
        std::pair(packed_row_tile, Layout::column_major),
        std::pair(column_walk, Layout::column_major)}) {
    if (kernel == column_walk && !can_walk) continue;
    for (std::int64_t n = b == Layout::row_major ? 1 : 2; n <= 65; ++n)
      for (const Layout c : {Layout::row_major, Layout::padded_column_major}) {
        const SpmmSetup setup{Op::none, Op::none, b, c, n, int(n % 2)};
        EXPECT_EQ(test.planned(setup, {.kernel = kernel}).name, kernel);
      }
  }
}
TEST(SpmmCuda, every_number_of_columns) {
  test_every_number<float>(grid27<float>());
  test_every_number<float>(random_matrix<float>(300, 200));
  test_every_number<double>(grid5<double>());
  test_every_number<double>(skewed<double>(), false);
  test_every_number<half>(grid27<half>());
  test_every_number<bfloat16>(random_matrix<bfloat16>(300, 200));
  test_every_number<complex_float>(grid5<complex_float>());
}

/// More columns than a block takes, and rows of many lengths.
TEST(SpmmCuda, many_columns) {
  for (const auto kernel : all_kernels) {
    SpmmTest<Exec, Csr<float>, float, float> test(random_matrix<float>(60, 50), {}, Order::sorted);
    for (const std::int64_t n : {600, 1001})
      test.planned({Op::none, Op::none, layout_for(kernel, false), Layout::row_major, n, 1},
                   {.kernel = kernel});
  }
}

template <class A, class C, class Kernels = decltype(all_kernels)>
void test_scalars(const Triplets& triplets, const Kernels& kernels = all_kernels) {
  SCOPED_TRACE(std::string("A ") + scalar_name<A> + ", C " + scalar_name<C>);
  SpmmTest<Exec, Csr<A>, A, C> test(triplets, {}, Order::sorted);
  for (const auto kernel : kernels)
    for (const Op op_a : all_ops)
      for (const std::int64_t n : {3, 8, 16, 33})
        for (const int variant : {0, 1}) {
          if (kernel == node_tile && n % 2 != 0) continue;
          // A transposed B has the other layout in memory.
          const Op op_b = all_ops[n % 3];
          const bool by_row = (kernel == row_tile || kernel == node_tile) == (op_b == Op::none);
          const SpmmSetup setup{op_a,
                                op_b,
                                by_row ? Layout::row_major : Layout::column_major,
                                variant == 0 ? Layout::row_major : Layout::column_major,
                                n,
                                variant};
          EXPECT_EQ(test.planned(setup, {.kernel = kernel}).name, kernel);
        }
}

TEST(SpmmCuda, scalars) {
  test_scalars<float, float>(grid<float>(70, 4, 2, true));
  test_scalars<double, double>(random_matrix<double>(200, 150));
  test_scalars<complex_float, complex_float>(grid<complex_float>(70, 4, 2, true));
  test_scalars<complex_double, complex_double>(random_matrix<complex_double>(200, 150));
  test_scalars<half, float>(grid<half>(70, 4, 2, true));
  test_scalars<half, half>(random_matrix<half>(200, 150));
  test_scalars<bfloat16, float>(random_matrix<bfloat16>(200, 150));
  test_scalars<bfloat16, bfloat16>(grid<bfloat16>(70, 4, 2, true));
  test_scalars<float, float>(mesh_of_nodes<float>(3), node_kernels);
  test_scalars<double, double>(mesh_of_nodes<double>(4, true), node_kernels);
  test_scalars<complex_float, complex_float>(mesh_of_nodes<complex_float>(2), node_kernels);
  test_scalars<complex_double, complex_double>(mesh_of_nodes<complex_double>(3, true),
                                               node_kernels);
}

template <class Matrix, class Kernels = decltype(all_kernels)>
void test_indices(const Triplets& triplets, const Kernels& kernels = all_kernels,
                  Order order = Order::shuffled) {
  using T = typename Matrix::scalar_type;
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    SpmmTest<Exec, Matrix, T, T> test(triplets, {base}, order);
    for (const auto kernel : kernels)
      for (const Op op : {Op::none, Op::transpose}) {
        const SpmmSetup setup{op, Op::none, layout_for(kernel, true), Layout::row_major, 12, 1};
        EXPECT_EQ(test.planned(setup, {.kernel = kernel}).name, kernel);
      }
  }
}

TEST(SpmmCuda, indices) {
  test_indices<Csr<double, std::int32_t, std::int64_t>>(random_matrix<double>(300, 400));
  test_indices<Csr<double, std::int64_t, std::int32_t>>(grid5<double>());
  test_indices<Csr<double, std::int64_t, std::int64_t>>(grid5<double>());
  test_indices<CscMatrix<float, std::int32_t, std::int32_t, Space>>(random_matrix<float>(300, 400));
  test_indices<CooMatrix<float, std::int64_t, Space>>(random_matrix<float>(300, 400));
  const auto nodes = mesh_of_nodes<double>(3);
  test_indices<Csr<double, std::int32_t, std::int64_t>>(nodes, node_kernels, Order::sorted);
  test_indices<Csr<double, std::int64_t, std::int32_t>>(nodes, node_kernels, Order::sorted);
  test_indices<Csr<double, std::int64_t, std::int64_t>>(nodes, node_kernels, Order::sorted);
  test_indices<CscMatrix<double, std::int32_t, std::int32_t, Space>>(nodes, node_kernels,
                                                                     Order::sorted);
}

/// Symmetric storage, whose mirrored entries are conjugates, is read through places of values.
TEST(SpmmCuda, hermitian) {
  const auto triplets = random_matrix<complex_double>(150, 150);
  for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
    SpmmTest<Exec, Csr<complex_double>, complex_double, complex_double> test(
        triplets, {IndexBase::zero, MatrixType::hermitian, fill}, Order::sorted);
    for (const auto kernel : all_kernels)
      for (const Op op : all_ops) {
        const SpmmSetup setup{op, Op::none, layout_for(kernel, false), Layout::column_major, 9, 1};
        EXPECT_EQ(test.planned(setup, {.kernel = kernel}).name, kernel);
      }
  }
}

/// Rows at a multiple of 16 bytes from each other that begin elsewhere.
template <class T>
void test_unaligned(std::string_view kernel) {
  constexpr std::int64_t n = 15;
  const Triplets triplets = grid5<T>();
  const auto A = MatrixFrom<Csr<T>>::make(triplets, {}, Order::sorted);
  std::mt19937 random(2);
  const auto wide_b = random_dense<T>(random, 1, A.num_cols(), n + 1);
  const auto wide_c = random_dense<T>(random, 1, A.num_rows(), n + 1);
  const auto without_first = [](const HostDense<T>& wide) {
    HostDense<T> result{1, wide.rows, n, {}};
    for (std::int64_t i = 0; i < wide.rows; ++i)
      for (std::int64_t j = 0; j < n; ++j) result.entries.push_back(wide.at(0, i, j + 1));
    return result;
  };
  const Layout layout = layout_for(kernel, false);
  const DeviceDense<T, Space> b_view(wide_b, layout, poison<T>());
  const DeviceDense<T, Space> c_view(wide_c, Layout::row_major, narrow<T>(7));
  const auto columns = std::pair<std::size_t, std::size_t>(1, n + 1);
  const Exec exec;
  const auto plan = spmm_plan(exec, Op::none, A, {.kernel = kernel});
  EXPECT_EQ(plan.apply(exec, T(2), A, Kokkos::subview(b_view.single(), Kokkos::ALL, columns), T(-1),
                       Kokkos::subview(c_view.single(), Kokkos::ALL, columns))
                .name,
            kernel);
  exec.fence();
  const auto after = c_view.get();
  EXPECT_TRUE(is_product(Op::none, triplets, {}, T(2), without_first(wide_b), 0, T(-1),
                         without_first(wide_c), without_first(after), 0));
  for (std::int64_t i = 0; i < after.rows; ++i)
    ASSERT_EQ(widen(after.at(0, i, 0)), widen(wide_c.at(0, i, 0))) << "left of the view, row " << i;
}

TEST(SpmmCuda, unaligned_views) {
  for (const auto kernel : all_kernels) {
    SCOPED_TRACE(kernel);
    test_unaligned<float>(kernel);
    test_unaligned<double>(kernel);
    test_unaligned<complex_float>(kernel);
  }
}

/// The three modes, with rows that are cut (matrix by matrix then) and without.
void test_batches(std::string_view kernel, const Triplets& triplets, Op op) {
  SCOPED_TRACE(std::string(kernel) + ", op " + std::string(name(op)));
  constexpr std::int64_t count = 3, n = 6;
  std::vector<Triplets> all(count, triplets);
  std::mt19937 random(3);
  for (Triplets& t : all)
    for (Entry& e : t.entries) e.value = widen(random_scalar<double>(random));
  const auto A = MatrixFrom<Csr<double>>::make(all[0], {}, Order::sorted);
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> values("values", count, A.nnz() + 3);
  const auto stored = std::pair<std::size_t, std::size_t>(0, std::size_t(A.nnz()));
  for (std::int64_t b = 0; b < count; ++b)
    Kokkos::deep_copy(
        Kokkos::subview(values, b, stored),
        MatrixFrom<Csr<double>>::make(all[std::size_t(b)], {}, Order::sorted).values());
  const StridedBatch<Csr<double>> many(A, Kokkos::subview(values, Kokkos::ALL, stored));
  const std::int64_t in = op == Op::none ? A.num_cols() : A.num_rows();
  const std::int64_t out = op == Op::none ? A.num_rows() : A.num_cols();
  const Exec exec;
  const auto plan = spmm_plan(exec, op, A, {.kernel = kernel});
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(n));
  for (const auto& [many_a, many_b] :
       {std::pair(false, true), std::pair(true, false), std::pair(true, true)}) {
    const auto b = random_dense<double>(random, many_b ? count : 1, in, n);
    const auto before = random_dense<double>(random, count, out, n);
    const DeviceDense<double, Space> b_view(b, layout_for(kernel, true), poison<double>());
    const DeviceDense<double, Space> c_view(before, Layout::padded_row_major, 7);
    const auto apply = [&](const auto& a, const auto& right) {
      return plan.apply(exec, 2.0, a, right, -1.0, c_view.batch(), workspace).name;
    };
    const auto ran = many_a ? (many_b ? apply(many, b_view.batch()) : apply(many, b_view.single()))
                            : apply(A, b_view.batch());
    EXPECT_EQ(ran, kernel);
    exec.fence();
    const auto after = c_view.get();
    for (std::int64_t i = 0; i < count; ++i)
      EXPECT_TRUE(is_product(op, all[std::size_t(many_a ? i : 0)], {}, 2.0, b, many_b ? i : 0, -1.0,
                             before, after, i))
          << "matrix " << i << (many_a ? " A_i" : " A") << (many_b ? " B_i" : " B");
  }
}

TEST(SpmmCuda, batches) {
  for (const auto kernel : all_kernels) {
    test_batches(kernel, grid5<double>(), Op::none);
    test_batches(kernel, random_matrix<double>(300, 200), Op::transpose);
    if (kernel != column_walk) test_batches(kernel, skewed<double>(), Op::none);
  }
  for (const auto kernel : node_kernels)
    for (const Op op : {Op::none, Op::transpose})
      test_batches(kernel, mesh_of_nodes<double>(3), op);
}

/// Where alpha is 0 nothing of A and B reaches C, where beta is 0 nothing of C; both are read when
/// the kernel runs.
void test_device_scalars(std::string_view kernel, const Triplets& triplets) {
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  std::mt19937 random(8);
  const auto good_b = random_dense<double>(random, 1, A.num_cols(), 6);
  const auto good_c = random_dense<double>(random, 1, A.num_rows(), 6);
  auto bad_b = good_b, bad_c = good_c;
  for (double& value : bad_b.entries) value = poison<double>();
  for (double& value : bad_c.entries) value = poison<double>();
  const Kokkos::View<double, Space> alpha("alpha"), beta("beta");
  const Exec exec;
  const auto plan = spmm_plan(exec, Op::none, A, {.kernel = kernel});
  for (const auto& [a, b] : {std::pair(0.0, 3.0), std::pair(2.0, 0.0), std::pair(0.0, 0.0)}) {
    const DeviceDense<double, Space> b_view(a == 0 ? bad_b : good_b, layout_for(kernel, false),
                                            poison<double>());
    const DeviceDense<double, Space> c_view(b == 0 ? bad_c : good_c, Layout::column_major, 7);
    Kokkos::deep_copy(alpha, a);
    Kokkos::deep_copy(beta, b);
    plan.apply(exec, alpha, A, b_view.single(), beta, c_view.single());
    exec.fence();
    EXPECT_TRUE(is_product(Op::none, triplets, {}, a, good_b, 0, b, good_c, c_view.get(), 0))
        << kernel << " " << a << " " << b;
  }
}

TEST(SpmmCuda, scalars_in_device_memory) {
  for (const auto kernel : {row_tile, packed_row_tile})
    test_device_scalars(kernel, skewed<double>());
  for (const auto kernel : node_kernels) test_device_scalars(kernel, mesh_of_nodes<double>(3));
}

}  // namespace
}  // namespace filigree::test
