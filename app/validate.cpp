// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/validate.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include <filigree/io/binary.hpp>
#include <filigree/io/harwell_boeing.hpp>

#include "arguments.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "matrix_source.hpp"

namespace filigree::tool {
namespace {

constexpr std::array options{
    OptionSpec{"--sorted", "", "", "entries must lie by rows, then columns"},
    OptionSpec{"--limit", "", "N", "findings that are named, the others are counted", "", "100"},
    OptionSpec{"--json", "", "FILE",
               "the same as JSON; - for standard output, instead of the text"},
};

struct Request {
  std::string file;
  bool sorted = false;
  std::int64_t limit = 0;
  std::int64_t index_base = 1;    ///< of the file's rows and columns
  std::int64_t num_entries = 0;   ///< that the file holds, before all others
  bool has_images_above = false;  ///< entries above the diagonal are none of the file's
};

/// Something that is wrong with an entry.
struct Finding {
  Offence offence;
  std::int64_t entry;  ///< in the order of the file, from 1
  std::int64_t row;    ///< counted as in the file, as `column`
  std::int64_t column;
  std::int64_t other = 0;  ///< the entry that it repeats, or follows
};

struct Findings {
  std::int64_t num_rows = 0, num_cols = 0, num_entries = 0;
  std::int64_t count = 0;
  std::vector<std::pair<Offence, std::int64_t>> counts;  ///< of each kind that there is
  std::vector<Finding> named;                            ///< in the order of the file
};

/// Entries that repeat the position of an earlier one, each with the first of its position.
template <class Entries>
std::vector<std::pair<std::int64_t, std::int64_t>> repeated_entries(const Entries& A) {
  std::vector<std::int64_t> order(std::size_t(A.nnz()));
  std::iota(order.begin(), order.end(), std::int64_t(0));
  const auto place = [&](std::int64_t k) {
    return std::tuple(A.row_indices()(k), A.col_indices()(k));
  };
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return std::tuple_cat(place(a), std::tuple(a)) < std::tuple_cat(place(b), std::tuple(b));
  });
  std::vector<std::pair<std::int64_t, std::int64_t>> repeated;
  for (std::size_t i = 0, first = 0; i < order.size(); ++i) {
    if (place(order[i]) != place(order[first])) first = i;
    if (i != first) repeated.emplace_back(order[i], order[first]);
  }
  std::sort(repeated.begin(), repeated.end());
  return repeated;
}

template <class Scalar>
Offence value_offence(const Scalar& value) {
  const double real = Kokkos::real(value), imaginary = Kokkos::imag(value);
  if (Kokkos::isnan(real) || Kokkos::isnan(imaginary)) return Offence::not_a_number;
  if (Kokkos::isinf(real) || Kokkos::isinf(imaginary)) return Offence::infinite;
  return Offence::none;
}

/// All that validate() would report, one after the other. Mirror images of a skew-symmetric file's
/// entries are not looked at: they lie behind these, or among them above the diagonal.
template <class Entries>
Findings all_findings(const Request& request, const Entries& A) {
  Findings findings;
  findings.num_rows = A.num_rows();
  findings.num_cols = A.num_cols();
  const auto is_image = [&](std::int64_t k) {
    return request.has_images_above && A.row_indices()(k) < A.col_indices()(k);
  };
  const std::int64_t looked_at = std::min(request.num_entries, A.nnz());
  findings.num_entries = looked_at;
  for (std::int64_t k = 0; request.has_images_above && k < looked_at; ++k)
    findings.num_entries -= is_image(k) ? 1 : 0;
  const ValidateOptions checks{.order = request.sorted ? Check::always : Check::flagged,
                               .duplicates = Check::always,
                               .fill = true,
                               .finite = true};
  if (validate(Kokkos::DefaultHostExecutionSpace{}, A, checks)) return findings;

  // Entries' numbers, as the file counts them, from 1, where that is not k + 1.
  std::vector<std::int64_t> numbers;
  for (std::int64_t k = 0, number = 0; request.has_images_above && k < looked_at; ++k)
    numbers.push_back(number += is_image(k) ? 0 : 1);
  const auto number_of = [&](std::int64_t k) {
    return request.has_images_above ? numbers[std::size_t(k)] : k + 1;
  };
  constexpr std::array kinds{Offence::order, Offence::duplicate, Offence::fill,
                             Offence::not_a_number, Offence::infinite};
  std::array<std::int64_t, kinds.size()> counts{};
  const auto add = [&](Offence offence, std::int64_t k, std::int64_t other) {
    ++counts[std::size_t(std::find(kinds.begin(), kinds.end(), offence) - kinds.begin())];
    if (++findings.count <= request.limit)
      findings.named.push_back({offence, number_of(k), A.row_indices()(k) + request.index_base,
                                A.col_indices()(k) + request.index_base,
                                other < 0 ? 0 : number_of(other)});
  };
  const auto repeated = repeated_entries(A);
  auto next = repeated.begin();
  const MatrixProperties properties = A.properties();
  const bool one_triangle = properties.type != MatrixType::general;
  const bool ascending = request.sorted || properties.sorted;
  for (std::int64_t k = 0; k < looked_at; ++k) {
    const bool is_repeated = next != repeated.end() && next->first == k;
    const std::int64_t first = is_repeated ? next++->second : -1;
    if (is_image(k)) continue;
    const auto row = A.row_indices()(k), col = A.col_indices()(k);
    if (ascending && k > 0 &&
        std::tuple(A.row_indices()(k - 1), A.col_indices()(k - 1)) > std::tuple(row, col))
      add(Offence::order, k, k - 1);
    if (is_repeated) add(Offence::duplicate, k, first);
    if (one_triangle && (properties.fill == FillMode::lower ? col > row : col < row))
      add(Offence::fill, k, -1);
    if (const Offence offence = value_offence(A.values()(k)); offence != Offence::none)
      add(offence, k, -1);
  }
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (counts[i] > 0) findings.counts.emplace_back(kinds[i], counts[i]);
  return findings;
}

