// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files as users have them: what other programs write, what collections hold, what is damaged.
#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>

#include <filigree/convert.hpp>

#include "io_test.hpp"
#include "stored_gzip.hpp"

namespace {

using namespace filigree;
using namespace filigree::test;

template <class Scalar>
using Coo = CooMatrix<Scalar, std::int32_t, Kokkos::HostSpace>;
using Exec = Kokkos::DefaultHostExecutionSpace;

const std::string head = "%%MatrixMarket matrix coordinate ";

template <class T>
Kokkos::View<T*, Kokkos::HostSpace> array_of(const std::vector<T>& values) {
  Kokkos::View<T*, Kokkos::HostSpace> view("values", values.size());
  std::copy(values.begin(), values.end(), view.data());
  return view;
}

template <class Scalar>
Coo<Scalar> coo(std::int64_t rows, std::int64_t cols, const std::vector<std::int32_t>& row,
                const std::vector<std::int32_t>& col, const std::vector<Scalar>& values,
                MatrixProperties properties = {}) {
  return {rows, cols, array_of(row), array_of(col), array_of(values), properties};
}

void expect_error(const std::pair<Status, std::string>& outcome, Status status,
                  const std::vector<std::string>& parts) {
  EXPECT_EQ(outcome.first, status) << outcome.second;
  for (const std::string& part : parts)
    EXPECT_NE(outcome.second.find(part), std::string::npos)
        << outcome.second << "\n lacks " << part;
}

// ---- integers keep their value and field

constexpr std::int64_t odd = 9007199254740993;  // 2^53 + 1

TEST(Integers, KeepTheirValue) {
  const auto path = data_file("integer_beyond_2p53.mtx");
  EXPECT_EQ(read_matrix<std::int64_t>(path).values()(0), odd);
  EXPECT_EQ(read_matrix<std::uint64_t>(path).values()(0), std::uint64_t(odd));
  expect_error(outcome([&] { read_matrix<double>(path); }), Status::invalid_value,
               {"line 3", "9007199254740993", "round_integers"});
  expect_error(outcome([&] { read_matrix<complex_double>(path); }), Status::invalid_value,
               {"line 3"});
  std::vector<std::string> notes;
  EXPECT_EQ(read_matrix<double>(path, {.round_integers = true, .notes = &notes}).values()(0),
            9007199254740992.0);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("integers that double does not hold are rounded"), std::string::npos);
}

TEST(Integers, Unsigned) {
  const auto path = data_file("unsigned_integer.mtx");
  EXPECT_EQ(read_matrix<std::uint64_t>(path).values()(0), 18446744073709551615u);
  EXPECT_TRUE(read_matrix_header(path).unsigned_integer);
  EXPECT_EQ(read_matrix_market_header(path).field, MatrixMarketField::unsigned_integer);
  expect_error(outcome([&] { read_matrix<std::int64_t>(path); }), Status::invalid_value,
               {"line 3", "beyond the range of int64", "std::uint64_t"});
  expect_error(outcome([&] { read_matrix<double>(path); }), Status::invalid_value, {"rounded"});
}

