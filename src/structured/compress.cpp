// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include <core/execution_spaces.hpp>
#include <filigree/detail/structured_front.hpp>

#include "structured/compressed_matrix.hpp"
#include "structured/group.hpp"

namespace filigree::structured {
namespace {

/// The groups of a batch of matrices, counted matrix by matrix, row by row, from left to right.
template <class T>
struct Groups {
  std::int64_t rows;
  std::int64_t per_row;
  std::int64_t batches;

  explicit Groups(const DenseView<T>& matrix, std::int64_t rows_of_a_group = 1)
      : rows(detail::groups_of(matrix.rows, rows_of_a_group)),
        per_row(detail::groups_of(matrix.cols, group_size<T>)),
        batches(matrix.batches) {}

  std::int64_t count() const { return batches * rows * per_row; }
  KOKKOS_FUNCTION std::int64_t batch(std::int64_t which) const { return which / per_row / rows; }
  KOKKOS_FUNCTION std::int64_t row(std::int64_t which) const { return which / per_row % rows; }
  KOKKOS_FUNCTION std::int64_t col(std::int64_t which) const {
    return which % per_row * group_size<T>;
  }
};

/// The group at (row, first column), completed with zeros.
template <class T>
KOKKOS_FUNCTION void load_group(const DenseView<const T>& matrix, std::int64_t batch,
                                std::int64_t row, std::int64_t col, T (&group)[group_size<T>]) {
  for (int i = 0; i < group_size<T>; ++i)
    group[i] = row < matrix.rows && col + i < matrix.cols ? matrix(batch, row, col + i) : T(0);
}

template <class T>
KOKKOS_FUNCTION void store_group(const DenseView<T>& matrix, std::int64_t batch, std::int64_t row,
                                 std::int64_t col, const T (&group)[group_size<T>], unsigned mask) {
  if (row >= matrix.rows) return;
  for (int i = 0; i < group_size<T> && col + i < matrix.cols; ++i)
    matrix(batch, row, col + i) = mask >> i & 1u ? group[i] : T(0);
}

template <class T>
struct PruneStrip {
  DenseView<const T> from;
  DenseView<T> to;
  Groups<const T> groups;

  KOKKOS_FUNCTION void operator()(std::int64_t which) const {
    const std::int64_t batch = groups.batch(which), row = groups.row(which);
    T group[group_size<T>];
    load_group(from, batch, row, groups.col(which), group);
    store_group(to, batch, row, groups.col(which), group, strip_mask(group));
  }
};

template <class T>
struct PruneTile {
  DenseView<const T> from;
  DenseView<T> to;
  Groups<const T> groups;  ///< of tiles

  KOKKOS_FUNCTION void operator()(std::int64_t which) const {
    constexpr int size = group_size<T>;
    const std::int64_t batch = groups.batch(which), row = size * groups.row(which);
    T tile[size][size];
    unsigned masks[size];
    for (int i = 0; i < size; ++i) load_group(from, batch, row + i, groups.col(which), tile[i]);
    tile_masks(tile, masks);
    for (int i = 0; i < size; ++i)
      store_group(to, batch, row + i, groups.col(which), tile[i], masks[i]);
  }
};

template <class T>
struct FindUnstructured {
  DenseView<const T> matrix;
  Groups<const T> groups;

  KOKKOS_FUNCTION void operator()(std::int64_t which, std::int64_t& first) const {
    if (which >= first) return;
    T group[group_size<T>];
    load_group(matrix, groups.batch(which), groups.row(which), groups.col(which), group);
    if (!is_structured(group)) first = which;
  }
};

/// A word of metadata, with the values of its groups, at a time.
template <class T>
struct Compress {
  DenseView<const T> matrix;
  Layout<T> layout;
  char* compressed;

