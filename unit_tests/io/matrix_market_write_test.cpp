// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bit>
#include <csignal>
#include <cstring>
#include <limits>
#include <random>

#include <sys/resource.h>
#include <sys/stat.h>

#include "io_test.hpp"

namespace {

using namespace filigree;
using namespace filigree::test;

template <class Scalar, class Index>
struct RandomMatrix {
  Kokkos::View<Index*, Kokkos::HostSpace> rows, cols;
  Kokkos::View<Scalar*, Kokkos::HostSpace> values;
  std::int64_t size;

  RandomMatrix(std::int64_t n, std::int64_t nnz, std::int64_t base)
      : rows("rows", std::size_t(nnz)),
        cols("cols", std::size_t(nnz)),
        values("values", std::size_t(nnz)),
        size(n) {
    std::mt19937_64 random(17);
    for (std::int64_t k = 0; k < nnz; ++k) {
      rows(k) = Index(std::int64_t(random() % std::uint64_t(n)) + base);
      cols(k) = Index(std::int64_t(random() % std::uint64_t(n)) + base);
      const auto any = [&] {
        // Any bit pattern of a finite number: the widest test of the round trip.
        for (;;) {
          const double value = std::bit_cast<double>(random());
          if (std::isfinite(value) && std::abs(value) < 1e38 && std::abs(value) > 1e-38)
            return value;
        }
      };
      if constexpr (is_complex_v<Scalar>)
        values(k) = Scalar(typename Scalar::value_type(any()), typename Scalar::value_type(any()));
      else
        values(k) = Scalar(any());
    }
  }
  CooMatrix<Scalar, Index, Kokkos::HostSpace> coo(MatrixProperties properties = {}) const {
    return {size, size, rows, cols, values, properties};
  }
};

template <class View>
bool same_bits(const View& a, const View& b) {
  return a.extent(0) == b.extent(0) &&
         std::memcmp(a.data(), b.data(), a.span() * sizeof(*a.data())) == 0;
}

template <class Scalar>
class MatrixMarketWrite : public ::testing::Test {};
using AllScalars = ::testing::Types<float, double, complex_float, complex_double>;
TYPED_TEST_SUITE(MatrixMarketWrite, AllScalars);

TYPED_TEST(MatrixMarketWrite, RoundTripIsBitForBit) {
  const TemporaryFolder folder;
  for (const char* name : {"a.mtx", "a.mtx.gz"}) {
    if (!have_zlib() && std::string(name) == "a.mtx.gz") continue;
    for (const std::int64_t base : {0, 1}) {
      const RandomMatrix<TypeParam, std::int64_t> random(100, 30000, base);
      const auto matrix = random.coo({.index_base = IndexBase(base)});
      write_matrix_market(folder / name, matrix);
      const auto read = read_matrix_market<TypeParam, std::int64_t>(folder / name);
      ASSERT_EQ(read.nnz(), matrix.nnz());
      EXPECT_TRUE(
          same_bits(read.values(), Kokkos::View<TypeParam*, Kokkos::HostSpace>(random.values)));
      for (std::int64_t k = 0; k < read.nnz(); ++k)
        ASSERT_EQ(read.row_indices()(k) + base, random.rows(k));
    }
  }
}

template <class Scalar, class Index, class Offset>
void check_csr(const TemporaryFolder& folder) {
  // Rows of 0, 3, 0, 20000 and 1 entries, base 1: empty rows, and a row across several blocks.
  const std::int64_t lengths[] = {0, 3, 0, 20000, 1};
  Kokkos::View<Offset*, Kokkos::HostSpace> offsets("offsets", 6);
  offsets(0) = 1;
  for (int i = 0; i < 5; ++i) offsets(i + 1) = Offset(offsets(i) + lengths[i]);
  const auto nnz = std::size_t(offsets(5) - 1);
  Kokkos::View<Index*, Kokkos::HostSpace> cols("cols", nnz);
  Kokkos::View<Scalar*, Kokkos::HostSpace> values("values", nnz);
  for (std::size_t k = 0; k < nnz; ++k) {
    cols(k) = Index(k + 1);
    values(k) = Scalar(float(k) / 3);
  }
  write_matrix_market(folder / "csr.mtx",
                      CsrMatrix<Scalar, Index, Offset, Kokkos::HostSpace>(
                          5, 20004, offsets, cols, values, {.index_base = IndexBase::one}));
  const auto read = read_matrix_market<Scalar, Index>(folder / "csr.mtx");
  ASSERT_EQ(read.nnz(), 20004);
  for (std::size_t k = 0; k < nnz; ++k) {
    ASSERT_EQ(read.row_indices()(k), k < 3 ? 1 : k < 20003 ? 3 : 4);
    ASSERT_EQ(read.col_indices()(k), Index(k));
    ASSERT_EQ(read.values()(k), values(k));
  }
}

TYPED_TEST(MatrixMarketWrite, Csr) {
  const TemporaryFolder folder;
  check_csr<TypeParam, std::int32_t, std::int32_t>(folder);
  check_csr<TypeParam, std::int32_t, std::int64_t>(folder);
  check_csr<TypeParam, std::int64_t, std::int32_t>(folder);
  check_csr<TypeParam, std::int64_t, std::int64_t>(folder);
}

TYPED_TEST(MatrixMarketWrite, DenseOfAnyLayout) {
  const TemporaryFolder folder;
  Kokkos::View<TypeParam**, Kokkos::LayoutRight, Kokkos::HostSpace> matrix("matrix", 3, 2);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 2; ++j) matrix(i, j) = TypeParam(float(10 * i + j) / 7);
  write_matrix_market(folder / "dense.mtx", matrix);
  const auto read = read_matrix_market_dense<TypeParam>(folder / "dense.mtx");
  ASSERT_EQ(read.extent(0), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 2; ++j) EXPECT_EQ(read(i, j), matrix(i, j));
  write_matrix_market(folder / "column.mtx", Kokkos::subview(matrix, Kokkos::ALL, 1));
  const auto column = read_matrix_market_vector<TypeParam>(folder / "column.mtx");
  ASSERT_EQ(column.extent(0), 3u);
  EXPECT_EQ(column(2), matrix(2, 1));
}

