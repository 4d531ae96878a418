// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/matrix_market.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <vector>

#include "binary_layout.hpp"
#include "entry_formatter.hpp"
#include "host_arrays.hpp"
#include "matrix_market_header.hpp"
#include "output_file.hpp"
#include "scalar_list.hpp"

namespace filigree::detail {
namespace {

constexpr std::string_view operation = "write_matrix_market";
constexpr std::int64_t block_entries = 8192;

using HostExec = Kokkos::DefaultHostExecutionSpace;

ScopedRegion start_writing(const WriteOptions& options) {
  require_kokkos(operation);
  check_write_options(operation, options);
  return ScopedRegion("filigree::write_matrix_market");
}

std::string header_text(MatrixMarketFormat format, MatrixMarketField field,
                        MatrixMarketSymmetry symmetry, const WriteOptions& options) {
  std::string text = "%%MatrixMarket matrix ";
  text.append(name(format))
      .append(" ")
      .append(name(field))
      .append(" ")
      .append(name(symmetry))
      .append("\n");
  const std::string_view comment = options.comment;
  for (std::size_t begin = 0; begin < comment.size();) {
    const std::size_t end = std::min(comment.find('\n', begin), comment.size());
    text.append("%").append(comment.substr(begin, end - begin)).append("\n");
    begin = end + 1;
  }
  return text;
}

/// Formats blocks of entries in parallel, a few at a time, and writes them in order.
/// format(k_begin, k_end, out) returns the end of its text.
template <class Format>
void write_blocks(OutputFile& file, std::int64_t num_entries, Format format) {
  const HostExec exec;
  const std::int64_t num_blocks = (num_entries + block_entries - 1) / block_entries;
  const std::int64_t batch = std::min<std::int64_t>(num_blocks, 4 * exec.concurrency());
  constexpr std::size_t block_bytes = std::size_t(block_entries) * longest_line;
  std::vector<char> buffer(std::size_t(batch) * (num_blocks > 1
                                                     ? block_bytes
                                                     : std::size_t(num_entries) * longest_line));
  std::vector<std::size_t> lengths(static_cast<std::size_t>(batch));
  for (std::int64_t first = 0; first < num_blocks; first += batch) {
    const std::int64_t count = std::min(batch, num_blocks - first);
    char* const text = buffer.data();
    std::size_t* const length = lengths.data();
    const auto format_block = [=](std::int64_t b) {
      char* const out = text + std::size_t(b) * block_bytes;
      const std::int64_t begin = (first + b) * block_entries;
      length[b] =
          std::size_t(format(begin, std::min(begin + block_entries, num_entries), out) - out);
    };
    if (count == 1) {
      format_block(0);
    } else {
      Kokkos::parallel_for("filigree::write_matrix_market::format", HostPolicy(exec, 0, count),
                           format_block);
      exec.fence("filigree::write_matrix_market::format");
    }
    for (std::int64_t b = 0; b < count; ++b)
      file.write({text + std::size_t(b) * block_bytes, length[b]});
  }
}

template <class Cursor>
std::int64_t count_kept(const Cursor& start, std::int64_t nnz, const WrittenEntries& filter) {
  if (filter.properties.type == MatrixType::general) return nnz;
  std::int64_t kept = 0;
  const std::int64_t num_blocks = (nnz + block_entries - 1) / block_entries;
  Kokkos::parallel_reduce(
      "filigree::write_matrix_market::count", HostPolicy(0, num_blocks),
      [=](std::int64_t b, std::int64_t& sum) {
        Cursor cursor = start;
        cursor.seek(b * block_entries);
        const std::int64_t end = std::min(nnz, (b + 1) * block_entries);
        for (std::int64_t k = b * block_entries; k < end; ++k)
          sum += filter.keeps(cursor.row(k), cursor.col(k));
      },
      kept);
  return kept;
}

/// Throws for the first entry on the diagonal with an imaginary part, of those that are written.
template <class Scalar, class Cursor>
void check_diagonal(const Cursor& start, std::int64_t nnz, const WrittenEntries& filter) {
  if constexpr (is_complex_v<Scalar>) {
    if (filter.properties.type != MatrixType::hermitian) return;
    std::int64_t first = nnz;
    const std::int64_t num_blocks = (nnz + block_entries - 1) / block_entries;
    Kokkos::parallel_reduce(
        "filigree::write_matrix_market::diagonal", HostPolicy(0, num_blocks),
        [=](std::int64_t b, std::int64_t& least) {
          Cursor cursor = start;
          cursor.seek(b * block_entries);
          const std::int64_t end = std::min(nnz, (b + 1) * block_entries);
          for (std::int64_t k = b * block_entries; k < std::min(end, least); ++k)
            if (cursor.row(k) == cursor.col(k) && filter.keeps(cursor.row(k), cursor.col(k)) &&
                cursor.value(k).imag() != 0)
              least = k;
        },
        Kokkos::Min<std::int64_t>(first));
    if (first < nnz)
      throw_error(
          Status::invalid_value,
          {operation, "matrix",
           "entry " + std::to_string(first) + " lies on the diagonal and has an imaginary part",
           "a real number, as the matrix is hermitian",
           "set it to its real part, or declare the matrix general"});
  }
}

template <class Scalar>
MatrixMarketField file_field() {
  if constexpr (std::is_unsigned_v<Scalar>) return MatrixMarketField::unsigned_integer;
  if constexpr (std::is_integral_v<Scalar>) return MatrixMarketField::integer;
  return is_complex_v<Scalar> ? MatrixMarketField::complex : MatrixMarketField::real;
}

/// The sizes and arrays of a matrix, for the check that all writers make.
template <class Scalar, class Matrix>
BinaryHeader sizes_of(const Matrix& matrix, BinaryFormat format, int offset_bytes) {
  return {format,
          binary_element<Scalar>,
          int(sizeof(typename Matrix::index_type)),
          offset_bytes,
          matrix.properties(),
          matrix.num_rows(),
          matrix.num_cols(),
          matrix.nnz()};
}

template <class Scalar>
MatrixMarketSymmetry file_symmetry(const MatrixProperties& properties) {
  if (properties.type == MatrixType::symmetric) return MatrixMarketSymmetry::symmetric;
  if (properties.type != MatrixType::hermitian) return MatrixMarketSymmetry::general;
  return is_complex_v<Scalar> ? MatrixMarketSymmetry::hermitian : MatrixMarketSymmetry::symmetric;
}

template <class Scalar>
void write_unit_diagonal(OutputFile& file, std::int64_t size, bool pattern_only) {
  write_blocks(file, size, [=](std::int64_t begin, std::int64_t end, char* out) {
    for (std::int64_t k = begin; k < end; ++k)
      out = format_entry<Scalar>(out, {k + 1, k + 1, Scalar(1)}, pattern_only);
    return out;
  });
}

template <class Scalar, class Matrix, class Cursor>
void write_sparse(const std::filesystem::path& path, const Matrix& matrix, const Cursor& start,
                  const WriteOptions& options) {
  const MatrixProperties& properties = matrix.properties();
  const WrittenEntries filter{properties};
  const std::int64_t nnz = matrix.nnz();
  const bool unit =
      properties.type != MatrixType::general && properties.diagonal == DiagonalType::unit;
  const std::int64_t num_entries = count_kept(start, nnz, filter) + (unit ? matrix.num_rows() : 0);
  const bool pattern_only = options.pattern_only;
  if (!pattern_only) check_diagonal<Scalar>(start, nnz, filter);
  const MatrixMarketField field = pattern_only ? MatrixMarketField::pattern : file_field<Scalar>();
  MatrixMarketSymmetry symmetry = file_symmetry<Scalar>(properties);
  if (pattern_only && symmetry == MatrixMarketSymmetry::hermitian)
    symmetry = MatrixMarketSymmetry::symmetric;

  OutputFile file(operation, path, options.compression_level);
  file.write(header_text(MatrixMarketFormat::coordinate, field, symmetry, options));
  file.write(std::to_string(matrix.num_rows()) + " " + std::to_string(matrix.num_cols()) + " " +
             std::to_string(num_entries) + "\n");
  if (unit) write_unit_diagonal<Scalar>(file, matrix.num_rows(), pattern_only);
  write_blocks(file, nnz, [=](std::int64_t begin, std::int64_t end, char* out) {
    Cursor cursor = start;
    cursor.seek(begin);
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int64_t row = cursor.row(k);
      const std::int64_t col = cursor.col(k);
      if (filter.keeps(row, col))
        out = format_entry(out, filter.apply(row, col, cursor.value(k)), pattern_only);
    }
    return out;
  });
  file.commit();
}

}  // namespace

