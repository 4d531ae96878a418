// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/refusals.hpp"
#include "sddmm_support.hpp"

/// Each argument of each call wrong in turn, and what supports says.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
using Batch = Kokkos::View<double***, Kokkos::LayoutRight, Space>;

/// C is 30 x 50, the inner size is 4.
class SddmmArguments : public ::testing::Test {
 protected:
  static Matrix make() {
    std::mt19937 random(1);
    return MatrixFrom<Matrix>::make(random_triplets<double>(random, {30, 50, 3}), {},
                                    Order::sorted);
  }
  auto batch_of(std::int64_t count) const {
    return StridedBatch(
        C, Kokkos::View<double**, Kokkos::LayoutRight, Space>("values", count, C.nnz()));
  }
  auto batch_apart(std::int64_t stride) const {
    const Kokkos::LayoutStride layout(3, std::size_t(stride), std::size_t(C.nnz()), 1);
    return StridedBatch(C,
                        Kokkos::View<double**, Kokkos::LayoutStride, Space>(memory.data(), layout));
  }

  Exec exec;
  Matrix C = make();
  Kokkos::View<double*, Space> memory{"memory", 2000};
  Dense a{"A", 30, 4}, b{"B", 4, 50}, a_turned{"At", 4, 30}, b_turned{"Bt", 50, 4};
  Batch as{"As", 3, 30, 4}, bs{"Bs", 3, 4, 50};
};

constexpr Status invalid = Status::invalid_value;
constexpr Op N = Op::none, T = Op::transpose, H = Op::conjugate_transpose;

TEST_F(SddmmArguments, sizes) {
  const auto product = [&](Op op_a, Op op_b, const Dense& left, const Dense& right) {
    return [=, this] { sddmm(exec, op_a, op_b, 1.0, left, right, 0.0, C); };
  };
  expect_refusals({
      {"A", invalid, "A", "4 x 30, expected 30 rows, the rows of C", product(N, N, a_turned, b)},
      {"A transposed", invalid, "A", "30 x 4, expected 30 columns", product(T, N, a, b)},
      {"B's rows", invalid, "B", "50 x 4, expected 4 rows, the columns of op(A)",
       product(N, N, a, b_turned)},
      {"B's rows, transposed", invalid, "B", "4 x 50, expected 4 columns",
       product(H, H, a_turned, b)},
      {"B's columns", invalid, "B", "4 x 30, expected 50 columns, the columns of C",
       product(N, N, a, a_turned)},
      {"B's columns, transposed", invalid, "B", "30 x 4, expected 50 rows", product(N, T, a, a)},
  });
  EXPECT_NO_THROW(product(T, T, a_turned, b_turned)());
}

TEST_F(SddmmArguments, memory_that_is_shared) {
  const auto c = C.with_values(
      Kokkos::View<double*, Space>(memory, std::pair<std::int64_t, std::int64_t>(0, C.nnz())));
  const auto nnz = C.nnz();
  expect_refusals({
      {"A and C", invalid, "A", "shared with C",
       [&] { sddmm(exec, 1.0, Dense(memory.data() + nnz - 1, 30, 4), b, 0.0, c); }},
      {"B and C", invalid, "B", "shared with C",
       [&] { sddmm(exec, 1.0, a, Dense(memory.data(), 4, 50), 0.0, c); }},
      {"matrices of C", invalid, "C", "so that matrices share memory",
       [&] { sddmm(exec, 1.0, a, b, 0.0, batch_apart(nnz - 1)); }},
  });
  EXPECT_NO_THROW(sddmm(exec, 1.0, Dense(memory.data() + nnz, 30, 4), b, 0.0, c)) << "neighbours";
  EXPECT_NO_THROW(sddmm(exec, 1.0, a, b, 0.0, batch_apart(nnz + 1)));
}

TEST_F(SddmmArguments, batches) {
  expect_refusals({
      {"C is none, A is", invalid, "C", "as A is a batch",
       [&] { sddmm(exec, 1.0, as, b, 0.0, C); }},
      {"C is none, B is", invalid, "C", "as B is a batch",
       [&] { sddmm(exec, 1.0, a, bs, 0.0, C); }},
      {"A's count", invalid, "A", "a batch of 3, expected a batch of 2",
       [&] { sddmm(exec, 1.0, as, b, 0.0, batch_of(2)); }},
      {"B's count", invalid, "B", "a batch of 3, expected a batch of 4",
       [&] { sddmm(exec, 1.0, a, bs, 0.0, batch_of(4)); }},
  });
}

TEST_F(SddmmArguments, planned) {
  const auto plan = sddmm_plan(exec, C);
  std::vector<Refusal> cases{
      {"A", invalid, "A", "4 x 30", [&] { plan.apply(exec, 1.0, a_turned, b, 0.0, C); }},
      {"B", invalid, "B", "50 x 4", [&] { plan.apply(exec, 1.0, a, b_turned, 0.0, C); }},
      {"another pattern", Status::stale_plan, "C", "plan",
       [&] { plan.apply(exec, 1.0, a, b, 0.0, make()); }},
      {"kernel", Status::not_supported, "options.kernel", "sddmm_csr_generic",
       [&] { sddmm(exec, 1.0, a, b, 0.0, C, {.kernel = "no_such_kernel"}); }},
      {"kernel of a plan", Status::not_supported, "options.kernel", "sddmm_csr_generic",
       [&] {
         sddmm_plan(exec, C, {.kernel = "sddmm_bsr_generic"}).apply(exec, 1.0, a, b, 0.0, C);
       }},
  };
  if (detail::is_host_execution_v<Exec>)
    cases.push_back({"workspace", invalid, "workspace", "8 bytes", [&] {
                       plan.apply(exec, 1.0, a, b, 0.0, C,
                                  Kokkos::View<std::byte*, Space>("workspace", 8));
                     }});
  expect_refusals(cases);
  EXPECT_EQ(sddmm(exec, 1.0, a, b, 0.0, C, {.kernel = "sddmm_csr_generic"}).name,
            "sddmm_csr_generic");
}

TEST(SddmmBackend, tuned_says_where_there_is_none) {
  using Complex = CsrMatrix<complex_double, std::int32_t, std::int32_t, Space>;
  std::mt19937 random(1);
  const auto C = MatrixFrom<Complex>::make(random_triplets<complex_double>(random, {9, 9, 3}), {},
                                           Order::sorted);
  const Kokkos::View<complex_double**, Space> a("A", 9, 2), b("B", 2, 9);
  expect_refusals({{"tuned", Status::not_supported, "options.backend", "Backend::tuned",
                    [&] { sddmm(Exec(), 1, a, b, 0, C, {.backend = Backend::tuned}); }}});
}

TEST(SddmmSupports, says_what_the_feature_list_says) {
  static_assert(sddmm_supports<double, double, double> && sddmm_supports<float, float, float>);
  static_assert(sddmm_supports<half, half, float> && sddmm_supports<half, half, half>);
  static_assert(sddmm_supports<bfloat16, bfloat16, float>);
  static_assert(sddmm_supports<bfloat16, bfloat16, bfloat16>);
  static_assert(std::is_same_v<sddmm_compute_t<half, half, half>, float>);
  static_assert(std::is_same_v<sddmm_compute_t<const complex_float, complex_float, complex_float>,
                               complex_float>);
  static_assert(!sddmm_supports<float, double, double> && !sddmm_supports<half, bfloat16, float>);
  static_assert(!sddmm_supports<std::int8_t, std::int8_t, std::int32_t>);
}

}  // namespace
}  // namespace filigree::test
