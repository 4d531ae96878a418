// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "format_product_test.hpp"

/// Bsrx: parts of a Bsr matrix, and products of some block rows only.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using View = BsrxView<double, I32, I32, Space>;
using Vector = Kokkos::View<double*, Space>;

TEST(SpmvBsrx, whole_matrices) {
  for_some_scalars([]<class S>() {
    test_format_properties<Exec, S, BsrxView<typename S::A, I32, I32, Space>>();
    test_format_properties<Exec, S, BsrxView<typename S::A, I64, I64, Space>>();
  });
}

/// The example of the cuSPARSE guide, section bsrxmv: of the 2 x 3 block matrix
/// [A11 A12 0; A21 A22 A23] only A22 takes part, and only in the second block row, from index 1.
TEST(SpmvBsrx, the_guides_example) {
  const Exec exec;
  std::vector<double> values(20);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = double(k + 1);
  constexpr I32 untouched = -77;
  const auto begin = upload<Space>(std::vector<I32>{untouched, 4});
  const auto end = upload<Space>(std::vector<I32>{untouched, 5});
  const View A(4, 6, {2, 2, BlockOrder::row_major}, begin, end,
               upload<Space>(std::vector<I32>{1, 2, 1, 2, 3}), upload<Space>(values),
               {.index_base = IndexBase::one});
  const View masked = A.with_mask(upload<Space>(std::vector<I32>{2}));
  const auto x = upload<Space>(std::vector<double>{1, 2, 3, 4, 5, 6});
  const auto y0 = std::vector<double>{10, 20, 30, 40};
  // A22 = [13 14; 15 16] times (3, 4) = (95, 109)
  const std::vector<double> expected{10, 20, 2 * 95 + 3 * 30, 2 * 109 + 3 * 40};
  const auto y = upload<Space>(y0);
  EXPECT_EQ(spmv(exec, Op::none, 2.0, masked, x, 3.0, y, {.backend = Backend::generic}).name,
            "bsr_generic");
  EXPECT_EQ(download(y), expected);
  const auto plan = spmv_plan(exec, Op::none, masked, {.backend = Backend::generic});
  const auto z = upload<Space>(std::vector<double>{-1, -2, -3, -4});
  EXPECT_EQ(plan.apply(exec, 2.0, masked, x, 3.0, upload<Space>(y0), z).name, "bsr_generic");
  EXPECT_EQ(download(z), (std::vector<double>{-1, -2, expected[2], expected[3]}));
  // Rows outside the mask count too.
  const Kokkos::View<double*, Space> result("result", 2);
  plan.apply(exec, 2.0, masked, x, 3.0, upload<Space>(y0), z,
             SpmvReductions<double, double, Space>{upload<Space>(y0), result});
  EXPECT_EQ(download(result),
            (std::vector<double>{-10 - 2 * 20 + 30 * expected[2] + 40 * expected[3],
                                 1 + 4 + expected[2] * expected[2] + expected[3] * expected[3]}));
}

/// The guide's arrays without a mask, where the first block row is empty; and of all of the matrix.
TEST(SpmvBsrx, the_guides_arrays_without_a_mask) {
  const Exec exec;
  std::vector<double> values(20);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = double(k + 1);
  const auto columns = upload<Space>(std::vector<I32>{1, 2, 1, 2, 3});
  const auto stored = upload<Space>(values);
  const auto product = [&](const std::vector<I32>& begin, const std::vector<I32>& end) {
    const View A(4, 6, {2, 2, BlockOrder::row_major}, upload<Space>(begin), upload<Space>(end),
                 columns, stored, {.index_base = IndexBase::one});
    const auto y = upload<Space>(std::vector<double>{10, 20, 30, 40});
    spmv(exec, Op::none, 2.0, A, upload<Space>(std::vector<double>{1, 2, 3, 4, 5, 6}), 3.0, y);
    return download(y);
  };
  EXPECT_EQ(product({1, 4}, {1, 5}),
            (std::vector<double>{3 * 10, 3 * 20, 2 * 95 + 3 * 30, 2 * 109 + 3 * 40}));
  const std::vector<double> whole{2 * 44 + 3 * 10, 2 * 64 + 3 * 20, 2 * 317 + 3 * 30,
                                  2 * 359 + 3 * 40};
  EXPECT_EQ(product({1, 3}, {3, 6}), whole);
  const auto y = upload<Space>(std::vector<double>{10, 20, 30, 40});
  const View from_bsr(BsrMatrix<double, I32, I32, Space>(
      4, 6, {2, 2, BlockOrder::row_major}, upload<Space>(std::vector<I32>{1, 3, 6}), columns,
      stored, {.index_base = IndexBase::one}));
  spmv(exec, Op::none, 2.0, from_bsr, upload<Space>(std::vector<double>{1, 2, 3, 4, 5, 6}), 3.0, y);
  EXPECT_EQ(download(y), whole);
}

