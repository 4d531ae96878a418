// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "terminal.hpp"

#include <cstdlib>

#include <unistd.h>

namespace filigree::tool {
namespace {

bool is_terminal(std::FILE* stream) {
  const char* const kind = std::getenv("TERM");
  return ::isatty(::fileno(stream)) != 0 && (kind == nullptr || std::string_view(kind) != "dumb");
}

}  // namespace

bool use_colour(std::FILE* stream) {
  const char* const no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && is_terminal(stream);
}

ProgressLine::ProgressLine() : terminal_(is_terminal(stderr)) {}
ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(std::string_view what) {
  if (!terminal_) return;
  // what does not fit would wrap, and could not be wiped away
  std::fprintf(stderr, "\r\033[K%.*s", int(what.size() < 78 ? what.size() : 78), what.data());
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::show(std::string_view what, int done, int all) {
  constexpr int width = 24;
  const int filled = all > 0 ? width * done / all : width;
  std::string line = "[";
  line.append(std::size_t(filled), '#').append(std::size_t(width - filled), '.');
  line += "] " + std::to_string(done) + "/" + std::to_string(all) + " ";
  show(line.append(what));
}

void ProgressLine::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace filigree::tool
