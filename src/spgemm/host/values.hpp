// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include <filigree/detail/spgemm_problem.hpp>
#include <spgemm/host/pattern.hpp>
#include <spgemm/host/pieces.hpp>
#include <spgemm/host/repeat.hpp>
#include <spgemm/host/repeated_rows.hpp>
#include <spgemm/host/shape.hpp>

/// The values of C on a host. A thread adds up a row in an array with a place for each column
/// between the row's first and last, or, where these are far apart, with a place for each entry,
/// which a hash table of C's columns finds. Rows that repeat others go by lists of steps instead,
/// where the processor has the vectors.

namespace filigree::detail {

/// A worker's memory.
struct SpgemmHostLayout {
  std::int64_t sums = 0;    ///< places of the array
  std::int64_t table = 0;   ///< places of the hash table, a power of 2; 0: no row is hashed
  std::int64_t lists = 0;   ///< bytes before them; 0: there are none
  std::int64_t stride = 0;  ///< bytes
  bool hashes_all = false;

  /// Where `limit` bytes do not suffice for one worker otherwise, there are no lists of steps, then
  /// all rows are hashed.
  SpgemmHostLayout(const SpgemmHostShape& shape, std::int64_t scalar_bytes,
                   std::int64_t index_bytes, std::int64_t limit) {
    set(shape.hashes, std::max(shape.widest, shape.hashes ? shape.longest : 0), shape.longest,
        scalar_bytes, index_bytes);
    if (shape.repeats && stride + list_bytes <= limit) {
      lists = stride;
      stride += list_bytes;
    }
    if (stride <= limit) return;
    const SpgemmHostLayout small(shape.longest, scalar_bytes, index_bytes);
    if (small.stride < stride) *this = small;
  }

 private:
  static constexpr std::int64_t list_bytes = (sizeof(SpgemmStepLists) + 63) / 64 * 64;

  SpgemmHostLayout(std::int64_t longest, std::int64_t scalar_bytes, std::int64_t index_bytes) {
    hashes_all = true;
    set(true, longest, longest, scalar_bytes, index_bytes);
  }
  void set(bool hashes, std::int64_t places, std::int64_t longest, std::int64_t scalar_bytes,
           std::int64_t index_bytes) {
    sums = (places + 15) / 16 * 16;  // whole vectors
    table = hashes
                ? std::int64_t(std::bit_ceil(std::uint64_t(2 * std::max<std::int64_t>(longest, 1))))
                : 0;
    stride = (sums * scalar_bytes + 2 * table * index_bytes + 63) / 64 * 64;
  }
};

template <class Problem>
struct SpgemmHostSums {
  using Index = typename Problem::index_type;
  using Compute = typename Problem::compute_type;
  using C = typename Problem::c_scalar;

  Problem problem;
  HostPieces pieces;
  SpgemmHostLayout layout;
  bool sorted;                  ///< C's rows; else the array has a place for each column of C
  const std::uint8_t* repeats;  ///< of rows, see SpgemmRepeat; null: nothing is known
  std::byte* memory;

  void operator()(const std::int64_t worker) const {
    std::byte* const own = memory + worker * layout.stride;
    auto* const sums = reinterpret_cast<Compute*>(own);
    std::fill_n(sums, layout.sums, Compute{});
#if FILIGREE_HOST_SIMD
    if constexpr (spgemm_has_steps<Problem>)
      if (repeats != nullptr && layout.lists > 0 && host_isa() == HostIsa::avx512 &&
          problem.alpha.get() != Compute{}) {
        auto* const lists = ::new (own + layout.lists) SpgemmStepLists;
        pieces.take([&](std::int64_t begin, std::int64_t end) {
          lists->start();
          while (begin < end && add_listed_row(begin, end, *lists, sums)) ++begin;
          for (std::int64_t row = begin; row < end; ++row) add_row(row, sums);
        });
        return;
      }
#endif
    pieces.take([&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) add_row(row, sums);
    });
  }

