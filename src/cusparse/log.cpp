// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/log.hpp>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>
#include <filigree/core/log.hpp>
#include <runtime/log_settings.hpp>

#include <cusparse/guard.hpp>

namespace filigree::cusparse {
namespace {

/// 1 to 5, as cuSPARSE counts the kinds.
int level_of(LogKind kind) {
  int level = 1;
  while ((1 << (level - 1)) < int(kind)) ++level;
  return level;
}

/// The name and the message of a line "[filigree][kind][name] message".
struct Parts {
  std::string name, message;

  explicit Parts(std::string_view line) {
    const std::size_t second = line.find('[', 1);
    const std::size_t third = line.find('[', second + 1);
    const std::size_t end = line.find("] ", third);
    name = line.substr(third + 1, end - third - 1);
    message = line.substr(end + 2);
  }
};

/// set(the variable's number), where it has one that `set` takes.
template <class F>
void set_from(const char* variable, const F& set) {
  const char* const text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return;
  char* end = nullptr;
  const long number = std::strtol(text, &end, 10);
  if (*end != '\0' || number < 0 || number > 31) return;
  try {
    set(int(number));
  } catch (const Error&) {
  }
}

}  // namespace

void honour_log_variables() {
  static std::once_flag once;
  std::call_once(once, [] {
    set_from("CUSPARSE_LOG_LEVEL", [](int level) { runtime::change_log_level(level); });
    set_from("CUSPARSE_LOG_MASK", [](int mask) { runtime::change_log_mask(mask); });
    const char* const path = std::getenv("CUSPARSE_LOG_FILE");
    if (path == nullptr) return;
    try {
      set_log_file(path);
    } catch (const Error&) {
    }
  });
}

void LoggerSetLevel(int level) { runtime::change_log_level(level); }
void LoggerSetMask(int mask) { runtime::change_log_mask(mask); }
void LoggerOpenFile(const char* path) { runtime::log_to_path(path); }
void LoggerSetFile(std::FILE* file) { runtime::log_to_file(file); }
void LoggerForceDisable() { runtime::disable_log(); }

void LoggerSetCallback(cusparseLoggerCallback_t callback) {
  if (callback == nullptr) {
    set_log_callback({});
    return;
  }
  set_log_callback([callback](LogKind kind, std::string_view line) {
    const Parts parts(line);
    callback(level_of(kind), parts.name.c_str(), parts.message.c_str());
  });
}

}  // namespace filigree::cusparse
