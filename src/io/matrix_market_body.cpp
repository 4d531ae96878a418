// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "matrix_market_body.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace filigree::detail {
namespace {

/// Texts from this size on are parsed in parallel; below, starting threads costs more.
constexpr std::size_t parallel_threshold = std::size_t(1) << 18;
constexpr std::size_t run_size = std::size_t(1) << 20;

/// A number of whole lines.
struct Run {
  const char* begin = nullptr;
  const char* end = nullptr;
  std::int64_t first_line = 0;
  std::int64_t slot = 0;
  RunResult result;
};

/// Cuts a text that ends with a line end into runs of about the given size.
std::vector<Run> cut_into_runs(std::string_view text, std::size_t size) {
  std::vector<Run> runs;
  runs.reserve(text.size() / size + 2);
  const char* const end = text.data() + text.size();
  for (const char* begin = text.data(); begin != end;) {
    const char* stop = end;
    if (std::size_t(end - begin) > size) {
      const void* const line_end = std::memchr(begin + size, '\n', std::size_t(end - begin) - size);
      stop = static_cast<const char*>(line_end) + 1;
    }
    runs.push_back({begin, stop, 0, 0, {}});
    begin = stop;
  }
  return runs;
}

/// Counts line ends; the inner loops are written for the vectoriser.
std::int64_t count_lines(const char* p, const char* end) {
  constexpr std::ptrdiff_t width = 64;
  std::int64_t count = 0;
  while (end - p >= width) {
    std::array<std::uint8_t, width> partial{};
    const std::ptrdiff_t rounds = std::min<std::ptrdiff_t>(255, (end - p) / width);
    for (std::ptrdiff_t r = 0; r < rounds; ++r, p += width)
      for (std::ptrdiff_t k = 0; k < width; ++k)
        partial[std::size_t(k)] += std::uint8_t(p[k] == '\n');
    for (const std::uint8_t part : partial) count += part;
  }
  return count + std::count(p, end, '\n');
}

template <class Function>
void for_each_run(std::vector<Run>& runs, const char* label, Function function) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Policy =
      Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<std::int64_t>>;
  Run* const data = runs.data();
  const Host exec;
  Kokkos::parallel_for(label, Policy(exec, 0, std::int64_t(runs.size()), Kokkos::ChunkSize(1)),
                       [data, function](std::int64_t k) { function(data[k]); });
  exec.fence(label);
}

/// Gives each run its first line and its slot, from the lines and entries of the runs before it.
/// Returns whether no slot changed.
template <class Lines, class Entries>
bool assign_places(std::vector<Run>& runs, std::int64_t first_line, Lines lines, Entries entries) {
  bool same = true;
  std::int64_t slot = 0;
  for (Run& run : runs) {
    same = same && run.slot == slot;
    run.slot = slot;
    run.first_line = first_line;
    first_line += lines(run);
    slot += entries(run);
  }
  return same;
}

struct ProblemText {
  std::string value;
  std::string limit;
  std::string remedy;
};

/// The word at `p`, or the whole rest of the line.
std::string_view word_at(const char* p) {
  const char* end = p;
  while (*end != '\n' && !is_blank(*end)) ++end;
  return {p, std::size_t(end - p)};
}
std::string_view line_at(const char* p) {
  const char* end = p;
  while (*end != '\n') ++end;
  while (end != p && is_blank(end[-1])) --end;
  return {p, std::size_t(end - p)};
}

ProblemText describe_index(const MatrixMarketHeader& header, bool is_row, bool missing,
                           std::string_view word) {
  const std::string kind = is_row ? "row" : "column";
  const std::int64_t limit = is_row ? header.num_rows : header.num_cols;
  if (missing)
    return {"the " + kind + " index is " + (word.empty() ? "missing" : in_quotes(word)),
            "an integer from 1 to " + std::to_string(limit),
            "each line holds a row, a column and (unless a pattern) a value"};
  return {kind + " index " + std::string(word.substr(0, 40)),
          "1 to " + std::to_string(limit) + " (" + kind + "s)",
          "indices count from 1; check the sizes in line " + std::to_string(header.size_line)};
}

ProblemText describe(const MatrixMarketHeader& header, const RunResult& result) {
  const std::string_view word = word_at(result.problem_at);
  const std::string field(name(header.field));
  const std::string symmetry(name(header.symmetry));
  const std::string entry = "the entry " + in_quotes(line_at(result.line_begin));
  const std::string value = (field == "integer" ? "an " : "a ") + field + " value";
  switch (result.problem) {
    case LineProblem::row_missing:
      return describe_index(header, true, true, word);
    case LineProblem::col_missing:
      return describe_index(header, false, true, word);
    case LineProblem::row_out_of_range:
      return describe_index(header, true, false, word);
    case LineProblem::col_out_of_range:
      return describe_index(header, false, false, word);
    case LineProblem::value_missing:
      return {entry + " lacks a value", field == "complex" ? "a real and an imaginary part" : value,
              "the first line declares the field " + field};
    case LineProblem::value_malformed:
      return {"the value " + in_quotes(word) + " is no number", value,
              "the first line declares the field " + field};
    case LineProblem::value_overflow:
      return {"the value " + in_quotes(word), "a number within the scalar type's range",
              "read into double or complex_double; a larger number needs inf"};
    case LineProblem::trailing_text:
      return {"there is " + in_quotes(line_at(result.problem_at)) + " after the entry",
              "the end of the line", "the first line declares the field " + field};
    case LineProblem::above_diagonal:
      return {entry + " lies above the diagonal", "the lower triangle of a " + symmetry + " matrix",
              "swap row and column, or declare the matrix general"};
    case LineProblem::diagonal_not_zero:
      return {entry + " lies on the diagonal", "zero, as the matrix is skew-symmetric",
              "remove it, or declare the matrix general"};
    default:
      return {entry + " is one too many", std::to_string(header.num_entries) + " entries",
              "correct the number of entries in line " + std::to_string(header.size_line) +
                  ", or remove the excess"};
  }
}

