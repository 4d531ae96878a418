// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/allocate.hpp>
#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsc.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/coo_aos.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/dia.hpp>
#include <filigree/format/ell.hpp>
#include <filigree/format/hdia.hpp>
#include <filigree/format/hyb.hpp>
#include <filigree/format/sell.hpp>
#include <filigree/format/sparse_vector.hpp>

/// Deep copies of every container in another memory space.

namespace filigree::detail {

template <class To, class T, class From>
Kokkos::View<std::remove_const_t<T>*, To> copied(const Kokkos::View<T*, From>& from) {
  using Value = std::remove_const_t<T>;
  const auto length = std::int64_t(from.extent(0));
  auto to =
      allocate<Value, To>("copy_to", typename To::execution_space{}, "filigree::copy", length);
  Kokkos::deep_copy(to, from);
  return to;
}

template <class To, class S, class I, class O, class M>
CsrMatrix<std::remove_const_t<S>, I, O, To> copy(const CsrMatrix<S, I, O, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          copied<To>(A.row_offsets()),
          copied<To>(A.col_indices()),
          copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class O, class M>
CscMatrix<std::remove_const_t<S>, I, O, To> copy(const CscMatrix<S, I, O, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          copied<To>(A.col_offsets()),
          copied<To>(A.row_indices()),
          copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class M>
CooMatrix<std::remove_const_t<S>, I, To> copy(const CooMatrix<S, I, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          copied<To>(A.row_indices()),
          copied<To>(A.col_indices()),
          copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class M>
SparseVector<std::remove_const_t<S>, I, To> copy(const SparseVector<S, I, M>& x) {
  return {x.size(), copied<To>(x.indices()), copied<To>(x.values()), x.index_base()};
}

template <class To, class S, class I, class M>
EllMatrix<std::remove_const_t<S>, I, To> copy(const EllMatrix<S, I, M>& A) {
  return {A.num_rows(),           A.num_cols(),   A.nnz(),
          A.ell_width(),          A.row_stride(), copied<To>(A.col_indices()),
          copied<To>(A.values()), A.properties()};
}
template <class To, class S, class I, class O, class M>
SellMatrix<std::remove_const_t<S>, I, O, To> copy(const SellMatrix<S, I, O, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          A.nnz(),
          A.slice_size(),
          copied<To>(A.slice_offsets()),
          copied<To>(A.col_indices()),
          copied<To>(A.values()),
          A.properties(),
          copied<To>(A.row_permutation())};
}
template <class To, class S, class I, class M>
HybMatrix<std::remove_const_t<S>, I, To> copy(const HybMatrix<S, I, M>& A) {
  return {copy<To>(A.ell()), copy<To>(A.coo())};
}
template <class To, class S, class I, class M>
DiaMatrix<std::remove_const_t<S>, I, To> copy(const DiaMatrix<S, I, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          A.nnz(),
          A.row_stride(),
          copied<To>(A.diagonal_offsets()),
          copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class O, class M>
HdiaMatrix<std::remove_const_t<S>, I, O, To> copy(const HdiaMatrix<S, I, O, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          A.nnz(),
          A.hack_size(),
          copied<To>(A.hack_offsets()),
          copied<To>(A.diagonal_offsets()),
          copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class M>
CooAosMatrix<std::remove_const_t<S>, I, To> copy(const CooAosMatrix<S, I, M>& A) {
  return {A.num_rows(), A.num_cols(), copied<To>(A.indices()), copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class O, class M>
BsrMatrix<std::remove_const_t<S>, I, O, To> copy(const BsrMatrix<S, I, O, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          A.block(),
          copied<To>(A.row_offsets()),
          copied<To>(A.col_indices()),
          copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class O, class M>
BscMatrix<std::remove_const_t<S>, I, O, To> copy(const BscMatrix<S, I, O, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          A.block(),
          copied<To>(A.col_offsets()),
          copied<To>(A.row_indices()),
          copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class M>
BlockedEllMatrix<std::remove_const_t<S>, I, To> copy(const BlockedEllMatrix<S, I, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          A.block_size(),
          A.ell_cols(),
          copied<To>(A.col_indices()),
          copied<To>(A.values()),
          A.properties()};
}

}  // namespace filigree::detail
