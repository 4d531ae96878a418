// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <filigree/c/filigree.h>

/// Operands for tests of the C API, and plain loops. Types are values here as they are there:
/// numbers are small integers in complex<double>, so that every type holds every result exactly.

namespace c_tests {

using Number = std::complex<double>;

#define C_OK(call) ASSERT_EQ(call, FILIGREE_STATUS_SUCCESS) << filigree_last_error_message()

/// In constructors.
#define C_EXPECT_OK(call) EXPECT_EQ(call, FILIGREE_STATUS_SUCCESS) << filigree_last_error_message()

inline std::size_t size_of(filigree_scalar_type_t type) {
  static constexpr std::size_t sizes[] = {4, 8, 8, 16, 2, 2, 4, 4, 1, 4};
  return sizes[type];
}

inline bool is_complex(filigree_scalar_type_t type) {
  return type == FILIGREE_SCALAR_COMPLEX_FLOAT || type == FILIGREE_SCALAR_COMPLEX_DOUBLE;
}

template <class T>
void store(char*& to, T value) {
  std::memcpy(to, &value, sizeof value);
  to += sizeof value;
}

inline void pack(char* to, Number value, filigree_scalar_type_t type) {
  const auto re = float(value.real());
  switch (type) {
    case FILIGREE_SCALAR_COMPLEX_FLOAT:
      store(to, re);
      return store(to, float(value.imag()));
    case FILIGREE_SCALAR_COMPLEX_DOUBLE:
      store(to, value.real());
      return store(to, value.imag());
    case FILIGREE_SCALAR_DOUBLE:
      return store(to, value.real());
    case FILIGREE_SCALAR_BFLOAT16: {  // little-endian: the upper half comes last
      char bytes[4];
      std::memcpy(bytes, &re, 4);
      std::memcpy(to, bytes + 2, 2);
      return;
    }
    case FILIGREE_SCALAR_INT8:
      return store(to, std::int8_t(re));
    case FILIGREE_SCALAR_INT32:
      return store(to, std::int32_t(re));
    default:
      return store(to, re);
  }
}

template <class T>
T load(const char*& from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  from += sizeof value;
  return value;
}

inline Number unpack(const char* from, filigree_scalar_type_t type) {
  switch (type) {
    case FILIGREE_SCALAR_COMPLEX_FLOAT: {
      const double re = load<float>(from);
      return {re, load<float>(from)};
    }
    case FILIGREE_SCALAR_COMPLEX_DOUBLE: {
      const double re = load<double>(from);
      return {re, load<double>(from)};
    }
    case FILIGREE_SCALAR_DOUBLE:
      return load<double>(from);
    case FILIGREE_SCALAR_INT8:
      return load<std::int8_t>(from);
    case FILIGREE_SCALAR_INT32:
      return load<std::int32_t>(from);
    default:
      return load<float>(from);
  }
}

/// Bytes in the memory of a target.
template <class Space>
class Array {
 public:
  Array() = default;
  explicit Array(const std::vector<char>& bytes) : view_("c_tests::array", bytes.size()) {
    Kokkos::deep_copy(view_, HostView(const_cast<char*>(bytes.data()), bytes.size()));
  }
  static Array of_numbers(const std::vector<Number>& numbers, filigree_scalar_type_t type) {
    std::vector<char> bytes(numbers.size() * size_of(type));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      pack(bytes.data() + i * size_of(type), numbers[i], type);
    return Array(bytes);
  }
  static Array of_indices(const std::vector<std::int64_t>& indices, filigree_index_type_t type,
                          std::int64_t base) {
    const std::size_t width = type == FILIGREE_INDEX_INT32 ? 4 : 8;
    std::vector<char> bytes(indices.size() * width);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const std::int64_t value = indices[i] + base;  // little-endian: the low bytes come first
      std::memcpy(bytes.data() + i * width, &value, width);
    }
    return Array(bytes);
  }

