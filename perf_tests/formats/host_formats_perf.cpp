// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_perf_host_formats [--rounds=N] [--matrix=NAME] [--part=n|t|mm|convert]: products with
// every format on a host against the plain loop over that format (host_loops.hpp) on as many
// threads. What is compared is measured in turns, and the fastest of the rounds counts. Every
// result is checked against the loop over the Csr matrix. OMP_NUM_THREADS sets the threads.

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <filigree/convert.hpp>
#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/spmm.hpp>
#include <filigree/spmv.hpp>

#include "generators.hpp"
#include "host_dense_loops.hpp"
#include "host_loops.hpp"
#ifdef FILIGREE_PEER_MKL
#include "peers/mkl_formats.hpp"
#endif

namespace perf {
namespace {

using filigree::Op;
using Exec = Kokkos::DefaultHostExecutionSpace;
using Space = Exec::memory_space;
template <class T>
using Vector = Kokkos::View<T*, Space>;
using Csr = filigree::CsrMatrix<double, std::int32_t, std::int32_t, Space>;

/// Every row has `length` entries in columns drawn at random.
struct RandomRows {
  std::int64_t num_rows, num_cols, length;

  std::int64_t row_length(std::int64_t) const { return length; }
  template <class Index>
  void fill_row(std::int64_t row, Index* columns) const {
    std::uint64_t draw = 0;
    for (std::int64_t k = 0; k < length; ++draw)
      if (insert_sorted(columns, k, Index(double(num_cols) * uniform(3, std::uint64_t(row), draw))))
        ++k;
  }
};

/// Entries on the diagonals -reach .. reach.
struct Banded {
  std::int64_t num_rows, num_cols, reach;

  std::int64_t first(std::int64_t row) const { return std::max<std::int64_t>(0, row - reach); }
  std::int64_t row_length(std::int64_t row) const {
    return std::min(num_cols, row + reach + 1) - first(row);
  }
  template <class Index>
  void fill_row(std::int64_t row, Index* columns) const {
    for (std::int64_t k = 0; k < row_length(row); ++k) columns[k] = Index(first(row) + k);
  }
};

struct Options {
  int rounds = 15;
  std::string matrix, part;
  bool wants(const char* name) const { return part.empty() || part == name; }
};

struct Attempt {
  const char* name;
  std::function<void()> run;
};

/// The fastest of the rounds, in milliseconds; the attempts take turns. Two rounds are enough of
/// what takes long.
std::vector<double> measure(const std::vector<Attempt>& attempts, int rounds) {
  constexpr double longest = 300;
  std::vector<double> fastest(attempts.size(), 1e30), spent(attempts.size(), 0);
  for (int round = 0; round <= rounds; ++round)
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      if (round > 2 && spent[i] > longest) continue;
      const Kokkos::Timer timer;
      attempts[i].run();
      Exec().fence();
      const double milliseconds = 1e3 * timer.seconds();
      spent[i] += milliseconds;
      if (round > 0) fastest[i] = std::min(fastest[i], milliseconds);
    }
  return fastest;
}

/// The times, then what the first attempt, the loop, takes over each of the others.
void print(const std::string& matrix, const std::string& what, const std::vector<Attempt>& attempts,
           const std::vector<double>& times) {
  std::printf("| %s | %s | %.3f |", matrix.c_str(), what.c_str(), times[0]);
  for (std::size_t i = 1; i < times.size(); ++i)
    std::printf(" %s %.3f, %.2f |", attempts[i].name, times[i], times[0] / times[i]);
  std::printf("\n");
  std::fflush(stdout);
}

template <class T>
Vector<T> random_vector(std::int64_t size, std::uint64_t seed) {
  Vector<T> result("v", size);
  const RandomValue value{seed};
  for (std::int64_t i = 0; i < size; ++i) {
    if constexpr (std::is_integral_v<T>)
      result(i) = T(5 * value(i, 0));
    else
      result(i) = filigree::detail::convert<T>(value(i, 0));
  }
  return result;
}

int failures = 0;

template <class View>
void check(const std::string& what, const View& result, const View& wanted) {
  double worst = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double off = std::abs(double(result.data()[i]) - double(wanted.data()[i]));
    worst = std::max(worst, std::isnan(off) ? 1e30 : off);
  }
  if (worst <= 1e-3) return;
  ++failures;
  std::printf("%s: wrong result, off by %g\n", what.c_str(), worst);
}