/// 3 x 3 with an entry in every place: 10 row + col (from 1), and the imaginary part 1.
CooMatrix<complex_double, int, Kokkos::HostSpace> full_matrix(MatrixProperties properties) {
  Kokkos::View<int*, Kokkos::HostSpace> rows("rows", 9), cols("cols", 9);
  Kokkos::View<complex_double*, Kokkos::HostSpace> values("values", 9);
  for (int k = 0; k < 9; ++k) {
    rows(k) = k / 3;
    cols(k) = k % 3;
    values(k) = complex_double(10 * (rows(k) + 1) + cols(k) + 1, 1);
  }
  return {3, 3, rows, cols, values, properties};
}

TEST(MatrixMarketWriteProperties, StandForTheSameMatrix) {
  const TemporaryFolder folder;
  const auto text_of = [&](MatrixProperties properties, WriteOptions options = {}) {
    write_matrix_market(folder / "p.mtx", full_matrix(properties), options);
    return contents(folder / "p.mtx");
  };
  EXPECT_EQ(text_of({.type = MatrixType::symmetric}),
            "%%MatrixMarket matrix coordinate complex symmetric\n3 3 6\n1 1 11 1\n2 1 21 1\n2 2 22 "
            "1\n3 1 31 1\n3 2 32 1\n3 3 33 1\n");
  const auto hermitian = full_matrix({.type = MatrixType::hermitian, .fill = FillMode::upper});
  for (const std::int64_t k : {0, 4, 8}) hermitian.values()(k) = hermitian.values()(k).real();
  write_matrix_market(folder / "p.mtx", hermitian);
  EXPECT_EQ(contents(folder / "p.mtx"),
            "%%MatrixMarket matrix coordinate complex hermitian\n3 3 6\n1 1 11 0\n2 1 12 -1\n3 1 "
            "13 -1\n2 2 22 0\n3 2 23 -1\n3 3 33 0\n");
  EXPECT_EQ(
      text_of(
          {.type = MatrixType::triangular, .fill = FillMode::upper, .diagonal = DiagonalType::unit},
          {.pattern_only = true}),
      "%%MatrixMarket matrix coordinate pattern general\n3 3 6\n1 1\n2 2\n3 3\n1 2\n1 3\n2 3\n");
  EXPECT_EQ(
      text_of({.type = MatrixType::hermitian}, {.comment = "first\nsecond", .pattern_only = true})
          .substr(0, 71),
      "%%MatrixMarket matrix coordinate pattern symmetric\n%first\n%second\n3 3 6");
}

