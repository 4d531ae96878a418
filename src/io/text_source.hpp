// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "read_context.hpp"

namespace filigree::detail {

/// Bytes on the C heap that can grow without being touched.
class ByteBuffer {
 public:
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return capacity_; }
  char* data() noexcept { return data_.get(); }
  const char* data() const noexcept { return data_.get(); }
  void set_size(std::size_t size) noexcept { size_ = size; }
  /// \throws Error alloc_failed without memory.
  void grow(const ReadContext& context, std::size_t capacity);

 private:
  struct Free {
    void operator()(char* data) const noexcept { std::free(data); }
  };
  std::unique_ptr<char[], Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// Bytes that come one after the other.
class ByteFeed {
 public:
  virtual ~ByteFeed() = default;
  /// Up to `room` bytes, which is not 0; none only at the end.
  virtual std::size_t read(char* out, std::size_t room) = 0;
  /// An upper bound of what is still to come.
  virtual std::uint64_t most_left() const = 0;
};

/// What a gzip stream of one or more members holds.
std::unique_ptr<ByteFeed> gunzip(const ReadContext& context, std::unique_ptr<ByteFeed> compressed);

/// The text of a file or of a piece of memory, from front to back. A regular file is mapped and
/// memory is used where it lies: then window() is all of it from the beginning. What is unpacked or
/// comes through a pipe, and text with the line ends of old Macintoshes, passes through a window of
/// bounded size. A byte order mark of UTF-8 is skipped. Of a tar archive it is a member's
/// (tar.hpp). \throws Error not_supported for content that other programs have to unpack or convert
/// first.
class TextSource {
 public:
  static TextSource open(const ReadContext& context, const std::filesystem::path& path);
  static TextSource from_memory(const ReadContext& context, std::string_view text);

  TextSource(TextSource&& other) noexcept;
  TextSource& operator=(TextSource&&) = delete;
  ~TextSource();

  /// What was read and not consumed. Views of it, consumed or not, last until refill().
  std::string_view window() const noexcept { return window_; }
  /// Whether window() goes to the end of the text.
  bool at_end() const noexcept { return feed_ == nullptr; }
  void consume(std::size_t count) noexcept { window_.remove_prefix(count); }
  /// Brings more behind window(), or learns that nothing follows. False where the window is full.
  bool refill();
  /// window(), grown until it has `count` bytes or all there are.
  std::string_view at_least(std::uint64_t count);
  /// An upper bound of the bytes of window() and of what follows.
  std::uint64_t most_bytes() const noexcept;

 private:
  explicit TextSource(const ReadContext& context) : context_(context) {}
  void identify(const std::string& member = {});
  void open_member(std::string_view archive, const std::string& member);
  void refuse_foreign_content(bool unpacked) const;
  void unpack(std::unique_ptr<ByteFeed> feed);
  void append(std::size_t capacity);
  void release_mapping() noexcept;

  ReadContext context_;
  std::string_view window_;
  ByteBuffer buffer_;
  std::unique_ptr<ByteFeed> feed_;  ///< what follows the window; null at the end
  void* mapping_ = nullptr;
  std::size_t mapping_size_ = 0;
};

/// For what opens a file more than once: throws mapping_error for a pipe or a device, without
/// opening it.
void require_regular_file(const ReadContext& context, const std::filesystem::path& path);

}  // namespace filigree::detail
