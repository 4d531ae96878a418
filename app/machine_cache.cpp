// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine_cache.hpp"

#include <array>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include <filigree/detail/write_file.hpp>

#include "text.hpp"

namespace filigree::tool {
namespace {

/// One line: bandwidth, seconds of a launch, key.
struct Line {
  double bandwidth = 0;
  double launch_seconds = 0;
  std::string key;
};

// so that hosts with names of chance do not fill the file
constexpr std::size_t most_lines = 50;

/// The lines that can be believed.
std::vector<Line> read_lines(const std::string& path) {
  std::vector<Line> lines;
  std::ifstream file(path);
  std::string text;
  while (lines.size() < most_lines && std::getline(file, text)) {
    Line line;
    std::istringstream parts(text);
    parts >> line.bandwidth >> line.launch_seconds;
    if (parts.get() != ' ' || !std::getline(parts, line.key)) continue;
    if (line.bandwidth > 1e6 && line.bandwidth < 1e15 && line.launch_seconds > 0 &&
        line.launch_seconds < 1)
      lines.push_back(line);
  }
  return lines;
}

/// XDG_CACHE_HOME, which counts only where it is absolute, or ~/.cache.
std::filesystem::path cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return cache;
  const char* const home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return std::filesystem::path(home) / ".cache";
  return {};
}

}  // namespace

MachineCache::MachineCache(const Machine& machine) {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) return;
  const std::filesystem::path folder = cache_folder();
  if (folder.empty()) return;
  key_ = printable(host.data()) + ", " + printable(machine.name) + ", " +
         std::to_string(machine.threads) + (machine.on_host ? " threads" : " lanes");
  path_ = (folder / "filigree" / "machines").string();
}

bool MachineCache::find(Machine& machine) const {
  if (path_.empty()) return false;
  for (const Line& line : read_lines(path_)) {
    if (line.key != key_) continue;
    machine.bandwidth = line.bandwidth;
    machine.launch_seconds = line.launch_seconds;
    return true;
  }
  return false;
}

void MachineCache::keep(const Machine& machine) const {
  if (path_.empty()) return;
  std::ostringstream text;
  text.precision(6);
  text << machine.bandwidth << ' ' << machine.launch_seconds << ' ' << key_ << '\n';
  std::size_t count = 1;
  for (const Line& line : read_lines(path_))
    if (line.key != key_ && count++ < most_lines)
      text << line.bandwidth << ' ' << line.launch_seconds << ' ' << line.key << '\n';
  try {
    std::filesystem::create_directories(std::filesystem::path(path_).parent_path());
    filigree::detail::write_file("info", path_, text.str());
  } catch (const std::exception&) {
    // a full disk, a folder that cannot be written: the next call measures again
  }
}

}  // namespace filigree::tool
