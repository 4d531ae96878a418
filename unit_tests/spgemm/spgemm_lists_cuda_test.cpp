// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spgemm_cuda_support.hpp"

/// Values of the tuned CUDA kernel by lists of products.

namespace filigree::test {
namespace {

/// What a plan holds with a list of its products: by the bounds in cuda/product_list.hpp.
std::int64_t list_bytes(const SparseSums& sums, std::int64_t a_entries, std::int64_t products,
                        bool is_wide) {
  const auto entries = std::int64_t(sums.size());
  const std::int64_t parts = products > 65'536 ? products / 32'768 : 0;
  return (entries + 1023) / 1024 * 16 + parts * 56 + products * (is_wide ? 8 : 4) + a_entries * 4 +
         (entries + 1) * 4 + (products / 33 + 1) * 4;
}

/// What the operands take that a plan has written anew.
template <class Plan>
std::int64_t operand_bytes(const Plan& plan) {
  return plan.state().a.memory_bytes() + plan.state().b.memory_bytes();
}

/// Bits of the result of a plan that is used once, which sorts all products where rows have 32 of
/// them on average, are those of a plan that keeps a list of them.
template <class T, class Index, class Y>
void expect_sorted_products(const Csr<T, Index>& a, const Csr<T, Index>& b, const Operand& A,
                            const Operand& B) {
  const Exec exec;
  using Compute = spgemm_compute_t<T, T, Y>;
  const auto plan = spgemm_plan(exec, A.op, B.op, a, b, {.kernel = kernel});
  const auto once = spgemm_plan(exec, A.op, B.op, a, b, {.kernel = kernel, .used_once = true});
  ASSERT_EQ(once.nnz(), plan.nnz());
  const auto C = plan.template make_result<Y>(exec), other = once.template make_result<Y>(exec);
  EXPECT_TRUE(download(C.row_offsets()) == download(other.row_offsets()));
  EXPECT_TRUE(download(C.col_indices()) == download(other.col_indices()));
  const auto expect_equal = [&](const char* what) {
    exec.fence();
    EXPECT_TRUE(download(C.values()) == download(other.values())) << what;
  };
  Kokkos::deep_copy(C.values(), poison<Y>());
  Kokkos::deep_copy(other.values(), poison<Y>());
  for (const Compute alpha : {Compute(2), Compute(0)}) {
    plan.apply(exec, alpha, a, b, C);
    once.apply(exec, alpha, a, b, other);
    expect_equal("values");
  }
  Kokkos::deep_copy(C.values(), Y(1));
  Kokkos::deep_copy(other.values(), Y(1));
  plan.apply(exec, Compute(1), a, b, Compute(3), C, C);
  once.apply(exec, Compute(1), a, b, Compute(3), other, other);
  expect_equal("added");
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
  expect_sorted_products<T, Index, Y>(a, b, A, B);
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
  for (const std::int64_t most : {32, 64, 128, 256, 512, 1024, 4096, 8192, 16'384})
    for (const std::int64_t count : {most - 1, most, most + 1}) a.push_back(counted(0, count));
  for (const std::int64_t cols : {9'000, 1'100'000, 150'000'000}) {
    std::vector<std::vector<std::int64_t>> b;
    for (std::int64_t row = 0; row < 16'385; ++row)
      b.push_back({(row % 3 == 0 ? row / 3 % 40 : 100 + row * 1237 % 4900) * (cols / 5000)});
    expect_by_list<double>(listed(16'385, a), listed(cols, b));
    if (cols > 1'000'000) expect_by_list<double, std::int64_t>(listed(16'385, a), listed(cols, b));
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

/// Rows with so many products that they are made in parts, in one window of columns or several, of
/// a B with empty rows. Its columns have as many entries each, or the first ones most of them.
TEST(SpgemmCuda, lists_of_rows_in_parts) {
  for (const std::int64_t scale : {1, 14})
    for (const bool popular : {false, true}) {
      const auto begin = [&](std::int64_t k) { return scale * k * (popular ? k * k : 1600); };
      std::vector<std::vector<std::int64_t>> b(3000);
      for (std::int64_t row = 0; row < 3000; ++row)
        for (std::int64_t k = 0; k < 40 && row % 7 != 3; ++k)
          b[std::size_t(row)].push_back(begin(k) + row * 7 % (begin(k + 1) - begin(k)));
      const Operand A = listed(3000, {counted(0, 3000), {5, 7}, counted(200, 2700)});
      const Operand B = listed(64'000 * scale, b);
      expect_by_list<double>(A, B);
      expect_by_list<float, std::int64_t>(A, B);
      expect_in_one_call<double>(A, B);
    }
}

/// Rows that repeat, with one product an entry, of a B with an empty row.
TEST(SpgemmCuda, lists_of_products_by_a_diagonal) {
  Operand B = grid({1200, 1, 1}, 0);
  B.stored.entries.pop_back();
  expect_by_list<double>(grid({40, 6, 5}, 1), B);
  expect_in_one_call<double>(grid({40, 6, 5}, 1), B);
}

/// The plan of a product in one call sorts the products where rows have 32 on average, and there
/// is no limit.
TEST(SpgemmCuda, lists_of_plans_used_once) {
  const Exec exec;
  for (const std::int64_t products : {31, 32}) {
    const auto A = make<Csr<double>>(listed(1, {{0}, {0}, {0}}));
    const auto B = make<Csr<double>>(listed(40, {counted(0, products)}));
    const auto plan = spgemm_plan(exec, A, B, {.kernel = kernel, .used_once = true});
    const SpgemmOptions without{.kernel = kernel, .lists_products = false, .used_once = true};
    const std::int64_t plain = spgemm_plan(exec, A, B, without).memory_bytes();
    EXPECT_EQ(plan.memory_bytes() >= plain + 12 * plan.products(), products == 32);
    // Under a limit, what made the plan is given back. C is dense, or has a byte a row.
    const SpgemmOptions limited{
        .kernel = kernel, .memory_limit_bytes = plain + 3, .used_once = true};
    EXPECT_EQ(spgemm_plan(exec, A, B, limited).memory_bytes(), products == 32 ? 0 : 3);
  }
}

/// Products that are sorted at once: an entry that begins in one of their tiles of 1024 and ends in
/// the next one, or several further on, with the tile's last product or the last one of all.
TEST(SpgemmCuda, sorted_products_of_several_tiles) {
  for (const std::int64_t before : {4996, 5118, 5119})
    for (const std::int64_t many : {1, 2, 124, 125, 1024, 1025, 3173, 5000}) {
      std::vector<std::vector<std::int64_t>> b{counted(0, before)};
      for (std::int64_t row = 0; row < many; ++row) b.push_back({before + 1});
      std::vector<std::int64_t> all = counted(0, many + 1);
      b.push_back(counted(before + 2, 40));
      expect_by_list<double>(listed(many + 2, {all}), listed(7000, b));
      all.push_back(many + 1);
      expect_by_list<double>(listed(many + 2, {all, {0}}), listed(7000, b));
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

/// Products are not sorted where rows hold many for each entry, by a sample of them or as C has no
/// more places, where most rows repeat others, or there is a D.
TEST(SpgemmCuda, products_that_are_not_sorted) {
  const Exec exec;
  const auto sorts = [&](const Operand& A, const Operand& B) {
    const auto a = make<Csr<double>>(A), b = make<Csr<double>>(B);
    expect_sorted_products<double, std::int32_t, double>(a, b, A, B);
    const SpgemmOptions once{.kernel = kernel, .used_once = true};
    const auto plan = spgemm_plan(exec, a, b, once);
    SpgemmOptions without = once;
    without.lists_products = false;
    return plan.memory_bytes() >=
           spgemm_plan(exec, a, b, without).memory_bytes() + 12 * plan.products();
  };
  for (const std::int64_t same : {4, 5}) {
    const std::vector<std::vector<std::int64_t>> b(std::size_t(same), counted(0, 40));
    const std::vector<std::vector<std::int64_t>> a(9, counted(0, same));
    EXPECT_EQ(sorts(listed(same, a), listed(4000, b)), same == 4);  // by the sample
    const std::vector<std::vector<std::int64_t>> long_b(std::size_t(same), counted(0, 4000));
    EXPECT_EQ(sorts(listed(same, a), listed(4000, long_b)), same == 4);  // by C's places
  }
  // no row that a sample takes
  const std::vector<std::vector<std::int64_t>> longest(4, counted(0, 8500));
  EXPECT_FALSE(sorts(listed(4, {{0, 1}, {2, 3}}), listed(9000, longest)));
  EXPECT_FALSE(sorts(grid({40, 30, 1}, 2), grid({40, 30, 1}, 2)));
  EXPECT_TRUE(sorts(skewed(400, 400, 390, 3), skewed(400, 5000, 4000, 4)));
}

/// Allocations by this name fail, until it goes.
class NoMemoryFor {
 public:
  explicit NoMemoryFor(std::string_view label) {
    refused() = label;
    Kokkos::Tools::Experimental::set_allocate_data_callback(
        [](Kokkos_Profiling_SpaceHandle, const char* name, const void*, std::uint64_t bytes) {
          if (name == refused()) detail::throw_alloc_failed("test", name, std::int64_t(bytes), 1);
        });
  }
  ~NoMemoryFor() { Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr); }
  NoMemoryFor(const NoMemoryFor&) = delete;
  NoMemoryFor& operator=(const NoMemoryFor&) = delete;

 private:
  static std::string& refused() {
    static std::string label;
    return label;
  }
};

/// Without memory for all products, for those of long rows, or for a list, a plan does without.
TEST(SpgemmCuda, products_that_there_is_no_memory_for) {
  const Exec exec;
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t row = 0; row < 60; ++row) rows.push_back(counted(row, 10));
  for (int row = 0; row < 4; ++row) rows.push_back(counted(0, 100));  // of 30,000 products: long
  const auto A = make<Csr<double>>(listed(100, rows));
  const auto B = make<Csr<double>>(strided(100, 60'000, 300, 131));
  struct Case {
    bool used_once;
    const char* label;
  };
  for (const auto& [used_once, label] : {Case{true, "filigree::spgemm::sorted_products"},
                                         Case{true, "filigree::spgemm::long_products"},
                                         Case{false, "filigree::spgemm::product_list"}}) {
    SCOPED_TRACE(label);
    const SpgemmOptions options{.kernel = kernel, .used_once = used_once};
    const auto plan = spgemm_plan(exec, A, B, options);
    const std::int64_t bytes =
        used_once ? 12 * plan.products() : 4 * (plan.products() + plan.nnz());
    ASSERT_GT(plan.memory_bytes(), bytes);
    const auto without = [&] {
      const NoMemoryFor one(label);
      return spgemm_plan(exec, A, B, options);
    }();
    EXPECT_LT(without.memory_bytes(), bytes);
    const auto C = plan.make_result(exec), other = without.make_result(exec);
    plan.apply(exec, 1.0, A, B, C);
    without.apply(exec, 1.0, A, B, other);
    exec.fence();
    EXPECT_TRUE(download(C.row_offsets()) == download(other.row_offsets()));
    EXPECT_TRUE(download(C.col_indices()) == download(other.col_indices()));
    EXPECT_TRUE(download(C.values()) == download(other.values()));
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

/// No list where a limit would not suffice for it and the workspace that an operand's values are
/// gathered in.
TEST(SpgemmCuda, lists_beside_gathered_values) {
  const Exec exec;
  Operand X = strided(2000, 50, 20, 3);
  X.op = Op::transpose;
  const Operand Y = strided(2000, 3000, 2, 7);
  const auto x = make<Csr<double>>(X), y = make<Csr<double>>(Y);
  const auto with_list = spgemm_plan(exec, X.op, Y.op, x, y, {.kernel = kernel});
  const auto bytes = std::int64_t(with_list.workspace_bytes()) + with_list.memory_bytes();
  for (const std::int64_t missing : {0, 1}) {
    const SpgemmOptions limited{.kernel = kernel, .memory_limit_bytes = bytes - missing};
    const auto plan = spgemm_plan(exec, X.op, Y.op, x, y, limited);
    EXPECT_EQ(plan.memory_bytes() == with_list.memory_bytes(), missing == 0);
    const auto C = plan.make_result(exec);
    plan.apply(exec, 1.0, x, y, C);
    EXPECT_TRUE((is_product<double>(C, sparse_product(1, X, Y))));
  }
}

}  // namespace
}  // namespace filigree::test
