// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>

#include <filigree/convert_formats.hpp>

#include "spmm_support.hpp"
#include "spmv/expect_error.hpp"

/// Formats with a row visitor: read as they are for op N, rewritten by a plan for the others.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Index = std::int32_t;

template <class T>
Triplets some_matrix(std::int64_t rows, std::int64_t cols) {
  std::mt19937 random(3);
  return random_triplets<T>(random, {rows, cols, 3, 5, false});
}

template <class Matrix>
void test_format(std::string_view own_kernel, Op own_op = Op::none) {
  using T = typename Matrix::scalar_type;
  for (const Order order : {Order::sorted, Order::shuffled}) {
    SpmmTest<Exec, Matrix, T, T> test(some_matrix<T>(37, 43), {IndexBase::one}, order);
    for (const Op op : all_ops)
      for (const Layout layout : {Layout::padded_row_major, Layout::column_major}) {
        const SpmmSetup setup{op, Op::none, layout, Layout::strided, 10, 1};
        const bool own = op == own_op || (own_op != Op::none && op != Op::none);
        const auto once = test.one_shot(setup, {.backend = Backend::generic});
        EXPECT_EQ(once.name, own ? own_kernel : "spmm_csr_generic");
        const auto planned = test.planned(setup, {.backend = Backend::generic});
        EXPECT_EQ(planned.name, own ? own_kernel : "spmm_csr_generic");
        test.planned(setup);
      }
    test.one_shot({Op::none, Op::none, Layout::column_major, Layout::column_major, 1, 1});
  }
}

TEST(SpmmFormats, sell) {
  test_format<SellMatrix<double, Index, Index, Space>>("spmm_sell_generic");
}
TEST(SpmmFormats, sell_64_bit) {
  test_format<SellMatrix<float, std::int64_t, std::int64_t, Space>>("spmm_sell_generic");
}
TEST(SpmmFormats, ell) { test_format<EllMatrix<complex_double, Index, Space>>("spmm_ell_generic"); }
TEST(SpmmFormats, bsr) { test_format<BsrMatrix<double, Index, Index, Space>>("spmm_bsr_generic"); }
TEST(SpmmFormats, bsr_64_bit) {
  test_format<BsrMatrix<complex_float, std::int64_t, std::int32_t, Space>>("spmm_bsr_generic");
}
TEST(SpmmFormats, bsrx) { test_format<BsrxView<double, Index, Index, Space>>("spmm_bsr_generic"); }

/// Block rows that the mask does not name are neither multiplied nor touched.
TEST(SpmmFormats, masked_bsrx) {
  using View = BsrxView<double, Index, Index, Space>;
  const auto all = some_matrix<double>(37, 43);
  const auto whole = MatrixFrom<View>::make(all, {}, Order::sorted);
  const std::int64_t block = whole.block().rows;
  const std::vector<Index> some{0, 2, Index(whole.num_block_rows() - 1)};
  const auto in_mask = [&](std::int64_t row) {
    return std::ranges::count(some, Index(row / block)) != 0;
  };
  Triplets kept{all.num_rows, all.num_cols, {}};
  for (const auto& entry : all.entries)
    if (in_mask(entry.row)) kept.entries.push_back(entry);
  ASSERT_LT(kept.entries.size(), all.entries.size());
  ASSERT_FALSE(kept.entries.empty());
  const View masked = whole.with_mask(upload<Space>(some, "mask"));
  const Exec exec;
  std::mt19937 random(31);
  const auto b = random_dense<double>(random, 1, 43, 10);
  const auto before = random_dense<double>(random, 1, 37, 10);
  const DeviceDense<double, Space> b_view(b, Layout::row_major, poison<double>());
  for (const double beta : {1.0, 0.0})
    for (const bool planned : {false, true}) {
      const DeviceDense<double, Space> c_view(before, Layout::row_major, 7.0);
      if (planned)
        spmm_plan(exec, Op::none, masked)
            .apply(exec, 1.0, masked, b_view.single(), beta, c_view.single());
      else
        spmm(exec, Op::none, 1.0, masked, b_view.single(), beta, c_view.single());
      exec.fence();
      auto c = c_view.get();
      for (std::int64_t i = 0; i < c.rows; ++i)
        for (std::int64_t j = 0; j < c.cols && beta == 0; ++j)
          if (!in_mask(i)) {
            EXPECT_EQ(c.at(0, i, j), before.at(0, i, j));
            c.at(0, i, j) = 0;  // as the product of what is kept
          }
      EXPECT_TRUE(is_product(Op::none, kept, {}, 1.0, b, 0, beta, before, c, 0));
    }
  const DeviceDense<double, Space> c_view(b, Layout::row_major, 7.0);
  const auto turned = [&] {
    spmm(exec, Op::transpose, 1.0, masked,
         DeviceDense<double, Space>(before, Layout::row_major, 7.0).single(), 0.0, c_view.single());
  };
  expect_error(Status::not_supported, "spmm: argument 'op'", turned);
}

