// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "io_test.hpp"

namespace {

using namespace filigree;
using namespace filigree::test;

/// Entries of a CSC matrix by position, duplicates summed.
template <class Scalar, class Index>
Entries<Scalar> csc_entries(const CscMatrix<Scalar, Index, Index, Kokkos::HostSpace>& matrix) {
  Entries<Scalar> result;
  for (std::int64_t j = 0; j < matrix.num_cols(); ++j)
    for (std::int64_t k = matrix.col_offsets()(j); k < matrix.col_offsets()(j + 1); ++k)
      result[{matrix.row_indices()(k), j}] += matrix.values()(k);
  return result;
}

template <class Scalar>
class HarwellBoeing : public ::testing::Test {};
using AllScalars = ::testing::Types<float, double, complex_float, complex_double>;
TYPED_TEST_SUITE(HarwellBoeing, AllScalars);

TYPED_TEST(HarwellBoeing, RealUnsymmetric) {
  using S = TypeParam;
  const auto file = read_harwell_boeing<S, std::int64_t>(data_file("real.rua"));
  EXPECT_EQ(file.header.title,
            "1A small unsymmetric matrix with a right-hand side, a guess, a solution");
  EXPECT_EQ(file.header.key, "SMALL");
  EXPECT_EQ(file.header.num_right_hand_sides, 1);
  EXPECT_EQ(file.matrix.properties().type, MatrixType::general);
  EXPECT_TRUE(file.matrix.properties().sorted);
  EXPECT_EQ(
      csc_entries(file.matrix),
      (Entries<S>{
          {{0, 0}, S(1)}, {{2, 0}, S(-0.25)}, {{1, 1}, S(3)}, {{0, 2}, S(400)}, {{2, 2}, S(-5)}}));
  EXPECT_EQ(file.right_hand_sides.extent(1), 0u);
}

TYPED_TEST(HarwellBoeing, RightHandSides) {
  using S = TypeParam;
  const auto file = read_harwell_boeing<S>(data_file("real.rua"), {.right_hand_sides = true});
  ASSERT_EQ(file.right_hand_sides.extent(0), 3u);
  ASSERT_EQ(file.right_hand_sides.extent(1), 1u);
  EXPECT_EQ(file.right_hand_sides(2, 0), S(-3.125));
  EXPECT_EQ(file.guesses(2, 0), S(0.5));
  EXPECT_EQ(file.solutions(0, 0), S(4));
}

TYPED_TEST(HarwellBoeing, RutherfordBoeingSymmetric) {
  using S = TypeParam;
  const auto file = read_harwell_boeing<S>(data_file("symmetric.rb"));
  EXPECT_EQ(file.header.key, "|1");
  EXPECT_EQ(file.matrix.properties().type, MatrixType::symmetric);
  EXPECT_EQ(file.matrix.properties().fill, FillMode::lower);
  // The last value, 1500, has no decimal point: F8.3 puts it before the last three digits.
  EXPECT_EQ(csc_entries(file.matrix),
            (Entries<S>{{{0, 0}, S(2)}, {{1, 0}, S(-1)}, {{1, 1}, S(4.25)}, {{2, 2}, S(1.5)}}));
  const auto expanded =
      read_harwell_boeing<S>(data_file("symmetric.rb"), {.expand_symmetry = true});
  EXPECT_EQ(expanded.matrix.properties().type, MatrixType::general);
  EXPECT_TRUE(expanded.matrix.properties().sorted);
  EXPECT_EQ(
      csc_entries(expanded.matrix),
      (Entries<S>{
          {{0, 0}, S(2)}, {{1, 0}, S(-1)}, {{0, 1}, S(-1)}, {{1, 1}, S(4.25)}, {{2, 2}, S(1.5)}}));
}

TYPED_TEST(HarwellBoeing, Complex) {
  using S = TypeParam;
  if constexpr (is_complex_v<S>) {
    const auto file = read_harwell_boeing<S>(data_file("complex.cua"));
    EXPECT_EQ(csc_entries(file.matrix),
              (Entries<S>{{{1, 0}, S(1.5, -2)}, {{0, 2}, S(2.5)}, {{1, 2}, S(3, 4)}}));
  } else {
    EXPECT_EQ(outcome([] { read_harwell_boeing<S>(data_file("complex.cua")); }).first,
              Status::not_supported);
    const auto file = read_harwell_boeing<S>(data_file("complex.cua"), {.discard_imaginary = true});
    EXPECT_EQ(csc_entries(file.matrix),
              (Entries<S>{{{1, 0}, S(1.5)}, {{0, 2}, S(2.5)}, {{1, 2}, S(3)}}));
  }
}

TYPED_TEST(HarwellBoeing, ElementsAreAssembled) {
  using S = TypeParam;
  const auto file = read_harwell_boeing<S>(data_file("elements.rse"));
  EXPECT_FALSE(file.header.assembled);
  EXPECT_EQ(file.matrix.num_cols(), 3);
  EXPECT_EQ(file.matrix.properties().type, MatrixType::symmetric);
  // The second element names its variables in descending order.
  EXPECT_EQ(csc_entries(file.matrix),
            (Entries<S>{
                {{0, 0}, S(1)}, {{1, 0}, S(-1)}, {{1, 1}, S(3)}, {{2, 1}, S(-2)}, {{2, 2}, S(2)}}));
}

/// A file with the given type, sizes, formats and sections.
std::string file_of(const std::string& type, const std::string& sizes, const std::string& formats,
                    const std::string& body) {
  return "title\n 9 9 9 9 0\n" + type + "           " + sizes + "\n" + formats + "\n" + body;
}

TEST(HarwellBoeingKinds, SkewSymmetricExpands) {
  const auto matrix = parse_harwell_boeing<double>(
                          file_of("RZA", "2 2 1 0", "(3I2)(2I2)(2F5.1)", " 1 2 2\n 2\n  3.5\n"))
                          .matrix;
  EXPECT_EQ(csc_entries(matrix), (Entries<double>{{{1, 0}, 3.5}, {{0, 1}, -3.5}}));
}

TEST(HarwellBoeingKinds, Hermitian) {
  const std::string text =
      file_of("cha", "2 2 2 0", "(3I2)(2I2)(2F5.1)", " 1 3 3\n 1 2\n  3.5  0.0\n  1.0  2.0\n");
  const auto stored = parse_harwell_boeing<complex_double>(text).matrix;
  EXPECT_EQ(stored.properties().type, MatrixType::hermitian);
  EXPECT_EQ(csc_entries(stored), (Entries<complex_double>{{{0, 0}, 3.5}, {{1, 0}, {1, 2}}}));
  const auto expanded =
      parse_harwell_boeing<complex_double>(text, {.expand_symmetry = true}).matrix;
  EXPECT_EQ(csc_entries(expanded),
            (Entries<complex_double>{{{0, 0}, 3.5}, {{1, 0}, {1, 2}}, {{0, 1}, {1, -2}}}));
  EXPECT_EQ(
      parse_harwell_boeing<double>(text, {.discard_imaginary = true}).matrix.properties().type,
      MatrixType::symmetric);
}

TEST(HarwellBoeingKinds, RectangularIntegerUnsorted) {
  const auto matrix = parse_harwell_boeing<double>(file_of("IRA", "4 2 3 0", "(3I2)(3I2)(3I4)",
                                                           " 1 3 4\n 4 1 2\n   7  -8   9\n"))
                          .matrix;
  EXPECT_FALSE(matrix.properties().sorted);
  EXPECT_EQ(csc_entries(matrix), (Entries<double>{{{3, 0}, 7}, {{0, 0}, -8}, {{1, 1}, 9}}));
}

TEST(HarwellBoeingKinds, PatternAndEmptyMatrices) {
  const auto pattern =
      parse_harwell_boeing<float>(file_of("PUA", "2 2 2", "(3I2) (2I2)", " 1 2 3\n 2 1")).matrix;
  EXPECT_EQ(csc_entries(pattern), (Entries<float>{{{1, 0}, 1}, {{0, 1}, 1}}));
  const auto empty =
      parse_harwell_boeing<float>(file_of("PUA", "5 0 0", "(3I2) (2I2)", " 1\n")).matrix;
  EXPECT_EQ(empty.num_rows(), 5);
  EXPECT_EQ(empty.nnz(), 0);
}

TEST(HarwellBoeingKinds, UnsymmetricElementsAndPatterns) {
  const auto matrix =
      parse_harwell_boeing<double>(
          file_of("RUE", "2 2 3 5", "(3I2)(3I2)(5F4.1)", " 1 3 4\n 2 1 1\n 1.0 2.0 3.0 4.0 0.5\n"))
          .matrix;
  EXPECT_EQ(csc_entries(matrix),
            (Entries<double>{{{1, 1}, 1}, {{0, 1}, 2}, {{1, 0}, 3}, {{0, 0}, 4.5}}));
  const std::string pattern = file_of("PSE", "3 2 5 0", "(3I2)(5I2)", " 1 4 6\n 1 2 3 3 2\n");
  EXPECT_EQ(csc_entries(parse_harwell_boeing<double>(pattern).matrix),
            (Entries<double>{
                {{0, 0}, 1}, {{1, 0}, 1}, {{2, 0}, 1}, {{1, 1}, 1}, {{2, 1}, 1}, {{2, 2}, 1}}));
  // A pattern of elements can stand for far more entries than the file has bytes.
  const auto bounded = outcome([&] { parse_harwell_boeing<double>(pattern, {.max_bytes = 100}); });
  EXPECT_EQ(bounded.first, Status::insufficient_resources);
  EXPECT_NE(bounded.second.find("raise ReadOptions::max_bytes"), std::string::npos)
      << bounded.second;
}

TEST(HarwellBoeingKinds, SparseRightHandSides) {
  const std::string text =
      "t\n 9 9 9 9 3\nRUA  2 2 1 0\n(3I2)(3I2)(3F4.1)(3F4.1)\nM    2 3\n 1 2 2\n 2\n 1.5\n 1 2 4\n "
      "1 1 2\n 4.0 5.0 6.0\n";
  const auto file = parse_harwell_boeing<double>(text, {.right_hand_sides = true});
  ASSERT_EQ(file.right_hand_sides.extent(1), 2u);
  EXPECT_EQ(file.right_hand_sides(0, 0), 4);
  EXPECT_EQ(file.right_hand_sides(1, 0), 0);
  EXPECT_EQ(file.right_hand_sides(0, 1), 5);
  EXPECT_EQ(file.right_hand_sides(1, 1), 6);
}

/// One value, in a format.
struct FormatCase {
  const char* format;
  const char* field;
  double value;
};

TEST(HarwellBoeingKinds, FortranFormats) {
  const FormatCase cases[] = {
      {"(E10.3)", " 0.125E+01", 1.25},
      {"(1P,5D16.8)", "  1.25000000D+00", 1.25},
      {"(1P5D16.8)", " -1.25000000d+02", -125},
      {"(10F7.1)", "    125", 12.5},
      {"(F7.1)", "  -1.25", -1.25},
      {"(1PF7.2)", "   12.5", 1.25},
      {"(-1PF7.2)", "  1.25", 12.5},
      {"(4E20.12E3)", "    1.250000000E-001", 0.125},
      {"(ES12.3)", "    1.25+003", 1250},
      {"(EN12.3)", "   125.0E-03", 0.125},
      {"(G12.3)", "125", 0.125},
      {"(3X,F4.2)", "xxx1.25", 1.25},
      {"( 2 ( 2X , F5.2 ) )", "   1.25", 1.25},
      {"(I5)", "   12", 12},
      {"(I5.3)", "  012", 12},
      {"(E12.5)", " 1250000", 12.5},
      {"(E10.2)", "  125E1", 12.5},
      {"(F6.0)", "   inf", HUGE_VAL},
      {"(E24.16)", "1.7976931348623157E+308", 1.7976931348623157e308},
      {"(D25.17)", "0.12345678901234568D+00", 0.12345678901234568},
  };
  for (const FormatCase& c : cases) {
    const std::string text = file_of("RUA", "1 1 1 0", "(2I2)(1I2)" + std::string(c.format),
                                     " 1 2\n 1\n" + std::string(c.field) + "\n");
    const auto [status, message] = outcome([&] {
      EXPECT_EQ(parse_harwell_boeing<double>(text).matrix.values()(0), c.value)
          << c.format << " " << c.field;
    });
    EXPECT_EQ(status, Status::success) << message;
  }
}

struct Malformed {
  const char* name;
  std::string text;
  std::vector<std::string> message;
  Status status = Status::invalid_value;
};

std::vector<Malformed> malformed_texts() {
  const std::string formats = "(4I2)(4I2)(4F5.1)";
  const std::string good = " 1 2 3\n 1 2\n  1.0  2.0\n";
  const auto real = [&](const std::string& body) {
    return file_of("RUA", "2 2 2 0", formats, body);
  };
  return {
      {"empty", "", {"line 0", "the file ends here", "the title"}},
      {"title_only", "title\n", {"line 1", "the numbers of lines"}},
      {"counts_no_number", "title\n x 1 1 1\n", {"line 2", "the number of lines is 'x'"}},
      {"counts_missing", "title\n 1 1 1\n", {"line 2", "the number of value lines is missing"}},
      {"counts_negative", "title\n 1 -1 1 1\n", {"line 2", "'-1'"}},
      {"type_missing", "title\n 1 1 1 1\n\n", {"line 3", "the matrix type is ''"}},
      {"type_unknown",
       file_of("XUA", "2 2 2 0", formats, good),
       {"line 3", "'XUA'", "three letters"}},
      {"type_auxiliary",
       file_of("qua", "2 2 2 0", formats, good),
       {"line 3", "second file"},
       Status::not_supported},
      {"sizes_missing",
       file_of("RUA", "2 2", formats, good),
       {"line 3", "the number of entries is missing"}},
      {"size_negative",
       file_of("RUA", "-2 2 2 0", formats, good),
       {"line 3", "the number of rows is '-2'"}},
      {"size_beyond_64_bits",
       file_of("RUA", "2 18446744073709551615 2 0", formats, good),
       {"line 3", "'18446744073709551615'"}},
      {"size_beyond_index",
       file_of("RUA", "3000000000 2 2 0", formats, good),
       {"line 3: 3000000000 rows", "std::int64_t"}},
      {"not_square", file_of("RSA", "3 2 2 0", formats, good), {"line 3", "'RSA' is 3 x 2"}},
      {"entries_without_columns",
       file_of("RUA", "2 0 2 0", formats, " 3\n 1 2\n  1.0  2.0\n"),
       {"line 3", "2 entries in 0 columns"}},
      {"promise_pointers",
       file_of("RUA", "2 1000000000 2 0", formats, good),
       {"line 3", "promises 1000000001 pointers"}},
      {"promise_entries",
       file_of("RUA", "2 2 1000000000 0", formats, good),
       {"line 3", "promises 1000000000 row indices"}},
      {"format_missing",
       file_of("RUA", "2 2 2 0", "(4I2)", good),
       {"line 4", "the format of the row indices is ''"}},
      {"format_open", file_of("RUA", "2 2 2 0", "(4I2", good), {"line 4", "'(4I2'"}},
      {"format_unknown",
       file_of("RUA", "2 2 2 0", "(4A2)(4I2)(4F5.1)", good),
       {"line 4", "'(4A2)'"}},
      {"format_no_width",
       file_of("RUA", "2 2 2 0", "(4I)(4I2)(4F5.1)", good),
       {"line 4", "'(4I)'"}},
      {"format_zero_width",
       file_of("RUA", "2 2 2 0", "(4I0)(4I2)(4F5.1)", good),
       {"line 4", "'(4I0)'"}},
      {"format_no_field",
       file_of("RUA", "2 2 2 0", "(4X)(4I2)(4F5.1)", good),
       {"line 4", "'(4X)'"}},
      {"format_endless",
       file_of("RUA", "2 2 2 0", "(9999(9999(9999(1P))))(4I2)(4F5.1)", good),
       {"line 4"}},
      {"format_of_nothing",
       file_of("RUA", "2 2 2 0", "(999999(999999(999999())))(4I2)(4F5.1)", good),
       {"line 4"}},
      {"format_too_many", file_of("RUA", "2 2 2 0", "(99999I1)(4I2)(4F5.1)", good), {"line 4"}},
      {"format_too_deep",
       file_of("RUA", "2 2 2 0", "((((((((((I2))))))))))(4I2)(4F5.1)", good),
       {"line 4"}},
      {"pointers_first",
       real(" 2 2 3\n 1 2\n  1.0  2.0\n"),
       {"line 5", "'2' stands among the pointers", "from 1 to 1"}},
      {"pointers_descend",
       real(" 1 0 3\n 1 2\n  1.0  2.0\n"),
       {"line 5", "'0' stands among the pointers", "from 1 to 3"}},
      {"pointers_last",
       real(" 1 2 2\n 1 2\n  1.0  2.0\n"),
       {"line 5", "'2' stands among the pointers", "from 3 to 3"}},
      {"pointers_word",
       real(" 1 x 3\n 1 2\n  1.0  2.0\n"),
       {"line 5", "'x' stands among the pointers"}},
      {"pointers_blank",
       real(" 1   3\n 1 2\n  1.0  2.0\n"),
       {"line 5", "columns 3 to 4 are blank"}},
      {"row_zero",
       real(" 1 2 3\n 0 2\n  1.0  2.0\n"),
       {"line 6", "'0' stands among the row indices", "from 1 to 2"}},
      {"row_too_large",
       real(" 1 2 3\n 1 3\n  1.0  2.0\n"),
       {"line 6", "'3' stands among the row indices"}},
      {"row_real", real(" 1 2 3\n1. 2\n  1.0  2.0\n"), {"line 6", "'1.' stands among"}},
      {"value_word",
       real(" 1 2 3\n 1 2\n  1.0  two\n"),
       {"line 7", "'two' stands among the values"}},
      {"value_two_exponents", real(" 1 2 3\n 1 2\n1E2E3  2.0\n"), {"line 7", "'1E2E3'"}},
      {"value_split", real(" 1 2 3\n 1 2\n  1 0  2.0\n"), {"line 7", "'1 0'"}},
      {"value_too_large", real(" 1 2 3\n 1 2\n1E999  2.0\n"), {"line 7", "'1E999'", "range"}},
      {"value_blank", real(" 1 2 3\n 1 2\n  1.0\n"), {"line 7", "columns 6 to 10 are blank"}},
      {"values_missing", real(" 1 2 3\n 1 2\n"), {"line 6", "the file ends here", "the values"}},
      {"excess", real(good + "\n  3.0\n"), {"line 9", "'3.0' behind the last number"}},
      {"both_triangles_differ",
       file_of("RSA", "2 2 2 0", formats, " 1 2 3\n 2 1\n  1.0  2.0\n"),
       {"line 6", "(1, 2) is not the mirror image of (2, 1) in line 6"}},
      {"skew_pattern_diagonal",
       file_of("PZA", "2 2 2 0", formats, " 1 2 3\n 2 2\n"),
       {"line 6", "column 2 has a diagonal entry"}},
      {"integer_rounded",
       file_of("IUA", "1 1 1 0", "(4I2)(4I2)(I20)", " 1 2\n 1\n    9007199254740993\n"),
       {"line 7", "'9007199254740993' stands among the values and would be rounded"}},
      {"blank_before_exponent_sign", real(" 1 2 3\n 1 2\n1D +0  2.0\n"), {"line 7", "'1D +0'"}},
      {"skew_diagonal",
       file_of("RZA", "2 2 2 0", formats, " 1 2 3\n 2 2\n  1.0  2.0\n"),
       {"line 7", "column 2 has a diagonal entry"}},
      {"skew_elements",
       file_of("RZE", "2 2 2 1", formats, good),
       {"line 3", "assemble"},
       Status::not_supported},
      {"too_many_variables",
       file_of("RSE", "1000000 2 2 2", formats, good),
       {"line 3", "1000000 variables"}},
      {"element_values", file_of("RSE", "2 2 2 3", formats, good), {"line 3", "3 element values"}},
      {"element_values_few",
       file_of("RSE", "2 1 2 2", formats, " 1 3\n 1 2\n  1.0  2.0\n"),
       {"line 3", "2 element values"}},
      {"rhs_kind",
       "t\n 9 9 9 9 3\nRUA  2 2 2 0\n(4I2)(4I2)(4F5.1)(4F5.1)\nX  1 0\n" + good,
       {"line 5", "'x  '"}},
      {"rhs_format_missing",
       "t\n 9 9 9 9 3\nRUA  2 2 2 0\n(4I2)(4I2)(4F5.1)\nF  1 0\n" + good,
       {"line 4", "right-hand sides"}},
      {"rhs_truncated",
       "t\n 9 9 9 9 3\nRUA  2 2 2 0\n(4I2)(4I2)(4F5.1)(4F5.1)\nF  1 0\n" + good,
       {"line 3", "promises 2 right-hand side values"}},
      {"rhs_overflow",
       "t\n 9 9 9 9 3\nRUA  3 2 2 0\n(4I2)(4I2)(4F5.1)(4F5.1)\nF  4611686018427387900 0\n" + good,
       {"line 5", "3 rows"},
       Status::insufficient_resources},
  };
}

class MalformedHarwellBoeing : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedHarwellBoeing, IsRefused) {
  const Malformed& malformed = GetParam();
  const auto [status, message] =
      outcome([&] { parse_harwell_boeing<double>(malformed.text, {.right_hand_sides = true}); });
  EXPECT_EQ(status, malformed.status) << message;
  EXPECT_EQ(message.find("parse_harwell_boeing: argument 'text': line "), 0u) << message;
  for (const std::string& part : malformed.message)
    EXPECT_NE(message.find(part), std::string::npos) << message << "\n  lacks: " << part;
}

