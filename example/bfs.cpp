// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bfs [FILE | VERTICES]: breadth-first search from vertex 0, a product a level.
//
// Source: J. Kepner and J. Gilbert (eds.), Graph Algorithms in the Language of Linear Algebra,
// SIAM, 2011, chapter 1: next<not reached> = A' or.and frontier.

#include <cstdio>
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

/// Gives the vertices of a frontier their level; returns how many there are.
std::int64_t mark(const Exec& exec, const Vector<bool>& frontier, std::int32_t level,
                  const Vector<std::int32_t>& levels) {
  std::int64_t count = 0;
  Kokkos::parallel_reduce(
      "bfs::mark", Range(exec, 0, std::int64_t(levels.extent(0))),
      KOKKOS_LAMBDA(const std::int64_t v, std::int64_t& sum) {
        if (!frontier(v)) return;
        levels(v) = level;
        ++sum;
      },
      count);
  return count;
}

/// 1 for the source, 2 for its neighbours, ...; 0 for what is not reached. A by columns: the rows
/// of its transpose.
template <class Matrix>
Vector<std::int32_t> levels_from(const Exec& exec, const Matrix& A, std::int64_t source) {
  const auto n = std::size_t(A.num_rows());
  const Vector<std::int32_t> levels("levels", n);
  Vector<bool> frontier("frontier", n), next("next", n);
  Kokkos::deep_copy(exec, Kokkos::subview(frontier, source), true);
  mark(exec, frontier, 1, levels);
  // Rows of vertices that have a level are not looked at; the others end at the first neighbour
  // in the frontier.
  const auto unreached =
      filigree::ProductOutput{}.with_mask(complement(filigree::mask_by_value(levels)));
  for (std::int32_t level = 2;; ++level) {
    filigree::spmv_op(exec, filigree::Op::transpose, filigree::semirings::or_second(), A, frontier,
                      next, unreached.with_replace());
    const std::int64_t found = mark(exec, next, level, levels);
    if (found == 0) return levels;
    std::printf("level %-6d %lld vertices\n", level - 1, static_cast<long long>(found));
    std::swap(frontier, next);
  }
}

/// The levels by a queue.
std::vector<std::int32_t> plain_levels(const Graph& graph, std::int32_t source) {
  const auto starts = graph.starts();
  std::vector<std::int32_t> levels(std::size_t(graph.num_vertices), 0);
  std::queue<std::int32_t> queue({source});
  levels[std::size_t(source)] = 1;
  for (; !queue.empty(); queue.pop()) {
    const auto v = std::size_t(queue.front());
    for (std::size_t k = starts[v]; k < starts[v + 1]; ++k) {
      const std::int32_t to = graph.edges[k].to;
      if (levels[std::size_t(to)] != 0) continue;
      levels[std::size_t(to)] = levels[v] + 1;
      queue.push(to);
    }
  }
  return levels;
}

void run(const Exec& exec, const Graph& graph) {
  const auto A = filigree::coo_to_csc(exec, example::adjacency(graph));
  const auto levels = example::to_host(levels_from(exec, A, 0));
  const auto unreached = std::count(levels.begin(), levels.end(), 0);
  std::printf("not reached  %lld vertices\n", static_cast<long long>(unreached));
  if (levels != plain_levels(graph, 0)) throw std::runtime_error("the levels are wrong");
}

}  // namespace

int main(int argc, char** argv) { return example::run_example("bfs", argc, argv, run); }
