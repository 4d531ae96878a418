// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/offset_array.hpp"
#include "spgemm/cuda/long_products.hpp"
#include "spgemm/cuda/product_list.hpp"
#include "spgemm/cuda/sorted_products.hpp"
#include "spmv/cuda/arguments.hpp"

/// Sparse times sparse products as the tuned kernels take them. Names and meanings are those of
/// detail/spgemm_problem.hpp.

namespace filigree::cuda {

template <class Index>
struct SpgemmRows {
  std::int64_t num_rows = 0;
  std::int64_t base = 0;
  OffsetArray offsets;
  const Index* columns = nullptr;

  __device__ std::int64_t begin(std::int64_t row) const { return offsets[row] - base; }
  __device__ std::int64_t end(std::int64_t row) const { return offsets[row + 1] - base; }
  __device__ Index column(std::int64_t place) const { return columns[place] - Index(base); }
};

/// Entries of a matrix that follow one another.
struct SpgemmSpan {
  std::int64_t begin = 0, end = 0;
};

template <class Index>
struct SpgemmPattern {
  SpgemmRows<Index> a;
  SpgemmRows<Index> b;
  SpgemmRows<Index> d;  ///< without rows where there is no D of a pattern of its own
  std::int64_t num_cols = 0;

  __device__ bool has_d() const { return d.num_rows > 0; }
  /// The row of B that entry k of A names; none from entry `end` on.
  __device__ SpgemmSpan b_row(std::int64_t k, std::int64_t end) const {
    if (k >= end) return {};
    const std::int64_t inner = a.column(k);
    return {b.begin(inner), b.end(inner)};
  }
};

/// A row of C, or a part of one: its entries from `first` on.
struct SpgemmPiece {
  std::int64_t row;
  std::int64_t first;
};

/// A team of warps that adds up a row: how many entries of C it keeps sums of, and the places of
/// its table of words, a power of 2.
struct SpgemmTeam {
  static constexpr int most_threads = 256;

  int warps, entries, places;
};

/// How the rows of C are shared out when values are added up. A plan keeps a byte for each row.
struct SpgemmShare {
  enum Kind : unsigned char {
    none,    ///< without entries
    group,   ///< a group of a warp's threads, or one thread
    warp,    ///< a warp
    block,   ///< a thread block
    pieces,  ///< several thread blocks: a long row
    run,     ///< a run's tiles
    kinds
  };
  static constexpr SpgemmTeam warp_team{1, 192, 256}, block_team{4, 1024, 2048},
      piece_team{8, 2048, 4096};
  /// The most entries of a row of A that a group, or a warp, may have: it takes them one after
  /// the other.
  static constexpr std::int64_t group_a_entries = 256, warp_a_entries = 8192;

  /// The most entries of a row of C that a group of so many threads may have.
  __host__ __device__ static constexpr int group_entries(int lanes) {
    return lanes == 8 ? 32 : 6 * lanes;
  }
  /// Who makes a row of C of `length` entries, from `a_length` of A, that belongs to no run.
  __host__ __device__ static Kind of(std::int64_t length, std::int64_t a_length, int lanes) {
    if (length == 0) return none;
    if (length <= group_entries(lanes) && a_length <= group_a_entries) return group;
    if (length <= warp_team.entries && a_length <= warp_a_entries) return warp;
    return length <= block_team.entries ? block : pieces;
  }
};

/// Runs: rows that follow one another and repeat the row one before, or two before, with A's
/// columns moved by one or two, and those of the rows of B that they name by one. One row or two
/// are a period. Products have the same places in every period: a list of those of one stands for
/// all, and for those of other runs that have the same.
struct SpgemmRuns {
  static constexpr int least_periods = 4;
  static constexpr int a_entries = 32;  ///< of a period's rows of A, at most
  /// The most lists of a product; a grid of n dimensions has 5^(n - 1).
  static constexpr int most_lists = 512;
  /// Products of an entry of C are listed in batches of so many.
  static constexpr int batch = 2;
  static constexpr int tile_periods = 32;  ///< a warp's lanes
  /// Values of A and B that a tile should need at most: three thread blocks of a multiprocessor,
  /// with sums in double.
  static constexpr int tile_values = 7520;

  /// The most entries of a period's rows of C, where rows of B have up to `lanes`.
  __host__ __device__ static constexpr int entries(int lanes) { return 6 * lanes; }
  /// Room for their products, in batches.
  __host__ __device__ static constexpr int products(int lanes) {
    return a_entries * lanes + (batch - 1) * entries(lanes);
  }
};

/// A product of a period: its entry of A's rows, the place of that in their order by rows of B, and
/// the place in this row.
struct SpgemmRunProduct {
  std::uint16_t word;

