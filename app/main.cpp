// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree: looks at sparse matrices, draws, converts, multiplies, adds, solves with and times
// them.

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <filigree/core/version.hpp>
#include <filigree/detail/write_file.hpp>

#include "commands.hpp"
#include "matrix_source.hpp"
#include "solve.hpp"
#include "terminal.hpp"
#include "text.hpp"

namespace {

using namespace filigree;
using namespace filigree::tool;

/// What help_text lists.
enum ExitStatus {
  done = 0,
  failed = 1,
  bad_usage = 2,
  bad_input = 3,
  bad_output = 4,
  no_memory = 5,
  not_converged = 6,
  broken_down = 7
};

/// Ends the program by a signal, as if it had not been caught.
void end_by_signal(int signal) {
  detail::remove_unfinished_file();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void remove_unfinished_files_on_signals() {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ})
    if (std::signal(signal, end_by_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
}

const std::array<Command, 7>& commands() {
  static const std::array<Command, 7> all{info_command,     spy_command, convert_command,
                                          multiply_command, add_command, solve_command,
                                          bench_command};
  return all;
}

std::string command_names() {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  return joined(names);
}

void run(const std::vector<std::string>& words, std::string& name) {
  const std::string first = words.empty() ? "" : words[0];
  if (first == "--help" || first == "-h" || first == "help")
    return write_text("-", help_text(commands()));
  if (first == "--version") return write_text("-", build_options().to_string() + "\n");
  if (words.empty())
    throw UsageError("no command is given (known: " + command_names() + "; --help explains them)");
  for (const Command& command : commands()) {
    if (command.name != first) continue;
    name += " " + first;
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    for (const std::string& word : rest) {
      if (word == "--") break;
      if (word == "--help" || word == "-h") return write_text("-", help_text(command));
    }
    const Arguments arguments(rest, command.options);
    // Kokkos' advice on thread binding would stand among the output.
    const Kokkos::ScopeGuard kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
    lenient_input = arguments.has("--lenient");
    limit_memory();
    try {
      command.run(arguments);
    } catch (...) {
      detail::rethrow_as_error(first);
    }
    return flush_stdout();
  }
  throw UsageError(std::string(first.starts_with("-") ? "unknown option '" : "unknown command '") +
                   first + "' (known: " + command_names() + ", --help, --version)");
}

/// What readers noted, each sentence once.
void print_notes(const std::string& name) {
  std::vector<std::string> printed;
  for (const std::string& note : input_notes) {
    if (std::find(printed.begin(), printed.end(), note) != printed.end()) continue;
    printed.push_back(note);
    std::fprintf(stderr, "%s: note: %s\n", name.c_str(), printable(note).c_str());
  }
}

ExitStatus fail(const std::string& name, std::string message, ExitStatus status) {
  for (char& c : message)
    if (c == '\n' || c == '\r') c = ' ';
  message = printable(message);
  std::fflush(stdout);
  const bool colour = use_colour(stderr);
  std::fprintf(stderr, "%s%s:%s %s\n", colour ? "\033[1;31m" : "", name.c_str(),
               colour ? "\033[0m" : "", message.c_str());
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  std::string name = "filigree";
  remove_unfinished_files_on_signals();
  try {
    run({argv + (argc > 0 ? 1 : 0), argv + argc}, name);
    print_notes(name);
    return done;
  } catch (const UsageError& error) {
    return fail(name, error.what(), bad_usage);
  } catch (const InputError& error) {
    return fail(name, error.what(), bad_input);
  } catch (const OutputError& error) {
    return fail(name, error.what(), bad_output);
  } catch (const NotConverged& error) {
    return fail(name, error.what(), not_converged);
  } catch (const BrokenDown& error) {
    return fail(name, error.what(), broken_down);
  } catch (const Error& error) {
    return fail(name, error.what(), is_memory_shortage(error.status()) ? no_memory : failed);
  } catch (const std::bad_alloc&) {
    return fail(name, "not enough memory", no_memory);
  } catch (const std::length_error&) {
    return fail(name, "a size beyond what memory can hold", no_memory);
  } catch (const std::exception& error) {
    return fail(name, error.what(), failed);
  }
}
