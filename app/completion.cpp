// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "description.hpp"

/// What makes shells complete command lines of filigree. None of its texts has a quote or a
/// backslash, but for apostrophes.

namespace filigree::tool {
namespace {

std::string begin_of(std::string_view shell) {
  return "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n# Made by filigree "
         "--completion " +
         std::string(shell) + ".\n";
}

std::string names_of(std::span<const OptionSpec> options) {
  std::string text;
  for (const OptionSpec& option : options) {
    text.append(text.empty() ? "" : " ").append(option.name);
    if (!option.short_name.empty()) text.append(" ").append(option.short_name);
  }
  return text;
}

/// A text as a part of one in single quotes, each of `special` behind a backslash.
std::string in_quotes(std::string_view text, std::string_view special = {}) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result.append(c == '\'' ? "'\\''" : std::string(1, c));
  }
  return result;
}

// --- bash
// -----------------------------------------------------------------------------------------

/// What follows an option that takes a value: its words, files, which are the default, or nothing.
void append_bash_value(std::string& text, std::string_view command, const OptionSpec& option) {
  if (option.value.empty()) return;
  const auto label = [&](std::string_view name) {
    return "\"" + std::string(command) + " " + std::string(name) + "\"";
  };
  text += "    " + label(option.name);
  if (!option.short_name.empty()) text += " | " + label(option.short_name);
  text += ")\n";
  if (!takes_file(option)) text += "      compopt +o default\n";
  if (!option.words.empty())
    text.append("      COMPREPLY=($(compgen -W '")
        .append(option.words)
        .append("' -- \"$word\"))\n");
  text += "      return\n      ;;\n";
}

std::string bash_completion() {
  std::string names = names_of(program_options), values, options;
  for (const OptionSpec& option : program_options) append_bash_value(values, option.name, option);
  for (const Command& command : commands()) {
    names.append(" ").append(command.name);
    for (const OptionSpec& option : command.options)
      append_bash_value(values, command.name, option);
    for (const OptionSpec& option : common_options) append_bash_value(values, command.name, option);
    options.append("    ")
        .append(command.name)
        .append(") options='" + names_of(command.options) + " " + names_of(common_options))
        .append("' ;;\n");
  }
  return begin_of("bash") +
         "_filigree() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "  local command=${COMP_WORDS[1]} options\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
         "    compopt +o default\n"
         "    COMPREPLY=($(compgen -W '" +
         names +
         "' -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  # --option=value is three words\n"
         "  if [ \"$word\" = '=' ]; then\n"
         "    word=\n"
         "  elif [ \"$before\" = '=' ]; then\n"
         "    before=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "  fi\n"
         "  case \"$command $before\" in\n" +
         values +
         "  esac\n"
         "  [ \"${word#-}\" != \"$word\" ] || return\n"
         "  case $command in\n" +
         options +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "}\n"
         "complete -o bashdefault -o default -F _filigree filigree\n";
}

// --- zsh
// ------------------------------------------------------------------------------------------

/// The specification of an option for _arguments.
std::string zsh_option(const OptionSpec& option) {
  const bool is_long_only = option.short_name.empty();
  const std::string name(option.name), short_name(option.short_name);
  const std::string equals = option.value.empty() ? "" : "=";
  std::string text = is_long_only ? "'" + name + equals
                                  : "'(" + short_name + " " + name + ")'{" + short_name + "," +
                                        name + equals + "}'";
  text += "[" + in_quotes(option.help, "[]:\\") + "]";
  if (!option.value.empty()) text += ":" + in_quotes(option.value, ":\\") + ":";
  if (!option.words.empty())
    text.append("(").append(option.words).append(")");
  else if (takes_file(option))
    text += "_files";
  return text + "'";
}

std::string zsh_completion() {
  std::string names, branches;
  for (const Command& command : commands()) {
    names.append("    '")
        .append(command.name)
        .append(":" + in_quotes(command.summary, ":\\") + "'\n");
    branches.append("        ").append(command.name).append(")\n          _arguments -s \\\n");
    for (const OptionSpec& option : command.options)
      branches += "            " + zsh_option(option) + " \\\n";
    for (const OptionSpec& option : common_options)
      branches += "            " + zsh_option(option) + " \\\n";
    branches += "            '*:matrix file:_files'\n          ;;\n";
  }
  std::string options;
  for (const OptionSpec& option : program_options) options += "    " + zsh_option(option) + " \\\n";
  // the first line is how zsh finds the file
  return "#compdef filigree\n" + begin_of("zsh") +
         "_filigree() {\n"
         "  local context state state_descr line\n"
         "  typeset -A opt_args\n"
         "  local -a commands=(\n" +
         names +
         "  )\n"
         "  _arguments -C \\\n" +
         options +
         "    '1:command:->command' \\\n"
         "    '*::argument:->rest'\n"
         "  case $state in\n"
         "    command) _describe command commands ;;\n"
         "    rest)\n"
         "      case $words[1] in\n" +
         branches +
         "      esac\n"
         "      ;;\n"
         "  esac\n"
         "}\n"
         "_filigree \"$@\"\n";
}

// --- fish
// -----------------------------------------------------------------------------------------

void append_fish_option(std::string& text, const std::string& condition, const OptionSpec& option) {
  text += "complete -c filigree -n '" + condition + "' -l " + std::string(option.name.substr(2));
  if (!option.short_name.empty()) text += " -s " + std::string(option.short_name.substr(1));
  if (takes_file(option))
    text += " -r -F";
  else if (!option.value.empty())
    text += " -x";
  if (!option.words.empty()) text += " -a '" + std::string(option.words) + "'";
  std::string help = in_quotes(option.help, "\\");
  text += " -d '" + help + "'\n";
}

std::string fish_completion() {
  std::string text = begin_of("fish");
  const std::string none = "__fish_use_subcommand";
  text += "complete -c filigree -n " + none + " -f\n";
  for (const OptionSpec& option : program_options) append_fish_option(text, none, option);
  for (const Command& command : commands())
    text += "complete -c filigree -n " + none + " -a " + std::string(command.name) + " -d '" +
            in_quotes(command.summary) + "'\n";
  for (const Command& command : commands()) {
    const std::string condition = "__fish_seen_subcommand_from " + std::string(command.name);
    for (const OptionSpec& option : command.options) append_fish_option(text, condition, option);
    for (const OptionSpec& option : common_options) append_fish_option(text, condition, option);
  }
  return text;
}

}  // namespace

std::string completion(std::string_view shell) {
  if (shell == "bash") return bash_completion();
  if (shell == "zsh") return zsh_completion();
  return fish_completion();
}

}  // namespace filigree::tool
