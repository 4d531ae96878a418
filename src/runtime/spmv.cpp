// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <string_view>

#include <filigree/core/execution.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/spmv_format_front.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <runtime/dense.hpp>
#include <runtime/pattern.hpp>
#include <runtime/product_types.hpp>
#include <runtime/products.hpp>

namespace filigree::runtime {
namespace {

template <class Exec, class Stored>
struct StateOf;
template <class Exec, class Offset, class Index>
struct StateOf<Exec, detail::StoredPattern<Offset, Index>> {
  using type = detail::SpmvPlanState<Exec, Offset, Index>;
};
template <class Exec, class Rows>
struct StateOf<Exec, detail::StoredRows<Rows>> {
  using type = detail::SpmvFormatPlanState<Exec, Rows>;
};
template <class Exec, class Stored>
using State = typename StateOf<Exec, Stored>::type;

template <class Types>
auto operands_of(const ScalarOperand& alpha, const SparseOperand& A, const VectorOperand& x,
                 const ScalarOperand& beta, const VectorOperand& y, const VectorOperand& z) {
  using Compute = typename Types::Compute;
  return detail::SpmvOperands<typename Types::A, typename Types::X, typename Types::Y, Compute>{
      static_cast<const typename Types::A*>(A.values), scalar_argument<Compute>(alpha),
      static_cast<const typename Types::X*>(x.values), scalar_argument<Compute>(beta),
      static_cast<const typename Types::Y*>(y.values), static_cast<typename Types::Y*>(z.values)};
}

/// f(exec, pattern, operands), all with their types.
template <class F>
KernelId visit_product(const Target& target, const ScalarOperand& alpha, const SparseOperand& A,
                       const VectorOperand& x, const ScalarOperand& beta, const VectorOperand& y,
                       const VectorOperand& z, const F& f) {
  return visit_spmv_types({A.scalar, x.scalar, y.scalar}, [&]<class Types>(const Types&) {
    const auto operands = operands_of<Types>(alpha, A, x, beta, y, z);
    return visit_stored(
        target, A, [&](const auto& exec, const auto& stored) { return f(exec, stored, operands); });
  });
}

/// What messages call the result.
std::string_view result_name(const VectorOperand& y, const VectorOperand& z) {
  return y.values == z.values ? "y" : "z";
}

}  // namespace

void check_spmv(Op op, const SparseOperand& A, const VectorOperand& x, const VectorOperand& y,
                const VectorOperand& z) {
  constexpr std::string_view operation = "spmv";
  visit_spmv_types({A.scalar, x.scalar, y.scalar}, [](const auto&) {});
  const bool transposed = op != Op::none;
  detail::check_vector(operation, "x", x.size, true, transposed ? A.num_rows : A.num_cols,
                       "the columns of op(A)");
  detail::check_vector(operation, "y", y.size, true, transposed ? A.num_cols : A.num_rows,
                       "the rows of op(A)");
  if (z.scalar != y.scalar)
    detail::throw_error(Status::not_supported,
                        {operation, "z", "values of " + std::string(name(z.scalar)),
                         "values of " + std::string(name(y.scalar)), "give z the type of y"});
  detail::check_vector(operation, "z", z.size, true, y.size, "the rows of op(A)");
  check_arrays(operation, "A", A);
  detail::check_pointer(operation, "x", x.values, x.size);
  detail::check_pointer(operation, "y", y.values, y.size);
  detail::check_pointer(operation, "z", z.values, z.size);
  const auto bytes = [](const VectorOperand& v) { return std::size_t(v.size) * size_of(v.scalar); };
  detail::check_overlap(operation, "x", x.values, bytes(x), result_name(y, z), z.values, bytes(z),
                        false);
  detail::check_overlap(operation, "y", y.values, bytes(y), "z", z.values, bytes(z), true);
}
void check_spmv(Op op, const SparseOperand& A, const VectorOperand& x, const VectorOperand& y) {
  check_spmv(op, A, x, y, y);
}

KernelId spmv(const Target& target, Op op, const ScalarOperand& alpha, const SparseOperand& A,
              const VectorOperand& x, const ScalarOperand& beta, const VectorOperand& y,
              const VectorOperand& z, const SpmvOptions& options) try {
  const detail::ScopedRegion region("filigree::spmv");
  check_spmv(op, A, x, y, z);
  check_operand("spmv", "A", target, A, memory_of(result_name(y, z), z));
  return visit_product(target, alpha, A, x, beta, y, z,
                       [&](const auto& exec, const auto& stored, const auto& operands) {
                         return detail::run_once(exec, op, stored, operands, options);
                       });
} catch (...) {
  detail::rethrow_as_error("spmv");
}
KernelId spmv(const Target& target, Op op, const ScalarOperand& alpha, const SparseOperand& A,
              const VectorOperand& x, const ScalarOperand& beta, const VectorOperand& y,
              const SpmvOptions& options) {
  return spmv(target, op, alpha, A, x, beta, y, y, options);
}

Plan make_spmv_plan(const Target& target, Op op, const SparseOperand& A,
                    const SpmvOptions& options) try {
  check_arrays("spmv_plan", "A", A);
  check_operand("spmv_plan", "A", target, A);
  const detail::ScalarKind kind{size_of(A.scalar), is_complex(A.scalar), name(A.scalar).data()};
  Plan plan{op, target, A, nullptr};
  plan.state = visit_stored(target, A, [&](const auto& exec, const auto& stored) {
    return std::shared_ptr<const void>(detail::make_plan(exec, op, stored, kind, options));
  });
  return plan;
} catch (...) {
  detail::rethrow_as_error("spmv_plan", "use the product in one call");
}

std::size_t spmv_workspace_bytes(const Plan& plan) {
  return visit_stored(plan.target, plan.matrix,
                      [&]<class Exec, class Stored>(const Exec&, const Stored&) {
                        return detail::plan_workspace_bytes(plan.as<State<Exec, Stored>>());
                      });
}

KernelId spmv(const Target& target, const Plan& plan, const ScalarOperand& alpha,
              const SparseOperand& A, const VectorOperand& x, const ScalarOperand& beta,
              const VectorOperand& y, const VectorOperand& z, const Workspace& workspace) try {
  const detail::ScopedRegion region("filigree::spmv");
  check_plan("spmv", target, plan, A);
  check_spmv(plan.op, A, x, y, z);
  check_operand("spmv", "A", target, A, memory_of(result_name(y, z), z));
  return visit_product(
      target, alpha, A, x, beta, y, z,
      [&]<class Exec, class Stored>(const Exec& exec, const Stored& stored, auto operands) {
        operands.workspace = workspace.data;
        operands.workspace_bytes = workspace.bytes;
        return detail::run_plan(exec, plan.as<State<Exec, Stored>>(), stored, operands);
      });
} catch (...) {
  detail::rethrow_as_error("spmv");
}

KernelId spmv(const Target& target, const Plan& plan, const ScalarOperand& alpha,
              const SparseOperand& A, const VectorOperand& x, const ScalarOperand& beta,
              const VectorOperand& y, const Workspace& workspace) {
  return spmv(target, plan, alpha, A, x, beta, y, y, workspace);
}

}  // namespace filigree::runtime
