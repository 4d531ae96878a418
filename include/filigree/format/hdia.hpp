// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// Hacked storage by diagonals: hacks of hack_size rows, each with diagonals of its own. Those of
/// hack h are [hack_offsets[h], hack_offsets[h + 1]); row i of the hack has its entry on diagonal d
/// in column i + diagonal_offsets[d] as values[d * hack_size + i % hack_size], all counted from 0.
///
/// Places whose column lies outside the matrix, and those of rows that the last hack lacks, are
/// padding and never read; all others are entries, zeros too. Neither hack offsets nor diagonal
/// offsets depend on the index base, which messages and conversions use. `sorted` says that the
/// diagonal offsets ascend within each hack. Shallow: a copy shares the arrays; the pattern is
/// read-only through it.
template <class Scalar, class Index = std::int32_t, class Offset = Index,
          class MemorySpace = DefaultMemorySpace>
class HdiaMatrix : public MatrixBase {
  static_assert(detail::check_container_types<Scalar, Index, Offset, MemorySpace>());

 public:
  ///@{
  /// Scalar without const and as it was given; the integers of indices and offsets; the memory.
  using scalar_type = std::remove_const_t<Scalar>;
  using value_type = Scalar;
  using index_type = Index;
  using offset_type = Offset;
  using memory_space = MemorySpace;
  ///@}

  ///@{
  /// Arrays of the container: offsets and indices are read-only, values const where Scalar is.
  using offset_view = Kokkos::View<const Offset*, MemorySpace>;
  using index_view = Kokkos::View<const Index*, MemorySpace>;
  using value_view = Kokkos::View<Scalar*, MemorySpace>;
  ///@}

  /// The name in messages and logs, which format_of() knows.
  static constexpr const char* format_name = "hdia";

  /// An empty 0 x 0 matrix.
  HdiaMatrix() = default;

  /// \param nnz              non-zeros of the matrix; what nnz() returns
  /// \param hack_size        rows of each hack, at least 1
  /// \param hack_offsets     num_hacks() + 1 offsets (may have 0 entries when num_rows is 0)
  /// \param diagonal_offsets the diagonals of all hacks
  /// \param values           hack_size places for each of them
  /// \throws Error invalid_value where sizes do not agree; matrix_type_not_supported where the
  ///   properties need a square matrix. The contents are not read: validate() does that.
  HdiaMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz, std::int64_t hack_size,
             offset_view hack_offsets, index_view diagonal_offsets, value_view values,
             MatrixProperties properties = {})
      : MatrixBase(num_rows, num_cols, nnz, properties),
        hack_size_(hack_size),
        hack_offsets_(std::move(hack_offsets)),
        diagonal_offsets_(std::move(diagonal_offsets)),
        values_(std::move(values)) {
    constexpr std::string_view operation = "HdiaMatrix";
    detail::check_matrix_sizes<Index>(operation, num_rows, num_cols, properties);
    detail::check_at_least(operation, "hack_size", hack_size, 1, "a row");
    if (!(num_rows == 0 && hack_offsets_.extent(0) == 0))
      detail::check_length(operation, "hack_offsets", std::int64_t(hack_offsets_.extent(0)),
                           num_hacks() + 1, "num_hacks + 1");
    detail::check_extent(operation, "diagonal_offsets", num_diagonals(),
                         std::int64_t(std::numeric_limits<Offset>::max()),
                         "the offset type's range");
    const std::int64_t places =
        detail::checked_product(operation, "hack_size", hack_size, num_diagonals());
    detail::check_length(operation, "values", std::int64_t(values_.extent(0)), places,
                         "hack_size * num_diagonals");
    detail::check_at_most(operation, "nnz", nnz, places, "hack_size * num_diagonals");
  }

  /// Wraps a user's arrays without a copy; they must outlive the container and its copies.
  /// Null pointers are fine for arrays without entries.
  static HdiaMatrix wrap(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
                         std::int64_t hack_size, std::int64_t num_diagonals,
                         const detail::IntegerArray<Offset>& hack_offsets,
                         const detail::IntegerArray<Index>& diagonal_offsets,
                         const detail::ValueArray<Scalar>& values,
                         MatrixProperties properties = {}) {
    constexpr std::string_view operation = "HdiaMatrix::wrap";
    detail::check_extent(operation, "num_rows", num_rows, detail::max_extent<Index>,
                         "the index type's range");
    detail::check_at_least(operation, "hack_size", hack_size, 1, "a row");
    const std::int64_t places =
        detail::checked_product(operation, "num_diagonals", hack_size, num_diagonals);
    const bool no_offsets = num_rows == 0 && hack_offsets == nullptr;
    return {num_rows,
            num_cols,
            nnz,
            hack_size,
            detail::wrapped<const Offset, MemorySpace>(
                operation, "hack_offsets", hack_offsets,
                no_offsets ? 0 : detail::groups_of(num_rows, hack_size) + 1),
            detail::wrapped<const Index, MemorySpace>(operation, "diagonal_offsets",
                                                      diagonal_offsets, num_diagonals),
            detail::wrapped<Scalar, MemorySpace>(operation, "values", values, places),
            properties};
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<HdiaMatrix<const Scalar, Index, Offset, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return with_values(Kokkos::View<const Scalar*, MemorySpace>(values_));
  }

  /// Rows of each hack; the last one may have fewer.
  std::int64_t hack_size() const noexcept { return hack_size_; }
  /// num_rows() / hack_size(), rounded up.
  std::int64_t num_hacks() const noexcept { return detail::groups_of(num_rows(), hack_size_); }
  /// The diagonals of all hacks together.
  std::int64_t num_diagonals() const noexcept { return std::int64_t(diagonal_offsets_.extent(0)); }
  /// Where the diagonals of each hack begin, from 0, and the end of the last; may be empty where
  /// the matrix has no rows.
  const offset_view& hack_offsets() const noexcept { return hack_offsets_; }
  /// Column minus row of each diagonal.
  const index_view& diagonal_offsets() const noexcept { return diagonal_offsets_; }
  /// hack_size() places for each diagonal, padding included.
  const value_view& values() const noexcept { return values_; }

  /// A matrix of these arrays with other properties.
  HdiaMatrix with_properties(MatrixProperties properties) const {
    return {num_rows(),    num_cols(),        nnz(),   hack_size_,
            hack_offsets_, diagonal_offsets_, values_, properties};
  }

  /// A matrix of this pattern with other values, which may be of another type.
  template <class NewScalar, class... Properties>
  HdiaMatrix<NewScalar, Index, Offset, MemorySpace> with_values(
      const Kokkos::View<NewScalar*, Properties...>& values) const {
    return {num_rows(),    num_cols(),        nnz(),  hack_size_,
            hack_offsets_, diagonal_offsets_, values, properties()};
  }

 private:
  std::int64_t hack_size_ = 64;
  offset_view hack_offsets_;
  index_view diagonal_offsets_;
  value_view values_;
};

}  // namespace filigree
