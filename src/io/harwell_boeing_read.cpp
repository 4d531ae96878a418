// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/harwell_boeing.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "csc_build.hpp"
#include "harwell_boeing_right_hand_sides.hpp"
#include "harwell_boeing_text.hpp"
#include "host_arrays.hpp"
#include "readers.hpp"
#include "scalar_list.hpp"
#include "text_source.hpp"
#include "triangles.hpp"

namespace filigree {
namespace detail {
namespace {

constexpr std::int64_t size_line = harwell_boeing_size_line;

bool is_triangle(HarwellBoeingSymmetry symmetry) {
  return symmetry != HarwellBoeingSymmetry::unsymmetric &&
         symmetry != HarwellBoeingSymmetry::rectangular;
}

/// Reads one matrix, and what follows it, from records that stand behind the header.
template <class Scalar, class Index>
class MatrixReader {
 public:
  MatrixReader(Records& records, HarwellBoeingText text, const ReadOptions& options)
      : records_(records),
        context_(records.context()),
        text_(std::move(text)),
        header_(text_.header),
        options_(options),
        pattern_(header_.field == HarwellBoeingField::pattern),
        triangle_(is_triangle(header_.symmetry)),
        skew_(header_.symmetry == HarwellBoeingSymmetry::skew_symmetric),
        hermitian_(header_.symmetry == HarwellBoeingSymmetry::hermitian && is_complex_v<Scalar> &&
                   header_.field == HarwellBoeingField::complex) {}

  HarwellBoeingMatrix<Scalar, Index> read() {
    check_types();
    HarwellBoeingMatrix<Scalar, Index> result;
    result.matrix = header_.assembled ? read_assembled() : read_elements();
    const bool has_right_hand_sides = header_.num_right_hand_sides > 0;
    if (has_right_hand_sides && options_.right_hand_sides)
      RightHandSideReader<Scalar>(records_, text_, options_).read(result);
    if (!has_right_hand_sides || options_.right_hand_sides) check_end();
    result.header = std::move(text_.header);
    return result;
  }

 private:
  void check_types() const {
    const bool complex = header_.field == HarwellBoeingField::complex;
    if (std::is_integral_v<Scalar> && (complex || header_.field == HarwellBoeingField::real))
      context_.fail(size_line,
                    std::string(complex ? "complex" : "real") +
                        " values are read into the scalar type " + scalar_name<Scalar>,
                    "integers or a pattern", "read into double or complex_double",
                    Status::not_supported);
    if (std::is_unsigned_v<Scalar> && header_.symmetry == HarwellBoeingSymmetry::skew_symmetric)
      context_.fail(size_line,
                    std::string("a skew-symmetric matrix is read into the scalar type ") +
                        scalar_name<Scalar>,
                    "a type with a sign", "read into std::int64_t or double",
                    Status::not_supported);
    if (complex && !is_complex_v<Scalar> && !options_.discard_imaginary)
      context_.fail(
          size_line,
          std::string("complex values are read into the scalar type ") + scalar_name<Scalar>,
          "complex_float or complex_double",
          "read into a complex type, or set ReadOptions::discard_imaginary", Status::not_supported);
    check_index_range<Index>(context_, size_line, "rows", header_.num_rows);
    // Offsets are of the index type.
    constexpr std::int64_t largest = std::numeric_limits<Index>::max() - 1;
    check_index_range<Index>(context_, size_line, "columns", header_.num_cols, largest);
    check_index_range<Index>(context_, size_line, "entries", header_.num_entries, largest);
    if (header_.num_cols == 0 && header_.num_entries > 0)
      context_.fail(size_line, std::to_string(header_.num_entries) + " entries in 0 columns",
                    "no entries", "check the sizes");
    check_promise(records_, header_.num_cols + 1, "pointers");
    check_promise(records_, header_.num_entries, "row indices");
  }

