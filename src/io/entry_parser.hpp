// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include <filigree/core/types.hpp>
#include <filigree/io/matrix_market.hpp>

#include "number.hpp"
#include "read_context.hpp"

namespace filigree::detail {

/// What is wrong with a line of entries.
enum class LineProblem {
  none,
  row_missing,
  col_missing,
  value_missing,
  value_malformed,
  value_overflow,
  value_inexact,
  trailing_text,
  row_out_of_range,
  col_out_of_range,
  diagonal_not_zero,
  too_long,
  excess,
};

/// What was taken otherwise than it stands, one bit a kind.
enum EntryNote : unsigned {
  entry_above_diagonal = 1,
  entry_rounded = 2,
  entry_imaginary_dropped = 4,
  entry_value_ignored = 8,
  entry_comment_ignored = 16,
};

/// The longest text of an entry, blanks and comments around it not counted.
inline constexpr std::ptrdiff_t longest_entry = 1024;

/// The outcome of parsing a run of lines. Lines count from 0 in the run.
struct RunResult {
  std::int64_t num_lines = 0;
  std::int64_t num_entries = 0;
  LineProblem problem = LineProblem::none;  ///< the first one; what follows was not read
  std::int64_t problem_line = 0;
  const char* line_begin = nullptr;
  const char* problem_at = nullptr;
  unsigned notes = 0;  ///< of EntryNote
};

/// Where entries go. Arrays may be null where capacity is 0.
template <class Scalar, class Index>
struct EntryArrays {
  Index* row_indices = nullptr;  ///< null for array files
  Index* col_indices = nullptr;
  Scalar* values = nullptr;
  std::int64_t capacity = 0;
};

template <class Scalar>
struct RealPart {
  using type = Scalar;
};
template <class Real>
struct RealPart<Kokkos::complex<Real>> {
  using type = Real;
};

/// Parses the entry lines of one Matrix Market file: a run of lines at a time, without allocation
/// and without exceptions, so that runs can be parsed by several threads.
template <class Scalar, class Index>
class EntryParser {
  using Real = typename RealPart<Scalar>::type;

 public:
  EntryParser(const MatrixMarketHeader& header, const EntryArrays<Scalar, Index>& out,
              const ReadContext& context)
      : out_(out),
        num_rows_(header.num_rows),
        num_cols_(header.num_cols),
        field_(header.field),
        coordinate_(header.format == MatrixMarketFormat::coordinate),
        vector_(header.object == MatrixMarketObject::vector),
        triangle_(header.symmetry != MatrixMarketSymmetry::general),
        skew_(header.symmetry == MatrixMarketSymmetry::skew_symmetric),
        integer_(header.field == MatrixMarketField::integer ||
                 header.field == MatrixMarketField::unsigned_integer),
        unsigned_(header.field == MatrixMarketField::unsigned_integer),
        hermitian_(header.symmetry == MatrixMarketSymmetry::hermitian),
        round_(context.round_integers),
        lenient_(context.lenient) {}

  /// Parses the lines in [p, end), the last character of which is a line end; the first entry goes
  /// to place `slot`. Entries beyond the capacity are an error or, where `slot` is only an upper
  /// bound, counted and not stored.
  RunResult parse(const char* p, const char* end, std::int64_t slot, bool slot_is_exact) const {
    RunResult result;
    while (p != end) {
      p = skip_blanks(p);
      if (*p == '%') {
        p = line_end(p, end);
      } else if (*p != '\n') {
        Entry entry;
        const std::int64_t k = slot + result.num_entries;
        const char* at = p;
        LineProblem problem = parse_entry(at, end, entry, result.notes);
        if (problem == LineProblem::none && at - p > longest_entry) problem = too_long(p, at);
        if (k >= out_.capacity && slot_is_exact) problem = LineProblem::excess;
        if (problem != LineProblem::none) {
          result.problem = problem;
          result.problem_line = result.num_lines;
          result.line_begin = p;
          result.problem_at = at;
          return result;
        }
        if (k < out_.capacity) store(k, entry);
        ++result.num_entries;
        p = at;
      }
      ++p;
      ++result.num_lines;
    }
    return result;
  }

 private:
  struct Entry {
    std::int64_t row = 1;
    std::int64_t col = 1;
    Scalar value{1};
  };

  static const char* line_end(const char* p, const char* end) {
    return static_cast<const char*>(std::memchr(p, '\n', std::size_t(end - p)));
  }

  /// Blanks behind an entry do not count.
  static LineProblem too_long(const char* begin, const char* end) {
    while (end != begin && is_blank(end[-1])) --end;
    return end - begin > longest_entry ? LineProblem::too_long : LineProblem::none;
  }

  void store(std::int64_t k, const Entry& entry) const {
    if (coordinate_) {
      out_.row_indices[k] = static_cast<Index>(entry.row - 1);
      out_.col_indices[k] = static_cast<Index>(entry.col - 1);
    }
    out_.values[k] = entry.value;
  }

