// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text_source.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "tar.hpp"

namespace filigree::detail {
namespace {

constexpr std::size_t first_window = std::size_t(1) << 16;
constexpr std::size_t largest_window = std::size_t(1) << 22;

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  ~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int get() const noexcept { return number_; }

 private:
  int number_;
};

[[noreturn]] void throw_no_memory(const ReadContext& context, std::size_t bytes) {
  throw_error(Status::alloc_failed,
              {context.operation, context.argument,
               context.prefix() + "no memory for " + std::to_string(bytes) + " bytes of the file",
               "enough memory to read it", "free memory, or raise the limit of this process"});
}

[[noreturn]] void throw_file_error(const ReadContext& context, int code, std::string limit) {
  throw_error(Status::mapping_error,
              {context.operation, context.argument,
               "'" + context.name + "': " + std::generic_category().message(code), std::move(limit),
               "check the name and the access rights"});
}

/// Bytes in memory, which outlives it.
class MemoryFeed : public ByteFeed {
 public:
  explicit MemoryFeed(std::string_view rest) : rest_(rest) {}
  std::size_t read(char* out, std::size_t room) override {
    const std::size_t count = std::min(room, rest_.size());
    std::memcpy(out, rest_.data(), count);
    rest_.remove_prefix(count);
    return count;
  }
  std::uint64_t most_left() const override { return rest_.size(); }

 private:
  std::string_view rest_;
};

/// Bytes that stand in a buffer of their own, then those of another feed.
class PrefixFeed : public ByteFeed {
 public:
  PrefixFeed(ByteBuffer buffer, std::string_view prefix, std::unique_ptr<ByteFeed> rest)
      : buffer_(std::move(buffer)), prefix_(prefix), rest_(std::move(rest)) {}
  std::size_t read(char* out, std::size_t room) override {
    const std::size_t count = prefix_.read(out, room);
    return count > 0 || rest_ == nullptr ? count : rest_->read(out, room);
  }
  std::uint64_t most_left() const override {
    const std::uint64_t left = rest_ == nullptr ? 0 : rest_->most_left();
    const std::uint64_t sum = prefix_.most_left() + left;
    return sum < left ? left : sum;
  }

 private:
  ByteBuffer buffer_;
  MemoryFeed prefix_;
  std::unique_ptr<ByteFeed> rest_;
};

class DescriptorFeed : public ByteFeed {
 public:
  DescriptorFeed(const ReadContext& context, FileDescriptor file)
      : context_(context), file_(std::move(file)) {}
  std::size_t read(char* out, std::size_t room) override {
    for (;;) {
      const ssize_t count = ::read(file_.get(), out, room);
      if (count >= 0) return std::size_t(count);
      if (errno != EINTR) throw_file_error(context_, errno, "a file that can be read");
    }
  }
  std::uint64_t most_left() const override { return std::numeric_limits<std::uint64_t>::max(); }

 private:
  ReadContext context_;
  FileDescriptor file_;
};

/// No more than context.max_bytes of another feed.
class BoundedFeed : public ByteFeed {
 public:
  BoundedFeed(const ReadContext& context, std::unique_ptr<ByteFeed> feed)
      : context_(context), feed_(std::move(feed)), left_(context.max_bytes) {}
  std::size_t read(char* out, std::size_t room) override {
    char beyond = 0;
    too_long_ = too_long_ || (left_ == 0 && feed_->read(&beyond, 1) > 0);
    if (too_long_) fail();
    if (left_ == 0) return 0;
    const std::size_t count = feed_->read(out, std::size_t(std::min<std::uint64_t>(room, left_)));
    left_ -= count;
    return count;
  }
  std::uint64_t most_left() const override { return std::min(left_, feed_->most_left()); }

 private:
  [[noreturn]] void fail() const {
    const std::string limit = std::to_string(context_.max_bytes) + " bytes";
    throw_error(Status::insufficient_resources,
                {context_.operation, context_.argument,
                 context_.prefix() + "more than " + limit + " of text",
                 "at most ReadOptions::max_bytes = " + limit,
                 "raise ReadOptions::max_bytes if the file is to be trusted"});
  }

  ReadContext context_;
  std::unique_ptr<ByteFeed> feed_;
  std::uint64_t left_;
  bool too_long_ = false;
};

/// A text whose lines end with a carriage return, with line feeds instead.
class LineFeeds : public ByteFeed {
 public:
  explicit LineFeeds(std::unique_ptr<ByteFeed> feed) : feed_(std::move(feed)) {}
  std::size_t read(char* out, std::size_t room) override {
    const std::size_t count = feed_->read(out, room);
    std::replace(out, out + count, '\r', '\n');
    return count;
  }
  std::uint64_t most_left() const override { return feed_->most_left(); }

