// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/harwell_boeing.hpp>

#include "reader_fuzzer.hpp"

namespace {

using filigree::fuzz::require;

template <class Scalar, class Index>
void read(std::string_view text, const filigree::ReadOptions& options) {
  filigree::fuzz::read_or_refuse([&] {
    const auto result = filigree::parse_harwell_boeing<Scalar, Index>(text, options);
    const auto& matrix = result.matrix;
    filigree::fuzz::require_in_range(matrix.row_indices(), matrix.num_rows());
    const auto offsets = matrix.col_offsets();
    require(offsets(0) == 0 && offsets(std::size_t(matrix.num_cols())) == matrix.nnz());
    for (std::int64_t j = 0; j < matrix.num_cols(); ++j) require(offsets(j) <= offsets(j + 1));
  });
}

}  // namespace

// Harwell-Boeing and Rutherford-Boeing files: the seeds hold both.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  filigree::fuzz::start_kokkos();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const filigree::ReadOptions options = filigree::fuzz::options_of(size);
  switch (size % 4) {
    case 0:
      read<double, std::int32_t>(text, options);
      break;
    case 1:
      read<filigree::complex_double, std::int64_t>(text, options);
      break;
    case 2:
      read<std::int64_t, std::int32_t>(text, options);
      break;
    default:
      read<float, std::int64_t>(text, options);
  }
  return 0;
}