  void* data() const { return view_.data(); }
  std::vector<char> bytes() const {
    std::vector<char> result(view_.extent(0));
    Kokkos::deep_copy(HostView(result.data(), result.size()), view_);
    return result;
  }
  std::vector<Number> numbers(filigree_scalar_type_t type) const {
    const std::vector<char> bytes = this->bytes();
    std::vector<Number> result(bytes.size() / size_of(type));
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = unpack(bytes.data() + i * size_of(type), type);
    return result;
  }
  std::vector<std::int64_t> indices(filigree_index_type_t type) const {
    const std::vector<char> bytes = this->bytes();
    const std::size_t width = type == FILIGREE_INDEX_INT32 ? 4 : 8;
    std::vector<std::int64_t> result(bytes.size() / width);
    for (std::size_t i = 0; i < result.size(); ++i) {
      const char* from = bytes.data() + i * width;
      result[i] = width == 4 ? load<std::int32_t>(from) : load<std::int64_t>(from);
    }
    return result;
  }

 private:
  using HostView = Kokkos::View<char*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Kokkos::View<char*, Space> view_;
};

struct Types {
  filigree_scalar_type_t a, x, y, compute;
};
inline constexpr Types all_types[] = {
    {FILIGREE_SCALAR_FLOAT, FILIGREE_SCALAR_FLOAT, FILIGREE_SCALAR_FLOAT, FILIGREE_SCALAR_FLOAT},
    {FILIGREE_SCALAR_DOUBLE, FILIGREE_SCALAR_DOUBLE, FILIGREE_SCALAR_DOUBLE,
     FILIGREE_SCALAR_DOUBLE},
    {FILIGREE_SCALAR_COMPLEX_FLOAT, FILIGREE_SCALAR_COMPLEX_FLOAT, FILIGREE_SCALAR_COMPLEX_FLOAT,
     FILIGREE_SCALAR_COMPLEX_FLOAT},
    {FILIGREE_SCALAR_COMPLEX_DOUBLE, FILIGREE_SCALAR_COMPLEX_DOUBLE, FILIGREE_SCALAR_COMPLEX_DOUBLE,
     FILIGREE_SCALAR_COMPLEX_DOUBLE},
    {FILIGREE_SCALAR_INT8, FILIGREE_SCALAR_INT8, FILIGREE_SCALAR_INT32, FILIGREE_SCALAR_INT32},
    {FILIGREE_SCALAR_BFLOAT16, FILIGREE_SCALAR_BFLOAT16, FILIGREE_SCALAR_FLOAT,
     FILIGREE_SCALAR_FLOAT}};

struct Widths {
  filigree_index_type_t offset, index;
};
inline constexpr Widths all_widths[] = {{FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32},
                                        {FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT32},
                                        {FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT64}};
inline constexpr filigree_index_base_t all_bases[] = {FILIGREE_BASE_ZERO, FILIGREE_BASE_ONE};
inline constexpr filigree_op_t all_ops[] = {FILIGREE_OP_NONE, FILIGREE_OP_TRANSPOSE,
                                            FILIGREE_OP_CONJUGATE_TRANSPOSE};

/// A dense matrix on paper.
struct Paper {
  std::int64_t rows = 0, cols = 0;
  std::vector<Number> entries;  ///< row by row

  Paper(std::int64_t r, std::int64_t c) : rows(r), cols(c), entries(std::size_t(r * c)) {}
  Number& at(std::int64_t i, std::int64_t j) { return entries[std::size_t(i * cols + j)]; }
  Number at(std::int64_t i, std::int64_t j) const { return entries[std::size_t(i * cols + j)]; }

  Paper op(filigree_op_t op) const {
    if (op == FILIGREE_OP_NONE) return *this;
    Paper result(cols, rows);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < cols; ++j)
        result.at(j, i) = op == FILIGREE_OP_TRANSPOSE ? at(i, j) : std::conj(at(i, j));
    return result;
  }
};

