// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/execution_spaces.hpp>
#include <filigree/detail/spmv_row_gather.hpp>
#include <filigree/recommendation.hpp>
#include <spmv/formats/tuned.hpp>

// The columns' width does not matter to the choice of a kernel: all is asked of 32-bit ones.

namespace filigree::detail {
namespace {

template <class Exec, class Rows>
std::string chosen(const FormatInput& input, const Rows& rows, const char* scalar) {
  return std::string(select_format_kernel(
      format_kernels_t<Exec, Rows>{}, input, rows, RowKernelNames<Rows>::gather,
      [&]<class Kernel>() { return takes_own_scalar<Kernel, Rows>(scalar); }));
}

}  // namespace

template <class Exec>
std::string expected_kernel(const Exec& exec, Format format, const FormatParameters& parameters,
                            const MatrixStatistics& statistics, const char* scalar,
                            std::size_t scalar_bytes) {
  using Index = std::int32_t;
  static constexpr Index rows_in_some_order = 0;
  FormatInput input;
  input.on_host = is_host_execution_v<Exec>;
  input.nnz = statistics.nnz;
  input.scalar_bytes = scalar_bytes;
  input.device = device_limits(exec);
  const auto sized = [&]<class Rows>(Rows rows) {
    rows.num_rows = statistics.num_rows;
    rows.num_cols = statistics.num_cols;
    return rows;
  };
  if (format == Format::ell || format == Format::hyb) {
    auto rows = sized(EllRows<Index>{});
    rows.ell_width = format == Format::ell ? statistics.max_row_length : statistics.hyb_width;
    rows.row_stride = statistics.num_rows;
    return chosen<Exec>(input, rows, scalar);
  }
  if (format == Format::sell) {
    auto rows = sized(SellRows<Index, AnyOffsets>{});
    rows.slice_size = parameters.slice_size.value_or(MatrixStatistics::sell_slice_size);
    if (parameters.sort_window.value_or(1) > 1) rows.row_permutation = &rows_in_some_order;
    return chosen<Exec>(input, rows, scalar);
  }
  if (format == Format::bsr) {
    auto rows = sized(BsrxRows<Index>{});
    rows.block = parameters.block.value_or(BlockLayout{});
    return chosen<Exec>(input, rows, scalar);
  }
  if (format == Format::blocked_ell) {
    auto rows = sized(BlockedEllRows<Index>{});
    rows.block_size = parameters.block_size.value_or(16);
    return chosen<Exec>(input, rows, scalar);
  }
  if (format == Format::dia) {
    auto rows = sized(DiaRows<Index>{});
    rows.num_diagonals = statistics.num_diagonals;
    rows.row_stride = statistics.num_rows;
    return chosen<Exec>(input, rows, scalar);
  }
  if (format == Format::hdia) {
    auto rows = sized(HdiaRows<Index, AnyOffsets>{});
    rows.hack_size = parameters.hack_size.value_or(MatrixStatistics::hdia_hack_size);
    return chosen<Exec>(input, rows, scalar);
  }
  return {};
}

#define FILIGREE_INSTANTIATE(Exec)                                                        \
  template FILIGREE_EXPORT std::string expected_kernel(                                   \
      const Exec&, Format, const FormatParameters&, const MatrixStatistics&, const char*, \
      std::size_t);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
