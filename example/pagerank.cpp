// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pagerank [FILE | VERTICES]: the PageRank of every vertex by power iteration; damping is the
// product's epilogue.
//
// Source: S. Brin and L. Page, The anatomy of a large-scale hypertextual Web search engine,
// Computer Networks and ISDN Systems 30, 1998. A vertex without edges shares its rank among all.

#include <cstdio>
#include <numeric>

#include <filigree/convert.hpp>
#include <filigree/spmv_op.hpp>

#include "graph.hpp"

namespace {

using example::Exec;
using example::Graph;
using example::Range;
using example::Vector;

constexpr double damping = 0.85, tolerance = 1e-10;
constexpr int max_iterations = 200;

/// What a vertex hands to each of its neighbours; returns the rank of the vertices without any.
double share_out(const Exec& exec, const Vector<double>& ranks, const Vector<double>& degrees,
                 const Vector<double>& shares) {
  double kept = 0;
  Kokkos::parallel_reduce(
      "pagerank::share_out", Range(exec, 0, std::int64_t(ranks.extent(0))),
      KOKKOS_LAMBDA(const std::int64_t v, double& sum) {
        shares(v) = degrees(v) > 0 ? ranks(v) / degrees(v) : 0;
        if (degrees(v) == 0) sum += ranks(v);
      },
      kept);
  return kept;
}

double distance(const Exec& exec, const Vector<double>& a, const Vector<double>& b) {
  double result = 0;
  Kokkos::parallel_reduce(
      "pagerank::distance", Range(exec, 0, std::int64_t(a.extent(0))),
      KOKKOS_LAMBDA(const std::int64_t v, double& sum) { sum += Kokkos::abs(a(v) - b(v)); },
      result);
  return result;
}

/// A by columns: the rows of its transpose, edges by the vertex that they lead to.
template <class Matrix>
Vector<double> page_ranks(const Exec& exec, const Matrix& A, const Vector<double>& degrees) {
  const std::int64_t n = A.num_rows();
  Vector<double> ranks("ranks", std::size_t(n)), next("next", std::size_t(n));
  const Vector<double> shares("shares", std::size_t(n));
  Kokkos::deep_copy(exec, ranks, 1.0 / double(n));
  for (int iteration = 1; iteration <= max_iterations; ++iteration) {
    const double kept = share_out(exec, ranks, degrees, shares);
    const double base = (1 - damping + damping * kept) / double(n);
    // the sum of the neighbours' shares, whatever the weights; then the damping
    filigree::spmv_op(exec, filigree::Op::transpose, filigree::semirings::plus_second<double>(), A,
                      shares, next,
                      filigree::ProductOutput{}.with_epilogue(KOKKOS_LAMBDA(
                          std::int64_t, double sum) { return base + damping * sum; }));
    const double change = distance(exec, ranks, next);
    std::swap(ranks, next);
    if (change > tolerance) continue;
    std::printf("iterations   %d\n", iteration);
    return ranks;
  }
  throw std::runtime_error("not converged after " + std::to_string(max_iterations) + " iterations");
}

std::vector<double> out_degrees(const Graph& graph) {
  std::vector<double> degrees(std::size_t(graph.num_vertices), 0);
  for (const auto& edge : graph.edges) ++degrees[std::size_t(edge.from)];
  return degrees;
}

/// How far the ranks are from what one more step makes of them, edge by edge.
double plain_residual(const Graph& graph, const std::vector<double>& degrees,
                      const std::vector<double>& ranks) {
  const double n = double(graph.num_vertices);
  double kept = 0, residual = 0;
  for (std::size_t v = 0; v < ranks.size(); ++v) kept += degrees[v] == 0 ? ranks[v] : 0;
  std::vector<double> next(ranks.size(), (1 - damping + damping * kept) / n);
  for (const auto& edge : graph.edges)
    next[std::size_t(edge.to)] +=
        damping * ranks[std::size_t(edge.from)] / degrees[std::size_t(edge.from)];
  for (std::size_t v = 0; v < ranks.size(); ++v) residual += std::abs(next[v] - ranks[v]);
  return residual;
}

void run(const Exec& exec, const Graph& graph) {
  const auto A = filigree::coo_to_csc(exec, example::adjacency(graph));
  const auto degrees = out_degrees(graph);
  const auto ranks = example::to_host(page_ranks(exec, A, example::to_device(degrees)));
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  const std::size_t shown = std::min<std::size_t>(5, order.size());
  std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(shown), order.end(),
                    [&](std::size_t a, std::size_t b) { return ranks[a] > ranks[b]; });
  for (std::size_t i = 0; i < shown; ++i)
    std::printf("rank %zu       vertex %zu, %.4g\n", i + 1, order[i], ranks[order[i]]);
  const double sum = std::accumulate(ranks.begin(), ranks.end(), 0.0);
  const double residual = plain_residual(graph, degrees, ranks);
  std::printf("residual     %.1e, the ranks add up to 1 %+.1e\n", residual, sum - 1);
  if (!(residual <= 2 * tolerance) || !(std::abs(sum - 1) <= 1e-9))
    throw std::runtime_error("the ranks are wrong");
}

}  // namespace

int main(int argc, char** argv) { return example::run_example("pagerank", argc, argv, run); }
