// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_perf_convert [--json=FILE] [--seconds=S] [--cusparse=LIBRARY[:LIBRARY...]]: csr -> csc
// and coo -> csr, Filigree's functions as users call them against cuSPARSE's with its workspace at
// hand. Every result is compared with a plain sort on the host, entry by entry.

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <filigree/convert.hpp>

#include "checked_calls.hpp"
#include "contender.hpp"
#include "generators.hpp"
#ifdef FILIGREE_PEER_CUSPARSE
#include "peers/cusparse_convert.hpp"
#endif

namespace perf {
namespace {

/// A compressed matrix on the host: what a conversion has to come out as.
template <class Scalar>
struct Expected {
  std::vector<std::int32_t> offsets, indices;
  std::vector<Scalar> values;
};

template <class View>
auto host_copy(const View& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
}

using Places = std::vector<std::int32_t>;

/// Calls use(k) for every k below count, on all threads of the host.
template <class Use>
void for_each_place(std::size_t count, const Use& use) {
  Kokkos::parallel_for(
      "perf::for_each_place",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<std::int64_t>>(
          0, std::int64_t(count)),
      [&](std::int64_t k) { use(std::size_t(k)); });
  Kokkos::DefaultHostExecutionSpace().fence();
}

/// from[places[k]] for every k.
template <class T, class From>
std::vector<T> gathered(const Places& places, const From& from) {
  std::vector<T> result(places.size());
  for_each_place(places.size(), [&](std::size_t k) { result[k] = from[std::size_t(places[k])]; });
  return result;
}

/// A pattern on the host: where a transpose's entries come from, and an order to take them in.
/// Neither depends on the scalar type.
struct Reference {
  std::vector<std::int32_t> rows;
  Places offsets;    ///< of the transpose
  Places transpose;  ///< a plain sort by column, equal ones in order
  Places shuffle;
};

template <class Scalar>
Reference make_reference(const Matrix<Scalar>& A) {
  const auto offsets = host_copy(A.row_offsets()), cols = host_copy(A.col_indices());
  const auto nnz = std::size_t(A.nnz());
  Reference result{std::vector<std::int32_t>(nnz), Places(std::size_t(A.num_cols()) + 1),
                   Places(nnz), Places(nnz)};
  for_each_place(std::size_t(A.num_rows()), [&](std::size_t row) {
    std::fill(result.rows.begin() + offsets(row), result.rows.begin() + offsets(row + 1),
              std::int32_t(row));
  });
  for (std::size_t k = 0; k < nnz; ++k) ++result.offsets[std::size_t(cols(k)) + 1];
  for (std::size_t i = 1; i < result.offsets.size(); ++i)
    result.offsets[i] += result.offsets[i - 1];
  Places next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::size_t k = 0; k < nnz; ++k)
    result.transpose[std::size_t(next[std::size_t(cols(k))]++)] = std::int32_t(k);
  for (std::size_t k = 0; k < nnz; ++k) result.shuffle[k] = std::int32_t(k);
  std::shuffle(result.shuffle.begin(), result.shuffle.end(), std::mt19937(5));
  return result;
}

/// Whether the arrays are the expected ones, bit by bit.
template <class Scalar, class Offsets, class Indices, class Values>
bool is_expected(const Expected<Scalar>& expected, const Offsets& offsets, const Indices& indices,
                 const Values& values) {
  const auto same = [](const auto& view, const auto& wanted) {
    const auto host = host_copy(view);
    return host.extent(0) == wanted.size() && std::equal(wanted.begin(), wanted.end(), host.data());
  };
  return same(offsets, expected.offsets) && same(indices, expected.indices) &&
         same(values, expected.values);
}

/// Bytes of two index arrays and the values, read and written.
template <class Scalar>
double conversion_bytes(std::int64_t nnz, double read_indices, double written_indices) {
  return double(nnz) * (2 * sizeof(Scalar) + 4 * (read_indices + written_indices));
}

template <class Scalar>
void csr_to_csc(Session& session, const std::string& name, const Matrix<Scalar>& A,
                const Reference& reference) {
  using Csc = filigree::CscMatrix<Scalar, std::int32_t, std::int32_t, Space>;
  const Exec& exec = session.exec();
  const auto host_values = host_copy(A.values());
  const Expected<Scalar> expected{reference.offsets,
                                  gathered<std::int32_t>(reference.transpose, reference.rows),
                                  gathered<Scalar>(reference.transpose, host_values)};

  Row problem;
  problem.problem = name;
  problem.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  problem.op = "csr_to_csc";
  problem.bytes = conversion_bytes<Scalar>(A.nnz(), 1, 1);
  const auto result = std::make_shared<Csc>();
  const auto check = [result, &expected] {
    return is_expected(expected, result->col_offsets(), result->row_indices(), result->values());
  };
  session.measure(
      problem,
      {"filigree", "one_shot",
       [result, exec, A] { *result = filigree::csr_to_csc(exec, A, {.validate = false}); }, check});
  const Kokkos::View<std::int32_t*, Space> offsets("offsets", A.num_cols() + 1),
      indices("indices", A.nnz());
  const Kokkos::View<Scalar*, Space> values("values", A.nnz());
  session.measure(problem, {"filigree", "one_shot, given arrays",
                            [=] {
                              *result = filigree::csr_to_csc(exec, A, offsets, indices, values,
                                                             {.validate = false});
                            },
                            check});
  const filigree::CsrToCsc plan(exec, A, {.validate = false});
  session.measure(
      problem,
      {"filigree", "plan",
       [result, exec, A, plan] { plan.apply(exec, A.values(), result->values()); }, check});
#ifdef FILIGREE_PEER_CUSPARSE
  for (const auto& library : cusparse::libraries()) {
    if (library.version.empty()) continue;
    const auto peer = std::make_shared<cusparse::CsrToCsc<Scalar>>(library, exec, A);
    session.measure(problem, {library.name(), "csr2cscEx2", [peer] { peer->run(); },
                              [peer, &expected] {
                                return is_expected(expected, peer->offsets, peer->indices,
                                                   peer->values);
                              }});
  }
#endif
}

template <class Scalar>
void coo_to_csr(Session& session, const std::string& name, const Matrix<Scalar>& A,
                const Reference& reference) {
  using Coo = filigree::CooMatrix<Scalar, std::int32_t, Space>;
  const Exec& exec = session.exec();
  const Coo ordered = filigree::csr_to_coo(exec, A, {.validate = false});
  const auto rows = host_copy(ordered.row_indices()), cols = host_copy(ordered.col_indices());
  const auto values = host_copy(ordered.values());
  const auto offsets = host_copy(A.row_offsets());
  const Expected<Scalar> expected{{offsets.data(), offsets.data() + offsets.extent(0)},
                                  {cols.data(), cols.data() + cols.extent(0)},
                                  {values.data(), values.data() + values.extent(0)}};
  const auto shuffled = [&](const auto& from) {
    using T = typename std::remove_cvref_t<decltype(from)>::non_const_value_type;
    const Kokkos::View<T*, Space> view("shuffled", from.extent(0));
    const auto host = Kokkos::create_mirror_view(view);
    for_each_place(reference.shuffle.size(),
                   [&](std::size_t k) { host(k) = from(std::size_t(reference.shuffle[k])); });
    Kokkos::deep_copy(view, host);
    return view;
  };
  const Coo B(A.num_rows(), A.num_cols(), shuffled(rows), shuffled(cols), shuffled(values));

  Row problem;
  problem.problem = name;
  problem.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  problem.op = "coo_to_csr";
  problem.bytes = conversion_bytes<Scalar>(A.nnz(), 2, 1);
  const auto result = std::make_shared<Matrix<Scalar>>();
  session.measure(problem, {"filigree", "one_shot",
                            [result, exec, B] {
                              *result = filigree::coo_to_csr(
                                  exec, B,
                                  {.duplicates = filigree::Duplicates::keep, .validate = false});
                            },
                            [result, &expected] {
                              return is_expected(expected, result->row_offsets(),
                                                 result->col_indices(), result->values());
                            }});
#ifdef FILIGREE_PEER_CUSPARSE
  for (const auto& library : cusparse::libraries()) {
    if (library.version.empty()) continue;
    const auto peer = std::make_shared<cusparse::CooToCsr<Scalar>>(library, exec, B);
    session.measure(problem, {library.name(), "XcoosortByRow, gather", [peer] { peer->run(); },
                              [peer, &expected] {
                                return is_expected(expected, peer->offsets, peer->cols,
                                                   peer->values);
                              }});
  }
#endif
}

template <class Scalar, class Pattern>
void run_scalar(Session& session, const std::string& name, const Pattern& pattern,
                std::optional<Reference>& reference) {
  const auto A =
      build_csr<Scalar, std::int32_t, std::int32_t>(session.exec(), pattern, RandomValue{});
  if (!reference) reference = make_reference(A);
  csr_to_csc(session, name, A, *reference);
  coo_to_csr(session, name, A, *reference);
}

template <class Pattern>
void run_pattern(Session& session, const std::string& name, const Pattern& pattern) {
  std::optional<Reference> reference;
  run_scalar<double>(session, name, pattern, reference);
  run_scalar<float>(session, name, pattern, reference);
}

int run(int argc, char** argv) {
  Session session(argc, argv);
  constexpr bool on_host = filigree::detail::is_host_execution_v<Exec>;
  run_pattern(session, "powerlaw", PowerLaw(on_host ? 200'000 : 2'000'000));
  run_pattern(session, "stencil5", Stencil5(on_host ? 700 : 2500));
  return session.report();
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
