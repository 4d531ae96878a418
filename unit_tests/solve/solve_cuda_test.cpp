// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solve_support.hpp"
#include "spmv/graph_capture.hpp"

/// The tuned CUDA kernels, asked for by name: long and short chains, long rows, several solves at
/// once, and graphs.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
template <class T, class Index = std::int32_t>
using Csr = CsrMatrix<T, Index, Index, Space>;

constexpr TriangularSolveOptions tuned{.kernel = "solve_levels_cuda"};
constexpr TriangularSolveOptions by_chunks{.kernel = "solve_chunks_cuda"};
constexpr TriangularSolveOptions by_columns{.kernel = "solve_columns_cuda"};
constexpr TriangularSolveOptions by_blocks{.kernel = "solve_blocks_cuda"};

/// The lower triangle whose row i has entries in the columns that `columns(i)` names, and i.
template <class Columns>
Triplets lower_triangle(std::int64_t size, const Columns& columns) {
  Triplets result{size, size, {}};
  std::mt19937 random(7);
  for (std::int64_t row = 0; row < size; ++row) {
    const std::vector<std::int64_t> cols = columns(row);
    for (const std::int64_t col : cols)
      result.entries.push_back(
          {row, col,
           widen(random_scalar<double>(random)) /
               static_cast<long double>(std::max<std::size_t>(1, cols.size()))});
    result.entries.push_back({row, row, row % 3 == 0 ? Wide(-3) : Wide(2)});
  }
  return result;
}

template <class T, class Index>
void expect_solved(const Triplets& A) {
  for (const Op op : {Op::none, Op::conjugate_transpose})
    for (const bool in_place : {false, true}) {
      SolveTest<Exec, Csr<T, Index>, T> test(A, triangular(FillMode::lower), Order::sorted);
      EXPECT_EQ(test.solve_vector({.op = op, .num_columns = 1, .in_place = in_place}, tuned),
                tuned.kernel);
      EXPECT_EQ(test.solve_vector({.op = op, .num_columns = 1, .in_place = in_place}, by_chunks),
                by_chunks.kernel);
      for (const std::int64_t columns : {1, 3, 8, 33}) {
        const SolveSetup setup{
            .op = op,
            .x_layout = columns % 2 == 0 ? Layout::padded_row_major : Layout::padded_column_major,
            .num_columns = columns,
            .variant = 1,
            .in_place = in_place};
        EXPECT_EQ(test.solve(setup, tuned), tuned.kernel);
        EXPECT_EQ(test.solve(setup, by_columns), by_columns.kernel);
        EXPECT_EQ(test.solve(setup, by_chunks), by_chunks.kernel);
      }
    }
}

void expect_solved(const Triplets& A) {
  expect_solved<double, std::int32_t>(A);
  expect_solved<float, std::int64_t>(A);
}

TEST(SolveCuda, a_chain) {
  expect_solved(lower_triangle(20000, [](std::int64_t i) {
    return i == 0 ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{i - 1};
  }));
}

TEST(SolveCuda, no_chain) {
  expect_solved(lower_triangle(5001, [](std::int64_t) { return std::vector<std::int64_t>{}; }));
}

/// So few rows need others near them that the plan keeps to their own order, and needs no memory.
TEST(SolveCuda, few_need_rows_near_them) {
  const std::int64_t n = 600'000;
  const auto A = lower_triangle(n, [](std::int64_t i) {
    return i < 3 ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{i / 17, i / 3};
  });
  for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
    Triplets triplets = A;
    if (fill == FillMode::upper)
      for (auto& entry : triplets.entries) {
        entry.row = n - 1 - entry.row;
        entry.col = n - 1 - entry.col;
      }
    SolveTest<Exec, Csr<double>, double> test(triplets, triangular(fill), Order::sorted);
    EXPECT_EQ(test.solve_vector({.num_columns = 1}, tuned), tuned.kernel);
    EXPECT_EQ(test.solve({.x_layout = Layout::row_major, .num_columns = 5}, tuned), tuned.kernel);
    EXPECT_EQ(triangular_solve_plan(Exec(), Op::none, test.matrix(), tuned).memory_bytes(), 0);
  }
}

TEST(SolveCuda, a_full_triangle) {
  expect_solved(lower_triangle(300, [](std::int64_t i) {
    std::vector<std::int64_t> cols(static_cast<std::size_t>(i));
    for (std::int64_t j = 0; j < i; ++j) cols[std::size_t(j)] = j;
    return cols;
  }));
}

