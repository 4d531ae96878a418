// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>

#include "format_product_test.hpp"

/// The tuned CUDA kernels of the formats, each asked for by name on the matrices that take each of
/// its ways. What all kernels of a format have in common the other tests of this folder show.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;

/// y = alpha A x + beta y by the kernel of that name, through a plan and by one call.
template <class S, class Matrix>
void expect_right(const Matrix& A, const Triplets& triplets, const char* kernel) {
  using X = typename S::X;
  using Y = typename S::Y;
  using Compute = typename S::Compute;
  SCOPED_TRACE(std::string(kernel) + ", " + std::to_string(A.num_rows()) + " x " +
               std::to_string(A.num_cols()));
  const Exec exec;
  std::mt19937 random(4);
  const auto x = random_vector<X>(random, A.num_cols());
  const auto y = random_vector<Y>(random, A.num_rows());
  const auto plan = spmv_plan(exec, Op::none, A, {.kernel = kernel});
  EXPECT_EQ(plan.kernel().name, kernel);
  for (const auto& [alpha, beta] : {std::pair(1, 0), std::pair(-2, 3), std::pair(0, 2)}) {
    const auto expected =
        reference_product(Op::none, triplets, A.properties(), Wide(alpha), x, Wide(beta), y);
    const auto z = upload<Space>(std::vector<Y>(y.size(), poison<Y>()));
    const auto start = upload<Space>(beta == 0 ? std::vector<Y>(y.size(), poison<Y>()) : y);
    const KernelId ran =
        plan.apply(exec, Compute(alpha), A, upload<Space>(x), Compute(beta), start, z);
    EXPECT_EQ(ran.name, kernel);
    EXPECT_TRUE((is_close<Y, Compute>(download(z), expected)));
    EXPECT_EQ(spmv(exec, Op::none, Compute(alpha), A, upload<Space>(x), Compute(beta), start).name,
              kernel);
    EXPECT_TRUE((is_close<Y, Compute>(download(start), expected)));
  }
}

template <class S, class Index = I32, class Offset = I32>
auto random_csr(const Triplets& triplets, IndexBase base = IndexBase::zero) {
  using Csr = CsrMatrix<typename S::A, Index, Offset, Space>;
  return MatrixFrom<Csr>::make(triplets, {.index_base = base}, Order::sorted);
}

template <class S>
Triplets random_matrix(std::int64_t rows, std::int64_t cols, double entries_per_row,
                       std::int64_t long_row = -1) {
  std::mt19937 random(8);
  return random_triplets<typename S::A>(random, {rows, cols, entries_per_row, long_row});
}

/// The scalars that there are tuned kernels for, as instances.hpp names them.
template <class Test>
void for_tuned_scalars(const Test& test) {
  test.template operator()<Scalars<double, double, double>>();
  test.template operator()<Scalars<float, float, float>>();
  test.template operator()<Scalars<float, double, double>>();
  test.template operator()<Scalars<complex_float, complex_float, complex_float>>();
  test.template operator()<Scalars<complex_double, complex_double, complex_double>>();
  test.template operator()<Scalars<half, half, half>>();
  test.template operator()<Scalars<half, half, float>>();
  test.template operator()<Scalars<bfloat16, bfloat16, bfloat16>>();
  test.template operator()<Scalars<bfloat16, bfloat16, float>>();
}

/// Slices narrower than a warp, of a power of 2 or not, and wide ones; rows in order or permuted;
/// short rows, and few long ones, which several threads share.
TEST(SpmvFormatsCuda, sell) {
  for_tuned_scalars([]<class S>() {
    for (const double entries : {2.0, 6.0, 25.0}) {
      const auto triplets = random_matrix<S>(1001, 700, entries);
      for (const std::int64_t slice_size : {1, 2, 4, 8, 16, 20, 32, 64})
        for (const std::int64_t window : {1, 128})
          expect_right<S>(
              csr_to_sell(
                  Exec(), random_csr<S>(triplets),
                  {.memory_limit_bytes = 1 << 30, .slice_size = slice_size, .sort_window = window}),
              triplets, "sell_cuda");
    }
  });
}

