// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <limits>
#include <string>

#include <filigree/convert_any.hpp>
#include <filigree/recommend.hpp>
#include <filigree/spmv.hpp>

#include "bandwidth.hpp"
#include "bench.hpp"
#include "matrix_source.hpp"

/// The measuring part of `filigree bench`, for one scalar type a source file.

namespace filigree::tool {

using BenchExec = Kokkos::DefaultExecutionSpace;
using BenchRows = Kokkos::RangePolicy<BenchExec, Kokkos::IndexType<std::int64_t>>;

template <class Scalar>
KOKKOS_FUNCTION Scalar bench_entry(std::int64_t i) {
  // in [0.5, 1.5) and no round numbers: products of them have to be rounded
  const double value = 0.5 + double((std::uint64_t(i) * 2654435761u) % 1000003u) / 1000003.0;
  if constexpr (is_complex_v<Scalar>)
    return Scalar(value, 0.25);
  else
    return value;
}

template <class Scalar>
struct BenchFill {
  Kokkos::View<Scalar*, DefaultMemorySpace> x;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { x(i) = bench_entry<Scalar>(i); }
};

/// A row of the product and its scale; the longest row.
template <class Matrix>
struct BenchExpect {
  using Scalar = typename Matrix::scalar_type;

  typename Matrix::offset_view offsets;
  typename Matrix::index_view columns;
  typename Matrix::value_view values;
  Kokkos::View<Scalar*, DefaultMemorySpace> x, expected;
  Kokkos::View<double*, DefaultMemorySpace> scale;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& longest) const {
    const std::int64_t begin = offsets(row), end = offsets(row + 1);
    Scalar sum(0);
    double size = 0;
    for (std::int64_t k = begin; k < end; ++k) {
      sum += values(k) * x(columns(k));
      size += Kokkos::abs(values(k)) * Kokkos::abs(x(columns(k)));
    }
    expected(row) = sum;
    scale(row) = size;
    if (end - begin > longest) longest = end - begin;
  }
};

template <class Scalar>
struct BenchCompare {
  Kokkos::View<Scalar*, DefaultMemorySpace> expected, y;
  Kokkos::View<double*, DefaultMemorySpace> scale;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, double& largest) const {
    if (!Kokkos::isfinite(scale(row))) return;
    const double difference = Kokkos::abs(y(row) - expected(row));
    const double relative = scale(row) > 0 ? difference / scale(row) : difference;
    // a NaN must not pass for small
    if (!(relative <= largest)) largest = relative <= 1 ? relative : 1;
  }
};

/// x, the product A x by a plain loop over the Csr arrays, and sum |a||x| of each row.
template <class Scalar>
struct BenchVectors {
  using Vector = Kokkos::View<Scalar*, DefaultMemorySpace>;
  Vector x, expected, y;
  Kokkos::View<double*, DefaultMemorySpace> scale;
  double limit = 0;  ///< of the error, from the longest row

  template <class Matrix>
  BenchVectors(const BenchExec& exec, const Matrix& A)
      : x("x", A.num_cols()),
        expected("expected", A.num_rows()),
        y("y", A.num_rows()),
        scale("scale", A.num_rows()) {
    fill(exec, A);
  }

  template <class Matrix>
  void fill(const BenchExec& exec, const Matrix& A) {
    Kokkos::parallel_for("filigree::bench::x", BenchRows(exec, 0, A.num_cols()),
                         BenchFill<Scalar>{x});
    std::int64_t longest = 0;
    Kokkos::parallel_reduce(
        "filigree::bench::expected", BenchRows(exec, 0, A.num_rows()),
        BenchExpect<Matrix>{A.row_offsets(), A.col_indices(), A.values(), x, expected, scale},
        Kokkos::Max<std::int64_t>(longest));
    // two sums of that many products, each rounded a few times where complex
    longest = std::max<std::int64_t>(longest, 0);  // of no rows it is the lowest number
    limit = 8 * double(longest + 1) * std::numeric_limits<double>::epsilon();
  }

