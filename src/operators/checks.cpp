// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <core/refuse.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/operator_front.hpp>

namespace filigree::detail {

void check_stored_lists(std::string_view operation, std::string_view argument, bool is_csr, Op op) {
  if (is_csr == (op == Op::none)) return;
  throw_error(Status::not_supported,
              {operation, argument,
               std::string(is_csr ? "Csr" : "Csc") + " with op " + std::string(name(op)),
               "Csr with op none or Csc with a transpose, which store op's rows",
               "convert it with csr_to_csc or csc_to_csr"});
}

void check_general(std::string_view operation, std::string_view argument,
                   const MatrixProperties& properties) {
  if (properties.type == MatrixType::general) return;
  throw_error(Status::matrix_type_not_supported,
              {operation, argument, "a matrix of type " + std::string(name(properties.type)),
               "type general", "expand it with expand_to_general"});
}

void check_sorted(std::string_view operation, std::string_view argument,
                  const MatrixProperties& properties, bool distinct) {
  if (properties.sorted && (properties.unique || !distinct)) return;
  throw_error(
      Status::invalid_value,
      {operation, argument,
       std::string("a matrix that is not flagged ") + (properties.sorted ? "unique" : "sorted"),
       distinct ? "one that is flagged sorted and unique" : "one that is flagged sorted",
       "sort it with sort_entries, or set the flags that hold with with_properties"});
}

void check_size(std::string_view operation, std::string_view argument, std::int64_t rows,
                std::int64_t cols, std::int64_t expected_rows, std::int64_t expected_cols,
                std::string_view meaning) {
  if (rows == expected_rows && cols == expected_cols) return;
  throw_error(Status::invalid_value,
              {operation, argument, size_text(rows, cols),
               size_text(expected_rows, expected_cols) + ", " + std::string(meaning),
               "pass one of that size"});
}

void log_operators(std::string_view operation, std::string_view kernel, std::int64_t num_rows,
                   std::int64_t num_cols, std::int64_t nnz, std::int64_t depth) {
  if (!log_enabled(LogKind::trace)) return;
  log(LogKind::trace, operation,
      std::string(kernel) + ", " + size_text(num_rows, num_cols) + ", nnz " + std::to_string(nnz) +
          ", " + std::to_string(depth) + " columns");
}

}  // namespace filigree::detail
