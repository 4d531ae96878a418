// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json.hpp"
#include "text.hpp"

namespace filigree::tool {

/// Lines "key: value" in sections, which is YAML, and the same in JSON.
class Facts {
 public:
  void section(const char* name) {
    if (open_) json_.close_object();
    open_ = true;
    json_.open_object(name);
    text_.append(text_.empty() ? "" : "\n").append(name).append(":\n");
  }
  template <class T>
  void add(std::string_view key, const T& value, std::string_view remark = {}) {
    json_.add(key, value);
    line(key, shown(value), remark);
  }
  /// In JSON only.
  void add_array(std::string_view key, const std::vector<double>& values) {
    json_.open_array(key);
    for (const double value : values) json_.add({}, value);
    json_.close_array();
  }
  std::string text() const { return text_; }
  /// Nothing can be added behind this.
  std::string json() {
    if (open_) json_.close_object();
    open_ = false;
    json_.close_object();
    return json_.text();
  }
  Facts() { json_.open_object(); }

 private:
  static std::string shown(double value) { return significant(value); }
  static std::string shown(std::uint64_t value) { return std::to_string(value); }
  static std::string shown(std::int64_t value) { return std::to_string(value); }
  static std::string shown(bool value) { return value ? "true" : "false"; }
  /// Quoted where YAML could take it for something else.
  static std::string shown(const std::string& value) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./ ";
    const bool bare = !value.empty() && value.find_first_not_of(plain) == std::string::npos &&
                      value.find_first_not_of("0123456789. ") != std::string::npos;
    return bare ? value : JsonWriter::quoted(value);
  }

  void line(std::string_view key, const std::string& value, std::string_view remark) {
    constexpr std::size_t column = 24;
    text_.append("  ").append(key).append(":");
    text_.append(key.size() + 3 < column ? column - key.size() - 3 : 1, ' ').append(value);
    if (!remark.empty()) text_.append("  # ").append(remark);
    text_ += "\n";
  }

  JsonWriter json_;
  std::string text_;
  bool open_ = false;
};

}  // namespace filigree::tool
