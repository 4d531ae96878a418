// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "matrix_market_body.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "scalar_list.hpp"

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
bool assign_places(std::vector<Run>& runs, std::int64_t first_line, std::int64_t slot, Lines lines,
                   Entries entries) {
  bool same = true;
  for (Run& run : runs) {
    same = same && run.slot == slot;
    run.slot = slot;
    run.first_line = first_line;
    first_line += lines(run);
    slot += entries(run);
  }
  return same;
}

bool is_integer(MatrixMarketField field) {
  return field == MatrixMarketField::integer || field == MatrixMarketField::unsigned_integer;
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

ProblemText describe_value(const MatrixMarketHeader& header, const RunResult& result,
                           std::string_view word, const char* scalar) {
  const std::string value = in_quotes(word);
  switch (result.problem) {
    case LineProblem::value_overflow:
      return {"the value " + value + " is beyond the range of " + scalar,
              "a number within the scalar type's range",
              is_integer(header.field)
                  ? "read into std::int64_t, std::uint64_t or double"
                  : "read into double or complex_double; a larger number needs inf"};
    case LineProblem::value_inexact:
      return {"the value " + value + " of the entry " + in_quotes(line_at(result.line_begin)) +
                  " would be rounded",
              std::string("an integer that ") + scalar + " holds exactly",
              "read into std::int64_t or std::uint64_t, or set ReadOptions::round_integers"};
    default:
      break;
  }
  const std::string field(name(header.field));
  const std::string expected = (is_integer(header.field) ? "an " : "a ") + field + " value";
  if (result.problem == LineProblem::value_malformed)
    return {"the value " + value + " is no number", expected,
            "the first line declares the field " + field};
  return {"the entry " + in_quotes(line_at(result.line_begin)) + " lacks a value",
          field == "complex" ? "a real and an imaginary part" : expected,
          "the first line declares the field " + field};
}

ProblemText describe(const MatrixMarketHeader& header, const RunResult& result,
                     const char* scalar) {
  const std::string_view word = word_at(result.problem_at);
  const std::string field(name(header.field));
  const std::string entry = "the entry " + in_quotes(line_at(result.line_begin));
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
    case LineProblem::value_malformed:
    case LineProblem::value_overflow:
    case LineProblem::value_inexact:
      return describe_value(header, result, word, scalar);
    case LineProblem::trailing_text:
      return {
          "there is " + in_quotes(line_at(result.problem_at)) + " after the entry",
          "the end of the line",
          "the first line declares the field " + field +
              (*result.problem_at == '%' || header.field == MatrixMarketField::pattern ? or_lenient
                                                                                       : "")};
    case LineProblem::diagonal_not_zero:
      return {entry + " lies on the diagonal", "zero, as the matrix is skew-symmetric",
              "remove it, or declare the matrix general"};
    case LineProblem::too_long:
      return {entry + " is longer than " + std::to_string(longest_entry) + " bytes",
              "at most " + std::to_string(longest_entry) + " bytes an entry",
              "check that the file is text"};
    default:
      return {entry + " is one too many", std::to_string(header.num_entries) + " entries",
              "correct the number of entries in line " + std::to_string(header.size_line) +
                  ", or remove the excess"};
  }
}

/// Where the next lines and entries go.
struct Progress {
  std::int64_t line;
  std::int64_t slot = 0;
  bool only_checks = false;  ///< nothing is stored, and nothing is in excess
};

template <class Parse>
void parse_sequentially(std::vector<Run>& runs, const Progress& from, Parse parse) {
  std::int64_t line = from.line;
  std::int64_t slot = from.slot;
  for (Run& run : runs) {
    run.first_line = line;
    run.slot = slot;
    parse(run, !from.only_checks);
    if (run.result.problem != LineProblem::none) return;
    line += run.result.num_lines;
    slot += run.result.num_entries;
  }
}

