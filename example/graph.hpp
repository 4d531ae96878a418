// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <filigree/format/coo.hpp>
#include <filigree/io/read.hpp>

/// Graphs for the examples: lists of edges on the host, from a file or at random, and as matrices.

namespace example {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
template <class T>
using Vector = Kokkos::View<T*, Space>;

struct Edge {
  std::int32_t from;
  std::int32_t to;
  double weight;  ///< positive
};

struct Graph {
  std::int64_t num_vertices = 0;
  std::vector<Edge> edges;  ///< by `from`, then `to`; each once, no loops

  /// Where the edges of each vertex begin; one more at the end.
  std::vector<std::size_t> starts() const {
    std::vector<std::size_t> result(std::size_t(num_vertices) + 1, 0);
    for (const Edge& e : edges) ++result[std::size_t(e.from) + 1];
    for (std::size_t v = 1; v < result.size(); ++v) result[v] += result[v - 1];
    return result;
  }
};

inline Graph make_graph(std::int64_t num_vertices, std::vector<Edge> edges) {
  std::erase_if(edges, [](const Edge& e) { return e.from == e.to; });
  const auto before = [](const Edge& a, const Edge& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  };
  const auto same = [](const Edge& a, const Edge& b) { return a.from == b.from && a.to == b.to; };
  std::stable_sort(edges.begin(), edges.end(), before);
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  return {num_vertices, std::move(edges)};
}

/// Each edge both ways.
inline Graph undirected(const Graph& graph) {
  auto edges = graph.edges;
  for (const Edge& e : graph.edges) edges.push_back({e.to, e.from, e.weight});
  return make_graph(graph.num_vertices, std::move(edges));
}

/// A directed graph with a few hubs, the same in every run.
inline Graph random_graph(std::int64_t num_vertices) {
  std::mt19937_64 generate(1);
  const auto uniform = [&] { return double(generate() >> 11) * 0x1p-53; };
  const auto vertex = [&] { return std::int32_t(double(num_vertices) * std::pow(uniform(), 3)); };
  std::vector<Edge> edges;
  for (std::int64_t k = 0; k < 8 * num_vertices; ++k) {
    const auto from = vertex(), to = vertex();
    edges.push_back({from, to, 1 + 9 * uniform()});
  }
  return make_graph(num_vertices, std::move(edges));
}

/// An edge for each entry (i, j) of a square matrix, weighted by its magnitude, or 1 where that is
/// 0.
inline Graph read_graph(const std::string& file) {
  const auto A = filigree::read_matrix<double>(file, {.expand_symmetry = true});
  if (A.num_rows() != A.num_cols()) throw std::runtime_error(file + ": the matrix is not square");
  const int base = int(A.index_base());
  std::vector<Edge> edges;
  for (std::size_t k = 0; k < std::size_t(A.nnz()); ++k) {
    const double weight = std::abs(A.values()(k));
    edges.push_back(
        {A.row_indices()(k) - base, A.col_indices()(k) - base, weight > 0 ? weight : 1});
  }
  return make_graph(A.num_rows(), std::move(edges));
}

template <class T>
Vector<T> to_device(const std::vector<T>& entries) {
  const Vector<T> result(Kokkos::view_alloc("entries", Kokkos::WithoutInitializing),
                         entries.size());
  Kokkos::deep_copy(result, Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                                entries.data(), entries.size()));
  return result;
}

template <class T>
std::vector<T> to_host(const Vector<T>& vector) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, vector);
  return std::vector<T>(host.data(), host.data() + host.extent(0));
}

/// The adjacency matrix, with the weights for values.
inline filigree::CooMatrix<double, std::int32_t, Space> adjacency(const Graph& graph) {
  std::vector<std::int32_t> rows, columns;
  std::vector<double> values;
  for (const Edge& e : graph.edges) {
    rows.push_back(e.from);
    columns.push_back(e.to);
    values.push_back(e.weight);
  }
  return {graph.num_vertices, graph.num_vertices, to_device(rows),
          to_device(columns), to_device(values),  {.sorted = true, .unique = true}};
}

inline Graph graph_of(int argc, char** argv) {
  const std::string word = argc > 1 ? argv[1] : "20000";
  char* end = nullptr;
  const long number = std::strtol(word.c_str(), &end, 10);
  const bool is_number = !word.empty() && *end == '\0';
  if (argc > 2 || (is_number && (number < 1 || number > 10000000)))
    throw std::runtime_error("takes a matrix file, or a number of vertices up to 10^7");
  Graph graph = is_number ? random_graph(number) : read_graph(word);
  if (graph.num_vertices == 0) throw std::runtime_error(word + ": the graph has no vertices");
  std::printf("graph        %s: %" PRId64 " vertices, %zu edges\n",
              is_number ? "random" : word.c_str(), graph.num_vertices, graph.edges.size());
  return graph;
}

/// The main function of an example: run(exec, graph) throws where a result is wrong.
template <class Run>
int run_example(const char* name, int argc, char** argv, const Run& run) {
  try {
    const Kokkos::ScopeGuard kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
    run(Exec(), graph_of(argc, argv));
    std::printf("ok\n");
    return 0;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 1;
  }
}

}  // namespace example