  __device__ static SpgemmRunProduct of(int a, int rank, int b) {
    return {static_cast<std::uint16_t>(a | rank << 5 | b << 10)};
  }
  __device__ int a() const { return word & 31; }
  __device__ int rank() const { return word >> 5 & 31; }
  __device__ int b() const { return word >> 10; }
};

/// The products of a period's entries of C, in the order of A's rows.
struct SpgemmRunList {
  static constexpr int num_numbers = 4;

  /// In a plan: these numbers, then the arrays of room for any list.
  int* header;

  __host__ __device__ static constexpr std::size_t bytes(int lanes) {
    return (num_numbers * sizeof(int) + SpgemmRuns::a_entries +
            std::size_t(SpgemmRuns::entries(lanes)) * sizeof(unsigned) +
            std::size_t(SpgemmRuns::products(lanes)) * sizeof(short) + 15) /
           16 * 16;
  }
  __host__ __device__ static SpgemmRunList at(std::byte* lists, int number, int lanes) {
    return {reinterpret_cast<int*>(lists + std::size_t(number) * bytes(lanes))};
  }
  __device__ int& a_length() const { return header[0]; }
  __device__ int& c_length() const { return header[1]; }
  __device__ int& batches() const { return header[2]; }
  __device__ int& count() const { return header[3]; }  ///< of products
  /// A's entries by the rows of B that they name, in ascending order.
  __device__ unsigned char* order() const {
    return reinterpret_cast<unsigned char*>(header + num_numbers);
  }
  /// Of C's entries: the first batch, and in the upper half how many products.
  __device__ unsigned* entries() const {
    return reinterpret_cast<unsigned*>(order() + SpgemmRuns::a_entries);
  }
  __device__ SpgemmRunProduct* products(int lanes) const {
    return reinterpret_cast<SpgemmRunProduct*>(entries() + SpgemmRuns::entries(lanes));
  }
};

/// A run, as it is found.
struct SpgemmRun {
  std::int64_t row;     ///< the first one
  int periods, period;  ///< periods, and rows of one
  int list, tiles;      ///< 0 tiles: it is none
};

/// Periods of a run that a thread block takes.
struct SpgemmTile {
  std::int64_t a_begin, c_begin;  ///< of the first row
  int list, periods;
};

/// What is found out about runs.
struct SpgemmRunTally {
  using Count = unsigned long long;

  Count runs = 0, tiles = 0, others = 0;  ///< others: rows of groups
  Count placed_tiles = 0;
  int lists = 0;
  int most_values = 0, most_batches = 0, most_entries = 0;  ///< of a tile, of a list
};

/// Runs, as a plan keeps them.
struct SpgemmRunTiles {
  const SpgemmTile* tiles = nullptr;
  std::byte* lists = nullptr;
  const std::int64_t* others = nullptr;  ///< rows of groups
  std::int64_t num_tiles = 0, num_others = 0;
  int step = 1;  ///< columns of A by which periods are moved
  int most_values = 0, most_batches = 0, most_entries = 0;
};

/// How the columns of a row are collected, by its number of products.
enum class SpgemmRowKind : unsigned char {
  empty,
  thread,         ///< at most `few_products`: by a thread
  warp,           ///< by a warp with a table
  block,          ///< by a block with a bit for each column
  repeat,         ///< a copy of the row before it, moved by a column
  repeat_second,  ///< a copy of the row two before it, moved by a column
};

/// How the rows of C are listed, by their number of products: sorted by a warp or a thread block,
/// or, long ones, by bits of columns.
struct SpgemmListKind {
  static constexpr int kinds = 11;
  /// The most products of a row of this kind; the last kind has no bound.
  __host__ __device__ static constexpr int most_products(int kind) {
    constexpr int most[] = {32, 64, 128, 256, 512, 1024, 4096, 8192, 12'288, 16'384};
    return most[kind];
  }
  /// The kind of a row with so many products; `kinds`: of none.
  /// \param last the last kind that is sorted
  __host__ __device__ static int of(std::int64_t products, int last) {
    if (products == 0) return kinds;
    for (int kind = 0; kind <= last; ++kind)
      if (products <= most_products(kind)) return kind;
    return kinds - 1;
  }
};

/// What is found out when C's rows are counted.
struct SpgemmTally {
  using Count = unsigned long long;
  // On average, where products are sorted.
  static constexpr Count entry_products = 4;  ///< at most
  static constexpr Count row_products = 32;   ///< at least: what the smallest sort takes

