// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sddmm_support.hpp"

/// All scalar types, ops, layouts, formats, inner sizes and index types.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

constexpr bool on_host = detail::is_host_execution_v<Exec>;

/// Has a full row, empty ones (the last too) and duplicates.
template <class T>
Triplets some_pattern(std::int64_t rows, std::int64_t cols) {
  std::mt19937 random(3);
  Triplets result = random_triplets<T>(random, {rows - 2, cols, 3, 5, true});
  result.num_rows = rows;
  return result;
}

template <class AB, class C>
void test_scalars() {
  SCOPED_TRACE(std::string("A ") + scalar_name<AB> + ", C " + scalar_name<C>);
  constexpr bool has_host_kernel = on_host && std::is_floating_point_v<C> && std::is_same_v<AB, C>;
  const char* const tuned = on_host ? "sddmm_csr_host" : "sddmm_csr_lane_groups_cuda";
  SddmmTest<Exec, Csr<C>, AB> test(some_pattern<C>(20, 13), {}, Order::shuffled);
  for (const Op op_a : all_ops)
    for (const Op op_b : all_ops)
      for (const int variant : {0, 1}) {
        const SddmmSetup setup{op_a, op_b,   Layout::padded_row_major, Layout::padded_row_major,
                               9,    variant};
        EXPECT_EQ(test.one_shot(setup, {.backend = Backend::generic}).name, "sddmm_csr_generic");
        EXPECT_EQ(test.planned(setup).name,
                  has_host_kernel || !on_host ? tuned : "sddmm_csr_generic");
      }
}

/// Under a sanitizer some: the others walk the same memory in the same way.
TEST(Sddmm, all_scalar_types) {
#if defined(FILIGREE_TEST_FEW_TYPES)
  test_scalars<double, double>();
  test_scalars<half, float>();
  test_scalars<complex_float, complex_float>();
#else
#define FILIGREE_SDDMM_TYPES(ab, c, compute) test_scalars<ab, c>()
#include <filigree/detail/sddmm_types.inc>
#undef FILIGREE_SDDMM_TYPES
#endif
}

/// Inner sizes around the widths of vectors, panels and copies; each pair of layouts with some.
template <class T>
void test_inner_sizes() {
  SddmmTest<Exec, Csr<T>, T> test(some_pattern<T>(17, 23), {}, Order::sorted);
  int round = 0;
  for (const std::int64_t inner :
       {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 129, 130, 512, 513, 1100})
    for (const Layout b : all_layouts) {
      ++round;
      const Layout a = all_layouts[std::size_t(round / 5 + round) % std::size(all_layouts)];
      const SddmmSetup setup{round % 3 == 0 ? Op::transpose : Op::none,
                             round % 2 == 0 ? Op::transpose : Op::none,
                             a,
                             b,
                             inner,
                             round % 4 == 0 ? 1 : 0};
      const auto planned = test.planned(setup);
      const auto once = test.one_shot(setup);
      if (!on_host) continue;
      EXPECT_EQ(planned.name, "sddmm_csr_host");
      EXPECT_EQ(once.name, setup.right_is_contiguous() ? "sddmm_csr_host" : "sddmm_csr_generic");
    }
}

TEST(Sddmm, inner_sizes_and_layouts_double) { test_inner_sizes<double>(); }
TEST(Sddmm, inner_sizes_and_layouts_float) { test_inner_sizes<float>(); }

template <class Matrix>
void test_format(const char* generic, const char* host) {
  using T = typename Matrix::scalar_type;
  for (const IndexBase base : {IndexBase::zero, IndexBase::one})
    for (const Order order : {Order::sorted, Order::shuffled}) {
      // Blocks do not divide the sizes.
      SddmmTest<Exec, Matrix, T> test(some_pattern<T>(31, 40), {base}, order);
      for (const Layout b : {Layout::padded_row_major, Layout::padded_column_major}) {
        const SddmmSetup setup{Op::transpose, Op::none, Layout::row_major, b, 6, 1};
        EXPECT_EQ(test.one_shot(setup, {.backend = Backend::generic}).name, generic);
        const auto planned = test.planned(setup);
        if (on_host) {
          EXPECT_EQ(planned.name, host);
        }
        test.planned({Op::none, Op::transpose, Layout::row_major, b, 6, 0});
      }
    }
}

TEST(Sddmm, index_types) {
  test_format<Csr<double, I32, I64>>("sddmm_csr_generic", "sddmm_csr_host");
  test_format<Csr<float, I64, I32>>("sddmm_csr_generic", "sddmm_csr_host");
  test_format<Csr<complex_double, I64, I64>>("sddmm_csr_generic", "sddmm_csr_generic");
}

TEST(Sddmm, formats) {
  test_format<CscMatrix<double, I32, I32, Space>>("sddmm_csr_generic", "sddmm_csr_host");
  test_format<BsrMatrix<double, I32, I64, Space>>("sddmm_bsr_generic", "sddmm_bsr_host");
  test_format<BsrMatrix<float, I64, I64, Space>>("sddmm_bsr_generic", "sddmm_bsr_host");
  test_format<BsrMatrix<complex_float, I32, I32, Space>>("sddmm_bsr_generic", "sddmm_bsr_generic");
  test_format<BscMatrix<double, I32, I32, Space>>("sddmm_bsr_generic", "sddmm_bsr_host");
}

