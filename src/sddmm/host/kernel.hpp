// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/detail/sddmm_problem.hpp>
#include <sddmm/host/dots.hpp>
#include <sddmm/select.hpp>
#include <spmm/host/kernel.hpp>

/// SDDMM on the host: as many parts as threads, of equally many blocks of C. The dot products run
/// over contiguous rows by vectors. A row of the left matrix that is not contiguous is copied to
/// the stack. A right matrix whose rows are not is copied to a panel first, a few of its columns at
/// a time, so that an entry of C costs some cache lines instead of one a term of its sum.

namespace filigree::detail {

/// A part of the sum over k, of one matrix.
template <class T, class Index>
struct SddmmHostLaunch {
  static constexpr std::int64_t max_copied = 512;  ///< entries of a left row that is copied
  static constexpr int chunk = 64;                 ///< entries of C at once

  SddmmPattern<Index> pattern;
  DenseOperand<const T> left;
  const T* right = nullptr;  ///< row j at right + j * right_stride
  std::int64_t right_stride = 0;
  std::int64_t inner = 0;
  T alpha{};
  T beta{};
  T* values = nullptr;
  RowDots<T> dots = nullptr;
  std::int64_t parts = 1;
  // From a matrix of the batch to the next.
  std::int64_t right_batch_stride = 0;
  std::int64_t values_stride = 0;

  void operator()(const std::int64_t item) const {
    const std::int64_t batch = item / parts, part = item % parts;
    SddmmHostLaunch mine = *this;
    mine.left.data += batch * left.batch_stride;
    mine.right += batch * right_batch_stride;
    mine.values += batch * values_stride;
    const auto boundary = [&](std::int64_t p) {
      return pattern.num_blocks / parts * p + pattern.num_blocks % parts * p / parts;
    };
    mine.run(boundary(part), boundary(part + 1));
  }

 private:
  /// Where alpha is 0 nothing of A and B may reach the result, not even a NaN.
  bool reads_operands() const { return alpha != T{} && inner > 0; }

  /// Blocks first .. last.
  void run(std::int64_t first, const std::int64_t last) const {
    if (first >= last) return;
    std::int64_t block_row = pattern.block_row_of(first, 0, pattern.num_block_rows() - 1);
    for (; first < last; ++block_row) {
      const std::int64_t end = std::min(pattern.begin(block_row + 1), last);
      for (std::int64_t r = 0; r < pattern.block.rows && first < end; ++r)
        if (block_row * pattern.block.rows + r < pattern.num_rows)
          run_row(block_row * pattern.block.rows + r, r, first, end);
      first = end;
    }
  }

  /// The entries in row `row`, `in_block` within its block row, of blocks first .. end.
  void run_row(std::int64_t row, std::int64_t in_block, std::int64_t first,
               std::int64_t end) const {
    T copy[max_copied];
    const T* x = left.data;
    if (reads_operands()) x += row * left.row_stride;
    if (left.col_stride != 1 && inner > 1 && reads_operands()) {
      for (std::int64_t k = 0; k < inner; ++k) copy[k] = x[k * left.col_stride];
      x = copy;
    }
    std::int64_t cols[chunk], places[chunk];
    int count = 0;
    for (std::int64_t b = first; b < end; ++b) {
      const std::int64_t col =
          (std::int64_t(pattern.col_indices[b]) - pattern.base) * pattern.block.cols;
      const std::int64_t width = std::min(pattern.block.cols, pattern.num_cols - col);
      for (std::int64_t c = 0; c < width; ++c) {
        cols[count] = col + c;
        places[count] = b * pattern.block_entries() + pattern.place_in_block(in_block, c);
        if (++count < chunk) continue;
        update(x, cols, places, count);
        count = 0;
      }
    }
    update(x, cols, places, count);
  }

  void update(const T* x, const std::int64_t* cols, const std::int64_t* places, int count) const {
    T sums[chunk] = {};
    if (reads_operands()) dots(x, right, right_stride, cols, count, inner, sums);
    for (int e = 0; e < count; ++e) {
      T& value = values[places[e]];
      value = beta == T{} ? alpha * sums[e] : alpha * sums[e] + beta * value;
    }
  }
};

struct SddmmHostKernel {
  static constexpr std::string_view name = "sddmm_csr_host";
  static constexpr std::string_view blocked_name = "sddmm_bsr_host";
  /// A panel's rows.
  static constexpr std::int64_t panel_row_bytes = 512;

