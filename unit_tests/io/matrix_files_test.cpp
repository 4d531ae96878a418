// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <complex>
#include <set>

#include "io_test.hpp"
#include "matrix_files.hpp"

namespace {

using namespace filigree;
using namespace filigree::test;

/// One line of matrix_facts.csv: what make_matrix_facts.py found out about a file by other means.
struct Facts {
  std::string name;
  std::int64_t rows, cols, stored;
  std::string type;
  std::int64_t entries, nonfinite;
  std::complex<double> sum;
  double frobenius;
  std::complex<double> row_sum, col_sum;  ///< sums of i a_ij and j a_ij, indices from 1
  Entries<complex_double> samples;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<Facts> read_facts() {
  std::ifstream file(data_file("matrix_facts.csv"));
  std::vector<Facts> result;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> f = split(line, ',');
    f.resize(15);
    const auto number = [&](int k) { return std::stod(f[std::size_t(k)]); };
    Facts facts{
        f[0],      std::stol(f[1]),          std::stol(f[2]),          std::stol(f[3]),
        f[4],      std::stol(f[5]),          std::stol(f[6]),          {number(7), number(8)},
        number(9), {number(10), number(11)}, {number(12), number(13)}, {}};
    for (const std::string& sample : split(f[14], ';')) {
      std::istringstream words(sample);
      std::int64_t row = 0, col = 0;
      std::string re, im;
      words >> row >> col >> re >> im;
      facts.samples[{row - 1, col - 1}] = complex_double(std::stod(re), std::stod(im));
    }
    result.push_back(std::move(facts));
  }
  return result;
}

class MatrixFiles : public ::testing::TestWithParam<Facts> {};

TEST_P(MatrixFiles, ReadRight) {
  const Facts& facts = GetParam();
  const auto path = std::filesystem::path(FILIGREE_MATRICES_DIR) / facts.name;
  const auto stored = read_matrix<complex_double, std::int64_t>(path);
  EXPECT_EQ(stored.num_rows(), facts.rows);
  EXPECT_EQ(stored.num_cols(), facts.cols);
  const std::map<std::string, MatrixType> types = {{"symmetric", MatrixType::symmetric},
                                                   {"hermitian", MatrixType::hermitian}};
  EXPECT_EQ(stored.properties().type,
            types.contains(facts.type) ? types.at(facts.type) : MatrixType::general);
  // An unassembled file holds something else than the matrix's entries.
  if (types.contains(facts.type) && path.extension() != ".pse") {
    EXPECT_EQ(stored.nnz(), facts.stored);
  }

  const auto matrix = read_matrix<complex_double, std::int64_t>(path, {.expand_symmetry = true});
  EXPECT_EQ(matrix.nnz(), facts.entries);
  EXPECT_EQ(matrix.properties().type, MatrixType::general);
  std::complex<double> sum, row_sum, col_sum;
  double squares = 0, magnitude = 0;
  std::int64_t nonfinite = 0;
  for (std::int64_t k = 0; k < matrix.nnz(); ++k) {
    const std::complex<double> value = matrix.values()(k);
    if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) {
      ++nonfinite;
      continue;
    }
    sum += value;
    row_sum += value * double(matrix.row_indices()(k) + 1);
    col_sum += value * double(matrix.col_indices()(k) + 1);
    squares += std::norm(value);
    magnitude += std::abs(value);
  }
  EXPECT_EQ(nonfinite, facts.nonfinite);
  // Both sums were taken in another order: the error grows with the sum of the magnitudes.
  const double tolerance = 1e-12 * magnitude;
  EXPECT_LE(std::abs(sum - facts.sum), tolerance);
  EXPECT_LE(std::abs(row_sum - facts.row_sum), tolerance * double(facts.rows));
  EXPECT_LE(std::abs(col_sum - facts.col_sum), tolerance * double(facts.cols));
  EXPECT_NEAR(std::sqrt(squares), facts.frobenius, 1e-12 * facts.frobenius);
  const auto all = entries(matrix);
  for (const auto& [position, value] : facts.samples) {
    ASSERT_TRUE(all.contains(position)) << position.first << " " << position.second;
    EXPECT_EQ(all.at(position).real(), value.real());
    EXPECT_EQ(all.at(position).imag(), value.imag());
  }
}

INSTANTIATE_TEST_SUITE_P(All, MatrixFiles, ::testing::ValuesIn(read_facts()),
                         [](const auto& info) { return test_name(info.param.name); });

TEST(MatrixFilesTable, CoversEveryFile) {
  std::set<std::string> known, present;
  for (const Facts& facts : read_facts()) known.insert(facts.name);
  for (const auto& file : matrix_files()) present.insert(file.filename());
  EXPECT_EQ(known, present);
}

}  // namespace
