// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/tuned.hpp>
#include <prune/magnitude.hpp>

namespace filigree::detail {

template <class Exec, class Scalar>
void mark_entries(const Exec& exec, const StridedShape& shape, const Scalar* entries,
                  MagnitudeKey threshold, std::uint32_t* words) {
  const StridedShape A = shape;
  const std::int64_t words_per_major = A.words_per_major();
  // Neighbouring items read neighbouring memory.
  const bool minor_inside = A.minor_stride <= A.major_stride || A.num_major == 1;
  Kokkos::parallel_for(
      "filigree::prune::mark_entries", EntryRange<Exec>(exec, 0, A.num_words()),
      KOKKOS_LAMBDA(std::int64_t item) {
        const std::int64_t major = minor_inside ? item / words_per_major : item % A.num_major;
        const std::int64_t word = minor_inside ? item % words_per_major : item / A.num_major;
        const std::int64_t first = word * mark_bits;
        const int count = int(Kokkos::min(std::int64_t(mark_bits), A.num_minor - first));
        const Scalar* const from = entries + major * A.major_stride + first * A.minor_stride;
        std::uint32_t marks = 0;
        for (int bit = 0; bit < count; ++bit)
          if (magnitude_key(from[bit * A.minor_stride]) > threshold)
            marks |= std::uint32_t(1) << bit;
        words[major * words_per_major + word] = marks;
      });
}

#define FILIGREE_INSTANTIATE_SCALAR(Exec, Scalar)                                           \
  template void mark_entries(const Exec&, const StridedShape&, const Scalar*, MagnitudeKey, \
                             std::uint32_t*);
#define FILIGREE_INSTANTIATE(Exec)                    \
  FILIGREE_INSTANTIATE_SCALAR(Exec, float)            \
  FILIGREE_INSTANTIATE_SCALAR(Exec, double)           \
  FILIGREE_INSTANTIATE_SCALAR(Exec, complex_float)    \
  FILIGREE_INSTANTIATE_SCALAR(Exec, complex_double)   \
  FILIGREE_INSTANTIATE_SCALAR(Exec, half)             \
  FILIGREE_INSTANTIATE_SCALAR(Exec, bfloat16)         \
  FILIGREE_INSTANTIATE_SCALAR(Exec, complex_half)     \
  FILIGREE_INSTANTIATE_SCALAR(Exec, complex_bfloat16) \
  FILIGREE_INSTANTIATE_SCALAR(Exec, std::int8_t)      \
  FILIGREE_INSTANTIATE_SCALAR(Exec, std::int32_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_SCALAR

}  // namespace filigree::detail
