// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/log.hpp>

#include <atomic>
#include <cstdio>
#include <string>
#include <string_view>

#include <filigree/c/filigree.h>

/// The log of the library, as C programs set it.

namespace filigree::c {
namespace {

std::atomic<bool> disabled{false};

}  // namespace

void log_set_level(int level) {
  if (!disabled) set_log_level(level);
}

void log_set_mask(int mask) {
  if (!disabled) set_log_mask(mask);
}

void log_open_file(const char* path) {
  set_log_file(path);
  set_log_callback({});
}

void log_set_file(FILE* file) {
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

void log_set_callback(filigree_log_callback_t callback, void* user_data) {
  if (callback == nullptr) {
    set_log_callback({});
    return;
  }
  set_log_callback([callback, user_data](LogKind kind, std::string_view line) {
    callback(int(kind), std::string(line).c_str(), user_data);
  });
}

void log_force_disable() {
  disabled = true;
  set_log_mask(0);
}

}  // namespace filigree::c
