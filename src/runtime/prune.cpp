// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/prune.hpp>

#include <filigree/detail/prune_front.hpp>
#include <runtime/pattern.hpp>

namespace filigree::runtime {
namespace {

template <class Exec, class Offset, class Index>
struct State {
  using Space = typename Exec::memory_space;

  Kokkos::View<Offset*, Space> offsets;
  Kokkos::View<Index*, Space> indices;
  Kokkos::View<std::int64_t*, Space> positions;
};

void check_matrix(std::string_view operation, const Target& target, const SparseOperand& A) {
  check_compressed(operation, "A", A, false);
  check_arrays(operation, "A", A);
  check_operand(operation, "A", target, A);
}

/// The marks of the values that stay.
template <class Exec>
auto marks_of(std::string_view operation, const Exec& exec, const SparseOperand& A,
              const PruneRule& rule) {
  return visit_scalar(A.scalar, [&]<class Scalar>(std::type_identity<Scalar>) {
    return detail::marked<typename Exec::memory_space, Exec, Scalar>(
        operation, exec, {1, A.nnz, 0, 1}, static_cast<const Scalar*>(A.values), rule);
  });
}

}  // namespace

ResultPlan make_prune_plan(const Target& target, const SparseOperand& A, const PruneRule& rule,
                           IndexBase base) try {
  constexpr std::string_view operation = "prune";
  const detail::ScopedRegion region("filigree::prune");
  check_matrix(operation, target, A);
  ResultPlan plan{target, A, {}, {}, false, A, nullptr};
  SparseOperand& result = plan.result;
  result.properties.index_base = base;
  result.values = nullptr;
  visit(target, A,
        [&]<class Exec, class Offset, class Index>(
            const Exec& exec, const detail::StoredPattern<Offset, Index>& pattern) {
          using Space = typename Exec::memory_space;
          const auto marks = marks_of(operation, exec, A, rule);
          const auto state = std::make_shared<State<Exec, Offset, Index>>();
          state->positions = detail::kept_positions(operation, exec, marks);
          result.nnz = std::int64_t(state->positions.extent(0));
          const std::int64_t num_offsets = A.offsets == nullptr ? 0 : A.num_rows + 1;
          state->offsets =
              detail::allocate<Offset, Space>(operation, exec, "filigree::offsets", num_offsets);
          detail::kept_offsets(exec, num_offsets, pattern.offsets, A.properties.index_base,
                               marks.words.data(), marks.starts.data(), base,
                               state->offsets.data());
          const Kokkos::View<const Index*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> indices(
              pattern.col_indices, std::size_t(A.nnz));
          state->indices = detail::picked_indices<Space, Index>(
              operation, exec, indices, std::int64_t(base) - std::int64_t(A.properties.index_base),
              state->positions);
          result.offsets = state->offsets.data();
          result.col_indices = state->indices.data();
          exec.fence("filigree::prune");  // the marks go
          plan.state = state;
        });
  return plan;
} catch (...) {
  detail::rethrow_as_error("prune");
}

void prune(const Target& target, const ResultPlan& plan, const SparseOperand& A,
           const SparseOperand& C) try {
  constexpr std::string_view operation = "prune";
  check_plan_target(operation, plan.target, target);
  check_plan_matrix(operation, "A", plan.a, A);
  check_result(operation, plan, C, true);
  visit(target, A,
        [&]<class Exec, class Offset, class Index>(const Exec& exec,
                                                   const detail::StoredPattern<Offset, Index>&) {
          detail::gather_bytes(exec, size_of(A.scalar), C.nnz,
                               plan.as<State<Exec, Offset, Index>>().positions.data(), A.values,
                               C.values);
        });
} catch (...) {
  detail::rethrow_as_error("prune");
}

std::int64_t count_kept(const Target& target, const SparseOperand& A, const PruneRule& rule,
                        std::int32_t* counts) try {
  constexpr std::string_view operation = "count_kept";
  check_compressed(operation, "A", A, false);
  check_region(operation, target);
  detail::check_pointer(operation, "A.row_offsets", A.offsets, A.num_rows);
  detail::check_pointer(operation, "A.values", A.values, A.nnz);
  detail::check_pointer(operation, "counts", counts, A.num_rows);
  return visit(target, A,
               [&]<class Exec, class Offset, class Index>(
                   const Exec& exec, const detail::StoredPattern<Offset, Index>& pattern) {
                 const auto marks = marks_of(operation, exec, A, rule);
                 if (A.num_rows > 0)
                   detail::count_kept(exec, A.num_rows, pattern.offsets, A.properties.index_base,
                                      marks.words.data(), marks.starts.data(), counts);
                 return detail::read_count(exec, marks.count());
               });
} catch (...) {
  detail::rethrow_as_error("count_kept");
}

}  // namespace filigree::runtime
