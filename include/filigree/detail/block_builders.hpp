// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include <filigree/convert_blocks.hpp>
#include <filigree/detail/block_problem.hpp>
#include <filigree/detail/format_builders.hpp>

/// The symbolic part of the conversions of block formats.

namespace filigree::detail {

template <class S, class I, class O, class M>
struct TargetOptions<BsrMatrix<S, I, O, M>> {
  using type = BsrOptions;
};
template <class S, class I, class O, class M>
struct TargetOptions<BscMatrix<S, I, O, M>> {
  using type = BsrOptions;
};
template <class S, class I, class M>
struct TargetOptions<BlockedEllMatrix<S, I, M>> {
  using type = BlockedEllOptions;
};

inline std::int64_t block_entries(const BlockLayout& block) { return block.rows * block.cols; }

/// The blocks of a Bsr or Bsc matrix as entries.
template <class S, class I, class O, class M>
CompressedPattern<I, O> block_pattern(const BsrMatrix<S, I, O, M>& A) {
  return {A.num_block_rows(), A.num_block_cols(),     A.num_blocks(),
          A.index_base(),     A.row_offsets().data(), A.col_indices().data()};
}
template <class S, class I, class O, class M>
CompressedPattern<I, O> block_pattern(const BscMatrix<S, I, O, M>& A) {
  return {A.num_block_cols(), A.num_block_rows(),     A.num_blocks(),
          A.index_base(),     A.col_offsets().data(), A.row_indices().data()};
}

/// One conversion after another: the places of `first`'s source.
template <class Exec, class Mid, class To>
BuiltConversion<To> composed(const Exec& exec, const BuiltConversion<Mid>& first,
                             const BuiltConversion<To>& second) {
  const Kokkos::View<std::int64_t*, typename To::memory_space> places =
      allocate_places<typename To::memory_space>("", exec, std::int64_t(second.places.extent(0)));
  copy_bytes(exec, places.extent(0) * sizeof(std::int64_t), second.places.data(), places.data());
  compose_places(exec, std::int64_t(places.extent(0)), first.places.data(), places.data());
  return {second.pattern, places};
}

/// The places of the blocks that were found; refuses duplicates and what passes the memory limit.
template <class M, class Exec, class Csr, class Index, class Options>
Kokkos::View<std::int64_t*, M> block_places(std::string_view operation, std::string_view format,
                                            const Exec& exec, const Csr& A,
                                            const BlockEntries<Exec, Index>& found,
                                            std::int64_t entries_of_block, std::size_t place_bytes,
                                            const Options& options) {
  const std::int64_t count = saturated_product(found.num_blocks(), entries_of_block);
  guard_memory(operation, format, A, options, count, place_bytes);
  const auto places = allocate_places<M>(operation, exec, count);
  if (fill_block_places(exec, found, entries_of_block, places.data()) != A.nnz())
    check_no_repeat(operation, exec, compressed(A), first_repeat(exec, compressed(A)));
  return places;
}

// --- Csr -> Bsr, Blocked-ELL ---------------------------------------------------------------------

template <class Exec, class S, class R, class I, class O, class P, class M>
BuiltConversion<BsrMatrix<S, I, P, M>> sorted_blocks(std::string_view operation, const Exec& exec,
                                                     const CsrMatrix<R, I, O, M>& A,
                                                     Target<BsrMatrix<S, I, P, M>>,
                                                     const BsrOptions& options) {
  const BlockLayout block = options.block.value_or(BlockLayout{});
  const std::int64_t entries_of_block = block_entries(block);
  const MatrixProperties properties = converted(A.properties(), options.index_base, true, true);
  const auto found = find_blocks(exec, compressed(A), block);
  const std::int64_t num_blocks = found.num_blocks();
  check_offset_range(operation, "blocks", num_blocks,
                     std::int64_t(std::numeric_limits<P>::max()) - 1);
  const auto places =
      block_places<M>(operation, "bsr", exec, A, found, entries_of_block, sizeof(S), options);
  const auto offsets =
      allocate<P, M>(operation, exec, "filigree::row_offsets", found.entries.num_primary + 1);
  const auto rows = allocate<I, M>(operation, exec, "filigree::block_rows", num_blocks);
  const auto columns = allocate<I, M>(operation, exec, "filigree::col_indices", num_blocks);
  gather_entries(exec, found.entries, found.order, properties.index_base, rows.data(),
                 columns.data());
  compress_sorted(exec, found.entries.num_primary, num_blocks, properties.index_base, rows.data(),
                  properties.index_base, offsets.data());
  return {{A.num_rows(), A.num_cols(), block, offsets, columns,
           absent_values<S, M>(num_blocks * entries_of_block), properties},
          places};
}

/// Blocks that are counted and filled block row by block row on a host; none where they have to be
/// found by sorting (count_blocks). `options` have been checked.
template <class Exec, class S, class R, class I, class O, class P, class M, class Content>
std::optional<BsrMatrix<S, I, P, M>> direct_blocks(std::string_view operation, const Exec& exec,
                                                   const CsrMatrix<R, I, O, M>& A,
                                                   Target<BsrMatrix<S, I, P, M>>,
                                                   const BsrOptions& options, Content& content) {
  const BlockLayout block = options.block.value_or(BlockLayout{});
  const CompressedPattern<I, O> csr = compressed(A);
  const auto first_blocks =
      allocate_places<M>(operation, exec, groups_of(A.num_rows(), block.rows) + 1);
  const std::int64_t num_blocks = count_blocks(exec, csr, block, first_blocks.data());
  if (num_blocks < 0) return std::nullopt;
  check_offset_range(operation, "blocks", num_blocks,
                     std::int64_t(std::numeric_limits<P>::max()) - 1);
  const std::int64_t count = saturated_product(num_blocks, block_entries(block));
  guard_memory(operation, "bsr", A, options, count, sizeof(S));
  const MatrixProperties properties = converted(A.properties(), options.index_base, true, true);
  const auto offsets = shifted<P, M>(operation, exec, "filigree::row_offsets",
                                     Kokkos::View<const std::int64_t*, M>(first_blocks),
                                     std::int64_t(properties.index_base));
  const auto columns = allocate<I, M>(operation, exec, "filigree::col_indices", num_blocks);
  content.allocate_room(operation, exec, count);
  content.fill(exec, csr, BlockRowsShape{block, first_blocks.data()}, properties.index_base,
               columns.data());
  return BsrMatrix<S, I, P, M>{
      A.num_rows(), A.num_cols(), block, offsets, columns, absent_values<S, M>(count), properties};
}

/// The columns that the block rows need, and those that were asked for.
inline std::int64_t blocked_ell_cols(std::string_view operation, std::int64_t most_blocks,
                                     std::int64_t num_cols, const BlockedEllOptions& options) {
  // The last block column may be cut off: a block row that has it and all others ends there.
  const std::int64_t needed =
      std::min(saturated_product(most_blocks, options.block_size), num_cols);
  if (!options.ell_cols) return needed;
  check_at_least(operation, "options.ell_cols", *options.ell_cols, needed,
                 "the block row with the most blocks");
  return *options.ell_cols;
}

template <class Exec, class S, class R, class I, class O, class M>
BuiltConversion<BlockedEllMatrix<S, I, M>> sorted_blocks(std::string_view operation,
                                                         const Exec& exec,
                                                         const CsrMatrix<R, I, O, M>& A,
                                                         Target<BlockedEllMatrix<S, I, M>>,
                                                         const BlockedEllOptions& options) {
  const BlockLayout block{options.block_size, options.block_size, BlockOrder::row_major};
  const MatrixProperties properties = converted(A.properties(), options.index_base, true, true);
  const auto found = find_blocks(exec, compressed(A), block);
  const std::int64_t num_blocks = found.num_blocks(), num_block_rows = found.entries.num_primary;
  const auto offsets = allocate_places<M>(operation, exec, num_block_rows + 1);
  const auto rows = allocate<I, M>(operation, exec, "filigree::block_rows", num_blocks);
  const auto columns = allocate<I, M>(operation, exec, "filigree::block_cols", num_blocks);
  gather_entries(exec, found.entries, found.order, IndexBase::zero, rows.data(), columns.data());
  compress_sorted(exec, num_block_rows, num_blocks, IndexBase::zero, rows.data(), IndexBase::zero,
                  offsets.data());
  const std::int64_t most_blocks = longest_row(
      exec,
      CompressedPattern<I, std::int64_t>{num_block_rows, found.entries.num_secondary, num_blocks,
                                         IndexBase::zero, offsets.data(), columns.data()});
  const BlockedEllShape shape{A.num_rows(), options.block_size,
                              blocked_ell_cols(operation, most_blocks, A.num_cols(), options)};
  const std::int64_t count = saturated_product(shape.num_rows, shape.ell_cols);
  guard_memory(operation, "blocked_ell", A, options, count, sizeof(S));
  const auto from_blocks = block_places<M>(operation, "blocked_ell", exec, A, found,
                                           block_entries(block), sizeof(S), options);
  const auto new_columns = allocate<I, M>(operation, exec, "filigree::col_indices",
                                          num_block_rows * shape.blocks_per_row());
  const auto places = allocate_places<M>(operation, exec, count);
  spread_blocks(exec, shape, properties.index_base, offsets.data(), columns.data(),
                from_blocks.data(), new_columns.data(), places.data());
  return {{A.num_rows(), A.num_cols(), options.block_size, shape.ell_cols, new_columns,
           absent_values<S, M>(count), properties},
          places};
}

template <class Exec, class S, class R, class I, class O, class M, class Content>
std::optional<BlockedEllMatrix<S, I, M>> direct_blocks(std::string_view operation, const Exec& exec,
                                                       const CsrMatrix<R, I, O, M>& A,
                                                       Target<BlockedEllMatrix<S, I, M>>,
                                                       const BlockedEllOptions& options,
                                                       Content& content) {
  const BlockLayout block{options.block_size, options.block_size, BlockOrder::row_major};
  const CompressedPattern<I, O> csr = compressed(A);
  const std::int64_t num_block_rows = groups_of(A.num_rows(), block.rows);
  const auto first_blocks = allocate_places<M>(operation, exec, num_block_rows + 1);
  const std::int64_t num_blocks = count_blocks(exec, csr, block, first_blocks.data());
  if (num_blocks < 0) return std::nullopt;
  const std::int64_t most_blocks =
      longest_row(exec, CompressedPattern<I, std::int64_t>{
                            num_block_rows, groups_of(A.num_cols(), block.cols), num_blocks,
                            IndexBase::zero, first_blocks.data(), nullptr});
  const BlockedEllShape shape{A.num_rows(), options.block_size,
                              blocked_ell_cols(operation, most_blocks, A.num_cols(), options)};
  const std::int64_t count = saturated_product(shape.num_rows, shape.ell_cols);
  guard_memory(operation, "blocked_ell", A, options, count, sizeof(S));
  const MatrixProperties properties = converted(A.properties(), options.index_base, true, true);
  const auto columns = allocate<I, M>(operation, exec, "filigree::col_indices",
                                      num_block_rows * shape.blocks_per_row());
  content.allocate_room(operation, exec, count);
  content.fill(exec, csr,
               BlockRowsShape{block, first_blocks.data(), /*side_by_side=*/true, shape.ell_cols},
               properties.index_base, columns.data());
  return BlockedEllMatrix<S, I, M>{A.num_rows(),   A.num_cols(), options.block_size,
                                   shape.ell_cols, columns,      absent_values<S, M>(count),
                                   properties};
}

inline void check_block_options(std::string_view operation, const BsrOptions& options) {
  check_block_layout(operation, options.block.value_or(BlockLayout{}));
}
inline void check_block_options(std::string_view operation, const BlockedEllOptions& options) {
  check_at_least(operation, "options.block_size", options.block_size, 1, "a row");
  check_block_layout(operation, {options.block_size, options.block_size, BlockOrder::row_major});
}

/// To Bsr and Blocked-ELL.
template <class Exec, class R, class I, class O, class M, class To, class Content>
To build_with(std::string_view operation, const Exec& exec, const CsrMatrix<R, I, O, M>& A,
              Target<To> to, const target_options_t<To>& options,
              Content& content) requires requires {
  sorted_blocks(operation, exec, A, to, options);
}
{
  check_block_options(operation, options);
  if constexpr (is_host_execution_v<Exec>) {
    const auto built = direct_blocks(operation, exec, A, to, options, content);
    if (built) return *built;
  }
  const BuiltConversion<To> built = sorted_blocks(operation, exec, A, to, options);
  content.take(operation, exec, built.places);
  return built.pattern;
}

// --- between block formats -----------------------------------------------------------------------

template <class Exec, class S, class R, class I, class O, class M>
BuiltConversion<BsrMatrix<S, I, O, M>> build_conversion(std::string_view operation,
                                                        const Exec& exec,
                                                        const BsrMatrix<R, I, O, M>& A,
                                                        Target<BsrMatrix<S, I, O, M>>,
                                                        const BsrOptions& options) {
  BsrOptions all = options;
  all.block = options.block.value_or(A.block());
  // Every place is an entry in between, so the offsets may have to count more than blocks.
  const auto csr = build_conversion(operation, exec, A, target<CsrMatrix<S, I, std::int64_t, M>>,
                                    ToCsrOptions{.index_base = options.index_base});
  return composed(
      exec, csr,
      build_conversion(operation, exec, csr.pattern, target<BsrMatrix<S, I, O, M>>, all));
}

/// A's blocks in the other orientation: block columns of block rows, or back.
template <class Exec, class Matrix, class I, class O, class M>
auto transposed_blocks(std::string_view operation, const Exec& exec, const Matrix& A,
                       IndexBase base, Kokkos::View<O*, M>& offsets, Kokkos::View<I*, M>& indices) {
  const CompressedPattern<I, O> blocks = block_pattern(A);
  const std::int64_t entries_of_block = block_entries(A.block());
  offsets = allocate<O, M>(operation, exec, "filigree::offsets", blocks.num_minor + 1);
  indices = allocate<I, M>(operation, exec, "filigree::indices", blocks.nnz);
  const auto permutation = allocate<O, M>(operation, exec, "filigree::permutation", blocks.nnz);
  transpose_pattern(exec, blocks, base, offsets.data(), indices.data(), permutation.data());
  const auto places = allocate_places<M>(operation, exec, blocks.nnz * entries_of_block);
  copy_block_places(exec, blocks.nnz, entries_of_block, permutation.data(), places.data());
  return places;
}

template <class Exec, class S, class R, class I, class O, class M>
BuiltConversion<BscMatrix<S, I, O, M>> build_conversion(std::string_view operation,
                                                        const Exec& exec,
                                                        const BsrMatrix<R, I, O, M>& A,
                                                        Target<BscMatrix<S, I, O, M>>,
                                                        const BsrOptions& options) {
  if (options.block && *options.block != A.block()) {
    const auto bsr = build_conversion(operation, exec, A, target<BsrMatrix<S, I, O, M>>, options);
    return composed(exec, bsr,
                    build_conversion(operation, exec, bsr.pattern, target<BscMatrix<S, I, O, M>>,
                                     BsrOptions{}));
  }
  const MatrixProperties properties =
      converted(A.properties(), options.index_base, true, A.properties().unique);
  Kokkos::View<O*, M> offsets;
  Kokkos::View<I*, M> indices;
  const auto places =
      transposed_blocks(operation, exec, A, properties.index_base, offsets, indices);
  return {{A.num_rows(), A.num_cols(), A.block(), offsets, indices, absent_values<S, M>(A.nnz()),
           properties},
          places};
}

template <class Exec, class S, class R, class I, class O, class M>
BuiltConversion<BsrMatrix<S, I, O, M>> build_conversion(std::string_view operation,
                                                        const Exec& exec,
                                                        const BscMatrix<R, I, O, M>& A,
                                                        Target<BsrMatrix<S, I, O, M>>,
                                                        const BsrOptions& options) {
  const MatrixProperties properties =
      converted(A.properties(), options.index_base, true, A.properties().unique);
  Kokkos::View<O*, M> offsets;
  Kokkos::View<I*, M> indices;
  const auto places =
      transposed_blocks(operation, exec, A, properties.index_base, offsets, indices);
  const BuiltConversion<BsrMatrix<S, I, O, M>> same_blocks{
      {A.num_rows(), A.num_cols(), A.block(), offsets, indices, absent_values<S, M>(A.nnz()),
       properties},
      places};
  if (!options.block || *options.block == A.block()) return same_blocks;
  return composed(exec, same_blocks,
                  build_conversion(operation, exec, same_blocks.pattern,
                                   target<BsrMatrix<S, I, O, M>>, options));
}

template <class Exec, class S, class R, class I, class O, class P, class M>
BuiltConversion<BscMatrix<S, I, P, M>> build_conversion(std::string_view operation,
                                                        const Exec& exec,
                                                        const CsrMatrix<R, I, O, M>& A,
                                                        Target<BscMatrix<S, I, P, M>>,
                                                        const BsrOptions& options) {
  const auto bsr = build_conversion(operation, exec, A, target<BsrMatrix<S, I, P, M>>, options);
  return composed(
      exec, bsr,
      build_conversion(operation, exec, bsr.pattern, target<BscMatrix<S, I, P, M>>, BsrOptions{}));
}

// --- parts of block matrices ---------------------------------------------------------------------

template <class S, class I, class O, class M>
BlockRanges<I, O> block_ranges(const BsrxView<S, I, O, M>& A) {
  return {A.num_block_rows(),
          A.index_base(),
          A.begin_offsets().data(),
          A.end_offsets().data(),
          A.col_indices().data(),
          A.mask().data(),
          std::int64_t(A.mask().extent(0)),
          A.is_masked()};
}

template <class Exec, class S, class R, class I, class O, class M>
BuiltConversion<BsrMatrix<S, I, O, M>> build_conversion(std::string_view operation,
                                                        const Exec& exec,
                                                        const BsrxView<R, I, O, M>& A,
                                                        Target<BsrMatrix<S, I, O, M>>,
                                                        const BsrOptions& options) {
  const BlockRanges<I, O> ranges = block_ranges(A);
  const MatrixProperties properties = Rebase(A, options.index_base).properties;
  const std::int64_t entries_of_block = block_entries(A.block());
  const auto offsets = allocate_places<M>(operation, exec, A.num_block_rows() + 1);
  const std::int64_t num_blocks = count_range_blocks(exec, ranges, offsets.data());
  check_offset_range(operation, "blocks", num_blocks,
                     std::int64_t(std::numeric_limits<O>::max()) - 1);
  const auto columns = allocate<I, M>(operation, exec, "filigree::col_indices", num_blocks);
  const auto blocks = allocate_places<M>(operation, exec, num_blocks);
  list_range_blocks(exec, ranges, offsets.data(), properties.index_base, columns.data(),
                    blocks.data());
  const auto places = allocate_places<M>(operation, exec, num_blocks * entries_of_block);
  copy_block_places(exec, num_blocks, entries_of_block, blocks.data(), places.data());
  const BuiltConversion<BsrMatrix<S, I, O, M>> same_blocks{
      {A.num_rows(), A.num_cols(), A.block(),
       shifted<O, M>(operation, exec, "filigree::row_offsets",
                     Kokkos::View<const std::int64_t*, M>(offsets),
                     std::int64_t(properties.index_base)),
       columns, absent_values<S, M>(num_blocks * entries_of_block), properties},
      places};
  if (!options.block || *options.block == A.block()) return same_blocks;
  return composed(exec, same_blocks,
                  build_conversion(operation, exec, same_blocks.pattern,
                                   target<BsrMatrix<S, I, O, M>>, options));
}

// --- to Csr by way of Bsr ------------------------------------------------------------------------

template <class Exec, class S, class I, class O, class M, class Matrix>
BuiltConversion<CsrMatrix<S, I, O, M>> build_through_bsr(std::string_view operation,
                                                         const Exec& exec, const Matrix& A,
                                                         Target<CsrMatrix<S, I, O, M>>,
                                                         const ToCsrOptions& options) {
  using Bsr = BsrMatrix<S, I, typename Matrix::offset_type, M>;
  const auto bsr = build_conversion(operation, exec, A, target<Bsr>, BsrOptions{});
  // Which of the entries are zero can only be read where they lie as the rows expect them.
  const bool reads_values = options.zeros.value_or(ZeroEntries::keep) == ZeroEntries::drop;
  const Bsr rows = reads_values ? allocate_values(operation, exec, bsr.pattern) : bsr.pattern;
  if (reads_values)
    move_values(exec, sizeof(S), bsr.places.data(), value_arrays(A), value_arrays(rows));
  return composed(exec, bsr,
                  build_conversion(operation, exec, rows, target<CsrMatrix<S, I, O, M>>, options));
}

template <class Exec, class S, class R, class I, class O, class P, class M>
BuiltConversion<CsrMatrix<S, I, P, M>> build_conversion(std::string_view operation,
                                                        const Exec& exec,
                                                        const BscMatrix<R, I, O, M>& A,
                                                        Target<CsrMatrix<S, I, P, M>> result,
                                                        const ToCsrOptions& options) {
  return build_through_bsr(operation, exec, A, result, options);
}
template <class Exec, class S, class R, class I, class O, class P, class M>
BuiltConversion<CsrMatrix<S, I, P, M>> build_conversion(std::string_view operation,
                                                        const Exec& exec,
                                                        const BsrxView<R, I, O, M>& A,
                                                        Target<CsrMatrix<S, I, P, M>> result,
                                                        const ToCsrOptions& options) {
  return build_through_bsr(operation, exec, A, result, options);
}

}  // namespace filigree::detail

#include <filigree/detail/block_calls.hpp>
