// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/refusals.hpp"
#include "spmm_support.hpp"

/// Each argument of each call wrong in turn, and what supports says.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
using Batch = Kokkos::View<double***, Kokkos::LayoutRight, Space>;

/// A is 30 x 50, n is 4.
class SpmmArguments : public ::testing::Test {
 protected:
  static Matrix make() {
    std::mt19937 random(1);
    return MatrixFrom<Matrix>::make(random_triplets<double>(random, {30, 50, 3}), {},
                                    Order::sorted);
  }

  Exec exec;
  Matrix A = make();
  Dense b{"B", 50, 4}, c{"C", 30, 4}, b_turned{"Bt", 4, 50};
  Batch bs{"Bs", 3, 50, 4}, cs{"Cs", 3, 30, 4};
  Kokkos::View<double*, Space> memory{"memory", 1000};
  Kokkos::View<double**, Kokkos::LayoutStride, Space> same_entries{
      memory.data(), Kokkos::LayoutStride(30, 0, 4, 1)};
  Dense part(std::int64_t begin, std::size_t rows) const {
    return Dense(memory.data() + begin, rows, 4);
  }
  StridedBatch<Matrix> batch_of(std::int64_t count) const {
    return {A, Kokkos::View<double**, Kokkos::LayoutRight, Space>("values", count, A.nnz())};
  }
};

constexpr Status invalid = Status::invalid_value;

TEST_F(SpmmArguments, sizes) {
  const auto product = [&](Op op_a, Op op_b, const Dense& right, const Dense& result,
                           Side side = Side::left) {
    return [=, this] { spmm(exec, op_a, op_b, 1.0, A, right, 0.0, result, {.side = side}); };
  };
  constexpr Op N = Op::none, T = Op::transpose;
  expect_refusals({
      {"B", invalid, "B", "30 x 4, expected 50 rows, the columns of op(A)", product(N, N, c, c)},
      {"B, A transposed", invalid, "B", "50 x 4, expected 30 rows", product(T, N, b, b)},
      {"B transposed", invalid, "B", "50 x 4, expected 50 columns", product(N, T, b, c)},
      {"C rows", invalid, "C", "50 x 4, expected 30 x 4, the size of the product",
       product(N, N, b, b)},
      {"C columns", invalid, "C", "30 x 3", product(N, N, b, Dense("C", 30, 3))},
      {"C, B transposed", invalid, "C", "4 x 50, expected 30 x 4",
       product(N, T, b_turned, b_turned)},
      {"right: B", invalid, "B", "4 x 50, expected 30 columns, the rows of op(A)",
       product(N, N, b_turned, c, Side::right)},
      {"right: C", invalid, "C", "30 x 4, expected 4 x 30",
       product(T, N, b_turned, c, Side::right)},
  });
}

TEST_F(SpmmArguments, memory_that_is_shared) {
  expect_refusals({
      {"B and C", invalid, "B", "shared with C",
       [&] { spmm(exec, Op::none, 1.0, A, part(0, 50), 0.0, part(199, 30)); }},
      {"entries of C", invalid, "C", "stride of 0",
       [&] { spmm(exec, Op::none, 1.0, A, b, 0.0, same_entries); }},
  });
  EXPECT_NO_THROW(spmm(exec, Op::none, 1.0, A, part(0, 50), 0.0, part(200, 30))) << "neighbours";

  using Strided = Kokkos::View<double**, Kokkos::LayoutStride, Space>;
  using StridedMatrices = Kokkos::View<double***, Kokkos::LayoutStride, Space>;
  const Strided too_close(memory.data(), Kokkos::LayoutStride(30, 2, 4, 1));
  const Strided interleaved(memory.data(), Kokkos::LayoutStride(30, 4, 4, 61));
  const StridedMatrices in_part(memory.data(), Kokkos::LayoutStride(3, 119, 30, 4, 4, 1));
  expect_refusals({
      {"rows of C", invalid, "C", "30 x 4 with strides 2, 1, so that entries share memory",
       [&] { spmm(exec, Op::none, 1.0, A, b, 0.0, too_close); }},
      {"matrices of C", invalid, "C", "3 x 30 x 4 with strides 119, 4, 1",
       [&] { spmm(exec, Op::none, 1.0, A, b, 0.0, in_part); }},
  });
  EXPECT_NO_THROW(spmm(exec, Op::none, 1.0, A, b, 0.0, interleaved)) << "columns in the gaps";
}

