// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/convert.hpp>

/// \file
/// Repeated assembly: finite elements give the same list of coordinates, with repetitions, in each
/// time step or Newton step, and other values.

namespace filigree {

/// The pattern of a Coo matrix as Csr, made once and used for any number of values, those of equal
/// coordinates summed: what coo_to_csr() does, symbolic and numeric part apart. Shallow and
/// immutable; may be used by many threads at once.
template <index_integer Index, index_integer Offset = Index, class MemorySpace = DefaultMemorySpace>
class CooToCsr {
 public:
  /// An empty conversion, to be assigned later; applying it to values is an error, of sizes that do
  /// not match.
  CooToCsr() = default;
  /// Sorts the coordinates: O(nnz) time on a host, O(nnz log nnz) on a device. Keeps 8 bytes an
  /// entry of A where they were not in order, and 8 an entry of the result where some were equal.
  /// Reads no values. Waits for the device.
  /// \throws Error as coo_to_csr()
  template <execution_space Exec, class Scalar>
  CooToCsr(const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
           const CooOptions& options = {});

  /// Values in the order of the Coo matrix into those of the Csr matrix: Views of rank 1 of one
  /// scalar type that do not overlap, num_coordinates() and num_entries() long. Sums are the same
  /// bits in every run. Allocates nothing and does not wait.
  /// \throws Error invalid_value where a length differs or the arrays overlap
  template <execution_space Exec, class FromView, class ToView>
  void apply(const Exec& exec, const FromView& coo_values, const ToView& csr_values) const;

  /// A, whose pattern this was made for, as a Csr matrix. It shares the pattern arrays of this
  /// object, so that plans of products fit it; the values are new.
  /// \throws Error stale_plan where A has other sizes, properties or index arrays. Indices that
  ///   were changed in place are not noticed.
  template <execution_space Exec, class Scalar>
  CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> apply(
      const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A) const;

  /// Entries of the Coo matrix.
  std::int64_t num_coordinates() const noexcept { return std::int64_t(row_indices_.extent(0)); }
  /// Entries of the Csr matrix.
  std::int64_t num_entries() const noexcept { return order_.num_entries; }
  ///@{
  /// The pattern of the result: num_rows + 1 offsets and the ascending columns of each row.
  const Kokkos::View<const Offset*, MemorySpace>& row_offsets() const noexcept { return offsets_; }
  const Kokkos::View<const Index*, MemorySpace>& col_indices() const noexcept { return indices_; }
  ///@}

 private:
  /// An EntryOrder in memory that all execution spaces reach which reach the matrix.
  struct Order {
    std::int64_t num_entries = 0;
    bool identity = true;
    bool merged = false;
    Kokkos::View<std::int64_t*, MemorySpace> permutation;
    Kokkos::View<std::int64_t*, MemorySpace> segments;
  };

  template <class Exec>
  detail::EntryOrder<Exec> order() const;

  std::int64_t num_rows_ = 0;
  std::int64_t num_cols_ = 0;
  MatrixProperties source_properties_;
  MatrixProperties properties_;
  // Held, so that no other pattern lies there.
  Kokkos::View<const Index*, MemorySpace> row_indices_;
  Kokkos::View<const Index*, MemorySpace> source_col_indices_;
  Kokkos::View<const Offset*, MemorySpace> offsets_;
  Kokkos::View<const Index*, MemorySpace> indices_;
  Order order_;
};

}  // namespace filigree

#include <filigree/detail/assembly_calls.hpp>
