// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <stdexcept>

#include <filigree/core/version.hpp>

#include "../example/bandwidth.hpp"

namespace perf {
namespace {

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

std::string device_name([[maybe_unused]] const Exec& exec) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) {
    int driver = 0, runtime = 0;
    check_cuda(cudaDriverGetVersion(&driver));
    check_cuda(cudaRuntimeGetVersion(&runtime));
    const auto text = [](int v) {
      return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10);
    };
    return std::string(exec.cuda_device_prop().name) + ", CUDA " + text(runtime) +
           ", driver's CUDA " + text(driver);
  }
#endif
  return "";
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

std::string number(double value) {
  // JSON has no NaN and no infinity.
  if (!std::isfinite(value)) return "null";
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

void write_machine(std::ostream& out, const Machine& machine) {
  out << "  \"date\": " << quoted(machine.date) << ",\n  \"filigree\": " << quoted(machine.filigree)
      << ",\n  \"kokkos\": " << quoted(machine.kokkos) << ",\n  \"cpu\": " << quoted(machine.cpu)
      << ",\n  \"device\": " << quoted(machine.device) << ",\n  \"threads\": " << machine.threads
      << ",\n  \"copy_bandwidth\": " << number(machine.copy)
      << ",\n  \"triad_bandwidth\": " << number(machine.triad) << ",\n  \"peers\": [";
  const char* separator = "\n";
  for (const Peer& peer : machine.peers) {
    out << separator << "    {\"library\": " << quoted(peer.library)
        << ", \"version\": " << quoted(peer.version) << ", \"absent\": " << quoted(peer.absent)
        << "}";
    separator = ",\n";
  }
  out << "\n  ],\n";
}

void write_row(std::ostream& out, const Machine& machine, const Row& row) {
  const double rate = row.bytes / row.timing.median;
  out << "    {\"problem\": " << quoted(row.problem) << ", \"scalar\": " << quoted(row.scalar)
      << ", \"op\": " << quoted(row.op) << ", \"library\": " << quoted(row.library)
      << ", \"name\": " << quoted(row.name) << ",\n     \"kernel\": " << quoted(row.kernel)
      << ",\n     \"seconds\": " << number(row.timing.median)
      << ", \"fastest\": " << number(row.timing.fastest)
      << ", \"slowest\": " << number(row.timing.slowest) << ", \"samples\": " << row.timing.samples
      << ", \"flushed\": " << (row.timing.flushed ? "true" : "false")
      << ",\n     \"bytes\": " << number(row.bytes) << ", \"csr_bytes\": " << number(row.csr_bytes)
      << ", \"bandwidth\": " << number(rate)
      << ", \"bandwidth_fraction\": " << number(rate / machine.best())
      << ",\n     \"error\": " << number(row.error)
      << ", \"setup_seconds\": " << number(row.setup_seconds);
  if (!row.ratios.empty()) {
    out << ",\n     \"best_peer\": " << quoted(row.best_peer)
        << ", \"ratio\": " << number(row.best_ratio) << ", \"ratios\": {";
    const char* separator = "";
    for (const auto& [peer, ratio] : row.ratios) {
      out << separator << quoted(peer) << ": " << number(ratio);
      separator = ", ";
    }
    out << "}";
  }
  out << "}";
}

}  // namespace

Machine describe_machine(const Exec& exec, const std::vector<Peer>& peers) {
  const auto options = filigree::build_options();
  const auto bandwidth = example::measure_bandwidth(exec);
  Machine machine;
  machine.cpu = cpu_name();
  machine.device = device_name(exec);
  machine.kokkos = std::to_string(options.kokkos_version.major) + "." +
                   std::to_string(options.kokkos_version.minor) + "." +
                   std::to_string(options.kokkos_version.patch) + ", " + Exec::name() + ", " +
                   options.compiler;
  machine.filigree = std::string(filigree::version_string()) +
                     (options.git_hash.empty() ? "" : "+" + options.git_hash);
  machine.date = today();
  machine.threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  machine.copy = bandwidth.copy;
  machine.triad = bandwidth.triad;
  machine.peers = peers;
  return machine;
}

void compare_with_peers(std::vector<Row>& rows) {
  for (Row& mine : rows) {
    if (mine.library != "filigree") continue;
    for (const Row& peer : rows) {
      if (peer.library == "filigree" || peer.key() != mine.key()) continue;
      const double ratio = peer.timing.median / mine.timing.median;
      const std::string name = peer.library + " " + peer.name;
      mine.ratios[name] = ratio;
      if (mine.best_peer.empty() || ratio < mine.best_ratio) {
        mine.best_ratio = ratio;
        mine.best_peer = name;
      }
    }
  }
}

void print_table(const Machine& machine, const std::vector<Row>& rows) {
  std::printf("\n%s%s%s, %d host threads; copy %.4g GB/s, triad %.4g GB/s\n", machine.cpu.c_str(),
              machine.device.empty() ? "" : "; ", machine.device.c_str(), machine.threads,
              machine.copy * 1e-9, machine.triad * 1e-9);
  for (const Peer& peer : machine.peers)
    std::printf("%s %s\n", peer.library.c_str(),
                peer.version.empty() ? ("left out: " + peer.absent).c_str() : peer.version.c_str());
  std::printf("\n%-24s %-3s %-2s %-28s %10s %9s %8s %6s %9s  %s\n", "matrix", "", "op", "library",
              "time, ms", "bytes", "GB/s", "of max", "x faster", "than the best peer / kernel");
  std::string former;
  for (const Row& row : rows) {
    if (!former.empty() && former != row.key()) std::printf("\n");
    former = row.key();
    const double rate = row.bytes / row.timing.median;
    char ratio[16] = "";
    if (!row.ratios.empty()) std::snprintf(ratio, sizeof ratio, "%.2f", row.best_ratio);
    std::printf("%-24s %-3s %-2s %-28s %10.4f %8.2fM %8.4g %5.0f%% %9s  %s%s%s\n",
                row.problem.c_str(), row.scalar.c_str(), row.op.c_str(),
                (row.library + " " + row.name).c_str(), row.timing.median * 1e3, row.bytes * 1e-6,
                rate * 1e-9, 100 * rate / machine.best(), ratio, row.best_peer.c_str(),
                row.best_peer.empty() ? "" : "; ", row.kernel.c_str());
  }
}

void write_json(const std::string& path, const Machine& machine, const std::vector<Row>& rows) {
  std::ofstream out(path);
  out << "{\n";
  write_machine(out, machine);
  out << "  \"rows\": [";
  const char* separator = "\n";
  for (const Row& row : rows) {
    out << separator;
    write_row(out, machine, row);
    separator = ",\n";
  }
  out << "\n  ]\n}\n";
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path);
}

}  // namespace perf
