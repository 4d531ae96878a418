// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparselt/compact.hpp>

#include <structured/layout.hpp>

namespace filigree::cusparselt {
namespace {

/// Where a matrix's parts lie in both forms. Codes have 4 bits: these are types of 8 bits or more
/// in their own kinds.
template <class T>
struct Forms {
  structured::Layout<T> layout;
  std::int64_t matrix_bytes[2];  ///< of the compact form, of the library's

  explicit Forms(const CompressedSizes& sizes)
      : layout{sizes.lines, sizes.length}, matrix_bytes{sizes.bytes, sizes.padded_bytes} {}

  FILIGREE_FUNCTION std::int64_t row_bytes() const {
    return layout.cols / layout.kind.group * layout.kind.kept * std::int64_t(sizeof(T));
  }
  FILIGREE_FUNCTION std::int64_t padded_row_bytes() const {
    return layout.row_values() * std::int64_t(sizeof(T));
  }
  FILIGREE_FUNCTION std::int64_t code_row_bytes() const {
    return layout.cols / layout.kind.group / 2;
  }
};

template <class T>
struct PackRow {
  Forms<T> forms;
  const unsigned char* padded;
  unsigned char* compact;

  /// Row `i` of all matrices of the batch.
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    const std::int64_t batch = i / forms.layout.rows, row = i % forms.layout.rows;
    const unsigned char* from = padded + batch * forms.matrix_bytes[1];
    unsigned char* to = compact + batch * forms.matrix_bytes[0];
    const auto* words = reinterpret_cast<const std::uint32_t*>(from + forms.layout.values_bytes());
    const std::int64_t bytes = forms.row_bytes(), code_bytes = forms.code_row_bytes();
    for (std::int64_t at = 0; at < bytes; ++at)
      to[row * bytes + at] = from[row * forms.padded_row_bytes() + at];
    unsigned char* codes = to + forms.layout.rows * bytes + row * code_bytes;
    const auto code = [&](std::int64_t group) {
      const auto place =
          structured::code_place(sizeof(T), 4, forms.layout.blocks_per_row(), row, group);
      return words[place.word] >> place.bit & 0xfu;
    };
    for (std::int64_t at = 0; at < code_bytes; ++at)
      codes[at] = static_cast<unsigned char>(code(2 * at) | code(2 * at + 1) << 4);
  }
};

template <class T>
struct ExpandValues {
  Forms<T> forms;
  const unsigned char* compact;
  unsigned char* padded;

  /// Padded row `i` of all matrices of the batch.
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    const std::int64_t batch = i / forms.layout.padded_rows(), row = i % forms.layout.padded_rows();
    const unsigned char* from = compact + batch * forms.matrix_bytes[0] + row * forms.row_bytes();
    unsigned char* to = padded + batch * forms.matrix_bytes[1] + row * forms.padded_row_bytes();
    const std::int64_t there = row < forms.layout.rows ? forms.row_bytes() : 0;
    for (std::int64_t at = 0; at < forms.padded_row_bytes(); ++at)
      to[at] = at < there ? from[at] : 0;
  }
};

template <class T>
struct ExpandCodes {
  Forms<T> forms;
  const unsigned char* compact;
  unsigned char* padded;

  /// Word `i` of the metadata of all matrices of the batch.
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    const auto& layout = forms.layout;
    const std::int64_t batch = i / layout.num_words(), at = i % layout.num_words();
    const std::int64_t block = at / structured::block_words;
    const std::int64_t first_row = block / layout.blocks_per_row() * structured::block_rows;
    const std::int64_t first_group = block % layout.blocks_per_row() * structured::block_cells;
    const unsigned char* codes =
        compact + batch * forms.matrix_bytes[0] + layout.rows * forms.row_bytes();
    std::uint32_t word = 0;
    for (int nibble = 0; nibble < 8; ++nibble) {
      const auto place =
          structured::cell_place(sizeof(T), int(at % structured::block_words), nibble);
      const std::int64_t row = first_row + place.row, group = first_group + place.cell;
      std::uint32_t code = 0xe;  // an empty group's
      if (row < layout.rows && group < layout.cols / layout.kind.group)
        code = codes[row * forms.code_row_bytes() + group / 2] >> (group % 2 * 4) & 0xf;
      word |= code << (4 * nibble);
    }
    auto* words = reinterpret_cast<std::uint32_t*>(padded + batch * forms.matrix_bytes[1] +
                                                   layout.values_bytes());
    words[at] = word;
  }
};

template <class Functor>
void run(const runtime::Target& target, const char* name, std::int64_t count,
         const Functor& functor) {
  target.visit([&](const auto& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    Kokkos::parallel_for(
        name, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count), functor);
  });
}

}  // namespace

CompressedSizes compressed_sizes(const Matrix& matrix, GroupDirection direction) {
  const bool along_rows = direction == GroupDirection::along_rows;
  CompressedSizes sizes;
  sizes.lines = along_rows ? matrix.rows : matrix.cols;
  sizes.length = along_rows ? matrix.cols : matrix.rows;
  sizes.batch = stored_batch(matrix);
  visit_entry(matrix.type, [&](auto entry) {
    using T = typename decltype(entry)::type;
    const structured::Layout<T> layout{sizes.lines, sizes.length};
    const Forms<T> forms(sizes);
    sizes.bytes = sizes.lines * (forms.row_bytes() + forms.code_row_bytes());
    sizes.padded_bytes = layout.compressed_bytes();
  });
  return sizes;
}

void pack(const runtime::Target& target, cudaDataType type, const CompressedSizes& sizes,
          const void* padded, void* compact) {
  visit_entry(type, [&](auto entry) {
    using T = typename decltype(entry)::type;
    run(target, "filigree::cusparselt::pack", sizes.batch * sizes.lines,
        PackRow<T>{Forms<T>(sizes), static_cast<const unsigned char*>(padded),
                   static_cast<unsigned char*>(compact)});
  });
}

void expand(const runtime::Target& target, cudaDataType type, const CompressedSizes& sizes,
            const void* compact, void* padded) {
  visit_entry(type, [&](auto entry) {
    using T = typename decltype(entry)::type;
    const Forms<T> forms(sizes);
    const auto* const from = static_cast<const unsigned char*>(compact);
    auto* const to = static_cast<unsigned char*>(padded);
    run(target, "filigree::cusparselt::expand_values", sizes.batch * forms.layout.padded_rows(),
        ExpandValues<T>{forms, from, to});
    run(target, "filigree::cusparselt::expand_codes", sizes.batch * forms.layout.num_words(),
        ExpandCodes<T>{forms, from, to});
  });
}

}  // namespace filigree::cusparselt
