// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace filigree {

/// The name of a file as calls take it, from a string or a std::filesystem::path. Programs that
/// need none of <filesystem> need not compile it. It refers to the caller's name and copies
/// nothing, so that an allocation that fails is one within the call.
class FilePath {
 public:
  ///@{
  /// From a name as the operating system takes it.
  FilePath(const char* name) : name_(name) {}
  FilePath(std::string_view name) : name_(name) {}
  ///@}
  /// From a std::string or a std::filesystem::path.
  template <class Path>
  requires requires(const Path& path) {
    { path.c_str() } -> std::convertible_to<const char*>;
  }
  FilePath(const Path& path) : name_(path.c_str()) {}
  /// From a std::filesystem::directory_entry.
  template <class Entry>
  requires requires(const Entry& entry) {
    { entry.path().c_str() } -> std::convertible_to<const char*>;
  }
  FilePath(const Entry& entry) : name_(entry.path().c_str()) {}

  /// The name, copied.
  std::string string() const { return std::string(name_); }

  /// To a std::filesystem::path.
  template <class Path>
  requires requires(const Path& path) {
    { path.string() } -> std::same_as<std::string>;
  } && std::constructible_from<Path, std::string>
  operator Path() const { return Path(string()); }

 private:
  std::string_view name_;
};

}  // namespace filigree