 private:
  std::unique_ptr<ByteFeed> feed_;
};

/// Content that is none of the library's formats, and what to do with it.
struct ForeignContent {
  std::size_t position;
  std::string_view bytes;
  const char* what;
  const char* remedy;
};
constexpr std::array foreign_contents{
    ForeignContent{0, "BZh", "bzip2-compressed content", "unpack it: bunzip2 FILE"},
    ForeignContent{0, std::string_view("\xfd\x37zXZ\0", 6), "xz-compressed content",
                   "unpack it: unxz FILE"},
    ForeignContent{0, std::string_view("\x28\xb5\x2f\xfd", 4), "zstd-compressed content",
                   "unpack it: unzstd FILE"},
    ForeignContent{0, std::string_view("\x1f\x9d", 2), "content packed by compress",
                   "unpack it: uncompress FILE"},
    ForeignContent{0, std::string_view("PK\x03\x04", 4), "a zip archive", "unpack it: unzip FILE"},
    ForeignContent{0, std::string_view("7z\xbc\xaf\x27\x1c", 6), "a 7z archive",
                   "unpack it: 7z x FILE"},
    ForeignContent{0, std::string_view("\xff\xfe", 2), "text in UTF-16",
                   "convert it: iconv -f UTF-16 -t UTF-8 FILE"},
    ForeignContent{0, std::string_view("\xfe\xff", 2), "text in UTF-16",
                   "convert it: iconv -f UTF-16 -t UTF-8 FILE"},
    ForeignContent{0, std::string_view("\x89HDF", 4), "an HDF5 file (also MATLAB 7.3)",
                   "write a Matrix Market file with the program that made it"},
    ForeignContent{0, "MATLAB 5.0 MAT-file", "a MATLAB file",
                   "write a Matrix Market file with the program that made it"},
};

constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

void require_regular_file(const ReadContext& context, const std::filesystem::path& path) {
  struct stat status {};
  // What else may be wrong with the name, opening it tells.
  if (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))
    return;
  throw_error(Status::mapping_error,
              {context.operation, context.argument, context.prefix() + "a pipe or a device",
               "a regular file: it is opened more than once", "write the matrix to a file first"});
}

void ByteBuffer::grow(const ReadContext& context, std::size_t capacity) {
  auto* const data = static_cast<char*>(std::realloc(data_.get(), capacity));
  if (data == nullptr) throw_no_memory(context, capacity);
  static_cast<void>(data_.release());
  data_.reset(data);
  capacity_ = capacity;
}

TextSource::TextSource(TextSource&& other) noexcept
    : context_(std::move(other.context_)),
      window_(std::exchange(other.window_, {})),
      buffer_(std::move(other.buffer_)),
      feed_(std::move(other.feed_)),
      mapping_(std::exchange(other.mapping_, nullptr)),
      mapping_size_(std::exchange(other.mapping_size_, 0)) {}

TextSource::~TextSource() { release_mapping(); }

void TextSource::release_mapping() noexcept {
  if (mapping_ != nullptr) ::munmap(mapping_, mapping_size_);
  mapping_ = nullptr;
}

TextSource TextSource::open(const ReadContext& context, const std::filesystem::path& path) {
  const auto open_file = [](const std::filesystem::path& name) {
    return FileDescriptor(::open(name.c_str(), O_RDONLY | O_CLOEXEC));
  };
  FileDescriptor whole = open_file(path);
  const auto [archive, member] = split_member(path);
  const bool names_member = whole.get() < 0 && !member.empty();
  FileDescriptor file = names_member ? open_file(archive) : std::move(whole);
  if (file.get() < 0) throw_file_error(context, errno, "a file that can be opened");
  struct stat status {};
  if (::fstat(file.get(), &status) != 0)
    throw_file_error(context, errno, "a file that can be read");
  if (S_ISDIR(status.st_mode)) throw_file_error(context, EISDIR, "a file");

  TextSource source(context);
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto size = std::size_t(status.st_size);
    void* const mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (mapping == MAP_FAILED && (errno == ENOMEM || errno == EAGAIN))
      throw_no_memory(context, size);
    if (mapping == MAP_FAILED) throw_file_error(context, errno, "a file that can be mapped");
    source.mapping_ = mapping;
    source.mapping_size_ = size;
    ::madvise(mapping, size, MADV_WILLNEED);
    source.window_ = {static_cast<const char*>(mapping), size};
  } else {
    // Special files of size 0 (/proc) hold text too.
    auto feed = std::make_unique<DescriptorFeed>(context, std::move(file));
    source.unpack(std::make_unique<BoundedFeed>(context, std::move(feed)));
  }
  source.identify(names_member ? member : std::string());
  return source;
}

TextSource TextSource::from_memory(const ReadContext& context, std::string_view text) {
  TextSource source(context);
  source.window_ = text;
  source.identify();
  return source;
}

