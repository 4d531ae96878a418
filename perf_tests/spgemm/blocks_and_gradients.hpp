// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <filigree/block_spgemm.hpp>
#include <filigree/convert_blocks.hpp>
#include <filigree/spgemm.hpp>
#include <filigree/spgemm_adjoint.hpp>

#include "checked_calls.hpp"
#include "sparse_results.hpp"
#include "spgemm/expected.hpp"

/// Products by blocks, beside products of the same entries, and gradients of products.

namespace perf {

/// Every entry becomes a full square block.
inline Pattern in_blocks(const Pattern& blocks, int size) {
  Pattern result{blocks.num_cols * size};
  for (std::int64_t row = 0; row < blocks.num_rows() * size; ++row) {
    const auto of = std::size_t(row / size);
    for (auto k = blocks.offsets[of]; k < blocks.offsets[of + 1]; ++k)
      for (int c = 0; c < size; ++c)
        result.columns.push_back(blocks.columns[std::size_t(k)] * size + c);
    result.end_row();
  }
  return result;
}

template <class Scalar>
void run_blocks(Session& session, const std::string& name, const Pattern& blocks, int size) {
  const Exec& exec = session.exec();
  const Pattern pattern = in_blocks(blocks, size);
  const Operand<Scalar> A(pattern, 1), B(pattern, 2);
  const Expected<Scalar> expected(A, B);
  const filigree::BsrOptions options{.block = filigree::BlockLayout{size, size}};
  const auto a = filigree::csr_to_bsr(exec, A.matrix, options);
  const auto b = filigree::csr_to_bsr(exec, B.matrix, options);
  Row problem;
  problem.problem = name;
  problem.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  const double bytes =
      (4 + double(sizeof(Scalar))) *
      double(2 * pattern.columns.size() + expected.values.size());  // of the entries' form
  const auto is_product = [&](const auto& C) {
    return expected.is(C.row_offsets(), C.col_indices(), C.values());
  };
  const auto is_block_product = [&](const auto& C) {
    return is_product(filigree::bsr_to_csr(exec, C, {.zeros = filigree::ZeroEntries::keep}));
  };
  auto of_blocks = filigree::block_spgemm(exec, a, b);
  auto of_entries = filigree::spgemm(exec, A.matrix, B.matrix);
  session.measure(
      problem, "product", bytes,
      {"filigree", "block_spgemm", [&] { of_blocks = filigree::block_spgemm(exec, a, b); },
       [&] { return is_block_product(of_blocks); }});
  session.measure(problem, "product", bytes,
                  {"filigree", "spgemm (entries)",
                   [&] { of_entries = filigree::spgemm(exec, A.matrix, B.matrix); },
                   [&] { return is_product(of_entries); }});
  using filigree::Op;
  const auto block_plan = filigree::block_spgemm_plan(exec, Op::none, Op::none, a, b);
  const auto block_result = block_plan.make_result(exec);
  const auto plan = filigree::spgemm_plan(exec, A.matrix, B.matrix);
  const auto result = plan.make_result(exec);
  const Kokkos::View<std::byte*, Space> workspace("workspace", block_plan.workspace_bytes());
  session.measure(
      problem, "values", bytes,
      {"filigree", "block_spgemm",
       [&] { block_plan.apply(exec, Scalar(1), a, b, Scalar(0), block_result, workspace); },
       [&] { return is_block_product(block_result); }});
  session.measure(problem, "values", bytes,
                  {"filigree", "spgemm (entries)",
                   [&] { plan.apply(exec, Scalar(1), A.matrix, B.matrix, result); },
                   [&] { return is_product(result); }});
}

/// Whether each entry (i, k) of a gradient is the sum of left(i, .) right(k, .) over the columns
/// that both rows have.
template <class Scalar>
bool is_gradient(const Pattern& places, const std::vector<Scalar>& gradient, const Pattern& left,
                 const std::vector<Scalar>& left_values, const Pattern& right,
                 const std::vector<Scalar>& right_values) {
  std::vector<double> row(std::size_t(left.num_cols));
  const double tolerance = 64 * double(std::numeric_limits<Scalar>::epsilon());
  for (std::size_t i = 0; i < std::size_t(places.num_rows()); ++i) {
    for (auto p = std::size_t(left.offsets[i]); p < std::size_t(left.offsets[i + 1]); ++p)
      row[std::size_t(left.columns[p])] = double(left_values[p]);
    for (auto e = std::size_t(places.offsets[i]); e < std::size_t(places.offsets[i + 1]); ++e) {
      const auto k = std::size_t(places.columns[e]);
      double sum = 0, size = 0;
      for (auto p = std::size_t(right.offsets[k]); p < std::size_t(right.offsets[k + 1]); ++p) {
        const double product = row[std::size_t(right.columns[p])] * double(right_values[p]);
        sum += product;
        size += std::abs(product);
      }
      if (!(std::abs(double(gradient[e]) - sum) <= tolerance * size)) return false;
    }
    for (auto p = std::size_t(left.offsets[i]); p < std::size_t(left.offsets[i + 1]); ++p)
      row[std::size_t(left.columns[p])] = 0;
  }
  return true;
}

/// The gradient with respect to A's values, by a plan, beside the product itself.
template <class Scalar>
void run_gradients(Session& session, const std::string& name, const Pattern& a, const Pattern& b) {
  using filigree::Op;
  const Exec& exec = session.exec();
  const Operand<Scalar> A(a, 1), B(b, 2);
  const Expected<Scalar> expected(A, B);
  const Operand<Scalar> grad_C(expected.pattern, 3);
  const Vector<Scalar> values("gradient", a.columns.size());
  const auto grad_A = A.matrix.with_values(values);
  Row problem;
  problem.problem = name;
  problem.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  const double bytes = (4 + double(sizeof(Scalar))) *
                       double(a.columns.size() + b.columns.size() + expected.values.size());
  const auto plan =
      filigree::spgemm_adjoint_a_plan(exec, Op::none, Op::none, B.matrix, grad_C.matrix, grad_A);
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  const auto is_right = [&] {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
    return is_gradient(a, std::vector<Scalar>(host.data(), host.data() + host.extent(0)),
                       expected.pattern, grad_C.values, b, B.values);
  };
  session.measure(
      problem, "gradient", bytes,
      {"filigree", "spgemm_adjoint_a",
       [&] { plan.apply(exec, Scalar(1), B.matrix, grad_C.matrix, Scalar(0), grad_A, workspace); },
       is_right});
}

}  // namespace perf