  HostCsc<Scalar, Index> read_assembled() {
    if (!pattern_) check_promise(records_, header_.num_entries, "values");
    CscArrays<Scalar, Index> csc(context_, header_.num_cols, header_.num_entries);
    FieldReader pointers(records_, text_.pointer_format, "the pointers");
    read_offsets(pointers, header_.num_cols + 1, header_.num_entries + 1,
                 [&](std::int64_t j, std::int64_t offset) { csc.col_offsets(j) = Index(offset); });
    bool ascending = true;
    bool above = false;
    FieldReader indices(records_, text_.index_format, "the row indices");
    for (std::int64_t j = 0; j < header_.num_cols; ++j) {
      std::int64_t previous = -1;
      for (std::int64_t k = csc.col_offsets(j); k < csc.col_offsets(j + 1); ++k) {
        const std::int64_t row = indices.read_integer(1, header_.num_rows) - 1;
        above = above || (triangle_ && row < j);
        if (skew_ && pattern_ && row == j) fail_on_diagonal(j);
        ascending = ascending && row > previous;
        csc.row_indices(k) = Index(row);
        previous = row;
      }
    }
    read_values(csc);
    if (above) {
      fold(indices, csc);
      ascending = false;
    }
    return finish(csc, header_.num_rows, ascending);
  }

  [[noreturn]] void fail_on_diagonal(std::int64_t col) const {
    context_.fail(records_.line(), "column " + std::to_string(col + 1) + " has a diagonal entry",
                  "zero, as the matrix is skew-symmetric", "declare the matrix unsymmetric");
  }

  Scalar mirror(const Scalar& value) const {
    if (skew_) return Scalar(-value);
    return hermitian_ ? conjugate(value) : value;
  }

  /// Puts entries above the diagonal below it. Those of a column keep their order.
  void fold(const FieldReader& indices, CscArrays<Scalar, Index>& csc) const {
    const auto nnz = std::size_t(header_.num_entries);
    std::vector<Index> rows(csc.row_indices.data(), csc.row_indices.data() + nnz), cols(nnz);
    std::vector<Scalar> values(csc.values.data(), csc.values.data() + nnz);
    for (std::int64_t j = 0; j < header_.num_cols; ++j)
      for (std::int64_t k = csc.col_offsets(j); k < csc.col_offsets(j + 1); ++k)
        cols[std::size_t(k)] = Index(j);
    const auto conflict = [&](std::int64_t below, std::int64_t above) {
      const std::string row = std::to_string(rows[std::size_t(below)] + 1);
      const std::string col = std::to_string(cols[std::size_t(below)] + 1);
      context_.fail(indices.line_of(above),
                    "the entry (" + col + ", " + row + ") is not the mirror image of (" + row +
                        ", " + col + ") in line " + std::to_string(indices.line_of(below)),
                    "one of the two, or both with the values that the matrix type asks for",
                    "correct one of the two, or declare the matrix unsymmetric");
    };
    const auto folded = fold_triangles(
        rows.data(), cols.data(), values.data(), header_.num_entries, pattern_,
        [&](const Scalar& value) { return mirror(value); }, conflict);
    note_folded(context_, folded, header_.num_entries);
    csc = CscArrays<Scalar, Index>(context_, header_.num_cols, folded.num_entries);
    std::vector<Index> next(std::size_t(header_.num_cols) + 1, 0);
    for (std::int64_t k = 0; k < folded.num_entries; ++k)
      ++next[std::size_t(cols[std::size_t(k)]) + 1];
    for (std::size_t j = 1; j < next.size(); ++j) next[j] += next[j - 1];
    std::copy(next.begin(), next.end(), csc.col_offsets.data());
    for (std::size_t k = 0; k < std::size_t(folded.num_entries); ++k) {
      const std::size_t place = std::size_t(next[std::size_t(cols[k])]++);
      csc.row_indices(place) = rows[k];
      csc.values(place) = values[k];
    }
  }

  /// Operations take the diagonal of a Hermitian matrix as it is: it is made real.
  Scalar on_diagonal(const Scalar& value) {
    if constexpr (is_complex_v<Scalar>) {
      if (hermitian_ && value.imag() != 0) {
        imaginary_dropped_ = true;
        return Scalar(value.real());
      }
    }
    return value;
  }

  void note_values(const FieldReader& values) const {
    if (values.rounded())
      context_.note(std::string("integers that ") + scalar_name<Scalar> +
                    " does not hold are rounded");
    if (imaginary_dropped_)
      context_.note("imaginary parts on the diagonal of a Hermitian matrix are dropped");
  }

