// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <limits>
#include <string>

#include <filigree/core/error.hpp>

#include "output_file.hpp"
#include "text_source.hpp"

#ifdef FILIGREE_HAVE_ZLIB

#include <zlib.h>

namespace filigree::detail {
namespace {

constexpr int gzip_window = 15 + 16;  // the largest window, with gzip's header and check sum
constexpr std::size_t max_step = std::numeric_limits<uInt>::max();

[[noreturn]] void throw_stream_error(const ReadContext& context, const z_stream& stream,
                                     bool truncated) {
  const std::string reason = truncated ? "the compressed data end too early"
                             : stream.msg != nullptr
                                 ? std::string("damaged compressed data (") + stream.msg + ")"
                                 : "damaged compressed data";
  throw_error(Status::invalid_value,
              {context.operation, context.argument, context.prefix() + reason,
               "a complete gzip file", "fetch or compress the file again"});
}

[[noreturn]] void throw_no_memory(const ReadContext& context) {
  throw_error(Status::alloc_failed,
              {context.operation, context.argument, "no memory to decompress", "", "free memory"});
}

class Inflater {
 public:
  Inflater(const ReadContext& context, std::string_view compressed)
      : context_(context), rest_(compressed) {
    if (inflateInit2(&stream_, gzip_window) != Z_OK) throw_no_memory(context);
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Fills the buffer up to its capacity; true at the end of the last member.
  bool fill(ByteBuffer& out) {
    while (out.size() < out.capacity()) {
      const std::size_t room = std::min(out.capacity() - out.size(), max_step);
      const std::size_t given = std::min(rest_.size(), max_step);
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
      stream_.avail_in = uInt(given);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + out.size());
      stream_.avail_out = uInt(room);
      const int result = inflate(&stream_, Z_NO_FLUSH);
      rest_.remove_prefix(given - stream_.avail_in);
      out.set_size(out.size() + room - stream_.avail_out);
      if (result == Z_STREAM_END) {
        // Zeros behind the last member are padding.
        const std::size_t next = rest_.find_first_not_of('\0');
        if (next == std::string_view::npos) return true;
        rest_.remove_prefix(next);
        if (inflateReset(&stream_) != Z_OK) throw_stream_error(context_, stream_, false);
      } else if (result == Z_MEM_ERROR) {
        throw_no_memory(context_);  // the window is allocated when it is first needed
      } else if (result != Z_OK) {
        throw_stream_error(context_, stream_, result == Z_BUF_ERROR && rest_.empty());
      }
    }
    return false;
  }

 private:
  const ReadContext& context_;
  std::string_view rest_;
  z_stream stream_{};
};

}  // namespace

bool gunzip(const ReadContext& context, std::string_view compressed, std::size_t prefix,
            ByteBuffer& out) {
  Inflater inflater(context, compressed);
  const std::size_t start =
      std::min<std::uint64_t>(std::max<std::size_t>(4 * compressed.size(), 256), context.max_bytes);
  out.grow(context, std::min(start, prefix));
  while (!inflater.fill(out)) {
    if (out.size() >= prefix) return false;
    out.grow(context, out.size() + 1);
  }
  return true;
}

struct Deflater::State {
  z_stream stream{};
};

Deflater::Deflater(std::string_view operation, int level) : state_(std::make_unique<State>()) {
  if (deflateInit2(&state_->stream, level, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw_error(Status::alloc_failed,
                {operation, "path", "no memory to compress", "", "free memory"});
}

Deflater::~Deflater() { deflateEnd(&state_->stream); }

void Deflater::run(std::string_view text, bool finish, std::string& out) {
  z_stream& stream = state_->stream;
  do {
    const std::size_t given = std::min(text.size(), max_step);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = uInt(given);
    text.remove_prefix(given);
    const int flush = finish && text.empty() ? Z_FINISH : Z_NO_FLUSH;
    do {
      char block[1 << 14];
      stream.next_out = reinterpret_cast<Bytef*>(block);
      stream.avail_out = sizeof block;
      deflate(&stream, flush);
      out.append(block, sizeof block - stream.avail_out);
    } while (stream.avail_out == 0);
  } while (!text.empty());
}

}  // namespace filigree::detail

#else

namespace filigree::detail {
namespace {

[[noreturn]] void throw_no_zlib(std::string_view operation, std::string_view argument,
                                std::string value) {
  throw_error(Status::not_supported, {operation, argument, std::move(value),
                                      "an uncompressed file: this build is without zlib",
                                      "unpack the file, or build Filigree with zlib"});
}

}  // namespace

bool gunzip(const ReadContext& context, std::string_view, std::size_t, ByteBuffer&) {
  throw_no_zlib(context.operation, context.argument, context.prefix() + "gzip-compressed content");
}

struct Deflater::State {};
Deflater::Deflater(std::string_view operation, int) {
  throw_no_zlib(operation, "path", "a name that ends in .gz");
}
Deflater::~Deflater() = default;
void Deflater::run(std::string_view, bool, std::string&) {}

}  // namespace filigree::detail

#endif
