// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <thread>

#include <core/thread_instances.hpp>

#include "spmv_support.hpp"

/// One plan for N and one for T, shared by eight threads that use both in turn. The threads'
/// results are compared bit by bit with those of a single one.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Vector = Kokkos::View<double*, Space>;

constexpr int num_threads = 8;
constexpr int num_products = 40;
constexpr std::int64_t length = 2000;

Matrix make_matrix() {
  std::mt19937 random(1);
  auto triplets = random_triplets<double>(random, {length, length, 8});
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (Entry& e : triplets.entries) e.value = uniform(random);
  return MatrixFrom<Matrix>::make(triplets, {}, Order::sorted);
}

TEST(SpmvConcurrency, threads_share_plans) {
  const Matrix A = make_matrix();
  const Exec exec;
  const auto plan = spmv_plan(exec, Op::none, A);
  const auto transposed = spmv_plan(exec, Op::transpose, A);
  std::mt19937 random(2);
  const auto x = upload<Space>(random_vector<double>(random, length));
  const Vector y("y", length);
  plan.apply(exec, 1.5, A, x, 0.0, y);
  const auto expected = download(y);
  transposed.apply(exec, 1.5, A, x, 0.0, y);
  const auto expected_transposed = download(y);

  const auto streams = thread_instances<Exec>(num_threads);
  std::vector<Vector> results;
  for (int t = 0; t < 2 * num_threads; ++t) results.emplace_back("result", length);
  std::vector<std::thread> threads;
  for (int t = 0; t < num_threads; ++t)
    threads.emplace_back([&, t] {
      const auto copy = plan;  // copies are shared as well
      for (int i = 0; i < num_products; ++i) {
        copy.apply(streams[std::size_t(t)], 1.5, A, x, 0.0, results[std::size_t(2 * t)]);
        transposed.apply(streams[std::size_t(t)], 1.5, A, x, 0.0, results[std::size_t(2 * t + 1)]);
      }
      streams[std::size_t(t)].fence("test");
    });
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < num_threads; ++t) {
    EXPECT_EQ(download(results[std::size_t(2 * t)]), expected) << "thread " << t;
    EXPECT_EQ(download(results[std::size_t(2 * t + 1)]), expected_transposed) << "thread " << t;
  }
}

TEST(SpmvConcurrency, threads_explain_at_once) {
  const Matrix A = make_matrix();
  const auto plan = spmv_plan(Exec(), Op::none, A);
  std::vector<double> bandwidths(num_threads);
  std::vector<std::thread> threads;
  for (int t = 0; t < num_threads; ++t)
    threads.emplace_back([&, t] { bandwidths[std::size_t(t)] = plan.explain().bandwidth; });
  for (std::thread& thread : threads) thread.join();
  for (const double bandwidth : bandwidths) EXPECT_EQ(bandwidth, bandwidths[0]) << "measured once";
}

}  // namespace
}  // namespace filigree::test
