// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filesystem>
#include <string>

#include <filigree/io/binary.hpp>
#include <filigree/io/harwell_boeing.hpp>
#include <filigree/io/matrix_market.hpp>
#include <filigree/io/read.hpp>
#include <filigree/tune.hpp>

#include "each_allocation.hpp"
#include "io/files.hpp"

/// Readers and writers whose allocations fail.

namespace filigree::test {
namespace {

const Watched nothing;

/// A path on which no file is yet, or the one that it names: files that a failed call left behind,
/// or damaged, show.
template <class Write>
void each_allocation_of_a_writer_fails(std::string_view operation, const std::string& name,
                                       const Write& write) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / name;
  write(path);
  const std::string complete = contents(path);
  each_allocation_fails(operation, nothing, [&] {
    write(path);
    return true;
  });
  EXPECT_EQ(contents(path), complete);
  EXPECT_EQ(folder.num_files(), 1u);
}

TEST(AllocationFailure, matrix_market_readers) {
  for (const std::string name : {"real_general.mtx", "complex_hermitian.mtx", "pattern_general.mtx",
                                 "array_symmetric.mtx"}) {
    const std::filesystem::path path = data_file(name);
    for (const bool expand : {false, true})
      each_allocation_fails("read_matrix_market", nothing, [&] {
        return read_matrix_market<complex_double>(path, {.expand_symmetry = expand});
      });
  }
  const std::filesystem::path array = data_file("array_symmetric.mtx");
  each_allocation_fails("read_matrix_market_dense", nothing,
                        [&] { return read_matrix_market_dense<double>(array); });
  const std::filesystem::path vector = data_file("vector_array.mtx");
  each_allocation_fails("read_matrix_market_vector", nothing,
                        [&] { return read_matrix_market_vector<double>(vector); });
  const std::filesystem::path sparse = data_file("vector_coordinate.mtx");
  each_allocation_fails("read_matrix_market_sparse_vector", nothing,
                        [&] { return read_matrix_market_sparse_vector<double>(sparse); });
  each_allocation_fails("read_matrix_market_header", nothing,
                        [&] { return read_matrix_market_header(array).num_rows; });
}

/// Enough text for several runs, which are parsed in parallel.
TEST(AllocationFailure, large_matrix_market_text) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "large.mtx";
  write_matrix_market(path, test_matrix(20000));
  const std::string text = contents(path);
  each_allocation_fails("parse_matrix_market", nothing,
                        [&] { return parse_matrix_market<double>(text); });
}

TEST(AllocationFailure, matrix_market_writers) {
  const Csr A = test_matrix();
  const auto B = test_dense(20, 6);
  each_allocation_of_a_writer_fails("write_matrix_market", "a.mtx",
                                    [&](const auto& path) { write_matrix_market(path, A); });
  each_allocation_of_a_writer_fails("write_matrix_market", "b.mtx",
                                    [&](const auto& path) { write_matrix_market(path, B); });
}

TEST(AllocationFailure, harwell_boeing_readers) {
  for (const std::string name : {"real.rua", "elements.rse", "symmetric.rb"}) {
    const std::filesystem::path path = data_file(name);
    each_allocation_fails("read_harwell_boeing", nothing, [&] {
      return read_harwell_boeing<double>(path, {.right_hand_sides = true}).matrix;
    });
    each_allocation_fails("read_harwell_boeing_header", nothing,
                          [&] { return read_harwell_boeing_header(path).title; });
  }
}

TEST(AllocationFailure, binary_files) {
  const Csr A = test_matrix();
  each_allocation_of_a_writer_fails("write_binary", "a.bin",
                                    [&](const auto& path) { write_binary(path, A); });
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "a.bin";
  write_binary(path, A);
  each_allocation_fails("read_binary", nothing, [&] { return read_binary<Csr>(path); });
  const std::string bytes = contents(path);
  each_allocation_fails("parse_binary", nothing, [&] { return parse_binary<Csr>(bytes); });
  each_allocation_fails("read_binary_header", nothing,
                        [&] { return read_binary_header(path).num_rows; });
}

TEST(AllocationFailure, files_of_any_format) {
  const TemporaryFolder folder;
  const std::filesystem::path binary = folder / "a.bin";
  write_binary(binary, test_matrix());
  for (const std::filesystem::path& path :
       {binary, data_file("real_symmetric.mtx"), data_file("symmetric.rb")}) {
    each_allocation_fails("read_matrix csr_to_coo expand_to_general", nothing,
                          [&] { return read_matrix<double>(path, {.expand_symmetry = true}); });
    each_allocation_fails(
        "read_matrix_header read_binary_header read_matrix_market_header "
        "read_harwell_boeing_header",
        nothing, [&] { return read_matrix_header(path).num_entries; });
  }
}

#ifdef FILIGREE_HAVE_ZLIB
TEST(AllocationFailure, compressed_files) {
  const std::filesystem::path path = data_file("real_general.mtx.gz");
  each_allocation_fails("read_matrix_market", nothing,
                        [&] { return read_matrix_market<double>(path); });
  const Csr A = test_matrix();
  each_allocation_of_a_writer_fails("write_matrix_market", "a.mtx.gz",
                                    [&](const auto& file) { write_matrix_market(file, A); });
}
#endif

TEST(AllocationFailure, choices) {
  const Exec exec;
  const Csr A = test_matrix();
  TuneChoice choice;
  each_allocation_fails("tune_key", nothing, [&] { return tune_key(exec, A).machine; });
  choice.key = tune_key(exec, A);
  choice.format = Format::sell;
  each_allocation_of_a_writer_fails("TuneChoice::save", "choice.txt",
                                    [&](const auto& path) { choice.save(path); });
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "choice.txt";
  choice.save(path);
  each_allocation_fails("TuneChoice::load", nothing,
                        [&] { return TuneChoice::load(path).key.machine; });
  each_allocation_fails("apply_choice tune_key convert_to validate", Watched(A),
                        [&] { return apply_choice(exec, A, choice); });
}

}  // namespace
}  // namespace filigree::test
