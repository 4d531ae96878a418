// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/matrix_market.hpp>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "host_arrays.hpp"
#include "matrix_market_body.hpp"
#include "matrix_market_header.hpp"
#include "matrix_market_triangles.hpp"
#include "readers.hpp"
#include "scalar_list.hpp"
#include "text_source.hpp"

namespace filigree {
namespace detail {
namespace {

constexpr const char* integers_are_read = "integers or a pattern";

/// Takes the header off and refuses what no result can hold, before anything is allocated.
template <class Scalar>
MatrixMarketHeader open_text(const ReadContext& context, TextSource& source,
                             const ReadOptions& options) {
  const MatrixMarketHeader header = read_header(context, source);
  const bool complex = header.field == MatrixMarketField::complex;
  const std::string target = scalar_name<Scalar>;
  if constexpr (std::is_integral_v<Scalar>) {
    if (complex || header.field == MatrixMarketField::real)
      context.fail(
          1, std::string(name(header.field)) + " values are read into the scalar type " + target,
          integers_are_read, "read into double or complex_double", Status::not_supported);
    if (std::is_unsigned_v<Scalar> && header.symmetry == MatrixMarketSymmetry::skew_symmetric)
      context.fail(1, "a skew-symmetric matrix is read into the scalar type " + target,
                   "a type with a sign", "read into std::int64_t or double", Status::not_supported);
  } else if (complex && !is_complex_v<Scalar> && !options.discard_imaginary) {
    context.fail(1, "complex values are read into the scalar type " + target,
                 "complex_float or complex_double",
                 "read into a complex type, or set ReadOptions::discard_imaginary",
                 Status::not_supported);
  }
  check_promised_entries<Scalar>(context, header, source);
  return header;
}

void require_format(const ReadContext& context, const MatrixMarketHeader& header,
                    MatrixMarketFormat format, const char* remedy) {
  if (header.format == format) return;
  context.fail(1, "the format is " + std::string(name(header.format)), std::string(name(format)),
               remedy, Status::not_supported);
}

/// Calls function(k, row, col) for the entries that an array file stores: column by column, of a
/// symmetric one the lower triangle, of a skew-symmetric one what is below the diagonal.
template <class Function>
void for_each_array_entry(const MatrixMarketHeader& header, Function function) {
  if (header.num_entries == 0) return;
  const std::int64_t num_rows = header.num_rows;
  const bool triangle = header.symmetry != MatrixMarketSymmetry::general;
  const std::int64_t below = header.symmetry == MatrixMarketSymmetry::skew_symmetric ? 1 : 0;
  const auto fill_column = [=](std::int64_t col) {
    const std::int64_t first_row = triangle ? col + below : 0;
    // Columns before this one hold num_rows - below, num_rows - below - 1, ... entries.
    const std::int64_t start =
        triangle ? col * (num_rows - below) - col * (col - 1) / 2 : col * num_rows;
    for (std::int64_t row = first_row; row < num_rows; ++row)
      function(start + row - first_row, row, col);
  };
  const Kokkos::DefaultHostExecutionSpace exec;
  if (header.num_entries < (1 << 15)) {
    for (std::int64_t col = 0; col < header.num_cols; ++col) fill_column(col);
    return;
  }
  Kokkos::parallel_for("filigree::read_matrix_market::array", HostPolicy(exec, 0, header.num_cols),
                       fill_column);
  exec.fence("filigree::read_matrix_market::array");
}

/// What follows a header.
template <class Scalar, class Index>
CooMatrix<Scalar, Index, Kokkos::HostSpace> read_entries(const ReadContext& context,
                                                         const MatrixMarketHeader& header,
                                                         TextSource& source,
                                                         const ReadOptions& options) {
  check_index_range<Index>(context, header.size_line, "rows", header.num_rows);
  check_index_range<Index>(context, header.size_line, "columns", header.num_cols);
  Triplets<Scalar, Index> entries(context, header.num_entries);
  const std::string_view body = source.at_end() ? source.window() : std::string_view{};
  const ParsedEntries parsed = parse_entries<Scalar, Index>(
      context, header, source,
      {entries.rows.data(), entries.cols.data(), entries.values.data(), header.num_entries});
  if (header.format == MatrixMarketFormat::array) {
    make_diagonal_real(context, header, entries.values.data());
    for_each_array_entry(header, [=](std::int64_t k, std::int64_t row, std::int64_t col) {
      entries.rows(k) = static_cast<Index>(row);
      entries.cols(k) = static_cast<Index>(col);
    });
  }
  if (parsed.notes & entry_above_diagonal)
    fold(context, header, body, parsed.entry_in_each_line, entries);
  const bool symmetric = header.symmetry != MatrixMarketSymmetry::general;
  const bool skew = header.symmetry == MatrixMarketSymmetry::skew_symmetric;
  const bool expanded = skew || (symmetric && options.expand_symmetry);
  if (expanded) entries = expand(context, header.symmetry, entries);
  return {
      header.num_rows, header.num_cols,
      entries.rows,    entries.cols,
      entries.values,  expanded ? MatrixProperties{} : stored_properties<Scalar>(header.symmetry)};
}

}  // namespace

template <class Scalar, class Index>
CooMatrix<Scalar, Index, Kokkos::HostSpace> read_coo(const ReadContext& context, TextSource& source,
                                                     const ReadOptions& options) {
  const MatrixMarketHeader header = open_text<Scalar>(context, source, options);
  return read_entries<Scalar, Index>(context, header, source, options);
}

namespace {

template <class Scalar>
HostDenseMatrix<Scalar> read_dense(const ReadContext& context, const MatrixMarketHeader& header,
                                   TextSource& source) {
  require_format(context, header, MatrixMarketFormat::array,
                 "read a coordinate file as a sparse matrix");
  const auto dense =
      allocate_host<Scalar**>(context, "filigree::dense", header.num_rows, header.num_cols);
  const auto parse_into = [&](Scalar* values) {
    parse_entries<Scalar, std::int32_t>(context, header, source,
                                        {nullptr, nullptr, values, header.num_entries});
  };
  const MatrixMarketSymmetry symmetry = header.symmetry;
  if (symmetry == MatrixMarketSymmetry::general) {
    parse_into(dense.data());
    return dense;
  }
  const HostArray<Scalar> half =
      allocate_host<Scalar*>(context, "filigree::triangle", header.num_entries);
  parse_into(half.data());
  make_diagonal_real(context, header, half.data());
  for_each_on_host("filigree::read_matrix_market::diagonal", header.num_rows,
                   [=](std::int64_t k) { dense(k, k) = Scalar(0); });
  for_each_array_entry(header, [=](std::int64_t k, std::int64_t row, std::int64_t col) {
    dense(row, col) = half(k);
    if (row != col) dense(col, row) = mirrored(half(k), symmetry);
  });
  return dense;
}

template <class Scalar>
HostDenseMatrix<Scalar> read_dense(const ReadContext& context, TextSource& source,
                                   const ReadOptions& options) {
  return read_dense<Scalar>(context, open_text<Scalar>(context, source, options), source);
}

template <class Scalar>
HostDenseVector<Scalar> read_vector(const ReadContext& context, TextSource& source,
                                    const ReadOptions& options) {
  const MatrixMarketHeader header = open_text<Scalar>(context, source, options);
  require_format(context, header, MatrixMarketFormat::array,
                 "read a coordinate file as a sparse vector or matrix");
  if (header.num_cols != 1 && header.num_rows != 1)
    context.fail(
        header.size_line,
        "a matrix of " + std::to_string(header.num_rows) + " x " + std::to_string(header.num_cols),
        "one column or one row", "read it as a dense matrix");
  const HostDenseMatrix<Scalar> dense = read_dense<Scalar>(context, header, source);
  // Contiguous, as one of its extents is 1; the vector shares the matrix's allocation.
  if (header.num_cols == 1) return Kokkos::subview(dense, Kokkos::ALL, 0);
  const HostDenseVector<Scalar> vector =
      allocate_host<Scalar*>(context, "filigree::vector", header.num_cols);
  std::copy_n(dense.data(), dense.size(), vector.data());
  return vector;
}

template <class Scalar, class Index>
SparseVector<Scalar, Index, Kokkos::HostSpace> read_sparse_vector(const ReadContext& context,
                                                                  TextSource& source,
                                                                  const ReadOptions& options) {
  const MatrixMarketHeader header = open_text<Scalar>(context, source, options);
  require_format(context, header, MatrixMarketFormat::coordinate,
                 "read an array file as a dense vector");
  if (header.num_cols != 1)
    context.fail(header.size_line, "a matrix of " + std::to_string(header.num_cols) + " columns",
                 "one column", "read it as a sparse matrix");
  const auto matrix = read_entries<Scalar, Index>(context, header, source, options);
  return {matrix.num_rows(), matrix.row_indices(), matrix.values()};
}

/// What all public readers have in common.
template <class Read>
auto read_file(std::string_view operation, const FilePath& path, const ReadOptions& options,
               Read read) try {
  require_kokkos(operation);
  const ScopedRegion region("filigree::read_matrix_market");
  const ReadContext context = ReadContext::of_file(operation, path, options);
  trace_call(context, "read");
  TextSource source = TextSource::open(context, path);
  return read(context, source);
} catch (...) {
  rethrow_as_error(operation);
}
template <class Read>
auto read_memory(std::string_view operation, std::string_view text, const ReadOptions& options,
                 Read read) try {
  require_kokkos(operation);
  const ScopedRegion region("filigree::parse_matrix_market");
  const ReadContext context = ReadContext::of_memory(operation, options);
  trace_call(context, std::to_string(text.size()) + " bytes");
  TextSource source = TextSource::from_memory(context, text);
  return read(context, source);
} catch (...) {
  rethrow_as_error(operation);
}

}  // namespace
}  // namespace detail

template <io_scalar Scalar, index_integer Index>
CooMatrix<Scalar, Index, Kokkos::HostSpace> read_matrix_market(const FilePath& path,
                                                               const ReadOptions& options) {
  return detail::read_file("read_matrix_market", path, options,
                           [&](const auto& context, auto& source) {
                             return detail::read_coo<Scalar, Index>(context, source, options);
                           });
}

template <io_scalar Scalar, index_integer Index>
CooMatrix<Scalar, Index, Kokkos::HostSpace> parse_matrix_market(std::string_view text,
                                                                const ReadOptions& options) {
  return detail::read_memory("parse_matrix_market", text, options,
                             [&](const auto& context, auto& source) {
                               return detail::read_coo<Scalar, Index>(context, source, options);
                             });
}

template <io_scalar Scalar>
HostDenseMatrix<Scalar> read_matrix_market_dense(const FilePath& path, const ReadOptions& options) {
  return detail::read_file("read_matrix_market_dense", path, options,
                           [&](const auto& context, auto& source) {
                             return detail::read_dense<Scalar>(context, source, options);
                           });
}

template <io_scalar Scalar>
HostDenseMatrix<Scalar> parse_matrix_market_dense(std::string_view text,
                                                  const ReadOptions& options) {
  return detail::read_memory("parse_matrix_market_dense", text, options,
                             [&](const auto& context, auto& source) {
                               return detail::read_dense<Scalar>(context, source, options);
                             });
}

template <io_scalar Scalar>
HostDenseVector<Scalar> read_matrix_market_vector(const FilePath& path,
                                                  const ReadOptions& options) {
  return detail::read_file("read_matrix_market_vector", path, options,
                           [&](const auto& context, auto& source) {
                             return detail::read_vector<Scalar>(context, source, options);
                           });
}

template <io_scalar Scalar>
HostDenseVector<Scalar> parse_matrix_market_vector(std::string_view text,
                                                   const ReadOptions& options) {
  return detail::read_memory("parse_matrix_market_vector", text, options,
                             [&](const auto& context, auto& source) {
                               return detail::read_vector<Scalar>(context, source, options);
                             });
}

template <io_scalar Scalar, index_integer Index>
SparseVector<Scalar, Index, Kokkos::HostSpace> read_matrix_market_sparse_vector(
    const FilePath& path, const ReadOptions& options) {
  return detail::read_file(
      "read_matrix_market_sparse_vector", path, options, [&](const auto& context, auto& source) {
        return detail::read_sparse_vector<Scalar, Index>(context, source, options);
      });
}

template <io_scalar Scalar, index_integer Index>
SparseVector<Scalar, Index, Kokkos::HostSpace> parse_matrix_market_sparse_vector(
    std::string_view text, const ReadOptions& options) {
  return detail::read_memory(
      "parse_matrix_market_sparse_vector", text, options, [&](const auto& context, auto& source) {
        return detail::read_sparse_vector<Scalar, Index>(context, source, options);
      });
}

#define FILIGREE_INSTANTIATE_SPARSE(Scalar, Index)                                      \
  template CooMatrix<Scalar, Index, Kokkos::HostSpace> detail::read_coo<Scalar, Index>( \
      const detail::ReadContext&, detail::TextSource&, const ReadOptions&);             \
  template FILIGREE_EXPORT CooMatrix<Scalar, Index, Kokkos::HostSpace>                  \
  read_matrix_market<Scalar, Index>(const FilePath&, const ReadOptions&);               \
  template FILIGREE_EXPORT CooMatrix<Scalar, Index, Kokkos::HostSpace>                  \
  parse_matrix_market<Scalar, Index>(std::string_view, const ReadOptions&);             \
  template FILIGREE_EXPORT SparseVector<Scalar, Index, Kokkos::HostSpace>               \
  read_matrix_market_sparse_vector<Scalar, Index>(const FilePath&, const ReadOptions&); \
  template FILIGREE_EXPORT SparseVector<Scalar, Index, Kokkos::HostSpace>               \
  parse_matrix_market_sparse_vector<Scalar, Index>(std::string_view, const ReadOptions&)
#define FILIGREE_INSTANTIATE(Scalar)                                                   \
  FILIGREE_INSTANTIATE_SPARSE(Scalar, std::int32_t);                                   \
  FILIGREE_INSTANTIATE_SPARSE(Scalar, std::int64_t);                                   \
  template FILIGREE_EXPORT HostDenseMatrix<Scalar> read_matrix_market_dense<Scalar>(   \
      const FilePath&, const ReadOptions&);                                            \
  template FILIGREE_EXPORT HostDenseMatrix<Scalar> parse_matrix_market_dense<Scalar>(  \
      std::string_view, const ReadOptions&);                                           \
  template FILIGREE_EXPORT HostDenseVector<Scalar> read_matrix_market_vector<Scalar>(  \
      const FilePath&, const ReadOptions&);                                            \
  template FILIGREE_EXPORT HostDenseVector<Scalar> parse_matrix_market_vector<Scalar>( \
      std::string_view, const ReadOptions&)
FILIGREE_FOR_EACH_IO_SCALAR(FILIGREE_INSTANTIATE);
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_SPARSE

}  // namespace filigree
