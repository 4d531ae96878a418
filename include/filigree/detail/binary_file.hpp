// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <filigree/detail/allocate.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/io/options.hpp>

/// \file
/// What the arrays of a binary file are made of, and which arrays of a container they are.

namespace filigree {

/// The formats that binary files hold, with the numbers that stand in the file.
enum class BinaryFormat : std::uint8_t { coo = 1, csr = 2, csc = 3 };

/// What the values are: the numbers that stand in the file. Indices and offsets, int32 or int64,
/// are told by their bytes there.
enum class BinaryElement : std::uint8_t {
  float32 = 1,
  float64 = 2,
  complex64 = 3,
  complex128 = 4,
  int32 = 5,
  int64 = 6,
  uint64 = 7,
};

namespace detail {

/// One array of a matrix that is written.
struct BinaryArray {
  const void* data = nullptr;
  std::size_t length = 0;
};

template <class T>
struct BinaryElementOf;
template <BinaryElement Element>
using BinaryElementConstant = std::integral_constant<BinaryElement, Element>;
template <>
struct BinaryElementOf<float> : BinaryElementConstant<BinaryElement::float32> {};
template <>
struct BinaryElementOf<double> : BinaryElementConstant<BinaryElement::float64> {};
template <>
struct BinaryElementOf<complex_float> : BinaryElementConstant<BinaryElement::complex64> {};
template <>
struct BinaryElementOf<complex_double> : BinaryElementConstant<BinaryElement::complex128> {};
template <>
struct BinaryElementOf<std::int32_t> : BinaryElementConstant<BinaryElement::int32> {};
template <>
struct BinaryElementOf<std::int64_t> : BinaryElementConstant<BinaryElement::int64> {};
template <>
struct BinaryElementOf<std::uint64_t> : BinaryElementConstant<BinaryElement::uint64> {};
template <class T>
inline constexpr BinaryElement binary_element = BinaryElementOf<T>::value;

template <class Matrix>
struct BinaryTraits;

template <class Scalar, class Index, class Offset, class MemorySpace>
struct BinaryTraits<CsrMatrix<Scalar, Index, Offset, MemorySpace>> {
  using first_type = Offset;
  static constexpr auto format = BinaryFormat::csr;
  static constexpr const char* first_label = "filigree::row_offsets";
  static constexpr const char* second_label = "filigree::col_indices";
  template <class Matrix>
  static auto first(const Matrix& A) {
    return A.row_offsets();
  }
  template <class Matrix>
  static auto second(const Matrix& A) {
    return A.col_indices();
  }
};

template <class Scalar, class Index, class Offset, class MemorySpace>
struct BinaryTraits<CscMatrix<Scalar, Index, Offset, MemorySpace>> {
  using first_type = Offset;
  static constexpr auto format = BinaryFormat::csc;
  static constexpr const char* first_label = "filigree::col_offsets";
  static constexpr const char* second_label = "filigree::row_indices";
  template <class Matrix>
  static auto first(const Matrix& A) {
    return A.col_offsets();
  }
  template <class Matrix>
  static auto second(const Matrix& A) {
    return A.row_indices();
  }
};

template <class Scalar, class Index, class MemorySpace>
struct BinaryTraits<CooMatrix<Scalar, Index, MemorySpace>> {
  using first_type = Index;
  static constexpr auto format = BinaryFormat::coo;
  static constexpr const char* first_label = "filigree::row_indices";
  static constexpr const char* second_label = "filigree::col_indices";
  template <class Matrix>
  static auto first(const Matrix& A) {
    return A.row_indices();
  }
  template <class Matrix>
  static auto second(const Matrix& A) {
    return A.col_indices();
  }
};

/// The containers that binary files hold.
template <class Matrix>
concept binary_matrix = io_scalar<typename Matrix::scalar_type> && requires {
  BinaryTraits<Matrix>::format;
};

}  // namespace detail
}  // namespace filigree