TEST_F(SpmmArguments, batches) {
  expect_refusals({
      {"C is none", invalid, "C", "rank 2", [&] { spmm(exec, Op::none, 1.0, A, bs, 0.0, c); }},
      {"C is none, A is", invalid, "C", "as A is a batch",
       [&] { spmm(exec, Op::none, 1.0, batch_of(3), b, 0.0, c); }},
      {"B's count", invalid, "B", "a batch of 2, expected a batch of 3",
       [&] { spmm(exec, Op::none, 1.0, A, Batch("Bs", 2, 50, 4), 0.0, cs); }},
      {"A's count", invalid, "A", "a batch of 4, expected a batch of 3",
       [&] { spmm(exec, Op::none, 1.0, batch_of(4), bs, 0.0, cs); }},
      {"values of A", invalid, "values", "the values of the matrix",
       [&] { StridedBatch<Matrix>(A, Kokkos::View<double**, Space>("values", 3, A.nnz() + 1)); }},
      {"values of A not by rows", invalid, "values", "not contiguous",
       [&] {
         StridedBatch<Matrix>(
             A, Kokkos::View<double**, Kokkos::LayoutLeft, Space>("values", 3, A.nnz()));
       }},
  });
}

TEST_F(SpmmArguments, planned) {
  const auto plan = spmm_plan(exec, Op::none, A);
  const Kokkos::View<double**, Kokkos::LayoutLeft, Space> b_left("B", 50, 4);
  std::vector<Refusal> cases{
      {"B", invalid, "B", "30 x 4, expected 50 rows", [&] { plan.apply(exec, 1.0, A, c, 0.0, c); }},
      {"C", invalid, "C", "50 x 4", [&] { plan.apply(exec, 1.0, A, b, 0.0, b); }},
      {"another matrix", Status::stale_plan, "A", "plan",
       [&] { plan.apply(exec, 1.0, make(), b, 0.0, c); }},
      {"kernel", Status::not_supported, "options.kernel", "spmm_csr_generic",
       [&] {
         spmm_plan(exec, Op::none, A, {.kernel = "no_such_kernel"}).apply(exec, 1.0, A, b, 0.0, c);
       }},
  };
  if (detail::is_host_execution_v<Exec>)
    cases.push_back({"workspace", invalid, "workspace", "8 bytes", [&] {
                       plan.apply(exec, 1.0, A, b_left, 0.0, c,
                                  Kokkos::View<std::byte*, Space>("workspace", 8));
                     }});
  expect_refusals(cases);
}

TEST(SpmmBackend, tuned_says_where_there_is_none) {
  using Ints = CsrMatrix<std::int8_t, std::int32_t, std::int32_t, Space>;
  std::mt19937 random(1);
  const auto A = MatrixFrom<Ints>::make(random_triplets<std::int8_t>(random, {9, 9, 3}),
                                        {IndexBase::zero, MatrixType::triangular}, Order::sorted);
  const Kokkos::View<std::int8_t**, Space> b("B", 9, 2);
  const Kokkos::View<std::int32_t**, Space> c("C", 9, 2);
  expect_refusals({{"tuned", Status::not_supported, "options.backend", "Backend::tuned",
                    [&] { spmm(Exec(), Op::none, 1, A, b, 0, c, {.backend = Backend::tuned}); }}});
}

TEST(SpmmSupports, says_what_the_feature_list_says) {
  static_assert(spmm_supports<double, double, double>);
  static_assert(spmm_supports<std::int8_t, std::int8_t, std::int32_t>);
  static_assert(spmm_supports<half, half, float> && spmm_supports<bfloat16, bfloat16, bfloat16>);
  static_assert(std::is_same_v<spmm_compute_t<half, half, half>, float>);
  static_assert(std::is_same_v<spmm_compute_t<const complex_half, complex_half, complex_half>,
                               complex_float>);
  static_assert(!spmm_supports<float, double, double> && !spmm_supports<double, float, double>);
  static_assert(!spmm_supports<float, complex_float, complex_float>);
}

}  // namespace
}  // namespace filigree::test
