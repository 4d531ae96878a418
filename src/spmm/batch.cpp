// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/execution_spaces.hpp>
#include <filigree/detail/spmm_batch_front.hpp>
#include <spmm/generic.hpp>
#include <spmv/checksum.hpp>
#include <spmv/rewrite.hpp>

/// Patterns of batches in which each matrix has its own: their checksums, and their order by the
/// rows of op(A_i).

namespace filigree::detail {

// --- checksums -----------------------------------------------------------------------------------

template <class T>
struct ChecksumStrided {
  const T* array;
  std::int64_t length;
  std::int64_t stride;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::uint64_t& sum) const {
    const T entry = array[i / length * stride + i % length];
    sum += mix(mix(std::uint64_t(i)) ^ std::uint64_t(entry));
  }
};

template <class Exec, class T>
std::uint64_t strided_checksum(const Exec& exec, const T* array, std::int64_t length,
                               std::int64_t stride, std::int64_t count) {
  std::uint64_t total = 0;
  if (array != nullptr && length > 0 && count > 0)
    Kokkos::parallel_reduce("filigree::spmm::batch_checksum",
                            EntryRange<Exec>(exec, 0, length * count),
                            ChecksumStrided<T>{array, length, stride}, total);
  return total;
}

template <class Exec>
std::uint64_t batch_checksum(const Exec& exec, const AnyOffsets& array, std::int64_t length,
                             std::int64_t stride, std::int64_t count) {
  return array.is_wide() ? strided_checksum(exec, static_cast<const std::int64_t*>(array.data()),
                                            length, stride, count)
                         : strided_checksum(exec, static_cast<const std::int32_t*>(array.data()),
                                            length, stride, count);
}

// --- order ---------------------------------------------------------------------------------------

/// What the order of a batch depends on besides its arrays.
struct BatchShape {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t count = 0;
  bool by_columns = false;  ///< the visitor walks columns
  MatrixProperties properties{};
};

/// Calls f(row, column, place) for the entries of a major (row, column or entry) of matrix `batch`.
template <class Index, class F>
KOKKOS_INLINE_FUNCTION void for_each_in_major(const StoredEntries<Index>& entries,
                                              std::int64_t batch, std::int64_t major, const F& f) {
  entries.for_each(batch, major, f);
}
template <class Index, class F>
KOKKOS_INLINE_FUNCTION void for_each_in_major(const SpmmRows<BsrxRows<Index>>& rows,
                                              std::int64_t batch, std::int64_t major, const F& f) {
  for_each_entry(rows, batch, major,
                 [&](std::int64_t col, std::int64_t place) { f(major, col, place); });
}

template <class Index>
std::int64_t num_majors(const StoredEntries<Index>& entries) {
  return entries.num_majors;
}
template <class Index>
std::int64_t num_majors(const SpmmRows<BsrxRows<Index>>& rows) {
  return rows.rows.num_rows;
}

template <class Walk>
struct CountBatch {
  Walk walk;
  std::int64_t majors;
  std::int64_t all_majors;
  std::int64_t* begins;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& sum, const bool final) const {
    if (final) begins[i] = sum;
    if (i == all_majors) return;
    for_each_in_major(walk, i / majors, i % majors,
                      [&](std::int64_t, std::int64_t, std::int64_t) { ++sum; });
  }
};

template <class Walk>
struct ListBatch {
  Walk walk;
  std::int64_t majors;
  BatchShape shape;
  const std::int64_t* begins;
  std::int64_t* rows;
  std::int64_t* cols;
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    const std::int64_t batch = i / majors;
    std::int64_t at = begins[i];
    for_each_in_major(walk, batch, i % majors,
                      [&](std::int64_t row, std::int64_t col, std::int64_t place) {
                        rows[at] = batch * shape.num_rows + (shape.by_columns ? col : row);
                        cols[at] = batch * shape.num_cols + (shape.by_columns ? row : col);
                        places[at] = place;
                        ++at;
                      });
  }
};

template <class Index>
struct StoreOwnColumn {
  const std::int64_t* from;
  std::int64_t num_cols;
  Index* to;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const { to[k] = Index(from[k] % num_cols); }
};

/// The entries of the matrix that has those of the batch for its diagonal blocks. Their places
/// count from each matrix's first value. Waits for the device.
template <class Exec, class Walk>
PlacedEntries<Exec, std::int64_t, std::int64_t> list_batch(const Exec& exec, const Walk& walk,
                                                           const BatchShape& shape) {
  const std::int64_t majors = num_majors(walk), all_majors = majors * shape.count;
  const auto begins =
      plan_array<std::int64_t>(exec, "filigree::spmm::batch_begins", all_majors + 1);
  PlacedEntries<Exec, std::int64_t, std::int64_t> list;
  Kokkos::parallel_scan("filigree::spmm::count_batch", EntryRange<Exec>(exec, 0, all_majors + 1),
                        CountBatch<Walk>{walk, majors, all_majors, begins.data()}, list.count);
  list.own_rows = plan_array<std::int64_t>(exec, "filigree::spmm::batch_rows", list.count);
  list.own_cols = plan_array<std::int64_t>(exec, "filigree::spmm::batch_cols", list.count);
  list.source = plan_array<std::int64_t>(exec, "filigree::spmm::batch_places", list.count);
  list.rows = list.own_rows.data();
  list.cols = list.own_cols.data();
  Kokkos::parallel_for("filigree::spmm::list_batch", EntryRange<Exec>(exec, 0, all_majors),
                       ListBatch<Walk>{walk, majors, shape, begins.data(), list.own_rows.data(),
                                       list.own_cols.data(), list.source.data()});
  exec.fence("filigree::spmm::list_batch");  // begins goes out of scope
  return list;
}

