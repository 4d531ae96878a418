// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert_any.hpp>

#include "spmm_support.hpp"
#include "spmv/expect_error.hpp"

/// Products of matrices whose format is known at run time, and of Hyb's two parts.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;

template <class T, class I, class O>
void test_any(const MatrixProperties& properties, std::int64_t rows, std::int64_t cols) {
  using Csr = CsrMatrix<T, I, O, Space>;
  using Any = AnyMatrix<T, I, O, Space>;
  std::mt19937 random(3);
  const auto triplets = random_triplets<T>(random, {rows, cols, 3, 9, false});
  SpmmTest<Exec, Csr, T, T> test(triplets, properties, Order::sorted);
  for (const Format format :
       {Format::csr, Format::csc, Format::coo, Format::coo_aos, Format::ell, Format::sell,
        Format::hyb, Format::bsr, Format::bsc, Format::blocked_ell, Format::dia, Format::hdia}) {
    SCOPED_TRACE(name(format));
    const auto converted = [&](const Exec& exec, const Csr& csr) {
      return Any(csr).convert_to(exec, format);
    };
    for (const Op op : all_ops)
      for (const std::int64_t columns : {1, 6}) {
        const SpmmSetup setup{op, Op::none, Layout::column_major, Layout::column_major, columns, 1};
        const auto planned = [&](const Exec& exec, const auto& alpha, const Csr& csr, const auto& b,
                                 const auto& beta, const auto& c) {
          const Any A = converted(exec, csr);
          const auto plan = spmm_plan(exec, op, A);
          EXPECT_EQ(plan.op(), op);
          const Kokkos::View<std::byte*, Space> workspace("workspace",
                                                          plan.workspace_bytes(columns));
          return plan.apply(exec, alpha, A, b, beta, c, workspace);
        };
        const auto one_shot = [&](const Exec& exec, const auto& alpha, const Csr& csr,
                                  const auto& b, const auto& beta, const auto& c) {
          return spmm(exec, op, alpha, converted(exec, csr), b, beta, c);
        };
        const auto held = [&](const Exec& exec, const auto& alpha, const Csr& csr, const auto& b,
                              const auto& beta, const auto& c) {
          return converted(exec, csr).visit([&](const auto& matrix) {
            return spmm_plan(exec, op, matrix).apply(exec, alpha, matrix, b, beta, c);
          });
        };
        const auto kernel = test.run(setup, held);
        EXPECT_EQ(test.run(setup, planned).name, kernel.name);
        test.run(setup, one_shot);
      }
  }
}

TEST(SpmmAny, every_format) {
  test_any<double, I32, I32>({}, 31, 43);
  test_any<complex_float, I64, I64>({IndexBase::one}, 31, 43);
}

TEST(SpmmAny, symmetric_and_triangular_storage) {
  for (const MatrixProperties& properties : all_properties(IndexBase::zero))
    test_any<complex_float, I64, I64>(properties, 22, 22);
}

TEST(SpmmAny, dense_times_sparse) {
  using Any = AnyMatrix<double, I32, I32, Space>;
  std::mt19937 random(5);
  const auto triplets = random_triplets<double>(random, {30, 20, 3, 9, false});
  const auto csr =
      MatrixFrom<CsrMatrix<double, I32, I32, Space>>::make(triplets, {}, Order::sorted);
  const Exec exec;
  const Any hyb = Any(csr).convert_to(exec, Format::hyb);
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> b("b", 7, 30), c("c", 7, 20),
      expected("expected", 7, 20);
  Kokkos::deep_copy(b, 0.5);
  const SpmmOptions options{.side = Side::right};
  spmm(exec, Op::none, 2.0, hyb, b, 0.0, c, options);
  spmm(exec, Op::none, 2.0, csr, b, 0.0, expected, options);
  const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c);
  const auto reference = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), expected);
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 20; ++j) EXPECT_NEAR(found(i, j), reference(i, j), 1e-14);
}

TEST(SpmmAny, what_does_not_fit_is_refused_before_c_changes) {
  using Any = AnyMatrix<double, I32, I32, Space>;
  std::mt19937 random(6);
  const auto triplets = random_triplets<double>(random, {20, 20, 3, 9, false});
  const Any csr = MatrixFrom<CsrMatrix<double, I32, I32, Space>>::make(triplets, {}, Order::sorted);
  const Exec exec;
  const Any hyb = csr.convert_to(exec, Format::hyb);
  ASSERT_GT(hyb.template get<Format::hyb>().coo().nnz(), 0);
  const Kokkos::View<double**, Space> b("b", 20, 3), c("c", 20, 3);
  Kokkos::deep_copy(b, 1);
  Kokkos::deep_copy(c, 7);
  const auto plan = spmm_plan(exec, Op::none, hyb);
  expect_error(Status::stale_plan, "plan", [&] { plan.apply(exec, 1.0, csr, b, 0.0, c); });
  const Any again = csr.convert_to(exec, Format::hyb);
  expect_error(Status::stale_plan, "plan", [&] { plan.apply(exec, 1.0, again, b, 0.0, c); });
  const auto left = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c);
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(left(i, j), 7);
}

}  // namespace
}  // namespace filigree::test
