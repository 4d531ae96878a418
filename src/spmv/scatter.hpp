// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spmv_gather.hpp>
#include <spmv/normalise.hpp>

/// One-shot products whose entries do not lie row by row of op(A), on a device: z = beta y, then
/// every entry adds its share by an atomic. Nothing is allocated; sums round differently from run
/// to run. (A host's threads have sums of their own: host/scatter_host.hpp.)

namespace filigree::detail {

/// Whether a one-shot product that scatters needs no plan: atomics need a result of the compute
/// type.
template <class Exec, class Y, class Compute>
inline constexpr bool scatters_in_one_call =
    is_host_execution_v<Exec> || std::is_same_v<Y, Compute>;

template <class T>
KOKKOS_INLINE_FUNCTION void atomic_accumulate(T* where, const T& value) {
  if constexpr (is_complex_v<T>) {
    // The parts are independent sums; a complex atomic would take a lock.
    auto* parts = reinterpret_cast<typename T::value_type*>(where);
    Kokkos::atomic_add(parts, value.real());
    Kokkos::atomic_add(parts + 1, value.imag());
  } else {
    Kokkos::atomic_add(where, value);
  }
}

/// z = beta y, plus alpha x where the diagonal is 1.
template <class X, class Y, class Compute>
struct SpmvScale {
  ScalarArgument<Compute> alpha;
  const X* x;
  ScalarArgument<Compute> beta;
  const Y* y;
  Y* z;
  bool unit_diagonal;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    const Compute b = beta.get();
    Compute value{};
    if (b != Compute{}) value = b * convert<Compute>(y[i]);
    if (unit_diagonal) {
      const Compute a = alpha.get();
      if (a != Compute{}) value += a * convert<Compute>(x[i]);
    }
    z[i] = convert<Y>(value);
  }
};

template <class Exec, class A, class X, class Y, class Compute>
void scale_result(const Exec& exec, std::int64_t length, bool unit_diagonal,
                  const SpmvOperands<A, X, Y, Compute>& operands) {
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("filigree::spmv::scale", light_weight(Range(exec, 0, length)),
                       SpmvScale<X, Y, Compute>{operands.alpha, operands.x, operands.beta,
                                                operands.y, operands.z, unit_diagonal});
}

/// Adds what the stored value at `place`, of the entry (row, col) of A, is in op(A) x.
template <class A, class X, class Y, class Compute>
KOKKOS_INLINE_FUNCTION void scatter_entry(const NormalisedOp& op,
                                          const SpmvOperands<A, X, Y, Compute>& operands,
                                          const Compute& alpha, std::int64_t row, std::int64_t col,
                                          std::int64_t place) {
  if (!op.filter.keeps(row, col)) return;
  const Compute value = convert<Compute>(operands.values[place]);
  const auto add = [&](std::int64_t to, std::int64_t from, const Compute& a) {
    atomic_accumulate(operands.z + to, Y(alpha * (a * convert<Compute>(operands.x[from]))));
  };
  const std::int64_t to = op.transposed ? col : row;
  const std::int64_t from = op.transposed ? row : col;
  add(to, from, op.conjugate ? detail::conjugate(value) : value);
  if (op.mirrored && row != col)
    add(from, to, op.conjugate != op.conjugate_mirror ? detail::conjugate(value) : value);
}

/// z += alpha op(A) x, A as it is stored.
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
class SpmvScatter {
 public:
  using Operands = SpmvOperands<A, X, Y, Compute>;
  using Stored = StoredPattern<Offset, Index>;
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Team = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Team::member_type;

  SpmvScatter(const NormalisedOp& op, const Stored& stored, const Operands& operands)
      : op_(op),
        stored_(stored),
        operands_(operands),
        base_(stored.properties.index_base == IndexBase::one ? 1 : 0),
        majors_(stored.format == StoredFormat::csc ? stored.num_cols : stored.num_rows) {}

  /// z = beta y (and the unit diagonal): what launch() begins with.
  void scale(const Exec& exec) const {
    scale_result(exec, op_.transposed ? stored_.num_cols : stored_.num_rows, op_.unit_diagonal,
                 operands_);
  }

  void launch(const Exec& exec) {
    scale(exec);
    if (stored_.nnz == 0) return;
    if (stored_.is_coo()) {
      Kokkos::parallel_for("filigree::spmv::coo_scatter", light_weight(Range(exec, 0, stored_.nnz)),
                           *this);
    } else {
      const double mean = double(stored_.nnz) / double(std::max<std::int64_t>(1, majors_));
      const int lanes = std::clamp<int>(int(std::bit_ceil(unsigned(mean / 2 + 1))), 1, 32);
      majors_per_team_ = 4 * (256 / lanes);
      const std::int64_t teams = (majors_ + majors_per_team_ - 1) / majors_per_team_;
      Kokkos::parallel_for("filigree::spmv::csr_scatter",
                           light_weight(Team(exec, int(teams), 256 / lanes, lanes)), *this);
    }
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    const Compute alpha = operands_.alpha.get();
    if (alpha == Compute{}) return;
    if (stored_.format == StoredFormat::coo || stored_.format == StoredFormat::coo_aos) {
      const std::int64_t at = i * stored_.index_stride();
      act(alpha, std::int64_t(stored_.row_indices[at]) - base_,
          std::int64_t(stored_.col_indices[at]) - base_, i);
      return;
    }
    const std::int64_t end = std::int64_t(stored_.offsets[i + 1]) - base_;
    for (std::int64_t k = std::int64_t(stored_.offsets[i]) - base_; k < end; ++k)
      act_major(alpha, i, k);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const Compute alpha = operands_.alpha.get();
    if (alpha == Compute{}) return;
    const std::int64_t first = std::int64_t(team.league_rank()) * majors_per_team_;
    const std::int64_t last =
        first + majors_per_team_ < majors_ ? first + majors_per_team_ : majors_;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last), [&](const std::int64_t major) {
      const std::int64_t begin = std::int64_t(stored_.offsets[major]) - base_;
      const std::int64_t end = std::int64_t(stored_.offsets[major + 1]) - base_;
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, begin, end),
                           [&](const std::int64_t k) { act_major(alpha, major, k); });
    });
  }

 private:
  KOKKOS_INLINE_FUNCTION void act_major(const Compute& alpha, std::int64_t major,
                                        std::int64_t k) const {
    if (stored_.format == StoredFormat::csr)
      act(alpha, major, std::int64_t(stored_.col_indices[k]) - base_, k);
    else
      act(alpha, std::int64_t(stored_.row_indices[k]) - base_, major, k);
  }

  KOKKOS_INLINE_FUNCTION void act(const Compute& alpha, std::int64_t row, std::int64_t col,
                                  std::int64_t k) const {
    scatter_entry(op_, operands_, alpha, row, col, k);
  }

  NormalisedOp op_;
  Stored stored_;
  Operands operands_;
  std::int64_t base_;
  std::int64_t majors_;
  std::int64_t majors_per_team_ = 1;
};

}  // namespace filigree::detail
