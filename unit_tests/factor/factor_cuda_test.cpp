// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstring>

#include "factor_support.hpp"
#include "spmv/graph_capture.hpp"

/// The tuned CUDA kernels, asked for by name: short and long rows, several factorizations at once,
/// graphs, and the host's factors beside it.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
template <class T, class Index = std::int32_t, class Memory = Space>
using Csr = CsrMatrix<T, Index, Index, Memory>;
template <class T, class Memory = Space>
using Bsr = BsrMatrix<T, std::int32_t, std::int32_t, Memory>;

constexpr IncompleteFactorOptions tuned{.kernel = "factor_levels_cuda"};
constexpr IncompleteFactorOptions short_rows{.kernel = "factor_short_rows_cuda"};
constexpr IncompleteFactorOptions pivot_rows{.kernel = "factor_pivot_rows_cuda"};

constexpr std::pair<FactorKind, IncompleteFactorOptions> kinds_and_kernels[] = {
    {FactorKind::lu, tuned},      {FactorKind::cholesky, tuned},
    {FactorKind::lu, short_rows}, {FactorKind::cholesky, short_rows},
    {FactorKind::lu, pivot_rows}, {FactorKind::cholesky, pivot_rows}};

void expect_factored(FactorKind kind, const Triplets& triplets,
                     const IncompleteFactorOptions& options) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const MatrixProperties properties{base};
    EXPECT_EQ((test_factors<Exec, Csr<double>>(kind, triplets, properties, Order::sorted, options)),
              options.kernel);
    EXPECT_EQ((test_factors<Exec, Csr<float, std::int64_t>>(kind, triplets, properties,
                                                            Order::sorted, options)),
              options.kernel);
  }
}

/// A grid of `width` columns, of 5 or 9 points; of Cholesky its lower triangle is all there is.
Triplets grid(FactorKind kind, std::int64_t width, std::int64_t size, bool with_corners) {
  Triplets result{size, size, {}};
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t dy = -1; dy <= 1; ++dy)
      for (std::int64_t dx = -1; dx <= 1; ++dx) {
        const std::int64_t j = i + dy * width + dx, x = i % width + dx;
        if (j < 0 || j >= size || x < 0 || x >= width) continue;
        if (!with_corners && dx != 0 && dy != 0) continue;
        if (kind == FactorKind::cholesky && j > i) continue;
        const auto tenths = static_cast<long double>(1 + (i + j) % 7);
        result.entries.push_back({i, j, i == j ? Wide(12) : Wide(-tenths / 8)});
      }
  return result;
}

TEST(FactorCuda, grids) {
  for (const FactorKind kind : both_kinds)
    for (const bool with_corners : {false, true})
      for (const auto& options : {tuned, short_rows, pivot_rows})
        if (!with_corners || options.kernel != pivot_rows.kernel)
          expect_factored(kind, grid(kind, 97, 97 * 110, with_corners), options);
}

/// Rows that need those an odd number of rows before them, which so do not need each other: chains,
/// of which each row waits for the one before it. Some have no entry above the diagonal.
TEST(FactorCuda, patterns_without_triangles) {
  for (const FactorKind kind : both_kinds) {
    for (const std::int64_t reach : {1, 7, 15}) {
      const std::int64_t n = 1500;
      Triplets rows{n, n, {}};
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = std::max<std::int64_t>(0, i - reach);
             j <= std::min(n - 1, kind == FactorKind::lu ? i + reach : i); ++j)
          if (j == i || ((i + j) % 2 == 1 && (j < i || (i * j) % 5 != 0)))
            rows.entries.push_back({i, j, j == i ? Wide(40) : Wide(-1 - (i + j) % 3)});
      expect_factored(kind, rows, pivot_rows);
      expect_factored(kind, rows, short_rows);
    }
    // All rows need the first, which is long.
    const std::int64_t n = 400;
    Triplets arrow{n, n, {}};
    for (std::int64_t j = 0; j < (kind == FactorKind::lu ? n : 1); ++j)
      arrow.entries.push_back({0, j, j == 0 ? Wide(40) : Wide(-1 - j % 3)});
    for (std::int64_t i = 1; i < n; ++i) {
      arrow.entries.push_back({i, 0, Wide(-1 - i % 4)});
      arrow.entries.push_back({i, i, Wide(40)});
    }
    expect_factored(kind, arrow, pivot_rows);
  }
}