TEST(SpmmFormats, bsc) {
  test_format<BscMatrix<double, Index, Index, Space>>("spmm_bsr_generic", Op::transpose);
}
TEST(SpmmFormats, blocked_ell) {
  test_format<BlockedEllMatrix<float, Index, Space>>("spmm_blocked_ell_generic");
}
TEST(SpmmFormats, hyb) { test_format<HybMatrix<double, Index, Space>>("spmm_ell_generic"); }
TEST(SpmmFormats, dia) { test_format<DiaMatrix<double, Index, Space>>("spmm_dia_generic"); }
TEST(SpmmFormats, hdia) {
  test_format<HdiaMatrix<double, Index, Index, Space>>("spmm_hdia_generic");
}

/// A product of one type of scalars into C.
template <class Matrix, class C>
void test_types(std::string_view kernel) {
  using A = typename Matrix::scalar_type;
  SpmmTest<Exec, Matrix, A, C> test(some_matrix<A>(37, 43), {}, Order::sorted);
  for (const Op op_b : {Op::none, Op::transpose})
    EXPECT_EQ(test.one_shot({Op::none, op_b, Layout::row_major, Layout::column_major, 9, 1},
                            {.backend = Backend::generic})
                  .name,
              kernel);
}

template <template <class> class Matrix>
void test_narrow_types(std::string_view kernel) {
  test_types<Matrix<half>, half>(kernel);
  test_types<Matrix<half>, float>(kernel);
  test_types<Matrix<bfloat16>, bfloat16>(kernel);
  test_types<Matrix<bfloat16>, float>(kernel);
  test_types<Matrix<std::int8_t>, std::int32_t>(kernel);
}

template <class T>
using BlockedElls = BlockedEllMatrix<T, Index, Space>;
template <class T>
using Bsrs = BsrMatrix<T, Index, Index, Space>;
template <class T>
using Sells = SellMatrix<T, Index, Index, Space>;
template <class T>
using Coos = CooMatrix<T, Index, Space>;

TEST(SpmmFormats, blocked_ell_types) {
  test_narrow_types<BlockedElls>("spmm_blocked_ell_generic");
  test_types<BlockedElls<double>, double>("spmm_blocked_ell_generic");
}
/// Sums of half are in float, and so are alpha and beta, but they may be passed as half.
TEST(SpmmFormats, blocked_ell_scalars_of_half) {
  SpmmTest<Exec, BlockedElls<half>, half, half> test(some_matrix<half>(37, 43), {}, Order::sorted);
  const SpmmSetup setup{.variant = 1};
  test.run(setup,
           [](const Exec& exec, float alpha, const auto& a, const auto& b, float beta,
              const auto& c) { return spmm(exec, Op::none, half(alpha), a, b, half(beta), c); });
  test.run(setup, [](const Exec& exec, float alpha, const auto& a, const auto& b, float beta,
                     const auto& c) {
    return spmm_plan(exec, Op::none, a).apply(exec, half(alpha), a, b, half(beta), c);
  });
}
TEST(SpmmFormats, bsr_types) {
  test_narrow_types<Bsrs>("spmm_bsr_generic");
  test_types<Bsrs<std::int8_t>, float>("spmm_bsr_generic");
}
TEST(SpmmFormats, sell_types) {
  test_narrow_types<Sells>("spmm_sell_generic");
  test_types<Sells<std::int8_t>, float>("spmm_sell_generic");
}
// Entries add to C, where that has the type of the sums; else their rows are found first.
TEST(SpmmFormats, coo_types) {
  test_types<Coos<half>, half>("spmm_csr_generic");
  test_types<Coos<half>, float>("spmm_scatter");
  test_types<Coos<bfloat16>, bfloat16>("spmm_csr_generic");
  test_types<Coos<bfloat16>, float>("spmm_scatter");
  test_types<Coos<std::int8_t>, std::int32_t>("spmm_scatter");
  test_types<Coos<std::int8_t>, float>("spmm_scatter");
}

