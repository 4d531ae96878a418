// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/compressed.hpp>
#include <spmv/host/csr_host.hpp>
#include <spmv/host/csr_transposed_host.hpp>
#include <spmv/select.hpp>
#include <spmv/tuned_arrays.hpp>

/// The tuned host kernels as tuned.hpp lists them.

namespace filigree::detail {

/// What both host kernels share. A plan holds the parts that threads walk: row_starts has counts[0]
/// + 1 rows.
struct HostKernel {
  static constexpr bool fuses_reductions = true;

  /// Where there are vector instructions for the types, and complex ones, which the compiler
  /// vectorises.
  template <class Exec, class Problem>
  static constexpr bool takes =
      is_host_execution_v<Exec> &&
      (has_vector_rows<typename Problem::matrix_scalar, typename Problem::x_scalar,
                       typename Problem::compute_type> ||
       (std::is_same_v<typename Problem::matrix_scalar, typename Problem::x_scalar> &&
        (std::is_same_v<typename Problem::matrix_scalar, complex_float> ||
         std::is_same_v<typename Problem::matrix_scalar, complex_double>)));

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SelectInput&, const CompressedIndices& compressed,
                      TunedArrays<typename Exec::memory_space>& arrays) {
    const std::int64_t parts = host_parts(exec, pattern.nnz + pattern.num_rows);
    arrays.row_starts = Kokkos::View<std::int64_t*, typename Exec::memory_space>(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::spmv::parts"), parts + 1);
    arrays.counts[0] = parts;
    exec.fence("filigree::spmv::prepare");
    fill_host_partition(pattern, std::max(compressed.rows_per_block, 1), parts,
                        arrays.row_starts.data());
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    launch_csr_host(exec, problem, compressed, arrays.row_starts.data(), arrays.counts[0]);
  }

 protected:
  static bool walks_rows(const SelectInput& input) { return !input.filtered && !input.scatters; }
};

struct RawHostKernel : HostKernel {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_host;
  static constexpr bool reads_compressed = false;
  static bool can_implement(const SelectInput& input) { return walks_rows(input); }
};

struct CompressedHostKernel : HostKernel {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_compressed_host;
  static constexpr bool reads_compressed = true;
  static bool can_implement(const SelectInput& input) {
    return walks_rows(input) && input.is_compressed();
  }
};

/// Planned products with the transpose of the stored rows. The plan's pattern scatters:
/// plan_column_windows has filled the arrays.
struct TransposedHostKernel {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_transposed_host;
  static constexpr bool fuses_reductions = true;
  static constexpr bool reads_compressed = true;

  /// All combinations with these matrix scalars, so that a plan made for one needs no other kernel;
  /// those whose result may be narrower than its sums are left out.
  template <class Exec, class Problem>
  static constexpr bool takes =
      is_host_execution_v<Exec>&&
          std::is_same_v<typename Problem::y_scalar, typename Problem::compute_type> &&
      (std::is_floating_point_v<typename Problem::matrix_scalar> ||
       std::is_same_v<typename Problem::matrix_scalar, complex_float> ||
       std::is_same_v<typename Problem::matrix_scalar, complex_double>);

  static bool can_implement(const SelectInput& input) {
    return input.planned && input.scatters && !input.filtered;
  }

  template <class Exec, class Offset, class Index>
  static void prepare(const Exec&, const GatherPattern<Offset, Index>&, const SelectInput&,
                      const CompressedIndices&, TunedArrays<typename Exec::memory_space>&) {}

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const TunedArrays<typename Exec::memory_space>& arrays) {
    product_for<Exec>(problem, compressed,
                      {arrays.counts[0], arrays.counts[1], arrays.row_starts.data()},
                      arrays.counts[0])
        .launch(exec);
  }

  template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
  static auto product_for(const SpmvProblem<A, X, Y, Compute, Offset, Index>& problem,
                          const CompressedIndices& compressed, const ColumnWindows& windows,
                          std::int64_t parts) {
    return CsrTransposedHost<Exec, A, X, Y, Compute, Offset, Index>(problem, compressed, windows,
                                                                    parts);
  }
};

/// The same in one shot: raw columns, and memory for as many results as threads.
struct ScatterHostKernel {
  static constexpr SpmvKernel kernel = SpmvKernel::csr_scatter_host;

  template <class Problem>
  static constexpr bool takes =
      TransposedHostKernel::takes<Kokkos::DefaultHostExecutionSpace, Problem>;

  static bool can_implement(const SelectInput& input) {
    const std::int64_t parts = Kokkos::DefaultHostExecutionSpace().concurrency();
    return column_sums_fit(parts * input.statistics.num_cols, input.statistics.nnz) &&
           !input.filtered && !input.unit_diagonal;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, Problem problem) {
    using Product = decltype(TransposedHostKernel::product_for<Exec>(problem, {}, {}, 1));
    const std::int64_t parts = exec.concurrency();
    problem.pattern.scatters = true;
    const auto workspace = allocate<std::byte, typename Exec::memory_space>(
        "spmv", exec, "filigree::spmv::column_sums",
        std::int64_t(Product::workspace_bytes(
            parts, parts * whole_window(0, problem.pattern.num_cols).num_sums())));
    problem.workspace = workspace.data();
    Product(problem, {}, {}, parts).launch(exec);
    exec.fence("filigree::spmv: column sums are freed");
  }
};

}  // namespace filigree::detail
