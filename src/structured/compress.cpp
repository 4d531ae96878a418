// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/compress.hpp"

#include <cstring>

#include "structured/group.hpp"

namespace filigree::structured {
namespace {

/// The group at (row, first column), completed with zeros.
template <class T, class Matrix>
void load_group(const Matrix& matrix, std::int64_t row, std::int64_t col,
                T (&group)[group_size<T>]) {
  for (int i = 0; i < group_size<T>; ++i)
    group[i] = row < matrix.rows && col + i < matrix.cols ? matrix(row, col + i) : T(0);
}

template <class T>
void clear_others(const DenseView<T>& matrix, std::int64_t row, std::int64_t col, unsigned mask) {
  if (row >= matrix.rows) return;
  for (int i = 0; i < group_size<T> && col + i < matrix.cols; ++i)
    if (!(mask >> i & 1u)) matrix(row, col + i) = T(0);
}

template <class T>
void prune_tile(const DenseView<T>& matrix, std::int64_t row, std::int64_t col) {
  T tile[group_size<T>][group_size<T>];
  unsigned masks[group_size<T>];
  for (int i = 0; i < group_size<T>; ++i) load_group(matrix, row + i, col, tile[i]);
  tile_masks(tile, masks);
  for (int i = 0; i < group_size<T>; ++i) clear_others(matrix, row + i, col, masks[i]);
}

}  // namespace

template <class T>
void prune(DenseView<T> matrix, PruneRule rule) {
  const std::int64_t step = rule == PruneRule::tile ? group_size<T> : 1;
  for (std::int64_t row = 0; row < matrix.rows; row += step)
    for (std::int64_t col = 0; col < matrix.cols; col += group_size<T>) {
      if (rule == PruneRule::tile) {
        prune_tile(matrix, row, col);
      } else {
        T group[group_size<T>];
        load_group(matrix, row, col, group);
        clear_others(matrix, row, col, strip_mask(group));
      }
    }
}

template <class T>
std::int64_t first_unstructured_row(DenseView<const T> matrix) {
  for (std::int64_t row = 0; row < matrix.rows; ++row)
    for (std::int64_t col = 0; col < matrix.cols; col += group_size<T>) {
      T group[group_size<T>];
      load_group(matrix, row, col, group);
      if (!is_structured(group)) return row;
    }
  return -1;
}

template <class T>
void compress(DenseView<const T> matrix, void* compressed) {
  const Layout<T> layout{matrix.rows, matrix.cols};
  if (layout.compressed_bytes() == 0) return;
  auto* const values = static_cast<T*>(compressed);
  auto* const words =
      reinterpret_cast<std::uint32_t*>(static_cast<char*>(compressed) + layout.values_bytes());
  std::memset(words, 0, std::size_t(layout.num_words()) * 4);
  const std::int64_t groups = layout.padded_cols() / group_size<T>;
  for (std::int64_t row = 0; row < layout.padded_rows(); ++row)
    for (std::int64_t g = 0; g < groups; ++g) {
      T group[group_size<T>];
      load_group(matrix, row, g * group_size<T>, group);
      const std::uint32_t code = code_of_mask<T>(kept_mask(group));
      T* const kept = values + row * layout.row_values() + g * kept_entries<T>;
      for (int s = 0; s < kept_entries<T>; ++s) kept[s] = stored(group[position<T>(code, s)]);
      words[layout.word_index(row, g)] |= code << layout.bit_index(row, g);
    }
}

template <class T>
void decompress(const void* compressed, DenseView<T> matrix) {
  const Layout<T> layout{matrix.rows, matrix.cols};
  const auto* const values = static_cast<const T*>(compressed);
  const auto* const words = reinterpret_cast<const std::uint32_t*>(
      static_cast<const char*>(compressed) + layout.values_bytes());
  for (std::int64_t row = 0; row < matrix.rows; ++row)
    for (std::int64_t g = 0; g * group_size<T> < matrix.cols; ++g) {
      const std::int64_t col = g * group_size<T>;
      const std::uint32_t code =
          words[layout.word_index(row, g)] >> layout.bit_index(row, g) & 0xfu;
      for (int i = 0; i < group_size<T> && col + i < matrix.cols; ++i) matrix(row, col + i) = T(0);
      for (int s = 0; s < kept_entries<T>; ++s) {
        const std::int64_t at = col + position<T>(code, s);
        if (at < matrix.cols)
          matrix(row, at) = values[row * layout.row_values() + g * kept_entries<T> + s];
      }
    }
}

#define FILIGREE_STRUCTURED_ELEMENT(T)                              \
  template void prune(DenseView<T>, PruneRule);                     \
  template std::int64_t first_unstructured_row(DenseView<const T>); \
  template void compress(DenseView<const T>, void*);                \
  template void decompress(const void*, DenseView<T>);
FILIGREE_STRUCTURED_ELEMENT(half)
FILIGREE_STRUCTURED_ELEMENT(bfloat16)
FILIGREE_STRUCTURED_ELEMENT(float)
FILIGREE_STRUCTURED_ELEMENT(std::int8_t)
FILIGREE_STRUCTURED_ELEMENT(float8_e4m3)
FILIGREE_STRUCTURED_ELEMENT(float8_e5m2)

}  // namespace filigree::structured
