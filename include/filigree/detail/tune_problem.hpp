// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <functional>
#include <string>

#include <filigree/core/types.hpp>
#include <filigree/recommendation.hpp>
#include <filigree/tune_choice.hpp>

/// tune() as the compiled library sees it.

namespace filigree::detail {

/// The scalars that tune() takes.
template <class T>
concept tuned_scalar = std::same_as<T, float> || std::same_as<T, double> ||
    std::same_as<T, complex_float> || std::same_as<T, complex_double>;

/// Pseudo-random entries with parts in [-1, 1), always the same ones. Does not wait.
template <class Exec, tuned_scalar T>
FILIGREE_EXPORT void fill_random(const Exec& exec, std::int64_t count, T* entries);

/// to[k] = |from[k]|; may be in place. Does not wait.
template <class Exec, tuned_scalar T>
FILIGREE_EXPORT void take_magnitudes(const Exec& exec, std::int64_t count, const T* from, T* to);

/// The largest |found[k] - expected[k]| in units of the rounding error of scale[k]; infinite where
/// found[k] is not finite. Rows whose scale is not finite do not count. Waits for the device.
template <class Exec, tuned_scalar T>
FILIGREE_EXPORT double largest_error(const Exec& exec, std::int64_t count, const T* found,
                                     const T* expected, const T* scale);

/// Timing of a product on any device: `run` starts one, `wait` waits for all that were started.
struct TimedProduct {
  double median = 0;
  double fastest = 0;
};
FILIGREE_EXPORT TimedProduct time_product(const TuneOptions& options,
                                          const std::function<void()>& run,
                                          const std::function<void()>& wait);

/// The candidates to measure: the best ones of the ranking, and Csr first.
FILIGREE_EXPORT std::vector<Recommendation> candidates_of(const Recommendations& recommendations,
                                                          int max_candidates);

/// The index of the fastest one that counts; -1 where none does.
FILIGREE_EXPORT std::int64_t fastest_of(const std::vector<TuneMeasurement>& measurements);

/// A machine's name in keys.
FILIGREE_EXPORT std::string machine_key(const Machine& machine);

}  // namespace filigree::detail
