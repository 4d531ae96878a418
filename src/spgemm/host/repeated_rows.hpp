// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>

#include <filigree/detail/spgemm_problem.hpp>
#include <spmm/host/vectors.hpp>

/// Rows of C that are the row one or two before them, moved: what is added where within such a row
/// is worked out once, for vectors of 512 bits, and holds for all that repeat it.

namespace filigree::detail {

/// Entries of a row of B that lie in one vector of C's row: from the row's entry `first` on, one
/// for each bit of `mask`, in order.
struct SpgemmStep {
  std::uint16_t entry;  ///< of A's row: which row of B it is
  std::uint16_t first;
  std::uint16_t mask;
  std::uint16_t loaded;  ///< as many bits as `mask` has, from the lowest on
};

/// The steps of a row, one vector of C's row after the other, by entries of A in order.
struct SpgemmStepList {
  static constexpr std::int64_t most_entries = 1024;  ///< of A's row
  static constexpr std::int64_t most_vectors = 512;
  static constexpr std::int64_t most_steps = 4096;
  /// Products; with less the plain loop is as fast (5-point grids have 2.5).
  static constexpr std::int64_t least_per_step = 3;

  std::uint16_t ends[most_vectors];  ///< behind each vector's steps
  SpgemmStep steps[most_steps];
};

/// The lists of a worker, which goes through rows that follow one another.
class SpgemmStepLists {
 public:
  /// Before the first row of a piece.
  void start() { of_row_[0] = of_row_[1] = -1; }
  /// The list of the row that this one repeats, or null.
  const SpgemmStepList* repeated(std::int64_t row, std::int64_t distance) {
    if (distance == 1) of_row_[row % 2] = of_row_[(row + 1) % 2];
    return of_row_[row % 2] < 0 ? nullptr : &lists_[of_row_[row % 2]];
  }
  /// A list to be filled for `row`. The row before it keeps its own.
  SpgemmStepList& next(std::int64_t row) {
    of_row_[row % 2] = of_row_[(row + 1) % 2] == 0 ? 1 : 0;
    return lists_[of_row_[row % 2]];
  }
  void none(std::int64_t row) { of_row_[row % 2] = -1; }

  /// Memory for the time that a list is filled, and a row added up.
  std::uint16_t vectors[SpgemmStepList::most_steps];
  SpgemmStep steps[SpgemmStepList::most_steps];
  const void* rows[SpgemmStepList::most_entries];

 private:
  int of_row_[2];
  SpgemmStepList lists_[2];
};

#if FILIGREE_HOST_SIMD

/// Products of real values by lists, with the bits of the plain loop: a sum is made in the order of
/// A's entries, by the same operations.
template <class T>
struct SpgemmSteps;

template <>
struct SpgemmSteps<double> : avx512::TileVector<double> {
  using avx512::TileVector<double>::store;

  FILIGREE_TARGET_AVX512 static void store(double* p, Mask mask, Register a) {
    _mm512_mask_storeu_pd(p, mask, a);
  }
  /// Not to be joined with an addition.
  FILIGREE_TARGET_AVX512 static Register multiply(Register a, Register b) {
    return _mm512_mul_round_pd(a, b, _MM_FROUND_CUR_DIRECTION);
  }
  FILIGREE_TARGET_AVX512 static Register spread(const double* p, const SpgemmStep& step) {
    return _mm512_maskz_expand_pd(Mask(step.mask), load(p, Mask(step.loaded)));
  }
  FILIGREE_TARGET_AVX512 static Register add_product(Register sum, unsigned mask, Register a,
                                                     Register b) {
#ifdef __FMA__
    return _mm512_mask3_fmadd_pd(a, b, sum, __mmask8(mask));
#else
    return _mm512_add_pd(sum,
                         _mm512_maskz_mul_round_pd(__mmask8(mask), a, b, _MM_FROUND_CUR_DIRECTION));
#endif
  }
};

template <>
struct SpgemmSteps<float> : avx512::TileVector<float> {
  using avx512::TileVector<float>::store;

