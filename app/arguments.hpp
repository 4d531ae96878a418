// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "description.hpp"

namespace filigree::tool {

/// A command line that cannot be understood.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What was given: files and options, as the command's description allows.
class Arguments {
 public:
  /// \throws UsageError for options that the command does not have, values that lack or are none of
  /// the option's words, required options that lack, and files that lack or are too many.
  Arguments(std::span<const std::string> words, const Command& command);

  const std::string& file(std::size_t i = 0) const { return files_[i]; }
  /// Whether it was given.
  bool has(std::string_view option) const { return values_.contains(option); }
  /// The value, or what the description has where none is given.
  std::string get(std::string_view option) const;
  ///@{
  /// A value as a number. \throws UsageError
  std::int64_t number(std::string_view option, std::int64_t least, std::int64_t greatest) const;
  double real(std::string_view option) const;
  /// A number of bytes, from 1 on, with a suffix k, M, G or T: powers of 1000.
  std::int64_t bytes(std::string_view option) const;
  ///@}

 private:
  std::size_t read_option(std::span<const std::string> words, std::size_t i);
  void check_files() const;

  const Command& command_;
  std::vector<std::string> files_;
  std::map<std::string, std::string, std::less<>> values_;
};

/// "a, b, c"
std::string joined(std::span<const std::string_view> words);

}  // namespace filigree::tool
