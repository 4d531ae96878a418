// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/convert_problem.hpp>

namespace filigree::detail {

void check_disjoint(std::string_view operation, std::string_view from_argument, const void* from,
                    std::size_t from_bytes, std::string_view to_argument, const void* to,
                    std::size_t to_bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(from);
  const auto second = reinterpret_cast<std::uintptr_t>(to);
  if (from_bytes == 0 || to_bytes == 0 || first + from_bytes <= second ||
      second + to_bytes <= first)
    return;
  throw_error(Status::invalid_value,
              {operation, to_argument, std::string("overlaps '").append(from_argument).append("'"),
               "an array of its own", "convert into other memory"});
}

void check_result_arrays(std::string_view operation, const ArgumentArray (&source)[3],
                         const ArgumentArray (&result)[3]) {
  const auto check = [&](const ArgumentArray& earlier, const ArgumentArray& array) {
    check_disjoint(operation, earlier.argument, earlier.data, earlier.bytes, array.argument,
                   array.data, array.bytes);
  };
  for (int k = 0; k < 3; ++k) {
    for (const ArgumentArray& earlier : source) check(earlier, result[k]);
    for (int j = 0; j < k; ++j) check(result[j], result[k]);
  }
}

void check_room(std::string_view operation, std::string_view argument, std::int64_t length,
                std::int64_t needed, std::string_view needed_meaning) {
  if (length >= needed) return;
  throw_error(Status::invalid_value, {operation, argument, "length " + std::to_string(length),
                                      "length " + std::to_string(needed) + " or more (" +
                                          std::string(needed_meaning) + ")",
                                      "pass a longer array"});
}

void check_contiguous(std::string_view operation, std::string_view argument, bool contiguous) {
  if (contiguous) return;
  throw_error(Status::invalid_value, {operation, argument, "a strided View", "contiguous entries",
                                      "copy them into a contiguous View"});
}

void throw_stale_conversion(std::string_view operation) {
  throw_error(
      Status::stale_plan,
      {operation, "A", "other sizes, properties or pattern arrays",
       "the matrix that the conversion was made for",
       "make a new conversion, or apply it to the values alone where the pattern is the same"});
}

void log_matrix_call(std::string_view operation, const MatrixBase& A, std::string_view format,
                     const char* scalar, std::size_t index_bytes, std::size_t offset_bytes) {
  if (!log_enabled(LogKind::api_trace)) return;
  std::string message(format);
  message += '<';
  message += std::string(scalar) + ", int" + std::to_string(8 * index_bytes) + ", int" +
             std::to_string(8 * offset_bytes) + "> " + std::to_string(A.num_rows()) + " x " +
             std::to_string(A.num_cols()) + ", nnz " + std::to_string(A.nnz()) + ", " +
             std::string(name(A.properties().type));
  log(LogKind::api_trace, operation, message);
}

}  // namespace filigree::detail
