// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <filigree/recommendation.hpp>

#include "arguments.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "matrix_source.hpp"
#include "svg.hpp"

namespace filigree::tool {

const std::vector<BenchFormat>& bench_formats() {
  using Facts = MatrixStatistics;
  const auto blocks = [](std::int64_t size) {
    return FormatParameters{.block = BlockLayout{size, size}};
  };
  const auto ell_of_blocks = [](std::int64_t size) { return FormatParameters{.block_size = size}; };
  static const std::vector<BenchFormat> all{
      {"csr", Format::csr},
      {"csc", Format::csc},
      {"coo", Format::coo},
      {"coo_aos", Format::coo_aos},
      {"ell", Format::ell},
      {"sell", Format::sell, {.slice_size = Facts::sell_slice_size}},
      {"sell_sorted",
       Format::sell,
       {.slice_size = Facts::sell_slice_size, .sort_window = Facts::sell_sort_window}},
      {"hyb", Format::hyb},
      {"bsr2", Format::bsr, blocks(2)},
      {"bsr3", Format::bsr, blocks(3)},
      {"bsr4", Format::bsr, blocks(4)},
      {"bsr8", Format::bsr, blocks(8)},
      {"bsr16", Format::bsr, blocks(16)},
      {"bsc4", Format::bsc, blocks(4)},
      {"blocked_ell2", Format::blocked_ell, ell_of_blocks(2)},
      {"blocked_ell3", Format::blocked_ell, ell_of_blocks(3)},
      {"blocked_ell4", Format::blocked_ell, ell_of_blocks(4)},
      {"blocked_ell8", Format::blocked_ell, ell_of_blocks(8)},
      {"blocked_ell16", Format::blocked_ell, ell_of_blocks(16)},
      {"dia", Format::dia},
      {"hdia", Format::hdia, {.hack_size = Facts::hdia_hack_size}}};
  return all;
}

const BenchRow* BenchReport::csr() const {
  const auto found = std::find_if(rows.begin(), rows.end(), [](const BenchRow& row) {
    return row.format == "csr" && row.measured();
  });
  return found == rows.end() ? nullptr : &*found;
}

const BenchRow* BenchReport::fastest() const {
  const BenchRow* best = nullptr;
  for (const BenchRow& row : rows)
    if (row.measured() && (best == nullptr || row.seconds < best->seconds)) best = &row;
  return best;
}

namespace {

constexpr std::array options{
    OptionSpec{"--formats", "", "A,B,...", "only these, csr always with them (default: all)"},
    OptionSpec{"--samples", "", "N", "samples, of which the median counts", "", "9"},
    OptionSpec{"--svg", "", "FILE", "a bar plot; - for standard output, instead of the table"},
    OptionSpec{"--json", "", "FILE", "the results as JSON; - likewise"},
};

std::vector<std::string> parse_formats(const std::string& list) {
  if (list.empty()) return {};
  std::vector<std::string_view> known;
  for (const BenchFormat& format : bench_formats()) known.push_back(format.name);
  std::vector<std::string> formats{"csr"};
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string word = list.substr(begin, end - begin);
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw UsageError("option '--formats': '" + word + "' (known: " + joined(known) + ")");
    if (std::find(formats.begin(), formats.end(), word) == formats.end()) formats.push_back(word);
    begin = end + 1;
  }
  return formats;
}

std::string padded(const std::string& text, int width) {
  const auto size = std::size_t(width < 0 ? -width : width);
  const std::string space(text.size() < size ? size - text.size() : 0, ' ');
  return width < 0 ? text + space : space + text;
}

std::string note_of(const BenchRow& row, const BenchRow* fastest) {
  std::string note = &row == fastest ? "fastest" : "";
  if (row.recommended) note.append(note.empty() ? "recommended" : ", recommended");
  return note;
}

/// Columns apart by blanks, "-" where there is nothing; the last one is free text.
std::string table_of(const BenchReport& report, bool colour) {
  const BenchRow* const csr = report.csr();
  const BenchRow* const fastest = report.fastest();
  constexpr int num_columns = 8;
  constexpr std::array<int, num_columns> widths{-13, -24, 10, 10, 8, 12, 7, 10};
  const auto line = [&](const std::array<std::string, num_columns>& cells,
                        const std::string& note) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) text += padded(cells[i], widths[i]) + " ";
    text += " " + note;
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  };
  std::string out =
      line({"format", "kernel", "ms", "expected", "GB/s", "bytes", "to_csr", "setup_ms"}, "note") +
      "\n";
  for (const BenchRow& row : report.rows) {
    const std::string kernel = row.kernel.empty() ? "-" : row.kernel;
    const std::string expected =
        row.expected_seconds > 0 ? significant(row.expected_seconds * 1e3, 4) : "-";
    if (!row.measured()) {
      out += line({row.format, kernel, "-", expected, "-", "-", "-", "-"},
                  row.wrong ? "WRONG: error " + significant(row.error) : row.left_out) +
             "\n";
      continue;
    }
    const std::string text =
        line({row.format, kernel, significant(row.seconds * 1e3, 4), expected,
              significant(double(row.bytes) / row.seconds * 1e-9), std::to_string(row.bytes),
              csr == nullptr ? "-" : significant(csr->seconds / row.seconds),
              significant(row.setup_seconds * 1e3)},
             note_of(row, fastest));
    out += (colour && &row == fastest ? "\033[1;32m" + text + "\033[0m" : text) + "\n";
  }
  return out;
}

