// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices in tar archives, packed or not.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <sys/resource.h>

#include "io_test.hpp"
#include "stored_gzip.hpp"

namespace {

using namespace filigree;
using namespace filigree::test;

const std::string head = "%%MatrixMarket matrix coordinate ";

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// What this process has of private memory that it may write to, in bytes.
std::uint64_t own_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmData:")) return std::stoull(line.substr(7)) * 1024;
  return 0;
}

void expect_error(const std::pair<Status, std::string>& outcome, Status status,
                  const std::vector<std::string>& parts) {
  EXPECT_EQ(outcome.first, status) << outcome.second;
  for (const std::string& part : parts)
    EXPECT_NE(outcome.second.find(part), std::string::npos)
        << outcome.second << "\n lacks " << part;
}

constexpr std::string_view posix("ustar\00000", 8);
constexpr std::string_view gnu("ustar  \0", 8);

std::string tar_header(const std::string& name, std::uint64_t bytes, char type = '0',
                       std::string_view magic = posix) {
  std::string header(512, '\0');
  header.replace(0, std::min<std::size_t>(name.size(), 100), name, 0, 100);
  char digits[24];
  std::snprintf(digits, sizeof digits, "%011llo", static_cast<unsigned long long>(bytes));
  header.replace(124, 11, digits);
  header[156] = type;
  header.replace(257, magic.size(), magic);
  header.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  std::snprintf(digits, sizeof digits, "%06o", sum);
  header.replace(148, 7, std::string(digits) + '\0');
  return header;
}

std::string tar_member(const std::string& name, const std::string& content, char type = '0',
                       std::string_view magic = posix) {
  return tar_header(name, content.size(), type, magic) + content +
         std::string((512 - content.size() % 512) % 512, '\0');
}
const std::string tar_end(1024, '\0');

const std::string small_matrix = head + "real general\n2 2 2\n1 1 1.5\n2 2 2.5\n";
const std::string other_matrix = head + "real general\n1 1 1\n1 1 9\n";
const Entries<double> small_entries{{{0, 0}, 1.5}, {{1, 1}, 2.5}};

TEST(TarArchives, HoldOneMatrix) {
  const std::string long_name = "folder/" + std::string(150, 'n') + ".mtx";
  const std::vector<std::string> archives{
      tar_member("a.mtx", small_matrix) + tar_end,
      tar_member("a.mtx", small_matrix),  // as some programs end it
      tar_member("a/", "", '5') + tar_member("./a/README.txt", "x") +
          tar_member("./a/a.mtx", small_matrix) + tar_end,
      // as the SuiteSparse collection has them
      tar_member("a/a_b.mtx", other_matrix) + tar_member("a/a.mtx", small_matrix) +
          tar_member("a/a_coord.mtx", other_matrix) + tar_end,
      tar_member("././@LongLink", long_name + '\0', 'L', gnu) +
          tar_member(long_name, small_matrix, '0', gnu) + tar_end,
      tar_member("pax", "174 path=" + std::string(160, 'p') + ".mtx\n", 'x') +
          tar_member("cut", small_matrix) + tar_end,
      tar_member("real.rua", contents(data_file("real.rua"))) + tar_end};
  for (std::size_t i = 0; i < archives.size(); ++i) {
    SCOPED_TRACE(i);
    const TemporaryFolder folder;
    for (const bool packed : {false, true}) {
      if (packed && !have_zlib()) continue;
      const auto path = folder / (packed ? "x.tar.gz" : "x.tar");
      write_text(path, packed ? stored_gzip(archives[i]) : archives[i]);
      if (i + 1 == archives.size()) {
        EXPECT_EQ(read_matrix<double>(path).nnz(), 5);
        continue;
      }
      EXPECT_EQ(entries(read_matrix<double>(path)), small_entries);
      EXPECT_EQ(read_matrix_header(path).num_rows, 2);
      EXPECT_EQ(entries(read_matrix_market<double>(path)), small_entries);
    }
  }
}

