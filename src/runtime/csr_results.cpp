// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/csr_results.hpp>

#include <string_view>
#include <type_traits>

#include <filigree/iluk_pattern.hpp>
#include <filigree/ilut.hpp>
#include <filigree/reorder.hpp>
#include <runtime/owned_container.hpp>
#include <runtime/pattern.hpp>
#include <runtime/solve_scalars.hpp>

namespace filigree::runtime {
namespace {

/// An array of one integer for each row.
template <class Integer, class Space>
using PerRow = Kokkos::View<Integer*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

void check_csr(std::string_view operation, const Target& target, const SparseOperand& A,
               bool with_values) {
  check_compressed(operation, "A", A, false);
  check_arrays(operation, "A", A, with_values);
  check_operand(operation, "A", target, A, {}, with_values);
}

/// f(exec, A as a container of its types)
template <class F>
auto visit_csr(std::string_view operation, const Target& target, const SparseOperand& A,
               const F& f) {
  check_csr(operation, target, A, true);
  return visit_solve_scalar(operation, A.scalar, [&]<class T>(std::type_identity<T>) {
    return visit_integers(
        target, A,
        [&]<class Exec, class Offset, class Index>(const Exec& exec, std::type_identity<Offset>,
                                                   std::type_identity<Index>) {
          return f(exec, csr_container<const T, typename Exec::memory_space, Offset, Index>(A));
        });
  });
}

}  // namespace

void reverse_cuthill_mckee(const Target& target, const SparseOperand& A, void* order) try {
  constexpr std::string_view operation = "reverse_cuthill_mckee";
  check_csr(operation, target, A, false);
  detail::check_pointer(operation, "order", order, A.num_rows);
  visit_integers(target, A,
                 [&]<class Exec, class Offset, class Index>(
                     const Exec& exec, std::type_identity<Offset>, std::type_identity<Index>) {
                   filigree::reverse_cuthill_mckee(
                       exec, csr_container<AnyValue, typename Exec::memory_space, Offset, Index>(A),
                       PerRow<Index, typename Exec::memory_space>(static_cast<Index*>(order),
                                                                  std::size_t(A.num_rows)));
                 });
} catch (...) {
  detail::rethrow_as_error("reverse_cuthill_mckee");
}

OwnedMatrix reorder(const Target& target, const SparseOperand& A, const void* order) try {
  constexpr std::string_view operation = "reorder";
  detail::check_pointer(operation, "order", order, A.num_rows);
  return visit_csr(operation, target, A, [&]<class Exec>(const Exec& exec, const auto& matrix) {
    using Index = typename std::remove_cvref_t<decltype(matrix)>::index_type;
    const PerRow<const Index, typename Exec::memory_space> rows(static_cast<const Index*>(order),
                                                                std::size_t(A.num_rows));
    return owned(Format::csr, filigree::reorder(exec, matrix, rows));
  });
} catch (...) {
  detail::rethrow_as_error("reorder");
}

OwnedMatrix iluk_pattern(const Target& target, const SparseOperand& A, std::int64_t level) try {
  return visit_csr("iluk_pattern", target, A, [&](const auto& exec, const auto& matrix) {
    return owned(Format::csr, filigree::iluk_pattern(exec, matrix, level).matrix);
  });
} catch (...) {
  detail::rethrow_as_error("iluk_pattern");
}

OwnedFactors ilut(const Target& target, const SparseOperand& A, const IlutOptions& options) try {
  return visit_csr("ilut", target, A, [&](const auto& exec, const auto& matrix) {
    const auto factors = filigree::ilut(exec, matrix, options);
    return OwnedFactors{owned(Format::csr, factors.matrix), factors.first_zero_pivot};
  });
} catch (...) {
  detail::rethrow_as_error("ilut");
}

}  // namespace filigree::runtime
