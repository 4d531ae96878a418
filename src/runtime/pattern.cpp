// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/pattern.hpp>

#include <filigree/format/matrix_base.hpp>

namespace filigree::runtime {
namespace {

template <class T>
using Array = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Of a device, too: it is not read then.
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

}  // namespace

void check_operand(std::string_view operation, const Target& target, const SparseOperand& A,
                   const detail::ResultMemory& result) {
  target.visit([&]<class Exec>(const Exec& exec) {
    if constexpr (detail::has_parallel_level<Exec>)
      detail::check_parallel_region(operation, exec.impl_internal_space_instance()->get_level());
  });
  detail::OperandArrays arrays("A");
  visit_pattern(A, [&](const auto& pattern) { add_arrays(arrays, pattern); });
  arrays.add("values", view_of(static_cast<const std::byte*>(A.values),
                               A.nnz * std::int64_t(size_of(A.scalar))));
  detail::check_operand_arrays(operation, arrays, result, target.is_host());
  if (!detail::validates_operands()) return;
  visit(target, A, [&](const auto& exec, const auto& pattern) {
    detail::throw_offence(operation, "A",
                          detail::check_pattern(exec, checked_pattern(pattern), {}, -1));
  });
}

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