  void read_values(CscArrays<Scalar, Index>& csc) {
    if (pattern_) return Kokkos::deep_copy(csc.values, Scalar(1));
    FieldReader values(records_, text_.value_format, "the values");
    for (std::int64_t j = 0; j < header_.num_cols; ++j) {
      for (std::int64_t k = csc.col_offsets(j); k < csc.col_offsets(j + 1); ++k) {
        csc.values(k) = values.template read_value<Scalar>(header_.field);
        if (csc.row_indices(k) == j) {
          if (skew_ && csc.values(k) != Scalar(0)) fail_on_diagonal(j);
          csc.values(k) = on_diagonal(csc.values(k));
        } else if (skew_ && has_no_negative(csc.values(k))) {
          context_.fail(records_.line(), "a value is the least that its type holds",
                        "one with a mirror image, as the matrix is skew-symmetric",
                        "declare the matrix unsymmetric");
        }
      }
    }
    note_values(values);
  }

  static bool has_no_negative(const Scalar& value) {
    return std::is_integral_v<Scalar> && value == Scalar(std::numeric_limits<Scalar>::min());
  }

  /// Expands what is to be expanded and sets the properties.
  HostCsc<Scalar, Index> finish(CscArrays<Scalar, Index> csc, std::int64_t num_rows,
                                bool ascending) const {
    MatrixProperties properties;
    properties.sorted = properties.unique = ascending;
    if (skew_ || (triangle_ && options_.expand_symmetry)) {
      csc = expand_lower(context_, csc, [&](const Scalar& value) { return mirror(value); });
    } else if (triangle_) {
      properties.type = hermitian_ ? MatrixType::hermitian : MatrixType::symmetric;
    }
    const std::int64_t num_cols = std::int64_t(csc.col_offsets.extent(0)) - 1;
    return {num_rows, num_cols, csc.col_offsets, csc.row_indices, csc.values, properties};
  }

  /// The variables of each element, then the values of each: the lower triangle or all, by columns.
  HostCsc<Scalar, Index> read_elements() {
    if (header_.symmetry == HarwellBoeingSymmetry::skew_symmetric ||
        header_.symmetry == HarwellBoeingSymmetry::rectangular)
      context_.fail(size_line, "a skew-symmetric or rectangular matrix is given by elements",
                    "symmetric or unsymmetric elements", "assemble the matrix first",
                    Status::not_supported);
    if (header_.num_rows > header_.num_entries)
      context_.fail(size_line,
                    std::to_string(header_.num_rows) + " variables in elements that name " +
                        std::to_string(header_.num_entries),
                    "each variable in an element", "check the sizes");
    std::vector<std::int64_t> offsets(std::size_t(header_.num_cols) + 1);
    FieldReader pointers(records_, text_.pointer_format, "the pointers");
    read_offsets(pointers, header_.num_cols + 1, header_.num_entries + 1,
                 [&](std::int64_t j, std::int64_t offset) { offsets[std::size_t(j)] = offset; });
    std::vector<std::int64_t> variables(std::size_t(header_.num_entries));
    FieldReader indices(records_, text_.index_format, "the variables");
    for (std::int64_t& variable : variables)
      variable = indices.read_integer(1, header_.num_rows) - 1;

    const std::int64_t num_values = count_element_values(offsets);
    std::vector<ElementEntry<Scalar>> entries;
    entries.reserve(std::size_t(num_values));
    FieldReader values(records_, text_.value_format, "the values");
    for (std::size_t e = 0; e + 1 < offsets.size(); ++e)
      read_element({variables.data() + offsets[e], std::size_t(offsets[e + 1] - offsets[e])},
                   values, entries);
    note_values(values);
    return finish(assemble<Scalar, Index>(context_, header_.num_rows, entries, pattern_),
                  header_.num_rows, true);
  }

  /// How many entries the elements have, checked against what the file and the memory limit allow.
  std::int64_t count_element_values(const std::vector<std::int64_t>& offsets) const {
    const std::uint64_t limit = options_.max_bytes / sizeof(ElementEntry<Scalar>);
    std::uint64_t count = 0;
    for (std::size_t e = 0; e + 1 < offsets.size(); ++e) {
      // Sizes stay below the number of the file's bytes, so a product of two fits.
      const auto size = std::uint64_t(offsets[e + 1] - offsets[e]);
      count += triangle_ ? size * (size + 1) / 2 : size * size;
      if (pattern_ && count > limit)
        context_.fail(size_line,
                      "the elements have more than " + std::to_string(limit) + " entries",
                      "at most ReadOptions::max_bytes = " + std::to_string(options_.max_bytes) +
                          " bytes to assemble them",
                      "raise ReadOptions::max_bytes if the file is to be trusted",
                      Status::insufficient_resources);
      if (!pattern_ && count > std::uint64_t(header_.num_element_values)) break;
    }
    if (!pattern_ && count != std::uint64_t(header_.num_element_values))
      context_.fail(size_line, std::to_string(header_.num_element_values) + " element values",
                    "as many as the elements have entries",
                    "check the fourth size and the pointers");
    if (!pattern_) check_promise(records_, std::int64_t(count), "element values");
    return std::int64_t(count);
  }