  /// Moves `p` to the line's end or to the problem. Inlined, like what it calls for every line, so
  /// that the place in the text stays in a register.
  [[gnu::always_inline]] LineProblem parse_entry(const char*& p, const char* end, Entry& entry,
                                                 unsigned& notes) const {
    LineProblem problem = LineProblem::none;
    if (coordinate_) {
      problem = parse_index(p, end, num_rows_, entry.row, LineProblem::row_missing,
                            LineProblem::row_out_of_range);
      if (problem == LineProblem::none && !vector_)
        problem = parse_index(p, end, num_cols_, entry.col, LineProblem::col_missing,
                              LineProblem::col_out_of_range);
    }
    if (problem == LineProblem::none && field_ != MatrixMarketField::pattern)
      problem = parse_value(p, end, entry.value, notes);
    if (problem != LineProblem::none) return problem;
    if (*p != '\n') {
      if (!lenient_ || !ignores_rest(p, notes)) return LineProblem::trailing_text;
      p = line_end(p, end);
    }
    if (triangle_ && coordinate_) return check_place(entry, notes);
    return is_mirrored_beyond(entry) ? LineProblem::value_overflow : problem;
  }

  /// Whether the mirror image of an entry of an array is no number of the type.
  bool is_mirrored_beyond(const Entry& entry) const {
    if constexpr (std::is_integral_v<Scalar> && std::is_signed_v<Scalar>)
      return skew_ && !coordinate_ && entry.value == std::numeric_limits<Scalar>::min();
    else
      return false;
  }

  /// What lenient reading leaves unread: a comment, and values of a pattern.
  bool ignores_rest(const char* p, unsigned& notes) const {
    const bool comment = *p == '%';
    notes |= comment ? entry_comment_ignored : entry_value_ignored;
    return comment || field_ == MatrixMarketField::pattern;
  }

  /// Files of these kinds hold the lower triangle; what stands above it is put there later.
  LineProblem check_place(Entry& entry, unsigned& notes) const {
    if (entry.row < entry.col) notes |= entry_above_diagonal;
    if (entry.row != entry.col) {
      // the mirror image of the least integer is none
      if constexpr (std::is_integral_v<Scalar>)
        if (skew_ && entry.value == std::numeric_limits<Scalar>::min())
          return LineProblem::value_overflow;
      return LineProblem::none;
    }
    if (skew_ && entry.value != Scalar(0)) return LineProblem::diagonal_not_zero;
    if constexpr (is_complex_v<Scalar>)
      if (hermitian_ && entry.value.imag() != 0) {
        notes |= entry_imaginary_dropped;
        entry.value = Scalar(entry.value.real());
      }
    return LineProblem::none;
  }

  [[gnu::always_inline]] static LineProblem parse_index(const char*& p, const char* end,
                                                        std::int64_t limit, std::int64_t& index,
                                                        LineProblem missing,
                                                        LineProblem out_of_range) {
    const char* const begin = p;
    if (!parse_size(p, end, index) || !(is_blank(*p) || *p == '\n')) {
      p = begin;
      return missing;
    }
    // One comparison for both bounds: 0 becomes the largest unsigned number.
    if (std::uint64_t(index) - 1 >= std::uint64_t(limit)) {
      p = begin;
      return out_of_range;
    }
    p = skip_blanks(p);
    return LineProblem::none;
  }

  LineProblem parse_value(const char*& p, const char* end, Scalar& value, unsigned& notes) const {
    Real real = 0;
    LineProblem problem = parse_part(p, end, real, notes);
    if (problem != LineProblem::none) return problem;
    Real imaginary = 0;
    if (field_ == MatrixMarketField::complex) problem = parse_part(p, end, imaginary, notes);
    if constexpr (is_complex_v<Scalar>)
      value = Scalar(real, imaginary);
    else
      value = real;
    return problem;
  }

  [[gnu::always_inline]] NumberResult parse_number(const char*& p, const char* end,
                                                   Real& value) const {
    if constexpr (!std::is_integral_v<Real>)
      if (!integer_) return parse_real(p, end, value);
    return unsigned_ && *p == '-' ? NumberResult::malformed : parse_integer(p, end, value);
  }

  /// One number, and the blanks behind it.
  LineProblem parse_part(const char*& p, const char* end, Real& value, unsigned& notes) const {
    const char* const begin = p;
    const NumberResult result = parse_number(p, end, value);
    if (result == NumberResult::ok && (is_blank(*p) || *p == '\n')) {
      p = skip_blanks(p);
      return LineProblem::none;
    }
    return doubtful_part(result, begin, p, notes);
  }

  /// A number that was rounded, or none.
  LineProblem doubtful_part(NumberResult result, const char* begin, const char*& p,
                            unsigned& notes) const {
    if (result == NumberResult::inexact && (is_blank(*p) || *p == '\n')) {
      p = round_ ? skip_blanks(p) : begin;
      notes |= entry_rounded;
      return round_ ? LineProblem::none : LineProblem::value_inexact;
    }
    p = begin;
    if (result == NumberResult::overflow) return LineProblem::value_overflow;
    return *p == '\n' ? LineProblem::value_missing : LineProblem::value_malformed;
  }

  EntryArrays<Scalar, Index> out_;
  std::int64_t num_rows_;
  std::int64_t num_cols_;
  MatrixMarketField field_;
  bool coordinate_;
  bool vector_;
  bool triangle_;
  bool skew_;
  bool integer_;
  bool unsigned_;
  bool hermitian_;
  bool round_;
  bool lenient_;
};

}  // namespace filigree::detail
