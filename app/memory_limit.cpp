// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory_limit.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace filigree::tool {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// The number in a file; no_limit where there is none, as in "max".
std::uint64_t number_in(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? number : no_limit;
}

/// The least limit of a control group and those above it.
std::uint64_t group_limit(const std::filesystem::path& root, const std::string& group,
                          const char* name) {
  std::uint64_t limit = number_in(root / name);
  std::filesystem::path folder = root;
  for (const auto& part : std::filesystem::path(group).relative_path()) {
    folder /= part;
    limit = std::min(limit, number_in(folder / name));
  }
  return limit;
}

std::uint64_t group_limit() {
  std::uint64_t limit = no_limit;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    // number:controllers:group, the second one empty in version 2
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,")
      limit = std::min(limit, group_limit("/sys/fs/cgroup", group, "memory.max"));
    else if (controllers.find(",memory,") != std::string::npos)
      limit = std::min(limit, group_limit("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
  }
  return limit;
}

std::uint64_t process_limit(decltype(RLIMIT_AS) resource) {
  rlimit limit{};
  return ::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY
             ? no_limit
             : std::uint64_t(limit.rlim_cur);
}

/// A line of /proc/self/status in bytes; 0 where there is none.
std::uint64_t own_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key + ":")) return std::stoull(line.substr(key.size() + 1)) * 1024;
  return 0;
}

}  // namespace

std::uint64_t memory_limit() {
  const std::int64_t pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGE_SIZE);
  const std::uint64_t machine =
      pages > 0 && page > 0 ? std::uint64_t(pages) * std::uint64_t(page) : no_limit;
  return std::min({machine, group_limit(), process_limit(RLIMIT_AS), process_limit(RLIMIT_DATA)});
}

void limit_memory() {
  const std::uint64_t limit = memory_limit(), data = own_bytes("VmData"), used = own_bytes("VmRSS");
  rlimit present{};
  if (limit == no_limit || data == 0 || used >= limit || ::getrlimit(RLIMIT_DATA, &present) != 0)
    return;
  // Stacks of threads count, though little of them is touched.
  const std::uint64_t most = data + std::min(limit - used, no_limit - data);
  if (present.rlim_cur != RLIM_INFINITY && present.rlim_cur <= most) return;
  present.rlim_cur = rlim_t(most);
  ::setrlimit(RLIMIT_DATA, &present);
}

}  // namespace filigree::tool
