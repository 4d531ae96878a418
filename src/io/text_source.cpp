// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text_source.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace filigree::detail {
namespace {

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int get() const noexcept { return number_; }

 private:
  int number_;
};

[[noreturn]] void throw_file_error(const ReadContext& context, int code, std::string limit) {
  throw_error(Status::mapping_error,
              {context.operation, context.argument,
               "'" + context.name + "': " + std::generic_category().message(code), std::move(limit),
               "check the name and the access rights"});
}

void read_stream(const ReadContext& context, int file, std::size_t prefix, ByteBuffer& out,
                 bool& complete) {
  constexpr std::size_t block = 1 << 16;
  for (;;) {
    if (out.size() >= prefix) {
      complete = false;
      return;
    }
    const auto wanted = std::size_t(std::min<std::uint64_t>(out.size() + block, context.max_bytes));
    if (out.capacity() < wanted) out.grow(context, wanted);
    // Full at max_bytes: only the end may follow, which one more byte tells.
    char beyond = 0;
    const bool full = out.size() == out.capacity();
    const ssize_t count = full ? ::read(file, &beyond, 1)
                               : ::read(file, out.data() + out.size(), out.capacity() - out.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_file_error(context, errno, "a file that can be read");
    if (count == 0) return;
    if (full) out.grow(context, out.size() + 1);  // throws
    out.set_size(out.size() + std::size_t(count));
  }
}

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

void ByteBuffer::grow(const ReadContext& context, std::size_t at_least) {
  if (at_least > context.max_bytes)
    throw_error(
        Status::insufficient_resources,
        {context.operation, context.argument,
         context.prefix() + "more than " + std::to_string(context.max_bytes) + " bytes of text",
         "at most ReadOptions::max_bytes = " + std::to_string(context.max_bytes) + " bytes",
         "raise ReadOptions::max_bytes if the file is to be trusted"});
  constexpr std::size_t largest = std::numeric_limits<std::size_t>::max();
  const std::size_t doubled = capacity_ > largest / 2 ? largest : 2 * capacity_;
  const std::size_t capacity =
      std::size_t(std::min<std::uint64_t>(std::max(at_least, doubled), context.max_bytes));
  char* const data = static_cast<char*>(std::realloc(data_.get(), capacity));
  if (data == nullptr)
    throw_error(Status::alloc_failed,
                {context.operation, context.argument,
                 context.prefix() + "no memory for " + std::to_string(capacity) + " bytes",
                 "enough memory for the unpacked text",
                 "unpack the file on disk: a plain file is mapped, not copied"});
  static_cast<void>(data_.release());
  data_.reset(data);
  capacity_ = capacity;
}

TextSource::TextSource(TextSource&& other) noexcept
    : text_(std::exchange(other.text_, {})),
      owned_(std::move(other.owned_)),
      mapping_(std::exchange(other.mapping_, nullptr)),
      mapping_size_(std::exchange(other.mapping_size_, 0)),
      complete_(other.complete_) {}

TextSource::~TextSource() { release_mapping(); }

void TextSource::release_mapping() noexcept {
  if (mapping_ != nullptr) ::munmap(mapping_, mapping_size_);
  mapping_ = nullptr;
}

TextSource TextSource::open(const ReadContext& context, const std::filesystem::path& path,
                            std::size_t prefix) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) throw_file_error(context, errno, "a file that can be opened");
  struct stat status {};
  if (::fstat(file.get(), &status) != 0)
    throw_file_error(context, errno, "a file that can be read");
  if (S_ISDIR(status.st_mode)) throw_file_error(context, EISDIR, "a file");

  TextSource source;
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto size = std::size_t(status.st_size);
    void* const mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (mapping == MAP_FAILED) throw_file_error(context, errno, "a file that can be mapped");
    source.mapping_ = mapping;
    source.mapping_size_ = size;
    ::madvise(mapping, size, MADV_WILLNEED);
    source.text_ = {static_cast<const char*>(mapping), size};
  } else {
    // Special files of size 0 (/proc) hold text too.
    read_stream(context, file.get(), prefix, source.owned_, source.complete_);
    source.text_ = {source.owned_.data(), source.owned_.size()};
  }
  source.decompress_if_gzip(context, prefix);
  return source;
}

TextSource TextSource::from_memory(const ReadContext& context, std::string_view text,
                                   std::size_t prefix) {
  TextSource source;
  source.text_ = text;
  source.decompress_if_gzip(context, prefix);
  return source;
}

void TextSource::decompress_if_gzip(const ReadContext& context, std::size_t prefix) {
  if (text_.size() < 2 || text_[0] != '\x1f' || text_[1] != '\x8b') return;
  ByteBuffer unpacked;
  complete_ = gunzip(context, text_, prefix, unpacked) && complete_;
  release_mapping();
  owned_ = std::move(unpacked);
  text_ = {owned_.data(), owned_.size()};
}

}  // namespace filigree::detail
