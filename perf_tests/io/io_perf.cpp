// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and writing of a large real coordinate file, beside a reader of iostreams in the same
// run; reading of its pattern, of a file of integers and of a compressed file.
//
//   OMP_NUM_THREADS=1 filigree_perf_io [ENTRIES] [Google Benchmark's options]
//
// ENTRIES (default 10^7) is the number of entries of the file, about 35 bytes each, which is made
// in the folder for temporary files and removed at the end. Rows give MB/s of text, in all and for
// each thread, by the wall clock and (cpu_MB/s) by the processor time that all threads took.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include <unistd.h>

#include <filigree/io/matrix_market.hpp>

namespace {

using Matrix = filigree::CooMatrix<double, std::int32_t, Kokkos::HostSpace>;

Matrix random_matrix(std::int64_t num_entries) {
  constexpr std::int32_t size = 3'000'000;
  Kokkos::View<std::int32_t*, Kokkos::HostSpace> rows("rows", std::size_t(num_entries)),
      cols("cols", std::size_t(num_entries));
  Kokkos::View<double*, Kokkos::HostSpace> values("values", std::size_t(num_entries));
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (std::int64_t k = 0; k < num_entries; ++k) {
    rows(k) = std::int32_t(random() % size);
    cols(k) = std::int32_t(random() % size);
    values(k) = normal(random);
  }
  return {size, size, rows, cols, values};
}

/// What many programs do: the stream's operators, a line at a time left to them.
struct StreamMatrix {
  std::vector<std::int32_t> rows, cols;
  std::vector<double> values;
};
StreamMatrix read_by_iostream(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  do std::getline(file, line);
  while (!line.empty() && line[0] == '%');
  const std::size_t nnz = std::stoul(line.substr(line.rfind(' ')));
  StreamMatrix matrix;
  matrix.rows.reserve(nnz);
  matrix.cols.reserve(nnz);
  matrix.values.reserve(nnz);
  std::int32_t row = 0, col = 0;
  double value = 0;
  while (file >> row >> col >> value) {
    matrix.rows.push_back(row - 1);
    matrix.cols.push_back(col - 1);
    matrix.values.push_back(value);
  }
  return matrix;
}

/// Every index and every bit of every value, before anything is timed.
template <class Rows, class Cols, class Values>
bool same(const Matrix& matrix, const Rows& rows, const Cols& cols, const Values& values) {
  for (std::int64_t k = 0; k < matrix.nnz(); ++k)
    if (matrix.row_indices()(k) != rows[k] || matrix.col_indices()(k) != cols[k] ||
        matrix.values()(k) != values[k])
      return false;
  return true;
}

/// A coordinate file of the same size with integers of up to six digits.
void write_integers(const std::filesystem::path& path, const Matrix& matrix) {
  std::ofstream file(path);
  file << "%%MatrixMarket matrix coordinate integer general\n"
       << matrix.num_rows() << " " << matrix.num_cols() << " " << matrix.nnz() << "\n";
  for (std::int64_t k = 0; k < matrix.nnz(); ++k)
    file << matrix.row_indices()(k) + 1 << " " << matrix.col_indices()(k) + 1 << " "
         << std::int64_t(matrix.values()(k) * 1e5) << "\n";
}

/// Whether the library has zlib.
bool write_compressed(const std::filesystem::path& path, const Matrix& matrix) {
  try {
    filigree::write_matrix_market(path, matrix, {.compression_level = 1});
    return true;
  } catch (const filigree::Error& error) {
    if (error.status() != filigree::Status::not_supported) throw;
    return false;
  }
}

double process_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

template <class Call>
void measure(benchmark::State& state, std::uintmax_t bytes, int threads, Call call) {
  const double begin = process_seconds();
  for (auto _ : state) benchmark::DoNotOptimize(call());
  const double megabytes = 1e-6 * double(bytes) * double(state.iterations());
  state.counters["MB/s"] = benchmark::Counter(megabytes, benchmark::Counter::kIsRate);
  state.counters["MB/s_thread"] =
      benchmark::Counter(megabytes / threads, benchmark::Counter::kIsRate);
  state.counters["cpu_MB/s"] = megabytes / (process_seconds() - begin);
}

}  // namespace

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  benchmark::Initialize(&argc, argv);
  const std::int64_t num_entries = argc > 1 ? std::atoll(argv[1]) : 10'000'000;
  const auto path = std::filesystem::temp_directory_path() /
                    ("filigree-perf-io-" + std::to_string(::getpid()) + ".mtx");
  const int threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  const auto beside = [&](const char* suffix) {
    return std::filesystem::path(path.string() + suffix);
  };
  const auto integers = beside(".integer.mtx"), pattern = beside(".pattern.mtx"),
             compressed = beside(".gz");
  int status = 1;
  try {
    const Matrix matrix = random_matrix(num_entries);
    filigree::write_matrix_market(path, matrix);
    const std::uintmax_t bytes = std::filesystem::file_size(path);
    const Matrix read = filigree::read_matrix_market<double>(path);
    const StreamMatrix streamed = read_by_iostream(path);
    if (!same(read, matrix.row_indices().data(), matrix.col_indices().data(),
              matrix.values().data()) ||
        !same(read, streamed.rows, streamed.cols, streamed.values))
      throw std::runtime_error("what was read is not what was written");
    const auto row = [&](const char* name, int used, auto call) {
      benchmark::RegisterBenchmark(
          name, [=](benchmark::State& state) { measure(state, bytes, used, call); })
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    };
    const auto read_row = [&](const char* name, const std::filesystem::path& file) {
      const std::uintmax_t size = file == compressed ? bytes : std::filesystem::file_size(file);
      benchmark::RegisterBenchmark(name,
                                   [=](benchmark::State& state) {
                                     measure(state, size, threads, [file] {
                                       return filigree::read_matrix_market<double>(file);
                                     });
                                   })
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    };
    write_integers(integers, matrix);
    read_row("read/integer", integers);
    filigree::write_matrix_market(pattern, matrix, {.pattern_only = true});
    read_row("read/pattern", pattern);
    if (write_compressed(compressed, matrix)) read_row("read/gz", compressed);
    row("read/filigree", threads, [path] { return filigree::read_matrix_market<double>(path); });
    row("read/iostream", 1, [path] { return read_by_iostream(path).values.size(); });
    row("write/filigree", threads, [path, matrix] {
      filigree::write_matrix_market(path, matrix);
      return matrix.nnz();
    });
    benchmark::RunSpecifiedBenchmarks();
    benchmark::ClearRegisteredBenchmarks();  // they hold Views, which must go before Kokkos does
    status = 0;
  } catch (const std::exception& failure) {
    std::cerr << failure.what() << "\n";
  }
  std::error_code ignored;
  for (const auto& file : {path, integers, pattern, compressed})
    std::filesystem::remove(file, ignored);
  return status;
}
