// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/call_log.hpp>

#include <cinttypes>
#include <cstdio>
#include <string>

#include <filigree/core/log.hpp>

namespace filigree::runtime {

void LoggedArgument::print(char* text, std::size_t size) const {
  switch (kind_) {
    case Kind::pointer:
      std::snprintf(text, size, "%p", pointer_);
      break;
    case Kind::text:
      std::snprintf(text, size, "%s",
                    pointer_ == nullptr ? "(null)" : static_cast<const char*>(pointer_));
      break;
    case Kind::number:
      std::snprintf(text, size, "%" PRId64, number_);
      break;
    case Kind::real:
      std::snprintf(text, size, "%g", real_);
      break;
  }
}

bool logs_calls() noexcept { return detail::log_enabled(LogKind::api_trace); }

void log_call(const char* call, std::initializer_list<LoggedArgument> arguments) {
  std::string line;
  char value[256];
  for (const LoggedArgument& argument : arguments) {
    argument.print(value, sizeof value);
    if (!line.empty()) line += ", ";
    line.append(argument.name()).append(" = ").append(value);
  }
  detail::log(LogKind::api_trace, call, line);
}

}  // namespace filigree::runtime
