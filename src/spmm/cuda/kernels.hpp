// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/types.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <pattern/node_rows.hpp>
#include <pattern/sampled_rows.hpp>
#include <spmm/cuda/launch.hpp>
#include <spmm/cuda/ordered_values.hpp>
#include <spmm/prepared.hpp>
#include <spmm/select.hpp>
#include <spmv/cuda/kernels.hpp>
#include <spmv/nearby_values.hpp>

/// The tuned CUDA kernels as tuned.hpp lists them: the step from Kokkos types to the kernels' own.

namespace filigree::detail {

/// The types that src/spmm/cuda/instances.hpp names.
template <class Problem>
constexpr bool has_spmm_cuda_instance() {
  using A = typename Problem::matrix_scalar;
  using C = typename Problem::c_scalar;
  constexpr bool uniform = std::is_same_v<A, C> &&
                           (std::is_same_v<A, float> || std::is_same_v<A, double> ||
                            std::is_same_v<A, complex_float> || std::is_same_v<A, complex_double>);
  constexpr bool sixteen = (std::is_same_v<A, half> || std::is_same_v<A, bfloat16>)&&(
      std::is_same_v<C, A> || std::is_same_v<C, float>);
  return std::is_same_v<A, typename Problem::b_scalar> && (uniform || sixteen);
}

inline cuda::SpmmShape cuda_shape(const PatternStatistics& statistics, std::int64_t num_columns,
                                  bool b_row_major, const DeviceLimits& device) {
  cuda::SpmmShape shape;
  shape.multiprocessors = device.multiprocessors;
  shape.l2_bytes = device.l2_bytes;
  shape.num_rows = statistics.num_rows;
  shape.num_cols = statistics.num_cols;
  shape.nnz = statistics.nnz;
  shape.n = num_columns;
  shape.max_row_length = statistics.max_row_length;
  shape.row_length_variance = statistics.row_length_variance;
  shape.b_row_major = b_row_major;
  return shape;
}

/// As far as the choice of a kernel goes.
inline cuda::SpmmShape cuda_shape(const SpmmInput& input) {
  cuda::SpmmShape shape = cuda_shape(input.statistics, input.num_columns,
                                     input.b_layout == DenseLayout::row_major, input.device);
  shape.scalar_bytes = int(input.scalar_bytes);
  shape.index_bytes = int(input.index_bytes);
  shape.followed = input.followed;
  shape.node_rows = input.node_rows;
  shape.b_alignment = input.b_alignment;
  shape.has_workspace = input.has_workspace;
  return shape;
}

/// A dense operand in the layout that its strides have.
template <class T, class U>
cuda::DenseMatrix<T> cuda_dense(const DenseOperand<U>& operand, std::int64_t num_columns) {
  cuda::DenseMatrix<T> result;
  result.data = reinterpret_cast<T*>(operand.data);
  result.row_major = num_columns == 1 || operand.col_stride == 1;
  result.ld = result.row_major ? operand.row_stride : operand.col_stride;
  result.batch_stride = operand.batch_stride;
  return result;
}

template <class T>
int address_step(const cuda::DenseMatrix<T>& matrix, std::int64_t batch_count) {
  constexpr auto bytes = std::int64_t(sizeof(T));
  return cuda::address_step(reinterpret_cast<std::uintptr_t>(matrix.data), matrix.ld * bytes,
                            batch_count > 1 ? matrix.batch_stride * bytes : 0);
}

template <class Problem>
auto spmm_cuda_arguments(const Problem& problem) {
  using A = cuda_scalar_t<typename Problem::matrix_scalar>;
  using Y = cuda_scalar_t<typename Problem::c_scalar>;
  using C = cuda_scalar_t<typename Problem::compute_type>;
  using Index = typename Problem::rows_type::index_type;
  const auto& rows = problem.matrix.rows;
  cuda::SpmmArguments<A, Y, C, Index> arguments;
  arguments.num_rows = rows.num_rows;
  arguments.num_cols = rows.num_cols;
  arguments.n = problem.num_columns;
  arguments.nnz = problem.matrix.nnz;
  arguments.row_offsets = cuda_offsets(rows.row_offsets);
  arguments.col_indices = rows.col_indices;
  if (rows.has_value_index) arguments.value_index = cuda_offsets(rows.value_index);
  arguments.base = Index(rows.base);
  arguments.values = reinterpret_cast<const A*>(problem.values);
  arguments.conjugate_a = problem.matrix.conjugate != problem.conjugate;
  arguments.conjugate_b = problem.B.conjugate;
  arguments.alpha = cuda_argument(problem.alpha);
  arguments.beta = cuda_argument(problem.beta);
  arguments.b = cuda_dense<const A>(problem.B, problem.num_columns);
  arguments.c = cuda_dense<Y>(problem.C, problem.num_columns);
  arguments.batches = problem.batch_count;
  arguments.value_stride = problem.values_stride;
  return arguments;
}

/// Matrices [first, first + count) of the batch.
template <class Arguments>
Arguments part_of_batch(Arguments arguments, std::int64_t first, std::int64_t count) {
  arguments.values += first * arguments.value_stride;
  arguments.b.data += first * arguments.b.batch_stride;
  arguments.c.data += first * arguments.c.batch_stride;
  arguments.batches = count;
  return arguments;
}

/// Where the parts of a product's workspace begin: the copy of B, the sums of the long rows'
/// segments, then the values in order and what lies between the passes that order them; of one
/// matrix of a batch.
struct SpmmWorkspace {
  std::size_t sums_at = 0;
  std::size_t values_at = 0;
  std::size_t between_at = 0;
  std::size_t bytes = 0;

