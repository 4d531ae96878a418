// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "contender.hpp"
#include "generators.hpp"
#include "harness.hpp"
#include "peers/peers.hpp"
#include "report.hpp"

/// A benchmark program of products y = op(A) x: checks each entrant on each matrix, times it,
/// writes the report.

namespace perf {

/// A matrix of the benchmark's set.
template <class Scalar>
struct Case {
  std::string name;
  bool small = false;  ///< less time is spent on it
  std::function<Matrix<Scalar>(const Exec&)> build;
};

/// A matrix and who multiplies with it.
template <class Scalar>
struct Problem {
  Case<Scalar> matrix;
  std::vector<Entrant<Scalar>> entrants;
};

struct Options {
  std::string json;
  std::string matrices = FILIGREE_SHARED_DIR "/matrices";
  double seconds = 0.5;  ///< a measurement
};

/// One matrix with its vectors and references.
template <class Scalar>
struct Loaded {
  std::string name;
  Product<Scalar> products[2];  ///< N and T
  std::optional<Reference> references[2];
};

/// What all benchmarks of the run share. Of the matrices, only the one in use is kept.
struct Session {
  explicit Session(const Options& chosen) : options(chosen) {}

  Exec exec;
  Options options;
  Stopwatch<Exec> stopwatch{exec};
  std::tuple<std::optional<Loaded<double>>, std::optional<Loaded<float>>> loaded;
  std::vector<Row> rows;
  int failures = 0;
};

template <class Scalar>
Vector<Scalar> random_vector(const Exec& exec, const char* label, std::int64_t size) {
  const Vector<Scalar> vector(label, size);
  const RandomValue value{7};
  Kokkos::parallel_for(
      "perf::random_vector", Kokkos::RangePolicy<Exec>(exec, 0, size),
      KOKKOS_LAMBDA(const std::int64_t i) { vector(i) = Scalar(value(i, 0)); });
  return vector;
}

template <class Scalar>
Loaded<Scalar>& load(Session& session, const Case<Scalar>& wanted) {
  auto& loaded = std::get<std::optional<Loaded<Scalar>>>(session.loaded);
  if (loaded && loaded->name == wanted.name) return *loaded;
  session.loaded = {};
  const Exec& exec = session.exec;
  const Matrix<Scalar> A = wanted.build(exec);
  const auto vector = [&](const char* label, std::int64_t size) {
    return random_vector<Scalar>(exec, label, size);
  };
  loaded.emplace(Loaded<Scalar>{
      wanted.name,
      {{exec, filigree::Op::none, A, vector("x", A.num_cols()), vector("y", A.num_rows())},
       {exec, filigree::Op::transpose, A, vector("xt", A.num_rows()), vector("yt", A.num_cols())}},
      {}});
  return *loaded;
}

/// The error of one run into a poisoned result.
template <class Scalar>
double checked_error(const Product<Scalar>& product, const Contender& contender,
                     const Reference& reference) {
  Kokkos::deep_copy(product.exec, product.y, Scalar(Kokkos::Experimental::quiet_NaN_v<float>));
  product.exec.fence();
  contender.run();
  product.exec.fence();
  return largest_error(product.exec, product.y, reference);
}

template <class Scalar>
void run_benchmark(benchmark::State& state, Session& session, const Case<Scalar>& wanted,
                   const Entrant<Scalar>& entrant) {
  Loaded<Scalar>& loaded = load(session, wanted);
  const int op = entrant.op == filigree::Op::none ? 0 : 1;
  const Product<Scalar>& product = loaded.products[op];
  auto& reference = loaded.references[op];
  if (!reference) reference = make_reference(product);

  Row row;
  row.problem = wanted.name;
  row.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  row.op = op == 0 ? "N" : "T";
  row.library = entrant.library;
  row.name = entrant.name;
  try {
    const Contender contender = entrant.prepare(product);
    row.error = checked_error(product, contender, *reference);
    if (!(row.error <= reference->limit)) {
      ++session.failures;
      state.SkipWithError(("wrong result: error " + std::to_string(row.error)).c_str());
      return;
    }
    row.kernel = contender.kernel;
    row.csr_bytes = csr_bytes(product.A);
    row.bytes = contender.bytes > 0 ? contender.bytes : row.csr_bytes;
    row.setup_seconds = contender.setup_seconds;
    const double seconds = wanted.small ? session.options.seconds / 10 : session.options.seconds;
    for (auto _ : state) {
      row.timing = session.stopwatch.measure(contender.run, std::int64_t(row.csr_bytes),
                                             {.seconds = seconds});
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

/// Suite::problems<Scalar>(options) lists the problems.
template <class Suite, class Scalar>
void register_benchmarks(Session& session, const char* scalar) {
  for (const auto& [each, entrants] : Suite::template problems<Scalar>(session.options)) {
    for (const auto& entrant : entrants) {
      const std::string name = each.name + "/" + scalar + "/" +
                               (entrant.op == filigree::Op::none ? "N" : "T") + "/" +
                               entrant.library + "/" + entrant.name;
      benchmark::RegisterBenchmark(name.c_str(),
                                   [&session, matrix = each, entrant](benchmark::State& state) {
                                     run_benchmark(state, session, matrix, entrant);
                                   })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    }
  }
}

/// Takes our own options out of the command line.
inline Options parse_options(int& argc, char** argv) {
  Options options;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const auto value = [&](const char* name) -> const char* {
      const std::size_t length = std::strlen(name);
      return std::strncmp(argv[i], name, length) == 0 ? argv[i] + length : nullptr;
    };
    if (const char* path = value("--json="))
      options.json = path;
    else if (const char* folder = value("--matrices="))
      options.matrices = folder;
    else if (const char* seconds = value("--seconds="))
      options.seconds = std::stod(seconds);
    else if (const char* libraries = value("--cusparse="))
      choose_cusparse(libraries);
    else
      argv[kept++] = argv[i];
  }
  argc = kept;
  return options;
}

template <class Suite>
int run_products(int argc, char** argv) {
  Session session(parse_options(argc, argv));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    std::fprintf(
        stderr,
        "of this program's own: --json=FILE --matrices=FOLDER --seconds=S (a measurement)\n"
        "                       --cusparse=LIBRARY[:LIBRARY...] (CUDA; loaded in this order)\n");
    return 2;
  }
  register_benchmarks<Suite, double>(session, "f64");
  register_benchmarks<Suite, float>(session, "f32");
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

/// main() of such a program.
template <class Suite>
int products_main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  try {
    return run_products<Suite>(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace perf
