// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thread>

#include <filigree/sddmm.hpp>

#include "core/thread_instances.hpp"
#include "spmm_support.hpp"

/// Plans of spmm and sddmm shared by several threads, whose results are compared bit by bit with
/// those of a single one.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Dense = Kokkos::View<double**, Kokkos::LayoutLeft, Space>;

constexpr int num_threads = 4, num_products = 20;
constexpr std::int64_t rows = 300, cols = 200, columns = 7;

Matrix make_matrix() {
  std::mt19937 random(3);
  return MatrixFrom<Matrix>::make(random_triplets<double>(random, {rows, cols, 5, 5, true}), {},
                                  Order::sorted);
}

/// Values whose sums round.
Dense filled(std::int64_t a, std::int64_t b) {
  const Dense view("dense", a, b);
  const auto host = Kokkos::create_mirror_view(view);
  for (std::int64_t i = 0; i < a; ++i)
    for (std::int64_t j = 0; j < b; ++j) host(i, j) = 1.0 / double(1 + i * b + j);
  Kokkos::deep_copy(view, host);
  return view;
}

/// Calls apply(instance, result) from every thread, again and again; each result must come out as
/// the one that a single thread gets.
template <class View, class Apply>
void test_threads(const View& expected, const Apply& apply) {
  const Exec exec;
  apply(exec, expected);
  exec.fence("test");
  const auto contents = [](const View& view) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
    return std::vector<double>(host.data(), host.data() + host.span());
  };
  std::vector<View> results;
  for (int t = 0; t < num_threads; ++t) results.push_back(Kokkos::create_mirror(Space{}, expected));
  const auto instances = thread_instances<Exec>(num_threads);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < results.size(); ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < num_products; ++i) apply(instances[t], results[t]);
      instances[t].fence("test");
    });
  for (auto& thread : threads) thread.join();
  for (const View& result : results) EXPECT_EQ(contents(result), contents(expected));
}

TEST(SpmmConcurrency, threads_share_plans) {
  const Matrix A = make_matrix();
  for (const Op op : {Op::none, Op::transpose}) {
    const bool turned = op != Op::none;
    const auto plan = spmm_plan(Exec(), op, A);
    const Dense b = filled(turned ? rows : cols, columns);
    test_threads(Dense("C", turned ? cols : rows, columns), [&](const Exec& exec, const Dense& c) {
      const auto copy = plan;  // copies are shared as well
      copy.apply(exec, 1.0, A, b, 0.0, c);
    });
  }
}

TEST(SpmmConcurrency, threads_share_values) {
  const Matrix A = make_matrix();
  for (const Op op : {Op::none, Op::transpose}) {
    const bool turned = op != Op::none;
    const auto plan = spmm_plan(Exec(), op, A);
    const auto values = plan.order_values(Exec(), A);
    Kokkos::fence("test");  // other instances read them
    const Dense b = filled(turned ? rows : cols, columns);
    test_threads(Dense("C", turned ? cols : rows, columns), [&](const Exec& exec, const Dense& c) {
      plan.apply(exec, 1.0, values, b, 0.0, c);
    });
  }
}

TEST(SddmmConcurrency, threads_share_plans) {
  const Matrix C = make_matrix();
  const auto plan = sddmm_plan(Exec(), C);
  const Dense a = filled(rows, columns), b = filled(columns, cols);
  using Values = Kokkos::View<double*, Space>;
  test_threads(Values("values", C.values().extent(0)), [&](const Exec& exec, const Values& values) {
    const auto copy = plan;
    copy.apply(exec, 1.0, a, b, 0.0, C.with_values(values));
  });
}

}  // namespace
}  // namespace filigree::test
