// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dropin/vendor.hpp>

#include <dlfcn.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <dropin/function_names.hpp>

namespace filigree::dropin {
namespace {

const char* vendor_path() noexcept {
  static const char* const path = std::getenv("FILIGREE_CUSPARSE_FALLBACK");
  return path == nullptr || *path == '\0' ? nullptr : path;
}

/// Its symbols stay its own (RTLD_LOCAL): this library has the same. By a path, since the dynamic
/// linker would answer with this library where it is asked for a name that this one has.
void* open_vendor() noexcept {
  const char* const path = vendor_path();
  if (path == nullptr) return nullptr;
  void* const library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr)
    std::fprintf(stderr, "filigree: FILIGREE_CUSPARSE_FALLBACK: %s; nothing is forwarded\n",
                 dlerror());
  else if (dlsym(library, "cusparseCreate") == dlsym(RTLD_DEFAULT, "cusparseCreate"))
    std::fprintf(stderr,
                 "filigree: FILIGREE_CUSPARSE_FALLBACK=%s is this library itself, or not "
                 "the path of a file; nothing is forwarded\n",
                 path);
  else
    return library;
  return nullptr;
}

void* vendor() noexcept {
  static void* const library = open_vendor();
  return library;
}

}  // namespace

bool has_vendor() noexcept { return vendor_path() != nullptr; }

void* vendor_symbol(const char* name) noexcept {
  return vendor() == nullptr ? nullptr : dlsym(vendor(), name);
}

void* vendor_function(int number) noexcept {
  static std::array<std::atomic<void*>, num_functions> functions{};
  void* function = functions[number].load(std::memory_order_relaxed);
  if (function == nullptr) {
    function = vendor_symbol(function_names[number]);
    functions[number].store(function, std::memory_order_relaxed);
  }
  return function;
}

}  // namespace filigree::dropin
