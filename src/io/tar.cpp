// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tar.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <filigree/core/error.hpp>

#include "file_names.hpp"

namespace filigree::detail {
namespace {

constexpr std::size_t block_size = 512;
constexpr std::uint64_t largest_name = 1 << 16;
constexpr std::uint64_t no_size = UINT64_MAX;

struct Field {
  std::size_t begin, size;
};
constexpr Field name_field{0, 100}, size_field{124, 12}, sum_field{148, 8}, prefix_field{345, 155};
constexpr std::size_t type_byte = 156, magic_byte = 257;

struct Member {
  std::string name;
  std::uint64_t size = 0;
};

/// The members of an archive, one after the other.
class TarReader {
 public:
  TarReader(const ReadContext& context, std::unique_ptr<ByteFeed> bytes)
      : context_(context), bytes_(std::move(bytes)) {}

  /// The next regular file; nothing at the end. What is left of the one before is skipped.
  std::optional<Member> next() {
    std::string long_name;
    std::uint64_t long_size = no_size;
    for (;;) {
      skip(left_ + padding_);
      left_ = padding_ = 0;
      if (!read_header()) return std::nullopt;
      const std::uint64_t size = number(size_field);
      left_ = size;
      padding_ = (block_size - size % block_size) % block_size;
      const char type = header_[type_byte];
      if (type == 'L') {  // GNU: the name of the member that follows
        long_name = content_to_string();
        long_name.resize(std::min(long_name.find('\0'), long_name.size()));
      } else if (type == 'x') {
        read_attributes(content_to_string(), long_name, long_size);
      } else if (type == '0' || type == '\0' || type == '7') {
        if (long_size != no_size) {
          left_ = long_size;
          padding_ = (block_size - left_ % block_size) % block_size;
        }
        return Member{long_name.empty() ? name() : long_name, left_};
      } else if (type != 'g' && type != 'K') {  // folders, links and the like
        long_name.clear();
        long_size = no_size;
      }
    }
  }

  /// Up to `room` bytes of that member.
  std::size_t read(char* out, std::size_t room) {
    if (left_ == 0) return 0;
    const std::size_t count = bytes_->read(out, std::size_t(std::min<std::uint64_t>(room, left_)));
    if (count == 0) fail("the archive ends within a member", "a complete archive");
    left_ -= count;
    return count;
  }
  std::uint64_t most_left() const { return std::min(left_, bytes_->most_left()); }

 private:
  [[noreturn]] void fail(const std::string& what, std::string limit) const {
    throw_error(Status::invalid_value,
                {context_.operation, context_.argument, context_.prefix() + what, std::move(limit),
                 "fetch the archive again"});
  }

  /// Fills `out`; false where nothing follows.
  bool read_all(char* out, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
      const std::size_t count = bytes_->read(out + done, size - done);
      if (count == 0 && done == 0) return false;
      if (count == 0) fail("the archive ends too early", "a complete archive");
      done += count;
    }
    return true;
  }

  void skip(std::uint64_t count) {
    std::array<char, std::size_t(1) << 14> buffer;
    while (count > 0) {
      const auto step = std::size_t(std::min<std::uint64_t>(count, buffer.size()));
      if (!read_all(buffer.data(), step)) fail("the archive ends too early", "a complete archive");
      count -= step;
    }
  }

  bool read_header() {
    if (!read_all(header_.data(), block_size)) return false;
    if (std::all_of(header_.begin(), header_.end(), [](char c) { return c == 0; })) return false;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < block_size; ++i)
      sum += i - sum_field.begin < sum_field.size ? ' ' : static_cast<unsigned char>(header_[i]);
    if (sum != number(sum_field)) fail("a damaged header in the archive", "a tar archive");
    return true;
  }

  /// An octal number, or GNU's binary one, whose first bit is set.
  std::uint64_t number(const Field& field) const {
    const std::string_view digits(header_.data() + field.begin, field.size);
    std::uint64_t value = 0;
    const auto append = [&](std::uint64_t digit, int bits) {
      if (value >> (63 - bits) != 0) fail("a damaged size in the archive", "a tar archive");
      value = value << bits | digit;
    };
    if ((digits[0] & '\x80') != 0) {
      append(digits[0] & 0x7f, 7);
      for (const char c : digits.substr(1)) append(static_cast<unsigned char>(c), 8);
      return value;
    }
    for (const char c : digits.substr(std::min(digits.find_first_not_of(' '), digits.size()))) {
      if (c < '0' || c > '7') break;
      append(std::uint64_t(c - '0'), 3);
    }
    return value;
  }

  std::string text(const Field& field) const {
    const std::string_view all(header_.data() + field.begin, field.size);
    return std::string(all.substr(0, all.find('\0')));
  }
  std::string name() const {
    const bool posix = header_[magic_byte + 5] == 0;  // GNU has other fields in its place
    const std::string folder = posix ? text(prefix_field) : "";
    return folder.empty() ? text(name_field) : folder + '/' + text(name_field);
  }

