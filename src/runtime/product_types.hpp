// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <runtime/types.hpp>

/// The combinations of scalar types that operations are compiled for: the lists of the templates.

namespace filigree::runtime {

/// f(the operands' types). Throws not_supported for a combination that is not there.
#define FILIGREE_VISIT(...) \
  if (types == ProductTypes<__VA_ARGS__>::values) return f(ProductTypes<__VA_ARGS__>())
template <class F>
auto visit_spmv_types(const ScalarTypes& types, const F& f) {
#define FILIGREE_SPMV_TYPES FILIGREE_VISIT
#include <filigree/detail/spmv_types.inc>
#undef FILIGREE_SPMV_TYPES
  throw_types_not_supported("spmv", types);
}

/// As visit_spmv_types, for spmm.
template <class F>
auto visit_spmm_types(const ScalarTypes& types, const F& f) {
#define FILIGREE_SPMM_TYPES FILIGREE_VISIT
#include <filigree/detail/spmm_types.inc>
#undef FILIGREE_SPMM_TYPES
  throw_types_not_supported("spmm", types);
}

/// The types of triangular_solve: y is that of the right-hand sides too.
template <class F>
auto visit_solve_types(const ScalarTypes& types, const F& f) {
#define FILIGREE_SOLVE_TYPES(a, x, compute) FILIGREE_VISIT(a, x, x, compute)
#include <filigree/detail/triangular_solve_types.inc>
#undef FILIGREE_SOLVE_TYPES
  throw_types_not_supported("triangular_solve", types);
}

/// The types of spgemm and geam: a and x are those of the operands, y of the result.
template <class F>
auto visit_spgemm_types(const ScalarTypes& types, const F& f) {
#define FILIGREE_SPGEMM_TYPES(ab, c, compute) FILIGREE_VISIT(ab, ab, c, compute)
#include <filigree/detail/spgemm_types.inc>
#undef FILIGREE_SPGEMM_TYPES
  throw_types_not_supported("spgemm", types);
}
template <class F>
auto visit_geam_types(const ScalarTypes& types, const F& f) {
#define FILIGREE_GEAM_TYPES(ab, c, compute) FILIGREE_VISIT(ab, ab, c, compute)
#include <filigree/detail/geam_types.inc>
#undef FILIGREE_GEAM_TYPES
  throw_types_not_supported("geam", types);
}

/// The types of sddmm: a and x are those of the dense operands, y of the sparse matrix.
template <class F>
auto visit_sddmm_types(const ScalarTypes& types, const F& f) {
#define FILIGREE_SDDMM_TYPES(ab, c, compute) FILIGREE_VISIT(ab, ab, c, compute)
#include <filigree/detail/sddmm_types.inc>
#undef FILIGREE_SDDMM_TYPES
  throw_types_not_supported("sddmm", types);
}
#undef FILIGREE_VISIT

}  // namespace filigree::runtime
