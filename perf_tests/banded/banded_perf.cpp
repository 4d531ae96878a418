// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_perf_banded [--json=FILE] [--seconds=S] [--only=NAME] [--cusparse=LIBRARY[:LIBRARY...]]:
// tridiagonal and pentadiagonal systems, single, strided and interleaved, those whose name has NAME
// in it. Off-diagonals and right-hand sides are uniform in (-1, 1), diagonals in (2.5, 3.5), of
// pentadiagonal systems in (4.5, 5.5). Plans and workspaces are made beforehand. Every first result
// is put back into the equations. Solvers of cuSPARSE that overwrite their operands find in later
// runs what the run before has left; those of oneMKL are given copies by each run, and the copies
// are timed by themselves, too.

#include <Kokkos_Core.hpp>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <filigree/banded_solve.hpp>

#include "checked_calls.hpp"
#include "contender.hpp"
#include "generators.hpp"
#ifdef FILIGREE_PEER_CUSPARSE
#include "banded/cusparse_banded.hpp"
#endif
#ifdef FILIGREE_PEER_MKL
#include "banded/mkl_banded.hpp"
#endif

namespace perf {
namespace {

struct Case {
  std::string name;
  std::int64_t rows = 1;
  std::int64_t systems = 1;
  std::int64_t columns = 1;
  int half_bandwidth = 1;
  bool interleaved = false;
};

/// An array of systems x rows x columns by its strides.
template <class Scalar>
struct Array {
  Vector<Scalar> values;
  std::int64_t rows = 0, row_stride = 0, system_stride = 0, column_stride = 0;

  Array() = default;
  Array(const Case& setup, std::int64_t columns)
      : values("values", setup.rows * setup.systems * columns),
        rows(setup.rows),
        row_stride(setup.interleaved ? setup.systems : 1),
        system_stride(setup.interleaved ? 1 : setup.rows * columns),
        column_stride(setup.interleaved ? setup.rows * setup.systems : setup.rows) {}

  KOKKOS_FUNCTION Scalar& operator()(std::int64_t system, std::int64_t row,
                                     std::int64_t column) const {
    return values(row * row_stride + system * system_stride + column * column_stride);
  }
  auto diagonal(const Case& setup) const {
    return Kokkos::View<const Scalar**, Kokkos::LayoutStride, Space, Kokkos::MemoryUnmanaged>(
        values.data(), Kokkos::LayoutStride(setup.systems, system_stride, setup.rows, row_stride));
  }
  auto vectors(const Case& setup) const {
    return Kokkos::View<Scalar***, Kokkos::LayoutStride, Space, Kokkos::MemoryUnmanaged>(
        values.data(), Kokkos::LayoutStride(setup.systems, system_stride, setup.rows, row_stride,
                                            setup.columns, column_stride));
  }
};

template <class Scalar>
struct Fill {
  Array<Scalar> to;
  std::uint64_t seed = 0;
  double add = 0;
  int band = 0;  ///< entries that meet no unknown are 0
  std::int64_t rows = 0, systems = 0;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    const std::int64_t row = i % rows, system = i / rows % systems, column = i / rows / systems;
    const double value = 2 * uniform(seed, std::uint64_t(i), 0) - 1;
    const bool outside = row + band < 0 || row + band >= rows;
    to(system, row, column) = outside ? Scalar(0) : Scalar(add == 0 ? value : add + value / 2);
  }
};

template <class Scalar>
struct Residual {
  Array<Scalar> diagonals[5];
  Array<Scalar> b, x;
  int half_bandwidth = 1;
  std::int64_t rows = 0, systems = 0;

  KOKKOS_FUNCTION void operator()(std::int64_t i, double& error, double& scale) const {
    const std::int64_t row = i % rows, system = i / rows % systems, column = i / rows / systems;
    double sum = -double(b(system, row, column)), size = Kokkos::abs(sum);
    for (int d = 0; d <= 2 * half_bandwidth; ++d) {
      const std::int64_t col = row + d - half_bandwidth;
      if (col < 0 || col >= rows) continue;
      const double term = double(diagonals[d](system, row, 0)) * double(x(system, col, column));
      sum += term;
      size += Kokkos::abs(term);
    }
    if (!(Kokkos::abs(sum) <= error)) error = Kokkos::isnan(sum) ? 1e300 : Kokkos::abs(sum);
    if (size > scale) scale = size;
  }
};

template <class Scalar>
class Problem {
 public:
  Problem(const Exec& exec, const Case& setup) : exec_(exec), setup_(setup) {
    const int P = setup.half_bandwidth;
    for (int d = 0; d <= 2 * P; ++d) {
      diagonals[std::size_t(d)] = Array<Scalar>(setup, 1);
      fill(diagonals[std::size_t(d)], std::uint64_t(21 + d), d == P ? P == 1 ? 3 : 5 : 0, d - P, 1);
    }
    b = Array<Scalar>(setup, setup.columns);
    x = Array<Scalar>(setup, setup.columns);
    fill(b, 40, 0, 0, setup.columns);
  }