  SpmmWorkspace(std::size_t copy_bytes, std::size_t sum_bytes, std::size_t value_bytes)
      : sums_at(copy_bytes),
        values_at(sums_at + (sum_bytes + 15) / 16 * 16),
        between_at(values_at + value_bytes),
        bytes(between_at + value_bytes) {}
};

/// One of the kernels. The longest rows of a plan are cut, and their pieces go to different thread
/// blocks. Values that a plan's rows would read from all over memory are put in order before, where
/// there is a workspace for that.
template <cuda::SpmmKernel kind>
struct SpmmCudaKernel {
  static constexpr bool packs = cuda::packs(kind);
  static constexpr bool takes_nodes = cuda::takes_nodes(kind);
  static constexpr bool walks = kind == cuda::SpmmKernel::column_walk;
  static constexpr std::string_view name = [] {
    switch (kind) {
      case cuda::SpmmKernel::row_tile:
        return "spmm_csr_row_tile_cuda";
      case cuda::SpmmKernel::packed_row_tile:
        return "spmm_csr_packed_row_tile_cuda";
      case cuda::SpmmKernel::node_tile:
        return "spmm_csr_node_tile_cuda";
      case cuda::SpmmKernel::packed_node_tile:
        return "spmm_csr_packed_node_tile_cuda";
      default:
        return "spmm_csr_column_walk_cuda";
    }
  }();

  template <class Exec, class Problem>
  static constexpr bool takes = has_spmm_cuda_instance<Problem>() &&
                                (!takes_nodes || sizeof(typename Problem::matrix_scalar) >= 4);

  static bool can_implement(const SpmmInput& input) {
    const DenseLayout other = walks ? DenseLayout::row_major : DenseLayout::column_major;
    if (input.filtered || input.unit_diagonal || input.device.compute_capability < 80) return false;
    if (input.b_layout == DenseLayout::strided || input.c_layout == DenseLayout::strided)
      return false;
    if (input.b_layout == other && !packs) return false;
    const cuda::SpmmShape shape = cuda_shape(input);
    if (!cuda::takes_sizes(shape, input.b_ld)) return false;
    if (kind == cuda::SpmmKernel::row_tile) return true;
    if (!input.planned) return false;
    if (takes_nodes) return cuda::has_nodes(shape) && (packs || cuda::loads_vectors(shape));
    return packs || cuda::can_walk(shape);
  }

