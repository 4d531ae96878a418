// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/entry_bytes.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/dense_problem.hpp>

namespace filigree::detail {
namespace {

template <class Value, class Exec>
void fill_zero(const Exec& exec, const StridedShape& shape, void* to) {
  const bool minor_inside = shape.minor_stride <= shape.major_stride || shape.num_major == 1;
  const std::int64_t inner = minor_inside ? shape.num_minor : shape.num_major;
  const std::int64_t inner_stride = minor_inside ? shape.minor_stride : shape.major_stride;
  const std::int64_t outer_stride = minor_inside ? shape.major_stride : shape.minor_stride;
  auto* const target = static_cast<Value*>(to);
  Kokkos::parallel_for(
      "filigree::dense::fill_zero", EntryRange<Exec>(exec, 0, shape.size()),
      KOKKOS_LAMBDA(std::int64_t e) {
        target[e / inner * outer_stride + e % inner * inner_stride] = Value{};
      });
}

template <class Value, class Exec, class Index, class Offset>
void scatter_rows(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                  const StridedShape& shape, const void* from, void* to) {
  const CompressedPattern<Index, Offset> A = pattern;
  const auto base = std::int64_t(A.base);
  const std::int64_t major_stride = shape.major_stride, minor_stride = shape.minor_stride;
  const auto* const source = static_cast<const Value*>(from);
  auto* const target = static_cast<Value*>(to);
  walk_entries(
      "filigree::dense::scatter_compressed", exec, A.offsets, A.num_major, A.nnz, base,
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t major) {
        const std::int64_t minor = std::int64_t(A.indices[k]) - base;
        target[major * major_stride + minor * minor_stride] = source[k];
      });
}

template <class Value, class Exec, class Index>
void scatter_pairs(const Exec& exec, const EntryList<Index>& entries, const StridedShape& shape,
                   const void* from, void* to) {
  const EntryList<Index> A = entries;
  const auto base = std::int64_t(A.base);
  const std::int64_t major_stride = shape.major_stride, minor_stride = shape.minor_stride;
  const auto* const source = static_cast<const Value*>(from);
  auto* const target = static_cast<Value*>(to);
  Kokkos::parallel_for(
      "filigree::dense::scatter_entries", EntryRange<Exec>(exec, 0, A.count),
      KOKKOS_LAMBDA(std::int64_t k) {
        const std::int64_t major = std::int64_t(A.primary[k]) - base;
        const std::int64_t minor = std::int64_t(A.secondary[k]) - base;
        target[major * major_stride + minor * minor_stride] = source[k];
      });
}

}  // namespace

template <class Exec>
void zero_dense(const Exec& exec, const StridedShape& shape, std::size_t entry_bytes, void* to) {
  for_entry_bytes("zero_dense", entry_bytes,
                  [&](auto entry) { fill_zero<decltype(entry)>(exec, shape, to); });
}

template <class Exec, class Index, class Offset>
void scatter_compressed(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                        const StridedShape& shape, std::size_t entry_bytes, const void* from,
                        void* to) {
  for_entry_bytes("scatter_compressed", entry_bytes, [&](auto entry) {
    scatter_rows<decltype(entry)>(exec, pattern, shape, from, to);
  });
}

template <class Exec, class Index>
void scatter_entries(const Exec& exec, const EntryList<Index>& entries, const StridedShape& shape,
                     std::size_t entry_bytes, const void* from, void* to) {
  for_entry_bytes("scatter_entries", entry_bytes, [&](auto entry) {
    scatter_pairs<decltype(entry)>(exec, entries, shape, from, to);
  });
}

#define FILIGREE_INSTANTIATE_TYPES(Exec, Index, Offset)                                  \
  template void scatter_compressed(const Exec&, const CompressedPattern<Index, Offset>&, \
                                   const StridedShape&, std::size_t, const void*, void*);
#define FILIGREE_INSTANTIATE_INDEX(Exec, Index)                                            \
  FILIGREE_INSTANTIATE_TYPES(Exec, Index, std::int32_t)                                    \
  FILIGREE_INSTANTIATE_TYPES(Exec, Index, std::int64_t)                                    \
  template void scatter_entries(const Exec&, const EntryList<Index>&, const StridedShape&, \
                                std::size_t, const void*, void*);
#define FILIGREE_INSTANTIATE(Exec)                                                \
  template void zero_dense(const Exec&, const StridedShape&, std::size_t, void*); \
  FILIGREE_INSTANTIATE_INDEX(Exec, std::int32_t)                                  \
  FILIGREE_INSTANTIATE_INDEX(Exec, std::int64_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_INDEX
#undef FILIGREE_INSTANTIATE_TYPES

}  // namespace filigree::detail
