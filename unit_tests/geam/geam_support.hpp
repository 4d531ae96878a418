// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <filigree/geam.hpp>

#include "spmv/spmv_support.hpp"

/// Sums worked out place by place in long double.

namespace filigree::test {

/// An operand as tests make it.
struct GeamSide {
  Triplets triplets;
  MatrixProperties properties{};
  Op op = Op::none;
  Order order = Order::sorted;
};

struct GeamPlaceSum {
  Wide value = 0;
  long double scale = 0;
  std::int64_t terms = 0;
};
using GeamReference = std::map<std::pair<std::int64_t, std::int64_t>, GeamPlaceSum>;

inline void add_to(GeamReference& reference, const GeamSide& side, const Wide& factor) {
  for (const Entry& e : full_entries(side.triplets, side.properties)) {
    const bool turned = side.op != Op::none;
    auto& sum = reference[turned ? std::pair(e.col, e.row) : std::pair(e.row, e.col)];
    if (factor == Wide(0)) continue;
    const Wide term = factor * (side.op == Op::conjugate_transpose ? std::conj(e.value) : e.value);
    sum.value += term;
    sum.scale += std::abs(term);
    ++sum.terms;
  }
}

/// Fails unless C is that sum: rows sorted, each place once, offsets that fit, values close.
template <class Compute, class S, class I, class O, class M>
::testing::AssertionResult is_sum(const CsrMatrix<S, I, O, M>& C, const GeamReference& reference) {
  using Result = std::remove_const_t<S>;
  const auto offsets = download(C.row_offsets());
  const auto columns = download(C.col_indices());
  const auto values = download(C.values());
  const auto base = std::int64_t(C.index_base());
  if (!C.properties().sorted || !C.properties().unique ||
      C.properties().type != MatrixType::general)
    return ::testing::AssertionFailure() << "flags";
  if (columns.size() != reference.size() || values.size() != reference.size())
    return ::testing::AssertionFailure()
           << columns.size() << " entries instead of " << reference.size();
  if (std::int64_t(offsets.size()) != C.num_rows() + 1 || offsets[0] != O(base))
    return ::testing::AssertionFailure() << "offsets";
  Reference expected;
  auto next = reference.begin();
  for (std::int64_t row = 0; row < C.num_rows(); ++row)
    for (auto k = std::int64_t(offsets[std::size_t(row)]) - base;
         k < std::int64_t(offsets[std::size_t(row) + 1]) - base; ++k, ++next) {
      if (next == reference.end())
        return ::testing::AssertionFailure() << "row " << row << " ends behind the last entry";
      const std::int64_t col = std::int64_t(columns[std::size_t(k)]) - base;
      if (next->first != std::pair(row, col))
        return ::testing::AssertionFailure()
               << "entry " << k << " is (" << row << ", " << col << ") instead of ("
               << next->first.first << ", " << next->first.second << ")";
      expected.value.push_back(next->second.value);
      expected.scale.push_back(next->second.scale);
      expected.terms.push_back(next->second.terms);
    }
  if (next != reference.end()) return ::testing::AssertionFailure() << "rows end too early";
  return is_close<Result, Compute>(values, expected);
}

template <class Matrix>
Matrix matrix_of(const GeamSide& side) {
  return MatrixFrom<Matrix>::make(side.triplets, side.properties, side.order);
}

/// Makes the plan of two matrices, applies it with several factors and compares each result.
/// Returns the kernel.
template <class AMatrix, class BMatrix, class C, class Exec>
KernelId test_sum(const Exec& exec, const GeamSide& a, const GeamSide& b,
                  const GeamOptions& options = {}) {
  using Compute = geam_compute_t<typename AMatrix::scalar_type, typename BMatrix::scalar_type, C>;
  const auto A = matrix_of<AMatrix>(a);
  const auto B = matrix_of<BMatrix>(b);
  const auto plan = geam_plan(exec, a.op, A, b.op, B, options);
  const auto result = plan.template result<C>(exec);
  KernelId kernel;
  for (const auto& [alpha, beta] :
       {std::pair<Wide, Wide>({1.5, -0.25}, {-0.5, 2}), {0, 1}, {2, 0}}) {
    Kokkos::deep_copy(exec, result.values(), poison<C>());
    kernel = plan.apply(exec, narrow<Compute>(alpha), A, narrow<Compute>(beta), B, result);
    exec.fence();
    GeamReference reference;
    add_to(reference, a, widen(narrow<Compute>(alpha)));
    add_to(reference, b, widen(narrow<Compute>(beta)));
    EXPECT_TRUE((is_sum<Compute>(result, reference)))
        << "op A " << name(a.op) << ", op B " << name(b.op) << ", " << kernel.name;
  }
  EXPECT_EQ(plan.kernel(), kernel);
  return kernel;
}

}  // namespace filigree::test
