// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <variant>

#include <filigree/core/error.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/spmm_any_front.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/detail/spmm_front.hpp>

/// Values in the order of a plan's rows: where they come from, and what an SpmmValues holds.

namespace filigree::detail {

/// Whether a matrix's values are one array (of an AnyMatrix it depends on what it holds).
template <class Matrix>
inline constexpr bool has_value_array = true;
template <class Matrix>
inline constexpr bool has_value_array<MatrixBatch<Matrix>> = false;
template <class S, class I, class M>
inline constexpr bool has_value_array<HybMatrix<S, I, M>> = false;

/// Whether spmm takes matrices of this scalar type.
template <class Scalar>
constexpr bool is_spmm_scalar() {
  bool found = false;
#define FILIGREE_SPMM_TYPES(a, ...) found = found || std::is_same_v<Scalar, a>
#include <filigree/detail/spmm_types.inc>
#undef FILIGREE_SPMM_TYPES
  return found;
}

/// Where the values of the rows that a plan walks are stored.
struct ValuePlaces {
  AnyOffsets index;        ///< as GatherRows::value_index; of null data: the rows need none
  std::int64_t count = 0;  ///< of the rows' entries

  bool are_in_order() const { return index.data() == nullptr; }
};

template <class Rows>
ValuePlaces value_places_of(const SpmmRows<Rows>&) {
  return {};
}
template <class Index>
ValuePlaces value_places_of(const SpmmRows<GatherRows<Index>>& matrix) {
  return {matrix.rows.value_index, matrix.nnz};
}

/// Throws stale_plan unless `stored` is the pattern that the plan was made for.
template <class Exec, class Stored>
ValuePlaces planned_value_places(const Exec& exec, const SpmmPlanState<Exec, Stored>& state,
                                 const Stored& stored) {
  if (!may_be_same(state.stored, stored, state.options.pattern_check)) throw_stale_spmm_plan();
  return visit_spmm_rows(exec, state, stored,
                         [](const auto& matrix) { return value_places_of(matrix); });
}

template <class Exec, class Index>
ValuePlaces planned_value_places(const Exec&, const SpmmPlanState<Exec, StoredHyb<Index>>&,
                                 const StoredHyb<Index>&) {
  throw_error(Status::not_supported,
              {"SpmmPlan::order_values", "A", "a matrix in HYB, whose values lie in two arrays",
               "a matrix whose values are one array",
               "pass A itself to apply, or make the plan of another format"});
}

template <class Exec, class Index, class Offset>
ValuePlaces planned_value_places(const Exec& exec,
                                 const SpmmPlanState<Exec, StoredAny<Index, Offset>>& state,
                                 const StoredAny<Index, Offset>& stored) {
  return std::visit(
      [&]<class Stored>(const Stored& held) {
        if (const auto* const plan = std::get_if<spmm_state_pointer_t<Exec, Stored>>(&state.plan))
          return planned_value_places(exec, **plan, held);
        throw_stale_spmm_plan();
      },
      stored.pattern);
}

/// to[b * places.count + k] = what stands at place k of the rows, of each of `count` matrices whose
/// values are `stride` apart; a negative place names a conjugate. Allocates nothing, waits for
/// nothing.
template <class Exec, class Scalar>
FILIGREE_EXPORT void order_spmm_values(const Exec& exec, const ValuePlaces& places,
                                       const Scalar* from, std::int64_t stride, std::int64_t count,
                                       Scalar* to);

/// Throws stale_plan.
[[noreturn]] FILIGREE_EXPORT void throw_values_of_another_plan();
/// Throws invalid_value: `found` and `expected` matrices, -1 for one that is no batch.
[[noreturn]] FILIGREE_EXPORT void throw_other_value_batch(std::int64_t found,
                                                          std::int64_t expected);

template <class Scalar>
void check_value_batch(const SparseValues<Scalar>& found, const SparseValues<Scalar>& expected) {
  const auto matrices = [](const SparseValues<Scalar>& values) {
    return values.is_batch ? values.count : -1;
  };
  if (matrices(found) != matrices(expected))
    throw_other_value_batch(matrices(found), matrices(expected));
}

/// What an SpmmValues holds.
template <class Exec, class Matrix>
struct SpmmValuesState {
  using Scalar = typename Matrix::scalar_type;

  std::shared_ptr<const void> plan;  ///< its state; null: no values
  Matrix pattern;
  /// The values of a batch that are read where they lie.
  typename StridedBatch<Matrix>::value_view batch;
  Kokkos::View<Scalar*, typename Exec::memory_space> ordered;
  SparseValues<Scalar> values;

  /// Takes the values of `a`, of as many matrices as before. Where they are to be put in order,
  /// `ordered` has room for them.
  template <class A>
  void assign(const Exec& exec, const ValuePlaces& places, const A& a) {
    const SparseValues<Scalar> stored = sparse_values(a);
    pattern = Matrix(SparseArgument<A>::pattern(a));
    values = stored;
    if (places.are_in_order()) {
      if constexpr (SparseArgument<A>::is_batch) batch = a.values;
      return;
    }
    order_spmm_values(exec, places, stored.data, stored.stride, stored.count, ordered.data());
    values.data = ordered.data();
    values.stride = stored.is_batch ? places.count : 0;
    values.in_order = true;
  }
};

}  // namespace filigree::detail
