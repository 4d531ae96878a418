// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/tune.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>
#include <string>

#include "spmv/spmv_support.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Csr = CsrMatrix<double, std::int32_t, std::int32_t, Space>;

Triplets triplets(std::int64_t rows = 300, unsigned seed = 1) {
  std::mt19937 random(seed);
  return random_triplets<double>(random, {rows, rows, 6});
}

Csr matrix(std::int64_t rows = 300, unsigned seed = 1) {
  return MatrixFrom<Csr>::make(triplets(rows, seed), {.sorted = true}, Order::sorted);
}

TuneOptions quick() { return {.max_candidates = 4, .samples = 3, .sample_seconds = 1e-5}; }

/// The names of the kernels that start while it lives.
class StartedKernels {
 public:
  StartedKernels() {
    names_.clear();
    const auto note = [](const char* name, std::uint32_t, std::uint64_t*) { names_.insert(name); };
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(note);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(note);
    Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(note);
  }
  ~StartedKernels() {
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(nullptr);
    Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(nullptr);
  }
  StartedKernels(const StartedKernels&) = delete;
  StartedKernels& operator=(const StartedKernels&) = delete;

  static std::string with(const std::string& part) {
    for (const std::string& name : names_)
      if (name.find(part) != std::string::npos) return name;
    return "";
  }
  static std::size_t count() { return names_.size(); }

 private:
  static inline std::set<std::string> names_;
};

template <class Any>
void expect_product(const Triplets& entries, const Any& A, const SpmvOptions& options) {
  const Exec exec;
  std::mt19937 random(3);
  const auto x = random_vector<double>(random, A.num_cols());
  const std::vector<double> zero(std::size_t(A.num_rows()), 0.0);
  const auto y = upload<Space>(std::vector<double>(zero.size(), poison<double>()));
  const auto plan = spmv_plan(exec, Op::none, A, options);
  EXPECT_EQ(plan.kernel().name, options.kernel);
  plan.apply(exec, 1.0, A, upload<Space>(x), 0.0, y);
  const auto expected = reference_product(Op::none, entries, {}, 1, x, 0, zero);
  EXPECT_TRUE((is_close<double, double>(download(y), expected)));
}

// First of all: what is measured once a process has not been measured yet.
TEST(Tune, a_replay_measures_nothing) {
  const Exec exec;
  const auto A = matrix();
  const StartedKernels kernels;
  TuneChoice choice;
  choice.key = tune_key(exec, A);
  for (const Format format : {Format::sell, Format::csr}) {
    choice.format = format;
    choice.kernel = std::string(name(format)) + "_generic";
    const auto B = apply_choice(exec, A, choice);
    EXPECT_EQ(B.format(), format);
    const auto plan = spmv_plan(exec, Op::none, B, choice.spmv_options());
    EXPECT_EQ(plan.kernel().name, choice.kernel);
  }
  EXPECT_GT(kernels.count(), 0u);
  for (const char* const part : {"triad", "launch", "tune", "distinct"})
    EXPECT_EQ(kernels.with(part), "") << "no timing, no statistics";
}

TEST(Tune, chooses_the_fastest_and_replays_it) {
  const Exec exec;
  const auto A = matrix();
  const TuneResult result = tune(exec, A, quick());
  ASSERT_EQ(result.measurements.size(), 4u);
  EXPECT_EQ(result.measurements.front().format, Format::csr);
  for (const TuneMeasurement& measured : result.measurements) {
    EXPECT_EQ(measured.failure, "") << name(measured.format);
    EXPECT_GT(measured.seconds, 0);
    EXPECT_LE(measured.fastest_seconds, measured.seconds);
    EXPECT_GT(measured.expected_seconds, 0);
    EXPECT_GE(measured.seconds, result.choice.seconds);
  }
  EXPECT_EQ(result.choice.key, tune_key(exec, A));
  EXPECT_EQ(result.choice.key.scalar, scalar_name<double>);
  EXPECT_EQ(result.recommendations.statistics.nnz, A.nnz());

  const auto path = std::filesystem::temp_directory_path() / "filigree_tune_test.tune";
  for (const TuneMeasurement& measured : result.measurements) {
    SCOPED_TRACE(describe(measured.format, measured.parameters));
    TuneChoice choice = result.choice;
    choice.format = measured.format;
    choice.parameters = measured.parameters;
    choice.kernel = measured.kernel;
    choice.save(path);
    const TuneChoice replayed = TuneChoice::load(path);
    const auto B = apply_choice(exec, A, replayed);
    EXPECT_EQ(B.format(), measured.format);
    expect_product(triplets(), B, replayed.spmv_options());
  }
  std::filesystem::remove(path);
}

