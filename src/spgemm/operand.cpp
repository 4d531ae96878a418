// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <utility>

#include <convert/entries.hpp>
#include <convert/sorted_rows.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <spmv/checksum.hpp>

/// From stored matrices to the rows that products walk.

namespace filigree::detail {
namespace {

/// f(pattern), with offsets of the type that they have.
template <class Index, class F>
auto with_pattern(const SpgemmRows<Index>& rows, const F& f) {
  const auto call = [&]<class Offset>(const Offset* offsets) {
    const auto base = rows.base == 0 ? IndexBase::zero : IndexBase::one;
    return f(CompressedPattern<Index, Offset>{rows.num_rows, rows.num_cols, rows.nnz, base, offsets,
                                              rows.col_indices});
  };
  return rows.offsets.is_wide() ? call(static_cast<const std::int64_t*>(rows.offsets.data()))
                                : call(static_cast<const std::int32_t*>(rows.offsets.data()));
}

/// The entries of the whole matrix, and where they come from (null: each from its own place).
template <class Exec, class Index>
struct WholeEntries {
  EntryList<Index> list;
  ScratchArray<Index, typename Exec::memory_space> majors, expanded_majors, expanded_minors;
  ScratchArray<std::int64_t, typename Exec::memory_space> sources;
};

template <class Exec, class Index>
WholeEntries<Exec, Index> whole_entries(const Exec& exec, const SpgemmRows<Index>& rows,
                                        const MatrixProperties& properties) {
  WholeEntries<Exec, Index> result;
  result.majors = scratch<Index>(exec, "filigree::spgemm::majors", rows.nnz);
  with_pattern(rows, [&](const auto& pattern) {
    expand_offsets(exec, pattern, pattern.base, result.majors.data());
  });
  result.list = {rows.num_rows,         rows.num_cols,        rows.nnz,
                 properties.index_base, result.majors.data(), rows.col_indices};
  if (properties.type == MatrixType::general) return result;
  const std::int64_t count = count_expanded(exec, result.list, properties);
  result.expanded_majors = scratch<Index>(exec, "filigree::spgemm::majors", count);
  result.expanded_minors = scratch<Index>(exec, "filigree::spgemm::minors", count);
  result.sources = scratch<std::int64_t>(exec, "filigree::spgemm::sources", count);
  expand_entries(exec, result.list, properties, count, result.expanded_majors.data(),
                 result.expanded_minors.data(), result.sources.data());
  result.list.count = count;
  result.list.primary = result.expanded_majors.data();
  result.list.secondary = result.expanded_minors.data();
  return result;
}

struct OrderSource {
  const std::int64_t* permutation;  ///< null: identity
  const std::int64_t* from;         ///< null: each from its own place
  std::int64_t* to;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    const std::int64_t place = permutation == nullptr ? k : permutation[k];
    to[k] = from == nullptr ? 2 * place : from[place];
  }
};

/// Where the entries in order come from, in the terms of expand_entries.
template <class Exec>
typename EntryOrder<Exec>::Positions ordered_sources(const Exec& exec, std::int64_t count,
                                                     const EntryOrder<Exec>& order,
                                                     const std::int64_t* sources) {
  const auto result = result_array<std::int64_t>(exec, "filigree::spgemm::sources", count);
  Kokkos::parallel_for("filigree::spgemm::ordered_sources", EntryRange<Exec>(exec, 0, count),
                       OrderSource{order.permutation.data(), sources, result.data()});
  return result;
}

/// Rows of their own, sorted.
template <class Exec, class Index>
void write_rows(const Exec& exec, const SpgemmRows<Index>& rows, const MatrixProperties& properties,
                bool turned, SpgemmOperand<Exec, Index>& operand) {
  auto entries = whole_entries(exec, rows, properties);
  auto& list = entries.list;
  if (turned) {
    std::swap(list.primary, list.secondary);
    std::swap(list.num_primary, list.num_secondary);
  }
  const EntryOrder<Exec> order = order_entries(exec, list, EqualEntries::merge);
  const std::int64_t nnz = order.num_entries;
  operand.offsets =
      result_array<std::int64_t>(exec, "filigree::spgemm::offsets", list.num_primary + 1);
  operand.col_indices = result_array<Index>(exec, "filigree::spgemm::col_indices", nnz);
  const auto majors = scratch<Index>(exec, "filigree::spgemm::majors", nnz);
  gather_entries(exec, list, order, IndexBase::zero, majors.data(), operand.col_indices.data());
  compress_sorted(exec, list.num_primary, nnz, IndexBase::zero, majors.data(), IndexBase::zero,
                  operand.offsets.data());
  operand.sources = ordered_sources(exec, list.count, order, entries.sources.data());
  if (order.merged) operand.segments = order.segments;
  operand.rows = {list.num_primary,       list.num_secondary,        nnz, 0,
                  operand.offsets.data(), operand.col_indices.data()};
  exec.fence("filigree::spgemm::write_rows");  // before scratch memory goes
}

}  // namespace

template <class Exec, class Index>
SpgemmOperand<Exec, Index> prepare_spgemm_operand(const Exec& exec, const SpgemmRows<Index>& rows,
                                                  const MatrixProperties& properties, Op op,
                                                  bool merges) {
  const MatrixType type = properties.type;
  const bool mirrors = type == MatrixType::symmetric || type == MatrixType::hermitian;
  const bool turned = op != Op::none && !mirrors;
  SpgemmOperand<Exec, Index> operand;
  operand.rows = rows;
  operand.conjugate_mirror = type == MatrixType::hermitian;
  operand.conjugate =
      type == MatrixType::hermitian ? op == Op::transpose : op == Op::conjugate_transpose;
  const bool is_plain = type == MatrixType::general && !turned;
  const auto is_in_order = [&] {
    return (properties.sorted && properties.unique) || with_pattern(rows, [&](const auto& pattern) {
             return is_sorted_and_unique(exec, pattern);
           });
  };
  if (is_plain && (!merges || is_in_order())) return operand;
  const bool is_empty = rows.num_rows == 0 || rows.num_cols == 0;
  if (is_empty) {  // nothing to sort, and no offsets to read
    operand.offsets = allocate_zeros<std::int64_t, typename Exec::memory_space>(
        "", exec, "filigree::spgemm::offsets", (turned ? rows.num_cols : rows.num_rows) + 1);
    operand.rows = {turned ? rows.num_cols : rows.num_rows,
                    turned ? rows.num_rows : rows.num_cols,
                    0,
                    0,
                    operand.offsets.data(),
                    nullptr};
    return operand;
  }
  write_rows(exec, rows, properties, turned, operand);
  return operand;
}

template <class Exec, class Index>
std::uint64_t spgemm_checksum(const Exec& exec, const SpgemmRows<Index>& rows) {
  return checksum(exec, line_offsets(rows.offsets, rows.num_rows), {rows.col_indices, rows.nnz});
}

#define FILIGREE_INSTANTIATE_INDEX(Exec, Index)                                  \
  template SpgemmOperand<Exec, Index> prepare_spgemm_operand(                    \
      const Exec&, const SpgemmRows<Index>&, const MatrixProperties&, Op, bool); \
  template std::uint64_t spgemm_checksum(const Exec&, const SpgemmRows<Index>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE_INDEX)
#undef FILIGREE_INSTANTIATE_INDEX

}  // namespace filigree::detail
