// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace filigree::tool {

/// A command line that cannot be understood.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An option of a command: "--name VALUE", "--name=VALUE" or, without a value, "--name".
struct OptionSpec {
  std::string_view name;        ///< with its dashes
  std::string_view short_name;  ///< "-o", or empty
  std::string_view value;       ///< what the help calls its value; empty: it takes none
  std::string_view help;
};

/// The options that every command takes.
inline constexpr std::array common_options{
    OptionSpec{"--lenient", "", "",
               "take files that break the rules of their format in known ways"},
};

/// What was given: files and options.
class Arguments {
 public:
  /// \throws UsageError for options that `options` does not have, and values that lack.
  Arguments(std::span<const std::string> words, std::span<const OptionSpec> options);

  const std::vector<std::string>& files() const { return files_; }
  bool has(std::string_view option) const { return values_.contains(option); }
  std::string get(std::string_view option, std::string_view otherwise = {}) const;
  /// An integer in [least, greatest].
  std::int64_t number(std::string_view option, std::int64_t otherwise, std::int64_t least,
                      std::int64_t greatest) const;
  double real(std::string_view option, double otherwise) const;
  /// A number of bytes that is given, from 1 on, with a suffix k, M, G or T: powers of 1000.
  std::int64_t bytes(std::string_view option) const;
  /// One of a few words.
  std::string choice(std::string_view option, std::string_view otherwise,
                     std::span<const std::string_view> known) const;
  /// The one file that a command takes. \throws UsageError
  const std::string& only_file() const;

 private:
  std::vector<std::string> files_;
  std::map<std::string, std::string, std::less<>> values_;
};

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view usage;     ///< behind "filigree NAME"
  std::string_view details;   ///< a paragraph, lines broken
  std::string_view examples;  ///< lines, each "command    what it does"
  std::span<const OptionSpec> options;
  void (*run)(const Arguments&);
};

std::string help_text(std::span<const Command> commands);
std::string help_text(const Command& command);

/// "a, b, c"
std::string joined(std::span<const std::string_view> words);

}  // namespace filigree::tool
