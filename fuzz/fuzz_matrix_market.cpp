// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/matrix_market.hpp>

#include <cstdint>

#include "reader_fuzzer.hpp"

namespace {

using filigree::fuzz::read_or_refuse;
using filigree::fuzz::require;

template <class Scalar, class Index>
void read_sparse(std::string_view text, const filigree::ReadOptions& options) {
  read_or_refuse([&] {
    const auto matrix = filigree::parse_matrix_market<Scalar, Index>(text, options);
    filigree::fuzz::require_in_range(matrix.row_indices(), matrix.num_rows());
    filigree::fuzz::require_in_range(matrix.col_indices(), matrix.num_cols());
    require(std::size_t(matrix.nnz()) <= 2 * text.size() + options.max_bytes);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  filigree::fuzz::start_kokkos();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const filigree::ReadOptions options = filigree::fuzz::options_of(size);
  switch (size % 7) {
    case 0:
      read_sparse<double, std::int32_t>(text, options);
      break;
    case 1:
      read_sparse<filigree::complex_double, std::int64_t>(text, options);
      break;
    case 2:
      read_sparse<float, std::int64_t>(text, options);
      break;
    case 3:
      read_or_refuse(
          [&] { filigree::parse_matrix_market_dense<filigree::complex_float>(text, options); });
      break;
    case 4:
      read_sparse<std::int64_t, std::int32_t>(text, options);
      break;
    case 5:
      read_sparse<std::uint64_t, std::int64_t>(text, options);
      break;
    default:
      read_or_refuse([&] { filigree::parse_matrix_market_vector<double>(text, options); });
      read_or_refuse([&] { filigree::parse_matrix_market_sparse_vector<double>(text, options); });
  }
  return 0;
}
