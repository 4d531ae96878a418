// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>

#include <vector>

#include <filigree/format/csr.hpp>

namespace filigree::test {

template <class Scalar, class Offset>
using KernelsCsr = KokkosSparse::CrsMatrix<
    Scalar, int,
    Kokkos::Device<Kokkos::DefaultExecutionSpace, Kokkos::DefaultExecutionSpace::memory_space>,
    void, Offset>;

/// An array of any of its types on the host.
template <class View>
auto read(const View& view) {
  const auto on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return std::vector<typename View::non_const_value_type>(on_host.data(),
                                                          on_host.data() + on_host.extent(0));
}

/// A copy of an array; its element types are not const.
template <class T, class Space>
auto writable(const Kokkos::View<T*, Space>& view) {
  const Kokkos::View<std::remove_const_t<T>*, Space> result("copy", view.extent(0));
  Kokkos::deep_copy(result, view);
  return result;
}

/// A Csr matrix with indices from 0 as Kokkos Kernels has it; shares all arrays but the indices.
template <class Scalar, class Offset>
auto kernels_csr(const CsrMatrix<Scalar, int, Offset>& A) {
  using Matrix = KernelsCsr<std::remove_const_t<Scalar>, Offset>;
  const typename Matrix::row_map_type offsets(A.row_offsets());
  return Matrix("A", int(A.num_rows()), int(A.num_cols()), Offset(A.nnz()), A.values(), offsets,
                writable(A.col_indices()));
}

}  // namespace filigree::test
