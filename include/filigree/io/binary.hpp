// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>

#include <filigree/core/export.hpp>
#include <filigree/core/file_path.hpp>
#include <filigree/detail/binary_file.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/io/options.hpp>

namespace filigree {

/// \file
/// Files that hold a Csr, Csc or Coo matrix as it lies in memory: types, index base and properties
/// included, every bit of the values. They are read as fast as the disk gives them, and every byte
/// is guarded by a checksum.
///
/// Layout, versions 1 and 2. Integers are in the byte order of the machine that wrote the file; a
/// machine of the other order refuses it.
///
///     byte  type     content
///        0  u8[8]    magic: 89 46 4c 47 0d 0a 1a 0a ("\x89" "FLG\r\n\x1a\n")
///        8  u32      byte order mark 0x01020304
///       12  u32      version: 1, or 2 where the values are integers
///       16  u8       format: 1 Coo, 2 Csr, 3 Csc
///       17  u8       values: 1 float, 2 double, 3 complex float, 4 complex double; 6 int64,
///                    7 uint64
///       18  u8       bytes of an index: 4 or 8
///       19  u8       bytes of an offset: 4 or 8; 0 of a Coo matrix
///       20  u8       index base, 0 or 1
///       21  u8       type: 0 general, 1 symmetric, 2 hermitian, 3 triangular
///       22  u8       fill: 0 lower, 1 upper
///       23  u8       diagonal: 0 non-unit, 1 unit
///       24  u8       1 where sorted
///       25  u8       1 where unique
///       26  u8[6]    zero
///       32  i64      rows
///       40  i64      columns
///       48  i64      entries
///       56  u64      bytes of the file
///       64  3 arrays, each u64 position in the file, u64 bytes, u64 checksum
///      136  u8[48]   zero
///      184  u64      XXH64 of bytes 0 to 183
///      192  the arrays, each at the next multiple of 64, zeros in between: row offsets (Csc:
///           column offsets; Coo: row indices), column indices (Csc: row indices), values
///
/// The checksum of an array is the XXH64 of the XXH64s of its pieces of 1 MiB, all with seed 0
/// (Y. Collet, "xxHash fast digest algorithm", 2014), so that pieces are hashed in parallel.
///
/// Errors of the readers here:
/// - mapping_error: there is no such file, or it cannot be opened or read
/// - invalid_value: a truncated or damaged file, or one whose arrays are no matrix: offsets, index
///   ranges, and order where flagged sorted, are checked. Unsorted matrices that are flagged unique
///   are taken at their word.
/// - not_supported: another version, byte order or format than asked for; complex values for a real
///   scalar (ReadOptions::discard_imaginary)
/// - insufficient_resources, alloc_failed: as the Matrix Market readers
/// Sizes are compared with the length of the file before anything is allocated.

/// What the first bytes of a binary file say.
struct BinaryHeader {
  /// Coo, Csr or Csc.
  BinaryFormat format = BinaryFormat::csr;
  /// The type of the values.
  BinaryElement scalar = BinaryElement::float64;
  int index_bytes = 4;   ///< 4 or 8
  int offset_bytes = 4;  ///< 0 of a Coo matrix
  /// Those of the matrix that was written, which reading gives back.
  MatrixProperties properties{};
  ///@{
  /// Sizes of the matrix, and entries that the file holds.
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t num_entries = 0;
  ///@}

  /// Whether all members are equal.
  friend bool operator==(const BinaryHeader&, const BinaryHeader&) = default;
};

/// The header of a file.
FILIGREE_EXPORT BinaryHeader read_binary_header(const FilePath& path);
/// The header of a file that is in memory.
FILIGREE_EXPORT BinaryHeader parse_binary_header(std::string_view bytes);

namespace detail {

FILIGREE_EXPORT void write_binary_file(const FilePath& path, const BinaryHeader& header,
                                       const std::array<BinaryArray, 3>& arrays,
                                       const WriteOptions& options);

struct ReadContext;
class TextSource;  // the text of a file

/// A checked file whose arrays can be copied out.
class FILIGREE_EXPORT BinaryFile {
 public:
  static BinaryFile open(std::string_view operation, const FilePath& path,
                         const ReadOptions& options);
  static BinaryFile from_memory(std::string_view operation, std::string_view bytes,
                                const ReadOptions& options);
  /// For read_matrix, which has opened the file.
  static BinaryFile from_source(const ReadContext& context, TextSource source,
                                const ReadOptions& options);
  BinaryFile(BinaryFile&&) noexcept;
  BinaryFile& operator=(BinaryFile&&) = delete;
  ~BinaryFile();