TEST(Integers, LimitsOfEachType) {
  const auto read = [](const std::string& value, auto type) {
    using S = typename decltype(type)::type;
    return parse_matrix_market<S>(head + "integer general\n1 1 1\n1 1 " + value + "\n").values()(0);
  };
  constexpr std::type_identity<std::int64_t> int64;
  constexpr std::type_identity<std::uint64_t> uint64;
  EXPECT_EQ(read("-9223372036854775808", int64), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(read("+0000000000000000000009223372036854775807", int64),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(read("-0", uint64), 0u);
  for (const char* beyond : {"9223372036854775808", "-9223372036854775809", "99999999999999999999",
                             "100000000000000000000000"})
    expect_error(outcome([&] { read(beyond, int64); }), Status::invalid_value, {"line 3", "range"});
  for (const char* beyond : {"-1", "18446744073709551616"})
    expect_error(outcome([&] { read(beyond, uint64); }), Status::invalid_value, {"line 3"});
  // what a type holds exactly it takes, also where it is large
  EXPECT_EQ(read("9007199254740994", std::type_identity<double>{}), 9007199254740994.0);
  EXPECT_EQ(read("9223372036854775808", std::type_identity<double>{}), 0x1p63);
  EXPECT_EQ(read("16777216", std::type_identity<float>{}), 16777216.0f);
  expect_error(outcome([&] { read("16777217", std::type_identity<float>{}); }),
               Status::invalid_value, {"float"});
  expect_error(outcome([&] { read("18446744073709551615", std::type_identity<double>{}); }),
               Status::invalid_value, {"rounded"});
}

TEST(Integers, OtherFieldsAreRefused) {
  for (const char* field : {"real", "complex"})
    expect_error(outcome([&] {
                   parse_matrix_market<std::int64_t>(head + field + " general\n1 1 1\n1 1 1 1\n");
                 }),
                 Status::not_supported, {field, "int64"});
  EXPECT_EQ(parse_matrix_market<std::int64_t>(head + "pattern general\n1 1 1\n1 1\n").values()(0),
            1);
  const std::string skew = head + "integer skew-symmetric\n2 2 1\n2 1 ";
  EXPECT_EQ(entries(parse_matrix_market<std::int64_t>(skew + "5\n")),
            (Entries<std::int64_t>{{{1, 0}, 5}, {{0, 1}, -5}}));
  expect_error(outcome([&] { parse_matrix_market<std::int64_t>(skew + "-9223372036854775808\n"); }),
               Status::invalid_value, {"line 3"});
  expect_error(outcome([&] {
                 parse_matrix_market<std::int64_t>(
                     "%%MatrixMarket matrix array integer skew-symmetric\n2 2\n"
                     "-9223372036854775808\n");
               }),
               Status::invalid_value, {"line 3"});
  expect_error(outcome([&] { parse_matrix_market<std::uint64_t>(skew + "5\n"); }),
               Status::not_supported, {"skew"});
}

TEST(Integers, DenseVectorsAndSparseVectors) {
  const std::string text =
      "%%MatrixMarket matrix array integer general\n2 1\n9007199254740993\n-7\n";
  EXPECT_EQ(parse_matrix_market_dense<std::int64_t>(text)(0, 0), odd);
  EXPECT_EQ(parse_matrix_market_vector<std::int64_t>(text)(0), odd);
  EXPECT_EQ(parse_matrix_market_sparse_vector<std::int64_t>(head + "integer general\n3 1 1\n2 1 "
                                                                   "9007199254740993\n")
                .values()(0),
            odd);
}

template <class Scalar>
void expect_integers_come_back(Scalar value, const std::string& text) {
  const TemporaryFolder folder;
  const auto A = coo<Scalar>(2, 2, {0, 1}, {1, 0}, {value, 7});
  write_matrix_market(folder / "a.mtx", A);
  EXPECT_EQ(contents(folder / "a.mtx"), text);
  write_binary(folder / "coo.bin", A);
  write_binary(folder / "csr.bin", coo_to_csr<std::int32_t>(Exec(), A));
  write_binary(folder / "csc.bin", coo_to_csc<std::int64_t>(Exec(), A));
  for (const char* name : {"a.mtx", "coo.bin", "csr.bin", "csc.bin"}) {
    const auto header = read_matrix_header(folder / name);
    EXPECT_TRUE(header.integer) << name;
    EXPECT_EQ(header.unsigned_integer, std::is_unsigned_v<Scalar>) << name;
    EXPECT_EQ(entries(read_matrix<Scalar>(folder / name)), entries(A)) << name;
    expect_error(outcome([&] { read_matrix<double>(folder / name); }), Status::invalid_value,
                 {"would be rounded", "round_integers"});
    std::vector<std::string> notes;
    EXPECT_EQ(
        entries(read_matrix<double>(folder / name, {.round_integers = true, .notes = &notes})),
        (Entries<double>{{{0, 1}, double(value)}, {{1, 0}, 7.0}}))
        << name;
    EXPECT_EQ(notes.size(), 1u) << name;
  }
}

TEST(Integers, ComeBackFromEveryFormat) {
  expect_integers_come_back<std::int64_t>(
      -odd,
      "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 -9007199254740993\n2 1 7\n");
  expect_integers_come_back<std::uint64_t>(18446744073709551615u,
                                           "%%MatrixMarket matrix coordinate unsigned-integer "
                                           "general\n2 2 2\n1 2 18446744073709551615\n2 1 7\n");
}

TEST(Integers, BinaryFilesOfOtherValues) {
  const TemporaryFolder folder;
  write_binary(folder / "real.bin", coo<double>(1, 1, {0}, {0}, {1.5}));
  expect_error(outcome([&] { read_matrix<std::int64_t>(folder / "real.bin"); }),
               Status::not_supported, {"no integers"});
  write_binary(folder / "negative.bin", coo<std::int64_t>(1, 1, {0}, {0}, {-1}));
  expect_error(outcome([&] { read_matrix<std::uint64_t>(folder / "negative.bin"); }),
               Status::invalid_value, {"value 0", "range"});
  EXPECT_EQ(read_matrix<complex_float>(folder / "negative.bin").values()(0), complex_float(-1));
}

TEST(Integers, HarwellBoeing) {
  const std::string text =
      "t\n 3 1 1 1\nIUA 2 2 2 0\n(4I2)(4I2)(2I20)\n 1 2 3\n 1 2\n    9007199254740993"
      "                  -2\n";
  const auto matrix = parse_harwell_boeing<std::int64_t>(text).matrix;
  EXPECT_EQ(matrix.values()(0), odd);
  EXPECT_EQ(matrix.values()(1), -2);
  expect_error(outcome([&] { parse_harwell_boeing<std::uint64_t>(text); }), Status::invalid_value,
               {"'-2'"});
  expect_error(outcome([&] { parse_harwell_boeing<complex_double>(text); }), Status::invalid_value,
               {"rounded"});
  EXPECT_EQ(parse_harwell_boeing<double>(text, {.round_integers = true}).matrix.values()(0),
            9007199254740992.0);
}

// ---- the diagonal of Hermitian matrices

/// Public collections have such files. Operations take the diagonal as it is.
TEST(HermitianDiagonal, IsMadeRealWithANote) {
  const auto path = data_file("hermitian_diagonal_not_real.mtx");
  const std::string array = "%%MatrixMarket matrix array complex hermitian\n1 1\n4 0.5\n";
  const std::string cha = "t\n 3 1 1 1\nCHA 1 1 1 0\n(4I2)(4I2)(2F5.1)\n 1 2\n 1\n  4.0  0.5\n";
  const std::string che = "t\n 3 1 1 1\nCHE 1 1 1 1\n(4I2)(4I2)(2F5.1)\n 1 2\n 1\n  4.0  0.5\n";
  std::vector<std::string> notes;
  const ReadOptions options{.notes = &notes};
  const auto expect_four = [&](const auto& values) {
    EXPECT_EQ(values(0), complex_double(4, 0));
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("are dropped"), std::string::npos);
    notes.clear();
  };
  expect_four(read_matrix<complex_double>(path, options).values());
  expect_four(parse_matrix_market<complex_double>(array, options).values());
  expect_four(parse_matrix_market_vector<complex_double>(array, options));
  expect_four(parse_harwell_boeing<complex_double>(cha, options).matrix.values());
  expect_four(parse_harwell_boeing<complex_double>(che, options).matrix.values());
  const auto dense = parse_matrix_market_dense<complex_double>(array, options);
  EXPECT_EQ(dense(0, 0), complex_double(4, 0));
  EXPECT_EQ(notes.size(), 1u);
}

// ---- writers take what readers take

template <class Matrix>
void expect_not_written(const Matrix& A, const std::string& part, bool text = true) {
  const TemporaryFolder folder;
  expect_error(outcome([&] { write_binary(folder / "a.bin", A); }), Status::invalid_value, {part});
  if constexpr (
      requires {
        A.row_indices();
        A.col_indices();
      } ||
      requires { A.row_offsets(); })
    if (text)
      expect_error(outcome([&] { write_matrix_market(folder / "a.mtx", A); }),
                   Status::invalid_value, {part});
  EXPECT_EQ(folder.num_files(), 0u);
}

TEST(Writers, RefuseWhatReadersRefuse) {
  expect_not_written(coo<double>(2, 2, {0, 5}, {0, 1}, {1, 2}), "row index 5 of entry 1");
  expect_not_written(coo<double>(2, 2, {0, 1}, {-1, 1}, {1, 2}), "column index -1 of entry 0");
  expect_not_written(coo<double>(2, 2, {0, 1}, {1, 1}, {1, 2}, {.index_base = IndexBase::one}),
                     "row index 0 of entry 0");
  expect_not_written(coo<double>(2, 2, {1, 0}, {1, 1}, {1, 2}, {.sorted = true}), "out of order",
                     false);
  using Csr = CsrMatrix<double, std::int32_t, std::int32_t, Kokkos::HostSpace>;
  const auto csr = [](std::vector<std::int32_t> offsets, std::vector<std::int32_t> cols) {
    return Csr(2, 2, array_of(offsets), array_of(cols),
               array_of(std::vector<double>(cols.size(), 1.0)));
  };
  expect_not_written(csr({0, 2, 1}, {0}), "descending");
  expect_not_written(csr({1, 1, 1}, {0}), "offsets from 1 to 1");
  expect_not_written(csr({0, 1, 1}, {2}), "column index 2");
  expect_not_written(
      CscMatrix<double, std::int32_t, std::int32_t, Kokkos::HostSpace>(
          2, 1, array_of<std::int32_t>({0, 1}), array_of<std::int32_t>({2}), array_of<double>({1})),
      "row index 2", false);
}

TEST(Writers, HermitianDiagonalHasToBeReal) {
  const TemporaryFolder folder;
  const auto A =
      coo<complex_double>(2, 2, {0, 1}, {0, 1}, {{1, 0}, {2, 3}}, {.type = MatrixType::hermitian});
  expect_error(outcome([&] { write_matrix_market(folder / "a.mtx", A); }), Status::invalid_value,
               {"entry 1", "imaginary part"});
  EXPECT_EQ(folder.num_files(), 0u);
  write_matrix_market(folder / "a.mtx", A, {.pattern_only = true});
}

TEST(Writers, ExtentsNear2To63ComeBack) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() - 1;
  using Wide = CooMatrix<double, std::int64_t, Kokkos::HostSpace>;
  const Wide A(most, most, array_of<std::int64_t>({most - 1}), array_of<std::int64_t>({0}),
               array_of<double>({1}));
  const TemporaryFolder folder;
  write_binary(folder / "a.bin", A);
  write_matrix_market(folder / "a.mtx", A);
  for (const char* name : {"a.bin", "a.mtx"})
    EXPECT_EQ(entries(read_matrix<double, std::int64_t>(folder / name)), entries(A)) << name;
}

