// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A B with Filigree and its peers, both layouts: same process, same run, same arrays, same
// clock. Every result is checked before it is timed.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <filigree/spmm.hpp>

#include "harness.hpp"
#include "peers.hpp"
#include "product.hpp"
#include "report.hpp"
#include "spmv/cases.hpp"
#include "spmv/check.hpp"

namespace perf {
namespace {

struct Options {
  std::string json;
  double seconds = 0.3;  ///< a measurement
  std::vector<std::int64_t> columns{4, 8, 32};
};

/// The matrix in use, and the right results of a product with a vector of each of B's columns: they
/// are the same column times 1, 2, 3, 4, 1, ... so that one reference serves all.
template <class Scalar>
struct Loaded {
  std::string name;
  Matrix<Scalar> A;
  Vector<Scalar> x;
  Reference reference;
};

struct Session {
  explicit Session(const Options& chosen) : options(chosen) {}

  Exec exec;
  Options options;
  Stopwatch<Exec> stopwatch{exec};
  std::shared_ptr<void> loaded;  ///< a Loaded of the scalar type in use
  std::string loaded_name;
  std::vector<Row> rows;
  int failures = 0;
};

/// What column j of B is a multiple of x by.
KOKKOS_INLINE_FUNCTION int factor(std::int64_t j) { return 1 + int(j % 4); }

template <class Scalar>
std::shared_ptr<Loaded<Scalar>> load(Session& session, const Case<Scalar>& wanted,
                                     const std::string& name) {
  if (session.loaded_name != name) {
    session.loaded.reset();
    const Exec& exec = session.exec;
    const auto A = wanted.build(exec);
    const Vector<Scalar> x("x", A.num_cols()), y("y", A.num_rows());
    const RandomValue value{7};
    Kokkos::parallel_for(
        "perf::random_vector", Kokkos::RangePolicy<Exec>(exec, 0, x.extent(0)),
        KOKKOS_LAMBDA(const std::int64_t i) { x(i) = Scalar(value(i, 0)); });
    exec.fence();
    const Product<Scalar> product{exec, filigree::Op::none, A, x, y};
    session.loaded =
        std::make_shared<Loaded<Scalar>>(Loaded<Scalar>{name, A, x, make_reference(product)});
    session.loaded_name = name;
  }
  return std::static_pointer_cast<Loaded<Scalar>>(session.loaded);
}

template <class Scalar, class Layout>
DenseProduct<Scalar, Layout> make_product(const Exec& exec, const Loaded<Scalar>& loaded,
                                          std::int64_t columns) {
  using Product = DenseProduct<Scalar, Layout>;
  const auto rows = loaded.A.num_rows(), cols = loaded.A.num_cols();
  const typename Product::Dense B("B", cols, columns), C("C", rows, columns);
  const auto x = loaded.x;
  Kokkos::parallel_for(
      "perf::fill", Kokkos::RangePolicy<Exec>(exec, 0, cols), KOKKOS_LAMBDA(const std::int64_t i) {
        for (std::int64_t j = 0; j < columns; ++j) B(i, j) = Scalar(factor(j)) * x(i);
      });
  exec.fence();
  return {exec, loaded.A, B, C};
}

/// The error of one run into a poisoned result, over all columns.
template <class Scalar, class Layout>
double checked_error(const DenseProduct<Scalar, Layout>& product, const Contender& contender,
                     const Reference& reference) {
  const Exec exec = product.exec;
  Kokkos::deep_copy(exec, product.C, Scalar(Kokkos::Experimental::quiet_NaN_v<float>));
  exec.fence();
  contender.run();
  exec.fence();
  const Vector<Scalar> column("column", product.C.extent(0));
  const auto C = product.C;
  double worst = 0;
  for (std::int64_t j = 0; j < product.num_columns(); ++j) {
    Kokkos::parallel_for(
        "perf::column", Kokkos::RangePolicy<Exec>(exec, 0, column.extent(0)),
        KOKKOS_LAMBDA(const std::int64_t i) { column(i) = C(i, j) / Scalar(factor(j)); });
    const double error = largest_error(exec, column, reference);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

template <class Scalar, class Layout>
Contender planned(const DenseProduct<Scalar, Layout>& product, filigree::Op op) {
  using Plan = decltype(filigree::spmm_plan(product.exec, op, product.A));
  struct State {
    Plan plan;
    typename Plan::workspace_view workspace;
  };
  if (op != filigree::Op::none && product.A.num_rows() != product.A.num_cols())
    throw NotOffered("not a square matrix");
  Contender contender;
  std::shared_ptr<State> state;
  contender.setup_seconds = setup_seconds(product.exec, [&] {
    state = std::make_shared<State>(State{filigree::spmm_plan(product.exec, op, product.A), {}});
  });
  state->workspace = typename Plan::workspace_view(
      "workspace", state->plan.workspace_bytes(product.num_columns()));
  const auto run = [state, product] {
    return state->plan.apply(product.exec, Scalar(1), product.A, product.B, Scalar(0), product.C,
                             state->workspace);
  };
  contender.kernel = std::string(run().name);
  contender.run = run;
  return contender;
}

template <class Scalar, class Layout>
Contender one_shot(const DenseProduct<Scalar, Layout>& product, filigree::Backend backend) {
  const auto run = [product, backend] {
    return filigree::spmm(product.exec, filigree::Op::none, Scalar(1), product.A, product.B,
                          Scalar(0), product.C, {.backend = backend});
  };
  Contender contender;
  contender.kernel = std::string(run().name);
  contender.run = run;
  return contender;
}

template <class Scalar, class Layout>
void run_benchmark(benchmark::State& state, Session& session, const Case<Scalar>& wanted,
                   std::int64_t columns, const DenseEntrant<Scalar, Layout>& entrant,
                   bool transposed) {
  const char* const scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  try {
    const auto loaded = load(session, wanted, wanted.name + scalar);
    const auto product = make_product<Scalar, Layout>(session.exec, *loaded, columns);
    Row row;
    row.problem =
        wanted.name + "/" + std::to_string(columns) + (product.row_major ? "/row" : "/column");
    row.scalar = scalar;
    row.op = transposed ? "T" : "N";
    row.library = entrant.library;
    row.name = entrant.name;
    const Contender contender = entrant.prepare(product);
    // (The transposed product has no reference here; unit tests check it.)
    row.error = transposed ? 0 : checked_error(product, contender, loaded->reference);
    if (!(row.error <= loaded->reference.limit)) {
      ++session.failures;
      state.SkipWithError(("wrong result: error " + std::to_string(row.error)).c_str());
      return;
    }
    row.kernel = contender.kernel;
    row.csr_bytes = row.bytes = product.bytes();
    row.setup_seconds = contender.setup_seconds;
    for (auto _ : state) {
      row.timing = session.stopwatch.measure(contender.run, std::int64_t(row.bytes),
                                             {.seconds = session.options.seconds});
      state.SetIterationTime(row.timing.median);
    }
    state.SetBytesProcessed(std::int64_t(row.bytes));
    state.SetLabel(row.kernel);
    session.rows.push_back(row);
  } catch (const NotOffered& reason) {
    state.SkipWithError(reason.what());
  } catch (const std::exception& error) {
    ++session.failures;
    state.SkipWithError(error.what());
  }
}

template <class Scalar, class Layout>
void register_benchmarks(Session& session, const Case<Scalar>& wanted, std::int64_t columns) {
  using Product = DenseProduct<Scalar, Layout>;
  std::vector<DenseEntrant<Scalar, Layout>> entrants{
      {"filigree", "plan", [](const Product& p) { return planned(p, filigree::Op::none); }},
      {"filigree", "one_shot",
       [](const Product& p) { return one_shot(p, filigree::Backend::automatic); }},
      {"filigree", "generic",
       [](const Product& p) { return one_shot(p, filigree::Backend::generic); }}};
  add_dense_peers(entrants);
  entrants.push_back({"filigree", "plan_transposed",
                      [](const Product& p) { return planned(p, filigree::Op::transpose); }});
  for (const auto& entrant : entrants) {
    const bool transposed = entrant.name == "plan_transposed";
    const std::string name = wanted.name + "/" + (sizeof(Scalar) == 8 ? "f64" : "f32") + "/" +
                             std::to_string(columns) + (Product::row_major ? "/row/" : "/column/") +
                             entrant.library + "/" + entrant.name;
    benchmark::RegisterBenchmark(
        name.c_str(),
        [&session, wanted, columns, entrant, transposed](benchmark::State& state) {
          run_benchmark<Scalar, Layout>(state, session, wanted, columns, entrant, transposed);
        })
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  }
}

template <class Scalar>
void register_scalar(Session& session) {
  for (const auto& wanted : generated_cases<Scalar>())
    for (const std::int64_t columns : session.options.columns) {
      register_benchmarks<Scalar, Kokkos::LayoutRight>(session, wanted, columns);
      register_benchmarks<Scalar, Kokkos::LayoutLeft>(session, wanted, columns);
    }
}

std::vector<std::int64_t> parse_list(std::string text) {
  std::vector<std::int64_t> numbers;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    numbers.push_back(std::stoll(text.substr(0, comma)));
    text.erase(0, comma + 1);
  }
  return numbers;
}

/// Takes our own options out of the command line.
Options parse_options(int& argc, char** argv) {
  Options options;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const auto value = [&](const char* name) -> const char* {
      const std::size_t length = std::strlen(name);
      return std::strncmp(argv[i], name, length) == 0 ? argv[i] + length : nullptr;
    };
    if (const char* path = value("--json="))
      options.json = path;
    else if (const char* seconds = value("--seconds="))
      options.seconds = std::stod(seconds);
    else if (const char* columns = value("--columns="))
      options.columns = parse_list(columns);
    else
      argv[kept++] = argv[i];
  }
  argc = kept;
  return options;
}

int run(int argc, char** argv) {
  Session session(parse_options(argc, argv));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    std::fprintf(stderr,
                 "of this program's own: --json=FILE --seconds=S (a measurement) "
                 "--columns=N[,N...]\n");
    return 2;
  }
  register_scalar<double>(session);
  register_scalar<float>(session);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::ClearRegisteredBenchmarks();
  if (session.rows.empty()) return session.failures != 0;

  const Machine machine = describe_machine(session.exec, peer_list());
  compare_with_peers(session.rows);
  print_table(machine, session.rows);
  if (!session.options.json.empty()) write_json(session.options.json, machine, session.rows);
  if (session.failures != 0) std::fprintf(stderr, "%d benchmarks failed\n", session.failures);
  return session.failures != 0;
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  try {
    return perf::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
