// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_perf_spgemm [--json=FILE] [--seconds=S] [--only=NAME] [--cusparse=LIBRARY[:LIBRARY...]]:
// C = A B, from nothing ("product", "product with allocations") and with the pattern known
// ("values"). cuSPARSE's buffers and results are allocated beforehand in "product", within the time
// in "product with allocations". Filigree's product in one call allocates its result within the
// time, unless its arrays are kept; oneMKL's does always. Every result is compared with a plain
// product on the host, entry by entry.

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <filigree/spgemm.hpp>

#include "checked_calls.hpp"
#include "sparse_results.hpp"
#include "spgemm/blocks_and_gradients.hpp"
#include "spgemm/expected.hpp"
#ifdef FILIGREE_PEER_CUSPARSE
#include "spgemm/cusparse_spgemm.hpp"
#endif
#ifdef FILIGREE_PEER_MKL
#include "spgemm/mkl_spgemm.hpp"
#endif

namespace perf {
namespace {

Pattern stencil5(int side) {
  Pattern result{std::int64_t(side) * side};
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const int row = y * side + x;
      if (y > 0) result.columns.push_back(row - side);
      if (x > 0) result.columns.push_back(row - 1);
      result.columns.push_back(row);
      if (x + 1 < side) result.columns.push_back(row + 1);
      if (y + 1 < side) result.columns.push_back(row + side);
      result.end_row();
    }
  return result;
}

Pattern stencil7(int side) {
  Pattern result{std::int64_t(side) * side * side};
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const int row = (z * side + y) * side + x;
        if (z > 0) result.columns.push_back(row - side * side);
        if (y > 0) result.columns.push_back(row - side);
        if (x > 0) result.columns.push_back(row - 1);
        result.columns.push_back(row);
        if (x + 1 < side) result.columns.push_back(row + 1);
        if (y + 1 < side) result.columns.push_back(row + side);
        if (z + 1 < side) result.columns.push_back(row + side * side);
        result.end_row();
      }
  return result;
}

/// From a grid of half the side: a point between two coarse ones has both (trilinear), or the
/// first.
Pattern interpolation(int side, bool linear = true) {
  const int half = side / 2;
  Pattern result{std::int64_t(half) * half * half};
  const auto last = [&](int x) { return std::min(x / 2 + (linear ? x % 2 : 0), half - 1); };
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        for (int cz = z / 2; cz <= last(z); ++cz)
          for (int cy = y / 2; cy <= last(y); ++cy)
            for (int cx = x / 2; cx <= last(x); ++cx)
              result.columns.push_back((cz * half + cy) * half + cx);
        result.end_row();
      }
  return result;
}

