// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/format_builders.hpp>
#include <filigree/detail/format_to_csr.hpp>

/// A conversion between formats from its symbolic part to the result.

namespace filigree::detail {

/// Formats whose places inside the matrix are all entries, whether anything was stored there or
/// not.
template <class Matrix>
inline constexpr bool fills_with_zeros = false;
template <class S, class I, class M>
inline constexpr bool fills_with_zeros<DiaMatrix<S, I, M>> = true;
template <class S, class I, class O, class M>
inline constexpr bool fills_with_zeros<HdiaMatrix<S, I, O, M>> = true;
template <class S, class I, class O, class M>
inline constexpr bool fills_with_zeros<BsrMatrix<S, I, O, M>> = true;
template <class S, class I, class O, class M>
inline constexpr bool fills_with_zeros<BscMatrix<S, I, O, M>> = true;
template <class S, class I, class O, class M>
inline constexpr bool fills_with_zeros<BsrxView<S, I, O, M>> = true;
template <class S, class I, class M>
inline constexpr bool fills_with_zeros<BlockedEllMatrix<S, I, M>> = true;

/// The options of a one-shot conversion from a format, which drops the zeros of fill.
template <class From, class Options>
Options one_shot_options(Options options) {
  if constexpr (std::is_same_v<Options, ToCsrOptions>)
    if (fills_with_zeros<From> && !options.zeros) options.zeros = ZeroEntries::drop;
  return options;
}

/// Whether there is a direct way.
template <class From, class To>
concept directly_convertible = requires(const From& A, const Kokkos::DefaultExecutionSpace& exec,
                                        const target_options_t<To>& options) {
  build_conversion(std::string_view(), exec, A, target<To>, options);
};

template <class From, class To>
constexpr void check_conversion_types() {
  static_assert(std::is_same_v<typename From::scalar_type, typename To::value_type>,
                "a conversion between formats keeps the scalar type, and its result is not const");
  static_assert(std::is_same_v<typename From::memory_space, typename To::memory_space>,
                "a conversion between formats keeps the memory space: copy_to() changes it");
}

/// Plan and apply in one; where values can be moved without a map (slices, blocks on a host), they
/// are. `label` is "filigree::" and the public call.
template <class To, class Exec, class From, class Options>
To convert_once(const char* label, const Exec& exec, const From& A, const Options& options) try {
  check_conversion_types<From, To>();
  const ConversionCall call(label, exec, A, options.validate);
  using S = typename To::value_type;
  if constexpr (requires(PlaceMap<typename To::memory_space> & map) {
                  build_with(call.operation(), exec, A, target<To>, options, map);
                }) {
    PlaceValues<S, typename To::memory_space> values{value_arrays(A), {}};
    const To pattern = build_with(call.operation(), exec, A, target<To>, options, values);
    return pattern.with_values(values.to);
  } else {
    const auto built =
        build_conversion(call.operation(), exec, A, target<To>, one_shot_options<From>(options));
    const To result = allocate_values(call.operation(), exec, built.pattern);
    move_values(exec, sizeof(S), built.places.data(), value_arrays(A), value_arrays(result));
    return result;
  }
} catch (...) {
  rethrow_as_error(label);
}

}  // namespace filigree::detail
