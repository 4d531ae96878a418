// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spgemm_cuda_support.hpp"
#include "spmv/graph_capture.hpp"

/// The tuned CUDA kernel, asked for by name: rows of every share, and graphs.

namespace filigree::test {
namespace {

/// The kernel asks for no workspace of its own: it is the values of operands that are written anew.
template <class T, class Index = std::int32_t>
void expect_by_name(const Operand& A, const Operand& B, bool lists = true) {
  const Exec exec;
  using Compute = spgemm_compute_t<T, T, T>;
  const auto a = make<Csr<T, Index>>(A);
  const auto b = make<Csr<T, Index>>(B);
  const auto plan =
      spgemm_plan(exec, A.op, B.op, a, b, {.kernel = kernel, .lists_products = lists});
  const auto C = plan.template make_result<T>(exec);
  Kokkos::deep_copy(C.values(), poison<T>());
  EXPECT_EQ(plan.apply(exec, Compute(2), a, b, C).name, kernel);
  const auto gathered = [](Op op, std::int64_t nnz) {
    return op == Op::none ? 0 : (std::size_t(nnz) * sizeof(T) + 255) / 256 * 256;
  };
  EXPECT_EQ(plan.workspace_bytes(), gathered(A.op, a.nnz()) + gathered(B.op, b.nnz()));
  EXPECT_TRUE((is_product<Compute>(C, sparse_product(2, A, B))));
}

/// Rows of C of 1 to 20,000 entries: a thread's, a group's, a warp's, cut into pieces; collected by
/// threads, in tables, in a block's bits, and in bits because their tables overflow.
TEST(SpgemmCuda, rows_of_every_share) {
  expect_by_name<double>(strided(300, 300, 3, 5), strided(300, 300, 4, 9));
  expect_by_name<double>(stencil27(7), stencil27(7));
  expect_by_name<double>(strided(40, 200, 30, 3), strided(200, 30'000, 60, 131));
  expect_by_name<double>(strided(5, 500, 400, 1), strided(500, 25'000, 300, 83));
  expect_by_name<double>(skewed(400, 400, 390, 3), skewed(400, 5000, 4000, 4));
  expect_by_name<float, std::int64_t>(skewed(400, 400, 390, 3), skewed(400, 5000, 4000, 4));
  // more columns than a block has bits for
  expect_by_name<double>(strided(2, 900, 800, 1), strided(900, 4'000'000, 40, 90'001));
}

/// Rows of a thread, and of groups of 16 and 32, with rows of B that are longer than most, and rows
/// of C that are too long.
TEST(SpgemmCuda, rows_of_groups) {
  for (const auto& [length, most] : {std::pair{5, 32}, std::pair{12, 96}, std::pair{30, 192}})
    for (const std::int64_t cols : {most, most + 2, 400}) {
      Operand B = strided(300, cols, length, 7);
      std::erase_if(B.stored.entries, [](const Entry& e) { return e.row == 299; });
      for (std::int64_t col = 0; col < cols; col += 2) B.stored.entries.push_back({299, col, 0.5});
      expect_by_name<double>(strided(301, 300, 37, 8), B, false);
      expect_by_name<complex_float, std::int64_t>(strided(301, 300, 3, 8), B, false);
    }
}

/// With a D of a pattern of its own, rows of it alone, and without products. Returns what the plan
/// holds.
template <class T, class Index = std::int32_t>
std::int64_t expect_sum(const Operand& A, const Operand& B, const Operand& D) {
  const Exec exec;
  using Compute = spgemm_compute_t<T, T, T>;
  const auto a = make<Csr<T, Index>>(A), b = make<Csr<T, Index>>(B), d = make<Csr<T, Index>>(D);
  const auto plan = spgemm_plan(exec, Op::none, Op::none, a, b, d, {.kernel = kernel});
  const auto C = plan.template make_result<T>(exec);
  Kokkos::deep_copy(C.values(), poison<T>());
  plan.apply(exec, Compute(0.5), a, b, Compute(-2), d, C);
  EXPECT_TRUE((is_product<Compute>(C, sparse_product(0.5, A, B, -2.0, &D))));
  plan.apply(exec, Compute(0), a, b, Compute(3), d, C);
  EXPECT_TRUE((is_product<Compute>(C, sparse_product(0.0, A, B, 3.0, &D))));
  return plan.memory_bytes();
}

TEST(SpgemmCuda, rows_of_groups_with_d) {
  for (const std::int64_t length : {5, 12, 30}) {
    Operand A = strided(301, 300, 3, 8);
    std::erase_if(A.stored.entries, [](const Entry& e) { return e.row % 50 == 7; });
    const Operand B = strided(300, 400, length, 7), D = strided(301, 400, 9, 11);
    EXPECT_EQ(expect_sum<double>(A, B, D), 301);  // a byte a row
    EXPECT_EQ((expect_sum<complex_double, std::int64_t>(A, B, D)), 301);
  }
}

/// A C most of whose places have entries: of one window of columns and of two, which need not be of
/// one width, with rows of B that are shorter and longer than a thread block, and a D of a pattern
/// of its own.
TEST(SpgemmCuda, rows_of_a_dense_result) {
  expect_by_name<double>(strided(40, 300, 290, 1), strided(300, 900, 40, 7), false);
  expect_by_name<float, std::int64_t>(strided(40, 300, 290, 1), strided(300, 900, 300, 7), false);
  expect_by_name<complex_double>(strided(9, 90, 80, 1), strided(90, 5000, 1800, 7), false);
  const Operand A = strided(9, 90, 80, 1), B = strided(90, 9001, 1800, 7);
  EXPECT_EQ(expect_sum<double>(A, B, strided(9, 9001, 4000, 2)), 0);  // no pieces of rows
}

/// Runs of rows: thread blocks of two, four and eight warps; runs that end at borders and at
/// missing entries; rows of B that are too long for a run, and rows of C that are.
TEST(SpgemmCuda, rows_that_repeat) {
  for (const unsigned every : {0u, 150u}) {
    expect_by_name<double>(grid({700, 1, 1}, 1, every), grid({700, 1, 1}, 1, every));
    expect_by_name<double>(grid({700, 1, 1}, 15, every), grid({700, 1, 1}, 15, every));
    expect_by_name<double>(grid({700, 1, 1}, 17, every), grid({700, 1, 1}, 15, every));
    expect_by_name<double>(grid({61, 13, 1}, 1, every), grid({61, 13, 1}, 1, every));
    expect_by_name<double, std::int64_t>(grid({40, 5, 4}, 1, every), grid({40, 5, 4}, 1, every));
    expect_by_name<double>(grid({40, 5, 4}, 1, every), grid({200, 4, 1}, 2, every));
    expect_by_name<float>(grid({3, 200, 1}, 1, every), grid({600, 1, 1}, 2, every));
  }
  for (const unsigned every : {0u, 150u}) {  // rows of B of up to 8 entries, and of C of up to 48
    expect_by_name<double>(star(50, 17, every), star(50, 17, every));
    expect_by_name<complex_double>(star(50, 17, every), star(50, 17, every));
    expect_by_name<float, std::int64_t>(grid({700, 1, 1}, 14, every), grid({700, 1, 1}, 1, every));
    expect_by_name<double>(grid({700, 1, 1}, 15, every), grid({700, 1, 1}, 1, every));
  }
  expect_by_name<complex_double>(grid({61, 13, 1}, 1), grid({61, 13, 1}, 1));
  expect_by_name<half>(grid({40, 5, 4}, 1), grid({40, 5, 4}, 1));
}

/// A D of a pattern of its own, inside C's, keeps rows out of runs.
TEST(SpgemmCuda, runs_change_no_bits) {
  const Exec exec;
  const auto A = make<Csr<double>>(grid({40, 6, 5}, 1));
  const auto D = make<Csr<double>>(grid({1200, 1, 1}, 0));
  const auto plan = spgemm_plan(exec, A, A, {.kernel = kernel});
  const auto C = plan.make_result(exec);
  plan.apply(exec, 0.7, A, A, C);
  const auto other = spgemm_plan(exec, Op::none, Op::none, A, A, D, {.kernel = kernel});
  const auto expected = other.make_result(exec);
  other.apply(exec, 0.7, A, A, 0.0, D, expected);
  exec.fence();
  EXPECT_GT(plan.memory_bytes(), 1200);  // a byte a row, tiles, lists of products
  EXPECT_EQ(other.memory_bytes(), 1200);
  EXPECT_EQ(download(C.col_indices()), download(expected.col_indices()));
  EXPECT_EQ(download(C.values()), download(expected.values()));

  Kokkos::deep_copy(C.values(), 1.5);
  plan.apply(exec, 0.0, A, A, 2.0, C, C);
  for (const double value : download(C.values())) ASSERT_EQ(value, 3.0);
}

/// Rows of B of about 8 entries, many of which name the same columns: sums take turns.
TEST(SpgemmCuda, short_rows_with_equal_columns) {
  expect_by_name<double>(strided(20, 900, 700, 1), strided(900, 150, 5, 3));
  expect_by_name<double>(strided(20, 900, 700, 1), skewed(900, 4000, 900, 12));
  expect_by_name<complex_float>(strided(20, 900, 700, 1), strided(900, 1500, 7, 13));
}

/// Long rows of A over columns that most rows of B have, cut into pieces, with a D of a pattern of
/// its own, with one of C's, and without products.
TEST(SpgemmCuda, long_rows_with_d) {
  const Exec exec;
  Operand A = strided(3, 3000, 2900, 1), B = skewed(3000, 9000, 3000, 8);
  for (std::int64_t row = 0; row < 3000; ++row)
    for (std::int64_t col = 0; col < 3; ++col)
      B.stored.entries.push_back({row, col + 9000, widen(1.0 + double(col))});
  B.stored.num_cols = 9003;
  const Operand D = strided(3, 9003, 4000, 2);
  const auto a = make<Csr<double>>(A), b = make<Csr<double>>(B), d = make<Csr<double>>(D);
  const auto plan = spgemm_plan(exec, Op::none, Op::none, a, b, d, {.kernel = kernel});
  const auto C = plan.make_result(exec);
  ASSERT_GT(C.nnz(), 3 * 4096);
  Kokkos::deep_copy(C.values(), poison<double>());
  plan.apply(exec, 0.5, a, b, -2.0, d, C);
  EXPECT_TRUE((is_product<double>(C, sparse_product(0.5, A, B, -2.0, &D))));
  plan.apply(exec, 0.0, a, b, 3.0, d, C);
  EXPECT_TRUE((is_product<double>(C, sparse_product(0.0, A, B, 3.0, &D))));

  const auto same = spgemm_plan(exec, a, b, {.kernel = kernel});
  const auto sum = same.make_result(exec);
  same.apply(exec, 1.0, a, b, sum);
  same.apply(exec, 1.0, a, b, 1.0, sum, sum);
  EXPECT_TRUE((is_product<double>(sum, sparse_product(2.0, A, B))));
}

/// Rows that D alone has, too long for tables: bits, in two windows of columns, without a product.
TEST(SpgemmCuda, long_rows_of_d_alone) {
  const Exec exec;
  const Operand A{{3, 50, {{1, 7, 2}, {1, 20, 3}}}}, B = strided(50, 700'000, 900, 11),
                                                     D = strided(3, 700'000, 20'000, 33);
  const auto a = make<Csr<double>>(A), b = make<Csr<double>>(B), d = make<Csr<double>>(D);
  const auto plan = spgemm_plan(exec, Op::none, Op::none, a, b, d, {.kernel = kernel});
  const auto C = plan.make_result(exec);
  plan.apply(exec, 0.5, a, b, -2.0, d, C);
  EXPECT_TRUE((is_product<double>(C, sparse_product(0.5, A, B, -2.0, &D))));
}

TEST(SpgemmCuda, one_call_has_planned_bits) {
  const Operand A = skewed(400, 400, 390, 3), B = skewed(400, 5000, 4000, 4);
  expect_in_one_call<double>(A, B);
  expect_in_one_call<float>(A, B);
  expect_in_one_call<complex_float>(A, B);
  expect_in_one_call<complex_double>(A, B);
  expect_in_one_call<half>(A, B);
  expect_in_one_call<bfloat16>(A, B);
  expect_in_one_call<double>(strided(300, 300, 3, 5), strided(300, 300, 4, 9));
  expect_in_one_call<double>(stencil27(7), stencil27(7));
}

/// One entry in every row of B, in ascending columns: C has A's entries, and the plan keeps
/// nothing. Rows of A that are not sorted and columns that do not ascend are as always.
TEST(SpgemmCuda, products_by_a_diagonal) {
  const Exec exec;
  Operand A = grid({40, 6, 5}, 1), spread = grid({1200, 1, 1}, 0), turned = spread;
  spread.stored.num_cols = 2500;
  for (Entry& e : spread.stored.entries) e.col = 2 * e.col + (e.col > 600 ? 1 : 0);
  for (Entry& e : turned.stored.entries) e.col = 1199 - e.col;
  for (const Operand& B : {grid({1200, 1, 1}, 0), spread, turned}) {
    expect_by_name<double>(A, B);
    expect_by_name<complex_float, std::int64_t>(A, B);
    expect_in_one_call<double>(A, B);
    expect_in_one_call<half>(A, B);
  }
  const auto a = make<Csr<double>>(A), b = make<Csr<double>>(spread);
  const auto plan = spgemm_plan(exec, a, b, {.kernel = kernel});
  EXPECT_EQ(plan.memory_bytes(), 0);
  EXPECT_EQ(plan.products(), a.nnz());
  EXPECT_GT(spgemm_plan(exec, a, make<Csr<double>>(turned), {.kernel = kernel}).memory_bytes(), 0);
  const auto C = plan.make_result(exec);
  plan.apply(exec, 1.0, a, b, C);
  plan.apply(exec, 1.0, a, b, 2.0, C, C);
  EXPECT_TRUE((is_product<double>(C, sparse_product(3.0, A, spread))));
  plan.apply(exec, 0.0, a, b, C);
  for (const double value : download(C.values())) ASSERT_EQ(value, 0.0);

  Operand falling = A;
  falling.order = Order::shuffled;
  expect_by_name<double>(falling, spread);
}

/// Linear interpolation along the first axis, from every second point, but for a few entries where
/// `every` says so.
Operand interpolation(std::int64_t nx, std::int64_t others, unsigned every) {
  const std::int64_t half = nx / 2;
  Operand result{{nx * others, half * others, {}}};
  std::mt19937 random(23);
  for (std::int64_t row = 0; row < nx * others; ++row)
    for (std::int64_t x = row % nx / 2; x <= (row % nx + 1) / 2 && x < half; ++x)
      if (every == 0 || random() % every != 0)
        result.stored.entries.push_back(
            {row, row / nx * half + x, widen(random_scalar<double>(random))});
  return result;
}

/// Rows that repeat the one two before them, and rows that repeat the one before them by rows of B
/// that repeat the one two before them, as in Galerkin products; across warps and thread blocks.
TEST(SpgemmCuda, rows_that_repeat_in_pairs) {
  for (const unsigned every : {0u, 150u})
    for (const auto& [nx, ny] : {std::pair{700, 1}, std::pair{60, 13}, std::pair{8, 90}}) {
      const Operand P = interpolation(nx, ny, every);
      Operand R = P;
      R.op = Op::transpose;
      expect_by_name<double>(grid({nx, ny, 1}, 1, every), P, false);
      expect_by_name<double>(star(nx, ny, every), P);
      expect_by_name<float, std::int64_t>(grid({nx, ny, 1}, 2, every), P, false);
      expect_by_name<double>(R, P, false);
      expect_by_name<complex_double>(R, P);
      expect_in_one_call<double>(grid({nx, ny, 1}, 1, every), P);
      expect_in_one_call<double>(R, P);
    }
}

/// Rows of C with few entries are no single thread's, or warp's, where A's row is long.
TEST(SpgemmCuda, few_entries_from_a_long_row_of_a) {
  for (const std::int64_t length : {256, 257, 8192, 8193})
    for (const std::int64_t cols : {5, 60}) {
      const Operand A = listed(length, {counted(0, length), counted(3, 40), {1}, {}});
      std::vector<std::vector<std::int64_t>> b;
      for (std::int64_t row = 0; row < length; ++row) b.push_back({row % cols, cols + row % 3});
      expect_by_name<double>(A, listed(90, b), false);
    }
}

TEST(SpgemmCuda, all_scalar_types) {
  const Operand A = stencil27(5), B = skewed(125, 2000, 900, 6);
  expect_by_name<float>(A, B);
  expect_by_name<complex_float>(A, B);
  expect_by_name<complex_double>(A, B);
  expect_by_name<half>(A, B);
  expect_by_name<bfloat16>(A, B);
}

TEST(SpgemmCuda, hundred_equal_runs) {
  const Exec exec;
  const auto A = make<Csr<double>>(skewed(400, 400, 390, 3));
  const auto B = make<Csr<double>>(skewed(400, 5000, 4000, 4));
  std::vector<double> first;
  for (int run = 0; run < 100; ++run) {
    const auto C = spgemm(exec, A, B, {.kernel = kernel});
    const auto plan = spgemm_plan(exec, A, B, {.kernel = kernel});
    const auto by_list = plan.make_result(exec);
    plan.apply(exec, 1.0, A, B, by_list);
    const auto values = download(C.values());
    if (run == 0) first = values;
    ASSERT_TRUE(values == first) << "run " << run;
    ASSERT_TRUE(download(by_list.values()) == first) << "run " << run;
  }
}

void expect_in_a_graph(const Operand& A, const Operand& B, bool has_list) {
  const Stream stream;
  const Exec exec(stream.stream);
  const auto a = make<Csr<double>>(A), b = make<Csr<double>>(B);
  const auto plan = spgemm_plan(exec, a, b, {.kernel = kernel, .lists_products = has_list});
  EXPECT_EQ(plan.memory_bytes() >= 4 * plan.products(), has_list);
  const auto C = plan.make_result(exec);
  plan.apply(exec, 1.0, a, b, C);
  exec.fence();
  cudaGraphExec_t graph = nullptr;
  capture(
      stream, [&] { plan.apply(exec, 2.0, a, b, C); }, graph);
  for (int i = 0; i < 3; ++i) {
    Operand changed = A;
    for (Entry& e : changed.stored.entries) e.value = 1.0 + i;
    Kokkos::deep_copy(a.values(), 1.0 + i);
    Kokkos::deep_copy(C.values(), poison<double>());
    ASSERT_EQ(cudaGraphLaunch(graph, stream.stream), cudaSuccess);
    exec.fence();
    EXPECT_TRUE((is_product<double>(C, sparse_product(2, changed, B))));
  }
  EXPECT_CUDA(cudaGraphExecDestroy(graph));
}

TEST(SpgemmCuda, values_again_in_a_graph) {
  for (const bool has_list : {false, true})
    expect_in_a_graph(stencil27(6), skewed(216, 3000, 900, 8), has_list);
}

}  // namespace
}  // namespace filigree::test
