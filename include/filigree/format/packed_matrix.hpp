// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/float4.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/format/matrix_base.hpp>

namespace filigree {

/// In which direction the entries of a byte, and of a line, are neighbours.
enum class PackedOrder {
  row_major,     ///< entries of a row lie one after the other
  column_major,  ///< entries of a column do
};

namespace detail {

/// Entries from a matrix's first to past its last. Throws invalid_value where a size is negative, a
/// stride is odd or too short, or 64 bits are too few. Strides of 0 become the shortest ones.
FILIGREE_EXPORT std::int64_t packed_entries(std::string_view operation, std::int64_t num_rows,
                                            std::int64_t num_cols, PackedOrder order,
                                            std::int64_t batch_count, std::int64_t& line_stride,
                                            std::int64_t& batch_stride);
/// Throws invalid_value where the array is too short.
FILIGREE_EXPORT void check_packed_array(std::string_view operation, std::int64_t length,
                                        std::int64_t expected);

}  // namespace detail

/// A dense matrix of entries of 4 bits, or a batch of them, in bytes. A *line* is a row of a
/// row-major matrix, a column of a column-major one. Lines begin with a byte of their own: entry
/// `at` of line l of matrix b is in byte (b * batch_stride() + l * line_stride() + at) / 2, in the
/// low 4 bits where `at` is even, in the high ones where it is odd. Where a line has an odd number
/// of entries, the high bits of its last byte belong to no entry and are never changed. Shallow: a
/// copy shares the bytes.
template <class Scalar = float4_e2m1, class MemorySpace = DefaultMemorySpace>
class PackedMatrix {
  static_assert(detail::is_packed<Scalar>, "packed matrices are of float4_e2m1");
  static_assert(Kokkos::is_memory_space_v<MemorySpace>);

 public:
  ///@{
  /// Scalar as it was given, twice without const, and the memory: the names of a Kokkos View and of
  /// a container.
  using value_type = Scalar;
  using non_const_value_type = std::remove_const_t<Scalar>;
  using scalar_type = non_const_value_type;
  using memory_space = MemorySpace;
  ///@}
  ///@{
  /// What the entries lie in: bytes, const where Scalar is.
  using byte_type = detail::storage_t<Scalar>;
  using byte_view = Kokkos::View<byte_type*, MemorySpace>;
  ///@}

  /// The bytes that a matrix takes at least, or a batch. Strides as the constructor takes them.
  /// \throws Error invalid_value as the constructor
  static std::int64_t num_bytes(std::int64_t num_rows, std::int64_t num_cols,
                                PackedOrder order = PackedOrder::row_major,
                                std::int64_t batch_count = 1, std::int64_t line_stride = 0,
                                std::int64_t batch_stride = 0) {
    return detail::packed_entries("PackedMatrix::num_bytes", num_rows, num_cols, order, batch_count,
                                  line_stride, batch_stride) /
           2;
  }

  /// An empty 0 x 0 matrix.
  PackedMatrix() = default;

  /// \param bytes num_bytes of the same arguments, or more. They are not read.
  /// \param line_stride entries from a line to the next: an even number; 0: as few as there can be
  /// \param batch_stride entries from a matrix to the next: an even number; 0: as few as there can
  ///   be
  /// \throws Error invalid_value where a size is negative, a stride is odd or too short, or there
  ///   are too few bytes, or 64 bits do not count them
  PackedMatrix(std::int64_t num_rows, std::int64_t num_cols, byte_view bytes,
               PackedOrder order = PackedOrder::row_major, std::int64_t batch_count = 1,
               std::int64_t line_stride = 0, std::int64_t batch_stride = 0)
      : num_rows_(num_rows),
        num_cols_(num_cols),
        batch_count_(batch_count),
        line_stride_(line_stride),
        batch_stride_(batch_stride),
        order_(order),
        bytes_(std::move(bytes)) {
    const std::int64_t entries = detail::packed_entries("PackedMatrix", num_rows, num_cols, order,
                                                        batch_count, line_stride_, batch_stride_);
    detail::check_packed_array("PackedMatrix", std::int64_t(bytes_.extent(0)), entries / 2);
  }

