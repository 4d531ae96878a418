// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include <filigree/convert_options.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/format/block_layout.hpp>

/// \file
/// Storage formats as values of a program.

namespace filigree {

/// The storage formats, each one a container.
enum class Format {
  csr,
  csc,
  coo,
  coo_aos,
  ell,
  sell,
  bsr,
  bsc,
  bsrx,
  blocked_ell,
  hyb,
  dia,
  hdia,
};

namespace detail {
/// The names of the formats, in the order of the enumeration: each the format_name of a container.
inline constexpr std::string_view format_names[] = {"csr",  "csc", "coo", "coo_aos", "ell",
                                                    "sell", "bsr", "bsc", "bsrx",    "blocked_ell",
                                                    "hyb",  "dia", "hdia"};

constexpr auto formats_in_order() {
  std::array<Format, std::size(format_names)> formats{};
  for (std::size_t i = 0; i < formats.size(); ++i) formats[i] = Format(i);
  return formats;
}
}  // namespace detail

/// Every Format once, in the order of the enumeration.
inline constexpr std::array all_formats = detail::formats_in_order();

/// "csr", "blocked_ell", ...: the format_name of the container.
FILIGREE_EXPORT std::string_view name(Format format);
/// The format of that name; "hll" is sell, "gebsr" bsr and "gebsc" bsc.
/// \throws Error invalid_value, naming all formats
FILIGREE_EXPORT Format format_of(std::string_view name);

/// What makes one format of a family: sizes and rules of a conversion. Those that are empty, or
/// that the format does not know, are left to the conversion (convert_options.hpp,
/// convert_blocks.hpp).
struct FormatParameters {
  std::optional<BlockLayout> block{};           ///< Bsr, Bsc
  std::optional<std::int64_t> block_size{};     ///< BlockedEll
  std::optional<std::int64_t> slice_size{};     ///< Sell (the hack size of Hll)
  std::optional<std::int64_t> sort_window{};    ///< Sell
  std::optional<std::int64_t> hack_size{};      ///< Hdia
  std::optional<HybPartition> partition{};      ///< Hyb
  std::optional<std::int64_t> ell_width{};      ///< Hyb with HybPartition::user; Ell
  std::optional<std::int64_t> row_alignment{};  ///< Ell, Dia

  /// Whether all members are equal.
  friend bool operator==(const FormatParameters&, const FormatParameters&) = default;
};

/// In one line, for people: "sell, slices of 32 rows, sorted in windows of 1024".
FILIGREE_EXPORT std::string describe(Format format, const FormatParameters& parameters);

/// What a conversion to a format that is named at run time can be told; see convert_options.hpp.
struct FormatOptions {
  ///@{
  /// Index base of the result, where empty that of the matrix; whether the matrix is validated
  /// first; the most bytes that the result may have, where empty 10 times those of the Csr matrix +
  /// 1 MiB.
  std::optional<IndexBase> index_base{};
  bool validate = true;
  std::optional<std::int64_t> memory_limit_bytes{};
  ///@}
  /// Those that the format does not know are ignored.
  FormatParameters parameters{};
};

}  // namespace filigree
