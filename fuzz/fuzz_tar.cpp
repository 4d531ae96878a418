// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <string>

#include <filigree/io/harwell_boeing.hpp>
#include <filigree/io/matrix_market.hpp>

#include "../unit_tests/io/stored_gzip.hpp"
#include "reader_fuzzer.hpp"

// Matrices in tar archives, plain and in gzip.

namespace {

constexpr std::size_t block = 512;

/// The input as an archive that a program could have written: where headers begin, by the sizes
/// that they name, with the magic words and the checksum without which few inputs would be read any
/// further. Sizes beyond what follows are left to some of them.
std::string with_headers(std::string bytes) {
  const bool keeps_sizes = bytes.size() % 5 == 0;
  for (std::size_t at = 0; at + block <= bytes.size();) {
    char* const header = bytes.data() + at;
    if (std::all_of(header, header + block, [](char c) { return c == 0; })) {
      at += block;
      continue;
    }
    std::size_t size = 0;
    for (int i = 124; i < 135; ++i) size = size * 8 + (static_cast<unsigned char>(header[i]) & 7);
    const std::size_t left = bytes.size() - at - block;
    if (size > left && !keeps_sizes) size %= left + 1;
    if (!keeps_sizes)
      std::snprintf(header + 124, 12, "%011llo", static_cast<unsigned long long>(size));
    const bool gnu = header[263] == ' ';
    std::copy_n(gnu ? "ustar  " : "ustar\00000", 8, header + 257);
    std::fill_n(header + 148, 8, ' ');
    unsigned sum = 0;
    for (std::size_t i = 0; i < block; ++i) sum += static_cast<unsigned char>(header[i]);
    std::snprintf(header + 148, 8, "%06o", sum);
    if (size > left) break;
    at += block + (size + block - 1) / block * block;
  }
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace filigree;
  fuzz::start_kokkos();
  const ReadOptions options = fuzz::options_of(size);
  std::string archive(reinterpret_cast<const char*>(data), size);
  if (size % 4 != 0) archive = with_headers(std::move(archive));
  if (size % 3 == 0) archive = test::stored_gzip(archive);
  fuzz::read_or_refuse([&] {
    const auto A = parse_matrix_market<double, std::int32_t>(archive, options);
    fuzz::require_in_range(A.row_indices(), A.num_rows());
    fuzz::require_in_range(A.col_indices(), A.num_cols());
  });
  fuzz::read_or_refuse([&] {
    const auto A = parse_harwell_boeing<double, std::int64_t>(archive, options).matrix;
    fuzz::require_in_range(A.row_indices(), A.num_rows());
  });
  return 0;
}
