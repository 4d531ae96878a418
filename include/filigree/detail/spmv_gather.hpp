// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spmv_problem.hpp>

namespace filigree::detail {

/// The two reductions that may ride on a product.
template <class Compute>
struct SpmvReduction {
  Compute dot{};
  Compute norm{};

  /// A row's share, of its result as stored.
  template <class Y>
  KOKKOS_INLINE_FUNCTION static SpmvReduction of_row(const Y& stored, const Y* dot_with,
                                                     std::int64_t row) {
    SpmvReduction result;
    const auto value = convert<Compute>(stored);
    if (dot_with != nullptr)
      result.dot = detail::conjugate(convert<Compute>(dot_with[row])) * value;
    result.norm = detail::conjugate(value) * value;
    return result;
  }

  KOKKOS_INLINE_FUNCTION SpmvReduction& operator+=(const SpmvReduction& other) {
    dot += other.dot;
    norm += other.norm;
    return *this;
  }
};

/// Asks Kokkos to pass the functor as a kernel argument: it would else copy a large one through
/// constant memory and wait for that, which a graph capture does not allow.
template <class Policy>
auto light_weight(const Policy& policy) {
  return Kokkos::Experimental::require(policy,
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

template <class Compute>
struct SpmvClearReduction {
  Compute* result;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const { result[i] = Compute{}; }
};

/// Reduces to result[0], result[1]. They stay on the device: nothing is waited for.
template <class Exec, class Policy, class Functor, class Compute>
void reduce_into(const char* label, const Exec& exec, const Policy& policy, std::int64_t length,
                 const Functor& functor, Compute* result) {
  if (length == 0) {
    Kokkos::parallel_for("filigree::spmv::clear_reduction",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, 2),
                         SpmvClearReduction<Compute>{result});
    return;
  }
  using Reduction = SpmvReduction<Compute>;
  const Kokkos::View<Reduction, typename Exec::memory_space,
                     Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      total(reinterpret_cast<Reduction*>(result));
  Kokkos::parallel_reduce(label, policy, functor, total);
}

/// Stores a row's result as it is.
struct StoreResult {
  template <class Compute>
  KOKKOS_INLINE_FUNCTION const Compute& operator()(std::int64_t, const Compute& value) const {
    return value;
  }
};

/// What a stored value adds to a row's sum.
template <class Compute, class A, class X>
KOKKOS_INLINE_FUNCTION Compute spmv_term(const A& stored, bool conjugated, const X& x) {
  if constexpr (is_complex_v<A>) {
    const auto value = convert<Compute>(stored);
    return (conjugated ? detail::conjugate(value) : value) * convert<Compute>(x);
  } else if constexpr (is_complex_v<Compute>) {
    // A real matrix on complex vectors: two products, not four.
    return convert<typename Compute::value_type>(stored) * convert<Compute>(x);
  } else {
    return convert<Compute>(stored) * convert<Compute>(x);
  }
}

/// alpha sum + beta y for one row, stored; returns what was stored.
template <class A, class X, class Y, class Compute, class Epilogue>
KOKKOS_INLINE_FUNCTION Y spmv_store(const SpmvOperands<A, X, Y, Compute>& operands,
                                    bool unit_diagonal, const Epilogue& epilogue, std::int64_t row,
                                    Compute sum) {
  const Compute alpha = operands.alpha.get();
  const Compute beta = operands.beta.get();
  Compute value{};
  if (alpha != Compute{}) {
    if (unit_diagonal) sum += convert<Compute>(operands.x[row]);
    value = alpha * sum;
  }
  if (beta != Compute{}) value += beta * convert<Compute>(operands.y[row]);
  const Y stored = convert<Y>(Compute(epilogue(row, value)));
  operands.z[row] = stored;
  return stored;
}

/// The generic kernel: a row a thread on the host, a row a vector of lanes on a device. It takes
/// every problem; `Epilogue(i, value)` returns what row i stores.
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index,
          class Epilogue = StoreResult>
class SpmvGather {
 public:
  using Problem = SpmvProblem<A, X, Y, Compute, Offset, Index>;
  using Reduction = SpmvReduction<Compute>;
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Policy::member_type;
  using value_type = Reduction;  // Kokkos' name for what a functor reduces

  SpmvGather(const Problem& problem, const Epilogue& epilogue = {})
      : problem_(problem), epilogue_(epilogue) {}

  void launch(const Exec& exec) {
    const std::int64_t num_rows = problem_.pattern.num_rows;
    // A plain range on the host: a team of one thread and one lane costs more than it gives.
    if constexpr (is_host_execution_v<Exec>) {
      dispatch(exec, light_weight(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                         exec, 0, num_rows)));
    } else {
      const double mean =
          double(problem_.pattern.nnz) / double(std::max<std::int64_t>(1, num_rows));
      const int lanes = std::clamp<int>(int(std::bit_ceil(unsigned(mean / 2 + 1))), 1, 32);
      const int threads = 256 / lanes;
      rows_per_team_ = threads * 4;
      const std::int64_t teams = (num_rows + rows_per_team_ - 1) / rows_per_team_;
      dispatch(exec, light_weight(Policy(exec, int(teams), threads, lanes)));
    }
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t row) const {
    store(row, product(row, problem_.alpha.get()));
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t row, Reduction& reduction) const {
    reduction += reduce(row, store(row, product(row, problem_.alpha.get())));
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    for_rows(team, [&](std::int64_t row, const Compute& sum) { store(row, sum); });
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team, Reduction& reduction) const {
    Reduction mine;
    for_rows(team,
             [&](std::int64_t row, const Compute& sum) { mine += reduce(row, store(row, sum)); });
    Kokkos::single(Kokkos::PerThread(team), [&] { reduction += mine; });
  }

  KOKKOS_INLINE_FUNCTION static void init(Reduction& reduction) { reduction = Reduction{}; }
  KOKKOS_INLINE_FUNCTION static void join(Reduction& reduction, const Reduction& other) {
    reduction += other;
  }

 private:
  template <class Space>
  void dispatch(const Exec& exec, const Space& policy) {
    if (problem_.reductions == nullptr) {
      Kokkos::parallel_for("filigree::spmv::generic", policy, *this);
    } else if constexpr (!std::is_integral_v<Compute>) {
      reduce_into("filigree::spmv::generic_reduce", exec, policy, problem_.pattern.num_rows, *this,
                  problem_.reductions);
    }
  }

  KOKKOS_INLINE_FUNCTION Compute term(std::int64_t row, std::int64_t k) const {
    const auto& pattern = problem_.pattern;
    const std::int64_t col = std::int64_t(pattern.col_indices[k]) - pattern.base;
    if (!pattern.filter.keeps_all() && !pattern.filter.keeps(row, col)) return Compute{};
    bool conjugated = pattern.conjugate;
    std::int64_t position = k;
    if (pattern.value_index != nullptr) {
      position = pattern.value_index[k];
      if (position < 0) {
        position = ~position;
        conjugated = !conjugated;
      }
    }
    return spmv_term<Compute>(problem_.values[position], conjugated, problem_.x[col]);
  }

  /// Where alpha is 0, A and x are not read.
  KOKKOS_INLINE_FUNCTION Compute product(std::int64_t row, const Compute& alpha) const {
    Compute sum{};
    if (alpha == Compute{}) return sum;
    const auto& pattern = problem_.pattern;
    const std::int64_t begin = std::int64_t(pattern.row_offsets[row]) - pattern.base;
    const std::int64_t end = std::int64_t(pattern.row_offsets[row + 1]) - pattern.base;
    for (std::int64_t k = begin; k < end; ++k) sum += term(row, k);
    return sum;
  }

  template <class Body>
  KOKKOS_INLINE_FUNCTION void for_rows(const Member& team, const Body& body) const {
    const auto& pattern = problem_.pattern;
    const std::int64_t first = std::int64_t(team.league_rank()) * rows_per_team_;
    const std::int64_t last =
        first + rows_per_team_ < pattern.num_rows ? first + rows_per_team_ : pattern.num_rows;
    const bool reads_matrix = problem_.alpha.get() != Compute{};
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last), [&](const std::int64_t row) {
      const std::int64_t begin = std::int64_t(pattern.row_offsets[row]) - pattern.base;
      const std::int64_t end =
          reads_matrix ? std::int64_t(pattern.row_offsets[row + 1]) - pattern.base : begin;
      Compute sum{};
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, begin, end),
          [&](const std::int64_t k, Compute& partial) { partial += term(row, k); }, sum);
      Kokkos::single(Kokkos::PerThread(team), [&] { body(row, sum); });
    });
  }

  KOKKOS_INLINE_FUNCTION Y store(std::int64_t row, const Compute& sum) const {
    return spmv_store(problem_, problem_.pattern.unit_diagonal, epilogue_, row, sum);
  }

  KOKKOS_INLINE_FUNCTION Reduction reduce(std::int64_t row, const Y& stored) const {
    return Reduction::of_row(stored, problem_.dot_with, row);
  }

  Problem problem_;
  Epilogue epilogue_;
  int rows_per_team_ = 1;
};

}  // namespace filigree::detail
