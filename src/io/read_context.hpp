// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <filigree/core/error.hpp>
#include <filigree/io/options.hpp>

namespace filigree::detail {

/// Who reads what: for messages.
struct ReadContext {
  std::string_view operation;
  std::string_view argument;  ///< "path" or "text"
  std::string name;           ///< the file's name; empty for text in memory
  std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();
  bool round_integers = false;
  bool lenient = false;
  std::vector<std::string>* notes = nullptr;
  bool logs = true;

  static ReadContext of_file(std::string_view operation, const std::filesystem::path& path,
                             const ReadOptions& options = {});
  static ReadContext of_memory(std::string_view operation, const ReadOptions& options = {});

  /// Without notes, for headers, which are read again with what follows them.
  ReadContext silent() const;
  /// "'name': " or nothing
  std::string prefix() const;
  /// "'name' line 12: " or "line 12: "
  std::string at_line(std::int64_t line) const;
  /// Says what was not taken as it stands: in the log, and to the caller who asked.
  void note(const std::string& sentence) const;
  /// Throws with the line number.
  [[noreturn]] void fail(std::int64_t line, const std::string& value, std::string limit,
                         std::string remedy, Status status = Status::invalid_value) const;
};

/// What the remedy of a strict reader ends with where lenient reading takes the file.
inline constexpr const char* or_lenient = ", or set ReadOptions::lenient (--lenient)";

/// A piece of a file for a message: in quotes, not too long, without control characters.
std::string in_quotes(std::string_view text);

/// Throws not_initialized unless Kokkos runs.
void require_kokkos(std::string_view operation);

/// Logs a call at the level of the API trace.
void trace_call(const ReadContext& context, std::string_view what);

}  // namespace filigree::detail