TEST(Writers, NamesAsLongAsTheyCanBe) {
  const TemporaryFolder folder;
  const std::string name = std::string(246, 'n') + ".mtx";
  write_matrix_market(folder / name, coo<double>(1, 1, {0}, {0}, {1}));
  EXPECT_EQ(read_matrix<double>(folder / name).nnz(), 1);
  EXPECT_EQ(folder.num_files(), 1u);
}

// ---- either triangle

TEST(Triangles, UpperIsRead) {
  std::vector<std::string> notes;
  const auto symmetric =
      read_matrix<double>(data_file("symmetric_upper_triangle.mtx"), {.notes = &notes});
  EXPECT_EQ(symmetric.properties().type, MatrixType::symmetric);
  EXPECT_EQ(entries(symmetric),
            (Entries<double>{{{0, 0}, 1.0}, {{1, 0}, 2.0}, {{1, 1}, 3.0}, {{2, 0}, 4.0}}));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("2 of 4 entries stand above the diagonal"), std::string::npos);

  const auto path = data_file("hermitian_upper_triangle.mtx");
  EXPECT_EQ(entries(read_matrix<complex_double>(path)),
            (Entries<complex_double>{{{0, 0}, {4, 0}}, {{1, 0}, {1, -2}}, {{1, 1}, {5, 0}}}));
  EXPECT_EQ(entries(read_matrix<complex_double>(path, {.expand_symmetry = true})),
            (Entries<complex_double>{
                {{0, 0}, {4, 0}}, {{1, 0}, {1, -2}}, {{0, 1}, {1, 2}}, {{1, 1}, {5, 0}}}));

  const auto skew = parse_matrix_market<double>(head + "real skew-symmetric\n3 3 1\n1 3 2\n");
  EXPECT_EQ(entries(skew), (Entries<double>{{{0, 2}, 2.0}, {{2, 0}, -2.0}}));
  const auto pattern = parse_matrix_market<double>(head + "pattern symmetric\n3 3 1\n1 3\n");
  EXPECT_EQ(entries(pattern), (Entries<double>{{{2, 0}, 1.0}}));
}

