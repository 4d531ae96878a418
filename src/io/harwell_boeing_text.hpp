// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/io/harwell_boeing.hpp>

#include "fortran_format.hpp"
#include "read_context.hpp"
#include "text_source.hpp"

namespace filigree::detail {

/// The records (lines) of a fixed-format file, one after the other.
class Records {
 public:
  Records(const ReadContext& context, TextSource& source) : context_(&context), source_(&source) {}

  /// The next line, without its end; it lasts until the one after it. `what` is what should stand
  /// there.
  std::string_view next(const char* what);
  std::int64_t line() const { return line_; }
  bool at_end() { return !find_line(); }
  /// An upper bound of the bytes that follow.
  std::uint64_t most_bytes() const { return source_->most_bytes(); }
  const ReadContext& context() const { return *context_; }

 private:
  bool find_line();

  const ReadContext* context_;
  TextSource* source_;
  std::size_t length_ = 0;  ///< of the line that find_line found
  std::int64_t line_ = 0;
};

/// The numbers of one section of a file: it begins with a new record.
class FieldReader {
 public:
  FieldReader(Records& records, const FortranFormat& format, const char* what)
      : records_(records),
        format_(format),
        next_(format.fields.size()),
        what_(what),
        first_line_(records.line() + 1) {}

  /// An integer in [least, greatest].
  std::int64_t read_integer(std::int64_t least, std::int64_t greatest);
  template <class Scalar>
  Scalar read_value(HarwellBoeingField field);
  /// The line in which number k of this section stands.
  std::int64_t line_of(std::int64_t k) const {
    return first_line_ + k / std::int64_t(format_.fields.size());
  }
  /// Whether an integer was rounded.
  bool rounded() const { return rounded_; }

 private:
  std::string_view next_field();
  template <class T>
  T read_integral();
  template <class Real>
  Real read_real();
  [[noreturn]] void fail_integer(std::string_view text, NumberResult result, const char* scalar);

  Records& records_;
  const FortranFormat& format_;
  std::size_t next_;
  std::string_view record_;
  const char* what_;
  std::int64_t first_line_;
  bool rounded_ = false;
};

struct HarwellBoeingText {
  HarwellBoeingHeader header;
  FortranFormat pointer_format;
  FortranFormat index_format;
  FortranFormat value_format;
  FortranFormat right_hand_side_format;
  std::string right_hand_side_type;  ///< three letters
  std::int64_t num_right_hand_side_indices = 0;
};

/// Whether the third and fourth line look like those of a Harwell-Boeing or Rutherford-Boeing file.
bool is_harwell_boeing(std::string_view text);

/// Reads the header and leaves `records` in front of the pointers.
HarwellBoeingText read_harwell_boeing_text(Records& records);

/// The line of the matrix's sizes.
inline constexpr std::int64_t harwell_boeing_size_line = 3;

/// Throws unless so many numbers can follow: each takes a character at least.
void check_promise(const Records& records, std::int64_t count, const char* what);

/// Offsets that ascend from 1 to `last`; stored from 0. A single one is 1 and `last` at once.
template <class Function>
void read_offsets(FieldReader& reader, std::int64_t count, std::int64_t last, Function store) {
  std::int64_t previous = 1;
  for (std::int64_t j = 0; j < count; ++j) {
    const std::int64_t least = j == count - 1 ? last : previous;
    const std::int64_t greatest = j == 0 && count > 1 ? 1 : last;
    previous = reader.read_integer(least, greatest);
    store(j, previous - 1);
  }
}

}  // namespace filigree::detail
