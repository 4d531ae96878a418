// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arguments.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace filigree::tool {
namespace {

const OptionSpec* find_option(std::span<const OptionSpec> options, std::string_view name) {
  for (const std::span<const OptionSpec> some :
       {options, std::span<const OptionSpec>(common_options)})
    for (const OptionSpec& option : some)
      if (option.name == name || (!option.short_name.empty() && option.short_name == name))
        return &option;
  return nullptr;
}

std::string known_options(std::span<const OptionSpec> options) {
  std::vector<std::string_view> names;
  for (const OptionSpec& option : options) names.push_back(option.name);
  for (const OptionSpec& option : common_options) names.push_back(option.name);
  names.push_back("--help");
  return joined(names);
}

void append_option(std::string& text, std::string_view left, std::string_view help) {
  constexpr std::size_t column = 28;
  text.append("  ").append(left);
  text.append(left.size() + 2 < column ? column - left.size() - 2 : 1, ' ');
  text.append(help).append("\n");
}

}  // namespace

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

Arguments::Arguments(std::span<const std::string> words, std::span<const OptionSpec> options) {
  bool only_files = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (only_files || word.size() < 2 || word[0] != '-') {
      files_.push_back(word);
      continue;
    }
    if (word == "--") {
      only_files = true;
      continue;
    }
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string name = word.substr(0, equals);
    const OptionSpec* const option = find_option(options, name);
    if (option == nullptr)
      throw UsageError("unknown option '" + name + "' (known: " + known_options(options) + ")");
    std::string value;
    if (option->value.empty()) {
      if (equals != std::string::npos) throw UsageError("option '" + name + "' takes no value");
    } else if (equals != std::string::npos) {
      value = word.substr(equals + 1);
    } else if (++i < words.size()) {
      value = words[i];
    } else {
      throw UsageError("option '" + name + "' needs a value: " + std::string(option->value));
    }
    if (!values_.emplace(option->name, value).second)
      throw UsageError("option '" + std::string(option->name) + "' is given twice");
  }
}

std::string Arguments::get(std::string_view option, std::string_view otherwise) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::string(otherwise) : found->second;
}

std::int64_t Arguments::number(std::string_view option, std::int64_t otherwise, std::int64_t least,
                               std::int64_t greatest) const {
  if (!has(option)) return otherwise;
  const std::string text = get(option);
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc{} || result.ptr != end || value < least || value > greatest)
    throw UsageError("option '" + std::string(option) + "': '" + text +
                     "', expected an integer from " + std::to_string(least) + " to " +
                     std::to_string(greatest));
  return value;
}

double Arguments::real(std::string_view option, double otherwise) const {
  if (!has(option)) return otherwise;
  const std::string text = get(option);
  const char* const end = text.data() + text.size();
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || rest != end)
    throw UsageError("option '" + std::string(option) + "': '" + text + "', expected a number");
  return value;
}

std::int64_t Arguments::bytes(std::string_view option) const {
  const std::string text = get(option);
  const char* const end = text.data() + text.size();
  std::int64_t value = 0, unit = 1;
  auto [rest, error] = std::from_chars(text.data(), end, value);
  constexpr std::string_view suffixes = "kMGT";
  if (error == std::errc{} && rest + 1 == end) {
    const auto power = suffixes.find(*rest);
    for (std::size_t i = 0; power != std::string_view::npos && i <= power; ++i) unit *= 1000;
    if (power != std::string_view::npos) ++rest;
  }
  if (error != std::errc{} || rest != end || value < 1 ||
      value > std::numeric_limits<std::int64_t>::max() / unit)
    throw UsageError("option '" + std::string(option) + "': '" + text +
                     "', expected a number of bytes such as 64k, 500M or 2G");
  return value * unit;
}

std::string Arguments::choice(std::string_view option, std::string_view otherwise,
                              std::span<const std::string_view> known) const {
  const std::string word = get(option, otherwise);
  if (std::find(known.begin(), known.end(), word) == known.end())
    throw UsageError("option '" + std::string(option) + "': '" + word +
                     "' (known: " + joined(known) + ")");
  return word;
}

const std::string& Arguments::only_file() const {
  if (files_.empty()) throw UsageError("no matrix file is given");
  if (files_.size() > 1)
    throw UsageError("one matrix file is expected, not '" + files_[0] + "' and '" + files_[1] +
                     "'");
  return files_[0];
}

std::string help_text(std::span<const Command> commands) {
  std::string text =
      "Sparse matrices: looks at them, draws, converts, multiplies, adds, solves and times "
      "them.\n\n"
      "usage: filigree COMMAND FILE [OPTIONS]\n\ncommands:\n";
  for (const Command& command : commands) append_option(text, command.name, command.summary);
  text += "\noptions:\n";
  append_option(text, "--help, -h", "this text; behind a command, its own");
  append_option(text, "--version", "the version, and how the library was built");
  text +=
      "\nfiles: Matrix Market (.mtx), Harwell-Boeing (.rua, .rsa, ...), Rutherford-Boeing (.rb),\n"
      "Filigree's binary format (.bin), each also compressed (.gz)\n\nexamples:\n";
  for (const Command& command : commands)
    text.append(command.examples.substr(0, command.examples.find('\n') + 1));
  text +=
      "\nexit status: 0 done, 1 failed, 2 command line not understood, 3 input not readable,\n"
      "4 output not writable, 5 not enough memory, 6 not converged, 7 broken down (solve)\n";
  return text;
}

std::string help_text(const Command& command) {
  std::string text("usage: filigree ");
  text.append(command.name).append(" ").append(command.usage).append("\n\n");
  text.append(command.details).append("\noptions:\n");
  for (const OptionSpec& option : command.options) {
    std::string left(option.name);
    if (!option.short_name.empty()) left.append(", ").append(option.short_name);
    if (!option.value.empty()) left.append(" ").append(option.value);
    append_option(text, left, option.help);
  }
  for (const OptionSpec& option : common_options) append_option(text, option.name, option.help);
  append_option(text, "--help, -h", "this text");
  return text.append("\nexamples:\n").append(command.examples);
}

}  // namespace filigree::tool
