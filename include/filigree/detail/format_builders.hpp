// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/block_problem.hpp>
#include <filigree/detail/format_front.hpp>

/// The symbolic part of each direct conversion from Csr to another format.

namespace filigree::detail {

template <class S, class I, class O, class M>
struct TargetOptions<CsrMatrix<S, I, O, M>> {
  using type = ToCsrOptions;
};
template <class S, class I, class O, class M>
struct TargetOptions<CscMatrix<S, I, O, M>> {
  using type = ConvertOptions;
};
template <class S, class I, class M>
struct TargetOptions<CooMatrix<S, I, M>> {
  using type = ConvertOptions;
};
template <class S, class I, class M>
struct TargetOptions<CooAosMatrix<S, I, M>> {
  using type = ConvertOptions;
};
template <class S, class I, class M>
struct TargetOptions<EllMatrix<S, I, M>> {
  using type = EllOptions;
};
template <class S, class I, class O, class M>
struct TargetOptions<SellMatrix<S, I, O, M>> {
  using type = SellOptions;
};
template <class S, class I, class M>
struct TargetOptions<HybMatrix<S, I, M>> {
  using type = HybOptions;
};
template <class S, class I, class M>
struct TargetOptions<DiaMatrix<S, I, M>> {
  using type = DiaOptions;
};
template <class S, class I, class O, class M>
struct TargetOptions<HdiaMatrix<S, I, O, M>> {
  using type = HdiaOptions;
};

/// Rows of a slice or hack: few enough that places of int32 rows can be counted.
inline void check_group_size(std::string_view operation, std::string_view argument,
                             std::int64_t size) {
  check_at_least(operation, argument, size, 1, "a row");
  check_at_most(operation, argument, size, max_extent<std::int32_t>, "rows of a group");
}

/// `count` rounded up to a multiple of `alignment`.
inline std::int64_t aligned(std::string_view operation, std::int64_t count,
                            std::int64_t alignment) {
  check_at_least(operation, "options.row_alignment", alignment, 1, "a row");
  return checked_product(operation, "options.row_alignment", groups_of(count, alignment),
                         alignment);
}

// --- what places take ----------------------------------------------------------------------------

/// What a conversion fills beside the columns: a plan's map of where values come from.
template <class M>
struct PlaceMap {
  static constexpr std::size_t bytes = sizeof(std::int64_t);
  Kokkos::View<const std::int64_t*, M> places;
  Kokkos::View<std::int64_t*, M> room;  ///< the same where it is filled

  template <class Exec>
  void allocate_room(std::string_view operation, const Exec& exec, std::int64_t count) {
    places = room = allocate_places<M>(operation, exec, count);
  }
  template <class Exec, class I, class O>
  void fill(const Exec& exec, const CompressedPattern<I, O>& csr, const SliceShape& shape,
            IndexBase base, I* columns) const {
    fill_slices(exec, csr, shape, base, columns, room.data());
  }
  template <class Exec, class I, class O>
  void fill(const Exec& exec, const CompressedPattern<I, O>& csr, const BlockRowsShape& shape,
            IndexBase base, I* columns) const {
    fill_blocks(exec, csr, shape, base, columns, room.data());
  }
  /// Where the map is there.
  template <class Exec>
  void take(std::string_view, const Exec&, const Kokkos::View<const std::int64_t*, M>& map) {
    places = map;
  }
};

/// What a conversion in one call fills beside the columns: the values, without a map.
template <class S, class M>
struct PlaceValues {
  static constexpr std::size_t bytes = 0;
  ValueArrays from;
  Kokkos::View<S*, M> to;

