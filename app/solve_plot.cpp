// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "solve.hpp"
#include "svg.hpp"
#include "text.hpp"

namespace filigree::tool {
namespace {

constexpr double left = 70, top = 80, width = 620, height = 300, right = 30, bottom = 48;
constexpr const char* line_colour = "#1b6ca8";
constexpr const char* limit_colour = "#c0392b";

/// Where a residual stands in decades; what is no positive number, at `otherwise`.
double decades(double residual, double otherwise) {
  return residual > 0 && std::isfinite(residual) ? std::log10(residual) : otherwise;
}

/// A line through the residuals. Of more iterations than it has room for, each point is the
/// smallest and the largest of its share of them.
std::string residual_line(const std::vector<double>& residuals, double x_scale, double y_scale,
                          double lowest, double highest) {
  constexpr std::size_t max_shares = 1000;
  const std::size_t count = residuals.size();
  const std::size_t share = (count + max_shares - 1) / max_shares;
  std::string points;
  const auto add = [&](std::size_t i, double residual) {
    const double y = decades(residual, residual == 0 ? lowest : highest);
    points.append(coordinate(left + double(i) * x_scale)).append(",");
    points.append(coordinate(top + (highest - y) * y_scale)).append(" ");
  };
  for (std::size_t i = 0; i < count; i += share) {
    const auto begin = residuals.begin() + std::ptrdiff_t(i);
    const auto end = residuals.begin() + std::ptrdiff_t(std::min(i + share, count));
    const auto [least, most] = std::minmax_element(begin, end);
    add(i, *most);
    if (share > 1) add(i, *least);
  }
  return "<polyline points=\"" + points + "\" fill=\"none\" stroke=\"" + line_colour +
         "\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>\n";
}

}  // namespace

std::string draw_convergence(const SolveRequest& request, const SolveReport& report) {
  const example::SolveResult& result = report.result;
  const double tolerance = std::log10(request.options.tolerance);
  double lowest = std::min(tolerance, decades(result.residual, 0)), highest = 0;
  for (const double residual : report.residuals) {
    lowest = std::min(lowest, decades(residual, lowest));
    highest = std::max(highest, decades(residual, highest));
  }
  lowest = std::floor(lowest - 0.2);
  highest = std::ceil(highest + 0.2);
  const double iterations = std::max(1.0, double(report.residuals.size()) - 1);
  const double x_scale = width / iterations, y_scale = height / (highest - lowest);
  const auto y_of = [&](double decade) { return top + (highest - decade) * y_scale; };

  const std::string title = "A x = b, " + file_name(request.file);
  std::string body = svg_text(16, 24, title, {.size = 16, .bold = true, .fill = "#222"});
  body += svg_text(16, 44,
                   grouped(report.num_rows) + " rows, " + grouped(report.num_entries) +
                       " entries; " + method_text(request) + ": " + outcome_text(report) + ", " +
                       grouped(result.iterations) + " iterations, residual " +
                       significant(result.residual));
  const double y_step = std::max(1.0, nice_step(highest - lowest, 10));
  for (double decade = highest; decade >= lowest; decade -= y_step) {
    body += svg_line(left, y_of(decade), left + width, y_of(decade), "#eee");
    body += svg_text(left - 6, y_of(decade) + 4, "1e" + coordinate(decade),
                     {.anchor = "end", .size = 10});
  }
  const double x_step = std::max(1.0, nice_step(iterations, 8));
  for (double tick = 0; tick <= iterations; tick += x_step) {
    body += svg_line(left + tick * x_scale, top, left + tick * x_scale, top + height, "#eee");
    body += svg_text(left + tick * x_scale, top + height + 14, grouped(std::int64_t(tick)),
                     {.anchor = "middle", .size = 10});
  }
  body += svg_text(left + width / 2, top + height + 34, "iterations", {.anchor = "middle"});
  body += svg_line(left, y_of(tolerance), left + width, y_of(tolerance), limit_colour,
                   " stroke-dasharray=\"4 3\"");
  body += svg_text(left + width - 4, y_of(tolerance) - 5,
                   "tolerance " + significant(request.options.tolerance),
                   {.anchor = "end", .size = 10, .fill = limit_colour, .halo = true});
  body += residual_line(report.residuals, x_scale, y_scale, lowest, highest);
  const double last = y_of(decades(result.residual, result.residual == 0 ? lowest : highest));
  body += "<circle cx=\"" + coordinate(left + width) + "\" cy=\"" + coordinate(last) +
          "\" r=\"4\" fill=\"#fff\" stroke=\"#222\" stroke-width=\"1.6\"><title>||b - A x|| / "
          "||b|| from x</title></circle>\n";
  body += svg_text(16, top - 8, "||r|| / ||b||; the circle: from x", {.size = 10});
  return svg_document(left + width + right, top + height + bottom, title, body);
}

}  // namespace filigree::tool