  bool is_right() const {
    double error = 0, scale = 0;
    Residual<Scalar> residual{{}, b, x, setup_.half_bandwidth, setup_.rows, setup_.systems};
    for (std::size_t d = 0; d < diagonals.size(); ++d) residual.diagonals[d] = diagonals[d];
    Kokkos::parallel_reduce(
        "perf::residual",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec_, 0, size()), residual,
        Kokkos::Max<double>(error), Kokkos::Max<double>(scale));
    exec_.fence();
    return error <= 100 * double(std::numeric_limits<Scalar>::epsilon()) * scale;
  }
  std::int64_t size() const { return setup_.rows * setup_.systems * setup_.columns; }
  const Exec& exec() const { return exec_; }
  const Case& setup() const { return setup_; }

  std::array<Array<Scalar>, 5> diagonals;
  Array<Scalar> b, x;

 private:
  void fill(const Array<Scalar>& to, std::uint64_t seed, double add, int band,
            std::int64_t columns) {
    Kokkos::parallel_for("perf::fill",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                             exec_, 0, setup_.rows * setup_.systems * columns),
                         Fill<Scalar>{to, seed, add, band, setup_.rows, setup_.systems});
  }

  Exec exec_;
  Case setup_;
};

template <class Scalar>
void measure(Session& session, const Problem<Scalar>& problem, const std::string& library,
             const std::string& name, const std::string& kernel, const std::function<void()>& run) {
  const Case& setup = problem.setup();
  Row row;
  row.problem = setup.name;
  row.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  row.op = "solve";
  row.bytes = double(sizeof(Scalar)) * double(setup.rows * setup.systems) *
              double(2 * setup.half_bandwidth + 1 + 2 * setup.columns);
  row.kernel = kernel;
  session.measure(row, {library, name, run, [&] { return problem.is_right(); }});
}

template <class Scalar, int P>
auto matrix_of(const Problem<Scalar>& problem) {
  const auto d = [&](int i) { return problem.diagonals[std::size_t(i)].diagonal(problem.setup()); };
  if constexpr (P == 1)
    return filigree::tridiagonal(d(0), d(1), d(2));
  else
    return filigree::pentadiagonal(d(0), d(1), d(2), d(3), d(4));
}

template <class Scalar, int P>
void run_filigree(Session& session, const Problem<Scalar>& problem,
                  const filigree::BandedSolveOptions& options, const std::string& name) {
  const Exec& exec = session.exec();
  const auto A = matrix_of<Scalar, P>(problem);
  const auto b = problem.b.vectors(problem.setup()), x = problem.x.vectors(problem.setup());
  const auto plan = filigree::banded_solve_plan(exec, filigree::Op::none, A, b, x, options);
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  const auto kernel = plan.apply(exec, A, b, x, workspace).name;
  measure(session, problem, "filigree", name, std::string(kernel),
          [&] { plan.apply(exec, A, b, x, workspace); });
}

#ifdef FILIGREE_PEER_CUSPARSE
template <class Scalar>
void run_peer(Session& session, const Problem<Scalar>& problem, const cusparse::Library& library,
              cusparse::BandedRoutine routine, int algorithm, const std::string& name) {
  const Case& setup = problem.setup();
  std::array<Vector<Scalar>, 5> copies;
  cusparse::BandedArrays<Scalar> arrays;
  for (int d = 0; d <= 2 * setup.half_bandwidth; ++d) {
    auto& copy = copies[std::size_t(d)];
    copy = Vector<Scalar>("copy", problem.diagonals[std::size_t(d)].values.extent(0));
    Kokkos::deep_copy(copy, problem.diagonals[std::size_t(d)].values);
    arrays.diagonals[std::size_t(d)] = copy.data();
  }
  Kokkos::deep_copy(problem.x.values, problem.b.values);
  arrays.b = problem.x.values.data();
  arrays.num_rows = int(setup.rows);
  arrays.num_systems = int(setup.systems);
  arrays.num_columns = int(setup.columns);
  cusparse::Banded<Scalar> peer(library, session.exec(), routine, algorithm, arrays);
  measure(session, problem, library.name(), name, "", [&] { peer.solve(); });
}

template <class Scalar>
void run_peers(Session& session, const Problem<Scalar>& problem) {
  using Routine = cusparse::BandedRoutine;
  const Case& setup = problem.setup();
  for (const auto& library : cusparse::libraries()) {
    if (library.version.empty()) continue;
    const auto run = [&](Routine routine, int algorithm, const std::string& name) {
      run_peer(session, problem, library, routine, algorithm, name);
    };
    if (setup.half_bandwidth == 1 && setup.systems == 1) {
      run(Routine::gtsv2, 0, "gtsv2");
      run(Routine::gtsv2_nopivot, 0, "gtsv2_nopivot");
    } else if (setup.half_bandwidth == 1 && !setup.interleaved) {
      run(Routine::strided, 0, "gtsv2StridedBatch");
    } else if (setup.half_bandwidth == 1) {
      for (const int algorithm : {0, 1, 2})
        run(Routine::interleaved, algorithm,
            "gtsvInterleavedBatch, algorithm " + std::to_string(algorithm));
    } else if (setup.interleaved) {
      run(Routine::pentadiagonal, 0, "gpsvInterleavedBatch");
    }
  }
}
#endif