  void read_element(std::span<const std::int64_t> variables, FieldReader& values,
                    std::vector<ElementEntry<Scalar>>& entries) {
    for (std::size_t b = 0; b < variables.size(); ++b) {
      for (std::size_t a = triangle_ ? b : 0; a < variables.size(); ++a) {
        ElementEntry<Scalar> entry{variables[a], variables[b], Scalar(1)};
        if (!pattern_) entry.value = values.template read_value<Scalar>(header_.field);
        if (triangle_ && entry.row < entry.col) {
          std::swap(entry.row, entry.col);
          if (header_.symmetry == HarwellBoeingSymmetry::hermitian)
            entry.value = conjugate(entry.value);
        }
        if (entry.row == entry.col) entry.value = on_diagonal(entry.value);
        entries.push_back(entry);
      }
    }
  }

  void check_end() {
    while (!records_.at_end()) {
      std::string_view text = records_.next("the end of the file");
      text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
      if (!text.empty())
        context_.fail(records_.line(), "there is " + in_quotes(text) + " behind the last number",
                      "the end of the file", "check the sizes in the third line");
    }
  }

  Records& records_;
  const ReadContext& context_;
  HarwellBoeingText text_;
  const HarwellBoeingHeader& header_;
  const ReadOptions& options_;
  bool pattern_;
  bool triangle_;
  bool skew_;
  bool hermitian_;
  bool imaginary_dropped_ = false;
};

}  // namespace

template <class Scalar, class Index>
HarwellBoeingMatrix<Scalar, Index> read_csc(const ReadContext& context, TextSource& source,
                                            const ReadOptions& options) {
  Records records(context, source);
  HarwellBoeingText text = read_harwell_boeing_text(records);
  return MatrixReader<Scalar, Index>(records, std::move(text), options).read();
}

}  // namespace detail

template <io_scalar Scalar, index_integer Index>
HarwellBoeingMatrix<Scalar, Index> read_harwell_boeing(const FilePath& path,
                                                       const ReadOptions& options) try {
  detail::require_kokkos("read_harwell_boeing");
  const detail::ScopedRegion region("filigree::read_harwell_boeing");
  const auto context = detail::ReadContext::of_file("read_harwell_boeing", path, options);
  detail::trace_call(context, "read");
  auto source = detail::TextSource::open(context, path);
  return detail::read_csc<Scalar, Index>(context, source, options);
} catch (...) {
  detail::rethrow_as_error("read_harwell_boeing");
}

template <io_scalar Scalar, index_integer Index>
HarwellBoeingMatrix<Scalar, Index> parse_harwell_boeing(std::string_view text,
                                                        const ReadOptions& options) try {
  detail::require_kokkos("parse_harwell_boeing");
  const detail::ScopedRegion region("filigree::parse_harwell_boeing");
  const auto context = detail::ReadContext::of_memory("parse_harwell_boeing", options);
  detail::trace_call(context, std::to_string(text.size()) + " bytes");
  auto source = detail::TextSource::from_memory(context, text);
  return detail::read_csc<Scalar, Index>(context, source, options);
} catch (...) {
  detail::rethrow_as_error("parse_harwell_boeing");
}

#define FILIGREE_INSTANTIATE(Scalar, Index)                                                        \
  template HarwellBoeingMatrix<Scalar, Index> detail::read_csc<Scalar, Index>(                     \
      const detail::ReadContext&, detail::TextSource&, const ReadOptions&);                        \
  template FILIGREE_EXPORT HarwellBoeingMatrix<Scalar, Index> read_harwell_boeing<Scalar, Index>(  \
      const FilePath&, const ReadOptions&);                                                        \
  template FILIGREE_EXPORT HarwellBoeingMatrix<Scalar, Index> parse_harwell_boeing<Scalar, Index>( \
      std::string_view, const ReadOptions&)
FILIGREE_FOR_EACH_IO_TYPE(FILIGREE_INSTANTIATE);
#undef FILIGREE_INSTANTIATE

}  // namespace filigree
