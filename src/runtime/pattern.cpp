// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/pattern.hpp>

#include <filigree/detail/convert_problem.hpp>
#include <filigree/format/matrix_base.hpp>
#include <runtime/validate.hpp>

namespace filigree::runtime {
namespace {

template <class T>
using Array = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// A View of the memory, be it a device's: it is not read.
template <class T>
Array<T> view_of(const T* data, std::int64_t length) {
  return Array<T>(data, std::size_t(length));
}

template <class Offset, class Index>
void add_arrays(detail::OperandArrays& to, const detail::StoredPattern<Offset, Index>& pattern) {
  const auto base = std::int64_t(pattern.properties.index_base);
  const bool by_rows = pattern.format == detail::StoredFormat::csr;
  const bool by_columns = pattern.format == detail::StoredFormat::csc;
  if (by_rows || by_columns)
    to.add_offsets(by_rows ? "row_offsets" : "col_offsets",
                   view_of(pattern.offsets, (by_rows ? pattern.num_rows : pattern.num_cols) + 1),
                   base, base + pattern.nnz);
  if (!by_rows)
    to.add_indices("row_indices", view_of(pattern.row_indices, pattern.nnz), base,
                   pattern.num_rows);
  if (!by_columns)
    to.add_indices("col_indices", view_of(pattern.col_indices, pattern.nnz), base,
                   pattern.num_cols);
}

template <class Offset, class Index>
detail::CheckedPattern<Index, Offset> checked_pattern(
    const detail::StoredPattern<Offset, Index>& pattern) {
  const auto& [format, properties, rows, cols, nnz, offsets, row_indices, col_indices] = pattern;
  if (format == detail::StoredFormat::csr)
    return {detail::Container::csr,
            properties,
            rows,
            cols,
            nnz,
            rows + 1,
            offsets,
            nullptr,
            col_indices};
  if (format == detail::StoredFormat::csc)
    return {detail::Container::csc,
            properties,
            cols,
            rows,
            nnz,
            cols + 1,
            offsets,
            nullptr,
            row_indices};
  return {
      detail::Container::coo, properties, rows, cols, nnz, 0, nullptr, row_indices, col_indices};
}

void add_arrays(detail::OperandArrays& to, const Target& target, const SparseOperand& A) {
  if (has_pattern(A.format))
    visit_pattern(A, [&](const auto& pattern) { add_arrays(to, pattern); });
  else
    visit_container(target, A, [&](const auto&, const auto& container) {
      detail::add_arrays(to, container, false);
    });
}

const char* name_of_offsets(Format format) {
  if (format == Format::csc) return "col_offsets";
  if (format == Format::hdia) return "hack_offsets";
  return format == Format::sell ? "slice_offsets" : "row_offsets";
}

const char* name_of_indices(Format format) {
  return format == Format::dia || format == Format::hdia ? "diagonal_offsets" : "col_indices";
}

}  // namespace

void check_region(std::string_view operation, const Target& target) {
  target.visit([&]<class Exec>(const Exec& exec) {
    if constexpr (detail::has_parallel_level<Exec>)
      detail::check_parallel_region(operation, exec.impl_internal_space_instance()->get_level());
  });
}

void check_operand(std::string_view operation, std::string_view argument, const Target& target,
                   const SparseOperand& A, const detail::ResultMemory& result, bool with_values) {
  check_region(operation, target);
  detail::OperandArrays arrays(argument);
  add_arrays(arrays, target, A);
  if (with_values)
    arrays.add("values", view_of(static_cast<const std::byte*>(A.values),
                                 A.num_values() * std::int64_t(size_of(A.scalar))));
  detail::check_operand_arrays(operation, arrays, result, target.is_host());
  if (detail::validates_operands()) validate_entries(operation, argument, target, A);
}

void validate_entries(std::string_view operation, std::string_view argument, const Target& target,
                      const SparseOperand& A, const ValidateOptions& options) {
  if (!has_pattern(A.format))
    return visit_container(target, A, [&](const auto& exec, const auto& container) {
      detail::throw_offence(operation, argument, validate(exec, container, options));
    });
  visit(target, A, [&](const auto& exec, const auto& pattern) {
    detail::throw_offence(operation, argument,
                          detail::check_pattern(exec, checked_pattern(pattern), options, -1));
  });
}

void validate(const Target& target, const SparseOperand& A) try {
  check_arrays("validate", "A", A, false);
  check_operand("validate", "A", target, A, {}, false);
  validate_entries("validate", "A", target, A);
} catch (...) {
  detail::rethrow_as_error("validate");
}

void check_unique(std::string_view operation, std::string_view argument, const Target& target,
                  const SparseOperand& A) {
  validate_entries(operation, argument, target, A,
                   {.order = Check::never, .duplicates = Check::always});
}

void check_format(std::string_view operation, std::string_view argument, Format format) {
  if (format == Format::csr || format == Format::csc || format == Format::coo) return;
  detail::throw_error(Status::not_supported,
                      {operation, argument, "format " + std::string(filigree::name(format)),
                       "format csr, csc or coo", "convert the matrix to one of these"});
}

void check_arrays(std::string_view operation, std::string_view argument, const SparseOperand& A,
                  bool with_values) {
  if (!has_pattern(A.format) && !has_container(A.format))
    check_format(operation, argument, A.format);
  if (A.format == Format::sell && A.properties.index_base != IndexBase::zero)
    detail::throw_error(Status::not_supported,
                        {operation, argument, "slices with index base one",
                         "index base zero, with that format", "count from 0"});
  const auto check = [&](const char* array, const void* data, std::int64_t length) {
    if (data == nullptr && length > 0)
      detail::check_pointer(operation, std::string(argument) + "." + array, data, length);
  };
  const std::int64_t lines = A.num_lines();
  if (lines > 0 && A.has_offsets()) check(name_of_offsets(A.format), A.offsets, lines + 1);
  if (A.format == Format::csc || A.format == Format::coo)
    check("row_indices", A.row_indices, A.nnz);
  if (A.format != Format::csc) check(name_of_indices(A.format), A.col_indices, A.num_indices());
  if (with_values) check("values", A.values, A.num_values());
}

void check_compressed(std::string_view operation, std::string_view argument, const SparseOperand& A,
                      bool takes_columns) {
  if (A.format == Format::csr || (takes_columns && A.format == Format::csc)) return;
  detail::throw_error(
      Status::not_supported,
      {operation, argument, "format " + std::string(filigree::name(A.format)),
       takes_columns ? "format csr or csc" : "format csr", "convert the matrix to it"});
}

void check_result(std::string_view operation, const ResultPlan& plan, const SparseOperand& C,
                  bool with_values) {
  const SparseOperand& expected = plan.result;
  const auto refuse = [&](const std::string& found, const std::string& wanted) {
    detail::throw_error(Status::invalid_value, {operation, "C", found, wanted,
                                                "describe a matrix of the plan's size and types"});
  };
  const auto check = [&](std::int64_t found, std::int64_t wanted, const char* meaning) {
    if (found != wanted) refuse(std::to_string(found) + meaning, std::to_string(wanted) + meaning);
  };
  if (C.format != expected.format)
    refuse("format " + std::string(filigree::name(C.format)),
           "format " + std::string(filigree::name(expected.format)));
  check(C.num_rows, expected.num_rows, " rows");
  check(C.num_cols, expected.num_cols, " columns");
  check(C.nnz, expected.nnz, " entries");
  if (C.index != expected.index || (C.format != Format::coo && C.offset != expected.offset))
    refuse(std::string(name(C.offset)) + " offsets and " + std::string(name(C.index)) + " indices",
           std::string(name(expected.offset)) + " offsets and " +
               std::string(name(expected.index)) + " indices");
  check(std::int64_t(C.properties.index_base), std::int64_t(expected.properties.index_base),
        ", its index base");
  if (!with_values) return;
  detail::check_pointer(operation, "C.values", C.values, C.nnz);
  detail::OperandArrays arrays("C");
  add_arrays(arrays, plan.target, C);
  detail::check_operand_arrays(operation, arrays, memory_of_values("C", C), false);
}

void copy_pattern(const Target& target, const ResultPlan& plan, const SparseOperand& C) try {
  constexpr std::string_view operation = "copy_pattern";
  check_region(operation, target);
  check_plan_target(operation, plan.target, target);
  check_result(operation, plan, C, false);
  check_arrays(operation, "C", C, false);
  const SparseOperand& from = plan.result;
  const auto lines = std::size_t(C.format == Format::csc ? C.num_cols : C.num_rows) + 1;
  const std::size_t offset_bytes =
      C.format == Format::coo || C.offsets == nullptr ? 0 : lines * size_of(C.offset);
  const std::size_t index_bytes = std::size_t(C.nnz) * size_of(C.index);
  target.visit([&](const auto& exec) {
    detail::copy_bytes(exec, offset_bytes, from.offsets, C.offsets);
    if (C.format != Format::csr)
      detail::copy_bytes(exec, index_bytes, from.row_indices, C.row_indices);
    if (C.format != Format::csc)
      detail::copy_bytes(exec, index_bytes, from.col_indices, C.col_indices);
  });
} catch (...) {
  detail::rethrow_as_error("copy_pattern");
}

void check_plan_target(std::string_view operation, const Target& of_plan, const Target& target) {
  if (of_plan.is_host() == target.is_host()) return;
  const auto text = [](const Target& of) {
    return std::string(of.is_host() ? "on the host" : "on a device");
  };
  detail::throw_error(Status::invalid_value,
                      {operation, "plan", "a plan made " + text(of_plan) + ", run " + text(target),
                       "a plan made " + text(target), "make the plan for the target that runs it"});
}

void check_plan_matrix(std::string_view operation, std::string_view argument,
                       const SparseOperand& of_plan, const SparseOperand& A) {
  if (A.format == of_plan.format && A.scalar == of_plan.scalar && A.index == of_plan.index &&
      A.offset == of_plan.offset)
    return;
  detail::throw_error(
      Status::stale_plan,
      {operation, argument, "a matrix of another format, scalar, index or offset type",
       "those of the matrix that the plan was made for", "make a plan for it"});
}

void check_plan(std::string_view operation, const Target& target, const Plan& plan,
                const SparseOperand& A) {
  check_plan_target(operation, plan.target, target);
  check_plan_matrix(operation, "A", plan.matrix, A);
}

}  // namespace filigree::runtime
