// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <numeric>

#include "spgemm_support.hpp"
#include "spmv/graph_capture.hpp"

/// The tuned CUDA kernel, asked for by name: rows of every share, and graphs.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
template <class T, class Index = std::int32_t, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

constexpr const char* kernel = "spgemm_hash_cuda";

/// A matrix whose row i has `length` columns, `step` apart, from one that depends on i.
Operand strided(std::int64_t rows, std::int64_t cols, std::int64_t length, std::int64_t step) {
  Operand result{{rows, cols, {}}};
  std::mt19937 random(11);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::vector<std::int64_t> columns;
    for (std::int64_t k = 0; k < length; ++k) columns.push_back((7 * row + k * step) % cols);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const std::int64_t col : columns)
      result.stored.entries.push_back({row, col, widen(random_scalar<double>(random))});
  }
  return result;
}

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

/// A grid's matrix: neighbours at most `reach` away along each axis, without a few of the entries
/// where `every` says so. Rows inside the grid repeat the ones before them.
Operand grid(std::array<std::int64_t, 3> sides, std::int64_t reach, unsigned every = 0) {
  const auto [nx, ny, nz] = sides;
  Operand result{{nx * ny * nz, nx * ny * nz, {}}};
  std::mt19937 random(21);
  const auto from = [&](std::int64_t at) { return std::max<std::int64_t>(at - reach, 0); };
  const auto to = [&](std::int64_t at, std::int64_t side) {
    return std::min(at + reach, side - 1);
  };
  for (std::int64_t z = 0; z < nz; ++z)
    for (std::int64_t y = 0; y < ny; ++y)
      for (std::int64_t x = 0; x < nx; ++x)
        for (std::int64_t cz = from(z); cz <= to(z, nz); ++cz)
          for (std::int64_t cy = from(y); cy <= to(y, ny); ++cy)
            for (std::int64_t cx = from(x); cx <= to(x, nx); ++cx)
              if (every == 0 || random() % every != 0)
                result.stored.entries.push_back({(z * ny + y) * nx + x, (cz * ny + cy) * nx + cx,
                                                 widen(random_scalar<double>(random))});
  return result;
}

