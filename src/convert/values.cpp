// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/entry_bytes.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/convert_problem.hpp>

namespace filigree::detail {
namespace {

template <class Value, class Exec, class Position>
void gather(const Exec& exec, std::int64_t count, const Position* permutation, const void* from,
            void* to) {
  const auto* const source = static_cast<const Value*>(from);
  auto* const target = static_cast<Value*>(to);
  Kokkos::parallel_for(
      "filigree::convert::gather", EntryRange<Exec>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t k) { target[k] = source[permutation[k]]; });
}

template <class Value, class Exec, class Position>
void scatter(const Exec& exec, std::int64_t count, const Position* permutation, const void* from,
             void* to) {
  const auto* const source = static_cast<const Value*>(from);
  auto* const target = static_cast<Value*>(to);
  Kokkos::parallel_for(
      "filigree::convert::scatter", EntryRange<Exec>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t k) { target[permutation[k]] = source[k]; });
}

/// The type that duplicates are summed in. Integers are summed unsigned: they wrap, defined.
template <class Scalar>
using Accumulator = std::conditional_t<std::is_integral_v<Scalar>, std::uint32_t,
                                       typename ArithmeticType<Scalar>::type>;

template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar mirrored(const Scalar& value, bool conjugated) {
  if constexpr (std::is_same_v<Scalar, complex_half> || std::is_same_v<Scalar, complex_bfloat16>) {
    Scalar result = value;
    if (conjugated) result.im.bits ^= 0x8000u;
    return result;
  } else {
    return conjugated ? conjugate(value) : value;
  }
}

}  // namespace

template <class Exec, class Position>
void gather_bytes(const Exec& exec, std::size_t entry_bytes, std::int64_t count,
                  const Position* permutation, const void* from, void* to) {
  for_entry_bytes("gather_bytes", entry_bytes,
                  [&](auto entry) { gather<decltype(entry)>(exec, count, permutation, from, to); });
}

template <class Exec, class Position>
void scatter_bytes(const Exec& exec, std::size_t entry_bytes, std::int64_t count,
                   const Position* permutation, const void* from, void* to) {
  for_entry_bytes("scatter_bytes", entry_bytes, [&](auto entry) {
    scatter<decltype(entry)>(exec, count, permutation, from, to);
  });
}

template <class Exec>
void copy_bytes(const Exec& exec, std::size_t bytes, const void* from, void* to) {
  if (bytes == 0) return;
  using Space = typename Exec::memory_space;
  Kokkos::deep_copy(exec, Kokkos::View<char*, Space>(static_cast<char*>(to), bytes),
                    Kokkos::View<const char*, Space>(static_cast<const char*>(from), bytes));
}

template <class Exec, class To, class From>
void shift_integers(const Exec& exec, std::int64_t count, const From* from, std::int64_t shift,
                    To* to) {
  Kokkos::parallel_for(
      "filigree::convert::shift_integers", EntryRange<Exec>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t k) { to[k] = To(std::int64_t(from[k]) + shift); });
}

template <class Exec, class Scalar>
void sum_segments(const Exec& exec, const EntryOrder<Exec>& order, const Scalar* from, Scalar* to) {
  using Sum = Accumulator<Scalar>;
  const std::int64_t* const permutation = order.permutation.data();
  const std::int64_t* const segments = order.segments.data();
  Kokkos::parallel_for(
      "filigree::convert::sum_segments", EntryRange<Exec>(exec, 0, order.num_entries),
      KOKKOS_LAMBDA(std::int64_t u) {
        const std::int64_t begin = segments[u], end = segments[u + 1];
        if (end - begin == 1) {
          to[u] = from[permutation == nullptr ? begin : permutation[begin]];
          return;
        }
        Sum sum = convert<Sum>(from[permutation == nullptr ? begin : permutation[begin]]);
        for (std::int64_t k = begin + 1; k < end; ++k)
          sum += convert<Sum>(from[permutation == nullptr ? k : permutation[k]]);
        to[u] = convert<Scalar>(sum);
      });
}

template <class Exec, class Scalar>
void expand_values(const Exec& exec, std::int64_t count, const std::int64_t* sources,
                   bool conjugate_mirror, const Scalar* from, Scalar* to) {
  Kokkos::parallel_for(
      "filigree::convert::expand_values", EntryRange<Exec>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t k) {
        const std::int64_t source = sources[k];
        if (source < 0)
          to[k] = convert<Scalar>(1.0f);
        else
          to[k] = mirrored(from[source / 2], conjugate_mirror && source % 2 == 1);
      });
}

#define FILIGREE_INSTANTIATE_SCALAR(Exec, Scalar)                                                  \
  template void sum_segments(const Exec&, const EntryOrder<Exec>&, const Scalar*, Scalar*);        \
  template void expand_values(const Exec&, std::int64_t, const std::int64_t*, bool, const Scalar*, \
                              Scalar*);
#define FILIGREE_INSTANTIATE_TYPES(Exec, To)                                                       \
  template void gather_bytes(const Exec&, std::size_t, std::int64_t, const To*, const void*,       \
                             void*);                                                               \
  template void scatter_bytes(const Exec&, std::size_t, std::int64_t, const To*, const void*,      \
                              void*);                                                              \
  template void shift_integers(const Exec&, std::int64_t, const std::int32_t*, std::int64_t, To*); \
  template void shift_integers(const Exec&, std::int64_t, const std::int64_t*, std::int64_t, To*);
#define FILIGREE_INSTANTIATE(Exec)                                        \
  template void copy_bytes(const Exec&, std::size_t, const void*, void*); \
  FILIGREE_INSTANTIATE_TYPES(Exec, std::int32_t)                          \
  FILIGREE_INSTANTIATE_TYPES(Exec, std::int64_t)                          \
  FILIGREE_INSTANTIATE_SCALAR(Exec, float)                                \
  FILIGREE_INSTANTIATE_SCALAR(Exec, double)                               \
  FILIGREE_INSTANTIATE_SCALAR(Exec, complex_float)                        \
  FILIGREE_INSTANTIATE_SCALAR(Exec, complex_double)                       \
  FILIGREE_INSTANTIATE_SCALAR(Exec, half)                                 \
  FILIGREE_INSTANTIATE_SCALAR(Exec, bfloat16)                             \
  FILIGREE_INSTANTIATE_SCALAR(Exec, complex_half)                         \
  FILIGREE_INSTANTIATE_SCALAR(Exec, complex_bfloat16)                     \
  FILIGREE_INSTANTIATE_SCALAR(Exec, std::int8_t)                          \
  FILIGREE_INSTANTIATE_SCALAR(Exec, std::int32_t)                         \
  FILIGREE_INSTANTIATE_SCALAR(Exec, std::int64_t)                         \
  FILIGREE_INSTANTIATE_SCALAR(Exec, std::uint64_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_TYPES
#undef FILIGREE_INSTANTIATE_SCALAR

}  // namespace filigree::detail
