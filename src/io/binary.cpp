// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/io/binary.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "binary_elements.hpp"
#include "binary_layout.hpp"
#include "entry_parser.hpp"
#include "host_arrays.hpp"
#include "output_file.hpp"
#include "text_source.hpp"

namespace filigree::detail {
namespace {

using binary::first_wrong;
using binary::Integers;
using binary::load;
using binary::nowhere;

constexpr std::array<const char*, 4> format_names{"", "coo", "csr", "csc"};

/// A value as a To, and whether it is one.
template <class From, class To>
bool convert_value(const From& value, To& result) {
  if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    result = static_cast<To>(value);
    return std::in_range<To>(value);
  } else if constexpr (std::is_integral_v<From>) {
    typename RealPart<To>::type real = 0;
    const auto magnitude = static_cast<std::uint64_t>(value);
    const bool negative = std::cmp_less(value, 0);
    const auto stored = store_integer(negative, negative ? 0 - magnitude : magnitude, real);
    result = To(real);
    return stored == NumberResult::ok;
  } else if constexpr (is_complex_v<From> && !is_complex_v<To>) {
    result = To(value.real());
    return std::isfinite(result) || !std::isfinite(value.real());
  } else {
    result = convert<To>(value);
    if constexpr (is_complex_v<To>) {
      const auto wide = convert<complex_double>(value);
      return (std::isfinite(result.real()) || !std::isfinite(wide.real())) &&
             (std::isfinite(result.imag()) || !std::isfinite(wide.imag()));
    } else {
      return std::isfinite(result) || !std::isfinite(value);
    }
  }
}

/// Copies entries, converted. Returns the first that does not fit, or nowhere; with `round` only
/// whether one was rounded matters, and all are converted.
template <class From, class To>
std::int64_t convert_entries(const char* from, std::int64_t n, char* to, bool round) {
  if constexpr (std::is_same_v<From, To>) {
    constexpr std::int64_t piece = std::int64_t(1) << 20;
    for_each_on_host("filigree::binary::copy", (n + piece - 1) / piece, [=](std::int64_t p) {
      const std::size_t begin = std::size_t(p * piece) * sizeof(To);
      std::memcpy(to + begin, from + begin,
                  std::size_t(std::min(piece, n - p * piece)) * sizeof(To));
    });
    return nowhere;
  } else {
    if (round)
      for_each_on_host("filigree::binary::round", n, [=](std::int64_t k) {
        To result;
        convert_value(load<From>(from, k), result);
        std::memcpy(to + std::size_t(k) * sizeof(To), &result, sizeof(To));
      });
    return first_wrong(n, [=](std::int64_t k) {
      To result;
      const bool fits = convert_value(load<From>(from, k), result);
      std::memcpy(to + std::size_t(k) * sizeof(To), &result, sizeof(To));
      return !fits;
    });
  }
}

/// Calls f(std::type_identity<T>) for the type of an element.
template <class F>
auto with_scalar(BinaryElement element, F f) {
  switch (element) {
    case BinaryElement::float32:
      return f(std::type_identity<float>{});
    case BinaryElement::float64:
      return f(std::type_identity<double>{});
    case BinaryElement::complex64:
      return f(std::type_identity<complex_float>{});
    default:
      return f(std::type_identity<complex_double>{});
  }
}

template <class F>
auto with_integer(BinaryElement element, F f) {
  switch (element) {
    case BinaryElement::int32:
      return f(std::type_identity<std::int32_t>{});
    case BinaryElement::int64:
      return f(std::type_identity<std::int64_t>{});
    default:
      return f(std::type_identity<std::uint64_t>{});
  }
}

bool is_complex(BinaryElement element) {
  return element == BinaryElement::complex64 || element == BinaryElement::complex128;
}

/// \param from  integers where `to` is
std::int64_t convert_array(BinaryElement from, BinaryElement to, const char* data, std::int64_t n,
                           char* out, bool round) {
  const auto both = [&]<class From, class To>(std::type_identity<From>, std::type_identity<To>) {
    return convert_entries<From, To>(data, n, out, round);
  };
  const auto with_target = [&](auto f) {
    return is_integer(to) ? with_integer(to, [&](auto t) { return both(f, t); })
                          : with_scalar(to, [&](auto t) { return both(f, t); });
  };
  if (is_integer(from)) return with_integer(from, with_target);
  return with_scalar(from,
                     [&](auto f) { return with_scalar(to, [&](auto t) { return both(f, t); }); });
}

}  // namespace

