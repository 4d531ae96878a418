// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "read_context.hpp"

#include <Kokkos_Core.hpp>

#include <utility>

#include <filigree/core/log.hpp>

namespace filigree::detail {

ReadContext ReadContext::of_file(std::string_view operation, const std::filesystem::path& path,
                                 const ReadOptions& options) {
  return {operation,       "path",       path.string(), options.max_bytes, options.round_integers,
          options.lenient, options.notes};
}

ReadContext ReadContext::of_memory(std::string_view operation, const ReadOptions& options) {
  return {operation,       "text",       {}, options.max_bytes, options.round_integers,
          options.lenient, options.notes};
}

std::string ReadContext::prefix() const { return name.empty() ? "" : "'" + name + "': "; }

std::string ReadContext::at_line(std::int64_t line) const {
  return (name.empty() ? "" : "'" + name + "' ") + "line " + std::to_string(line) + ": ";
}

ReadContext ReadContext::silent() const {
  ReadContext result = *this;
  result.notes = nullptr;
  result.logs = false;
  return result;
}

void ReadContext::note(const std::string& sentence) const {
  if (notes != nullptr) notes->push_back(prefix() + sentence);
  if (logs && log_enabled(LogKind::hint)) log(LogKind::hint, operation, prefix() + sentence);
}

void ReadContext::fail(std::int64_t line, const std::string& value, std::string limit,
                       std::string remedy, Status status) const {
  throw_error(status,
              {operation, argument, at_line(line) + value, std::move(limit), std::move(remedy)});
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result = "'";
  for (const char c : text.substr(0, longest)) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code >= 0x7f)
      result.append("\\x").append(1, digits[code >> 4]).append(1, digits[code & 15]);
    else
      result += c;
  }
  return result + (text.size() > longest ? "...'" : "'");
}

void require_kokkos(std::string_view operation) {
  if (Kokkos::is_initialized() && !Kokkos::is_finalized()) return;
  throw_error(Status::not_initialized,
              {operation, "", "Kokkos is not running",
               "a call between Kokkos::initialize and Kokkos::finalize",
               "initialise Kokkos first, e.g. by a Kokkos::ScopeGuard in main"});
}

void trace_call(const ReadContext& context, std::string_view what) {
  if (!log_enabled(LogKind::api_trace)) return;
  log(LogKind::api_trace, context.operation, context.prefix() + std::string(what));
}

}  // namespace filigree::detail
