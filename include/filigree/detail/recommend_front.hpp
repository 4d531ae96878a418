// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/convert_any.hpp>
#include <filigree/detail/convert_front.hpp>
#include <filigree/detail/format_problem.hpp>
#include <filigree/detail/recommend_problem.hpp>
#include <filigree/recommend.hpp>
#include <filigree/spmv.hpp>

/// The calls of recommend.hpp.

namespace filigree {

namespace detail {

/// f(A) for A itself where it is a Csr matrix, else for a Csr matrix made from it.
template <class Exec, class S, class I, class O, class M, class F>
auto with_csr(const Exec& exec, const AnyMatrix<S, I, O, M>& A, const F& f) {
  using Csr = typename AnyMatrix<S, I, O, M>::template container_t<Format::csr>;
  if (A.format() == Format::csr) return f(A.template get<Csr>());
  return f(Csr(A.convert_to(exec, Format::csr).template get<Format::csr>()));
}

}  // namespace detail

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
MatrixStatistics matrix_statistics(const Exec& exec,
                                   const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A) try {
  const detail::ScopedRegion region("filigree::matrix_statistics");
  detail::check_reachable<Exec, CsrMatrix<Scalar, Index, Offset, MemorySpace>>();
  return detail::pattern_facts(exec, detail::compressed(A));
} catch (...) {
  detail::rethrow_as_error("matrix_statistics");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Recommendations recommend(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                          const RecommendOptions& options) try {
  using Value = std::remove_const_t<Scalar>;
  const detail::ScopedRegion region("filigree::recommend");
  const SpmvExplanation csr = spmv_plan(exec, Op::none, A).explain();
  detail::CostInput input;
  input.statistics = matrix_statistics(exec, A);
  input.machine = options.machine ? *options.machine : describe_machine(exec);
  input.scalar_bytes = sizeof(Value);
  input.index_bytes = sizeof(Index);
  input.offset_bytes = sizeof(Offset);
  const MatrixType type = A.properties().type;
  input.is_mirrored = type == MatrixType::symmetric || type == MatrixType::hermitian;
  input.csr_kernel = std::string(csr.kernel);
  input.csr_bytes_moved = csr.bytes_moved;
  const std::int64_t csr_bytes = A.nnz() * std::int64_t(sizeof(Value) + sizeof(Index)) +
                                 (A.num_rows() + 1) * std::int64_t(sizeof(Offset));
  input.memory_limit_bytes = detail::memory_limit(options.memory_limit_bytes, csr_bytes);
  input.kernel_of = [&](Format format, const FormatParameters& parameters) {
    return detail::expected_kernel(exec, format, parameters, input.statistics, scalar_name<Value>,
                                   sizeof(Value));
  };
  return detail::rank_formats(input);
} catch (...) {
  detail::rethrow_as_error("recommend");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Recommendations recommend(const Exec& exec, const AnyMatrix<Scalar, Index, Offset, MemorySpace>& A,
                          const RecommendOptions& options) {
  return detail::with_csr(exec, A, [&](const auto& csr) { return recommend(exec, csr, options); });
}

}  // namespace filigree
