// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <filigree/core/error.hpp>
#include <filigree/detail/write_file.hpp>
#include <filigree/tune_choice.hpp>
#include <io/xxh64.hpp>

// The file: a first line that says what it is, lines "name = value", and a last line with a
// checksum of those before it. One list of fields serves reading and writing.

namespace filigree {
namespace {

constexpr std::string_view first_line = "filigree tuning choice 1";
constexpr std::string_view last_line = "end = ";

template <class T>
std::string to_text(const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return value;
  } else if constexpr (std::is_same_v<T, Format>) {
    return std::string(name(value));
  } else if constexpr (std::is_same_v<T, HybPartition>) {
    return value == HybPartition::automatic ? "automatic"
           : value == HybPartition::user    ? "user"
                                            : "max";
  } else if constexpr (std::is_same_v<T, BlockLayout>) {
    return std::to_string(value.rows) + " " + std::to_string(value.cols) +
           (value.order == BlockOrder::row_major ? " row_major" : " col_major");
  } else {
    std::array<char, 64> buffer{};
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
  }
}

/// Whether all of the text was a value.
template <class T>
bool from_text(std::string_view text, T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    value = text;
    return true;
  } else if constexpr (std::is_same_v<T, Format>) {
    for (const Format format : all_formats) {
      if (name(format) != text) continue;
      value = format;
      return true;
    }
    return false;
  } else if constexpr (std::is_same_v<T, HybPartition>) {
    for (const HybPartition partition :
         {HybPartition::automatic, HybPartition::user, HybPartition::max}) {
      if (to_text(partition) != text) continue;
      value = partition;
      return true;
    }
    return false;
  } else if constexpr (std::is_same_v<T, BlockLayout>) {
    std::istringstream in{std::string(text)};
    std::string order;
    in >> value.rows >> value.cols >> order;
    value.order = order == "row_major" ? BlockOrder::row_major : BlockOrder::col_major;
    return !in.fail() && (order == "row_major" || order == "col_major") && value.rows > 0 &&
           value.cols > 0;
  } else {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
  }
}

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// visit(name, field) for all fields; those that are std::optional may be absent.
template <class Choice, class Visit>
void for_each_field(Choice& choice, const Visit& visit) {
  visit("library_version", choice.key.library_version);
  visit("machine", choice.key.machine);
  visit("scalar", choice.key.scalar);
  visit("index_bytes", choice.key.index_bytes);
  visit("offset_bytes", choice.key.offset_bytes);
  visit("num_rows", choice.key.num_rows);
  visit("num_cols", choice.key.num_cols);
  visit("nnz", choice.key.nnz);
  visit("checksum", choice.key.checksum);
  visit("format", choice.format);
  visit("kernel", choice.kernel);
  visit("seconds", choice.seconds);
  auto& parameters = choice.parameters;
  visit("block", parameters.block);
  visit("block_size", parameters.block_size);
  visit("slice_size", parameters.slice_size);
  visit("sort_window", parameters.sort_window);
  visit("hack_size", parameters.hack_size);
  visit("partition", parameters.partition);
  visit("ell_width", parameters.ell_width);
  visit("row_alignment", parameters.row_alignment);
}

[[noreturn]] void throw_bad_file(const std::filesystem::path& path, int line,
                                 const std::string& found, const std::string& expected) {
  detail::throw_error(
      Status::invalid_value,
      {"TuneChoice::load", "path", path.string() + ", line " + std::to_string(line) + ": " + found,
       expected, "pass a file that TuneChoice::save wrote"});
}

/// Puts a value into the field of that name; returns whether there is such a field and it fits.
bool assign(TuneChoice& choice, std::string_view field_name, std::string_view text) {
  bool fits = false;
  for_each_field(choice, [&]<class T>(std::string_view known, T& field) {
    if (known != field_name) return;
    if constexpr (is_optional<T>)
      fits = from_text(text, field.emplace());
    else
      fits = from_text(text, field);
  });
  return fits;
}

std::string in_quotes(std::string_view line) {
  return "'" + std::string(line.substr(0, 80)) + (line.size() > 80 ? "...'" : "'");
}

/// The whole file, or as much of it as shows that it is too large.
std::string read_text(const std::filesystem::path& path) {
  constexpr std::size_t limit = 1 << 16;  // a choice has some hundred bytes
  std::ifstream file(path, std::ios::binary);
  if (!file)
    detail::throw_error(Status::mapping_error,
                        {"TuneChoice::load", "path", path.string(), "a file that can be read",
                         "check the name and its permissions"});
  std::string text(limit, '\0');
  file.read(text.data(), std::streamsize(limit));
  text.resize(std::size_t(file.gcount()));
  return text;
}

/// The lines of a file whose first and last ones are as save() writes them.
std::vector<std::string_view> lines_of(const std::filesystem::path& path, std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (lines.empty() || lines.front() != first_line)
    throw_bad_file(path, 1, lines.empty() ? "nothing" : in_quotes(lines.front()),
                   in_quotes(first_line));
  const auto before = std::size_t(lines.back().data() - text.data());
  const std::string last = std::string(last_line) + to_text(detail::xxh64(text.data(), before));
  if (lines.back() != last || text.back() != '\n')
    throw_bad_file(path, int(lines.size()), in_quotes(lines.back()),
                   in_quotes(last) + ", the checksum of the lines before it");
  return lines;
}

}  // namespace

void TuneChoice::save(const FilePath& path) const try {
  std::string text(first_line);
  text += '\n';
  for_each_field(*this, [&text]<class T>(std::string_view field_name, const T& field) {
    if constexpr (is_optional<T>) {
      if (field) text.append(field_name).append(" = ").append(to_text(*field)).append("\n");
    } else {
      text.append(field_name).append(" = ").append(to_text(field)).append("\n");
    }
  });
  const std::string checksum = to_text(detail::xxh64(text.data(), text.size()));
  text.append(last_line).append(checksum).append("\n");
  detail::write_file("TuneChoice::save", path, text);
} catch (...) {
  detail::rethrow_as_error("TuneChoice::save");
}

TuneChoice TuneChoice::load(const FilePath& path) try {
  const std::string text = read_text(path);
  const auto lines = lines_of(path, text);
  TuneChoice choice;
  std::set<std::string_view> seen;
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    const std::size_t equals = lines[i].find(" = ");
    const std::string_view field = lines[i].substr(0, equals);
    if (equals == std::string_view::npos || !assign(choice, field, lines[i].substr(equals + 3)) ||
        !seen.insert(field).second)
      throw_bad_file(path, int(i) + 1, in_quotes(lines[i]), "a field and its value, once");
  }
  for_each_field(choice, [&]<class T>(std::string_view known, const T&) {
    if (!is_optional<T> && !seen.contains(known))
      throw_bad_file(path, int(lines.size()), "no field '" + std::string(known) + "'",
                     "all fields of a choice");
  });
  return choice;
} catch (...) {
  detail::rethrow_as_error("TuneChoice::load");
}

}  // namespace filigree
