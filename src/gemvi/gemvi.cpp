// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>

#include <core/execution_spaces.hpp>
#include <filigree/detail/spmv_gather.hpp>
#include <filigree/gemvi.hpp>

namespace filigree::detail {
namespace {

/// Where neighbouring rows of op(A) lie side by side, some of them an item, entry by entry of x;
/// else a row an item, its entries one after the other (on a device over the lanes of a warp).
template <class Exec, class T, class Index>
class Gemvi {
 public:
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Team = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Team::member_type;

  explicit Gemvi(const GemviProblem<T, Index>& problem) : problem_(problem) {}

  void launch(const Exec& exec) const {
    const std::int64_t rows = problem_.num_rows;
    if (problem_.row_stride == 1) {
      const std::int64_t items = (rows + rows_per_item - 1) / rows_per_item;
      Kokkos::parallel_for("filigree::gemvi", light_weight(Range(exec, 0, items)), *this);
    } else if constexpr (is_host_execution_v<Exec>) {
      Kokkos::parallel_for("filigree::gemvi_by_row", light_weight(Range(exec, 0, rows)),
                           ByRow{*this});
    } else {
      const int lanes = int(std::bit_ceil(
          unsigned(std::clamp<std::int64_t>(problem_.nnz, std::int64_t(1), std::int64_t(32)))));
      const int threads = 256 / lanes;
      Kokkos::parallel_for(
          "filigree::gemvi_by_row",
          light_weight(Team(exec, int((rows + threads - 1) / threads), threads, lanes)), *this);
    }
  }

  /// Item i: rows from i * rows_per_item on, in steps of 1.
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    const std::int64_t first = i * rows_per_item;
    const std::int64_t left = problem_.num_rows - first;
    const int count = int(
        left < rows_per_item ? left : rows_per_item);  // no reference: nvcc has no address of it
    const T alpha = problem_.alpha.get();
    T sums[rows_per_item] = {};
    for (std::int64_t k = 0; alpha != T{} && k < problem_.nnz; ++k) {
      const T* const column = problem_.A + column_of(k) * problem_.col_stride + first;
      const T x = problem_.values[k];
      for (int r = 0; r < count; ++r) sums[r] += entry(column[r]) * x;
    }
    for (int r = 0; r < count; ++r) store(first + r, alpha, sums[r]);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const std::int64_t row = std::int64_t(team.league_rank()) * team.team_size() + team.team_rank();
    if (row >= problem_.num_rows) return;
    const T alpha = problem_.alpha.get();
    T sum{};
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, alpha == T{} ? 0 : problem_.nnz),
        [&](const std::int64_t k, T& partial) { partial += term(row, k); }, sum);
    Kokkos::single(Kokkos::PerThread(team), [&] { store(row, alpha, sum); });
  }

 private:
  static constexpr std::int64_t rows_per_item = is_host_execution_v<Exec> ? 64 : 1;

  /// A row an item.
  struct ByRow {
    Gemvi gemvi;

    KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t row) const {
      const T alpha = gemvi.problem_.alpha.get();
      T sum{};
      for (std::int64_t k = 0; alpha != T{} && k < gemvi.problem_.nnz; ++k)
        sum += gemvi.term(row, k);
      gemvi.store(row, alpha, sum);
    }
  };

  KOKKOS_INLINE_FUNCTION std::int64_t column_of(std::int64_t k) const {
    return std::int64_t(problem_.indices[k]) - problem_.base;
  }
  KOKKOS_INLINE_FUNCTION T entry(const T& stored) const {
    return problem_.conjugate ? detail::conjugate(stored) : stored;
  }
  KOKKOS_INLINE_FUNCTION T term(std::int64_t row, std::int64_t k) const {
    const std::int64_t place = row * problem_.row_stride + column_of(k) * problem_.col_stride;
    return entry(problem_.A[place]) * problem_.values[k];
  }
  KOKKOS_INLINE_FUNCTION void store(std::int64_t row, const T& alpha, const T& sum) const {
    const T beta = problem_.beta.get();
    T value = alpha == T{} ? T{} : alpha * sum;
    if (beta != T{}) value += beta * problem_.y[row];
    problem_.y[row] = value;
  }

  GemviProblem<T, Index> problem_;
};

}  // namespace

template <class Exec, class T, class Index>
KernelId run_gemvi(const Exec& exec, const GemviProblem<T, Index>& problem) {
  if (problem.num_rows > 0) Gemvi<Exec, T, Index>(problem).launch(exec);
  return {"gemvi_generic"};
}

#define FILIGREE_INSTANTIATE(Exec, T)                                             \
  template KernelId run_gemvi(const Exec&, const GemviProblem<T, std::int32_t>&); \
  template KernelId run_gemvi(const Exec&, const GemviProblem<T, std::int64_t>&);
FILIGREE_FOR_EACH_SPACE_AND_SCALAR(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