/// The host's kernels of formats: tiles of every width, rows longer than what is written out at a
/// time, C that is added to.
template <class Matrix>
void test_on_host(std::string_view kernel) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using T = typename Matrix::scalar_type;
  Triplets wide{7, 2600, {}};
  for (const std::int64_t row : {0, 3, 6})
    for (std::int64_t col = row; col < 2600; col += row == 3 ? 1000 : 1)
      wide.entries.push_back({row, col, Wide(double(1 + (row + col) % 5))});
  for (const auto& [triplets, base] : {std::pair{some_matrix<T>(37, 43), IndexBase::one},
                                       {some_matrix<T>(300, 21), IndexBase::zero},
                                       {wide, IndexBase::one}}) {
    SpmmTest<Host, Matrix, T, T> test(triplets, {base}, Order::sorted);
    for (const std::int64_t columns : {2, 5, 8, 16, 33, 70})
      for (const Layout layout : {Layout::row_major, Layout::column_major, Layout::strided}) {
        const SpmmSetup setup{Op::none, Op::none, layout, layout, columns, int(columns % 2)};
        EXPECT_EQ(test.one_shot(setup).name, kernel);
        EXPECT_EQ(test.planned(setup, {.backend = Backend::tuned}).name, kernel);
      }
  }
}

TEST(SpmmFormatsOnHost, every_format) {
  using Host = Kokkos::DefaultHostExecutionSpace::memory_space;
  test_on_host<EllMatrix<double, Index, Host>>("spmm_ell_host");
  test_on_host<EllMatrix<float, std::int64_t, Host>>("spmm_ell_host");
  test_on_host<SellMatrix<double, Index, Index, Host>>("spmm_sell_host");
  test_on_host<BsrMatrix<double, Index, std::int64_t, Host>>("spmm_bsr_host");
  test_on_host<BsrxView<float, Index, Index, Host>>("spmm_bsr_host");
  test_on_host<BlockedEllMatrix<double, Index, Host>>("spmm_blocked_ell_host");
  test_on_host<DiaMatrix<double, Index, Host>>("spmm_dia_host");
  test_on_host<HdiaMatrix<double, std::int64_t, Index, Host>>("spmm_hdia_host");
  test_on_host<HybMatrix<double, Index, Host>>("spmm_ell_host");
}

/// Rows of Dia and Hdia are written out some at a time, as many as there is room for: what is
/// written out with a row is another in either format, and with another number of threads.
TEST(SpmmFormatsOnHost, bits_of_a_row_do_not_depend_on_the_rows_beside_it) {
  const Kokkos::DefaultHostExecutionSpace host;
  using Memory = Kokkos::DefaultHostExecutionSpace::memory_space;
  constexpr std::int64_t size = 300, columns = 9;
  Triplets band{size, size, {}};
  for (std::int64_t row = 0; row < size; ++row)
    for (std::int64_t col = std::max<std::int64_t>(row - 20, 0); col < std::min(row + 20, size);
         ++col)
      band.entries.push_back({row, col, widen(1.0F / float(3 + row * 7 + col))});
  const auto A = MatrixFrom<CsrMatrix<float, Index, Index, Memory>>::make(band, {}, Order::sorted);
  const Kokkos::View<float**, Kokkos::LayoutRight, Memory> b("B", size, columns),
      of_dia("C", size, columns), of_hdia("C", size, columns);
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t j = 0; j < columns; ++j) b(i, j) = 1.0F / float(1 + i * columns + j);
  const SpmmOptions tuned{.backend = Backend::tuned};
  const auto dia = csr_to_dia(host, A);
  const auto hdia = csr_to_hdia(host, A, {.hack_size = 5});
  spmm_plan(host, Op::none, dia, tuned).apply(host, 1.0F, dia, b, 0.0F, of_dia);
  spmm_plan(host, Op::none, hdia, tuned).apply(host, 1.0F, hdia, b, 0.0F, of_hdia);
  host.fence();
  EXPECT_EQ(std::memcmp(of_dia.data(), of_hdia.data(), of_dia.span() * sizeof(float)), 0);
}

TEST(SpmmFormats, symmetric_storage) {
  for (const MatrixProperties& properties : all_properties(IndexBase::zero)) {
    SpmmTest<Exec, SellMatrix<complex_double, Index, Index, Space>, complex_double, complex_double>
        test(some_matrix<complex_double>(21, 21), properties, Order::sorted);
    for (const Op op : all_ops)
      test.one_shot({op, Op::none, Layout::row_major, Layout::row_major, 3, 1});
  }
}

}  // namespace
}  // namespace filigree::test
