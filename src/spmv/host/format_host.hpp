// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spmv_gather.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <filigree/detail/spmv_row_gather.hpp>

#include "spmv/host/format_sums.hpp"
#include "spmv/host/partition.hpp"
#include "spmv/host/store_rows.hpp"
#include "spmv/host/vector_rows.hpp"

/// SpMV on the host for formats with a row visitor, in the same shape as CSR's (csr_host.hpp): as
/// many parts as threads, sums of a range of rows in the first-level cache until they are stored.
/// Rows are summed in an order that depends on the matrix only.

namespace filigree::detail {

/// z = alpha A x + beta y, one part a call.
template <class Exec, class Problem>
class FormatHost {
 public:
  using A = typename Problem::matrix_scalar;
  using X = typename Problem::x_scalar;
  using Y = typename Problem::y_scalar;
  using Compute = typename Problem::compute_type;
  using Rows = typename Problem::rows_type;
  using Sums = FormatSums<A, X, Rows>;
  using Reduction = SpmvReduction<Compute>;
  using value_type = Reduction;

  FormatHost(const Problem& problem, std::int64_t parts)
      : problem_(problem),
        sums_(problem.rows),
        group_(Sums::granularity(problem.rows)),
        groups_(groups_of(problem.rows.num_rows, group_)),
        parts_(parts) {}

  void launch(const Exec& exec) const {
    if (problem_.reductions == nullptr)
      return run_parts("filigree::spmv::format_host", exec, parts_, *this);
    reduce_into("filigree::spmv::format_host_reduce", exec, parts_policy(exec, parts_), parts_,
                *this, problem_.reductions);
  }

  void operator()(const std::int64_t part) const {
    Reduction unused;
    run<false>(part, unused);
  }
  void operator()(const std::int64_t part, Reduction& reduction) const {
    run<true>(part, reduction);
  }

  static void init(Reduction& reduction) { reduction = Reduction{}; }
  static void join(Reduction& reduction, const Reduction& other) { reduction += other; }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t first_row(std::int64_t part) const {
    const std::int64_t group =
        first_of_part(groups_, part, parts_, double(Sums::weight_before(problem_.rows, groups_)),
                      double(row_weight * group_),
                      [&](std::int64_t g) { return Sums::weight_before(problem_.rows, g); });
    return std::min(group * group_, problem_.rows.num_rows);
  }

  template <bool Reduce>
  void run(std::int64_t part, Reduction& reduction) const {
    const StoreRows<X, Y, Compute> store(problem_, problem_.rows.num_rows, problem_.unit_diagonal);
    // Whole groups, as many as fit; of larger ones a piece.
    const std::int64_t step =
        group_ <= host_range_rows ? host_range_rows / group_ * group_ : host_range_rows;
    const std::int64_t end = first_row(part + 1);
    for (std::int64_t first = first_row(part); first < end; first += step) {
      const std::int64_t last = std::min(first + step, end);
      alignas(64) Compute sums[host_range_rows];
      if (store.needs_sums())
        sums_.sum(problem_.values, problem_.x, first, last, sums);
      else
        std::fill_n(sums, last - first, Compute{});
      store_range<Reduce>(store, first, last, sums, reduction);
    }
    store.finish();
  }

  template <bool Reduce>
  void store_range(const StoreRows<X, Y, Compute>& store, std::int64_t first, std::int64_t last,
                   const Compute* sums, Reduction& reduction) const {
    if constexpr (requires { problem_.rows.row_permutation; }) {
      if (problem_.rows.row_permutation != nullptr) {
        for (std::int64_t k = first; k < last; ++k)
          store.template apply_row<Reduce>(problem_.rows.row_of(k), sums[k - first], reduction);
        return;
      }
    }
    store.template apply<Reduce>(first, last, sums, reduction);
  }

  Problem problem_;
  Sums sums_;
  std::int64_t group_;
  std::int64_t groups_;
  std::int64_t parts_;
};

/// The tuned host kernels of formats as formats/tuned.hpp lists them; `Name` has the name.
template <class Name>
struct FormatHostKernel {
  static constexpr std::string_view name = Name::value;
  static constexpr bool fuses_reductions = true;

  template <class Problem>
  static constexpr bool takes =
      has_vector_rows<typename Problem::matrix_scalar, typename Problem::x_scalar,
                      typename Problem::compute_type>;

  template <class Input, class Rows>
  static bool can_implement(const Input& input, const Rows& rows) {
    return !input.filtered && FormatSums<double, double, Rows>::takes(rows);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    FormatHost<Exec, Problem>(problem, host_parts(exec, problem.nnz + problem.rows.num_rows))
        .launch(exec);
  }
};

#define FILIGREE_FORMAT_HOST_KERNEL(Kernel, kernel_name)   \
  struct Kernel##Name {                                    \
    static constexpr std::string_view value = kernel_name; \
  };                                                       \
  using Kernel = FormatHostKernel<Kernel##Name>
FILIGREE_FORMAT_HOST_KERNEL(EllHost, "ell_host");
FILIGREE_FORMAT_HOST_KERNEL(SellHost, "sell_host");
FILIGREE_FORMAT_HOST_KERNEL(BsrHost, "bsr_host");
FILIGREE_FORMAT_HOST_KERNEL(BlockedEllHost, "blocked_ell_host");
FILIGREE_FORMAT_HOST_KERNEL(DiaHost, "dia_host");
FILIGREE_FORMAT_HOST_KERNEL(HdiaHost, "hdia_host");
#undef FILIGREE_FORMAT_HOST_KERNEL

}  // namespace filigree::detail
