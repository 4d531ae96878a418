// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include <core/refuse.hpp>
#include <factor/messages.hpp>
#include <filigree/core/log.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view diagonal_remedy =
    "shift the diagonal (A + shift I), or store the entry as 0 and set options.pivot_boost";

void check_type(FactorKind kind, const MatrixProperties& properties, bool is_complex) {
  const MatrixType type = properties.type;
  const bool is_general = type == MatrixType::general;
  const bool is_half = type == MatrixType::hermitian || type == MatrixType::triangular ||
                       (type == MatrixType::symmetric && !is_complex);
  if (kind == FactorKind::lu && !is_general)
    throw_error(Status::matrix_type_not_supported,
                {"ilu0_plan", "A", "a matrix of type " + std::string(name(type)),
                 "a general matrix, all of whose entries are stored",
                 "expand the matrix, or use ic0 where it is Hermitian"});
  if (kind == FactorKind::cholesky && !is_general && !is_half)
    throw_error(Status::matrix_type_not_supported,
                {"ic0_plan", "A", "a complex matrix of type " + std::string(name(type)),
                 "a Hermitian matrix, or a general or triangular one that holds its lower triangle",
                 "use ilu0 for a matrix that is not Hermitian"});
  if (!is_general && properties.fill == FillMode::upper)
    throw_error(Status::matrix_type_not_supported,
                {"ic0_plan", "A", "the upper triangle", "the lower triangle of a Hermitian matrix",
                 "transpose the matrix"});
  if (!is_general && properties.diagonal == DiagonalType::unit)
    throw_error(Status::matrix_type_not_supported,
                {"ic0_plan", "A", "a unit diagonal, which is not read", "a stored diagonal",
                 "store the diagonal and set A's properties to DiagonalType::non_unit"});
}

std::string boost_text(const std::complex<double>& boost) {
  const std::string real = std::to_string(boost.real());
  return boost.imag() == 0 ? real : real + " + " + std::to_string(boost.imag()) + " i";
}

void check_options(FactorKind kind, const IncompleteFactorOptions& options) {
  const std::string_view operation = factor_plan_operation(kind);
  if (!(options.pivot_tolerance >= 0))
    refuse(operation, "options.pivot_tolerance", std::to_string(options.pivot_tolerance),
           "0 or more", "pass the largest absolute value that counts as zero");
  if (!options.pivot_boost) return;
  const std::complex<double> boost = *options.pivot_boost;
  const bool is_finite = std::isfinite(boost.real()) && std::isfinite(boost.imag());
  const bool is_lu = kind == FactorKind::lu;
  if (!is_finite || (is_lu ? boost == 0.0 : boost.real() <= 0 || boost.imag() != 0))
    refuse(operation, "options.pivot_boost", boost_text(boost),
           is_lu ? "a finite number other than 0" : "a finite real number above 0",
           "pass a number of the size of the diagonal, or no boost");
}

std::string text(const FactorStatistics& statistics) {
  return std::to_string(statistics.num_rows) + " rows, " + std::to_string(statistics.num_entries) +
         " entries, at most " + std::to_string(statistics.max_row_entries) + " a row";
}

std::string row_text(std::int64_t position) {
  return " in row " + std::to_string(position) + " (counted from the matrix's index base)";
}

}  // namespace

std::string_view factor_operation(FactorKind kind) {
  return kind == FactorKind::lu ? "ilu0" : "ic0";
}

std::string_view factor_plan_operation(FactorKind kind) {
  return kind == FactorKind::lu ? "ilu0_plan" : "ic0_plan";
}

void check_square_and_general(std::string_view operation, std::int64_t num_rows,
                              std::int64_t num_cols, const MatrixProperties& properties) {
  if (num_rows != num_cols)
    refuse(operation, "A", size_text(num_rows, num_cols), "a square matrix",
           "pass a square matrix");
  if (properties.type != MatrixType::general)
    throw_error(Status::matrix_type_not_supported,
                {operation, "A", "a matrix of type " + std::string(name(properties.type)),
                 "a general matrix, all of whose entries are stored", "expand the matrix"});
}

