// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_perf_solve [--json=FILE] [--seconds=S] [--only=NAME] [--cusparse=LIBRARY[:LIBRARY...]]:
// triangular solves, those of systems whose name has NAME in it. Plans and analyses are timed by
// themselves, workspaces are made beforehand. Every first solution is compared with that of a plain
// loop over the rows, which on hosts takes part, too.

#include <Kokkos_Core.hpp>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <filigree/triangular_solve.hpp>

#include "checked_calls.hpp"
#include "solve/system.hpp"
#ifdef FILIGREE_PEER_CUSPARSE
#include "solve/cusparse_solve.hpp"
#endif
#ifdef FILIGREE_PEER_MKL
#include "solve/mkl_solve.hpp"
#endif

namespace perf {
namespace {

using filigree::Op;
constexpr bool on_host = filigree::detail::is_host_execution_v<Exec>;

/// What `keeps` keeps of a grid.
template <class Grid, class Keeps>
Pattern part_of(const Grid& grid, const Keeps& keeps) {
  Pattern result{grid.num_cols};
  std::vector<std::int32_t> row_columns;
  for (std::int64_t row = 0; row < grid.num_rows; ++row) {
    row_columns.resize(std::size_t(grid.row_length(row)));
    grid.fill_row(row, row_columns.data());
    for (const std::int32_t col : row_columns)
      if (keeps(row, col)) result.columns.push_back(col);
    result.end_row();
  }
  return result;
}
template <class Grid>
Pattern lower_part(const Grid& grid) {
  return part_of(grid, [](std::int64_t row, std::int64_t col) { return col <= row; });
}

/// The lower triangle of a graph whose rows' lengths have a heavy tail. Row i's columns are
/// i (1 - q^3), q uniform in [0, 1), near the diagonal, or i q^3, a few popular ones.
Pattern graph(int rows, double mean, unsigned seed, bool near) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  Pattern result{rows};
  std::vector<std::int32_t> row;
  for (int i = 0; i < rows; ++i) {
    const double degree = mean * 0.5 / std::sqrt(std::max(1e-9, uniform(random)));
    row.resize(i == 0 ? 0 : std::size_t(std::min<int>(rows / 4, int(degree))));
    for (auto& column : row) {
      const double q = uniform(random), cube = q * q * q;
      column = std::min(i - 1, int(i * (near ? 1 - cube : cube)));
    }
    row.push_back(i);
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    result.columns.insert(result.columns.end(), row.begin(), row.end());
    result.end_row();
  }
  return result;
}

/// A chain, a diagonal, or a dense first column and last row beside one.
Pattern extreme(const std::string& name, int rows) {
  Pattern result{rows};
  for (int i = 0; i < rows; ++i) {
    if (name == "chain" && i > 0) result.columns.push_back(i - 1);
    if (name == "arrow" && i > 0) result.columns.push_back(0);
    if (name == "arrow" && i + 1 == rows)
      for (int j = 1; j < i; ++j) result.columns.push_back(j);
    result.columns.push_back(i);
    result.end_row();
  }
  return result;
}

std::string setting(Op op, std::int64_t columns, bool by_columns) {
  const std::string name = op == Op::none ? "N" : "T";
  if (columns == 1) return name;
  return name + ", " + std::to_string(columns) + (by_columns ? " by columns" : " by rows");
}

template <class Scalar>
class Benchmark {
 public:
  Benchmark(Session& session, const Triangle& triangle) : session_(session), system_(triangle) {}

  void run(Op op, std::int64_t columns, bool by_columns = false) {
    system_.set(op, columns, by_columns);
    row_.problem = system_.setup.name;
    row_.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
    setting_ = setting(op, columns, by_columns);
    const double rows = double(system_.A.num_rows());
    bytes_ = (4 + double(sizeof(Scalar))) * double(system_.A.nnz()) + 4 * rows +
             2 * double(sizeof(Scalar)) * rows * double(columns);
    run_filigree();
#ifdef FILIGREE_PEER_CUSPARSE
    for (const auto& library : cusparse::libraries())
      if (!library.version.empty()) run_cusparse(library);
#endif
#ifdef FILIGREE_PEER_MKL
    run_mkl();
#endif
    if constexpr (on_host) run_loop();
  }

 private:
  template <class Run>
  void measure(const std::string& what, const std::string& library, const std::string& name,
               const Run& run, const std::function<bool()>& check) {
    session_.measure(row_, what + setting_, bytes_, {library, name, run, check});
  }

