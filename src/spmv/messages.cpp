// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>

#include <filigree/core/error.hpp>
#include <filigree/core/log.hpp>
#include <spmv/messages.hpp>

namespace filigree::detail {

void log_product(KernelId kernel, Op op, std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz) {
  log(LogKind::trace, "spmv",
      std::string(kernel.name) + ", op " + std::string(name(op)) + ", " + std::to_string(num_rows) + " x " +
          std::to_string(num_cols) + ", nnz " + std::to_string(nnz));
}

void throw_no_tuned_kernel(KernelId kernel, const char* a, const char* x, const char* y) {
  throw_error(Status::not_supported,
              {"spmv", "options.backend",
               "Backend::tuned, but " + std::string(kernel.name) + " does not take A of " + a + ", x of " + x +
                   " and y of " + y,
               "vectors of the matrix's own scalar type", "use Backend::automatic"});
}

void check_workspace(const void* workspace, std::size_t bytes, std::size_t needed) {
  if (bytes < needed)
    throw_error(Status::invalid_value,
                {"spmv", "workspace", std::to_string(bytes) + " bytes", std::to_string(needed) + " bytes",
                 "ask SpmvPlan::workspace_bytes, or pass none"});
  if (reinterpret_cast<std::uintptr_t>(workspace) % 16 != 0)
    throw_error(Status::invalid_value, {"spmv", "workspace", "an address that is not a multiple of 16 bytes",
                                        "an aligned one", "pass a View as Kokkos allocates it"});
}

}  // namespace filigree::detail