void check_factor_request(FactorKind kind, const MatrixProperties& properties, bool is_complex,
                          std::int64_t num_rows, std::int64_t num_cols,
                          const IncompleteFactorOptions& options) {
  if (num_rows != num_cols)
    refuse(factor_plan_operation(kind), "A", size_text(num_rows, num_cols), "a square matrix",
           "pass a square matrix");
  check_type(kind, properties, is_complex);
  check_options(kind, options);
}

void check_factor_arrays(FactorKind kind, const FactorArrays& arrays) {
  const std::string_view operation = factor_operation(kind);
  check_vector(operation, "factors", arrays.length, arrays.is_contiguous, arrays.nnz,
               "the entries of A");
  if (arrays.values != arrays.factors)
    check_overlap(operation, "A.values()", arrays.values,
                  std::size_t(arrays.nnz) * arrays.scalar_bytes, "factors", arrays.factors,
                  std::size_t(arrays.nnz) * arrays.scalar_bytes, false);
  if (arrays.num_systems > 1)
    refuse(operation, "report", "a report for " + std::to_string(arrays.num_systems) + " systems",
           "a report for one system, or none", "make the PivotReport for one system");
}

void check_factor_blocks(FactorKind kind, const BlockLayout& block) {
  if (block.rows == block.cols) return;
  refuse(factor_plan_operation(kind), "A",
         "blocks of " + std::to_string(block.rows) + " x " + std::to_string(block.cols),
         "square blocks", "convert the matrix to square blocks, or to Csr");
}

void check_factor_sweeps(FactorKind kind, const FactorSweeps& sweeps, bool in_place,
                         bool has_blocks) {
  const std::string_view operation = factor_operation(kind);
  if (has_blocks)
    throw_error(Status::not_supported,
                {operation, "A", "sweeps of a matrix of blocks", "a Csr matrix, or blocks of 1 x 1",
                 "convert it by bsr_to_csr, or use apply"});
  if (in_place)
    refuse(operation, "factors", "A's values", "another array, as every sweep reads A's values",
           "pass a View of their length");
  if (sweeps.count < 0)
    refuse(operation, "sweeps.count", std::to_string(sweeps.count), "0 or more",
           "pass the most sweeps");
  if (!(sweeps.tolerance >= 0))
    refuse(operation, "sweeps.tolerance", std::to_string(sweeps.tolerance), "0 or more",
           "pass the residual to end at, 0 to make all sweeps");
}

void throw_missing_diagonal(FactorKind kind, std::int64_t position) {
  throw_error(Status::zero_pivot,
              {factor_plan_operation(kind), "A", "no stored diagonal" + row_text(position),
               "a diagonal that is stored", std::string(diagonal_remedy)});
}

void throw_repeated_entry(FactorKind kind, std::int64_t position) {
  refuse(factor_plan_operation(kind), "A", "an entry that is stored twice" + row_text(position),
         "entries that are stored once", "add up the entries that stand at the same place");
}

void throw_zero_factor_pivot(FactorKind kind, std::int64_t position) {
  const bool is_lu = kind == FactorKind::lu;
  throw_error(Status::zero_pivot,
              {factor_operation(kind), "A", "a pivot that counts as zero" + row_text(position),
               is_lu ? "pivots whose absolute values are above options.pivot_tolerance"
                     : "pivots above options.pivot_tolerance: a matrix that is positive definite "
                       "enough",
               "shift the diagonal (A + shift I), or set options.pivot_boost"});
}

void check_real_boost(FactorKind kind, const std::complex<double>& boost) {
  if (boost.imag() != 0)
    refuse(factor_operation(kind), "options.pivot_boost", boost_text(boost),
           "a real number, as the matrix is real", "pass one in the plan's options");
}

void throw_stale_factor_plan(FactorKind kind, const char* found) {
  throw_error(Status::stale_plan, {factor_operation(kind), "A", found,
                                   "the pattern that the plan was made for", "make a new plan"});
}

void log_factor_plan(FactorKind kind, const FactorStatistics& statistics, std::int64_t memory_bytes,
                     double seconds) {
  if (!log_enabled(LogKind::info)) return;
  log(LogKind::info, factor_plan_operation(kind),
      text(statistics) + ", plan of " + std::to_string(memory_bytes) + " bytes, made in " +
          std::to_string(seconds) + " s");
}

void log_factor(FactorKind kind, std::string_view kernel, const FactorStatistics& statistics) {
  log_kernel(factor_operation(kind), kernel, text(statistics));
}

}  // namespace filigree::detail
