// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_perf_spmv_huge [N [SCALAR]]: products with more than 2^31 entries, 64-bit offsets and
// 32-bit columns. The matrix is the 27-point pattern on an N^3 grid (default 433: 2.18 x 10^9
// entries; 18 GB in f32, 27 GB in f64), its reference is made from the generator alone, so that no
// array is trusted.

#include <Kokkos_Core.hpp>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>

#include <filigree/spmv.hpp>

#include "generators.hpp"
#include "harness.hpp"

namespace perf {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

struct RandomX {
  KOKKOS_FUNCTION double operator()(std::int64_t i) const { return RandomValue{7}(i, 0); }
};

/// The largest error of y, relative to sum |a||x|: rows are generated again and multiplied in
/// double.
template <class Scalar>
double largest_error(const Exec& exec, const Stencil27& pattern,
                     const Kokkos::View<Scalar*, Space>& y) {
  double worst = 0;
  Kokkos::parallel_reduce(
      "perf::largest_error",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, pattern.num_rows),
      KOKKOS_LAMBDA(const std::int64_t row, double& largest) {
        std::int64_t columns[27];
        pattern.fill_row(row, columns);
        double sum = 0, scale = 0;
        for (std::int64_t k = 0; k < pattern.row_length(row); ++k) {
          const double term = double(Scalar(RandomValue{}(row, columns[k]))) *
                              double(Scalar(RandomX{}(columns[k])));
          sum += term;
          scale += Kokkos::abs(term);
        }
        const double error = Kokkos::abs(double(y(row)) - sum) / scale;
        // The negation takes NaN as well.
        if (!(error <= largest))
          largest = error == error ? error : Kokkos::Experimental::infinity_v<double>;
      },
      Kokkos::Max<double>(worst));
  return worst;
}

template <class Scalar>
int run(std::int64_t n) {
  const Exec exec;
  const Stencil27 pattern(n);
  const auto A = build_csr<Scalar, std::int32_t, std::int64_t>(exec, pattern, RandomValue{});
  const Kokkos::View<Scalar*, Space> x("x", A.num_cols()), y("y", A.num_rows());
  Kokkos::parallel_for(
      "perf::x", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, A.num_cols()),
      KOKKOS_LAMBDA(const std::int64_t i) { x(i) = Scalar(RandomX{}(i)); });
  std::printf("%" PRId64 " rows, %" PRId64 " entries (2^31 = %" PRId64 "), %s\n", A.num_rows(),
              A.nnz(), std::int64_t(1) << 31, filigree::scalar_name<Scalar>);

  Stopwatch<Exec> stopwatch(exec);
  const double limit = 29 * double(std::numeric_limits<Scalar>::epsilon());
  int failures = 0;
  const auto report = [&](const char* way, const auto& product) {
    Kokkos::deep_copy(exec, y, Scalar(Kokkos::Experimental::quiet_NaN_v<float>));
    const auto kernel = product();
    exec.fence();
    const double error = largest_error(exec, pattern, y);
    const auto timing = stopwatch.measure(product, A.nnz() * 8, {.seconds = 1});
    failures += !(error <= limit);
    std::printf("%-10s %-24s %9.3f ms, error %.2e (limit %.2e) %s\n", way,
                std::string(kernel.name).c_str(), timing.median * 1e3, error, limit,
                error <= limit ? "ok" : "WRONG");
  };
  const auto planned = [&](const char* way, const filigree::SpmvOptions& options) {
    const auto plan = filigree::spmv_plan(exec, filigree::Op::none, A, options);
    const typename decltype(plan)::workspace_view workspace("workspace", plan.workspace_bytes());
    report(way, [&] { return plan.apply(exec, Scalar(1), A, x, Scalar(0), y, workspace); });
  };
  planned("plan", {});
  planned("plan_raw", {.compress = false});
  report("one_shot",
         [&] { return filigree::spmv(exec, filigree::Op::none, Scalar(1), A, x, Scalar(0), y); });
  planned("generic", {.backend = filigree::Backend::generic});
  return failures != 0;
}

}  // namespace perf

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const long n = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 433;
  if (n < 1 || n > 1200) {
    std::fprintf(stderr, "usage: %s [N [f32|f64]], N up to 1200\n", argv[0]);
    return 2;
  }
  try {
    return argc > 2 && std::strcmp(argv[2], "f64") == 0 ? perf::run<double>(n)
                                                        : perf::run<float>(n);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
