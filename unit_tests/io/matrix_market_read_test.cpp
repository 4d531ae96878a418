// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "io_test.hpp"

namespace {

using namespace filigree;
using namespace filigree::test;

using Field = MatrixMarketField;
using Format = MatrixMarketFormat;
using Symmetry = MatrixMarketSymmetry;

template <class Tuple>
class MatrixMarketRead : public ::testing::Test {
 public:
  using Scalar = typename std::tuple_element_t<0, Tuple>;
  using Index = typename std::tuple_element_t<1, Tuple>;
  static auto read(const std::string& name, const ReadOptions& options = {}) {
    return read_matrix_market<Scalar, Index>(data_file(name), options);
  }
};

using AllTypes = ::testing::Types<
    std::tuple<float, std::int32_t>, std::tuple<float, std::int64_t>,
    std::tuple<double, std::int32_t>, std::tuple<double, std::int64_t>,
    std::tuple<complex_float, std::int32_t>, std::tuple<complex_float, std::int64_t>,
    std::tuple<complex_double, std::int32_t>, std::tuple<complex_double, std::int64_t>>;
TYPED_TEST_SUITE(MatrixMarketRead, AllTypes);

TYPED_TEST(MatrixMarketRead, RealGeneralWithCommentsAndBlankLines) {
  using S = typename TestFixture::Scalar;
  const auto matrix = this->read("real_general.mtx");
  EXPECT_EQ(matrix.num_rows(), 3);
  EXPECT_EQ(matrix.num_cols(), 4);
  EXPECT_EQ(matrix.properties(), MatrixProperties{});
  EXPECT_EQ(entries(matrix), (Entries<S>{{{0, 0}, S(1.5)},
                                         {{2, 3}, S(-2000)},
                                         {{1, 1}, S(0.25)},
                                         {{0, 3}, S(100)},
                                         {{2, 0}, S(0)}}));
  // The order of the file is kept.
  EXPECT_EQ(matrix.row_indices()(1), 2);
}

TYPED_TEST(MatrixMarketRead, SymmetricKeepsItsTriangle) {
  using S = typename TestFixture::Scalar;
  const auto matrix = this->read("real_symmetric.mtx");
  EXPECT_EQ(matrix.properties().type, MatrixType::symmetric);
  EXPECT_EQ(matrix.properties().fill, FillMode::lower);
  EXPECT_EQ(entries(matrix),
            (Entries<S>{{{0, 0}, S(2)}, {{1, 0}, S(-1)}, {{2, 1}, S(-1)}, {{2, 2}, S(2)}}));
}

TYPED_TEST(MatrixMarketRead, SymmetricExpands) {
  using S = typename TestFixture::Scalar;
  const auto matrix = this->read("real_symmetric.mtx", {.expand_symmetry = true});
  EXPECT_EQ(matrix.properties(), MatrixProperties{});
  EXPECT_EQ(entries(matrix), (Entries<S>{{{0, 0}, S(2)},
                                         {{1, 0}, S(-1)},
                                         {{0, 1}, S(-1)},
                                         {{2, 1}, S(-1)},
                                         {{1, 2}, S(-1)},
                                         {{2, 2}, S(2)}}));
}

TYPED_TEST(MatrixMarketRead, SkewSymmetricAlwaysExpands) {
  using S = typename TestFixture::Scalar;
  const auto matrix = this->read("real_skew.mtx");
  EXPECT_EQ(matrix.properties(), MatrixProperties{});
  EXPECT_EQ(entries(matrix),
            (Entries<S>{{{1, 0}, S(5)}, {{0, 1}, S(-5)}, {{2, 0}, S(-7)}, {{0, 2}, S(7)}}));
}

TYPED_TEST(MatrixMarketRead, PatternValuesAreOneAndDuplicatesStay) {
  using S = typename TestFixture::Scalar;
  const auto matrix = this->read("pattern_general.mtx");
  EXPECT_EQ(matrix.nnz(), 3);
  EXPECT_EQ(entries(matrix), (Entries<S>{{{0, 2}, S(2)}, {{1, 0}, S(1)}}));
}

TYPED_TEST(MatrixMarketRead, Integer) {
  using S = typename TestFixture::Scalar;
  // file_findings has what happens otherwise, and integer scalars
  const auto matrix = this->read("integer_symmetric.mtx", {.round_integers = true});
  EXPECT_EQ(matrix.properties().type, MatrixType::symmetric);
  // 2^53 + 1 is rounded once, to the nearest value.
  EXPECT_EQ(entries(matrix), (Entries<S>{{{1, 0}, S(-9007199254740992.0)}, {{1, 1}, S(7)}}));
}

TYPED_TEST(MatrixMarketRead, ArrayAsSparseMatrix) {
  using S = typename TestFixture::Scalar;
  const auto general = this->read("array_general.mtx");
  EXPECT_EQ(entries(general), (Entries<S>{{{0, 0}, S(1)},
                                          {{1, 0}, S(2)},
                                          {{0, 1}, S(3)},
                                          {{1, 1}, S(4)},
                                          {{0, 2}, S(5)},
                                          {{1, 2}, S(6)}}));
  const auto symmetric = this->read("array_symmetric.mtx");
  EXPECT_EQ(symmetric.properties().type, MatrixType::symmetric);
  EXPECT_EQ(entries(symmetric), (Entries<S>{{{0, 0}, S(1)},
                                            {{1, 0}, S(2)},
                                            {{2, 0}, S(3)},
                                            {{1, 1}, S(4)},
                                            {{2, 1}, S(5)},
                                            {{2, 2}, S(6)}}));
  const auto skew = this->read("array_skew.mtx");
  EXPECT_EQ(entries(skew), (Entries<S>{{{1, 0}, S(1)},
                                       {{2, 0}, S(2)},
                                       {{2, 1}, S(3)},
                                       {{0, 1}, S(-1)},
                                       {{0, 2}, S(-2)},
                                       {{1, 2}, S(-3)}}));
}

TYPED_TEST(MatrixMarketRead, ComplexIntoAnyType) {
  using S = typename TestFixture::Scalar;
  if constexpr (is_complex_v<S>) {
    const auto stored = this->read("complex_hermitian.mtx");
    EXPECT_EQ(stored.properties().type, MatrixType::hermitian);
    EXPECT_EQ(entries(stored), (Entries<S>{{{0, 0}, S(1)}, {{1, 0}, S(3, 4)}, {{1, 1}, S(2)}}));
    const auto expanded = this->read("complex_hermitian.mtx", {.expand_symmetry = true});
    EXPECT_EQ(entries(expanded),
              (Entries<S>{{{0, 0}, S(1)}, {{1, 0}, S(3, 4)}, {{0, 1}, S(3, -4)}, {{1, 1}, S(2)}}));
    const auto symmetric = this->read("complex_symmetric.mtx", {.expand_symmetry = true});
    EXPECT_EQ(entries(symmetric),
              (Entries<S>{{{0, 0}, S(1, -1)}, {{1, 0}, S(3, 4)}, {{0, 1}, S(3, 4)}}));
  } else {
    EXPECT_EQ(outcome([&] { this->read("complex_hermitian.mtx"); }).first, Status::not_supported);
    const auto real = this->read("complex_hermitian.mtx", {.discard_imaginary = true});
    EXPECT_EQ(real.properties().type, MatrixType::symmetric);
    EXPECT_EQ(entries(real), (Entries<S>{{{0, 0}, S(1)}, {{1, 0}, S(3)}, {{1, 1}, S(2)}}));
  }
}

TEST(MatrixMarket, Dense) {
  const auto general = read_matrix_market_dense<double>(data_file("array_general.mtx"));
  ASSERT_EQ(general.extent(0), 2u);
  ASSERT_EQ(general.extent(1), 3u);
  EXPECT_EQ(general(1, 2), 6);
  const auto symmetric = read_matrix_market_dense<float>(data_file("array_symmetric.mtx"));
  EXPECT_EQ(symmetric(0, 2), 3);
  EXPECT_EQ(symmetric(2, 0), 3);
  const auto skew = read_matrix_market_dense<double>(data_file("array_skew.mtx"));
  EXPECT_EQ(skew(1, 1), 0);
  EXPECT_EQ(skew(2, 1), 3);
  EXPECT_EQ(skew(1, 2), -3);
  const auto hermitian = read_matrix_market_dense<complex_double>(data_file("array_hermitian.mtx"));
  EXPECT_EQ(hermitian(1, 0), complex_double(2, -3));
  EXPECT_EQ(hermitian(0, 1), complex_double(2, 3));
  EXPECT_EQ(outcome([] { read_matrix_market_dense<double>(data_file("real_general.mtx")); }).first,
            Status::not_supported);
  const auto empty =
      parse_matrix_market_dense<double>("%%MatrixMarket matrix array real general\n0 7\n");
  EXPECT_EQ(empty.extent(0), 0u);
  EXPECT_EQ(empty.extent(1), 7u);
}

TEST(MatrixMarket, Vectors) {
  const auto vector = read_matrix_market_vector<double>(data_file("vector_array.mtx"));
  ASSERT_EQ(vector.extent(0), 3u);
  EXPECT_EQ(vector(1), -2);
  const auto row =
      parse_matrix_market_vector<float>("%%MatrixMarket matrix array integer general\n1 2\n7\n8\n");
  ASSERT_EQ(row.extent(0), 2u);
  EXPECT_EQ(row(1), 8);
  const auto sparse = read_matrix_market_sparse_vector<double>(data_file("vector_coordinate.mtx"));
  EXPECT_EQ(sparse.size(), 5);
  ASSERT_EQ(sparse.nnz(), 2);
  EXPECT_EQ(sparse.indices()(1), 4);
  EXPECT_EQ(sparse.values()(0), 1.25);
  EXPECT_EQ(
      outcome([] { read_matrix_market_vector<double>(data_file("array_general.mtx")); }).first,
      Status::invalid_value);
  EXPECT_EQ(outcome([] {
              read_matrix_market_sparse_vector<double>(data_file("real_general.mtx"));
            }).first,
            Status::invalid_value);
  EXPECT_EQ(outcome([] {
              read_matrix_market_sparse_vector<double>(data_file("vector_array.mtx"));
            }).first,
            Status::not_supported);
}

TEST(MatrixMarket, Header) {
  const auto header = read_matrix_market_header(data_file("real_general.mtx"));
  EXPECT_EQ(header, (MatrixMarketHeader{MatrixMarketObject::matrix, Format::coordinate, Field::real,
                                        Symmetry::general, 3, 4, 5, 4}));
  const auto array = read_matrix_market_header(data_file("array_skew.mtx"));
  EXPECT_EQ(array, (MatrixMarketHeader{MatrixMarketObject::matrix, Format::array, Field::real,
                                       Symmetry::skew_symmetric, 3, 3, 3, 2}));
  // Only the header is read: the body may be anything, and sizes beyond 32 bits are fine.
  const auto large =
      parse_matrix_market_header("%%MatrixMarket matrix array complex general\n3000000000 5\nx");
  EXPECT_EQ(large.num_entries, 15000000000);
  const std::string comment(300000, 'c');
  EXPECT_EQ(parse_matrix_market_header("%%MatrixMarket matrix coordinate real general\n%" +
                                       comment + "\n1 2 0")
                .num_cols,
            2);
}

TEST(MatrixMarket, CompressedFiles) {
  if (!have_zlib()) GTEST_SKIP() << "built without zlib: .gz files are refused";
  const auto plain = entries(read_matrix_market<double>(data_file("real_general.mtx")));
  EXPECT_EQ(entries(read_matrix_market<double>(data_file("real_general.mtx.gz"))), plain);
  const std::string packed = contents(data_file("real_general.mtx.gz"));
  EXPECT_EQ(entries(parse_matrix_market<double>(packed)), plain);
  EXPECT_EQ(read_matrix_market_header(data_file("real_general.mtx.gz")).num_entries, 5);
  // Padding behind the last member.
  EXPECT_EQ(entries(parse_matrix_market<double>(packed + std::string(7, '\0'))), plain);
  const auto truncated = outcome([] { read_matrix_market<double>(data_file("truncated.mtx.gz")); });
  EXPECT_EQ(truncated.first, Status::invalid_value);
  EXPECT_NE(truncated.second.find("end too early"), std::string::npos) << truncated.second;
  std::string damaged = packed;
  damaged[damaged.size() - 6] ^= 1;  // in the check sum
  EXPECT_EQ(outcome([&] { parse_matrix_market<double>(damaged); }).first, Status::invalid_value);
}

TEST(MatrixMarket, NamesOfFiles) {
  const std::filesystem::path path = data_file("real_general.mtx");
  const std::string name = path.string();
  const auto expect = [&](const FilePath& file) {
    EXPECT_EQ(file.string(), name);
    EXPECT_EQ(std::filesystem::path(file), path);
    EXPECT_EQ(read_matrix_market_header(file).num_rows, 3);
  };
  expect(path);
  expect(name);
  expect(name.c_str());
  expect(std::string_view(name));
  expect(std::filesystem::directory_entry(path));
}

TEST(MatrixMarket, SizesBeyond32Bits) {
  constexpr auto text =
      "%%MatrixMarket matrix coordinate real general\n5000000000 3 1\n4999999999 2 1\n";
  EXPECT_EQ((parse_matrix_market<double, std::int64_t>(text).row_indices()(0)), 4999999998);
  const auto refused = outcome([] { parse_matrix_market<double, std::int32_t>(text); });
  EXPECT_EQ(refused.first, Status::invalid_value);
  EXPECT_NE(refused.second.find("line 2: 5000000000 rows"), std::string::npos) << refused.second;
  EXPECT_NE(refused.second.find("std::int64_t"), std::string::npos) << refused.second;
}

TEST(MatrixMarket, SpecialValues) {
  const auto matrix = parse_matrix_market<double>(
      "%%MatrixMarket matrix coordinate real general\n1 7 7\n1 1 inf\n1 2 -Inf\n1 3 NaN\n1 4 "
      "1e-400\n1 5 4.9e-324\n"
      "1 6 -INFINITY\n1 7 1.7976931348623157e308\n");
  const auto values = matrix.values();
  EXPECT_EQ(values(0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(values(1), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(values(2)));
  EXPECT_EQ(values(3), 0);
  EXPECT_EQ(values(4), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(values(5), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(values(6), std::numeric_limits<double>::max());
}

/// Large enough for the parallel path; blank lines and comments make its second round necessary.
TEST(MatrixMarket, LargeFilesInParallel) {
  constexpr std::int64_t n = 60000;
  std::mt19937_64 random(3);
  for (const int gap : {0, 9999, 7}) {
    std::string text =
        "%%MatrixMarket matrix coordinate real general\n100000 100000 " + std::to_string(n) + "\n";
    for (std::int64_t k = 0; k < n; ++k) {
      text += std::to_string(k + 1) + " " + std::to_string(n - k) + " " +
              std::to_string(double(random() % 1000000) / 64) + "\n";
      if (gap > 0 && k % gap == 0) text += k % 2 == 0 ? "\n" : "% comment\n";
    }
    if (gap == 7) text.pop_back();
    const auto matrix = parse_matrix_market<double>(text);
    random.seed(3);
    for (std::int64_t k = 0; k < n; ++k) {
      ASSERT_EQ(matrix.row_indices()(k), k) << gap;
      ASSERT_EQ(matrix.col_indices()(k), n - k - 1);
      ASSERT_EQ(matrix.values()(k), std::stod(std::to_string(double(random() % 1000000) / 64)));
    }
    random.seed(3);
    // The first problem of the file is reported, with its line, however the file was cut.
    const std::size_t place = text.find("\n50001 ") + 1;
    const std::int64_t line =
        1 + std::count(text.begin(), text.begin() + std::ptrdiff_t(place), '\n');
    std::string damaged = text;
    damaged[place] = 'x';
    damaged[text.find("\n59001 ") + 1] = 'y';
    const auto [status, message] = outcome([&] { parse_matrix_market<double>(damaged); });
    EXPECT_EQ(status, Status::invalid_value);
    EXPECT_NE(message.find("line " + std::to_string(line) + ": "), std::string::npos) << message;
  }
}

TEST(MatrixMarket, LargeFilesWithWrongCounts) {
  std::string body;
  for (int k = 0; k < 100000; ++k) body += "1 1 1.5\n";
  const std::string head = "%%MatrixMarket matrix coordinate real general\n1 1 ";
  EXPECT_EQ(parse_matrix_market<double>(head + "100000\n" + body).nnz(), 100000);
  const auto few = outcome([&] { parse_matrix_market<double>(head + "100001\n" + body); });
  EXPECT_NE(few.second.find("line 100002: the file ends after 100000 entries, expected 100001"),
            std::string::npos)
      << few.second;
  const auto many = outcome([&] { parse_matrix_market<double>(head + "70000\n" + body); });
  EXPECT_NE(many.second.find("line 70003: the entry '1 1 1.5' is one too many"), std::string::npos)
      << many.second;
}

}  // namespace
