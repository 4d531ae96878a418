// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>

/// Values that are moved, never computed with, are moved by size: five types instead of one a
/// scalar.

namespace filigree::detail {

/// Moved as a whole, whatever it is. 16 bytes are aligned to 8 only, as std::complex<double> is.
template <std::size_t Bytes>
struct [[gnu::may_alias]] Entry;
template <>
struct [[gnu::may_alias]] Entry<1> {
  std::uint8_t data;
};
template <>
struct [[gnu::may_alias]] Entry<2> {
  std::uint16_t data;
};
template <>
struct [[gnu::may_alias]] Entry<4> {
  std::uint32_t data;
};
template <>
struct [[gnu::may_alias]] Entry<8> {
  std::uint64_t data;
};
template <>
struct [[gnu::may_alias]] Entry<16> {
  std::uint64_t data[2];
};

/// Calls `move(Entry<entry_bytes>{})`.
template <class Move>
void for_entry_bytes(std::string_view operation, std::size_t entry_bytes, const Move& move) {
  switch (entry_bytes) {
    case 1:
      return move(Entry<1>{});
    case 2:
      return move(Entry<2>{});
    case 4:
      return move(Entry<4>{});
    case 8:
      return move(Entry<8>{});
    case 16:
      return move(Entry<16>{});
  }
  throw_error(Status::internal_error, {operation, "entry_bytes", std::to_string(entry_bytes),
                                       "1, 2, 4, 8 or 16", "report this"});
}

}  // namespace filigree::detail
