// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <type_traits>
#include <vector>

#include <filigree/core/huge_pages.hpp>

#include "contender.hpp"
#include "generators.hpp"
#include "harness.hpp"
#include "peers/peers.hpp"
#include "report.hpp"

/// What benchmark programs have in common: their command line, the way from a contender to a row of
/// the report, and main().

namespace perf {

/// The numbers of a list, separated by commas.
template <class Number = std::int64_t>
std::vector<Number> parse_list(std::string text) {
  std::vector<Number> numbers;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string number = text.substr(0, comma);
    if constexpr (std::is_integral_v<Number>)
      numbers.push_back(Number(std::stoll(number)));
    else
      numbers.push_back(Number(std::stod(number)));
    text.erase(0, comma + 1);
  }
  return numbers;
}

/// A word of the command line.
struct Argument {
  const char* text;

  /// What stands behind `name`, which ends in "="; null where it is another word.
  const char* after(const char* name) const {
    const std::size_t length = std::strlen(name);
    return std::strncmp(text, name, length) == 0 ? text + length : nullptr;
  }

  /// Whether the word is `name`, whose list `numbers` then is.
  template <class Number>
  bool take_list(const char* name, std::vector<Number>& numbers) const {
    const char* const list = after(name);
    if (list != nullptr) numbers = parse_list<Number>(list);
    return list != nullptr;
  }
};

/// Takes the words out of the command line for which `take` returns true.
template <class Take>
void take_arguments(int& argc, char** argv, const Take& take) {
  int kept = 1;
  for (int i = 1; i < argc; ++i)
    if (!take(Argument{argv[i]})) argv[kept++] = argv[i];
  argc = kept;
}

/// What all benchmarks of a run share.
struct RunSession {
  Exec exec;
  std::string json;      ///< the file for the report, or nothing
  double seconds = 0.5;  ///< a measurement
  Stopwatch<Exec> stopwatch{exec};
  std::vector<Row> rows;
  int failures = 0;

  /// Takes --json=FILE and --seconds=S.
  bool take(const Argument& argument) {
    if (const char* file = argument.after("--json="))
      json = file;
    else if (const char* number = argument.after("--seconds="))
      seconds = std::stod(number);
    else
      return false;
    return true;
  }
};

template <class Scalar>
struct FillVector {
  Vector<Scalar> vector;
  RandomValue value;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { vector(i) = Scalar(value(i, 0)); }
};

template <class Scalar>
Vector<Scalar> random_vector(const Exec& exec, const char* label, std::int64_t size) {
  const Vector<Scalar> vector(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, std::string(label)), size);
  filigree::advise_huge_pages(vector);
  Kokkos::parallel_for("perf::random_vector", Kokkos::RangePolicy<Exec>(exec, 0, size),
                       FillVector<Scalar>{vector, RandomValue{7}});
  return vector;
}

/// Runs the contender once, into a result that is poisoned.
template <class View>
void run_into_poison(const Exec& exec, const Contender& contender, const View& result) {
  using Scalar = typename View::non_const_value_type;
  Kokkos::deep_copy(exec, result, Scalar(Kokkos::Experimental::quiet_NaN_v<float>));
  exec.fence();
  contender.run();
  exec.fence();
}

/// Prepares a contender, checks it (`error(contender)` against `limit`), times it for `seconds` and
/// keeps its row, of which the caller has filled in what it is, and csr_bytes.
template <class Prepare, class Error>
void run_contender(benchmark::State& state, RunSession& session, Row row, double limit,
                   double seconds, const Prepare& prepare, const Error& error) {
  try {
    const Contender contender = prepare();
    row.error = error(contender);
    if (!(row.error <= limit)) {
      ++session.failures;
      state.SkipWithError(("wrong result: error " + std::to_string(row.error)).c_str());
      return;
    }
    row.kernel = contender.kernel;
    row.bytes = contender.bytes > 0 ? contender.bytes : row.csr_bytes;
    row.setup_seconds = contender.setup_seconds;
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
  } catch (const std::exception& exception) {
    ++session.failures;
    state.SkipWithError(exception.what());
  }
}

/// Registers a benchmark that measures by itself.
template <class Body>
void register_timed(const std::string& name, const Body& body) {
  benchmark::RegisterBenchmark(name.c_str(), body)
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

/// Compares with the peers, prints the table and writes the file. \returns the exit status
inline int write_report(RunSession& session) {
  const Machine machine = describe_machine(session.exec, peer_list());
  compare_with_peers(session.rows);
  print_table(machine, session.rows);
  if (!session.json.empty()) write_json(session.json, machine, session.rows);
  if (session.failures != 0) std::fprintf(stderr, "%d benchmarks failed\n", session.failures);
  return session.failures != 0;
}

/// Runs what `add()` registers, and writes the report. `usage` names the program's own options,
/// which have been taken from the command line. \returns the exit status
template <class Add>
int run_registered(int argc, char** argv, RunSession& session, const char* usage, const Add& add) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    std::fprintf(stderr, "of this program's own: %s\n", usage);
    return 2;
  }
  add();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::ClearRegisteredBenchmarks();
  if (session.rows.empty()) return session.failures != 0;
  return write_report(session);
}

/// main() around `run(argc, argv)`.
template <class Run>
int program_main(int argc, char** argv, const Run& run) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace perf
