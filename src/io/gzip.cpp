// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

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

/// The least compressed data that zlib can make stand for a byte: 258 bytes take two bits.
constexpr std::uint64_t most_expansion = 1032;

class Inflater : public ByteFeed {
 public:
  Inflater(const ReadContext& context, std::unique_ptr<ByteFeed> compressed)
      : context_(context), compressed_(std::move(compressed)) {
    if (inflateInit2(&stream_, gzip_window) != Z_OK) throw_no_memory(context);
  }
  ~Inflater() override { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  std::size_t read(char* out, std::size_t room) override {
    room = std::min(room, max_step);
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = uInt(room);
    while (stream_.avail_out == room && !done_) {
      if (stream_.avail_in == 0) fetch();
      const int result = inflate(&stream_, Z_NO_FLUSH);
      if (result == Z_STREAM_END) {
        next_member();
      } else if (result == Z_MEM_ERROR) {
        throw_no_memory(context_);  // the window is allocated when it is first needed
      } else if (result != Z_OK) {
        throw_stream_error(context_, stream_, result == Z_BUF_ERROR && stream_.avail_in == 0);
      }
    }
    return room - stream_.avail_out;
  }

  std::uint64_t most_left() const override {
    if (done_) return 0;
    const std::uint64_t left = compressed_->most_left();
    constexpr std::uint64_t limit = std::numeric_limits<std::uint64_t>::max() / most_expansion;
    // what zlib has taken and not given yet is less than its window
    return std::min(left, limit - 2 * input_.size()) * most_expansion +
           (stream_.avail_in + 64) * most_expansion;
  }

 private:
  void fetch() {
    stream_.next_in = input_.data();
    stream_.avail_in =
        uInt(compressed_->read(reinterpret_cast<char*>(input_.data()), input_.size()));
  }
  /// Zeros behind the last member are padding.
  void next_member() {
    for (;;) {
      if (stream_.avail_in == 0) fetch();
      done_ = stream_.avail_in == 0;
      if (done_ || *stream_.next_in != 0) break;
      ++stream_.next_in;
      --stream_.avail_in;
    }
    if (!done_ && inflateReset(&stream_) != Z_OK) throw_stream_error(context_, stream_, false);
  }

  ReadContext context_;
  std::unique_ptr<ByteFeed> compressed_;
  std::array<Bytef, std::size_t(1) << 16> input_;
  z_stream stream_{};
  bool done_ = false;
};

}  // namespace

std::unique_ptr<ByteFeed> gunzip(const ReadContext& context, std::unique_ptr<ByteFeed> compressed) {
  return std::make_unique<Inflater>(context, std::move(compressed));
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

std::unique_ptr<ByteFeed> gunzip(const ReadContext& context, std::unique_ptr<ByteFeed>) {
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
