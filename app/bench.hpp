// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <filigree/format/any_format.hpp>

namespace filigree::tool {

/// A format that is measured, and the name that it has here.
struct BenchFormat {
  std::string_view name;
  Format format = Format::csr;
  FormatParameters parameters{};
};

/// All of them, Csr first. They include all that the library may recommend.
const std::vector<BenchFormat>& bench_formats();

/// One format's product y = A x.
struct BenchRow {
  std::string format;
  std::string kernel;
  double seconds = 0;           ///< median of a product
  double expected_seconds = 0;  ///< by recommend(); 0: not known
  bool recommended = false;
  std::int64_t bytes = 0;    ///< the least that a product moves
  double setup_seconds = 0;  ///< conversion and plan
  double error = 0;          ///< the largest of a row, of sum |a||x|
  bool wrong = false;        ///< the product is not that of the Csr matrix
  std::string left_out;      ///< why it was not measured; empty where it was

  bool measured() const { return left_out.empty() && !wrong; }
};

struct BenchReport {
  std::string file;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t num_entries = 0;
  std::string scalar;
  int index_bits = 32;
  std::int64_t csr_bytes = 0;  ///< that a product with the plain Csr matrix moves
  std::string machine;
  int threads = 0;
  double bandwidth = 0;  ///< bytes a second that memory sustains
  double error_limit = 0;
  std::vector<BenchRow> rows;

  /// The row of the Csr matrix, or null.
  const BenchRow* csr() const;
  const BenchRow* fastest() const;
};

struct BenchRequest {
  std::string file;
  std::vector<std::string> formats;  ///< of bench_formats(); empty: all
  int samples = 9;
  /// Called before each step.
  std::function<void(std::string_view what, int done, int all)> progress;
};

/// Measures products with a matrix file of double (complex_double) values.
BenchReport bench_double(const BenchRequest& request, bool wide_indices);
BenchReport bench_complex(const BenchRequest& request, bool wide_indices);

/// Bars of the speed of each format as SVG, in the style of the benchmarks' plots.
std::string draw_bench(const BenchReport& report);

}  // namespace filigree::tool