#ifdef FILIGREE_PEER_MKL
template <class Scalar>
void run_mkl(Session& session, const Problem<Scalar>& problem) {
  using Routine = mkl::BandedRoutine;
  const Case& setup = problem.setup();
  if (setup.half_bandwidth != 1 || setup.interleaved) return;
  std::array<Vector<Scalar>, 3> copies;
  mkl::BandedSolver<Scalar> solver;
  solver.num_rows = MKL_INT(setup.rows);
  solver.num_systems = setup.systems;
  solver.num_columns = MKL_INT(setup.columns);
  solver.b = problem.x.values.data();
  for (std::size_t d = 0; d < 3; ++d) {
    copies[d] = Vector<Scalar>("copy", problem.diagonals[d].values.extent(0));
    solver.diagonals[d] = copies[d].data();
  }
  const auto restore = [&] {
    for (std::size_t d = 0; d < 3; ++d)
      Kokkos::deep_copy(session.exec(), copies[d], problem.diagonals[d].values);
    Kokkos::deep_copy(session.exec(), problem.x.values, problem.b.values);
    session.exec().fence();
  };
  const auto solve = [&](Routine routine, const std::string& name) {
    solver.routine = routine;
    measure(session, problem, "oneMKL", name, "", [&] {
      restore();
      solver.solve(session.exec());
    });
  };
  solve(Routine::gtsv, "gtsv and copies");
  solve(Routine::dtsvb, "dtsvb and copies");
  restore();
  solver.solve(session.exec());  // what the check sees
  Vector<Scalar> unread("copy", problem.b.values.extent(0));
  measure(session, problem, "oneMKL", "copies", "", [&] {
    for (std::size_t d = 0; d < 3; ++d)
      Kokkos::deep_copy(session.exec(), copies[d], problem.diagonals[d].values);
    Kokkos::deep_copy(session.exec(), unread, problem.b.values);
  });
}
#endif

template <class Scalar>
void run_scalar(Session& session, const Case& setup) {
  const Problem<Scalar> problem(session.exec(), setup);
  const auto run = [&]<int P>() {
    filigree::BandedSolveOptions options;
    run_filigree<Scalar, P>(session, problem, options, "automatic");
    options.pivoting = filigree::Pivoting::none;
    run_filigree<Scalar, P>(session, problem, options, "automatic, no pivoting");
    if (setup.systems < 1024) return;  // it has a thread a system
    options = {};
    options.backend = filigree::Backend::generic;
    run_filigree<Scalar, P>(session, problem, options, "generic");
  };
  if (setup.half_bandwidth == 1)
    run.template operator()<1>();
  else
    run.template operator()<2>();
#ifdef FILIGREE_PEER_CUSPARSE
  run_peers(session, problem);
#endif
#ifdef FILIGREE_PEER_MKL
  run_mkl(session, problem);
#endif
}

std::vector<Case> cases() {
  constexpr std::int64_t million = 1 << 20;
  std::vector<Case> result{{"tridiagonal 2^20", million},
                           {"tridiagonal 1,000,003", 1'000'003},
                           {"tridiagonal 2^20, 16 columns", million, 1, 16},
                           {"tridiagonal 1024 x 1024 strided", 1024, 1024},
                           {"tridiagonal 128 x 65,536 strided", 128, 65'536},
                           {"tridiagonal 65,536 x 128 strided", 65'536, 128},
                           {"tridiagonal 512 x 16,384 interleaved", 512, 16'384, 1, 1, true},
                           {"tridiagonal 512 x 65,536 interleaved", 512, 65'536, 1, 1, true},
                           {"pentadiagonal 512 x 32,768 interleaved", 512, 32'768, 1, 2, true},
                           {"pentadiagonal 2^20", million, 1, 1, 2}};
  if (!filigree::detail::is_host_execution_v<Exec>) result.push_back({"tridiagonal 2^24", 1 << 24});
  // Time must grow with the number of systems.
  for (const std::int64_t systems : {1, 16, 64, 128, 256, 2048, 4096})
    result.push_back({"tridiagonal 1024 x " + std::to_string(systems) + " strided", 1024, systems});
  for (const std::int64_t systems : {16, 128, 1024, 4096})
    result.push_back({"tridiagonal 512 x " + std::to_string(systems) + " interleaved", 512, systems,
                      1, 1, true});
  return result;
}

int run(int argc, char** argv) {
  std::string only;
  Session session(argc, argv, "--only=, ", [&](const Argument& argument) {
    const char* name = argument.after("--only=");
    if (name != nullptr) only = name;
    return name != nullptr;
  });
  for (const Case& setup : cases()) {
    if (setup.name.find(only) == std::string::npos) continue;
    run_scalar<double>(session, setup);
    run_scalar<float>(session, setup);
  }
  return session.report();
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
