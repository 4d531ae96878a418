// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>
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
  /// \throws Error insufficient_resources beyond context.max_bytes, alloc_failed without memory.
  void grow(const ReadContext& context, std::size_t at_least);

 private:
  struct Free {
    void operator()(char* data) const noexcept { std::free(data); }
  };
  std::unique_ptr<char[], Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// The text of a file or of a piece of memory, decompressed where it is a gzip stream. A regular
/// file is mapped; memory is used where it lies.
class TextSource {
 public:
  /// The whole file, or (for headers) at least its first `prefix` bytes.
  static TextSource open(const ReadContext& context, const std::filesystem::path& path,
                         std::size_t prefix = whole);
  static TextSource from_memory(const ReadContext& context, std::string_view text,
                                std::size_t prefix = whole);

  static constexpr std::size_t whole = std::numeric_limits<std::size_t>::max();

  TextSource(TextSource&& other) noexcept;
  TextSource& operator=(TextSource&&) = delete;
  ~TextSource();

  std::string_view text() const noexcept { return text_; }
  /// Whether text() goes to the end of the file.
  bool complete() const noexcept { return complete_; }

 private:
  TextSource() = default;
  void decompress_if_gzip(const ReadContext& context, std::size_t prefix);
  void release_mapping() noexcept;

  std::string_view text_;
  ByteBuffer owned_;
  void* mapping_ = nullptr;
  std::size_t mapping_size_ = 0;
  bool complete_ = true;
};

/// For what opens a file more than once: throws mapping_error for a pipe or a device, without
/// opening it.
void require_regular_file(const ReadContext& context, const std::filesystem::path& path);

/// Decompresses a gzip stream of one or more members, up to `prefix` bytes or all of it. Returns
/// whether that was all.
bool gunzip(const ReadContext& context, std::string_view compressed, std::size_t prefix,
            ByteBuffer& out);

}  // namespace filigree::detail
