// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/entry_bytes.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/dense_problem.hpp>
#include <prune/memory_order.hpp>

namespace filigree::detail {
namespace {

template <class Value>
struct FillZero {
  MemoryOrder order;
  Value* to;

  KOKKOS_FUNCTION void operator()(std::int64_t e) const { to[order.place(e)] = Value{}; }
};

template <class Value, class Index, class Offset>
struct ScatterRowEntry {
  CompressedPattern<Index, Offset> A;
  StridedShape shape;
  const Value* from;
  Value* to;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t major) const {
    const std::int64_t minor = std::int64_t(A.indices[k]) - std::int64_t(A.base);
    to[major * shape.major_stride + minor * shape.minor_stride] = from[k];
  }
};

template <class Value, class Index>
struct ScatterPair {
  EntryList<Index> A;
  StridedShape shape;
  const Value* from;
  Value* to;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    const std::int64_t major = std::int64_t(A.primary[k]) - std::int64_t(A.base);
    const std::int64_t minor = std::int64_t(A.secondary[k]) - std::int64_t(A.base);
    to[major * shape.major_stride + minor * shape.minor_stride] = from[k];
  }
};

template <class Index>
struct PlaceRowEntry {
  CompressedPattern<Index, std::int64_t> A;
  StridedShape shape;
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t major) const {
    const std::int64_t minor = std::int64_t(A.indices[k]) - std::int64_t(A.base);
    places[k] = major * shape.major_stride + minor * shape.minor_stride;
  }
};

}  // namespace

template <class Exec>
void zero_dense(const Exec& exec, const StridedShape& shape, std::size_t entry_bytes, void* to) {
  for_entry_bytes("zero_dense", entry_bytes, [&]<class Value>(Value) {
    Kokkos::parallel_for("filigree::dense::fill_zero", EntryRange<Exec>(exec, 0, shape.size()),
                         FillZero<Value>{MemoryOrder(shape), static_cast<Value*>(to)});
  });
}

template <class Exec, class Index, class Offset>
void scatter_compressed(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                        const StridedShape& shape, std::size_t entry_bytes, const void* from,
                        void* to) {
  for_entry_bytes("scatter_compressed", entry_bytes, [&]<class Value>(Value) {
    walk_entries("filigree::dense::scatter_compressed", exec, pattern.offsets, pattern.num_major,
                 pattern.nnz, std::int64_t(pattern.base),
                 ScatterRowEntry<Value, Index, Offset>{
                     pattern, shape, static_cast<const Value*>(from), static_cast<Value*>(to)});
  });
}

template <class Exec, class Index>
void scatter_entries(const Exec& exec, const EntryList<Index>& entries, const StridedShape& shape,
                     std::size_t entry_bytes, const void* from, void* to) {
  for_entry_bytes("scatter_entries", entry_bytes, [&]<class Value>(Value) {
    Kokkos::parallel_for("filigree::dense::scatter_entries",
                         EntryRange<Exec>(exec, 0, entries.count),
                         ScatterPair<Value, Index>{entries, shape, static_cast<const Value*>(from),
                                                   static_cast<Value*>(to)});
  });
}

template <class Exec, class Index>
void dense_places(const Exec& exec, const CompressedPattern<Index, std::int64_t>& pattern,
                  const StridedShape& shape, std::int64_t* places) {
  walk_entries("filigree::dense::dense_places", exec, pattern.offsets, pattern.num_major,
               pattern.nnz, std::int64_t(pattern.base),
               PlaceRowEntry<Index>{pattern, shape, places});
}

#define FILIGREE_INSTANTIATE_TYPES(Exec, Index, Offset)                                  \
  template void scatter_compressed(const Exec&, const CompressedPattern<Index, Offset>&, \
                                   const StridedShape&, std::size_t, const void*, void*);
#define FILIGREE_INSTANTIATE_INDEX(Exec, Index)                                            \
  FILIGREE_INSTANTIATE_TYPES(Exec, Index, std::int32_t)                                    \
  FILIGREE_INSTANTIATE_TYPES(Exec, Index, std::int64_t)                                    \
  template void scatter_entries(const Exec&, const EntryList<Index>&, const StridedShape&, \
                                std::size_t, const void*, void*);                          \
  template void dense_places(const Exec&, const CompressedPattern<Index, std::int64_t>&,   \
                             const StridedShape&, std::int64_t*);
#define FILIGREE_INSTANTIATE(Exec)                                                \
  template void zero_dense(const Exec&, const StridedShape&, std::size_t, void*); \
  FILIGREE_INTEGERS(Exec, FILIGREE_INSTANTIATE_INDEX)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_INDEX
#undef FILIGREE_INSTANTIATE_TYPES

}  // namespace filigree::detail
