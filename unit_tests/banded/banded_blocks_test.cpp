// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "blocks_support.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Space = Exec::memory_space;
using Right = Kokkos::LayoutRight;

TEST(BandedBlocks, double_blocks) { test_block_sizes<double>(Exec()); }
TEST(BandedBlocks, periodic_complex_blocks) { test_periodic_blocks<complex_double>(Exec()); }
#ifndef FILIGREE_TEST_FEW_TYPES
TEST(BandedBlocks, complex_blocks) { test_block_sizes<complex_double>(Exec()); }
TEST(BandedBlocks, float_blocks) { test_block_sizes<float>(Exec()); }
#endif

TEST(BandedBlocks, many_systems) { test_blocks<double, Right>(Exec(), {3, 2, 1000, 2}); }

TEST(BandedBlocks, one_singular_system_of_a_batch) {
  for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none})
    for (const bool periodic : {false, true}) test_singular_blocks(Exec(), pivoting, periodic);
}

/// [0 I; I 0] with blocks [0 1; 1 0] for I: X is B in another order.
TEST(BandedBlocks, by_hand) {
  const Exec exec;
  using Blocks = Kokkos::View<double***, Right, Space>;
  using Vector = Kokkos::View<double*, Space>;
  const Blocks lower("lower", 2, 2, 2), diagonal("diagonal", 2, 2, 2), upper("upper", 2, 2, 2);
  lower(1, 0, 1) = lower(1, 1, 0) = 1;
  upper(0, 0, 1) = upper(0, 1, 0) = 1;
  const Vector b("b", 4), x("x", 4);
  for (int i = 0; i < 4; ++i) b(i) = i + 1;
  banded_solve(exec, Op::none, block_tridiagonal(lower, diagonal, upper), b, x);
  exec.fence();
  EXPECT_EQ((std::vector<double>(x.data(), x.data() + 4)), (std::vector<double>{4, 3, 2, 1}));
}

/// Blocks of the identity on all three diagonals: X(i - 1) + X(i) + X(i + 1) = B(i) around the end.
TEST(BandedBlocks, periodic_by_hand) {
  const Exec exec;
  using Blocks = Kokkos::View<double***, Right, Space>;
  using Vector = Kokkos::View<double*, Space>;
  const Blocks identity("identity", 4, 2, 2);
  for (int k = 0; k < 4; ++k) identity(k, 0, 0) = identity(k, 1, 1) = 1;
  const Vector b("b", 8), x("x", 8);
  const double sums[] = {7, 14, 6, 12, 9, 18, 8, 16};  // of X = (1, 2), (2, 4), (3, 6), (4, 8)
  std::copy_n(sums, 8, b.data());
  BandedSolveOptions options;
  options.periodic = true;
  banded_solve(exec, Op::none, block_tridiagonal(identity, identity, identity), b, x, options);
  exec.fence();
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(x(2 * i), i + 1, 1e-14);
    EXPECT_NEAR(x(2 * i + 1), 2 * (i + 1), 1e-14);
  }
}

/// Blocks of one entry are what tridiagonal systems are made of.
TEST(BandedBlocks, blocks_of_one_entry) {
  const Exec exec;
  const TestSystem setup{33, 3, 2};
  const Systems<double, 1, Right> systems(setup);
  const Kokkos::View<double***, Right, Host> x("x", 3, 33, 2);
  const auto blocks = [&](int d) {
    return Kokkos::View<double****, Right, Host, Kokkos::MemoryUnmanaged>(
        systems.diagonals[d].data(), 3, 33, 1, 1);
  };
  BandedSolveOptions options;
  options.backend = Backend::generic;
  banded_solve(exec, Op::none, systems.matrix(), systems.b, systems.x, options);
  banded_solve(exec, Op::none, block_tridiagonal(blocks(0), blocks(1), blocks(2)), systems.b, x,
               options);
  exec.fence();
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < x.span(); ++i) {
    largest = std::max(largest, std::abs(x.data()[i]));
    difference = std::max(difference, std::abs(x.data()[i] - systems.x.data()[i]));
  }
  EXPECT_LE(difference, 1e-13 * largest);
}

