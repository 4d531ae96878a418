// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/detail/allocate.hpp>

#include <core/no_memory.hpp>

namespace filigree::detail {

void throw_alloc_failed(std::string_view operation, const std::string& label, std::int64_t length,
                        std::size_t entry_bytes) {
  const std::string found = "no memory for '" + label + "', " + std::to_string(length) +
                            " entries of " + std::to_string(entry_bytes) + " bytes";
  if (operation.empty()) throw NoMemory(found);
  throw_error(Status::alloc_failed, {operation, "", found, "an allocation that succeeds",
                                     "free memory or use a smaller matrix"});
}

}  // namespace filigree::detail
