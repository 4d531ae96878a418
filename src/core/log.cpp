// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/log.hpp>

#include <unistd.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>

#include <filigree/core/error.hpp>

namespace filigree {
namespace {

constexpr int all_kinds = 31;

std::string_view kind_name(LogKind kind) {
  switch (kind) {
    case LogKind::error:
      return "error";
    case LogKind::trace:
      return "trace";
    case LogKind::hint:
      return "hint";
    case LogKind::info:
      return "info";
    case LogKind::api_trace:
      return "api";
  }
  return "log";
}

std::string with_process_id(const std::string& path) {
  std::string result;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path.compare(i, 2, "%i") == 0) {
      result += std::to_string(::getpid());
      ++i;
    } else {
      result += path[i];
    }
  }
  return result;
}

/// The one logger of the process. The mask is read without a lock on every call, the target is
/// guarded.
class Logger {
 public:
  static Logger& instance() {
    // Never destroyed: a call may log while static objects go. Nor allocated: it may be wanted for
    // the first time where there is no memory.
    alignas(Logger) static std::array<std::byte, sizeof(Logger)> storage;
    static Logger* logger = ::new (storage.data()) Logger;
    return *logger;
  }

  bool enabled(LogKind kind) const noexcept {
    return (mask_.load(std::memory_order_relaxed) & static_cast<int>(kind)) != 0;
  }

  void set_mask(int mask) { mask_.store(mask, std::memory_order_relaxed); }

  bool open(const std::string& path) {
    std::FILE* file = path.empty() ? stderr : std::fopen(with_process_id(path).c_str(), "a");
    if (file == nullptr) return false;
    const std::lock_guard lock(mutex_);
    if (file_ != stderr) std::fclose(file_);
    file_ = file;
    return true;
  }

  void set_callback(std::function<void(LogKind, std::string_view)> callback) {
    const std::lock_guard lock(mutex_);
    callback_ = std::move(callback);
  }

  void write(LogKind kind, std::string_view operation, std::string_view message) {
    std::string line = "[filigree][";
    line.append(kind_name(kind)).append("][").append(operation).append("] ").append(message);
    std::function<void(LogKind, std::string_view)> callback;
    {
      const std::lock_guard lock(mutex_);
      callback = callback_;
      if (!callback) {
        std::fprintf(file_, "%s\n", line.c_str());
        std::fflush(file_);
      }
    }
    // Outside the lock, so that a callback may call the library.
    if (callback) callback(kind, line);
  }

 private:
  Logger() {
    if (const auto level = environment_integer("FILIGREE_LOG_LEVEL", 5)) mask_ = (1 << *level) - 1;
    if (const auto mask = environment_integer("FILIGREE_LOG_MASK", all_kinds)) mask_ = *mask;
    // A wrong path in the environment must not stop a program: messages then go to stderr.
    if (const char* path = std::getenv("FILIGREE_LOG_FILE")) open(path);
  }

  /// Nothing where the variable is not set or not a number in range.
  static std::optional<int> environment_integer(const char* variable, int limit) {
    const char* text = std::getenv(variable);
    if (text == nullptr) return {};
    int value = 0;
    const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
    const bool valid = error == std::errc{} && *end == '\0' && value >= 0 && value <= limit;
    if (!valid) return {};
    return value;
  }

  std::atomic<int> mask_{0};
  std::mutex mutex_;
  std::FILE* file_ = stderr;
  std::function<void(LogKind, std::string_view)> callback_;
};

void check_range(const char* operation, const char* argument, int value, int limit) {
  if (value >= 0 && value <= limit) return;
  detail::throw_error(Status::invalid_value,
                      {operation, argument, std::to_string(value), "0 to " + std::to_string(limit),
                       "pass a value in that range"});
}

}  // namespace

void set_log_level(int level) {
  check_range("set_log_level", "level", level, 5);
  Logger::instance().set_mask((1 << level) - 1);
}

void set_log_mask(int mask) {
  check_range("set_log_mask", "mask", mask, all_kinds);
  Logger::instance().set_mask(mask);
}

void set_log_file(const std::string& path) {
  if (Logger::instance().open(path)) return;
  detail::throw_error(Status::mapping_error, {"set_log_file", "path", "'" + path + "'",
                                              "a file that can be opened for appending",
                                              "check the folder and its permissions"});
}

void set_log_callback(std::function<void(LogKind, std::string_view)> callback) {
  Logger::instance().set_callback(std::move(callback));
}

bool detail::log_enabled(LogKind kind) noexcept { return Logger::instance().enabled(kind); }

void detail::log(LogKind kind, std::string_view operation, std::string_view message) {
  if (log_enabled(kind)) Logger::instance().write(kind, operation, message);
}

bool detail::logs_kernels() noexcept {
  return log_enabled(LogKind::trace) || log_enabled(LogKind::hint);
}

void detail::log_kernel(std::string_view operation, std::string_view kernel,
                        const std::string& problem) {
  log(LogKind::trace, operation, std::string(kernel) + ", " + problem);
  if (kernel.ends_with("_generic"))
    log(LogKind::hint, operation,
        std::string(kernel) + ", " + problem +
            ": no tuned kernel took it; the documentation of the operation has what each one "
            "takes");
}

}  // namespace filigree
