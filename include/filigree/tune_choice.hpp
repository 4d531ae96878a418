// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <filigree/core/export.hpp>
#include <filigree/core/file_path.hpp>
#include <filigree/recommendation.hpp>
#include <filigree/spmv_options.hpp>

/// \file
/// What tune() is asked and what it answers; the choices that files keep.

namespace filigree {

/// What a choice was made for.
struct TuneKey {
  std::string library_version;  ///< version_string() of the library that measured
  std::string machine;          ///< name and number of threads
  std::string scalar;           ///< as scalar_name has it
  ///@{
  /// Bytes of an index and of an offset of the Csr matrix: 4 or 8.
  int index_bytes = 0;
  int offset_bytes = 0;
  ///@}
  ///@{
  /// Sizes of the matrix, and entries that are stored.
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  ///@}
  std::uint64_t checksum = 0;  ///< of row offsets and column indices

  /// Whether all members are equal.
  friend bool operator==(const TuneKey&, const TuneKey&) = default;
};

/// A format, its parameters and a kernel.
struct TuneChoice {
  TuneKey key;  ///< what must not have changed when the choice is used
  ///@{
  /// What to convert the matrix to: AnyMatrix::convert_to takes them.
  Format format = Format::csr;
  FormatParameters parameters{};
  ///@}
  std::string kernel;  ///< the name that spmv's KernelId has
  double seconds = 0;  ///< a product, when it was measured

  /// For spmv_plan: the kernel that was measured. Refers to `kernel` of this object.
  SpmvOptions spmv_options() const { return {.kernel = kernel}; }

  /// Writes a small text file of lines "name = value" with a checksum. \throws Error mapping_error
  FILIGREE_EXPORT void save(const FilePath& path) const;
  /// Reads one. \throws Error invalid_value, naming the line, where it is not such a file or
  /// damaged; mapping_error where it cannot be read
  FILIGREE_EXPORT static TuneChoice load(const FilePath& path);
};

/// What tune() measures, and how long.
struct TuneOptions {
  RecommendOptions recommend{};   ///< what recommend() is told, of which the candidates come
  int max_candidates = 5;         ///< of recommend(), best first; Csr is measured too, always
  int samples = 7;                ///< of which the median counts
  double sample_seconds = 0.002;  ///< products of a sample repeat for that long
};

/// One candidate's measurement.
struct TuneMeasurement {
  ///@{
  /// What the matrix was converted to.
  Format format = Format::csr;
  FormatParameters parameters{};
  ///@}
  std::string kernel;  ///< that the plan chose; where there is no plan, that recommend() expected
  double seconds = 0;  ///< median of a product
  double fastest_seconds = 0;   ///< of the samples
  double expected_seconds = 0;  ///< by recommend()
  double setup_seconds = 0;     ///< converting and planning
  std::string failure;          ///< why it does not count; empty where it does
};

/// What tune() answers.
struct TuneResult {
  TuneChoice choice;  ///< the fastest one, for replaying and for TuneChoice::save
  std::vector<TuneMeasurement> measurements;  ///< in the order of measuring
  Recommendations recommendations;            ///< what recommend() said of the matrix
};

/// What becomes of a choice that was made for another matrix, machine or version.
enum class OnMismatch {
  reject,  ///< an error that says what differs
  ignore,  ///< it is used all the same
};

/// How two keys differ, in words; empty where they do not.
FILIGREE_EXPORT std::string difference(const TuneKey& made_for, const TuneKey& found);

}  // namespace filigree
