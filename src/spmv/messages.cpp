// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>
#include <filigree/core/log.hpp>
#include <spmv/messages.hpp>

namespace filigree::detail {

void log_product(KernelId kernel, Op op, std::int64_t num_rows, std::int64_t num_cols,
                 std::int64_t nnz) {
  log_kernel("spmv", kernel.name,
             "op " + std::string(name(op)) + ", " + std::to_string(num_rows) + " x " +
                 std::to_string(num_cols) + ", nnz " + std::to_string(nnz));
}

void throw_no_tuned_kernel(KernelId kernel, const char* a, const char* x, const char* y) {
  throw_error(Status::not_supported,
              {"spmv", "options.backend",
               "Backend::tuned, but " + std::string(kernel.name) + " does not take A of " + a +
                   ", x of " + x + " and y of " + y,
               "vectors of the matrix's own scalar type", "use Backend::automatic"});
}

void throw_masked(std::string_view operation, Op op, MatrixType type) {
  const bool by_op = op != Op::none;
  throw_error(Status::not_supported,
              {operation, by_op ? "op" : "A",
               by_op ? "op " + std::string(name(op)) + " of a masked BsrxView"
                     : "a masked BsrxView of a " + std::string(name(type)) + " matrix",
               "op none of a general or triangular matrix: a mask names block rows of the result",
               "use the view without its mask"});
}

void throw_stale_plan(std::string_view operation, const std::string& found) {
  throw_error(Status::stale_plan,
              {operation, "A", found, "the pattern that the plan was made for", "make a new plan"});
}

}  // namespace filigree::detail
