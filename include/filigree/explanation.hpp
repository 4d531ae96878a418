// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/export.hpp>

/// \file
/// What plans say of themselves and of their products, for people and for programs.

namespace filigree {

/// What the explanations of all plans have in common.
struct ProductExplanation {
  std::string_view format;    ///< "csr", "coo", "sell", ...
  std::string_view kernel;    ///< the kernel's name, as apply returns it
  std::string_view encoding;  ///< how the kernel reads the indices: "raw" as the matrix has them
  std::string reason;         ///< why this kernel
  /// Bytes of indices, offsets and ids that a product reads per entry of the rows that the kernel
  /// walks.
  double index_bytes_per_nnz = 0;
  std::int64_t bytes_moved = 0;  ///< the least that one product (beta = 0) moves through memory
  std::int64_t plan_bytes = 0;   ///< memory that the plan holds
  double build_seconds = 0;      ///< what making the plan took
  double expected_seconds = 0;   ///< bytes_moved at `bandwidth`
  double bandwidth = 0;          ///< bytes a second that the expectation assumes
};

/// How a product with dense matrices runs. bytes_moved has stored values (padding included), what
/// the kernel reads of the pattern, each dense matrix that is read once, and the result once;
/// matrices that a whole batch shares count once. What goes through a workspace is not in it, nor
/// what the caches do not hold and is read again, so that expected_seconds is a floor. Products
/// with many columns are bound by arithmetic: `operations` tells.
struct DenseProductExplanation : ProductExplanation {
  /// Additions and multiplications of real numbers: 2 (complex: 8) for each column and each entry
  /// of the rows that the kernel walks.
  std::int64_t operations = 0;
  std::int64_t workspace_bytes = 0;  ///< that the kernel needs for this product

  /// All of it in one line.
  FILIGREE_EXPORT std::string text() const;
};

/// What SpmmPlan::explain() says; the dense matrix that is read is B.
using SpmmExplanation = DenseProductExplanation;
/// Its columns are those of op(A), the terms of an entry's sum; entries are the places of C's
/// values. The dense matrices that are read are A and B.
using SddmmExplanation = DenseProductExplanation;

}  // namespace filigree