TEST(SolveCuda, a_grid) {
  expect_solved(lower_triangle(150 * 120, [](std::int64_t i) {
    std::vector<std::int64_t> cols;
    if (i >= 150) cols.push_back(i - 150);
    if (i % 150 != 0) cols.push_back(i - 1);
    return cols;
  }));
}

/// Rows that wait for others all over a full matrix, neither a chain nor short.
TEST(SolveCuda, long_rows) {
  std::mt19937 random(3);
  expect_solved(lower_triangle(1200, [&](std::int64_t i) {
    std::vector<std::int64_t> cols;
    for (std::int64_t j = 0; j < i; ++j)
      if (random() % 4 == 0) cols.push_back(j);
    return cols;
  }));
}

/// Where rows beside each other need rows in different places, chunks would hold them up.
TEST(SolveCuda, scattered_rows) {
  const std::int64_t reach = 500;
  std::mt19937 random(5);
  const auto scattered = [&](std::int64_t i) {
    std::vector<std::int64_t> cols;
    for (int k = 0; k < 4 && i > 0; ++k)
      cols.push_back(i - 1 - std::int64_t(random() % std::uint64_t(std::min(i, reach))));
    std::sort(cols.begin(), cols.end());
    return cols;
  };
  expect_solved<double, std::int32_t>(lower_triangle(15'000, scattered));
  const std::int64_t n = 60'000;
  const auto matrix = MatrixFrom<Csr<double>>::make(lower_triangle(n, scattered),
                                                    triangular(FillMode::lower), Order::sorted);
  const Kokkos::View<double*, Exec::memory_space> x("x", std::size_t(n));
  EXPECT_EQ(triangular_solve_plan(Exec(), Op::none, matrix).kernel(Exec(), x).name,
            "solve_levels_cuda");
}

/// The lower triangle of a 27-point grid: a plan for rows as they are stored takes at most 16 bytes
/// a row, its schedule of chunks included, which plans for complex values do without.
TEST(SolveCuda, memory_of_a_plan) {
  const std::int64_t side = 40, n = side * side * side;
  const auto A = lower_triangle(n, [&](std::int64_t i) {
    std::vector<std::int64_t> cols;
    const std::int64_t x = i % side, y = i / side % side;
    for (std::int64_t step = 0; step < 13; ++step) {
      const std::int64_t dx = step % 3 - 1, dy = step / 3 % 3 - 1, dz = step / 9 - 1;
      if (x + dx < 0 || x + dx >= side || y + dy < 0 || y + dy >= side) continue;
      const std::int64_t col = i + dx + side * (dy + side * dz);
      if (col >= 0) cols.push_back(col);
    }
    return cols;
  });
  const auto in_double =
      MatrixFrom<Csr<double>>::make(A, triangular(FillMode::lower), Order::sorted);
  const auto in_complex =
      MatrixFrom<Csr<complex_double>>::make(A, triangular(FillMode::lower), Order::sorted);
  const auto plan = triangular_solve_plan(Exec(), Op::none, in_double);
  const Kokkos::View<double*, Exec::memory_space> x("x", std::size_t(n));
  EXPECT_EQ(plan.kernel(Exec(), x).name, "solve_chunks_cuda");
  EXPECT_GT(plan.memory_bytes(), 6 * n);
  EXPECT_LE(plan.memory_bytes(), 16 * n);
  EXPECT_EQ(triangular_solve_plan(Exec(), Op::none, in_complex).memory_bytes(), 4 * n);
}

/// Tiles of right-hand sides, full and not, in rows of more than five entries, and all layouts.
TEST(SolveCuda, tiles_of_columns) {
  const auto A = lower_triangle(900, [](std::int64_t i) {
    std::vector<std::int64_t> cols;
    for (std::int64_t back = 9; back > 0; --back)
      if (i >= back * back) cols.push_back(i - back * back);
    return cols;
  });
  SolveTest<Exec, Csr<double>, double> in_double(A, triangular(FillMode::lower), Order::sorted);
  SolveTest<Exec, Csr<float>, float> in_single(A, triangular(FillMode::lower), Order::sorted);
  for (const std::int64_t columns : {32, 33, 64, 65, 97, 130})
    for (const Layout layout : all_layouts)
      for (const bool in_place : {false, true}) {
        const SolveSetup setup{.b_layout = layout,
                               .x_layout = layout,
                               .num_columns = columns,
                               .variant = 1,
                               .in_place = in_place};
        EXPECT_EQ(in_double.solve(setup, by_columns), by_columns.kernel);
        EXPECT_EQ(in_single.solve(setup, by_columns), by_columns.kernel);
        EXPECT_EQ(in_double.solve(setup, tuned), tuned.kernel);
      }
}

/// Rows of 0 to some hundred entries, of every number around a batch, a warp and a long row.
TEST(SolveCuda, rows_of_every_length) {
  expect_solved(lower_triangle(6000, [](std::int64_t i) {
    std::vector<std::int64_t> cols;
    const std::int64_t length = std::min(i, i % 11 == 0 ? i % 400 : i % 20);
    for (std::int64_t k = 0; k < length; ++k) cols.push_back((i * 37 + k * 101) % i);
    std::sort(cols.begin(), cols.end());
    cols.erase(std::unique(cols.begin(), cols.end()), cols.end());
    return cols;
  }));
}

/// A few rows of thousands of entries, which a thread block's warps share, between chains of short
/// ones: some of them need the long ones before them.
TEST(SolveCuda, rows_of_thousands) {
  expect_solved(lower_triangle(12'000, [](std::int64_t i) {
    std::vector<std::int64_t> cols;
    if (i % 1999 == 1998 || i % 4000 > 3996)
      for (std::int64_t j = 0; j < i; ++j) cols.push_back(j);
    else if (i % 3 != 0)
      cols.push_back(i - 1);
    return cols;
  }));
}

/// Blocks of every size that has kernels of its own, and others; shapes for one right-hand side,
/// few and many of them, and more than are solved at once.
TEST(SolveCuda, blocks) {
  int round = 0;
  for (const std::int64_t size : {2, 3, 4, 5, 7, 8, 11, 16})
    for (const BlockOrder order : {BlockOrder::row_major, BlockOrder::col_major})
      for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
        SCOPED_TRACE(size);
        const auto properties = triangular(
            fill, round % 4 == 3 ? DiagonalType::unit : DiagonalType::non_unit, IndexBase::one);
        std::mt19937 random(unsigned(5 + round));
        const std::int64_t n = 37 * size + round % size;
        Triplets triplets = random_triangle<double>(random, {n, n, 3, n * 2 / 3, true},
                                                    properties.fill, properties.diagonal);
        const auto is_same = [](const Entry& a, const Entry& b) {
          return a.row == b.row && a.col == b.col;
        };
        triplets.entries.erase(
            std::unique(triplets.entries.begin(), triplets.entries.end(), is_same),
            triplets.entries.end());
        const auto expect = [&]<class T, class Index>(T, Index) {
          using Matrix = BsrMatrix<T, Index, Index, Space>;
          SolveTest<Exec, Matrix, T> test(
              triplets, properties,
              MatrixFrom<Matrix>::make(triplets, properties,
                                       round % 2 == 0 ? Order::sorted : Order::shuffled,
                                       {size, size, order}));
          const Op op = round % 3 == 0 ? Op::none : Op::transpose;
          EXPECT_EQ(test.solve_vector({.op = op, .num_columns = 1}, by_blocks), by_blocks.kernel);
          for (const std::int64_t columns : {1, 5, 8, 31, 33, 64, 97})
            EXPECT_EQ(test.solve({.op = op,
                                  .x_layout = columns % 2 == 0 ? Layout::padded_row_major
                                                               : Layout::padded_column_major,
                                  .num_columns = columns,
                                  .variant = 1,
                                  .in_place = columns % 3 == 0},
                                 by_blocks),
                      by_blocks.kernel);
        };
        expect(double(), std::int32_t());
        expect(float(), std::int64_t());
        ++round;
      }
}

