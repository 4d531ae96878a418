// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/matrix_market.hpp>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "host_arrays.hpp"
#include "matrix_market_body.hpp"
#include "matrix_market_header.hpp"
#include "readers.hpp"
#include "scalar_list.hpp"
#include "text_source.hpp"
#include "triangles.hpp"

namespace filigree {
namespace detail {
namespace {

template <class T>
using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;

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

/// The entry that mirrors `value`.
template <class Scalar>
Scalar mirrored(const Scalar& value, MatrixMarketSymmetry symmetry) {
  if (symmetry == MatrixMarketSymmetry::skew_symmetric) return Scalar(-value);
  return symmetry == MatrixMarketSymmetry::hermitian ? conjugate(value) : value;
}

/// Operations take the diagonal of a Hermitian matrix as it is, so it is made real. Coordinate
/// files are looked at by line; this is for what an array file stores, column by column.
template <class Scalar>
void make_diagonal_real(const ReadContext& context, const MatrixMarketHeader& header,
                        Scalar* triangle) {
  if constexpr (is_complex_v<Scalar>) {
    if (header.symmetry != MatrixMarketSymmetry::hermitian) return;
    bool dropped = false;
    for (std::int64_t j = 0, k = 0; j < header.num_rows; k += header.num_rows - j++) {
      if (triangle[k].imag() == 0) continue;
      triangle[k] = Scalar(triangle[k].real());
      dropped = true;
    }
    if (dropped) context.note("imaginary parts on the diagonal of a hermitian matrix are dropped");
  }
}

template <class Scalar, class Index>
struct Triplets {
  HostArray<Index> rows;
  HostArray<Index> cols;
  HostArray<Scalar> values;

  Triplets(const ReadContext& context, std::int64_t nnz)
      : rows(allocate_host<Index*>(context, "filigree::coo::row_indices", nnz)),
        cols(allocate_host<Index*>(context, "filigree::coo::col_indices", nnz)),
        values(allocate_host<Scalar*>(context, "filigree::coo::values", nnz)) {}
};

/// Both triangles: the entries as they are, then the mirrored ones in the same order.
template <class Scalar, class Index>
Triplets<Scalar, Index> expand(const ReadContext& context, MatrixMarketSymmetry symmetry,
                               const Triplets<Scalar, Index>& half) {
  const std::int64_t stored = std::int64_t(half.values.extent(0));
  std::int64_t num_mirrored = 0;
  const HostPolicy policy(0, stored);
  const auto rows = half.rows;
  const auto cols = half.cols;
  Kokkos::parallel_reduce(
      "filigree::read_matrix_market::count_mirrored", policy,
      [=](std::int64_t k, std::int64_t& sum) { sum += rows(k) != cols(k); }, num_mirrored);
  const Triplets<Scalar, Index> full(context, stored + num_mirrored);
  const auto values = half.values;
  Kokkos::parallel_scan("filigree::read_matrix_market::expand", policy,
                        [=](std::int64_t k, std::int64_t& place, bool final) {
                          const bool diagonal = rows(k) == cols(k);
                          if (final) {
                            full.rows(k) = rows(k);
                            full.cols(k) = cols(k);
                            full.values(k) = values(k);
                          }
                          if (final && !diagonal) {
                            full.rows(stored + place) = cols(k);
                            full.cols(stored + place) = rows(k);
                            full.values(stored + place) = mirrored(values(k), symmetry);
                          }
                          if (!diagonal) ++place;
                        });
  policy.space().fence("filigree::read_matrix_market::expand");
  return full;
}

template <class Scalar>
MatrixProperties stored_properties(MatrixMarketSymmetry symmetry) {
  MatrixProperties properties;
  if (symmetry == MatrixMarketSymmetry::symmetric) properties.type = MatrixType::symmetric;
  // The real part of a Hermitian matrix is symmetric.
  if (symmetry == MatrixMarketSymmetry::hermitian)
    properties.type = is_complex_v<Scalar> ? MatrixType::hermitian : MatrixType::symmetric;
  return properties;
}

/// Puts entries above the diagonal below it, as files of these kinds should have them.
template <class Scalar, class Index>
void fold(const ReadContext& context, const MatrixMarketHeader& header, std::string_view body,
          bool entry_in_each_line, Triplets<Scalar, Index>& entries) {
  const auto line_of = [&](std::int64_t k) {
    return entry_in_each_line ? header.size_line + 1 + k : line_of_entry(header, body, k);
  };
  const auto conflict = [&](std::int64_t below, std::int64_t above) {
    const std::string row = std::to_string(entries.rows(below) + 1);
    const std::string col = std::to_string(entries.cols(below) + 1);
    const bool known = entry_in_each_line || !body.empty();
    const std::string at = known ? " in line " + std::to_string(line_of(below)) : "";
    context.fail(known ? line_of(above) : header.size_line,
                 "the entry (" + col + ", " + row + ") is not the mirror image of (" + row + ", " +
                     col + ")" + at,
                 "one of the two, or both with values that a " +
                     std::string(name(header.symmetry)) + " matrix has there",
                 "correct one of the two, or declare the matrix general");
  };
  const auto folded = fold_triangles(
      entries.rows.data(), entries.cols.data(), entries.values.data(), header.num_entries,
      header.field == MatrixMarketField::pattern,
      [&](const Scalar& value) { return mirrored(value, header.symmetry); }, conflict);
  note_folded(context, folded, header.num_entries);
  const auto kept = std::pair<std::int64_t, std::int64_t>(0, folded.num_entries);
  entries.rows = Kokkos::subview(entries.rows, kept);
  entries.cols = Kokkos::subview(entries.cols, kept);
  entries.values = Kokkos::subview(entries.values, kept);
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