/// y = op(A) x in one format.
template <class Matrix, class Loop>
void product(const Options& options, const std::string& matrix, const std::string& format,
             const Csr& csr, const Matrix& A, Op op, const Loop& loop) {
  const Exec exec;
  const bool turned = op != Op::none;
  const auto x = random_vector<double>(turned ? A.num_rows() : A.num_cols(), 7);
  const Vector<double> wanted("wanted", turned ? A.num_cols() : A.num_rows());
  const Vector<double> y("y", wanted.extent(0)), of_loop("loop", wanted.extent(0));
  if (csr.properties().type != filigree::MatrixType::general)
    loops::multiply_symmetric(csr, x.data(), wanted.data());
  else if (turned)
    loops::multiply_transposed(csr, x.data(), wanted.data());
  else
    loops::multiply(csr, x.data(), wanted.data());
  const std::string what = format + (turned ? " T" : "");
  const auto plan = filigree::spmv_plan(exec, op, A);
  const Vector<std::byte> workspace("workspace", plan.workspace_bytes());
  const auto once = [&](bool deterministic) {
    return filigree::spmv(exec, op, 1.0, A, x, 0.0, y, filigree::SpmvOptions{deterministic});
  };
  std::vector<Attempt> attempts{
      {"loop", [&] { loop(A, x.data(), of_loop.data()); }},
      {"plan", [&] { plan.apply(exec, 1.0, A, x, 0.0, y, workspace); }},
      {"one call", [&] { once(false); }},
  };
  if (turned || std::strncmp(Matrix::format_name, "co", 2) == 0)
    attempts.push_back({"deterministic", [&] { once(true); }});
  attempts.push_back({"plan and product",
                      [&] { filigree::spmv_plan(exec, op, A).apply(exec, 1.0, A, x, 0.0, y); }});
#ifdef FILIGREE_PEER_MKL
  const mkl::FormatProduct peer(A, op, false), optimized(A, op, true);
  const auto take_part = [&](const char* name, const mkl::FormatProduct& product) {
    if (product.exists() && product.run(x.data(), of_loop.data()))
      attempts.push_back({name, [&] { product.run(x.data(), of_loop.data()); }});
  };
  take_part("oneMKL", peer);
  take_part("oneMKL, optimized", optimized);
#endif
  for (const Attempt& attempt : attempts) {
    Kokkos::deep_copy(y, std::nan(""));
    attempt.run();
    exec.fence();
    const bool in_y =
        std::strcmp(attempt.name, "loop") != 0 && std::strncmp(attempt.name, "oneMKL", 6) != 0;
    check(matrix + " " + what + " " + attempt.name, in_y ? y : of_loop, wanted);
  }
  print(matrix, what + ", " + std::string(plan.kernel().name), attempts,
        measure(attempts, options.rounds));
}

/// use(A in a format) unless padding would take too much memory.
template <class Make, class Use>
void where_it_fits(const Make& make, const Use& use) {
  using Matrix = decltype(make());
  std::optional<Matrix> A;
  try {
    A.emplace(make());
  } catch (const filigree::Error&) {
    return;
  }
  use(*A);
}

constexpr auto rows_of = [](const auto& A, const double* x, double* y) {
  loops::multiply(A, x, y);
};
constexpr auto columns_of = [](const auto& A, const double* x, double* y) {
  loops::multiply_transposed(A, x, y);
};

