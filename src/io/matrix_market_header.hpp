// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/io/matrix_market.hpp>

#include "read_context.hpp"

namespace filigree::detail {

struct MatrixMarketText {
  MatrixMarketHeader header;
  std::string_view body;  ///< what follows the line of the sizes
};

/// Whether a text begins like a Matrix Market file.
bool is_matrix_market(std::string_view text);

/// Takes the header off a text. `complete` false: the text is the beginning of a file; where the
/// header goes beyond it the result's size_line is 0.
MatrixMarketText split_matrix_market(const ReadContext& context, std::string_view text,
                                     bool complete = true);

/// Throws unless the body is long enough to hold as many entries as the header promises.
void check_promised_entries(const ReadContext& context, const MatrixMarketText& text);

std::string_view name(MatrixMarketFormat format);
std::string_view name(MatrixMarketField field);
std::string_view name(MatrixMarketSymmetry symmetry);

}  // namespace filigree::detail
