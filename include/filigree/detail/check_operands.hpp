// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/format_rows.hpp>
#include <filigree/format/any_matrix.hpp>
#include <filigree/format/matrix_batch.hpp>
#include <filigree/validate.hpp>

/// Checks of the sparse operands of a call: that the result is apart from all of their arrays, and
/// that these are arrays of the index base that the matrix names. They look at addresses and at the
/// ends of arrays, so that every call can afford them.

namespace filigree::detail {

/// What a call writes.
struct ResultMemory {
  std::string_view argument;
  const void* data = nullptr;
  std::size_t bytes = 0;
};

template <class View>
ResultMemory result_memory(std::string_view argument, const View& view) {
  return {argument, view.data(), view.span() * sizeof(typename View::value_type)};
}

/// What the first and the last entry of an array of an operand may be.
enum class ArrayEnds {
  any,
  exact,   ///< the first one is `least`, the last one `greatest`
  range,   ///< from `least` to `greatest`
  padded,  ///< that, or -1
  pairs    ///< rows and columns in turn: from `least` to `greatest` and `greatest_column`
};

// Every call fills these: they have no initialisers, which would write them twice.
struct OperandArray {
  const char* name;
  const void* data;
  std::size_t bytes;
  ArrayEnds ends;
  bool is_wide;  ///< of 64-bit integers
  std::int64_t length;
  std::int64_t least;
  std::int64_t greatest;
  std::int64_t greatest_column;
};

/// The arrays of a sparse operand.
struct OperandArrays {
  std::string_view argument;
  int count = 0;
  OperandArray arrays[8];

  explicit OperandArrays(std::string_view name) : argument(name) {}

