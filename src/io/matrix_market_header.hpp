// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include <filigree/io/matrix_market.hpp>

#include "text_source.hpp"

namespace filigree::detail {

/// Whether a text begins like a Matrix Market file, be it with one % too few.
bool is_matrix_market(std::string_view text);

/// Takes the header off a text: what is left begins behind the line of the sizes.
MatrixMarketHeader read_header(const ReadContext& context, TextSource& source);

/// Whether so many bytes can hold as many entries as the header promises: each number takes a digit
/// and a separator.
bool may_hold(const MatrixMarketHeader& header, std::uint64_t bytes);
[[noreturn]] void fail_promised_entries(const ReadContext& context,
                                        const MatrixMarketHeader& header, std::uint64_t bytes);

std::string_view name(MatrixMarketFormat format);
std::string_view name(MatrixMarketField field);
std::string_view name(MatrixMarketSymmetry symmetry);

}  // namespace filigree::detail