  FILIGREE_TARGET_AVX512 static void store(float* p, Mask mask, Register a) {
    _mm512_mask_storeu_ps(p, mask, a);
  }
  FILIGREE_TARGET_AVX512 static Register multiply(Register a, Register b) {
    return _mm512_mul_round_ps(a, b, _MM_FROUND_CUR_DIRECTION);
  }
  FILIGREE_TARGET_AVX512 static Register spread(const float* p, const SpgemmStep& step) {
    return _mm512_maskz_expand_ps(Mask(step.mask), load(p, Mask(step.loaded)));
  }
  FILIGREE_TARGET_AVX512 static Register add_product(Register sum, unsigned mask, Register a,
                                                     Register b) {
#ifdef __FMA__
    return _mm512_mask3_fmadd_ps(a, b, sum, __mmask16(mask));
#else
    return _mm512_add_ps(
        sum, _mm512_maskz_mul_round_ps(__mmask16(mask), a, b, _MM_FROUND_CUR_DIRECTION));
#endif
  }
};

/// Whether products of a problem can go by lists, on a processor with the vectors.
template <class Problem>
inline constexpr bool spgemm_has_steps =
    (std::is_same_v<typename Problem::compute_type, float> ||
     std::is_same_v<typename Problem::compute_type, double>)&&std::
        is_same_v<typename Problem::compute_type, typename Problem::ab_scalar>;

/// Fills a list for a row. place(column) is where products of one of B's stored columns go, within
/// C's row. Returns whether the list is whole and pays.
template <class Problem, class Place>
bool list_spgemm_steps(const Problem& problem, std::int64_t row, const Place& place,
                       SpgemmStepLists& lists, SpgemmStepList& list) {
  constexpr std::uint64_t width = SpgemmSteps<typename Problem::compute_type>::width;
  const auto &a = problem.pattern.a, &b = problem.pattern.b;
  const std::int64_t a_begin = a.begin(row), length = a.length(row),
                     vectors = groups_of(problem.c.length(row), std::int64_t(width));
  if (length > SpgemmStepList::most_entries || vectors > SpgemmStepList::most_vectors) return false;
  std::int64_t all_products = 0;  // without entries of D, whose pattern is there only with D
  for (std::int64_t k = 0; k < length; ++k) all_products += b.length(a.column(a_begin + k));
  if (all_products < SpgemmStepList::least_per_step * length) return false;
  std::fill_n(list.ends, vectors, std::uint16_t(0));
  std::int64_t products = 0, steps = 0;
  for (std::int64_t k = 0; k < length; ++k) {
    const std::int64_t inner = a.column(a_begin + k), b_begin = b.begin(inner),
                       count = b.length(inner);
    if (count > UINT16_MAX) return false;
    for (std::int64_t p = 0; p < count;) {
      if (steps == SpgemmStepList::most_steps) return false;
      SpgemmStep step{std::uint16_t(k), std::uint16_t(p), 0, 0};
      unsigned mask = 0, bit = 0;
      std::uint64_t at = place(b.col_indices[b_begin + p]);
      const std::uint64_t vector = at / width;
      do {  // as far as entries follow one another within the vector
        bit = 1u << at % width;
        mask |= bit;
        if (++p < count) at = place(b.col_indices[b_begin + p]);
      } while (p < count && at / width == vector && 1u << at % width > bit);
      step.mask = std::uint16_t(mask);
      step.loaded = std::uint16_t((1u << (p - step.first)) - 1);
      ++list.ends[vector];
      lists.vectors[steps] = std::uint16_t(vector);
      lists.steps[steps++] = step;
    }
    products += count;
  }
  if (products < SpgemmStepList::least_per_step * steps) return false;
  std::exclusive_scan(list.ends, list.ends + vectors, list.ends, std::uint16_t(0));
  for (std::int64_t i = 0; i < steps; ++i)
    list.steps[list.ends[lists.vectors[i]]++] = lists.steps[i];
  return true;
}

/// The products of a row, added up in the first places of `sums`.
template <class Problem, class T>
FILIGREE_TARGET_AVX512 void add_spgemm_steps(const Problem& problem, std::int64_t row,
                                             const SpgemmStepList& list, const void** rows,
                                             T* sums) {
  using Steps = SpgemmSteps<T>;
  const auto &a = problem.pattern.a, &b = problem.pattern.b;
  const std::int64_t begin = a.begin(row), length = a.length(row),
                     vectors = groups_of(problem.c.length(row), std::int64_t(Steps::width));
  for (std::int64_t k = 0; k < length; ++k)
    rows[k] = problem.b_values + b.begin(a.column(begin + k));
  const T* const factors = problem.a_values + begin;
  const SpgemmStep* step = list.steps;
  for (std::int64_t i = 0; i < vectors; ++i) {
    auto sum = Steps::zero();
    for (const SpgemmStep* const end = list.steps + list.ends[i]; step != end; ++step)
      sum = Steps::add_product(
          sum, step->mask, Steps::broadcast(factors[step->entry]),
          Steps::spread(static_cast<const T*>(rows[step->entry]) + step->first, *step));
    Steps::store(sums + i * Steps::width, sum);
  }
}

/// C's row = alpha times its sums, which are left as 0.
template <class T>
FILIGREE_TARGET_AVX512 void write_spgemm_sums(T alpha, T* sums, std::int64_t length, T* values) {
  using Steps = SpgemmSteps<T>;
  const auto factor = Steps::broadcast(alpha);
  for (std::int64_t k = 0; k < length; k += Steps::width) {
    const auto scaled = Steps::multiply(factor, Steps::load(sums + k));
    Steps::store(sums + k, Steps::zero());
    const int left = int(std::min<std::int64_t>(length - k, Steps::width));
    Steps::store(values + k, Steps::mask(left), scaled);
  }
}

#endif

}  // namespace filigree::detail
