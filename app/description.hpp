// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The one description of the command line: what is accepted, what --help says, the man page and
/// the completion of shells are all made of it.

namespace filigree::tool {

class Arguments;

/// An option: "--name VALUE", "--name=VALUE" or, without a value, "--name".
struct OptionSpec {
  std::string_view name;        ///< with its dashes
  std::string_view short_name;  ///< "-o", or empty
  std::string_view value;       ///< what the help calls its value, "FILE..." of files; empty: none
  std::string_view help;
  std::string_view words{};      ///< the values that it takes, apart by blanks; empty: any
  std::string_view otherwise{};  ///< its value where it is not given; empty: none
  bool required = false;
};

struct Command {
  std::string_view name;
  std::string_view summary;
  int num_files = 1;          ///< matrix files that it takes
  std::string_view details;   ///< a paragraph, lines broken
  std::string_view examples;  ///< lines, each "command    what it does"
  std::span<const OptionSpec> options;
  void (*run)(const Arguments&);
};

enum ExitStatus {
  done = 0,
  failed = 1,
  bad_usage = 2,
  bad_input = 3,
  bad_output = 4,
  no_memory = 5,
  not_converged = 6,
  broken_down = 7,
  found_something = 8,
};

struct StatusText {
  ExitStatus status;
  std::string_view text;
};

inline constexpr std::array exit_statuses{
    StatusText{done, "done"},
    StatusText{failed, "failed"},
    StatusText{bad_usage, "command line not understood"},
    StatusText{bad_input, "input not readable"},
    StatusText{bad_output, "output not writable"},
    StatusText{no_memory, "not enough memory"},
    StatusText{not_converged, "not converged (solve)"},
    StatusText{broken_down, "broken down (solve)"},
    StatusText{found_something, "findings (validate), a difference (compare)"},
};

/// The options that every command takes.
inline constexpr std::array common_options{
    OptionSpec{"--threads", "", "N", "threads of the host (default: as many as OpenMP takes)"},
    OptionSpec{"--lenient", "", "",
               "take files that break the rules of their format in known ways"},
    OptionSpec{"--help", "-h", "", "this text"},
};

/// The options of the program where no command is given.
inline constexpr std::array program_options{
    OptionSpec{"--help", "-h", "", "this text; behind a command, its own"},
    OptionSpec{"--version", "", "", "the version, and how the library was built"},
    OptionSpec{"--man", "", "", "the man page"},
    OptionSpec{"--completion", "", "SHELL", "what makes a shell complete command lines",
               "bash zsh fish"},
};

inline constexpr std::string_view program_summary =
    "looks at sparse matrices, draws, converts, checks, combines, solves with and times them";

inline constexpr std::string_view program_files =
    "Matrix Market (.mtx), Harwell-Boeing (.rua, .rsa, ...), Rutherford-Boeing (.rb),\n"
    "Filigree's binary format (.bin), each also compressed (.gz)\n";

/// All commands, in the order in which they are listed.
std::span<const Command> commands();

/// The parts of "a b c".
std::vector<std::string_view> words_of(std::string_view text);
/// Whether the value is a file's name.
inline bool takes_file(const OptionSpec& option) { return option.value.starts_with("FILE"); }
/// "FILE -o FILE [OPTIONS]"
std::string usage(const Command& command);
/// What it is for, its words, its default, whether it is required.
std::string help_of(const OptionSpec& option);

///@{
/// What is made of the description.
std::string help_text();
std::string help_text(const Command& command);
std::string man_page();
/// \pre shell is one of the words of --completion
std::string completion(std::string_view shell);
///@}

}  // namespace filigree::tool