  KOKKOS_FUNCTION void operator()(std::int64_t which) const {
    const std::int64_t batch = which / layout.num_words(), at = which % layout.num_words();
    const std::int64_t block = at / block_words;
    char* const begin = compressed + batch * layout.compressed_bytes();
    std::uint32_t word = 0;
    for (int nibble = 0; nibble < 8; ++nibble) {
      const GroupPlace place = group_place(sizeof(T), int(at % block_words), nibble);
      const std::int64_t row = block / layout.blocks_per_row() * block_rows + place.row;
      const std::int64_t g = block % layout.blocks_per_row() * block_groups + place.group;
      T group[group_size<T>];
      load_group(matrix, batch, row, g * group_size<T>, group);
      const std::uint32_t code = code_of_mask<T>(kept_mask(group));
      word |= code << (4 * nibble);
      T* const kept = reinterpret_cast<T*>(begin) + row * layout.row_values() + g * kept_entries<T>;
      for (int s = 0; s < kept_entries<T>; ++s) kept[s] = stored(group[position<T>(code, s)]);
    }
    reinterpret_cast<std::uint32_t*>(begin + layout.values_bytes())[at] = word;
  }
};

template <class T>
struct Decompress {
  DenseView<T> matrix;
  Layout<T> layout;
  const char* compressed;
  Groups<T> groups;

  KOKKOS_FUNCTION void operator()(std::int64_t which) const {
    const std::int64_t batch = groups.batch(which), row = groups.row(which);
    const std::int64_t col = groups.col(which), g = col / group_size<T>;
    const CompressedMatrix<T> from(layout, compressed + batch * layout.compressed_bytes());
    const std::uint32_t code = from.code(row, g);
    T group[group_size<T>];
    for (int i = 0; i < group_size<T>; ++i) group[i] = T(0);
    for (int s = 0; s < kept_entries<T>; ++s) group[position<T>(code, s)] = from.values(row, g)[s];
    store_group(matrix, batch, row, col, group, ~0u);
  }
};

template <class Exec, class Body>
void for_each(const char* label, const Exec& exec, std::int64_t count, const Body& body) {
  if (count == 0) return;
  Kokkos::parallel_for(
      label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count), body);
}

}  // namespace

template <class Exec, class T>
void prune(const Exec& exec, DenseView<const T> from, DenseView<T> to, StructuredPruneRule rule) {
  constexpr const char* label = "filigree::structured_prune";
  if (rule == StructuredPruneRule::tile) {
    const Groups<const T> tiles(from, group_size<T>);
    for_each(label, exec, tiles.count(), PruneTile<T>{from, to, tiles});
  } else {
    const Groups<const T> groups(from);
    for_each(label, exec, groups.count(), PruneStrip<T>{from, to, groups});
  }
}

template <class Exec, class T>
StructuredCheck check(const Exec& exec, DenseView<const T> matrix) {
  const Groups<const T> groups(matrix);
  if (groups.count() == 0) return {};
  std::int64_t first = groups.count();
  Kokkos::parallel_reduce(
      "filigree::structured_check",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, groups.count()),
      FindUnstructured<T>{matrix, groups}, Kokkos::Min<std::int64_t>(first));
  if (first >= groups.count()) return {};
  return {groups.batch(first), groups.row(first), groups.col(first)};
}

template <class Exec, class T>
void compress(const Exec& exec, DenseView<const T> matrix, void* compressed) {
  const Layout<T> layout{matrix.rows, matrix.cols};
  for_each("filigree::structured_compress", exec, matrix.batches * layout.num_words(),
           Compress<T>{matrix, layout, static_cast<char*>(compressed)});
}

template <class Exec, class T>
void decompress(const Exec& exec, const void* compressed, DenseView<T> matrix) {
  const Groups<T> groups(matrix);
  for_each("filigree::structured_decompress", exec, groups.count(),
           Decompress<T>{
               matrix, {matrix.rows, matrix.cols}, static_cast<const char*>(compressed), groups});
}

#define FILIGREE_STRUCTURED_ELEMENT(Exec, T)                                               \
  template void prune(const Exec&, DenseView<const T>, DenseView<T>, StructuredPruneRule); \
  template StructuredCheck check(const Exec&, DenseView<const T>);                         \
  template void compress(const Exec&, DenseView<const T>, void*);                          \
  template void decompress(const Exec&, const void*, DenseView<T>);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, half)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, bfloat16)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, float)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, std::int8_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, float8_e4m3)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, float8_e5m2)
#undef FILIGREE_STRUCTURED_ELEMENT

}  // namespace filigree::structured
