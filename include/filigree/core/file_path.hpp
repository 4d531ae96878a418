// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

namespace filigree {

/// The name of a file, made of a string or of a std::filesystem::path. Programs that need none of
/// <filesystem> need not compile it, which takes a quarter of the time of all of Filigree's
/// headers.
class FilePath {
 public:
  ///@{
  /// From a name as the operating system takes it.
  FilePath(const char* name) : name_(name) {}
  FilePath(std::string name) : name_(std::move(name)) {}
  FilePath(std::string_view name) : name_(name) {}
  ///@}
  /// From a std::filesystem::path.
  template <class Path>
  requires requires(const Path& path) {
    { path.string() } -> std::same_as<std::string>;
  }
  FilePath(const Path& path) : name_(path.string()) {}
  /// From a std::filesystem::directory_entry.
  template <class Entry>
  requires requires(const Entry& entry) {
    { entry.path().string() } -> std::same_as<std::string>;
  }
  FilePath(const Entry& entry) : name_(entry.path().string()) {}

  /// The name.
  const std::string& string() const noexcept { return name_; }

  /// To a std::filesystem::path.
  template <class Path>
  requires requires(const Path& path) {
    { path.string() } -> std::same_as<std::string>;
  } && std::constructible_from<Path, std::string>
  operator Path() const { return Path(name_); }

 private:
  std::string name_;
};

}  // namespace filigree
