// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <convert/digit_pass.hpp>
#include <convert/entries.hpp>
#include <convert/entry_bytes.hpp>
#include <filigree/detail/convert_problem.hpp>

namespace filigree::detail {

/// Transposition on hosts in one counting pass, in which an entry's row and its value move at once.
struct HostTranspose {
  static constexpr bool exists = true;

  template <class Exec, class Index, class Offset>
  static bool takes(const Exec& exec, const CompressedPattern<Index, Offset>& pattern) {
    return pattern.nnz > 0 && counts_in_one_pass(exec, pattern.num_minor, pattern.nnz);
  }

  /// `from` and `to` are values of `entry_bytes`; null and Offset for the entries' positions.
  template <class Exec, class Index, class Offset>
  static void launch(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                     IndexBase base, Offset* offsets, Index* indices, std::size_t entry_bytes,
                     const void* from, void* to) {
    const auto place = [&](const auto& value_of, auto* values) {
      move_entries(exec, pattern, base, offsets, indices, value_of, values);
    };
    if (from == nullptr)
      return place([](std::int64_t k) { return Offset(k); }, static_cast<Offset*>(to));
    for_entry_bytes("transpose", entry_bytes, [&]<class Value>(Value) {
      const auto* const values = static_cast<const Value*>(from);
      place([values](std::int64_t k) { return values[k]; }, static_cast<Value*>(to));
    });
  }

 private:
  template <class Exec, class Index, class Offset, class ValueOf, class Value>
  static void move_entries(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                           IndexBase base, Offset* offsets, Index* indices, const ValueOf& value_of,
                           Value* values) {
    const std::int64_t chunks = digit_chunks(exec, pattern.nnz);
    const auto places =
        scratch<Offset>(exec, "filigree::convert::key_places", chunks * pattern.num_minor);
    const DigitPass<Index, Offset> pass{pattern.nnz,         chunks,  pattern.num_minor,
                                        Index(pattern.base), 0,       -1,
                                        pattern.indices,     offsets, places.data()};
    const auto from_base = std::int64_t(pattern.base), to_base = std::int64_t(base);
    const auto move = [=]<bool Ahead>(std::bool_constant<Ahead>) {
      return [=](std::int64_t first, std::int64_t last, Offset* next) {
        std::int64_t major = major_of_entry(pattern.offsets, pattern.num_major, from_base, first);
        for (std::int64_t k = first; k < last; ++major) {
          const std::int64_t end =
              std::min(last, std::int64_t(pattern.offsets[major + 1]) - from_base);
          for (; k < end; ++k) {
            if constexpr (Ahead) {
              const Offset soon = next[pass.digit(std::min(k + places_ahead, last - 1))];
              __builtin_prefetch(indices + soon, 1);
              __builtin_prefetch(values + soon, 1);
            }
            const Offset place = next[pass.digit(k)]++;
            indices[place] = Index(major + to_base);
            values[place] = value_of(k);
          }
        }
      };
    };
    if (moves_to_many_lines(pattern.nnz, pattern.indices))
      pass.run(exec, move(std::true_type()));
    else
      pass.run(exec, move(std::false_type()));
    if (base == IndexBase::one)
      Kokkos::parallel_for("filigree::convert::shift_offsets",
                           EntryRange<Exec>(exec, 0, pattern.num_minor + 1),
                           [=](std::int64_t i) { ++offsets[i]; });
  }
};

}  // namespace filigree::detail