class SpmvBsrxMask : public ::testing::Test {
 protected:
  SpmvBsrxMask() {
    std::mt19937 random(3);
    triplets = random_triplets<double>(random, {41, 41, 6});
    x = random_vector<double>(random, 41);
    y = random_vector<double>(random, 41);
  }

  View make(const MatrixProperties& properties) const {
    return MatrixFrom<View>::make(triplets, properties, Order::shuffled);
  }

  /// y where a row is not in the mask, the product where it is.
  void expect_masked(const View& A, const std::vector<I32>& block_rows) const {
    const Exec exec;
    const int base = int(A.index_base());
    std::vector<I32> mask;
    for (const I32 block_row : block_rows) mask.push_back(block_row + base);
    const View masked = A.with_mask(upload<Space>(mask));
    const auto product =
        reference_product(Op::none, triplets, A.properties(), Wide(2), x, Wide(-1), y);
    const auto result = upload<Space>(y);
    spmv(exec, Op::none, 2.0, masked, upload<Space>(x), -1.0, result);
    const auto got = download(result);
    for (std::size_t i = 0; i < got.size(); ++i) {
      const auto block_row = I32(i / std::size_t(A.block().rows));
      if (std::find(block_rows.begin(), block_rows.end(), block_row) == block_rows.end())
        EXPECT_EQ(got[i], y[i]) << "row " << i;
      else
        EXPECT_NEAR(got[i], double(product.value[i].real()), 1e-13) << "row " << i;
    }
  }

  Triplets triplets;
  std::vector<double> x, y;
};

TEST_F(SpmvBsrxMask, rows_outside_are_untouched) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    expect_masked(make({base}), {7, 0, 10});  // the last block row is cut off
    expect_masked(make({base}), {});
    expect_masked(make({base, MatrixType::triangular}), {3, 2});
    expect_masked(make({base, MatrixType::triangular, FillMode::upper, DiagonalType::unit}), {9});
  }
}

TEST_F(SpmvBsrxMask, what_a_mask_has_no_meaning_for) {
  const Exec exec;
  const auto mask = upload<Space>(std::vector<I32>{1});
  const View general = make({}).with_mask(mask);
  const View symmetric = make({.type = MatrixType::symmetric}).with_mask(mask);
  const auto from = upload<Space>(x), to = upload<Space>(y);
  const auto expect_refusal = [](const char* argument, const auto& call) {
    try {
      call();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::not_supported) << error.what();
      EXPECT_EQ(error.argument(), argument) << error.what();
      EXPECT_NE(std::string(error.what()).find("without its mask"), std::string::npos);
    }
  };
  expect_refusal("op", [&] { spmv(exec, Op::transpose, 1.0, general, from, 0.0, to); });
  expect_refusal("op", [&] { spmv_plan(exec, Op::conjugate_transpose, general); });
  expect_refusal("A", [&] { spmv(exec, Op::none, 1.0, symmetric, from, 0.0, to); });
  expect_refusal("A", [&] { spmv_plan(exec, Op::none, symmetric); });
  EXPECT_EQ(download(to), y);
}

TEST_F(SpmvBsrxMask, another_mask_is_stale) {
  const Exec exec;
  const auto mask = upload<Space>(std::vector<I32>{1, 2});
  const View A = make({}), masked = A.with_mask(mask);
  const auto plan = spmv_plan(exec, Op::none, masked);
  const auto by_content =
      spmv_plan(exec, Op::none, masked, {.pattern_check = PatternCheck::content});
  const auto from = upload<Space>(x), to = upload<Space>(y);
  EXPECT_THROW(plan.apply(exec, 1.0, A, from, 0.0, to), Error);
  EXPECT_NO_THROW(by_content.apply(exec, 1.0, masked, from, 0.0, to));
  Kokkos::deep_copy(mask, 3);
  EXPECT_THROW(by_content.apply(exec, 1.0, masked, from, 0.0, to), Error);
}

}  // namespace
}  // namespace filigree::test
