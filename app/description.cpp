// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "description.hpp"

#include "arguments.hpp"
#include "commands.hpp"

namespace filigree::tool {
namespace {

void append_option(std::string& text, std::string_view left, std::string_view help) {
  constexpr std::size_t column = 28;
  text.append("  ").append(left);
  text.append(left.size() + 2 < column ? column - left.size() - 2 : 1, ' ');
  text.append(help).append("\n");
}

void append_options(std::string& text, std::span<const OptionSpec> options) {
  for (const OptionSpec& option : options) {
    std::string left(option.name);
    if (!option.short_name.empty()) left.append(", ").append(option.short_name);
    if (!option.value.empty()) left.append(" ").append(option.value);
    append_option(text, left, help_of(option));
  }
}

/// "0 done, 1 failed, ...", lines broken.
std::string status_text() {
  std::string text = "exit status:";
  std::size_t width = text.size();
  for (const auto& [status, meaning] : exit_statuses) {
    const std::string item = std::to_string(int(status)) + " " + std::string(meaning) +
                             (status == exit_statuses.back().status ? "" : ",");
    const bool fits = width + 1 + item.size() <= 96;
    text.append(fits ? " " : "\n").append(item);
    width = (fits ? width + 1 : 0) + item.size();
  }
  return text + "\n";
}

}  // namespace

std::span<const Command> commands() {
  static const std::array all{info_command,     spy_command,     convert_command,
                              validate_command, compare_command, multiply_command,
                              add_command,      solve_command,   bench_command};
  return all;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    words.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return words;
}

std::string usage(const Command& command) {
  std::string text;
  for (int i = 0; i < command.num_files; ++i) text += "FILE ";
  for (const OptionSpec& option : command.options)
    if (option.required)
      text.append(option.short_name).append(" ").append(option.value).append(" ");
  return text + "[OPTIONS]";
}

std::string help_of(const OptionSpec& option) {
  std::string text(option.help);
  if (!option.words.empty()) text += ": " + joined(words_of(option.words));
  if (!option.otherwise.empty()) text.append(" (default ").append(option.otherwise).append(")");
  if (option.required) text += " (required)";
  return text;
}

std::string help_text() {
  std::string text = "filigree ";
  text.append(program_summary).append(".\n\nusage: filigree COMMAND FILE [OPTIONS]\n\ncommands:\n");
  for (const Command& command : commands()) append_option(text, command.name, command.summary);
  text += "\noptions:\n";
  append_options(text, program_options);
  text.append("\nfiles: ").append(program_files).append("\nexamples:\n");
  for (const Command& command : commands())
    text.append(command.examples.substr(0, command.examples.find('\n') + 1));
  return text.append("\n").append(status_text());
}

std::string help_text(const Command& command) {
  std::string text("usage: filigree ");
  text.append(command.name).append(" ").append(usage(command)).append("\n\n");
  text.append(command.details).append("\noptions:\n");
  append_options(text, command.options);
  append_options(text, common_options);
  return text.append("\nexamples:\n").append(command.examples);
}

}  // namespace filigree::tool
