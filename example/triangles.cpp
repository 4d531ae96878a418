// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// triangles [FILE | VERTICES]: the number of triangles of an undirected graph, by one masked
// product.
//
// Source: M. M. Wolf, M. Deveci, J. W. Berry, S. D. Hammond, S. Rajamanickam, Fast linear
// algebra-based triangle counting with KokkosKernels, IEEE HPEC 2017: with L the strict lower
// triangle of the adjacency matrix, the entries of C<L> = L plus.pair L' count, for each edge, the
// triangles whose other vertex comes before both of its ends.

#include <cstdio>

#include <filigree/convert.hpp>
#include <filigree/masked_spgemm.hpp>

#include "graph.hpp"

namespace {

using example::Edge;
using example::Exec;
using example::Graph;
using example::Range;
using example::Vector;

std::int64_t sum(const Exec& exec, const Vector<std::int64_t>& counts) {
  std::int64_t result = 0;
  Kokkos::parallel_reduce(
      "triangles::sum", Range(exec, 0, std::int64_t(counts.extent(0))),
      KOKKOS_LAMBDA(const std::int64_t k, std::int64_t& partial) { partial += counts(k); }, result);
  return result;
}

/// From each vertex to those before it.
Graph lower_triangle(const Graph& undirected) {
  Graph result = undirected;
  std::erase_if(result.edges, [](const Edge& e) { return e.to > e.from; });
  return result;
}

std::int64_t count_triangles(const Exec& exec, const Graph& lower) {
  const auto L = filigree::coo_to_csr(exec, example::adjacency(lower));
  const Vector<std::int64_t> counts("counts", std::size_t(L.nnz()));
  filigree::masked_spgemm(exec, filigree::Op::none, filigree::Op::transpose,
                          filigree::semirings::plus_pair<std::int64_t>(), L, L,
                          L.with_values(counts));
  return sum(exec, counts);
}

/// The number of triangles by marking each vertex's neighbours and looking at theirs.
std::int64_t plain_triangles(const Graph& lower) {
  const auto starts = lower.starts();
  std::vector<bool> is_neighbour(std::size_t(lower.num_vertices), false);
  std::int64_t result = 0;
  for (std::size_t v = 0; v < is_neighbour.size(); ++v) {
    const auto set = [&](bool value) {
      for (std::size_t k = starts[v]; k < starts[v + 1]; ++k)
        is_neighbour[std::size_t(lower.edges[k].to)] = value;
    };
    set(true);
    for (std::size_t k = starts[v]; k < starts[v + 1]; ++k) {
      const auto w = std::size_t(lower.edges[k].to);
      for (std::size_t l = starts[w]; l < starts[w + 1]; ++l)
        result += is_neighbour[std::size_t(lower.edges[l].to)];
    }
    set(false);
  }
  return result;
}

void run(const Exec& exec, const Graph& graph) {
  const Graph lower = lower_triangle(example::undirected(graph));
  const std::int64_t triangles = count_triangles(exec, lower);
  std::printf("undirected   %zu edges\n", lower.edges.size());
  std::printf("triangles    %lld\n", static_cast<long long>(triangles));
  if (triangles != plain_triangles(lower)) throw std::runtime_error("the count is wrong");
}

}  // namespace

int main(int argc, char** argv) { return example::run_example("triangles", argc, argv, run); }
