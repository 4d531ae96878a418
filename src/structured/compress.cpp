// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include <core/execution_spaces.hpp>
#include <filigree/detail/structured_front.hpp>

#include "structured/compressed_matrix.hpp"
#include "structured/group.hpp"
#include "structured/tile.hpp"

namespace filigree::structured {
namespace {

/// The groups of a batch of matrices, counted matrix by matrix, row by row, from left to right.
template <class T>
struct Groups {
  StructuredKind kind;
  std::int64_t rows;
  std::int64_t per_row;
  std::int64_t batches;

  Groups(const DenseView<T>& matrix, const StructuredKind& all, std::int64_t rows_of_a_group = 1)
      : kind(all),
        rows(detail::groups_of(matrix.rows, rows_of_a_group)),
        per_row(detail::groups_of(matrix.cols, kind.group)),
        batches(matrix.batches) {}

  std::int64_t count() const { return batches * rows * per_row; }
  KOKKOS_FUNCTION std::int64_t batch(std::int64_t which) const { return which / per_row / rows; }
  KOKKOS_FUNCTION std::int64_t row(std::int64_t which) const { return which / per_row % rows; }
  KOKKOS_FUNCTION std::int64_t col(std::int64_t which) const {
    return which % per_row * kind.group;
  }
};

/// The group at (row, first column), completed with zeros.
template <int size, class T>
KOKKOS_FUNCTION void load_group(const DenseView<const T>& matrix, std::int64_t batch,
                                std::int64_t row, std::int64_t col, T (&group)[size]) {
  for (int i = 0; i < size; ++i)
    group[i] = row < matrix.rows && col + i < matrix.cols ? matrix.load(batch, row, col + i) : T(0);
}

/// The units of the mask, and zeros.
template <class Kind, class T>
KOKKOS_FUNCTION void store_group(const DenseView<T>& matrix, std::int64_t batch, std::int64_t row,
                                 std::int64_t col, const T (&group)[Kind::group], unsigned mask) {
  if (row >= matrix.rows) return;
  for (int i = 0; i < Kind::group && col + i < matrix.cols; ++i)
    matrix.store(batch, row, col + i, mask >> (i / Kind::unit) & 1u ? group[i] : T(0));
}

/// Lines of groups of a work item that writes a matrix: two where entries of two lines can share a
/// byte.
template <class T>
inline constexpr int lines_of_an_item = detail::is_packed<T> ? 2 : 1;

template <class T>
struct PruneStrip {
  DenseView<const T> from;
  DenseView<T> to;
  Groups<const T> groups;  ///< of lines_of_an_item lines

  KOKKOS_FUNCTION void operator()(std::int64_t which) const {
    with_kind(groups.kind, [&](auto kind) {
      using Kind = decltype(kind);
      constexpr int lines = lines_of_an_item<T>;
      const std::int64_t batch = groups.batch(which), first = lines * groups.row(which);
      for (std::int64_t row = first; row < first + lines; ++row) {
        T group[Kind::group];
        load_group(from, batch, row, groups.col(which), group);
        store_group<Kind>(to, batch, row, groups.col(which), group, strip_mask<Kind>(group));
      }
    });
  }
};

template <class T>
struct PruneTile {
  DenseView<const T> from;
  DenseView<T> to;
  Groups<const T> groups;  ///< of tiles

  template <class Kind>
  KOKKOS_FUNCTION void prune(std::int64_t which) const {
    constexpr int size = Kind::units;
    const std::int64_t batch = groups.batch(which), row = size * groups.row(which);
    T tile[size][Kind::group];
    unsigned masks[size];
    for (int i = 0; i < size; ++i) load_group(from, batch, row + i, groups.col(which), tile[i]);
    tile_masks<Kind>(tile, masks);
    for (int i = 0; i < size; ++i)
      store_group<Kind>(to, batch, row + i, groups.col(which), tile[i], masks[i]);
  }

  /// Tiles of 8 x 8 have a kernel of their own, for they need much of a thread's memory.
  KOKKOS_FUNCTION void operator()(std::int64_t which) const {
    with_kind(groups.kind, [&](auto kind) {
      using Kind = decltype(kind);
      if constexpr (Kind::units < 8) prune<Kind>(which);
    });
  }
};

template <class T>
struct PruneTile8 : PruneTile<T> {
  KOKKOS_FUNCTION void operator()(std::int64_t which) const {
    this->template prune<FixedKind<2, 8>>(which);
  }
};

template <class T>
struct FindUnstructured {
  DenseView<const T> matrix;
  Groups<const T> groups;

  KOKKOS_FUNCTION void operator()(std::int64_t which, std::int64_t& first) const {
    if (which >= first) return;
    with_kind(groups.kind, [&](auto kind) {
      using Kind = decltype(kind);
      T group[Kind::group];
      load_group(matrix, groups.batch(which), groups.row(which), groups.col(which), group);
      if (!is_structured<Kind>(group)) first = which;
    });
  }
};

/// A word of metadata, with the values of its groups, at a time. No two words share a byte of
/// values: of a kind that keeps one entry, a word has eight groups, or sixteen, side by side.
template <class T>
struct Compress {
  DenseView<const T> matrix;
  Layout<T> layout;
  char* compressed;

  KOKKOS_FUNCTION void operator()(std::int64_t which) const {
    with_kind(layout.kind, [&](auto kind) { compress<decltype(kind)>(which); });
  }

