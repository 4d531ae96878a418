// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "blocks_support.hpp"
#include "spmv/graph_capture.hpp"

/// The tuned CUDA kernels, asked for by name.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;

constexpr std::string_view kernel = "banded_partitions_cuda";
constexpr std::string_view systems_kernel = "banded_systems_cuda";

BandedSolveOptions by_name(std::string_view name = kernel) {
  BandedSolveOptions options;
  options.kernel = name;
  return options;
}

TEST(BandedCuda, tridiagonal_double) { test_sizes<double, 1>(Exec(), kernel, false); }
TEST(BandedCuda, pentadiagonal_double) { test_sizes<double, 2>(Exec(), kernel, false); }
TEST(BandedCuda, tridiagonal_float) { test_sizes<float, 1>(Exec(), kernel, false); }
TEST(BandedCuda, pentadiagonal_float) { test_sizes<float, 2>(Exec(), kernel, false); }
TEST(BandedCuda, tridiagonal_complex) { test_sizes<complex_double, 1>(Exec(), kernel, false); }
TEST(BandedCuda, pentadiagonal_complex) { test_sizes<complex_double, 2>(Exec(), kernel, false); }
TEST(BandedCuda, tridiagonal_complex_float) { test_sizes<complex_float, 1>(Exec(), kernel, false); }
TEST(BandedCuda, pentadiagonal_complex_float) {
  test_sizes<complex_float, 2>(Exec(), kernel, false);
}

/// Systems of many tiles, one and several, with one and several right-hand sides, in place or not.
template <class T, int P>
void test_large() {
  for (const Values values : {Values::dominant, Values::random, Values::zero_diagonal}) {
    if (values == Values::zero_diagonal && P == 2) continue;
    const std::int64_t m = values == Values::zero_diagonal ? 10'002 : 10'001;
    for (const std::int64_t columns : {1, 6}) {
      TestSystem setup{m, 1, columns, values, false, Op::none, columns == 6};
      test_solve<T, P, Right>(Exec(), setup, kernel);
      setup.systems = 5;
      test_solve<T, P, Right>(Exec(), setup, kernel);
      setup.op = Op::transpose;
      test_solve<T, P, Left>(Exec(), setup, kernel);
    }
  }
}

TEST(BandedCuda, many_tiles) {
  test_large<double, 1>();
  test_large<double, 2>();
  test_large<complex_double, 1>();
  test_large<complex_float, 2>();
}