  static double seconds(const SpmmInput& input) {
    return cuda::preferred_spmm_kernel(cuda_shape(input)) == kind ? 1 : 2;
  }

  /// Without a planned workspace, what a product needs at least.
  static std::size_t workspace_bytes(const SpmmInput& input) {
    const std::size_t sum_bytes = std::max(input.scalar_bytes, sizeof(float));
    const auto sums = std::size_t(input.long_segments * input.num_columns);
    const std::int64_t value_bytes =
        orders_values(input)
            ? cuda::ordered_value_bytes(input.statistics.nnz, std::int64_t(input.scalar_bytes))
            : 0;
    return SpmmWorkspace(
               copy_bytes(input.statistics.num_cols, input.num_columns, int(input.scalar_bytes)),
               sums * sum_bytes, std::size_t(value_bytes))
        .bytes;
  }

  /// Values that are put in order are found by the arrays for that, not through an index.
  template <class Exec>
  static PatternRead pattern_read(const SpmmInput& input, const SpmmPrepared<Exec>& prepared,
                                  const PatternRead& as_stored) {
    PatternRead read = as_stored;
    // Only one of a node's rows has its columns read, and its index of values.
    if (takes_nodes)
      read.bytes *= 1.0 / input.node_rows;
    else if (orders_values(input))
      read.bytes += double(prepared.value_order.memory_bytes()) -
                    double(input.statistics.nnz) * double(prepared.offset_bytes);
    return read;
  }

  /// For all of the kernels, by the first one of the list.
  template <class Exec, class Offset, class Index>
  static void prepare(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                      const ScalarKind& of_A, SpmmPrepared<Exec>& prepared) {
    if (kind != cuda::SpmmKernel::row_tile || !pattern.filter.keeps_all() || pattern.unit_diagonal)
      return;
    prepare_long_rows(exec, pattern, prepared.statistics, prepared.long_rows);
    const auto sample = sample_rows(exec, pattern);
    prepared.grid = grid_of(sample, pattern.num_rows);
    prepared.followed = share_of_followed(sample);
    // A long row would keep one group of threads.
    if (prepared.long_rows.count == 0) prepared.node_rows = find_node_rows(exec, pattern, sample);
    // Values of a node's rows lie side by side.
    if (prepared.node_rows == 1 && pattern.transposes && pattern.value_index != nullptr &&
        cuda::value_tile * of_A.bytes <= prepared.device.shared_bytes_per_block &&
        cuda::pays_to_order_values(pattern.nnz, std::int64_t(of_A.bytes),
                                   values_are_nearby(exec, pattern), prepared.device.l2_bytes))
      prepared.value_order = order_values(exec, pattern);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const SpmmPrepared<Exec>& prepared) {
    const auto arguments = spmm_cuda_arguments(problem);
    using Arguments = std::remove_const_t<decltype(arguments)>;
    constexpr auto scalar_bytes = std::int64_t(sizeof(typename Arguments::A));
    const auto choice = cuda::cut_spmm(kind, shape_of(exec, problem, arguments, prepared));
    const bool has_long_rows = prepared.long_rows.count > 0;
    const bool has_order = prepared.value_order.exists() && !arguments.value_index.is_null();
    const SpmmWorkspace parts(
        copy_bytes(arguments.num_cols, arguments.n, int(scalar_bytes)),
        has_long_rows ? std::size_t(prepared.long_rows.num_segments * arguments.n) *
                            sizeof(typename Arguments::C)
                      : 0,
        has_order ? std::size_t(cuda::ordered_value_bytes(arguments.nnz, scalar_bytes)) : 0);
    auto* const workspace = static_cast<std::byte*>(problem.workspace);
    const bool orders = has_order && workspace != nullptr && problem.workspace_bytes >= parts.bytes;
    cuda::LongRows listed;
    if (has_long_rows)
      listed = long_rows(exec, arguments, &prepared.long_rows, workspace + parts.sums_at);
    // The workspace is for one matrix.
    const bool one_by_one = listed.count > 0 || (packs && arguments.b.batch_stride != 0) ||
                            (orders && arguments.value_stride != 0);
    const std::int64_t at_once = one_by_one ? 1 : cuda::max_batches;
    for (std::int64_t first = 0; first < problem.batch_count; first += at_once) {
      auto part = part_of_batch(arguments, first, std::min(at_once, problem.batch_count - first));
      if (orders)
        put_values_in_order(exec, prepared.value_order, first == 0 || arguments.value_stride != 0,
                            workspace + parts.between_at, workspace + parts.values_at, part);
      check_launch("spmm", name.data(),
                   cuda::launch_spmm(part, choice, listed, workspace, launch_stream(exec)));
    }
  }

