// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>

#include "bench.hpp"
#include "svg.hpp"
#include "text.hpp"

namespace filigree::tool {
namespace {

// The measures and colours of perf_tests/plot.py.
constexpr double bar = 16, gap = 3, left = 190, plot_width = 520, right = 90, top = 64, bottom = 44;
constexpr const char* bar_colour = "#7fb2d6";
constexpr const char* fastest_colour = "#1b6ca8";
constexpr const char* limit_colour = "#c0392b";

}  // namespace

std::string draw_bench(const BenchReport& report) {
  std::vector<const BenchRow*> rows;
  for (const BenchRow& row : report.rows)
    if (row.measured()) rows.push_back(&row);
  std::sort(rows.begin(), rows.end(),
            [](const BenchRow* a, const BenchRow* b) { return a->seconds < b->seconds; });
  // bytes of plain CSR over time, so that a longer bar is always a faster product
  const auto speed = [&](const BenchRow& row) {
    return double(report.csr_bytes) / row.seconds * 1e-9;
  };
  const double bandwidth = report.bandwidth * 1e-9;
  double limit = bandwidth;
  for (const BenchRow* row : rows) limit = std::max(limit, speed(*row));
  limit = limit > 0 ? 1.05 * limit : 1;
  const double scale = plot_width / limit;
  const double end = top + double(rows.size()) * (bar + gap) + 10;

  const std::string title = "y = A x, " + file_name(report.file);
  std::string body = svg_text(16, 24, title, {.size = 16, .bold = true, .fill = "#222"});
  body += svg_text(16, 44,
                   grouped(report.num_rows) + " x " + grouped(report.num_cols) + ", " +
                       grouped(report.num_entries) + " entries, " + report.scalar + "; " +
                       report.machine + ", " + grouped(report.threads) + "-way parallel");
  const double step = nice_step(limit, 8);
  for (int tick = 0; double(tick) * step <= limit; ++tick) {
    const double x = left + double(tick) * step * scale;
    body += svg_line(x, top, x, end, "#eee");
    body +=
        svg_text(x, end + 14, significant(double(tick) * step), {.anchor = "middle", .size = 10});
  }
  body += svg_text(left + plot_width / 2, end + 32, "bytes of plain CSR over time, GB/s",
                   {.anchor = "middle"});
  std::string labels;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = top + 5 + double(i) * (bar + gap), width = speed(*rows[i]) * scale;
    body += "<rect x=\"" + coordinate(left) + "\" y=\"" + coordinate(y) + "\" width=\"" +
            coordinate(width) + "\" height=\"" + coordinate(bar) + "\" fill=\"" +
            (i == 0 ? fastest_colour : bar_colour) + "\"/>\n";
    body += svg_text(left - 6, y + bar - 4, rows[i]->format,
                     {.anchor = "end", .bold = i == 0, .fill = "#222"});
    labels += svg_text(left + width + 5, y + bar - 4, significant(rows[i]->seconds * 1e3) + " ms",
                       {.halo = true});
  }
  if (bandwidth > 0) {
    const double x = left + bandwidth * scale;
    body += svg_line(x, top - 4, x, end, limit_colour, " stroke-dasharray=\"4 3\"");
    body += svg_text(x, top - 8, "memory bandwidth " + significant(bandwidth),
                     {.anchor = "middle", .size = 10, .fill = limit_colour});
  }
  return svg_document(left + plot_width + right, end + bottom, title, body + labels);
}

}  // namespace filigree::tool
