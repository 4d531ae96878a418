// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/majors.hpp>
#include <convert/stable_order.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/convert_problem.hpp>

namespace filigree::detail {

template <class Exec, class Index, class Offset>
void expand_offsets(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                    IndexBase base, Index* major_indices) {
  walk_entries("filigree::convert::expand_offsets", exec, pattern.offsets, pattern.num_major,
               pattern.nnz, std::int64_t(pattern.base),
               StoreMajor<Index>{std::int64_t(base), major_indices});
}

namespace {

/// By an order of the indices, then a gather.
template <class Exec, class Index, class Offset>
KernelId order_and_gather(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                          IndexBase base, Offset* offsets, Index* indices, Offset* permutation) {
  const std::int64_t nnz = pattern.nnz, num_minor = pattern.num_minor;
  const auto majors = scratch<Index>(exec, "filigree::convert::major_indices", nnz);
  expand_offsets(exec, pattern, base, majors.data());
  stable_order_by_key<Exec, Index, Offset>(
      exec, num_minor, Index(pattern.base), as_view<Exec>(pattern.indices, nnz),
      as_view<Exec>(offsets, num_minor + 1), as_view<Exec>(permutation, nnz));
  gather_bytes(exec, sizeof(Index), nnz, permutation, majors.data(), indices);
  if (base == IndexBase::one)
    shift_integers<Exec, Offset, Offset>(exec, num_minor + 1, offsets, 1, offsets);
  return TunedOrder<Exec>::kernel;
}

/// By the tuned transposition; false where there is none that takes the pattern.
template <class Exec, class Index, class Offset>
bool transpose_tuned(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                     IndexBase base, Offset* offsets, Index* indices, std::size_t entry_bytes,
                     const void* from, void* to) {
  using Tuned = TunedTranspose<Exec>;
  if constexpr (Tuned::exists) {
    if (!Tuned::takes(exec, pattern)) return false;
    Tuned::launch(exec, pattern, base, offsets, indices, entry_bytes, from, to);
  }
  return Tuned::exists;
}

}  // namespace

template <class Exec, class Index, class Offset>
KernelId transpose_pattern(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                           IndexBase base, Offset* offsets, Index* indices, Offset* permutation) {
  if (transpose_tuned(exec, pattern, base, offsets, indices, sizeof(Offset), nullptr, permutation))
    return TunedTranspose<Exec>::kernel;
  return order_and_gather(exec, pattern, base, offsets, indices, permutation);
}

template <class Exec, class Index, class Offset>
void transpose_entries(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                       IndexBase base, Offset* offsets, Index* indices, std::size_t entry_bytes,
                       const void* from, void* to) {
  if (transpose_tuned(exec, pattern, base, offsets, indices, entry_bytes, from, to)) return;
  const auto permutation = scratch<Offset>(exec, "filigree::convert::permutation", pattern.nnz);
  order_and_gather(exec, pattern, base, offsets, indices, permutation.data());
  gather_bytes(exec, entry_bytes, pattern.nnz, permutation.data(), from, to);
}

#define FILIGREE_INSTANTIATE(Exec, Index, Offset)                                                  \
  template void expand_offsets(const Exec&, const CompressedPattern<Index, Offset>&, IndexBase,    \
                               Index*);                                                            \
  template KernelId transpose_pattern(const Exec&, const CompressedPattern<Index, Offset>&,        \
                                      IndexBase, Offset*, Index*, Offset*);                        \
  template void transpose_entries(const Exec&, const CompressedPattern<Index, Offset>&, IndexBase, \
                                  Offset*, Index*, std::size_t, const void*, void*);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
