// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/version.hpp>
#include <filigree/detail/recommend_front.hpp>
#include <filigree/detail/tune_problem.hpp>
#include <filigree/tune.hpp>

/// The calls of tune.hpp.

namespace filigree {

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
TuneKey tune_key(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A) try {
  return {version_string(),
          detail::machine_key(detail::identify_machine(exec)),
          scalar_name<Scalar>,
          int(sizeof(Index)),
          int(sizeof(Offset)),
          A.num_rows(),
          A.num_cols(),
          A.nnz(),
          detail::pattern_checksum(exec, detail::compressed(A))};
} catch (...) {
  detail::rethrow_as_error("tune_key");
}

namespace detail {

/// What every candidate is checked against: x, the Csr product and sum |a| |x| of each row.
template <class Exec, class Csr>
struct TuneReference {
  using Scalar = typename Csr::scalar_type;
  using Vector = Kokkos::View<Scalar*, typename Csr::memory_space>;

  /// The bound of the difference of two orders of summation, in rounding errors of sum |a| |x|.
  double error_limit = 0;
  Vector x, expected, scale, found;

  TuneReference(const Exec& exec, const Csr& A, std::int64_t longest_row)
      : error_limit(8 + 2 * double(longest_row)),
        x(vector(exec, A.num_cols())),
        expected(vector(exec, A.num_rows())),
        scale(vector(exec, A.num_rows())),
        found(vector(exec, A.num_rows())) {
    const auto values = vector(exec, A.nnz());
    const auto magnitudes = vector(exec, A.num_cols());
    fill_random(exec, A.num_cols(), x.data());
    take_magnitudes(exec, A.num_cols(), x.data(), magnitudes.data());
    take_magnitudes(exec, A.nnz(), A.values().data(), values.data());
    const SpmvOptions generic{.backend = Backend::generic};
    spmv(exec, Op::none, 1., A, x, 0., expected, generic);
    spmv(exec, Op::none, 1., A.with_values(values), magnitudes, 0., scale, generic);
    exec.fence("filigree::tune");
  }

 private:
  static Vector vector(const Exec& exec, std::int64_t length) {
    return allocate<Scalar, typename Csr::memory_space>("tune", exec, "filigree::tune", length);
  }
};

template <class Exec, class Csr>
TuneMeasurement measure(const Exec& exec, const Csr& A, const Recommendation& candidate,
                        const TuneReference<Exec, Csr>& reference, const TuneOptions& options) {
  using Any = AnyMatrix<typename Csr::value_type, typename Csr::index_type,
                        typename Csr::offset_type, typename Csr::memory_space>;
  TuneMeasurement result;
  result.format = candidate.format;
  result.parameters = candidate.parameters;
  result.kernel = candidate.kernel;
  result.expected_seconds = candidate.expected_seconds;
  try {
    const Kokkos::Timer timer;
    AnyMatrix<const typename Csr::scalar_type, typename Csr::index_type, typename Csr::offset_type,
              typename Csr::memory_space>
        B = Any(A);
    if (candidate.format != Format::csr)
      B = Any(A).convert_to(exec, candidate.format,
                            {.validate = false,
                             .memory_limit_bytes = options.recommend.memory_limit_bytes,
                             .parameters = candidate.parameters});
    const auto plan = spmv_plan(exec, Op::none, B);
    exec.fence("filigree::tune");
    result.setup_seconds = timer.seconds();
    result.kernel = std::string(plan.kernel().name);
    const Kokkos::View<std::byte*, typename Exec::memory_space> workspace(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::tune"),
        plan.workspace_bytes());
    const auto run = [&] { plan.apply(exec, 1., B, reference.x, 0., reference.found, workspace); };
    run();
    const double error = largest_error(exec, A.num_rows(), reference.found.data(),
                                       reference.expected.data(), reference.scale.data());
    if (!(error <= reference.error_limit)) {
      result.failure = "its result differs from the Csr product by " + std::to_string(error) +
                       " rounding errors of sum |a| |x|";
      return result;
    }
    const TimedProduct times = time_product(options, run, [&] { exec.fence("filigree::tune"); });
    result.seconds = times.median;
    result.fastest_seconds = times.fastest;
  } catch (const Error& error) {
    // What there is no memory to measure does not count; but without Csr there may be nothing left.
    if (candidate.format == Format::csr && error.status() == Status::alloc_failed) throw;
    result.failure = error.what();
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  return result;
}

}  // namespace detail

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
TuneResult tune(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                const TuneOptions& options) try {
  using Csr = CsrMatrix<const std::remove_const_t<Scalar>, Index, Offset, MemorySpace>;
  static_assert(detail::tuned_scalar<std::remove_const_t<Scalar>>,
                "tune() takes float, double and their complex types");
  const detail::ScopedRegion region("filigree::tune");
  TuneResult result;
  result.recommendations = recommend(exec, A, options.recommend);
  const detail::TuneReference<Exec, Csr> reference(
      exec, A, result.recommendations.statistics.max_row_length);
  for (const Recommendation& candidate :
       detail::candidates_of(result.recommendations, options.max_candidates))
    result.measurements.push_back(
        detail::measure<Exec, Csr>(exec, A, candidate, reference, options));
  result.choice.key = tune_key(exec, A);
  const std::int64_t best = detail::fastest_of(result.measurements);
  if (best < 0)
    detail::throw_error(Status::internal_error,
                        {"tune", "A", result.measurements.front().failure,
                         "a product that can be measured", "see the candidate's failure"});
  const TuneMeasurement& fastest = result.measurements[std::size_t(best)];
  result.choice.format = fastest.format;
  result.choice.parameters = fastest.parameters;
  result.choice.kernel = fastest.kernel;
  result.choice.seconds = fastest.seconds;
  return result;
} catch (...) {
  detail::rethrow_as_error("tune");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
TuneResult tune(const Exec& exec, const AnyMatrix<Scalar, Index, Offset, MemorySpace>& A,
                const TuneOptions& options) {
  return detail::with_csr(exec, A, [&](const auto& csr) { return tune(exec, csr, options); });
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
auto apply_choice(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                  const TuneChoice& choice, OnMismatch on_mismatch)
    -> AnyMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> try {
  const detail::ScopedRegion region("filigree::apply_choice");
  if (on_mismatch == OnMismatch::reject) {
    const std::string differs = difference(choice.key, tune_key(exec, A));
    if (!differs.empty())
      detail::throw_error(Status::stale_plan, {"apply_choice", "choice", differs,
                                               "the matrix, machine and version "
                                               "that it was made for",
                                               "tune again, or pass OnMismatch::ignore"});
  }
  return AnyMatrix<Scalar, Index, Offset, MemorySpace>(A).convert_to(
      exec, choice.format, {.parameters = choice.parameters});
} catch (...) {
  detail::rethrow_as_error("apply_choice");
}

}  // namespace filigree
