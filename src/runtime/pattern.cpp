// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/pattern.hpp>

#include <filigree/format/matrix_base.hpp>

namespace filigree::runtime {

void check_arrays(std::string_view operation, const SparseOperand& A) {
  const bool by_rows = A.format == Format::csr;
  const bool by_columns = A.format == Format::csc;
  if (!by_rows && !by_columns && A.format != Format::coo)
    detail::throw_error(Status::not_supported,
                        {operation, "A", "format " + std::string(filigree::name(A.format)),
                         "format csr, csc or coo", "convert the matrix to one of these"});
  const std::int64_t lines = by_rows ? A.num_rows : A.num_cols;
  if (lines > 0 && (by_rows || by_columns))
    detail::check_pointer(operation, by_rows ? "row_offsets" : "col_offsets", A.offsets, lines + 1);
  if (!by_rows) detail::check_pointer(operation, "row_indices", A.row_indices, A.nnz);
  if (!by_columns) detail::check_pointer(operation, "col_indices", A.col_indices, A.nnz);
  detail::check_pointer(operation, "values", A.values, A.nnz);
}

void check_plan(std::string_view operation, const Target& target, const Plan& plan,
                const SparseOperand& A) {
  const auto text = [](const Target& of) {
    return std::string(of.is_host() ? "on the host" : "on a device");
  };
  if (plan.target.is_host() != target.is_host())
    detail::throw_error(
        Status::invalid_value,
        {operation, "plan", "a plan made " + text(plan.target) + ", run " + text(target),
         "a plan made " + text(target), "make the plan for the target that runs it"});
  const SparseOperand& of_plan = plan.matrix;
  if (A.format == of_plan.format && A.scalar == of_plan.scalar && A.index == of_plan.index &&
      A.offset == of_plan.offset)
    return;
  detail::throw_error(Status::stale_plan,
                      {operation, "A", "a matrix of another format, scalar, index or offset type",
                       "those of the matrix that the plan was made for", "make a plan for it"});
}

}  // namespace filigree::runtime