TEST(MatrixMarketWriteProperties, SpecialValuesAndEmptyMatrices) {
  const TemporaryFolder folder;
  Kokkos::View<double*, Kokkos::HostSpace> values("values", 3);
  values(0) = std::numeric_limits<double>::infinity();
  values(1) = -std::numeric_limits<double>::quiet_NaN();
  values(2) = -0.0;
  write_matrix_market(folder / "s.mtx", values);
  const auto read = read_matrix_market_vector<double>(folder / "s.mtx");
  EXPECT_EQ(read(0), values(0));
  EXPECT_TRUE(std::isnan(read(1)));
  EXPECT_TRUE(std::signbit(read(2)));
  write_matrix_market(folder / "e.mtx", CsrMatrix<double, int, int, Kokkos::HostSpace>());
  EXPECT_EQ(read_matrix_market<double>(folder / "e.mtx").num_rows(), 0);
  write_matrix_market(folder / "e.mtx", HostDenseMatrix<float>("empty", 4, 0));
  EXPECT_EQ(read_matrix_market_dense<float>(folder / "e.mtx").extent(0), 4u);
}

TEST(MatrixMarketWriteFiles, AppearWhenComplete) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.mtx") << "former content";
  ::chmod((folder / "a.mtx").c_str(), 0640);
  const RandomMatrix<double, int> random(50, 100000, 0);
  // No file may grow beyond 100 kB: the write fails in between.
  struct rlimit former {};
  ::getrlimit(RLIMIT_FSIZE, &former);
  struct rlimit small = former;
  small.rlim_cur = 100000;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto [status, message] =
      outcome([&] { write_matrix_market(folder / "a.mtx", random.coo()); });
  ::setrlimit(RLIMIT_FSIZE, &former);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(status, Status::mapping_error);
  EXPECT_NE(message.find("cannot write"), std::string::npos) << message;
  EXPECT_EQ(contents(folder / "a.mtx"), "former content");
  EXPECT_EQ(folder.num_files(), 1u);

  write_matrix_market(folder / "a.mtx", random.coo());
  EXPECT_EQ(read_matrix_market<double>(folder / "a.mtx").nnz(), 100000);
  EXPECT_EQ(folder.num_files(), 1u);
  struct stat file {};
  ::stat((folder / "a.mtx").c_str(), &file);
  EXPECT_EQ(file.st_mode & 0777u, 0640u);
}

TEST(MatrixMarketWriteFiles, LinksStayLinks) {
  const TemporaryFolder folder;
  std::ofstream(folder / "target.mtx") << "former content";
  std::filesystem::create_symlink("target.mtx", folder / "link.mtx");
  write_matrix_market(folder / "link.mtx", HostDenseVector<double>("v", 2));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.mtx"));
  EXPECT_EQ(read_matrix_market_vector<double>(folder / "target.mtx").extent(0), 2u);

  // also where they lead, by a further link, to a file that is not there yet
  std::filesystem::create_symlink("next.mtx", folder / "dangling.mtx");
  std::filesystem::create_symlink(folder / "new.mtx", folder / "next.mtx");
  write_matrix_market(folder / "dangling.mtx", HostDenseVector<double>("v", 3));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "dangling.mtx"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "next.mtx"));
  EXPECT_EQ(read_matrix_market_vector<double>(folder / "new.mtx").extent(0), 3u);

  std::filesystem::create_symlink("circle.mtx", folder / "circle.mtx");
  EXPECT_EQ(outcome([&] {
              write_matrix_market(folder / "circle.mtx", HostDenseVector<double>("v", 2));
            }).first,
            Status::mapping_error);
}

TEST(MatrixMarketWriteFiles, Errors) {
  const HostDenseVector<double> vector("v", 100000);
  EXPECT_EQ(outcome([&] { write_matrix_market("no/such/folder/a.mtx", vector); }).first,
            Status::mapping_error);
  EXPECT_EQ(outcome([&] { write_matrix_market(FILIGREE_TEST_DATA_DIR, vector); }).first,
            Status::mapping_error);
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_EQ(outcome([&] { write_matrix_market("/dev/full", vector); }).first,
              Status::mapping_error);
  }
  const TemporaryFolder folder;
  for (const int level : {0, 10, -1})
    EXPECT_EQ(outcome([&] {
                write_matrix_market(folder / "a.mtx", vector, {.compression_level = level});
              }).first,
              Status::invalid_value);
  EXPECT_EQ(
      outcome([&] { write_matrix_market(folder / "a.mtx", vector, {.comment = nullptr}); }).first,
      Status::invalid_value);
  EXPECT_EQ(
      outcome([&] { write_matrix_market(folder / "a.mtx", vector, {.pattern_only = true}); }).first,
      Status::not_supported);
  EXPECT_EQ(folder.num_files(), 0u);
}

}  // namespace
