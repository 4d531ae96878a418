// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/orders.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

#include <convert/entries.hpp>
#include <filigree/detail/convert_problem.hpp>

namespace filigree::runtime {
namespace {

template <class Index>
struct SplitPairs {
  const Index* pairs;
  Index* first;
  Index* second;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    first[k] = pairs[2 * k];
    second[k] = pairs[2 * k + 1];
  }
};

}  // namespace

void offsets_to_indices(const Target& target, std::int64_t num_lines, std::int64_t count,
                        IndexBase base, const std::int32_t* offsets, std::int32_t* indices) {
  detail::CompressedPattern<std::int32_t, std::int32_t> pattern;
  pattern.num_major = num_lines;
  pattern.nnz = count;
  pattern.base = base;
  pattern.offsets = offsets;
  target.visit([&](const auto& exec) { detail::expand_offsets(exec, pattern, base, indices); });
}

void indices_to_offsets(const Target& target, std::int64_t num_lines, std::int64_t count,
                        IndexBase base, const std::int32_t* indices, std::int32_t* offsets) {
  target.visit([&](const auto& exec) {
    detail::compress_sorted(exec, num_lines, count, base, indices, base, offsets);
  });
}

void make_identity(const Target& target, std::int64_t count, std::int32_t* permutation) {
  target.visit([&](const auto& exec) { detail::fill_positions(exec, count, permutation); });
}

void split_pairs(const Target& target, IndexType type, std::int64_t count, const void* pairs,
                 void* first, void* second) {
  target.visit([&]<class Exec>(const Exec& exec) {
    const auto split = [&]<class Index>(std::type_identity<Index>) {
      Kokkos::parallel_for(
          "filigree::runtime::split_pairs", detail::EntryRange<Exec>(exec, 0, count),
          SplitPairs<Index>{static_cast<const Index*>(pairs), static_cast<Index*>(first),
                            static_cast<Index*>(second)});
    };
    if (type == IndexType::int64)
      split(std::type_identity<std::int64_t>());
    else
      split(std::type_identity<std::int32_t>());
  });
}

void sort_entries(const Target& target, const EntryArrays& entries, void* buffer) {
  const std::size_t bytes = std::size_t(entries.count) * sizeof(std::int32_t);
  auto* const primary = static_cast<std::int32_t*>(buffer);
  std::int32_t* const secondary = primary + entries.count;
  std::int32_t* const carried = secondary + entries.count;
  target.visit([&](const auto& exec) {
    detail::copy_bytes(exec, bytes, entries.primary, primary);
    detail::copy_bytes(exec, bytes, entries.secondary, secondary);
    detail::copy_bytes(exec, bytes, entries.carried, carried);
    detail::EntryList<std::int32_t> list;
    list.num_primary = entries.num_primary + 1;  // counted from 0, the last one from 1 is there
    list.num_secondary = entries.num_secondary + 1;
    list.count = entries.count;
    list.primary = primary;
    list.secondary = secondary;
    const auto order = detail::order_entries(exec, list, detail::EqualEntries::keep);
    if (order.identity) return;
    detail::gather_entries(exec, list, order, IndexBase::zero, entries.primary, entries.secondary);
    detail::gather_bytes(exec, sizeof(std::int32_t), entries.count, order.permutation.data(),
                         carried, entries.carried);
    exec.fence("filigree::runtime::sort_entries");  // the order goes
  });
}

void permute(const Target& target, std::size_t value_bytes, std::int64_t count,
             const std::int32_t* permutation, const void* from, void* to) {
  target.visit([&](const auto& exec) {
    detail::gather_bytes(exec, value_bytes, count, permutation, from, to);
  });
}

void permute_back(const Target& target, std::size_t value_bytes, std::int64_t count,
                  const std::int32_t* permutation, const void* from, void* to) {
  target.visit([&](const auto& exec) {
    detail::scatter_bytes(exec, value_bytes, count, permutation, from, to);
  });
}

}  // namespace filigree::runtime
