// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string_view>

#include <filigree/detail/spgemm_front.hpp>

/// The phases of a plan: C's rows are counted, then its columns are written, then a product needs a
/// workspace.

namespace filigree::detail {

/// C's number of entries, row by row.
template <class Exec>
struct SpgemmCounts {
  Kokkos::View<std::int64_t*, typename Exec::memory_space> row_lengths;
  std::int64_t nnz = 0;
};

/// What making a plan is told.
struct SpgemmLimits {
  Backend backend = Backend::automatic;
  std::string_view kernel;
  std::int64_t bytes = 0;  ///< that may be held at once, apart from `held`
  std::int64_t held = 0;   ///< bytes that the plan holds already
  /// Bytes of a product's workspace where values of operands are gathered, when the plan is made.
  std::int64_t gathered = 0;
  bool lists_products = true;
  bool used_once = false;
  bool sorted = true;

  bool is_limited() const { return bytes != std::numeric_limits<std::int64_t>::max(); }
  /// What may be held beside so many bytes of the phase's own; below 0: those are too many.
  std::int64_t left(std::int64_t own) const { return bytes - held - own; }
  /// \throws Error insufficient_resources where they are
  void check(std::int64_t own) const { check_spgemm_limit(bytes, held + own); }
};

/// Counts the entries of C's rows; waits for the device.
/// \throws Error insufficient_resources where the limit is too low, not_supported for a kernel
template <class Exec, class Index>
SpgemmCounts<Exec> count_spgemm(const Exec& exec, const SpgemmPattern<Index>& pattern,
                                const SpgemmLimits& limits, SpgemmPrepared<Exec, Index>& prepared);

/// Writes C's offsets, from the counts, and its columns; waits for the device, but for a plan that
/// is used once.
template <class Exec, class Index, class Offset>
void fill_spgemm(const Exec& exec, const SpgemmPattern<Index>& pattern,
                 const SpgemmCounts<Exec>& counts, const SpgemmLimits& limits, IndexBase base,
                 Offset* offsets, Index* col_indices, SpgemmPrepared<Exec, Index>& prepared);

/// Bytes of workspace with which a product of such scalars allocates nothing.
template <class Exec, class Index>
std::int64_t spgemm_kernel_workspace_bytes(const Exec& exec, const SpgemmRows<Index>& c,
                                           const SpgemmPrepared<Exec, Index>& prepared,
                                           std::int64_t compute_bytes, std::int64_t limit);

}  // namespace filigree::detail
