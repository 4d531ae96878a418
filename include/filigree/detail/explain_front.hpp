// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/core/types.hpp>
#include <filigree/explanation.hpp>

/// What the explanations of plans are made of.

namespace filigree::detail {

/// What a kernel reads of a pattern.
struct PatternRead {
  std::string_view encoding = "raw";
  double bytes = 0;  ///< of indices, offsets and ids, in one product
};

/// How many matrices a batch reads of an operand: one where the whole batch shares it.
inline std::int64_t matrices_read(std::int64_t batch_stride, std::int64_t batch_count) {
  return batch_stride == 0 ? std::min<std::int64_t>(batch_count, 1) : batch_count;
}

/// Additions and multiplications of real numbers for a term of a sum.
template <class Compute>
inline constexpr std::int64_t operations_a_term = is_complex_v<Compute> ? 8 : 2;

/// The kernel that a product would run.
struct ProductChoice {
  std::string_view kernel;
  std::string reason;
  PatternRead pattern;
  std::size_t workspace_bytes = 0;
};

/// Sets what the choice decides; `entries` are those of the rows that the kernel walks.
inline void set_choice(const ProductChoice& choice, std::int64_t entries,
                       DenseProductExplanation& explanation) {
  explanation.kernel = choice.kernel;
  explanation.reason = choice.reason;
  explanation.encoding = choice.pattern.encoding;
  explanation.index_bytes_per_nnz = entries > 0 ? choice.pattern.bytes / double(entries) : 0;
  explanation.workspace_bytes = std::int64_t(choice.workspace_bytes);
}

/// Sets what follows from bytes_moved. The first call of a process for an execution space measures
/// the bandwidth of its memory.
template <class Exec>
FILIGREE_EXPORT void set_expected_time(const Exec& exec, ProductExplanation& explanation);

/// Sets the bandwidth of Exec that expected times rest on, in bytes a second, so that nothing is
/// measured; 0: it is measured.
template <class Exec>
FILIGREE_EXPORT void assume_bandwidth(const Exec& exec, double bandwidth);

/// A line for the log, where it is wanted: what a new plan holds. Its kernel depends on the
/// product.
FILIGREE_EXPORT void log_new_plan(std::string_view operation, std::string_view format,
                                  std::int64_t plan_bytes, double build_seconds);

}  // namespace filigree::detail
