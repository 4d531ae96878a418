// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <thread>

#include "solve_support.hpp"
#include "spmv/expect_error.hpp"

/// One right-hand side on hosts: by threads that share its rows, with the bits of a single thread's
/// solve, and by columns.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Space = Exec::memory_space;
template <class T>
using Csr = CsrMatrix<T, std::int32_t, std::int32_t, Space>;

constexpr std::string_view pipelined = "solve_pipelined_host", sequential = "solve_sequential_host";

/// Two threads, where the space can be made of so many: how rows are cut depends on their number.
Exec two_threads() {
  if constexpr (requires { Exec(2); })
    return Exec().concurrency() > 1 ? Exec(2) : Exec();
  else
    return Exec();
}

bool has_threads() { return two_threads().concurrency() == 2; }

/// Both triangles of a grid of nx * ny * nz points whose neighbours in a cube are connected.
Triplets grid(std::int64_t nx, std::int64_t ny, std::int64_t nz) {
  Triplets result{nx * ny * nz, nx * ny * nz, {}};
  for (std::int64_t p = 0; p < result.num_rows; ++p) {
    const std::int64_t x = p % nx, y = p / nx % ny, z = p / (nx * ny);
    for (std::int64_t dz = -1; dz <= 1; ++dz)
      for (std::int64_t dy = -1; dy <= 1; ++dy)
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          if (x + dx < 0 || x + dx >= nx || y + dy < 0 || y + dy >= ny || z + dz < 0 ||
              z + dz >= nz)
            continue;
          const std::int64_t col = p + dx + nx * (dy + ny * dz);
          result.entries.push_back({p, col, col == p ? Wide(28) : Wide(-1 - (p + col) % 3)});
        }
  }
  return result;
}

/// Rows whose entries are anywhere.
Triplets scattered(std::int64_t rows) {
  Triplets result{rows, rows, {}};
  std::mt19937 random(9);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (int j = 0; j < 3; ++j) {
      const std::int64_t col = std::int64_t(random() % std::uint32_t(rows));
      if (col != row) result.entries.push_back({row, col, Wide(-1)});
    }
    result.entries.push_back({row, row, Wide(5)});
  }
  return result;
}

/// Each row needs the one before.
Triplets chain(std::int64_t rows) {
  Triplets result{rows, rows, {}};
  for (std::int64_t row = 0; row < rows; ++row) {
    if (row > 0) result.entries.push_back({row, row - 1, Wide(1)});
    result.entries.push_back({row, row, Wide(3)});
  }
  return result;
}

template <class T>
struct System {
  Exec exec = two_threads();
  Csr<T> A;
  Kokkos::View<T*, Space> b;

  System(const Triplets& triplets, FillMode fill)
      : A(MatrixFrom<Csr<T>>::make(triplets, triangular(fill), Order::sorted)),
        b("b", triplets.num_rows) {
    std::mt19937 random(4);
    for (std::size_t i = 0; i < b.extent(0); ++i) b(i) = random_scalar<T>(random);
  }

  auto plan(Op op, std::string_view kernel = {}) const {
    return triangular_solve_plan(exec, op, A, {.kernel = kernel});
  }
  template <class Plan>
  Kokkos::View<T*, Space> solve(const Plan& plan, std::string_view kernel) const {
    const Kokkos::View<T*, Space> x("x", b.extent(0));
    Kokkos::deep_copy(x, poison<T>());
    EXPECT_EQ(plan.apply(exec, T(1.5f), A, b, x).name, kernel);
    return x;
  }
};

template <class T>
bool same_bits(const Kokkos::View<T*, Space>& a, const Kokkos::View<T*, Space>& b) {
  return std::memcmp(a.data(), b.data(), a.extent(0) * sizeof(T)) == 0;
}

template <class T>
void test_all_ops(const Triplets& triplets) {
  for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
    const System<T> system(triplets, fill);
    for (const Op op : all_ops) {
      SCOPED_TRACE(std::string(name(op)) + (fill == FillMode::lower ? ", lower" : ", upper"));
      const auto expected = system.solve(system.plan(op, sequential), sequential);
      EXPECT_TRUE(same_bits(system.solve(system.plan(op), pipelined), expected));
    }
  }
}