std::string json_of(const BenchReport& report) {
  const BenchRow* const csr = report.csr();
  JsonWriter json;
  json.open_object();
  json.add("file", printable(report.file));
  json.add("rows", report.num_rows);
  json.add("columns", report.num_cols);
  json.add("entries", report.num_entries);
  json.add("scalar", report.scalar);
  json.add("index_bits", report.index_bits);
  json.add("execution_space", report.machine);
  json.add("threads", report.threads);
  json.add("memory_bandwidth", report.bandwidth);
  json.add("csr_bytes", report.csr_bytes);
  json.add("error_limit", report.error_limit);
  json.open_array("formats");
  for (const BenchRow& row : report.rows) {
    json.open_object();
    json.add("format", row.format);
    json.add("kernel", row.kernel);
    json.add("recommended", row.recommended);
    if (row.expected_seconds > 0) json.add("expected_seconds", row.expected_seconds);
    if (row.left_out.empty()) {
      json.add("error", row.error);
      json.add("right", !row.wrong);
    } else {
      json.add("left_out", row.left_out);
    }
    if (row.measured()) {
      json.add("seconds", row.seconds);
      json.add("bytes", row.bytes);
      json.add("bytes_per_second", double(row.bytes) / row.seconds);
      if (csr != nullptr) json.add("speed_to_csr", csr->seconds / row.seconds);
      json.add("setup_seconds", row.setup_seconds);
    }
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return json.text();
}

void run(const Arguments& arguments) {
  BenchRequest request;
  request.file = arguments.file();
  request.formats = parse_formats(arguments.get("--formats"));
  request.samples = int(arguments.number("--samples", 1, 1000));
  const std::string svg = arguments.get("--svg"), json = arguments.get("--json");
  if (svg == "-" && json == "-") throw UsageError("--svg and --json cannot both be '-'");
  check_picture_name(svg);

  ProgressLine progress;
  const MatrixFileHeader header = load_header(request.file, progress);
  request.progress = [&](std::string_view what, int done, int all) {
    progress.show(what, done, all);
  };
  const bool wide = needs_wide_indices(header);
  const BenchReport report =
      header.complex ? bench_complex(request, wide) : bench_double(request, wide);
  progress.clear();
  if (svg != "-" && json != "-") write_text("-", table_of(report, use_colour(stdout)));
  if (!svg.empty()) write_text(svg, draw_bench(report));
  if (!json.empty()) write_text(json, json_of(report));
  for (const BenchRow& row : report.rows)
    if (row.wrong)
      throw std::runtime_error("the product in format " + row.format + " is wrong: error " +
                               significant(row.error) + " of sum |a||x|, limit " +
                               significant(report.error_limit));
}

}  // namespace

const Command bench_command{
    "bench",
    "times the product y = A x in every format",
    1,
    "Converts a matrix to every storage format and times its product with a vector, which is "
    "checked\n"
    "against a plain loop over the CSR matrix first. The table has, for each format: kernel, time\n"
    "(median), time that the library expected, bytes that a product moves over time, these bytes,\n"
    "speed to that of CSR, time of conversion and plan, a note. Formats that would need too much\n"
    "memory are left out and say why.\n"
    "A wrong product ends with status 1.\n",
    "  filigree bench A.mtx                          all formats\n"
    "  filigree bench A.mtx --formats sell,bsr4      these and csr\n"
    "  filigree bench A.mtx --svg A.svg --json A.json\n",
    options,
    run};

}  // namespace filigree::tool
