// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/read.hpp>

#include <string>
#include <utility>

#include <filigree/convert.hpp>

#include "binary_layout.hpp"
#include "file_names.hpp"
#include "harwell_boeing_text.hpp"
#include "host_arrays.hpp"
#include "matrix_market_header.hpp"
#include "readers.hpp"
#include "scalar_list.hpp"
#include "text_source.hpp"

namespace filigree {
namespace detail {
namespace {

/// By content; a damaged file is told by its name, so that the right reader says what is wrong.
MatrixFileFormat detect_format(const ReadContext& context, std::string_view text,
                               const std::filesystem::path& path) {
  if (is_binary(text)) return MatrixFileFormat::binary;
  if (is_matrix_market(text)) return MatrixFileFormat::matrix_market;
  if (is_harwell_boeing(text)) return MatrixFileFormat::harwell_boeing;
  if (const auto format = format_of_name(path)) return *format;
  throw_error(
      Status::not_supported,
      {context.operation, context.argument,
       context.prefix() + "neither the content nor the name tells the format",
       "a Matrix Market, Harwell-Boeing, Rutherford-Boeing or binary file",
       "name the file .mtx, .rua, .rsa, ..., .rb or .bin, or call the reader of its format"});
}

template <class Scalar, class Index>
CooMatrix<Scalar, Index, Kokkos::HostSpace> to_coo(
    const ReadContext& context, const CscMatrix<Scalar, Index, Index, Kokkos::HostSpace>& csc) {
  const Kokkos::View<Index*, Kokkos::HostSpace> cols =
      allocate_host<Index*>(context, "filigree::coo::col_indices", csc.nnz());
  const auto offsets = csc.col_offsets();
  for_each_on_host("filigree::read_matrix::columns", csc.num_cols(), [=](std::int64_t j) {
    for (std::int64_t k = offsets(j); k < offsets(j + 1); ++k) cols(k) = Index(j);
  });
  MatrixProperties properties = csc.properties();
  properties.sorted = false;  // by column, then row: COO counts rows first
  return {csc.num_rows(), csc.num_cols(), csc.row_indices(), cols, csc.values(), properties};
}

/// The matrix of a binary file as the other readers return one.
template <class Scalar, class Index>
CooMatrix<Scalar, Index, Kokkos::HostSpace> read_binary_as_coo(const ReadContext& context,
                                                               TextSource source,
                                                               const ReadOptions& options) {
  using Space = Kokkos::HostSpace;
  using Coo = CooMatrix<Scalar, Index, Space>;
  const Kokkos::DefaultHostExecutionSpace exec;
  const auto file = BinaryFile::from_source(context, std::move(source), options);
  const ConvertOptions from_zero{.index_base = IndexBase::zero, .validate = false};
  const auto finished = [&](const Coo& coo) {
    // a general matrix is copied by this, which moves its base
    const bool expands = options.expand_symmetry && coo.properties().type != MatrixType::general;
    if (expands) return expand_to_general(exec, coo, from_zero);
    return coo.index_base() == IndexBase::zero ? coo
                                               : cast_indices<Index>(exec, coo, IndexBase::zero);
  };
  switch (file.header().format) {
    case BinaryFormat::csr:
      return finished(csr_to_coo(
          exec, matrix_of<CsrMatrix<Scalar, Index, std::int64_t, Space>>(file), from_zero));
    case BinaryFormat::csc:
      return finished(csc_to_coo(
          exec, matrix_of<CscMatrix<Scalar, Index, std::int64_t, Space>>(file), from_zero));
    case BinaryFormat::coo:
      break;
  }
  return finished(matrix_of<Coo>(file));
}

MatrixFileHeader header_of(const MatrixMarketHeader& header) {
  const bool is_unsigned = header.field == MatrixMarketField::unsigned_integer;
  return {MatrixFileFormat::matrix_market,
          header.field == MatrixMarketField::complex,
          header.field == MatrixMarketField::pattern,
          header.num_rows,
          header.num_cols,
          header.num_entries,
          is_unsigned || header.field == MatrixMarketField::integer,
          is_unsigned};
}

MatrixFileHeader header_of(const HarwellBoeingHeader& header) {
  // element matrices are square, and the columns of their list are the elements
  return {MatrixFileFormat::harwell_boeing,
          header.field == HarwellBoeingField::complex,
          header.field == HarwellBoeingField::pattern,
          header.num_rows,
          header.assembled ? header.num_cols : header.num_rows,
          header.num_entries,
          header.field == HarwellBoeingField::integer};
}

MatrixFileHeader header_of(const BinaryHeader& header) {
  const bool complex =
      header.scalar == BinaryElement::complex64 || header.scalar == BinaryElement::complex128;
  return {MatrixFileFormat::binary,
          complex,
          false,
          header.num_rows,
          header.num_cols,
          header.num_entries,
          is_integer(header.scalar),
          header.scalar == BinaryElement::uint64};
}

MatrixFileHeader read_file_header(const ReadContext& context, TextSource& source,
                                  const std::filesystem::path& path) {
  switch (detect_format(context, source.window(), path)) {
    case MatrixFileFormat::binary:
      return header_of(parse_prefix(context, source.at_least(sizeof(BinaryPrefix))).header);
    case MatrixFileFormat::harwell_boeing: {
      Records records(context, source);
      return header_of(read_harwell_boeing_text(records).header);
    }
    case MatrixFileFormat::matrix_market:
      break;
  }
  return header_of(read_header(context, source));
}

}  // namespace
}  // namespace detail

MatrixFileHeader read_matrix_header(const FilePath& path, const ReadOptions& options) try {
  const auto context = detail::ReadContext::of_file("read_matrix_header", path, options).silent();
  detail::require_regular_file(context, path);
  auto source = detail::TextSource::open(context, path);
  return detail::read_file_header(context, source, path);
} catch (...) {
  detail::rethrow_as_error("read_matrix_header");
}

template <io_scalar Scalar, index_integer Index>
CooMatrix<Scalar, Index, Kokkos::HostSpace> read_matrix(const FilePath& path,
                                                        const ReadOptions& options) try {
  detail::require_kokkos("read_matrix");
  const detail::ScopedRegion region("filigree::read_matrix");
  const auto context = detail::ReadContext::of_file("read_matrix", path, options);
  detail::trace_call(context, "read");
  auto source = detail::TextSource::open(context, path);
  const auto format = detail::detect_format(context, source.window(), path);
  if (format == MatrixFileFormat::binary)
    return detail::read_binary_as_coo<Scalar, Index>(context, std::move(source), options);
  if (format == MatrixFileFormat::matrix_market)
    return detail::read_coo<Scalar, Index>(context, source, options);
  return detail::to_coo(context, detail::read_csc<Scalar, Index>(context, source, options).matrix);
} catch (...) {
  detail::rethrow_as_error("read_matrix");
}

#define FILIGREE_INSTANTIATE(Scalar, Index)                                                        \
  template FILIGREE_EXPORT CooMatrix<Scalar, Index, Kokkos::HostSpace> read_matrix<Scalar, Index>( \
      const FilePath&, const ReadOptions&)
FILIGREE_FOR_EACH_IO_TYPE(FILIGREE_INSTANTIATE);
#undef FILIGREE_INSTANTIATE

}  // namespace filigree
