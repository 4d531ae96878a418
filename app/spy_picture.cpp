// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spy_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#ifdef FILIGREE_HAVE_PNG
#include <png.h>
#endif

#include "svg.hpp"
#include "text.hpp"

namespace filigree::tool {
namespace {

constexpr double long_side = 600, short_side = 60, top = 92, bottom = 24;
/// One hue from light to dark; the lightest still stands out from the paper.
constexpr std::array<const char*, 8> shades{"#a9cfe8", "#85b9dd", "#62a1cf", "#4389bf",
                                            "#2a71ac", "#175a95", "#0b4377", "#062c54"};

/// Which share of the positions of each cell is filled, and the range of that.
struct Densities {
  std::vector<double> cells;
  double least = INFINITY;
  double greatest = 0;

  int shade(double density) const {
    if (!(greatest > least)) return 4;
    const double part = std::log(density / least) / std::log(greatest / least);
    return std::clamp(int(part * double(shades.size())), 0, int(shades.size()) - 1);
  }
};

Densities densities_of(const SpyGrid& grid) {
  Densities result;
  result.cells.resize(grid.counts.size());
  for (std::int64_t i = 0; i < grid.grid_rows(); ++i) {
    const std::int64_t height =
        std::min(grid.rows_per_cell, grid.num_rows - i * grid.rows_per_cell);
    for (std::int64_t j = 0; j < grid.grid_cols(); ++j) {
      const std::int64_t width =
          std::min(grid.cols_per_cell, grid.num_cols - j * grid.cols_per_cell);
      const auto cell = std::size_t(i * grid.grid_cols() + j);
      if (grid.counts[cell] == 0) continue;
      // repeated entries could fill a cell more than once
      const double density =
          std::min(1.0, double(grid.counts[cell]) / (double(height) * double(width)));
      result.cells[cell] = density;
      result.least = std::min(result.least, density);
      result.greatest = std::max(result.greatest, density);
    }
  }
  return result;
}

/// One path a shade: each run of equal cells is a stroke of width 1 through their middle.
std::string draw_cells(const SpyGrid& grid, const Densities& densities) {
  std::array<std::string, shades.size()> paths;
  const std::int64_t cols = grid.grid_cols();
  for (std::int64_t i = 0; i < grid.grid_rows(); ++i) {
    const double* const row = densities.cells.data() + i * cols;
    for (std::int64_t j = 0; j < cols;) {
      if (row[j] == 0) {
        ++j;
        continue;
      }
      const int shade = densities.shade(row[j]);
      const std::int64_t begin = j;
      while (j < cols && row[j] != 0 && densities.shade(row[j]) == shade) ++j;
      paths[std::size_t(shade)]
          .append("M")
          .append(std::to_string(begin))
          .append(" ")
          .append(std::to_string(i))
          .append("h")
          .append(std::to_string(j - begin));
    }
  }
  std::string out;
  for (std::size_t shade = 0; shade < shades.size(); ++shade)
    if (!paths[shade].empty())
      out += std::string("<path stroke=\"") + shades[shade] + "\" d=\"" + paths[shade] + "\"/>\n";
  return out;
}

/// White lines between cells that are large enough to be told apart.
std::string draw_cell_borders(const SpyGrid& grid, double left, double cell_width,
                              double cell_height) {
  if (std::min(cell_width, cell_height) < 7) return {};
  std::string out;
  for (std::int64_t i = 1; i < grid.grid_rows(); ++i)
    out += svg_line(left, top + double(i) * cell_height, left + grid.plot_width,
                    top + double(i) * cell_height, "#fff");
  for (std::int64_t j = 1; j < grid.grid_cols(); ++j)
    out += svg_line(left + double(j) * cell_width, top, left + double(j) * cell_width,
                    top + grid.plot_height, "#fff");
  return out;
}

/// The numbers that an axis is labelled with: 1, some round ones, and the last where there is room.
std::vector<std::int64_t> tick_numbers(std::int64_t count, double pixels, double room) {
  if (count == 0) return {};
  const int most = std::max(1, int(pixels / room));
  const auto step = std::max<std::int64_t>(1, std::int64_t(nice_step(double(count), most)));
  std::vector<std::int64_t> ticks{1};
  const double per_number = pixels / double(count);
  for (std::int64_t k = 1; k <= count / step; ++k) {
    const std::int64_t tick = k * step;
    if (double(tick - ticks.back()) * per_number >= 0.6 * room) ticks.push_back(tick);
  }
  if (double(count - ticks.back()) * per_number >= 0.6 * room) ticks.push_back(count);
  return ticks;
}

std::string draw_axes(const SpyGrid& grid, double left) {
  std::string out;
  const auto place = [](std::int64_t tick, std::int64_t count, double pixels) {
    return (double(tick) - 0.5) / double(count) * pixels;
  };
  const double label_width = 7.0 * double(grouped(grid.num_cols).size()) + 18;
  for (const std::int64_t tick : tick_numbers(grid.num_cols, grid.plot_width, label_width)) {
    const double x = left + place(tick, grid.num_cols, grid.plot_width);
    out += svg_line(x, top - 5, x, top, "#888");
    out += svg_text(x, top - 9, grouped(tick), {.anchor = "middle", .size = 10});
  }
  for (const std::int64_t tick : tick_numbers(grid.num_rows, grid.plot_height, 30)) {
    const double y = top + place(tick, grid.num_rows, grid.plot_height);
    out += svg_line(left - 5, y, left, y, "#888");
    out += svg_text(left - 8, y + 3.5, grouped(tick), {.anchor = "end", .size = 10});
  }
  out += svg_text(left + grid.plot_width / 2, top - 26, "column", {.anchor = "middle"});
  const double middle = top + grid.plot_height / 2;
  return out + "<g transform=\"rotate(-90 14 " + coordinate(middle) + ")\">" +
         svg_text(14, middle, "row", {.anchor = "middle"}) + "</g>\n";
}

std::string draw_legend(const SpyGrid& grid, const Densities& densities, double x) {
  if (grid.rows_per_cell * double(grid.cols_per_cell) <= 1 || densities.greatest == 0) return {};
  constexpr double height = 16;
  const auto percent = [](double part) { return significant(100 * part, 2) + " %"; };
  std::string out = svg_text(x, top + 10, "filled", {.bold = true});
  double y = top + 20;
  if (!(densities.greatest > densities.least)) {
    out += "<rect x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) +
           "\" width=\"16\" height=\"16\" fill=\"" + shades[4] + "\"/>\n";
    return out + svg_text(x + 22, y + 12, percent(densities.least), {.size = 10});
  }
  const double ratio = densities.greatest / densities.least;
  for (int shade = int(shades.size()); shade >= 0; --shade) {
    if (shade % 2 == 0) {
      const double part = double(shade) / double(shades.size());
      out +=
          svg_text(x + 22, y + 3.5, percent(densities.least * std::pow(ratio, part)), {.size = 10});
    }
    if (shade == 0) break;
    out += "<rect x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) +
           "\" width=\"16\" height=\"16\" fill=\"" + shades[std::size_t(shade) - 1] + "\"/>\n";
    y += height;
  }
  out += svg_text(x, y + 28, "a cell has", {.size = 10});
  out += svg_text(x, y + 42, grouped(grid.rows_per_cell) + " x " + grouped(grid.cols_per_cell),
                  {.size = 10});
  return out + svg_text(x, y + 56, "positions", {.size = 10});
}

std::string subtitle(const SpyGrid& grid) {
  std::string text = grouped(grid.num_rows) + " x " + grouped(grid.num_cols) + ", " +
                     grouped(grid.num_entries) + (grid.num_entries == 1 ? " entry" : " entries");
  const double positions = double(grid.num_rows) * double(grid.num_cols);
  if (positions > 0)
    text += ", " + significant(100 * double(grid.num_entries) / positions, 2) + " % filled";
  return text;
}

}  // namespace

SpyGrid make_spy_grid(std::int64_t num_rows, std::int64_t num_cols, std::int64_t bins) {
  SpyGrid grid;
  grid.num_rows = num_rows;
  grid.num_cols = num_cols;
  const double rows = std::max(1.0, double(num_rows)), cols = std::max(1.0, double(num_cols));
  const double longer = std::max(rows, cols);
  // A long thin matrix is drawn wider than it is, or it could not be seen.
  grid.plot_height = std::max(short_side, long_side * rows / longer);
  grid.plot_width = std::max(short_side, long_side * cols / longer);
  const auto per_cell = [&](std::int64_t count, double pixels) {
    const auto most = std::max<std::int64_t>(1, std::int64_t(double(bins) * pixels / long_side));
    return count <= most ? 1 : count / most + (count % most != 0);
  };
  grid.rows_per_cell = per_cell(num_rows, grid.plot_height);
  grid.cols_per_cell = per_cell(num_cols, grid.plot_width);
  grid.counts.resize(std::size_t(grid.grid_rows() * grid.grid_cols()));
  return grid;
}

std::string draw_spy(const SpyGrid& grid, const std::string& title) {
  const Densities densities = densities_of(grid);
  const double left = 44 + 6.0 * double(grouped(grid.num_rows).size());
  const double cell_width = grid.plot_width * double(grid.cols_per_cell) / double(grid.num_cols);
  const double cell_height = grid.plot_height * double(grid.rows_per_cell) / double(grid.num_rows);
  const std::string x = coordinate(left), y = coordinate(top), w = coordinate(grid.plot_width),
                    h = coordinate(grid.plot_height);
  const std::string area =
      "x=\"" + x + "\" y=\"" + y + "\" width=\"" + w + "\" height=\"" + h + "\"";

  std::string body = svg_text(16, 24, title, {.size = 16, .bold = true, .fill = "#222"});
  body += svg_text(16, 44, subtitle(grid));
  body += draw_axes(grid, left);
  if (densities.greatest > 0) {
    // cells at the far edges may be cut off
    body += "<clipPath id=\"plot\"><rect " + area + "/></clipPath>\n";
    body += "<g clip-path=\"url(#plot)\"><g transform=\"translate(" + x + " " + y + ") scale(";
    std::array<char, 64> scale{};
    std::snprintf(scale.data(), scale.size(), "%.9g %.9g", cell_width, cell_height);
    body += std::string(scale.data()) +
            ") translate(0 .5)\" stroke-width=\"1\" shape-rendering=\"crispEdges\">\n" +
            draw_cells(grid, densities) + "</g></g>\n";
    body += draw_cell_borders(grid, left, cell_width, cell_height);
  }
  body += "<rect " + area + " fill=\"none\" stroke=\"#888\"/>\n";
  const std::string legend = draw_legend(grid, densities, left + grid.plot_width + 18);
  const double text_width =
      32 + 9.0 * double(std::max(title.size(), subtitle(grid).size() * 2 / 3));
  const double width = std::max(left + grid.plot_width + (legend.empty() ? 24 : 112), text_width);
  const double height = top + std::max(grid.plot_height, legend.empty() ? 0.0 : 220.0) + bottom;
  return svg_document(width, height, "Pattern of " + title, body + legend);
}

#ifdef FILIGREE_HAVE_PNG

bool has_png() { return true; }

std::string draw_spy_png(const SpyGrid& grid) {
  constexpr std::int64_t margin = 8;  // white, behind a frame of a pixel
  constexpr std::uint8_t paper = shades.size(), frame = paper + 1;
  const std::int64_t cols = grid.grid_cols(), rows = grid.grid_rows();
  const std::int64_t plot_width = std::max(cols, std::int64_t(std::lround(grid.plot_width)));
  const std::int64_t plot_height = std::max(rows, std::int64_t(std::lround(grid.plot_height)));
  const std::int64_t width = plot_width + 2 * margin, height = plot_height + 2 * margin;
  std::vector<std::uint8_t> pixels(std::size_t(width * height), paper);

  const auto draw = [&](std::int64_t x, std::int64_t y, std::uint8_t colour) {
    pixels[std::size_t((y + margin) * width + x + margin)] = colour;
  };
  const Densities densities = densities_of(grid);
  const double positions_x = double(grid.num_cols) / double(plot_width);
  const double positions_y = double(grid.num_rows) / double(plot_height);
  for (std::int64_t y = 0; y < plot_height; ++y) {
    const auto i = std::int64_t((double(y) + 0.5) * positions_y) / grid.rows_per_cell;
    for (std::int64_t x = 0; x < plot_width; ++x) {
      const auto j = std::int64_t((double(x) + 0.5) * positions_x) / grid.cols_per_cell;
      if (i >= rows || j >= cols) continue;  // an empty matrix
      const double density = densities.cells[std::size_t(i * cols + j)];
      if (density > 0) draw(x, y, std::uint8_t(densities.shade(density)));
    }
  }
  for (std::int64_t x = -1; x <= plot_width; ++x) {
    draw(x, -1, frame);
    draw(x, plot_height, frame);
  }
  for (std::int64_t y = -1; y <= plot_height; ++y) {
    draw(-1, y, frame);
    draw(plot_width, y, frame);
  }

  std::array<std::uint8_t, 3 * (frame + 1)> palette;
  const auto set_colour = [&](std::size_t index, const char* colour) {
    const unsigned long value = std::strtoul(colour + 1, nullptr, 16);
    for (std::size_t k = 0; k < 3; ++k)
      palette[3 * index + k] = std::uint8_t(value >> (16 - 8 * k) & 255);
  };
  for (std::size_t shade = 0; shade < shades.size(); ++shade) set_colour(shade, shades[shade]);
  set_colour(paper, "#ffffff");
  set_colour(frame, "#888888");

  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = png_uint_32(width);
  image.height = png_uint_32(height);
  image.format = PNG_FORMAT_RGB_COLORMAP;
  image.colormap_entries = frame + 1;
  png_alloc_size_t size = 0;
  const auto write = [&](char* to) {
    if (png_image_write_to_memory(&image, to, &size, 0, pixels.data(), png_int_32(width),
                                  palette.data()) == 0)
      throw std::runtime_error(std::string("libpng: ") + image.message);
  };
  write(nullptr);
  std::string file(size, '\0');
  write(file.data());
  file.resize(size);
  return file;
}

#else

bool has_png() { return false; }
std::string draw_spy_png(const SpyGrid&) { return {}; }

#endif

}  // namespace filigree::tool
