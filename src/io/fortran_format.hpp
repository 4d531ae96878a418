// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "number.hpp"

namespace filigree::detail {

/// One number of a fixed-format record.
struct FortranField {
  std::size_t column;  ///< from 0
  std::size_t width;
  int digits;  ///< behind the decimal point where the text has none
  int scale;   ///< the scale factor kP, which divides a number without exponent by 10^k
};

/// The fields of one record that a Fortran format such as (16I5) or (1P,4(2X,D20.12)) describes.
struct FortranFormat {
  std::vector<FortranField> fields;

  /// Understands I, F, E, D, G, ES, EN, X, P, repeat counts, groups. Returns false for anything
  /// else, and where there is no field or more than a thousand.
  bool parse(std::string_view text);
};

/// An integer field without the blanks around it.
bool parse_integer_field(std::string_view text, std::int64_t& value);

/// A real field without the blanks around it, read as Fortran reads it: the decimal point, the
/// exponent letter, or the exponent may be missing. Rounded to nearest.
template <class Real>
NumberResult parse_real_field(std::string_view text, const FortranField& field, Real& value);

extern template NumberResult parse_real_field(std::string_view, const FortranField&, float&);
extern template NumberResult parse_real_field(std::string_view, const FortranField&, double&);

}  // namespace filigree::detail