 private:
#if FILIGREE_HOST_SIMD
  /// A row of a piece that ends before row `end`. Nothing is done, and the answer false, where
  /// lists do not pay: then they will not for the rows that follow.
  bool add_listed_row(std::int64_t row, std::int64_t end, SpgemmStepLists& lists,
                      Compute* sums) const {
    const SpgemmStepList* list = nullptr;
    if (const std::int64_t distance = distance_of(row); distance > 0) {
      list = lists.repeated(row, distance);
    } else if (is_repeated(row, end)) {
      SpgemmStepList& own = lists.next(row);
      if (!list_row(row, sums, lists, own)) return false;
      list = &own;
    }
    if (list == nullptr) {
      lists.none(row);
      add_row(row, sums);
      return true;
    }
    const std::int64_t begin = problem.c.begin(row), length = problem.c.length(row);
    add_spgemm_steps(problem, row, *list, lists.rows, sums);
    if constexpr (std::is_same_v<C, Compute>)
      if (problem.beta.get() == Compute{}) {
        write_spgemm_sums(problem.alpha.get(), sums, length, problem.values + begin);
        return true;
      }
    write(row, begin, length, [=](std::int64_t k) -> Compute& { return sums[k]; });
    return true;
  }
  std::int64_t distance_of(std::int64_t row) const {
    return SpgemmRepeat::of(repeats[row]).distance;
  }
  /// Whether one of the next two rows repeats this one.
  bool is_repeated(std::int64_t row, std::int64_t end) const {
    return (row + 1 < end && distance_of(row + 1) == 1) ||
           (row + 2 < end && distance_of(row + 2) == 2);
  }
  /// Lists a row's steps. Its array of sums has the places meanwhile.
  bool list_row(std::int64_t row, Compute* sums, SpgemmStepLists& lists,
                SpgemmStepList& list) const {
    const Places places(*this, row);
    if (places.length == 0 || places.are_hashed) return false;
    for (std::int64_t k = 0; k < places.length; ++k) sums[places.of_entry(k)] = Compute(k);
    const bool listed = list_spgemm_steps(
        problem, row, [=](Index column) { return std::int64_t(sums[column - places.shift]); },
        lists, list);
    for (std::int64_t k = 0; k < places.length; ++k) sums[places.of_entry(k)] = Compute{};
    return listed;
  }
#endif

  /// Where the array of sums has the columns of a row of C, unless a table finds them.
  struct Places {
    std::int64_t begin, length;
    const Index* columns;
    std::int64_t first = 0;  ///< the stored column whose place is the first
    std::int64_t shift = 0;  ///< from B's stored columns to places
    bool are_hashed = false;

    Places(const SpgemmHostSums& sums, std::int64_t row)
        : begin(sums.problem.c.begin(row)),
          length(sums.problem.c.end(row) - begin),
          columns(sums.problem.c.col_indices + begin) {
      if (length == 0) return;
      const auto& c = sums.problem.c;
      first = sums.sorted ? columns[0] : c.base;
      shift = first - c.base + sums.problem.pattern.b.base;
      are_hashed = sums.layout.hashes_all ||
                   SpgemmHostShape::is_hashed(
                       sums.sorted ? columns[length - 1] - first + 1 : c.num_cols, length);
    }
    std::int64_t of_entry(std::int64_t k) const { return columns[k] - first; }
  };

  void add_row(std::int64_t row, Compute* sums) const {
    const Places places(*this, row);
    if (places.length == 0) return;
    const bool adds = problem.alpha.get() != Compute{};
    if (!places.are_hashed) {
      if (adds)
        add_products(row, [=](Index column) -> Compute& { return sums[column - places.shift]; });
      write(row, places.begin, places.length,
            [=](std::int64_t k) -> Compute& { return sums[places.of_entry(k)]; });
      return;
    }
    const Table table(reinterpret_cast<Index*>(sums + layout.sums), places.columns, places.length);
    const auto shift = Index(problem.c.base - problem.pattern.b.base);
    if (adds)
      add_products(row,
                   [=](Index column) -> Compute& { return sums[table.place(column + shift)]; });
    write(row, places.begin, places.length, [=](std::int64_t k) -> Compute& { return sums[k]; });
  }

