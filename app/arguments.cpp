// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arguments.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace filigree::tool {
namespace {

const OptionSpec* find_option(const Command& command, std::string_view name) {
  for (const std::span<const OptionSpec> some :
       {command.options, std::span<const OptionSpec>(common_options)})
    for (const OptionSpec& option : some)
      if (option.name == name || (!option.short_name.empty() && option.short_name == name))
        return &option;
  return nullptr;
}

std::string known_options(const Command& command) {
  std::vector<std::string_view> names;
  for (const OptionSpec& option : command.options) names.push_back(option.name);
  for (const OptionSpec& option : common_options) names.push_back(option.name);
  return joined(names);
}

}  // namespace

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

Arguments::Arguments(std::span<const std::string> words, const Command& command)
    : command_(command) {
  bool only_files = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (only_files || word.size() < 2 || word[0] != '-')
      files_.push_back(word);
    else if (word == "--")
      only_files = true;
    else
      i = read_option(words, i);
  }
  check_files();
  for (const OptionSpec& option : command.options)
    if (option.required && get(option.name).empty())
      throw UsageError("option '" + std::string(option.name) +
                       "' is missing: " + std::string(option.help));
}

/// Reads the option at words[i] and its value; where that is the next word, i + 1 is the result.
std::size_t Arguments::read_option(std::span<const std::string> words, std::size_t i) {
  const std::string& word = words[i];
  const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
  const std::string name = word.substr(0, equals);
  const OptionSpec* const option = find_option(command_, name);
  if (option == nullptr)
    throw UsageError("unknown option '" + name + "' (known: " + known_options(command_) + ")");
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
  if (!option->value.empty() && value.empty())
    throw UsageError("option '" + name + "' has an empty value: " + std::string(option->value));
  const auto known = words_of(option->words);
  if (!known.empty() && std::find(known.begin(), known.end(), value) == known.end())
    throw UsageError("option '" + name + "': '" + value + "' (known: " + joined(known) + ")");
  if (!values_.emplace(option->name, value).second)
    throw UsageError("option '" + std::string(option->name) + "' is given twice");
  return i;
}

void Arguments::check_files() const {
  if (files_.size() == std::size_t(command_.num_files)) return;
  if (command_.num_files > 1)
    throw UsageError("two matrix files are expected, not " + std::to_string(files_.size()));
  if (files_.empty()) throw UsageError("no matrix file is given");
  throw UsageError("one matrix file is expected, not '" + files_[0] + "' and '" + files_[1] + "'");
}

std::string Arguments::get(std::string_view option) const {
  const auto found = values_.find(option);
  if (found != values_.end()) return found->second;
  return std::string(find_option(command_, option)->otherwise);
}

std::int64_t Arguments::number(std::string_view option, std::int64_t least,
                               std::int64_t greatest) const {
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

double Arguments::real(std::string_view option) const {
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

}  // namespace filigree::tool
