// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/adjoints.hpp>
#include <filigree/convert_any.hpp>
#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/format/matrix_batch.hpp>
#include <filigree/masked_spgemm.hpp>
#include <filigree/sddmm.hpp>
#include <filigree/sddmm_op.hpp>
#include <filigree/spmm.hpp>
#include <filigree/spmm_op.hpp>
#include <filigree/spmv.hpp>
#include <filigree/spmv_functor.hpp>
#include <filigree/spmv_op.hpp>
#include <filigree/structured.hpp>
#include <filigree/structured_matmul.hpp>
#include <filigree/structured_search.hpp>
#include <filigree/tune.hpp>
#include <filigree/vector_operations.hpp>

#include "each_allocation.hpp"

/// Plans and products whose allocations fail.

namespace filigree::test {
namespace {

using Vector = Kokkos::View<double*, Space>;

/// A plan's product is that of the plan before.
const auto plan_digest = [](std::string& bytes, const auto& plan) {
  append(bytes, plan.kernel());
  append(bytes, plan.explain().index_bytes_per_nnz);
};

/// What a product reads, and what it may begin to write: of a Hyb matrix one kernel runs for each
/// part.
template <class Matrix, class X, class Y>
Watched watched_operands(const Matrix&, const X& x, const Y& y) {
  if constexpr (requires(const Matrix& A) { A.ell(); }) return Watched(x).with_results(y);
  return Watched(x, y);
}

/// Plans and one-shot products of a matrix in some format with every op.
template <class Matrix>
void test_spmv(const Matrix& A) {
  const Exec exec;
  const Vector x = test_vector(A.num_cols()), y = test_vector(A.num_rows());
  for (const Op op : {Op::none, Op::transpose}) {
    SCOPED_TRACE(name(op));
    const Watched watched = watched_operands(A, x, y);
    each_allocation_fails(
        "spmv_plan", watched, [&] { return spmv_plan(exec, op, A); }, plan_digest);
    if (op == Op::transpose)
      each_allocation_fails("spmv spmv_plan", watched, [&] {
        return spmv(exec, op, 1.5, A, x, 0.5, y, {.deterministic = true});
      });
    const auto plan = spmv_plan(exec, op, A);
    each_allocation_fails(
        "spmv", watched, [&] { return plan.apply(exec, 1.5, A, x, 0.5, y); }, Asks::for_none);
  }
}

TEST(AllocationFailure, spmv_of_csr_and_coo) {
  const Exec exec;
  const Csr A = test_matrix();
  test_spmv(A);
  test_spmv(A.with_properties({.type = MatrixType::symmetric, .sorted = true, .unique = true}));
  test_spmv(csr_to_coo(exec, A));
}

TEST(AllocationFailure, spmv_of_other_formats) {
  const Exec exec;
  const Csr A = test_matrix();
  test_spmv(csr_to_sell(exec, A));
  test_spmv(csr_to_hyb(exec, A));
  test_spmv(csr_to_bsr(exec, A, {.memory_limit_bytes = 1 << 20, .block = BlockLayout{2, 2}}));
  test_spmv(AnyMatrix(csr_to_ell(exec, A)));
}

/// Large enough for plans with lists of rows, which take many arrays and vectors to make.
TEST(AllocationFailure, compressed_plans) {
  const Exec exec;
  const Csr A = test_matrix(3000);
  const Watched watched(A);
  for (const auto& options : {SpmvOptions{}, SpmvOptions{.pattern_check = PatternCheck::content}})
    for (const Op op : {Op::none, Op::transpose})
      each_allocation_fails(
          "spmv_plan", watched, [&] { return spmv_plan(exec, op, A, options); }, plan_digest);
}

TEST(AllocationFailure, spmv_with_an_epilogue_and_reductions) {
  const Exec exec;
  const Csr A = test_matrix();
  const Vector x = test_vector(60), y = test_vector(60), z = test_vector(60), sums = test_vector(2);
  const auto plan = spmv_plan(exec, Op::none, A);
  each_allocation_fails("spmv_apply", Watched(x, y).with_results(z), [&] {
    return spmv_apply(exec, plan, 1.0, A, x, 1.0, y, z,
                      [](std::int64_t row, double value) { return value + double(row); });
  });
  each_allocation_fails("spmv", Watched(x, y).with_results(z, sums), [&] {
    return plan.apply(exec, 1.0, A, x, 1.0, y, z, {z, sums});
  });
}

template <class Matrix>
void test_spmm(const Matrix& A) {
  const Exec exec;
  const auto B = test_dense(int(A.num_cols()), 5), C = test_dense(int(A.num_rows()), 5);
  for (const Op op : {Op::none, Op::transpose}) {
    SCOPED_TRACE(name(op));
    const Watched watched = watched_operands(A, B, C);
    each_allocation_fails(
        "spmm_plan spmv_plan", watched, [&] { return spmm_plan(exec, op, A); },
        [](std::string& bytes, const auto& plan) { append(bytes, plan.workspace_bytes(5)); });
    if (op == Op::transpose)
      each_allocation_fails("spmm spmm_plan spmv_plan", watched, [&] {
        return spmm(exec, op, 1.5, A, B, 0.5, C, {.deterministic = true});
      });
    const auto plan = spmm_plan(exec, op, A);
    each_allocation_fails("spmm", watched, [&] { return plan.apply(exec, 1.5, A, B, 0.5, C); });
  }
}

TEST(AllocationFailure, spmm) {
  const Exec exec;
  const Csr A = test_matrix();
  test_spmm(A);
  test_spmm(csr_to_coo(exec, A));
  test_spmm(csr_to_bsr(exec, A, {.memory_limit_bytes = 1 << 20, .block = BlockLayout{2, 2}}));
  test_spmm(csr_to_hyb(exec, A));
  test_spmm(AnyMatrix(csr_to_sell(exec, A)));
}

TEST(AllocationFailure, batches) {
  const Exec exec;
  const Csr A = test_matrix();
  const MatrixBatch<Csr> batch(A, 3, {});
  const Kokkos::View<double***, Kokkos::LayoutRight, Space> B("B", 3, 60, 4), C("C", 3, 60, 4);
  Kokkos::deep_copy(B, 0.5);
  Kokkos::deep_copy(C, 2.0);
  const Watched watched(A, B, C);
  for (const Op op : {Op::none, Op::transpose})
    each_allocation_fails("spmm spmm_plan spmv_plan", watched, [&] {
      return spmm(exec, op, 1.5, batch, B, 0.5, C, {.deterministic = true});
    });
  each_allocation_fails(
      "spmm_plan spmv_plan", watched, [&] { return spmm_plan(exec, Op::transpose, batch); },
      [](std::string& bytes, const auto& plan) { append(bytes, plan.workspace_bytes(4)); });
}

TEST(AllocationFailure, sddmm) {
  const Exec exec;
  const Csr C = test_matrix();
  const auto A = test_dense(60, 6), B = test_dense(6, 60);
  const Watched watched(A, B, C);
  each_allocation_fails(
      "sddmm", watched, [&] { return sddmm(exec, 1.5, A, B, 0.5, C); }, Asks::for_none);
  for (const PatternCheck check : {PatternCheck::identity, PatternCheck::content})
    each_allocation_fails(
        "sddmm_plan", watched, [&] { return sddmm_plan(exec, C, {.pattern_check = check}); },
        [](std::string& bytes, const auto& plan) { append(bytes, plan.workspace_bytes(6)); });
  const auto plan = sddmm_plan(exec, C);
  each_allocation_fails(
      "sddmm", watched, [&] { return plan.apply(exec, 1.5, A, B, 0.5, C); }, Asks::for_none);
}

TEST(AllocationFailure, adjoints) {
  const Exec exec;
  const Csr A = test_matrix(), grad_A = copy_to<Space>(A);
  const auto B = test_dense(60, 4), grad_B = test_dense(60, 4), grad_C = test_dense(60, 4);
  const Vector x = test_vector(60), grad_x = test_vector(60), grad_y = test_vector(60);
  each_allocation_fails(
      "spmm_adjoint_values sddmm", Watched(B, grad_C, grad_A),
      [&] { return spmm_adjoint_values(exec, Op::none, Op::none, 1.0, B, grad_C, 1.0, grad_A); },
      Asks::for_none);
  each_allocation_fails(
      "spmm_adjoint_dense spmm", Watched(A, grad_C, grad_B),
      [&] { return spmm_adjoint_dense(exec, Op::none, Op::none, 1.0, A, grad_C, 1.0, grad_B); },
      Asks::for_none);
  each_allocation_fails(
      "spmv_adjoint_vector spmm", Watched(A, grad_y, grad_x),
      [&] { return spmv_adjoint_vector(exec, Op::transpose, 1.0, A, grad_y, 1.0, grad_x); },
      Asks::for_none);
  each_allocation_fails(
      "sddmm_adjoint_a spmm", Watched(A, B, grad_B),
      [&] { return sddmm_adjoint_a(exec, Op::none, Op::transpose, 1.0, A, B, 1.0, grad_B); },
      Asks::for_none);
}

TEST(AllocationFailure, semirings) {
  const Exec exec;
  const Csr A = test_matrix(), C = copy_to<Space>(A);
  const Vector x = test_vector(60), y = test_vector(60);
  const auto B = test_dense(60, 4), D = test_dense(60, 4), E = test_dense(4, 60);
  const auto semiring = semirings::min_plus<double>();
  each_allocation_fails(
      "spmv_op", Watched(A, x, y), [&] { return spmv_op(exec, Op::none, semiring, A, x, y); },
      Asks::for_none);
  each_allocation_fails(
      "spmm_op", Watched(A, B, D), [&] { return spmm_op(exec, Op::none, semiring, A, B, D); },
      Asks::for_none);
  each_allocation_fails(
      "sddmm_op", Watched(D, E, C),
      [&] { return sddmm_op(exec, Op::none, Op::none, semiring, D, E, C); }, Asks::for_none);
  each_allocation_fails(
      "masked_spgemm", Watched(A, C),
      [&] { return masked_spgemm(exec, Op::none, Op::transpose, semiring, A, A, C); },
      Asks::for_none);
}

TEST(AllocationFailure, sparse_vectors) {
  const Exec exec;
  const SparseVector<double, std::int32_t, Space> x(60, array<Space>(std::vector{3, 17, 59}),
                                                    test_vector(3));
  const Vector y = test_vector(60);
  const Kokkos::View<double, Space> result("result");
  const Watched watched = Watched(x.values()).with_results(y, result);
  const auto writes = [&](std::string_view operation, const auto& call) {
    each_allocation_fails(
        operation, watched,
        [&] {
          call();
          return true;
        },
        Asks::for_none);
  };
  writes("axpby", [&] { axpby(exec, 2.0, x, 0.5, y); });
  writes("gather", [&] { gather(exec, y, x); });
  writes("scatter", [&] { scatter(exec, x, y); });
  writes("spvv", [&] { spvv(exec, Op::none, x, y, result); });
}

TEST(AllocationFailure, structured_products) {
  const Exec exec;
  const Kokkos::View<float**, Kokkos::LayoutRight, Space> A("A", 16, 32), B("B", 32, 8),
      D("D", 16, 8);
  for (int k = 0; k < 16 * 32; ++k) A.data()[k] = float(k % 5);
  Kokkos::deep_copy(B, 0.5f);
  Kokkos::deep_copy(D, 3.0f);
  each_allocation_fails("structured_prune", Watched(A), [&] {
    structured_prune(exec, A, A, StructuredPruneRule::strip);
    return true;
  });
  structured_prune(exec, A, A, StructuredPruneRule::strip);
  const Watched watched(A, B, D);
  each_allocation_fails("structured_compress structured_check", watched,
                        [&] { return structured_compress(exec, A); });
  const auto compressed = structured_compress(exec, A);
  each_allocation_fails("structured_matmul", watched, [&] {
    return structured_matmul(exec, Op::none, Op::none, 1, compressed, B, D);
  });
  each_allocation_fails("structured_matmul_plan", watched, [&] {
    return structured_matmul_plan(exec, Op::none, Op::none, compressed, B, D).kernel();
  });
  each_allocation_fails("structured_matmul_kernels", watched, [&] {
    return structured_matmul_kernels(exec, Op::none, Op::none, compressed, B, D).size();
  });
  const auto plan = structured_matmul_plan(exec, Op::none, Op::none, compressed, B, D);
  each_allocation_fails(
      "StructuredMatmulPlan::explain", watched, [&] { return plan.explain(exec); },
      [](std::string& bytes, const auto& explanation) { append(bytes, explanation.text()); });
  const StructuredSearchOptions quick{.samples = 1, .sample_seconds = 0};
  each_allocation_fails("structured_search structured_matmul", watched, [&] {
    return structured_search(exec, Op::none, Op::none, compressed, B, D, quick).measurements.size();
  });
}

/// Their reasons are strings.
TEST(AllocationFailure, explanations) {
  const Exec exec;
  const Csr A = test_matrix();
  const auto B = test_dense(60, 5), C = test_dense(60, 5), D = test_dense(5, 60);
  const auto text = [](std::string& bytes, const auto& explanation) {
    append(bytes, explanation.text());
  };
  const auto vectors = spmv_plan(exec, Op::none, A);
  each_allocation_fails(
      "SpmvPlan::explain", Watched(A), [&] { return vectors.explain(); }, text);
  const auto matrices = spmm_plan(exec, Op::none, A);
  each_allocation_fails(
      "SpmmPlan::explain", Watched(A), [&] { return matrices.explain(exec, A, B, C); }, text);
  const auto sampled = sddmm_plan(exec, A);
  each_allocation_fails(
      "SddmmPlan::explain", Watched(A), [&] { return sampled.explain(exec, B, D, A); }, text);
}

TEST(AllocationFailure, recommendations) {
  const Exec exec;
  const Csr A = test_matrix();
  const Watched watched(A);
  each_allocation_fails("matrix_statistics", watched,
                        [&] { return matrix_statistics(exec, A).max_row_length; });
  each_allocation_fails("describe_machine", watched, [&] { return describe_machine(exec).name; });
  each_allocation_fails("recommend spmv_plan SpmvPlan::explain matrix_statistics describe_machine",
                        watched, [&] { return recommend(exec, A).ranked.size(); });
}

/// A candidate whose memory fails does not count, which is no error of tune() unless it is Csr.
TEST(AllocationFailure, tuning) {
  const Exec exec;
  const Csr A = test_matrix();
  const TuneOptions quick{.max_candidates = 2, .samples = 1, .sample_seconds = 0};
  each_allocation_fails(
      "tune recommend spmv_plan SpmvPlan::explain matrix_statistics describe_machine tune_key spmv",
      Watched(A), [&] { return tune(exec, A, quick); },
      [](std::string& bytes, const TuneResult& result) {
        append(bytes, result.choice.key.machine);
        append(bytes, result.measurements.size());
      });
}

}  // namespace
}  // namespace filigree::test
