// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <filigree/core/host_device.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/format/host_device_dense.hpp>
#include <filigree/format/host_device_matrix.hpp>
#include <filigree/spmm.hpp>
#include <filigree/spmv.hpp>

/// \file
/// Products of operands in dual memory (HostDevice, HostDeviceDense, HostDeviceMatrix): the calls
/// of spmv.hpp and spmm.hpp on their device sides. What is out of date there is uploaded first, on
/// `exec` and not waited for; the result stays on the device, and its host side is out of date
/// until it is asked for. Where beta is 0 by value, the result is not uploaded.
///
/// After an error every operand holds what it held, and the result's host side is as current as it
/// was. Source of the memory model: PSBLAS-EXT guide, section 2.2.

namespace filigree {

namespace detail {

template <class Matrix, class X, class Y>
using dual_spmv_scalar =
    ScalarArgument<front_compute_t<typename HostDeviceMatrix<Matrix>::const_device_matrix,
                                   typename HostDevice<X>::const_device_view,
                                   typename HostDevice<Y>::device_view>>;

template <class Matrix, class B, class BLayout, class C, class CLayout>
using dual_spmm_scalar =
    ScalarArgument<spmm_front_compute_t<typename HostDeviceMatrix<Matrix>::const_device_matrix,
                                        typename HostDeviceDense<B, BLayout>::const_device_view,
                                        typename HostDeviceDense<C, CLayout>::device_view>>;

/// The device side that a product adds to, or one that it overwrites without having read it.
template <class Array, class Scalar>
auto added_to(const Kokkos::DefaultExecutionSpace& exec, Array& array, HostDevice<Scalar>& entries,
              bool is_read) {
  if (is_read) entries.sync_device(exec);
  return array.device_storage(exec);
}

/// Whether a product reads what is multiplied by this: a value in device memory is not known.
template <class Compute>
bool reads(const ScalarArgument<Compute>& beta) {
  return beta.device_pointer() != nullptr || !(beta.host_value() == Compute(0));
}

}  // namespace detail

/// A plan for products of the matrix's device side.
template <class Matrix>
auto spmv_plan(const Kokkos::DefaultExecutionSpace& exec, Op op, const HostDeviceMatrix<Matrix>& A,
               const SpmvOptions& options = {}) {
  return spmv_plan(exec, op, A.device_read(exec), options);
}

/// y = alpha op(A) x + beta y. \throws Error as the call of spmv.hpp
template <class Matrix, class X, class Y>
KernelId spmv(const Kokkos::DefaultExecutionSpace& exec, Op op,
              const detail::dual_spmv_scalar<Matrix, X, Y>& alpha,
              const HostDeviceMatrix<Matrix>& A, const HostDevice<X>& x,
              const detail::dual_spmv_scalar<Matrix, X, Y>& beta, HostDevice<Y>& y,
              const SpmvOptions& options = {}) {
  const auto result = detail::added_to(exec, y, y, detail::reads(beta));
  const KernelId kernel =
      spmv(exec, op, alpha, A.device_read(exec), x.device_read(exec), beta, result, options);
  y.device_written();
  return kernel;
}

/// z = alpha op(A) x + beta y, z apart from y or the same. Where beta is 0 by value, y is not
/// uploaded either.
template <class Matrix, class X, class Y>
KernelId spmv(const Kokkos::DefaultExecutionSpace& exec, Op op,
              const detail::dual_spmv_scalar<Matrix, X, Y>& alpha,
              const HostDeviceMatrix<Matrix>& A, const HostDevice<X>& x,
              const detail::dual_spmv_scalar<Matrix, X, Y>& beta, const HostDevice<Y>& y,
              HostDevice<Y>& z, const SpmvOptions& options = {}) {
  HostDevice<Y> added = y;
  const auto from = detail::added_to(exec, added, added, detail::reads(beta));
  const KernelId kernel = spmv(exec, op, alpha, A.device_read(exec), x.device_read(exec), beta,
                               from, z.device_storage(exec), options);
  z.device_written();
  return kernel;
}

/// y = alpha op(A) x + beta y by a plan that was made for A. \throws Error as SpmvPlan::apply
template <class PlanMatrix, class Matrix, class X, class Y>
KernelId spmv(const Kokkos::DefaultExecutionSpace& exec,
              const SpmvPlan<Kokkos::DefaultExecutionSpace, PlanMatrix>& plan,
              const detail::dual_spmv_scalar<Matrix, X, Y>& alpha,
              const HostDeviceMatrix<Matrix>& A, const HostDevice<X>& x,
              const detail::dual_spmv_scalar<Matrix, X, Y>& beta, HostDevice<Y>& y) {
  const auto result = detail::added_to(exec, y, y, detail::reads(beta));
  const KernelId kernel =
      plan.apply(exec, alpha, A.device_read(exec), x.device_read(exec), beta, result);
  y.device_written();
  return kernel;
}

/// C = alpha op_a(A) op_b(B) + beta C, and dense times sparse (SpmmOptions::side).
/// \throws Error as the call of spmm.hpp
template <class Matrix, class B, class BLayout, class C, class CLayout>
KernelId spmm(const Kokkos::DefaultExecutionSpace& exec, Op op_a, Op op_b,
              const detail::dual_spmm_scalar<Matrix, B, BLayout, C, CLayout>& alpha,
              const HostDeviceMatrix<Matrix>& A, const HostDeviceDense<B, BLayout>& b,
              const detail::dual_spmm_scalar<Matrix, B, BLayout, C, CLayout>& beta,
              HostDeviceDense<C, CLayout>& c, const SpmmOptions& options = {}) {
  const auto result = detail::added_to(exec, c, c.entries(), detail::reads(beta));
  const KernelId kernel = spmm(exec, op_a, op_b, alpha, A.device_read(exec), b.device_read(exec),
                               beta, result, options);
  c.entries().device_written();
  return kernel;
}

/// With B as it is (op_b = Op::none).
template <class Matrix, class B, class BLayout, class C, class CLayout>
KernelId spmm(const Kokkos::DefaultExecutionSpace& exec, Op op_a,
              const detail::dual_spmm_scalar<Matrix, B, BLayout, C, CLayout>& alpha,
              const HostDeviceMatrix<Matrix>& A, const HostDeviceDense<B, BLayout>& b,
              const detail::dual_spmm_scalar<Matrix, B, BLayout, C, CLayout>& beta,
              HostDeviceDense<C, CLayout>& c, const SpmmOptions& options = {}) {
  return spmm(exec, op_a, Op::none, alpha, A, b, beta, c, options);
}

}  // namespace filigree