 private:
  static bool orders_values(const SpmmInput& input) {
    return input.has_value_order && input.has_workspace;
  }

  /// Makes the values of `part` those at `to`, which are written where `are_new`.
  template <class Exec, class Order, class Arguments>
  static void put_values_in_order(const Exec& exec, const Order& order, bool are_new,
                                  std::byte* between, std::byte* to, Arguments& part) {
    using A = typename Arguments::A;
    if (are_new) {
      const cuda::ValueOrder arrays{order.slots.data(), order.sources.data(),
                                    order.target_slots.data()};
      check_launch("spmm", name.data(),
                   cuda::launch_ordered_values(sizeof(A), part.nnz, arrays, part.values, between,
                                               to, launch_stream(exec)));
    }
    part.values = reinterpret_cast<const A*>(to);
    part.value_index = {};
  }

  static std::size_t copy_bytes(std::int64_t num_cols, std::int64_t num_columns, int scalar_bytes) {
    return packs ? std::size_t(cuda::packed_bytes(num_cols, num_columns, scalar_bytes)) : 0;
  }

  template <class Exec, class Problem, class Arguments>
  static cuda::SpmmShape shape_of(const Exec& exec, const Problem& problem,
                                  const Arguments& arguments, const SpmmPrepared<Exec>& prepared) {
    PatternStatistics statistics = prepared.statistics;  // a one-shot product has none
    statistics.num_rows = arguments.num_rows;
    statistics.num_cols = arguments.num_cols;
    statistics.nnz = arguments.nnz;
    cuda::SpmmShape shape =
        cuda_shape(statistics, arguments.n, arguments.b.row_major, device_limits(exec));
    shape.scalar_bytes = int(sizeof(typename Arguments::A));
    shape.result_bytes = int(sizeof(typename Arguments::Y));
    shape.index_bytes = int(sizeof(typename Arguments::Index));
    shape.c_row_major = arguments.c.row_major;
    shape.b_alignment = address_step(arguments.b, problem.batch_count);
    shape.c_alignment = address_step(arguments.c, problem.batch_count);
    shape.grid = prepared.grid;
    shape.followed = prepared.followed;
    shape.node_rows = prepared.node_rows;
    shape.has_value_index = !arguments.value_index.is_null();
    return shape;
  }
};

using SpmmRowTileCuda = SpmmCudaKernel<cuda::SpmmKernel::row_tile>;
using SpmmColumnWalkCuda = SpmmCudaKernel<cuda::SpmmKernel::column_walk>;
using SpmmPackedRowTileCuda = SpmmCudaKernel<cuda::SpmmKernel::packed_row_tile>;
using SpmmNodeTileCuda = SpmmCudaKernel<cuda::SpmmKernel::node_tile>;
using SpmmPackedNodeTileCuda = SpmmCudaKernel<cuda::SpmmKernel::packed_node_tile>;

}  // namespace filigree::detail
