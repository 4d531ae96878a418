// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/slices.cuh"

#include <algorithm>

#include "spmv/cuda/format_instances.hpp"
#include "spmv/cuda/unroll.hpp"

namespace filigree::cuda {

namespace {

/// Rows that leave the device half empty with a thread each.
constexpr std::int64_t few_rows = 200'000;
/// Rows from a slice to the one whose offsets are fetched meanwhile: more than run at once.
constexpr std::int64_t rows_ahead = std::int64_t(1) << 18;
/// Places of a row that are worth several threads.
constexpr double many_places = 16;

unsigned blocks_for(std::int64_t threads, int block_threads = slice_threads) {
  return unsigned((threads + block_threads - 1) / block_threads);
}

/// The narrow slices' kernel; size_log is below 5.
template <class Arguments, class Index>
void launch_narrow_slices(const Arguments& arguments, const Slices<Index>& slices, int size_log,
                          cudaStream_t stream) {
  int lanes_log = 0;
  while (size_log + lanes_log < 5 && 1.4 * (2 << lanes_log) <= slices.mean_width) ++lanes_log;
  const std::int64_t num_slices = (arguments.num_rows + slices.slice_size - 1) >> size_log;
  narrow_slice_kernel<3>
      <<<blocks_for(num_slices << (size_log + lanes_log)), slice_threads, 0, stream>>>(
          arguments, slices, size_log, lanes_log);
}

/// The logarithm of a power of 2; -1 of any other number.
int exact_log(std::int64_t number) {
  for (int log = 0; log < 62; ++log)
    if (std::int64_t(1) << log == number) return log;
  return -1;
}

template <int Rows, class Arguments, class Index>
void launch_slice_rows(const Arguments& arguments, const Slices<Index>& slices,
                       cudaStream_t stream) {
  const std::int64_t threads = (arguments.num_rows + Rows - 1) / Rows;
  const SliceLookup lookup{exact_log(slices.slice_size),
                           std::max<std::int64_t>(1, rows_ahead / slices.slice_size)};
  with_unroll<2, 4, 5, 7>(slices.mean_width, 2, [&]<int Unroll>() {
    slice_rows_kernel<Rows, Unroll>
        <<<blocks_for(threads), slice_threads, 0, stream>>>(arguments, slices, lookup);
  });
}

/// Whether loads of \c rows neighbouring places are aligned.
template <class Arguments, class Index>
bool packs(const Arguments& arguments, const Slices<Index>& slices, int rows) {
  return slices.slice_size % rows == 0 &&
         is_aligned(arguments.values, rows * sizeof(typename Arguments::A)) &&
         is_aligned(slices.col_indices, rows * sizeof(Index));
}

}  // namespace

template <class Arguments, class Index>
cudaError_t launch_slices(const Arguments& arguments, const Slices<Index>& slices,
                          cudaStream_t stream) {
  using A = typename Arguments::A;
  if (arguments.num_rows == 0) return cudaSuccess;
  const int size_log = slices.slice_offsets.is_null() ? -1 : exact_log(slices.slice_size);
  // Measured on 5-point grids: slices of 8 rows are wide enough for a thread a row.
  const bool is_narrow =
      size_log >= 0 && (size_log < 3 || (size_log < 5 && slices.mean_width >= 5.5));
  if (is_narrow)
    launch_narrow_slices(arguments, slices, size_log, stream);
  else if (arguments.num_rows < few_rows && slices.mean_width >= many_places)
    shared_rows_kernel<4><<<blocks_for(slice_parts * arguments.num_rows, shared_row_threads),
                            shared_row_threads, 0, stream>>>(arguments, slices);
  else if (sizeof(A) <= 4 && sizeof(Index) == 4 && packs(arguments, slices, 2))
    launch_slice_rows<sizeof(A) <= 4 && sizeof(Index) == 4 ? 2 : 1>(arguments, slices, stream);
  else
    launch_slice_rows<1>(arguments, slices, stream);
  return cudaGetLastError();
}

#define FILIGREE_FORMAT_LAUNCH(A, X, Y, C, Index)                                              \
  template cudaError_t launch_slices(const FormatArguments<A, X, Y, C>&, const Slices<Index>&, \
                                     cudaStream_t);
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_DOUBLE
FILIGREE_SPMV_COMPLEX
FILIGREE_SPMV_16BIT

}  // namespace filigree::cuda
