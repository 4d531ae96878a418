// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/log.hpp>

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

/// The environment is read once a process, by the first call that may log: hence each case in a
/// process of its own, which gtest starts anew in this style of its death tests.

namespace filigree {
namespace {

constexpr std::array kinds{LogKind::error, LogKind::trace, LogKind::hint, LogKind::info,
                           LogKind::api_trace};

class LogEnvironmentDeathTest : public ::testing::Test {
 public:
  LogEnvironmentDeathTest() {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    set({}, {}, {});
  }
  ~LogEnvironmentDeathTest() override { set({}, {}, {}); }

 protected:
  /// Null: not set.
  static void set(const char* level, const char* mask, const char* file) {
    set_variable("FILIGREE_LOG_LEVEL", level);
    set_variable("FILIGREE_LOG_MASK", mask);
    set_variable("FILIGREE_LOG_FILE", file);
  }

  /// The sum of the kinds that are logged.
  static int logged_kinds() {
    int sum = 0;
    for (const LogKind kind : kinds) sum += detail::log_enabled(kind) ? int(kind) : 0;
    return sum;
  }

 private:
  static void set_variable(const char* name, const char* value) {
    if (value == nullptr)
      ::unsetenv(name);
    else
      ::setenv(name, value, 1);
  }
};

TEST_F(LogEnvironmentDeathTest, level_and_mask) {
  struct Case {
    const char* level;
    const char* mask;
    int kinds;
  };
  for (const auto& [level, mask, expected] :
       {Case{nullptr, nullptr, 0}, Case{"3", nullptr, 1 + 2 + 4}, Case{nullptr, "20", 4 + 16},
        Case{"5", "2", 2}, Case{"5", "0", 0}}) {
    set(level, mask, nullptr);
    EXPECT_EXIT(std::_Exit(logged_kinds()), ::testing::ExitedWithCode(expected), "")
        << (level == nullptr ? "no" : level) << " level, " << (mask == nullptr ? "no" : mask)
        << " mask";
  }
}

TEST_F(LogEnvironmentDeathTest, what_is_no_number_in_range_is_not_read) {
  for (const char* const wrong : {"", "6", "-1", "2 ", "trace", "99999999999"}) {
    set(wrong, "32", nullptr);
    EXPECT_EXIT(std::_Exit(logged_kinds()), ::testing::ExitedWithCode(0), "") << wrong;
  }
  set("1", "-4", nullptr);
  EXPECT_EXIT(std::_Exit(logged_kinds()), ::testing::ExitedWithCode(1), "") << "the level stays";
}

/// Logs, and returns 0 where the line stands in the file that is named after this process.
int log_into(const std::string& folder) {
  const std::string path = folder + "filigree_environment_" + std::to_string(::getpid()) + ".txt";
  detail::log(LogKind::error, "spmv", "text");
  std::string line;
  const bool found =
      std::getline(std::ifstream(path), line) && line == "[filigree][error][spmv] text";
  std::remove(path.c_str());
  return found ? 0 : 1;
}

TEST_F(LogEnvironmentDeathTest, file_with_the_process_id) {
  const std::string folder = ::testing::TempDir();
  set("1", nullptr, (folder + "filigree_environment_%i.txt").c_str());
  EXPECT_EXIT(std::_Exit(log_into(folder)), ::testing::ExitedWithCode(0), "");
}

TEST_F(LogEnvironmentDeathTest, a_file_that_cannot_be_opened_leaves_stderr) {
  set("1", nullptr, (::testing::TempDir() + "no/such/folder/file.txt").c_str());
  EXPECT_EXIT(
      {
        detail::log(LogKind::error, "spmv", "text");
        std::_Exit(0);
      },
      ::testing::ExitedWithCode(0), "\\[filigree\\]\\[error\\]\\[spmv\\] text");
}

}  // namespace
}  // namespace filigree
