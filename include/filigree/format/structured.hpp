// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/float4.hpp>
#include <filigree/core/float8.hpp>
#include <filigree/core/types.hpp>
#include <filigree/format/matrix_base.hpp>
#include <filigree/structured_options.hpp>

namespace filigree {

/// The scalars of structured matrices. Floats are kept as tf32: rounded to 10 fraction bits.
template <class T>
concept structured_scalar = std::same_as<T, float16> || std::same_as<T, bfloat16> ||
    std::same_as<T, float> || std::same_as<T, std::int8_t> || std::same_as<T, float8_e4m3> ||
    std::same_as<T, float8_e5m2> || std::same_as<T, float4_e2m1>;

/// The kind that matrices are of where no other is asked for, and the one that tuned CUDA kernels
/// take: 2:4; of floats 1:2; of float4_e2m1 paired 4:8.
template <structured_scalar T>
inline constexpr StructuredKind structured_kind = std::is_same_v<T, float4_e2m1>
                                                      ? structured_paired_4_8
                                                  : sizeof(T) == 4 ? structured_1_2
                                                                   : structured_2_4;

namespace detail {

template <>
struct ScalarName<float8_e4m3> {
  static constexpr const char* value = "float8_e4m3";
};
template <>
struct ScalarName<float8_e5m2> {
  static constexpr const char* value = "float8_e5m2";
};
template <>
struct ScalarName<float4_e2m1> {
  static constexpr const char* value = "float4_e2m1";
};

/// Bytes of a matrix in compressed form.
struct StructuredBytes {
  std::int64_t values = 0;
  std::int64_t metadata = 0;
};

/// Throws not_supported unless the kind is one that there is.
FILIGREE_EXPORT void check_structured_kind(std::string_view operation, const StructuredKind& kind);
/// Throws invalid_value where sizes or the batch are negative or 64 bits are too few; for the kind
/// as check_structured_kind.
FILIGREE_EXPORT StructuredBytes structured_bytes(std::string_view operation, std::int64_t num_rows,
                                                 std::int64_t num_cols, GroupDirection direction,
                                                 std::int64_t batch_count, int scalar_bits,
                                                 const StructuredKind& kind);
/// Throws invalid_value unless the array has so many bytes for each matrix and starts at a multiple
/// of 16.
FILIGREE_EXPORT void check_structured_array(std::string_view operation, const void* bytes,
                                            std::int64_t length, std::int64_t bytes_of_a_matrix,
                                            std::int64_t batch_count);

}  // namespace detail

/// N:M structured sparsity: the rows, or the columns, of a num_rows x num_cols matrix are cut into
/// groups of consecutive entries, of which a fixed number is kept: StructuredKind. A batch of
/// matrices of one size lies one after the other.
///
/// A matrix takes compressed_bytes() bytes: its kept values, row-major, padded with zeros to whole
/// blocks, then 2 to 8 bits of metadata a group, which say where in the group the kept entries
/// were. docs/structured.md spells the layout out, byte by byte; it depends on the sizes, the kind
/// and the scalar, never on the kernel or the device. Where groups lie along columns the bytes are
/// those of the transpose. Shallow: a copy shares the bytes.
template <class Scalar, class MemorySpace = DefaultMemorySpace>
class StructuredMatrix {
  static_assert(structured_scalar<std::remove_const_t<Scalar>>,
                "structured matrices are of half, bfloat16, float, int8, float8_e4m3, float8_e5m2 "
                "or float4_e2m1");
  static_assert(Kokkos::is_memory_space_v<MemorySpace>);

  template <class T>
  using like_scalar = std::conditional_t<std::is_const_v<Scalar>, const T, T>;

 public:
  ///@{
  /// Scalar without const and as it was given; the memory.
  using scalar_type = std::remove_const_t<Scalar>;
  using value_type = Scalar;
  using memory_space = MemorySpace;
  ///@}
  ///@{
  /// The compressed matrix as one array of bytes, and what values() and metadata() return: Views
  /// that own no memory, of Scalar (float4_e2m1: bytes of two entries) and of words of 32 bits. All
  /// are const where Scalar is.
  using byte_type = like_scalar<std::byte>;
  using byte_view = Kokkos::View<byte_type*, MemorySpace>;
  using stored_type = detail::storage_t<Scalar>;
  using value_view = detail::UnmanagedView<stored_type, MemorySpace>;
  using metadata_view = detail::UnmanagedView<like_scalar<std::uint32_t>, MemorySpace>;
  ///@}

  /// The name in messages and logs.
  static constexpr const char* format_name = "structured";