/// Pivots of zero, quotients that are zero, too small or too large for an inverse: as the generic
/// kernel has them.
template <class Matrix>
void expect_pivots_as_generic(const Matrix& A, std::int64_t zero_row,
                              const TriangularSolveOptions& kernel, std::int64_t columns) {
  const Exec exec;
  using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
  const auto n = std::size_t(A.num_rows()), k = std::size_t(columns);
  const Dense b("b", n, k), x("x", n, k), expected("expected", n, k);
  const auto host = Kokkos::create_mirror_view(b);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < k; ++j)
      host(i, j) = j == 0 ? 0.0 : j == 1 ? 0x1p-997 : j == 2 ? 1e7 : double(i + j);
  Kokkos::deep_copy(b, host);
  for (const ZeroPivot policy : {ZeroPivot::skip_row, ZeroPivot::substitute}) {
    TriangularSolveOptions options = kernel;
    options.on_zero_pivot = policy;
    options.pivot_substitute = 0.25;
    const PivotReport<Space> report(exec);
    triangular_solve_plan(exec, Op::none, A, options).apply(exec, 1.0, A, b, x, report);
    EXPECT_EQ(report.position(exec), zero_row);
    options.kernel = {};
    options.backend = Backend::generic;
    triangular_solve_plan(exec, Op::none, A, options).apply(exec, 1.0, A, b, expected, report);
    exec.fence();
    const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
    const auto wanted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), expected);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < k; ++j)
        EXPECT_EQ(found(i, j), wanted(i, j)) << "row " << i << ", column " << j;
  }
}