/// Most files have an entry in each line, so the number of lines tells where each run's entries go.
/// Where blank lines or comments are in between, or something is wrong, a second round puts it
/// right.
template <class Parse>
void parse_in_parallel(std::vector<Run>& runs, const Progress& from, std::int64_t capacity,
                       Parse parse) {
  const auto lines = [](const Run& run) { return run.result.num_lines; };
  const auto entries = [](const Run& run) { return run.result.num_entries; };
  for_each_run(runs, "filigree::read_matrix_market::count",
               [](Run& run) { run.result.num_lines = count_lines(run.begin, run.end); });
  assign_places(runs, from.line, from.slot, lines, lines);
  for_each_run(runs, "filigree::read_matrix_market::parse",
               [parse](Run& run) { parse(run, false); });
  bool right = assign_places(runs, from.line, from.slot, lines, entries);
  for (const Run& run : runs) right = right && run.result.problem == LineProblem::none;
  if (right && runs.back().slot + runs.back().result.num_entries <= capacity) return;
  for_each_run(runs, "filigree::read_matrix_market::parse_again",
               [parse](Run& run) { parse(run, true); });
  assign_places(runs, from.line, from.slot, lines, entries);
}

std::size_t behind_last_line_end(std::string_view text) {
  if (text.empty()) return 0;
  const void* const last = ::memrchr(text.data(), '\n', text.size());
  return last == nullptr ? 0 : std::size_t(static_cast<const char*>(last) - text.data()) + 1;
}

/// Takes the lines of a text as they come through the source's window.
template <class Scalar, class Index>
class BodyParser {
 public:
  BodyParser(const ReadContext& context, const MatrixMarketHeader& header, TextSource& source,
             const EntryArrays<Scalar, Index>& out, bool only_checks)
      : context_(context),
        header_(header),
        source_(source),
        parser_(header, out, context),
        capacity_(out.capacity),
        next_{header.size_line + 1, 0, only_checks} {}

  ParsedEntries run() {
    while (!source_.at_end()) {
      const std::size_t whole_lines = behind_last_line_end(source_.window());
      if (whole_lines > 0) {
        parse_lines(source_.window().substr(0, whole_lines));
        source_.consume(whole_lines);
        source_.refill();
      } else if (!source_.refill()) {
        skip_part();
      }
    }
    const std::size_t whole_lines = behind_last_line_end(source_.window());
    parse_lines(source_.window().substr(0, whole_lines));
    source_.consume(whole_lines);
    parse_last_line(source_.window());
    return result_;
  }

  std::int64_t num_entries() const { return next_.slot; }
  std::int64_t last_line() const { return next_.line - 1; }

 private:
  /// A line that fills the window: blanks are dropped, a comment is skipped.
  void skip_part() {
    const std::string_view window = source_.window();
    const std::size_t first = first_not_blank(window);
    if (first == window.size()) return source_.consume(first);
    if (window[first] != '%') fail_too_long(window.substr(first));
    std::size_t length = window.size();
    while (length == source_.window().size() && !source_.at_end()) {
      source_.consume(length);
      source_.refill();
      length = std::min(source_.window().find('\n'), source_.window().size());
    }
    // The comment's end is an empty line.
    source_.consume(length);
  }

  /// The parser needs a line end at the end: a last line without one is parsed from a copy.
  void parse_last_line(std::string_view line) {
    const std::size_t first = first_not_blank(line);
    if (first == line.size() || line[first] == '%') {
      next_.line += line.empty() ? 0 : 1;
      return;
    }
    line = line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
    const std::size_t comment = context_.lenient ? line.find('%') : std::string_view::npos;
    if (comment != std::string_view::npos) line = line.substr(0, comment + 1);
    if (line.size() > 4 * std::size_t(longest_entry)) fail_too_long(line);
    parse_lines(std::string(line) + '\n');
  }

  [[noreturn]] void fail_too_long(std::string_view line) const {
    context_.fail(next_.line,
                  "the entry " + in_quotes(line) + " is longer than " +
                      std::to_string(longest_entry) + " bytes",
                  "at most " + std::to_string(longest_entry) + " bytes an entry",
                  "check that the file is text");
  }