/// Blocks of strides of their own: of a transpose, and between others.
TEST(BandedBlocks, trimmed_and_strided) {
  const Exec exec;
  BlockSetup setup{7, 3};
  for (const Op op : {Op::none, Op::transpose}) {
    setup.op = op;
    BlockSystems<double, Kokkos::LayoutLeft> systems(setup);
    const auto part = [&](int d, std::int64_t begin, std::int64_t end) {
      return Kokkos::subview(systems.diagonals[d], 0, std::pair(begin, end), Kokkos::ALL,
                             Kokkos::ALL);
    };
    banded_solve(exec, op, trimmed_block_tridiagonal(part(0, 1, 7), part(1, 0, 7), part(2, 0, 6)),
                 Kokkos::subview(systems.b, 0, Kokkos::ALL, 0),
                 Kokkos::subview(systems.x, 0, Kokkos::ALL, 0));
    exec.fence();
    EXPECT_LE(systems.residual_and_error().first, 100);
  }
}

TEST(BandedBlocks, refused) {
  const Exec exec;
  using Blocks = Kokkos::View<double***, Space>;
  using Vector = Kokkos::View<double*, Space>;
  const auto status_of = [](const auto& call) {
    try {
      call();
    } catch (const Error& error) {
      return std::pair(error.status(), error.argument());
    }
    return std::pair(Status::execution_failed, std::string("no error"));
  };
  using Expected = std::pair<Status, std::string>;
  const Blocks d("d", 4, 2, 2), shorter("d", 3, 2, 2), flat("d", 4, 2, 3), large("d", 4, 5, 5),
      empty("d", 4, 0, 0), smaller("d", 4, 1, 1);
  const Vector b("b", 8), x("x", 8), rows("b", 4);
  const auto invalid = [](const std::string& argument) {
    return Expected(Status::invalid_value, argument);
  };
  EXPECT_EQ(status_of([&] { block_tridiagonal(d, d, shorter); }), invalid("diagonal 1"));
  EXPECT_EQ(status_of([&] { block_tridiagonal(smaller, d, d); }), invalid("diagonal -1"));
  EXPECT_EQ(status_of([&] { block_tridiagonal(flat, flat, flat); }), invalid("diagonal -1"));
  EXPECT_EQ(status_of([&] { block_tridiagonal(large, large, large); }), invalid("diagonal -1"));
  EXPECT_EQ(status_of([&] { block_tridiagonal(empty, empty, empty); }), invalid("diagonal -1"));
  EXPECT_EQ(status_of([&] { trimmed_block_tridiagonal(d, d, shorter); }), invalid("diagonal -1"));
  const auto A = block_tridiagonal(d, d, d);
  const auto solve = [&](const Vector& right, const BandedSolveOptions& options) {
    return status_of([&] { banded_solve(exec, Op::none, A, right, x, options); });
  };
  EXPECT_EQ(solve(rows, {}), invalid("B"));
  const auto solve_periodic = [&](const auto& matrix, const Vector& right, const Vector& solution) {
    return status_of([&] {
      banded_solve(exec, Op::none, matrix, right, solution, {Pivoting::partial, true});
    });
  };
  EXPECT_EQ(solve_periodic(trimmed_block_tridiagonal(shorter, d, shorter), b, x), invalid("A"));
  const Blocks two("d", 2, 2, 2);
  EXPECT_EQ(solve_periodic(block_tridiagonal(two, two, two), rows, Vector("x", 4)), invalid("A"));
  EXPECT_EQ(solve(b, {Pivoting::partial, false, Backend::tuned}).first, Status::not_supported);
  EXPECT_EQ(solve(b, {Pivoting::partial, false, Backend::automatic, "no_kernel"}),
            Expected(Status::not_supported, "options.kernel"));
  const auto plan = banded_solve_plan(exec, Op::none, A, b, x);
  EXPECT_EQ(plan.workspace_bytes(), std::size_t(4 * (16 * 8 + 2)));
  EXPECT_EQ(status_of([&] {
              plan.apply(exec, block_tridiagonal(smaller, smaller, smaller), rows, Vector("x", 4));
            }),
            Expected(Status::stale_plan, "A"));
}

TEST(BandedBlocks, nothing_to_solve) {
  for (const auto& [m, systems, columns] :
       {std::array{0, 3, 1}, std::array{5, 0, 1}, std::array{5, 3, 0}}) {
    const BlockSystems<double, Right> nothing(BlockSetup{m, 2, systems, columns});
    std::array<Kokkos::View<double****, Right, Host>, 3> keep;
    EXPECT_EQ(
        banded_solve(Exec(), Op::none, nothing.matrix_in<Host>(keep), nothing.b, nothing.x).name,
        "banded_generic");
  }
}

}  // namespace
}  // namespace filigree::test
