// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/hybrid.hpp>

#include <filigree/convert_formats.hpp>
#include <filigree/spmv.hpp>
#include <runtime/pattern.hpp>

namespace filigree::runtime {
namespace {

template <class T, class Exec>
using HybOf = HybMatrix<T, std::int32_t, typename Exec::memory_space>;

/// f(exec, type)
template <class F>
void visit_hybrid(const Target& target, ScalarType type, const F& f) {
  target.visit([&](const auto& exec) {
    visit_scalar(type, [&]<class T>(std::type_identity<T> scalar) {
      if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> ||
                    std::is_same_v<T, complex_float> || std::is_same_v<T, complex_double>)
        f(exec, scalar);
      else
        throw_types_not_supported("hybrid matrix", {type, type, type});
    });
  });
}

template <class T, class Exec>
auto view_of_vector(const Exec&, const VectorOperand& vector) {
  return Kokkos::View<T*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      static_cast<T*>(vector.values), std::size_t(vector.size));
}

}  // namespace

HybridMatrix make_hybrid(const Target& target, const SparseOperand& A, const HybOptions& options) {
  HybridMatrix result;
  result.scalar = A.scalar;
  result.num_rows = A.num_rows;
  result.num_cols = A.num_cols;
  result.nnz = A.nnz;
  visit_hybrid(target, A.scalar, [&]<class T, class Exec>(const Exec& exec, std::type_identity<T>) {
    const auto csr =
        CsrMatrix<const T, std::int32_t, std::int32_t, typename Exec::memory_space>::wrap(
            A.num_rows, A.num_cols, A.nnz, static_cast<const std::int32_t*>(A.offsets),
            static_cast<const std::int32_t*>(A.col_indices), static_cast<const T*>(A.values),
            A.properties);
    const auto matrix = std::make_shared<const HybOf<T, Exec>>(csr_to_hyb(exec, csr, options));
    exec.fence();
    result.ell_width = matrix->ell().ell_width();
    result.ell_columns = matrix->ell().col_indices().data();
    result.ell_values = matrix->ell().values().data();
    result.coo_nnz = matrix->coo().nnz();
    result.coo_rows = matrix->coo().row_indices().data();
    result.coo_columns = matrix->coo().col_indices().data();
    result.coo_values = matrix->coo().values().data();
    result.state = matrix;
  });
  return result;
}

KernelId spmv(const Target& target, Op op, const ScalarOperand& alpha, const HybridMatrix& A,
              const VectorOperand& x, const ScalarOperand& beta, const VectorOperand& y) {
  KernelId kernel{};
  visit_hybrid(target, A.scalar, [&]<class T, class Exec>(const Exec& exec, std::type_identity<T>) {
    kernel = filigree::spmv(exec, op, scalar_argument<T>(alpha),
                            *static_cast<const HybOf<T, Exec>*>(A.state.get()),
                            view_of_vector<const T>(exec, x), scalar_argument<T>(beta),
                            view_of_vector<T>(exec, y));
  });
  return kernel;
}

void hybrid_to_csr(const Target& target, const HybridMatrix& A, const SparseOperand& B) {
  check_arrays("hybrid_to_csr", "B", B);
  ToCsrOptions options;
  options.index_base = B.properties.index_base;
  visit_hybrid(target, A.scalar, [&]<class T, class Exec>(const Exec& exec, std::type_identity<T>) {
    const auto csr =
        hyb_to_csr<std::int32_t>(exec, *static_cast<const HybOf<T, Exec>*>(A.state.get()), options);
    const std::size_t entries = std::size_t(csr.nnz());
    detail::copy_bytes(exec, (std::size_t(A.num_rows) + 1) * sizeof(std::int32_t),
                       csr.row_offsets().data(), B.offsets);
    detail::copy_bytes(exec, entries * sizeof(std::int32_t), csr.col_indices().data(),
                       B.col_indices);
    detail::copy_bytes(exec, entries * sizeof(T), csr.values().data(), B.values);
    exec.fence();
  });
}

}  // namespace filigree::runtime