TEST(TriangularSolveHost, threads_share_grids_and_graphs) {
  if (!has_threads()) GTEST_SKIP() << "two threads are needed";
  test_all_ops<double>(grid(20, 20, 25));
  test_all_ops<complex_float>(grid(256, 40, 1));
  // few of the rows that one needs are among the last ones
  const System<float> graph(scattered(150'000), FillMode::lower);
  EXPECT_TRUE(same_bits(graph.solve(graph.plan(Op::none), pipelined),
                        graph.solve(graph.plan(Op::none, sequential), sequential)));
}

TEST(TriangularSolveHost, threads_solve_the_system) {
  if (!has_threads()) GTEST_SKIP() << "two threads are needed";
  const Triplets triplets = grid(16, 16, 40);
  const System<double> system(triplets, FillMode::lower);
  const auto host = [&](const auto& view) {
    return HostDense<double>{1, triplets.num_rows, 1, {view.data(), view.data() + view.extent(0)}};
  };
  for (const Op op : all_ops)
    EXPECT_TRUE(solves(op, triplets, triangular(FillMode::lower), 1.5, host(system.b),
                       host(system.solve(system.plan(op), pipelined))));
}

TEST(TriangularSolveHost, threads_share_where_it_pays) {
  const System<double> line(chain(20'000), FillMode::lower), small(grid(8, 8, 8), FillMode::lower);
  line.solve(line.plan(Op::none), sequential);
  small.solve(small.plan(Op::none), sequential);
  const Kokkos::View<double*, Space> x("x", small.b.extent(0));
  try {
    small.plan(Op::none, pipelined).apply(small.exec, 1.0, small.A, small.b, x);
    ADD_FAILURE() << "a pipeline of 512 rows";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::not_supported) << error.what();
  }
  // one call solves once: looking for a pipeline takes longer
  const System<double> large(grid(20, 20, 25), FillMode::lower);
  const Kokkos::View<double*, Space> y("y", large.b.extent(0));
  EXPECT_EQ(triangular_solve(large.exec, Op::none, 1.0, large.A, large.b, y).name, sequential);
}

template <class T>
void test_columns() {
  std::mt19937 random(6);
  for (const FillMode fill : {FillMode::lower, FillMode::upper})
    for (const DiagonalType diagonal : {DiagonalType::non_unit, DiagonalType::unit}) {
      const auto triplets = random_triangle<T>(random, {300, 300, 6, 40, true}, fill, diagonal);
      SolveTest<Exec, Csr<T>, T> rows(triplets, triangular(fill, diagonal, IndexBase::one),
                                      Order::shuffled);
      SolveTest<Exec, CscMatrix<T, std::int64_t, std::int64_t, Space>, T> columns(
          triplets, triangular(fill, diagonal), Order::shuffled);
      for (const Layout layout : {Layout::padded_row_major, Layout::padded_column_major})
        for (const bool in_place : {false, true}) {
          SolveSetup setup{.x_layout = layout, .num_columns = 1, .variant = 1};
          setup.in_place = in_place;
          for (const Op op : {Op::transpose, Op::conjugate_transpose}) {
            setup.op = op;
            EXPECT_EQ(rows.solve(setup), "solve_columns_host");
            EXPECT_EQ(rows.solve_vector(setup), "solve_columns_host");
          }
          setup.op = Op::none;
          EXPECT_EQ(columns.solve(setup), "solve_columns_host");
        }
    }
}

TEST(TriangularSolveHost, by_columns) {
  test_columns<double>();
  test_columns<complex_float>();
  // sums of 16 bits would lose what an accumulator of 32 keeps
  const auto half_matrix = MatrixFrom<Csr<half>>::make(chain(50), triangular(FillMode::lower), {});
  const Kokkos::View<half*, Space> b("b", 50), x("x", 50);
  EXPECT_EQ(triangular_solve(Exec(), Op::transpose, 1.0f, half_matrix, b, x).name, sequential);
}

/// One call reads columns where the matrix has them, and looks for pivots there.
TEST(TriangularSolveHost, one_call_by_columns_finds_pivots) {
  const Triplets triplets{4, 4, {{0, 0, 2}, {0, 1, 1}, {1, 2, 1}, {2, 2, 0}, {3, 3, 4}}};
  const Kokkos::View<double*, Space> b("b", 4), x("x", 4);
  const auto solve = [&](const Triplets& entries, ZeroPivot on_zero_pivot) {
    const auto A = MatrixFrom<Csr<double>>::make(
        entries, triangular(FillMode::upper, DiagonalType::non_unit, IndexBase::one), {});
    return triangular_solve(Exec(), Op::transpose, 1.0, A, b, x, {.on_zero_pivot = on_zero_pivot})
        .name;
  };
  expect_error(Status::zero_pivot, "row 2", [&] { solve(triplets, ZeroPivot::report); });
  Triplets stored = triplets;
  stored.entries.push_back({1, 1, 5});
  expect_error(Status::zero_pivot, "row 3", [&] { solve(stored, ZeroPivot::report); });
  Kokkos::deep_copy(b, 1);
  EXPECT_EQ(solve(stored, ZeroPivot::skip_row), "solve_columns_host");
  EXPECT_DOUBLE_EQ(x(0), 0.5);
  EXPECT_DOUBLE_EQ(x(1), 0.1);
  EXPECT_DOUBLE_EQ(x(2), 0);
  EXPECT_DOUBLE_EQ(x(3), 0.25);
}

/// Also with fewer threads than the plan was made for: blocks are taken in order by those there
/// are.
TEST(TriangularSolveHost, callers_at_once_and_again_and_again) {
  if (!has_threads()) GTEST_SKIP() << "two threads are needed";
  const System<double> system(grid(20, 20, 25), FillMode::lower);
  const auto plan = system.plan(Op::none);
  const auto expected = system.solve(system.plan(Op::none, sequential), sequential);
  bool same[3] = {true, true, true};
  std::vector<std::thread> callers;
  for (bool& is_same : same)
    callers.emplace_back([&] {
      for (int round = 0; round < 30; ++round)
        is_same = is_same && same_bits(system.solve(plan, pipelined), expected);
    });
  for (std::thread& caller : callers) caller.join();
  for (const bool is_same : same) EXPECT_TRUE(is_same);
}

}  // namespace
}  // namespace filigree::test
