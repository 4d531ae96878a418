// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdlib>
#include <new>
#include <thread>

#include <sys/stat.h>

#include "io_test.hpp"

namespace {

using namespace filigree;
using namespace filigree::test;

/// A malformed text and what the message must say: the line, what is there, what was expected.
struct Malformed {
  const char* name;
  std::string text;
  std::vector<std::string> message;
  Status status = Status::invalid_value;
};

const std::string real_head = "%%MatrixMarket matrix coordinate real general\n";
const std::string symmetric_head = "%%MatrixMarket matrix coordinate real symmetric\n";
const std::string array_head = "%%MatrixMarket matrix array real general\n";

std::vector<Malformed> malformed_texts() {
  return {
      // the first line
      {"empty", "", {"line 1", "the file is empty"}},
      {"only_a_line_end", "\n", {"line 1", "begins with ''", "%%MatrixMarket"}},
      {"other_banner",
       "%MatrixMarket matrix coordinate real general\n1 1 0\n",
       {"line 1", "'%MatrixMarket'"}},
      {"binary", std::string("\x89PNG\r\n\x1a\n\0", 9), {"line 1", "\\x89PNG"}},
      {"object_missing",
       "%%MatrixMarket\n1 1 0\n",
       {"line 1", "the object is missing", "matrix, vector"}},
      {"other_object",
       "%%MatrixMarket graph coordinate real general\n1 1 0\n",
       {"'graph'", "one of matrix, vector"},
       Status::not_supported},
      {"other_format",
       "%%MatrixMarket matrix sparse real general\n1 1 0\n",
       {"the format is 'sparse'", "coordinate, array"}},
      {"other_field",
       "%%MatrixMarket matrix coordinate quaternion general\n1 1 0\n",
       {"the field is 'quaternion'", "complex, pattern"}},
      {"symmetry_missing",
       "%%MatrixMarket matrix coordinate real\n1 1 0\n",
       {"the symmetry is missing", "skew-symmetric"}},
      {"extra_word",
       "%%MatrixMarket matrix coordinate real general now\n1 1 0\n",
       {"'now' after the symmetry"}},
      {"array_pattern",
       "%%MatrixMarket matrix array pattern general\n1 1\n",
       {"line 1", "an array has the field pattern"}},
      {"skew_pattern",
       "%%MatrixMarket matrix coordinate pattern skew-symmetric\n1 1 0\n",
       {"line 1", "a pattern is skew-symmetric"}},
      {"real_hermitian",
       "%%MatrixMarket matrix coordinate real hermitian\n1 1 0\n",
       {"line 1", "real is hermitian", "complex"}},
      {"symmetric_vector",
       "%%MatrixMarket vector array real symmetric\n1\n1\n",
       {"a vector is symmetric"}},
      // the sizes
      {"no_sizes", real_head, {"line 1", "the file ends here", "the line of the sizes"}},
      {"only_comments", real_head + "%\n% x\n\n", {"line 4", "the file ends here"}},
      {"two_sizes", real_head + "3 3\n", {"line 2", "the number of entries is missing"}},
      {"four_sizes", real_head + "3 3 1 1\n1 1 1\n", {"line 2", "'1' after the sizes"}},
      {"array_three_sizes", array_head + "1 1 1\n1\n", {"line 2", "array sizes are rows, columns"}},
      {"size_no_number",
       real_head + "%\nthree 3 1\n1 1 1\n",
       {"line 3", "the number of rows is 'three'", "an integer from 0"}},
      {"size_fraction",
       real_head + "3 3.5 1\n1 1 1\n",
       {"line 2", "the number of columns is '3.5'"}},
      {"size_negative", real_head + "3 -3 1\n1 1 1\n", {"line 2", "the number of columns is '-3'"}},
      {"rows_beyond_64_bits",
       real_head + "99999999999999999999 1 0\n",
       {"line 2", "'99999999999999999999'", "2^63"}},
      {"rows_beyond_index",
       real_head + "2147483648 1 0\n",
       {"line 2: 2147483648 rows", "at most 2147483647", "std::int64_t"}},
      {"cols_beyond_index",
       real_head + "1 3000000000 0\n",
       {"line 2: 3000000000 columns", "std::int64_t"}},
      {"nnz_is_minus_one",
       real_head + "3 3 18446744073709551615\n1 1 1\n",
       {"line 2", "'18446744073709551615'", "below 2^63"}},
      {"nnz_is_huge",
       real_head + "3 3 9223372036854775806\n1 1 1\n",
       {"line 2", "promise 9223372036854775806 entries", "6 bytes follow"}},
      {"nnz_is_large",
       real_head + "3 3 1000000000\n1 1 1\n",
       {"line 2", "promise 1000000000 entries", "written completely"}},
      {"array_is_huge",
       array_head + "2000000000 2000000000\n1\n",
       {"line 2", "promise 4000000000000000000 entries"}},
      {"array_overflows",
       array_head + "4000000000 4000000000\n1\n",
       {"line 2", "4000000000 x 4000000000", "2^63"}},
      {"symmetric_array_overflows",
       "%%MatrixMarket matrix array real symmetric\n6000000000 6000000000\n1\n",
       {"line 2", "2^63"}},
      {"not_square",
       symmetric_head + "3 2 0\n",
       {"line 2", "symmetric matrix is 3 x 2", "a square matrix"}},
      {"array_not_square",
       "%%MatrixMarket matrix array real skew-symmetric\n3 2\n1\n",
       {"line 2", "skew-symmetric matrix is 3 x 2"}},
      // entries
      {"row_zero",
       real_head + "3 3 1\n0 1 1\n",
       {"line 3: row index 0", "1 to 3 (rows)", "count from 1"}},
      {"row_too_large",
       real_head + "3 4 2\n1 1 1\n4 1 1\n",
       {"line 4: row index 4", "1 to 3 (rows)"}},
      {"col_zero", real_head + "3 4 1\n1 0 1\n", {"line 3: column index 0", "1 to 4 (columns)"}},
      {"col_too_large",
       real_head + "3 4 1\n3 5 1\n",
       {"line 3: column index 5", "1 to 4 (columns)"}},
      {"row_beyond_64_bits",
       real_head + "3 4 1\n18446744073709551617 1 1\n",
       {"line 3: row index 18446744073709551617"}},
      {"row_long",
       real_head + "3 4 1\n" + std::string(50, '9') + " 1 1\n",
       {"line 3: row index 99999", "1 to 3"}},
      {"entry_in_empty_matrix", real_head + "0 0 1\n1 1 1\n", {"line 3: row index 1"}},
      {"row_negative",
       real_head + "3 3 1\n-1 1 1\n",
       {"line 3", "the row index is '-1'", "an integer from 1 to 3"}},
      {"row_real", real_head + "3 3 1\n1.0 1 1\n", {"line 3", "the row index is '1.0'"}},
      {"row_word", real_head + "3 3 1\nx 1 1\n", {"line 3", "the row index is 'x'"}},
      {"col_missing", real_head + "3 3 1\n1      \n", {"line 3", "the column index is missing"}},
      {"col_word", real_head + "3 3 1\n1 y 1\n", {"line 3", "the column index is 'y'"}},
      {"value_missing",
       real_head + "3 3 1\n1 1   \n",
       {"line 3", "'1 1' lacks a value", "a real value"}},
      {"value_word", real_head + "3 3 1\n1 1 one\n", {"line 3", "the value 'one' is no number"}},
      {"value_with_tail",
       real_head + "3 3 1\n1 1 1.5x\n",
       {"line 3", "the value '1.5x' is no number"}},
      {"value_two_points", real_head + "3 3 1\n1 1 1.5.5\n", {"line 3", "'1.5.5' is no number"}},
      {"value_two_signs", real_head + "3 3 1\n1 1 --5\n", {"line 3", "'--5' is no number"}},
      {"value_only_sign", real_head + "3 3 1\n1 1 -\n", {"line 3", "'-' is no number"}},
      {"value_only_point", real_head + "3 3 1\n1 1 .\n", {"line 3", "'.' is no number"}},
      {"value_no_exponent", real_head + "3 3 1\n1 1 1e\n", {"line 3", "'1e' is no number"}},
      {"value_signed_exponent_only",
       real_head + "3 3 1\n1 1 1e+\n",
       {"line 3", "'1e+' is no number"}},
      {"value_hexadecimal", real_head + "3 3 1\n1 1 0x1p3\n", {"line 3", "'0x1p3' is no number"}},
      {"value_comma", real_head + "3 3 1\n1 1 1,5\n", {"line 3", "'1,5' is no number"}},
      {"value_too_large", real_head + "3 3 1\n1 1 1e400\n", {"line 3", "'1e400'", "range"}},
      {"value_long_and_too_large",
       real_head + "3 3 1\n1 1 " + std::string(400, '9') + "\n",
       {"line 3", "range"}},
      {"value_infinite_word",
       real_head + "3 3 1\n1 1 infinit\n",
       {"line 3", "'infinit' is no number"}},
      {"value_zero_byte",
       real_head + "3 3 1\n1 1 1" + std::string(1, '\0') + "\n",
       {"line 3", "'1\\x00' is no number"}},
      {"extra_value", real_head + "3 3 1\n1 1 1 2\n", {"line 3", "'2' after the entry"}},
      {"pattern_with_value",
       "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 1 1\n",
       {"line 3", "'1' after the entry", "pattern"}},
      {"integer_with_fraction",
       "%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 1 1.5\n",
       {"line 3", "'1.5' is no number", "an integer value"}},
      {"integer_with_exponent",
       "%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 1 1e5\n",
       {"line 3", "'1e5' is no number"}},
      {"complex_one_part",
       "%%MatrixMarket matrix coordinate complex general\n3 3 1\n1 1 10\n",
       {"line 3", "lacks a value", "a real and an imaginary part"}},
      {"complex_three_parts",
       "%%MatrixMarket matrix coordinate complex general\n3 3 1\n1 1 1 2 3\n",
       {"line 3", "'3' after the entry"}},
      {"two_array_values_in_a_line",
       array_head + "2 1\n1 2\n 3\n",
       {"line 3", "'2' after the entry"}},
      // counts
      {"truncated",
       real_head + "3 3 2\n1 1 1\n%%%%%\n",
       {"line 4", "ends after 1 entries", "2 entries, as line 2 says"}},
      {"truncated_in_entry", real_head + "3 3 2\n1 1 1\n 2 2 ", {"line 4", "'2 2' lacks a value"}},
      {"excess",
       real_head + "3 3 1\n1 1 1\n\n2 2 2\n",
       {"line 5", "'2 2 2' is one too many", "expected 1 entries"}},
      {"excess_without_line_end",
       real_head + "3 3 1\n1 1 1\n2 2 2",
       {"line 4", "'2 2 2' is one too many"}},
      {"excess_of_none", real_head + "3 3 0\n1 1 1\n", {"line 3", "is one too many"}},
      {"array_truncated", array_head + "2 2\n1\n2\n3\n%%%\n", {"line 6", "ends after 3 entries"}},
      {"array_excess", array_head + "2 1\n1\n2\n3\n", {"line 5", "'3' is one too many"}},
      // symmetry
      {"both_triangles_differ",
       symmetric_head + "3 3 2\n2 1 1\n1 2 2\n",
       {"line 4", "(1, 2) is not the mirror image of (2, 1) in line 3", "general"}},
      {"both_triangles_differ_between_comments",
       symmetric_head + "3 3 2\n% x\n2 1 1\n\n% y\n1 2 2",
       {"line 7", "(1, 2) is not the mirror image of (2, 1) in line 4"}},
      {"sums_of_both_triangles_differ",
       symmetric_head + "3 3 3\n2 1 1\n2 1 1\n1 2 1\n",
       {"line 5", "in line 3"}},
      {"hermitian_triangles_differ",
       "%%MatrixMarket matrix coordinate complex hermitian\n3 3 2\n2 1 1 1\n1 2 1 1\n",
       {"line 4", "mirror image"}},
      {"skew_triangles_differ",
       "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 1\n1 2 1\n",
       {"line 4", "mirror image"}},
      // integers
      {"integer_rounded",
       "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 9007199254740993\n",
       {"line 3", "'9007199254740993' of the entry", "ReadOptions::round_integers"}},
      {"integer_rounded_in_complex",
       "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 -9007199254740993\n% complex "
       "\n",
       {"line 3", "would be rounded", "double"}},
      {"integer_beyond_64_bits",
       "%%MatrixMarket matrix array integer general\n1 1\n18446744073709551616\n",
       {"line 3", "would be rounded"}},
      {"unsigned_with_sign",
       "%%MatrixMarket matrix coordinate unsigned-integer general\n1 1 1\n1 1 -1\n",
       {"line 3", "'-1' is no number", "an unsigned-integer value"}},
      // what lacks or is too long
      {"all_values_missing",
       real_head + "3 3 3\n1 1\n2 2\n3 3\n",
       {"line 3", "'1 1' lacks a value"}},
      {"number_without_end",
       real_head + "1 1 1\n1 1 " + std::string(2000, '0') + "1\n",
       {"line 3", "is longer than 1024 bytes"}},
      {"number_without_end_nor_line_end",
       real_head + "1 1 1\n1 1 " + std::string(5000, '0'),
       {"line 3", "is longer than 1024 bytes"}},
      {"banner_without_end",
       "%%MatrixMarket matrix coordinate real general" + std::string(2000, 'x') + "\n1 1 0\n",
       {"line 1", "more than 1024 bytes"}},
      {"sizes_without_end",
       real_head + std::string(2000, '0') + "1 1 0\n",
       {"line 2", "more than 1024 bytes"}},
      {"skew_diagonal",
       "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 1\n",
       {"line 3", "lies on the diagonal", "skew-symmetric"}},
  };
}

/// Counts what is allocated while a test looks, so that a header cannot make the reader allocate.
std::size_t largest_view = 0;
void note_view(Kokkos::Tools::SpaceHandle, const char*, const void*, std::uint64_t size) {
  largest_view = std::max<std::size_t>(largest_view, size);
}

class MalformedMatrixMarket : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedMatrixMarket, IsRefused) {
  const Malformed& malformed = GetParam();
  const bool array = malformed.text.find(" array ") != std::string::npos;
  const bool complex = malformed.text.find(" complex ") != std::string::npos;
  Kokkos::Tools::Experimental::set_allocate_data_callback(note_view);
  largest_view = 0;
  const auto [status, message] = outcome([&] {
    if (complex)
      parse_matrix_market<complex_double>(malformed.text);
    else
      parse_matrix_market<double>(malformed.text);
  });
  Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
  EXPECT_EQ(status, malformed.status);
  EXPECT_EQ(message.find("parse_matrix_market: argument 'text': line "), 0u) << message;
  for (const std::string& part : malformed.message)
    EXPECT_NE(message.find(part), std::string::npos) << message << "\n  lacks: " << part;
  EXPECT_LE(largest_view, 16 * malformed.text.size() + 1024);
  // The dense reader refuses the same array files.
  if (array) {
    EXPECT_EQ(outcome([&] { parse_matrix_market_dense<double>(malformed.text); }).first,
              malformed.status);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, MalformedMatrixMarket, ::testing::ValuesIn(malformed_texts()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(MatrixMarketErrors, ValuesBeyondFloat) {
  const std::string text = real_head + "1 1 1\n1 1 1e39\n";
  EXPECT_EQ(outcome([&] { parse_matrix_market<double>(text); }).first, Status::success);
  const auto [status, message] = outcome([&] { parse_matrix_market<float>(text); });
  EXPECT_EQ(status, Status::invalid_value);
  EXPECT_NE(message.find("read into double"), std::string::npos) << message;
}

TEST(MatrixMarketErrors, FilesThatCannotBeRead) {
  const auto missing = outcome([] { read_matrix_market<double>("no/such/file.mtx"); });
  EXPECT_EQ(missing.first, Status::mapping_error);
  EXPECT_NE(missing.second.find("'no/such/file.mtx': No such file"), std::string::npos)
      << missing.second;
  EXPECT_EQ(outcome([] { read_matrix_market<double>(FILIGREE_TEST_DATA_DIR); }).first,
            Status::mapping_error);
  EXPECT_EQ(outcome([] { read_matrix_market<double>(""); }).first, Status::mapping_error);
  EXPECT_EQ(outcome([] { read_matrix_market_header("no/such/file.mtx"); }).first,
            Status::mapping_error);
}

TEST(MatrixMarketErrors, MessagesNameTheFile) {
  const TemporaryFolder folder;
  std::ofstream(folder / "bad.mtx") << real_head << "2 2 1\n3 1 1\n";
  const auto [status, message] = outcome([&] { read_matrix_market<double>(folder / "bad.mtx"); });
  EXPECT_EQ(status, Status::invalid_value);
  EXPECT_NE(message.find("bad.mtx' line 3: row index 3"), std::string::npos) << message;
}

TEST(MatrixMarketErrors, PipesAreBounded) {
  const TemporaryFolder folder;
  const std::string pipe = (folder / "pipe.mtx").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto read_pipe = [&](const std::string& text, std::uint64_t max_bytes) {
    std::thread writer([&] { std::ofstream(pipe) << text; });
    const auto result = outcome(
        [&] { EXPECT_EQ(read_matrix_market<double>(pipe, {.max_bytes = max_bytes}).nnz(), 1); });
    writer.join();
    return result;
  };
  const std::string text = std::string(real_head) + "2 2 1\n1 1 1\n";
  for (const std::string& content : {text, text + std::string(100'000, '\n')}) {
    for (const std::uint64_t spare : {0u, 1u, 1000u, 1u << 20}) {
      const auto [status, message] = read_pipe(content, content.size() + spare);
      EXPECT_EQ(status, Status::success) << message;
    }
    for (const std::uint64_t lacking : {1u, 20u}) {
      const auto [status, message] = read_pipe(content, content.size() - lacking);
      EXPECT_EQ(status, Status::insufficient_resources) << message;
    }
  }

  std::ofstream(folder / "empty.mtx") << "";
  const auto empty =
      outcome([&] { read_matrix_market<double>(folder / "empty.mtx", {.max_bytes = 1}); });
  EXPECT_EQ(empty.first, Status::invalid_value) << empty.second;
}

TEST(MatrixMarketErrors, PipesHaveNoHeader) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe.mtx").c_str(), 0600), 0);
  // Opening it would wait for ever for somebody who writes.
  const auto [status, message] = outcome([&] { read_matrix_header(folder / "pipe.mtx"); });
  EXPECT_EQ(status, Status::mapping_error);
  EXPECT_NE(message.find("pipe.mtx': a pipe or a device, expected a regular file"),
            std::string::npos)
      << message;
}

TEST(MatrixMarketErrors, CompressedFilesAreBounded) {
  if (!have_zlib()) GTEST_SKIP() << "built without zlib: .gz files are refused";
  const TemporaryFolder folder;
  const HostDenseVector<double> zeros("zeros", 8'000'000);
  write_matrix_market(folder / "bomb.mtx.gz", zeros, {.compression_level = 9});
  const auto packed = std::filesystem::file_size(folder / "bomb.mtx.gz");
  EXPECT_LT(packed, 100'000u);
  const auto [status, message] = outcome(
      [&] { read_matrix_market_vector<double>(folder / "bomb.mtx.gz", {.max_bytes = 1 << 20}); });
  EXPECT_EQ(status, Status::insufficient_resources);
  EXPECT_NE(message.find("1048576 bytes"), std::string::npos) << message;
  EXPECT_NE(message.find("raise ReadOptions::max_bytes"), std::string::npos) << message;
  EXPECT_EQ(
      read_matrix_market_vector<double>(folder / "bomb.mtx.gz", {.max_bytes = 1 << 25}).extent(0),
      8'000'000u);
}

}  // namespace
