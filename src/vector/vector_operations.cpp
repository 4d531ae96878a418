// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

#include <core/execution_spaces.hpp>
#include <core/relaxed_load.hpp>
#include <filigree/core/error.hpp>
#include <filigree/detail/spmv_gather.hpp>
#include <filigree/detail/vector_front.hpp>
#include <spmv/scatter.hpp>

namespace filigree::detail {
namespace {

template <class Exec>
auto range(const Exec& exec, std::int64_t length) {
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  return light_weight(Range(exec, 0, length));
}

/// Adds to a 16-bit number: its 32-bit word is exchanged until nobody came in between.
template <class T>
KOKKOS_INLINE_FUNCTION void atomic_add_16bit(T* where, float value) {
  const auto address = reinterpret_cast<std::uintptr_t>(where);
  auto* const word = reinterpret_cast<unsigned int*>(address & ~std::uintptr_t(3));
  const int shift = (address & 2) != 0 ? 16 : 0;  // little endian, as all that Kokkos runs on
  unsigned int seen = relaxed_load(word);
  while (true) {
    const T old = T::from_bits(std::uint16_t(seen >> shift));
    const unsigned int sum = T(float(old) + value).bits;
    const unsigned int wanted = (seen & ~(0xffffu << shift)) | (sum << shift);
    const unsigned int found = Kokkos::atomic_compare_exchange(word, seen, wanted);
    if (found == seen) return;
    seen = found;
  }
}

template <class T, class Compute>
KOKKOS_INLINE_FUNCTION void add_term(T* where, const Compute& value) {
  if constexpr (std::is_same_v<T, Compute>) {
    atomic_accumulate(where, value);
  } else if constexpr (is_complex_v<Compute>) {
    atomic_add_16bit(&where->re, value.real());
    atomic_add_16bit(&where->im, value.imag());
  } else {
    atomic_add_16bit(where, value);
  }
}

template <class T>
struct ScaleVector {
  AxpbyScalars<T> scalars;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    using Compute = typename AxpbyScalars<T>::Compute;
    const Compute beta = scalars.beta.get();
    Compute value{};
    if (beta != Compute{}) value = beta * convert<Compute>(scalars.y[i]);
    scalars.y[i] = convert<T>(value);
  }
};

template <class T, class Index>
struct AddVector {
  VectorOperands<T, Index> x;
  AxpbyScalars<T> scalars;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t k) const {
    using Compute = typename AxpbyScalars<T>::Compute;
    const Compute alpha = scalars.alpha.get();
    if (alpha != Compute{})
      add_term(scalars.y + (std::int64_t(x.indices[k]) - x.base),
               Compute(alpha * convert<Compute>(x.values[k])));
  }
};

template <class T, class Index>
struct RotateVectors {
  VectorOperands<T, Index> x;
  T* x_values;
  RotScalars<T> scalars;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t k) const {
    using Compute = typename RotScalars<T>::Compute;
    const Compute c = scalars.c.get(), s = scalars.s.get();
    T& y = scalars.y[std::int64_t(x.indices[k]) - x.base];
    const auto old_x = convert<Compute>(x_values[k]), old_y = convert<Compute>(y);
    x_values[k] = convert<T>(Compute(c * old_x + s * old_y));
    y = convert<T>(Compute(c * old_y - s * old_x));
  }
};

template <class T, class Index, class Result>
struct DotVectors {
  VectorOperands<T, Index> x;
  const T* y;
  bool conjugated;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t k, Result& sum) const {
    const auto value = convert<Result>(x.values[k]);
    sum += (conjugated ? detail::conjugate(value) : value) *
           convert<Result>(y[std::int64_t(x.indices[k]) - x.base]);
  }
};

template <class Result>
struct ClearResult {
  Result* result;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t) const { *result = Result{}; }
};

}  // namespace

void check_spvv(Op op, const void* result) {
  if (op == Op::transpose)
    throw_error(Status::not_supported,
                {"spvv", "op", std::string(name(op)), "none or conjugate_transpose",
                 "use Op::none: a vector's dot product has no transpose"});
  if (result == nullptr)
    throw_error(Status::invalid_value, {"spvv", "result", "an empty View",
                                        "a View of rank 0 that holds a value", "allocate it"});
}

template <class Exec, class T, class Index>
void run_axpby(const Exec& exec, const VectorOperands<T, Index>& x,
               const AxpbyScalars<T>& scalars) {
  if (scalars.length == 0) return;
  Kokkos::parallel_for("filigree::axpby::scale", range(exec, scalars.length),
                       ScaleVector<T>{scalars});
  if (x.nnz > 0)
    Kokkos::parallel_for("filigree::axpby::add", range(exec, x.nnz),
                         AddVector<T, Index>{x, scalars});
}

template <class Exec, class T, class Index>
void run_rot(const Exec& exec, const VectorOperands<T, Index>& x, T* x_values,
             const RotScalars<T>& scalars) {
  if (x.nnz > 0)
    Kokkos::parallel_for("filigree::rot", range(exec, x.nnz),
                         RotateVectors<T, Index>{x, x_values, scalars});
}

template <class Exec, class T, class Index, class Result>
void run_spvv(const Exec& exec, bool conjugate, const VectorOperands<T, Index>& x, const T* y,
              Result* result) {
  if (x.nnz == 0) {
    Kokkos::parallel_for("filigree::spvv::clear", range(exec, 1), ClearResult<Result>{result});
    return;
  }
  const Kokkos::View<Result, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      total(result);
  Kokkos::parallel_reduce("filigree::spvv", range(exec, x.nnz),
                          DotVectors<T, Index, Result>{x, y, conjugate}, total);
}

#define FILIGREE_DOT(Exec, T, Index, Result) \
  template void run_spvv(const Exec&, bool, const VectorOperands<T, Index>&, const T*, Result*);
#define FILIGREE_UPDATE(Exec, T, Index)                                                          \
  template void run_axpby(const Exec&, const VectorOperands<T, Index>&, const AxpbyScalars<T>&); \
  template void run_rot(const Exec&, const VectorOperands<T, Index>&, T*, const RotScalars<T>&); \
  FILIGREE_DOT(Exec, T, Index, typename SpvvResultType<T>::type)
#define FILIGREE_BYTES(Exec, Index)                    \
  FILIGREE_DOT(Exec, std::int8_t, Index, std::int32_t) \
  FILIGREE_DOT(Exec, std::int8_t, Index, float)
#define FILIGREE_INDEX(Exec, Index)                               \
  FILIGREE_FOR_EACH_FLOATING_SCALAR(Exec, FILIGREE_UPDATE, Index) \
  FILIGREE_BYTES(Exec, Index)
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INDEX)
#undef FILIGREE_INDEX
#undef FILIGREE_BYTES
#undef FILIGREE_UPDATE
#undef FILIGREE_DOT

}  // namespace filigree::detail
