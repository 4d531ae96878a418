// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <core/refuse.hpp>
#include <filigree/detail/banded_front.hpp>
#include <filigree/detail/check_vectors.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view operation = "banded_solve";

void check_extents(const BandedShapes& shapes, const BandedVectorsShape& vectors) {
  const int rows_at = shapes.is_batch ? 1 : 0;
  if (vectors.rank != rows_at + 1 && vectors.rank != rows_at + 2)
    refuse(operation, vectors.argument, "a View of rank " + std::to_string(vectors.rank),
           shapes.is_batch ? "rank 2 or 3, as A is a batch" : "rank 1 or 2, as A is one system",
           "pass a View of (systems,) rows and, if there are several, columns");
  if (shapes.is_batch && vectors.extent[0] != shapes.num_systems)
    refuse(operation, vectors.argument, std::to_string(vectors.extent[0]) + " systems",
           std::to_string(shapes.num_systems) + ", as A has", "pass as many systems");
  if (vectors.extent[rows_at] != shapes.num_rows)
    refuse(operation, vectors.argument, std::to_string(vectors.extent[rows_at]) + " rows",
           std::to_string(shapes.num_rows) + ", as A has", "pass as many rows");
}

bool is_same(const BandedVectorsShape& b, const BandedVectorsShape& x) {
  bool same = b.data == x.data && b.rank == x.rank;
  for (int i = 0; i < 3; ++i) same = same && (b.extent[i] <= 1 || b.stride[i] == x.stride[i]);
  return same;
}

}  // namespace

void check_band_diagonal(int number, std::int64_t systems, std::int64_t length,
                         std::int64_t expected_systems, std::int64_t expected_length) {
  if (systems == expected_systems && length == expected_length) return;
  refuse("BandedMatrix", "diagonal " + std::to_string(number), size_text(systems, length),
         size_text(expected_systems, expected_length) + " (systems x entries)",
         "pass diagonals of that length; those of m entries and trimmed ones have factories of "
         "their own");
}

void check_block_diagonal(int number, const std::int64_t (&extents)[4],
                          const std::int64_t (&expected)[4]) {
  const std::string argument = "diagonal " + std::to_string(number);
  if (extents[2] != extents[3] || extents[2] < 1 || extents[2] > max_block_size)
    refuse("BlockTridiagonalMatrix", argument, "blocks of " + size_text(extents[2], extents[3]),
           "square blocks of 1 to " + std::to_string(max_block_size) + " rows",
           "pass blocks of that size, or solve with a factorization for sparse matrices");
  if (std::equal(extents, extents + 4, expected)) return;
  const auto text = [](const std::int64_t(&of)[4]) {
    return size_text(of[0], of[1]) + " blocks of " + size_text(of[2], of[3]);
  };
  refuse("BlockTridiagonalMatrix", argument, text(extents), text(expected) + " (systems x blocks)",
         "pass diagonals of that length; those of a block for each row and trimmed ones have "
         "factories of their own");
}

std::array<std::int64_t, max_band_diagonals> band_diagonals_of_dia(
    std::int64_t num_rows, std::int64_t num_cols, int half_bandwidth,
    const std::vector<std::int64_t>& offsets) {
  if (num_rows != num_cols)
    refuse("BandedMatrix", "A", size_text(num_rows, num_cols), "a square matrix",
           "pass a system of as many equations as unknowns");
  std::array<std::int64_t, max_band_diagonals> places{};
  for (int d = 0; d <= 2 * half_bandwidth; ++d) {
    const auto found = std::find(offsets.begin(), offsets.end(), d - half_bandwidth);
    if (found == offsets.end())
      refuse("BandedMatrix", "A", "no diagonal " + std::to_string(d - half_bandwidth),
             "each diagonal from -" + std::to_string(half_bandwidth) + " to " +
                 std::to_string(half_bandwidth),
             "add a diagonal of zeros, or make the matrix from its diagonals");
    places[std::size_t(d)] = found - offsets.begin();
  }
  if (std::int64_t(offsets.size()) != 2 * half_bandwidth + 1)
    refuse("BandedMatrix", "A", std::to_string(offsets.size()) + " diagonals",
           std::to_string(2 * half_bandwidth + 1),
           "pass a matrix without further diagonals, or a pentadiagonal one as such");
  return places;
}

void check_banded_shapes(const BandedShapes& shapes) {
  check_extents(shapes, shapes.b);
  check_extents(shapes, shapes.x);
  const int columns_at = shapes.is_batch ? 2 : 1;
  if (shapes.b.rank != shapes.x.rank || shapes.b.extent[columns_at] != shapes.x.extent[columns_at])
    refuse(operation, "X", std::to_string(shapes.x.extent[columns_at]) + " columns",
           std::to_string(shapes.b.extent[columns_at]) + ", in a View of B's rank",
           "pass X of B's size");
  if (shapes.periodic && shapes.trimmed)
    refuse(operation, "A", "trimmed diagonals of a periodic system",
           "diagonals by rows, which have the entries around the end",
           "make the matrix by tridiagonal(), pentadiagonal() or block_tridiagonal()");
  const std::int64_t least = 2 * shapes.half_bandwidth + 1;
  const std::int64_t rows = shapes.num_rows / shapes.block_size;
  if (shapes.periodic && rows > 0 && rows < least)
    refuse(operation, "A",
           std::to_string(rows) + (shapes.block_size > 1 ? " rows of blocks" : " rows") +
               " of a periodic system",
           "at least " + std::to_string(least) + ", one for each diagonal",
           "add up the entries that meet, and solve a dense system");
  const bool empty = shapes.x.extent[0] == 0 || shapes.x.extent[1] == 0 || shapes.x.extent[2] == 0;
  for (int i = 0; !empty && i < shapes.x.rank; ++i)
    if (shapes.x.extent[i] > 1 && shapes.x.stride[i] == 0)
      refuse(operation, "X", "a stride of 0, so that entries share memory", "entries apart",
             "pass a View with memory for each entry");
  if (shapes.report_systems >= 0 && shapes.report_systems != shapes.num_systems)
    refuse(operation, "report", std::to_string(shapes.report_systems) + " systems",
           std::to_string(shapes.num_systems) + ", as A has", "make a report for as many systems");
  if (!is_same(shapes.b, shapes.x))
    check_overlap(operation, "B", shapes.b.data, shapes.b.span_bytes, "X", shapes.x.data,
                  shapes.x.span_bytes, false);
}

void throw_stale_banded_plan() {
  throw_error(Status::stale_plan,
              {"banded_solve", "A", "other sizes, strides or options than the plan's",
               "operands like those that the plan was made for", "make a new plan"});
}

}  // namespace filigree::detail