  std::string content_to_string() {
    if (left_ > largest_name) fail("a damaged name in the archive", "a tar archive");
    std::string content(std::size_t(left_), '\0');
    if (left_ > 0 && !read_all(content.data(), content.size()))
      fail("the archive ends too early", "a complete archive");
    left_ = 0;
    return content;
  }

  /// POSIX.1-2001: records of "LENGTH KEY=VALUE\n".
  void read_attributes(std::string_view records, std::string& name, std::uint64_t& size) const {
    const auto parse = [&](std::string_view digits) {
      std::uint64_t value = 0;
      for (const char c : digits) {
        if (c < '0' || c > '9' || value > UINT64_MAX / 16)
          fail("damaged attributes in the archive", "a tar archive");
        value = 10 * value + std::uint64_t(c - '0');
      }
      return value;
    };
    while (!records.empty()) {
      const std::size_t blank = records.find(' ');
      const std::uint64_t length = parse(records.substr(0, blank));
      if (blank == records.npos || length <= blank + 1 || length > records.size())
        fail("damaged attributes in the archive", "a tar archive");
      const std::string_view record = records.substr(blank + 1, length - blank - 2);
      if (record.starts_with("path=")) name = record.substr(5);
      if (record.starts_with("size=")) size = parse(record.substr(5));
      records.remove_prefix(std::size_t(length));
    }
  }

  ReadContext context_;
  std::unique_ptr<ByteFeed> bytes_;
  std::array<char, block_size> header_{};
  std::uint64_t left_ = 0;  ///< of the member
  std::uint64_t padding_ = 0;
};

class MemberFeed : public ByteFeed {
 public:
  explicit MemberFeed(TarReader reader) : reader_(std::move(reader)) {}
  std::size_t read(char* out, std::size_t room) override { return reader_.read(out, room); }
  std::uint64_t most_left() const override { return reader_.most_left(); }

 private:
  TarReader reader_;
};

std::string_view without_dot(std::string_view name) {
  return name.starts_with("./") ? name.substr(2) : name;
}

/// The feed of the member `wanted`; none where there is none.
std::unique_ptr<ByteFeed> find_member(const ReadContext& context, const ArchiveBytes& archive,
                                      std::string_view wanted) {
  TarReader reader(context, archive());
  while (const auto member = reader.next())
    if (without_dot(member->name) == without_dot(wanted))
      return std::make_unique<MemberFeed>(std::move(reader));
  return nullptr;
}

/// Names that an error lists. More are not kept: a small .gz may hold millions of them.
constexpr std::size_t most_listed = 8;

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i)
    list += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  return names.size() > most_listed ? list + ", ..." : list;
}

[[noreturn]] void refuse_members(const ReadContext& context, const std::string& what,
                                 std::string limit) {
  throw_error(Status::invalid_value,
              {context.operation, context.argument, context.prefix() + what, std::move(limit),
               "name a member: ARCHIVE.tar.gz:MEMBER, or unpack it: tar -xf FILE"});
}

bool is_named_as_folder(const std::filesystem::path& path) {
  return path.has_parent_path() && path.parent_path().filename() == path.stem();
}

}  // namespace

bool is_tar(std::string_view bytes) {
  return bytes.size() >= block_size && bytes.substr(magic_byte).starts_with("ustar");
}

std::unique_ptr<ByteFeed> tar_member(const ReadContext& context, const ArchiveBytes& archive,
                                     std::string_view wanted) {
  if (!wanted.empty()) {
    auto found = find_member(context, archive, wanted);
    if (found == nullptr)
      refuse_members(context, "an archive without a member " + in_quotes(wanted),
                     "the name of one of its files, with its folders");
    return found;
  }
  std::vector<std::string> matrices;
  TarReader reader(context, archive());
  while (const auto member = reader.next()) {
    if (!format_of_name(member->name)) continue;
    if (is_named_as_folder(member->name)) return std::make_unique<MemberFeed>(std::move(reader));
    if (matrices.size() <= most_listed) matrices.push_back(member->name);
  }
  if (matrices.empty())
    refuse_members(context, "an archive without a matrix file",
                   "a member .mtx, .rb, .rua, ... or .bin");
  if (matrices.size() > 1)
    refuse_members(context, "an archive of several matrices: " + list_of(matrices),
                   "one matrix, or one that is named as its folder (NAME/NAME.mtx)");
  return find_member(context, archive, matrices.front());
}

std::pair<std::filesystem::path, std::string> split_member(const std::filesystem::path& path) {
  const std::string& name = path.native();
  for (const std::string_view ending : {".tar.gz:", ".tgz:", ".tar:"}) {
    const std::size_t at = name.find(ending);
    if (at == name.npos) continue;
    const std::size_t colon = at + ending.size() - 1;
    return {name.substr(0, colon), name.substr(colon + 1)};
  }
  return {path, {}};
}

}  // namespace filigree::detail
