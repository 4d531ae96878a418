// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/blocks.hpp>

#include <limits>

#include <filigree/convert_blocks.hpp>
#include <runtime/pattern.hpp>

namespace filigree::runtime {
namespace {

/// Patterns are of a matrix of doubles, whose values are never there.
template <class Exec>
using Csr = CsrMatrix<double, std::int32_t, std::int32_t, typename Exec::memory_space>;
template <class Exec>
using Bsr = BsrMatrix<double, std::int32_t, std::int32_t, typename Exec::memory_space>;
template <class Exec>
using Bsc = BscMatrix<double, std::int32_t, std::int32_t, typename Exec::memory_space>;

template <class Exec>
auto integers(const std::int32_t* data, std::int64_t count) {
  return Kokkos::View<const std::int32_t*, typename Exec::memory_space,
                      Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      data, data == nullptr ? 0 : std::size_t(count));
}

template <class Exec>
Bsr<Exec> blocks_of(const BlockPattern& A) {
  using Space = typename Exec::memory_space;
  MatrixProperties properties;
  properties.index_base = A.base;
  const std::int64_t num_values =
      detail::checked_product("convert", "blocks", A.num_blocks, A.block.rows * A.block.cols);
  return {A.num_block_rows * A.block.rows,
          A.num_block_cols * A.block.cols,
          A.block,
          integers<Exec>(A.offsets, A.num_block_rows + 1),
          integers<Exec>(A.indices, A.num_blocks),
          detail::absent_values<double, Space>(num_values),
          properties};
}

BsrOptions options_of(const BlockLayout& block, IndexBase base) {
  BsrOptions options;
  options.index_base = base;
  options.validate = false;
  options.memory_limit_bytes = std::numeric_limits<std::int64_t>::max();
  options.block = block;
  return options;
}

/// `plan` and what it made. Its result's offsets are of rows or of columns.
template <class Plan>
ConvertedPattern converted(Plan plan) {
  const auto kept = std::make_shared<const Plan>(std::move(plan));
  const auto& pattern = kept->pattern();
  ConvertedPattern result;
  const auto set = [&](const auto& offsets, const auto& indices) {
    result.num_offsets = std::int64_t(offsets.extent(0));
    result.offsets = offsets.data();
    result.num_indices = std::int64_t(indices.extent(0));
    result.indices = indices.data();
  };
  if constexpr (requires { pattern.row_offsets(); })
    set(pattern.row_offsets(), pattern.col_indices());
  else
    set(pattern.col_offsets(), pattern.row_indices());
  result.num_values = pattern.nnz();
  if (kept->places().extent(0) > 0) result.places = kept->places().data();
  result.memory = kept;
  return result;
}

}  // namespace

ConvertedPattern csr_to_blocks(const Target& target, const SparseOperand& A,
                               const BlockLayout& block, IndexBase base) try {
  check_arrays("csr_to_bsr", "A", A, false);
  check_operand("csr_to_bsr", "A", target, A);
  return target.visit([&]<class Exec>(const Exec& exec) {
    const Csr<Exec> matrix(
        A.num_rows, A.num_cols,
        integers<Exec>(static_cast<const std::int32_t*>(A.offsets), A.num_rows + 1),
        integers<Exec>(static_cast<const std::int32_t*>(A.col_indices), A.nnz),
        detail::absent_values<double, typename Exec::memory_space>(A.nnz), A.properties);
    return converted(conversion_plan<Bsr<Exec>>(exec, matrix, options_of(block, base)));
  });
} catch (...) {
  detail::rethrow_as_error("csr_to_bsr");
}

ConvertedPattern blocks_to_csr(const Target& target, const BlockPattern& A, IndexBase base) try {
  return target.visit([&]<class Exec>(const Exec& exec) {
    ToCsrOptions options;
    options.index_base = base;
    options.validate = false;
    options.zeros = ZeroEntries::keep;
    return converted(conversion_plan<Csr<Exec>>(exec, blocks_of<Exec>(A), options));
  });
} catch (...) {
  detail::rethrow_as_error("bsr_to_csr");
}

ConvertedPattern blocks_to_blocks(const Target& target, const BlockPattern& A,
                                  const BlockLayout& block, IndexBase base) try {
  return target.visit([&]<class Exec>(const Exec& exec) {
    return converted(conversion_plan<Bsr<Exec>>(exec, blocks_of<Exec>(A), options_of(block, base)));
  });
} catch (...) {
  detail::rethrow_as_error("bsr_to_bsr");
}

ConvertedPattern blocks_to_columns(const Target& target, const BlockPattern& A,
                                   IndexBase base) try {
  return target.visit([&]<class Exec>(const Exec& exec) {
    return converted(
        conversion_plan<Bsc<Exec>>(exec, blocks_of<Exec>(A), options_of(A.block, base)));
  });
} catch (...) {
  detail::rethrow_as_error("bsr_to_bsc");
}

void copy_pattern(const Target& target, const ConvertedPattern& pattern, std::int32_t* offsets,
                  std::int32_t* indices) {
  const auto copy = [&](std::int64_t count, const std::int32_t* from, std::int32_t* to) {
    if (to == nullptr || count == 0) return;
    target.visit([&](const auto& exec) {
      detail::copy_bytes(exec, std::size_t(count) * sizeof *to, from, to);
    });
  };
  copy(pattern.num_offsets, pattern.offsets, offsets);
  copy(pattern.num_indices, pattern.indices, indices);
}

void move_values(const Target& target, const ConvertedPattern& pattern, ScalarType scalar,
                 const void* from, std::int64_t num_from, void* to) {
  const std::size_t bytes = size_of(scalar);
  const auto count = std::size_t(pattern.num_values);
  target.visit([&](const auto& exec) {
    if (pattern.places == nullptr)
      detail::copy_bytes(exec, count * bytes, from, to);
    else
      detail::gather_places(exec, bytes, pattern.num_values, pattern.places, {from, num_from}, to);
  });
}

void move_values_back(const Target& target, const ConvertedPattern& pattern, ScalarType scalar,
                      const void* from, void* to) {
  const std::size_t bytes = size_of(scalar);
  target.visit([&](const auto& exec) {
    if (pattern.places == nullptr)
      detail::copy_bytes(exec, std::size_t(pattern.num_values) * bytes, from, to);
    else
      detail::scatter_bytes(exec, bytes, pattern.num_values, pattern.places, from, to);
  });
}

}  // namespace filigree::runtime
