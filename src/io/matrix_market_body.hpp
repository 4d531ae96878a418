// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "entry_parser.hpp"
#include "matrix_market_header.hpp"
#include "read_context.hpp"
#include "text_source.hpp"

namespace filigree::detail {

/// What parse_entries found.
struct ParsedEntries {
  unsigned notes = 0;              ///< of EntryNote
  bool entry_in_each_line = true;  ///< no blank lines, no comments
};

/// Parses all entries of a file into `out`, whose capacity is the header's number of entries; large
/// files in parallel. Notes what was not taken as it stands, but for entries above the diagonal.
/// \throws Error with the line number for the first line, in the order of the file, that is wrong;
/// where entries are missing or in excess.
template <class Scalar, class Index>
ParsedEntries parse_entries(const ReadContext& context, const MatrixMarketHeader& header,
                            TextSource& source, const EntryArrays<Scalar, Index>& out);

/// Throws unless what follows is long enough to hold as many entries as the header promises: for
/// the first line that is wrong, or for the promise.
template <class Scalar>
void check_promised_entries(const ReadContext& context, const MatrixMarketHeader& header,
                            TextSource& source);

/// The line of entry k of a body that is in memory.
std::int64_t line_of_entry(const MatrixMarketHeader& header, std::string_view body, std::int64_t k);

}  // namespace filigree::detail