  /// The largest |y - expected| / scale; rows that hold an infinite value or a NaN do not count.
  double error(const BenchExec& exec) const {
    double worst = 0;
    Kokkos::parallel_reduce("filigree::bench::error", BenchRows(exec, 0, std::int64_t(y.extent(0))),
                            BenchCompare<Scalar>{expected, y, scale}, Kokkos::Max<double>(worst));
    return std::max(worst, 0.0);  // where no row counts
  }
};

template <class Scalar, class Index>
class Bench {
 public:
  using Any = AnyMatrix<const Scalar, Index>;

  Bench(const BenchRequest& request, const CsrMatrix<Scalar, Index>& A, BenchReport& report)
      : request_(request), A_(AnyMatrix<Scalar, Index>(A)), report_(report), vectors_(exec_, A) {
    report_.error_limit = vectors_.limit;
  }

  void measure(const BenchFormat& format, const Recommendations& recommendations) {
    BenchRow row;
    row.format = format.name;
    for (const Recommendation& candidate : recommendations.ranked)
      if (candidate.format == format.format && candidate.parameters == format.parameters) {
        row.expected_seconds = candidate.expected_seconds;
        row.recommended = &candidate == &recommendations.best();
      }
    try {
      measure_product(format, row);
    } catch (const Error& error) {
      const std::string reason = without_call(error.what(), "argument 'A': ");
      row.left_out = reason.substr(0, reason.find(';'));  // the advice is for those who program
    }
    report_.rows.push_back(std::move(row));
  }

 private:
  Any converted(const BenchFormat& format) const {
    if (format.format == Format::csr) return A_;
    return A_.convert_to(exec_, format.format,
                         {.validate = false, .parameters = format.parameters});
  }

  void measure_product(const BenchFormat& format, BenchRow& row) {
    const Kokkos::Timer timer;
    const Any matrix = converted(format);
    const auto plan = spmv_plan(exec_, Op::none, matrix);
    exec_.fence();
    row.setup_seconds = timer.seconds();
    const auto explanation = plan.explain();
    row.kernel = explanation.kernel;
    row.bytes = explanation.bytes_moved;
    if (format.format == Format::csr) report_.csr_bytes = explanation.csr_bytes_moved;

    Kokkos::deep_copy(exec_, vectors_.y, Scalar(std::numeric_limits<double>::quiet_NaN()));
    const typename std::remove_cvref_t<decltype(plan)>::workspace_view workspace(
        "workspace", plan.workspace_bytes());
    const auto product = [&] {
      plan.apply(exec_, Scalar(1), matrix, vectors_.x, Scalar(0), vectors_.y, workspace);
    };
    product();
    row.error = vectors_.error(exec_);
    row.wrong = !(row.error <= vectors_.limit);
    if (!row.wrong) row.seconds = example::median_seconds(exec_, product, request_.samples);
  }

  BenchExec exec_;
  const BenchRequest& request_;
  Any A_;
  BenchReport& report_;
  BenchVectors<Scalar> vectors_;
};

template <class Scalar, class Index>
BenchReport bench_matrix(const BenchRequest& request) {
  const BenchExec exec;
  const auto A = load_matrix<Scalar, Index>(request.file, true).matrix;
  BenchReport report;
  report.file = request.file;
  report.num_rows = A.num_rows();
  report.num_cols = A.num_cols();
  report.num_entries = A.nnz();
  report.scalar = scalar_name<Scalar>;
  report.index_bits = int(8 * sizeof(Index));
  report.machine = BenchExec::name();
  report.threads = exec.concurrency();
  const auto& wanted = request.formats;
  const int all = 1 + int(wanted.empty() ? bench_formats().size() : wanted.size());
  request.progress("statistics, memory bandwidth", 0, all);
  report.bandwidth = example::measure_bandwidth(exec).best();
  const Recommendations recommendations = recommend(exec, A);
  Bench<Scalar, Index> bench(request, A, report);
  for (const BenchFormat& format : bench_formats()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), format.name) == wanted.end())
      continue;
    request.progress(format.name, 1 + int(report.rows.size()), all);
    bench.measure(format, recommendations);
  }
  return report;
}

}  // namespace filigree::tool