/// Blocks that matrix multiplication units have, and more, by the generic kernel.
template <class AB, class C>
void test_large_blocks() {
  SCOPED_TRACE(std::string(scalar_name<AB>) + " to " + scalar_name<C>);
  using Bsr = BsrMatrix<C, I32, I32, Space>;
  const Triplets t{130, 140, {{0, 0, 1}, {40, 70, 1}, {70, 139, 1}, {129, 3, 1}}};
  int variant = 0;
  for (const auto& [rows, cols] : {std::pair(32, 16), std::pair(64, 64), std::pair(128, 128)})
    for (const BlockOrder order : {BlockOrder::row_major, BlockOrder::col_major}) {
      const BlockLayout block{rows, cols, order};
      const BlockArrays<C, I32, I32> arrays(t, block, false, 0, Order::sorted);
      SddmmTest<Exec, Bsr, AB> test(Bsr(130, 140, block, upload<Space>(arrays.offsets),
                                        upload<Space>(arrays.indices),
                                        upload<Space>(arrays.values)));
      const SddmmSetup setup{.b_layout = Layout::row_major, .inner = 5, .variant = ++variant % 2};
      EXPECT_EQ(test.planned(setup, {.backend = Backend::generic}).name, "sddmm_bsr_generic");
    }
}

TEST(Sddmm, large_blocks) {
  test_large_blocks<half, half>();
  test_large_blocks<half, float>();
  test_large_blocks<bfloat16, bfloat16>();
  test_large_blocks<bfloat16, float>();
}

/// More than a chunk of anything, and rows of very different lengths.
TEST(Sddmm, many_entries) {
  std::mt19937 random(5);
  const Triplets t = random_triplets<double>(random, {3000, 2000, 4, 1234});
  SddmmTest<Exec, Csr<double>, double> test(t, {}, Order::shuffled);
  for (const Layout b : {Layout::row_major, Layout::column_major}) {
    test.planned({Op::none, Op::none, Layout::row_major, b, 3, 1});
    test.one_shot({Op::none, Op::none, Layout::row_major, b, 40, 0}, {.backend = Backend::generic});
  }
}

TEST(Sddmm, nothing_to_do) {
  const Exec exec;
  using Dense = Kokkos::View<double**, Space>;
  const auto empty = [](std::int64_t rows, std::int64_t cols) {
    return Csr<double>(rows, cols, Kokkos::View<I32*, Space>("offsets", rows + 1), {}, {});
  };
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    const SddmmOptions options{.backend = backend};
    EXPECT_NO_THROW(sddmm(exec, 1.0, Dense(), Dense(), 0.0, Csr<double>(), options));
    EXPECT_NO_THROW(
        sddmm(exec, 1.0, Dense("A", 0, 3), Dense("B", 3, 4), 0.0, empty(0, 4), options));
    EXPECT_NO_THROW(
        sddmm(exec, 1.0, Dense("A", 2, 3), Dense("B", 3, 0), 0.0, empty(2, 0), options));
    EXPECT_NO_THROW(
        sddmm(exec, 1.0, Dense("A", 2, 3), Dense("B", 3, 4), 0.0, empty(2, 4), options));
    const auto C = empty(2, 4);
    EXPECT_NO_THROW(
        sddmm_plan(exec, C, options).apply(exec, 1.0, Dense("A", 2, 3), Dense("B", 3, 4), 0.0, C));
  }
}

/// alpha and beta in memory, and an alpha of 0, which keeps a NaN of A and B away.
template <class T>
void test_scalars_in_memory() {
  SddmmTest<Exec, Csr<T>, T> test(some_pattern<T>(20, 13), {}, Order::sorted);
  using Scalar = Kokkos::View<T, Space>;
  const Scalar alpha_view("alpha"), beta_view("beta");
  for (const Backend backend : {Backend::generic, Backend::automatic})
    for (const int variant : {0, 1})
      test.run({Op::none, Op::none, Layout::row_major, Layout::column_major, 7, variant},
               [&](const Exec& exec, const T& alpha, const auto& a, const auto& b, const T& beta,
                   const auto& c) {
                 Kokkos::deep_copy(alpha_view, alpha);
                 Kokkos::deep_copy(beta_view, beta);
                 return sddmm(exec, Op::none, Op::none, alpha_view, a, b, beta_view, c,
                              {.backend = backend});
               });
  const std::vector<T> before(test.pattern().values().extent(0), narrow<T>(3));
  const std::vector<T> poisoned(20 * 700, poison<T>());
  const auto a = upload<Space>(poisoned);
  for (const Backend backend : {Backend::generic, Backend::automatic})
    for (const int beta : {0, 2}) {
      const auto values = upload<Space>(before);
      sddmm(Exec(), Op::none, Op::none, narrow<T>(0),
            Kokkos::View<const T**, Kokkos::LayoutLeft, Space>(a.data(), 20, 700),
            Kokkos::View<const T**, Kokkos::LayoutLeft, Space>(a.data(), 700, 13),
            narrow<T>(Wide(beta)), test.pattern().with_values(values), {.backend = backend});
      for (const T& value : download(values)) EXPECT_EQ(widen(value), Wide(3 * beta));
    }
}

TEST(Sddmm, scalars_in_memory_and_alpha_0) {
  test_scalars_in_memory<double>();
  test_scalars_in_memory<complex_float>();
}

}  // namespace
}  // namespace filigree::test
