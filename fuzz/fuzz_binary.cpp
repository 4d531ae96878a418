// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstring>
#include <string>

#include <filigree/io/binary.hpp>
#include <io/binary_layout.hpp>

#include "reader_fuzzer.hpp"

namespace {

using filigree::fuzz::require;
using Space = Kokkos::HostSpace;

template <class Indices>
void require_from_base(const Indices& indices, std::int64_t base, std::int64_t extent) {
  for (std::size_t k = 0; k < indices.extent(0); ++k)
    require(indices(k) >= base && indices(k) - base < extent);
}

template <class Offsets>
void require_ascending(const Offsets& offsets, std::int64_t base, std::int64_t nnz) {
  require(offsets.extent(0) > 0 && offsets(0) == base);
  for (std::size_t k = 1; k < offsets.extent(0); ++k) require(offsets(k - 1) <= offsets(k));
  require(offsets(offsets.extent(0) - 1) == base + nnz);
}

/// Reads the input into each container; at most one of them is that of its format.
template <class Scalar, class Index, class Offset>
void read(std::string_view bytes, const filigree::ReadOptions& options) {
  using namespace filigree;
  fuzz::read_or_refuse([&] {
    const auto A = parse_binary<CsrMatrix<Scalar, Index, Offset, Space>>(bytes, options);
    const auto base = std::int64_t(A.index_base());
    require_ascending(A.row_offsets(), base, A.nnz());
    require_from_base(A.col_indices(), base, A.num_cols());
  });
  fuzz::read_or_refuse([&] {
    const auto A = parse_binary<CscMatrix<Scalar, Index, Offset, Space>>(bytes, options);
    const auto base = std::int64_t(A.index_base());
    require_ascending(A.col_offsets(), base, A.nnz());
    require_from_base(A.row_indices(), base, A.num_rows());
  });
  fuzz::read_or_refuse([&] {
    const auto A = parse_binary<CooMatrix<Scalar, Index, Space>>(bytes, options);
    const auto base = std::int64_t(A.index_base());
    require_from_base(A.row_indices(), base, A.num_rows());
    require_from_base(A.col_indices(), base, A.num_cols());
  });
}

/// The input as a file that a wrong program could have written: its fields and arrays under the
/// positions and checksums that belong to them, without which few inputs would pass the first
/// checks.
std::string with_checksums(std::string_view input) {
  using namespace filigree::detail;
  std::string bytes(input);
  BinaryPrefix prefix;
  if (bytes.size() < sizeof prefix) return bytes;
  std::memcpy(&prefix, bytes.data(), sizeof prefix);
  constexpr std::int64_t small = 64;
  const auto shorten = [](std::int64_t& count) {
    if (count > small) count %= small;
  };
  shorten(prefix.num_rows);
  shorten(prefix.num_cols);
  shorten(prefix.num_entries);
  filigree::BinaryHeader header;
  header.format = filigree::BinaryFormat(prefix.format % 3 + 1);
  constexpr std::array<std::uint8_t, 6> scalars{1, 2, 3, 4, 6, 7};
  header.scalar = filigree::BinaryElement(scalars[prefix.scalar % scalars.size()]);
  header.index_bytes = prefix.index_bytes % 2 == 0 ? 4 : 8;
  header.offset_bytes = header.format == filigree::BinaryFormat::coo ? 0
                        : prefix.offset_bytes % 2 == 0               ? 4
                                                                     : 8;
  header.properties = {filigree::IndexBase(prefix.index_base % 2),
                       filigree::MatrixType(prefix.type % 4),
                       filigree::FillMode(prefix.fill % 2),
                       filigree::DiagonalType(prefix.diagonal % 2),
                       prefix.sorted % 2 == 1,
                       prefix.unique % 2 == 1};
  header.num_rows = prefix.num_rows;
  header.num_cols = prefix.num_cols;
  header.num_entries = prefix.num_entries;
  if (header.num_rows < 0 || header.num_cols < 0 || header.num_entries < 0) return bytes;
  prefix = prefix_of(header);
  bytes.resize(prefix.file_bytes);
  std::uint64_t end = sizeof prefix;
  for (BinarySection& section : prefix.sections) {
    std::memset(bytes.data() + end, 0, section.position - end);
    end = section.position + section.bytes;
    section.checksum = checksum_of(bytes.data() + section.position, section.bytes);
  }
  prefix.checksum = checksum_of(prefix);
  std::memcpy(bytes.data(), &prefix, sizeof prefix);
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  filigree::fuzz::start_kokkos();
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const filigree::ReadOptions options = filigree::fuzz::options_of(size);
  const std::string bytes = size % 4 == 0 ? std::string(input) : with_checksums(input);
  filigree::fuzz::read_or_refuse([&] { filigree::parse_binary_header(bytes); });
  if (size % 3 == 0)
    read<double, std::int32_t, std::int32_t>(bytes, options);
  else if (size % 3 == 1)
    read<std::int64_t, std::int32_t, std::int64_t>(bytes, options);
  else
    read<filigree::complex_float, std::int64_t, std::int64_t>(bytes, options);
  return 0;
}
