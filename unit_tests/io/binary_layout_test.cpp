// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <io/binary_layout.hpp>

#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <io/xxh64.hpp>

#include "io_test.hpp"

/// The bytes of a binary file, and headers that lie under a right checksum.

namespace filigree::test {
namespace {

using Csr = CsrMatrix<float, std::int32_t, std::int64_t, Kokkos::HostSpace>;

TEST(Xxh64, PublishedValues) {
  const auto hash = [](std::string_view text) { return detail::xxh64(text.data(), text.size()); };
  EXPECT_EQ(hash(""), 0xEF46DB3751D8E999u);
  EXPECT_EQ(hash("a"), 0xD24EC4F1A98C6E5Bu);
  EXPECT_EQ(hash("abc"), 0x44BC2CF5AD770999u);
  EXPECT_EQ(hash("Nobody inspects the spammish repetition"), 0xFBCEA83C8A378BF1u);
}

/// (1 0 2; 0 3 0), from one.
std::string file() {
  static const std::int64_t offsets[]{1, 3, 4};
  static const std::int32_t columns[]{1, 3, 2};
  static float values[]{1.0f, 2.0f, 3.0f};
  const TemporaryFolder folder;
  write_binary(folder / "a.bin", Csr::wrap(2, 3, 3, offsets, columns, values,
                                           {.index_base = IndexBase::one, .sorted = true}));
  return contents(folder / "a.bin");
}

template <class T>
T at(const std::string& bytes, std::size_t position) {
  T value;
  std::memcpy(&value, bytes.data() + position, sizeof value);
  return value;
}

template <class T>
std::vector<T> at(const std::string& bytes, std::size_t position, std::size_t count) {
  std::vector<T> values(count);
  std::memcpy(values.data(), bytes.data() + position, count * sizeof(T));
  return values;
}

/// Position by position as the documentation has it.
TEST(BinaryLayout, Bytes) {
  const std::string bytes = file();
  ASSERT_EQ(bytes.size(), 332u);
  EXPECT_EQ(bytes.substr(0, 8),
            "\x89"
            "FLG\r\n\x1a\n");
  EXPECT_EQ(at<std::uint32_t>(bytes, 8), 0x01020304u);
  EXPECT_EQ(at<std::uint32_t>(bytes, 12), 1u);
  EXPECT_EQ(at<std::uint8_t>(bytes, 16, 16),
            (std::vector<std::uint8_t>{2, 1, 4, 8, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(at<std::uint64_t>(bytes, 32, 4), (std::vector<std::uint64_t>{2, 3, 3, 332}));
  const std::size_t positions[]{192, 256, 320}, lengths[]{24, 12, 12};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(at<std::uint64_t>(bytes, 64 + 24 * i), positions[i]);
    EXPECT_EQ(at<std::uint64_t>(bytes, 72 + 24 * i), lengths[i]);
    // one piece: the hash of its hash
    const std::uint64_t piece = detail::xxh64(bytes.data() + positions[i], lengths[i]);
    EXPECT_EQ(at<std::uint64_t>(bytes, 80 + 24 * i), detail::xxh64(&piece, 8));
  }
  EXPECT_EQ(bytes.substr(136, 48), std::string(48, '\0'));
  EXPECT_EQ(at<std::uint64_t>(bytes, 184), detail::xxh64(bytes.data(), 184));
  EXPECT_EQ(at<std::int64_t>(bytes, 192, 3), (std::vector<std::int64_t>{1, 3, 4}));
  EXPECT_EQ(bytes.substr(216, 40), std::string(40, '\0'));
  EXPECT_EQ(at<std::int32_t>(bytes, 256, 3), (std::vector<std::int32_t>{1, 3, 2}));
  EXPECT_EQ(at<float>(bytes, 320, 3), (std::vector<float>{1, 2, 3}));
}

TEST(Binary, WrongContentUnderRightChecksums) {
  std::string bytes = file();
  detail::BinaryPrefix prefix;
  std::memcpy(&prefix, bytes.data(), sizeof prefix);
  const auto expect_refused = [&](std::size_t section, std::size_t position, std::string value,
                                  const std::string& words) {
    std::string changed = bytes;
    changed.replace(position, value.size(), value);
    detail::BinaryPrefix other = prefix;
    detail::BinarySection& part = other.sections[section];
    part.checksum = detail::checksum_of(changed.data() + part.position, part.bytes);
    other.checksum = detail::checksum_of(other);
    std::memcpy(changed.data(), &other, sizeof other);
    const auto [status, message] = outcome([&] { parse_binary<Csr>(changed); });
    EXPECT_EQ(status, Status::invalid_value);
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  expect_refused(1, 256 + 8, std::string("\x09\0\0\0", 4), "column index 9 of entry 2");
  expect_refused(1, 256, std::string("\x03\0\0\0\x01\0\0\0", 8), "line 0");
  expect_refused(0, 192 + 8, std::string("\x05\0\0\0\0\0\0\0", 8), "descending");
}

struct WrongHeader {
  std::string name;
  std::function<void(detail::BinaryPrefix&)> change;
  Status status;
  std::string words;
};

class WrongHeaders : public ::testing::TestWithParam<WrongHeader> {};

TEST_P(WrongHeaders, AreRefusedBeforeAnythingIsAllocated) {
  std::string bytes = file();
  detail::BinaryPrefix prefix;
  std::memcpy(&prefix, bytes.data(), sizeof prefix);
  GetParam().change(prefix);
  prefix.checksum = detail::checksum_of(prefix);
  std::memcpy(bytes.data(), &prefix, sizeof prefix);
  const auto [status, message] = outcome([&] { parse_binary<Csr>(bytes); });
  EXPECT_EQ(status, GetParam().status);
  EXPECT_NE(message.find(GetParam().words), std::string::npos) << message;
}

/// A header that is right in itself, of a matrix as large as it can be.
detail::BinaryPrefix huge(std::int64_t num_rows, std::int64_t num_entries) {
  BinaryHeader header;
  header.index_bytes = header.offset_bytes = 8;
  header.num_rows = num_rows;
  header.num_cols = 1;
  header.num_entries = num_entries;
  return detail::prefix_of(header);
}

std::vector<WrongHeader> wrong_headers() {
  using Prefix = detail::BinaryPrefix;
  const Status bad = Status::invalid_value;
  const std::string none = "describes no matrix", itself = "contradicts itself";
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return {
      {"many_entries", [](Prefix& p) { p = huge(1, most / 64 - 1); }, bad, "truncated: 332 bytes"},
      {"many_rows", [](Prefix& p) { p = huge(most / 64, 1); }, bad, "truncated: 332 bytes"},
      {"a_few_more", [](Prefix& p) { p = huge(2, 4); }, bad, "truncated: 332 bytes"},
      {"fewer", [](Prefix& p) { p = huge(1, 0); }, bad, "too long: 332 bytes"},
      {"entries_past_64_bits", [](Prefix& p) { p.num_entries = most; }, bad, none},
      {"negative_entries", [](Prefix& p) { p.num_entries = -1; }, bad, none},
      {"negative_rows", [](Prefix& p) { p.num_rows = -1; }, bad, none},
      {"rows_past_the_indices", [](Prefix& p) { p.num_cols = std::int64_t(1) << 31; }, bad, none},
      {"not_square", [](Prefix& p) { p.type = 1; }, bad, none},
      {"format", [](Prefix& p) { p.format = 4; }, bad, none},
      {"scalar", [](Prefix& p) { p.scalar = 5; }, bad, none},
      {"index_bytes", [](Prefix& p) { p.index_bytes = 2; }, bad, none},
      {"offset_bytes", [](Prefix& p) { p.offset_bytes = 0; }, bad, none},
      {"offsets_of_coo", [](Prefix& p) { p.format = 1; }, bad, none},
      {"index_base", [](Prefix& p) { p.index_base = 2; }, bad, none},
      {"type", [](Prefix& p) { p.type = 4; }, bad, none},
      {"flag", [](Prefix& p) { p.sorted = 2; }, bad, none},
      {"other_width", [](Prefix& p) { p.index_bytes = 8; }, bad, itself},
      {"position", [](Prefix& p) { p.sections[1].position = most; }, bad, itself},
      {"bytes", [](Prefix& p) { p.sections[2].bytes = 0; }, bad, itself},
      {"file_bytes", [](Prefix& p) { p.file_bytes = 331; }, bad, itself},
      {"reserved", [](Prefix& p) { p.more_reserved[5] = 1; }, bad, itself},
      {"section_checksum", [](Prefix& p) { ++p.sections[1].checksum; }, bad, "bytes 256 to 268"},
      {"version", [](Prefix& p) { p.version = 3; }, Status::not_supported, "version 3"},
      {"byte_order", [](Prefix& p) { p.byte_order = 0x04030201; }, Status::not_supported,
       "byte order"},
      {"no_byte_order", [](Prefix& p) { p.byte_order = 0; }, bad, none},
  };
}

INSTANTIATE_TEST_SUITE_P(Binary, WrongHeaders, ::testing::ValuesIn(wrong_headers()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace filigree::test