  const BinaryHeader& header() const;
  std::string_view operation() const;
  /// Throws unless the file has this format, and unless its sizes fit indices of so many bytes.
  void require(BinaryFormat format, std::size_t index_bytes) const;
  std::int64_t length(int array) const;
  /// Copies an array, its entries converted.
  void copy(int array, BinaryElement to, void* destination) const;

 private:
  struct State;
  explicit BinaryFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

template <class Matrix>
Matrix matrix_of(const BinaryFile& file) {
  using Traits = BinaryTraits<Matrix>;
  using First = typename Traits::first_type;
  using Index = typename Matrix::index_type;
  using Scalar = typename Matrix::scalar_type;
  file.require(Traits::format, sizeof(Index));
  const Kokkos::DefaultHostExecutionSpace exec;
  const auto read = [&]<class T>(int array, const char* label, std::type_identity<T>) {
    const auto entries =
        allocate<T, Kokkos::HostSpace>(file.operation(), exec, label, file.length(array));
    file.copy(array, binary_element<T>, entries.data());
    return entries;
  };
  const auto first = read(0, Traits::first_label, std::type_identity<First>{});
  const auto second = read(1, Traits::second_label, std::type_identity<Index>{});
  const auto values = read(2, "filigree::values", std::type_identity<Scalar>{});
  const BinaryHeader& header = file.header();
  return {header.num_rows, header.num_cols, first, second, values, header.properties};
}

}  // namespace detail

/// Reads a file into `Matrix`: a CsrMatrix, CscMatrix or CooMatrix of io_scalar values in
/// Kokkos::HostSpace, of the file's format (read_matrix takes any). Scalars, indices and offsets
/// are converted to its types; a value or index that does not fit is an error, as are integers that
/// would be rounded (unless ReadOptions::round_integers). Base, properties and
/// the order of the entries are those of the file, ReadOptions::expand_symmetry is ignored.
template <class Matrix>
Matrix read_binary(const FilePath& path, const ReadOptions& options = {}) try {
  return detail::matrix_of<Matrix>(detail::BinaryFile::open("read_binary", path, options));
} catch (...) {
  detail::rethrow_as_error("read_binary");
}
/// From memory, compressed or not.
template <class Matrix>
Matrix parse_binary(std::string_view bytes, const ReadOptions& options = {}) try {
  return detail::matrix_of<Matrix>(detail::BinaryFile::from_memory("parse_binary", bytes, options));
} catch (...) {
  detail::rethrow_as_error("parse_binary");
}

/// Writes a Csr, Csc or Coo matrix of any memory space. A name that ends in .gz is compressed. The
/// file appears under its name when it is complete, as with write_matrix_market; of the options,
/// `comment` is ignored.
/// \throws Error mapping_error where the file cannot be written; not_supported for .gz without zlib
///   and for pattern_only; invalid_value for an option out of range, and for a matrix that
///   read_binary would refuse: offsets, index ranges, order where it is flagged sorted.
template <class Matrix>
requires detail::binary_matrix<Matrix>
void write_binary(const FilePath& path, const Matrix& matrix,
                  const WriteOptions& options = {}) try {
  using Traits = detail::BinaryTraits<Matrix>;
  using First = typename Traits::first_type;
  using Index = typename Matrix::index_type;
  using Scalar = typename Matrix::scalar_type;
  const auto first =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, Traits::first(matrix));
  const auto second =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, Traits::second(matrix));
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, matrix.values());
  constexpr bool compressed = Traits::format != BinaryFormat::coo;
  // a matrix without rows may lack even its first offset
  const First lone_offset = First(matrix.index_base());
  const bool lone = compressed && first.extent(0) == 0;
  const BinaryHeader header{Traits::format,      detail::binary_element<Scalar>,
                            sizeof(Index),       compressed ? sizeof(First) : 0,
                            matrix.properties(), matrix.num_rows(),
                            matrix.num_cols(),   matrix.nnz()};
  detail::write_binary_file(path, header,
                            {{{lone ? &lone_offset : first.data(), lone ? 1 : first.extent(0)},
                              {second.data(), second.extent(0)},
                              {values.data(), values.extent(0)}}},
                            options);
} catch (...) {
  detail::rethrow_as_error("write_binary");
}

}  // namespace filigree
