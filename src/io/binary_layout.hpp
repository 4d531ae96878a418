// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <filigree/io/binary.hpp>

#include "read_context.hpp"

/// The bytes of a binary file; include/filigree/io/binary.hpp documents them.

namespace filigree::detail {

struct BinarySection {
  std::uint64_t position = 0;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

/// The header as it lies in the file.
struct BinaryPrefix {
  std::array<unsigned char, 8> magic{};
  std::uint32_t byte_order = 0;
  std::uint32_t version = 0;
  std::uint8_t format = 0;
  std::uint8_t scalar = 0;
  std::uint8_t index_bytes = 0;
  std::uint8_t offset_bytes = 0;
  std::uint8_t index_base = 0;
  std::uint8_t type = 0;
  std::uint8_t fill = 0;
  std::uint8_t diagonal = 0;
  std::uint8_t sorted = 0;
  std::uint8_t unique = 0;
  std::array<std::uint8_t, 6> reserved{};
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t num_entries = 0;
  std::uint64_t file_bytes = 0;
  std::array<BinarySection, 3> sections{};
  std::array<std::uint64_t, 6> more_reserved{};
  std::uint64_t checksum = 0;
};
static_assert(sizeof(BinaryPrefix) == 192 && offsetof(BinaryPrefix, num_rows) == 32 &&
              offsetof(BinaryPrefix, sections) == 64 && offsetof(BinaryPrefix, checksum) == 184);

inline constexpr std::uint64_t binary_alignment = 64;

/// What to do about a damaged file.
inline constexpr const char* copy_again = "copy the file again, or write it anew from its source";

/// The kind and number of the entries of array 0, 1 or 2.
BinaryElement element_of(const BinaryHeader& header, int array);
std::int64_t length_of(const BinaryHeader& header, int array);
std::size_t bytes_of(BinaryElement element);
inline bool is_integer(BinaryElement element) { return element >= BinaryElement::int32; }

/// What stands in the file for a matrix, all but the checksums.
BinaryPrefix prefix_of(const BinaryHeader& header);
std::uint64_t checksum_of(const BinaryPrefix& prefix);
/// The checksum of an array, made in parallel.
std::uint64_t checksum_of(const void* data, std::size_t bytes);

/// Whether a file begins as a binary file does.
bool is_binary(std::string_view bytes);

/// The checked beginning of a file.
struct CheckedPrefix {
  BinaryPrefix raw;
  BinaryHeader header;
};
CheckedPrefix parse_prefix(const ReadContext& context, std::string_view bytes);

/// Whether a file can have these sizes: the arrays' bytes can be counted in 64 bits, and the types
/// hold what the sizes ask for. Readers and writers take the same.
bool sizes_are_possible(const BinaryHeader& header);

/// What is wrong with a matrix, and what was expected.
using BinaryFault = std::function<void(const std::string& value, std::string limit)>;
/// Calls `fault`, which throws, where arrays are no matrix: offsets, index ranges and, unless
/// `any_order`, the order that the properties promise. Readers and writers take the same.
void check_contents(const BinaryHeader& header, const std::array<const void*, 3>& arrays,
                    bool any_order, const BinaryFault& fault);
/// Throws invalid_value for a matrix that readers would refuse.
void check_written_matrix(std::string_view operation, const BinaryHeader& header,
                          const std::array<const void*, 3>& arrays, bool any_order);

}  // namespace filigree::detail