  void parse_lines(std::string_view text) {
    if (text.empty()) return;
    const EntryParser<Scalar, Index> parser = parser_;
    const auto parse = [parser](Run& run, bool slot_is_exact) {
      run.result = parser.parse(run.begin, run.end, run.slot, slot_is_exact);
    };
    const bool parallel = !next_.only_checks && text.size() >= parallel_threshold &&
                          Kokkos::DefaultHostExecutionSpace().concurrency() > 1;
    std::vector<Run> runs = cut_into_runs(text, parallel ? run_size : text.size());
    if (parallel)
      parse_in_parallel(runs, next_, capacity_, parse);
    else
      parse_sequentially(runs, next_, parse);
    for (const Run& run : runs) take(run);
  }

  void take(const Run& run) {
    const RunResult& result = run.result;
    if (result.problem != LineProblem::none) {
      ProblemText text = describe(header_, result, scalar_name<Scalar>);
      context_.fail(run.first_line + result.problem_line, text.value, std::move(text.limit),
                    std::move(text.remedy));
    }
    result_.notes |= result.notes;
    result_.entry_in_each_line =
        result_.entry_in_each_line && result.num_lines == result.num_entries;
    next_.line += result.num_lines;
    next_.slot += result.num_entries;
  }

  const ReadContext& context_;
  const MatrixMarketHeader& header_;
  TextSource& source_;
  EntryParser<Scalar, Index> parser_;
  std::int64_t capacity_;
  Progress next_;
  ParsedEntries result_;
};

void note_entries(const ReadContext& context, unsigned notes, const char* scalar) {
  if (notes & entry_rounded)
    context.note(std::string("integers that ") + scalar + " does not hold are rounded");
  if (notes & entry_imaginary_dropped)
    context.note("imaginary parts on the diagonal of a hermitian matrix are dropped");
  if (notes & entry_value_ignored) context.note("values of the entries of a pattern are ignored");
  if (notes & entry_comment_ignored) context.note("comments behind entries are ignored");
}

}  // namespace

template <class Scalar, class Index>
ParsedEntries parse_entries(const ReadContext& context, const MatrixMarketHeader& header,
                            TextSource& source, const EntryArrays<Scalar, Index>& out) {
  BodyParser<Scalar, Index> parser(context, header, source, out, false);
  const ParsedEntries result = parser.run();
  if (parser.num_entries() < header.num_entries)
    context.fail(parser.last_line(),
                 "the file ends after " + std::to_string(parser.num_entries()) + " entries",
                 std::to_string(header.num_entries) + " entries, as line " +
                     std::to_string(header.size_line) + " says",
                 "check that the file was written completely");
  note_entries(context, result.notes, scalar_name<Scalar>);
  return result;
}

template <class Scalar>
void check_promised_entries(const ReadContext& context, const MatrixMarketHeader& header,
                            TextSource& source) {
  const std::uint64_t bytes = source.most_bytes();
  if (may_hold(header, bytes)) return;
  // a line that lacks something is to blame rather than the number of entries
  BodyParser<Scalar, std::int64_t>(context, header, source, {}, true).run();
  fail_promised_entries(context, header, bytes);
}

std::int64_t line_of_entry(const MatrixMarketHeader& header, std::string_view body,
                           std::int64_t k) {
  for (std::int64_t line = header.size_line + 1;; ++line) {
    const std::size_t first = body.find_first_not_of(" \t\r");
    const bool entry = first != std::string_view::npos && body[first] != '\n' && body[first] != '%';
    if (first == std::string_view::npos || (entry && k-- == 0)) return line;
    const std::size_t end = body.find('\n');
    body.remove_prefix(end == std::string_view::npos ? body.size() : end + 1);
  }
}

#define FILIGREE_INSTANTIATE(Scalar)                                                               \
  template void check_promised_entries<Scalar>(const ReadContext&, const MatrixMarketHeader&,      \
                                               TextSource&);                                       \
  template ParsedEntries parse_entries(const ReadContext&, const MatrixMarketHeader&, TextSource&, \
                                       const EntryArrays<Scalar, std::int32_t>&);                  \
  template ParsedEntries parse_entries(const ReadContext&, const MatrixMarketHeader&, TextSource&, \
                                       const EntryArrays<Scalar, std::int64_t>&)
FILIGREE_FOR_EACH_IO_SCALAR(FILIGREE_INSTANTIATE);
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
