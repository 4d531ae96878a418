// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "linear_system.hpp"

namespace filigree::tool {

/// A method that ended before its residual was small enough.
struct NotConverged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A method or a preconditioner that divides by zero, or a matrix that is not what it needs.
struct BrokenDown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct SolveRequest {
  std::string file;
  std::string right_hand_side;  ///< its file; empty: A times ones
  std::string output;           ///< where x goes; empty: nowhere
  std::string method;
  std::string preconditioner;
  int restart = 0;
  double drop_tolerance = 0;  ///< of ilut
  std::int64_t fill = 0;
  example::SolveOptions options;
  std::int64_t index_base = 1;  ///< of the file's rows
  std::function<void(const std::string&)> progress;
};

struct SolveReport {
  std::int64_t num_rows = 0;
  std::int64_t num_entries = 0;
  bool complex = false;
  /// How the factorization broke down; empty: it went well.
  std::string breakdown;
  std::int64_t breakdown_row = -1;  ///< counted as in the file
  example::SolveResult result;
  std::vector<double> residuals;  ///< what the method took them for, after 0, 1, ... iterations
  double largest_error = 0;       ///< of x, where b is A times ones
  double setup_seconds = 0, solve_seconds = 0;

  bool factored() const { return breakdown.empty(); }
};

/// Residuals over iterations, as SVG.
std::string draw_convergence(const SolveRequest& request, const SolveReport& report);

///@{
/// Words of the command line and of results.
std::string outcome_text(const SolveReport& report);
std::string method_text(const SolveRequest& request);
///@}

}  // namespace filigree::tool
