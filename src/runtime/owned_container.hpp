// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include <filigree/format/block_layout.hpp>
#include <filigree/format/matrix_base.hpp>
#include <runtime/owned_matrix.hpp>

/// From a container that the library made to an operand.

namespace filigree::runtime {

template <class Integer>
constexpr IndexType index_type = sizeof(Integer) == 8 ? IndexType::int64 : IndexType::int32;

template <class View>
void* writable(const View& view) {
  return const_cast<void*>(static_cast<const void*>(view.data()));
}

/// The arrays of a container, and the container, which holds them.
template <class Container>
OwnedMatrix owned(Format format, const Container& B) {
  SparseOperand A;
  A.format = format;
  A.scalar = ScalarTypeOf<typename Container::scalar_type>::value;
  A.index = A.offset = index_type<typename Container::index_type>;
  A.properties = B.properties();
  A.num_rows = B.num_rows();
  A.num_cols = B.num_cols();
  A.nnz = B.nnz();
  // A format without offsets says how wide those of a conversion are to be.
  if (A.nnz > std::numeric_limits<std::int32_t>::max()) A.offset = IndexType::int64;
  if constexpr (requires { typename Container::offset_type; })
    if (A.has_offsets()) A.offset = index_type<typename Container::offset_type>;
  if constexpr (requires { B.row_offsets(); }) A.offsets = writable(B.row_offsets());
  if constexpr (requires { B.col_offsets(); }) A.offsets = writable(B.col_offsets());
  if constexpr (requires { B.slice_offsets(); }) {
    A.offsets = writable(B.slice_offsets());
    A.slice_size = B.slice_size();
  }
  if constexpr (requires { B.hack_offsets(); }) {
    A.offsets = writable(B.hack_offsets());
    A.slice_size = B.hack_size();
  }
  if constexpr (requires { B.row_indices(); }) A.row_indices = writable(B.row_indices());
  if constexpr (requires { B.col_indices(); }) A.col_indices = writable(B.col_indices());
  if constexpr (requires { B.diagonal_offsets(); }) {
    A.col_indices = writable(B.diagonal_offsets());
    A.num_diagonals = B.num_diagonals();
  }
  if constexpr (requires { B.ell_width(); }) A.ell_cols = B.ell_width();
  if constexpr (requires { B.row_stride(); }) A.row_stride = B.row_stride();
  if (A.has_padding()) A.num_places = std::int64_t(B.values().extent(0));
  if constexpr (requires { B.block(); }) A.block = B.block();
  if constexpr (requires { B.ell_cols(); }) {
    A.block = {B.block_size(), B.block_size(), BlockOrder::row_major};
    A.ell_cols = B.ell_cols();
  }
  A.values = writable(B.values());
  return {A, std::make_shared<const Container>(B)};
}

}  // namespace filigree::runtime
