// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "arguments.hpp"
#include "commands.hpp"
#include "matrix_source.hpp"
#include "spy_picture.hpp"
#include "svg.hpp"

namespace filigree::tool {
namespace {

constexpr std::array options{
    OptionSpec{"--output", "-o", "FILE", "the picture, SVG or .png; - for standard output", "", "",
               true},
    OptionSpec{"--bins", "", "N", "cells along the longer side at most", "", "300"},
    OptionSpec{"--title", "", "TEXT", "above the picture (default: the file's name)"},
    OptionSpec{"--stored", "", "", "only the triangle of a symmetric matrix that is stored"},
};

/// Counts the entries of each cell; mirrored ones too where `mirrored`.
template <class Index>
void count_cells(const CooMatrix<double, Index, Kokkos::HostSpace>& entries, bool mirrored,
                 SpyGrid& grid) {
  const auto rows = entries.row_indices();
  const auto cols = entries.col_indices();
  std::int64_t* const counts = grid.counts.data();
  const std::int64_t height = grid.rows_per_cell, width = grid.cols_per_cell;
  const std::int64_t stride = grid.grid_cols();
  const auto count = [=](std::int64_t row, std::int64_t col) {
    Kokkos::atomic_inc(counts + row / height * stride + col / width);
  };
  std::int64_t off_diagonal = 0;
  Kokkos::parallel_reduce(
      "filigree::spy",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<std::int64_t>>(
          0, entries.nnz()),
      [=](std::int64_t k, std::int64_t& sum) {
        count(rows(k), cols(k));
        if (!mirrored || rows(k) == cols(k)) return;
        count(cols(k), rows(k));
        ++sum;
      },
      off_diagonal);
  grid.num_entries = entries.nnz() + off_diagonal;
}

template <class Index>
SpyGrid spy_grid(const std::string& file, std::int64_t bins, bool stored) {
  ReadOptions reading = read_options(false);
  reading.discard_imaginary = true;  // only the pattern counts
  reading.round_integers = true;
  const auto entries = read_input([&] { return read_matrix<double, Index>(file, reading); });
  SpyGrid grid = make_spy_grid(entries.num_rows(), entries.num_cols(), bins);
  const MatrixType type = entries.properties().type;
  count_cells(entries, !stored && (type == MatrixType::symmetric || type == MatrixType::hermitian),
              grid);
  return grid;
}

bool is_png(const std::string& path) { return path.ends_with(".png"); }

/// \throws UsageError where the file's name says that it is a picture of another kind
void check_picture(const std::string& path) {
  check_picture_name(path, true);
  if (is_png(path) && !has_png())
    throw UsageError("this build is without libpng: '" + path +
                     "' does not end in .svg (rsvg-convert makes PNG of SVG)");
}

void run(const Arguments& arguments) {
  const std::string file = arguments.file();
  const std::string output = arguments.get("--output");
  check_picture(output);
  const std::int64_t bins = arguments.number("--bins", 1, 4000);

  const std::string title = arguments.has("--title") ? arguments.get("--title") : file_name(file);

  ProgressLine progress;
  const MatrixFileHeader header = load_header(file, progress);
  const bool stored = arguments.has("--stored");
  const SpyGrid grid = needs_wide_indices(header) ? spy_grid<std::int64_t>(file, bins, stored)
                                                  : spy_grid<std::int32_t>(file, bins, stored);
  progress.clear();
  write_text(output, is_png(output) ? draw_spy_png(grid) : draw_spy(grid, title));
}

}  // namespace

const Command spy_command{
    "spy",
    "draws the pattern of a matrix",
    1,
    "Draws where the entries of a matrix lie. A large matrix is cut into cells, each shaded by "
    "the\n"
    "share of its positions that hold an entry (logarithmic scale), so the picture stays small\n"
    "and no entry is lost. Rows and columns count from 1. PNG shows the cells alone, without\n"
    "title, numbers and legend.\n",
    "  filigree spy A.mtx -o A.svg                picture of the pattern\n"
    "  filigree spy A.mtx -o A.png --bins 600     the cells alone\n"
    "  filigree spy A.mtx -o lower.svg --stored   only what the file stores\n",
    options,
    run};

}  // namespace filigree::tool