/// Also of so few rows that some of the threads which look for triangles have none.
TEST(FactorCuda, choice) {
  const Exec exec;
  for (const FactorKind kind : both_kinds)
    for (const std::int64_t size : {1, 2, 3, 31, 33, 200}) {
      const auto A = MatrixFrom<Csr<double>>::make(grid(kind, 5, size, false), {}, Order::sorted);
      EXPECT_EQ(factor_plan(exec, kind, A).kernel(exec).name, pivot_rows.kernel) << size;
    }
  for (const FactorKind kind : both_kinds)
    for (const bool with_corners : {false, true}) {
      const auto A =
          MatrixFrom<Csr<double>>::make(grid(kind, 60, 3600, with_corners), {}, Order::sorted);
      EXPECT_EQ(factor_plan(exec, kind, A).kernel(exec).name,
                with_corners ? short_rows.kernel : pivot_rows.kernel);
      if (with_corners) EXPECT_THROW(factor_plan(exec, kind, A, pivot_rows).kernel(exec), Error);
    }
}

/// The first pivot that counts as zero, with and without a boost, by all kernels.
TEST(FactorCuda, pivots_that_count_as_zero) {
  const Exec exec;
  for (const FactorKind kind : both_kinds) {
    auto triplets = grid(kind, 50, 5000, false);
    for (auto& entry : triplets.entries)
      if (entry.row == entry.col && entry.row % 1000 == 777) entry.value = Wide(0);
    const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
    std::vector<std::vector<double>> found;
    for (const auto& kernel : {tuned, short_rows, pivot_rows}) {
      auto options = kernel;
      options.pivot_tolerance = 1;
      options.pivot_boost = 9;
      const PivotReport<Space> report(exec);
      const Kokkos::View<double*, Space> factors("factors", A.nnz());
      factor_plan(exec, kind, A, options).apply(exec, A, factors, report);
      exec.fence();
      EXPECT_EQ(report.position(exec), 777) << kernel.kernel;
      found.push_back(download(factors));
    }
    for (const auto& each : found)
      for (std::size_t k = 0; k < each.size(); ++k)
        ASSERT_NEAR(each[k], found[0][k], 1e-13 * std::abs(found[0][k]) + 1e-14) << "entry " << k;
  }
}

/// A pivot of 0 without a boost is divided by. What does not need it stays finite: a row with an
/// entry of L in the pivot's column, but none of U above its diagonal.
TEST(FactorCuda, what_a_pivot_of_zero_does_not_reach) {
  const Exec exec;
  const Triplets triplets{
      4,
      4,
      {{0, 0, 0}, {0, 3, 1}, {1, 0, 2}, {1, 1, 5}, {2, 1, 10}, {2, 2, 7}, {3, 0, 4}, {3, 3, 1}}};
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  for (const auto& options : {tuned, short_rows, pivot_rows}) {
    const PivotReport<Space> report(exec);
    const Kokkos::View<double*, Space> factors("factors", A.nnz());
    ilu0_plan(exec, A, options).apply(exec, A, factors, report);
    exec.fence();
    EXPECT_EQ(report.position(exec), 0) << options.kernel;
    const auto found = download(factors);
    EXPECT_EQ(found[0], 0);
    EXPECT_TRUE(std::isinf(found[2]) && std::isinf(found[6]) && std::isinf(found[7]));
    EXPECT_EQ(found[3], 5);
    EXPECT_EQ(found[4], 2);
    EXPECT_EQ(found[5], 7);
  }
}

/// Patterns that are not symmetric: rows need others that do not need what these have in common.
TEST(FactorCuda, patterns_that_are_not_symmetric) {
  for (const FactorKind kind : both_kinds)
    for (const std::int64_t size : {5, 70, 1200})
      for (const double mean : {1.5, 3.5, 7.5, 15.0}) {
        std::mt19937 random(5);
        const auto triplets = random_system<float>(random, kind, {size, size, mean});
        expect_factored(kind, triplets, short_rows);
        expect_factored(kind, triplets, tuned);
      }
}

