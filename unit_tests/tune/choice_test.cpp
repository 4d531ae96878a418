// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/tune_choice.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include <filigree/core/error.hpp>
#include <filigree/detail/tune_problem.hpp>

namespace filigree::test {
namespace {

namespace fs = std::filesystem;

TuneChoice example() {
  TuneChoice choice;
  choice.key = {.library_version = "1.2.3",
                .machine = "A processor = fast, 64 threads",
                .scalar = "complex<double>",
                .index_bytes = 4,
                .offset_bytes = 8,
                .num_rows = 5000000000,
                .num_cols = 17,
                .nnz = 123456789012,
                .checksum = 0xfedcba9876543210};
  choice.format = Format::bsr;
  choice.parameters.block = BlockLayout{3, 5, BlockOrder::col_major};
  choice.kernel = "bsr_cuda";
  choice.seconds = 1.0 / 3e4;
  return choice;
}

class ChoiceFile : public ::testing::Test {
 protected:
  ChoiceFile() { fs::create_directories(folder); }
  ~ChoiceFile() override { fs::remove_all(folder); }

  std::string read() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& text) const { std::ofstream(path, std::ios::binary) << text; }
  /// Lines with the checksum that an error message tells.
  void write_with_checksum(const std::string& lines) const {
    write(lines + "end = \n");
    try {
      TuneChoice::load(path);
      ADD_FAILURE() << "was taken without a checksum";
    } catch (const Error& error) {
      const std::string message = error.what(), expected = "expected 'end = ";
      const auto begin = message.find(expected) + expected.size();
      write(lines + "end = " + message.substr(begin, message.find('\'', begin) - begin) + "\n");
    }
  }
  void expect_refused(const std::string& part) const {
    try {
      TuneChoice::load(path);
      ADD_FAILURE() << "was taken: " << read();
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::invalid_value) << error.what();
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(path.string() + ", line "), std::string::npos)
          << error.what();
    }
  }

  const fs::path folder =
      fs::temp_directory_path() /
      ("filigree_choice_" +
       std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
  const fs::path path = folder / "A.tune";
};

void expect_same(const TuneChoice& a, const TuneChoice& b) {
  EXPECT_EQ(a.key, b.key);
  EXPECT_EQ(difference(a.key, b.key), "");
  EXPECT_EQ(a.format, b.format);
  EXPECT_EQ(a.parameters, b.parameters);
  EXPECT_EQ(a.kernel, b.kernel);
  EXPECT_EQ(a.seconds, b.seconds) << "to the last bit";
  EXPECT_EQ(b.spmv_options().kernel, a.kernel);
}

TEST_F(ChoiceFile, keeps_everything) {
  TuneChoice choice = example();
  choice.save(path);
  expect_same(choice, TuneChoice::load(path));
  choice.parameters = {.block_size = 8,
                       .slice_size = 32,
                       .sort_window = 1024,
                       .hack_size = 64,
                       .partition = HybPartition::user,
                       .ell_width = 3,
                       .row_alignment = 16};
  choice.kernel = "";
  for (const Format format : all_formats) {
    choice.format = format;
    choice.save(path);  // over the one before
    expect_same(choice, TuneChoice::load(path));
  }
}

TEST_F(ChoiceFile, is_plain_text_under_any_name) {
  const TuneChoice choice = example();
  choice.save(folder / "A.gz");
  expect_same(choice, TuneChoice::load(folder / "A.gz"));
}

TEST_F(ChoiceFile, is_text_with_a_line_for_each_field) {
  example().save(path);
  const std::string text = read();
  EXPECT_EQ(text.find("filigree tuning choice 1\n"), 0u);
  for (const char* const line :
       {"\nlibrary_version = 1.2.3\n", "\nmachine = A processor = fast, 64 threads\n",
        "\nnnz = 123456789012\n", "\nformat = bsr\n", "\nblock = 3 5 col_major\n"})
    EXPECT_NE(text.find(line), std::string::npos) << text;
}

TEST_F(ChoiceFile, damage_anywhere_shows) {
  example().save(path);
  ASSERT_NO_THROW(TuneChoice::load(path));
  const std::string text = read();
  for (std::size_t k = 0; k < text.size(); ++k) {
    std::string damaged = text;
    damaged[k] ^= 1;
    write(damaged);
    EXPECT_THROW(TuneChoice::load(path), Error) << "byte " << k;
  }
  for (std::size_t size = 0; size < text.size(); ++size) {
    write(text.substr(0, size));
    EXPECT_THROW(TuneChoice::load(path), Error) << "the first " << size << " bytes";
  }
  write(text + "more");
  expect_refused("checksum");
}

TEST_F(ChoiceFile, other_files_are_refused) {
  write("");
  expect_refused("nothing");
  write("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n");
  expect_refused("expected 'filigree tuning choice 1'");
  write("filigree tuning choice 2\nend = 0\n");
  expect_refused("'filigree tuning choice 2'");
  write(std::string(1 << 20, 'x'));
  expect_refused("...'");
  write(std::string(100, '\0'));
  expect_refused("line 1");
}