inline Paper random_paper(std::int64_t rows, std::int64_t cols, double filled, bool with_imaginary,
                          unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> value(-3, 3);
  std::bernoulli_distribution is_there(filled);
  Paper result(rows, cols);
  for (Number& entry : result.entries)
    if (is_there(random)) entry = Number(value(random), with_imaginary ? value(random) : 0);
  return result;
}

/// alpha a b + beta c
inline Paper product(Number alpha, const Paper& a, const Paper& b, Number beta, const Paper& c) {
  Paper result(a.rows, b.cols);
  for (std::int64_t i = 0; i < a.rows; ++i)
    for (std::int64_t j = 0; j < b.cols; ++j) {
      Number sum = 0;
      for (std::int64_t k = 0; k < a.cols; ++k) sum += a.at(i, k) * b.at(k, j);
      result.at(i, j) = alpha * sum + beta * c.at(i, j);
    }
  return result;
}

/// The sparse matrix in a format, with its arrays and its description.
template <class Space>
struct Sparse {
  Array<Space> first, second, values;
  filigree_sparse_matrix_t matrix = nullptr;

  Sparse(const Paper& paper, filigree_format_t format, Widths widths, filigree_index_base_t base,
         filigree_scalar_type_t scalar) {
    if (format == FILIGREE_FORMAT_SELL)
      make_slices(paper, widths, scalar);
    else if (format == FILIGREE_FORMAT_ELL)
      make_ell(paper, widths, base, scalar);
    else if (format == FILIGREE_FORMAT_DIA || format == FILIGREE_FORMAT_HDIA)
      make_diagonals(paper, format, widths, base, scalar);
    else if (format == FILIGREE_FORMAT_BSR || format == FILIGREE_FORMAT_BLOCKED_ELL)
      make_blocks(paper, format, widths, base, scalar);
    else
      make_entries(paper, format, widths, base, scalar);
  }
  ~Sparse() { filigree_sparse_matrix_destroy(matrix); }
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;

 private:
  static constexpr std::int64_t slice = 5;
  static constexpr double padding = 55;

  void make_entries(const Paper& paper, filigree_format_t format, const Widths& widths,
                    filigree_index_base_t base, filigree_scalar_type_t scalar) {
    const bool by_columns = format == FILIGREE_FORMAT_CSC;
    std::vector<std::int64_t> offsets{0}, majors, minors;
    std::vector<Number> entries;
    for (std::int64_t i = 0; i < (by_columns ? paper.cols : paper.rows); ++i) {
      for (std::int64_t j = 0; j < (by_columns ? paper.rows : paper.cols); ++j) {
        const Number entry = by_columns ? paper.at(j, i) : paper.at(i, j);
        if (entry == 0.0) continue;
        majors.push_back(i);
        minors.push_back(j);
        entries.push_back(entry);
      }
      offsets.push_back(std::int64_t(entries.size()));
    }
    values = Array<Space>::of_numbers(entries, scalar);
    second = Array<Space>::of_indices(minors, widths.index, base);
    const auto nnz = std::int64_t(entries.size());
    if (format == FILIGREE_FORMAT_COO) {
      first = Array<Space>::of_indices(majors, widths.index, base);
      C_EXPECT_OK(filigree_coo_create(&matrix, paper.rows, paper.cols, nnz, first.data(),
                                      second.data(), values.data(), widths.index, base, scalar));
    } else {
      first = Array<Space>::of_indices(offsets, widths.offset, base);
      C_EXPECT_OK((by_columns ? filigree_csc_create : filigree_csr_create)(
          &matrix, paper.rows, paper.cols, nnz, first.data(), second.data(), values.data(),
          widths.offset, widths.index, base, scalar));
    }
  }

