// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/binary.hpp>

#include <bit>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "io_test.hpp"

/// Binary files: what is written comes back, what is damaged is refused.

namespace filigree::test {
namespace {

using Space = Kokkos::HostSpace;
using Integers = std::vector<std::int64_t>;

template <class T, class From>
Kokkos::View<T*, Space> array(const std::vector<From>& entries, std::int64_t shift = 0) {
  Kokkos::View<T*, Space> result(Kokkos::view_alloc(Kokkos::WithoutInitializing, "test"),
                                 entries.size());
  for (std::size_t k = 0; k < entries.size(); ++k) result(k) = T(entries[k] + From(shift));
  return result;
}

/// Values of which a reader that did more than copy would change some bits.
template <class Scalar>
Kokkos::View<Scalar*, Space> odd_values(std::int64_t count) {
  using Real = decltype(Kokkos::real(Scalar()));
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  const Real quiet = std::numeric_limits<Real>::quiet_NaN();
  const std::vector<Real> reals{Real(1) / Real(3), -Real(0), std::bit_cast<Real>(Bits(1)),
                                -std::numeric_limits<Real>::infinity(),
                                std::bit_cast<Real>(Bits(std::bit_cast<Bits>(quiet) | 77u))};
  Kokkos::View<Scalar*, Space> result("values", std::size_t(count));
  for (std::int64_t k = 0; k < count; ++k)
    if constexpr (is_complex_v<Scalar>)
      result(k) = Scalar(reals[std::size_t(k) % 5], reals[std::size_t(k + 2) % 5]);
    else
      result(k) = reals[std::size_t(k) % 5];
  return result;
}

template <class View>
std::string bytes_of(const View& view) {
  const auto* const data = reinterpret_cast<const char*>(view.data());
  return data == nullptr ? "" : std::string(data, view.extent(0) * sizeof(*view.data()));
}

template <class Matrix>
void expect_same(const Matrix& found, const Matrix& expected) {
  using Traits = detail::BinaryTraits<Matrix>;
  EXPECT_EQ(found.num_rows(), expected.num_rows());
  EXPECT_EQ(found.num_cols(), expected.num_cols());
  EXPECT_EQ(found.properties(), expected.properties());
  EXPECT_EQ(bytes_of(Traits::first(found)), bytes_of(Traits::first(expected)));
  EXPECT_EQ(bytes_of(Traits::second(found)), bytes_of(Traits::second(expected)));
  EXPECT_EQ(bytes_of(found.values()), bytes_of(expected.values()));
}

template <class Matrix>
void expect_round_trip(const Matrix& matrix, const std::string& name = "matrix.bin") {
  const TemporaryFolder folder;
  write_binary(folder / name, matrix);
  expect_same(read_binary<Matrix>(folder / name), matrix);
  expect_same(parse_binary<Matrix>(contents(folder / name)), matrix);
  const BinaryHeader header = read_binary_header(folder / name);
  EXPECT_EQ(header, parse_binary_header(contents(folder / name)));
  EXPECT_EQ(header.format, detail::BinaryTraits<Matrix>::format);
  EXPECT_EQ(header.scalar, detail::binary_element<typename Matrix::scalar_type>);
  EXPECT_EQ(header.index_bytes, int(sizeof(typename Matrix::index_type)));
  EXPECT_EQ(header.num_entries, matrix.nnz());
  EXPECT_EQ(folder.num_files(), 1u);
}

template <class Scalar_, class Index_, class Offset_>
struct FileTypes {
  using Scalar = Scalar_;
  using Index = Index_;
  using Offset = Offset_;
  using Csr = CsrMatrix<Scalar, Index, Offset, Space>;
  using Csc = CscMatrix<Scalar, Index, Offset, Space>;
  using Coo = CooMatrix<Scalar, Index, Space>;
};

template <class T>
class BinaryFiles : public ::testing::Test {};
using AllFileTypes = ::testing::Types<FileTypes<float, std::int32_t, std::int32_t>,
                                      FileTypes<double, std::int32_t, std::int64_t>,
                                      FileTypes<complex_float, std::int64_t, std::int32_t>,
                                      FileTypes<complex_double, std::int64_t, std::int64_t>>;
TYPED_TEST_SUITE(BinaryFiles, AllFileTypes);

/// 4 x 5, an empty row and an empty column, one row unsorted, an entry twice.
template <class T>
typename T::Csr small_csr(const MatrixProperties& properties) {
  const auto base = std::int64_t(properties.index_base);
  return {4,
          5,
          array<typename T::Offset>(Integers{0, 2, 2, 5, 7}, base),
          array<typename T::Index>(Integers{4, 0, 1, 2, 4, 3, 3}, base),
          odd_values<typename T::Scalar>(7),
          properties};
}

TYPED_TEST(BinaryFiles, RoundTrip) {
  using T = TypeParam;
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const MatrixProperties properties{.index_base = base};
    const auto csr = small_csr<T>(properties);
    expect_round_trip(csr);
    expect_round_trip(
        typename T::Csc(5, 4, csr.row_offsets(), csr.col_indices(), csr.values(), properties));
    expect_round_trip(typename T::Coo(
        4, 5, array<typename T::Index>(Integers{3, 0, 2, 2, 0, 3, 3}, std::int64_t(base)),
        csr.col_indices(), csr.values(), properties));
  }
}

TYPED_TEST(BinaryFiles, WithoutEntries) {
  using T = TypeParam;
  const MatrixProperties one{.index_base = IndexBase::one};
  expect_round_trip(typename T::Coo(3, 0, {}, {}, {}, one));
  expect_round_trip(
      typename T::Csr(2, 9, array<typename T::Offset>(Integers{1, 1, 1}), {}, {}, one));
  // A matrix without rows may lack its only offset; read back it has one.
  const TemporaryFolder folder;
  write_binary(folder / "empty.bin", typename T::Csr());
  const auto read = read_binary<typename T::Csr>(folder / "empty.bin");
  EXPECT_EQ(read.row_offsets().extent(0), 1u);
  EXPECT_EQ(read.row_offsets()(0), 0);
}

using Double = FileTypes<double, std::int32_t, std::int64_t>;

TEST(Binary, Properties) {
  for (const MatrixType type :
       {MatrixType::general, MatrixType::symmetric, MatrixType::hermitian, MatrixType::triangular})
    for (const FillMode fill : {FillMode::lower, FillMode::upper})
      for (const DiagonalType diagonal : {DiagonalType::non_unit, DiagonalType::unit}) {
        const MatrixProperties properties{.type = type,
                                          .fill = fill,
                                          .diagonal = diagonal,
                                          .sorted = type != MatrixType::general,
                                          .unique = fill == FillMode::upper};
        expect_round_trip(Double::Csr(2, 2, array<std::int64_t>(Integers{0, 2, 3}),
                                      array<std::int32_t>(Integers{0, 1, 1}), odd_values<double>(3),
                                      properties));
      }
}

/// More than one piece of 1 MiB in each array.
Double::Coo large() {
  constexpr std::int64_t count = 300000;
  std::mt19937_64 random(3);
  Kokkos::View<std::int32_t*, Space> rows("rows", count), cols("cols", count);
  for (std::int64_t k = 0; k < count; ++k) {
    rows(k) = std::int32_t(random() % 1000);
    cols(k) = std::int32_t(random() % 2000);
  }
  return {1000, 2000, rows, cols, odd_values<double>(count)};
}

TEST(Binary, LargeAndCompressed) {
  const auto matrix = large();
  expect_round_trip(matrix);
  if (have_zlib()) expect_round_trip(matrix, "matrix.bin.gz");
}

TEST(Binary, EveryByteOfALargeFileIsGuarded) {
  const TemporaryFolder folder;
  write_binary(folder / "large.bin", large());
  std::string bytes = contents(folder / "large.bin");
  for (const std::size_t position : {std::size_t(1200000), bytes.size() - 1}) {
    bytes[position] ^= 1;
    const auto [status, message] = outcome([&] { parse_binary<Double::Coo>(bytes); });
    EXPECT_EQ(status, Status::invalid_value);
    EXPECT_NE(message.find("checksum"), std::string::npos) << message;
    bytes[position] ^= 1;
  }
}

std::string small_file() {
  const TemporaryFolder folder;
  write_binary(folder / "small.bin", small_csr<Double>({.index_base = IndexBase::one}));
  return contents(folder / "small.bin");
}

void expect_refused(const std::string& bytes, const std::string& what) {
  const auto [status, message] = outcome([&] { parse_binary<Double::Csr>(bytes); });
  EXPECT_TRUE(status == Status::invalid_value || status == Status::not_supported) << what;
  EXPECT_EQ(message.find("parse_binary: argument 'text'"), 0u) << what << ": " << message;
  EXPECT_LT(message.size(), 400u) << message;
}

TEST(Binary, EveryTruncationIsRefused) {
  const std::string bytes = small_file();
  ASSERT_EQ(outcome([&] { parse_binary<Double::Csr>(bytes); }).first, Status::success);
  for (std::size_t length = 0; length < bytes.size(); ++length)
    expect_refused(bytes.substr(0, length), "first " + std::to_string(length) + " bytes");
  expect_refused(bytes + '\0', "a byte too many");
}

TEST(Binary, EveryChangedByteIsRefused) {
  std::string bytes = small_file();
  for (std::size_t position = 0; position < bytes.size(); ++position)
    for (const char change : {'\x01', '\x80', '\xff'}) {
      bytes[position] = char(bytes[position] ^ change);
      expect_refused(bytes, "byte " + std::to_string(position));
      bytes[position] = char(bytes[position] ^ change);
    }
}

/// The reader takes the same checks: binary_layout_test has a wrong file with right checksums.
TEST(Binary, InvalidMatricesAreNotWritten) {
  using Csr = FileTypes<double, std::int64_t, std::int64_t>::Csr;
  const TemporaryFolder folder;
  const auto expect_message = [&](const auto& matrix, const std::vector<std::string>& words) {
    const auto [status, message] = outcome([&] { write_binary(folder / "wrong.bin", matrix); });
    EXPECT_EQ(status, Status::invalid_value);
    EXPECT_EQ(folder.num_files(), 0u);
    for (const auto& word : words) EXPECT_NE(message.find(word), std::string::npos) << message;
  };
  const auto csr = [](const Integers& offsets, const Integers& columns,
                      const MatrixProperties& properties = {}) {
    return Csr(2, 3, array<std::int64_t>(offsets), array<std::int64_t>(columns),
               odd_values<double>(std::int64_t(columns.size())), properties);
  };
  const MatrixProperties one{.index_base = IndexBase::one}, sorted{.sorted = true},
      strict{.sorted = true, .unique = true};
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  expect_message(csr({1, 1, 2}, {0, 1}), {"offsets from 1 to 2", "from 0 to 2"});
  expect_message(csr({0, 1, 3}, {0, 1}), {"offsets from 0 to 3"});
  expect_message(csr({0, 3, 2}, {0, 1}), {"descending behind number 1"});
  expect_message(csr({0, lowest, 2}, {0, 1}), {"descending behind number 0"});
  expect_message(csr({0, 1, 2}, {0, 3}), {"column index 3 of entry 1", "from 0 to 2"});
  expect_message(csr({1, 2, 3}, {1, 0}, one), {"column index 0 of entry 1", "from 1 to 3"});
  expect_message(csr({1, 2, 3}, {1, lowest}, one), {"column index -9223372036854775808"});
  expect_message(csr({0, 0, 2}, {1, 0}, sorted), {"out of order in line 1"});
  expect_message(csr({0, 2, 2}, {1, 1}, strict), {"or repeated in line 0"});
  const auto coo = [](const Integers& rows, const Integers& columns,
                      const MatrixProperties& properties = {}) {
    return Double::Coo(2, 3, array<std::int32_t>(rows), array<std::int32_t>(columns),
                       odd_values<double>(std::int64_t(rows.size())), properties);
  };
  expect_message(coo({0, 2}, {0, 0}), {"row index 2 of entry 1", "from 0 to 1"});
  expect_message(coo({0, 1}, {-1, 0}), {"column index -1 of entry 0"});
  expect_message(coo({0, 1, 1, 0}, {0, 0, 1, 2}, sorted), {"entry 3"});
  expect_message(coo({0, 0}, {2, 2}, strict), {"entry 1"});
  expect_message(Double::Csc(3, 2, array<std::int64_t>(Integers{0, 0, 1}),
                             array<std::int32_t>(Integers{3}), odd_values<double>(1)),
                 {"row index 3 of entry 0", "from 0 to 2"});
}

TEST(Binary, OtherTypesThanTheFile) {
  const TemporaryFolder folder;
  const auto path = folder / "matrix.bin";
  const auto write = [&](const auto& value, std::int64_t cols) {
    using Scalar = std::remove_cvref_t<decltype(value)>;
    Kokkos::View<Scalar*, Space> values("values", 1);
    values(0) = value;
    write_binary(path, CooMatrix<Scalar, std::int64_t, Space>(
                           1, cols, array<std::int64_t>(Integers{0}),
                           array<std::int64_t>(Integers{cols - 1}), values));
  };
  using FloatCoo = FileTypes<float, std::int32_t, std::int32_t>::Coo;
  using ComplexCoo = FileTypes<complex_double, std::int64_t, std::int64_t>::Coo;
  write(1.5, 7);
  EXPECT_EQ(read_binary<FloatCoo>(path).values()(0), 1.5f);
  EXPECT_EQ(read_binary<FloatCoo>(path).col_indices()(0), 6);
  EXPECT_EQ(read_binary<ComplexCoo>(path).values()(0), complex_double(1.5, 0));
  const auto expect_error = [&](auto read, Status status, const std::string& words) {
    const auto [found, message] = outcome(read);
    EXPECT_EQ(found, status);
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  expect_error([&] { read_binary<Double::Csr>(path); }, Status::not_supported, "format coo");
  write(1e300, 7);
  expect_error([&] { read_binary<FloatCoo>(path); }, Status::invalid_value, "too large for float");
  write(std::numeric_limits<double>::infinity(), 7);
  EXPECT_EQ(read_binary<FloatCoo>(path).values()(0), std::numeric_limits<float>::infinity());
  write(complex_float(2, 3), 7);
  expect_error([&] { read_binary<FloatCoo>(path); }, Status::not_supported, "discard_imaginary");
  EXPECT_EQ(read_binary<FloatCoo>(path, {.discard_imaginary = true}).values()(0), 2.0f);
  write(1.5, std::int64_t(1) << 32);
  expect_error([&] { read_binary<FloatCoo>(path); }, Status::invalid_value, "4294967296");
  EXPECT_EQ(read_binary<ComplexCoo>(path).col_indices()(0), (std::int64_t(1) << 32) - 1);
}

TEST(Binary, ReadMatrixTellsItByContent) {
  const TemporaryFolder folder;
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const auto csr = small_csr<Double>({.index_base = base});
    const auto from = [&](const auto& matrix) {
      write_binary(folder / "a_name.mtx", matrix);
      EXPECT_EQ(read_matrix_header(folder / "a_name.mtx").format, MatrixFileFormat::binary);
      return read_matrix<double>(folder / "a_name.mtx");
    };
    const auto coo = from(csr);
    EXPECT_EQ(coo.index_base(), IndexBase::zero);
    EXPECT_EQ(bytes_of(coo.row_indices()),
              bytes_of(array<std::int32_t>(Integers{0, 0, 2, 2, 2, 3, 3})));
    EXPECT_EQ(bytes_of(coo.col_indices()),
              bytes_of(array<std::int32_t>(Integers{4, 0, 1, 2, 4, 3, 3})));
    EXPECT_EQ(bytes_of(coo.values()), bytes_of(csr.values()));
    // Read by columns, these arrays are the transpose; as Coo they are the matrix again.
    const auto transposed = from(
        Double::Csc(5, 4, csr.row_offsets(), csr.col_indices(), csr.values(), csr.properties()));
    EXPECT_EQ(bytes_of(transposed.row_indices()), bytes_of(coo.col_indices()));
    EXPECT_EQ(bytes_of(transposed.col_indices()), bytes_of(coo.row_indices()));
    expect_same(from(coo), coo);
  }
}

TEST(Binary, ReadMatrixExpandsTriangles) {
  const TemporaryFolder folder;
  const auto path = folder / "upper.bin";
  const auto values = array<double>(std::vector<double>{1, 2, 3});
  write_binary(path, Double::Csr(2, 2, array<std::int64_t>(Integers{1, 3, 4}),
                                 array<std::int32_t>(Integers{1, 2, 2}), values,
                                 {.index_base = IndexBase::one,
                                  .type = MatrixType::symmetric,
                                  .fill = FillMode::upper}));
  const auto upper = read_matrix<double>(path);
  EXPECT_EQ(upper.properties().type, MatrixType::symmetric);
  EXPECT_EQ(upper.properties().fill, FillMode::upper);
  EXPECT_EQ(entries(upper), (Entries<double>{{{0, 0}, 1}, {{0, 1}, 2}, {{1, 1}, 3}}));
  const auto both = read_matrix<double>(path, {.expand_symmetry = true});
  EXPECT_EQ(both.properties().type, MatrixType::general);
  EXPECT_EQ(entries(both), (Entries<double>{{{0, 0}, 1}, {{0, 1}, 2}, {{1, 0}, 2}, {{1, 1}, 3}}));
}

TEST(Binary, FailedWritesLeaveTheFileAsItWas) {
  const TemporaryFolder folder;
  const auto path = folder / "kept.bin";
  const auto matrix = small_csr<Double>({});
  write_binary(path, matrix);
  const std::string before = contents(path);
  EXPECT_EQ(outcome([&] { write_binary(path, matrix, {.pattern_only = true}); }).first,
            Status::not_supported);
  EXPECT_EQ(outcome([&] { write_binary(folder / "no/such.bin", matrix); }).first,
            Status::mapping_error);
  EXPECT_EQ(outcome([&] { write_binary(path, matrix, {.compression_level = 10}); }).first,
            Status::invalid_value);
  EXPECT_EQ(contents(path), before);
  EXPECT_EQ(folder.num_files(), 1u);
}

TEST(Binary, FilesThatAreNone) {
  const TemporaryFolder folder;
  EXPECT_EQ(outcome([&] { read_binary<Double::Csr>(folder / "none.bin"); }).first,
            Status::mapping_error);
  EXPECT_EQ(outcome([&] { read_binary<Double::Csr>(folder / ""); }).first, Status::mapping_error);
  const auto [status, message] = outcome(
      [&] { parse_binary<Double::Csr>("%%MatrixMarket matrix coordinate real general\n"); });
  EXPECT_EQ(status, Status::invalid_value);
  EXPECT_NE(message.find("%%Matrix"), std::string::npos) << message;
  // The name tells what a damaged file should have been.
  std::ofstream(folder / "damaged.bin") << "FLG";
  EXPECT_EQ(outcome([&] { read_matrix<double>(folder / "damaged.bin"); }).first,
            Status::invalid_value);
}

}  // namespace
}  // namespace filigree::test
