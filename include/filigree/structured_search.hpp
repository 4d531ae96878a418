// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <filigree/core/export.hpp>
#include <filigree/core/version.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/recommend_problem.hpp>
#include <filigree/detail/tune_problem.hpp>
#include <filigree/structured_matmul.hpp>

/// \file
/// Which kernel suits a product with a structured matrix, by measurement; the choice can be saved
/// as text and used again without measuring.
///
///   const auto found = filigree::structured_search(exec, op_a, op_b, A, B, D);    // measures
///   const std::string text = found.choice.text();
///   ...
///   const auto choice = filigree::StructuredChoice::from_text(text);
///   const auto plan = filigree::structured_replay(exec, choice, op_a, op_b, A, B, D);

namespace filigree {

/// What a choice was made for.
struct StructuredKey {
  std::string library_version;  ///< version_string() of the library that measured
  std::string machine;          ///< name and number of threads
  std::string problem;          ///< types, sizes, strides and batches

  /// Whether all members are equal.
  friend bool operator==(const StructuredKey&, const StructuredKey&) = default;
};

/// A kernel, what it was chosen for, and its time.
struct StructuredChoice {
  StructuredKey key;   ///< what must not have changed when the choice is used
  std::string kernel;  ///< the name that KernelId has
  double seconds = 0;  ///< a product, when it was measured

  /// Lines "name = value" with a checksum.
  FILIGREE_EXPORT std::string text() const;
  /// \throws Error invalid_value, naming the line, where it is not such a text or damaged
  FILIGREE_EXPORT static StructuredChoice from_text(std::string_view text);
};

/// How long structured_search measures, and which kernels.
struct StructuredSearchOptions {
  int samples = 7;                ///< of which the median counts
  double sample_seconds = 0.002;  ///< products of a sample repeat for that long
  /// Bytes. Kernels that need more workspace are left out; with 0, those that need any.
  std::size_t workspace_limit = std::numeric_limits<std::size_t>::max();
};

/// One kernel's measurement.
struct StructuredMeasurement {
  std::string kernel;          ///< its name, as KernelId has it
  double seconds = 0;          ///< median of a product
  double fastest_seconds = 0;  ///< of the samples
};

/// What structured_search answers.
struct StructuredSearch {
  StructuredChoice choice;                          ///< the fastest kernel, for structured_replay
  std::vector<StructuredMeasurement> measurements;  ///< the library's own choice first
};

namespace detail {

/// How two keys differ, in words; empty where they do not.
FILIGREE_EXPORT std::string structured_difference(const StructuredKey& made_for,
                                                  const StructuredKey& found);
/// Throws stale_plan where they do.
FILIGREE_EXPORT void check_structured_key(const StructuredKey& made_for,
                                          const StructuredKey& found);
/// Types, side, sizes, strides and batches.
FILIGREE_EXPORT std::string structured_problem(const char* in, const char* out, Side side,
                                               const structured::MatmulArguments& arguments);

template <class Exec, class In, class Out>
StructuredKey structured_key(const Exec& exec, Side side,
                             const structured::MatmulArguments& arguments) {
  return {version_string(), machine_key(identify_machine(exec)),
          structured_problem(scalar_name<In>, scalar_name<Out>, side, arguments)};
}

}  // namespace detail

/// Measures every kernel that takes D = op_a(A) op_b(B) and chooses the fastest. D's own entries
/// stay as they are: the products go to memory of their own of D's size. Waits for the device. The
/// choice may need a workspace in apply: StructuredMatmulPlan::workspace_bytes.
/// \throws Error as structured_matmul_plan; alloc_failed
template <execution_space Exec, class A, class B, class D>
StructuredSearch structured_search(const Exec& exec, Op op_a, Op op_b, const A& a, const B& b,
                                   const D& d, const StructuredSearchOptions& options = {}) try {
  using In = detail::structured_operand_t<A>;
  using Out = detail::structured_operand_t<D>;
  const detail::ScopedRegion region("filigree::structured_search");
  const auto shapes = detail::structured_matmul_shapes<Exec>(op_a, op_b, a, b, d);
  auto arguments = detail::structured_arguments(shapes);
  const auto scratch = detail::allocate<std::byte, typename Exec::memory_space>(
      "structured_search", exec, "filigree::structured_search", std::int64_t(shapes.D.span_bytes));
  arguments.d = scratch.data();
  const TuneOptions timing{.samples = options.samples, .sample_seconds = options.sample_seconds};
  StructuredSearch result;
  result.choice.key = detail::structured_key<Exec, In, Out>(exec, shapes.side, arguments);
  auto kernels = detail::structured_kernels<Exec, In, Out>(exec, arguments);
  std::size_t bytes = 0;
  std::erase_if(kernels, [&](std::string_view kernel) {
    const std::size_t needed = detail::structured_workspace_bytes(kernel, arguments);
    if (needed <= options.workspace_limit) bytes = std::max(bytes, needed);
    return needed > options.workspace_limit;
  });
  const auto workspace = detail::allocate<std::byte, typename Exec::memory_space>(
      "structured_search", exec, "filigree::structured_search::workspace", std::int64_t(bytes));
  for (const std::string_view kernel : kernels) {
    const auto times = detail::time_product(
        timing,
        [&] {
          detail::run_structured_matmul<Exec, In, Out>(exec, arguments,
                                                       {.kernel = kernel,
                                                        .workspace = workspace.data(),
                                                        .workspace_bytes = workspace.extent(0)});
        },
        [&] { exec.fence("filigree::structured_search"); });
    if (result.measurements.empty() || times.median < result.choice.seconds) {
      result.choice.kernel = kernel;
      result.choice.seconds = times.median;
    }
    result.measurements.push_back({std::string(kernel), times.median, times.fastest});
  }
  return result;
} catch (...) {
  detail::rethrow_as_error("structured_search");
}

/// A plan with the kernel of a choice; nothing is timed.
/// \throws Error stale_plan where the choice was made for something else (OnMismatch::reject);
///   not_supported where the kernel does not take the product; as structured_matmul_plan
template <execution_space Exec, class A, class B, class D>
auto structured_replay(const Exec& exec, const StructuredChoice& choice, Op op_a, Op op_b,
                       const A& a, const B& b, const D& d,
                       OnMismatch on_mismatch = OnMismatch::reject) try {
  const auto shapes = detail::structured_matmul_shapes<Exec>(op_a, op_b, a, b, d);
  if (on_mismatch == OnMismatch::reject)
    detail::check_structured_key(choice.key,
                                 detail::structured_key<Exec, detail::structured_operand_t<A>,
                                                        detail::structured_operand_t<D>>(
                                     exec, shapes.side, detail::structured_arguments(shapes)));
  return structured_matmul_plan(exec, op_a, op_b, a, b, d, {.kernel = choice.kernel});
} catch (...) {
  detail::rethrow_as_error("structured_replay");
}

}  // namespace filigree
