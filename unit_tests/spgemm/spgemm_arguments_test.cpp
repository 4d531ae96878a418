// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spgemm/messages.hpp>

#include "core/refusals.hpp"
#include "spgemm_support.hpp"

/// Each argument of each call wrong in turn, and what supports says.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;

constexpr Status invalid = Status::invalid_value;
constexpr Op N = Op::none, T = Op::transpose, H = Op::conjugate_transpose;

/// A is 30 x 20, B 20 x 40, D 30 x 40.
class SpgemmArguments : public ::testing::Test {
 protected:
  static Matrix random(std::int64_t rows, std::int64_t cols, unsigned seed) {
    return make<Matrix>(random_operand<double>(rows, cols, 3, seed));
  }

  Exec exec;
  Matrix A = random(30, 20, 1), B = random(20, 40, 2), D = random(30, 40, 3);
};

TEST_F(SpgemmArguments, sizes) {
  expect_refusals({
      {"B", invalid, "B", "30 x 20, expected 20 rows, the columns of op(A)",
       [&] { spgemm(exec, A, A); }},
      {"B transposed", invalid, "B", "20 x 40, expected 20 columns",
       [&] { spgemm(exec, N, T, 1, A, B); }},
      {"A transposed", invalid, "B", "20 x 40, expected 30 rows",
       [&] { spgemm(exec, H, N, 1, A, B); }},
      {"D", invalid, "D", "20 x 40, expected 30 x 40, the size of op(A) op(B)",
       [&] { spgemm(exec, N, N, 1, A, B, 1, B); }},
      {"B of a plan", invalid, "B", "30 x 20", [&] { spgemm_plan(exec, A, A); }},
      {"D of a plan", invalid, "D", "30 x 20", [&] { spgemm_plan(exec, N, N, A, B, A); }},
  });
}

TEST_F(SpgemmArguments, patterns_that_are_not_the_plan_s) {
  const auto plan = spgemm_plan(exec, A, B);
  const auto with_d = spgemm_plan(exec, N, N, A, B, D);
  const auto C = plan.make_result(exec), C_of_d = with_d.make_result(exec);
  const Matrix other_a = random(30, 20, 1), other_b = random(20, 40, 2);
  constexpr Status stale = Status::stale_plan;
  expect_refusals({
      {"A", stale, "A", "plan", [&] { plan.apply(exec, 1, other_a, B, C); }},
      {"B", stale, "B", "plan", [&] { plan.apply(exec, 1, A, other_b, C); }},
      {"C", stale, "C", "make_result", [&] { plan.apply(exec, 1, A, B, C_of_d); }},
      {"D where the plan has none", stale, "D", "plan",
       [&] { plan.apply(exec, 1, A, B, 1, D, C); }},
      {"another D", stale, "D", "plan",
       [&] { with_d.apply(exec, 1, A, B, 1, random(30, 40, 3), C_of_d); }},
  });
}

TEST_F(SpgemmArguments, changed_contents_are_stale_where_they_are_looked_at) {
  const Operand pattern = random_operand<double>(30, 20, 3, 1);
  const auto columns = indices_of<std::int32_t, Space>(pattern.stored.entries, 0,
                                                       [](const Entry& e) { return e.col; });
  const Matrix a(30, 20, A.row_offsets(), columns, A.values());
  const auto plan = spgemm_plan(exec, a, B, {.pattern_check = PatternCheck::content});
  const auto C = plan.make_result(exec);
  EXPECT_NO_THROW(plan.apply(exec, 1, a, B, C));
  auto changed = download(columns);
  changed[0] = changed[0] == 0 ? 1 : 0;
  Kokkos::deep_copy(columns, upload<Space>(changed));
  expect_refusals(
      {{"contents", Status::stale_plan, "A", "plan", [&] { plan.apply(exec, 1, a, B, C); }}});
}

