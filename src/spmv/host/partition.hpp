// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <filigree/detail/spmv_problem.hpp>

/// How the rows of a product are shared out among the host's threads.

namespace filigree::detail {

/// Entries and rows that are worth a thread: waking one takes as long as a few thousand of them.
inline constexpr std::int64_t part_weight = 4096;

/// How many parts a product of so many entries and rows is shared out in.
template <class Exec>
std::int64_t host_parts(const Exec& exec, std::int64_t weight) {
  return std::clamp<std::int64_t>(weight / part_weight, 1, exec.concurrency());
}

/// A part a turn.
template <class Exec>
auto parts_policy(const Exec& exec, std::int64_t parts) {
  return Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, parts,
                                                                    Kokkos::ChunkSize(1));
}

/// A functor behind a pointer: Kokkos' loop is compiled once, not for each kernel and type.
struct PartCalls {
  void (*call)(const void* functor, std::int64_t part);
  const void* functor;

  void operator()(const std::int64_t part) const { call(functor, part); }
};

/// Calls functor(part) for all parts, a single one in place: starting threads takes longer than a
/// product with a small matrix. Returns when all are done, as Kokkos' loops on hosts do.
template <class Exec, class Functor>
void run_parts(const char* label, const Exec& exec, std::int64_t parts, const Functor& functor) {
  if (parts == 1) return functor(std::int64_t(0));
  Kokkos::parallel_for(
      label, parts_policy(exec, parts),
      PartCalls{[](const void* f, std::int64_t part) { (*static_cast<const Functor*>(f))(part); },
                &functor});
}

/// What a row costs beside its entries (x, y, offset), in entries.
inline constexpr std::int64_t row_weight = 2;

/// The first of `count` items of part `part` where all cost the same.
KOKKOS_INLINE_FUNCTION std::int64_t even_share(std::int64_t count, std::int64_t part,
                                               std::int64_t parts) {
  return count / parts * part + count % parts * part / parts;
}

/// The first of `count` units of part `part` of `parts`: parts have about the same weight.
/// weight_before(i) is the weight of units before i, of `total`; each weighs `unit_weight` more.
template <class WeightBefore>
KOKKOS_INLINE_FUNCTION std::int64_t first_of_part(std::int64_t count, std::int64_t part,
                                                  std::int64_t parts, double total,
                                                  double unit_weight,
                                                  const WeightBefore& weight_before) {
  if (part >= parts) return count;
  total += unit_weight * double(count);
  const auto target = std::int64_t(total * (double(part) / double(parts)));
  std::int64_t first = 0;
  for (std::int64_t end = count; first < end;) {
    const std::int64_t middle = first + (end - first) / 2;
    if (weight_before(middle) + std::int64_t(unit_weight) * middle < target)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

/// The first row of part `part` of `parts`, a multiple of `granularity`.
template <class Offset, class Index>
KOKKOS_INLINE_FUNCTION std::int64_t first_row_of_part(const GatherPattern<Offset, Index>& pattern,
                                                      std::int64_t part, std::int64_t parts,
                                                      std::int64_t granularity) {
  if (part >= parts) return pattern.num_rows;
  const std::int64_t first = first_of_part(
      pattern.num_rows, part, parts, double(pattern.nnz), double(row_weight),
      [&](std::int64_t row) { return std::int64_t(pattern.row_offsets[row]) - pattern.base; });
  return Kokkos::min(pattern.num_rows, (first + granularity / 2) / granularity * granularity);
}

/// The first rows of `parts` parts and, last, the number of rows.
template <class Offset, class Index>
void fill_host_partition(const GatherPattern<Offset, Index>& pattern, std::int64_t granularity,
                         std::int64_t parts, std::int64_t* first_rows) {
  for (std::int64_t part = 0; part <= parts; ++part)
    first_rows[part] = first_row_of_part(pattern, part, parts, granularity);
}

}  // namespace filigree::detail
