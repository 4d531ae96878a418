// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include "spmm/host/tile_rows.hpp"

/// A tile of B's columns copied to rows, filled up with zeros to whole vectors.

namespace filigree::detail {

template <class T>
struct PackedColumns {
  const T* B = nullptr;  ///< from the tile's first column on
  std::int64_t row_stride = 0;
  std::int64_t col_stride = 0;
  std::int64_t width = 0;
  std::int64_t padded_width = 0;
  T* panel = nullptr;
};

/// Columns first .. first + width - 1 of a dense matrix of a batch; rows are filled up to `padded`,
/// where it is 0 to whole vectors of this processor.
template <class T>
PackedColumns<T> tile_columns_of(const DenseOperand<const T>& B, std::int64_t batch,
                                 std::int64_t first, std::int64_t width, T* panel,
                                 std::int64_t padded = 0) {
  return {B.data + batch * B.batch_stride + first * B.col_stride,
          B.row_stride,
          B.col_stride,
          width,
          padded > 0 ? padded : padded_tile_width<T>(host_isa(), width),
          panel};
}

/// Columns from `column` on of rows first .. last - 1, and what fills them up.
template <class T>
inline void pack_scalars(const PackedColumns<T>& pack, std::int64_t column, std::int64_t first,
                         std::int64_t last) {
  for (; column < pack.width; ++column)
    for (std::int64_t i = first; i < last; ++i)
      pack.panel[i * pack.padded_width + column] =
          pack.B[i * pack.row_stride + column * pack.col_stride];
  for (; column < pack.padded_width; ++column)
    for (std::int64_t i = first; i < last; ++i) pack.panel[i * pack.padded_width + column] = T{};
}

/// All columns of rows first .. last - 1.
template <class T>
using PackRows = void (*)(const PackedColumns<T>&, std::int64_t first, std::int64_t last);

template <class T>
void pack_strided_rows(const PackedColumns<T>& pack, std::int64_t first, std::int64_t last) {
  pack_scalars(pack, 0, first, last);
}

#define FILIGREE_ISA_SOURCE "spmm/host/pack.inc"
#include "spmv/host/each_isa.inc"

#if FILIGREE_HOST_SIMD
#define FILIGREE_TARGET FILIGREE_TARGET_AVX2
namespace avx2_half {
#include "spmm/host/pack.inc"
}
#undef FILIGREE_TARGET
#endif

/// The function for this processor.
template <class T>
PackRows<T> pack_rows_for([[maybe_unused]] HostIsa isa, const PackedColumns<T>& pack) {
  if (pack.row_stride != 1) return pack_strided_rows<T>;
#if FILIGREE_HOST_SIMD
  if (isa != HostIsa::baseline) {
    const std::int64_t bytes = tile_vector_bytes(isa, pack.width * std::int64_t(sizeof(T)));
    if (bytes == 16) return avx2_half::pack_rows<T>;
    if (bytes == 64) return avx512::pack_rows<T>;
    return avx2::pack_rows<T>;
  }
#endif
  return baseline::pack_rows<T>;
}

template <class T>
struct PackLaunch {
  static constexpr std::int64_t rows_per_item = 64;

  PackedColumns<T> columns;
  PackRows<T> run;
  std::int64_t num_rows;

  void operator()(const std::int64_t item) const {
    const std::int64_t first = item * rows_per_item;
    run(columns, first, std::min(first + rows_per_item, num_rows));
  }
};

template <class Exec, class T>
void pack_columns(const Exec& exec, const PackedColumns<T>& columns, std::int64_t num_rows) {
  Kokkos::parallel_for("filigree::spmm::pack",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                           exec, 0, groups_of(num_rows, PackLaunch<T>::rows_per_item)),
                       PackLaunch<T>{columns, pack_rows_for(host_isa(), columns), num_rows});
}

}  // namespace filigree::detail