void check_runs(const ReadContext& context, const MatrixMarketHeader& header,
                const std::vector<Run>& runs) {
  std::int64_t num_entries = 0;
  std::int64_t last_line = header.size_line;
  for (const Run& run : runs) {
    if (run.result.problem != LineProblem::none) {
      ProblemText text = describe(header, run.result);
      context.fail(run.first_line + run.result.problem_line, text.value, std::move(text.limit),
                   std::move(text.remedy));
    }
    num_entries += run.result.num_entries;
    last_line = run.first_line + run.result.num_lines - 1;
  }
  if (num_entries < header.num_entries)
    context.fail(last_line, "the file ends after " + std::to_string(num_entries) + " entries",
                 std::to_string(header.num_entries) + " entries, as line " +
                     std::to_string(header.size_line) + " says",
                 "check that the file was written completely");
}

template <class Parse>
void parse_sequentially(std::vector<Run>& runs, std::int64_t first_line, Parse parse) {
  std::int64_t slot = 0;
  for (Run& run : runs) {
    run.first_line = first_line;
    run.slot = slot;
    parse(run, true);
    if (run.result.problem != LineProblem::none) return;
    first_line += run.result.num_lines;
    slot += run.result.num_entries;
  }
}

/// Most files have an entry in each line, so the number of lines tells where each run's entries go.
/// Where blank lines or comments are in between, or something is wrong, a second round puts it
/// right.
template <class Parse>
void parse_in_parallel(std::vector<Run>& runs, std::int64_t first_line, std::int64_t capacity,
                       Parse parse) {
  const auto lines = [](const Run& run) { return run.result.num_lines; };
  const auto entries = [](const Run& run) { return run.result.num_entries; };
  for_each_run(runs, "filigree::read_matrix_market::count",
               [](Run& run) { run.result.num_lines = count_lines(run.begin, run.end); });
  assign_places(runs, first_line, lines, lines);
  for_each_run(runs, "filigree::read_matrix_market::parse",
               [parse](Run& run) { parse(run, false); });
  bool right = assign_places(runs, first_line, lines, entries);
  for (const Run& run : runs) right = right && run.result.problem == LineProblem::none;
  if (right && runs.back().slot + runs.back().result.num_entries <= capacity) return;
  for_each_run(runs, "filigree::read_matrix_market::parse_again",
               [parse](Run& run) { parse(run, true); });
  assign_places(runs, first_line, lines, entries);
}

}  // namespace

template <class Scalar, class Index>
void parse_entries(const ReadContext& context, const MatrixMarketText& text,
                   const EntryArrays<Scalar, Index>& out) {
  const EntryParser<Scalar, Index> parser(text.header, out);
  const auto parse = [parser](Run& run, bool slot_is_exact) {
    run.result = parser.parse(run.begin, run.end, run.slot, slot_is_exact);
  };
  const bool parallel = text.body.size() >= parallel_threshold &&
                        Kokkos::DefaultHostExecutionSpace().concurrency() > 1;
  // The parser needs a line end at the end: a last line without one is parsed from a copy.
  const std::size_t whole_lines = text.body.rfind('\n') + 1;
  const std::string last_line = std::string(text.body.substr(whole_lines)) + '\n';
  std::vector<Run> runs =
      cut_into_runs(text.body.substr(0, whole_lines),
                    parallel ? run_size : std::max<std::size_t>(whole_lines, 1));
  if (last_line.size() > 1)
    runs.push_back({last_line.data(), last_line.data() + last_line.size(), 0, 0, {}});

  const std::int64_t first_line = text.header.size_line + 1;
  if (parallel)
    parse_in_parallel(runs, first_line, out.capacity, parse);
  else
    parse_sequentially(runs, first_line, parse);
  check_runs(context, text.header, runs);
}

#define FILIGREE_INSTANTIATE(Scalar)                                       \
  template void parse_entries(const ReadContext&, const MatrixMarketText&, \
                              const EntryArrays<Scalar, std::int32_t>&);   \
  template void parse_entries(const ReadContext&, const MatrixMarketText&, \
                              const EntryArrays<Scalar, std::int64_t>&)
FILIGREE_INSTANTIATE(float);
FILIGREE_INSTANTIATE(double);
FILIGREE_INSTANTIATE(complex_float);
FILIGREE_INSTANTIATE(complex_double);
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