/// Rows of few and of many entries, with long rows among short ones.
TEST(FactorCuda, rows_of_every_length) {
  for (const FactorKind kind : both_kinds)
    for (const double mean : {1.0, 7.0, 20.0, 60.0}) {
      std::mt19937 random(5);
      const Shape shape{450, 450, mean, 300};
      expect_factored(kind, random_system<float>(random, kind, shape), tuned);
    }
}

/// Rows that take 4, 8, 16 and 32 lanes, of which many need one of the rows next to them. Their
/// diagonal outweighs them, so that there are factors.
TEST(FactorCuda, short_rows_of_every_length) {
  for (const FactorKind kind : both_kinds)
    for (const std::int64_t length : {3, 7, 15, 31}) {
      const std::int64_t n = 700;
      Triplets rows{n, n, {}};
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = std::max<std::int64_t>(0, i - length / 2 - i % 2);
             j <= std::min(n - 1, i + length / 2); ++j)
          if (j == i || (i * j + i + j) % 4 != 0)
            rows.entries.push_back({i, j,
                                    j == i ? Wide(100)
                                    : kind == FactorKind::cholesky && j > i
                                        ? Wide(std::numeric_limits<long double>::quiet_NaN())
                                        : Wide(-1 - (i + j) % 3)});
      expect_factored(kind, rows, short_rows);
    }
}

TEST(FactorCuda, what_it_does_not_take) {
  const Exec exec;
  std::mt19937 random(5);
  const auto triplets = random_system<double>(random, FactorKind::lu, {600, 600, 3, 300});
  for (const Order order : {Order::sorted, Order::shuffled}) {
    const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, order);
    EXPECT_EQ(ilu0_plan(exec, A).kernel(exec).name, "factor_generic");
    for (const auto& options : {tuned, short_rows, pivot_rows})
      EXPECT_THROW(ilu0_plan(exec, A, options).kernel(exec), Error);
  }
}

/// The host's factors, to rounding.
TEST(FactorCuda, the_same_on_the_host) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  for (const auto& [kind, options] : kinds_and_kernels) {
    const auto triplets = grid(kind, 60, 3600, options.kernel != pivot_rows.kernel);
    const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
    const auto B = MatrixFrom<Csr<double, std::int32_t, Host::memory_space>>::make(triplets, {},
                                                                                   Order::sorted);
    factor_plan(Exec(), kind, A, options).apply(Exec(), A, A.values());
    factor_plan(Host(), kind, B).apply(Host(), B, B.values());
    Kokkos::fence();
    const auto device = download(A.values()), host = download(B.values());
    for (std::size_t k = 0; k < host.size(); ++k)
      ASSERT_NEAR(device[k], host[k], 1e-13 * std::abs(host[k]) + 1e-14) << "entry " << k;
  }
}

