// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/tuned.hpp>
#include <prune/magnitude.hpp>

namespace filigree::detail {
namespace {

template <class Scalar>
struct MarkWord {
  StridedShape A;
  std::int64_t words_per_major;
  bool minor_inside;
  const Scalar* entries;
  MagnitudeKey threshold;
  std::uint32_t* words;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    // Neighbouring items read neighbouring memory.
    const std::int64_t major = minor_inside ? item / words_per_major : item % A.num_major;
    const std::int64_t word = minor_inside ? item % words_per_major : item / A.num_major;
    const std::int64_t first = word * mark_bits;
    const int count = int(Kokkos::min(std::int64_t(mark_bits), A.num_minor - first));
    const Scalar* const from = entries + major * A.major_stride + first * A.minor_stride;
    std::uint32_t marks = 0;
    for (int bit = 0; bit < count; ++bit)
      if (magnitude_key(from[bit * A.minor_stride]) > threshold) marks |= std::uint32_t(1) << bit;
    words[major * words_per_major + word] = marks;
  }
};

}  // namespace

template <class Exec, class Scalar>
void mark_entries(const Exec& exec, const StridedShape& shape, const Scalar* entries,
                  MagnitudeKey threshold, std::uint32_t* words) {
  Kokkos::parallel_for("filigree::prune::mark_entries",
                       EntryRange<Exec>(exec, 0, shape.num_words()),
                       MarkWord<Scalar>{shape, shape.words_per_major(), shape.minor_is_inside(),
                                        entries, threshold, words});
}

#define FILIGREE_INSTANTIATE_SCALAR(Exec, Scalar)                                           \
  template void mark_entries(const Exec&, const StridedShape&, const Scalar*, MagnitudeKey, \
                             std::uint32_t*);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_FOR_EACH_STORAGE_SCALAR, FILIGREE_INSTANTIATE_SCALAR)
#undef FILIGREE_INSTANTIATE_SCALAR

}  // namespace filigree::detail
