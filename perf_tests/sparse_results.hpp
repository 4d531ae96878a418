// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "contender.hpp"
#include "generators.hpp"
#include "harness.hpp"
#include "peers/peers.hpp"
#include "report.hpp"

/// Benchmarks of operations whose results are sparse: patterns on both sides, and a session of
/// measured calls whose results are checked.

namespace perf {

struct Pattern {
  std::int64_t num_cols = 0;
  std::vector<std::int32_t> offsets{0}, columns;

  std::int64_t num_rows() const { return std::int64_t(offsets.size()) - 1; }
  void end_row() { offsets.push_back(std::int32_t(columns.size())); }
};

inline Pattern stencil27(int side) {
  const Stencil27 grid(side);
  Pattern result{grid.num_cols};
  for (std::int64_t row = 0; row < grid.num_rows; ++row) {
    result.columns.resize(result.columns.size() + std::size_t(grid.row_length(row)));
    grid.fill_row(row, result.columns.data() + result.offsets.back());
    result.end_row();
  }
  return result;
}

/// Lengths with a heavy tail, and few columns that many rows have.
inline Pattern power_law(int rows, double mean, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  Pattern result{rows};
  std::vector<std::int32_t> row;
  for (int i = 0; i < rows; ++i) {
    const double degree = mean * 0.5 / std::sqrt(std::max(1e-9, uniform(random)));
    row.resize(std::size_t(std::min<int>(rows / 4, int(degree) + 1)));
    for (auto& column : row) {
      const double q = uniform(random);
      column = std::min(rows - 1, int(rows * q * q * q));
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    result.columns.insert(result.columns.end(), row.begin(), row.end());
    result.end_row();
  }
  return result;
}

template <class T>
Kokkos::View<T*, Space> to_device(const std::vector<T>& from) {
  const Kokkos::View<T*, Space> result(Kokkos::view_alloc("array", Kokkos::WithoutInitializing),
                                       from.size());
  Kokkos::deep_copy(result, Kokkos::View<const T*, Kokkos::HostSpace>(from.data(), from.size()));
  return result;
}

/// A matrix on both sides.
template <class Scalar>
struct Operand {
  const Pattern& pattern;
  std::vector<Scalar> values;
  Matrix<Scalar> matrix;

  Operand(const Pattern& from, std::uint64_t seed) : pattern(from), values(from.columns.size()) {
    const RandomValue value{seed};
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = Scalar(value(std::int64_t(k), 0));
    matrix = Matrix<Scalar>(pattern.num_rows(), pattern.num_cols, to_device(pattern.offsets),
                            to_device(pattern.columns), to_device(values),
                            {.sorted = true, .unique = true});
  }
};

/// A way to a result: `run` is timed; `check` says whether the last run's result is right.
struct Attempt {
  std::string library, name;
  std::function<void()> run;
  std::function<bool()> check;
};

class Session {
 public:
  explicit Session(double seconds) : seconds_(seconds) {}

  void measure(const Row& problem, const std::string& op, double bytes, const Attempt& attempt) {
    Row row = problem;
    row.op = op;
    row.bytes = row.csr_bytes = bytes;
    row.library = attempt.library;
    row.name = attempt.name;
    attempt.run();
    exec_.fence();
    if (!attempt.check()) {
      std::fprintf(stderr, "%s: %s %s: wrong result\n", row.key().c_str(), row.library.c_str(),
                   row.name.c_str());
      ++failures_;
      return;
    }
    row.timing = stopwatch_.measure(attempt.run, std::int64_t(bytes), {.seconds = seconds_});
    rows_.push_back(row);
  }

  int report(const std::string& json) {
    const Machine machine = describe_machine(exec_, peer_list());
    compare_with_peers(rows_);
    print_table(machine, rows_);
    if (!json.empty()) write_json(json, machine, rows_);
    return failures_ != 0;
  }

  const Exec& exec() const { return exec_; }

 private:
  Exec exec_;
  double seconds_;
  Stopwatch<Exec> stopwatch_{exec_};
  std::vector<Row> rows_;
  int failures_ = 0;
};

}  // namespace perf