TEST_F(SpgemmArguments, memory_that_is_shared) {
  const Kokkos::View<double*, Space> memory("memory", 5000);
  const auto plan = spgemm_plan(exec, A, B);
  const auto part = [&](std::int64_t begin, std::int64_t count) {
    return Kokkos::View<double*, Space>(memory, std::pair(begin, begin + count));
  };
  const auto C = plan.matrix(part(0, plan.nnz()));
  expect_refusals({
      {"A", invalid, "A.values()", "shared with C",
       [&] { plan.apply(exec, 1, A.with_values(part(plan.nnz() - 1, A.nnz())), B, C); }},
      {"B", invalid, "B.values()", "shared with C",
       [&] { plan.apply(exec, 1, A, B.with_values(part(0, B.nnz())), C); }},
      {"D", invalid, "D.values()", "shared with C",
       [&] { plan.apply(exec, 1, A, B, 1, plan.matrix(part(1, plan.nnz())), C); }},
  });
  EXPECT_NO_THROW(plan.apply(exec, 1, A, B, 1, C, C));
}

TEST_F(SpgemmArguments, options) {
  const auto plan = spgemm_plan(exec, N, T, A, random(40, 20, 4));
  expect_refusals({
      {"kernel", Status::not_supported, "options.kernel", "spgemm_generic",
       [&] { spgemm(exec, N, N, 1, A, B, {.kernel = "no_such_kernel"}); }},
      {"limit", Status::insufficient_resources, "options.memory_limit_bytes", "10 bytes",
       [&] { spgemm(exec, N, N, 1, A, B, {.memory_limit_bytes = 10}); }},
      {"workspace", invalid, "workspace", "8 bytes",
       [&] {
         const Matrix turned = random(40, 20, 4);
         const auto mine = spgemm_plan(exec, N, T, A, turned);
         mine.apply(exec, 1, A, turned, mine.make_result(exec),
                    Kokkos::View<std::byte*, Space>("workspace", 8));
       }},
  });
  const auto generic = spgemm_plan(exec, A, B, {.kernel = "spgemm_generic"});
  EXPECT_EQ(generic.apply(exec, 1, A, B, generic.make_result(exec)).name, "spgemm_generic");
}

/// The bytes that the error names are enough, and one less is not.
TEST_F(SpgemmArguments, a_limit_that_is_too_low_says_what_is_needed) {
  std::int64_t needed = 1;
  for (int attempt = 0; attempt < 10; ++attempt) try {
      spgemm(exec, N, N, 1, A, B, {.memory_limit_bytes = needed});
      break;
    } catch (const Error& error) {
      ASSERT_EQ(error.status(), Status::insufficient_resources) << error.what();
      const std::string text = error.what(), before = "at least ";
      needed = std::stoll(text.substr(text.find(before) + before.size()));
    }
  EXPECT_NO_THROW(spgemm(exec, N, N, 1, A, B, {.memory_limit_bytes = needed}));
  EXPECT_THROW(spgemm(exec, N, N, 1, A, B, {.memory_limit_bytes = needed - 1}), Error);
}

TEST(SpgemmChecks, more_entries_than_offsets_count) {
  expect_refusals({{"nnz", Status::insufficient_resources, "C", "spgemm_plan<std::int64_t>", [] {
                      detail::check_spgemm_nnz(std::int64_t(1) << 31, std::int64_t(1) << 32,
                                               (std::int64_t(1) << 31) - 2);
                    }}});
}

TEST(SpgemmSupports, says_what_the_feature_list_says) {
  static_assert(spgemm_supports<double, double, double> && spgemm_supports<float, float, float>);
  static_assert(spgemm_supports<half, half, float> && spgemm_supports<half, half, half>);
  static_assert(std::is_same_v<spgemm_compute_t<bfloat16, bfloat16, bfloat16>, float>);
  static_assert(!spgemm_supports<float, double, double> && !spgemm_supports<double, double, float>);
  static_assert(!spgemm_supports<std::int8_t, std::int8_t, std::int32_t>);
}

}  // namespace
}  // namespace filigree::test