  template <class Kind>
  KOKKOS_FUNCTION void compress(std::int64_t which) const {
    constexpr int code_bits = code_bits_of(Kind{});
    constexpr int cells = code_bits == 8 ? 2 : 1;  // that a code takes
    constexpr int codes = code_bits == 2 ? 2 : 1;  // that a cell holds
    const std::int64_t batch = which / layout.num_words(), at = which % layout.num_words();
    const std::int64_t block = at / block_words;
    char* const begin = compressed + batch * layout.compressed_bytes();
    std::uint32_t word = 0;
    for (int nibble = 0; nibble < 8; nibble += cells) {
      const CellPlace place = cell_place(sizeof(T), int(at % block_words), nibble);
      const std::int64_t row = block / layout.blocks_per_row() * block_rows + place.row;
      const std::int64_t cell = block % layout.blocks_per_row() * block_cells + place.cell;
      for (int i = 0; i < codes; ++i) {
        const std::int64_t g = cell * codes / cells + i;
        word |= store_values<Kind>(begin, batch, row, g) << (4 * nibble + i * code_bits);
      }
    }
    reinterpret_cast<std::uint32_t*>(begin + layout.values_bytes())[at] = word;
  }

  /// Stores the values of a group, whose code it returns.
  template <class Kind>
  KOKKOS_FUNCTION std::uint32_t store_values(char* begin, std::int64_t batch, std::int64_t row,
                                             std::int64_t g) const {
    T group[Kind::group];
    load_group(matrix, batch, row, g * Kind::group, group);
    const std::uint32_t code = code_of_mask<Kind>(kept_mask<Kind>(group));
    auto* const values = reinterpret_cast<detail::storage_t<T>*>(begin);
    const std::int64_t kept = row * layout.row_values() + g * Kind::kept;
    for (int s = 0; s < Kind::kept; ++s)
      detail::store_entry<T>(values, kept + s, stored(group[position<Kind>(code, s)]));
    return code;
  }
};

template <class T>
struct Decompress {
  DenseView<T> matrix;
  Layout<T> layout;
  const char* compressed;
  Groups<T> groups;  ///< of lines_of_an_item lines

  KOKKOS_FUNCTION void operator()(std::int64_t which) const {
    with_kind(groups.kind, [&](auto kind) {
      using Kind = decltype(kind);
      constexpr int lines = lines_of_an_item<T>;
      const std::int64_t batch = groups.batch(which), first = lines * groups.row(which);
      const std::int64_t col = groups.col(which), g = col / Kind::group;
      const CompressedMatrix<T> from(layout, compressed + batch * layout.compressed_bytes());
      for (std::int64_t row = first; row < first + lines; ++row) {
        // Rows past the last are in the padding.
        const std::uint32_t code = from.code(kind, row, g);
        T group[Kind::group];
        for (int i = 0; i < Kind::group; ++i) group[i] = T(0);
        for (int s = 0; s < Kind::kept; ++s) group[position<Kind>(code, s)] = from.value(row, g, s);
        store_group<Kind>(matrix, batch, row, col, group, ~0u);
      }
    });
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
void prune(const Exec& exec, DenseView<const T> from, DenseView<T> to, StructuredPruneRule rule,
           const StructuredKind& kind) {
  constexpr const char* label = "filigree::structured_prune";
  if (rule == StructuredPruneRule::strip) {
    const Groups<const T> groups(from, kind, lines_of_an_item<T>);
    for_each(label, exec, groups.count(), PruneStrip<T>{from, to, groups});
    return;
  }
  const PruneTile<T> body{from, to, Groups<const T>(from, kind, kind.group / kind.unit)};
  if (kind.group / kind.unit < 8)
    for_each(label, exec, body.groups.count(), body);
  else
    for_each(label, exec, body.groups.count(), PruneTile8<T>{body});
}

template <class Exec, class T>
StructuredCheck check(const Exec& exec, DenseView<const T> matrix, const StructuredKind& kind) {
  const Groups<const T> groups(matrix, kind);
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
void compress(const Exec& exec, DenseView<const T> matrix, const StructuredKind& kind,
              void* compressed) {
  const Layout<T> layout{matrix.rows, matrix.cols, kind};
  for_each("filigree::structured_compress", exec, matrix.batches * layout.num_words(),
           Compress<T>{matrix, layout, static_cast<char*>(compressed)});
}

template <class Exec, class T>
void decompress(const Exec& exec, const void* compressed, const StructuredKind& kind,
                DenseView<T> matrix) {
  const Groups<T> groups(matrix, kind, lines_of_an_item<T>);
  for_each(
      "filigree::structured_decompress", exec, groups.count(),
      Decompress<T>{
          matrix, {matrix.rows, matrix.cols, kind}, static_cast<const char*>(compressed), groups});
}

#define FILIGREE_STRUCTURED_ELEMENT(Exec, T)                                              \
  template void prune(const Exec&, DenseView<const T>, DenseView<T>, StructuredPruneRule, \
                      const StructuredKind&);                                             \
  template StructuredCheck check(const Exec&, DenseView<const T>, const StructuredKind&); \
  template void compress(const Exec&, DenseView<const T>, const StructuredKind&, void*);  \
  template void decompress(const Exec&, const void*, const StructuredKind&, DenseView<T>);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, half)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, bfloat16)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, float)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, std::int8_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, float8_e4m3)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, float8_e5m2)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_STRUCTURED_ELEMENT, float4_e2m1)
#undef FILIGREE_STRUCTURED_ELEMENT

}  // namespace filigree::structured