template <class Visit>
void for_each_format(const Csr& A, const Visit& visit) {
  const Exec exec;
  const auto limit = std::int64_t(5) * (12 * A.nnz() + 4 * A.num_rows());
  visit("csr", A);
  visit("csc", filigree::csr_to_csc(exec, A));
  visit("coo", filigree::csr_to_coo(exec, A));
  const auto fits = [&](const char* name, const auto& make) {
    where_it_fits(make, [&](const auto& B) { visit(name, B); });
  };
  fits("ell", [&] { return filigree::csr_to_ell(exec, A, {.memory_limit_bytes = limit}); });
  fits("sell 32", [&] { return filigree::csr_to_sell(exec, A, {.memory_limit_bytes = limit}); });
  fits("sell 8, sorted", [&] {
    return filigree::csr_to_sell(
        exec, A, {.memory_limit_bytes = limit, .slice_size = 8, .sort_window = 512});
  });
  for (const std::int64_t b : {2, 3, 4, 8})
    fits(b == 2   ? "bsr 2"
         : b == 3 ? "bsr 3"
         : b == 4 ? "bsr 4"
                  : "bsr 8",
         [&] {
           return filigree::csr_to_bsr(
               exec, A,
               {.memory_limit_bytes = limit,
                .block = filigree::BlockLayout{b, b, filigree::BlockOrder::row_major}});
         });
  fits("dia", [&] { return filigree::csr_to_dia(exec, A, {.memory_limit_bytes = limit}); });
  fits("hdia", [&] { return filigree::csr_to_hdia(exec, A, {.memory_limit_bytes = limit}); });
  fits("hyb", [&] { return filigree::csr_to_hyb(exec, A, {.memory_limit_bytes = limit}); });
  fits("blocked_ell 4", [&] {
    return filigree::csr_to_blocked_ell(exec, A, {.memory_limit_bytes = limit, .block_size = 4});
  });
}

Csr lower_triangle(const Csr& A) {
  const auto offsets = A.row_offsets();
  std::vector<std::int32_t> cols;
  std::vector<double> values;
  const Kokkos::View<std::int32_t*, Space> starts("starts", offsets.extent(0));
  for (std::int64_t row = 0; row < A.num_rows(); ++row) {
    for (auto k = offsets(row); k < offsets(row + 1); ++k)
      if (A.col_indices()(k) <= row) {
        cols.push_back(A.col_indices()(k));
        values.push_back(A.values()(k));
      }
    starts(row + 1) = std::int32_t(cols.size());
  }
  const Kokkos::View<std::int32_t*, Space> indices("indices", cols.size());
  const Kokkos::View<double*, Space> numbers("numbers", cols.size());
  std::copy(cols.begin(), cols.end(), indices.data());
  std::copy(values.begin(), values.end(), numbers.data());
  return {A.num_rows(), A.num_cols(),
          starts,       indices,
          numbers,      {.type = filigree::MatrixType::symmetric, .sorted = true, .unique = true}};
}

/// y = A^T x of small values: the call against a loop over the same arrays.
template <class A, class X, class Y>
void narrow(const Options& options, const std::string& matrix, const char* name, const Csr& csr) {
  const Exec exec;
  const filigree::CsrMatrix<A, std::int32_t, std::int32_t, Space> narrow(
      csr.num_rows(), csr.num_cols(), csr.row_offsets(), csr.col_indices(),
      random_vector<A>(csr.nnz(), 3), csr.properties());
  const auto x = random_vector<X>(csr.num_rows(), 7);
  const Vector<Y> y("y", csr.num_cols()), wanted("wanted", csr.num_cols());
  const std::vector<Attempt> attempts{
      {"loop",
       [&] {
         std::fill_n(wanted.data(), wanted.extent(0), Y(0));
         const auto* const offsets = csr.row_offsets().data();
         const auto* const cols = csr.col_indices().data();
         for (std::int64_t row = 0; row < csr.num_rows(); ++row)
           for (auto k = offsets[row]; k < offsets[row + 1]; ++k)
             wanted(cols[k]) += filigree::detail::convert<Y>(narrow.values()(k)) *
                                filigree::detail::convert<Y>(x(row));
       }},
      {"one call", [&] { filigree::spmv(exec, Op::transpose, Y(1), narrow, x, Y(0), y); }},
      {"deterministic", [&] {
         filigree::spmv(exec, Op::transpose, Y(1), narrow, x, Y(0), y, filigree::SpmvOptions{true});
       }}};
  const auto times = measure(attempts, options.rounds);
  check(matrix + name, y, wanted);
  print(matrix, std::string("csr T, ") + name, attempts, times);
}

