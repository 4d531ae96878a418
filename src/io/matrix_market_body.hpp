// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "entry_parser.hpp"
#include "matrix_market_header.hpp"
#include "read_context.hpp"

namespace filigree::detail {

/// Parses all entries of a file into `out`, whose capacity is the header's number of entries; large
/// files in parallel.
/// \throws Error with the line number for the first line, in the order of the file, that is wrong;
/// where
///   entries are missing or in excess.
template <class Scalar, class Index>
void parse_entries(const ReadContext& context, const MatrixMarketText& text,
                   const EntryArrays<Scalar, Index>& out);

}  // namespace filigree::detail