  template <class View>
  OperandArray& add(const char* name, const View& view, ArrayEnds ends = ArrayEnds::any,
                    std::int64_t least = 0, std::int64_t greatest = 0) {
    using Value = typename View::value_type;
    OperandArray& array = arrays[count++];
    array.name = name;
    array.data = view.data();
    array.bytes = view.span() * sizeof(Value);
    array.ends = ends;
    array.is_wide = sizeof(Value) == 8;
    array.length = std::int64_t(view.extent(0));
    array.least = least;
    array.greatest = greatest;
    return array;
  }
  template <class View>
  void add_offsets(const char* name, const View& view, std::int64_t first, std::int64_t last) {
    add(name, view, ArrayEnds::exact, first, last);
  }
  template <class View>
  OperandArray& add_indices(const char* name, const View& view, std::int64_t base,
                            std::int64_t extent, bool padded = false) {
    return add(name, view, padded ? ArrayEnds::padded : ArrayEnds::range, base, base + extent - 1);
  }
};

/// Throws invalid_value where the result shares memory with one of the arrays, or, if `read_ends`,
/// an array's ends are not those of a matrix with the operand's index base.
FILIGREE_EXPORT void check_operand_arrays(std::string_view operation, const OperandArrays& operand,
                                          const ResultMemory& result, bool read_ends);

/// Whether an execution space knows the OpenMP region that it was made in.
template <class Exec>
concept has_parallel_level = is_host_execution_v<Exec> && requires(const Exec& exec) {
  exec.impl_internal_space_instance()->get_level();
};
/// Throws not_supported in an OpenMP parallel region, where Kokkos would end the program: deeper
/// than `level`, unless two levels may be active.
FILIGREE_EXPORT void check_parallel_region(std::string_view operation, int level);

/// Whether all of an operand is to be validated: FILIGREE_VALIDATE, or set_validation.
FILIGREE_EXPORT extern std::atomic<bool> operand_validation;
inline bool validates_operands() { return operand_validation.load(std::memory_order_relaxed); }

// --- the arrays of each format -------------------------------------------------------------------

/// `with_values`: not where a call may write them in place.
template <class Matrix>
void add_arrays(OperandArrays& to, const Matrix& A, bool with_values) {
  const auto base = std::int64_t(A.properties().index_base);
  const std::int64_t rows = A.num_rows(), cols = A.num_cols();
  if constexpr (requires { A.ell(); }) {
    add_arrays(to, A.ell(), with_values);
    add_arrays(to, A.coo(), with_values);
  } else if constexpr (requires { A.begin_offsets(); }) {
    to.add("begin_offsets()", A.begin_offsets());
    to.add("end_offsets()", A.end_offsets());
    to.add("mask()", A.mask());
    to.add("col_indices()", A.col_indices());  // some may belong to no block row of the view
  } else if constexpr (requires { A.slice_offsets(); }) {
    to.add_offsets("slice_offsets()", A.slice_offsets(), 0,
                   std::int64_t(A.col_indices().extent(0)));
    // Places of rows that the last slice lacks may hold anything.
    auto& columns = to.add_indices("col_indices()", A.col_indices(), base, cols, true);
    columns.length = rows > 0 && columns.length > 0 ? 1 : 0;
    to.add("row_permutation()", A.row_permutation());
  } else if constexpr (requires { A.hack_offsets(); }) {
    to.add_offsets("hack_offsets()", A.hack_offsets(), 0, A.num_diagonals());
    to.add("diagonal_offsets()", A.diagonal_offsets());
  } else if constexpr (requires { A.diagonal_offsets(); }) {
    to.add_indices("diagonal_offsets()", A.diagonal_offsets(), 1 - rows, rows + cols - 1);
  } else if constexpr (requires { A.indices(); }) {
    to.add("indices()", A.indices(), ArrayEnds::pairs, base, base + rows - 1).greatest_column =
        base + cols - 1;
  } else if constexpr (requires { A.num_blocks(); }) {
    if constexpr (requires { A.row_offsets(); }) {
      to.add_offsets("row_offsets()", A.row_offsets(), base, base + A.num_blocks());
      to.add_indices("col_indices()", A.col_indices(), base, A.num_block_cols());
    } else {
      to.add_offsets("col_offsets()", A.col_offsets(), base, base + A.num_blocks());
      to.add_indices("row_indices()", A.row_indices(), base, A.num_block_rows());
    }
  } else if constexpr (requires { A.block_size(); }) {
    to.add_indices("col_indices()", A.col_indices(), base, A.num_block_cols(), true);
  } else if constexpr (requires { A.ell_width(); }) {
    // Places between the rows' end and the stride may hold anything.
    to.add_indices("col_indices()", A.col_indices(), base, cols, true).length =
        A.ell_width() > 0 && rows > 0 ? (A.ell_width() - 1) * A.row_stride() + rows : 0;
  } else if constexpr (requires { A.row_offsets(); }) {
    to.add_offsets("row_offsets()", A.row_offsets(), base, base + A.nnz());
    to.add_indices("col_indices()", A.col_indices(), base, cols);
  } else if constexpr (requires { A.col_offsets(); }) {
    to.add_offsets("col_offsets()", A.col_offsets(), base, base + A.nnz());
    to.add_indices("row_indices()", A.row_indices(), base, rows);
  } else {
    to.add_indices("row_indices()", A.row_indices(), base, rows);
    to.add_indices("col_indices()", A.col_indices(), base, cols);
  }
  if constexpr (requires { A.values(); }) {
    if (with_values) to.add("values()", A.values());
  }
}

template <class S, class I, class O, class M>
void add_arrays(OperandArrays& to, const AnyMatrix<S, I, O, M>& A, bool with_values) {
  A.visit([&](const auto& held) { add_arrays(to, held, with_values); });
}

template <class S, class I, class M>
void add_arrays(OperandArrays& to, const SparseVector<S, I, M>& x, bool with_values) {
  to.add_indices("indices()", x.indices(), std::int64_t(x.index_base()), x.size());
  if (with_values) to.add("values()", x.values());
}

/// A StridedBatch.
template <class Batch>
requires requires(const Batch& A) { A.pattern; }
void add_arrays(OperandArrays& to, const Batch& A, bool with_values) {
  add_arrays(to, A.pattern, false);
  if (with_values) to.add("values", A.values);
}

/// Each matrix has as many entries as its offsets say, at most as many as the first one's arrays.
template <class Matrix>
void add_arrays(OperandArrays& to, const MatrixBatch<Matrix>& A, bool with_values) {
  const std::int64_t others = A.count() > 0 ? A.count() - 1 : 0;
  const BatchStrides& strides = A.strides();
  add_arrays(to, A.first(), with_values);
  for (int i = 0; i < to.count; ++i) {
    OperandArray& array = to.arrays[i];
    const bool is_values = array.ends == ArrayEnds::any;
    const bool is_offsets = array.ends == ArrayEnds::exact;
    const std::int64_t stride =
        is_values ? strides.values : (is_offsets ? strides.offsets : strides.indices);
    const std::size_t size = is_values ? sizeof(typename Matrix::scalar_type)
                                       : sizeof(std::int32_t) * (array.is_wide ? 2 : 1);
    array.bytes += std::size_t(stride * others) * size;
    array.ends = is_offsets ? ArrayEnds::range : ArrayEnds::any;
  }
}

// --- small products ------------------------------------------------------------------------------

/// Whether what check_operand_arrays looks at is right, without the list of arrays, whose making
/// takes longer than looking at it; false where that is not easily said.
template <bool read_ends, class Offsets, class Indices, class Values>
bool is_plainly_right(const Offsets& offsets, const Indices& indices, const Values& values,
                      std::int64_t base, std::int64_t extent, const ResultMemory& result) {
  const auto begin = reinterpret_cast<std::uintptr_t>(result.data), end = begin + result.bytes;
  const auto is_apart = [&](const auto& view) {
    const auto first = reinterpret_cast<std::uintptr_t>(view.data());
    return first + view.extent(0) * sizeof(*view.data()) <= begin || first >= end;
  };
  if (!(is_apart(offsets) && is_apart(indices) && is_apart(values))) return false;
  if constexpr (read_ends) {
    const std::size_t lines = offsets.extent(0), count = indices.extent(0);
    if (lines == 0 || count == 0 || offsets.data() == nullptr || indices.data() == nullptr)
      return false;
    const std::int64_t first = indices.data()[0] - base, last = indices.data()[count - 1] - base;
    return offsets.data()[0] == base && offsets.data()[lines - 1] - base == std::int64_t(count) &&
           first >= 0 && first < extent && last >= 0 && last < extent;
  }
  return true;
}

template <bool read_ends, class Matrix>
bool is_plainly_right(const Matrix&, const ResultMemory&, bool) {
  return false;
}
template <bool read_ends, class S, class I, class O, class M>
bool is_plainly_right(const CsrMatrix<S, I, O, M>& A, const ResultMemory& result,
                      bool with_values) {
  return with_values &&
         is_plainly_right<read_ends>(A.row_offsets(), A.col_indices(), A.values(),
                                     std::int64_t(A.index_base()), A.num_cols(), result);
}
template <bool read_ends, class S, class I, class O, class M>
bool is_plainly_right(const CscMatrix<S, I, O, M>& A, const ResultMemory& result,
                      bool with_values) {
  return with_values &&
         is_plainly_right<read_ends>(A.col_offsets(), A.row_indices(), A.values(),
                                     std::int64_t(A.index_base()), A.num_rows(), result);
}

// --- the checks ----------------------------------------------------------------------------------

/// All but the values, which may be of a type that is only copied.
template <class Exec, class Matrix>
void validate_operand(std::string_view operation, std::string_view argument, const Exec& exec,
                      const Matrix& A) {
  if constexpr (requires { A.pattern; })
    validate_operand(operation, argument, exec, A.pattern);
  else if constexpr (requires { A.state().pattern; })
    validate_operand(operation, argument, exec, A.state().pattern);
  else if constexpr (requires { A.format(); })
    A.visit([&](const auto& held) { validate_operand(operation, argument, exec, held); });
  else if constexpr (requires { A.first(); })
    return;  // each matrix of a MatrixBatch has its own number of entries
  else if constexpr (requires { checked_pattern(A); })
    throw_offence(operation, argument, check_pattern(exec, checked_pattern(A), {}, -1));
  else
    throw_offence(operation, argument, validate(exec, A));
}

/// Checks a sparse operand of a call that writes `result`.
template <class Exec, class Matrix>
void check_operand(std::string_view operation, std::string_view argument, const Exec& exec,
                   const Matrix& A, const ResultMemory& result = {}, bool with_values = true) {
  if constexpr (has_parallel_level<Exec>)
    check_parallel_region(operation, exec.impl_internal_space_instance()->get_level());
  constexpr bool read_ends = is_host_execution_v<Exec>;
  if (!is_plainly_right<read_ends>(A, result, with_values)) {
    OperandArrays arrays(argument);
    add_arrays(arrays, A, with_values);
    check_operand_arrays(operation, arrays, result, read_ends);
  }
  if (validates_operands()) validate_operand(operation, argument, exec, A);
}

}  // namespace filigree::detail