/// Files with a right checksum whose lines are wrong, as another version might write them.
TEST_F(ChoiceFile, wrong_lines_are_named) {
  example().save(path);
  const std::string text = read();
  const auto expect_replaced = [&](const std::string& line, const std::string& other,
                                   const std::string& part) {
    SCOPED_TRACE(other);
    std::string changed = text.substr(0, text.rfind("end = "));
    changed.replace(changed.find(line), line.size(), other);
    write_with_checksum(changed);
    expect_refused(part);
  };
  expect_replaced("format = bsr\n", "format = csx\n", "'format = csx'");
  expect_replaced("nnz = 123456789012\n", "nnz = 12 apples\n", "'nnz = 12 apples'");
  expect_replaced("nnz = 123456789012\n", "nnz = 99999999999999999999\n", "nnz");
  expect_replaced("index_bytes = 4\n", "index_bytes = \n", "index_bytes");
  expect_replaced("index_bytes = 4\n", "", "no field 'index_bytes'");
  expect_replaced("index_bytes = 4\n", "index_bytes = 4\nindex_bytes = 4\n", "once");
  expect_replaced("index_bytes = 4\n", "index_bytes=4\n", "'index_bytes=4'");
  expect_replaced("index_bytes = 4\n", "index_bytes = 4\ncolour = red\n", "'colour = red'");
  expect_replaced("block = 3 5 col_major\n", "block = 3 5 upside_down\n", "upside_down");
  expect_replaced("block = 3 5 col_major\n", "block = 0 5 col_major\n", "block = 0");
  expect_replaced("block = 3 5 col_major\n", "partition = maximal\n", "partition = maximal");
}

TEST_F(ChoiceFile, what_cannot_be_opened) {
  for (const auto& call : {std::function<void()>([&] { TuneChoice::load(folder / "none"); }),
                           std::function<void()>([&] { example().save(folder / "none" / "A"); })}) {
    try {
      call();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::mapping_error) << error.what();
      EXPECT_NE(std::string(error.what()).find("none"), std::string::npos) << error.what();
    }
  }
}

TEST(Choice, differences_are_named) {
  const TuneKey key = example().key;
  const auto differs = [&](const std::function<void(TuneKey&)>& change) {
    TuneKey other = key;
    change(other);
    return difference(key, other);
  };
  EXPECT_EQ(differs([](TuneKey&) {}), "");
  EXPECT_EQ(differs([](TuneKey& k) { k.num_rows = 6; }), "rows 6 instead of 5000000000");
  EXPECT_EQ(differs([](TuneKey& k) { k.checksum = 1; }), "another pattern of equal size");
  EXPECT_EQ(differs([](TuneKey& k) { k.scalar = "float"; }),
            "scalar float instead of complex<double>");
  EXPECT_EQ(differs([](TuneKey& k) {
              k.library_version = "2";
              k.nnz = 1;
            }),
            "library version 2 instead of 1.2.3; entries 1 instead of 123456789012");
  EXPECT_NE(differs([](TuneKey& k) { k.machine = "B"; }).find("machine 'B'"), std::string::npos);
}

TEST(Choice, candidates_are_csr_and_the_best) {
  Recommendations ranking;
  for (const Format format : {Format::dia, Format::sell, Format::csr, Format::ell}) {
    Recommendation candidate;
    candidate.format = format;
    ranking.ranked.push_back(candidate);
  }
  const auto formats = [&](int count) {
    std::vector<Format> result;
    for (const auto& candidate : detail::candidates_of(ranking, count))
      result.push_back(candidate.format);
    return result;
  };
  EXPECT_EQ(formats(3), (std::vector{Format::csr, Format::dia, Format::sell}));
  EXPECT_EQ(formats(1), std::vector{Format::csr});
  EXPECT_EQ(formats(0), std::vector{Format::csr});
  EXPECT_EQ(formats(9).size(), 4u);
}

TEST(Choice, the_fastest_that_counts) {
  std::vector<TuneMeasurement> measured(3);
  measured[0].seconds = 2;
  measured[1].seconds = 1;
  measured[1].failure = "wrong";
  measured[2].seconds = 1.5;
  EXPECT_EQ(detail::fastest_of(measured), 2);
  measured[0].failure = measured[2].failure = "too large";
  EXPECT_EQ(detail::fastest_of(measured), -1);
}

TEST(Choice, time_is_of_one_product) {
  int runs = 0, waits = 0;
  const auto times = detail::time_product(
      {.samples = 5, .sample_seconds = 1e-4}, [&] { ++runs; }, [&] { ++waits; });
  EXPECT_GT(runs, 100) << "products this short are repeated within a sample";
  EXPECT_GE(waits, 7);
  EXPECT_GT(times.median, 0);
  EXPECT_LE(times.fastest, times.median);
  EXPECT_LT(times.median, 1e-4);
}

TEST(Choice, an_endless_sample_is_cut_off) {
  std::int64_t runs = 0;
  detail::time_product(
      {.samples = 1, .sample_seconds = 1e30}, [&] { ++runs; }, [] {});
  EXPECT_LT(runs, std::int64_t(1) << 23) << "the number of products grows by factors";
}

}  // namespace
}  // namespace filigree::test
