// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <filigree/convert_options.hpp>
#include <filigree/detail/convert_front.hpp>
#include <filigree/detail/format_problem.hpp>
#include <filigree/detail/format_types.hpp>
#include <filigree/format/coo_aos.hpp>
#include <filigree/format/hyb.hpp>

/// What conversions between formats share: values by place, stale patterns, the memory guard. A new
/// format needs pattern_arrays and pattern_layout, where its values are not one array value_arrays
/// and allocate_values too, TargetOptions, and a build_conversion for each direct way
/// (format_builders.hpp, format_to_csr.hpp).

namespace filigree {
namespace detail {

// --- values --------------------------------------------------------------------------------------

/// Stands for values that are not there: a container checks the length only.
template <class S, class M>
Kokkos::View<S*, M> absent_values(std::int64_t count) {
  return UnmanagedView<S, M>(nullptr, std::size_t(count));
}

template <class Matrix>
ValueArrays value_arrays(const Matrix& A) {
  return {A.values().data(), std::int64_t(A.values().extent(0))};
}
template <class S, class I, class M>
ValueArrays value_arrays(const HybMatrix<S, I, M>& A) {
  return {A.ell().values().data(), std::int64_t(A.ell().values().extent(0)),
          A.coo().values().data(), A.coo().nnz()};
}

/// The matrix without its values.
template <class Matrix>
Matrix pattern_of(const Matrix& A) {
  return A.with_values(absent_values<typename Matrix::value_type, typename Matrix::memory_space>(
      std::int64_t(A.values().extent(0))));
}
template <class S, class I, class M>
HybMatrix<S, I, M> pattern_of(const HybMatrix<S, I, M>& A) {
  return {pattern_of(A.ell()), pattern_of(A.coo())};
}

/// A matrix of a pattern, with new values.
template <class Exec, class Matrix>
Matrix allocate_values(std::string_view operation, const Exec& exec, const Matrix& pattern) {
  using S = typename Matrix::value_type;
  return pattern.with_values(allocate<S, typename Matrix::memory_space>(
      operation, exec, "filigree::values", std::int64_t(pattern.values().extent(0))));
}
template <class Exec, class S, class I, class M>
HybMatrix<S, I, M> allocate_values(std::string_view operation, const Exec& exec,
                                   const HybMatrix<S, I, M>& pattern) {
  return {allocate_values(operation, exec, pattern.ell()),
          allocate_values(operation, exec, pattern.coo())};
}

/// Fills the values of a conversion's result; `places` null: each place takes its own.
template <class Exec>
void move_values(const Exec& exec, std::size_t entry_bytes, const std::int64_t* places,
                 const ValueArrays& from, const ValueArrays& to) {
  if (places == nullptr) {
    copy_bytes(exec, std::size_t(to.first_count) * entry_bytes, from.first,
               const_cast<void*>(to.first));
    return;
  }
  gather_places(exec, entry_bytes, to.first_count, places, from, const_cast<void*>(to.first));
  if (to.second_count > 0)
    gather_places(exec, entry_bytes, to.second_count, places + to.first_count, from,
                  const_cast<void*>(to.second));
}

/// Throws invalid_value where values that are written share memory with those that are read.
inline void check_disjoint_values(std::string_view operation, std::size_t entry_bytes,
                                  const ValueArrays& from, const ValueArrays& to) {
  const auto check = [&](const void* read, std::int64_t read_count, const void* written,
                         std::int64_t written_count) {
    check_disjoint(operation, "A", read, std::size_t(read_count) * entry_bytes, "B", written,
                   std::size_t(written_count) * entry_bytes);
  };
  check(from.first, from.first_count, to.first, to.first_count);
  check(from.first, from.first_count, to.second, to.second_count);
  check(from.second, from.second_count, to.first, to.first_count);
  check(from.second, from.second_count, to.second, to.second_count);
}

/// The bits of which a value that is not zero has one set: all but the signs of its real parts.
template <class S>
constexpr std::uint64_t magnitude_bits() {
  if constexpr (std::is_same_v<S, double> || std::is_same_v<S, complex_double>)
    return 0x7fffffffffffffffu;
  else if constexpr (std::is_same_v<S, float> || std::is_same_v<S, complex_float>)
    return 0x7fffffff7fffffffu;
  else if constexpr (std::is_integral_v<S>)
    return ~std::uint64_t(0);
  else
    return 0x7fff7fff7fff7fffu;
}

/// Room for the map of a conversion.
template <class M, class Exec>
Kokkos::View<std::int64_t*, M> allocate_places(std::string_view operation, const Exec& exec,
                                               std::int64_t count) {
  return allocate<std::int64_t, M>(operation, exec, "filigree::places", count);
}

// --- patterns ------------------------------------------------------------------------------------

using PatternArrays = std::vector<const void*>;

template <class S, class I, class O, class M>
PatternArrays pattern_arrays(const CsrMatrix<S, I, O, M>& A) {
  return {A.row_offsets().data(), A.col_indices().data()};
}
template <class S, class I, class M>
PatternArrays pattern_arrays(const CooMatrix<S, I, M>& A) {
  return {A.row_indices().data(), A.col_indices().data()};
}
template <class S, class I, class M>
PatternArrays pattern_arrays(const CooAosMatrix<S, I, M>& A) {
  return {A.indices().data()};
}
template <class S, class I, class M>
PatternArrays pattern_arrays(const EllMatrix<S, I, M>& A) {
  return {A.col_indices().data()};
}
template <class S, class I, class O, class M>
PatternArrays pattern_arrays(const SellMatrix<S, I, O, M>& A) {
  return {A.slice_offsets().data(), A.col_indices().data(), A.row_permutation().data()};
}
template <class S, class I, class M>
PatternArrays pattern_arrays(const HybMatrix<S, I, M>& A) {
  return {A.ell().col_indices().data(), A.coo().row_indices().data(), A.coo().col_indices().data()};
}
template <class S, class I, class M>
PatternArrays pattern_arrays(const DiaMatrix<S, I, M>& A) {
  return {A.diagonal_offsets().data()};
}
template <class S, class I, class O, class M>
PatternArrays pattern_arrays(const HdiaMatrix<S, I, O, M>& A) {
  return {A.hack_offsets().data(), A.diagonal_offsets().data()};
}

template <class S, class I, class O, class M>
PatternArrays pattern_arrays(const BsrMatrix<S, I, O, M>& A) {
  return {A.row_offsets().data(), A.col_indices().data()};
}
template <class S, class I, class O, class M>
PatternArrays pattern_arrays(const BscMatrix<S, I, O, M>& A) {
  return {A.col_offsets().data(), A.row_indices().data()};
}
template <class S, class I, class M>
PatternArrays pattern_arrays(const BlockedEllMatrix<S, I, M>& A) {
  return {A.col_indices().data()};
}

/// The numbers that say, with the pattern arrays, which entry is at which place.
template <class Matrix>
std::vector<std::int64_t> pattern_layout(const Matrix& A) {
  if constexpr (requires { A.block(); })  // Bsr, Bsc
    return {A.block().rows, A.block().cols, std::int64_t(A.block().order)};
  else if constexpr (requires { A.block_size(), A.ell_cols(); })  // Blocked-ELL
    return {A.block_size(), A.ell_cols()};
  else if constexpr (requires { A.slice_size(); })  // Sell
    return {A.slice_size()};
  else if constexpr (requires { A.hack_size(); })  // Hdia
    return {A.hack_size()};
  else if constexpr (requires { A.row_stride(), A.ell_width(); })  // Ell
    return {A.row_stride(), A.ell_width()};
  else if constexpr (requires { A.row_stride(); })  // Dia
    return {A.row_stride()};
  else
    return {};
}
template <class S, class I, class M>
std::vector<std::int64_t> pattern_layout(const HybMatrix<S, I, M>& A) {
  return pattern_layout(A.ell());
}

/// Whether two matrices have the same sizes, properties, layout and pattern arrays.
template <class A, class B>
bool same_pattern(const A& a, const B& b) {
  const ValueArrays of_a = value_arrays(a), of_b = value_arrays(b);
  return a.num_rows() == b.num_rows() && a.num_cols() == b.num_cols() && a.nnz() == b.nnz() &&
         a.properties() == b.properties() && of_a.first_count == of_b.first_count &&
         of_a.second_count == of_b.second_count && pattern_layout(a) == pattern_layout(b) &&
         pattern_arrays(a) == pattern_arrays(b);
}

// --- the memory guard ----------------------------------------------------------------------------

template <class S, class I, class O, class M>
std::int64_t csr_bytes(const CsrMatrix<S, I, O, M>& A) {
  return (A.num_rows() + 1) * std::int64_t(sizeof(O)) +
         A.nnz() * std::int64_t(sizeof(I) + sizeof(S));
}

/// Refuses a result of `count` places of `place_bytes` bytes that passes the limit of the options:
/// with the map that it is made by where they name one, else alone.
template <class Options, class Csr>
void guard_memory(std::string_view operation, std::string_view format, const Csr& A,
                  const Options& options, std::int64_t count, std::size_t place_bytes,
                  std::size_t map_bytes = sizeof(std::int64_t)) {
  if (!options.memory_limit_bytes) map_bytes = 0;
  check_memory_limit(operation, format,
                     saturated_product(count, std::int64_t(place_bytes + map_bytes)),
                     memory_limit(options.memory_limit_bytes, csr_bytes(A)));
}

}  // namespace detail

}  // namespace filigree