Pattern transposed(const Pattern& A) {
  Pattern result{A.num_rows()};
  std::vector<std::int32_t> next(std::size_t(A.num_cols) + 1);
  for (const auto column : A.columns) ++next[std::size_t(column) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  result.offsets = next;
  result.columns.resize(A.columns.size());
  for (std::int64_t row = 0; row < A.num_rows(); ++row)
    for (auto k = A.offsets[std::size_t(row)]; k < A.offsets[std::size_t(row) + 1]; ++k)
      result.columns[std::size_t(next[std::size_t(A.columns[std::size_t(k)])]++)] =
          std::int32_t(row);
  return result;
}

/// Entries at random places, so many a row at most.
Pattern scattered(int rows, int cols, int entries, unsigned seed) {
  std::mt19937 random(seed);
  Pattern result{cols};
  std::vector<std::int32_t> row(std::size_t(entries), 0);
  for (int i = 0; i < rows; ++i) {
    for (auto& column : row) column = std::int32_t(random() % unsigned(cols));
    std::sort(row.begin(), row.end());
    result.columns.insert(result.columns.end(), row.begin(), std::unique(row.begin(), row.end()));
    result.end_row();
  }
  return result;
}

/// Rows of consecutive columns about the diagonal.
Pattern band(std::int64_t rows, std::int64_t half) {
  Pattern result{rows};
  for (std::int64_t row = 0; row < rows; ++row) {
    for (auto k = std::max<std::int64_t>(row - half, 0); k <= std::min(row + half, rows - 1); ++k)
      result.columns.push_back(std::int32_t(k));
    result.end_row();
  }
  return result;
}

Pattern diagonal(std::int64_t rows) {
  Pattern result{rows};
  for (std::int64_t row = 0; row < rows; ++row) {
    result.columns.push_back(std::int32_t(row));
    result.end_row();
  }
  return result;
}

template <class Scalar>
void run_scalar(Session& session, const std::string& name, const Pattern& a, const Pattern& b) {
  const Exec& exec = session.exec();
  const Operand<Scalar> A(a, 1), B(b, 2);
  const Expected<Scalar> expected(A, B);
  std::printf("%s: %.1f M products, %.1f M entries\n", name.c_str(), expected.products * 1e-6,
              double(expected.values.size()) * 1e-6);
  Row problem;
  problem.problem = name;
  problem.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  const double bytes = (4 + double(sizeof(Scalar))) *
                       double(a.columns.size() + b.columns.size() + expected.values.size());
  Matrix<Scalar> C;
  const auto is_product = [&](const auto& result) {
    return expected.is(result.row_offsets(), result.col_indices(), result.values());
  };
  const Attempt one_call{"filigree", "spgemm",
                         [&] {
                           C = {};
                           C = filigree::spgemm(exec, A.matrix, B.matrix);
                         },
                         [&] { return is_product(C); }};
  session.measure(problem, "product", bytes, one_call);
  filigree::CsrArrays<Scalar, std::int32_t, std::int32_t, Exec::memory_space> arrays;
  Matrix<Scalar> in_arrays;
  session.measure(problem, "product", bytes,
                  {"filigree", "spgemm, arrays kept",
                   [&] { in_arrays = filigree::spgemm(exec, A.matrix, B.matrix, arrays); },
                   [&] { return is_product(in_arrays); }});
  if constexpr (filigree::detail::is_host_execution_v<Exec>)
    session.measure(problem, "product", bytes,
                    {"filigree", "spgemm, sorted = false",
                     [&] {
                       C = {};
                       C = filigree::spgemm(exec, filigree::Op::none, filigree::Op::none, Scalar(1),
                                            A.matrix, B.matrix, {.sorted = false});
                     },
                     [&] { return is_product(C); }});
  const auto plan = filigree::spgemm_plan(exec, A.matrix, B.matrix);
  const auto result = plan.make_result(exec);
  session.measure(
      problem, "values", bytes,
      {"filigree", "apply", [&] { plan.apply(exec, Scalar(1), A.matrix, B.matrix, result); },
       [&] { return is_product(result); }});
#ifdef FILIGREE_PEER_CUSPARSE
  session.measure(problem, "product with allocations", bytes, one_call);
  for (const auto& library : cusparse::libraries()) {
    if (library.version.empty()) continue;
    cusparse::Spgemm<Scalar> peer(library, exec, A.matrix, B.matrix);
    const auto is_right = [&] { return expected.is(peer.offsets, peer.columns, peer.values); };
    for (const int algorithm : {1, 2, 3}) {
      const auto name = "SpGEMM ALG" + std::to_string(algorithm);
      session.measure(problem, "product", bytes,
                      {library.name(), name, [&] { peer.run(algorithm); }, is_right});
      session.measure(problem, "product with allocations", bytes,
                      {library.name(), name,
                       [&] {
                         peer.drop_arrays();
                         peer.run(algorithm);
                       },
                       is_right});
    }
    peer.prepare();
    session.measure(problem, "values", bytes,
                    {library.name(), "SpGEMMreuse_compute", [&] { peer.again(); }, is_right});
  }
#endif
#ifdef FILIGREE_PEER_MKL
  mkl::Spgemm<Scalar> peer(A.matrix, B.matrix);
  const auto is_right = [&] {
    peer.result.take();
    return expected.is(peer.result.offsets, peer.result.columns, peer.result.values);
  };
  session.measure(problem, "product", bytes,
                  {"oneMKL", "spmm (unsorted)", [&] { peer.run(false); }, is_right});
  session.measure(problem, "product", bytes,
                  {"oneMKL", "spmm, order", [&] { peer.run(true); }, is_right});
  peer.prepare();
  session.measure(problem, "values", bytes,
                  {"oneMKL", "sp2m, values again", [&] { peer.again(); }, is_right});
#endif
}

int run(int argc, char** argv) {
  std::string only;
  Session session(argc, argv, "--only=, ", [&](const Argument& argument) {
    const char* const name = argument.after("--only=");
    if (name != nullptr) only = name;
    return name != nullptr;
  });
  constexpr bool on_host = filigree::detail::is_host_execution_v<Exec>;
  const auto wanted = [&](const std::string& name) { return only.empty() || only == name; };
  if (wanted("stencil27")) {
    const Pattern grid = stencil27(on_host ? 64 : 80);
    run_scalar<double>(session, "stencil27", grid, grid);
    run_scalar<float>(session, "stencil27", grid, grid);
  }
  if (wanted("stencil5")) {
    const Pattern grid = stencil5(on_host ? 1000 : 2000);
    run_scalar<double>(session, "stencil5", grid, grid);
  }
  if (wanted("band")) {
    const Pattern entries = band(on_host ? 200'000 : 500'000, 16);
    run_scalar<double>(session, "band", entries, entries);
  }
  const Pattern law = power_law(400'000, 8, 9);
  if (wanted("powerlaw")) run_scalar<double>(session, "powerlaw", law, law);
  if (wanted("powerlaw A^T A")) run_scalar<double>(session, "powerlaw A^T A", transposed(law), law);
  const Pattern small_law = power_law(30'000, 8, 9);
  if (wanted("powerlaw A A^T"))
    run_scalar<double>(session, "powerlaw A A^T", small_law, transposed(small_law));
  if (wanted("X^T X")) {
    const Pattern tall = scattered(on_host ? 1000 : 10'000, 5000, 250, 3);
    run_scalar<double>(session, "X^T X", transposed(tall), tall);
  }
  if (wanted("diagonal")) {
    const Pattern grid = stencil27(on_host ? 40 : 114);
    run_scalar<double>(session, "A times diagonal", grid, diagonal(grid.num_rows()));
  }
  if (wanted("galerkin")) {
    const int side = on_host ? 64 : 128;
    const Pattern grid = stencil7(side);
    for (const bool linear : {true, false}) {
      const Pattern to_fine = interpolation(side, linear);
      const std::string name = linear ? "galerkin " : "galerkin constant ";
      run_scalar<double>(session, name + "A P", grid, to_fine);
      run_scalar<double>(session, name + "R (A P)", transposed(to_fine),
                         Expected<double>({grid, 1}, {to_fine, 2}).pattern);
    }
  }
  for (const int size : {2, 3, 4, 6}) {
    const std::string name = "blocks of " + std::to_string(size);
    if (wanted("blocks") || wanted(name)) run_blocks<double>(session, name, stencil27(24), size);
  }
  if (wanted("gradients")) {
    const Pattern grid = stencil7(on_host ? 40 : 64), to_fine = interpolation(on_host ? 40 : 64);
    run_gradients<double>(session, "gradients of galerkin A P", grid, to_fine);
    const Pattern law = power_law(20'000, 8, 9);
    run_gradients<double>(session, "gradients of powerlaw", law, law);
  }
  return session.report();
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