TEST(FactorCuda, on_several_streams_at_once) {
  constexpr int num_streams = 4, rounds = 25;
  for (const auto& [kind, options] : kinds_and_kernels) {
    const Exec exec;
    const auto A = MatrixFrom<Csr<double>>::make(
        grid(kind, 300, 90'000, options.kernel != pivot_rows.kernel), {}, Order::sorted);
    const auto plan = factor_plan(exec, kind, A, options);
    const auto streams = Kokkos::Experimental::partition_space(exec, 1, 1, 1, 1);
    std::vector<Kokkos::View<double*, Space>> factors;
    std::vector<Kokkos::View<std::byte*, Space>> workspaces;
    for (int s = 0; s < num_streams; ++s) {
      factors.emplace_back("factors", A.nnz());
      workspaces.emplace_back("workspace", plan.workspace_bytes(exec, false));
    }
    plan.apply(exec, A, factors[0], {}, workspaces[0]);
    const auto expected = download(factors[0]);
    for (int k = 0; k < rounds; ++k)
      for (std::size_t s = 0; s < factors.size(); ++s) {
        Kokkos::deep_copy(streams[s], factors[s], poison<double>());
        plan.apply(streams[s], A, factors[s], {}, workspaces[s]);
      }
    Kokkos::fence();
    for (const auto& each : factors) EXPECT_EQ(download(each), expected);
  }
}

TEST(FactorCuda, in_a_graph) {
  for (const auto& [kind, options] : kinds_and_kernels) {
    const auto A = MatrixFrom<Csr<double>>::make(
        grid(kind, 100, 10'000, options.kernel != pivot_rows.kernel), {}, Order::sorted);
    const Stream stream;
    const Exec exec(stream.stream);
    const auto plan = factor_plan(exec, kind, A, options);
    const Kokkos::View<double*, Space> factors("factors", A.nnz());
    const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(exec));
    const PivotReport<Space> report(exec);
    plan.apply(exec, A, factors, report, workspace);
    exec.fence();
    const auto expected = download(factors);
    cudaGraphExec_t graph = nullptr;
    capture(
        stream, [&] { plan.apply(exec, A, factors, report, workspace); }, graph);
    for (int k = 0; k < 100; ++k) {
      Kokkos::deep_copy(exec, factors, poison<double>());
      ASSERT_EQ(cudaGraphLaunch(graph, stream.stream), cudaSuccess);
      exec.fence();
      ASSERT_EQ(download(factors), expected);
    }
    EXPECT_CUDA(cudaGraphExecDestroy(graph));
    EXPECT_EQ(report.position(exec), report.none);
  }
}

/// Many rows of blocks at once, on several streams: the host's factors, to rounding, and in every
/// run the same bits. Grids, and patterns that are not symmetric, with rows of many blocks.
void test_blocks(FactorKind kind, std::int64_t size, bool is_grid) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  const std::int64_t num_rows = size * (is_grid ? (size == 16 ? 40 : 200) * 20 : 300);
  const BlockLayout block{size, size, is_grid ? BlockOrder::row_major : BlockOrder::col_major};
  std::mt19937 random(7);
  const auto triplets =
      is_grid ? grid(kind, size * 20, num_rows, true)
              : random_system<double>(random, kind, {num_rows, num_rows, 12.0 / double(size)});
  const auto A = MatrixFrom<Bsr<double>>::make(triplets, {}, Order::sorted, block);
  const auto B =
      MatrixFrom<Bsr<double, Host::memory_space>>::make(triplets, {}, Order::sorted, block);
  const auto plan = factor_plan(Exec(), kind, A, {.kernel = "factor_block_rows_cuda"});
  const auto streams = Kokkos::Experimental::partition_space(Exec(), 1, 1, 1);
  std::vector<Kokkos::View<double*, Space>> factors;
  for (std::size_t s = 0; s < streams.size(); ++s) {
    factors.emplace_back("factors", A.values().extent(0));
    Kokkos::deep_copy(factors[s], A.values());
  }
  Kokkos::fence();
  plan.apply(streams[0], A, factors[0]);
  plan.apply(streams[1], A.with_values(factors[1]), factors[1]);
  plan.apply(streams[2], A, factors[2]);
  factor_plan(Host(), kind, B).apply(Host(), B, B.values());
  Kokkos::fence();
  const auto host = download(B.values());
  const auto first = download(factors[0]);
  for (std::size_t k = 0; k < host.size(); ++k)
    if (!std::isnan(host[k]))
      ASSERT_NEAR(first[k], host[k], 1e-12 * std::abs(host[k]) + 1e-13) << "entry " << k;
  for (const std::size_t s : {1, 2})
    EXPECT_EQ(std::memcmp(download(factors[s]).data(), first.data(), 8 * first.size()), 0);
}

TEST(FactorCuda, blocks) {
  for (const FactorKind kind : both_kinds)
    for (const std::int64_t size : {2, 3, 4, 5, 8, 16})
      for (const bool is_grid : {true, false}) test_blocks(kind, size, is_grid);
}

}  // namespace
}  // namespace filigree::test