void TextSource::unpack(std::unique_ptr<ByteFeed> feed) {
  feed_ = std::move(feed);
  buffer_ = {};
  window_ = {};
  append(first_window);
}

void TextSource::refuse_foreign_content(bool unpacked) const {
  for (const ForeignContent& foreign : foreign_contents)
    if (window_.size() >= foreign.position &&
        window_.substr(foreign.position).starts_with(foreign.bytes))
      throw_error(Status::not_supported,
                  {context_.operation, context_.argument, context_.prefix() + foreign.what,
                   "a matrix file, plain or compressed by gzip", foreign.remedy});
  if (unpacked && window_.starts_with(gzip_magic))
    throw_error(Status::not_supported,
                {context_.operation, context_.argument,
                 context_.prefix() + "content compressed by gzip twice",
                 "a matrix file, plain or compressed by gzip", "unpack it once: gunzip FILE"});
}

/// Goes on with a member of an archive, whose bytes lie in memory: packed or not.
void TextSource::open_member(std::string_view archive, const std::string& member) {
  if (archive.data() == nullptr)
    throw_error(Status::not_supported,
                {context_.operation, context_.argument,
                 context_.prefix() + "a tar archive that comes through a pipe",
                 "an archive in a file: it is read more than once",
                 "write it to a file, or unpack it: tar -xf FILE"});
  const ArchiveBytes bytes = [&]() -> std::unique_ptr<ByteFeed> {
    auto feed = std::make_unique<MemoryFeed>(archive);
    if (!archive.starts_with(gzip_magic)) return feed;
    return std::make_unique<BoundedFeed>(context_, gunzip(context_, std::move(feed)));
  };
  unpack(tar_member(context_, bytes, member));
  refuse_foreign_content(true);
}

void TextSource::identify(const std::string& member) {
  refuse_foreign_content(false);
  const std::string_view in_memory = buffer_.data() == nullptr ? window_ : std::string_view();
  if (window_.starts_with(gzip_magic)) {
    std::unique_ptr<ByteFeed> compressed;
    if (buffer_.data() == nullptr)
      compressed = std::make_unique<MemoryFeed>(window_);
    else
      compressed = std::make_unique<PrefixFeed>(std::move(buffer_), window_, std::move(feed_));
    unpack(std::make_unique<BoundedFeed>(context_, gunzip(context_, std::move(compressed))));
    refuse_foreign_content(true);
  }
  if (is_tar(window_))
    open_member(in_memory, member);
  else if (!member.empty())
    throw_error(Status::invalid_value, {context_.operation, context_.argument,
                                        context_.prefix() + "a member of what is no tar archive",
                                        "a tar archive before the colon", "check the name"});
  if (window_.starts_with(byte_order_mark)) consume(byte_order_mark.size());
  const std::string_view beginning = window_.substr(0, first_window);
  if (beginning.find('\r') == std::string_view::npos ||
      beginning.find('\n') != std::string_view::npos)
    return;
  std::unique_ptr<ByteFeed> text;
  if (buffer_.data() == nullptr)
    text = std::make_unique<MemoryFeed>(window_);
  else
    text = std::make_unique<PrefixFeed>(std::move(buffer_), window_, std::move(feed_));
  unpack(std::make_unique<LineFeeds>(std::move(text)));
}

/// Fills the buffer, made as large as that, behind the window, which moves to its front.
void TextSource::append(std::size_t capacity) {
  const std::size_t kept = window_.size();
  if (kept > 0 && window_.data() != buffer_.data())
    std::memmove(buffer_.data(), window_.data(), kept);
  std::size_t size = kept;
  window_ = {};
  if (buffer_.capacity() < capacity) buffer_.grow(context_, capacity);
  while (feed_ != nullptr && size < capacity) {
    std::size_t count = 0;
    try {
      count = feed_->read(buffer_.data() + size, capacity - size);
    } catch (const Error& error) {
      // What came before may be all that is asked for; the next call meets the fault again.
      if (size == kept || error.status() == Status::alloc_failed) {
        window_ = {buffer_.data(), size};
        throw;
      }
      break;
    }
    if (count == 0) feed_.reset();
    size += count;
  }
  window_ = {buffer_.data(), size};
}

bool TextSource::refill() {
  if (feed_ == nullptr || window_.size() >= largest_window) return false;
  append(largest_window);
  return true;
}

std::string_view TextSource::at_least(std::uint64_t count) {
  while (feed_ != nullptr && window_.size() < count)
    append(std::size_t(std::min<std::uint64_t>(
        count, std::max<std::size_t>(largest_window, 2 * buffer_.capacity()))));
  return window_;
}

std::uint64_t TextSource::most_bytes() const noexcept {
  const std::uint64_t left = feed_ == nullptr ? 0 : feed_->most_left();
  const std::uint64_t sum = left + window_.size();
  return sum < left ? left : sum;
}

}  // namespace filigree::detail
