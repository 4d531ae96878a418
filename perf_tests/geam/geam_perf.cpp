// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_perf_geam [--json=FILE] [--seconds=S] [--cusparse=LIBRARY[:LIBRARY...]]: C = 1.5 A - 0.5
// B, the pattern, the values and both together. cuSPARSE's results and workspace are allocated
// beforehand; Filigree's plan and its sum in one call allocate theirs within the time. Every result
// is compared with a plain merge on the host, entry by entry. oneMKL allocates its sum, too.

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <filigree/geam.hpp>

#include "checked_calls.hpp"
#include "sparse_results.hpp"
#ifdef FILIGREE_PEER_CUSPARSE
#include "geam/cusparse_geam.hpp"
#endif
#ifdef FILIGREE_PEER_MKL
#include "geam/mkl_geam.hpp"
#endif

namespace perf {
namespace {

constexpr double alpha = 1.5, beta = -0.5;

/// All columns one to the right; what leaves the matrix is dropped.
Pattern shifted(const Pattern& A) {
  Pattern result{A.num_cols};
  for (std::int64_t row = 0; row < A.num_rows(); ++row) {
    for (auto k = A.offsets[std::size_t(row)]; k < A.offsets[std::size_t(row) + 1]; ++k)
      if (A.columns[std::size_t(k)] + 1 < A.num_cols)
        result.columns.push_back(A.columns[std::size_t(k)] + 1);
    result.end_row();
  }
  return result;
}

template <class Scalar>
struct Expected {
  Pattern pattern;
  std::vector<double> values;

  Expected(const Operand<Scalar>& A, const Operand<Scalar>& B) : pattern{A.pattern.num_cols} {
    for (std::int64_t row = 0; row < A.pattern.num_rows(); ++row) add_row(A, B, std::size_t(row));
  }

  template <class Offsets, class Columns>
  bool has_pattern(const Offsets& offsets, const Columns& columns) const {
    return same(offsets, pattern.offsets) && same(columns, pattern.columns);
  }
  template <class Values>
  bool has_values(const Values& view) const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
    const double tolerance = 4 * double(std::numeric_limits<Scalar>::epsilon());
    bool right = host.extent(0) == values.size();
    for (std::size_t k = 0; right && k < values.size(); ++k)
      right = std::abs(double(host(k)) - values[k]) <= tolerance;
    return right;
  }

 private:
  void add_row(const Operand<Scalar>& A, const Operand<Scalar>& B, std::size_t row) {
    auto i = std::size_t(A.pattern.offsets[row]), j = std::size_t(B.pattern.offsets[row]);
    const auto i_end = std::size_t(A.pattern.offsets[row + 1]);
    const auto j_end = std::size_t(B.pattern.offsets[row + 1]);
    while (i < i_end || j < j_end) {
      const bool in_a = i < i_end && (j == j_end || A.pattern.columns[i] <= B.pattern.columns[j]);
      const bool in_b = j < j_end && (i == i_end || B.pattern.columns[j] <= A.pattern.columns[i]);
      pattern.columns.push_back(in_a ? A.pattern.columns[i] : B.pattern.columns[j]);
      double value = 0;
      if (in_a) value += alpha * double(A.values[i++]);
      if (in_b) value += beta * double(B.values[j++]);
      values.push_back(value);
    }
    pattern.end_row();
  }
  template <class View, class T>
  static bool same(const View& view, const std::vector<T>& wanted) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
    return host.extent(0) == wanted.size() && std::equal(wanted.begin(), wanted.end(), host.data());
  }
};

template <class Scalar>
void run_scalar(Session& session, const std::string& name, const Pattern& a, const Pattern& b) {
  const Exec& exec = session.exec();
  const Operand<Scalar> A(a, 1), B(b, 2);
  const Expected<Scalar> expected(A, B);
  Row problem;
  problem.problem = name;
  problem.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  const auto entries = double(a.columns.size() + b.columns.size() + expected.values.size());
  const double pattern_bytes = 4 * (entries + 3 * double(a.num_rows()));
  const double value_bytes = sizeof(Scalar) * entries;

  const Scalar alpha_ = Scalar(alpha), beta_ = Scalar(beta);
  using Plan = filigree::GeamPlan<Exec, std::int32_t, std::int32_t>;
  std::optional<Plan> plan;
  const auto none = filigree::Op::none;
  const auto has_pattern = [&](const auto& C) {
    return expected.has_pattern(C.row_offsets(), C.col_indices());
  };
  session.measure(problem, "pattern", pattern_bytes,
                  {"filigree", "geam_plan",
                   [&] { plan.emplace(filigree::geam_plan(exec, none, A.matrix, none, B.matrix)); },
                   [&] { return has_pattern(*plan); }});
  const auto C = plan->template result<Scalar>(exec);
  session.measure(
      problem, "values", value_bytes,
      {"filigree", "apply", [&] { plan->apply(exec, alpha_, A.matrix, beta_, B.matrix, C); },
       [&] { return expected.has_values(C.values()); }});
  Matrix<Scalar> sum;
  session.measure(
      problem, "sum", pattern_bytes + value_bytes,
      {"filigree", "geam", [&] { sum = filigree::geam(exec, alpha_, A.matrix, beta_, B.matrix); },
       [&] { return has_pattern(sum) && expected.has_values(sum.values()); }});
#ifdef FILIGREE_PEER_CUSPARSE
  for (const auto& library : cusparse::libraries()) {
    if (library.version.empty()) continue;
    cusparse::Geam<Scalar> peer(library, exec, A.matrix, B.matrix, alpha_, beta_,
                                std::int64_t(expected.values.size()));
    const auto is_right = [&] {
      return expected.has_pattern(peer.offsets, peer.columns) && expected.has_values(peer.values);
    };
    session.measure(problem, "pattern", pattern_bytes,
                    {library.name(), "csrgeam2Nnz", [&] { peer.count(); }, [] { return true; }});
    session.measure(problem, "values", value_bytes,
                    {library.name(), "csrgeam2", [&] { peer.fill(); }, is_right});
    session.measure(problem, "sum", pattern_bytes + value_bytes,
                    {library.name(), "csrgeam2Nnz, csrgeam2",
                     [&] {
                       peer.count();
                       peer.fill();
                     },
                     is_right});
  }
#endif
#ifdef FILIGREE_PEER_MKL
  std::vector<Scalar> scaled(B.values);  // before the time is taken: oneMKL has no beta
  for (Scalar& value : scaled) value *= beta_;
  const Matrix<Scalar> scaled_b = B.matrix.with_values(to_device(scaled));
  mkl::Geam<Scalar> peer(A.matrix, scaled_b, alpha_);
  session.measure(problem, "sum", pattern_bytes + value_bytes,
                  {"oneMKL", "add", [&] { peer.run(); },
                   [&] {
                     peer.result.take();
                     return expected.has_pattern(peer.result.offsets, peer.result.columns) &&
                            expected.has_values(peer.result.values);
                   }});
#endif
}

int run(int argc, char** argv) {
  Session session(argc, argv);
  constexpr bool on_host = filigree::detail::is_host_execution_v<Exec>;
  const auto run_both = [&](const std::string& name, const Pattern& a, const Pattern& b) {
    run_scalar<double>(session, name, a, b);
    run_scalar<float>(session, name, a, b);
  };
  const Pattern grid = stencil27(on_host ? 64 : 100);
  run_both("stencil27, shifted", grid, shifted(grid));
  const int rows = on_host ? 400'000 : 1'000'000;
  run_both("powerlaw, powerlaw", power_law(rows, 16, 7), power_law(rows, 16, 8));
  return session.report();
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
