// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/prune_problem.hpp>

namespace filigree::detail {
namespace {

/// The marks before entry `k` of an array.
KOKKOS_INLINE_FUNCTION std::int64_t marks_before(const std::uint32_t* words,
                                                 const std::int64_t* starts, std::int64_t k) {
  const std::int64_t word = k / mark_bits;
  const int bit = int(k % mark_bits);
  if (bit == 0) return starts[word];
  const std::uint32_t below = (std::uint32_t(1) << bit) - 1;
  return starts[word] + Kokkos::popcount(words[word] & below);
}

}  // namespace

template <class Exec>
void count_marks(const Exec& exec, std::int64_t num_words, const std::uint32_t* words,
                 std::int64_t* starts) {
  Kokkos::parallel_scan(
      "filigree::prune::count_marks", EntryRange<Exec>(exec, 0, num_words + 1),
      KOKKOS_LAMBDA(std::int64_t w, std::int64_t & sum, bool final) {
        if (final) starts[w] = sum;
        if (w < num_words) sum += Kokkos::popcount(words[w]);
      });
}

template <class Exec>
std::int64_t read_count(const Exec& exec, const std::int64_t* count) {
  return read_entry(exec, count, 0);
}

template <class Exec, class Count>
void count_major_marks(const Exec& exec, const StridedShape& shape, const std::int64_t* starts,
                       Count* counts) {
  const std::int64_t words = shape.words_per_major();
  Kokkos::parallel_for(
      "filigree::prune::count_major_marks", EntryRange<Exec>(exec, 0, shape.num_major),
      KOKKOS_LAMBDA(std::int64_t i) {
        counts[i] = Count(starts[(i + 1) * words] - starts[i * words]);
      });
}

template <class Exec, class Offset>
void major_offsets(const Exec& exec, const StridedShape& shape, const std::int64_t* starts,
                   IndexBase base, Offset* offsets) {
  const std::int64_t words = shape.words_per_major();
  const auto first = std::int64_t(base);
  Kokkos::parallel_for(
      "filigree::prune::major_offsets", EntryRange<Exec>(exec, 0, shape.num_major + 1),
      KOKKOS_LAMBDA(std::int64_t i) { offsets[i] = Offset(starts[i * words] + first); });
}

template <class Exec, class Index>
void list_marks(const Exec& exec, const StridedShape& shape, const std::uint32_t* words,
                const std::int64_t* starts, IndexBase base, Index* majors, Index* minors,
                std::int64_t* places) {
  const StridedShape A = shape;
  const std::int64_t words_per_major = A.words_per_major();
  const auto first_index = std::int64_t(base);
  Kokkos::parallel_for(
      "filigree::prune::list_marks", EntryRange<Exec>(exec, 0, A.num_words()),
      KOKKOS_LAMBDA(std::int64_t w) {
        std::uint32_t marks = words[w];
        if (marks == 0) return;
        const std::int64_t major = w / words_per_major;
        const std::int64_t first = w % words_per_major * mark_bits;
        for (std::int64_t k = starts[w]; marks != 0; ++k, marks &= marks - 1) {
          const std::int64_t minor = first + Kokkos::countr_zero(marks);
          if (majors != nullptr) majors[k] = Index(major + first_index);
          if (minors != nullptr) minors[k] = Index(minor + first_index);
          places[k] = major * A.major_stride + minor * A.minor_stride;
        }
      });
}

template <class Exec, class Offset>
void kept_offsets(const Exec& exec, std::int64_t num_offsets, const Offset* offsets, IndexBase base,
                  const std::uint32_t* words, const std::int64_t* starts, IndexBase new_base,
                  Offset* new_offsets) {
  const auto old_first = std::int64_t(base), new_first = std::int64_t(new_base);
  Kokkos::parallel_for(
      "filigree::prune::kept_offsets", EntryRange<Exec>(exec, 0, num_offsets),
      KOKKOS_LAMBDA(std::int64_t i) {
        new_offsets[i] =
            Offset(marks_before(words, starts, std::int64_t(offsets[i]) - old_first) + new_first);
      });
}

template <class Exec, class Offset, class Count>
void count_kept(const Exec& exec, std::int64_t num_major, const Offset* offsets, IndexBase base,
                const std::uint32_t* words, const std::int64_t* starts, Count* counts) {
  const auto first = std::int64_t(base);
  Kokkos::parallel_for(
      "filigree::prune::count_kept", EntryRange<Exec>(exec, 0, num_major),
      KOKKOS_LAMBDA(std::int64_t i) {
        counts[i] = Count(marks_before(words, starts, std::int64_t(offsets[i + 1]) - first) -
                          marks_before(words, starts, std::int64_t(offsets[i]) - first));
      });
}

#define FILIGREE_INSTANTIATE_INTEGER(Exec, T)                                                      \
  template void count_major_marks(const Exec&, const StridedShape&, const std::int64_t*, T*);      \
  template void major_offsets(const Exec&, const StridedShape&, const std::int64_t*, IndexBase,    \
                              T*);                                                                 \
  template void list_marks(const Exec&, const StridedShape&, const std::uint32_t*,                 \
                           const std::int64_t*, IndexBase, T*, T*, std::int64_t*);                 \
  template void kept_offsets(const Exec&, std::int64_t, const T*, IndexBase, const std::uint32_t*, \
                             const std::int64_t*, IndexBase, T*);                                  \
  template void count_kept(const Exec&, std::int64_t, const T*, IndexBase, const std::uint32_t*,   \
                           const std::int64_t*, std::int32_t*);                                    \
  template void count_kept(const Exec&, std::int64_t, const T*, IndexBase, const std::uint32_t*,   \
                           const std::int64_t*, std::int64_t*);
#define FILIGREE_INSTANTIATE(Exec)                                                           \
  template void count_marks(const Exec&, std::int64_t, const std::uint32_t*, std::int64_t*); \
  template std::int64_t read_count(const Exec&, const std::int64_t*);                        \
  FILIGREE_INSTANTIATE_INTEGER(Exec, std::int32_t)                                           \
  FILIGREE_INSTANTIATE_INTEGER(Exec, std::int64_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_INTEGER

}  // namespace filigree::detail
