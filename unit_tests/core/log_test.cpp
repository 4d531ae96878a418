// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>
#include <filigree/core/log.hpp>

#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace filigree {
namespace {

constexpr std::array kinds{LogKind::error, LogKind::trace, LogKind::hint, LogKind::info,
                           LogKind::api_trace};

/// Collects messages, and leaves logging off and unredirected behind.
class Log : public ::testing::Test {
 public:
  ~Log() override {
    set_log_level(0);
    set_log_callback({});
    set_log_file("");
  }
  void collect() {
    set_log_callback(
        [this](LogKind kind, std::string_view line) { lines.emplace_back(kind, line); });
  }
  std::vector<std::pair<LogKind, std::string>> lines;
};

TEST_F(Log, OffUnlessAskedFor) {
  collect();
  for (const LogKind kind : kinds) {
    EXPECT_FALSE(detail::log_enabled(kind));
    detail::log(kind, "spmv", "nothing");
  }
  EXPECT_TRUE(lines.empty());
}

TEST_F(Log, LevelsAddKinds) {
  collect();
  for (int level = 0; level <= 5; ++level) {
    set_log_level(level);
    lines.clear();
    for (const LogKind kind : kinds) detail::log(kind, "spmv", "text");
    ASSERT_EQ(int(lines.size()), level);
    for (int k = 0; k < level; ++k) EXPECT_EQ(lines[k].first, kinds[k]);
  }
  EXPECT_EQ(lines[0].second, "[filigree][error][spmv] text");
  EXPECT_EQ(lines[4].second, "[filigree][api][spmv] text");
}

TEST_F(Log, MaskNamesKindsOneByOne) {
  collect();
  for (int mask = 0; mask < 32; ++mask) {
    set_log_mask(mask);
    for (const LogKind kind : kinds)
      EXPECT_EQ(detail::log_enabled(kind), (mask & int(kind)) != 0) << mask;
  }
}

TEST_F(Log, RefusesWhatIsOutOfRange) {
  const auto refused = [](auto call, const char* argument) {
    try {
      call();
      ADD_FAILURE() << argument;
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::invalid_value);
      EXPECT_EQ(error.argument(), argument);
    }
  };
  set_log_level(2);
  for (const int level : {-1, 6}) refused([&] { set_log_level(level); }, "level");
  for (const int mask : {-1, 32}) refused([&] { set_log_mask(mask); }, "mask");
  EXPECT_TRUE(detail::log_enabled(LogKind::trace));
  EXPECT_FALSE(detail::log_enabled(LogKind::hint));
}

TEST_F(Log, FileNamesTakeTheProcessId) {
  const std::string folder = ::testing::TempDir();
  const std::string path = folder + "filigree_log_" + std::to_string(::getpid()) + "_test.txt";
  std::remove(path.c_str());
  set_log_level(1);
  set_log_file(folder + "filigree_log_%i_test.txt");
  detail::log(LogKind::error, "spmv", "first");
  set_log_file(folder + "filigree_log_%i_test.txt");  // appends
  detail::log(LogKind::error, "spmv", "second");
  set_log_file("");
  std::ifstream file(path);
  std::string first, second, third;
  std::getline(file, first);
  std::getline(file, second);
  EXPECT_EQ(first, "[filigree][error][spmv] first");
  EXPECT_EQ(second, "[filigree][error][spmv] second");
  EXPECT_FALSE(std::getline(file, third));
  std::remove(path.c_str());
}

TEST_F(Log, AFileThatCannotBeOpenedChangesNothing) {
  const std::string path = ::testing::TempDir() + "filigree_log_kept.txt";
  std::remove(path.c_str());
  set_log_level(1);
  set_log_file(path);
  try {
    set_log_file(::testing::TempDir() + "no/such/folder/file.txt");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::mapping_error);
    EXPECT_EQ(error.argument(), "path");
  }
  set_log_file("");
  std::ifstream file(path);
  std::string line;
  EXPECT_TRUE(std::getline(file, line));  // the error itself, logged to the file that stayed
  std::remove(path.c_str());
}

TEST_F(Log, ErrorsAreLogged) {
  collect();
  set_log_level(1);
  EXPECT_THROW(detail::throw_error(Status::not_supported, {"spmv", "A", "this", "that", "help"}),
               Error);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].second.find("argument 'A': this, expected that; help"), std::string::npos);
}

TEST_F(Log, ACallbackMayLog) {
  int calls = 0;
  set_log_level(1);
  set_log_callback([&](LogKind, std::string_view) {
    if (++calls == 1) detail::log(LogKind::error, "spmv", "from within");
  });
  detail::log(LogKind::error, "spmv", "text");
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace filigree
