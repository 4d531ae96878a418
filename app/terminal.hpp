// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace filigree::tool {

/// Whether text to a stream may be coloured: a terminal that knows how, and NO_COLOR unset or empty
/// (no-color.org).
bool use_colour(std::FILE* stream);

/// One line on stderr that says what goes on, where stderr is a terminal; nothing elsewhere, so
/// that logs and pipes hold results and errors only. The line vanishes with the object.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::string_view what);
  /// With a bar: `done` of `all` steps.
  void show(std::string_view what, int done, int all);
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
};

}  // namespace filigree::tool
