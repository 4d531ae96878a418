// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/compressed.hpp>
#include <spmv/host/csr_host.hpp>
#include <spmv/select.hpp>
#include <spmv/tuned_arrays.hpp>

/// The tuned host kernels as tuned.hpp lists them.

namespace filigree::detail {

/// What both host kernels share. A plan holds the parts that threads walk: row_starts has counts[0] + 1
/// rows.
struct HostKernel {
  static constexpr bool fuses_reductions = true;

  /// Where there are vector instructions for the types, and complex ones, which the compiler vectorises.
  template <class Exec, class Problem>
  static constexpr bool takes =
      is_host_execution_v<Exec> &&
      (has_vector_rows<typename Problem::matrix_scalar, typename Problem::x_scalar, typename Problem::compute_type> ||
       (std::is_same_v<typename Problem::matrix_scalar, typename Problem::x_scalar> &&
        (std::is_same_v<typename Problem::matrix_scalar, complex_float> ||
         std::is_same_v<typename Problem::matrix_scalar, complex_double>)));

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern, const SelectInput&,
                      const CompressedIndices& compressed, TunedArrays<typename Exec::memory_space>& arrays) {
    const std::int64_t parts = exec.concurrency();
    arrays.row_starts = Kokkos::View<std::int64_t*, typename Exec::memory_space>(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::spmv::parts"), parts + 1);
    arrays.counts[0] = parts;
    exec.fence("filigree::spmv::prepare");
    fill_host_partition(pattern, std::max(compressed.rows_per_block, 1), parts, arrays.row_starts.data());
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    launch_csr_host(exec, problem, compressed, arrays.row_starts.data(), arrays.counts[0]);
  }

 protected:
  static bool walks_rows(const SelectInput& input) { return !input.filtered && !input.has_value_index; }
};

struct RawHostKernel : HostKernel {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_host;
  static constexpr bool reads_compressed = false;
  static bool can_implement(const SelectInput& input) { return walks_rows(input); }
};

struct CompressedHostKernel : HostKernel {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_compressed_host;
  static constexpr bool reads_compressed = true;
  static bool can_implement(const SelectInput& input) { return walks_rows(input) && input.is_compressed(); }
};

}  // namespace filigree::detail