TEST(SpmvFormatsCuda, sell_with_wide_indices_and_base_one) {
  using S = Scalars<double, double, double>;
  const auto triplets = random_matrix<S>(300'000, 5000, 5);
  expect_right<S>(csr_to_sell(Exec(), random_csr<S, I64, I64>(triplets, IndexBase::one)), triplets,
                  "sell_cuda");
  expect_right<S>(csr_to_sell(Exec(), random_csr<S, I32, I64>(triplets)), triplets, "sell_cuda");
}

/// Row strides that allow rows in pairs, and those that do not; behind the last row of a column of
/// places there may be anything.
TEST(SpmvFormatsCuda, ell) {
  for_tuned_scalars([]<class S>() {
    for (const double entries : {1.0, 5.0, 20.0})
      for (const std::int64_t stride : {777, 778, 800}) {
        const auto triplets = random_matrix<S>(777, 400, entries);
        const auto A = csr_to_ell(Exec(), random_csr<S>(triplets), {.memory_limit_bytes = 1 << 30});
        const std::int64_t width = A.ell_width();
        std::vector<I32> columns(std::size_t(stride * width), 2'000'000'000);
        std::vector<typename S::A> values(columns.size(), poison<typename S::A>());
        const auto from_columns = download(A.col_indices());
        const auto from_values = download(A.values());
        for (std::int64_t j = 0; j < width; ++j)
          for (std::int64_t i = 0; i < 777; ++i) {
            columns[std::size_t(j * stride + i)] =
                from_columns[std::size_t(j * A.row_stride() + i)];
            values[std::size_t(j * stride + i)] = from_values[std::size_t(j * A.row_stride() + i)];
          }
        const EllMatrix<typename S::A, I32, Space> B(777, 400, A.nnz(), width, stride,
                                                     upload<Space>(columns), upload<Space>(values));
        expect_right<S>(B, triplets, "ell_cuda");
      }
  });
}

/// Diagonals of a band, and some that start outside of the matrix.
TEST(SpmvFormatsCuda, diagonals) {
  for_tuned_scalars([]<class S>() {
    for (const std::int64_t band : {0, 1, 2, 6}) {
      Triplets triplets = random_matrix<S>(501, 480, 400);
      std::erase_if(triplets.entries, [&](const Entry& e) {
        const std::int64_t off = std::abs(e.row - e.col);
        return off > band && off != 100;
      });
      const auto A = random_csr<S>(triplets);
      for (const std::int64_t alignment : {1, 2, 32})
        expect_right<S>(
            csr_to_dia(Exec(), A, {.memory_limit_bytes = 1 << 30, .row_alignment = alignment}),
            triplets, "dia_cuda");
      for (const std::int64_t hack_size : {1, 7, 32, 64})
        expect_right<S>(
            csr_to_hdia(Exec(), A, {.memory_limit_bytes = 1 << 30, .hack_size = hack_size}),
            triplets, "hdia_cuda");
    }
  });
}

template <class S>
void test_blocks(const BlockLayout& block, std::int64_t block_rows, double blocks_a_row) {
  SCOPED_TRACE(std::to_string(block.rows) + " x " + std::to_string(block.cols) +
               (block.order == BlockOrder::row_major ? ", row" : ", column"));
  // The last blocks stand over; one block row is full.
  const std::int64_t rows = block_rows * block.rows - (block.rows > 2 ? 2 : 0);
  const std::int64_t cols = block_rows * block.cols - (block.cols > 1 ? 1 : 0);
  const auto triplets =
      random_matrix<S>(rows, cols, blocks_a_row / double(block.rows) + 0.6, rows / 2);
  expect_right<S>(
      csr_to_bsr(Exec(), random_csr<S>(triplets), {.memory_limit_bytes = 1 << 30, .block = block}),
      triplets, "bsr_cuda");
}

TEST(SpmvFormatsCuda, square_blocks) {
  using S = Scalars<double, double, double>;
  for (std::int64_t size = 1; size <= 33; ++size)
    for (const BlockOrder order : {BlockOrder::row_major, BlockOrder::col_major})
      for (const double blocks_a_row : {3.0, 20.0})
        test_blocks<S>({size, size, order}, size < 8 ? 150 : 30, blocks_a_row);
}

TEST(SpmvFormatsCuda, blocks_of_all_scalars) {
  for_tuned_scalars([]<class S>() {
    for (const BlockOrder order : {BlockOrder::row_major, BlockOrder::col_major})
      for (const auto& [rows, cols] :
           {std::pair(2, 2), std::pair(3, 3), std::pair(4, 4), std::pair(8, 8), std::pair(5, 2),
            std::pair(3, 40), std::pair(64, 6), std::pair(2, 100)})
        test_blocks<S>({rows, cols, order}, 60, 6);
  });
}

TEST(SpmvFormatsCuda, wide_block_indices_and_views) {
  using S = Scalars<double, double, double>;
  const auto triplets = random_matrix<S>(900, 901, 9);
  for (const Order order : {Order::sorted, Order::shuffled})
    for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
      const MatrixProperties properties{.index_base = base};
      expect_right<S>(
          MatrixFrom<BsrMatrix<double, I64, I64, Space>>::make(triplets, properties, order),
          triplets, "bsr_cuda");
      expect_right<S>(
          MatrixFrom<BsrxView<double, I32, I32, Space>>::make(triplets, properties, order),
          triplets, "bsr_cuda");
    }
}

}  // namespace
}  // namespace filigree::test
