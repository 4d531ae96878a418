// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include <filigree/detail/convert_problem.hpp>
#include <filigree/recommendation.hpp>

/// recommend() as the compiled library sees it: nothing but sizes depends on the scalar.

namespace filigree::detail {

template <class Exec, class Index, class Offset>
FILIGREE_EXPORT MatrixStatistics pattern_facts(const Exec& exec,
                                               const CompressedPattern<Index, Offset>& pattern);

/// A checksum of offsets and indices. Waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT std::uint64_t pattern_checksum(const Exec& exec,
                                               const CompressedPattern<Index, Offset>& pattern);

/// What is known of the machine that Exec runs on without measuring anything.
template <class Exec>
FILIGREE_EXPORT Machine identify_machine(const Exec& exec);

/// What the cost model works from.
struct CostInput {
  MatrixStatistics statistics;
  Machine machine;
  std::size_t scalar_bytes = 8;
  std::size_t index_bytes = 4;
  std::size_t offset_bytes = 4;
  /// Plans of symmetric storage read Csr, one triangle of it or both, whatever the format is.
  bool is_mirrored = false;
  std::string csr_kernel;            ///< of the Csr plan
  std::int64_t csr_bytes_moved = 0;  ///< by its product, x read once
  std::int64_t memory_limit_bytes = 0;
  /// The kernel that a plan would choose for a format.
  std::function<std::string(Format, const FormatParameters&)> kernel_of;
};

/// The ranking: a pure function.
FILIGREE_EXPORT Recommendations rank_formats(const CostInput& input);

/// The name of the kernel that a plan for a matrix of these statistics would choose.
template <class Exec>
FILIGREE_EXPORT std::string expected_kernel(const Exec& exec, Format format,
                                            const FormatParameters& parameters,
                                            const MatrixStatistics& statistics, const char* scalar,
                                            std::size_t scalar_bytes);

}  // namespace filigree::detail
