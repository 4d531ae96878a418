// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dropin/report.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <dropin/function_names.hpp>

namespace filigree::dropin {
namespace {

struct Count {
  std::atomic<long long> calls{0};
  std::atomic<long long> nanoseconds{0};
};
std::array<std::array<Count, num_functions>, 3> counts;

const char* destination() noexcept {
  static const char* const name = std::getenv("FILIGREE_CUSPARSE_REPORT");
  return name == nullptr || *name == '\0' || std::strcmp(name, "0") == 0 ? nullptr : name;
}

/// "12 calls in 0.003 s (SpMV 10, SpMM 2)", the most frequent ones first.
std::string text_of(Outcome outcome) {
  const auto& of_functions = counts[std::size_t(outcome)];
  std::vector<int> called;
  long long calls = 0, nanoseconds = 0;
  for (int i = 0; i < num_functions; ++i) {
    if (of_functions[i].calls == 0) continue;
    called.push_back(i);
    calls += of_functions[i].calls;
    nanoseconds += of_functions[i].nanoseconds;
  }
  if (calls == 0) return "0 calls";
  std::sort(called.begin(), called.end(), [&](int a, int b) {
    return std::pair(-of_functions[a].calls.load(), a) <
           std::pair(-of_functions[b].calls.load(), b);
  });
  char seconds[64];
  std::snprintf(seconds, sizeof seconds, " calls in %.6f s (", double(nanoseconds) * 1e-9);
  std::string text = std::to_string(calls) + seconds;
  for (const int i : called)
    text += std::string(i == called.front() ? "" : ", ") +
            (function_names[i] + std::strlen("cusparse")) + " " +
            std::to_string(of_functions[i].calls.load());
  return text + ")";
}

bool was_called() {
  const auto is_called = [](const Count& count) { return count.calls != 0; };
  return std::any_of(counts.begin(), counts.end(), [&](const auto& of_functions) {
    return std::any_of(of_functions.begin(), of_functions.end(), is_called);
  });
}

/// Processes that call nothing, such as shells that a program starts, write none.
__attribute__((destructor)) void write_report() {
  if (!reports() || !was_called()) return;
  const std::string line = "filigree: libcusparse.so.12: here " + text_of(Outcome::here) +
                           "; forwarded " + text_of(Outcome::forwarded) + "; not supported " +
                           text_of(Outcome::refused) + "\n";
  const bool to_stderr = std::strcmp(destination(), "1") == 0;
  std::FILE* const file = to_stderr ? stderr : std::fopen(destination(), "a");
  if (file == nullptr) return;
  std::fputs(line.c_str(), file);
  if (!to_stderr) std::fclose(file);
}

}  // namespace

bool reports() noexcept {
  static const bool wanted = destination() != nullptr;
  return wanted;
}

void count_call(int number, Outcome outcome, std::chrono::nanoseconds time) noexcept {
  Count& count = counts[std::size_t(outcome)][number];
  count.calls.fetch_add(1, std::memory_order_relaxed);
  count.nanoseconds.fetch_add(time.count(), std::memory_order_relaxed);
}

}  // namespace filigree::dropin
