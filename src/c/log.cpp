// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/log.hpp>

#include <cstdio>
#include <string>
#include <string_view>

#include <filigree/c/filigree.h>
#include <runtime/log_settings.hpp>

/// The log of the library, as C programs set it.

namespace filigree::c {

void log_set_level(int level) { runtime::change_log_level(level); }
void log_set_mask(int mask) { runtime::change_log_mask(mask); }
void log_open_file(const char* path) { runtime::log_to_path(path); }
void log_set_file(std::FILE* file) { runtime::log_to_file(file); }
void log_force_disable() { runtime::disable_log(); }

void log_set_callback(filigree_log_callback_t callback, void* user_data) {
  if (callback == nullptr) {
    set_log_callback({});
    return;
  }
  set_log_callback([callback, user_data](LogKind kind, std::string_view line) {
    callback(int(kind), std::string(line).c_str(), user_data);
  });
}

}  // namespace filigree::c