  /// Slices of five rows, of which the last one may lack some.
  void make_slices(const Paper& paper, const Widths& widths, filigree_scalar_type_t scalar) {
    std::vector<std::int64_t> offsets{0}, columns;
    std::vector<Number> entries;
    std::int64_t nnz = 0;
    for (std::int64_t first_row = 0; first_row < paper.rows; first_row += slice) {
      std::vector<std::vector<std::int64_t>> of_rows(slice);
      std::size_t width = 0;
      for (std::int64_t i = 0; i < slice && first_row + i < paper.rows; ++i) {
        for (std::int64_t j = 0; j < paper.cols; ++j)
          if (paper.at(first_row + i, j) != 0.0) of_rows[i].push_back(j);
        nnz += std::int64_t(of_rows[i].size());
        width = std::max(width, of_rows[i].size());
      }
      for (std::size_t k = 0; k < width; ++k)
        for (std::int64_t i = 0; i < slice; ++i) {
          const bool has = k < of_rows[i].size();
          columns.push_back(has ? of_rows[i][k] : -1);
          entries.push_back(has ? paper.at(first_row + i, of_rows[i][k]) : padding);
        }
      offsets.push_back(std::int64_t(columns.size()));
    }
    first = Array<Space>::of_indices(offsets, widths.offset, 0);
    second = Array<Space>::of_indices(columns, widths.index, 0);
    values = Array<Space>::of_numbers(entries, scalar);
    C_EXPECT_OK(filigree_sell_create(&matrix, paper.rows, paper.cols, nnz, slice,
                                     std::int64_t(columns.size()), first.data(), second.data(),
                                     values.data(), widths.offset, widths.index, scalar));
  }

  /// Two rows of padding between the columns of places.
  void make_ell(const Paper& paper, const Widths& widths, filigree_index_base_t base,
                filigree_scalar_type_t scalar) {
    std::vector<std::vector<std::int64_t>> of_rows(std::size_t(paper.rows) + 2);
    std::size_t width = 0;
    std::int64_t nnz = 0;
    for (std::int64_t i = 0; i < paper.rows; ++i) {
      for (std::int64_t j = 0; j < paper.cols; ++j)
        if (paper.at(i, j) != 0.0) of_rows[std::size_t(i)].push_back(j);
      width = std::max(width, of_rows[std::size_t(i)].size());
      nnz += std::int64_t(of_rows[std::size_t(i)].size());
    }
    std::vector<std::int64_t> columns;
    std::vector<Number> entries;
    for (std::size_t k = 0; k < width; ++k)
      for (std::size_t i = 0; i < of_rows.size(); ++i) {
        const bool has = k < of_rows[i].size();
        columns.push_back(has ? of_rows[i][k] : -1 - std::int64_t(base));
        entries.push_back(has ? paper.at(std::int64_t(i), of_rows[i][k]) : padding);
      }
    second = Array<Space>::of_indices(columns, widths.index, base);
    values = Array<Space>::of_numbers(entries, scalar);
    C_EXPECT_OK(filigree_ell_create(&matrix, paper.rows, paper.cols, nnz, std::int64_t(width),
                                    std::int64_t(of_rows.size()), second.data(), values.data(),
                                    widths.index, base, scalar));
  }

