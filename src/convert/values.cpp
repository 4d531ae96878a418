// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/entry_bytes.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/convert_problem.hpp>

namespace filigree::detail {
namespace {

template <class Value, class Position>
struct Gather {
  const Position* permutation;
  const Value* from;
  Value* to;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const { to[k] = from[permutation[k]]; }
};

template <class Value, class Position>
struct Scatter {
  const Position* permutation;
  const Value* from;
  Value* to;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const { to[permutation[k]] = from[k]; }
};

template <class To, class From>
struct ShiftInteger {
  const From* from;
  std::int64_t shift;
  To* to;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    to[k] = To(std::int64_t(from[k]) + shift);
  }
};

/// The type that duplicates are summed in. Integers are summed unsigned: they wrap, defined.
template <class Scalar>
using Accumulator =
    std::conditional_t<!std::is_integral_v<Scalar>, arithmetic_t<Scalar>,
                       std::conditional_t<sizeof(Scalar) == 8, std::uint64_t, std::uint32_t>>;

template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar mirrored(const Scalar& value, bool conjugated) {
  if constexpr (is_complex_v<Scalar> && is_storage_only_v<Scalar>) {
    Scalar result = value;
    if (conjugated) result.im.bits ^= 0x8000u;
    return result;
  } else {
    return conjugated ? conjugate(value) : value;
  }
}

template <class Scalar>
struct SumSegment {
  const std::int64_t* permutation;  ///< null: identity
  const std::int64_t* segments;
  const Scalar* from;
  Scalar* to;

  KOKKOS_FUNCTION const Scalar& value(std::int64_t k) const {
    return from[permutation == nullptr ? k : permutation[k]];
  }
  KOKKOS_FUNCTION void operator()(std::int64_t u) const {
    using Sum = Accumulator<Scalar>;
    const std::int64_t begin = segments[u], end = segments[u + 1];
    if (end - begin == 1) {
      to[u] = value(begin);
      return;
    }
    Sum sum = convert<Sum>(value(begin));
    for (std::int64_t k = begin + 1; k < end; ++k) sum += convert<Sum>(value(k));
    to[u] = convert<Scalar>(sum);
  }
};

template <class Scalar>
struct ExpandValue {
  const std::int64_t* sources;
  bool conjugate_mirror;
  const Scalar* from;
  Scalar* to;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    const std::int64_t source = sources[k];
    if (source < 0)
      to[k] = convert<Scalar>(1.0f);
    else
      to[k] = mirrored(from[source / 2], conjugate_mirror && source % 2 == 1);
  }
};

}  // namespace

template <class Exec, class Position>
void gather_bytes(const Exec& exec, std::size_t entry_bytes, std::int64_t count,
                  const Position* permutation, const void* from, void* to) {
  for_entry_bytes("gather_bytes", entry_bytes, [&]<class Value>(Value) {
    Kokkos::parallel_for("filigree::convert::gather", EntryRange<Exec>(exec, 0, count),
                         Gather<Value, Position>{permutation, static_cast<const Value*>(from),
                                                 static_cast<Value*>(to)});
  });
}

template <class Exec, class Position>
void scatter_bytes(const Exec& exec, std::size_t entry_bytes, std::int64_t count,
                   const Position* permutation, const void* from, void* to) {
  for_entry_bytes("scatter_bytes", entry_bytes, [&]<class Value>(Value) {
    Kokkos::parallel_for("filigree::convert::scatter", EntryRange<Exec>(exec, 0, count),
                         Scatter<Value, Position>{permutation, static_cast<const Value*>(from),
                                                  static_cast<Value*>(to)});
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
  Kokkos::parallel_for("filigree::convert::shift_integers", EntryRange<Exec>(exec, 0, count),
                       ShiftInteger<To, From>{from, shift, to});
}

template <class Exec, class Scalar>
void sum_segments(const Exec& exec, const EntryOrder<Exec>& order, const Scalar* from, Scalar* to) {
  Kokkos::parallel_for(
      "filigree::convert::sum_segments", EntryRange<Exec>(exec, 0, order.num_entries),
      SumSegment<Scalar>{order.permutation.data(), order.segments.data(), from, to});
}

template <class Exec, class Scalar>
void expand_values(const Exec& exec, std::int64_t count, const std::int64_t* sources,
                   bool conjugate_mirror, const Scalar* from, Scalar* to) {
  Kokkos::parallel_for("filigree::convert::expand_values", EntryRange<Exec>(exec, 0, count),
                       ExpandValue<Scalar>{sources, conjugate_mirror, from, to});
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
  FILIGREE_INTEGERS(Exec, FILIGREE_INSTANTIATE_TYPES)                     \
  FILIGREE_FOR_EACH_MATRIX_SCALAR(Exec, FILIGREE_INSTANTIATE_SCALAR)      \
  FILIGREE_INTEGERS(Exec, FILIGREE_INSTANTIATE_SCALAR)                    \
  FILIGREE_INSTANTIATE_SCALAR(Exec, std::uint64_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_TYPES
#undef FILIGREE_INSTANTIATE_SCALAR

}  // namespace filigree::detail
