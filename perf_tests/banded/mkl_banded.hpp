// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <mkl.h>

#include <array>
#include <cstdint>
#include <type_traits>

#include "contender.hpp"

/// LAPACK's gtsv (with partial pivoting) and oneMKL's dtsvb (without), as oneMKL has them. Both
/// overwrite the diagonals, and B with X.

namespace perf::mkl {

enum class BandedRoutine { gtsv, dtsvb };

/// A system of a batch after the other; several share threads.
template <class Scalar>
struct BandedSolver {
  BandedRoutine routine = BandedRoutine::gtsv;
  std::array<Scalar*, 3> diagonals{};  ///< by rows
  Scalar* b = nullptr;
  MKL_INT num_rows = 0;
  std::int64_t num_systems = 1;
  MKL_INT num_columns = 1;

  void operator()(const std::int64_t system) const {
    const std::int64_t first = system * num_rows;
    Scalar* const lower = diagonals[0] + first + 1;
    Scalar* const diagonal = diagonals[1] + first;
    Scalar* const upper = diagonals[2] + first;
    Scalar* const x = b + first * num_columns;
    MKL_INT info = 0;
    const auto call = [&](const auto& gtsv, const auto& dtsvb) {
      if (routine == BandedRoutine::gtsv)
        gtsv(&num_rows, &num_columns, lower, diagonal, upper, x, &num_rows, &info);
      else
        dtsvb(&num_rows, &num_columns, lower, diagonal, upper, x, &num_rows, &info);
    };
    if constexpr (std::is_same_v<Scalar, double>)
      call(dgtsv, ddtsvb);
    else
      call(sgtsv, sdtsvb);
  }

  void solve(const Exec& exec) const {
    if (num_systems == 1) return (*this)(0);
    Kokkos::parallel_for(
        "perf::gtsv",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, num_systems), *this);
    exec.fence();
  }
};

}  // namespace perf::mkl
