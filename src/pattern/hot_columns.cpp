// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pattern/hot_columns.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pattern/instances.hpp"

namespace filigree::detail {
namespace {

constexpr std::int64_t sample_size = std::int64_t(1) << 21;
/// Columns that are sampled more often than this are told apart no more.
constexpr int num_frequencies = 256;

template <class Exec>
using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

template <class Exec>
using Integers = Kokkos::View<std::int32_t*, typename Exec::memory_space>;

/// How often each column comes up in every `stride`-th entry.
template <class Exec, class Offset, class Index>
Integers<Exec> sample_columns(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                              std::int64_t stride) {
  const Integers<Exec> counts(Kokkos::view_alloc(exec, "filigree::pattern::column_counts"),
                              pattern.num_cols);
  const Index* const columns = pattern.col_indices;
  const Index base = pattern.base;
  Kokkos::parallel_for(
      "filigree::pattern::sample_columns",
      Range<Exec>(exec, 0, (pattern.nnz + stride - 1) / stride),
      KOKKOS_LAMBDA(std::int64_t i) { Kokkos::atomic_inc(&counts(columns[i * stride] - base)); });
  return counts;
}

/// The number of columns of each frequency, the last standing for all higher ones.
template <class Exec>
std::array<std::int32_t, num_frequencies> count_frequencies(const Exec& exec,
                                                            const Integers<Exec>& counts) {
  const Integers<Exec> columns_of(Kokkos::view_alloc(exec, "filigree::pattern::frequencies"),
                                  num_frequencies);
  Kokkos::parallel_for(
      "filigree::pattern::count_frequencies", Range<Exec>(exec, 0, counts.extent(0)),
      KOKKOS_LAMBDA(std::int64_t col) {
        // Most columns are rare, and not asked for.
        if (counts(col) > 1)
          Kokkos::atomic_inc(&columns_of(Kokkos::min(counts(col), num_frequencies - 1)));
      });
  std::array<std::int32_t, num_frequencies> result{};
  Kokkos::deep_copy(exec,
                    Kokkos::View<std::int32_t*, Kokkos::HostSpace>(result.data(), num_frequencies),
                    columns_of);
  exec.fence("filigree::pattern::count_frequencies");
  return result;
}

}  // namespace

template <class Exec, class Offset, class Index>
HotColumns<typename Exec::memory_space> find_hot_columns(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern, std::int64_t max_columns) {
  const std::int64_t stride = std::max<std::int64_t>(1, pattern.nnz / sample_size);
  const Integers<Exec> counts = sample_columns(exec, pattern, stride);
  const auto columns_of = count_frequencies(exec, counts);
  // The lowest frequency whose columns, with all more frequent ones, are not too many.
  std::int64_t number = 0;
  int frequency = num_frequencies;
  while (frequency > 2 && number + columns_of[std::size_t(frequency - 1)] <= max_columns)
    number += columns_of[std::size_t(--frequency)];
  HotColumns<typename Exec::memory_space> hot;
  if (number == 0) return hot;
  hot.columns = Integers<Exec>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::pattern::hot_columns"),
      number);
  const auto columns = hot.columns;
  Kokkos::parallel_scan(
      "filigree::pattern::list_hot_columns", Range<Exec>(exec, 0, pattern.num_cols),
      KOKKOS_LAMBDA(std::int64_t col, std::int64_t & place, bool final) {
        if (counts(col) < frequency) return;
        if (final) columns(place) = std::int32_t(col);
        ++place;
      });
  std::int64_t covered = 0;
  Kokkos::parallel_reduce(
      "filigree::pattern::hot_coverage", Range<Exec>(exec, 0, number),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t & sum) { sum += counts(columns(i)); }, covered);
  hot.coverage = double(covered) * double(stride) / double(pattern.nnz);
  return hot;
}

template <class Exec>
Kokkos::View<std::uint32_t*, typename Exec::memory_space> mark_columns(
    const Exec& exec, const Kokkos::View<std::int32_t*, typename Exec::memory_space>& columns,
    std::int64_t num_cols) {
  const Kokkos::View<std::uint32_t*, typename Exec::memory_space> marks(
      Kokkos::view_alloc(exec, "filigree::pattern::marked_columns"), (num_cols + 31) / 32);
  Kokkos::parallel_for(
      "filigree::pattern::mark_columns", Range<Exec>(exec, 0, columns.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i) {
        Kokkos::atomic_or(&marks(columns(i) / 32), 1u << columns(i) % 32);
      });
  exec.fence("filigree::pattern::mark_columns");
  return marks;
}

template <class Exec, class Offset, class Index>
Kokkos::View<std::int32_t*, typename Exec::memory_space> encode_hot_columns(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern,
    const Kokkos::View<std::int32_t*, typename Exec::memory_space>& hot_columns) {
  const auto allocate = [&](const char* label, std::int64_t length) {
    return Integers<Exec>(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, std::string(label)),
                          length);
  };
  const auto code_of = allocate("filigree::pattern::code_of_column", pattern.num_cols);
  const auto codes = allocate("filigree::pattern::column_codes", pattern.nnz);
  const auto columns = hot_columns;
  Kokkos::parallel_for(
      "filigree::pattern::fill_codes", Range<Exec>(exec, 0, pattern.num_cols),
      KOKKOS_LAMBDA(std::int64_t col) { code_of(col) = std::int32_t(col); });
  Kokkos::parallel_for(
      "filigree::pattern::fill_hot_codes", Range<Exec>(exec, 0, hot_columns.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i) { code_of(columns(i)) = ~std::int32_t(i); });
  const Index* const stored = pattern.col_indices;
  const Index base = pattern.base;
  Kokkos::parallel_for(
      "filigree::pattern::encode_hot_columns", Range<Exec>(exec, 0, pattern.nnz),
      KOKKOS_LAMBDA(std::int64_t k) { codes(k) = code_of(stored[k] - base); });
  // code_of goes out of scope here.
  exec.fence("filigree::pattern::encode_hot_columns");
  return codes;
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index)                                       \
  template HotColumns<typename Exec::memory_space> find_hot_columns(                    \
      const Exec&, const GatherPattern<Offset, Index>&, std::int64_t);                  \
  template Kokkos::View<std::int32_t*, typename Exec::memory_space> encode_hot_columns( \
      const Exec&, const GatherPattern<Offset, Index>&,                                 \
      const Kokkos::View<std::int32_t*, typename Exec::memory_space>&);
FILIGREE_PATTERN_INSTANCES(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

#define FILIGREE_INSTANTIATE(Exec)                                                 \
  template Kokkos::View<std::uint32_t*, typename Exec::memory_space> mark_columns( \
      const Exec&, const Kokkos::View<std::int32_t*, typename Exec::memory_space>&, std::int64_t);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
