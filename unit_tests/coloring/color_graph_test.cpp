// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>
#include <string>

#include "coloring_support.hpp"
#include "core/refusals.hpp"

namespace filigree::test {
namespace {

/// Rows with some entries at random places, the diagonal among them, in no order; the mirror images
/// of few of them.
Graph random_graph(unsigned seed, std::int64_t num_rows, int per_row) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::int64_t> col(0, num_rows - 1);
  std::uniform_int_distribution<int> length(0, 2 * per_row);
  Graph graph(static_cast<std::size_t>(num_rows));
  for (auto& row : graph)
    for (int k = length(random); k > 0; --k) row.push_back(col(random));
  return graph;
}

/// All entries and their mirror images.
Graph symmetric_graph(unsigned seed, std::int64_t num_rows, int per_row) {
  return joined_rows(random_graph(seed, num_rows, per_row));
}

template <class Matrix>
std::vector<std::int32_t> colors_of(const Matrix& A, const ColoringOptions& options = {},
                                    std::int64_t* count = nullptr) {
  const Colors colors("colors", A.num_rows());
  Kokkos::deep_copy(colors, 12345);  // no given colour is read unless that is asked for
  const std::int64_t found = color_graph(Exec(), A, colors, options);
  if (count != nullptr) *count = found;
  return on_host(colors);
}

TEST(ColorGraph, small_graphs) {
  const auto count = [](const Graph& graph) {
    std::int64_t result = -1;
    const auto colors = colors_of(matrix_of(graph), {}, &result);
    EXPECT_TRUE(is_proper(joined_rows(graph), colors, result));
    return result;
  };
  EXPECT_EQ(count({}), 0);
  EXPECT_EQ(count({{}, {}, {}}), 1);
  EXPECT_EQ(count({{0}, {1, 1}}), 1);                   // a diagonal joins nothing
  EXPECT_EQ(count({{1}, {}}), 2);                       // one entry joins both ways
  EXPECT_EQ(count({{1, 2, 3, 4}, {}, {}, {}, {}}), 2);  // a star
  EXPECT_EQ(count({{1}, {2}, {0}}), 3);                 // a triangle, each side stored once
  EXPECT_EQ(count({{}, {0}, {0, 1}, {0, 1, 2}}), 4);    // all joined, the lower triangle
  // The middle of a star has most neighbours and comes first.
  EXPECT_EQ(colors_of(matrix_of({{2}, {2}, {2}, {2}})), (std::vector<std::int32_t>{1, 1, 0, 1}));
}

TEST(ColorGraph, more_colours_than_a_word_has_bits) {
  Graph graph(150);
  for (std::int64_t row = 0; row < 150; ++row)
    for (std::int64_t col = 0; col < row; ++col) graph[std::size_t(row)].push_back(col);
  std::int64_t count = 0;
  const auto colors = colors_of(matrix_of(graph), {}, &count);
  EXPECT_EQ(count, 150);
  EXPECT_TRUE(is_proper(joined_rows(graph), colors, count));
}

/// As the plain loop colours, whatever the types, the base and the number of the run.
TEST(ColorGraph, is_that_of_a_loop) {
  for (const int per_row : {1, 4, 20}) {
    const Graph graph = random_graph(unsigned(per_row), 5000, per_row);
    const Graph joined = joined_rows(graph);
    const auto expected = color_in_order(joined, documented_order(joined));
    std::int64_t count = 0;
    const auto colors = colors_of(matrix_of(graph), {}, &count);
    EXPECT_TRUE(is_proper(joined, colors, count));
    EXPECT_EQ(colors, expected);
    EXPECT_EQ(colors_of(matrix_of<std::int32_t, std::int64_t>(graph)), expected);
    EXPECT_EQ(colors_of(matrix_of<std::int64_t, std::int64_t>(graph, IndexBase::one)), expected);
    EXPECT_LE(count, color_count(color_in_order(joined, natural_order(joined))));
  }
}

TEST(ColorGraph, a_hundred_runs_are_equal) {
  const auto A = matrix_of(random_graph(3, 2000, 5));
  for (const double fraction : {0.6, 1.0}) {
    const auto first = colors_of(A, {.fraction = fraction});
    for (int run = 1; run < 100; ++run) ASSERT_EQ(colors_of(A, {.fraction = fraction}), first);
  }
}

/// No transposed pattern is made.
TEST(ColorGraph, symmetric_patterns) {
  const Graph graph = symmetric_graph(7, 3000, 3);
  std::int64_t count = 0;
  const auto colors = colors_of(matrix_of(graph), {}, &count);
  EXPECT_TRUE(is_proper(graph, colors, count));
  EXPECT_EQ(colors, color_in_order(graph, documented_order(graph)));
}

/// The rows behind the fraction have a colour each, and the colouring is proper.
TEST(ColorGraph, fractions) {
  const Graph graph = random_graph(11, 4000, 6);
  const Graph joined = joined_rows(graph);
  const auto A = matrix_of(graph);
  const auto whole = colors_of(A);
  for (const double fraction : {0.0, 0.5, 0.8, 0.99}) {
    SCOPED_TRACE(fraction);
    std::int64_t count = 0;
    const auto colors = colors_of(A, {.fraction = fraction}, &count);
    EXPECT_TRUE(is_proper(joined, colors, count));
    std::vector<std::int64_t> rows_of_color(static_cast<std::size_t>(count), 0);
    for (const std::int32_t color : colors) ++rows_of_color[std::size_t(color)];
    const auto alone = std::count(rows_of_color.begin(), rows_of_color.end(), 1);
    EXPECT_LE(double(alone), (1 - fraction) * 4000 + double(color_count(whole)));
    if (fraction == 0) {
      EXPECT_EQ(count, 4000);
    } else {
      EXPECT_LT(count, 2000 + color_count(whole));
    }
  }
}

TEST(ColorGraph, given_colours_stay) {
  const Graph graph = random_graph(13, 3000, 4);
  const Graph joined = joined_rows(graph);
  const auto A = matrix_of(graph);
  auto given = colors_of(A);
  for (std::size_t row = 0; row < given.size(); ++row)
    given[row] = row % 3 == 0 ? given[row] + 1 : -1;  // proper still, and 0 is free
  const Colors colors = on_device(given);
  const std::int64_t count = color_graph(Exec(), A, colors, {.keep_given = true});
  const auto found = on_host(colors);
  EXPECT_TRUE(is_proper(joined, found, count));
  for (std::size_t row = 0; row < given.size(); row += 3) ASSERT_EQ(found[row], given[row]);
}

/// The neighbours of each row and theirs, as often as there are ways.
Graph with_second_neighbours(const Graph& joined) {
  Graph result(joined.size());
  for (std::size_t row = 0; row < joined.size(); ++row)
    for (const std::int64_t middle : joined[row]) {
      result[row].push_back(middle);
      for (const std::int64_t other : joined[std::size_t(middle)])
        if (other != std::int64_t(row)) result[row].push_back(other);
    }
  return result;
}

TEST(ColorGraph, at_distance_two) {
  const ColoringOptions two{.distance = 2};
  for (const Graph& graph : {Graph{}, Graph{{1}, {2}, {3}, {}}, Graph{{1, 2, 3, 4}, {}, {}, {}, {}},
                             random_graph(3, 400, 2), random_graph(4, 30, 6)}) {
    const Graph near = with_second_neighbours(joined_rows(graph));
    std::int64_t count = -1;
    const auto colors = colors_of(matrix_of(graph), two, &count);
    EXPECT_TRUE(is_proper(near, colors, count));
    EXPECT_EQ(colors, color_in_order(near, documented_order(near)));
  }
  // a path of four rows, a star of five
  std::int64_t count = 0;
  colors_of(matrix_of({{1}, {2}, {3}, {}}), two, &count);
  EXPECT_EQ(count, 3);
  colors_of(matrix_of({{1, 2, 3, 4}, {}, {}, {}, {}}), two, &count);
  EXPECT_EQ(count, 5);
  const Graph symmetric = symmetric_graph(6, 300, 3);
  const auto known =
      colors_of(matrix_of<std::int64_t, std::int64_t>(symmetric, IndexBase::one), two, &count);
  EXPECT_TRUE(is_proper(with_second_neighbours(symmetric), known, count));
}

/// Given colours that rows at distance 2 share are wrong there.
TEST(ColorGraph, given_colours_at_distance_two) {
  const auto A = matrix_of({{1}, {2}, {}, {}});
  const auto colored = [&](std::vector<std::int32_t> given, int distance) {
    const Colors colors = on_device(given);
    color_graph(Exec(), A, colors, {.keep_given = true, .distance = distance});
    return on_host(colors);
  };
  EXPECT_EQ(colored({0, 1, 0, -1}, 1), (std::vector<std::int32_t>{0, 1, 0, 0}));
  EXPECT_EQ(colored({0, 1, -1, -1}, 2), (std::vector<std::int32_t>{0, 1, 2, 0}));
  expect_refusals({{"shared", Status::invalid_value, "colors", "row 0", [&] {
                      colored({0, 1, 0, -1}, 2);
                    }}});
}

TEST(ColorGraph, bad_arguments) {
  const auto A = matrix_of({{1}, {2}, {0}}, IndexBase::one);
  const CsrMatrix<float, std::int32_t, std::int32_t, Space> wide(
      3, 4, A.row_offsets(), A.col_indices(), A.values(), A.properties());
  const auto call = [](const auto& matrix, std::vector<std::int32_t> colors,
                       const ColoringOptions& options) {
    return [=] {
      const Colors device = on_device(colors);
      try {
        color_graph(Exec(), matrix, device, options);
      } catch (...) {
        EXPECT_EQ(on_host(device), colors) << "something was written";
        throw;
      }
    };
  };
  const auto in_place = [=] {
    color_graph(Exec(), A, Colors(const_cast<std::int32_t*>(A.col_indices().data()), 3));
  };
  const ColoringOptions keep{.keep_given = true};
  const Status invalid = Status::invalid_value;
  expect_refusals({
      {"not square", invalid, "A", "3 x 4", call(wide, {7, 7, 7}, {})},
      {"another base", invalid, "A.row_offsets()", "index base 0",
       call(A.with_properties(MatrixProperties()), {7, 7, 7}, {})},
      {"colours in the columns of A", invalid, "A.col_indices()", "shared with colors", in_place},
      {"too few colours", invalid, "colors", "2", call(A, {7, 7}, {})},
      {"a negative fraction", invalid, "options.fraction", "-0.5",
       call(A, {7, 7, 7}, {.fraction = -0.5})},
      {"a fraction above 1", invalid, "options.fraction", "1.5",
       call(A, {7, 7, 7}, {.fraction = 1.5})},
      {"no number", invalid, "options.fraction", "nan", call(A, {7, 7, 7}, {.fraction = NAN})},
      {"distance 3", invalid, "options.distance", "3", call(A, {7, 7, 7}, {.distance = 3})},
      {"a colour below -1", invalid, "colors", "row 3", call(A, {0, 1, -2}, keep)},
      {"no number above a colour", invalid, "colors", "row 2",
       call(A, {-1, 2147483645, -1}, {.fraction = 0, .keep_given = true})},
      {"neighbours of a colour", invalid, "colors", "row 1", call(A, {5, 1, 5}, keep)},
  });
}

}  // namespace
}  // namespace filigree::test
