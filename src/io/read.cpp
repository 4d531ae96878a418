// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/read.hpp>

#include <string>

#include "harwell_boeing_text.hpp"
#include "host_arrays.hpp"
#include "matrix_market_header.hpp"
#include "readers.hpp"
#include "text_source.hpp"

namespace filigree {
namespace detail {
namespace {

enum class FileFormat { matrix_market, harwell_boeing };

/// By content; a damaged file is told by its name, so that the right reader says what is wrong.
FileFormat detect_format(const ReadContext& context, std::string_view text,
                         std::filesystem::path path) {
  if (is_matrix_market(text)) return FileFormat::matrix_market;
  if (is_harwell_boeing(text)) return FileFormat::harwell_boeing;
  if (path.extension() == ".gz") path.replace_extension();
  std::string extension = path.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (extension == ".mtx" || extension == ".mm") return FileFormat::matrix_market;
  const auto one_of = [](char letter, std::string_view letters) {
    return letters.find(letter) != std::string_view::npos;
  };
  const bool typed = extension.size() == 4 && one_of(extension[1], "rcpi") &&
                     one_of(extension[2], "usrhz") && one_of(extension[3], "ae");
  if (typed || extension == ".rb" || extension == ".hb") return FileFormat::harwell_boeing;
  throw_error(Status::not_supported,
              {context.operation, context.argument,
               context.prefix() + "neither the content nor the name tells the format",
               "a Matrix Market, Harwell-Boeing or Rutherford-Boeing file",
               "name the file .mtx, .rua, .rsa, ..., or .rb, or call the reader of its format"});
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

}  // namespace
}  // namespace detail

template <io_scalar Scalar, index_integer Index>
CooMatrix<Scalar, Index, Kokkos::HostSpace> read_matrix(const std::filesystem::path& path,
                                                        const ReadOptions& options) {
  detail::require_kokkos("read_matrix");
  const detail::ScopedRegion region("filigree::read_matrix");
  const auto context = detail::ReadContext::of_file("read_matrix", path, options);
  detail::trace_call(context, "read");
  const auto source = detail::TextSource::open(context, path);
  if (detail::detect_format(context, source.text(), path) == detail::FileFormat::matrix_market)
    return detail::read_coo<Scalar, Index>(context, source.text(), options);
  return detail::to_coo(context,
                        detail::read_csc<Scalar, Index>(context, source.text(), options).matrix);
}

#define FILIGREE_INSTANTIATE(Scalar, Index)                                                        \
  template FILIGREE_EXPORT CooMatrix<Scalar, Index, Kokkos::HostSpace> read_matrix<Scalar, Index>( \
      const std::filesystem::path&, const ReadOptions&)
FILIGREE_INSTANTIATE(float, std::int32_t);
FILIGREE_INSTANTIATE(float, std::int64_t);
FILIGREE_INSTANTIATE(double, std::int32_t);
FILIGREE_INSTANTIATE(double, std::int64_t);
FILIGREE_INSTANTIATE(complex_float, std::int32_t);
FILIGREE_INSTANTIATE(complex_float, std::int64_t);
FILIGREE_INSTANTIATE(complex_double, std::int32_t);
FILIGREE_INSTANTIATE(complex_double, std::int64_t);
#undef FILIGREE_INSTANTIATE

}  // namespace filigree