TEST(BandedCuda, large_and_many) {
  test_solve<double, 1, Right>(Exec(), {1'000'003, 1}, kernel);
  test_solve<float, 1, Right>(Exec(), {1'000'003, 1}, kernel);
  test_solve<double, 2, Right>(Exec(), {1'000'003, 1}, kernel);
  // So many tiles that they are joined in groups.
  for (const Values values : {Values::dominant, Values::random}) {
    test_solve<double, 1, Right>(Exec(), {2'000'003, 1, 1, values}, kernel);
    test_solve<float, 1, Right>(Exec(), {700'001, 1, 6, values}, kernel);
    test_solve<double, 2, Right>(Exec(), {600'001, 1, 1, values}, kernel);
  }
  TestSystem zeros{100'002, 1, 1, Values::zero_diagonal};
  test_solve<double, 1, Right>(Exec(), zeros, kernel);
  for (const std::int64_t m : {1, 4, 33}) {
    test_solve<double, 1, Left>(Exec(), {m, 65'537}, kernel);
    test_solve<float, 1, Right>(Exec(), {m, 65'537}, kernel);
    test_solve<double, 2, Left>(Exec(), {m, 65'537}, kernel);
  }
  test_solve<double, 1, Left>(Exec(), {600, 200}, kernel);
  for (const std::int64_t m : {545, 1000, 1088, 1089})
    test_solve<double, 1, Right>(Exec(), {m, 5, 6}, kernel);
  test_solve<double, 1, Right>(Exec(), {5000, 150}, kernel);
}

/// Several groups of columns, the last one not whole.
TEST(BandedCuda, columns_in_groups) {
  for (const Values values : {Values::dominant, Values::random, Values::zero_diagonal}) {
    test_solve<double, 1, Right>(Exec(), {100'002, 2, 17, values}, kernel);
    test_solve<float, 1, Right>(Exec(), {100'002, 2, 17, values, false, Op::transpose}, kernel);
    test_solve<double, 1, Left>(Exec(), {40, 20'000, 9, values, false, Op::none, true}, kernel);
    test_solve<double, 1, Right>(Exec(), {1000, 700, 9, values}, kernel);
  }
  test_solve<complex_double, 1, Right>(
      Exec(), {50'001, 2, 17, Values::random, false, Op::conjugate_transpose}, kernel);
  test_solve<complex_float, 1, Left>(Exec(), {40, 20'000, 7}, kernel);
}

/// Around whole chunks of rows, which are of 16 in double and of 32 in float.
template <class T>
void test_systems() {
  for (const std::int64_t m : {1, 2, 3, 15, 16, 17, 18, 31, 32, 33, 34, 49, 64, 65, 1000})
    for (const Values values : {Values::dominant, Values::random}) {
      TestSystem setup{m, 2, 1, values, false, Op::none, m % 3 == 0};
      test_solve<T, 2, Left>(Exec(), setup, systems_kernel);
      setup.op = Op::transpose;
      setup.systems = 150;
      setup.columns = m % 2 == 0 ? 3 : 1;
      setup.in_place = m % 3 == 1;
      test_solve<T, 2, Left>(Exec(), setup, systems_kernel);
    }
}

TEST(BandedCuda, a_thread_a_system) {
  test_systems<double>();
  test_systems<float>();
  test_solve<double, 2, Left>(Exec(), {33, 65'537}, systems_kernel);
}

TEST(BandedCuda, trimmed_diagonals) {
  const Exec exec;
  TestSystem setup{1033, 1};
  setup.op = Op::transpose;
  Systems<double, 2, Right> systems(setup);
  std::vector<Kokkos::View<double**, Right, Space>> d;
  systems.matrix_in<Space>(&d);
  const auto part = [&](int i) {
    const std::int64_t away = i < 2 ? 2 - i : i - 2;
    const auto row = Kokkos::subview(d[std::size_t(i)], 0, Kokkos::ALL);
    return i < 2 ? Kokkos::subview(row, std::pair(away, setup.m))
                 : Kokkos::subview(row, std::pair(std::int64_t(0), setup.m - away));
  };
  const auto A = trimmed_pentadiagonal(part(0), part(1), part(2), part(3), part(4));
  const auto b = Kokkos::create_mirror_view_and_copy(Space(), systems.b);
  banded_solve(exec, setup.op, A, Kokkos::subview(b, 0, Kokkos::ALL, 0),
               Kokkos::subview(b, 0, Kokkos::ALL, 0), by_name());
  exec.fence();
  Kokkos::deep_copy(systems.x, b);
  EXPECT_LE((residual<double, 2, Right>(setup, systems, systems.b)), 100);
}

template <int P, class Layout>
void test_singular(std::int64_t m, Pivoting pivoting, std::string_view name = kernel,
                   std::int64_t columns = 1) {
  SCOPED_TRACE("P " + std::to_string(P) + ", m " + std::to_string(m) + ", pivoting " +
               std::to_string(int(pivoting)) + ", columns " + std::to_string(columns));
  const Exec exec;
  BandedSolveOptions options = by_name(name);
  options.pivoting = pivoting;
  for (const std::int64_t row : {std::int64_t(0), m / 2, m - 1}) {
    TestSystem setup{m, 5, columns};
    if (pivoting == Pivoting::none) setup.values = Values::dominant;
    Systems<double, P, Layout> systems(setup);
    for (const auto& diagonal : systems.diagonals) diagonal(3, row) = 0;
    std::vector<Kokkos::View<double**, Layout, Space>> keep;
    const auto A = systems.template matrix_in<Space>(&keep);
    const auto x = Kokkos::create_mirror_view_and_copy(Space(), systems.b);
    const PivotReport<Space> report(exec, setup.systems);
    banded_solve(exec, Op::none, A, x, x, options, report);
    const auto positions = positions_of(report);
    for (std::int64_t s = 0; s < setup.systems; ++s)
      EXPECT_EQ(positions[std::size_t(s)] >= 0, s == 3) << "row " << row << ", system " << s;
    EXPECT_LT(positions[3], m);
    Kokkos::deep_copy(systems.x, x);
    // The singular system's x is unspecified: 0 = 0 in the comparison.
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t c = 0; c < columns; ++c) systems.x(3, i, c) = systems.b(3, i, c) = 0;
    EXPECT_LE((residual<double, P, Layout>(setup, systems, systems.b)), 100);
  }
}

TEST(BandedCuda, one_singular_system_of_a_batch) {
  for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none})
    for (const std::int64_t m : {1, 40, 1000, 10'001}) {
      test_singular<1, Right>(m, pivoting);
      test_singular<1, Left>(m, pivoting);
      test_singular<2, Right>(m, pivoting);
      test_singular<2, Left>(m, pivoting);
      test_singular<2, Left>(m, pivoting, systems_kernel);
      test_singular<1, Right>(m, pivoting, kernel, 6);
      test_singular<1, Left>(m, pivoting, kernel, 6);
    }
}

/// A system that only exchanges of rows can solve, beside others that do without.
TEST(BandedCuda, no_pivoting_reports_its_breakdown) {
  const Exec exec;
  for (const std::int64_t m : {8, 1000, 10'002}) {
    TestSystem setup{m, 3};
    setup.values = Values::dominant;
    Systems<double, 1, Right> systems(setup);
    for (std::int64_t i = 0; i < m; ++i) systems.diagonals[1](1, i) = 0;
    std::vector<Kokkos::View<double**, Right, Space>> keep;
    const auto A = systems.matrix_in<Space>(&keep);
    const auto b = Kokkos::create_mirror_view_and_copy(Space(), systems.b);
    const auto x = Kokkos::create_mirror_view_and_copy(Space(), systems.x);
    const PivotReport<Space> report(exec, setup.systems);
    for (const Pivoting pivoting : {Pivoting::none, Pivoting::partial}) {
      BandedSolveOptions options = by_name();
      options.pivoting = pivoting;
      banded_solve(exec, Op::none, A, b, x, options, report);
      const auto positions = positions_of(report);
      EXPECT_EQ(positions[0], -1);
      EXPECT_EQ(positions[1] >= 0, pivoting == Pivoting::none);
      EXPECT_LT(positions[1], m);
      EXPECT_EQ(positions[2], -1);
    }
  }
}

/// Where rows lie side by side they are copied 16 bytes at a time: from and to any address.
TEST(BandedCuda, any_alignment) {
  const Exec exec;
  for (const std::int64_t m : {5, 64, 1001, 5003})
    for (std::int64_t shift = 0; shift < 4; ++shift) {
      TestSystem setup{m, 3};
      Systems<float, 1, Right> systems(setup);
      const auto moved = [&](const auto& from, std::int64_t by) {
        const Kokkos::View<float**, Right, Space> wide("wide", setup.systems, m + 5);
        const auto view = Kokkos::subview(wide, Kokkos::ALL, std::pair(by, by + m));
        const auto host = Kokkos::create_mirror_view(wide);
        for (std::int64_t s = 0; s < setup.systems; ++s)
          for (std::int64_t i = 0; i < m; ++i) host(s, by + i) = from(s, i);
        Kokkos::deep_copy(wide, host);
        return view;
      };
      const auto b = moved(Kokkos::subview(systems.b, Kokkos::ALL, Kokkos::ALL, 0), 1);
      const auto x = moved(Kokkos::subview(systems.x, Kokkos::ALL, Kokkos::ALL, 0), 4 - shift);
      const auto lower = moved(systems.diagonals[0], shift);
      const auto diagonal = moved(systems.diagonals[1], 0);
      const auto upper = moved(systems.diagonals[2], 2);
      const auto A = tridiagonal(lower, diagonal, upper);
      EXPECT_EQ(banded_solve(exec, Op::none, A, b, x, by_name()).name, kernel);
      const Kokkos::View<float**, Right, Space> packed("packed", setup.systems, m);
      Kokkos::deep_copy(exec, packed, x);
      exec.fence();
      Kokkos::deep_copy(Kokkos::subview(systems.x, Kokkos::ALL, Kokkos::ALL, 0),
                        Kokkos::create_mirror_view_and_copy(Host(), packed));
      EXPECT_LE((residual<float, 1, Right>(setup, systems, systems.b)), 100);
    }
}

TEST(BandedCuda, strides_apart) {
  for (const std::int64_t m : {33, 1000, 5001}) {
    test_strides_apart<double, 1, Right>(Exec(), {m, 3, 2}, kernel);
    test_strides_apart<float, 1, Left>(Exec(), {m, 40, 5}, kernel);
  }
  test_strides_apart<double, 2, Left>(Exec(), {100, 150, 2}, systems_kernel);
}

struct FromOne {
  Kokkos::View<float**, Left, Space> x;
  KOKKOS_FUNCTION void operator()(const std::int64_t system, float& worst) const {
    for (std::int64_t i = 0; i < std::int64_t(x.extent(1)); ++i) {
      const float off = Kokkos::abs(x(system, i) - 1.0F);
      if (!(off <= worst)) worst = off;
    }
  }
};

/// More entries than 32 bits count: systems of one matrix, whose strides are 0, in place. X is 1.
TEST(BandedCuda, more_entries_than_32_bits_count) {
  const Exec exec;
  const std::int64_t m = 50'000, n = 43'000;
  const Kokkos::View<float**, Left, Space> x("x", n, m);
  Kokkos::deep_copy(x, 6.0F);
  const auto ends = [&](std::int64_t row, float value) {
    Kokkos::deep_copy(Kokkos::subview(x, Kokkos::ALL, row), value);
  };
  ends(0, 5.0F);
  ends(m - 1, 5.0F);
  const Kokkos::View<float*, Space> one("one", m), four("four", m);
  Kokkos::deep_copy(one, 1.0F);
  Kokkos::deep_copy(four, 4.0F);
  const auto shared = [&](const auto& diagonal) {
    return Kokkos::View<float**, Kokkos::LayoutStride, Space, Kokkos::MemoryUnmanaged>(
        diagonal.data(), Kokkos::LayoutStride(std::size_t(n), 0, std::size_t(m), 1));
  };
  const auto A = tridiagonal(shared(one), shared(four), shared(one));
  EXPECT_EQ(banded_solve(exec, Op::none, A, x, x).name, kernel);
  float worst = 0;
  Kokkos::parallel_reduce("worst", Kokkos::RangePolicy<Exec>(exec, 0, n), FromOne{x},
                          Kokkos::Max<float>(worst));
  EXPECT_LE(worst, 1e-5F);
}

TEST(BandedCuda, nothing_to_solve) {
  const Exec exec;
  for (const auto& [m, systems, columns] :
       {std::array{0, 3, 1}, std::array{5, 0, 1}, std::array{5, 3, 0}}) {
    const Systems<double, 1, Left> nothing(TestSystem{m, systems, columns});
    std::vector<Kokkos::View<double**, Left, Space>> keep;
    const auto A = nothing.matrix_in<Space>(&keep);
    const auto x = Kokkos::create_mirror_view_and_copy(Space(), nothing.x);
    EXPECT_EQ(banded_solve(exec, Op::none, A, x, x, by_name()).name, kernel);
  }
}

TEST(BandedCuda, choice) {
  const Exec exec;
  for (const bool periodic : {false, true}) {
    const TestSystem setup{100, 3, 1, Values::random, periodic};
    const Systems<double, 1, Right> systems(setup);
    std::vector<Kokkos::View<double**, Right, Space>> keep;
    const auto A = systems.matrix_in<Space>(&keep);
    const auto x = Kokkos::create_mirror_view_and_copy(Space(), systems.b);
    BandedSolveOptions options;
    options.periodic = periodic;
    EXPECT_EQ(banded_solve(exec, Op::none, A, x, x, options).name,
              periodic ? "banded_generic" : kernel);
    options.kernel = kernel;
    if (periodic) EXPECT_THROW(banded_solve(exec, Op::none, A, x, x, options), Error);
  }
}

/// Systems a thread each where they are many and interleaved, which read less.
TEST(BandedCuda, choice_by_the_number_of_systems) {
  const Exec exec;
  const auto chosen = [&](std::int64_t systems, const auto& layout, auto scalar) {
    using Array = Kokkos::View<decltype(scalar)**, std::decay_t<decltype(layout)>, Space>;
    const Array d("d", systems, 64), one("one", systems, 64), x("x", systems, 64);
    Kokkos::deep_copy(one, decltype(scalar)(1));
    return banded_solve(exec, Op::none, pentadiagonal(d, d, one, d, d), x, x).name;
  };
  EXPECT_EQ(chosen(100'000, Left(), 0.0), systems_kernel);
  EXPECT_EQ(chosen(100'000, Left(), 0.0F), systems_kernel);
  EXPECT_EQ(chosen(100, Left(), 0.0), kernel);
  EXPECT_EQ(chosen(100'000, Right(), 0.0), kernel);
  EXPECT_EQ(chosen(10'000, Left(), complex_double()), kernel);
}

template <int P, class Layout>
void test_repeats_and_graph(const TestSystem& setup, std::string_view name = kernel) {
  const Stream stream;
  const Exec exec(stream.stream);
  const Systems<double, P, Layout> systems(setup);
  std::vector<Kokkos::View<double**, Layout, Space>> keep;
  const auto A = systems.template matrix_in<Space>(&keep);
  const auto b = Kokkos::create_mirror_view_and_copy(Space(), systems.b);
  const auto x = Kokkos::create_mirror_view_and_copy(Space(), systems.x);
  const auto plan = banded_solve_plan(exec, Op::none, A, b, x, by_name(name));
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  const PivotReport<Space> report(exec, setup.systems);
  const auto result = [&] {
    exec.fence();
    const auto host = Kokkos::create_mirror_view_and_copy(Host(), x);
    return std::vector<double>(host.data(), host.data() + host.span());
  };
  plan.apply(exec, A, b, x, workspace, report);
  const auto first = result();
  for (int repeat = 1; repeat < 100; ++repeat) {
    Kokkos::deep_copy(x, poison<double>());
    plan.apply(exec, A, b, x, workspace, report);
    ASSERT_EQ(result(), first);
  }
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t replay = nullptr;
  {
    const EventCounts events;
    ASSERT_EQ(cudaStreamBeginCapture(stream.stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    plan.apply(exec, A, b, x, workspace, report);
    ASSERT_EQ(cudaStreamEndCapture(stream.stream, &graph), cudaSuccess);
    EXPECT_EQ(events.allocations(), 0) << events.last_allocation();
    EXPECT_EQ(events.fences(), 0);
  }
  ASSERT_EQ(cudaGraphInstantiate(&replay, graph, 0), cudaSuccess);
  for (int repeat = 0; repeat < 3; ++repeat) {
    Kokkos::deep_copy(x, poison<double>());
    ASSERT_EQ(cudaGraphLaunch(replay, stream.stream), cudaSuccess);
    EXPECT_EQ(result(), first);
  }
  EXPECT_CUDA(cudaGraphExecDestroy(replay));
  EXPECT_CUDA(cudaGraphDestroy(graph));
}

TEST(BandedCuda, equal_runs_and_graphs) {
  test_repeats_and_graph<1, Right>({50'001, 1, 2});
  test_repeats_and_graph<1, Right>({30'001, 5, 17});
  test_repeats_and_graph<1, Left>({300, 40});
  test_repeats_and_graph<2, Left>({300, 40, 2}, systems_kernel);
}

/// Batches of any number of systems are as many launches as one, and wait for nothing.
TEST(BandedCuda, a_batch_is_no_loop) {
  const auto launches = [](std::int64_t m, std::int64_t systems) {
    const Stream stream;
    const Exec exec(stream.stream);
    const Kokkos::View<double**, Right, Space> d("d", systems, m), x("x", systems, m);
    const auto A = tridiagonal(d, d, d);
    const auto plan = banded_solve_plan(exec, Op::none, A, x, x);
    const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
    exec.fence();
    cudaGraph_t graph = nullptr;
    const EventCounts events;
    EXPECT_CUDA(cudaStreamBeginCapture(stream.stream, cudaStreamCaptureModeThreadLocal));
    plan.apply(exec, A, x, x, workspace);
    EXPECT_CUDA(cudaStreamEndCapture(stream.stream, &graph));
    EXPECT_EQ(events.fences(), 0);
    std::size_t nodes = 0;
    EXPECT_CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
    EXPECT_CUDA(cudaGraphDestroy(graph));
    return nodes;
  };
  for (const std::int64_t systems : {1, 16, 4096}) EXPECT_EQ(launches(1024, systems), 1U);
  for (const std::int64_t systems : {1, 100}) EXPECT_EQ(launches(20'000, systems), 3U);
}

/// The generic kernel beside it.
TEST(BandedCuda, generic_kernel_on_the_device) {
  test_sizes<double, 1>(Exec(), "banded_generic", true);
  test_solve<complex_double, 2, Left>(Exec(), {100, 300}, "banded_generic");
}

TEST(BandedCuda, blocks) {
  test_block_sizes<double>(Exec());
  test_block_sizes<complex_float>(Exec());
  test_blocks<double, Right>(Exec(), {3, 2, 1000, 2});
  test_periodic_blocks<double>(Exec());
  for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none})
    for (const bool periodic : {false, true}) test_singular_blocks(Exec(), pivoting, periodic);
}

}  // namespace
}  // namespace filigree::test