TEST(Triangles, BothAreReadWithoutConflict) {
  EXPECT_EQ(entries(read_matrix<double>(data_file("symmetric_both_triangles.mtx"))),
            (Entries<double>{{{0, 0}, 1.0}, {{1, 0}, 2.0}, {{2, 0}, 4.0}, {{2, 2}, 5.0}}));
  std::vector<std::string> notes;
  const auto twice = parse_matrix_market<complex_double>(
      head + "complex hermitian\n2 2 3\n1 2 1 2\n2 2 9 0\n2 1 1 -2\n", {.notes = &notes});
  EXPECT_EQ(twice.nnz(), 2);
  EXPECT_EQ(entries(twice), (Entries<complex_double>{{{1, 0}, {1, -2}}, {{1, 1}, {9, 0}}}));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("1 of them also stand below it and count once"), std::string::npos);
  // parts that are not numbers agree; repeated entries count together; patterns cannot differ
  EXPECT_EQ(parse_matrix_market<double>(head + "real symmetric\n2 2 2\n2 1 nan\n1 2 nan\n").nnz(),
            1);
  EXPECT_EQ(
      entries(parse_matrix_market<double>(head + "real symmetric\n2 2 3\n2 1 1\n1 2 3\n2 1 2\n")),
      (Entries<double>{{{1, 0}, 3.0}}));
  EXPECT_EQ(parse_matrix_market<double>(head + "pattern symmetric\n2 2 3\n2 1\n1 2\n2 1\n").nnz(),
            2);
  EXPECT_EQ(parse_matrix_market<double>(head + "real skew-symmetric\n2 2 2\n2 1 1\n1 2 -1\n").nnz(),
            2);
}