TEST(TarArchives, MembersAreNamed) {
  const TemporaryFolder folder;
  const auto path = folder / "x.tar";
  write_text(path, tar_member("a/b.mtx", small_matrix) + tar_member("a/c.mtx", other_matrix) +
                       tar_member("d.mtx", "") + tar_end);
  const std::string name = path.string();
  EXPECT_EQ(entries(read_matrix<double>(name + ":a/b.mtx")), small_entries);
  EXPECT_EQ(read_matrix_header(name + ":./a/c.mtx").num_rows, 1);
  expect_error(outcome([&] { read_matrix<double>(path); }), Status::invalid_value,
               {"several matrices", "a/b.mtx", "a/c.mtx", "d.mtx", "ARCHIVE.tar.gz:MEMBER"});
  expect_error(outcome([&] { read_matrix<double>(name + ":e.mtx"); }), Status::invalid_value,
               {"without a member", "e.mtx"});
  write_text(path, tar_member("a.txt", "x") + tar_end);
  expect_error(outcome([&] { read_matrix<double>(path); }), Status::invalid_value,
               {"without a matrix file"});
  write_text(path, small_matrix);
  expect_error(outcome([&] { read_matrix<double>(name + ":a.mtx"); }), Status::invalid_value,
               {"no tar archive"});
}

TEST(TarArchives, DamagedOnes) {
  const std::string whole = tar_member("a.mtx", small_matrix) + tar_end;
  const auto fails_with = [](const std::string& bytes, const char* words) {
    expect_error(outcome([&] { parse_matrix_market<double>(bytes); }), Status::invalid_value,
                 {words});
  };
  std::string damaged = whole;
  damaged[0] = 'b';
  fails_with(damaged, "damaged header");
  fails_with(whole.substr(0, 512 + 20), "ends too early");
  fails_with(tar_member("a/a.mtx", small_matrix).substr(0, 512 + 20), "ends within a member");
  fails_with(tar_member("a.txt", "x") + whole.substr(0, 100), "ends too early");
  fails_with(tar_member("p", "9 size=x\n", 'x') + whole, "damaged attributes");
  fails_with(tar_member("p", "99999 path=x\n", 'x') + whole, "damaged attributes");
  fails_with(tar_member("p", std::string(70'000, 'n'), 'L') + whole, "damaged name");
  for (std::size_t size = 0; size < 512 + small_matrix.size(); size += 7)
    EXPECT_NE(outcome([&] { parse_matrix_market<double>(whole.substr(0, size)); }).first,
              Status::success)
        << size;
}

/// What lies before the matrix passes through a window.
TEST(TarArchives, MemoryIsBounded) {
  if (!have_zlib()) GTEST_SKIP() << "without zlib";
  const TemporaryFolder folder;
  const std::string zeros = stored_gzip(std::string(std::size_t(1) << 16, '\0'));
  {
    std::ofstream out(folder / "x.tar.gz", std::ios::binary);
    out << stored_gzip(tar_header("large.txt", std::uint64_t(1) << 26));
    for (int i = 0; i < 1 << 10; ++i) out << zeros;
    out << stored_gzip(tar_member("b.mtx", small_matrix) + tar_end);
  }
  ASSERT_GT(own_bytes(), 0u);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_DATA, &before), 0);
  rlimit limit = before;
  limit.rlim_cur = rlim_t(own_bytes() + (std::uint64_t(16) << 20));
  ASSERT_EQ(::setrlimit(RLIMIT_DATA, &limit), 0);
  const auto result =
      outcome([&] { EXPECT_EQ(entries(read_matrix<double>(folder / "x.tar.gz")), small_entries); });
  ::setrlimit(RLIMIT_DATA, &before);
  EXPECT_EQ(result.first, Status::success) << result.second;
  expect_error(outcome([&] { read_matrix<double>(folder / "x.tar.gz", {.max_bytes = 1 << 20}); }),
               Status::insufficient_resources, {"max_bytes"});
}

}  // namespace
