// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/harwell_boeing.hpp>

#include <string>

#include "reader_fuzzer.hpp"

// A valid Rutherford-Boeing header of which the input chooses the type and the formats, and an
// input behind it: this gets deep into the sections, where inputs from nothing seldom come.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  filigree::fuzz::start_kokkos();
  if (size < 6) return 0;
  constexpr std::string_view fields = "rcip";
  constexpr std::string_view symmetries = "ushzr";
  std::string text = "title\n 3 1 1 1\n";
  text += fields[data[0] % 4];
  text += symmetries[data[1] % 5];
  text += data[0] & 4 ? 'e' : 'a';
  const unsigned rows = data[2] % 8u;
  const unsigned cols = data[0] & 8 ? rows : data[3] % 8u;
  text += " " + std::to_string(rows) + " " + std::to_string(cols) + " " +
          std::to_string(data[4] % 32u) + " " + std::to_string(data[5] % 64u);
  text += data[1] & 64 ? "\n(8I3) (12I2) (1P,4E12.4)\n" : "\n(20I1) (20I1) (20F3.1)\n";
  text.append(reinterpret_cast<const char*>(data) + 6, size - 6);
  const filigree::ReadOptions options = filigree::fuzz::options_of(size);
  filigree::fuzz::read_or_refuse([&] {
    const auto matrix =
        filigree::parse_harwell_boeing<filigree::complex_double>(text, options).matrix;
    filigree::fuzz::require_in_range(matrix.row_indices(), matrix.num_rows());
  });
  return 0;
}