/// C = op(A) B with `columns` columns.
template <class Layout, class Matrix>
void dense_product(const Options& options, const std::string& matrix, const std::string& name,
                   const Csr& csr, const Matrix& A, Op op, std::int64_t columns) {
  const Exec exec;
  const bool turned = op != Op::none;
  using Dense = Kokkos::View<double**, Layout, Space>;
  const std::int64_t in = turned ? A.num_rows() : A.num_cols();
  const std::int64_t out = turned ? A.num_cols() : A.num_rows();
  const Dense B("B", in, columns), C("C", out, columns), wanted("wanted", out, columns);
  const RandomValue value{5};
  for (std::int64_t i = 0; i < in; ++i)
    for (std::int64_t j = 0; j < columns; ++j) B(i, j) = value(i, j);
  const auto plan = filigree::spmm_plan(exec, op, A);
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> rows_of_b("B", in, columns),
      rows_of_c("C", out, columns);
  Kokkos::deep_copy(rows_of_b, B);
  const loops::DensePair<double> by_rows{rows_of_b.data(), rows_of_c.data(), columns};
  if (turned)
    loops::multiply_transposed(csr, by_rows);
  else
    loops::multiply(csr, by_rows);
  Kokkos::deep_copy(wanted, rows_of_c);
  const std::vector<Attempt> attempts{
      {"loop",
       [&] {
         if constexpr (std::is_same_v<Layout, Kokkos::LayoutRight>) {
           if (turned)
             loops::multiply_transposed(csr, by_rows);
           else
             loops::multiply(A, by_rows);
         } else {
           loops::share(out, [&](std::int64_t row) {
             for (std::int64_t j = 0; j < columns; ++j) C(row, j) = 0;
             for (auto k = csr.row_offsets()(row); k < csr.row_offsets()(row + 1); ++k)
               for (std::int64_t j = 0; j < columns; ++j)
                 C(row, j) += csr.values()(k) * B(csr.col_indices()(k), j);
           });
         }
       }},
      {"plan", [&] { plan.apply(exec, 1.0, A, B, 0.0, C); }},
      {"one call", [&] { filigree::spmm(exec, op, 1.0, A, B, 0.0, C); }},
      {"deterministic",
       [&] {
         filigree::spmm(exec, op, 1.0, A, B, 0.0, C, filigree::SpmmOptions{.deterministic = true});
       }},
      {"plan and product",
       [&] { filigree::spmm_plan(exec, op, A).apply(exec, 1.0, A, B, 0.0, C); }}};
  for (const Attempt& attempt : attempts) {
    if (std::strcmp(attempt.name, "loop") == 0) continue;
    Kokkos::deep_copy(C, std::nan(""));
    attempt.run();
    exec.fence();
    check(matrix + " " + name + " " + attempt.name, C, wanted);
  }
  const auto times = measure(attempts, std::max(3, options.rounds / 3));
  print(matrix, name + " N=" + std::to_string(columns), attempts, times);
}

void conversions(const Options& options, const std::string& matrix, const Csr& A) {
  const Exec exec;
  const auto convert = [&](const char* name, std::int64_t out_entries, const auto& run) {
    // As many bytes as are read and written. A result lies in new memory, so does the copy: from
    // where and with the page sizes that the library takes it.
    const std::size_t in_bytes = std::size_t(A.nnz()) * 12, out_bytes = std::size_t(out_entries);
    const auto memory = [&](std::size_t bytes) {
      return filigree::detail::allocate<double, Space>("", exec, "memory",
                                                       std::int64_t(bytes / 8 + 1));
    };
    const auto from = memory(std::max(in_bytes, out_bytes)), kept = memory(out_bytes);
    Kokkos::deep_copy(exec, from, 1);
    const auto copy = [&](const Vector<double>& to) {
      Kokkos::deep_copy(
          exec, to, Kokkos::subview(from, std::pair<std::size_t, std::size_t>(0, to.extent(0))));
    };
    const std::vector<Attempt> attempts{{"copy", [&] { copy(memory(out_bytes)); }},
                                        {"convert", run},
                                        {"copy to used memory", [&] { copy(kept); }}};
    print(matrix, name, attempts, measure(attempts, std::max(3, options.rounds / 3)));
  };
  convert("csr -> csc", 12 * A.nnz(),
          [&] { (void)filigree::csr_to_csc(exec, A, {.validate = false}); });
  const Vector<std::int32_t> offsets("offsets", A.num_cols() + 1), indices("indices", A.nnz());
  const Vector<double> values("values", A.nnz());
  convert("csr -> csc, arrays given", 12 * A.nnz(), [&] {
    (void)filigree::csr_to_csc(exec, A, offsets, indices, values, {.validate = false});
  });
  const auto sell = filigree::csr_to_sell(exec, A, {.memory_limit_bytes = 1LL << 40});
  convert("csr -> sell", 12 * std::int64_t(sell.values().extent(0)), [&] {
    (void)filigree::csr_to_sell(exec, A, {.validate = false, .memory_limit_bytes = 1LL << 40});
  });
  const filigree::BsrOptions blocks{
      .validate = false,
      .memory_limit_bytes = 1LL << 40,
      .block = filigree::BlockLayout{4, 4, filigree::BlockOrder::row_major}};
  const auto bsr = filigree::csr_to_bsr(exec, A, blocks);
  convert("csr -> bsr 4", 8 * std::int64_t(bsr.values().extent(0)),
          [&] { (void)filigree::csr_to_bsr(exec, A, blocks); });
  const auto coo = filigree::csr_to_coo(exec, A);
  convert("coo -> csr", 12 * A.nnz(),
          [&] { (void)filigree::coo_to_csr(exec, coo, {.validate = false}); });
}