TEST(Triangles, ConflictsNameBothLines) {
  expect_error(
      outcome([] { read_matrix<double>(data_file("symmetric_both_triangles_conflict.mtx")); }),
      Status::invalid_value, {"line 5", "(1, 2)", "(2, 1) in line 4"});
  // through a window the lines are known where each has an entry
  if (!have_zlib()) return;
  const std::string text = head + "real symmetric\n2 2 2\n2 1 1\n1 2 2\n";
  expect_error(outcome([&] { parse_matrix_market<double>(stored_gzip(text)); }),
               Status::invalid_value, {"line 4", "in line 3"});
}

TEST(Triangles, LargeFilesInParallel) {
  constexpr int n = 60'000;
  std::string upper = head + "real symmetric\n" + std::to_string(n) + " " + std::to_string(n) +
                      " " + std::to_string(n - 1) + "\n";
  for (int i = 1; i < n; ++i)
    upper += std::to_string(i % 2 ? i : i + 1) + " " + std::to_string(i % 2 ? i + 1 : i) + " " +
             std::to_string(i) + "\n";
  const auto A = parse_matrix_market<double>(upper);
  ASSERT_EQ(A.nnz(), n - 1);
  for (std::int64_t k = 0; k < A.nnz(); ++k) {
    ASSERT_EQ(A.row_indices()(k), k + 1);
    ASSERT_EQ(A.col_indices()(k), k);
    ASSERT_EQ(A.values()(k), double(k + 1));
  }
}

