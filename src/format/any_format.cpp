// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>
#include <filigree/format/any_format.hpp>

namespace filigree {

std::string_view name(Format format) {
  return std::size_t(format) < all_formats.size() ? detail::format_names[std::size_t(format)]
                                                  : "invalid";
}

Format format_of(std::string_view text) {
  if (text == "hll") return Format::sell;
  if (text == "gebsr") return Format::bsr;
  if (text == "gebsc") return Format::bsc;
  std::string known = "hll";
  for (const Format format : all_formats) {
    if (name(format) == text) return format;
    known.append(", ").append(name(format));
  }
  std::string found(1, '\'');
  found.append(text).append("'");
  detail::throw_error(Status::invalid_value,
                      {"format_of", "name", found, known, "name one of these formats"});
}

std::string describe(Format format, const FormatParameters& parameters) {
  std::string text(name(format));
  const auto add = [&text](std::string_view before, std::int64_t value, std::string_view after) {
    text.append(before).append(std::to_string(value)).append(after);
  };
  const bool has_blocks = format == Format::bsr || format == Format::bsc || format == Format::bsrx;
  if (has_blocks && parameters.block) {
    add(", blocks of ", parameters.block->rows, " x ");
    add("", parameters.block->cols,
        parameters.block->order == BlockOrder::row_major ? "" : ", column-major");
  }
  if (format == Format::blocked_ell && parameters.block_size)
    add(", blocks of ", *parameters.block_size, " rows and columns");
  if (format == Format::sell) {
    if (parameters.slice_size) add(", slices of ", *parameters.slice_size, " rows");
    if (parameters.sort_window == all_rows)
      text += ", rows sorted";
    else if (parameters.sort_window.value_or(1) > 1)
      add(", sorted in windows of ", *parameters.sort_window, "");
  }
  if (format == Format::hdia && parameters.hack_size)
    add(", hacks of ", *parameters.hack_size, " rows");
  if (format == Format::hyb && parameters.partition == HybPartition::max) text += ", all in Ell";
  if ((format == Format::hyb && parameters.partition == HybPartition::user) ||
      format == Format::ell)
    if (parameters.ell_width) add(", width ", *parameters.ell_width, "");
  return text;
}

}  // namespace filigree
