// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// A sparse vector of length `size`: entry k is values[k] at indices[k].
template <class Scalar, class Index = std::int32_t, class MemorySpace = DefaultMemorySpace>
class SparseVector {
  static_assert(container_value<std::remove_const_t<Scalar>>,
                "Scalar is not a storage type of Filigree, nor copied byte by byte");
  static_assert(index_integer<Index>, "indices are int32_t or int64_t");

 public:
  ///@{
  /// Scalar without const and as it was given; the integers of indices; the memory.
  using scalar_type = std::remove_const_t<Scalar>;
  using value_type = Scalar;
  using index_type = Index;
  using memory_space = MemorySpace;
  ///@}
  ///@{
  /// Arrays of the container: indices are read-only, values const where Scalar is.
  using index_view = Kokkos::View<const Index*, MemorySpace>;
  using value_view = Kokkos::View<Scalar*, MemorySpace>;
  ///@}

  SparseVector() = default;

  /// \throws Error invalid_value where sizes do not agree.
  SparseVector(std::int64_t size, index_view indices, value_view values,
               IndexBase index_base = IndexBase::zero)
      : size_(size),
        index_base_(index_base),
        indices_(std::move(indices)),
        values_(std::move(values)) {
    detail::check_extent("SparseVector", "size", size, detail::max_extent<Index>,
                         "the index type's range");
    detail::check_length("SparseVector", "values", std::int64_t(values_.extent(0)), nnz(),
                         "the length of indices");
  }

  /// Wraps a user's arrays without a copy; they must outlive the container and its copies.
  static SparseVector wrap(std::int64_t size, std::int64_t nnz,
                           const detail::IntegerArray<Index>& indices,
                           const detail::ValueArray<Scalar>& values,
                           IndexBase index_base = IndexBase::zero) {
    detail::check_at_most("SparseVector::wrap", "nnz", nnz,
                          std::numeric_limits<std::int64_t>::max(), "64 bits");
    detail::check_pointer("SparseVector::wrap", "indices", indices, nnz);
    detail::check_pointer("SparseVector::wrap", "values", values, nnz);
    return SparseVector(size, detail::UnmanagedView<const Index, MemorySpace>(indices, nnz),
                        detail::UnmanagedView<Scalar, MemorySpace>(values, nnz), index_base);
  }

  /// A vector is also a vector of constant values.
  template <std::same_as<SparseVector<const Scalar, Index, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return {size_, indices_, values_, index_base_};
  }

  /// The length of the vector, with the entries that are not stored.
  std::int64_t size() const noexcept { return size_; }
  /// Entries that are stored (explicit zeros count).
  std::int64_t nnz() const noexcept { return std::int64_t(indices_.extent(0)); }
  /// The index of the vector's first entry.
  IndexBase index_base() const noexcept { return index_base_; }
  ///@{
  /// Index, from the index base, and value of each stored entry, in any order.
  const index_view& indices() const noexcept { return indices_; }
  const value_view& values() const noexcept { return values_; }
  ///@}

 private:
  std::int64_t size_ = 0;
  IndexBase index_base_ = IndexBase::zero;
  index_view indices_;
  value_view values_;
};

}  // namespace filigree
