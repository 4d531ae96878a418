// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/read.hpp>

#include "coloring_support.hpp"
#include "io/matrix_files.hpp"

/// Colours of real matrices.

namespace filigree::test {
namespace {

class ColoredFiles : public ::testing::TestWithParam<std::filesystem::path> {};

/// The pattern of a file, entries above and below the diagonal.
Graph read(const std::filesystem::path& file) {
  const auto entries = read_matrix<complex_double, std::int64_t>(file);
  Graph graph(std::size_t(std::max(entries.num_rows(), entries.num_cols())));
  for (std::int64_t k = 0; k < entries.nnz(); ++k)
    graph[std::size_t(entries.row_indices()(k))].push_back(entries.col_indices()(k));
  return graph;
}

/// The graph of a matrix that is not square gets rows or columns without entries.
TEST_P(ColoredFiles, proper_and_as_a_loop_does) {
  const Graph graph = read(GetParam());
  const Graph joined = joined_rows(graph);
  const Colors colors("colors", graph.size());
  const std::int64_t count = color_graph(Exec(), matrix_of(graph), colors);
  const auto found = on_host(colors);
  EXPECT_TRUE(is_proper(joined, found, count));
  EXPECT_EQ(found, color_in_order(joined, documented_order(joined)));
  const std::int64_t in_order = color_count(color_in_order(joined, natural_order(joined)));
  RecordProperty("colours", std::to_string(count));
  RecordProperty("colours_in_natural_order", std::to_string(in_order));
  // Grids in natural order need fewer colours than in an order of hashed numbers.
  EXPECT_LE(count, in_order + in_order / 2 + 3);
}

INSTANTIATE_TEST_SUITE_P(All, ColoredFiles, ::testing::ValuesIn(matrix_files()), MatrixFileName());

}  // namespace
}  // namespace filigree::test
