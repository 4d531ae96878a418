// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>

#include "program.hpp"

/// Benchmarks of calls that check their own results: the program runs them in the order in which it
/// is written, without a list of names to choose from.

namespace perf {

/// A call of a library: `run` is timed; `check` says whether the last run's result is right.
struct Attempt {
  std::string library, name;
  std::function<void()> run;
  std::function<bool()> check;
};

class Session {
 public:
  /// Reads --json=FILE, --seconds=S and --cusparse=LIBRARY[:LIBRARY...], and what `take` takes,
  /// which `own_options` names.
  /// \throws std::runtime_error for any other word
  template <class Take>
  Session(int argc, char** argv, const char* own_options, const Take& take) {
    run_.seconds = 0.3;
    take_arguments(argc, argv, [&](const Argument& argument) {
      if (const char* libraries = argument.after("--cusparse=")) {
        choose_cusparse(libraries);
        return true;
      }
      return take(argument) || run_.take(argument);
    });
    if (argc > 1)
      throw std::runtime_error("unknown option " + std::string(argv[1]) + "; there are " +
                               own_options + "--json=, --seconds= and --cusparse=");
  }
  Session(int argc, char** argv) : Session(argc, argv, "", [](const Argument&) { return false; }) {}

  /// `problem` says what is done, by which kernel, and the bytes that it moves.
  void measure(const Row& problem, const Attempt& attempt) {
    Row row = problem;
    row.library = attempt.library;
    row.name = attempt.name;
    attempt.run();
    run_.exec.fence();
    if (!attempt.check()) {
      std::fprintf(stderr, "%s: %s %s: wrong result\n", row.key().c_str(), row.library.c_str(),
                   row.name.c_str());
      ++run_.failures;
      return;
    }
    row.csr_bytes = row.bytes;
    row.timing =
        run_.stopwatch.measure(attempt.run, std::int64_t(row.bytes), {.seconds = run_.seconds});
    run_.rows.push_back(row);
  }
  void measure(const Row& problem, const std::string& op, double bytes, const Attempt& attempt) {
    Row row = problem;
    row.op = op;
    row.bytes = bytes;
    measure(row, attempt);
  }

  /// \returns the exit status
  int report() { return write_report(run_); }

  const Exec& exec() const { return run_.exec; }

 private:
  RunSession run_;
};

}  // namespace perf