  template <class Exec>
  void allocate_room(std::string_view operation, const Exec& exec, std::int64_t count) {
    to = allocate<S, M>(operation, exec, "filigree::values", count);
  }
  template <class Exec, class I, class O>
  void fill(const Exec& exec, const CompressedPattern<I, O>& csr, const SliceShape& shape,
            IndexBase base, I* columns) const {
    fill_slices_with_values(exec, csr, shape, base, columns, sizeof(S), from.first, to.data());
  }
  template <class Exec, class I, class O>
  void fill(const Exec& exec, const CompressedPattern<I, O>& csr, const BlockRowsShape& shape,
            IndexBase base, I* columns) const {
    fill_blocks_with_values(exec, csr, shape, base, columns, sizeof(S), from.first, to.data());
  }
  template <class Exec>
  void take(std::string_view operation, const Exec& exec,
            const Kokkos::View<const std::int64_t*, M>& map) {
    const auto count = std::int64_t(map.extent(0));
    allocate_room(operation, exec, count);
    move_values(exec, sizeof(S), map.data(), from, ValueArrays{to.data(), count});
  }
};

// --- Csr -> Ell, Sell, Hyb -----------------------------------------------------------------------

/// An Ell matrix of the first ell_width entries of each row.
template <class To, class Exec, class I, class O, class Content>
To build_ell(std::string_view operation, const Exec& exec, const CompressedPattern<I, O>& csr,
             std::int64_t nnz, std::int64_t ell_width, std::int64_t row_stride,
             const MatrixProperties& properties, const Content& content) {
  using M = typename To::memory_space;
  const std::int64_t count = row_stride * ell_width;
  const auto columns = allocate<I, M>(operation, exec, "filigree::col_indices", count);
  const SliceShape shape{
      .num_slices = 1, .slice_size = row_stride, .slice_offsets = nullptr, .width = ell_width};
  if (count > 0) content.fill(exec, csr, shape, properties.index_base, columns.data());
  return {csr.num_major,
          csr.num_minor,
          nnz,
          ell_width,
          row_stride,
          columns,
          absent_values<typename To::value_type, M>(count),
          properties};
}

template <class Exec, class S, class R, class I, class O, class M, class Content>
EllMatrix<S, I, M> build_with(std::string_view operation, const Exec& exec,
                              const CsrMatrix<R, I, O, M>& A, Target<EllMatrix<S, I, M>>,
                              const EllOptions& options, Content& content) {
  const CompressedPattern<I, O> csr = compressed(A);
  const std::int64_t longest = longest_row(exec, csr);
  const std::int64_t ell_width = options.ell_width.value_or(longest);
  check_at_least(operation, "options.ell_width", ell_width, longest, "the longest row");
  const std::int64_t row_stride = aligned(operation, A.num_rows(), options.row_alignment);
  const std::int64_t count = saturated_product(row_stride, ell_width);
  guard_memory(operation, "ell", A, options, count, sizeof(I) + sizeof(S), Content::bytes);
  content.allocate_room(operation, exec, count);
  return build_ell<EllMatrix<S, I, M>>(
      operation, exec, csr, A.nnz(), ell_width, row_stride,
      converted(A.properties(), options.index_base, A.properties().sorted, A.properties().unique),
      content);
}

template <class Exec, class S, class R, class I, class O, class P, class M, class Content>
SellMatrix<S, I, P, M> build_with(std::string_view operation, const Exec& exec,
                                  const CsrMatrix<R, I, O, M>& A, Target<SellMatrix<S, I, P, M>>,
                                  const SellOptions& options, Content& content) {
  check_group_size(operation, "options.slice_size", options.slice_size);
  check_at_least(operation, "options.sort_window", options.sort_window, 1, "rows are not sorted");
  const CompressedPattern<I, O> csr = compressed(A);
  const MatrixProperties properties =
      converted(A.properties(), options.index_base, A.properties().sorted, A.properties().unique);
  SliceShape shape{.num_slices = groups_of(A.num_rows(), options.slice_size),
                   .slice_size = options.slice_size};
  Kokkos::View<std::int64_t*, M> order;
  Kokkos::View<I*, M> permutation;
  if (options.sort_window > 1 && A.num_rows() > 0) {
    order = allocate_places<M>(operation, exec, A.num_rows());
    order_by_length(exec, csr, std::min(options.sort_window, A.num_rows()), longest_row(exec, csr),
                    order.data());
    permutation = shifted<I, M>(operation, exec, "filigree::row_permutation",
                                Kokkos::View<const std::int64_t*, M>(order),
                                std::int64_t(properties.index_base));
    shape.row_permutation = order.data();
  }
  const auto offsets = allocate_places<M>(operation, exec, shape.num_slices + 1);
  const std::int64_t count = find_slices(exec, csr, shape, offsets.data());
  check_offset_range(operation, "places", count, std::numeric_limits<P>::max());
  guard_memory(operation, "sell", A, options, count, sizeof(I) + sizeof(S), Content::bytes);
  const auto columns = allocate<I, M>(operation, exec, "filigree::col_indices", count);
  content.allocate_room(operation, exec, count);
  shape.slice_offsets = offsets.data();
  content.fill(exec, csr, shape, properties.index_base, columns.data());
  return {A.num_rows(),
          A.num_cols(),
          A.nnz(),
          options.slice_size,
          shifted<P, M>(operation, exec, "filigree::slice_offsets",
                        Kokkos::View<const std::int64_t*, M>(offsets), 0),
          columns,
          absent_values<S, M>(count),
          properties,
          permutation};
}

/// For a plan: Csr to every format that can be built with or without a map.
template <class Exec, class R, class I, class O, class M, class To>
BuiltConversion<To> build_conversion(std::string_view operation, const Exec& exec,
                                     const CsrMatrix<R, I, O, M>& A, Target<To> to,
                                     const target_options_t<To>& options) requires
    requires(PlaceMap<M>& map) {
  build_with(operation, exec, A, to, options, map);
}
{
  PlaceMap<M> map;
  return {build_with(operation, exec, A, to, options, map), map.places};
}

template <class Exec, class I, class O>
std::int64_t hyb_width(std::string_view operation, const Exec& exec,
                       const CompressedPattern<I, O>& csr, const HybOptions& options) {
  if (options.partition == HybPartition::user) {
    check_at_least(operation, "options.ell_width", options.ell_width, 0, "no places");
    return options.ell_width;
  }
  const std::int64_t longest = longest_row(exec, csr);
  return options.partition == HybPartition::max ? longest : common_row_length(exec, csr, longest);
}

template <class Exec, class S, class R, class I, class O, class M>
BuiltConversion<HybMatrix<S, I, M>> build_conversion(std::string_view operation, const Exec& exec,
                                                     const CsrMatrix<R, I, O, M>& A,
                                                     Target<HybMatrix<S, I, M>>,
                                                     const HybOptions& options) {
  const CompressedPattern<I, O> csr = compressed(A);
  const std::int64_t num_rows = A.num_rows(), width = hyb_width(operation, exec, csr, options);
  const std::int64_t ell_count = saturated_product(num_rows, width);
  guard_memory(operation, "hyb", A, options, ell_count, sizeof(I) + sizeof(S));
  const auto offsets = allocate_places<M>(operation, exec, num_rows + 1);
  const std::int64_t coo_count = count_overflow(exec, csr, width, offsets.data());
  const MatrixProperties properties =
      converted(A.properties(), options.index_base, A.properties().sorted, A.properties().unique);
  PlaceMap<M> map;
  map.allocate_room(operation, exec, ell_count + coo_count);
  const auto rows = allocate<I, M>(operation, exec, "filigree::row_indices", coo_count);
  const auto columns = allocate<I, M>(operation, exec, "filigree::col_indices", coo_count);
  const auto ell = build_ell<EllMatrix<S, I, M>>(operation, exec, csr, A.nnz() - coo_count, width,
                                                 num_rows, properties, map);
  if (coo_count > 0)
    fill_overflow(exec, csr, width, offsets.data(), properties.index_base, rows.data(),
                  columns.data(), map.room.data() + ell_count);
  return {
      {ell, {num_rows, A.num_cols(), rows, columns, absent_values<S, M>(coo_count), properties}},
      map.places};
}

// --- Csr -> Dia, Hdia ----------------------------------------------------------------------------

/// The map of the diagonals that were found, once their places are known to fit.
template <class Options, class Exec, class Csr>
auto build_diagonals(std::string_view operation, std::string_view format, const Exec& exec,
                     const Csr& A, std::size_t place_bytes, const HackDiagonals<Exec>& found,
                     const Options& options) {
  const std::int64_t count = saturated_product(found.num_diagonals, found.hack_size);
  guard_memory(operation, format, A, options, count, place_bytes);
  const auto places = allocate_places<typename Csr::memory_space>(operation, exec, count);
  check_no_repeat(operation, exec, compressed(A),
                  fill_diagonals(exec, compressed(A), found, places.data()));
  return places;
}

template <class Exec, class S, class R, class I, class O, class M>
BuiltConversion<DiaMatrix<S, I, M>> build_conversion(std::string_view operation, const Exec& exec,
                                                     const CsrMatrix<R, I, O, M>& A,
                                                     Target<DiaMatrix<S, I, M>>,
                                                     const DiaOptions& options) {
  const std::int64_t row_stride = aligned(operation, A.num_rows(), options.row_alignment);
  const auto found = find_diagonals(exec, compressed(A), row_stride);
  const auto places = build_diagonals(operation, "dia", exec, A, sizeof(S), found, options);
  return {{A.num_rows(), A.num_cols(), A.nnz(), row_stride,
           shifted<I, M>(operation, exec, "filigree::diagonal_offsets",
                         Kokkos::View<const std::int64_t*, M>(found.diagonals), 0),
           absent_values<S, M>(std::int64_t(places.extent(0))),
           converted(A.properties(), options.index_base, true, true)},
          places};
}

template <class Exec, class S, class R, class I, class O, class P, class M>
BuiltConversion<HdiaMatrix<S, I, P, M>> build_conversion(std::string_view operation,
                                                         const Exec& exec,
                                                         const CsrMatrix<R, I, O, M>& A,
                                                         Target<HdiaMatrix<S, I, P, M>>,
                                                         const HdiaOptions& options) {
  check_group_size(operation, "options.hack_size", options.hack_size);
  const auto found = find_hack_diagonals(exec, compressed(A), options.hack_size);
  check_offset_range(operation, "diagonals", found.num_diagonals, std::numeric_limits<P>::max());
  const auto places = build_diagonals(operation, "hdia", exec, A, sizeof(S), found, options);
  return {{A.num_rows(), A.num_cols(), A.nnz(), options.hack_size,
           shifted<P, M>(operation, exec, "filigree::hack_offsets",
                         Kokkos::View<const std::int64_t*, M>(found.hack_offsets), 0),
           shifted<I, M>(operation, exec, "filigree::diagonal_offsets",
                         Kokkos::View<const std::int64_t*, M>(found.diagonals), 0),
           absent_values<S, M>(std::int64_t(places.extent(0))),
           converted(A.properties(), options.index_base, true, true)},
          places};
}

}  // namespace filigree::detail