/// Columns of the matrices in place of columns of the matrix of diagonal blocks.
template <class Exec, class Index>
void find_own_columns(const Exec& exec, const std::int64_t* from, std::int64_t num_cols,
                      const DeviceView<Exec, Index>& to) {
  Kokkos::parallel_for("filigree::spmm::own_columns", EntryRange<Exec>(exec, 0, to.extent(0)),
                       StoreOwnColumn<Index>{from, num_cols, to.data()});
}

template <class Exec, class Index, class Walk>
std::shared_ptr<const OrderedBatch<typename Exec::memory_space, Index>> order_walk(
    const Exec& exec, Op op, const Walk& walk, const BatchShape& shape) {
  const NormalisedOp normal = normalise(op, shape.properties);
  const auto blocks = rewrite_entries<Exec, std::int64_t, std::int64_t>(
      exec, normal, shape.count * shape.num_rows, shape.count * shape.num_cols,
      list_batch(exec, walk, shape));
  const auto result = std::make_shared<OrderedBatch<typename Exec::memory_space, Index>>();
  result->row_offsets = blocks.row_offsets;
  result->value_index = blocks.value_index;
  result->col_indices =
      plan_array<Index>(exec, "filigree::spmm::batch_columns", blocks.pattern.nnz);
  auto& matrix = result->matrix;
  matrix.rows.num_rows = normal.transposed ? shape.num_cols : shape.num_rows;
  matrix.rows.num_cols = normal.transposed ? shape.num_rows : shape.num_cols;
  find_own_columns<Exec, Index>(exec, blocks.pattern.col_indices, matrix.rows.num_cols,
                                result->col_indices);
  matrix.rows.row_offsets = blocks.pattern.row_offsets;
  matrix.rows.col_indices = result->col_indices.data();
  matrix.rows.value_index = blocks.pattern.value_index;
  matrix.rows.has_value_index = blocks.pattern.value_index != nullptr;
  matrix.nnz = shape.count > 0 ? blocks.pattern.nnz / shape.count : 0;
  matrix.set_actions(normal.acting_when_listed());
  // One matrix's offsets end where the next one's begin; they count the entries of all.
  matrix.strides = {true, matrix.rows.num_rows, 0};
  exec.fence("filigree::spmm::order_batch");  // other streams may use the plan from now on
  return result;
}

template <class Offset, class Index>
bool visits_columns(const StoredBatch<StoredPattern<Offset, Index>>&) {
  return false;  // its entries name their rows and columns
}
template <class Index, class Offset>
bool visits_columns(const StoredBatch<StoredRows<BsrRows<Index, Offset>>>& batch) {
  return batch.first.by_columns;
}

template <class Exec, class Stored>
std::shared_ptr<const SpmmPlanState<Exec, StoredBatch<Stored>>> make_spmm_plan(
    const Exec& exec, Op op, const StoredBatch<Stored>& stored, const ScalarKind&,
    const SpmmOptions& options) {
  const Kokkos::Timer timer;
  const auto state = std::make_shared<SpmmPlanState<Exec, StoredBatch<Stored>>>();
  state->op = op;
  state->stored = stored;
  state->options = without_kernel(options);
  state->kernel = options.kernel;
  if (options.pattern_check == PatternCheck::content)
    state->checksum = batch_checksum(exec, stored);
  const Op of_rows = left_op(options.side, op);
  const auto walk = one_shot_walk(of_rows, stored);
  if (!walk.is_gather)
    state->ordered = order_walk<Exec, stored_index_t<Stored>>(
        exec, of_rows, walk.entries,
        BatchShape{stored.first.num_rows, stored.first.num_cols, stored.count,
                   visits_columns(stored), stored.first.properties});
  state->build_seconds = timer.seconds();
  log_new_plan("spmm_plan", stored_format(stored), spmm_plan_bytes(*state), state->build_seconds);
  return state;
}

#define FILIGREE_INSTANTIATE(Exec)                                                    \
  template std::uint64_t batch_checksum(const Exec&, const AnyOffsets&, std::int64_t, \
                                        std::int64_t, std::int64_t);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#define FILIGREE_STORED(Exec, ...)                                                              \
  template std::shared_ptr<const SpmmPlanState<Exec, StoredBatch<__VA_ARGS__>>> make_spmm_plan( \
      const Exec&, Op, const StoredBatch<__VA_ARGS__>&, const ScalarKind&, const SpmmOptions&);
#define FILIGREE_INSTANTIATE(Exec, Offset, Index)     \
  FILIGREE_STORED(Exec, StoredPattern<Offset, Index>) \
  FILIGREE_STORED(Exec, StoredRows<BsrRows<Index, Offset>>)
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_STORED

}  // namespace filigree::detail
