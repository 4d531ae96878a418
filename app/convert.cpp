// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include <filigree/convert.hpp>
#include <filigree/io/binary.hpp>
#include <filigree/io/matrix_market.hpp>

#include "arguments.hpp"
#include "commands.hpp"
#include "matrix_source.hpp"
#include "matrix_target.hpp"

namespace filigree::tool {
namespace {

constexpr std::array options{
    output_option,
    OptionSpec{"--layout", "", "NAME", "of a .bin file (default csr, coo where hypersparse)",
               "csr csc coo"},
    OptionSpec{"--expand", "", "", "write both triangles of a symmetric matrix"},
    OptionSpec{"--compression", "", "N", "of a .gz file: 1 fastest to 9 smallest", "", "6"},
};

struct Request {
  std::string input;
  std::string output;
  std::string layout;
  Target target = Target::matrix_market;
  bool expand = false;
  std::int64_t stored_entries = 0;  ///< in the input file
  WriteOptions write;
};

template <class Coo>
void write_as_binary(const Coo& entries, const Request& request) {
  using Offset = typename Coo::index_type;
  const Kokkos::DefaultHostExecutionSpace exec;
  // the file is to stand for the same matrix, repeated entries and all
  const CooOptions keep{.duplicates = Duplicates::keep, .validate = false};
  if (request.layout == "coo") {
    write_output([&] { write_binary(request.output, entries, request.write); });
  } else if (request.layout == "csc") {
    const auto matrix = coo_to_csc<Offset>(exec, entries, keep);
    write_output([&] { write_binary(request.output, matrix, request.write); });
  } else {
    const auto matrix = coo_to_csr<Offset>(exec, entries, keep);
    write_output([&] { write_binary(request.output, matrix, request.write); });
  }
}

template <class Scalar, class Index>
void convert_matrix(const Request& request, ProgressLine& progress) {
  const auto entries = read_input(
      [&] { return read_matrix<Scalar, Index>(request.input, read_options(request.expand)); });
  if (!request.expand && entries.nnz() > request.stored_entries)
    input_notes.push_back("a skew-symmetric matrix is written as a general one, both triangles");
  progress.show("writing " + file_name(request.output));
  if (request.target == Target::binary)
    write_as_binary(entries, request);
  else
    write_output([&] { write_matrix_market(request.output, entries, request.write); });
  progress.clear();
  print_written(request.output, entries);
}

bool is_dense(const std::string& file, const MatrixFileHeader& header) {
  return header.format == MatrixFileFormat::matrix_market &&
         read_input([&] { return read_matrix_market_header(file, read_options(false)).format; }) ==
             MatrixMarketFormat::array;
}

void run(const Arguments& arguments) {
  Request request;
  request.input = arguments.file();
  request.output = arguments.get("--output");
  request.target = target_of(request.output);
  if (arguments.has("--layout") && request.target != Target::binary)
    throw UsageError("option '--layout' is for .bin files, not '" + request.output + "'");
  if (arguments.has("--compression") && !request.output.ends_with(".gz"))
    throw UsageError("option '--compression' is for .gz files, not '" + request.output + "'");
  request.layout = arguments.get("--layout");
  request.expand = arguments.has("--expand");
  request.write.compression_level = int(arguments.number("--compression", 1, 9));

  ProgressLine progress;
  const MatrixFileHeader header = load_header(request.input, progress);
  request.stored_entries = header.num_entries;
  if (is_dense(request.input, header))
    input_notes.push_back("a dense matrix is written as coordinates, zeros too");
  request.write.pattern_only = header.pattern && request.target == Target::matrix_market;
  if (header.pattern && request.target == Target::binary)
    input_notes.push_back("binary files have no patterns: the values are written as 1");
  if (request.layout.empty())
    request.layout =
        is_hypersparse(header.num_rows, header.num_cols, header.num_entries) ? "coo" : "csr";
  with_file_types(header, [&]<class Scalar, class Index>(std::type_identity<Scalar>,
                                                         std::type_identity<Index>) {
    convert_matrix<Scalar, Index>(request, progress);
  });
}

}  // namespace

const Command convert_command{
    "convert",
    "writes a matrix in another format",
    1,
    "Reads a matrix file of any format and writes it as Matrix Market (.mtx) or in Filigree's\n"
    "binary format (.bin), which is read as fast as the disk gives it. The matrix stays the same:\n"
    "type, values bit for bit (integers of 64 bits, too), repeated entries; comments are left "
    "out,\n"
    "and what cannot be written as it was is noted. Prints one line: file, size, entries, bytes.\n",
    "  filigree convert A.mtx -o A.bin              binary, for fast reading\n"
    "  filigree convert A.rb -o A.mtx.gz            Matrix Market, compressed\n"
    "  filigree convert A.mtx -o full.mtx --expand  both triangles of a symmetric matrix\n",
    options,
    run};

}  // namespace filigree::tool
