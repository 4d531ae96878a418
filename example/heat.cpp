// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_example_heat [points]: the heat equation u_t = u_xx + u_yy + u_zz in a box, by implicit
// steps in alternating directions: each step solves a tridiagonal system along every line of the
// grid, in x, then y, then z, all lines of a direction at once. The three directions are strides
// of one array; a plan for each is made once. The result is compared with what the scheme makes of
// a product of sines, which is known exactly, and with the decay of the equation itself.

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include <filigree/banded_solve.hpp>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Grid = Kokkos::View<double***, Kokkos::LayoutRight, Space>;
// Lines of the grid: systems x rows x columns, a system being a plane of lines side by side.
using Lines = Kokkos::View<double***, Kokkos::LayoutStride, Space, Kokkos::MemoryUnmanaged>;
using Diagonals = Kokkos::View<double**, Kokkos::LayoutStride, Space, Kokkos::MemoryUnmanaged>;

constexpr double pi = 3.14159265358979323846;

/// The product of sines that is 0 on the walls.
struct SetSines {
  Grid grid;
  double h;

  KOKKOS_FUNCTION void operator()(int x, int y, int z) const {
    grid(x, y, z) = Kokkos::sin(pi * h * (x + 1)) * Kokkos::sin(pi * h * (y + 1)) *
                    Kokkos::sin(pi * h * (z + 1));
  }
};

/// The largest difference from `factor` times the sines.
struct Difference {
  Grid grid;
  double h, factor;

  KOKKOS_FUNCTION void operator()(int x, int y, int z, double& largest) const {
    const double expected = factor * Kokkos::sin(pi * h * (x + 1)) * Kokkos::sin(pi * h * (y + 1)) *
                            Kokkos::sin(pi * h * (z + 1));
    largest = Kokkos::max(largest, Kokkos::abs(grid(x, y, z) - expected));
  }
};

auto all_points(const Exec& exec, int n) {
  return Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>>(exec, {0, 0, 0}, {n, n, n});
}

int run(int n) {
  const Exec exec;
  const double h = 1.0 / (n + 1), time_step = 1e-3, r = time_step / (h * h);
  const int steps = 20;

  // The lines share their matrix, 1 - time_step d^2/dx^2: strides of 0 from line to line.
  Kokkos::View<double*, Space> beside("beside", n), diagonal("diagonal", n);
  Kokkos::deep_copy(exec, beside, -r);
  Kokkos::deep_copy(exec, diagonal, 1 + 2 * r);
  const std::size_t count = std::size_t(n), plane = count * count;
  const Kokkos::LayoutStride shared(count, 0, count, 1);
  const Diagonals off(beside.data(), shared), middle(diagonal.data(), shared);
  const auto A = filigree::tridiagonal(off, middle, off);

  const Grid grid("temperature", count, count, count);
  const Lines along_x(grid.data(), Kokkos::LayoutStride(count, count, count, plane, count, 1));
  const Lines along_y(grid.data(), Kokkos::LayoutStride(count, plane, count, count, count, 1));
  const Lines along_z(grid.data(), Kokkos::LayoutStride(count, plane, count, 1, count, count));
  filigree::BandedSolveOptions options;
  options.pivoting = filigree::Pivoting::none;  // the diagonal is larger than its row
  const auto plan = [&](const Lines& lines) {
    return filigree::banded_solve_plan(exec, filigree::Op::none, A, lines, lines, options);
  };
  const auto plan_x = plan(along_x), plan_y = plan(along_y), plan_z = plan(along_z);
  const std::size_t bytes =
      std::max({plan_x.workspace_bytes(), plan_y.workspace_bytes(), plan_z.workspace_bytes()});
  const Kokkos::View<std::byte*, Space> workspace("workspace", bytes);

  Kokkos::parallel_for("heat::sines", all_points(exec, n), SetSines{grid, h});
  for (int step = 0; step < steps; ++step) {
    plan_x.apply(exec, A, along_x, along_x, workspace);
    plan_y.apply(exec, A, along_y, along_y, workspace);
    plan_z.apply(exec, A, along_z, along_z, workspace);
  }

  // A sine is an eigenvector: each solve divides it by 1 + 4 r sin^2(pi h / 2).
  const double sine = std::sin(pi * h / 2);
  const double of_scheme = std::pow(1 + 4 * r * sine * sine, -3.0 * steps);
  const double of_equation = std::exp(-3 * pi * pi * time_step * steps);
  double difference = 0;
  Kokkos::parallel_reduce("heat::difference", all_points(exec, n), Difference{grid, h, of_scheme},
                          Kokkos::Max<double>(difference));
  exec.fence();
  std::printf("%d^3 points, %d steps\n", n, steps);
  std::printf("decay        %.6f by the scheme, %.6f by the equation\n", of_scheme, of_equation);
  std::printf("difference   %.1e from the scheme's exact result\n", difference);
  const bool is_right = difference < 1e-12 && std::abs(of_scheme / of_equation - 1) < 0.02;
  std::printf("%s\n", is_right ? "ok" : "WRONG");
  return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  try {
    const int points = argc > 1 ? std::atoi(argv[1]) : 64;
    if (points < 8 || argc > 2) {
      std::fprintf(stderr, "filigree_example_heat [points of an edge, at least 8]\n");
      return EXIT_FAILURE;
    }
    return run(points);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
