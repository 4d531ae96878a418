// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <complex>
#include <cstdint>
#include <optional>

#include <cusparse/memory.hpp>
#include <cusparse/objects.hpp>

/// Pivots of legacy factorizations and solves.

namespace filigree::cusparse {

/// What takes the place of pivots that are not above `tolerance`.
struct PivotBoost {
  double tolerance = 0;
  std::optional<std::complex<double>> value;

  friend bool operator==(const PivotBoost&, const PivotBoost&) = default;
};

/// What a call of numericBoost asks for, whose numbers lie where the pointer mode says. In device
/// memory they are read here, which waits.
PivotBoost pivot_boost(const char* call, const cusparseContext& handle, runtime::ScalarType type,
                       int is_on, const double* tolerance, const void* value);

/// The first row of a square CSR or BSR matrix without an entry on its diagonal, counted from the
/// index base, or -1. Waits.
std::int64_t missing_pivot(const cusparseContext& handle, const runtime::SparseOperand& A);

/// The row of a CSR matrix, the block row of a BSR matrix, that `row` lies in; all counted from the
/// index base, -1 stays.
std::int64_t line_of(const runtime::SparseOperand& A, std::int64_t row);

/// Memory of a position, an int64, that is -1; and what it holds, which waits.
HeldMemory no_position(const cusparseContext& handle);
std::int64_t position_of(const char* call, const cusparseContext& handle,
                         const HeldMemory& position);

/// Writes where a pivot was zero, or -1, to memory of the host or the device; throws zero_pivot
/// where it is not -1. Waits.
void report_zero_pivot(const char* call, const cusparseContext& handle, std::int64_t found,
                       int* position);

}  // namespace filigree::cusparse
