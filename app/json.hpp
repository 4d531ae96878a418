// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace filigree::tool {

/// Writes JSON, indented. Keys are given within objects, and left empty within arrays.
class JsonWriter {
 public:
  void open_object(std::string_view key = {}) { open(key, '{'); }
  void open_array(std::string_view key) { open(key, '['); }
  void close_object() { close('}'); }
  void close_array() { close(']'); }

  void add(std::string_view key, std::string_view text);
  void add(std::string_view key, const char* text) { add(key, std::string_view(text)); }
  /// null where it is no finite number
  void add(std::string_view key, double value);
  template <std::integral T>
  void add(std::string_view key, T value) {
    if constexpr (std::same_as<T, bool>)
      raw(key, value ? "true" : "false");
    else
      raw(key, std::to_string(value));
  }

  static std::string quoted(std::string_view text);

  /// The finished text.
  std::string text() const { return text_ + "\n"; }

 private:
  void open(std::string_view key, char bracket);
  void close(char bracket);
  void raw(std::string_view key, std::string_view value);
  std::string text_;
  int depth_ = 0;
  bool first_ = true;
};

}  // namespace filigree::tool
