// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <limits>

#include "blocked_support.hpp"

/// Products of Blocked-ELL and Bsr that make A dense first, through the public calls.

namespace filigree::test {
namespace {

constexpr std::string_view densified = "spmm_blocked_ell_densified_cuda";
constexpr std::string_view bsr_densified = "spmm_bsr_densified_cuda";

constexpr SpmmOptions by_name(std::string_view kernel, MathMode mode = MathMode::standard) {
  SpmmOptions options;
  options.kernel = kernel;
  options.math_mode = mode;
  return options;
}

/// A B of both layouts where `both`, else of the column-major one, and C of all.
template <class C, class Blocks>
void test_layouts(const Blocks& A, std::string_view kernel, bool both,
                  MathMode mode = MathMode::standard) {
  int turn = 0;
  for (const bool b_row_major : {true, false}) {
    if (b_row_major && !both) continue;
    for (const Layout c : {Layout::row_major, Layout::column_major, Layout::padded_row_major}) {
      const Op op_b = ++turn % 2 == 0 ? Op::transpose : Op::none;
      const Layout b = b_row_major == (op_b == Op::none) ? Layout::row_major : Layout::column_major;
      test_product<C>(A, {Op::none, op_b, b, c, 80, turn % 2}, true, kernel, Op::none,
                      by_name(kernel, mode));
    }
  }
}

TEST(SpmmDensifiedCuda, types_and_layouts) {
  for (const std::int64_t bs : {16, 32}) {
    const BlockedShape shape{.rows = 300, .cols = 2 * bs + 48, .block_size = bs};
    BlockedShape wide = shape;
    wide.base = IndexBase::one;
    wide.cols = 520;
    wide.ell_cols = 416;
    test_layouts<half>(BlockedMatrix<half>(shape), densified, true);
    test_layouts<float>(BlockedMatrix<half, std::int64_t>(wide), densified, true);
    test_layouts<bfloat16>(BlockedMatrix<bfloat16>(shape), densified, true);
    test_layouts<float>(BlockedMatrix<bfloat16, std::int64_t>(wide), densified, true);
    test_layouts<std::int32_t>(BlockedMatrix<std::int8_t>(shape), densified, false);
    test_layouts<float>(BlockedMatrix<float>(shape), densified, false, MathMode::tf32);
  }
}

TEST(SpmmDensifiedCuda, types_and_layouts_of_bsr) {
  for (const std::int64_t bs : {16, 32}) {
    const BsrShape shape{.rows = 330, .cols = 528, .block_size = bs, .base = IndexBase::one};
    test_layouts<half>(BsrBlocks<half, std::int32_t, std::int64_t>(shape), bsr_densified, true);
    test_layouts<float>(BsrBlocks<bfloat16>(shape), bsr_densified, true);
    test_layouts<std::int32_t>(BsrBlocks<std::int8_t>(shape), bsr_densified, false);
    test_layouts<float>(BsrBlocks<float>(shape), bsr_densified, false, MathMode::tf32);
  }
}

/// What B has of infinite entries and NaN reaches the rows that have its block, and no others: the
/// same entries of C as by the generic kernel.
template <class C, class Blocks>
void test_not_finite(const Blocks& A, std::string_view generic_kernel, std::string_view kernel,
                     Layout b_layout, MathMode mode = MathMode::standard) {
  using S = typename decltype(A.matrix)::scalar_type;
  using Compute = spmm_compute_t<S, S, C>;
  constexpr std::int64_t n = 48;
  SCOPED_TRACE(std::string(kernel) + ", B " + layout_name(b_layout));
  std::mt19937 random(5);
  const std::int64_t m = A.matrix.num_rows(), k = A.matrix.num_cols();
  auto b = random_dense<S>(random, 1, k, n);
  for (std::int64_t j = 0; j < n; j += 5) b.at(0, 7 * j % k, j) = poison<S>();
  for (std::int64_t j = 2; j < n; j += 5)
    b.at(0, 11 * j % k, j) = S(std::numeric_limits<float>::infinity());
  const HostDense<C> before{1, m, n, std::vector<C>(std::size_t(m * n), poison<C>())};
  const DeviceDense<S, Space> b_view(b, b_layout, poison<S>());
  const Exec exec;
  const auto run = [&](std::string_view name) {
    const DeviceDense<C, Space> c_view(before, Layout::row_major, narrow<C>(7));
    const auto plan = spmm_plan(exec, Op::none, A.matrix, by_name(name, mode));
    EXPECT_EQ(
        plan.apply(exec, Compute(2), A.matrix, b_view.single(), Compute(0), c_view.single()).name,
        name);
    exec.fence();
    return c_view.get();
  };
  const auto expected = run(generic_kernel), result = run(kernel);
  int not_finite = 0;
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const auto right = float(expected.at(0, i, j)), got = float(result.at(0, i, j));
      not_finite += std::isfinite(right) ? 0 : 1;
      ASSERT_EQ(std::isnan(got), std::isnan(right)) << i << ' ' << j;
      if (!std::isnan(right)) ASSERT_EQ(got, right) << i << ' ' << j;  // all sums are exact
    }
  EXPECT_GT(not_finite, 0);
  EXPECT_LT(not_finite, m * n / 5) << "no row lacks a block";
}

TEST(SpmmDensifiedCuda, not_finite_entries_stay_where_blocks_are) {
  for (const std::int64_t bs : {16, 32})
    for (const Layout b : {Layout::row_major, Layout::column_major}) {
      const BlockedShape shape{.rows = 300, .cols = 400, .block_size = bs, .ell_cols = 6 * bs};
      test_not_finite<half>(BlockedMatrix<half>(shape), generic, densified, b);
      test_not_finite<float>(BlockedMatrix<bfloat16>(shape), generic, densified, b);
      test_not_finite<float>(BsrBlocks<half>({.block_size = bs}), bsr_generic, bsr_densified, b);
      if (b == Layout::column_major)
        test_not_finite<float>(BlockedMatrix<float>(shape), generic, densified, b, MathMode::tf32);
    }
}

/// Where the kernel is not there its name is refused, and the product goes the other way.
template <class C, class Blocks>
void test_refused(const Blocks& A, Layout b_layout, std::string_view otherwise) {
  using S = typename decltype(A.matrix)::scalar_type;
  using Compute = spmm_compute_t<S, S, C>;
  constexpr std::int64_t n = 48;
  const Exec exec;
  std::mt19937 random(5);
  const DeviceDense<S, Space> b(random_dense<S>(random, 1, A.matrix.num_cols(), n), b_layout,
                                poison<S>());
  const DeviceDense<C, Space> c(random_dense<C>(random, 1, A.matrix.num_rows(), n),
                                Layout::row_major, narrow<C>(7));
  const auto apply = [&](const SpmmOptions& options) {
    return spmm_plan(exec, Op::none, A.matrix, options)
        .apply(exec, Compute(1), A.matrix, b.single(), Compute(0), c.single())
        .name;
  };
  EXPECT_THROW(apply(by_name(densified)), Error);
  EXPECT_EQ(apply({}), otherwise);
  EXPECT_THROW(spmm(exec, Op::none, Compute(1), A.matrix, b.single(), Compute(0), c.single(),
                    by_name(densified)),
               Error);
}

/// The values of A in other block columns.
template <class Matrix, class Index>
Matrix with_blocks(const Matrix& A, const std::vector<Index>& blocks) {
  return Matrix(A.num_rows(), A.num_cols(), A.block_size(), A.ell_cols(),
                upload<Space>(blocks, "blocks"), A.values());
}

TEST(SpmmDensifiedCuda, refused) {
  const BlockedShape shape{.block_size = 16};
  test_refused<double>(BlockedMatrix<double>(shape), Layout::column_major, tuned);
  test_refused<std::int32_t>(BlockedMatrix<std::int8_t>(shape), Layout::row_major, tuned);
  test_refused<half>(BlockedMatrix<half>({.block_size = 64}), Layout::column_major, tuned);
  test_refused<float>(BlockedMatrix<float>(shape), Layout::column_major, generic);  // no tf32
  BlockedMatrix<half> none(shape);
  auto blocks = download(none.matrix.col_indices());
  std::fill(blocks.begin(), blocks.end(), -1);
  none.matrix = with_blocks(none.matrix, blocks);
  test_refused<half>(none, Layout::column_major, tuned);
}

/// Entries of blocks that come twice would have to be added up before they are multiplied.
TEST(SpmmDensifiedCuda, block_columns_that_come_twice) {
  for (const std::int64_t bs : {16, 32}) {
    BlockedMatrix<half> A({.rows = 600, .cols = 640, .block_size = bs, .ell_cols = 5 * bs});
    auto blocks = download(A.matrix.col_indices());
    const std::size_t last = blocks.size() - 5;
    blocks[last] = blocks[last + 3] = 2;
    A.matrix = with_blocks(A.matrix, blocks);
    test_refused<half>(A, Layout::column_major, tuned);
  }
}

/// A plan asks for room for A where A is full enough, and goes the other way without.
TEST(SpmmDensifiedCuda, chosen_where_the_workspace_is_given) {
  constexpr std::int64_t m = 1024, k = 2048, n = 1024;
  const BlockedMatrix<std::int8_t> A({.rows = m, .cols = k, .block_size = 16, .ell_cols = k});
  const Exec exec;
  const auto plan = spmm_plan(exec, Op::none, A.matrix);
  const auto needed = plan.workspace_bytes(n);
  ASSERT_GE(needed, std::size_t(m * k));
  EXPECT_EQ(spmm_plan(exec, Op::none, A.matrix, {.backend = Backend::generic}).workspace_bytes(n),
            0u);
  EXPECT_EQ(spmm_plan(exec, Op::none, A.matrix, by_name(tuned)).workspace_bytes(n), 0u);
  std::mt19937 random(5);
  const auto b = random_dense<std::int8_t>(random, 1, k, n);
  const auto before = random_dense<std::int32_t>(random, 1, m, n);
  const DeviceDense<std::int8_t, Space> b_view(b, Layout::column_major, 77);
  const auto run = [&](std::size_t bytes, std::string_view kernel) {
    const DeviceDense<std::int32_t, Space> c_view(before, Layout::column_major, 7);
    Kokkos::View<std::byte*, Space> workspace;
    if (bytes > 0) workspace = Kokkos::View<std::byte*, Space>("workspace", bytes);
    EXPECT_EQ(plan.apply(exec, 3, A.matrix, b_view.single(), -2, c_view.single(), workspace).name,
              kernel);
    exec.fence();
    return c_view.get().entries;
  };
  EXPECT_EQ(run(needed, densified), run(0, tuned));
  EXPECT_THROW(run(needed - 1, densified), Error);
}

TEST(SpmmDensifiedCuda, captured_and_replayed_with_new_values) {
  const auto test = [](const auto& A, std::string_view kernel) {
    constexpr std::int64_t n = 48;
    const auto plan = spmm_plan(Exec(), Op::none, A.matrix, by_name(kernel));
    const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(n));
    const Kokkos::View<half**, Kokkos::LayoutRight, Space> B("B", A.matrix.num_cols(), n);
    const Kokkos::View<float**, Kokkos::LayoutRight, Space> D("C", A.matrix.num_rows(), n);
    expect_replay(
        kernel,
        [&](const Exec& exec) {
          EXPECT_EQ(plan.apply(exec, 1, A.matrix, B, 2, D, workspace).name, kernel);
        },
        D, B, A.matrix.values());
  };
  test(BlockedMatrix<half>(BlockedShape{}), densified);
  test(BsrBlocks<half>({.block_size = 16}), bsr_densified);
}

TEST(SpmmDensifiedCuda, batches) {
  test_batches<float>(BlockedMatrix<half>(BlockedShape{}), densified, by_name(densified));
  test_batches<bfloat16>(BlockedMatrix<bfloat16>({.block_size = 16}), densified,
                         by_name(densified));
  test_batches<float>(BsrBlocks<half>(BsrShape{}), bsr_densified, by_name(bsr_densified));
  test_batches<std::int32_t>(BlockedMatrix<std::int8_t>({.block_size = 16}), densified,
                             by_name(densified), {Layout::column_major});
}

}  // namespace
}  // namespace filigree::test