  /// C's columns of a row to their places in it: open addressing, linear probing.
  class Table {
   public:
    Table(Index* memory, const Index* columns, std::int64_t length)
        : mask_(std::bit_ceil(std::uint64_t(2 * length)) - 1), slots_(memory) {
      for (std::uint64_t slot = 0; slot <= mask_; ++slot) slots_[2 * slot] = Index(-1);
      for (std::int64_t k = 0; k < length; ++k) {
        std::uint64_t slot = first_slot(columns[k]);
        while (slots_[2 * slot] != Index(-1)) slot = (slot + 1) & mask_;
        slots_[2 * slot] = columns[k];
        slots_[2 * slot + 1] = Index(k);
      }
    }
    Index place(Index column) const {
      std::uint64_t slot = first_slot(column);
      while (slots_[2 * slot] != column) slot = (slot + 1) & mask_;
      return slots_[2 * slot + 1];
    }

   private:
    std::uint64_t first_slot(Index column) const {
      return (std::uint64_t(column) * 0x9E3779B97F4A7C15u >> 32) & mask_;
    }

    std::uint64_t mask_;
    Index* slots_;
  };

  /// sum(column) is where products of one of B's stored columns go.
  template <class Sum>
  void add_products(std::int64_t row, const Sum& sum) const {
    const auto &a = problem.pattern.a, &b = problem.pattern.b;
    const bool conjugate_b = problem.conjugate_b;
    for (std::int64_t k = a.begin(row), a_end = a.end(row); k < a_end; ++k) {
      if (k + spgemm_prefetch_distance < a.nnz) {
        const std::int64_t ahead = b.begin(a.column(k + spgemm_prefetch_distance));
        __builtin_prefetch(b.col_indices + ahead);
        __builtin_prefetch(problem.b_values + ahead);
      }
      const std::int64_t inner = a.column(k);
      const Compute factor = spgemm_value<Compute>(problem.a_values[k], problem.conjugate_a);
      const std::int64_t begin = b.begin(inner), length = b.end(inner) - begin;
      const Index* const columns = b.col_indices + begin;
      const auto* const values = problem.b_values + begin;
      for (std::int64_t p = 0; p < length; ++p)
        sum(columns[p]) += factor * spgemm_value<Compute>(values[p], conjugate_b);
    }
  }

  /// sum(k) is where entry k of the row was added up; it is left as 0.
  template <class Sum>
  void write(std::int64_t row, std::int64_t begin, std::int64_t length, const Sum& sum) const {
    const Compute alpha = problem.alpha.get(), beta = problem.beta.get();
    const bool scales = alpha != Compute{}, adds_d = beta != Compute{};
    const C* const d_like_c = adds_d && problem.d_like_c ? problem.d_values + begin : nullptr;
    const auto& d = problem.pattern.d;
    const bool walks_d = adds_d && !problem.d_like_c && problem.pattern.has_d();
    std::int64_t p = walks_d ? d.begin(row) : 0;
    const std::int64_t d_end = walks_d ? d.end(row) : 0;
    for (std::int64_t k = 0; k < length; ++k) {
      Compute& place = sum(k);
      Compute value = scales ? alpha * place : place;
      place = Compute{};
      if (d_like_c != nullptr) value += beta * convert<Compute>(d_like_c[k]);
      if (p < d_end && d.column(p) == problem.c.column(begin + k))
        value += beta * convert<Compute>(problem.d_values[p++]);
      problem.values[begin + k] = convert<C>(value);
    }
  }
};

}  // namespace filigree::detail
