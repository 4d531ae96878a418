// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pattern/hot_columns.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <filigree/detail/allocate.hpp>

#include "core/execution_spaces.hpp"

namespace filigree::detail {
namespace {

constexpr std::int64_t sample_size = std::int64_t(1) << 21;
/// Columns that are sampled more often than this are told apart no more.
constexpr int num_frequencies = 256;

template <class Exec>
using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

template <class Exec>
using Integers = Kokkos::View<std::int32_t*, typename Exec::memory_space>;

template <class Index>
struct SampleColumn {
  const Index* columns;
  Index base;
  std::int64_t stride;
  std::int32_t* counts;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    Kokkos::atomic_inc(&counts[columns[i * stride] - base]);
  }
};

struct CountFrequency {
  const std::int32_t* counts;
  std::int32_t* columns_of;

  KOKKOS_FUNCTION void operator()(std::int64_t col) const {
    // Most columns are rare, and not asked for.
    if (counts[col] > 1)
      Kokkos::atomic_inc(&columns_of[Kokkos::min(counts[col], num_frequencies - 1)]);
  }
};

struct ListHotColumn {
  const std::int32_t* counts;
  int least;
  std::int32_t* columns;

  KOKKOS_FUNCTION void operator()(std::int64_t col, std::int64_t& place, bool final) const {
    if (counts[col] < least) return;
    if (final) columns[place] = std::int32_t(col);
    ++place;
  }
};

struct SumCounts {
  const std::int32_t* counts;
  const std::int32_t* columns;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& sum) const {
    sum += counts[columns[i]];
  }
};

struct MarkColumn {
  const std::int32_t* columns;
  std::uint32_t* marks;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    Kokkos::atomic_or(&marks[columns[i] / 32], 1u << columns[i] % 32);
  }
};

struct StoreColumn {
  std::int32_t* code_of;

  KOKKOS_FUNCTION void operator()(std::int64_t col) const { code_of[col] = std::int32_t(col); }
};

struct StoreHotCode {
  const std::int32_t* columns;
  std::int32_t* code_of;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const { code_of[columns[i]] = ~std::int32_t(i); }
};

template <class Index>
struct EncodeColumn {
  const Index* columns;
  Index base;
  const std::int32_t* code_of;
  std::int32_t* codes;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const { codes[k] = code_of[columns[k] - base]; }
};

/// How often each column comes up in every `stride`-th entry.
template <class Exec, class Offset, class Index>
Integers<Exec> sample_columns(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                              std::int64_t stride) {
  const Integers<Exec> counts = allocate_zeros<std::int32_t, typename Exec::memory_space>(
      "", exec, "filigree::pattern::column_counts", pattern.num_cols);
  Kokkos::parallel_for(
      "filigree::pattern::sample_columns",
      Range<Exec>(exec, 0, (pattern.nnz + stride - 1) / stride),
      SampleColumn<Index>{pattern.col_indices, Index(pattern.base), stride, counts.data()});
  return counts;
}

/// The number of columns of each frequency, the last standing for all higher ones.
template <class Exec>
std::array<std::int32_t, num_frequencies> count_frequencies(const Exec& exec,
                                                            const Integers<Exec>& counts) {
  const Integers<Exec> columns_of = allocate_zeros<std::int32_t, typename Exec::memory_space>(
      "", exec, "filigree::pattern::frequencies", num_frequencies);
  Kokkos::parallel_for("filigree::pattern::count_frequencies",
                       Range<Exec>(exec, 0, counts.extent(0)),
                       CountFrequency{counts.data(), columns_of.data()});
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
  Kokkos::parallel_scan("filigree::pattern::list_hot_columns",
                        Range<Exec>(exec, 0, pattern.num_cols),
                        ListHotColumn{counts.data(), frequency, hot.columns.data()});
  std::int64_t covered = 0;
  Kokkos::parallel_reduce("filigree::pattern::hot_coverage", Range<Exec>(exec, 0, number),
                          SumCounts{counts.data(), hot.columns.data()}, covered);
  hot.coverage = double(covered) * double(stride) / double(pattern.nnz);
  return hot;
}

template <class Exec>
Kokkos::View<std::uint32_t*, typename Exec::memory_space> mark_columns(
    const Exec& exec, const Kokkos::View<std::int32_t*, typename Exec::memory_space>& columns,
    std::int64_t num_cols) {
  const auto marks = allocate_zeros<std::uint32_t, typename Exec::memory_space>(
      "", exec, "filigree::pattern::marked_columns", (num_cols + 31) / 32);
  Kokkos::parallel_for("filigree::pattern::mark_columns", Range<Exec>(exec, 0, columns.extent(0)),
                       MarkColumn{columns.data(), marks.data()});
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
  Kokkos::parallel_for("filigree::pattern::fill_codes", Range<Exec>(exec, 0, pattern.num_cols),
                       StoreColumn{code_of.data()});
  Kokkos::parallel_for("filigree::pattern::fill_hot_codes",
                       Range<Exec>(exec, 0, hot_columns.extent(0)),
                       StoreHotCode{hot_columns.data(), code_of.data()});
  Kokkos::parallel_for(
      "filigree::pattern::encode_hot_columns", Range<Exec>(exec, 0, pattern.nnz),
      EncodeColumn<Index>{pattern.col_indices, Index(pattern.base), code_of.data(), codes.data()});
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
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

#define FILIGREE_INSTANTIATE(Exec)                                                 \
  template Kokkos::View<std::uint32_t*, typename Exec::memory_space> mark_columns( \
      const Exec&, const Kokkos::View<std::int32_t*, typename Exec::memory_space>&, std::int64_t);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