template <class Scalar, class Index>
void write_matrix_market_coo(const FilePath& path,
                             const CooMatrix<const Scalar, Index, Kokkos::HostSpace>& matrix,
                             const WriteOptions& options) {
  const ScopedRegion region = start_writing(options);
  check_written_matrix(operation, sizes_of<Scalar>(matrix, BinaryFormat::coo, 0),
                       {matrix.row_indices().data(), matrix.col_indices().data(), nullptr}, true);
  const CooCursor<Scalar, Index> cursor{matrix.row_indices().data(), matrix.col_indices().data(),
                                        matrix.values().data()};
  write_sparse<Scalar>(path, matrix, cursor, options);
}

template <class Scalar, class Index, class Offset>
void write_matrix_market_csr(
    const FilePath& path, const CsrMatrix<const Scalar, Index, Offset, Kokkos::HostSpace>& matrix,
    const WriteOptions& options) {
  const ScopedRegion region = start_writing(options);
  // a matrix without rows may lack even its first offset
  if (matrix.row_offsets().extent(0) > 0)
    check_written_matrix(operation, sizes_of<Scalar>(matrix, BinaryFormat::csr, sizeof(Offset)),
                         {matrix.row_offsets().data(), matrix.col_indices().data(), nullptr}, true);
  const CsrCursor<Scalar, Index, Offset> cursor{
      matrix.row_offsets().data(), matrix.col_indices().data(), matrix.values().data(),
      matrix.num_rows(), std::int64_t(matrix.index_base())};
  write_sparse<Scalar>(path, matrix, cursor, options);
}

