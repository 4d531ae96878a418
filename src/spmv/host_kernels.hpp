// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/compressed.hpp>
#include <spmv/host/csr_host.hpp>
#include <spmv/host/csr_transposed_host.hpp>
#include <spmv/prepared.hpp>
#include <spmv/select.hpp>

/// The tuned host kernels as tuned.hpp lists them.

namespace filigree::detail {

/// The parts of the rows that threads walk.
template <class MemorySpace>
struct PreparedParts : PreparedKernel {
  std::int64_t count = 0;
  Kokkos::View<std::int64_t*, MemorySpace> first_rows;  ///< count + 1

  std::int64_t memory_bytes() const override {
    return std::int64_t(sizeof(std::int64_t) * first_rows.extent(0));
  }
};

/// The time of so many bytes in a host's memory of usual speed. Only the ratio of two kernels'
/// times matters.
inline double seconds_of_host_bytes(double bytes) { return bytes / 20e9; }

/// What both kernels that walk the rows share.
struct HostKernel {
  static constexpr bool fuses_reductions = true;

  template <class Exec>
  using Prepared = PreparedParts<typename Exec::memory_space>;

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
  static auto prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const SpmvInput&,
                      const PatternFindings<typename Exec::memory_space>& findings) {
    const auto prepared = std::make_shared<Prepared<Exec>>();
    prepared->count = host_parts(exec, pattern.nnz + pattern.num_rows);
    prepared->first_rows = Kokkos::View<std::int64_t*, typename Exec::memory_space>(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::spmv::parts"),
        prepared->count + 1);
    exec.fence("filigree::spmv::prepare");
    fill_host_partition(pattern, std::max(findings.compressed.rows_per_block, 1), prepared->count,
                        prepared->first_rows.data());
    return prepared;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const Prepared<Exec>* prepared) {
    launch_csr_host(exec, problem, compressed,
                    prepared == nullptr ? nullptr : prepared->first_rows.data(),
                    prepared == nullptr ? 0 : prepared->count);
  }

 protected:
  static bool walks_rows(const SpmvInput& input) { return !input.filtered && !input.scatters; }

  static double entry_bytes(const SpmvInput& input) {
    return double(input.statistics.nnz) * double(input.scalar_bytes + input.index_bytes);
  }
};

struct RawHostKernel : HostKernel {
  static constexpr std::string_view name = "csr_host";
  static constexpr bool reads_compressed = false;
  static bool can_implement(const SpmvInput& input) { return walks_rows(input); }
  static double seconds(const SpmvInput& input) {
    return seconds_of_host_bytes(entry_bytes(input));
  }
  static std::string reason(const SpmvInput& input) { return row_length_reason(input); }
};

struct CompressedHostKernel : HostKernel {
  static constexpr std::string_view name = "csr_compressed_host";
  static constexpr bool reads_compressed = true;
  static bool can_implement(const SpmvInput& input) {
    return walks_rows(input) && input.is_compressed();
  }
  /// The steps of decoding are only won back above a tenth of the traffic of an entry.
  static double seconds(const SpmvInput& input) {
    const double saved = input.raw_index_bytes() - input.compressed_index_bytes;
    return seconds_of_host_bytes(1.1 * entry_bytes(input) - saved);
  }
  static std::string reason(const SpmvInput& input) { return index_bytes_reason(input); }
};

/// Planned products with the transpose of the stored rows. The plan's pattern scatters.
struct TransposedHostKernel {
  static constexpr std::string_view name = "csr_transposed_host";
  static constexpr bool fuses_reductions = true;
  static constexpr bool reads_compressed = true;

  template <class Exec>
  struct Prepared : PreparedKernel {
    PlannedColumnWindows<typename Exec::memory_space> windows;
    Mirroring mirroring;

    std::int64_t memory_bytes() const override { return windows.memory_bytes(); }
  };

  /// All combinations with these matrix scalars, so that a plan made for one needs no other kernel;
  /// those whose result may be narrower than its sums are left out.
  template <class Exec, class Problem>
  static constexpr bool takes =
      is_host_execution_v<Exec>&&
          std::is_same_v<typename Problem::y_scalar, typename Problem::compute_type> &&
      (std::is_floating_point_v<typename Problem::matrix_scalar> ||
       std::is_same_v<typename Problem::matrix_scalar, complex_float> ||
       std::is_same_v<typename Problem::matrix_scalar, complex_double>);

  static bool can_implement(const SpmvInput& input) {
    return input.planned && input.scatters && !input.mirrored && !input.filtered;
  }
  /// No other kernel takes such a pattern.
  static double seconds(const SpmvInput&) { return 0; }
  static std::string reason(const SpmvInput&) {
    return "the rows of A add to each thread's sums of columns";
  }

  template <class Exec, class Offset, class Index>
  static auto prepare(const Exec&, const GatherPattern<Offset, Index>&, const SpmvInput&,
                      const PatternFindings<typename Exec::memory_space>& findings) {
    using Widest = CsrTransposedHost<Exec, complex_double, complex_double, complex_double,
                                     complex_double, Offset, Index>;
    const auto prepared = std::make_shared<Prepared<Exec>>();
    prepared->windows = findings.column_windows;
    prepared->mirroring = findings.mirroring;
    prepared->workspace_bytes =
        Widest::workspace_bytes(prepared->windows.parts, prepared->windows.num_sums);
    return prepared;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const CompressedIndices& compressed,
                     const Prepared<Exec>* prepared) {
    const auto windows = prepared->windows.windows();
    product_for<Exec>(problem, compressed, windows, windows.parts, prepared->mirroring)
        .launch(exec);
  }

  template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
  static auto product_for(const SpmvProblem<A, X, Y, Compute, Offset, Index>& problem,
                          const CompressedIndices& compressed, const ColumnWindows& windows,
                          std::int64_t parts, Mirroring mirroring = {}) {
    return CsrTransposedHost<Exec, A, X, Y, Compute, Offset, Index>(problem, compressed, windows,
                                                                    parts, mirroring);
  }
};

/// Planned products with a symmetric or Hermitian matrix of which one triangle is stored, which is
/// the plan's pattern.
struct SymmetricHostKernel : TransposedHostKernel {
  static constexpr std::string_view name = "csr_symmetric_host";

  static bool can_implement(const SpmvInput& input) {
    return input.planned && input.mirrored && !input.filtered;
  }
  static std::string reason(const SpmvInput&) {
    return "each entry of the triangle adds to the sums of its row and of its column";
  }
};

/// Those of A^T in one shot: raw columns, and memory for as many results as threads.
struct ScatterHostKernel {
  static constexpr std::array<std::string_view, 1> names{"csr_scatter_host"};

  template <class Problem>
  static constexpr bool takes =
      TransposedHostKernel::takes<Kokkos::DefaultHostExecutionSpace, Problem>;

  static bool can_implement(const SpmvInput& input) {
    const std::int64_t parts = Kokkos::DefaultHostExecutionSpace().concurrency();
    return column_sums_fit(parts * input.statistics.num_cols, input.statistics.nnz) &&
           !input.filtered && !input.unit_diagonal;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, Problem problem, std::string_view) {
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