struct BinaryFile::State {
  ReadContext context;
  TextSource source;
  BinaryPrefix prefix;
  BinaryHeader header;
  bool discard_imaginary = false;

  [[noreturn]] void fail(const std::string& value, std::string limit, std::string remedy,
                         Status status = Status::invalid_value) const {
    throw_error(status, {context.operation, context.argument, context.prefix() + value,
                         std::move(limit), std::move(remedy)});
  }
  const char* array(int i) const {
    return source.window().data() + prefix.sections[std::size_t(i)].position;
  }
  std::int64_t integer(int i, std::int64_t k) const {
    return Integers{array(i), element_of(header, i) == BinaryElement::int64}(k);
  }
  void check_bytes() const;
  void check_contents() const;
};

void BinaryFile::State::check_bytes() const {
  const std::uint64_t size = source.window().size();
  if (size != prefix.file_bytes)
    fail(
        (size < prefix.file_bytes ? "truncated: " : "too long: ") + std::to_string(size) + " bytes",
        "the " + std::to_string(prefix.file_bytes) + " bytes that the header promises", copy_again);
  constexpr std::array<const char*, 3> names{"first index array", "second index array", "values"};
  std::uint64_t end = sizeof prefix;
  for (int i = 0; i < 3; ++i) {
    const BinarySection& section = prefix.sections[std::size_t(i)];
    const std::string_view gap = source.window().substr(end, section.position - end);
    end = section.position + section.bytes;
    if (gap.find_first_not_of('\0') != std::string_view::npos)
      fail("damaged: something stands before byte " + std::to_string(section.position),
           "zeros between the arrays", copy_again);
    if (checksum_of(array(i), section.bytes) != section.checksum)
      fail(std::string("damaged: the ") + names[std::size_t(i)] + " (bytes " +
               std::to_string(section.position) + " to " + std::to_string(end) +
               ") do not have their checksum",
           "the bytes as written", copy_again);
  }
}

void BinaryFile::State::check_contents() const {
  detail::check_contents(header, {array(0), array(1), array(2)}, false,
                         [this](const std::string& value, std::string limit) {
                           fail(value, std::move(limit),
                                "the program that wrote the file is wrong: validate() there");
                         });
}

BinaryFile::BinaryFile(std::unique_ptr<State> state) : state_(std::move(state)) {
  state_->check_bytes();
  state_->check_contents();
}
BinaryFile::BinaryFile(BinaryFile&&) noexcept = default;
BinaryFile::~BinaryFile() = default;

BinaryFile BinaryFile::from_source(const ReadContext& context, TextSource source,
                                   const ReadOptions& options) {
  const auto checked = parse_prefix(context, source.at_least(sizeof(BinaryPrefix)));
  // one byte more tells whether something follows
  source.at_least(checked.raw.file_bytes + 1);
  return BinaryFile(std::unique_ptr<State>(new State{context, std::move(source), checked.raw,
                                                     checked.header, options.discard_imaginary}));
}

BinaryFile BinaryFile::open(std::string_view operation, const FilePath& path,
                            const ReadOptions& options) try {
  require_kokkos(operation);
  const ScopedRegion region("filigree::read_binary");
  const auto context = ReadContext::of_file(operation, path, options);
  trace_call(context, "read");
  return from_source(context, TextSource::open(context, path), options);
} catch (...) {
  rethrow_as_error(operation);
}

BinaryFile BinaryFile::from_memory(std::string_view operation, std::string_view bytes,
                                   const ReadOptions& options) try {
  require_kokkos(operation);
  const ScopedRegion region("filigree::parse_binary");
  const auto context = ReadContext::of_memory(operation, options);
  return from_source(context, TextSource::from_memory(context, bytes), options);
} catch (...) {
  rethrow_as_error(operation);
}

const BinaryHeader& BinaryFile::header() const { return state_->header; }
std::string_view BinaryFile::operation() const { return state_->context.operation; }
std::int64_t BinaryFile::length(int array) const { return length_of(state_->header, array); }

