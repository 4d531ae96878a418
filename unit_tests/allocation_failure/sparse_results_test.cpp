// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/block_spgemm.hpp>
#include <filigree/convert_blocks.hpp>
#include <filigree/geam.hpp>
#include <filigree/spgemm_adjoint.hpp>

#include "each_allocation.hpp"

/// Products and sums with sparse results, and gradients of products, whose allocations fail.

namespace filigree::test {
namespace {

using Vector = Kokkos::View<double*, Space>;

const auto plan_digest = [](std::string& bytes, const auto& plan) {
  append(bytes, plan.memory_bytes());
  if constexpr (requires { plan.col_indices(); }) {
    append(bytes, plan.row_offsets());
    append(bytes, plan.col_indices());
  }
};

TEST(AllocationFailure, products_of_sparse_matrices) {
  const Exec exec;
  const Csr A = test_matrix(), D = test_matrix();
  const auto coo = csr_to_coo(exec, A);
  constexpr const char* names = "spgemm spgemm_plan SpgemmPlan::make_result";
  for (const Backend backend : {Backend::generic, Backend::automatic})
    each_allocation_fails(names, Watched(A), [&] {
      return spgemm(exec, Op::none, Op::none, 2, A, A, {.backend = backend});
    });
  each_allocation_fails(
      "spgemm_plan", Watched(A), [&] { return spgemm_plan(exec, Op::transpose, Op::none, A, A); },
      plan_digest);
  each_allocation_fails(names, Watched(A, D),
                        [&] { return spgemm(exec, Op::none, Op::transpose, 2, A, A, -1, D); });
  each_allocation_fails("spgemm spgemm_plan SpgemmPlan::make_result convert_to coo_to_csr validate",
                        Watched(A), [&] { return spgemm(exec, coo, A); });
  const auto plan = spgemm_plan(exec, Op::transpose, Op::none, A, A);
  const auto C = plan.make_result(exec);
  each_allocation_fails("spgemm", Watched(A, C), [&] { return plan.apply(exec, 1, A, A, C); });
}

TEST(AllocationFailure, sums_of_sparse_matrices) {
  const Exec exec;
  const Csr A = test_matrix(), B = test_matrix(60);
  for (const Op op : {Op::none, Op::transpose}) {
    each_allocation_fails(
        "geam_plan", Watched(A), [&] { return geam_plan(exec, op, A, op, B); }, plan_digest);
    each_allocation_fails("geam geam_plan GeamPlan::result", Watched(A, B),
                          [&] { return geam(exec, op, 2, A, op, -1, B); });
  }
}

TEST(AllocationFailure, gradients_of_products) {
  const Exec exec;
  const Csr A = test_matrix();
  constexpr Op op_a = Op::none, op_b = Op::transpose;
  const auto C = spgemm(exec, op_a, op_b, 1, A, A);
  const auto gradient = A.with_values(test_vector(A.nnz()));
  const Watched watched(A, C, gradient);
  each_allocation_fails(
      "spgemm_adjoint_a_plan", watched,
      [&] { return spgemm_adjoint_a_plan(exec, op_a, op_b, A, C, gradient); }, plan_digest);
  each_allocation_fails("spgemm_adjoint_a spgemm_adjoint_a_plan", watched,
                        [&] { return spgemm_adjoint_a(exec, op_a, op_b, 2, A, C, 1, gradient); });
  each_allocation_fails("spgemm_adjoint_b spgemm_adjoint_b_plan", watched,
                        [&] { return spgemm_adjoint_b(exec, op_a, op_b, 2, A, C, 1, gradient); });
}

TEST(AllocationFailure, products_of_blocks) {
  const Exec exec;
  const auto A = csr_to_bsr(exec, test_matrix(), {.block = BlockLayout{2, 2}});
  for (const Op op : {Op::none, Op::transpose}) {
    SCOPED_TRACE(name(op));
    each_allocation_fails(
        "block_spgemm_plan spgemm_plan", Watched(A),
        [&] { return block_spgemm_plan(exec, op, op, A, A); }, plan_digest);
    each_allocation_fails("block_spgemm block_spgemm_plan spgemm_plan BlockSpgemmPlan::make_result",
                          Watched(A), [&] { return block_spgemm(exec, op, op, 2, A, A); });
    const auto plan = block_spgemm_plan(exec, op, op, A, A);
    const auto C = plan.make_result(exec);
    Kokkos::deep_copy(C.values(), 0.5);
    each_allocation_fails("block_spgemm", Watched(A, C),
                          [&] { return plan.apply(exec, 2, A, A, 1, C); });
  }
}

}  // namespace
}  // namespace filigree::test