TEST(Triangles, HarwellBoeing) {
  const auto text = [](const std::string& type, const std::string& rows,
                       const std::string& values) {
    return "t\n 3 1 1 1\n" + type + " 2 2 3 0\n(4I2)(4I2)(6F5.1)\n 1 2 4\n" + rows + "\n" + values;
  };
  std::vector<std::string> notes;
  const auto upper =
      parse_harwell_boeing<double>(text("RSA", " 1 1 2", "  1.0  2.0  3.0\n"), {.notes = &notes})
          .matrix;
  EXPECT_EQ(notes.size(), 1u);
  EXPECT_EQ(entries(csc_to_coo(Exec(), upper)),
            (Entries<double>{{{0, 0}, 1.0}, {{1, 0}, 2.0}, {{1, 1}, 3.0}}));
  const auto hermitian = parse_harwell_boeing<complex_double>(
                             text("CHA", " 1 1 2", "  1.0  0.0  2.0  3.0  4.0  0.0\n"))
                             .matrix;
  EXPECT_EQ(entries(csc_to_coo(Exec(), hermitian)),
            (Entries<complex_double>{{{0, 0}, {1, 0}}, {{1, 0}, {2, -3}}, {{1, 1}, {4, 0}}}));
  const auto pattern = parse_harwell_boeing<double>(text("PSA", " 2 1 2", "")).matrix;
  EXPECT_EQ(entries(csc_to_coo(Exec(), pattern)), (Entries<double>{{{1, 0}, 1.0}, {{1, 1}, 1.0}}));
}

// ---- Fortran's blank for a plus sign

TEST(HarwellBoeingFiles, BlankExponent) {
  EXPECT_EQ(read_matrix<double>(data_file("blank_exponent.rra")).values()(0), 1.0);
  const auto value = [](const std::string& field) {
    return parse_harwell_boeing<double>("t\n 3 1 1 1\nRUA 1 1 1 0\n(4I2)(4I2)(1E16.9)\n 1 2\n 1\n" +
                                        field + "\n")
        .matrix.values()(0);
  };
  EXPECT_EQ(value("-2.500000000E  2"), -250.0);
  for (const char* wrong :
       {" 1.0000 0000D 00", " 1.00000000D 0 0", " 1.000000000 D00", " 1.000000000D - 0"})
    expect_error(outcome([&] { value(wrong); }), Status::invalid_value, {"line 7"});
}

// ---- lenient reading

struct Lenient {
  const char* name;
  std::string text;
  Entries<complex_double> entries;
};

std::vector<Lenient> lenient_texts() {
  const auto file = [](const char* name) { return contents(data_file(name)); };
  const Entries<complex_double> two{{{0, 0}, 1.5}, {{1, 1}, 2.5}};
  const std::string body = "2 2 2\n1 1 1.5\n2 2 2.5\n";
  return {
      {"pattern_values", file("pattern_with_a_value_column.mtx"), {{{0, 0}, 1.0}, {{1, 1}, 1.0}}},
      {"comment_after_entry", file("comment_after_entry.mtx"), two},
      {"comment_at_the_end", head + "real general\n1 1 1\n1 1 2 % x", {{{0, 0}, 2.0}}},
      {"one_percent", file("one_percent_banner.mtx"), {{{1, 0}, 1.0}, {{2, 0}, 1.0}}},
      {"punctuation", head + "real, general%\n" + body, two},
      {"spd", head + "real spd\n" + body, two},
      {"more_words", head + "real general 2024\n" + body, two},
      {"other_field", head + "float unsymmetric\n" + body, two},
      {"integer_hermitian", head + "integer hermitian\n1 1 1\n1 1 3\n", {{{0, 0}, 3.0}}},
      {"real_hermitian", head + "real hermitian\n" + body, two},
  };
}

class LenientFiles : public ::testing::TestWithParam<Lenient> {};

TEST_P(LenientFiles, AreReadWhereAsked) {
  const Lenient& file = GetParam();
  expect_error(outcome([&] { parse_matrix_market<complex_double>(file.text); }),
               Status::invalid_value, {"ReadOptions::lenient (--lenient)"});
  std::vector<std::string> notes;
  const ReadOptions lenient{.lenient = true, .notes = &notes};
  EXPECT_EQ(entries(parse_matrix_market<complex_double>(file.text, lenient)), file.entries);
  EXPECT_GE(notes.size(), 1u);
  EXPECT_NO_THROW(parse_matrix_market_header(file.text, {.lenient = true}));
  const TemporaryFolder folder;
  std::ofstream(folder / "a.txt") << file.text;
  EXPECT_EQ(entries(read_matrix<complex_double>(folder / "a.txt", lenient)), file.entries);
}

