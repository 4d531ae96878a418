// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/format_conversion.hpp>

#include <Kokkos_Core.hpp>

#include <limits>
#include <memory>
#include <new>
#include <utility>

#include <convert/entries.hpp>
#include <filigree/core/error.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/convert_front.hpp>
#include <filigree/detail/format_problem.hpp>
#include <runtime/pattern.hpp>

namespace filigree::runtime {
namespace {

constexpr const char* operation = "convert_format";

/// numbers[k] = k + 1, which tells a value from a place without one: conversions of any format keep
/// what is not 0, and doubles hold it exactly.
struct Number {
  double* numbers;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const { numbers[k] = double(k + 1); }
};
/// A place where its number was: a conversion that is kept has both in one array.
struct Unnumber {
  double* numbers;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    const std::int64_t place = std::int64_t(numbers[k]) - 1;
    ::new (static_cast<void*>(numbers + k)) std::int64_t(place);
  }
};
static_assert(sizeof(double) == sizeof(std::int64_t));

/// Memory of the target for so many numbers, which Kokkos holds.
std::shared_ptr<double> memory(const Target& target, std::int64_t count) {
  return target.visit([&]<class Exec>(const Exec& exec) {
    const auto view = detail::allocate<double, typename Exec::memory_space>(
        operation, exec, "filigree::convert_format", count);
    return std::shared_ptr<double>(view.data(), [view](double*) {});
  });
}

template <class Functor>
void for_each(const Target& target, std::int64_t count, const Functor& functor) {
  target.visit([&]<class Exec>(const Exec& exec) {
    Kokkos::parallel_for("filigree::runtime::convert_format",
                         detail::EntryRange<Exec>(exec, 0, count), functor);
  });
}

FormatOptions options_of(const SparseOperand& shape) {
  FormatOptions options;
  options.index_base = shape.properties.index_base;
  options.memory_limit_bytes = std::numeric_limits<std::int64_t>::max();
  options.parameters.block = shape.block;
  if (shape.format == Format::blocked_ell) options.parameters.block_size = shape.block.rows;
  options.parameters.slice_size = options.parameters.hack_size = shape.slice_size;
  options.parameters.sort_window = 1;
  return options;
}

}  // namespace

SparseOperand transposed(SparseOperand A) {
  std::swap(A.num_rows, A.num_cols);
  std::swap(A.row_indices, A.col_indices);
  A.properties = detail::transposed_properties(A.properties);
  if (A.format == Format::csr)
    A.format = Format::csc;
  else if (A.format == Format::csc)
    A.format = Format::csr;
  else
    A.properties.sorted = false;  // which is said of coordinates row by row
  return A;
}

FormatConversion convert_format(const Target& target, const SparseOperand& A, bool is_transposed,
                                const SparseOperand& shape) try {
  const auto numbers = memory(target, A.num_values());
  for_each(target, A.num_values(), Number{numbers.get()});
  SparseOperand numbered = A;
  numbered.scalar = ScalarType::float64;
  numbered.values = numbers.get();
  OwnedMatrix rows;
  if (is_transposed) {
    if (!has_pattern(A.format)) {
      rows = convert_to(target, numbered, Format::csr, options_of(numbered));
      numbered = rows.operand;
    }
    numbered = transposed(numbered);
  }
  FormatConversion result;
  result.pattern = convert_to(target, numbered, shape.format, options_of(shape));
  SparseOperand& made = result.pattern.operand;
  for_each(target, made.num_values(), Unnumber{static_cast<double*>(made.values)});
  target.fence();
  result.places = static_cast<const std::int64_t*>(made.values);
  made.values = nullptr;
  made.scalar = A.scalar;
  result.num_source_values = A.num_values();
  return result;
} catch (...) {
  detail::rethrow_as_error(operation);
}

void write_converted(const Target& target, const FormatConversion& conversion,
                     const SparseOperand& A, const SparseOperand& B, bool with_values) {
  const SparseOperand& from = conversion.pattern.operand;
  target.visit([&](const auto& exec) {
    const auto copy = [&](std::int64_t count, IndexType type, const void* array, void* to) {
      if (array != nullptr) detail::copy_bytes(exec, std::size_t(count) * size_of(type), array, to);
    };
    if (from.has_offsets()) copy(from.num_lines() + 1, from.offset, from.offsets, B.offsets);
    copy(from.num_indices(), from.index, from.row_indices, B.row_indices);
    copy(from.num_indices(), from.index, from.col_indices, B.col_indices);
    if (with_values)
      detail::gather_places(exec, size_of(A.scalar), from.num_values(), conversion.places,
                            {A.values, conversion.num_source_values}, B.values);
  });
}

}  // namespace filigree::runtime
