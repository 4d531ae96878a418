// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

#include <filigree/core/error.hpp>
#include <filigree/detail/write_file.hpp>

namespace filigree::detail {
namespace {

/// A link stays a link: the file that it names is replaced, or created where there is none yet.
std::filesystem::path without_links(std::filesystem::path path, bool exists) {
  std::error_code failure;
  if (exists) {
    auto resolved = std::filesystem::canonical(path, failure);
    return failure ? path : resolved;
  }
  while (std::filesystem::is_symlink(path, failure)) {
    const auto next = std::filesystem::read_symlink(path, failure);
    if (failure) break;
    path = path.parent_path() / next;
  }
  return path;
}

/// The name of the file that is being written, for remove_unfinished_file. Others that threads
/// write at the same time are not known by it.
constexpr std::size_t longest_name = 4096;
char unfinished_name[longest_name];
std::atomic<bool> unfinished_is_taken{false};
std::atomic<bool> unfinished_is_complete{false};

bool remember_unfinished(const std::string& name) {
  if (name.size() >= longest_name || unfinished_is_taken.exchange(true)) return false;
  std::copy(name.c_str(), name.c_str() + name.size() + 1, unfinished_name);
  unfinished_is_complete = true;
  return true;
}
void forget_unfinished() {
  unfinished_is_complete = false;
  unfinished_is_taken = false;
}

}  // namespace

void remove_unfinished_file() noexcept {
  if (unfinished_is_complete) ::unlink(unfinished_name);
}

void check_write_options(std::string_view operation, const WriteOptions& options) {
  if (options.compression_level < 1 || options.compression_level > 9)
    throw_error(Status::invalid_value,
                {operation, "options.compression_level", std::to_string(options.compression_level),
                 "1 to 9", "1 is fastest, 9 smallest"});
  if (options.comment == nullptr)
    throw_error(Status::invalid_value, {operation, "options.comment", "null pointer", "a text",
                                        "pass \"\" for no comment"});
}

OutputFile::OutputFile(std::string_view operation, const std::filesystem::path& path,
                       int compression_level)
    : operation_(operation), target_(path) {
  if (compression_level > 0 && path.extension() == ".gz")
    deflater_.emplace(operation, compression_level);
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) throw_system_error("open");
  target_ = without_links(path, exists);
  if (exists && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    throw_system_error("open");
  }
  if (exists && !S_ISREG(status.st_mode)) {
    file_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) throw_system_error("open");
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) throw_system_error("replace");
  open_beside_target(exists ? unsigned(status.st_mode) & 0777u : 0666u);
  // not the bits that let others run it as its owner, who may be another one now
  if (exists) ::fchmod(file_, status.st_mode & 0777u);
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (remembered_) forget_unfinished();
}

void OutputFile::open_beside_target(unsigned mode) {
  static std::atomic<unsigned> counter{0};
  for (int attempt = 0; attempt < 100; ++attempt) {
    // A name of its own: the target's may be as long as names can be.
    std::filesystem::path name =
        target_.parent_path() /
        (".filigree-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".part");
    file_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file_ >= 0) {
      // nothing is allocated from here on: no destructor follows a constructor that fails
      temporary_ = std::move(name);
      remembered_ = remember_unfinished(temporary_.native());
      return;
    }
    if (errno != EEXIST) break;
  }
  throw_system_error("create");
}

void OutputFile::throw_system_error(const char* action) const {
  const int code = errno;
  throw_error(Status::mapping_error, {operation_, "path",
                                      std::string("cannot ") + action + " '" + target_.string() +
                                          "': " + std::generic_category().message(code),
                                      "a file that can be written",
                                      "check the folder, its access rights and its free space"});
}

void OutputFile::write(std::string_view text) {
  if (!deflater_) return write_raw(text);
  constexpr std::size_t piece = std::size_t(1) << 20;  // so that the output stays small
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    compressed_.clear();
    deflater_->run(text.substr(0, piece), false, compressed_);
    write_raw(compressed_);
  }
}

void OutputFile::write_raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_system_error("write");
    bytes.remove_prefix(std::size_t(count));
  }
}

void OutputFile::commit() {
  if (deflater_) {
    compressed_.clear();
    deflater_->run({}, true, compressed_);
    write_raw(compressed_);
  }
  const int file = std::exchange(file_, -1);
  // The content must be on disk before the name is: a crash in between would leave an empty file.
  const bool synchronised = temporary_.empty() || ::fsync(file) == 0 || errno == EINVAL;
  const int code = errno;
  const bool closed = ::close(file) == 0;
  if (!synchronised) errno = code;
  if (!synchronised || !closed) throw_system_error("write");
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) throw_system_error("rename to");
  temporary_.clear();
  if (std::exchange(remembered_, false)) forget_unfinished();
}

void write_file(std::string_view operation, const FilePath& path, std::string_view text) {
  constexpr int uncompressed = 0;  // whatever the name is
  OutputFile file(operation, path, uncompressed);
  file.write(text);
  file.commit();
}

}  // namespace filigree::detail