  /// Rows by SpgemmRowKind, all that repeat others together; those of tables that are full count
  /// twice.
  Count kinds[5] = {};
  Count rows[SpgemmShare::kinds] = {};  ///< of C
  Count pieces = 0;                     ///< of long rows
  Count products = 0;
  Count entries = 0;  ///< of C
  Count longest_row = 0, longest_b_row = 0;
  Count placed_rows = 0, placed_pieces = 0;  ///< so far, in the list of pieces
  Count moved_rows[2] = {};                  ///< of B, as `step` has it
  /// What keeps C from being A with its columns scaled and renamed: rows of A that are not sorted,
  /// rows of B without one entry in a column behind that of the row before.
  Count unscaled = 0;
  /// Entries of B and of D that do not lie behind the one before them in their row. Looked for
  /// where kernels take rows in windows of columns.
  Count unsorted_b = 0, unsorted_d = 0;
  Count sampled_products = 0, sampled_entries = 0;  ///< of some rows, before all are counted
  Count listed_rows[SpgemmListKind::kinds] = {};    ///< by SpgemmListKind
  /// Of its last kind.
  Count long_products = 0, long_chunks = 0;

  /// Without empty ones.
  __host__ __device__ Count num_rows() const {
    Count sum = 0;
    for (int kind = SpgemmShare::group; kind < SpgemmShare::kinds; ++kind) sum += rows[kind];
    return sum;
  }
  /// How many rows before a row of B is the one that it repeats, moved by a column: two in an
  /// interpolation from a grid of half the side.
  __host__ __device__ int step() const { return moved_rows[1] > moved_rows[0] ? 2 : 1; }
  /// Whether runs are looked for.
  __host__ __device__ bool may_have_runs(std::int64_t num_rows) const {
    return 2 * std::int64_t(kinds[int(SpgemmRowKind::repeat)]) >= num_rows;
  }
  /// Whether most rows are in runs.
  bool has_runs(std::int64_t num_rows) const {
    return 2 * std::int64_t(rows[SpgemmShare::run]) >= num_rows;
  }
  /// Whether products that are sorted at once may take less time than rows that are counted, then
  /// made, by what is known before any row is counted.
  __host__ __device__ bool may_sort(std::int64_t num_rows, std::int64_t num_cols) const {
    constexpr Count most_products = Count(1) << 28;  // in 3 to 4 GB beside C
    constexpr Count most_long = Count(1) << 26;      // in 2 GB
    Count rows_with_products = 0;
    for (int kind = int(SpgemmRowKind::thread); kind <= int(SpgemmRowKind::repeat); ++kind)
      rows_with_products += kinds[kind];
    return products > 0 && products <= most_products && long_products <= most_long &&
           !may_have_runs(num_rows) && products >= row_products * rows_with_products &&
           double(products) <= double(entry_products) * double(num_rows) * double(num_cols);
  }
  /// Whether they do, by a sample of the rows.
  __host__ __device__ bool sorting_pays(std::int64_t num_rows, std::int64_t num_cols) const {
    return may_sort(num_rows, num_cols) && sampled_entries > 0 &&
           sampled_products <= entry_products * sampled_entries;
  }
};

/// Counts the rows of C, or writes them.
template <class Index>
struct SpgemmSymbolic {
  static constexpr int few_products = 40;
  /// Rows with more products are quicker in a block's bits than in a table that they overflow.
  static constexpr std::int64_t most_products = 16384;

  SpgemmPattern<Index> pattern;
  SpgemmRowKind* kinds = nullptr;       ///< of all rows
  SpgemmShare::Kind* shares = nullptr;  ///< of all rows
  int lanes = 32;                       ///< as SpgemmArguments has it
  int last_sort = 0;                    ///< the last SpgemmListKind that is sorted
  unsigned char* b_rows = nullptr;      ///< of all rows of B, what runs need to know of them
  std::int64_t* rows = nullptr;         ///< a thread's from the front, warps' from the back
  std::int64_t* row_lengths = nullptr;  ///< of C
  std::int64_t* row_products = nullptr;
  std::int64_t* block_rows = nullptr;  ///< num_rows of them at most
  SpgemmTally* tally = nullptr;
  bool may_sort = false;  ///< products may be sorted at once, where that takes less time
  OffsetArray offsets;    ///< of C, where rows are written
  std::int64_t base = 0;
  Index* columns = nullptr;  ///< null: rows are counted

