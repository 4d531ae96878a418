// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>

#include <filigree/recommend.hpp>
#include <filigree/spmv.hpp>

#include "arguments.hpp"
#include "commands.hpp"
#include "facts.hpp"
#include "hypersparse.hpp"
#include "look.hpp"
#include "machine_cache.hpp"
#include "matrix_report.hpp"
#include "matrix_source.hpp"

namespace filigree::tool {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;

constexpr std::array options{
    OptionSpec{"--json", "", "FILE",
               "the same as JSON; - for standard output, instead of the text"},
    OptionSpec{"--measure", "", "", "measure the machine again, which is done once otherwise"},
};

std::string share(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? significant(100 * double(part) / double(whole)) + " %" : "";
}

const char* format_text(MatrixFileFormat format) {
  switch (format) {
    case MatrixFileFormat::matrix_market:
      return "Matrix Market";
    case MatrixFileFormat::harwell_boeing:
      return "Harwell-Boeing";
    case MatrixFileFormat::binary:
      break;
  }
  return "binary";
}

void add_sizes(Facts& facts, const MatrixBase& A, std::int64_t num_entries,
               const MatrixFileHeader& header, std::int64_t duplicates) {
  facts.section("matrix");
  facts.add("rows", A.num_rows());
  facts.add("columns", A.num_cols());
  facts.add(
      "entries", num_entries,
      header.num_entries == num_entries ? "" : "symmetric ones expanded, repeated ones summed");
  facts.add("stored_in_file", header.num_entries);
  facts.add("repeated_entries", duplicates);
  const double positions = double(A.num_rows()) * double(A.num_cols());
  facts.add("filled", positions > 0 ? double(num_entries) / positions : 0.0,
            "share of all positions");
  facts.add("values", std::string(header.complex            ? "complex"
                                  : header.pattern          ? "pattern"
                                  : header.unsigned_integer ? "unsigned integer"
                                  : header.integer          ? "integer"
                                                            : "real"));
}

template <class Matrix>
void add_rows(Facts& facts, const Matrix& A, const MatrixStatistics& statistics,
              const MatrixLook& look) {
  facts.section("rows");
  facts.add("shortest", statistics.min_row_length);
  facts.add("median", look.median_row);
  facts.add("mean", statistics.mean_row_length);
  facts.add("percentile_99", look.long_row);
  facts.add("longest", statistics.max_row_length);
  facts.add("empty_rows", statistics.empty_rows, share(statistics.empty_rows, A.num_rows()));
  facts.add("empty_columns", look.empty_cols, share(look.empty_cols, A.num_cols()));
}

template <class Matrix>
void add_structure(Facts& facts, const Matrix& A, const example::MatrixReport& report,
                   const MatrixStatistics& statistics, const MatrixLook& look) {
  const bool square = A.num_rows() == A.num_cols();
  facts.section("structure");
  facts.add("symmetric_pattern", square && report.symmetric_pattern(),
            square && !report.symmetric_pattern()
                ? std::to_string(report.unmatched_entries) + " entries have no mirror image"
                : "");
  facts.add("symmetric_values", square && report.symmetric_values());
  if (is_complex_v<typename Matrix::scalar_type>)
    facts.add("hermitian_values", square && report.hermitian_values());
  facts.add("lower_bandwidth", report.lower_bandwidth);
  facts.add("upper_bandwidth", report.upper_bandwidth);
  facts.add("lower_triangular", report.upper_bandwidth == 0);
  facts.add("upper_triangular", report.lower_bandwidth == 0);
  facts.add("missing_on_diagonal", look.missing_diagonals);
  facts.add("diagonals", statistics.num_diagonals, "that hold an entry");
  for (std::size_t i = 0; i < statistics.blocks.size(); ++i) {
    const std::int64_t size = MatrixStatistics::block_sizes[i], blocks = statistics.blocks[i];
    const double places = double(blocks) * double(size * size);
    facts.add("block_fill_" + std::to_string(size), places > 0 ? double(A.nnz()) / places : 0.0,
              "entries per place of the " + std::to_string(blocks) + " blocks of " +
                  std::to_string(size) + " x " + std::to_string(size) + " that hold any" +
                  (statistics.is_sampled ? ", estimated" : ""));
  }
  facts.add("zero_values", look.zeros);
  facts.add("not_finite_values", report.infinite_entries);
}

/// How the product runs, and how long it is expected to take, as among the formats that follow.
template <class Matrix>
void add_product(Facts& facts, const Exec& exec, const Matrix& A,
                 std::span<const Recommendation> ranked) {
  const auto explanation = spmv_plan(exec, Op::none, A).explain();
  const auto csr = std::find_if(ranked.begin(), ranked.end(), [](const Recommendation& choice) {
    return choice.format == Format::csr;
  });
  const double seconds = csr == ranked.end() ? explanation.expected_seconds : csr->expected_seconds;
  facts.section("csr_product");
  facts.add("format", std::string(explanation.format));
  facts.add("kernel", std::string(explanation.kernel), explanation.reason);
  facts.add("indices", std::string(explanation.encoding),
            significant(explanation.index_bytes_per_nnz) + " bytes per entry");
  facts.add("bytes", explanation.bytes_moved, bytes_text(double(explanation.bytes_moved)));
  facts.add("memory_GB_per_s", explanation.bandwidth * 1e-9, "that this machine reaches");
  facts.add("expected_GB_per_s",
            seconds > 0 ? double(explanation.bytes_moved) / seconds * 1e-9 : 0.0);
  facts.add("expected_ms", seconds * 1e3);
}

void add_recommendation(Facts& facts, const char* section, const Recommendation& choice) {
  facts.section(section);
  facts.add("format", describe(choice.format, choice.parameters));
  facts.add("kernel", choice.kernel, choice.reason);
  facts.add("matrix_bytes", choice.matrix_bytes, bytes_text(double(choice.matrix_bytes)));
  facts.add("bytes", choice.bytes_moved, bytes_text(double(choice.bytes_moved)) + " per product");
  facts.add("expected_GB_per_s", double(choice.bytes_moved) / choice.expected_seconds * 1e-9);
  facts.add("expected_ms", choice.expected_seconds * 1e3);
}

/// The best format, and the next one.
void add_recommendations(Facts& facts, const Recommendations& recommendations) {
  if (recommendations.statistics.nnz == 0) return;
  add_recommendation(facts, "recommendation", recommendations.best());
  if (recommendations.ranked.size() > 1)
    add_recommendation(facts, "second_choice", recommendations.ranked[1]);
}

void add_file(Facts& facts, const std::string& file, const MatrixFileHeader& header) {
  facts.section("file");
  facts.add("name", printable(file));
  facts.add("format", std::string(format_text(header.format)));
}

/// Facts about a matrix with far more rows or columns than entries, from its coordinates.
template <class Scalar, class Index>
Facts hypersparse_facts(const std::string& file, const MatrixFileHeader& header,
                        const HostEntries<Scalar, Index>& A) {
  const HypersparseLook look = look_at_entries(A);
  Facts facts;
  add_file(facts, file, header);
  add_sizes(facts, A, look.num_entries, header, A.nnz() - look.num_entries);
  facts.add("hypersparse", true, "described from its entries, rows and columns outnumber them");
  facts.section("rows");
  facts.add("shortest", look.shortest_row);
  facts.add("median", look.look.median_row);
  facts.add("mean", double(look.num_entries) / double(std::max<std::int64_t>(A.num_rows(), 1)));
  facts.add("percentile_99", look.look.long_row);
  facts.add("longest", look.longest_row);
  facts.add("empty_rows", look.empty_rows, share(look.empty_rows, A.num_rows()));
  facts.add("empty_columns", look.look.empty_cols, share(look.look.empty_cols, A.num_cols()));
  facts.section("structure");
  const bool symmetric = A.num_rows() == A.num_cols() && look.unmatched_entries == 0;
  facts.add("symmetric_pattern", symmetric);
  facts.add("lower_bandwidth", look.lower_bandwidth);
  facts.add("upper_bandwidth", look.upper_bandwidth);
  facts.add("lower_triangular", look.upper_bandwidth == 0);
  facts.add("upper_triangular", look.lower_bandwidth == 0);
  facts.add("missing_on_diagonal", look.look.missing_diagonals);
  facts.add("diagonals", look.num_diagonals, "that hold an entry");
  facts.add("zero_values", look.look.zeros);
  facts.section("recommendation");
  facts.add(
      "format", std::string("coo"),
      "the others have a place for each row or column: " +
          bytes_text(double(sizeof(std::int64_t)) * double(std::min(A.num_rows(), A.num_cols()))) +
          " at least");
  facts.add("matrix_bytes", look.num_entries * std::int64_t(2 * sizeof(Index) + sizeof(Scalar)));
  return facts;
}

template <class Scalar, class Index>
Facts facts_of(const std::string& file, const MatrixFileHeader& header, bool measure,
               ProgressLine& progress) {
  const Exec exec;
  auto entries = load_entries<Scalar, Index>(file, true);
  if (is_hypersparse(entries.num_rows(), entries.num_cols(), entries.nnz()))
    return hypersparse_facts(file, header, entries);
  const auto loaded = csr_of<Index>(std::exchange(entries, {}));
  const auto& A = loaded.matrix;
  progress.show("looking at " + file_name(file));
  const auto report = example::report_matrix(exec, A);
  const MatrixLook look = look_at(exec, A);
  progress.show("planning the product");
  const Recommendations recommendations =
      recommend(exec, A, {.machine = known_machine(exec, measure)});
  const MatrixStatistics& statistics = recommendations.statistics;
  Facts facts;
  add_file(facts, file, header);
  add_sizes(facts, A, A.nnz(), header, loaded.duplicates);
  add_rows(facts, A, statistics, look);
  add_structure(facts, A, report, statistics, look);
  add_product(facts, exec, A, recommendations.ranked);
  add_recommendations(facts, recommendations);
  return facts;
}

void run(const Arguments& arguments) {
  const std::string file = arguments.file();
  const bool measure = arguments.has("--measure");
  ProgressLine progress;
  const MatrixFileHeader header = load_header(file, progress);
  with_types(header,
             [&]<class Scalar, class Index>(std::type_identity<Scalar>, std::type_identity<Index>) {
               Facts facts = facts_of<Scalar, Index>(file, header, measure, progress);
               progress.clear();
               const std::string json = arguments.get("--json");
               if (json != "-") write_text("-", facts.text());
               if (!json.empty()) write_text(json, facts.json());
             });
}

}  // namespace

const Command info_command{
    "info",
    "says what a matrix is like and how to multiply with it",
    1,
    "Reads a matrix and prints sizes, row lengths, symmetry, bandwidth, diagonals, block "
    "structure,\n"
    "how its product with a vector will run (kernel, bytes, expected time) and which format suits\n"
    "it best. Lines are \"key: value\" in sections, with remarks behind #, which is YAML.\n",
    "  filigree info A.mtx                       what the matrix is like\n"
    "  filigree info A.mtx --json - | jq .rows   for programs\n",
    options,
    run};

}  // namespace filigree::tool