  /// The bytes of a matrix; of a batch, so many for each. \throws Error invalid_value where a size
  /// is negative or 64 bits are too few; not_supported for a kind that there is not
  static std::int64_t compressed_bytes(std::int64_t num_rows, std::int64_t num_cols,
                                       GroupDirection direction = GroupDirection::along_rows,
                                       const StructuredKind& kind = structured_kind<scalar_type>) {
    const auto bytes = detail::structured_bytes("StructuredMatrix::compressed_bytes", num_rows,
                                                num_cols, direction, 1, bits_, kind);
    return bytes.values + bytes.metadata;
  }

  /// An empty 0 x 0 matrix.
  StructuredMatrix() = default;

  /// \param bytes batch_count * compressed_bytes(num_rows, num_cols, direction, kind) of them, from
  ///   an address that is a multiple of 16 (128 for the fastest kernels). They are not read.
  /// \throws Error invalid_value where sizes do not agree; not_supported for a kind that there is
  ///   not
  StructuredMatrix(std::int64_t num_rows, std::int64_t num_cols, GroupDirection direction,
                   byte_view bytes, std::int64_t batch_count = 1,
                   const StructuredKind& kind = structured_kind<scalar_type>)
      : num_rows_(num_rows),
        num_cols_(num_cols),
        batch_count_(batch_count),
        direction_(direction),
        kind_(kind),
        sizes_(detail::structured_bytes("StructuredMatrix", num_rows, num_cols, direction,
                                        batch_count, bits_, kind)),
        bytes_(std::move(bytes)) {
    detail::check_structured_array("StructuredMatrix", bytes_.data(),
                                   std::int64_t(bytes_.extent(0)), bytes_of_a_matrix(),
                                   batch_count);
  }

  /// Wraps a user's bytes without a copy; they must outlive the container and its copies.
  static StructuredMatrix wrap(std::int64_t num_rows, std::int64_t num_cols,
                               GroupDirection direction, like_scalar<void>* bytes,
                               std::int64_t batch_count = 1,
                               const StructuredKind& kind = structured_kind<scalar_type>) {
    constexpr std::string_view operation = "StructuredMatrix::wrap";
    const auto sizes = detail::structured_bytes(operation, num_rows, num_cols, direction,
                                                batch_count, bits_, kind);
    return {
        num_rows,
        num_cols,
        direction,
        detail::wrapped<byte_type, MemorySpace>(operation, "bytes", static_cast<byte_type*>(bytes),
                                                batch_count * (sizes.values + sizes.metadata)),
        batch_count,
        kind};
  }

  /// A matrix is also a matrix of constant values.
  template <std::same_as<StructuredMatrix<const Scalar, MemorySpace>> Constant>
  operator Constant() const requires(!std::is_const_v<Scalar>) {
    return {num_rows_, num_cols_, direction_, bytes_, batch_count_, kind_};
  }

  ///@{
  /// The size of each matrix of the batch, before compression.
  std::int64_t num_rows() const noexcept { return num_rows_; }
  std::int64_t num_cols() const noexcept { return num_cols_; }
  ///@}
  /// Matrices of the batch; 1 for a matrix alone.
  std::int64_t batch_count() const noexcept { return batch_count_; }
  /// Whether groups lie along rows or along columns.
  GroupDirection direction() const noexcept { return direction_; }
  /// How many entries of a group are kept.
  StructuredKind kind() const noexcept { return kind_; }
  /// What one matrix of the batch takes.
  std::int64_t bytes_of_a_matrix() const noexcept { return sizes_.values + sizes_.metadata; }

  /// The memory of the whole batch.
  const byte_view& bytes() const noexcept { return bytes_; }
  /// The kept values of a matrix, padding included; of float4_e2m1 bytes with two of them. Like the
  /// metadata they live as long as bytes().
  value_view values(std::int64_t batch = 0) const {
    return value_view(reinterpret_cast<stored_type*>(at(batch)),
                      sizes_.values / sizeof(stored_type));
  }
  /// The words of metadata of a matrix.
  metadata_view metadata(std::int64_t batch = 0) const {
    return metadata_view(reinterpret_cast<like_scalar<std::uint32_t>*>(at(batch) + sizes_.values),
                         sizes_.metadata / 4);
  }

 private:
  static constexpr int bits_ = detail::storage_bits<scalar_type>;

  byte_type* at(std::int64_t batch) const {
    detail::check_at_most("StructuredMatrix", "batch", batch, batch_count_ - 1,
                          "the last matrix of the batch");
    return bytes_.data() + batch * bytes_of_a_matrix();
  }

  std::int64_t num_rows_ = 0;
  std::int64_t num_cols_ = 0;
  std::int64_t batch_count_ = 1;
  GroupDirection direction_ = GroupDirection::along_rows;
  StructuredKind kind_ = structured_kind<scalar_type>;
  detail::StructuredBytes sizes_{};
  byte_view bytes_;
};

}  // namespace filigree