TEST(SolveCuda, pivots) {
  const auto upload_all = [](const std::vector<std::int32_t>& indices) {
    return upload<Space>(indices);
  };
  // Powers of two, so that no kernel rounds.
  const Csr<double> A(4, 4, upload_all({0, 1, 3, 5, 7}), upload_all({0, 0, 1, 1, 2, 2, 3}),
                      upload<Space>(std::vector<double>{0x1p-1000, 1, 4, 1, 0, 2, 0.5}),
                      triangular(FillMode::lower));
  const BsrMatrix<double, std::int32_t, std::int32_t, Space> in_blocks(
      4, 4, {2, 2, BlockOrder::row_major}, upload_all({0, 1, 3}), upload_all({0, 0, 1}),
      upload<Space>(std::vector<double>{0x1p-1000, 0, 1, 4, 0, 1, 0, 0, 0, 0, 2, 0.5}),
      triangular(FillMode::lower));
  for (const std::int64_t columns : {5, 40}) {
    expect_pivots_as_generic(A, 2, by_columns, columns);
    expect_pivots_as_generic(A, 2, tuned, columns);
    expect_pivots_as_generic(A, 2, by_chunks, columns);
    expect_pivots_as_generic(in_blocks, 2, by_blocks, columns);
  }
}

/// Rows without a pivot and with one of zero, in several chunks of 64 rows, between rows of their
/// own chunk and of others that need them. Numbers have so few bits that no kernel rounds.
TEST(SolveCuda, pivots_in_chunks) {
  constexpr std::int64_t n = 300;
  for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
    Triplets triplets{n, n, {}};
    const auto add = [&](std::int64_t row, std::int64_t col, int value) {
      const bool is_lower = fill == FillMode::lower;
      triplets.entries.push_back(
          {is_lower ? row : n - 1 - row, is_lower ? col : n - 1 - col, Wide(value)});
    };
    for (std::int64_t i = 0; i < n; ++i) {
      if (i >= 70) add(i, i - 70, i % 2 == 0 ? -1 : 1);
      if (i % 4 != 0) add(i, i - 1, i % 3 == 0 ? 1 : -1);
      const bool is_zero = i == 63 || i == 64 || i == 140;
      if (i != 141 && i != 200) add(i, i, is_zero ? 0 : i % 5 == 0 ? -2 : 1);
    }
    const auto A = MatrixFrom<Csr<double>>::make(triplets, triangular(fill), Order::shuffled);
    for (const TriangularSolveOptions& kernel : {tuned, by_chunks})
      expect_pivots_as_generic(A, fill == FillMode::lower ? 63 : n - 1 - 200, kernel, 5);
  }
}

/// More right-hand sides than a grid has tiles of, B by columns and X by rows.
TEST(SolveCuda, millions_of_columns) {
  const Exec exec;
  const Csr<double> A(2, 2, upload<Space>(std::vector<std::int32_t>{0, 1, 3}),
                      upload<Space>(std::vector<std::int32_t>{0, 0, 1}),
                      upload<Space>(std::vector<double>{2, 1, 4}), triangular(FillMode::lower));
  const std::size_t columns = (std::size_t(1) << 21) + 70;
  const Kokkos::View<double**, Kokkos::LayoutLeft, Space> b("b", 2, columns);
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> x("x", 2, columns);
  Kokkos::deep_copy(b, 6);
  triangular_solve_plan(exec, Op::none, A, by_columns).apply(exec, 1.0, A, b, x);
  exec.fence();
  const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
  for (std::size_t j = 0; j < columns; ++j) {
    ASSERT_EQ(found(0, j), 3) << j;
    ASSERT_EQ(found(1, j), 0.75) << j;
  }
}