void BinaryFile::require(BinaryFormat format, std::size_t index_bytes) const {
  const BinaryHeader& header = state_->header;
  if (header.format != format)
    state_->fail(std::string("the file holds a matrix in the format ") +
                     format_names[std::size_t(header.format)],
                 format_names[std::size_t(format)],
                 "read it into a container of its format, or by read_matrix",
                 Status::not_supported);
  const std::int64_t extent = std::max(header.num_rows, header.num_cols);
  if (index_bytes == 4 && extent > std::numeric_limits<std::int32_t>::max())
    state_->fail(std::to_string(extent) + " rows or columns",
                 "at most 2147483647 for 32-bit indices", "read with std::int64_t indices");
}

void BinaryFile::copy(int array, BinaryElement to, void* destination) const {
  const State& state = *state_;
  const BinaryElement from = element_of(state.header, array);
  const bool values = array == 2;
  if (values && is_complex(from) && !is_complex(to) && !state.discard_imaginary)
    state.fail("complex values", "real values",
               "read into a complex scalar, or set ReadOptions::discard_imaginary",
               Status::not_supported);
  if (values && is_integer(to) && !is_integer(from))
    state.fail("values that are no integers", "integers", "read into a floating-point scalar",
               Status::not_supported);
  const bool round = values && is_integer(from) && !is_integer(to) && state.context.round_integers;
  const std::int64_t wrong = convert_array(from, to, state.array(array), length(array),
                                           static_cast<char*>(destination), round);
  if (wrong == nowhere) return;
  if (round) return state.context.note("integers that the scalar type does not hold are rounded");
  const std::string value = "value " + std::to_string(wrong);
  if (values && is_integer(to))
    state.fail(value + " is beyond the range of the scalar type", "a value in range",
               "read into std::int64_t, std::uint64_t or double");
  if (values && is_integer(from))
    state.fail(value + " would be rounded", "integers that the scalar type holds exactly",
               "read into std::int64_t or std::uint64_t, or set ReadOptions::round_integers");
  if (values)
    state.fail(value + " is too large for float", "a value in range",
               "read into double or complex_double");
  state.fail("offset or index " + std::to_string(state.integer(array, wrong)),
             "at most 2147483647 for 32-bit integers",
             "read with std::int64_t offsets and indices");
}

void check_written_matrix(std::string_view operation, const BinaryHeader& header,
                          const std::array<const void*, 3>& arrays, bool any_order) {
  const auto refuse = [operation](const std::string& value, std::string limit) {
    throw_error(Status::invalid_value, {operation, "matrix", value, std::move(limit),
                                        "validate() names all that is wrong with it"});
  };
  if (!sizes_are_possible(header))
    refuse(std::to_string(header.num_rows) + " x " + std::to_string(header.num_cols) + " with " +
               std::to_string(header.num_entries) + " entries",
           "sizes that a file can have");
  check_contents(header, arrays, any_order, refuse);
}

void write_binary_file(const FilePath& path, const BinaryHeader& header,
                       const std::array<BinaryArray, 3>& arrays, const WriteOptions& options) {
  constexpr std::string_view operation = "write_binary";
  require_kokkos(operation);
  const ScopedRegion region("filigree::write_binary");
  check_write_options(operation, options);
  if (options.pattern_only)
    throw_error(Status::not_supported, {operation, "options.pattern_only", "true", "false",
                                        "binary files have values; write a Matrix Market file"});
  check_written_matrix(operation, header, {arrays[0].data, arrays[1].data, arrays[2].data}, false);
  BinaryPrefix prefix = prefix_of(header);
  for (std::size_t i = 0; i < 3; ++i)
    prefix.sections[i].checksum = checksum_of(arrays[i].data, prefix.sections[i].bytes);
  prefix.checksum = checksum_of(prefix);

  OutputFile file(operation, path, options.compression_level);
  file.write({reinterpret_cast<const char*>(&prefix), sizeof prefix});
  std::uint64_t position = sizeof prefix;
  constexpr std::array<char, binary_alignment> zeros{};
  for (std::size_t i = 0; i < 3; ++i) {
    const BinarySection& section = prefix.sections[i];
    file.write({zeros.data(), std::size_t(section.position - position)});
    file.write({static_cast<const char*>(arrays[i].data), section.bytes});
    position = section.position + section.bytes;
  }
  file.commit();
}

}  // namespace filigree::detail