  /// A matrix is also a matrix of constant entries.
  template <std::same_as<PackedMatrix<const Scalar, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return {num_rows_, num_cols_, bytes_, order_, batch_count_, line_stride_, batch_stride_};
  }

  ///@{
  /// The size of each matrix of the batch.
  KOKKOS_FUNCTION std::int64_t num_rows() const noexcept { return num_rows_; }
  KOKKOS_FUNCTION std::int64_t num_cols() const noexcept { return num_cols_; }
  ///@}
  /// Matrices of the batch; 1 for a matrix alone.
  KOKKOS_FUNCTION std::int64_t batch_count() const noexcept { return batch_count_; }
  /// Whether lines are rows or columns.
  KOKKOS_FUNCTION PackedOrder order() const noexcept { return order_; }
  ///@{
  /// From a line to the next and from a matrix to the next, in entries: even numbers.
  KOKKOS_FUNCTION std::int64_t line_stride() const noexcept { return line_stride_; }
  KOKKOS_FUNCTION std::int64_t batch_stride() const noexcept { return batch_stride_; }
  ///@}
  ///@{
  /// The bytes of all matrices, two entries in each.
  const byte_view& bytes() const noexcept { return bytes_; }
  byte_type* data() const noexcept { return bytes_.data(); }
  ///@}

  /// An entry, where the bytes can be reached.
  KOKKOS_FUNCTION scalar_type operator()(std::int64_t batch, std::int64_t row,
                                         std::int64_t col) const {
    return detail::load_entry<scalar_type>(bytes_.data(), place(batch, row, col));
  }
  /// Changes an entry. The two entries of a byte must not be changed by two threads at once.
  KOKKOS_FUNCTION void set(std::int64_t batch, std::int64_t row, std::int64_t col,
                           scalar_type value) const requires(!std::is_const_v<Scalar>) {
    detail::store_entry(bytes_.data(), place(batch, row, col), value);
  }

 private:
  KOKKOS_FUNCTION std::int64_t place(std::int64_t batch, std::int64_t row, std::int64_t col) const {
    const bool by_rows = order_ == PackedOrder::row_major;
    return batch * batch_stride_ + (by_rows ? row : col) * line_stride_ + (by_rows ? col : row);
  }

  std::int64_t num_rows_ = 0;
  std::int64_t num_cols_ = 0;
  std::int64_t batch_count_ = 1;
  std::int64_t line_stride_ = 0;
  std::int64_t batch_stride_ = 0;
  PackedOrder order_ = PackedOrder::row_major;
  byte_view bytes_;
};

namespace detail {

template <class T>
inline constexpr bool is_packed_matrix = false;
template <class Scalar, class MemorySpace>
inline constexpr bool is_packed_matrix<PackedMatrix<Scalar, MemorySpace>> = true;

/// What a call takes as a dense matrix or as a batch.
template <class T>
concept dense_argument = Kokkos::is_view_v<T> || is_packed_matrix<T>;

/// Strides are in entries: that of lines is never 1.
template <class Scalar, class MemorySpace>
DenseShape dense_shape(const PackedMatrix<Scalar, MemorySpace>& matrix) {
  const bool by_rows = matrix.order() == PackedOrder::row_major;
  DenseShape shape;
  shape.is_batch = matrix.batch_count() != 1;
  shape.batch = matrix.batch_count();
  shape.rows = matrix.num_rows();
  shape.cols = matrix.num_cols();
  shape.strides[0] = shape.is_batch ? matrix.batch_stride() : 0;
  shape.strides[1] = by_rows ? matrix.line_stride() : 1;
  shape.strides[2] = by_rows ? 1 : matrix.line_stride();
  shape.data = matrix.data();
  shape.span_bytes = std::size_t(PackedMatrix<Scalar, MemorySpace>::num_bytes(
      shape.rows, shape.cols, matrix.order(), shape.batch, matrix.line_stride(),
      matrix.batch_stride()));
  return shape;
}

}  // namespace detail
}  // namespace filigree