TEST(Tune, every_format_can_be_replayed_by_its_kernel) {
  const Exec exec;
  const auto A = matrix();
  TuneChoice choice;
  choice.key = tune_key(exec, A);
  for (const Format format : all_formats) {
    if (format == Format::bsrx) continue;  // a view, which no choice names
    SCOPED_TRACE(name(format));
    choice.format = format;
    choice.kernel.clear();
    const auto B = apply_choice(exec, A, choice);
    choice.kernel = spmv_plan(exec, Op::none, B).kernel().name;
    expect_product(triplets(), apply_choice(exec, A, choice), choice.spmv_options());
  }
}

TEST(Tune, a_choice_for_something_else_is_refused) {
  const Exec exec;
  const auto A = matrix();
  TuneChoice choice;
  choice.key = tune_key(exec, A);
  choice.format = Format::ell;
  const auto expect_stale = [&](const std::string& part, const auto& other) {
    try {
      apply_choice(exec, other, choice);
      ADD_FAILURE() << "nothing was thrown: " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::stale_plan) << error.what();
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
    EXPECT_EQ(apply_choice(exec, other, choice, OnMismatch::ignore).format(), Format::ell);
  };
  expect_stale("rows 200 instead of 300", matrix(200));
  const auto right = choice;
  choice.key.scalar = "float";
  expect_stale("scalar double instead of float", A);
  choice = right;
  const auto two_entries = [](std::int64_t col) {
    return MatrixFrom<Csr>::make({2, 2, {{0, 0, 1}, {1, col, 1}}}, {}, Order::sorted);
  };
  choice.key = tune_key(exec, two_entries(0));
  expect_stale("another pattern of equal size", two_entries(1));
  choice.key.machine = "elsewhere";
  expect_stale("instead of 'elsewhere'", two_entries(0));
}

TEST(Tune, values_do_not_matter_to_the_key) {
  const Exec exec;
  const auto A = matrix();
  const auto B = A.with_values(Kokkos::View<double*, Space>("zeros", A.nnz()));
  EXPECT_EQ(tune_key(exec, A), tune_key(exec, B));
}

TEST(Tune, infinite_values_do_not_fail_a_candidate) {
  const Exec exec;
  const auto A = matrix();
  const double inf = std::numeric_limits<double>::infinity();
  Kokkos::deep_copy(Kokkos::subview(A.values(), 5), inf);
  for (const TuneMeasurement& measured : tune(exec, A, quick()).measurements)
    EXPECT_EQ(measured.failure, "") << name(measured.format);
}

TEST(Tune, without_entries_csr_is_chosen) {
  const Exec exec;
  for (const std::int64_t rows : {0, 5}) {
    const auto A = MatrixFrom<Csr>::make({rows, rows, {}}, {}, Order::sorted);
    const TuneResult result = tune(exec, A, quick());
    EXPECT_EQ(result.choice.format, Format::csr);
    EXPECT_EQ(result.measurements.size(), 1u);
  }
}

TEST(Tune, wrong_results_are_seen) {
  const Exec exec;
  const auto one = upload<Space>(std::vector<double>{1, 2, 4});
  const auto other = upload<Space>(std::vector<double>{1, 2 + 0x1p-51, 4});
  const auto none = upload<Space>(std::vector<double>{1, poison<double>(), 4});
  EXPECT_EQ(detail::largest_error(exec, 3, one.data(), one.data(), one.data()), 0);
  EXPECT_EQ(detail::largest_error(exec, 3, other.data(), one.data(), one.data()), 2);
  EXPECT_TRUE(std::isinf(detail::largest_error(exec, 3, none.data(), one.data(), one.data())));
  EXPECT_EQ(detail::largest_error(exec, 0, one.data(), one.data(), one.data()), 0);
}

}  // namespace
}  // namespace filigree::test