/// More right-hand sides than are solved at once.
TEST(SolveCuda, many_columns) {
  const auto A = lower_triangle(700, [](std::int64_t i) {
    return i < 20 ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{i - 20, i - 1};
  });
  SolveTest<Exec, Csr<double>, double> test(A, triangular(FillMode::lower), Order::sorted);
  for (const Layout layout : {Layout::row_major, Layout::strided})
    for (const Op op_b : {Op::none, Op::transpose})
      EXPECT_EQ(
          test.solve({.op_b = op_b, .b_layout = layout, .x_layout = layout, .num_columns = 150},
                     tuned),
          tuned.kernel);
}

/// A system of a grid, whose solves use most of a card, and what two streams need for it.
struct GridSystem {
  static constexpr std::int64_t size = 300 * 300;
  Exec exec;
  Triplets triplets = lower_triangle(size, [](std::int64_t i) {
    std::vector<std::int64_t> cols;
    if (i >= 300) cols.push_back(i - 300);
    if (i % 300 != 0) cols.push_back(i - 1);
    return cols;
  });
  Csr<double> A =
      MatrixFrom<Csr<double>>::make(triplets, triangular(FillMode::lower), Order::sorted);
  decltype(triangular_solve_plan(exec, Op::none, A, tuned)) plan;
  Kokkos::View<double*, Space> b{"b", size};

  explicit GridSystem(const TriangularSolveOptions& options)
      : plan(triangular_solve_plan(exec, Op::none, A, options)) {
    std::mt19937 random(5);
    b = upload<Space>(random_dense<double>(random, 1, size, 1).entries);
  }
};

void expect_streams_at_once(const TriangularSolveOptions& options) {
  const GridSystem system(options);
  constexpr int num_streams = 4, num_solves = 1000;
  const auto streams = Kokkos::Experimental::partition_space(system.exec, 1, 1, 1, 1);
  std::vector<Kokkos::View<double*, Space>> x;
  std::vector<Kokkos::View<std::byte*, Space>> workspaces;
  for (int s = 0; s < num_streams; ++s) {
    x.emplace_back("x", system.size);
    workspaces.emplace_back("workspace", system.plan.workspace_bytes(system.exec, x.back()));
  }
  system.plan.apply(system.exec, 1.0, system.A, system.b, x[0], {}, workspaces[0]);
  const auto expected = download(x[0]);
  for (int k = 0; k < num_solves; ++k)
    for (std::size_t s = 0; s < x.size(); ++s) {
      Kokkos::deep_copy(streams[s], x[s], poison<double>());
      EXPECT_EQ(
          system.plan.apply(streams[s], 1.0, system.A, system.b, x[s], {}, workspaces[s]).name,
          options.kernel);
    }
  Kokkos::fence();
  for (const auto& solution : x) EXPECT_EQ(download(solution), expected);
}

TEST(SolveCuda, on_several_streams_at_once) {
  expect_streams_at_once(tuned);
  expect_streams_at_once(by_chunks);
}

/// The report is asked when the graph is gone.
void expect_in_a_graph(const TriangularSolveOptions& options) {
  const GridSystem system(options);
  const Kokkos::View<double*, Space> x("x", system.size);
  const Kokkos::View<std::byte*, Space> workspace("workspace",
                                                  system.plan.workspace_bytes(system.exec, x));
  const Stream stream;
  const Exec exec(stream.stream);
  const PivotReport<Space> report(exec);
  // The first launch of a kernel loads its code, which a capture does not allow: also of the one
  // that clears the report.
  system.plan.apply(exec, 1.0, system.A, system.b, x, report, workspace);
  exec.fence();
  const auto expected = download(x);
  cudaGraphExec_t graph = nullptr;
  capture(
      stream, [&] { system.plan.apply(exec, 1.0, system.A, system.b, x, report, workspace); },
      graph);
  for (int k = 0; k < 100; ++k) {
    Kokkos::deep_copy(exec, x, poison<double>());
    ASSERT_EQ(cudaGraphLaunch(graph, stream.stream), cudaSuccess);
    exec.fence();
    ASSERT_EQ(download(x), expected);
  }
  EXPECT_EQ(report.position(exec), -1);
  Kokkos::deep_copy(system.A.values(), 0.0);
  ASSERT_EQ(cudaGraphLaunch(graph, stream.stream), cudaSuccess);
  exec.fence();
  EXPECT_CUDA(cudaGraphExecDestroy(graph));
  EXPECT_EQ(report.position(exec), 0);
  EXPECT_EQ(report.position(exec), 0);
}

TEST(SolveCuda, in_a_graph) {
  expect_in_a_graph(tuned);
  expect_in_a_graph(by_chunks);
}

}  // namespace
}  // namespace filigree::test
