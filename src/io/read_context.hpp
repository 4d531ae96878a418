// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>
#include <filigree/io/options.hpp>

namespace filigree::detail {

/// Who reads what: for messages.
struct ReadContext {
  std::string_view operation;
  std::string_view argument;  ///< "path" or "text"
  std::string name;           ///< the file's name; empty for text in memory
  std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();

  static ReadContext of_file(std::string_view operation, const std::filesystem::path& path,
                             const ReadOptions& options = {});
  static ReadContext of_memory(std::string_view operation, const ReadOptions& options = {});

  /// "'name': " or nothing
  std::string prefix() const;
  /// "'name' line 12: " or "line 12: "
  std::string at_line(std::int64_t line) const;
  /// Throws with the line number.
  [[noreturn]] void fail(std::int64_t line, const std::string& value, std::string limit,
                         std::string remedy, Status status = Status::invalid_value) const;
};

/// A piece of a file for a message: in quotes, not too long, without control characters.
std::string in_quotes(std::string_view text);

/// Throws not_initialized unless Kokkos runs.
void require_kokkos(std::string_view operation);

/// Logs a call at the level of the API trace.
void trace_call(const ReadContext& context, std::string_view what);

}  // namespace filigree::detail
