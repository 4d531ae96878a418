// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/log_settings.hpp>

#include <atomic>
#include <string_view>

#include <filigree/core/log.hpp>

namespace filigree::runtime {
namespace {

std::atomic<bool> disabled{false};

}  // namespace

void change_log_level(int level) {
  if (!disabled) set_log_level(level);
}

void change_log_mask(int mask) {
  if (!disabled) set_log_mask(mask);
}

void log_to_path(const char* path) {
  set_log_file(path);
  set_log_callback({});
}

void log_to_file(std::FILE* file) {
  if (file == nullptr) {
    set_log_callback({});
    set_log_file("");
    return;
  }
  set_log_callback([file](LogKind, std::string_view line) {
    std::fprintf(file, "%.*s\n", int(line.size()), line.data());
    std::fflush(file);
  });
}

void disable_log() {
  disabled = true;
  set_log_mask(0);
}

}  // namespace filigree::runtime