std::string summary_of(const Findings& findings) {
  if (findings.count == 0) return "no findings";
  std::string text = grouped(findings.count) + (findings.count == 1 ? " finding:" : " findings:");
  for (const auto& [offence, count] : findings.counts)
    text.append(text.back() == ':' ? " " : ", ").append(grouped(count) + " ").append(name(offence));
  return text;
}

std::string text_of(const Request& request, const Findings& findings) {
  const std::string file = printable(request.file) + ": ";
  std::string text;
  for (const Finding& finding : findings.named) {
    text.append(file).append("entry " + std::to_string(finding.entry) + ", row " +
                             std::to_string(finding.row) + ", column " +
                             std::to_string(finding.column) + ": ");
    text.append(name(finding.offence));
    if (finding.other > 0)
      text.append(finding.offence == Offence::duplicate ? " of entry " : ", it follows entry ")
          .append(std::to_string(finding.other));
    text += "\n";
  }
  if (findings.count > std::int64_t(findings.named.size()))
    text +=
        file + grouped(findings.count - std::int64_t(findings.named.size())) + " more (--limit)\n";
  return text + file + std::to_string(findings.num_rows) + " x " +
         std::to_string(findings.num_cols) + ", " + std::to_string(findings.num_entries) +
         " entries, " + summary_of(findings) + "\n";
}

std::string json_of(const Request& request, const Findings& findings) {
  JsonWriter json;
  json.open_object();
  json.add("file", printable(request.file));
  json.add("rows", findings.num_rows);
  json.add("columns", findings.num_cols);
  json.add("entries", findings.num_entries);
  json.add("valid", findings.count == 0);
  json.add("count", findings.count);
  json.open_object("counts");
  for (const auto& [offence, count] : findings.counts) json.add(name(offence), count);
  json.close_object();
  json.open_array("findings");
  for (const Finding& finding : findings.named) {
    json.open_object();
    json.add("finding", name(finding.offence));
    json.add("entry", finding.entry);
    json.add("row", finding.row);
    json.add("column", finding.column);
    if (finding.other > 0) json.add("other_entry", finding.other);
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return json.text();
}

void run(const Arguments& arguments) {
  Request request;
  request.file = arguments.file();
  request.sorted = arguments.has("--sorted");
  request.limit = arguments.number("--limit", 0, 1'000'000'000);
  ProgressLine progress;
  const MatrixFileHeader header = load_header(request.file, progress);
  request.num_entries = header.num_entries;
  if (header.format == MatrixFileFormat::harwell_boeing) {
    // Its header counts elements, where it has these, not their entries.
    request.num_entries = std::numeric_limits<std::int64_t>::max();
    request.has_images_above = read_input([&] {
                                 return read_harwell_boeing_header(request.file);
                               }).symmetry == HarwellBoeingSymmetry::skew_symmetric;
  }
  if (header.format == MatrixFileFormat::binary)
    request.index_base = std::int64_t(read_binary_header(request.file).properties.index_base);
  Findings findings;
  with_types(header,
             [&]<class Scalar, class Index>(std::type_identity<Scalar>, std::type_identity<Index>) {
               ReadOptions reading = read_options(false);
               reading.round_integers = true;
               const auto entries =
                   read_input([&] { return read_matrix<Scalar, Index>(request.file, reading); });
               progress.show("checking " + file_name(request.file));
               findings = all_findings(request, entries);
             });
  progress.clear();
  const std::string json = arguments.get("--json");
  if (json != "-") write_text("-", text_of(request, findings));
  if (!json.empty()) write_text(json, json_of(request, findings));
  if (findings.count > 0) throw Found("'" + request.file + "': " + summary_of(findings));
}

}  // namespace

const Command validate_command{"validate",
                               "looks for what is wrong with a matrix",
                               1,
                               "Names entries that repeat an earlier one, lie outside of the "
                               "triangle that a binary file names,\n"
                               "are infinite or not a number, and, where they must ascend, those "
                               "that do not, with their place\n"
                               "in the file, row and column. Ends with status 8 where there are "
                               "any. What breaks the rules of\n"
                               "the file's format is an error that names the line (status 3).\n",
                               "  filigree validate A.mtx                       all findings\n"
                               "  filigree validate A.mtx --json - | jq .counts\n",
                               options,
                               run};

}  // namespace filigree::tool
