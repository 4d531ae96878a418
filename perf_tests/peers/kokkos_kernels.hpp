// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosKernels_config.h>
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>

#include <memory>
#include <string>
#include <vector>

#include "contender.hpp"

namespace perf::kokkos_kernels {

inline Peer description() {
  constexpr int version = KOKKOSKERNELS_VERSION;
  return {"Kokkos Kernels",
          std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
              std::to_string(version % 100),
          ""};
}

template <class Scalar>
using Sparse =
    KokkosSparse::CrsMatrix<Scalar, std::int32_t, Kokkos::Device<Exec, Space>, void, std::int32_t>;

/// The matrix in its container, which wants non-const indices of its own type; the arrays are
/// shared.
template <class Scalar>
Sparse<Scalar> wrap(const Matrix<Scalar>& A) {
  const Kokkos::View<std::int32_t*, Space, Kokkos::MemoryUnmanaged> offsets(
      const_cast<std::int32_t*>(A.row_offsets().data()), A.row_offsets().extent(0));
  const Kokkos::View<std::int32_t*, Space, Kokkos::MemoryUnmanaged> columns(
      const_cast<std::int32_t*>(A.col_indices().data()), A.col_indices().extent(0));
  return Sparse<Scalar>("A", std::int32_t(A.num_rows()), std::int32_t(A.num_cols()),
                        std::int32_t(A.nnz()), A.values(),
                        typename Sparse<Scalar>::row_map_type(offsets),
                        typename Sparse<Scalar>::index_type(columns));
}

template <class Scalar>
Contender prepare(const Product<Scalar>& product, KokkosSparse::SPMVAlgorithm algorithm) {
  using Handle = KokkosSparse::SPMVHandle<Exec, Sparse<Scalar>, Vector<Scalar>, Vector<Scalar>>;
  struct State {
    Sparse<Scalar> matrix;
    Handle handle;
  };
  const auto state = std::shared_ptr<State>(new State{wrap(product.A), Handle(algorithm)});
  const char* op = product.transposed() ? "T" : "N";
  Contender contender;
  contender.kernel = algorithm == KokkosSparse::SPMV_MERGE_PATH ? "merge path" : "default";
  const auto run = [state, product, op] {
    KokkosSparse::spmv(product.exec, &state->handle, op, Scalar(1), state->matrix, product.x,
                       Scalar(0), product.y);
  };
  // The handle is set up by the first product.
  contender.setup_seconds = setup_seconds(product.exec, run);
  contender.run = run;
  return contender;
}

template <class Scalar>
void add(std::vector<Entrant<Scalar>>& entrants) {
  using namespace KokkosSparse;
  for (const auto op : {filigree::Op::none, filigree::Op::transpose})
    entrants.push_back({"Kokkos Kernels", "default", op, [](const Product<Scalar>& product) {
                          return prepare(product, SPMV_DEFAULT);
                        }});
  entrants.push_back(
      {"Kokkos Kernels", "merge", filigree::Op::none,
       [](const Product<Scalar>& product) { return prepare(product, SPMV_MERGE_PATH); }});
}

}  // namespace perf::kokkos_kernels
