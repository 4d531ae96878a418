// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <functional>
#include <string>

#include "contender.hpp"

/// C = (A B) o spy(C) with dense A and B whose sums run over contiguous memory: what Filigree and
/// its peers have in common.

namespace perf {

template <class Scalar>
struct SampledProduct {
  Exec exec;
  Matrix<Scalar> C;
  Kokkos::View<Scalar**, Kokkos::LayoutRight, Space> A;  ///< rows of C x inner, row-major
  Kokkos::View<Scalar**, Kokkos::LayoutLeft, Space> B;   ///< inner x columns of C, column-major

  std::int64_t inner() const { return std::int64_t(A.extent(1)); }
  /// Everything once.
  double bytes() const {
    return csr_bytes(C) +
           double(C.num_rows() + C.num_cols()) * double(inner() - 1) * sizeof(Scalar);
  }
};

template <class Scalar>
struct SampledEntrant {
  std::string library;
  std::string name;
  std::function<Contender(const SampledProduct<Scalar>&)> prepare;
};

}  // namespace perf