INSTANTIATE_TEST_SUITE_P(Table, MalformedHarwellBoeing, ::testing::ValuesIn(malformed_texts()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(HarwellBoeingHeaders, SayWhatTheFirstLinesSay) {
  const auto real = read_harwell_boeing_header(data_file("real.rua"));
  EXPECT_EQ(real.title, "1A small unsymmetric matrix with a right-hand side, a guess, a solution");
  EXPECT_EQ(real.key, "SMALL");
  EXPECT_EQ(real.field, HarwellBoeingField::real);
  EXPECT_EQ(real.symmetry, HarwellBoeingSymmetry::unsymmetric);
  EXPECT_TRUE(real.assembled);
  EXPECT_EQ(real.num_rows, 3);
  EXPECT_EQ(real.num_cols, 3);
  EXPECT_EQ(real.num_entries, 5);
  EXPECT_EQ(real.num_right_hand_sides, 1);

  const auto elements = read_harwell_boeing_header(data_file("elements.rse"));
  EXPECT_EQ(elements.symmetry, HarwellBoeingSymmetry::symmetric);
  EXPECT_FALSE(elements.assembled);
  EXPECT_EQ(elements.num_rows, 3);
  EXPECT_EQ(elements.num_cols, 2);
  EXPECT_EQ(elements.num_entries, 4);
  EXPECT_EQ(elements.num_element_values, 6);
  EXPECT_EQ(elements.num_right_hand_sides, 0);
  EXPECT_EQ(read_harwell_boeing_header(data_file("complex.cua")).field,
            HarwellBoeingField::complex);
  EXPECT_EQ(read_harwell_boeing_header(data_file("symmetric.rb")).key, "|1");

  const auto any = read_matrix_header(data_file("elements.rse"));
  EXPECT_EQ(any.format, MatrixFileFormat::harwell_boeing);
  EXPECT_EQ(any.num_rows, 3);
  EXPECT_EQ(any.num_cols, 3) << "of the assembled matrix";
  EXPECT_EQ(any.num_entries, 4);
}

/// The bytes as a gzip file of uncompressed blocks that breaks off behind the last one.
std::string unfinished_gzip(const std::string& text) {
  std::string result("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
  constexpr std::size_t block = 1000;
  for (std::size_t begin = 0; begin < text.size(); begin += block) {
    const std::string part = text.substr(begin, block);
    const std::size_t size = part.size();
    for (const std::size_t byte :
         {std::size_t(0), size & 255, size >> 8, ~size & 255, (~size >> 8) & 255})
      result += static_cast<char>(static_cast<unsigned char>(byte));
    result += part;
  }
  return result;
}

TEST(HarwellBoeingHeaders, NeedNothingBehindThem) {
  const std::string header = file_of("RUA", "3 4 5 0", "(10I4) (10I3) (5F8.3)", "");
  for (const std::string& body : {std::string(), std::string("no numbers\n")}) {
    const auto parsed = parse_harwell_boeing_header(header + body);
    EXPECT_EQ(parsed.num_rows, 3);
    EXPECT_EQ(parsed.num_cols, 4);
    EXPECT_NE(outcome([&] { parse_harwell_boeing<double>(header + body); }).first, Status::success);
  }
  if (!have_zlib()) return;
  const std::string file = unfinished_gzip(header + std::string(10'000, ' '));
  EXPECT_EQ(parse_harwell_boeing_header(file).num_cols, 4);
  EXPECT_NE(outcome([&] { parse_harwell_boeing<double>(file); }).first, Status::success);
}

TEST(HarwellBoeingHeaders, Errors) {
  EXPECT_EQ(outcome([] { read_harwell_boeing_header("no/such/file.rua"); }).first,
            Status::mapping_error);
  const auto cut =
      outcome([] { parse_harwell_boeing_header("a title\n 3 1 1 1 0\nRUA 3 3 5 0\n"); });
  EXPECT_EQ(cut.first, Status::invalid_value);
  EXPECT_NE(cut.second.find("parse_harwell_boeing_header"), std::string::npos) << cut.second;
  EXPECT_NE(cut.second.find("formats"), std::string::npos) << cut.second;
  const TemporaryFolder folder;
  std::ofstream(folder / "a.rua") << "a title\n 3 1 1 1 0\nXUA 3 3 5 0\n(3I4)\n";
  const auto unknown = outcome([&] { read_harwell_boeing_header(folder / "a.rua"); });
  EXPECT_EQ(unknown.first, Status::invalid_value);
  EXPECT_NE(unknown.second.find("read_harwell_boeing_header"), std::string::npos) << unknown.second;
  EXPECT_NE(unknown.second.find("XUA"), std::string::npos) << unknown.second;
}

TEST(ReadMatrix, PicksTheReaderByContent) {
  const auto market = read_matrix<double>(data_file("real_symmetric.mtx"));
  EXPECT_EQ(market.properties().type, MatrixType::symmetric);
  const auto boeing = read_matrix<double>(data_file("symmetric.rb"));
  EXPECT_EQ(boeing.properties().type, MatrixType::symmetric);
  EXPECT_EQ(entries(boeing),
            (Entries<double>{{{0, 0}, 2}, {{1, 0}, -1}, {{1, 1}, 4.25}, {{2, 2}, 1.5}}));
  const TemporaryFolder folder;
  // Names that say nothing, or the wrong thing.
  std::filesystem::copy_file(data_file("real.rua"), folder / "a.mtx");
  std::filesystem::copy_file(data_file("real_general.mtx"), folder / "b");
  EXPECT_EQ(read_matrix<double>(folder / "a.mtx").nnz(), 5);
  EXPECT_EQ((read_matrix<float, std::int64_t>(folder / "b").nnz()), 5);
  if (have_zlib()) {
    EXPECT_EQ(read_matrix<double>(data_file("real_general.mtx.gz")).nnz(), 5);
  }
}

TEST(ReadMatrix, Errors) {
  const TemporaryFolder folder;
  const auto refused = [&](const char* name, const char* text) {
    std::ofstream(folder / name) << text;
    return outcome([&] { read_matrix<double>(folder / name); });
  };
  const auto unknown = refused("notes.txt", "some text\n");
  EXPECT_EQ(unknown.first, Status::not_supported);
  EXPECT_NE(unknown.second.find("neither the content nor the name"), std::string::npos)
      << unknown.second;
  EXPECT_EQ(refused("empty", "").first, Status::not_supported);
  EXPECT_NE(refused("a.mtx", "").second.find("read_matrix: argument 'path': "), std::string::npos);
  EXPECT_NE(refused("a.mtx", "1 2 3\n").second.find("%%MatrixMarket"), std::string::npos);
  EXPECT_NE(refused("a.RSA", "title\n").second.find("the numbers of lines"), std::string::npos);
  EXPECT_EQ(outcome([] { read_matrix<double>("no/such/file"); }).first, Status::mapping_error);
}

}  // namespace