INSTANTIATE_TEST_SUITE_P(Table, LenientFiles, ::testing::ValuesIn(lenient_texts()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(LenientReading, KeepsToWhatItIsFor) {
  for (const std::string& text :
       {head + "real general\n1 1 1\n1 1 2 3\n", head + "real general\n1 1 1\n1 1 x % y\n",
        head + "real symmetrical\n1 1 0\n",
        std::string("%%%MatrixMarket matrix array real general")})
    EXPECT_EQ(outcome([&] { parse_matrix_market<double>(text, {.lenient = true}); }).first,
              Status::invalid_value)
        << text;
}

// ---- lines without end, through a window

std::string through_pipe(const TemporaryFolder& folder, const std::vector<std::string>& pieces,
                         int repeat) {
  const std::string pipe = (folder / "pipe.mtx").string();
  if (::mkfifo(pipe.c_str(), 0600) != 0) return "no pipe";
  std::thread writer([&] {
    std::ofstream file(pipe);
    file << pieces[0];
    for (int k = 0; k < repeat; ++k) file << pieces[1];
    file << pieces[2];
  });
  std::string result;
  try {
    const auto A = read_matrix<double>(pipe);
    result = std::to_string(A.nnz()) + " " + std::to_string(A.values()(0));
  } catch (const Error& error) {
    result = error.what();
    std::ifstream drain(pipe);  // in case the writer has not got through
    drain.ignore(std::numeric_limits<std::streamsize>::max());
  }
  writer.join();
  return result;
}

long peak_kilobytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(Windows, BlanksAndCommentsAreNotKept) {
  const TemporaryFolder folder;
  const std::string blanks(1 << 20, ' ');
  const std::string letters(1 << 20, 'x');
  const std::string start = head + "real general\n";
  constexpr int count = 96;  // MB; sanitizers alone may need a third of it
  const long before = peak_kilobytes();
  EXPECT_EQ(through_pipe(folder, {start + "1 1 1\n", blanks, "1 1 2\n"}, count), "1 2.000000");
  std::filesystem::remove(folder / "pipe.mtx");
  EXPECT_EQ(through_pipe(folder, {start + "1 1 1\n%", letters, "\n1 1 3"}, count), "1 3.000000");
  std::filesystem::remove(folder / "pipe.mtx");
  EXPECT_EQ(through_pipe(folder, {start + "% x", letters, "\n1 1 1\n1 1 4\n"}, count),
            "1 4.000000");
  std::filesystem::remove(folder / "pipe.mtx");
  EXPECT_EQ(through_pipe(folder, {start + "1 1 1\n1 1 5\n", blanks, ""}, count), "1 5.000000");
  EXPECT_LT(peak_kilobytes() - before, 64'000);
}

TEST(Windows, LinesOfManyWindows) {
  if (!have_zlib()) GTEST_SKIP() << "built without zlib: .gz files are refused";
  constexpr int n = 400'000;
  std::string text = head + "real general\n" + std::to_string(n) + " 1 " + std::to_string(n) + "\n";
  for (int i = 1; i <= n; ++i) {
    text += std::to_string(i) + " 1 " + std::to_string(i % 1000) + "\n";
    if (i % 100'000 == 0) text += "% a comment\n";
  }
  ASSERT_GT(text.size(), std::size_t(4) << 20);
  const auto A = parse_matrix_market<double>(stored_gzip(text));
  ASSERT_EQ(A.nnz(), n);
  for (int k = 0; k < n; ++k) {
    ASSERT_EQ(A.row_indices()(k), k);
    ASSERT_EQ(A.values()(k), double((k + 1) % 1000));
  }
  const std::string wrong = text + "1 1 1\n";
  expect_error(outcome([&] { parse_matrix_market<double>(stored_gzip(wrong)); }),
               Status::invalid_value, {"line " + std::to_string(n + 2 + 4 + 1), "one too many"});
  for (const std::string zeros(std::size_t(6) << 20, '0');
       const std::string& rest : {zeros, zeros + "1\n"})
    expect_error(
        outcome([&] {
          parse_matrix_market<double>(stored_gzip(head + "real general\n1 1 1\n1 1 " + rest));
        }),
        Status::invalid_value, {"line 3", "longer than 1024 bytes"});
}

TEST(Windows, HarwellBoeingAndBinaryFiles) {
  if (!have_zlib()) GTEST_SKIP() << "built without zlib: .gz files are refused";
  const auto plain = read_harwell_boeing<double>(data_file("real.rua"));
  const auto packed = parse_harwell_boeing<double>(stored_gzip(contents(data_file("real.rua"))));
  EXPECT_EQ(packed.header.title, plain.header.title);
  EXPECT_EQ(entries(csc_to_coo(Exec(), packed.matrix)), entries(csc_to_coo(Exec(), plain.matrix)));
  const TemporaryFolder folder;
  const auto A = coo<double>(2, 2, {0, 1}, {1, 0}, {1, 2});
  write_binary(folder / "a.bin", A);
  const std::string bytes = stored_gzip(contents(folder / "a.bin"));
  EXPECT_EQ(entries(parse_binary<Coo<double>>(bytes)), entries(A));
  expect_error(
      outcome([&] { parse_binary<Coo<double>>(stored_gzip(contents(folder / "a.bin") + "x")); }),
      Status::invalid_value, {"too long"});
}

TEST(HypersparseFiles, CostWhatTheirEntriesCost) {
  const std::vector<std::pair<const char*, std::array<std::int64_t, 3>>> files{
      {"hypersparse_2p30.mtx", {1073741824, 1073741824, 1}},
      {"tall_2p31.mtx", {2147483648, 5, 2}},
      {"wide_1e12.mtx", {1, 1000000000000, 1}}};
  const long before = peak_kilobytes();
  const TemporaryFolder folder;
  for (const auto& [name, sizes] : files) {
    const auto A = read_matrix<double, std::int64_t>(data_file(name));
    EXPECT_EQ((std::array{A.num_rows(), A.num_cols(), A.nnz()}), sizes);
    write_binary(folder / "a.bin", A);
    EXPECT_EQ(entries(read_matrix<double, std::int64_t>(folder / "a.bin")), entries(A));
    write_matrix_market(folder / "a.mtx", A);
    EXPECT_EQ(entries(read_matrix<double, std::int64_t>(folder / "a.mtx")), entries(A));
  }
  EXPECT_LT(peak_kilobytes() - before, 32'000);
}

// ---- foreign content

TEST(ForeignContent, IsNamedWithTheRemedy) {
  const std::vector<std::pair<std::string, std::string>> contents{
      {"BZh91AY", "bunzip2"},
      {std::string("\xfd"
                   "7zXZ\0",
                   6),
       "unxz"},
      {"PK\x03\x04", "unzip"},
      {"\x28\xb5\x2f\xfd", "unzstd"},
      {"7z\xbc\xaf\x27\x1c", "7z x"},
      {"\xff\xfe%\0", "iconv"},
      {"MATLAB 5.0 MAT-file", "Matrix Market"},
  };
  for (const auto& [content, remedy] : contents) {
    expect_error(outcome([&] { parse_matrix_market<double>(content); }), Status::not_supported,
                 {remedy});
    expect_error(outcome([&] { parse_harwell_boeing<double>(content); }), Status::not_supported,
                 {remedy});
  }
  if (!have_zlib()) return;
  expect_error(outcome([&] { parse_matrix_market<double>(stored_gzip(stored_gzip("x"))); }),
               Status::not_supported, {"gzip twice", "gunzip"});
}

TEST(ForeignContent, ByteOrderMarkAndCarriageReturns) {
  const std::string text = head + "real general\n% x\n2 2 2\n1 1 1.5\n2 2 2.5\n";
  const Entries<double> expected{{{0, 0}, 1.5}, {{1, 1}, 2.5}};
  std::string returns = text;
  std::replace(returns.begin(), returns.end(), '\n', '\r');
  for (const std::string& variant : {"\xef\xbb\xbf" + text, returns, "\xef\xbb\xbf" + returns}) {
    EXPECT_EQ(entries(parse_matrix_market<double>(variant)), expected);
    EXPECT_EQ(parse_matrix_market_header(variant).size_line, 3);
    if (have_zlib()) {
      EXPECT_EQ(entries(parse_matrix_market<double>(stored_gzip(variant))), expected);
    }
  }
  std::string harwell = contents(data_file("real.rua"));
  std::replace(harwell.begin(), harwell.end(), '\n', '\r');
  EXPECT_EQ(parse_harwell_boeing<double>(harwell).matrix.nnz(), 5);
}

}  // namespace