  template <class Exec, class Problem>
  static constexpr bool takes =
      is_host_execution_v<Exec>&& std::is_floating_point_v<typename Problem::compute_type>&&
          std::is_same_v<typename Problem::dense_scalar, typename Problem::compute_type>&&
              std::is_same_v<typename Problem::c_scalar, typename Problem::compute_type>;

  /// Copying all rows of the right matrix does not pay where few of them are read: a term of a sum
  /// that is not copied costs a cache line, a copied one a fraction of that twice.
  static bool can_implement(const SddmmInput& input) {
    return input.right_is_contiguous || (input.planned && input.num_places >= input.num_cols / 4);
  }

  static std::size_t panel_bytes(std::int64_t num_rows, std::int64_t inner,
                                 std::size_t scalar_bytes) {
    return std::size_t(num_rows * panel_stride(inner, std::int64_t(scalar_bytes))) * scalar_bytes;
  }
  static std::size_t workspace_bytes(const SddmmInput& input, std::size_t scalar_bytes) {
    return input.right_is_contiguous ? 0 : panel_bytes(input.num_cols, input.inner, scalar_bytes);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem) {
    using T = typename Problem::compute_type;
    using Launch = SddmmHostLaunch<T, typename Problem::index_type>;
    const bool packs = problem.inner > 1 && problem.right.col_stride != 1;
    const bool copies = problem.inner > 1 && problem.left.col_stride != 1;
    const std::int64_t widest =
        packs ? panel_row_bytes / std::int64_t(sizeof(T))
              : (copies ? Launch::max_copied : std::max<std::int64_t>(problem.inner, 1));
    Launch run;
    run.pattern = problem.pattern;
    run.left = problem.left;
    run.alpha = problem.alpha.get();
    run.beta = problem.beta.get();
    run.dots = row_dots_for<T>(host_isa());
    run.values = problem.values;
    run.values_stride = problem.values_stride;
    std::int64_t first = 0;
    do {
      run.inner = std::min(widest, problem.inner - first);
      run.left.data = problem.left.data + first * problem.left.col_stride;
      if (packs)
        launch_packed(exec, problem, first, run);
      else
        launch_plain(exec, problem, first, run);
      run.beta = T{1};  // further parts of the sums are added
      first += widest;
    } while (first < problem.inner && run.alpha != T{});
  }

 private:
  template <class Exec>
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

  static std::int64_t panel_stride(std::int64_t inner, std::int64_t scalar_bytes) {
    constexpr std::int64_t line = 64;
    return groups_of(std::min(inner * scalar_bytes, panel_row_bytes), line) * line / scalar_bytes;
  }

  template <class Exec, class Launch>
  static void launch_all(const Exec& exec, std::int64_t batch_count, Launch run) {
    run.parts = exec.concurrency();
    Kokkos::parallel_for("filigree::sddmm::host",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                             exec, 0, batch_count * run.parts, Kokkos::ChunkSize(1)),
                         run);
  }

  template <class Exec, class Problem, class Launch>
  static void launch_plain(const Exec& exec, const Problem& problem, std::int64_t first,
                           Launch run) {
    run.right = problem.right.data + first * problem.right.col_stride;
    run.right_stride = problem.right.row_stride;
    run.right_batch_stride = problem.right.batch_stride;
    launch_all(exec, problem.batch_count, run);
  }

  /// One matrix of the batch after the other, as they share the panel, unless they share B too.
  template <class Exec, class Problem, class Launch>
  static void launch_packed(const Exec& exec, const Problem& problem, std::int64_t first,
                            const Launch& run) {
    using T = typename Problem::compute_type;
    const bool one_for_all = problem.right.batch_stride == 0;
    const std::int64_t count = one_for_all ? problem.batch_count : 1;
    for (std::int64_t batch = 0; batch < problem.batch_count; batch += count) {
      const auto columns = tile_columns_of(problem.right, batch, first, run.inner,
                                           static_cast<T*>(problem.workspace),
                                           panel_stride(problem.inner, sizeof(T)));
      pack_columns(exec, columns, problem.pattern.num_cols);
      Launch mine = run;
      mine.left.data += batch * problem.left.batch_stride;
      mine.right = columns.panel;
      mine.right_stride = columns.padded_width;
      mine.values += batch * problem.values_stride;
      launch_all(exec, count, mine);
    }
  }
};

}  // namespace filigree::detail