template <class Scalar>
void write_matrix_market_array(
    const FilePath& path,
    const Kokkos::View<const Scalar**, Kokkos::LayoutStride, Kokkos::HostSpace>& matrix,
    const WriteOptions& options) {
  const ScopedRegion region = start_writing(options);
  if (options.pattern_only)
    throw_error(Status::not_supported,
                {operation, "options.pattern_only", "true for a dense matrix", "false",
                 "an array file has no pattern; write a sparse matrix"});
  const std::int64_t num_rows = std::int64_t(matrix.extent(0));
  const std::int64_t num_cols = std::int64_t(matrix.extent(1));
  OutputFile file(operation, path, options.compression_level);
  file.write(header_text(MatrixMarketFormat::array, file_field<Scalar>(),
                         MatrixMarketSymmetry::general, options));
  file.write(std::to_string(num_rows) + " " + std::to_string(num_cols) + "\n");
  const Scalar* const data = matrix.data();
  const auto row_stride = std::int64_t(matrix.stride(0));
  const auto col_stride = std::int64_t(matrix.stride(1));
  write_blocks(file, num_rows * num_cols, [=](std::int64_t begin, std::int64_t end, char* out) {
    for (std::int64_t k = begin; k < end; ++k)
      out = format_value(out, data[k % num_rows * row_stride + k / num_rows * col_stride]);
    return out;
  });
  file.commit();
}

#define FILIGREE_INSTANTIATE_COO(Scalar, Index)                                  \
  template FILIGREE_EXPORT void write_matrix_market_coo<Scalar, Index>(          \
      const FilePath&, const CooMatrix<const Scalar, Index, Kokkos::HostSpace>&, \
      const WriteOptions&)
#define FILIGREE_INSTANTIATE_CSR(Scalar, Index, Offset)                                  \
  template FILIGREE_EXPORT void write_matrix_market_csr<Scalar, Index, Offset>(          \
      const FilePath&, const CsrMatrix<const Scalar, Index, Offset, Kokkos::HostSpace>&, \
      const WriteOptions&)
#define FILIGREE_INSTANTIATE(Scalar)                                                \
  FILIGREE_INSTANTIATE_COO(Scalar, std::int32_t);                                   \
  FILIGREE_INSTANTIATE_COO(Scalar, std::int64_t);                                   \
  FILIGREE_INSTANTIATE_CSR(Scalar, std::int32_t, std::int32_t);                     \
  FILIGREE_INSTANTIATE_CSR(Scalar, std::int32_t, std::int64_t);                     \
  FILIGREE_INSTANTIATE_CSR(Scalar, std::int64_t, std::int32_t);                     \
  FILIGREE_INSTANTIATE_CSR(Scalar, std::int64_t, std::int64_t);                     \
  template FILIGREE_EXPORT void write_matrix_market_array<Scalar>(                  \
      const FilePath&,                                                              \
      const Kokkos::View<const Scalar**, Kokkos::LayoutStride, Kokkos::HostSpace>&, \
      const WriteOptions&)
FILIGREE_FOR_EACH_IO_SCALAR(FILIGREE_INSTANTIATE);
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_CSR
#undef FILIGREE_INSTANTIATE_COO

}  // namespace filigree::detail
