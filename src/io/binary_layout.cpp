// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "binary_layout.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "host_arrays.hpp"
#include "text_source.hpp"
#include "xxh64.hpp"

namespace filigree {
namespace detail {
namespace {

constexpr std::array<unsigned char, 8> magic{0x89, 'F', 'L', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t byte_order_mark = 0x01020304;
constexpr std::uint32_t swapped_byte_order_mark = 0x04030201;
constexpr std::uint32_t version = 1;
constexpr std::uint32_t version_of_integers = 2;
constexpr std::size_t piece_bytes = std::size_t(1) << 20;

[[noreturn]] void refuse(const ReadContext& context, const std::string& value, std::string limit,
                         std::string remedy, Status status = Status::invalid_value) {
  throw_error(status, {context.operation, context.argument, context.prefix() + value,
                       std::move(limit), std::move(remedy)});
}

/// The fields that have few values. Sizes are checked apart.
bool fields_are_known(const BinaryPrefix& p) {
  const bool coo = p.format == std::uint8_t(BinaryFormat::coo);
  return p.byte_order == byte_order_mark && p.format >= 1 && p.format <= 3 && p.scalar >= 1 &&
         (p.scalar <= (p.version == version ? 4 : 7) && p.scalar != 5) &&
         (p.index_bytes == 4 || p.index_bytes == 8) &&
         (coo ? p.offset_bytes == 0 : p.offset_bytes == 4 || p.offset_bytes == 8) &&
         p.index_base <= 1 && p.type <= 3 && p.fill <= 1 && p.diagonal <= 1 && p.sorted <= 1 &&
         p.unique <= 1;
}

BinaryHeader header_of(const BinaryPrefix& p) {
  BinaryHeader header;
  header.format = BinaryFormat(p.format);
  header.scalar = BinaryElement(p.scalar);
  header.index_bytes = p.index_bytes;
  header.offset_bytes = p.offset_bytes;
  header.properties = {IndexBase(p.index_base),  MatrixType(p.type), FillMode(p.fill),
                       DiagonalType(p.diagonal), p.sorted == 1,      p.unique == 1};
  header.num_rows = p.num_rows;
  header.num_cols = p.num_cols;
  header.num_entries = p.num_entries;
  return header;
}

}  // namespace

BinaryElement element_of(const BinaryHeader& header, int array) {
  if (array == 2) return header.scalar;
  const bool offsets = array == 0 && header.format != BinaryFormat::coo;
  return (offsets ? header.offset_bytes : header.index_bytes) == 4 ? BinaryElement::int32
                                                                   : BinaryElement::int64;
}

std::int64_t length_of(const BinaryHeader& header, int array) {
  if (array > 0 || header.format == BinaryFormat::coo) return header.num_entries;
  return 1 + (header.format == BinaryFormat::csr ? header.num_rows : header.num_cols);
}

std::size_t bytes_of(BinaryElement element) {
  switch (element) {
    case BinaryElement::float32:
    case BinaryElement::int32:
      return 4;
    case BinaryElement::float64:
    case BinaryElement::complex64:
    case BinaryElement::int64:
    case BinaryElement::uint64:
      return 8;
    case BinaryElement::complex128:
      break;
  }
  return 16;
}

bool sizes_are_possible(const BinaryHeader& header) {
  const auto limit = [](int bytes) -> std::int64_t {
    return bytes == 4 ? std::numeric_limits<std::int32_t>::max()
                      : std::numeric_limits<std::int64_t>::max();
  };
  constexpr std::int64_t longest_array = std::numeric_limits<std::int64_t>::max() / 64;
  const bool coo = header.format == BinaryFormat::coo;
  const std::int64_t lines = header.format == BinaryFormat::csr ? header.num_rows
                             : coo                              ? 0
                                                                : header.num_cols;
  const std::int64_t extent = limit(header.index_bytes);
  const auto base = std::int64_t(header.properties.index_base);
  const std::int64_t entries = coo ? longest_array : limit(header.offset_bytes) - base;
  const bool square =
      header.properties.type == MatrixType::general || header.num_rows == header.num_cols;
  return header.num_rows >= 0 && header.num_rows <= extent && header.num_cols >= 0 &&
         header.num_cols <= extent && lines <= longest_array && header.num_entries >= 0 &&
         header.num_entries <= std::min(entries, longest_array) && square;
}

BinaryPrefix prefix_of(const BinaryHeader& header) {
  BinaryPrefix p;
  p.magic = magic;
  p.byte_order = byte_order_mark;
  p.version = is_integer(header.scalar) ? version_of_integers : version;
  p.format = std::uint8_t(header.format);
  p.scalar = std::uint8_t(header.scalar);
  p.index_bytes = std::uint8_t(header.index_bytes);
  p.offset_bytes = std::uint8_t(header.offset_bytes);
  p.index_base = std::uint8_t(header.properties.index_base);
  p.type = std::uint8_t(header.properties.type);
  p.fill = std::uint8_t(header.properties.fill);
  p.diagonal = std::uint8_t(header.properties.diagonal);
  p.sorted = header.properties.sorted;
  p.unique = header.properties.unique;
  p.num_rows = header.num_rows;
  p.num_cols = header.num_cols;
  p.num_entries = header.num_entries;
  p.file_bytes = sizeof p;
  for (int array = 0; array < 3; ++array) {
    BinarySection& section = p.sections[std::size_t(array)];
    section.position = (p.file_bytes + binary_alignment - 1) / binary_alignment * binary_alignment;
    section.bytes = std::uint64_t(length_of(header, array)) * bytes_of(element_of(header, array));
    p.file_bytes = section.position + section.bytes;
  }
  return p;
}

std::uint64_t checksum_of(const BinaryPrefix& prefix) {
  return xxh64(&prefix, offsetof(BinaryPrefix, checksum));
}

std::uint64_t checksum_of(const void* data, std::size_t bytes) {
  const std::size_t num_pieces = (bytes + piece_bytes - 1) / piece_bytes;
  std::vector<std::uint64_t> hashes(num_pieces);
  std::uint64_t* const hash = hashes.data();
  const char* const begin = static_cast<const char*>(data);
  const auto hash_piece = [=](std::int64_t piece) {
    const std::size_t first = std::size_t(piece) * piece_bytes;
    hash[piece] = xxh64(begin + first, std::min(piece_bytes, bytes - first));
  };
  if (num_pieces == 1) {
    hash_piece(0);
  } else if (num_pieces > 1) {
    const Kokkos::DefaultHostExecutionSpace exec;
    Kokkos::parallel_for("filigree::binary::checksum",
                         HostPolicy(exec, 0, std::int64_t(num_pieces)), hash_piece);
    exec.fence("filigree::binary::checksum");
  }
  return xxh64(hashes.data(), hashes.size() * sizeof(std::uint64_t));
}

bool is_binary(std::string_view bytes) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

CheckedPrefix parse_prefix(const ReadContext& context, std::string_view bytes) {
  if (!is_binary(bytes))
    refuse(context, "the content begins with " + in_quotes(bytes.substr(0, 8)),
           "the 8 bytes that every binary file begins with",
           "this is no binary file, or one that was transferred as text");
  CheckedPrefix checked;
  BinaryPrefix& p = checked.raw;
  if (bytes.size() < sizeof p)
    refuse(context, "truncated: " + std::to_string(bytes.size()) + " bytes",
           "at least the " + std::to_string(sizeof p) + " bytes of the header", copy_again);
  std::memcpy(&p, bytes.data(), sizeof p);
  if (p.byte_order == swapped_byte_order_mark)
    refuse(context, "written on a machine of the other byte order", "this machine's byte order",
           "write a Matrix Market file there", Status::not_supported);
  if (p.byte_order == byte_order_mark && p.version != version && p.version != version_of_integers)
    refuse(context, "version " + std::to_string(p.version), "version 1 or 2",
           "read it with the release of the library that wrote it", Status::not_supported);
  if (p.checksum != checksum_of(p))
    refuse(context, "damaged: the header does not have its checksum", "the header as written",
           copy_again);
  checked.header = header_of(p);
  if (!fields_are_known(p) || !sizes_are_possible(checked.header))
    refuse(context, "the header describes no matrix", "known types and possible sizes", copy_again);
  // What follows from the sizes must be what stands there; so no later step trusts a position.
  BinaryPrefix expected = prefix_of(checked.header);
  for (std::size_t i = 0; i < 3; ++i) expected.sections[i].checksum = p.sections[i].checksum;
  expected.checksum = p.checksum;
  if (std::memcmp(&expected, &p, sizeof p) != 0)
    refuse(context, "the header contradicts itself", "positions that follow from the sizes",
           copy_again);
  return checked;
}

}  // namespace detail

BinaryHeader read_binary_header(const FilePath& path) try {
  const auto context = detail::ReadContext::of_file("read_binary_header", path);
  auto source = detail::TextSource::open(context, path);
  return detail::parse_prefix(context, source.at_least(sizeof(detail::BinaryPrefix))).header;
} catch (...) {
  detail::rethrow_as_error("read_binary_header");
}

BinaryHeader parse_binary_header(std::string_view bytes) try {
  const auto context = detail::ReadContext::of_memory("parse_binary_header");
  auto source = detail::TextSource::from_memory(context, bytes);
  return detail::parse_prefix(context, source.at_least(sizeof(detail::BinaryPrefix))).header;
} catch (...) {
  detail::rethrow_as_error("parse_binary_header");
}

}  // namespace filigree