/// The 5-point matrix of a grid of two axes.
Operand star(std::int64_t nx, std::int64_t ny, unsigned every) {
  Operand result = grid({nx, ny, 1}, 1, every);
  std::erase_if(result.stored.entries, [nx](const Entry& e) {
    return e.row % nx != e.col % nx && e.row / nx != e.col / nx;
  });
  return result;
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
  EXPECT_EQ(plan.memory_bytes(), 1200);  // a byte a row
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

/// What a plan holds with a list of its products: by the bounds in cuda/product_list.hpp.
std::int64_t list_bytes(const SparseSums& sums, std::int64_t a_entries, std::int64_t products,
                        bool is_wide) {
  const auto entries = std::int64_t(sums.size());
  return (entries + 1023) / 1024 * 16 + products * (is_wide ? 8 : 4) + a_entries * 4 +
         (entries + 1) * 4 + (products / 33 + 1) * 4;
}

/// Of operands that a plan has written anew.
template <class Plan>
std::int64_t operand_bytes(const Plan& plan) {
  return plan.state().a.memory_bytes() + plan.state().b.memory_bytes();
}

/// Values by a list of products are those of the kernels that look columns up, bit by bit, also
/// where alpha or beta is 0, and again with new values.
template <class T, class Index = std::int32_t, class Y = T>
void expect_by_list(const Operand& A, const Operand& B, bool is_wide = false) {
  const Exec exec;
  using Compute = spgemm_compute_t<T, T, Y>;
  const auto a = make<Csr<T, Index>>(A), b = make<Csr<T, Index>>(B);
  const auto plan = spgemm_plan(exec, A.op, B.op, a, b, {.kernel = kernel});
  const auto plain =
      spgemm_plan(exec, A.op, B.op, a, b, {.kernel = kernel, .lists_products = false});
  const SparseSums expected = sparse_product(2, A, B);
  EXPECT_EQ(plan.memory_bytes() - operand_bytes(plan),
            list_bytes(expected, a.nnz(), plan.products(), is_wide));
  const auto C = plan.template make_result<Y>(exec), other = plain.template make_result<Y>(exec);
  const auto expect_equal = [&](const char* what) {
    exec.fence();
    EXPECT_TRUE(download(C.values()) == download(other.values())) << what;
  };
  Kokkos::deep_copy(C.values(), poison<Y>());
  EXPECT_EQ(plan.apply(exec, Compute(2), a, b, C).name, kernel);
  plain.apply(exec, Compute(2), a, b, other);
  EXPECT_TRUE((is_product<Compute>(C, expected)));
  expect_equal("first values");
  plan.apply(exec, Compute(1), a, b, Compute(3), C, C);
  plain.apply(exec, Compute(1), a, b, Compute(3), other, other);
  expect_equal("added");
  Kokkos::deep_copy(a.values(), T(0.75f));
  plan.apply(exec, Compute(1), a, b, C);
  plain.apply(exec, Compute(1), a, b, other);
  expect_equal("new values");
  plan.apply(exec, Compute(0), a, b, Compute(2), C, C);
  plain.apply(exec, Compute(0), a, b, Compute(2), other, other);
  expect_equal("scaled");
  Kokkos::deep_copy(C.values(), poison<Y>());
  plan.apply(exec, Compute(0), a, b, C);
  for (const auto& value : download(C.values())) ASSERT_TRUE(widen(value) == Wide(0));
}

/// Row i of A and of B has the columns of `rows[i]`.
Operand listed(std::int64_t cols, const std::vector<std::vector<std::int64_t>>& rows) {
  Operand result{{std::int64_t(rows.size()), cols, {}}};
  std::mt19937 random(31);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (const std::int64_t col : rows[row])
      result.stored.entries.push_back(
          {std::int64_t(row), col, widen(random_scalar<double>(random))});
  return result;
}
std::vector<std::int64_t> counted(std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> result(static_cast<std::size_t>(count));
  std::iota(result.begin(), result.end(), first);
  return result;
}

TEST(SpgemmCuda, lists_of_rows_of_every_share) {
  expect_by_list<double>(strided(300, 300, 3, 5), strided(300, 300, 4, 9));
  expect_by_list<double>(strided(40, 200, 30, 3), strided(200, 30'000, 60, 131));
  expect_by_list<double>(skewed(400, 400, 390, 3), skewed(400, 5000, 4000, 4));
  expect_by_list<double, std::int64_t>(skewed(400, 400, 390, 3), skewed(400, 5000, 4000, 4));
  Operand turned = skewed(900, 400, 390, 5);
  turned.op = Op::transpose;
  expect_by_list<double>(turned, skewed(900, 400, 390, 5));
  expect_by_list<complex_double>(skewed(400, 400, 390, 3), turned);
  // many products an entry, with A in shared memory and not
  for (const auto& [rows, columns] : {std::pair{60, 30}, std::pair{1200, 300}}) {
    Operand tall = strided(rows, columns, 6, 5);
    tall.op = Op::transpose;
    expect_by_list<double>(tall, strided(rows, columns, 6, 5));
  }
}

/// Entries of 1, 32, 33, and so many products that factors are fetched several times; chunks of
/// entries that end inside a row, at its end, and with C.
TEST(SpgemmCuda, lists_at_bounds) {
  for (const std::int64_t most : {1, 31, 32, 33, 191, 192, 193, 384, 385, 2000}) {
    std::vector<std::vector<std::int64_t>> b;
    for (std::int64_t row = 0; row < most; ++row) b.push_back({0, 2 + row % 500, 600 + row});
    const Operand A = listed(most, {counted(0, most), {0}, counted(0, most)});
    expect_by_list<double>(A, listed(3000, b));
  }
  for (const std::int64_t entries : {1023, 1024, 1025, 2048, 2049}) {
    const Operand B = listed(3000, {counted(0, entries), counted(5, entries - 1)});
    expect_by_list<double>(listed(2, {{0}}), B);
    expect_by_list<double>(listed(2, {{0}, {}, {1}, {0, 1}}), B);
  }
  for (const std::int64_t of_a : {1151, 1152, 1153}) {  // entries of A of a chunk
    std::vector<std::vector<std::int64_t>> b;
    for (std::int64_t row = 0; row < of_a; ++row) b.push_back({row % 300});
    expect_by_list<double>(listed(of_a, {counted(0, of_a)}), listed(300, b));
  }
}

/// Rows with as many products as a sort takes at most, and with one more. Columns that leave 32
/// bits for the keys of all sorts, of some, of none.
TEST(SpgemmCuda, lists_of_sorted_rows) {
  std::vector<std::vector<std::int64_t>> a;
  for (const std::int64_t most : {32, 64, 128, 256, 512, 1024, 4096})
    for (const std::int64_t count : {most - 1, most, most + 1}) a.push_back(counted(0, count));
  for (const std::int64_t cols : {9'000, 1'100'000, 150'000'000}) {
    std::vector<std::vector<std::int64_t>> b;
    for (std::int64_t row = 0; row < 4097; ++row)
      b.push_back({(row % 3 == 0 ? row / 3 % 40 : 100 + row * 1237 % 4900) * (cols / 5000)});
    expect_by_list<double>(listed(4097, a), listed(cols, b));
    if (cols > 1'000'000) expect_by_list<double, std::int64_t>(listed(4097, a), listed(cols, b));
  }
}

/// Rows with more products than a sort takes: by counters of entries in shared memory and in global
/// memory, of one window of columns and of several, with entries of many products.
TEST(SpgemmCuda, lists_of_long_rows) {
  for (const std::int64_t cols : {20'000, 900'000})
    for (const std::int64_t apart : {1, 3}) {
      std::vector<std::vector<std::int64_t>> b;
      for (std::int64_t row = 0; row < 3000; ++row) {
        b.push_back({row % 5, 10 + row % 700});
        for (std::int64_t k = 0; k < apart; ++k)
          b.back().push_back(1000 + row * ((cols - 1010) / 3000) + k);
      }
      const Operand A = listed(3000, {counted(0, 3000), {5, 7}, counted(1, 2999)});
      expect_by_list<double>(A, listed(cols, b));
      expect_by_list<float, std::int64_t>(A, listed(cols, b));
    }
}

/// A product in one call has the bits of a plan's, with a list or without one.
template <class T>
void expect_in_one_call(const Operand& A, const Operand& B) {
  const Exec exec;
  using Compute = spgemm_compute_t<T, T, T>;
  const auto a = make<Csr<T>>(A), b = make<Csr<T>>(B);
  const auto plan =
      spgemm_plan(exec, A.op, B.op, a, b, {.kernel = kernel, .lists_products = false});
  const auto expected = plan.template make_result<T>(exec);
  plan.apply(exec, Compute(2), a, b, expected);
  const SpgemmOptions any{.kernel = kernel}, none{.kernel = kernel, .lists_products = false};
  for (const SpgemmOptions& options : {any, none}) {
    const auto C = spgemm(exec, A.op, B.op, Compute(2), a, b, options);
    exec.fence();
    EXPECT_TRUE(download(C.row_offsets()) == download(expected.row_offsets()));
    EXPECT_TRUE(download(C.col_indices()) == download(expected.col_indices()));
    EXPECT_TRUE(download(C.values()) == download(expected.values()));
  }
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

/// Rows that repeat, with one product an entry, of a B with an empty row.
TEST(SpgemmCuda, lists_of_products_by_a_diagonal) {
  Operand B = grid({1200, 1, 1}, 0);
  B.stored.entries.pop_back();
  expect_by_list<double>(grid({40, 6, 5}, 1), B);
  expect_in_one_call<double>(grid({40, 6, 5}, 1), B);
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

/// The plan of a product in one call makes a list where rows have 32 products on average.
TEST(SpgemmCuda, lists_of_plans_used_once) {
  const Exec exec;
  for (const std::int64_t products : {31, 32}) {
    const auto A = make<Csr<double>>(listed(1, {{0}, {0}, {0}}));
    const auto B = make<Csr<double>>(listed(40, {counted(0, products)}));
    const auto plan = spgemm_plan(exec, A, B, {.kernel = kernel, .used_once = true});
    const SpgemmOptions without{.kernel = kernel, .lists_products = false, .used_once = true};
    const std::int64_t plain = spgemm_plan(exec, A, B, without).memory_bytes();
    EXPECT_EQ(plan.memory_bytes() > plain, products == 32);
    // Under a limit, what made the plan is given back. C is dense, or has a byte a row.
    const SpgemmOptions limited{
        .kernel = kernel, .memory_limit_bytes = plain + 3, .used_once = true};
    EXPECT_EQ(spgemm_plan(exec, A, B, limited).memory_bytes(), products == 32 ? 0 : 3);
  }
}

/// Places beyond 16 bits: in a row of B, among a chunk's entries of A.
TEST(SpgemmCuda, wide_lists) {
  for (const std::int64_t most : {65'536, 65'537}) {
    const bool is_wide = most > 65'536;
    expect_by_list<double>(listed(2, {{0, 1}, {1}}),
                           listed(70'000, {counted(0, most), counted(2, 900)}), is_wide);
    std::vector<std::vector<std::int64_t>> b;
    for (std::int64_t row = 0; row < most; ++row) b.push_back({row % 9000});
    expect_by_list<float>(listed(most, {counted(0, most)}), listed(9000, b), is_wide);
  }
}

TEST(SpgemmCuda, lists_of_all_scalar_types) {
  const Operand A = skewed(125, 125, 120, 2), B = skewed(125, 2000, 900, 6);
  expect_by_list<float>(A, B);
  expect_by_list<complex_float>(A, B);
  expect_by_list<complex_double>(A, B);
  expect_by_list<half>(A, B);
  expect_by_list<half, std::int32_t, float>(A, B);
  expect_by_list<bfloat16>(A, B);
  expect_by_list<bfloat16, std::int32_t, float>(A, B);
}

/// No list: with 17 products an entry, a D of a pattern of its own, too little memory.
TEST(SpgemmCuda, plans_without_lists) {
  const Exec exec;
  for (const std::int64_t products : {16, 17}) {
    const std::vector<std::vector<std::int64_t>> b(std::size_t(products), counted(0, 40));
    const Operand A = listed(products, {counted(0, products)}), B = listed(40, b);
    const auto plan =
        spgemm_plan(exec, make<Csr<double>>(A), make<Csr<double>>(B), {.kernel = kernel});
    EXPECT_EQ(plan.memory_bytes(), products == 16 ? 16 + 640 * 4 + 16 * 4 + 41 * 4 + 20 * 4 : 0);
  }
  const Operand A = skewed(400, 400, 390, 3), B = skewed(400, 5000, 4000, 4);
  const auto a = make<Csr<double>>(A), b = make<Csr<double>>(B);
  const auto D = make<Csr<double>>(strided(400, 5000, 2, 3));
  const auto plain = spgemm_plan(exec, a, b, {.kernel = kernel, .lists_products = false});
  EXPECT_LT(spgemm_plan(exec, Op::none, Op::none, a, b, D, {.kernel = kernel}).memory_bytes(),
            plain.products());
  const std::int64_t with_list = spgemm_plan(exec, a, b, {.kernel = kernel}).memory_bytes();
  EXPECT_GT(with_list, plain.memory_bytes());
  const SpgemmOptions limited{.kernel = kernel, .memory_limit_bytes = with_list};
  const auto plan = spgemm_plan(exec, a, b, limited);  // its counts take more
  EXPECT_EQ(plan.memory_bytes(), plain.memory_bytes());
  const auto C = plan.make_result(exec);
  plan.apply(exec, 1.0, a, b, C);
  EXPECT_TRUE((is_product<double>(C, sparse_product(1, A, B))));
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
