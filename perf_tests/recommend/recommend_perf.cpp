// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What recommend() names against the best of all formats that it ranked, each measured by tune().

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <filigree/tune.hpp>

#include "../spmv/further_cases.hpp"

namespace perf {
namespace {

/// A recommendation may cost this much more than the best format.
constexpr double wanted = 1.10;

struct Tally {
  int matrices = 0;
  int within = 0;
  double worst = 1;
};

std::string text(filigree::Format format) { return std::string(filigree::name(format)); }

Row row_of(const std::string& problem, const char* scalar,
           const filigree::TuneMeasurement& measured, double csr_bytes) {
  Row row;
  row.problem = problem;
  row.scalar = scalar;
  row.op = "N";
  row.library = "filigree";
  row.name = text(measured.format);
  row.kernel = measured.kernel;
  row.timing.median = measured.seconds;
  row.timing.fastest = measured.fastest_seconds;
  row.csr_bytes = csr_bytes;
  row.setup_seconds = measured.setup_seconds;
  return row;
}

template <class Scalar>
void judge(RunSession& session, const Case<Scalar>& wanted_case, const char* scalar, Tally& tally) {
  const Matrix<Scalar> A = wanted_case.build(session.exec);
  filigree::TuneOptions options;
  options.max_candidates = 100;
  options.samples = 11;
  options.sample_seconds = session.seconds / 50;
  const auto tuned = filigree::tune(session.exec, A, options);
  // Csr is always measured first; what was recommended may be another.
  const filigree::Recommendation& recommended = tuned.recommendations.best();
  const auto& advice = *std::find_if(tuned.measurements.begin(), tuned.measurements.end(),
                                     [&](const auto& measured) {
                                       return measured.format == recommended.format &&
                                              measured.parameters == recommended.parameters;
                                     });
  const filigree::TuneMeasurement* best = &advice;
  for (const auto& measured : tuned.measurements) {
    if (!measured.failure.empty()) {
      ++session.failures;
      std::printf("%-24s %s %-12s FAILED: %s\n", wanted_case.name.c_str(), scalar,
                  text(measured.format).c_str(), measured.failure.c_str());
      continue;
    }
    session.rows.push_back(row_of(wanted_case.name, scalar, measured, csr_bytes(A)));
    if (measured.seconds < best->seconds) best = &measured;
  }
  const double ratio = advice.seconds / best->seconds;
  ++tally.matrices;
  tally.within += ratio <= wanted;
  tally.worst = std::max(tally.worst, ratio);
  std::printf(
      "%-24s %s  recommended %-11s %9.4f ms (expected %9.4f), best %-11s %9.4f ms: %.2f%s\n",
      wanted_case.name.c_str(), scalar, text(advice.format).c_str(), advice.seconds * 1e3,
      advice.expected_seconds * 1e3, text(best->format).c_str(), best->seconds * 1e3, ratio,
      ratio <= wanted ? "" : "  <-");
  for (const auto& measured : tuned.measurements)
    std::printf("    %9.4f ms, expected %9.4f: %s, %s\n", measured.seconds * 1e3,
                measured.expected_seconds * 1e3,
                filigree::describe(measured.format, measured.parameters).c_str(),
                measured.kernel.c_str());
  std::fflush(stdout);
}

/// What the costs of recommend() were fitted to.
template <class Scalar>
std::vector<Case<Scalar>> fitted_cases(const std::string& matrices) {
  auto cases = generated_cases<Scalar>();
  const bool on_host = filigree::detail::is_host_execution_v<Exec>;
  for (const std::int64_t unknowns : {2, 4, 5, 8})
    cases.push_back({"mesh7_b" + std::to_string(unknowns), false, [=](const Exec& exec) {
                       return build_csr<Scalar, std::int32_t, std::int32_t>(
                           exec, NodeBlocks<Stencil7>(on_host ? 30 : 80, unknowns), RandomValue{});
                     }});
  for (const auto& each : random_cases<Scalar>()) cases.push_back(each);
  for (const auto& each : file_cases<Scalar>(matrices)) cases.push_back(each);
  return cases;
}

template <class Scalar>
void judge_all(RunSession& session, const Machine& machine, const std::vector<Case<Scalar>>& cases,
               const char* scalar, Tally& tally) {
  for (const auto& each : cases) {
    judge(session, each, scalar, tally);
    // A run takes minutes: what is cut off leaves what it has.
    if (!session.json.empty()) write_json(session.json, machine, session.rows);
  }
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) {
  return perf::program_main(argc, argv, [](int count, char** words) {
    perf::RunSession session;
    std::string matrices = perf::Options{}.matrices;
    bool further = false;
    perf::take_arguments(count, words, [&](const perf::Argument& argument) {
      const char* folder = argument.after("--matrices=");
      if (folder != nullptr) matrices = folder;
      const bool other_set = std::strcmp(argument.text, "--further") == 0;
      further = further || other_set;
      return folder != nullptr || other_set || session.take(argument);
    });
    if (count > 1) {
      std::fprintf(stderr,
                   "unknown: %s; there are --further --json=FILE --matrices=FOLDER --seconds=S\n",
                   words[1]);
      return 2;
    }
    const perf::Machine machine = perf::describe_machine(session.exec, {});
    perf::Tally tally;
    const auto judge_set = [&]<class Scalar>(const char* scalar) {
      const auto cases =
          further ? perf::further_cases<Scalar>() : perf::fitted_cases<Scalar>(matrices);
      perf::judge_all<Scalar>(session, machine, cases, scalar, tally);
    };
    judge_set.template operator()<double>("f64");
    judge_set.template operator()<float>("f32");
    std::printf("%d of %d recommendations within 10%% of the best format; the worst: %.2f\n",
                tally.within, tally.matrices, tally.worst);
    return session.failures == 0 ? 0 : 1;
  });
}
