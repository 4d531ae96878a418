// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/entry_bytes.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/format_problem.hpp>

namespace filigree::detail {
namespace {

template <class Value>
struct GatherPlaces {
  const std::int64_t* places;
  const Value* first;
  const Value* second;
  std::int64_t split;
  Value* to;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    const std::int64_t place = places[k];
    to[k] = place < 0 ? Value{} : place < split ? first[place] : second[place - split];
  }
};

template <class Index>
struct InterleaveIndices {
  std::int64_t shift;
  const Index* row_indices;
  const Index* col_indices;
  Index* pairs;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    pairs[2 * k] = Index(row_indices[k] + shift);
    pairs[2 * k + 1] = Index(col_indices[k] + shift);
  }
};

template <class Index>
struct SplitIndices {
  std::int64_t shift;
  const Index* pairs;
  Index* row_indices;
  Index* col_indices;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    row_indices[k] = Index(pairs[2 * k] + shift);
    col_indices[k] = Index(pairs[2 * k + 1] + shift);
  }
};

}  // namespace

template <class Exec>
void gather_places(const Exec& exec, std::size_t entry_bytes, std::int64_t count,
                   const std::int64_t* places, const ValueArrays& from, void* to) {
  for_entry_bytes("gather_places", entry_bytes, [&]<class Value>(Value) {
    Kokkos::parallel_for("filigree::convert::gather_places", EntryRange<Exec>(exec, 0, count),
                         GatherPlaces<Value>{places, static_cast<const Value*>(from.first),
                                             static_cast<const Value*>(from.second),
                                             from.first_count, static_cast<Value*>(to)});
  });
}

template <class Exec, class Index>
void interleave_indices(const Exec& exec, std::int64_t count, std::int64_t shift,
                        const Index* row_indices, const Index* col_indices, Index* pairs) {
  Kokkos::parallel_for("filigree::convert::interleave_indices", EntryRange<Exec>(exec, 0, count),
                       InterleaveIndices<Index>{shift, row_indices, col_indices, pairs});
}

template <class Exec, class Index>
void split_indices(const Exec& exec, std::int64_t count, std::int64_t shift, const Index* pairs,
                   Index* row_indices, Index* col_indices) {
  Kokkos::parallel_for("filigree::convert::split_indices", EntryRange<Exec>(exec, 0, count),
                       SplitIndices<Index>{shift, pairs, row_indices, col_indices});
}

#define FILIGREE_INSTANTIATE_TYPES(Exec, Index)                                              \
  template void interleave_indices(const Exec&, std::int64_t, std::int64_t, const Index*,    \
                                   const Index*, Index*);                                    \
  template void split_indices(const Exec&, std::int64_t, std::int64_t, const Index*, Index*, \
                              Index*);
#define FILIGREE_INSTANTIATE(Exec)                                                         \
  template void gather_places(const Exec&, std::size_t, std::int64_t, const std::int64_t*, \
                              const ValueArrays&, void*);                                  \
  FILIGREE_INTEGERS(Exec, FILIGREE_INSTANTIATE_TYPES)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_TYPES

}  // namespace filigree::detail
