// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

/// What the pictures of the tool share: the look is that of perf_tests/plot.py.

namespace filigree::tool {

struct TextStyle {
  const char* anchor = "start";
  int size = 11;
  bool bold = false;
  const char* fill = "#555";
  bool halo = false;  ///< a white outline: text over lines and bars
};

/// A coordinate: few digits, no trailing zeros.
std::string coordinate(double value);
std::string svg_text(double x, double y, std::string_view content, const TextStyle& style = {});
std::string svg_line(double x1, double y1, double x2, double y2, std::string_view colour,
                     std::string_view more = {});
/// The outer element with a white background; `title` is also its accessible name.
std::string svg_document(double width, double height, std::string_view title,
                         std::string_view body);
/// Before work begins: whether a file's name is one of a picture that the tool writes, SVG or,
/// where `or_png`, PNG. A name without an extension is. \throws UsageError
void check_picture_name(const std::string& path, bool or_png = false);
/// 1, 2 or 5 times a power of ten: the least with at most `most` steps up to `limit`.
double nice_step(double limit, int most);

}  // namespace filigree::tool
