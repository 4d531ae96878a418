// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "description.hpp"

/// The man page, in the macros of man(7).

namespace filigree::tool {
namespace {

/// Text of which troff takes nothing for a request or an escape.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

void append_options(std::string& page, std::span<const OptionSpec> options) {
  for (const OptionSpec& option : options) {
    page += ".TP\n" + bold(option.name);
    if (!option.short_name.empty()) page += ", " + bold(option.short_name);
    if (!option.value.empty()) page += " " + italic(option.value);
    page += "\n" + escaped(help_of(option)) + "\n";
  }
}

void append_lines(std::string& page, std::string_view lines) {
  page += ".PP\n.nf\n" + escaped(lines) + ".fi\n";
}

}  // namespace

std::string man_page() {
  std::string page =
      ".\\\" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
      ".\\\" Made by filigree --man.\n"
      ".TH FILIGREE 1 \"\" \"Filigree\" \"User Commands\"\n"
      ".SH NAME\nfiligree \\- " +
      escaped(program_summary) +
      "\n.SH SYNOPSIS\n\\fBfiligree\\fR \\fICOMMAND\\fR \\fIFILE\\fR [\\fIOPTIONS\\fR]\n"
      ".SH COMMANDS\n";
  for (const Command& command : commands()) {
    page += ".SS " + std::string(command.name) + "\n" +
            bold("filigree " + std::string(command.name)) + " " + escaped(usage(command)) +
            "\n.PP\n" + escaped(command.details);
    append_options(page, command.options);
    append_lines(page, command.examples);
  }
  page += ".SH OPTIONS\nOf every command:\n";
  append_options(page, common_options);
  page += ".PP\nWithout a command:\n";
  append_options(page, program_options);
  page += ".PP\nThe value of a long option is the next argument, or stands behind =.\n";
  page += ".SH FILES\n" + escaped(program_files) + ".SH EXIT STATUS\n";
  for (const auto& [status, text] : exit_statuses)
    page += ".TP\n" + bold(std::to_string(int(status))) + "\n" + escaped(text) + "\n";
  return page;
}

}  // namespace filigree::tool
