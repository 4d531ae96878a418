// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/owned_matrix.hpp>

#include <array>
#include <string_view>
#include <type_traits>

#include <filigree/detail/allocate.hpp>
#include <runtime/owned_formats.hpp>
#include <runtime/pattern.hpp>
#include <runtime/solve_scalars.hpp>

namespace filigree::runtime {
namespace {

void check_operand_of(std::string_view operation, const Target& target, const SparseOperand& A) {
  check_arrays(operation, "A", A);
  check_operand(operation, "A", target, A);
}

}  // namespace

OwnedMatrix allocate_matrix(const Target& target, const SparseOperand& shape) try {
  constexpr std::string_view operation = "allocate_matrix";
  check_format(operation, "format", shape.format);
  check(operation, shape);
  SparseOperand A = shape;
  const auto arrays = target.visit([&](const auto& exec) -> std::shared_ptr<const void> {
    using Space = typename std::remove_cvref_t<decltype(exec)>::memory_space;
    using Array = Kokkos::View<char*, Space>;
    const auto allocate = [&](void*& array, std::int64_t length, std::size_t entry_bytes) {
      const Array view = detail::allocate<char, Space>(
          operation, exec, "filigree::matrix",
          detail::checked_product(operation, "nnz", length, std::int64_t(entry_bytes)));
      array = view.data();
      return view;
    };
    const bool by_columns = A.format == Format::csc;
    std::array<Array, 3> views;
    views[0] = A.format == Format::coo ? allocate(A.row_indices, A.nnz, size_of(A.index))
                                       : allocate(A.offsets, A.num_lines() + 1, size_of(A.offset));
    views[1] = allocate(by_columns ? A.row_indices : A.col_indices, A.nnz, size_of(A.index));
    views[2] = allocate(A.values, A.nnz, size_of(A.scalar));
    exec.fence("filigree::allocate_matrix");  // other streams may use them
    return std::make_shared<const std::array<Array, 3>>(views);
  });
  return {A, arrays};
} catch (...) {
  detail::rethrow_as_error("allocate_matrix");
}

OwnedMatrix convert_to(const Target& target, const SparseOperand& A, Format format,
                       const FormatOptions& options) try {
  constexpr std::string_view operation = "convert_to";
  check_operand_of(operation, target, A);
  return visit_solve_scalar(operation, A.scalar, [&](const auto scalar) {
    return convert_values(scalar, target, A, format, options);
  });
} catch (...) {
  detail::rethrow_as_error("convert_to");
}

OwnedMatrix read_matrix(const Target& target, const std::string& path, const FileMatrixTypes& types,
                        const ReadOptions& options) try {
  constexpr std::string_view operation = "read_matrix";
  check_offset_type(operation, types.offset, types.index);
  SparseOperand shape;
  shape.scalar = types.scalar;
  shape.index = types.index;
  shape.offset = types.offset;
  return visit_solve_scalar(operation, types.scalar, [&](const auto scalar) {
    return read_values(scalar, target, shape, path, types, options);
  });
} catch (...) {
  detail::rethrow_as_error("read_matrix");
}

void write_matrix(const Target& target, const SparseOperand& A, const std::string& path,
                  const WriteOptions& options) try {
  constexpr std::string_view operation = "write_matrix";
  check_operand_of(operation, target, A);
  visit_solve_scalar(operation, A.scalar,
                     [&](const auto scalar) { write_values(scalar, target, A, path, options); });
} catch (...) {
  detail::rethrow_as_error("write_matrix");
}

}  // namespace filigree::runtime
