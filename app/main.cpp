// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree: looks at sparse matrices, draws, converts, checks, combines, solves with and times
// them.

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <filigree/core/version.hpp>
#include <filigree/detail/write_file.hpp>

#include "arguments.hpp"
#include "commands.hpp"
#include "matrix_source.hpp"
#include "solve.hpp"
#include "terminal.hpp"
#include "text.hpp"

namespace {

using namespace filigree;
using namespace filigree::tool;

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

std::string command_names() {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  return joined(names);
}

/// Where the program is called without a command. \throws UsageError
void run_without_command(const std::vector<std::string>& words) {
  const std::string first = words.empty() ? "" : words[0];
  if (first == "--help" || first == "-h" || first == "help") return write_text("-", help_text());
  if (first == "--version") return write_text("-", build_options().to_string() + "\n");
  if (first == "--man") return write_text("-", man_page());
  if (first == "--completion" && words.size() == 2)
    for (const std::string_view shell : words_of(program_options.back().words))
      if (words[1] == shell) return write_text("-", completion(shell));
  const std::string known = " (known: " + command_names() + "; --help explains them)";
  if (words.empty()) throw UsageError("no command is given" + known);
  if (first == "--completion")
    throw UsageError("option '--completion' needs a shell: " +
                     joined(words_of(program_options.back().words)));
  throw UsageError(std::string(first.starts_with("-") ? "unknown option '" : "unknown command '") +
                   first + "'" + known);
}

void run(const std::vector<std::string>& words, std::string& name) {
  const auto all = commands();
  const auto command = std::find_if(all.begin(), all.end(), [&](const Command& one) {
    return !words.empty() && one.name == words[0];
  });
  if (command == all.end()) return run_without_command(words);
  name += " " + words[0];
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  for (const std::string& word : rest) {
    if (word == "--") break;
    if (word == "--help" || word == "-h") return write_text("-", help_text(*command));
  }
  const Arguments arguments(rest, *command);
  // Kokkos' advice on thread binding would stand among the output.
  auto settings = Kokkos::InitializationSettings().set_disable_warnings(true);
  if (arguments.has("--threads"))
    settings.set_num_threads(int(arguments.number("--threads", 1, 4096)));
  const Kokkos::ScopeGuard kokkos(settings);
  lenient_input = arguments.has("--lenient");
  limit_memory();
  try {
    command->run(arguments);
  } catch (...) {
    detail::rethrow_as_error(words[0]);
  }
  flush_stdout();
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
    print_notes(name);
    return fail(name, error.what(), not_converged);
  } catch (const BrokenDown& error) {
    print_notes(name);
    return fail(name, error.what(), broken_down);
  } catch (const Found& error) {
    print_notes(name);
    return fail(name, error.what(), found_something);
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
