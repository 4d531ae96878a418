// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/spgemm_problem.hpp>

/// The values of C by the generic kernel: a worker adds up a row in an array of its own, one place
/// for each entry of the row, whose column it looks up in C's.

namespace filigree::detail {

template <class Problem>
struct SpgemmRowSums {
  using Compute = typename Problem::compute_type;
  using C = typename Problem::c_scalar;

  Problem problem;
  Compute* sums = nullptr;  ///< problem.longest_row a worker
  std::int64_t workers = 1;

  KOKKOS_FUNCTION void operator()(const std::int64_t worker) const {
    Compute* const mine = sums + worker * problem.longest_row;
    for (std::int64_t row = worker; row < problem.c.num_rows; row += workers) {
      const std::int64_t begin = problem.c.begin(row), length = problem.c.end(row) - begin;
      for (std::int64_t k = 0; k < length; ++k) mine[k] = Compute{};
      const Compute alpha = problem.alpha.get(), beta = problem.beta.get();
      if (alpha != Compute{}) {
        add_products(row, begin, length, mine);
        for (std::int64_t k = 0; k < length; ++k) mine[k] = alpha * mine[k];
      }
      if (beta != Compute{}) add_d(row, begin, length, beta, mine);
      for (std::int64_t k = 0; k < length; ++k) problem.values[begin + k] = convert<C>(mine[k]);
    }
  }

 private:
  /// Where in C's row a column is, which is not before `from`; in a row of `length` places also
  /// where that is not so, since rows are not sorted.
  KOKKOS_FUNCTION std::int64_t place_of(std::int64_t column, std::int64_t begin, std::int64_t from,
                                        std::int64_t length) const {
    return partition_point(from, length - 1, [&](std::int64_t place) {
      return problem.c.column(begin + place) < column;
    });
  }

  KOKKOS_FUNCTION void add_products(std::int64_t row, std::int64_t begin, std::int64_t length,
                                    Compute* mine) const {
    const auto &a = problem.pattern.a, &b = problem.pattern.b;
    for (std::int64_t k = a.begin(row), a_end = a.end(row); k < a_end; ++k) {
      const std::int64_t inner = a.column(k);
      const Compute factor = spgemm_value<Compute>(problem.a_values[k], problem.conjugate_a);
      std::int64_t place = 0;
      for (std::int64_t p = b.begin(inner), b_end = b.end(inner); p < b_end; ++p) {
        place = place_of(b.column(p), begin, place, length);
        mine[place] += factor * spgemm_value<Compute>(problem.b_values[p], problem.conjugate_b);
      }
    }
  }

  KOKKOS_FUNCTION void add_d(std::int64_t row, std::int64_t begin, std::int64_t length,
                             const Compute& beta, Compute* mine) const {
    if (problem.d_like_c) {
      for (std::int64_t k = 0; k < length; ++k)
        mine[k] += beta * convert<Compute>(problem.d_values[begin + k]);
      return;
    }
    const auto& d = problem.pattern.d;
    if (!problem.pattern.has_d()) return;
    std::int64_t place = 0;
    for (std::int64_t p = d.begin(row), d_end = d.end(row); p < d_end; ++p) {
      place = place_of(d.column(p), begin, place, length);
      mine[place] += beta * convert<Compute>(problem.d_values[p]);
    }
  }
};

}  // namespace filigree::detail