  /// The diagonals of all rows, with a row of padding behind each, or of hacks of five rows: those
  /// that have an entry. What stands outside the matrix is padding.
  void make_diagonals(const Paper& paper, filigree_format_t format, const Widths& widths,
                      filigree_index_base_t base, filigree_scalar_type_t scalar) {
    const bool hacked = format == FILIGREE_FORMAT_HDIA;
    const std::int64_t stride = hacked ? slice : paper.rows + 1;
    std::vector<std::int64_t> offsets{0}, diagonals;
    std::vector<Number> entries;
    std::int64_t nnz = 0;
    for (std::int64_t first_row = 0; first_row < paper.rows; first_row += stride) {
      for (std::int64_t d = 1 - paper.rows; d < paper.cols; ++d) {
        std::vector<Number> places(std::size_t(stride), padding);
        std::int64_t found = 0;
        for (std::int64_t i = first_row; i < std::min(first_row + stride, paper.rows); ++i) {
          if (i + d < 0 || i + d >= paper.cols) continue;
          places[std::size_t(i - first_row)] = paper.at(i, i + d);
          found += paper.at(i, i + d) != 0.0;
        }
        if (found == 0) continue;
        nnz += found;
        diagonals.push_back(d);
        entries.insert(entries.end(), places.begin(), places.end());
      }
      offsets.push_back(std::int64_t(diagonals.size()));
    }
    first = Array<Space>::of_indices(offsets, widths.offset, 0);
    second = Array<Space>::of_indices(diagonals, widths.index, 0);
    values = Array<Space>::of_numbers(entries, scalar);
    const auto num_diagonals = std::int64_t(diagonals.size());
    if (hacked)
      C_EXPECT_OK(filigree_hdia_create(&matrix, paper.rows, paper.cols, nnz, slice, num_diagonals,
                                       first.data(), second.data(), values.data(), widths.offset,
                                       widths.index, base, scalar));
    else
      C_EXPECT_OK(filigree_dia_create(&matrix, paper.rows, paper.cols, nnz, num_diagonals, stride,
                                      second.data(), values.data(), widths.index, base, scalar));
  }

  /// Blocks without entries are left out, or empty; what stands over the edges is padding.
  /// BSR has blocks of 3 x 2 by columns, Blocked-ELL of 4 x 4.
  void make_blocks(const Paper& paper, filigree_format_t format, const Widths& widths,
                   filigree_index_base_t base, filigree_scalar_type_t scalar) {
    const bool padded = format == FILIGREE_FORMAT_BLOCKED_ELL;
    const std::int64_t rows = padded ? 4 : 3, cols = padded ? 4 : 2;
    const std::int64_t width = (paper.cols + cols - 1) / cols;
    std::vector<std::int64_t> offsets{0}, blocks;
    std::vector<Number> entries(padded ? std::size_t(paper.rows * paper.cols) : 0, padding);
    const auto entry = [&](std::int64_t i, std::int64_t j) {
      return i < paper.rows && j < paper.cols ? paper.at(i, j) : Number(padding);
    };
    for (std::int64_t i = 0; i < paper.rows; i += rows) {
      for (std::int64_t b = 0; b < width; ++b) {
        bool has = false;
        for (std::int64_t k = 0; k < rows * cols; ++k)
          has = has || (i + k / cols < paper.rows && b * cols + k % cols < paper.cols &&
                        entry(i + k / cols, b * cols + k % cols) != 0.0);
        if (padded) {
          blocks.push_back(has ? b : -1 - std::int64_t(base));
          for (std::int64_t k = 0; has && k < rows * cols; ++k)
            if (i + k / cols < paper.rows && b * cols + k % cols < paper.cols)
              entries[std::size_t((i + k / cols) * paper.cols + b * cols + k % cols)] =
                  entry(i + k / cols, b * cols + k % cols);
        } else if (has) {
          blocks.push_back(b);
          for (std::int64_t k = 0; k < rows * cols; ++k)
            entries.push_back(entry(i + k % rows, b * cols + k / rows));
        }
      }
      offsets.push_back(std::int64_t(blocks.size()));
    }
    first = Array<Space>::of_indices(offsets, widths.offset, base);
    second = Array<Space>::of_indices(blocks, widths.index, base);
    values = Array<Space>::of_numbers(entries, scalar);
    if (padded) {
      C_EXPECT_OK(filigree_blocked_ell_create(&matrix, paper.rows, paper.cols, rows, paper.cols,
                                              second.data(), values.data(), widths.index, base,
                                              scalar));
    } else {
      C_EXPECT_OK(filigree_bsr_create(&matrix, paper.rows, paper.cols, rows, cols,
                                      FILIGREE_LAYOUT_COLUMN_MAJOR, std::int64_t(blocks.size()),
                                      first.data(), second.data(), values.data(), widths.offset,
                                      widths.index, base, scalar));
    }
  }
};

