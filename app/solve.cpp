// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solve.hpp"

#include <array>
#include <filesystem>
#include <limits>

#include <filigree/io/binary.hpp>

#include "arguments.hpp"
#include "commands.hpp"
#include "facts.hpp"
#include "matrix_target.hpp"
#include "solve_run.hpp"
#include "svg.hpp"

namespace filigree::tool {

std::string method_text(const SolveRequest& request) {
  std::string text = request.method;
  if (request.method == "gmres") text += "(" + std::to_string(request.restart) + ")";
  if (request.preconditioner != "none") text += " with " + request.preconditioner;
  return text;
}

std::string outcome_text(const SolveReport& report) {
  if (!report.factored()) return "breakdown";
  switch (report.result.outcome) {
    case example::Outcome::converged:
      return "converged";
    case example::Outcome::stalled:
      return "stalled";
    case example::Outcome::iteration_limit:
      return "iteration limit";
    case example::Outcome::breakdown:
      break;
  }
  return "breakdown";
}

namespace {

constexpr std::array options{
    OptionSpec{"--right-hand-side", "-b", "FILE",
               "b, one column as Matrix Market (default: A times ones)"},
    OptionSpec{"--method", "", "NAME", "the method", "cg bicgstab gmres", "gmres"},
    OptionSpec{"--preconditioner", "", "NAME", "the preconditioner",
               "none jacobi sgs sgs_color ilu0 ic0 ilut", "none"},
    OptionSpec{"--drop-tolerance", "", "T",
               "of ilut: what is below T times its row's norm is dropped", "", "1e-3"},
    OptionSpec{"--fill", "", "N", "of ilut: the entries that a row of L or U keeps", "", "10"},
    OptionSpec{"--tolerance", "", "T", "of ||b - A x|| / ||b||", "", "1e-8"},
    OptionSpec{"--restart", "", "M", "iterations of a cycle of gmres", "", "30"},
    OptionSpec{"--max-iterations", "", "N", "where to give up", "", "10000"},
    OptionSpec{"--output", "-o", "FILE", "where x goes, as Matrix Market: .mtx or .mtx.gz"},
    OptionSpec{"--plot", "", "FILE", "the residuals, as SVG; - for standard output, no text then"},
    OptionSpec{"--json", "", "FILE", "the results and all residuals as JSON; - likewise"},
};

SolveRequest request_of(const Arguments& arguments) {
  SolveRequest request;
  request.file = arguments.file();
  request.right_hand_side = arguments.get("--right-hand-side");
  request.output = arguments.get("--output");
  if (!request.output.empty() && target_of(request.output) != Target::matrix_market)
    throw UsageError("x is written as Matrix Market: '" + request.output +
                     "' does not end in .mtx or .mtx.gz");
  request.method = arguments.get("--method");
  request.preconditioner = arguments.get("--preconditioner");
  request.drop_tolerance = arguments.real("--drop-tolerance");
  if (!(request.drop_tolerance >= 0 && request.drop_tolerance < 1))
    throw UsageError("option '--drop-tolerance': '" + arguments.get("--drop-tolerance") +
                     "', expected a number from 0 to 1");
  request.fill = arguments.number("--fill", 0, 1'000'000'000);
  request.options.tolerance = arguments.real("--tolerance");
  if (!(request.options.tolerance > 0 && request.options.tolerance < 1))
    throw UsageError("option '--tolerance': '" + arguments.get("--tolerance") +
                     "', expected a number between 0 and 1");
  if (arguments.has("--restart") && request.method != "gmres")
    throw UsageError("option '--restart' is for gmres, not " + request.method);
  request.restart = int(arguments.number("--restart", 1, 100'000));
  request.options.max_iterations = int(arguments.number("--max-iterations", 1, 1'000'000'000));
  return request;
}

/// \throws UsageError where there is an option of ilut and another preconditioner
void check_ilut_options(const Arguments& arguments, const SolveRequest& request) {
  for (const char* const option : {"--drop-tolerance", "--fill"})
    if (arguments.has(option) && request.preconditioner != "ilut")
      throw UsageError("option '" + std::string(option) + "' is for ilut, not " +
                       request.preconditioner);
}

/// \throws InputError where the file's matrix is none that can be solved with
void check_header(SolveRequest& request, const MatrixFileHeader& header) {
  if (header.num_rows != header.num_cols)
    throw InputError("'" + request.file + "' is " + std::to_string(header.num_rows) + " x " +
                     std::to_string(header.num_cols) + ", expected a square matrix");
  // vectors alone would take 17 GB each
  if (header.num_rows > std::numeric_limits<std::int32_t>::max())
    throw InputError("'" + request.file + "' has " + std::to_string(header.num_rows) +
                     " rows, expected at most 2147483647");
  if (header.pattern)
    throw InputError("'" + request.file + "' is a pattern, without values to solve with");
  if (header.format == MatrixFileFormat::binary)
    request.index_base = std::int64_t(read_binary_header(request.file).properties.index_base);
}

Facts facts_of(const SolveRequest& request, const SolveReport& report) {
  Facts facts;
  facts.section("system");
  facts.add("matrix", printable(request.file));
  facts.add("rows", report.num_rows);
  facts.add("entries", report.num_entries);
  facts.add("values", std::string(report.complex ? "complex" : "real"));
  facts.add("right_hand_side",
            request.right_hand_side.empty() ? "A times ones" : printable(request.right_hand_side));
  facts.section("method");
  facts.add("name", request.method);
  if (request.method == "gmres") facts.add("restart", std::int64_t(request.restart));
  facts.add("preconditioner", request.preconditioner);
  if (request.preconditioner == "ilut") {
    facts.add("drop_tolerance", request.drop_tolerance);
    facts.add("fill", request.fill);
  }
  facts.add("tolerance", request.options.tolerance);
  facts.add("max_iterations", std::int64_t(request.options.max_iterations));
  facts.section("result");
  facts.add("outcome", outcome_text(report));
  if (!report.factored()) {
    facts.add("breakdown", report.breakdown);
    facts.add("breakdown_row", report.breakdown_row);
    return facts;
  }
  const example::SolveResult& result = report.result;
  if (result.outcome == example::Outcome::breakdown) facts.add("breakdown", result.breakdown);
  facts.add("iterations", std::int64_t(result.iterations));
  facts.add("restarts", std::int64_t(result.restarts));
  facts.add("residual", result.residual, "||b - A x|| / ||b||, from x");
  facts.add("recursive_residual", result.recursive_residual, "what the method took it for");
  if (request.right_hand_side.empty())
    facts.add("largest_error", report.largest_error, "of x, which should be all ones");
  facts.add("setup_ms", report.setup_seconds * 1e3);
  facts.add("solve_ms", report.solve_seconds * 1e3);
  return facts;
}

/// \throws NotConverged, BrokenDown
void check_outcome(const SolveRequest& request, const SolveReport& report) {
  if (!report.factored()) throw BrokenDown(report.breakdown);
  const example::SolveResult& result = report.result;
  const std::string iterations =
      std::to_string(result.iterations) + (result.iterations == 1 ? " iteration" : " iterations");
  const std::string residual = "residual " + significant(result.residual);
  switch (result.outcome) {
    case example::Outcome::converged:
      return;
    case example::Outcome::stalled:
      throw NotConverged("stalled: " + residual + " after " + iterations +
                         ", and starting again does not help" +
                         (request.method == "gmres" ? " (a larger --restart may)" : ""));
    case example::Outcome::iteration_limit:
      throw NotConverged("not converged: " + residual + " after " + iterations +
                         " (--max-iterations)");
    case example::Outcome::breakdown:
      throw BrokenDown("iteration " + std::to_string(result.iterations + 1) + ": " +
                       result.breakdown + "; " + residual);
  }
}

void run(const Arguments& arguments) {
  SolveRequest request = request_of(arguments);
  const std::string plot = arguments.get("--plot"), json = arguments.get("--json");
  if (plot == "-" && json == "-") throw UsageError("--plot and --json cannot both be '-'");
  check_picture_name(plot);
  ProgressLine progress;
  request.progress = [&](const std::string& what) { progress.show(what); };
  MatrixFileHeader header = load_header(request.file, progress);
  check_header(request, header);
  check_ilut_options(arguments, request);
  const bool has_b = !request.right_hand_side.empty();
  if (has_b && std::filesystem::exists(request.right_hand_side) &&
      !std::filesystem::is_regular_file(request.right_hand_side))
    throw InputError("'" + request.right_hand_side +
                     "' is no regular file; it is read more than once: give a file");
  if (has_b &&
      read_input([&] {
        return read_matrix_market_header(request.right_hand_side, read_options(false)).field;
      }) == MatrixMarketField::complex)
    header.complex = true;
  const SolveReport report =
      header.complex ? solve_matrix<complex_double>(request) : solve_matrix<double>(request);
  progress.clear();
  Facts facts = facts_of(request, report);
  if (report.factored()) facts.add_array("residuals", report.residuals);
  if (!plot.empty() && report.factored()) write_text(plot, draw_convergence(request, report));
  if (!json.empty()) write_text(json, facts.json());
  if (plot != "-" && json != "-") write_text("-", facts.text());
  check_outcome(request, report);
}

}  // namespace

const Command solve_command{
    "solve",
    "solves A x = b by an iterative method",
    1,
    "Solves A x = b from x = 0 by conjugate gradients (cg: A Hermitian positive definite), "
    "BiCGSTAB\n"
    "or GMRES that starts again every M iterations, with a preconditioner: the diagonal (jacobi),\n"
    "symmetric Gauss-Seidel (sgs; sgs_color in the order of colours), or an incomplete\n"
    "factorization (ilu0; ic0 of a Hermitian A; ilut, which keeps the largest entries).\n"
    "Prints the outcome, iterations, the residual ||b - A x|| / ||b|| computed from x at the end "
    "and\n"
    "the one that the method carried along, as \"key: value\" lines in sections, which is YAML.\n"
    "Ends with status 0 where the residual from x is within the tolerance, else with 6 or 7; with "
    "6\n"
    "the last x is written, with 7 none.\n",
    "  filigree solve A.mtx --method cg --preconditioner ic0 -o x.mtx\n"
    "  filigree solve A.mtx -b b.mtx --preconditioner ilu0 --restart 50 --plot residuals.svg\n"
    "  filigree solve A.mtx --method bicgstab --tolerance 1e-12 --max-iterations 500 --json -\n",
    options,
    run};

}  // namespace filigree::tool
