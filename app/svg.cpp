// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "svg.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "arguments.hpp"

namespace filigree::tool {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (static_cast<unsigned char>(c) >= 0x20)  // XML has no other control characters
      result += c;
  }
  return result;
}

}  // namespace

std::string coordinate(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value);
  std::string result = text.data();
  result.erase(result.find_last_not_of('0') + 1);
  if (result.back() == '.') result.pop_back();
  return result;
}

std::string svg_text(double x, double y, std::string_view content, const TextStyle& style) {
  std::string out = "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" text-anchor=\"" +
                    style.anchor + "\" font-size=\"" + std::to_string(style.size) + "\"";
  if (style.bold) out += " font-weight=\"bold\"";
  if (style.halo) out += " stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\"";
  return out.append(" fill=\"").append(style.fill).append("\">").append(escaped(content)) +
         "</text>\n";
}

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view colour,
                     std::string_view more) {
  std::string out = "<line x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1) + "\" x2=\"" +
                    coordinate(x2) + "\" y2=\"" + coordinate(y2) + "\" stroke=\"";
  return out.append(colour).append("\"").append(more).append("/>\n");
}

std::string svg_document(double width, double height, std::string_view title,
                         std::string_view body) {
  const std::string w = coordinate(width), h = coordinate(height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h +
         "\" viewBox=\"0 0 " + w + " " + h +
         "\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>" + escaped(title) +
         "</title>\n<rect width=\"" + w + "\" height=\"" + h + "\" fill=\"#fff\"/>\n" +
         std::string(body) + "</svg>\n";
}

void check_picture_name(const std::string& path, bool or_png) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension.empty() || extension == ".svg" || (or_png && extension == ".png")) return;
  throw UsageError("'" + path + "' ends in " + extension + ": pictures are named .svg" +
                   (or_png ? " or .png" : "") + " (rsvg-convert makes others of SVG)");
}

double nice_step(double limit, int most) {
  double step = std::pow(10.0, std::floor(std::log10(limit > 0 ? limit / most : 1)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0})
    if (limit / (step * factor) <= most) return step * factor;
  return 10 * step;
}

}  // namespace filigree::tool
