// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/io/harwell_boeing.hpp>

#include "fortran_format.hpp"
#include "read_context.hpp"

namespace filigree::detail {

/// The records (lines) of a fixed-format file, one after the other.
class Records {
 public:
  Records(const ReadContext& context, std::string_view text) : context_(&context), rest_(text) {}

  /// The next line, without its end. `what` is what should stand there.
  std::string_view next(const char* what);
  std::int64_t line() const { return line_; }
  std::string_view rest() const { return rest_; }
  const ReadContext& context() const { return *context_; }

 private:
  const ReadContext* context_;
  std::string_view rest_;
  std::int64_t line_ = 0;
};

/// The numbers of one section of a file: it begins with a new record.
class FieldReader {
 public:
  FieldReader(Records& records, const FortranFormat& format, const char* what)
      : records_(records), format_(format), next_(format.fields.size()), what_(what) {}

  /// An integer in [least, greatest].
  std::int64_t read_integer(std::int64_t least, std::int64_t greatest);
  template <class Scalar>
  Scalar read_value(HarwellBoeingField field);

 private:
  std::string_view next_field();
  template <class Real>
  Real read_real();

  Records& records_;
  const FortranFormat& format_;
  std::size_t next_;
  std::string_view record_;
  const char* what_;
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

}  // namespace filigree::detail