  /// Whether products are sorted at once, so that no rows are counted. The same for all threads.
  __device__ bool sorts_products() const {
    return may_sort && tally->sorting_pays(pattern.a.num_rows, pattern.num_cols);
  }
};

/// Finds runs and lists their products.
template <class Index>
struct SpgemmRunSearch {
  static constexpr int table_places = 2 * SpgemmRuns::most_lists;

  SpgemmPattern<Index> pattern;
  SpgemmRows<Index> c;
  int lanes = 32, step = 1;
  const SpgemmRowKind* kinds = nullptr;
  SpgemmShare::Kind* shares = nullptr;
  SpgemmRunTally* tally = nullptr;
  SpgemmRun* runs = nullptr;            ///< room for a quarter of the rows
  std::int64_t* others = nullptr;       ///< room for all rows
  unsigned long long* keys = nullptr;   ///< a table of lists by their hash
  unsigned long long* known = nullptr;  ///< some lists by what rows' lengths tell: this, and the
                                        ///< list's number and 1 in the lower 16 bits
  int* numbers = nullptr;  ///< of lists by their hash, and 1; below 0: there is no room
  std::byte* lists = nullptr;
  int room = 0;  ///< lists that there is room for

  static std::size_t table_bytes() {
    return table_places * (2 * sizeof(unsigned long long) + sizeof(int));
  }
};

/// What is found out for a list of products.
struct SpgemmListTally {
  SpgemmTally::Count most_a = 0;  ///< as SpgemmChunk has it
  SpgemmTally::Count placed_rows[SpgemmListKind::kinds] = {};
  SpgemmTally::Count parts = 0;   ///< of rows that have several
  SpgemmTally::Count chunks = 0;  ///< as SpgemmLongProducts has them
};

/// Makes C's columns and the list of products; or, before C has offsets, its sorted products.
template <class Index>
struct SpgemmListing {
  SpgemmPattern<Index> pattern;
  OffsetArray offsets;  ///< of C
  std::int64_t base = 0;
  Index* columns = nullptr;
  const std::int64_t* first_products = nullptr;  ///< of all rows, and the end of the last one's
  std::int64_t* rows = nullptr;                  ///< room for all rows, by kind
  int last_sort = 0;                             ///< as SpgemmSymbolic has it
  std::int64_t first_rows[SpgemmListKind::kinds + 1] = {};  ///< among those, of each kind
  SpgemmListTally* tally = nullptr;
  SpgemmProductList list;

  SpgemmSortedProducts<Index> sorted;  ///< instead of the list
  SpgemmLongProducts long_products;
  std::int64_t* row_lengths = nullptr;  ///< of C, which they tell

  __host__ __device__ bool sorts_products() const { return sorted.columns != nullptr; }
};

/// The values of C.
/// \tparam A_ scalar of A and B, \tparam Y_ of C and D, \tparam C_ of sums and factors
template <class Index_, class A_, class Y_, class C_>
struct SpgemmArguments {
  using Index = Index_;
  using A = A_;
  using Y = Y_;
  using C = C_;

  SpgemmPattern<Index> pattern;
  SpgemmRows<Index> c;
  Scalar<C> alpha{};
  Scalar<C> beta{};
  const A* a_values = nullptr;
  const A* b_values = nullptr;
  bool conjugate_a = false;
  bool conjugate_b = false;
  const Y* d_values = nullptr;
  bool d_like_c = false;
  Y* values = nullptr;
  std::int64_t entries = 0;    ///< of C
  std::int64_t b_entries = 0;  ///< of B

  bool is_scaled = false;                      ///< C is A with its columns scaled and renamed
  bool is_dense = false;                       ///< C, and rows of B are long
  std::int64_t rows[SpgemmShare::kinds] = {};  ///< as SpgemmTally counts them
  const SpgemmShare::Kind* shares = nullptr;   ///< of all rows
  int lanes = 32;  ///< 8, 16 or 32: entries of a row of B on average, at most
  std::int64_t pieces = 0;
  const SpgemmPiece* piece = nullptr;  ///< thread blocks' rows, then pieces
  SpgemmRunTiles runs;                 ///< and rows of groups where there are any
  SpgemmProductList list;              ///< instead of rows and pieces
  SpgemmSortedProducts<Index> sorted;  ///< instead of all of these
};

}  // namespace filigree::cuda
