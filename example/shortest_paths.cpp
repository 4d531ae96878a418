// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shortest_paths [FILE | VERTICES]: distances from vertex 0 by Bellman and Ford's method, a product
// with min and plus a step, until nothing changes.
//
// Source: J. Kepner and J. Gilbert (eds.), Graph Algorithms in the Language of Linear Algebra,
// SIAM, 2011, chapter 5: d = d min (A' min.plus d).

#include <cstdio>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include <filigree/convert.hpp>
#include <filigree/spmv_op.hpp>

#include "graph.hpp"

namespace {

using example::Exec;
using example::Graph;
using example::Range;
using example::Vector;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Copies `next` to `distances`; returns how many changed.
std::int64_t update(const Exec& exec, const Vector<double>& next, const Vector<double>& distances) {
  std::int64_t count = 0;
  Kokkos::parallel_reduce(
      "shortest_paths::update", Range(exec, 0, std::int64_t(next.extent(0))),
      KOKKOS_LAMBDA(const std::int64_t v, std::int64_t& sum) {
        sum += next(v) != distances(v);
        distances(v) = next(v);
      },
      count);
  return count;
}

/// Distances from the source; infinity where there is no path. A by columns: the rows of its
/// transpose, edges by the vertex that they lead to.
template <class Matrix>
Vector<double> distances_from(const Exec& exec, const Matrix& A, std::int64_t source) {
  const auto n = std::size_t(A.num_rows());
  const Vector<double> distances("distances", n), next("next", n);
  Kokkos::deep_copy(exec, next, infinity);
  Kokkos::deep_copy(exec, Kokkos::subview(next, source), 0.0);
  int steps = 0;
  for (; update(exec, next, distances) > 0; ++steps)
    filigree::spmv_op(exec, filigree::Op::transpose, filigree::semirings::min_plus<double>(), A,
                      distances, next,
                      filigree::ProductOutput{}.with_accumulate(filigree::operators::Min{}));
  std::printf("steps        %d\n", steps);
  return distances;
}

/// Distances by Dijkstra's method. Sums are rounded the same way, as both add an edge to a path.
std::vector<double> plain_distances(const Graph& graph, std::int32_t source) {
  const auto starts = graph.starts();
  std::vector<double> distances(std::size_t(graph.num_vertices), infinity);
  using Stop = std::pair<double, std::int32_t>;
  std::priority_queue<Stop, std::vector<Stop>, std::greater<Stop>> queue;
  queue.push({0.0, source});
  while (!queue.empty()) {
    const auto [distance, vertex] = queue.top();
    queue.pop();
    const auto v = std::size_t(vertex);
    if (distance >= distances[v]) continue;
    distances[v] = distance;
    for (std::size_t k = starts[v]; k < starts[v + 1]; ++k)
      queue.push({distance + graph.edges[k].weight, graph.edges[k].to});
  }
  return distances;
}

void run(const Exec& exec, const Graph& graph) {
  const auto A = filigree::coo_to_csc(exec, example::adjacency(graph));
  const auto distances = example::to_host(distances_from(exec, A, 0));
  std::int64_t reached = 0;
  double farthest = 0;
  for (const double distance : distances) {
    if (distance == infinity) continue;
    ++reached;
    farthest = std::max(farthest, distance);
  }
  std::printf("reached      %lld vertices, the farthest at %g\n", static_cast<long long>(reached),
              farthest);
  if (distances != plain_distances(graph, 0)) throw std::runtime_error("the distances are wrong");
}

}  // namespace

int main(int argc, char** argv) { return example::run_example("shortest_paths", argc, argv, run); }