  void run_filigree() {
    const auto n = std::size_t(system_.A.num_rows()), k = std::size_t(system_.num_columns);
    const Kokkos::LayoutStride layout(n, std::size_t(system_.row_stride()), k,
                                      std::size_t(system_.column_stride()));
    if (k == 1)
      run_filigree(system_.b, system_.x);
    else
      run_filigree(Dense(system_.b.data(), layout), Dense(system_.x.data(), layout));
  }
  template <class View>
  void run_filigree(const View& b, const View& x) {
    const Exec& exec = session_.exec();
    const filigree::TriangularSolveOptions options{.fill = system_.setup.fill,
                                                   .diagonal = system_.setup.diagonal};
    auto plan = filigree::triangular_solve_plan(exec, system_.op, system_.A, options);
    const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(exec, x));
    const auto solve = [&] { plan.apply(exec, Scalar(1), system_.A, b, x, {}, workspace); };
    row_.kernel = plan.kernel(exec, x).name;
    measure("", "filigree", "apply", solve, [&] { return system_.is_right(); });
    measure(
        "plan ", "filigree", "plan",
        [&] { plan = filigree::triangular_solve_plan(exec, system_.op, system_.A, options); },
        [&] {
          solve();
          return system_.is_right();
        });
    row_.kernel = {};
  }

#ifdef FILIGREE_PEER_CUSPARSE
  void run_cusparse(const cusparse::Library& library) {
    const std::string name = system_.num_columns == 1 ? "SpSV" : "SpSM";
    cusparse::TriangularSolve<Scalar> peer(library, session_.exec(), system_);
    peer.analyse();
    const auto solve = [&] { peer.solve(); };
    measure("", library.name(), name, solve, [&] { return system_.is_right(); });
    measure(
        "plan ", library.name(), name + " analysis", [&] { peer.analyse(); },
        [&] {
          solve();
          return system_.is_right();
        });
  }
#endif
#ifdef FILIGREE_PEER_MKL
  void run_mkl() {
    mkl::TriangularSolve<Scalar> peer(system_);
    const auto solve = [&] { peer.solve(); };
    const auto is_right = [&] { return system_.is_right(); };
    const std::string name = system_.num_columns == 1 ? "trsv" : "trsm";
    measure("", "oneMKL", name, solve, is_right);
    peer.optimize();
    measure("", "oneMKL", name + ", optimised", solve, is_right);
  }
#endif
  void run_loop() {
    const auto solve = [&] {
      Kokkos::deep_copy(system_.x, system_.b);
      for (std::int64_t c = 0; c < system_.num_columns; ++c)
        solve_plainly(system_.setup, system_.values.data(), system_.op,
                      system_.x.data() + system_.place(0, c), system_.row_stride());
    };
    measure("", "plain loop", "a row after the other", solve, [&] { return system_.is_right(); });
  }

  using Dense = Kokkos::View<Scalar**, Kokkos::LayoutStride, Space>;

  Session& session_;
  System<Scalar> system_;
  Row row_;
  std::string setting_;
  double bytes_ = 0;
};

/// Those whose name has `only` in it.
std::vector<Triangle> triangles(const std::string& only) {
  using filigree::DiagonalType;
  using filigree::FillMode;
  std::vector<Triangle> result;
  const auto add = [&](const std::string& name, const auto& make, FillMode fill = FillMode::lower,
                       DiagonalType diagonal = DiagonalType::non_unit) {
    if (name.find(only) != std::string::npos) result.push_back({name, make(), fill, diagonal});
  };
  const auto factors = [] {
    return part_of(Stencil7(on_host ? 64 : 128), [](std::int64_t, std::int64_t) { return true; });
  };
  add("stencil27", [] { return lower_part(Stencil27(on_host ? 80 : 100)); });
  add("stencil5", [] { return lower_part(Stencil5(1000)); });
  add("stencil7, L of L U", factors, FillMode::lower, DiagonalType::unit);
  add("stencil7, U of L U", factors, FillMode::upper);
  add("graph, popular columns", [] { return graph(1'000'000, 8, 11, false); });
  add("graph, near columns", [] { return graph(1'000'000, 8, 11, true); });
  add("arrow", [] { return extreme("arrow", 1'000'000); });
  add("chain", [] { return extreme("chain", 100'000); });
  add("diagonal", [] { return extreme("diagonal", 1'000'000); });
  return result;
}

template <class Scalar>
void run_all(Session& session, const Triangle& triangle) {
  Benchmark<Scalar> benchmark(session, triangle);
  for (const Op op : {Op::none, Op::transpose}) benchmark.run(op, 1);
  const bool has_many = triangle.name == "stencil27" || triangle.name == "stencil5";
  for (const std::int64_t columns : {8, 32, 64})
    if (has_many && (columns == 32 || sizeof(Scalar) == 8))
      for (const bool by_columns : {false, true}) benchmark.run(Op::none, columns, by_columns);
}

int run(int argc, char** argv) {
  std::string only;
  Session session(argc, argv, "--only=, ", [&](const Argument& argument) {
    const char* const name = argument.after("--only=");
    if (name != nullptr) only = name;
    return name != nullptr;
  });
  for (const Triangle& triangle : triangles(only)) {
    run_all<double>(session, triangle);
    run_all<float>(session, triangle);
  }
  // 10,000 rows of 1,000 entries in the middle of a wide band, ten right-hand sides.
  if (std::string("long rows").find(only) != std::string::npos) {
    Pattern rows{10'000};
    for (int i = 0; i < 10'000; ++i) {
      for (int j = std::max(0, i - 999); j <= i; ++j) rows.columns.push_back(j);
      rows.end_row();
    }
    Benchmark<double> benchmark(session, {"long rows", rows});
    benchmark.run(Op::none, 10);
  }
  return session.report();
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
