// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/prune_problem.hpp>

namespace filigree::detail {
namespace {

struct CountMarks {
  std::int64_t num_words;
  const std::uint32_t* words;
  std::int64_t* starts;

  KOKKOS_FUNCTION void operator()(std::int64_t w, std::int64_t& sum, bool final) const {
    if (final) starts[w] = sum;
    if (w < num_words) sum += Kokkos::popcount(words[w]);
  }
};

template <class Count>
struct CountMajorMarks {
  std::int64_t words_per_major;
  const std::int64_t* starts;
  Count* counts;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    counts[i] = Count(starts[(i + 1) * words_per_major] - starts[i * words_per_major]);
  }
};

template <class Offset>
struct StoreMajorOffset {
  std::int64_t words_per_major;
  const std::int64_t* starts;
  std::int64_t base;
  Offset* offsets;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    offsets[i] = Offset(starts[i * words_per_major] + base);
  }
};

template <class Index>
struct ListMarks {
  StridedShape A;
  std::int64_t words_per_major;
  const std::uint32_t* words;
  const std::int64_t* starts;
  std::int64_t base;
  Index* majors;  ///< may be null
  Index* minors;  ///< may be null
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    std::uint32_t marks = words[w];
    if (marks == 0) return;
    const std::int64_t major = w / words_per_major;
    const std::int64_t first = w % words_per_major * mark_bits;
    for (std::int64_t k = starts[w]; marks != 0; ++k, marks &= marks - 1) {
      const std::int64_t minor = first + Kokkos::countr_zero(marks);
      if (majors != nullptr) majors[k] = Index(major + base);
      if (minors != nullptr) minors[k] = Index(minor + base);
      places[k] = major * A.major_stride + minor * A.minor_stride;
    }
  }
};

/// The marks before the entry that offset i names.
template <class Offset>
struct MarksBefore {
  const Offset* offsets;
  std::int64_t base;
  const std::uint32_t* words;
  const std::int64_t* starts;

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const {
    const std::int64_t k = std::int64_t(offsets[i]) - base, word = k / mark_bits;
    const int bit = int(k % mark_bits);
    if (bit == 0) return starts[word];
    const std::uint32_t below = (std::uint32_t(1) << bit) - 1;
    return starts[word] + Kokkos::popcount(words[word] & below);
  }
};

template <class Offset>
struct StoreKeptOffset {
  MarksBefore<Offset> before;
  std::int64_t base;
  Offset* offsets;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const { offsets[i] = Offset(before(i) + base); }
};

template <class Offset, class Count>
struct CountKept {
  MarksBefore<Offset> before;
  Count* counts;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    counts[i] = Count(before(i + 1) - before(i));
  }
};

}  // namespace

template <class Exec>
void count_marks(const Exec& exec, std::int64_t num_words, const std::uint32_t* words,
                 std::int64_t* starts) {
  Kokkos::parallel_scan("filigree::prune::count_marks", EntryRange<Exec>(exec, 0, num_words + 1),
                        CountMarks{num_words, words, starts});
}

template <class Exec>
std::int64_t read_count(const Exec& exec, const std::int64_t* count) {
  return read_entry(exec, count, 0);
}

template <class Exec, class Count>
void count_major_marks(const Exec& exec, const StridedShape& shape, const std::int64_t* starts,
                       Count* counts) {
  Kokkos::parallel_for("filigree::prune::count_major_marks",
                       EntryRange<Exec>(exec, 0, shape.num_major),
                       CountMajorMarks<Count>{shape.words_per_major(), starts, counts});
}

template <class Exec, class Offset>
void major_offsets(const Exec& exec, const StridedShape& shape, const std::int64_t* starts,
                   IndexBase base, Offset* offsets) {
  Kokkos::parallel_for(
      "filigree::prune::major_offsets", EntryRange<Exec>(exec, 0, shape.num_major + 1),
      StoreMajorOffset<Offset>{shape.words_per_major(), starts, std::int64_t(base), offsets});
}

template <class Exec, class Index>
void list_marks(const Exec& exec, const StridedShape& shape, const std::uint32_t* words,
                const std::int64_t* starts, IndexBase base, Index* majors, Index* minors,
                std::int64_t* places) {
  Kokkos::parallel_for("filigree::prune::list_marks", EntryRange<Exec>(exec, 0, shape.num_words()),
                       ListMarks<Index>{shape, shape.words_per_major(), words, starts,
                                        std::int64_t(base), majors, minors, places});
}

template <class Exec, class Offset>
void kept_offsets(const Exec& exec, std::int64_t num_offsets, const Offset* offsets, IndexBase base,
                  const std::uint32_t* words, const std::int64_t* starts, IndexBase new_base,
                  Offset* new_offsets) {
  Kokkos::parallel_for(
      "filigree::prune::kept_offsets", EntryRange<Exec>(exec, 0, num_offsets),
      StoreKeptOffset<Offset>{
          {offsets, std::int64_t(base), words, starts}, std::int64_t(new_base), new_offsets});
}

template <class Exec, class Offset, class Count>
void count_kept(const Exec& exec, std::int64_t num_major, const Offset* offsets, IndexBase base,
                const std::uint32_t* words, const std::int64_t* starts, Count* counts) {
  Kokkos::parallel_for(
      "filigree::prune::count_kept", EntryRange<Exec>(exec, 0, num_major),
      CountKept<Offset, Count>{{offsets, std::int64_t(base), words, starts}, counts});
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
  FILIGREE_INTEGERS(Exec, FILIGREE_INSTANTIATE_INTEGER)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_INTEGER

}  // namespace filigree::detail
