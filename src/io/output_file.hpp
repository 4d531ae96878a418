// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <filigree/io/options.hpp>

namespace filigree::detail {

/// Throws invalid_value for an option out of range.
void check_write_options(std::string_view operation, const WriteOptions& options);

/// A gzip stream that is written piece by piece.
class Deflater {
 public:
  /// \throws Error not_supported where the library was built without zlib.
  Deflater(std::string_view operation, int level);
  ~Deflater();
  /// Appends the compressed text to `out`; `finish` ends the stream.
  void run(std::string_view text, bool finish, std::string& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A file that appears under its name when it is complete: it is written beside it and renamed by
/// commit(); without commit() nothing is left behind. Names of something else than a regular file
/// are written to directly.
class OutputFile {
 public:
  /// A name that ends in .gz is compressed, unless compression_level is 0.
  OutputFile(std::string_view operation, const std::filesystem::path& path, int compression_level);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  void open_beside_target(unsigned mode);
  void write_raw(std::string_view bytes);
  [[noreturn]] void throw_system_error(const char* action) const;

  std::string_view operation_;
  std::filesystem::path target_;
  std::filesystem::path temporary_;  ///< empty where the target is written to directly
  std::optional<Deflater> deflater_;
  std::string compressed_;
  int file_ = -1;
  bool remembered_ = false;  ///< by remove_unfinished_file
};

}  // namespace filigree::detail