/// A dense matrix with three unused entries between its lines.
template <class Space>
struct Dense {
  std::int64_t rows, cols, leading;
  filigree_layout_t layout;
  filigree_scalar_type_t scalar;
  Array<Space> array;
  filigree_dense_matrix_t matrix = nullptr;
  static constexpr double unused = 77;

  Dense(const Paper& paper, filigree_layout_t layout_, filigree_scalar_type_t scalar_)
      : rows(paper.rows), cols(paper.cols), layout(layout_), scalar(scalar_) {
    const bool by_rows = layout == FILIGREE_LAYOUT_ROW_MAJOR;
    leading = (by_rows ? cols : rows) + 3;
    std::vector<Number> numbers(std::size_t(leading * (by_rows ? rows : cols)), unused);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < cols; ++j) numbers[place(i, j)] = paper.at(i, j);
    array = Array<Space>::of_numbers(numbers, scalar);
    C_EXPECT_OK(
        filigree_dense_matrix_create(&matrix, rows, cols, leading, array.data(), scalar, layout));
  }
  ~Dense() { filigree_dense_matrix_destroy(matrix); }
  Dense(const Dense&) = delete;
  Dense& operator=(const Dense&) = delete;

  std::size_t place(std::int64_t i, std::int64_t j) const {
    return std::size_t(layout == FILIGREE_LAYOUT_ROW_MAJOR ? i * leading + j : j * leading + i);
  }
  /// Whether the entries are those of `paper` and what lies between lines is as it was.
  void expect(const Paper& paper) const {
    auto numbers = array.numbers(scalar);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < cols; ++j) {
        ASSERT_EQ(numbers[place(i, j)], paper.at(i, j)) << "entry " << i << ", " << j;
        numbers[place(i, j)] = unused;
      }
    for (const Number& number : numbers) ASSERT_EQ(number, unused);
  }
};

/// Sanitizer builds take fewer types; what the library has compiled of the others is tested there.
inline bool is_tested(const Types& types, const Widths& widths) {
#if defined(FILIGREE_TEST_FEW_TYPES)
  return types.a != FILIGREE_SCALAR_FLOAT && types.a != FILIGREE_SCALAR_COMPLEX_DOUBLE &&
         types.a != FILIGREE_SCALAR_BFLOAT16 && widths.offset == widths.index;
#else
  static_cast<void>(types), static_cast<void>(widths);
  return true;
#endif
}

inline constexpr filigree_format_t entry_formats[] = {FILIGREE_FORMAT_CSR, FILIGREE_FORMAT_CSC,
                                                      FILIGREE_FORMAT_COO};
inline constexpr filigree_format_t block_formats[] = {
    FILIGREE_FORMAT_BSR, FILIGREE_FORMAT_SELL, FILIGREE_FORMAT_BLOCKED_ELL,
    FILIGREE_FORMAT_ELL, FILIGREE_FORMAT_DIA,  FILIGREE_FORMAT_HDIA};

/// f(types, widths, format, turn); turn counts the calls.
template <class F>
void for_each_matrix(const F& f, std::span<const filigree_format_t> formats = entry_formats) {
  unsigned turn = 0;
  for (const Types& types : all_types)
    for (const Widths& widths : all_widths)
      for (const auto format : formats) {
        if (!is_tested(types, widths)) continue;
        SCOPED_TRACE(testing::Message() << "types of " << types.a << ", offset " << widths.offset
                                        << ", index " << widths.index << ", format " << format);
        f(types, widths, format, turn++);
        if (testing::Test::HasFatalFailure()) return;
      }
}

}  // namespace c_tests
