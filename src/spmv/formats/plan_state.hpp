// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include <filigree/detail/spmv_row_gather.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <filigree/spmv.hpp>
#include <spmv/host/column_windows.hpp>
#include <spmv/messages.hpp>
#include <spmv/normalise.hpp>
#include <spmv/plan_state.hpp>

namespace filigree::detail {

/// All that a plan for a format with a row visitor holds. Where the visitor's rows are rows of
/// op(A), products read the format as it is; on a host also where they are rows of op(A)^T, which
/// then add to the sums of their columns. Else a CSR plan walks rows of op(A) and reads the
/// format's values at their places. Written by make_plan, then only read.
template <class Exec, class Rows>
struct SpmvFormatPlanState : SpmvPlanBase<StoredRows<Rows>> {
  using index_type = typename Rows::index_type;
  template <class Offset>
  using CsrPlan = std::shared_ptr<const SpmvPlanState<Exec, Offset, index_type>>;

  NormalisedOp normal;  ///< in terms of the visitor's rows and columns

  /// Without one, products read the format as it is, by the base's choice.
  std::variant<std::monostate, CsrPlan<std::int32_t>, CsrPlan<std::int64_t>> rewritten;

  PlannedColumnWindows<typename Exec::memory_space> windows;  ///< of rows that scatter

  bool is_rewritten() const { return rewritten.index() != 0; }
  bool scatters() const { return windows.exist(); }
};

/// f(plan) of the CSR plan; `otherwise` where there is none.
template <class State, class Result, class F>
Result visit_rewritten(const State& state, Result otherwise, const F& f) {
  return std::visit(
      [&](const auto& plan) -> Result {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(plan)>, std::monostate>)
          return otherwise;
        else
          return f(*plan);
      },
      state.rewritten);
}

/// op(A) in terms of the visitor's rows and columns.
template <class Rows>
NormalisedOp normalise(Op op, const StoredRows<Rows>& stored) {
  NormalisedOp normal = normalise(op, stored.properties);
  if (stored.by_columns) normal = normal.of_transpose();
  if (!stored.adds_unit_diagonal) normal.unit_diagonal = false;
  return normal;
}

/// Whether the visitor's rows are rows of op(A).
inline bool is_gather(const NormalisedOp& normal) { return !normal.mirrored && !normal.transposed; }

/// Whether a plan may keep stored rows that are rows of op(A)^T.
template <class Exec>
bool may_scatter(const NormalisedOp& normal) {
  return is_host_execution_v<Exec> && normal.transposed && !normal.mirrored;
}

template <class Rows>
using kernel_rows_t = decltype(kernel_rows(std::declval<const StoredRows<Rows>&>()));

template <class Rows>
using row_kernel_names = RowKernelNames<kernel_rows_t<Rows>>;

/// Throws not_supported for products that a mask has no meaning for.
template <class Rows>
void check_mask(std::string_view operation, Op op, const NormalisedOp& normal,
                const StoredRows<Rows>& stored) {
  if (stored.masked && !is_gather(normal)) throw_masked(operation, op, stored.properties.type);
}

}  // namespace filigree::detail