void run_matrix(const Options& options, const std::string& name, const Csr& A) {
  if (options.wants("n"))
    for_each_format(A, [&](const char* format, const auto& B) {
      product(options, name, format, A, B, Op::none, rows_of);
    });
  if (options.wants("t")) {
    for_each_format(A, [&](const char* format, const auto& B) {
      if constexpr (requires { loops::multiply_transposed(B, (double*)nullptr, (double*)nullptr); })
        product(options, name, format, A, B, Op::transpose, columns_of);
    });
    narrow<filigree::half, filigree::half, float>(options, name, "half", A);
    narrow<std::int8_t, std::int8_t, std::int32_t>(options, name, "int8", A);
    if (A.num_rows() == A.num_cols()) {
      const Csr lower = lower_triangle(A);
      product(
          options, name, "csr symmetric", lower, lower, Op::none,
          [](const auto& S, const double* x, double* y) { loops::multiply_symmetric(S, x, y); });
    }
  }
  if (options.wants("mm")) {
    using Kokkos::LayoutLeft, Kokkos::LayoutRight;
    dense_product<LayoutLeft>(options, name, "csr, column-major", A, A, Op::none, 8);
    dense_product<LayoutRight>(options, name, "csr T", A, A, Op::transpose, 8);
    for_each_format(A, [&](const std::string& format, const auto& B) {
      if constexpr (requires(loops::DensePair<double> dense) { loops::multiply(B, dense); })
        dense_product<LayoutRight>(options, name, format, A, B, Op::none, 8);
    });
  }
  if (options.wants("convert")) conversions(options, name, A);
}

template <class Pattern>
void run_pattern(const Options& options, const char* name, const Pattern& pattern) {
  if (!options.matrix.empty() && options.matrix != name) return;
  run_matrix(options, name,
             build_csr<double, std::int32_t, std::int32_t>(Exec(), pattern, RandomValue{}));
}

int run(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto after = [&](const char* name) { return word.substr(std::strlen(name)); };
    if (word.rfind("--rounds=", 0) == 0)
      options.rounds = std::stoi(after("--rounds="));
    else if (word.rfind("--matrix=", 0) == 0)
      options.matrix = after("--matrix=");
    else if (word.rfind("--part=", 0) == 0)
      options.part = after("--part=");
    else {
      std::fprintf(stderr, "unknown option %s\n", argv[i]);
      return 2;
    }
  }
  std::printf("%d threads; milliseconds, then the loop's time over it\n", Exec().concurrency());
  run_pattern(options, "banded", Banded{300'000, 300'000, 7});
  run_pattern(options, "stencil27", Stencil27(54));
  run_pattern(options, "nodes3", NodeBlocks<Stencil27>(27, 3));
  run_pattern(options, "powerlaw", PowerLaw(264'000));
  run_pattern(options, "random", RandomRows{384'000, 384'000, 12});
  run_pattern(options, "tall", RandomRows{480'000, 2'400, 10});
  return failures != 0;
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  return perf::run(argc, argv);
}
